"""Table 1: levels of agreement for ranges of kappa, and where they come from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from kappabook.papers.cats_and_dogs.models import KEY
from kappabook.transcription import read_number

ROWS = ("none", "minimal", "weak", "moderate", "strong", "perfect")

# McHugh (2012), Biochemia Medica 22(3), Table 3, as published: value of kappa, level of agreement.
# Its last row reads "above .90".
MCHUGH = {
    "none": ("0", "0.20", "None"),
    "minimal": ("0.21", "0.39", "Minimal"),
    "weak": ("0.40", "0.59", "Weak"),
    "moderate": ("0.60", "0.79", "Moderate"),
    "strong": ("0.80", "0.90", "Strong"),
    "perfect": ("0.90", "1", "Almost Perfect"),
}


@dataclass(frozen=True)
class Level:
    """One row: the level's name and the kappas that it covers, both ends included."""

    name: str
    low: Fraction
    high: Fraction


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
