"""How an answer is compared: numbers, lists of them, words, a property, a function that is run.

A rule turns an answer into a key, a tuple of short texts, so that right and wrong answers can be
stored as hashes; `accepted` gives the keys of the right answer, `slips` those of the mistakes
that any number invites.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from fractions import Fraction
from math import floor
from typing import Any

from kappabook.teaching.exercises import functions, open_questions
from kappabook.teaching.exercises.parse import (
    UnreadableError,
    as_entries,
    as_fraction,
    as_words,
    is_empty,
)
from kappabook.teaching.exercises.tasks import TASKS

Key = tuple[str, ...]
# A right answer this close to the middle between two roundings, in units, may be either.
EDGE = Fraction(1, 50)
# By decimals: how many units off still look like rounding in between, or a slip in counting.
NEAR = (1, 1, 1, 6)
CLOSE = "Very close. Round only at the end: keep all digits until then."
MISCOUNTED = "You are one off. Count once more."


class Rule(ABC):
    """What every rule offers."""

    @abstractmethod
    def read(self, answer: Any) -> Key:
        """Turn an answer into its key; raise UnreadableError, with a sentence, if it has none."""

    @abstractmethod
    def accepted(self, right: Any) -> tuple[frozenset[str], ...]:
        """Return for each entry of the key the texts that are right."""

    def slips(self, right: Any) -> Iterator[tuple[Key, str]]:  # noqa: ARG002
        """Give the keys of mistakes that any such answer invites, with their messages."""
        return iter(())

    def outside(self, answer: Any) -> str:  # noqa: ARG002
        """Say why no such answer can be right; nothing if it could."""
        return ""

    def untouched(self, answer: Any) -> bool:
        """Say whether nothing was given yet."""
        return is_empty(answer)

    def named(self, key: Key) -> str:
        """Begin a sentence about a wrong answer that no message is meant for."""
        return "This is not right yet." if len(key) == 1 else "None of the entries is right yet."


def same(rule: Rule, answer: Any, right: Any) -> bool:
    """Compare with a right answer that is known; used by the lecturer's hidden tests."""
    try:
        key = rule.read(answer)
    except UnreadableError:
        return False
    accepted = rule.accepted(right)
    return len(key) == len(accepted) and all(k in a for k, a in zip(key, accepted, strict=True))


@dataclass(frozen=True)
class Number(Rule):
    """One number, rounded to so many decimals.

    Attributes
    ----------
    decimals : int
    what : str
        Names the number at the start of a sentence, such as "Kappa".
    low, high : float, optional
        Between which such a number always lies.
    """

    decimals: int
    what: str = "The number"
    low: float | None = None
    high: float | None = None

    def read(self, answer: Any) -> Key:
        """Round half up, exactly."""
        return (self._text(as_fraction(answer)),)

    def accepted(self, right: Any) -> tuple[frozenset[str], ...]:
        """Accept the rounded value; both neighbours if the value is at the edge of two."""
        return (_rounded(as_fraction(right), self.decimals),)

    def slips(self, right: Any) -> Iterator[tuple[Key, str]]:
        """Percent, the other part of 1, the sign, few decimals, not rounded, rounded too early."""
        value, unit = as_fraction(right), Fraction(1, 10**self.decimals)
        if self.high == 1:
            percent = f"{self.what} is asked as a share of 1, and yours looks like a percentage."
            yield (self._text(100 * value),), percent
            for decimals in range(self.decimals):
                yield (self._text(_half_up(100 * value, decimals)),), percent
            if self.low == 0:
                rest = f"{self.what} is asked for, and yours is the rest: 1 minus it."
                yield (self._text(1 - value),), rest
        yield (self._text(-value),), "The size is right; look at the sign."
        if self.decimals > 1:
            coarse = _half_up(value, self.decimals - 1)
            yield (self._text(coarse),), f"Close: {self.decimals} decimals are asked for."
        cut = floor(value / unit) * unit
        yield (self._text(cut),), "Nearly: the last decimal was cut off; round it."
        for steps in range(1, NEAR[min(self.decimals, 3)] + 1):
            for near in (value - steps * unit, value + steps * unit):
                yield (self._text(near),), CLOSE if self.decimals else MISCOUNTED

    def outside(self, answer: Any) -> str:
        """Compare with what such a number can be at all."""
        value = as_fraction(answer)
        shown = f"yours is {float(value):.4g}."
        if self.low is not None and value < self.low:
            return f"{self.what} is never below {self.low:g}; {shown}"
        if self.high is not None and value > self.high:
            return f"{self.what} is never above {self.high:g}; {shown}"
        return ""

    def named(self, key: Key) -> str:
        """Show the number, as it was read."""
        shown = f"{int(key[0]) / 10**self.decimals:.{self.decimals}f}"
        return f"{shown} is not right yet. {self.what} is asked for."

    def _text(self, value: Fraction) -> str:
        return str(floor(value * 10**self.decimals + Fraction(1, 2)))


