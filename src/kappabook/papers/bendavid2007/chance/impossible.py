r"""Chance agreements that no predictions can have: proof, and the cause that fits.

On MONK-3 (all five classifiers) and on Balance (Logistic) the printed chance is too small. What
is proved rests on print alone; that perfect folds, where :math:`(a - \kappa)/(1 - \kappa)` is
0/0, were stored as 0 is inferred: it gives the printed mean and half-width to four decimals.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import sqrt

from kappabook.papers.bendavid2007.printed.keys import CLASSIFIERS, DATASETS, FOLDS
from kappabook.papers.bendavid2007.printed.rounding import Within, between, exact
from kappabook.papers.bendavid2007.printed.tables import T9, Appendix, Cell, Key, keys, number

# The cells of the appendix that no predictions can have.
IMPOSSIBLE = (("balance-scale", "Logistic"), *keys(["monks-3"]))


def true_classes(printed: Mapping[str, str]) -> dict[str, int]:
    """Return the number of classes of each data set: Table 6's, but three for Balance."""
    classes = {name: int(number(printed, f"table6.{name}.classes")) for name in DATASETS}
    return {**classes, "balance-scale": 3}


# --- what is impossible -------------------------------------------------------------------------


def least_chance(accuracy: Fraction, classes: int) -> Fraction:
    r"""Bound the chance agreement of one table from below, given its accuracy.

    Let :math:`p_i, q_i` be its margins and :math:`d = 1 - a`. Then

    .. math:: P_c = \sum_i p_i q_i = \tfrac14 \sum_i (p_i + q_i)^2 - \tfrac14 \sum_i (p_i - q_i)^2
              \ge \frac1m - \frac{d^2}{2},

    since the sums :math:`p_i + q_i` add to 2, and the differences add to 0 and, without sign, to
    at most 2d. For two classes :math:`P_c = \frac12 - \frac{d^2}{2} + \frac12 (TP - TN)^2 +
    2\,FP\,FN` exactly; the bound is then :math:`a(2 - a)/2`, is attained, and is at least a/2.
    """
    return Fraction(1, classes) - (1 - accuracy) ** 2 / 2


def least_mean_chance(cell: Cell, classes: int) -> float:
    r"""Bound the mean chance over the folds by the mean and half-width of the accuracy.

    The bound of `least_chance` is concave in the accuracy, so that it may not be taken at the
    mean. But the mean of :math:`d^2` is :math:`\bar d^2` plus the variance over the folds, which
    the half-width tells. (Half the mean accuracy needs no half-width, and is a weaker bound.)
    """
    accuracy, width = between(cell.accuracy).low, between(cell.accuracy_ci).high
    mean_square = float(1 - accuracy) ** 2 + (FOLDS - 1) * float(width) ** 2 / T9**2
    return 1 / classes - mean_square / 2


def least_beside(cell: Cell, other: Cell) -> Fraction:
    r"""Bound the mean chance by that of another classifier on the same test folds.

    :math:`|\sum p_i q_i - \sum p_i q'_i| \le d + d'`, since each prediction margin differs from the
    true one by at most d (or d') in all; and this, being linear, holds for means. It needs no
    number of classes, only that both classifiers met the same test folds.
    """
    errors = 2 - between(cell.accuracy).low - between(other.accuracy).low
    return Fraction(between(other.chance).low - errors)


def impossible(cells: Appendix, classes: Mapping[str, int]) -> set[Key]:
    """Return the cells whose printed chance is below a bound, given the numbers of classes."""
    return {
        key
        for key, cell in cells.items()
        if between(cell.chance).high < least_mean_chance(cell, classes[key[0]])
    }


# --- the cause that fits ------------------------------------------------------------------------


def half_width_of_zeros(mean: float, zeros: int) -> float:
    r"""Return the half-width of ten numbers of which some are 0 and the others equal.

    With k zeros the others are :math:`10 m/(10 - k)`, and :math:`t_9 s/\sqrt{10} =
    \frac{t_9}{3} m \sqrt{k/(10 - k)}`.
    """
    return T9 * mean * sqrt(zeros / (FOLDS - zeros)) / sqrt(FOLDS - 1)


