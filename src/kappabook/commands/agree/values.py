"""What was measured of pairs, raters and items."""

from __future__ import annotations

from dataclasses import dataclass

from kappabook.commands.words import Value


@dataclass(frozen=True)
class Pair:
    """Two raters: kappa, what kappa is made of, and their table (rows are the first rater)."""

    raters: tuple[str, str]
    estimate: float
    low: float
    high: float
    n_items: int
    observed: float
    chance: float
    confusion: list[list[int]]


@dataclass(frozen=True)
class Margins:
    """What one rater says how often, and how much more often than the others on her items."""

    rater: str
    n_items: int
    shares: dict[str, float]
    more_than_others: dict[str, float]


@dataclass(frozen=True)
class Fought:
    """An item and how far its raters disagree: 0 not at all, 1 as far as can be."""

    item: str
    disagreement: float
    ratings: dict[str, str]


@dataclass(frozen=True)
class SelfAgreement:
    """One rater's repeated runs, compared with each other."""

    rater: str
    n_runs: int
    n_items: int
    percent_agreement: Value
    alpha: Value
