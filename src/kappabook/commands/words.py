"""How numbers and findings are said in text, JSON and HTML."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple


class Grid(NamedTuple):
    """A table of texts: its title, its head and its rows; the first cell of a row names it."""

    title: str
    head: list[str]
    rows: list[list[str]]


class Finding(NamedTuple):
    """A sentence, and what does not follow from it."""

    finding: str
    does_not_say: str


@dataclass(frozen=True)
class Value:
    """A coefficient and its interval; nan where it is undefined."""

    estimate: float
    low: float
    high: float
    caution: str = ""


def percent(share: float, digits: int = 0) -> str:
    """Write a share as a percentage."""
    return "undefined" if math.isnan(share) else f"{100 * share:.{digits}f} %"


def points(difference: float) -> str:
    """Write a difference of shares, with its sign, in points of percent."""
    if math.isnan(difference):
        return "-"
    return f"{round(100 * difference):+d}".replace("+0", "0")


def number(value: float, digits: int = 4) -> str:
    """Write a number, or a dash where it is undefined."""
    return "-" if math.isnan(value) else f"{value:.{digits}f}"


def interval(level: float) -> str:
    """Name the intervals of a level."""
    return f"{100 * level:g} % interval"


def span(value: Value, level: float) -> str:
    """Write a coefficient with its interval."""
    if math.isnan(value.estimate):
        return "undefined"
    if math.isnan(value.low):
        return f"{value.estimate:.2f}, no interval"
    return f"{value.estimate:.2f}, {interval(level)} {value.low:.2f} to {value.high:.2f}"
