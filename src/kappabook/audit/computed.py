"""What is computed: values by claim, and whether a value agrees with a printed text.

The type of a value says how it is compared: see `agrees`. Which function computes which claim is
declared with `kappabook.audit.declared.computes`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from numbers import Rational, Real
from typing import Any, NamedTuple

from kappabook.metrics.rounded import NUMBER, half_unit, number


class Interval(NamedTuple):
    """All values that rounded inputs or chance allow; it confirms no digit."""

    low: float | Fraction
    high: float | Fraction


class Said(NamedTuple):
    """The answer to a question: see `holds`."""

    true: bool
    refused: bool
    shown: str
    evidence: str


@dataclass(frozen=True)
class OfText:
    """A question asked of the printed text itself, and what the ledger writes as computed.

    A bare function asks, too; then the ledger says only that it holds.
    """

    question: Callable[[str], bool]
    shown: str

    def __call__(self, text: str) -> bool:
        """Ask it."""
        return self.question(text)


class Noted(NamedTuple):
    """A value, and numbers for the note in ``remarks.toml``: ``{tries}`` is filled in by name."""

    value: Any
    numbers: Mapping[str, Any]


def holds(
    question: Callable[..., Any],
    given: tuple[Any, ...],
    unless: tuple[Any, ...],
    shown: str = "",
    evidence: str = "computed",
) -> Said:
    """Answer a statement that has no number of its own.

    Parameters
    ----------
    question : callable
        Says whether the statement holds.
    given : tuple
        What it is asked of: its arguments.
    unless : tuple
        An altered input that a reader could believe, for which the answer must be no. So the
        question can fail.
    shown : str, optional
        What the ledger writes as computed.
    evidence : str, optional
        ``"proved"`` where the question is a proof.

    Examples
    --------
    >>> holds(lambda kappa: kappa > 0, given=(0.6,), unless=(0.0,), shown="K = 0.6").true
    True
    """
    return Said(bool(question(*given)), not question(*unless), shown, evidence)


def noted(value: Any, **numbers: Any) -> Noted:
    """Give numbers to the note beside a value."""
    return Noted(value, numbers)


def agrees(value: Any, text: str) -> bool:
    """Say whether a printed text is what was computed, by the type of what was computed.

    Parameters
    ----------
    value : number, Interval, mapping, OfText, Said or str
        A number agrees within half a unit of the last printed digit, exactly; an interval if it
        holds a value that rounds to the printed one; a mapping of symbols to their meanings if
        the printed equation follows from it; a question (`OfText`, or a function) if its answer
        for this text is yes; a statement (`holds`) if it is true and nothing is printed; a word
        if it is the text.
    text : str
        As printed.

    Returns
    -------
    bool
        False, too, for what is none of these: nan, a bool, a set.

    Examples
    --------
    >>> agrees(9 / 19, "0.474"), agrees(True, "1"), agrees(float("nan"), "0.474")
    (True, False, False)
    """
    if not_comparable(value):
        return False
    match value:
        case Said():
            return value.true and not text
        case str():
            return text == value
        case Interval(low, high):
            slack = half_unit(text)
            return _exact(low) - slack <= number(text) <= _exact(high) + slack
        case Mapping():
            from kappabook.audit.algebra import follows  # sympy is needed here alone

            return follows(text, value)
        case _ if callable(value):
            return bool(value(text))
        case _:
            return abs(_exact(value) - number(text)) <= half_unit(text)


def same(text: str, other: str) -> bool:
    """Say whether two printed texts are the same text, or the same number: 0.6 and 0.60."""
    numbers = bool(NUMBER.fullmatch(text) and NUMBER.fullmatch(other))
    return text == other or (numbers and Fraction(text) == Fraction(other))


def not_comparable(value: Any) -> str:
    """Say what is wrong with a value that agrees with nothing printed; empty if nothing is."""
    match value:
        case str() | Said() | Mapping():
            return ""
        case Interval(low, high):
            return not_comparable(low) or not_comparable(high)
        case bool():
            return f"{value} was computed, which is no number; give the number, or use holds()"
        case Real():
            return "" if isfinite(value) else f"{value} was computed, which is no number"
        case _ if callable(value):
            return ""
    kind = type(value).__name__
    return f"a {kind} was computed, which is nothing that can be compared with a printed text"


def _exact(value: Any) -> Fraction:
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    return Fraction(float(value))


def evidence_of(value: Any) -> str:
    """Say what a verdict rests on, by the type of what was computed."""
    if isinstance(value, Said):
        return value.evidence
    return "proved" if isinstance(value, Mapping) or callable(value) else "computed"


def shown(value: Any, correct: str = "") -> str:
    """Write a computed value as the ledger has it; a proof that mends a text, by that text."""
    match value:
        case None:
            return ""
        case str():
            return value
        case Said():
            return value.shown or ("holds" if value.true else "does not hold")
        case Interval(low, high):
            return f"[{float(low):.6g}, {float(high):.6g}]"
        case Mapping():
            return correct or "follows from the definitions"
        case OfText():
            return correct or value.shown
        case _ if callable(value):
            return correct or "holds of this very text"
        case bool() | Real():
            short = str(value) if isinstance(value, bool) else f"{float(value):.6g}"
            exact = isinstance(value, Fraction) and Fraction(short) != value
            return f"{value} = {short}" if exact else short
    return str(value)
