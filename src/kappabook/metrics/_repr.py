"""How a confusion matrix is shown: as text, and as HTML."""

from __future__ import annotations

from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

from kappabook.metrics._numbers import number

if TYPE_CHECKING:
    from kappabook.metrics.confusion import ConfusionMatrix


def show(value: Any) -> str:
    """Write a number as a reader would: exact decimals where they end, else six digits."""
    value = number(value)
    if isinstance(value, Fraction):
        if 10**6 % value.denominator == 0:
            return f"{float(value):.6f}".rstrip("0").rstrip(".")
        return str(value)
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def as_text(matrix: ConfusionMatrix) -> str:
    """Write a line about the matrix, then its table: names to the left, cells to the right."""
    kind = "probabilities" if matrix.is_probability else f"{show(matrix.total)} cases"
    rows = _rows(matrix)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [f"ConfusionMatrix of {kind} (rows: truth, columns: prediction)"]
    for name, *cells in rows:
        right = [cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True)]
        lines.append("  ".join([name.ljust(widths[0]), *right]))
    return "\n".join(lines)


def as_html(matrix: ConfusionMatrix) -> str:
    """Write the table in HTML; the first row and the first column are heads."""
    head, *body = [[escape(cell) for cell in row] for row in _rows(matrix)]
    names = "".join(f"<th>{cell}</th>" for cell in ["truth \\ prediction", *head[1:]])
    lines = ["<table>", f"<tr>{names}</tr>"]
    for name, *cells in body:
        data = "".join(f"<td>{cell}</td>" for cell in cells)
        lines.append(f"<tr><th>{name}</th>{data}</tr>")
    return "\n".join([*lines, "</table>"])


def _rows(matrix: ConfusionMatrix) -> list[list[str]]:
    """Column names, one row per class and the totals, as text."""
    body = [
        [str(label), *map(show, row), show(total)]
        for label, row, total in zip(matrix.labels, matrix.cells, matrix.row_totals, strict=True)
    ]
    totals = ["total", *map(show, matrix.column_totals), show(matrix.total)]
    return [["", *map(str, matrix.labels), "total"], *body, totals]
