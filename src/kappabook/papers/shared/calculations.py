"""Printed calculations, such as ``(20 + 48)/100``."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from kappabook.algebra import sides
from kappabook.computed import OfText, shown


def gives(value: Any) -> OfText:
    """Ask of a printed sum, product or quotient whether it gives just this rational number.

    Examples
    --------
    >>> sum_of_hits = gives(Fraction(17, 25))
    >>> sum_of_hits("(20 + 48)/100"), sum_of_hits("(20 + 47)/100"), sum_of_hits.shown
    (True, False, '0.68')
    """
    exact = Fraction(str(value))
    return OfText(
        lambda text: [Fraction(str(one)) for one in sides(text, {})] == [exact], shown(exact)
    )
