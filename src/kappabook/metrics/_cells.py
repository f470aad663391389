"""What the cells, costs and labels of a table must satisfy, and how a cell is shown."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kappabook.metrics._numbers import Table, number, numeric_table


def show(value: Any) -> str:
    """Write a number as a reader would: exact decimals where they end, else six digits."""
    value = number(value)
    if isinstance(value, Fraction):
        if 10**6 % value.denominator == 0:
            return f"{float(value):.6f}".rstrip("0").rstrip(".")
        return str(value)
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def as_text(rows: list[list[str]]) -> str:
    """Set rows of text in columns: names to the left, cells to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for name, *cells in rows:
        right = [cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True)]
        lines.append("  ".join([name.ljust(widths[0]), *right]))
    return "\n".join(lines)


def as_html(rows: list[list[str]], corner: str) -> str:
    """Set rows of text as an HTML table whose first row and column are heads."""
    head, *body = [[escape(cell) for cell in row] for row in rows]
    lines = ["<table>"]
    lines.append("<tr>" + "".join(f"<th>{cell}</th>" for cell in [corner, *head[1:]]) + "</tr>")
    for name, *cells in body:
        data = "".join(f"<td>{cell}</td>" for cell in cells)
        lines.append(f"<tr><th>{name}</th>{data}</tr>")
    return "\n".join([*lines, "</table>"])


def valid_cells(cells: Table) -> NDArray[Any]:
    """Take a square table of finite, non-negative numbers, not all zero."""
    table = numeric_table(cells, "cells")
    if table.ndim != 2 or table.shape[0] != table.shape[1] or table.size == 0:
        raise ValueError(
            f"cells have shape {table.shape}; a confusion matrix is square, with one row and one "
            "column per class. From labels, use ConfusionMatrix.from_predictions(y_true, y_pred)."
        )
    _refuse_bad_cells(table, "cells")
    if table.sum() == 0:
        raise ValueError("cells are all 0; a confusion matrix needs at least one case.")
    return table


def valid_costs(costs: Table, n_classes: int) -> NDArray[Any]:
    """Take a table of costs that fits, with a diagonal of zeros."""
    table = numeric_table(costs, "costs")
    if table.shape != (n_classes, n_classes):
        raise ValueError(
            f"costs have shape {table.shape}; {n_classes} classes need {(n_classes, n_classes)}."
        )
    _refuse_bad_cells(table, "costs")
    for i, cost in enumerate(table.diagonal()):
        if cost != 0:
            raise ValueError(
                f"costs[{i}, {i}] is {show(cost)}; agreement costs nothing, so the diagonal is 0. "
                "For a matrix of agreement weights v give costs = v.max() - v."
            )
    return table.astype(object) if table.dtype == np.int64 else table


def _refuse_bad_cells(table: NDArray[Any], name: str) -> None:
    bad = table < 0
    if table.dtype == np.float64:
        bad |= ~np.isfinite(table)
    if bad.any():
        i, j = np.argwhere(bad)[0]
        value = number(table[i, j])
        raise ValueError(f"{name}[{i}, {j}] is {value}; {name} must be finite and non-negative.")


def valid_labels(labels: Sequence[Hashable] | None, n_classes: int) -> tuple[Hashable, ...]:
    """Take one label per class, each once; by default 0, 1, 2, ..."""
    names = tuple(range(n_classes)) if labels is None else tuple(map(number, labels))
    if len(names) != n_classes:
        raise ValueError(
            f"{len(names)} labels for {n_classes} classes: {list(names)}. Give one per row."
        )
    if len(set(names)) != n_classes:
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"label {twice!r} stands twice in {list(names)}; labels are unique.")
    return names
