"""Findings of the kinds that the critics' checks make, and their printed tables of counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product

from kappabook.algebra import Meaning, follows
from kappabook.checks import Findings
from kappabook.ledger import Finding, Number, Proof
from kappabook.metrics import ConfusionMatrix
from kappabook.papers.critics.claims.symbols import MEANING
from kappabook.transcription import LedgerError, read_number

KEY = "critics"
YES_NO = ("yes", "no")


def proved(
    shown: str, meaning: Meaning = MEANING, note: str = "", verdict: str = "reproduced"
) -> Finding:
    """Prove a printed equation from what its symbols mean."""
    return Finding(Proof(follows, shown, (meaning,)), note=note, verdict=verdict)


def read_counts(
    printed: Mapping[str, str], name: str, labels: Sequence[str] = YES_NO
) -> ConfusionMatrix:
    """Make the exact matrix of a table from its cells, ``<name>.<row>-<column>``.

    Raises
    ------
    LedgerError
        A cell is no number, or the cells make no table; with the name.
    """
    rows = [[printed[f"{KEY}.{name}.{row}-{column}"] for column in labels] for row in labels]
    try:
        return ConfusionMatrix([[read_number(cell) for cell in row] for row in rows], labels)
    except ValueError as error:
        raise LedgerError(f"{KEY}.{name}: {error}") from None


def cells_from_total(name: str, table: ConfusionMatrix, total: int) -> Findings:
    """Compute each cell as what the others leave of the total."""
    left = total - table.cells.sum()
    for row, column in product(table.labels, repeat=2):
        yield f"{name}.{row}-{column}", Finding(Number(left + table[row, column]))


def cells_and_margins(printed: Mapping[str, str], name: str) -> Findings:
    """Compute each cell of a table of yes and no from its column, and each margin from its cells.

    So a slip in one of them cannot hide.
    """
    cells = read_counts(printed, name).cells
    for j, column in enumerate(YES_NO):
        total = read_number(printed[f"{KEY}.{name}.total-{column}"])
        for i, row in enumerate(YES_NO):
            yield f"{name}.{row}-{column}", Finding(Number(total - cells[1 - i, j]))
        yield f"{name}.total-{column}", Finding(Number(cells[:, j].sum()))
        yield f"{name}.{column}-total", Finding(Number(cells[j].sum()))
    yield f"{name}.total", Finding(Number(cells.sum()))


def cells_from_agreement(name: str, table: ConfusionMatrix, agreement: Fraction) -> Findings:
    """Compute each cell from the others and the share of agreement, in exact arithmetic."""
    hits, total = table.cells.trace(), table.cells.sum()
    for row, column in product(table.labels, repeat=2):
        cell = table[row, column]
        rest = total - cell
        if row == column:
            # (hits - cell + x)/(rest + x) = agreement, solved for x.
            value = (agreement * rest - (hits - cell)) / (1 - agreement)
        else:
            value = hits / agreement - rest
        yield f"{name}.{row}-{column}", Finding(Number(value))
