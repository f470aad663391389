"""Numbers as text, in notes and in figures."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction


def listed(numbers: Iterable[float | Fraction], digits: int = 4) -> str:
    """Write numbers one after another, with so many significant digits.

    Examples
    --------
    >>> listed([0.5, 1 / 3])
    '0.5, 0.3333'
    """
    return ", ".join(f"{float(number):.{digits}g}" for number in numbers)


def minus(text: object) -> str:
    """Write a number's hyphen as a true minus sign."""
    return str(text).replace("-", "\N{MINUS SIGN}")
