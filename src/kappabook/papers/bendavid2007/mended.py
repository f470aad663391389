"""What the impossible chances come to, and all that was computed from them.

Each value is known between two ends: the printed folds that were not perfect, and, for the perfect
ones, the chance that the classes of a stratified fold give. `artefact` says why.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import sqrt

from kappabook.papers.bendavid2007.appendix import T9
from kappabook.papers.bendavid2007.artefact import (
    CLASS_COUNTS,
    Key,
    perfect_chances,
    perfect_folds,
    perfect_sum,
)
from kappabook.papers.bendavid2007.keys import (
    AVERAGE,
    CLASSIFIERS,
    DATASETS,
    FOLDS,
    KEY,
    TABLES,
)
from kappabook.papers.bendavid2007.printed import Cell, row
from kappabook.papers.bendavid2007.rounding import (
    Within,
    between,
)
from kappabook.transcription import LedgerError

# The cells of the appendix that no predictions can have.
CELLS: tuple[Key, ...] = (
    ("balance-scale", "Logistic"),
    *(("monks-3", classifier) for classifier in CLASSIFIERS),
)


@dataclass(frozen=True)
class Mended:
    """Mean chance over the folds, and the half-width of its interval."""

    chance: Within
    half_width: Within


@cache
def mend(cell: Cell, counts: tuple[int, ...]) -> Mended:
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
    added = perfect_sum(counts, perfect).over(FOLDS)
    if perfect == FOLDS:
        width = _half_width(_sum_of_squares(perfect_chances(counts)))
        return Mended(added, Within(width, width))
    printed = between(cell.chance)
    return Mended(
        printed.plus(added.low, added.high), _half_width_range(cell, perfect, added, counts)
    )


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


def mended_cells(printed: Mapping[str, str]) -> dict[Key, Mended]:
    """Mend the six impossible cells of the appendix."""
    return {
        (dataset, classifier): mend(
            row(printed, TABLES[classifier], dataset), CLASS_COUNTS[dataset]
        )
        for dataset, classifier in CELLS
    }


# --- averages -----------------------------------------------------------------------------------


@cache
def mean_within(texts: tuple[str, ...], mended: tuple[Within | None, ...]) -> Within:
    """Average printed numbers, some of them replaced by what they come to."""
    total = Within(Fraction(0), Fraction(0))
    for text, value in zip(texts, mended, strict=True):
        value = value or between(text)
        total = total.plus(value.low, value.high)
    return total.over(len(texts))


def table_7(printed: Mapping[str, str], cells: Mapping[Key, Mended]) -> dict[str, Mended]:
    """Average the chance of Balance, of MONK-3 and of all 75 cells anew."""
    rows: dict[str, list[Key]] = {
        dataset: [(dataset, classifier) for classifier in CLASSIFIERS]
        for dataset in ("balance-scale", "monks-3")
    }
    rows[AVERAGE] = [(dataset, classifier) for dataset in DATASETS for classifier in CLASSIFIERS]
    return {name: _mean_of(printed, keys, cells) for name, keys in rows.items()}


def appendix_averages(printed: Mapping[str, str], cells: Mapping[Key, Mended]) -> dict[str, Mended]:
    """Average the chance of Tables A.1-A.5 anew, by classifier."""
    return {
        classifier: _mean_of(printed, [(dataset, classifier) for dataset in DATASETS], cells)
        for classifier in CLASSIFIERS
    }


def _mean_of(
    printed: Mapping[str, str], keys: Sequence[Key], cells: Mapping[Key, Mended]
) -> Mended:
    chances, widths = (
        tuple(printed[f"{KEY}.{TABLES[c]}.{d}.{column}"] for d, c in keys)
        for column in ("chance", "chance-ci")
    )
    known = [cells.get(key) for key in keys]
    return Mended(
        mean_within(chances, tuple(cell and cell.chance for cell in known)),
        mean_within(widths, tuple(cell and cell.half_width for cell in known)),
    )


# --- relative differences -----------------------------------------------------------------------


def relative_difference(low: Within, high: Within) -> Within:
    """Return by how many per cent one chance exceeds another."""
    return Within(
        100 * (Fraction(high.low) / Fraction(low.high) - 1),
        100 * (Fraction(high.high) / Fraction(low.low) - 1),
    )


def differences(
    printed: Mapping[str, str], cells: Mapping[Key, Mended]
) -> dict[str, tuple[str, str, Within]]:
    """Return lowest and highest classifier, and the difference, for Balance and MONK-3.

    Raises
    ------
    LedgerError
        The ends overlap, so that it is not certain which classifier is lowest or highest.
    """
    found = {}
    for dataset in ("balance-scale", "monks-3"):
        chances = {
            classifier: cells[dataset, classifier].chance
            if (dataset, classifier) in cells
            else between(printed[f"{KEY}.{TABLES[classifier]}.{dataset}.chance"])
            for classifier in CLASSIFIERS
        }
        lowest = min(chances, key=lambda name: chances[name].high)
        highest = max(chances, key=lambda name: chances[name].low)
        if any(chances[lowest].high >= chances[c].low for c in chances if c != lowest):
            raise LedgerError(f"{dataset}: the lowest chance is not certain: {chances}.")
        found[dataset] = (
            lowest,
            highest,
            relative_difference(chances[lowest], chances[highest]),
        )
    return found
