"""Tables of two classes: read from print, and checked against themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from kappabook.ledger import Finding, Number
from kappabook.metrics import ConfusionMatrix
from kappabook.transcription import LedgerError, read_number


def read_table(printed: Mapping[str, str], name: str, labels: tuple[str, str]) -> ConfusionMatrix:
    """Make the exact matrix of a table from the four cells printed under its name."""
    tp, fn, fp, tn = (printed[f"{name}.{cell}"] for cell in ("tp", "fn", "fp", "tn"))
    try:
        return ConfusionMatrix.from_probabilities([[tp, fn], [fp, tn]], labels)
    except ValueError as error:
        raise LedgerError(f"{name}: {error}") from None


def cells_from_others(
    printed: Mapping[str, str], name: str, predicted: str
) -> Iterator[tuple[str, Finding]]:
    """Compute each cell and margin from others of its row or column, and the total.

    So a slip in one of them cannot hide. `predicted` is what the document puts on its column
    totals: 'bar' if they are p_bar and n_bar.
    """
    p_bar, n_bar = f"p_{predicted}", f"n_{predicted}"
    names = ("tp", "fn", "p", "fp", "tn", "n", p_bar, n_bar)
    cell: dict[str, Fraction] = {key: read_number(printed[f"{name}.{key}"]) for key in names}
    computed = {
        "tp": cell["p"] - cell["fn"],
        "fn": cell[n_bar] - cell["tn"],
        "fp": cell[p_bar] - cell["tp"],
        "tn": cell["n"] - cell["fp"],
        "p": cell["tp"] + cell["fn"],
        "n": cell["fp"] + cell["tn"],
        p_bar: cell["tp"] + cell["fp"],
        n_bar: cell["fn"] + cell["tn"],
        "total": cell["tp"] + cell["fn"] + cell["fp"] + cell["tn"],
    }
    for key, value in computed.items():
        yield key, Finding(Number(value))
