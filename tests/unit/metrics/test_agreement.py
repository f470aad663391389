"""Kappa of two columns: known values, scikit-learn, exact sums, orders, containers, bad input.

What random calls show, in any container and with any weights, is in test_kappa_oracle.py.
"""

import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import UndefinedMetricWarning
from sklearn.metrics import cohen_kappa_score as sklearn_kappa
from support import pl

from kappabook import (
    ConfusionMatrix,
    chance_agreement,
    cohen_kappa_score,
    compare_kappas,
    kappa_interval,
    kappa_limits,
    per_class_kappa_score,
)
from kappabook.metrics.agreement import costs_of

WEIGHTS = (None, "linear", "quadratic")
SCALE = ["low", "mid", "high"]
TRUTH, GUESS = ["low", "mid", "high"], ["low", "high", "high"]


def columns(n, k, seed=0):
    generator = np.random.default_rng(seed)
    truth = generator.integers(0, k, n)
    return truth, np.where(generator.random(n) < 0.7, truth, generator.integers(0, k, n))


# --- known values, and an independent implementation ------------------------------------------


def test_six_cases_by_hand():
    truth, guess = [0, 1, 2, 0, 1, 2], [0, 2, 1, 0, 0, 2]
    assert cohen_kappa_score(truth, guess) == 0.25
    assert cohen_kappa_score(truth, guess, weights="linear") == pytest.approx(0.47058824, abs=5e-9)
    assert chance_agreement(truth, guess) == pytest.approx(1 / 3)


@pytest.mark.parametrize("weights", WEIGHTS)
@pytest.mark.parametrize(("n", "k"), [(5, 2), (200, 5), (60, 40), (5000, 1000)])
def test_agrees_with_scikit_learn_and_rounds_once(weights, n, k):
    """Without weights, labels and their table give the float nearest to the exact fraction."""
    truth, guess = columns(n, k)
    sample_weight = np.random.default_rng(1).random(n) * (np.arange(n) % 3)
    for options in ({"weights": weights}, {"weights": weights, "sample_weight": sample_weight}):
        theirs = sklearn_kappa(truth, guess, **options)
        assert cohen_kappa_score(truth, guess, **options) == pytest.approx(theirs, abs=1e-12)
    if k <= 40:
        matrix = ConfusionMatrix.from_predictions(truth, guess)
        kappa = cohen_kappa_score(truth, guess, weights=weights)
        assert kappa == matrix.weighted_kappa(weights)
        assert kappa == float(matrix.exact().weighted_kappa(weights))
        assert kappa == cohen_kappa_score(truth, guess, weights=costs_of(weights, matrix.n_classes))
        assert chance_agreement(truth, guess) == matrix.chance_agreement


@pytest.mark.parametrize("tiny", [1e-3, 1e-12, 1e-30, 1e-100])
def test_nothing_cancels_where_chance_agreement_is_near_one(tiny):
    weight = [1, tiny, tiny, tiny]
    exact = ConfusionMatrix([[1, tiny], [tiny, tiny]]).exact()
    kappa = cohen_kappa_score([0, 0, 1, 1], [0, 1, 0, 1], sample_weight=weight)
    assert kappa == pytest.approx(float(exact.kappa), rel=1e-14)
    floats = ConfusionMatrix([[1, tiny], [tiny, tiny]])
    assert kappa_limits(floats) == pytest.approx([float(k) for k in kappa_limits(exact)], rel=1e-12)
    expected = [float(k) for k in exact.per_class_kappas()]
    assert floats.per_class_kappas() == pytest.approx(expected, rel=1e-14)
    assert floats.mcc == pytest.approx(exact.mcc, rel=1e-12)


# --- the order of the classes -----------------------------------------------------------------


def ordered(y, scale=SCALE):
    return pd.Categorical(y, categories=scale, ordered=True)


CONTAINERS = {
    "series": lambda y: pd.Series(ordered(y)),
    "index": lambda y: pd.CategoricalIndex(ordered(y)),
    "data frame": lambda y: pd.DataFrame({"y": ordered(y)}),
    **({"polars": lambda y: pl.Series(y, dtype=pl.Enum(SCALE))} if pl else {}),
}


@pytest.mark.parametrize("make", CONTAINERS.values(), ids=CONTAINERS)
def test_ordered_categories_bring_their_order(make):
    truth, guess = make(TRUTH), make(GUESS)
    assert cohen_kappa_score(truth, guess, weights="linear") == 2 / 3
    assert cohen_kappa_score(truth, GUESS, weights="linear") == 2 / 3
    assert ConfusionMatrix.from_predictions(truth, guess).labels == tuple(SCALE)
    kappas = per_class_kappa_score(truth, guess)
    assert kappas.tolist() == per_class_kappa_score(TRUTH, GUESS, labels=SCALE).tolist()


