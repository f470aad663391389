"""Association of truth and prediction: Matthews correlation and Youden's J."""

from __future__ import annotations

import math

import numpy as np

from kappabook.metrics._numbers import Real, number, off_diagonal, others, undefined
from kappabook.metrics.companions import two_classes
from kappabook.metrics.confusion import ConfusionMatrix


def matthews_correlation(
    confusion: ConfusionMatrix, *, replace_undefined_by: float = math.nan
) -> float:
    r"""Matthews correlation, for any number of classes.

    .. math:: R_K = \frac{P_o - P_c}
                   {\sqrt{\bigl(1 - \sum_i p_{i\cdot}^2\bigr) \bigl(1 - \sum_i p_{\cdot i}^2\bigr)}}

    Kappa has the same numerator above :math:`1 - P_c`, which is never smaller than this root
    (Cauchy-Schwarz, then the inequality of the means), and equal to it only if the two margins
    agree. So :math:`|\kappa| \le |R_K|`, with equality exactly when both are 0 or the margins
    agree.

    Parameters
    ----------
    confusion : ConfusionMatrix of shape (n_classes, n_classes)
    replace_undefined_by : float, default=nan
        Returned, with UndefinedMetricWarning, when the truth or the prediction is constant. (Kappa
        is then 0, unless both are the same constant.)

    Returns
    -------
    float in [-1, 1]

    References
    ----------
    Matthews (1975). Gorodkin (2004), eq. (8), Comput. Biol. Chem. 28.

    Examples
    --------
    >>> from kappabook import ConfusionMatrix
    >>> from kappabook.metrics.association import matthews_correlation
    >>> round(matthews_correlation(ConfusionMatrix([[40, 10], [20, 30]])), 6)
    0.408248
    """
    cells, rows, columns, total = confusion._numbers()
    if min(np.count_nonzero(rows), np.count_nonzero(columns)) == 1:
        reason = "the truth or the prediction is constant (0/0)"
        return undefined("the Matthews correlation", reason, replace_undefined_by)
    covariance = number(rows @ others(columns)) - total * number(off_diagonal(cells).sum())
    spreads = number(rows @ others(rows)), number(columns @ others(columns))
    if isinstance(covariance, float):
        return float(covariance / (math.sqrt(spreads[0]) * math.sqrt(spreads[1])))
    # Squared first: the quotient of exact numbers of any size is rounded once.
    size = math.sqrt(covariance**2 / (spreads[0] * spreads[1]))
    return size if covariance >= 0 else -size


def youden_index(confusion: ConfusionMatrix, *, replace_undefined_by: float = math.nan) -> Real:
    r"""Youden's J: the true positive rate minus the false positive rate.

    .. math:: J = \frac{p_{11}}{p_{1\cdot}} + \frac{p_{00}}{p_{0\cdot}} - 1 = TPR - FPR

    The second class is the positive one; J is the same for either choice. Rows are the truth.

    Parameters
    ----------
    confusion : ConfusionMatrix of shape (2, 2)
    replace_undefined_by : float, default=nan
        Returned, with UndefinedMetricWarning, when one class never occurs.

    Returns
    -------
    float in [-1, 1], or Fraction from exact cells.

    Raises
    ------
    ValueError
        The matrix has not two classes.

    References
    ----------
    Youden (1950), Cancer 3, pp. 32-35.

    Examples
    --------
    >>> from kappabook import ConfusionMatrix
    >>> from kappabook.metrics.association import youden_index
    >>> youden_index(ConfusionMatrix([[40, 10], [20, 30]]))
    0.4
    """
    cells, rows, _, _ = two_classes(confusion, "Youden's J")._numbers()
    if not rows.all():
        absent = confusion.labels[int(np.argmin(rows != 0))]
        reason = f"class {absent!r} never occurs in the truth (0/0)"
        return undefined("Youden's J", reason, replace_undefined_by)
    (tn, fp), (fn, tp) = (map(number, row) for row in cells)
    return (tp * tn - fp * fn) / number(rows[0] * rows[1])  # type: ignore[no-any-return]
