"""Numbers as they are printed: exact, and rounded to their last digit."""

from __future__ import annotations

import re
from fractions import Fraction

NUMBER = re.compile(r"[+-]?(\d+/0*[1-9]\d*|\d*\.?\d+)")
# Python reads no whole number of more than 4300 digits.
_MOST_LETTERS = 1000


def number(text: str) -> Fraction:
    """Read a printed number exactly.

    Raises
    ------
    ValueError
        It is no plain number: a comma, a unit, a plus-minus sign, or nothing.
    """
    if len(text) > _MOST_LETTERS:
        raise ValueError(
            f"printed value {text[:20]}... has {len(text)} characters; no printed number has more "
            f"than {_MOST_LETTERS}."
        )
    if not NUMBER.fullmatch(text):
        raise ValueError(
            f"printed value {text!r} is no number; write the number alone, such as 0.474."
        )
    return Fraction(text)


def half_unit(text: str) -> Fraction:
    """Return half a unit of the last printed digit; zero for a fraction such as 1/3."""
    return Fraction(0) if "/" in text else Fraction(1, 2 * 10 ** len(text.partition(".")[2]))
