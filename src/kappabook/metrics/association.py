"""Association of truth and prediction: Matthews correlation, Youden's J, and kappa from it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from kappabook.metrics._numbers import Real, number, off_diagonal, others, undefined
from kappabook.metrics._validation.rates import refuse_impossible
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


def kappa_from_youden(
    j: Any, prevalence: Any, *, predicted_prevalence: Any = None, fpr: Any = None
) -> Any:
    r"""Kappa as a function of Youden's J, the prevalence p and the share q predicted positive.

    .. math:: \kappa = \frac{2 p (1 - p) J}{p (1 - q) + q (1 - p)}, \qquad q = FPR + p J

    J alone does not give kappa: at the same J and p it depends on q, and at q = p (no bias)
    kappa is J. Give either q or the false positive rate. (The covariance of truth and prediction
    is p (1 - p) J, :math:`P_o - P_c` is twice that, and the denominator is :math:`1 - P_c`.)

    Parameters
    ----------
    j : float, Fraction or ndarray
        Youden's J, TPR - FPR, in [-1, 1].
    prevalence : float, Fraction or ndarray
        Share of positives in the truth, in [0, 1].
    predicted_prevalence, fpr : float, Fraction or ndarray
        Exactly one of them; shapes broadcast.

    Returns
    -------
    float, Fraction or ndarray
        nan where p = q = 0 or p = q = 1 (0/0); no warning, as this is plain arithmetic.

    Raises
    ------
    ValueError
        Both or none of the last two; values outside their range, or no (FPR, TPR) fits them.

    References
    ----------
    By algebra from the definitions, Cohen (1960) and Youden (1950).

    Examples
    --------
    >>> from fractions import Fraction
    >>> from kappabook.metrics.association import kappa_from_youden
    >>> kappa_from_youden(0.4, 0.5, predicted_prevalence=0.4)
    0.4
    >>> kappa_from_youden(Fraction(2, 5), Fraction(1, 10), fpr=Fraction(1, 5))
    Fraction(18, 73)
    """
    if (predicted_prevalence is None) == (fpr is None):
        raise ValueError("give either predicted_prevalence or fpr, and not both.")
    p = prevalence
    q = predicted_prevalence if fpr is None else fpr + p * j
    fpr = q - p * j if fpr is None else fpr
    tpr = fpr + j
    for name, rate in [("prevalence", p), ("predicted_prevalence", q), ("fpr", fpr), ("tpr", tpr)]:
        refuse_impossible(name, rate)
    above, below = 2 * p * (1 - p) * j, p * (1 - q) + q * (1 - p)
    if np.ndim(below) == 0:
        return above / below if below else math.nan
    above = np.broadcast_to(above, np.shape(below))
    return np.divide(above, below, out=np.full(np.shape(below), np.nan), where=below != 0)
