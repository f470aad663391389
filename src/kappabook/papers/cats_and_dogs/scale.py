"""Table 1: levels of agreement for ranges of kappa, beside the scale that they come from."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import pairwise

from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Number, Proof, Statement
from kappabook.papers.cats_and_dogs import ledger_notes as notes
from kappabook.papers.cats_and_dogs.matrices import KEY, grid, read_data_sets, with_errors
from kappabook.papers.shared.findings import contested, number_if
from kappabook.papers.shared.scales import MCHUGH, Level
from kappabook.papers.shared.theorems import kappa_is_bounded
from kappabook.transcription import read_number

ROWS = ("none", "minimal", "weak", "moderate", "strong", "perfect")


def read_scale(printed: Mapping[str, str]) -> tuple[Level, ...]:
    """Read the printed rows of Table 1."""
    names = [f"{KEY}.table1.{row}" for row in ROWS]
    return tuple(
        Level(
            printed[name], read_number(printed[f"{name}-low"]), read_number(printed[f"{name}-high"])
        )
        for name in names
    )


def level_of(kappa: Fraction, scale: tuple[Level, ...]) -> str:
    """Return the level of a kappa, or nothing if no row covers it."""
    found = [level.name for level in scale if level.low <= kappa <= level.high]
    return found[0] if found else ""


def gaps(scale: tuple[Level, ...]) -> list[tuple[Fraction, Fraction]]:
    """List the open intervals between one row's end and the next row's beginning."""
    return [(a.high, b.low) for a, b in pairwise(scale) if a.high < b.low]


def has_one_level(kappa: Fraction, scale: tuple[Level, ...]) -> bool:
    """Say whether exactly one row covers a kappa."""
    return sum(level.low <= kappa <= level.high for level in scale) == 1


@check("table1.{row}", "table1.{row}-low", "table1.{row}-high", row=ROWS)
def row_of_scale(row: str) -> Findings:
    """Check a row against McHugh's scale."""
    level = MCHUGH[ROWS.index(row)]
    last = row == ROWS[-1]
    note = "McHugh writes above 0.90; with two decimals, from 0.91." if last else ""
    yield f"table1.{row}-low", Finding(Number(level.low), "external", note)
    if last:
        largest = with_errors(50, 50, 0).kappa
        attained = number_if(kappa_is_bounded() and largest == 1, largest)
        yield f"table1.{row}-high", Finding(attained, note=notes.OPEN)
        longer = Proof(goes_on_to_perfect, level.name, (level.name,))
        yield f"table1.{row}", Finding(longer, "external", notes.PERFECT, "contested")
    else:
        yield f"table1.{row}-high", Finding(Number(level.high), "external")
        named = Proof(str.__eq__, level.name, (level.name,))
        yield f"table1.{row}", Finding(named, "external")


@check("table1.cover")
def cover(printed: Mapping[str, str]) -> Finding:
    """Check whether the scale covers every kappa."""
    scale = read_scale(printed)
    holes = gaps(scale)
    data_sets = read_data_sets(printed)
    models = sum(len(grid(*pair)) for pair in data_sets)
    missed = sum(count_in_gaps(*pair, tuple(holes)) for pair in data_sets)
    note = notes.COVER.format(gaps=len(holes), missed=missed, models=models)
    shown = f"to two decimals; {len(holes)} gaps between"
    rounded = Statement(covers_two_decimals, given=(scale,), witness=(scale[1:],), shown=shown)
    return contested(rounded, note)


def covers_two_decimals(scale: tuple[Level, ...]) -> bool:
    """Say whether each kappa from 0.00 to 1.00 has exactly one level."""
    return all(has_one_level(Fraction(i, 100), scale) for i in range(101))


@check("table1.useful")
def useful() -> Finding:
    """Check the least useful kappa against McHugh's advice."""
    moderate = Number(MCHUGH[ROWS.index("moderate")].low)
    return Finding(moderate, "external", notes.USEFUL, "contested")


@cache
def count_in_gaps(cats: int, dogs: int, holes: tuple[tuple[Fraction, Fraction], ...]) -> int:
    """Count the models of one data set whose kappa has no level."""
    return sum(any(a < model.kappa < b for a, b in holes) for model in grid(cats, dogs))


def goes_on_to_perfect(text: str, record: str) -> bool:
    """Say whether a printed name is the recorded one, carried on to that of a kappa of 1."""
    return text == f"{record} to Perfect"
