r"""Chance agreements that no predictions can have: proof, the cause that fits, and what is right.

On Monks-3 (all five classifiers) and on Balance (Logistic) the printed chance is too small. What
is proved rests on print alone. That perfect folds, where :math:`(a - \kappa)/(1 - \kappa)` is
0/0, were stored as 0 is inferred: it gives the printed mean and half-width to four decimals. What
the six come to is then known between two ends: the printed folds that were not perfect, and, for
the perfect ones, the chance that the classes of a stratified fold give.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import sqrt

from kappabook.audit.printed import AuditError, Printed
from kappabook.papers.bendavid2007.definitions import (
    AVERAGE,
    CLASSIFIERS,
    DATASETS,
    FOLDS,
    T9,
    Appendix,
    Cell,
    Key,
    Within,
    between,
    cell,
    exact,
    keys,
    mean_within,
)

# The cells of the appendix that no predictions can have.
IMPOSSIBLE = (("balance-scale", "Logistic"), *keys(["monks-3"]))


def true_classes(p: Printed) -> dict[str, int]:
    """Return the number of classes of each data set: Table 6's, but three for Balance."""
    classes = {name: int(p[f"table6.{name}.classes"]) for name in DATASETS}
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
        for key, one in cells.items()
        if between(one.chance).high < least_mean_chance(one, classes[key[0]])
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
    for (dataset, _), one in cells.items():
        total += exact(one.chance) + Fraction(perfect_folds(one), FOLDS * classes[dataset])
    return total / len(cells)


def least_average_proved(cells: Appendix) -> Fraction:
    """Return it from the proofs alone: two classes for Monks-3, the comparison for the others.

    No cause is inferred, and no number of classes used but that of Monks-3.
    """
    total = Fraction(0)
    for (dataset, classifier), one in cells.items():
        bounds = [
            least_beside(one, cells[dataset, other]) for other in CLASSIFIERS if other != classifier
        ]
        if dataset == "monks-3":
            bounds = [Fraction(least_mean_chance(one, 2))]
        total += max(exact(one.chance), *bounds)
    return total / len(cells)


# --- what is right --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Imputed:
    """Mean chance over the folds, and the half-width of its interval.

    `known` says that all ten folds were perfect: then their classes decide the chance, and no
    cause need be inferred.
    """

    chance: Within
    half_width: Within
    known: bool = False


def imputed(p: Printed, key: Key) -> Imputed:
    """Impute the chance of one impossible cell of the appendix."""
    columns = ("accuracy", "kappa", "chance", "chance-ci")
    return impute(cell(p, key, columns), CLASS_COUNTS[key[0]])


@cache
def impute(cell: Cell, counts: tuple[int, ...]) -> Imputed:
    """Put the chance of perfect stratified folds where the printed mean has zeros.

    Raises
    ------
    AuditError
        The printed numbers of the cell fit no number of perfect folds.
    """
    perfect = perfect_folds(cell)
    if perfect == 0:
        raise AuditError(
            f"chance {cell.chance} with half-width {cell.chance_ci} fits no number of perfect "
            "folds stored as 0; check accuracy, kappa and chance of this cell."
        )
    chances = sorted(perfect_chances(counts))
    # Whichever folds were perfect.
    added = Within(Fraction(sum(chances[:perfect])), Fraction(sum(chances[-perfect:])))
    added = added.times(Fraction(1, FOLDS))
    if perfect == FOLDS:
        width = _half_width(_sum_of_squares(perfect_chances(counts)))
        return Imputed(added, Within(width, width), known=True)
    printed = between(cell.chance)
    chance = Within(printed.low + added.low, printed.high + added.high)
    return Imputed(chance, _half_width_range(cell, perfect, added, counts))


def _half_width_range(cell: Cell, perfect: int, added: Within, counts: tuple[int, ...]) -> Within:
    """Bound the half-width: the squares that stored zeros leave unexplained, and the new ones.

    The sum of squares of ten numbers is that within the two groups, perfect folds and others, and
    that between them: k (10 - k)/10 times the squared difference of the groups' means.
    """
    mean, width = between(cell.chance), between(cell.chance_ci)
    others = FOLDS - perfect
    between_groups = perfect * others / FOLDS
    ends = (
        FOLDS * (FOLDS - 1) * float(w) ** 2 / T9**2
        - between_groups * (float(m) * FOLDS / others) ** 2
        for w, m in ((width.low, mean.high), (width.high, mean.low))
    )
    within = [max(0.0, end) for end in ends]
    apart = [
        abs(float(p * FOLDS / perfect - m * FOLDS / others))
        for p in (added.low, added.high)
        for m in (mean.low, mean.high)
    ]
    chances = perfect_chances(counts)
    spread = perfect * float(max(chances) - min(chances)) ** 2 / 4
    return Within(
        _half_width(within[0] + between_groups * min(apart) ** 2),
        _half_width(within[1] + between_groups * max(apart) ** 2 + spread),
    )


def _half_width(sum_of_squares: float) -> float:
    return T9 * sqrt(sum_of_squares / (FOLDS * (FOLDS - 1)))


def _sum_of_squares(values: Sequence[Fraction]) -> float:
    mean = sum(values, Fraction(0)) / len(values)
    return float(sum((value - mean) ** 2 for value in values))


# --- chances and averages of chances -------------------------------------------------------------


def chance(p: Printed, key: Key, column: str = "chance") -> Within:
    """Return the ends of a cell's chance, or of its half-width: printed, or else imputed.

    `column` is ``chance`` or ``chance-ci``.
    """
    if key not in IMPOSSIBLE:
        return between(getattr(cell(p, key, [column]), column.replace("-", "_")))
    found = imputed(p, key)
    return found.chance if column == "chance" else found.half_width


def mean_chance(p: Printed, of: Iterable[Key], column: str = "chance") -> Within:
    """Average the chances of some cells, or their half-widths, the impossible ones imputed."""
    return mean_within(chance(p, key, column) for key in of)


def table_7(p: Printed) -> dict[str, Within]:
    """Average the chance of Balance, of Monks-3 and of all 75 cells anew."""
    rows = {"balance-scale": ["balance-scale"], "monks-3": ["monks-3"], AVERAGE: list(DATASETS)}
    return {name: mean_chance(p, keys(datasets)) for name, datasets in rows.items()}
