"""What rounded inputs allow, and values that are known only between two ends."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from kappabook.ledger import Finding, Interval, Number
from kappabook.transcription import half_unit, read_number

# A number, or a bound for it: `0.378`, `below 0.006`.
_TEXT = re.compile(r"(below )?(\d+(?:\.\d+)?)")

exact = cache(read_number)
half = cache(half_unit)


@dataclass(frozen=True)
class Within:
    """A value known to lie between two ends; a text is right only if it is right at both.

    So a correction has no digit that is not certain. A text may also bound the value from above,
    ``below 0.006``; then no smaller number of as many decimals would do.
    """

    low: float | Fraction
    high: float | Fraction

    def agrees(self, printed: str) -> bool:
        """Say whether the text is certain, whichever value between the ends is the true one."""
        match = _TEXT.fullmatch(printed)
        if match is None:
            return False
        value, slack = exact(match[2]), half(match[2])
        if match[1]:
            return value - 2 * slack <= self.high < value
        return value - slack <= self.low and self.high <= value + slack

    def __str__(self) -> str:
        return f"between {float(self.low):.5g} and {float(self.high):.5g}"

    def plus(self, low: float | Fraction, high: float | Fraction) -> Within:
        """Add a number that itself is known between two ends."""
        return Within(self.low + low, self.high + high)

    def over(self, count: int) -> Within:
        """Divide by a number of cases."""
        return Within(self.low / count, self.high / count)


@dataclass(frozen=True)
class Name:
    """A name, such as that of a classifier, compared with the printed one letter by letter."""

    text: str

    def agrees(self, printed: str) -> bool:
        """Say whether this is the name that is printed."""
        return printed == self.text

    def __str__(self) -> str:
        return self.text


@cache
def between(text: str) -> Within:
    """Return the ends of what rounds to a printed number."""
    return Within(exact(text) - half(text), exact(text) + half(text))


@cache
def mean(texts: tuple[str, ...]) -> Fraction:
    """Average printed numbers exactly."""
    return sum((exact(text) for text in texts), Fraction(0)) / len(texts)


def from_rounded(
    printed: str, value: Fraction, low: Fraction, high: Fraction, note: str = ""
) -> Finding:
    """Judge a number computed from rounded inputs.

    ``reproduced`` if it rounds to the printed text; ``consistent`` if only some unrounded inputs
    do, which give values from `low` to `high`.
    """
    if Number(value).agrees(printed):
        return Finding(Number(value), note=note)
    why = f"From the rounded inputs {float(value):.6g}, which rounds otherwise; the unrounded "
    why += f"ones allow {float(low):.6g} to {float(high):.6g}."
    return Finding(Interval(low, high), note=f"{why} {note}".strip(), verdict="consistent")


def mean_of_rounded(printed: str, texts: tuple[str, ...], note: str = "") -> Finding:
    """Judge a printed average of printed numbers."""
    value, slack = mean(texts), mean_slack(texts)
    return from_rounded(printed, value, value - slack, value + slack, note)


@cache
def mean_slack(texts: tuple[str, ...]) -> Fraction:
    """Return how far the average of rounded numbers can be from that of the unrounded ones."""
    return sum((half(text) for text in texts), Fraction(0)) / len(texts)
