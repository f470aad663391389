"""How far accuracy, the Matthews correlation or F1 leaves kappa open: sharp bounds, two classes."""

from __future__ import annotations

from typing import Any

from kappabook.metrics import ConfusionMatrix


def kappa_given_accuracy(accuracy: Any) -> tuple[Any, Any]:
    r"""Smallest and largest kappa of a 2 x 2 table with this accuracy a.

    .. math:: -\frac{1 - a}{1 + a} \;\le\; \kappa \;\le\; \frac{a^2}{1 + (1 - a)^2}

    By Byrt, Bishop and Carlin, :math:`\kappa = 1 - 2(1 - a) / (1 - PI^2 + BI^2)`. PI lies
    within plus or minus a, BI within 1 - a, and they are free of each other. The largest kappa has
    PI = 0 and all errors on one side; the smallest has all hits in one class and BI = 0.

    Examples
    --------
    >>> from fractions import Fraction
    >>> kappa_given_accuracy(Fraction(19, 20))
    (Fraction(-1, 39), Fraction(361, 401))
    """
    return (accuracy - 1) / (1 + accuracy), accuracy**2 / (1 + (1 - accuracy) ** 2)


def kappa_given_mcc(mcc: Any) -> tuple[Any, Any]:
    r"""Smallest and largest kappa of a 2 x 2 table with this Matthews correlation r, 0 <= r <= 1.

    .. math:: \frac{2 r^2}{1 + r^2} \;\le\; \kappa \;\le\; r

    With :math:`x = \frac{p (1 - q)}{q (1 - p)}`, or its inverse, the one at most 1,
    :math:`\kappa = r \, 2\sqrt x / (1 + x)`; and margins with that x allow no correlation above
    :math:`\sqrt x`. So x runs from r squared (one kind of error only) to 1 (equal margins).

    Raises
    ------
    ValueError
        r below 0: there kappa can be anything from r to 0.

    Examples
    --------
    >>> from fractions import Fraction
    >>> kappa_given_mcc(Fraction(1, 2))
    (Fraction(2, 5), Fraction(1, 2))
    """
    if mcc < 0:
        raise ValueError(f"mcc is {mcc}; below 0 kappa only lies between it and 0.")
    return 2 * mcc**2 / (1 + mcc**2), mcc


def kappa_given_f1(f1: Any) -> tuple[Any, Any]:
    r"""Bounds of kappa of a 2 x 2 table with this F1: F - 1 is reached, F only approached.

    .. math:: F - 1 \;\le\; \kappa \;<\; F

    F1 does not see the true negatives. Kappa rises with their number towards F; without any,
    and with as many false alarms as misses, it is F - 1.

    Examples
    --------
    >>> from fractions import Fraction
    >>> kappa_given_f1(Fraction(9, 10))
    (Fraction(-1, 10), Fraction(9, 10))
    """
    return f1 - 1, f1


def extreme_tables() -> dict[str, tuple[ConfusionMatrix, ConfusionMatrix]]:
    """Return tables that reach both bounds: for accuracy 0.9, Matthews 1/2 and F1 0.9.

    The upper one of F1, with a thousand million true negatives, comes close.
    """
    return {
        "accuracy": (ConfusionMatrix([[0, 5], [5, 90]]), ConfusionMatrix([[45, 10], [0, 45]])),
        "mcc": (ConfusionMatrix([[6, 2], [0, 1]]), ConfusionMatrix([[3, 1], [1, 3]])),
        "f1": (ConfusionMatrix([[0, 1], [1, 9]]), ConfusionMatrix([[10**9, 1], [1, 9]])),
    }