def test_intervals_take_the_order_or_refuse_in_the_same_way():
    truth, guess = TRUTH * 5, GUESS * 5
    numbers, scaled = ([0, 1, 2] * 5, [0, 2, 2] * 5), (ordered(truth), ordered(guess))
    for measure in (kappa_interval, lambda y1, y2, **how: compare_kappas(y1, y2, y1, **how)):
        found, expected = (measure(*pair, weights="linear") for pair in (scaled, numbers))
        assert (found.low, found.high) == pytest.approx((expected.low, expected.high))
        with pytest.raises(ValueError, match="needs the order of the classes"):
            measure(truth, guess, weights="linear")


def test_one_scale_may_be_part_of_the_other_and_without_weights_contradict_it():
    found = cohen_kappa_score(ordered(TRUTH), ordered(GUESS, ["low", "high"]), weights="linear")
    assert found == 2 / 3
    two = {"labels": ["low", "high"], "weights": "linear"}
    assert cohen_kappa_score(ordered(TRUTH), ordered(GUESS), **two) == 1
    truth, guess = ordered(TRUTH), ordered(GUESS, ["mid", "high", "low"])
    assert cohen_kappa_score(truth, guess) == cohen_kappa_score(TRUTH, GUESS)


@pytest.mark.parametrize("weights", ["linear", [[0, 1, 2], [1, 0, 1], [2, 1, 0]]])
@pytest.mark.parametrize(
    ("guess", "labels", "message"),
    [
        (ordered(GUESS, ["mid", "high", "low"]), None, "y1 has the ordered categories"),
        (["low", "high", "none"], None, r"y2\[2\] is 'none', which is not among the ordered"),
        ([0, 1, 2], None, "y1 holds text and y2 numbers"),
        (ordered([None, "low", "mid"]), None, r"y2\[0\] is nan; a missing label"),
    ],
)
def test_what_contradicts_a_scale_is_refused(guess, labels, message, weights):
    with pytest.raises(ValueError, match=message):
        cohen_kappa_score(ordered(TRUTH), guess, labels=labels, weights=weights)


@pytest.mark.parametrize(("shape", "said"), [((2, 2), True), ((2, 3), False), ((2, 2, 2), False)])
def test_a_table_of_counts_is_no_column(shape, said):
    with pytest.raises(ValueError, match="y1 must be one column of labels") as error:
        cohen_kappa_score(np.ones(shape), np.ones(shape))
    assert ("make a ConfusionMatrix(cells)" in str(error.value)) == said


# --- one answer, however the labels are held --------------------------------------------------

FAR = np.cumsum(np.random.default_rng(2).integers(1, 10**14, 700)) - 10**16
NAMES = np.sort([f"{'long ' * (i % 7)}name {i:03}" for i in range(700)])
HELD = {
    "uint16 from 60000": lambda y: (y + 60_000).astype(np.uint16),
    "near the end of uint64": lambda y: y.astype(np.uint64) + np.uint64(2**64 - 1000),
    "far apart": lambda y: np.sort(FAR)[y],
    "swapped bytes": lambda y: y.astype(">i4"),
    "categorical": lambda y: pd.Series(pd.Categorical(y)),
    "U, swapped bytes": lambda y: NAMES.astype(">U50")[y],
    "objects": lambda y: NAMES[y].astype(object),
    "text categorical": lambda y: pd.Categorical(NAMES[y]),
}


@pytest.mark.parametrize("n", [50, 5000])
@pytest.mark.parametrize("make", HELD.values(), ids=HELD)
def test_many_classes_in_any_container(make, n):
    truth, guess = columns(n, 700)
    for weights in (None, "linear"):
        if weights is None or not isinstance(np.asarray(make(truth))[0], str):  # text has no order
            found = cohen_kappa_score(make(truth), make(guess), weights=weights)
            assert found == cohen_kappa_score(truth, guess, weights=weights)


class Elsewhere:
    """An array of the array-API standard, without numpy's own way in or on another device."""

    def __init__(self, values):
        self.values = np.array(values)

    def __array_namespace__(self):
        return np

    def __dlpack__(self, **options):
        return self.values.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.values.__dlpack_device__()


def test_arrays_of_the_array_api(monkeypatch):
    y1, y2, labels = Elsewhere([0, 1, 1, 2]), Elsewhere([0, 1, 0, 2]), Elsewhere([0, 1])
    assert cohen_kappa_score(y1, y2, labels=labels) == pytest.approx(0.4)

    def cannot(self, dtype=None, copy=None):
        raise RuntimeError("Can not convert array on the 'device1' device to a Numpy array.")

    monkeypatch.setattr(Elsewhere, "__array__", cannot, raising=False)
    with pytest.raises(ValueError, match="Elsewhere that numpy cannot read where it is; move"):
        cohen_kappa_score(y1, [0, 1, 0, 2])


# --- one class and the rest -------------------------------------------------------------------

TABLE = ConfusionMatrix([[88, 10, 2], [14, 40, 6], [18, 10, 12]]).exact()


