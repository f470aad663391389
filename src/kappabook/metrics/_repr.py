"""How a confusion matrix is shown: as text, and as HTML."""

from __future__ import annotations

from html import escape
from typing import Any

from kappabook.metrics._numbers import show

# Of more classes than this, so many at each end are shown.
_MOST_SHOWN, _ENDS = 24, 5

# What is shown is a ConfusionMatrix, whose module imports this one.


def as_text(matrix: Any) -> str:
    """Write a line about the matrix, then its table: names to the left, cells to the right."""
    kind = "probabilities" if matrix.is_probability else f"{show(matrix.total)} cases"
    rows = _rows(matrix)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    many = f", {matrix.n_classes} classes" if matrix.n_classes > _MOST_SHOWN else ""
    lines = [f"ConfusionMatrix of {kind}{many} (rows: truth, columns: prediction)"]
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
    """Column names, one row per class and the totals, as text; of many classes the ends."""
    shown: list[int | None] = list(range(matrix.n_classes))
    if matrix.n_classes > _MOST_SHOWN:
        shown = [*shown[:_ENDS], None, *shown[-_ENDS:]]
    row_totals, column_totals = matrix.row_totals, matrix.column_totals

    def across(values: Any) -> list[str]:
        return ["..." if j is None else show(values[j]) for j in shown]

    head = ["", *("..." if j is None else str(matrix.labels[j]) for j in shown), "total"]
    gap = ["..."] * len(head)
    body = [
        gap if i is None else [str(matrix.labels[i]), *across(matrix.cells[i]), show(row_totals[i])]
        for i in shown
    ]
    return [head, *body, ["total", *across(column_totals), show(matrix.total)]]
