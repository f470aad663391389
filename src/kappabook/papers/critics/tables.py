"""The critics' tables of counts: read exactly, and checked by themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, wraps
from itertools import product
from typing import ParamSpec

from kappabook.ledger import Finding, Number
from kappabook.metrics import ConfusionMatrix
from kappabook.transcription import LedgerError, read_number

KEY = "critics"
Printed = Mapping[str, str]
Findings = Iterable[tuple[str, Finding]]
YES_NO = ("yes", "no")
_Inputs = ParamSpec("_Inputs")


def remembered(
    checks: Callable[_Inputs, Findings],
) -> Callable[_Inputs, tuple[tuple[str, Finding], ...]]:
    """Compute findings once for the same tables: the ledger asks for each altered digit."""
    once = cache(lambda *inputs: tuple(checks(*inputs)))  # type: ignore[call-arg]

    @wraps(checks)
    def recall(*inputs: _Inputs.args, **named: _Inputs.kwargs) -> tuple[tuple[str, Finding], ...]:
        return once(*inputs, *named.values())

    return recall


def read_counts(printed: Printed, name: str, labels: Sequence[str] = YES_NO) -> ConfusionMatrix:
    """Make the exact matrix of a table from its cells, ``<name>.<row>-<column>``.

    Raises
    ------
    LedgerError
        A cell is no number, or the cells make no table; with the name.
    """
    cells = tuple(printed[f"{KEY}.{name}.{row}-{column}"] for row in labels for column in labels)
    return _matrix(name, tuple(labels), cells)


@cache
def _matrix(name: str, labels: tuple[str, ...], cells: tuple[str, ...]) -> ConfusionMatrix:
    try:
        counts = [read_number(cell) for cell in cells]
        rows = [counts[i : i + len(labels)] for i in range(0, len(counts), len(labels))]
        return ConfusionMatrix(rows, labels).exact()
    except ValueError as error:
        raise LedgerError(f"{KEY}.{name}: {error}") from None


@remembered
def cells_from_total(name: str, table: ConfusionMatrix, total: int) -> Findings:
    """Compute each cell as what the others leave of the total."""
    left = Fraction(total) - table.cells.sum()
    for row, column in product(table.labels, repeat=2):
        yield f"{name}.{row}-{column}", Finding(Number(left + table[row, column]))


def cells_from_margins(printed: Printed, name: str) -> Findings:
    """Compute each cell of a table of yes and no from its column, and each margin from its cells.

    So a slip in one of them cannot hide.
    """
    columns = tuple(read_number(printed[f"{KEY}.{name}.total-{column}"]) for column in YES_NO)
    return _cells_and_margins(name, read_counts(printed, name), columns)


@remembered
def _cells_and_margins(
    name: str, table: ConfusionMatrix, columns: tuple[Fraction, ...]
) -> Findings:
    cells = table.cells
    for j, column in enumerate(YES_NO):
        for i, row in enumerate(YES_NO):
            yield f"{name}.{row}-{column}", Finding(Number(columns[j] - cells[1 - i, j]))
        yield f"{name}.total-{column}", Finding(Number(cells[:, j].sum()))
    for i, row in enumerate(YES_NO):
        yield f"{name}.{row}-total", Finding(Number(cells[i].sum()))
    yield f"{name}.total", Finding(Number(cells.sum()))


@remembered
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
