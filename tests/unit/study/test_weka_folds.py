"""WEKA's folds without Java, held against WEKA itself, swap for swap."""

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal
from sklearn.datasets import load_iris
from sklearn.model_selection import cross_validate
from sklearn.tree import DecisionTreeClassifier

from kappabook.study import WekaStratifiedKFold
from kappabook.study.engines import jvm
from kappabook.study.java_random import JavaRandom

# A Java long; WEKA's own seeds are ints, and its generator takes either.
SEEDS = st.one_of(
    st.integers(-(2**63), 2**63 - 1),
    st.sampled_from([0, 1, -1, 2**31 - 1, -(2**31), 2**63 - 1, -(2**63), 0x5DEECE66D]),
)


@pytest.fixture(scope="module")
def java():
    """The real thing, in this process."""
    pytest.importorskip("jpype", reason='WEKA is not installed: pip install ".[weka]"')
    return jvm.start()


def wekas_folds(java, codes, n_classes, n_splits, seed):
    """Randomise, stratify, split: WEKA's calls, on instances that carry their row number."""
    core, array_list = java.JPackage("weka").core, java.JClass("java.util.ArrayList")
    attributes = array_list()
    attributes.add(core.Attribute("row"))
    attributes.add(core.Attribute("class", array_list([f"c{k}" for k in range(n_classes)])))
    data = core.Instances("rows", attributes, len(codes))
    data.setClassIndex(1)
    for row, code in enumerate(codes):
        data.add(core.DenseInstance(1.0, java.JArray(java.JDouble)([row, code])))
    random = java.JClass("java.util.Random")(java.JLong(seed))
    data.randomize(random)
    data.stratify(n_splits)
    for fold in range(n_splits):
        train, test = data.trainCV(n_splits, fold, random), data.testCV(n_splits, fold)
        yield tuple(np.array(part.attributeToDoubleArray(0)).astype(int) for part in (train, test))


def our_folds(y, n_splits, seed):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return list(WekaStratifiedKFold(n_splits, random_state=seed).split(y, y))


def same(ours, theirs):
    for (train, test), (weka_train, weka_test) in zip(ours, theirs, strict=True):
        assert_array_equal(train, weka_train)
        assert_array_equal(test, weka_test)


@settings(max_examples=2 * settings.default.max_examples)
@given(data=st.data(), seed=SEEDS)
def test_folds_are_wekas(java, data, seed):
    """Any classes, with empty ones and rare ones; any size, divisible by the folds or not."""
    n_classes = data.draw(st.integers(1, 9))
    n_splits = data.draw(st.integers(2, 12))
    present = data.draw(st.sets(st.integers(0, n_classes - 1), min_size=1))
    codes = data.draw(st.lists(st.sampled_from(sorted(present)), min_size=n_splits, max_size=80))
    same(our_folds(codes, n_splits, seed), wekas_folds(java, codes, n_classes, n_splits, seed))


@pytest.mark.parametrize("n", [1000, 1728, 20_011])
def test_folds_are_wekas_for_many_rows(java, n):
    codes = np.random.default_rng(n).choice(7, n, p=[0.6, 0.2, 0.1, 0.06, 0.02, 0.02, 0])
    same(our_folds(codes, 10, 1), wekas_folds(java, codes, 7, 10, 1))


@given(SEEDS, st.lists(st.integers(1, 2**31 - 1), min_size=1, max_size=60))
def test_random_numbers_are_javas(java, seed, bounds):
    random = java.JClass("java.util.Random")(java.JLong(seed))
    theirs = [random.nextInt(java.JInt(bound)) for bound in bounds]
    one_by_one = JavaRandom(seed)
    assert [one_by_one.next_int(bound) for bound in bounds] == theirs


def test_random_numbers_of_the_java_documentation():
    """Java specifies the generator: what `new Random(42).nextInt(10)` gives is known."""
    random = JavaRandom(42)
    assert [random.next_int(10) for _ in range(10)] == [0, 3, 8, 4, 0, 5, 5, 8, 9, 3]


def test_every_row_is_tested_once_and_trained_on_otherwise():
    y = np.random.default_rng(0).integers(0, 4, 103)
    folds = our_folds(y, 10, 5)
    assert sorted(np.concatenate([test for _, test in folds])) == list(range(103))
    assert all(sorted([*train, *test]) == list(range(103)) for train, test in folds)
    per_class = [np.bincount(y[test], minlength=4) for _, test in folds]
    assert np.ptp(per_class, axis=0).max() <= 1


def test_names_and_order_of_classes_change_nothing():
    codes = np.random.default_rng(0).integers(0, 3, 40)
    names = np.array(["z", "a", "m"])[codes]
    same(our_folds(codes, 4, 1), our_folds(names, 4, 1))
    same(our_folds(codes, 4, 1), our_folds(names.astype(object), 4, 1))
    same(our_folds(codes, 4, 1), our_folds(2 - codes, 4, 1))


# --- as a splitter of scikit-learn's -------------------------------------------------------------


def test_cross_validate_takes_it():
    X, y = load_iris(return_X_y=True)
    folds = WekaStratifiedKFold(5, random_state=3)
    found = cross_validate(DecisionTreeClassifier(random_state=0), X, y, cv=folds)
    expected = [
        DecisionTreeClassifier(random_state=0).fit(X[train], y[train]).score(X[test], y[test])
        for train, test in folds.split(X, y)
    ]
    assert found["test_score"].tolist() == expected
    assert folds.get_n_splits() == 5


def test_a_class_with_few_members_is_named():
    y = ["rare"] * 2 + ["often"] * 20
    with pytest.warns(UserWarning, match="class 'rare' has 2: fewer members than n_splits=10"):
        folds = list(WekaStratifiedKFold().split(y, y))
    assert len(folds) == 10


@pytest.mark.parametrize(
    ("X", "y", "message"),
    [
        (range(9), [0, 1, 0] * 3, "9 rows cannot make 10 folds"),
        (range(20), None, "y is None"),
        (range(21), [0, 1] * 10, "X has 21 rows and y has 20"),
        (range(20), np.eye(20, dtype=int), "y is 'multilabel-indicator'"),
    ],
)
def test_bad_rows(X, y, message):
    with pytest.raises(ValueError, match=message):
        next(WekaStratifiedKFold().split(X, y))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        *((lambda n=n: WekaStratifiedKFold(n), "n_splits is") for n in (1, 2.5, True, "ten", None)),
        *(
            (lambda s=s: WekaStratifiedKFold(random_state=s), "random_state is")
            for s in (None, 1.5)
        ),
        (lambda: WekaStratifiedKFold(random_state=2**63), f"seed {2**63} does not fit Java's long"),
        (lambda: JavaRandom(1).next_int(0), "bound 0 is not from 1 to 2147483647"),
        (lambda: JavaRandom(1).next_int(2**31), f"bound {2**31} is not from 1 to 2147483647"),
    ],
)
def test_bad_settings(call, message):
    with pytest.raises(ValueError, match=message):
        call()