@pytest.mark.parametrize("weighted", [False, True])
def test_each_class_is_scikit_learns_kappa_of_class_or_not(weighted):
    rng = np.random.default_rng(0)
    y_true, y_pred = rng.integers(0, 4, (2, 300))
    weight = rng.random(300) if weighted else None
    expected = [sklearn_kappa(y_true == c, y_pred == c, sample_weight=weight) for c in range(4)]
    found = per_class_kappa_score(y_true, y_pred, sample_weight=weight)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-14)
    matrix = ConfusionMatrix.from_predictions(y_true, y_pred, sample_weight=weight)
    each = [matrix.one_vs_rest(c).kappa for c in range(4)]
    np.testing.assert_allclose(each, expected, rtol=0, atol=1e-14)


def test_order_and_choice_of_labels():
    y_true, y_pred = list("aabbccc"), list("abbbcca")
    kappas = per_class_kappa_score(y_true, y_pred)
    turned = per_class_kappa_score(y_true, y_pred, labels=["c", "a", "b"])
    assert turned.tolist() == kappas[[2, 0, 1]].tolist()
    two = per_class_kappa_score(y_true, y_pred, labels=["b", "c"])
    assert two.tolist() == [1.0, 1.0]  # cases with an "a" are left out


def test_averages_are_means():
    parts = [TABLE.one_vs_rest(label) for label in TABLE.labels]
    kappas = [part.kappa for part in parts]
    assert TABLE.per_class_kappas().tolist() == kappas
    assert TABLE.per_class_kappas(average="macro") == sum(kappas) / 3
    by_support = (100 * kappas[0] + 60 * kappas[1] + 40 * kappas[2]) / 200
    assert TABLE.per_class_kappas(average="weighted") == by_support
    summed = ConfusionMatrix(sum(part.cells for part in parts))
    assert TABLE.per_class_kappas(average="micro") == summed.kappa


def test_an_absent_class_is_undefined_and_left_out_of_averages():
    y, options = ([0, 1, 1, 0], [0, 1, 0, 0]), {"labels": [0, 1, 2]}
    with pytest.warns(UndefinedMetricWarning, match=r"kappa of \[2\] is undefined"):
        kappas = per_class_kappa_score(*y, **options)
    assert kappas.tolist()[:2] == [0.5, 0.5]
    assert np.isnan(kappas[2])
    with pytest.warns(UndefinedMetricWarning):
        assert per_class_kappa_score(*y, **options, average="macro") == 0.5
    with pytest.warns(UndefinedMetricWarning):
        filled = per_class_kappa_score(*y, **options, average="macro", replace_undefined_by=0)
    assert filled == pytest.approx(1 / 3, abs=1e-15)


# --- bad input beside that of docs/api.md (test_edge_cases.py) and test_hostile.py ----------------

MASKED = np.ma.array([0, 1], mask=[0, 1])
HOLE = np.array([0, np.ma.masked], dtype=object)
CELLS_MASKED = np.ma.array([[0, 1], [9, 0]], mask=[[0, 0], [1, 0]])
ALONE = pd.DataFrame([[0, 1], [5, 0]], ["ill", "well"], ["ill", "well"])


@pytest.mark.parametrize(
    ("y1", "y2", "options", "message"),
    [
        (HOLE, [1, 1], {}, r"y1\[1\] is masked; a missing label"),
        (pd.Series([2**53, None], dtype="Int64"), [0, 1], {}, r"y1\[1\] is nan; labels are int"),
        (pd.Series(["a", pd.NA], dtype="string"), ["a"] * 2, {}, r"y1\[1\] is <NA>"),
        ([-1, 2**63], [0, 1], {}, "beyond 64 bits, or negative ones beside some beyond 63"),
        (pd.cut([1, 2], 2), [0, 1], {}, "y1 holds Interval|categories of y1 holds Interval"),
        ([0, 1], [0, 1], {"weights": CELLS_MASKED}, "costs are masked"),
        (["ill", "dead"], ["ill", "well"], {"weights": ALONE}, "no column, for the class 'dead'"),
        ([0, 1], [0, 1], {"sample_weight": [1, 1, 1]}, "3 weights for 2 samples"),
        ([0, 1], [0, 1], {"labels": {0, 1}}, "labels is a set; give a list"),
        ([0, 1], [0, 1], {"labels": MASKED}, "masked"),
        ([0, 1], [0, 1], {"labels": []}, "labels is empty"),
        ([0, 1], [0, 1], {"labels": [0, None]}, r"labels\[1\] is None"),
        ([0, 1], [0, 1], {"labels": [0, "1"]}, "labels mixes int, str"),
        ([0, 1], [0, 1], {"labels": [[0, 1]]}, "labels must be one column"),
    ],
)
def test_bad_input_is_named(y1, y2, options, message):
    with pytest.raises(ValueError, match=message):
        cohen_kappa_score(y1, y2, **options)
