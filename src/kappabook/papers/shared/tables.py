"""Tables of two classes as documents print them."""

from __future__ import annotations

from fractions import Fraction

from kappabook.printed import Printed


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
