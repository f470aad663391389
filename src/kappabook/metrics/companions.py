"""The numbers a critic asks for beside kappa: prevalence, bias, quantity, allocation."""

from __future__ import annotations

import numpy as np

from kappabook.metrics._cells import tame
from kappabook.metrics._numbers import Real, number
from kappabook.metrics.confusion import ConfusionMatrix


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
    cells = tame(two_classes(confusion, "the prevalence index").cells)
    return number(cells[1, 1] - cells[0, 0]) / number(cells.sum())  # type: ignore[no-any-return]


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
    cells = tame(two_classes(confusion, "the bias index").cells)
    return number(cells[0, 1] - cells[1, 0]) / number(cells.sum())  # type: ignore[no-any-return]


def pabak(confusion: ConfusionMatrix) -> Real:
    r"""Prevalence-adjusted bias-adjusted kappa: chance is 1/k whatever the margins.

    .. math:: PABAK = \frac{P_o - 1/k}{1 - 1/k}, \qquad 2 P_o - 1 \text{ for two classes}

    For more than two classes this is the S of Bennett, Alpert and Goldstein, which is also the
    kappa of the summed one-vs-rest tables (``average='micro'`` of `per_class_kappas`).

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
    cells = tame(confusion.cells)
    agreements, total = number(cells.trace()), number(cells.sum())
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
    cells = tame(confusion.cells)
    gaps = abs(cells.sum(axis=1) - cells.sum(axis=0))
    return number(gaps.sum()) / (2 * number(cells.sum()))  # type: ignore[no-any-return]


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
    cells = tame(confusion.cells)
    errors = cells.copy()
    np.fill_diagonal(errors, 0)
    mended = np.minimum(errors.sum(axis=0), errors.sum(axis=1)).sum()
    return number(mended) / number(cells.sum())  # type: ignore[no-any-return]


def two_classes(confusion: ConfusionMatrix, measure: str) -> ConfusionMatrix:
    """Raise an error, naming the measure, if the matrix has not two classes."""
    if confusion.n_classes != 2:
        raise ValueError(
            f"the matrix has {confusion.n_classes} classes {list(confusion.labels)}; {measure} is "
            "defined for two. Join classes first, or take one class against the rest."
        )
    return confusion
