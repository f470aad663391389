"""Per-class kappas: an independent implementation, the identities, the undefined classes."""

from fractions import Fraction

import numpy as np
import pytest
from sklearn.exceptions import UndefinedMetricWarning
from sklearn.metrics import cohen_kappa_score

from kappabook import ConfusionMatrix
from kappabook.metrics.companions import pabak
from kappabook.metrics.per_class import (
    one_vs_rest_disagreement,
    per_class_kappa_score,
    per_class_kappas,
)

TABLE = [[88, 10, 2], [14, 40, 6], [18, 10, 12]]


def exact(cells):
    return ConfusionMatrix([[Fraction(cell) for cell in row] for row in cells])


def one_vs_rest(confusion, i):
    """The 2 x 2 table of class i, by brute force."""
    cells = confusion.cells
    rest = np.arange(len(cells)) != i
    return ConfusionMatrix(
        [
            [cells[i, i], cells[i, rest].sum()],
            [cells[rest, i].sum(), cells[np.ix_(rest, rest)].sum()],
        ]
    )


@pytest.mark.parametrize("weighted", [False, True])
def test_each_class_is_scikit_learns_kappa_of_class_or_not(weighted):
    rng = np.random.default_rng(0)
    y_true, y_pred = rng.integers(0, 4, (2, 300))
    weight = rng.random(300) if weighted else None
    expected = [cohen_kappa_score(y_true == c, y_pred == c, sample_weight=weight) for c in range(4)]
    got = per_class_kappa_score(y_true, y_pred, sample_weight=weight)
    np.testing.assert_allclose(got, expected, rtol=0, atol=1e-14)


def test_order_and_choice_of_labels():
    y_true, y_pred = list("aabbccc"), list("abbbcca")
    kappas = per_class_kappa_score(y_true, y_pred)
    turned = per_class_kappa_score(y_true, y_pred, labels=["c", "a", "b"])
    assert turned.tolist() == kappas[[2, 0, 1]].tolist()
    two = per_class_kappa_score(y_true, y_pred, labels=["b", "c"])
    assert two.tolist() == [1.0, 1.0]  # cases with an "a" are left out


def test_multiclass_kappa_is_the_mean_weighted_by_chance_disagreement():
    films = exact(TABLE)
    kappas = per_class_kappas(films)
    r, c = films.row_margins, films.column_margins
    weights = r + c - 2 * r * c
    assert (weights * kappas).sum() / weights.sum() == films.kappa
    assert (one_vs_rest_disagreement(films)[1] == weights * films.total**2).all()


def test_micro_is_the_kappa_of_the_summed_tables_and_pabak():
    films = exact(TABLE)
    summed = sum(one_vs_rest(films, i) for i in range(3))
    assert per_class_kappas(films, average="micro") == summed.kappa == pabak(films)


def test_macro_and_weighted_are_means_of_the_classes():
    films = exact(TABLE)
    kappas = [one_vs_rest(films, i).kappa for i in range(3)]
    assert per_class_kappas(films).tolist() == kappas
    assert per_class_kappas(films, average="macro") == sum(kappas) / 3
    by_support = (100 * kappas[0] + 60 * kappas[1] + 40 * kappas[2]) / 200
    assert per_class_kappas(films, average="weighted") == by_support


def test_two_classes_share_one_kappa():
    films = ConfusionMatrix([[40, 10], [20, 30]])
    assert per_class_kappas(films).tolist() == [0.4, 0.4]


def test_counts_beyond_int64_products():
    big = ConfusionMatrix(np.array(TABLE) * 10**16)
    np.testing.assert_allclose(
        per_class_kappas(big), per_class_kappas(ConfusionMatrix(TABLE)), rtol=1e-15
    )


def test_an_absent_class_is_undefined_and_left_out_of_averages():
    columns = ([0, 1, 1, 0], [0, 1, 0, 0])
    with pytest.warns(UndefinedMetricWarning, match=r"kappa of \[2\] is undefined"):
        kappas = per_class_kappa_score(*columns, labels=[0, 1, 2])
    assert kappas.tolist()[:2] == [0.5, 0.5]
    assert np.isnan(kappas[2])
    with pytest.warns(UndefinedMetricWarning):
        assert per_class_kappa_score(*columns, labels=[0, 1, 2], average="macro") == 0.5
    with pytest.warns(UndefinedMetricWarning):
        filled = per_class_kappa_score(
            *columns, labels=[0, 1, 2], average="macro", replace_undefined_by=0
        )
    assert filled == pytest.approx(1 / 3, abs=1e-15)


@pytest.mark.parametrize("average", ["macro", "micro", "weighted"])
def test_one_class_only_has_no_average(average):
    with pytest.warns(UndefinedMetricWarning):
        assert np.isnan(per_class_kappa_score([1, 1], [1, 1], average=average))
    with pytest.warns(UndefinedMetricWarning):
        assert per_class_kappa_score([1, 1], [1, 1], average=average, replace_undefined_by=-1) == -1


def test_unknown_average():
    with pytest.raises(ValueError, match="average is 'median'; give 'macro', 'micro', 'weighted'"):
        per_class_kappa_score([0, 1], [0, 1], average="median")