@dataclass(frozen=True)
class Numbers(Rule):
    """A list or a table of numbers, each rounded to so many decimals.

    Attributes
    ----------
    shape : tuple of int
        One length, or rows and columns.
    decimals : int
    """

    shape: tuple[int, ...]
    decimals: int = 0

    def read(self, answer: Any) -> Key:
        """Round each entry half up, exactly."""
        entries = as_entries(answer, tuple(self.shape))
        return tuple(Number(self.decimals).read(entry)[0] for entry in entries)

    def accepted(self, right: Any) -> tuple[frozenset[str], ...]:
        """Accept each rounded entry."""
        entries = as_entries(right, tuple(self.shape))
        return tuple(_rounded(entry, self.decimals) for entry in entries)

    def slips(self, right: Any) -> Iterator[tuple[Key, str]]:
        """Give the right numbers in the opposite order, and with too few decimals."""
        entries = as_entries(right, tuple(self.shape))
        if len(self.shape) == 1:
            yield self.read(entries[::-1]), "The numbers are right, their order is not."
            if self.decimals > 1:
                coarse = [_half_up(entry, self.decimals - 1) for entry in entries]
                yield self.read(coarse), f"Close: {self.decimals} decimals are asked for."


@dataclass(frozen=True)
class Words(Rule):
    """One word of those offered, or a list of them: a letter, a verdict."""

    among: tuple[str, ...]
    count: int = 1

    def read(self, answer: Any) -> Key:
        """Read regardless of case, spaces and brackets."""
        return tuple(as_words(answer, tuple(self.among), self.count))

    def accepted(self, right: Any) -> tuple[frozenset[str], ...]:
        """Accept the words as they are."""
        return tuple(frozenset([word]) for word in self.read(right))


@dataclass(frozen=True)
class Open(Rule):
    """Judges the answer itself: many answers are right, and none is kept.

    Attributes
    ----------
    name : str
    """

    name: str

    @abstractmethod
    def complaint(self, answer: Any) -> str:
        """Return what is off, nothing if the answer is right."""

    def read(self, answer: Any) -> Key:
        """Judge; there is nothing to keep."""
        if complaint := self.complaint(answer):
            raise UnreadableError(complaint)
        return ()

    def accepted(self, right: Any) -> tuple[frozenset[str], ...]:  # noqa: ARG002
        """Nothing is kept."""
        return ()


@dataclass(frozen=True)
class Property(Open):
    """Any answer that has a property, by the name of its function in `open_questions`."""

    def complaint(self, answer: Any) -> str:
        """Ask the property."""
        return str(getattr(open_questions, self.name)(answer))


@dataclass(frozen=True)
class Function(Open):
    """A function that the learner wrote, run on the inputs of the task of this name in `tasks`."""

    def complaint(self, answer: Any) -> str:
        """Run it."""
        return functions.complaint(TASKS[self.name], answer)

    def untouched(self, answer: Any) -> bool:
        """See also whether the body is still ``...``."""
        return is_empty(answer) or functions.is_stub(answer)


KINDS = {kind.__name__: kind for kind in (Number, Numbers, Words, Property, Function)}


def as_record(rule: Rule) -> dict[str, Any]:
    """Write a rule as plain values, for the file of sealed answers."""
    return {"kind": type(rule).__name__, **asdict(rule)}  # type: ignore[call-overload]


def from_record(record: dict[str, Any]) -> Rule:
    """Read a rule back."""
    settings = dict(record)
    rule: Rule = KINDS[settings.pop("kind")](**settings)
    return rule


def _half_up(value: Fraction, decimals: int) -> Fraction:
    return Fraction(floor(value * 10**decimals + Fraction(1, 2)), 10**decimals)


def _rounded(value: Fraction, decimals: int) -> frozenset[str]:
    middle = value * 10**decimals + Fraction(1, 2)
    return frozenset(str(floor(middle + edge)) for edge in (-EDGE, Fraction(0), EDGE))
