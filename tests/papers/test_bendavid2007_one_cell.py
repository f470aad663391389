"""Notebook 05 trains one cell: its ten lines against WEKA's own matrices, with Java and without."""

import json

import numpy as np
import pytest
from sklearn.metrics import accuracy_score, cohen_kappa_score, confusion_matrix
from support import ROOT, need_data

from kappabook.data import encode
from kappabook.papers.bendavid2007 import rerun
from kappabook.papers.bendavid2007.definitions import read
from kappabook.study import WekaStratifiedKFold
from kappabook.study.engines import EngineError, jvm
from kappabook.study.published import MATCHED

NOTEBOOK = ROOT / "notebooks/05-fifteen-datasets.ipynb"


@pytest.fixture(scope="module")
def naive_bayes():
    """The function as it stands in the notebook."""
    cells = {
        cell["id"]: "".join(cell["source"]) for cell in json.loads(NOTEBOOK.read_text())["cells"]
    }
    names = {"np": np}
    exec(cells["naive-bayes"], names)
    return names["naive_bayes"]


@pytest.fixture
def without_java(monkeypatch):
    def start(jars=None):
        raise EngineError("jpype is missing")

    monkeypatch.setattr(jvm, "start", start)


def folds_of(table, **how):
    return list(WekaStratifiedKFold(**how).split(table.X, table.y))


@pytest.mark.filterwarnings("ignore:.*fewer members")
@pytest.mark.parametrize("name", MATCHED)
def test_ten_lines_give_wekas_ten_matrices_and_the_printed_means(naive_bayes, name):
    need_data(name)
    table = encode(name, download=False)
    X, labels, folds = table.X.astype(int), range(len(table.classes)), folds_of(table)
    n_values = [len(attribute.values) for attribute in table.attributes]
    guesses = [
        naive_bayes(X[train], table.y[train], X[test], n_values, len(labels))
        for train, test in folds
    ]
    ours = [
        confusion_matrix(table.y[test], guess, labels=labels)
        for (_, test), guess in zip(folds, guesses, strict=True)
    ]
    np.testing.assert_array_equal(ours, rerun.stored_matrices(table, "NaiveBayes", folds))
    printed = read()
    for measure, score in (("accuracy", accuracy_score), ("kappa", cohen_kappa_score)):
        mean = np.mean(
            [score(table.y[test], guess) for (_, test), guess in zip(folds, guesses, strict=True)]
        )
        assert f"{mean:.4f}" == printed[f"tableA3.{name}.{measure}"]


def test_a_value_that_never_occurred_with_a_class(naive_bayes):
    """By hand; without the 1 that is added both products would be 0, and class 0 named."""
    X, y = np.array([[0, 0], [0, 0], [1, 0], [0, 1]]), np.array([0, 0, 0, 1])
    # P(0) 4/6, P(1) 2/6; of (1, 1): 2/5 * 1/5 for class 0, 1/3 * 2/3 for class 1.
    assert 4 / 6 * 2 / 5 * 1 / 5 < 2 / 6 * 1 / 3 * 2 / 3
    assert naive_bayes(X, y, np.array([[1, 1], [0, 0]]), [2, 2], 2).tolist() == [1, 0]


def test_weka_trains_or_is_looked_up_and_both_are_the_same():
    pytest.importorskip("jpype", reason='WEKA is not installed: pip install ".[weka]"')
    table = encode("balance-scale", download=False)
    folds = folds_of(table)
    trained = rerun.weka_matrices(table, "NaiveBayes", folds)
    np.testing.assert_array_equal(trained, rerun.stored_matrices(table, "NaiveBayes", folds))
    other = rerun.weka_matrices(table, "NaiveBayes", folds_of(table, n_splits=3))
    assert [matrix.sum() for matrix in other] == [209, 208, 208]


@pytest.mark.parametrize("how", [{"n_splits": 5}, {"random_state": 2}], ids=str)
def test_without_java_other_folds_are_refused(without_java, how):
    table = encode("balance-scale", download=False)
    assert len(rerun.weka_matrices(table, "NaiveBayes", folds_of(table))) == 10
    message = r"only the ten folds of seed 1 are stored; .* For any folds: pip install"
    with pytest.raises(ValueError, match=message):
        rerun.weka_matrices(table, "NaiveBayes", folds_of(table, **how))
