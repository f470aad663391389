"""The numbers a critic asks for beside kappa: prevalence, bias, quantity, allocation, limits."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kappabook.metrics.agreement import off_diagonal, others, sums_of
from kappabook.metrics.check import Real, number, undefined
from kappabook.metrics.confusion import ConfusionMatrix

__all__ = [
    "allocation_disagreement",
    "bias_index",
    "kappa_limits",
    "pabak",
    "prevalence_index",
    "quantity_disagreement",
]


def prevalence_index(confusion: ConfusionMatrix) -> Real:
    r"""How far the agreements lean to the second class: :math:`PI = p_{11} - p_{00}`.

    It is often given without its sign, which says which class is the common one: positive when
    both raters agree on the second class (the positive one, if the labels are sorted) more often
    than on the first. With the bias index and :func:`pabak` it gives kappa exactly,

    .. math:: \kappa = \frac{PABAK - PI^2 + BI^2}{1 - PI^2 + BI^2}.

    Parameters
    ----------
    confusion : ConfusionMatrix of shape (2, 2)

    Returns
    -------
    float in [-1, 1], or Fraction from exact cells.

    Raises
    ------
    ValueError
        The matrix has not two classes.

    References
    ----------
    Byrt, Bishop and Carlin (1993), Bias, prevalence and kappa, J. Clin. Epidemiol. 46.

    Examples
    --------
    >>> from kappabook import ConfusionMatrix, prevalence_index
    >>> prevalence_index(ConfusionMatrix([[10, 10], [5, 75]]))
    0.65
    """
    cells = _of_two_classes(confusion, "the prevalence index")
    return number(cells[1, 1] - cells[0, 0]) / confusion.total  # type: ignore[no-any-return]


def bias_index(confusion: ConfusionMatrix) -> Real:
    r"""How far the margins differ: :math:`BI = p_{01} - p_{10} = p_{\cdot 1} - p_{1 \cdot}`.

    Positive when the second class is predicted more often than it occurs; often given without
    its sign. With :func:`prevalence_index` it says what the margins do to kappa.

    Parameters
    ----------
    confusion : ConfusionMatrix of shape (2, 2)

    Returns
    -------
    float in [-1, 1], or Fraction from exact cells.

    Raises
    ------
    ValueError
        The matrix has not two classes.

    References
    ----------
    Byrt, Bishop and Carlin (1993), as for the prevalence index.

    Examples
    --------
    >>> from kappabook import ConfusionMatrix, bias_index
    >>> bias_index(ConfusionMatrix([[10, 10], [5, 75]]))
    0.05
    """
    cells = _of_two_classes(confusion, "the bias index")
    return number(cells[0, 1] - cells[1, 0]) / confusion.total  # type: ignore[no-any-return]


def pabak(confusion: ConfusionMatrix) -> Real:
    r"""Prevalence-adjusted bias-adjusted kappa: chance is 1/k whatever the margins.

    .. math:: PABAK = \frac{P_o - 1/k}{1 - 1/k}, \qquad 2 P_o - 1 \text{ for two classes}

    For more than two classes this is the S of Bennett, Alpert and Goldstein, which is also the
    kappa of the summed one-vs-rest tables (``average='micro'`` of `per_class_kappa_score`).

    Parameters
    ----------
    confusion : ConfusionMatrix of shape (n_classes, n_classes)
        At least two classes.

    Returns
    -------
    float in [-1/(k - 1), 1], or Fraction from exact cells.

    Raises
    ------
    ValueError
        The matrix has one class.

    References
    ----------
    Byrt, Bishop and Carlin (1993). Bennett, Alpert and Goldstein (1954).

    Examples
    --------
    >>> from kappabook import ConfusionMatrix, pabak
    >>> pabak(ConfusionMatrix([[10, 10], [5, 75]]))
    0.7
    """
    k = confusion.n_classes
    if k == 1:
        raise ValueError("the matrix has 1 class; PABAK divides by k - 1 and needs at least 2.")
    agreements, total = number(confusion.cells.trace()), confusion.total
    return (k * agreements - total) / ((k - 1) * total)  # type: ignore[no-any-return]


def quantity_disagreement(confusion: ConfusionMatrix) -> Real:
    r"""Disagreement that the margins force: :math:`Q = \tfrac12 \sum_i |p_{i\cdot} - p_{\cdot i}|`.

    With :func:`allocation_disagreement` it makes up all errors: :math:`Q + A = 1 - P_o`.

    Parameters
    ----------
    confusion : ConfusionMatrix of shape (n_classes, n_classes)

    Returns
    -------
    float in [0, 1], or Fraction from exact cells.

    References
    ----------
    Pontius and Millones (2011), eqs. (2)-(3), Int. J. Remote Sensing 32.

    Examples
    --------
    >>> from kappabook import ConfusionMatrix, quantity_disagreement
    >>> quantity_disagreement(ConfusionMatrix([[10, 10], [5, 75]]))
    0.05
    """
    gaps = abs(confusion.row_totals - confusion.column_totals)
    return number(gaps.sum()) / (2 * confusion.total)  # type: ignore[no-any-return]


def allocation_disagreement(confusion: ConfusionMatrix) -> Real:
    r"""Disagreement that swapping predictions would remove, with the margins untouched.

    .. math:: A = \sum_i \min(p_{i\cdot} - p_{ii}, \; p_{\cdot i} - p_{ii})

    The other part of the errors beside :func:`quantity_disagreement`.

    Parameters
    ----------
    confusion : ConfusionMatrix of shape (n_classes, n_classes)

    Returns
    -------
    float in [0, 1], or Fraction from exact cells.

    References
    ----------
    Pontius and Millones (2011), eqs. (4)-(5).

    Examples
    --------
    >>> from kappabook import ConfusionMatrix, allocation_disagreement
    >>> allocation_disagreement(ConfusionMatrix([[10, 10], [5, 75]]))
    0.1
    """
    errors = off_diagonal(confusion.cells)
    mended = np.minimum(errors.sum(axis=0), errors.sum(axis=1)).sum()
    return number(mended) / confusion.total  # type: ignore[no-any-return]


def kappa_limits(confusion: ConfusionMatrix) -> tuple[Real, Real]:
    r"""Smallest and largest kappa that any table with these margins can have.

    Chance agreement is fixed by the margins, so kappa is extreme where the trace is:

    .. math:: \max P_o = \sum_i \min(p_{i\cdot}, p_{\cdot i}), \qquad
              \min P_o = \max\bigl(0, \; \max_i (p_{i\cdot} + p_{\cdot i} - 1)\bigr).

    Both are attained, with whole counts if the margins are whole. *Maximum:* put the smaller
    margin on each diagonal cell; row i or column i is then used up, and what is left of the
    others fits off the diagonal. *Minimum:* diagonal cell i holds at least what its row and
    column cannot put elsewhere, :math:`p_{i\cdot} + p_{\cdot i} - 1`, which is positive for one
    class at most, since the sum over two classes never exceeds 0. Fill that cell so far; in what
    remains, of size m, every class has a row and a column total that sum to m at most, and this
    is (by max-flow min-cut) the condition for a table with an empty diagonal. For two classes
    the smallest :math:`P_o` is :math:`|p_{1\cdot} + p_{\cdot 1} - 1|`.

    Parameters
    ----------
    confusion : ConfusionMatrix of shape (n_classes, n_classes)
        Only its margins matter.

    Returns
    -------
    lowest, highest : float, or Fraction from exact cells
        Both nan, with UndefinedMetricWarning, when one class takes all.

    References
    ----------
    Cohen (1960), p. 42, for the maximum.

    Examples
    --------
    >>> from kappabook import ConfusionMatrix, kappa_limits
    >>> kappa_limits(ConfusionMatrix([[40, 10], [20, 30]]))
    (-0.8, 0.8)
    """
    cells, rows, columns, total = sums_of(confusion.cells)
    expected = number(rows @ others(columns))
    if expected == 0:
        nan = undefined("the range of kappa", "no disagreement is possible with these margins")
        return nan, nan
    misses = off_diagonal(cells)
    # Without the diagonal, in which both margins share, their difference does not cancel.
    fewest = number(np.maximum(misses.sum(axis=1) - misses.sum(axis=0), 0).sum())
    most = number(min(total, *(others(rows) + others(columns))))
    return (expected - total * most) / expected, (expected - total * fewest) / expected


def _of_two_classes(confusion: ConfusionMatrix, measure: str) -> NDArray[Any]:
    """Cells of a matrix of two classes; with another number an error names the measure."""
    if confusion.n_classes != 2:
        raise ValueError(
            f"the matrix has {confusion.n_classes} classes {list(confusion.labels)}; {measure} is "
            "defined for two. Join the others by confusion.one_vs_rest(label)."
        )
    return confusion.cells
