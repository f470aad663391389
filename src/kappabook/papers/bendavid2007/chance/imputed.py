"""What the impossible chances come to, and the averages that hold them.

Each value is known between two ends: the printed folds that were not perfect, and, for the perfect
ones, the chance that the classes of a stratified fold give. `impossible` says why.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from kappabook.checks import derived
from kappabook.ledger import Finding
from kappabook.papers.bendavid2007.chance.impossible import (
    CLASS_COUNTS,
    IMPOSSIBLE,
    perfect_chances,
    perfect_folds,
)
from kappabook.papers.bendavid2007.printed.keys import AVERAGE, DATASETS, FOLDS, KEY, TABLES
from kappabook.papers.bendavid2007.printed.rounding import Within, between, mean_within
from kappabook.papers.bendavid2007.printed.tables import T9, Cell, Key, keys, row
from kappabook.transcription import LedgerError

NAMES = {"balance-scale": "Balance", "monks-3": "MONK-3"}
CAUSE = (
    "The value rests on perfect folds having been stored as 0, which gives the printed half-width."
)


def class_counts(datasets: Iterable[str]) -> str:
    """Say how many cases each class has, on those of the data sets that have impossible cells."""
    used = set(datasets)
    told = [
        f"{NAMES[name]} {', '.join(map(str, CLASS_COUNTS[name]))}" for name in NAMES if name in used
    ]
    return f"Class counts of the public data: {'; '.join(told)}."


def inferred(value: Within, datasets: Iterable[str]) -> Finding:
    """Return the finding for a value that rests on the cause that fits, on these data sets."""
    return Finding(value, "inferred", f"{CAUSE} {class_counts(datasets)}")


# --- one cell -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Imputed:
    """Mean chance over the folds, and the half-width of its interval.

    `known` says that all ten folds were perfect: then their classes decide the chance, and no
    cause need be inferred.
    """

    chance: Within
    half_width: Within
    known: bool = False


@derived
def imputed_cell(printed: Mapping[str, str], dataset: str, classifier: str) -> Imputed:
    """Impute the chance of one impossible cell of the appendix."""
    columns = ("accuracy", "kappa", "chance", "chance-ci")
    return impute(row(printed, TABLES[classifier], dataset, columns), CLASS_COUNTS[dataset])


def imputed_cells(printed: Mapping[str, str]) -> dict[Key, Imputed]:
    """Impute the six impossible cells of the appendix."""
    return {key: imputed_cell(printed, *key) for key in IMPOSSIBLE}


def impute(cell: Cell, counts: tuple[int, ...]) -> Imputed:
    """Put the chance of perfect stratified folds where the printed mean has zeros.

    Raises
    ------
    LedgerError
        The printed numbers of the cell fit no number of perfect folds.
    """
    perfect = perfect_folds(cell)
    if perfect == 0:
        raise LedgerError(
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


def chance(printed: Mapping[str, str], key: Key, column: str = "chance") -> Within:
    """Return the ends of a cell's chance, or of its half-width: printed, or else imputed.

    Parameters
    ----------
    printed : mapping of str to str
        The printed text of every claim, by id.
    key : (str, str)
        Data set and classifier.
    column : {'chance', 'chance-ci'}
    """
    if key not in IMPOSSIBLE:
        dataset, classifier = key
        return between(printed[f"{KEY}.{TABLES[classifier]}.{dataset}.{column}"])
    found = imputed_cell(printed, *key)
    return found.chance if column == "chance" else found.half_width


@derived
def mean_chance(
    printed: Mapping[str, str], cells: tuple[Key, ...], column: str = "chance"
) -> Within:
    """Average the chances of some cells, or their half-widths, the impossible ones imputed."""
    return mean_within(chance(printed, key, column) for key in cells)


def table_7(printed: Mapping[str, str]) -> dict[str, Within]:
    """Average the chance of Balance, of MONK-3 and of all 75 cells anew."""
    rows = {"balance-scale": ["balance-scale"], "monks-3": ["monks-3"], AVERAGE: list(DATASETS)}
    return {name: mean_chance(printed, keys(datasets)) for name, datasets in rows.items()}
