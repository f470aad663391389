"""How a confusion matrix is shown: as text, and as HTML."""

from __future__ import annotations

from html import escape
from typing import Any

from kappabook.metrics._numbers import show

# What is shown is a ConfusionMatrix, whose module imports this one.


def as_text(matrix: Any) -> str:
    """Write a line about the matrix, then its table: names to the left, cells to the right."""
    kind = "probabilities" if matrix.is_probability else f"{show(matrix.total)} cases"
    rows = _rows(matrix)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [f"ConfusionMatrix of {kind} (rows: truth, columns: prediction)"]
    for name, *cells in rows:
        right = [cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True)]
        lines.append("  ".join([name.ljust(widths[0]), *right]))
    return "\n".join(lines)


def as_html(matrix: Any) -> str:
    """Write the table in HTML; the first row and the first column are heads."""
    head, *body = [[escape(cell) for cell in row] for row in _rows(matrix)]
    names = "".join(f"<th>{cell}</th>" for cell in ["truth \\ prediction", *head[1:]])
    lines = ["<table>", f"<tr>{names}</tr>"]
    for name, *cells in body:
        data = "".join(f"<td>{cell}</td>" for cell in cells)
        lines.append(f"<tr><th>{name}</th>{data}</tr>")
    return "\n".join([*lines, "</table>"])


def _rows(matrix: Any) -> list[list[str]]:
    """Column names, one row per class and the totals, as text."""
    body = [
        [str(label), *map(show, row), show(total)]
        for label, row, total in zip(matrix.labels, matrix.cells, matrix.row_totals, strict=True)
    ]
    totals = ["total", *map(show, matrix.column_totals), show(matrix.total)]
    return [["", *map(str, matrix.labels), "total"], *body, totals]
