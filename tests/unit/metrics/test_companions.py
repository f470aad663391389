"""Kappa's companions: published values, exact relations, brute force for the limits."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from sklearn.exceptions import UndefinedMetricWarning
from sklearn.metrics import matthews_corrcoef
from statsmodels.stats.inter_rater import cohens_kappa

from kappabook import ConfusionMatrix
from kappabook.metrics.companions import (
    allocation_disagreement,
    bias_index,
    kappa_limits,
    pabak,
    prevalence_index,
    quantity_disagreement,
)


def random_tables(n_classes, count=50, high=9):
    rng = np.random.default_rng(n_classes)
    for cells in rng.integers(0, high, (count, n_classes, n_classes)):
        yield ConfusionMatrix([[Fraction(int(cell)) for cell in row] for row in cells + 1])


# --- published values -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cells", "kappa", "adjusted"),  # Feinstein and Cicchetti (1990): the two paradoxes
    [
        ([[40, 9], [6, 45]], 0.70, 0.70),
        ([[80, 10], [5, 5]], 0.32, 0.70),
        ([[45, 15], [25, 15]], 0.13, 0.20),
        ([[25, 35], [5, 35]], 0.26, 0.20),
    ],
)
def test_paradoxes_of_feinstein_and_cicchetti(cells, kappa, adjusted):
    confusion = ConfusionMatrix(cells)
    assert confusion.kappa == pytest.approx(kappa, abs=0.005)
    assert pabak(confusion) == pytest.approx(adjusted, abs=1e-12)


def test_signs_of_the_indices():
    confusion = ConfusionMatrix([[10, 10], [5, 75]])
    assert prevalence_index(confusion) == 0.65  # both say "positive" more often
    assert bias_index(confusion) == 0.05  # and it is said more often than it is true


# --- relations, exactly -----------------------------------------------------------------------


def test_byrt_bishop_and_carlin_by_our_functions():
    for confusion in random_tables(2):
        spread = bias_index(confusion) ** 2 - prevalence_index(confusion) ** 2
        assert confusion.kappa == (pabak(confusion) + spread) / (1 + spread)


def test_a_swap_is_allocation_and_a_shift_is_quantity():
    assert allocation_disagreement(ConfusionMatrix([[5, 2], [2, 5]])) == pytest.approx(4 / 14)
    assert quantity_disagreement(ConfusionMatrix([[5, 2], [2, 5]])) == 0
    assert allocation_disagreement(ConfusionMatrix([[5, 4], [0, 5]])) == 0


@pytest.mark.parametrize("n_classes", [2, 4])
def test_matthews_is_scikit_learns(n_classes):
    rng = np.random.default_rng(1)
    y_true, y_pred = rng.integers(0, n_classes, (2, 200))
    ours = ConfusionMatrix.from_predictions(y_true, y_pred).mcc
    assert ours == pytest.approx(matthews_corrcoef(y_true, y_pred), abs=1e-14)


# --- limits ---------------------------------------------------------------------------------


def tables_with_margins(rows, columns):
    """Every table of whole numbers with these margins."""
    k = len(rows)
    for free in product(range(max(rows) + 1), repeat=(k - 1) ** 2):
        cells = np.zeros((k, k), dtype=int)
        cells[:-1, :-1] = np.reshape(free, (k - 1, k - 1))
        cells[:-1, -1] = rows[:-1] - cells[:-1].sum(axis=1)
        cells[-1] = columns - cells.sum(axis=0)
        if (cells >= 0).all():
            yield cells


@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        ([5, 4], [6, 3]),
        ([8, 1], [7, 2]),
        ([3, 2, 2], [2, 3, 2]),
        ([4, 1, 1], [4, 2, 0]),
    ],
)
def test_limits_against_every_table(rows, columns):
    everyone = list(tables_with_margins(np.array(rows), np.array(columns)))
    kappas = [ConfusionMatrix(cells).exact().kappa for cells in everyone]
    assert kappa_limits(ConfusionMatrix(everyone[0]).exact()) == (min(kappas), max(kappas))


def test_largest_kappa_is_statsmodels():
    cells = [[88, 10, 2], [14, 40, 6], [18, 10, 12]]
    assert kappa_limits(ConfusionMatrix(cells))[1] == pytest.approx(
        cohens_kappa(cells).kappa_max, abs=1e-14
    )


# --- undefined and refused ------------------------------------------------------------------


def test_what_is_undefined_says_so():
    one_class = ConfusionMatrix([[4, 0], [0, 0]])
    constant = ConfusionMatrix([[0.1, 0.2], [0.0, 0.0]])
    with pytest.warns(UndefinedMetricWarning, match="range of kappa"):
        assert np.isnan(kappa_limits(one_class)).all()
    with pytest.warns(UndefinedMetricWarning, match="Matthews"):
        assert np.isnan(constant.mcc)


def test_refusals():
    for measure in (prevalence_index, bias_index):
        with pytest.raises(ValueError, match=r"the matrix has 3 classes \[0, 1, 2\]; .*for two"):
            measure(ConfusionMatrix(np.ones((3, 3))))
    with pytest.raises(ValueError, match="PABAK divides by k - 1"):
        pabak(ConfusionMatrix([[3]]))
