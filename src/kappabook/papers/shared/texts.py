"""What documents print alike: calculations, tables of two classes; and numbers as text."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from kappabook.audit.computed import OfText, shown
from kappabook.audit.printed import Printed


def gives(value: Any) -> OfText:
    """Ask of a printed sum, product or quotient whether it gives just this rational number.

    Examples
    --------
    >>> sum_of_hits = gives(Fraction(17, 25))
    >>> sum_of_hits("(20 + 48)/100"), sum_of_hits("(20 + 47)/100"), sum_of_hits.shown
    (True, False, '0.68')
    """
    exact = Fraction(str(value))

    def as_printed(text: str) -> bool:
        from kappabook.audit.algebra import sides  # sympy is needed here alone

        return [Fraction(str(one)) for one in sides(text, {})] == [exact]

    return OfText(as_printed, shown(exact))


def cells_from_others(p: Printed, table: str, p_hat: str, n_hat: str) -> dict[str, Fraction]:
    """Compute each cell and margin of a table from others of its row or column, and the total.

    So a slip in one of them cannot hide. `p_hat` and `n_hat` are what the document calls the
    totals of the columns.
    """
    tp, fn, pos, fp, tn, neg, called, uncalled = (
        p.number(f"{table}.{cell}") for cell in ("tp", "fn", "p", "fp", "tn", "n", p_hat, n_hat)
    )
    cells = {"tp": pos - fn, "fn": uncalled - tn, "fp": called - tp, "tn": neg - fp}
    margins = {"p": tp + fn, "n": fp + tn, p_hat: tp + fp, n_hat: fn + tn}
    found = {**cells, **margins, "total": tp + fn + fp + tn}
    return {f"{table}.{name}": value for name, value in found.items()}


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
