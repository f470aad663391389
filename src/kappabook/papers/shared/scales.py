"""Published scales that give a kappa a word."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Level:
    """One row of a scale: the level's name and the kappas that it covers, both ends included."""

    name: str
    low: Fraction
    high: Fraction


# McHugh (2012), Biochemia Medica 22(3), Table 3, for kappas with two decimals. Its last row
# reads "above .90": the 1 is ours, the largest kappa.
MCHUGH = tuple(
    Level(name, Fraction(low), Fraction(high))
    for name, low, high in (
        ("None", "0", "0.20"),
        ("Minimal", "0.21", "0.39"),
        ("Weak", "0.40", "0.59"),
        ("Moderate", "0.60", "0.79"),
        ("Strong", "0.80", "0.90"),
        ("Almost Perfect", "0.91", "1"),
    )
)