def fitting_zeros(cell: Cell) -> tuple[int, ...]:
    """Return the numbers of folds stored as 0 that give the printed half-width from the mean."""
    if exact(cell.chance) == 0:
        return (FOLDS,)
    width = between(cell.chance_ci)
    ends = between(cell.chance)
    return tuple(
        k
        for k in range(1, FOLDS)
        if half_width_of_zeros(float(ends.low), k) <= float(width.high)
        and half_width_of_zeros(float(ends.high), k) >= float(width.low)
    )


def chance_by_kappa(cell: Cell) -> Within:
    r"""Return the mean chance of the imperfect folds, each weighed by its 1 - kappa.

    :math:`1 - (1 - \bar a)/(1 - \bar\kappa)`: perfect folds add nothing to either mean, so their
    number does not enter. A second witness to `fitting_zeros`.
    """
    accuracy, kappa = between(cell.accuracy), between(cell.kappa)
    return Within(
        1 - (1 - accuracy.low) / (1 - kappa.high), 1 - (1 - accuracy.high) / (1 - kappa.low)
    )


def zeros_by_kappa(cell: Cell) -> tuple[int, ...]:
    """Return the numbers of folds stored as 0 whose mean fits `chance_by_kappa`."""
    chance, others = between(cell.chance), chance_by_kappa(cell)
    return tuple(
        k
        for k in range(1, FOLDS)
        if chance.low * FOLDS / (FOLDS - k) <= others.high
        and chance.high * FOLDS / (FOLDS - k) >= others.low
    )


def perfect_folds(cell: Cell) -> int:
    """Return how many folds were perfect, by the printed chance and its half-width.

    0 where nothing speaks for stored zeros: the chance does not vary as it would with them.
    """
    if exact(cell.accuracy) == 1:
        return FOLDS
    both = [k for k in fitting_zeros(cell) if k in zeros_by_kappa(cell)]
    return both[0] if len(both) == 1 else 0


# --- perfect folds, with the class counts -------------------------------------------------------

# Numbers of cases per class in the public data: an outside fact.
CLASS_COUNTS = {"monks-3": (204, 228), "balance-scale": (288, 49, 288)}


@cache
def perfect_chances(counts: tuple[int, ...], folds: int = FOLDS) -> tuple[Fraction, ...]:
    r"""Return the chance agreement :math:`\sum r_i^2` of each stratified fold, were it perfect.

    Stratifying deals the cases out class by class, one fold after the other, as cards. For the two
    data sets of `CLASS_COUNTS` the order of the classes changes which fold has which chance, and
    no more.
    """
    labels = [label for label, count in enumerate(counts) for _ in range(count)]
    dealt = [labels[fold::folds] for fold in range(folds)]
    return tuple(
        sum((Fraction(fold.count(i), len(fold)) ** 2 for i in range(len(counts))), Fraction(0))
        for fold in dealt
    )


# --- lower bounds for the average of Table 7 ----------------------------------------------------


def least_average(cells: Appendix, classes: Mapping[str, int]) -> Fraction:
    """Return the least average chance of Table 7 once perfect folds have a chance of 1/classes.

    From the printed cells and the inferred number of perfect folds: .3769 with the three classes
    that Balance has, .3762 with the five that Table 6 prints.
    """
    total = Fraction(0)
    for (dataset, _), cell in cells.items():
        total += exact(cell.chance) + Fraction(perfect_folds(cell), FOLDS * classes[dataset])
    return total / len(cells)


def least_average_proved(cells: Appendix) -> Fraction:
    """Return it from the proofs alone: two classes for MONK-3, the comparison for the others.

    No cause is inferred, and no number of classes used but that of MONK-3.
    """
    total = Fraction(0)
    for (dataset, classifier), cell in cells.items():
        bounds = [
            least_beside(cell, cells[dataset, other])
            for other in CLASSIFIERS
            if other != classifier
        ]
        if dataset == "monks-3":
            bounds = [Fraction(least_mean_chance(cell, 2))]
        total += max(exact(cell.chance), *bounds)
    return total / len(cells)
