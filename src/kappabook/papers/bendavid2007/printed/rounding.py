"""What rounded inputs allow, and values that are known only between two ends."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from kappabook.ledger import Finding, Interval, Number, Proof
from kappabook.printed import half_unit
from kappabook.transcription import read_number

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

    @property
    def middle(self) -> float | Fraction:
        """Halfway between the ends."""
        return (self.low + self.high) / 2

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

    def times(self, factor: int | Fraction) -> Within:
        """Multiply by a positive number."""
        return Within(self.low * factor, self.high * factor)


@cache
def between(text: str) -> Within:
    """Return the ends of what rounds to a printed number."""
    return Within(exact(text) - half(text), exact(text) + half(text))


def mean_within(values: Iterable[Within]) -> Within:
    """Average values that are each known between two ends."""
    ends = [(value.low, value.high) for value in values]
    low, high = (sum(end, Fraction(0)) / len(ends) for end in zip(*ends, strict=True))
    return Within(low, high)


def named(name: str) -> Proof:
    """Agree with this name, such as that of a classifier, letter by letter."""
    return Proof(str.__eq__, name, (name,))


def mean(texts: Iterable[str]) -> Fraction:
    """Average printed numbers exactly."""
    numbers = [exact(text) for text in texts]
    return sum(numbers, Fraction(0)) / len(numbers)


def from_rounded(
    printed: str, value: Fraction, ends: Within, note: str = "", evidence: str = "proved"
) -> Finding:
    """Judge a number computed from rounded inputs.

    ``reproduced`` if it rounds to the printed text; ``consistent`` if only some unrounded inputs
    do, which give values between `ends`.
    """
    if Number(value).agrees(printed):
        return Finding(Number(value), evidence, note)
    why = f"From the rounded inputs {float(value):.6g}, which rounds otherwise; the unrounded "
    why += f"ones allow {float(ends.low):.6g} to {float(ends.high):.6g}. {note}"
    return Finding(Interval(ends.low, ends.high), evidence, why.strip(), "consistent")


def mean_of_rounded(printed: str, texts: Iterable[str]) -> Finding:
    """Judge a printed average of printed numbers."""
    texts = tuple(texts)
    value, slack = mean(texts), sum(map(half, texts), Fraction(0)) / len(texts)
    return from_rounded(printed, value, Within(value - slack, value + slack))
