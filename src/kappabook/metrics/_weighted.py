"""Sums of a confusion matrix from which its kappas follow, at any size of its cells."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kappabook.metrics._numbers import integers_of, number, off_diagonal, others

Sums = tuple[NDArray[Any], NDArray[Any], NDArray[Any], Any]

_SAFE_INT64 = 2**62
# Ranges, as powers of two, up to which products of floats neither overflow nor vanish.
_WIDEST = 960


def balanced(cells: NDArray[Any]) -> Sums:
    """Cells, margins and total that cannot overflow: shares, or exact Python numbers.

    Floats that span more than float64 can multiply become integers, in proportion.
    """
    if cells.dtype == np.float64 and _range(cells) <= _WIDEST:
        shares = cells / cells.max()
        shares /= shares.sum()
        return shares, shares.sum(axis=1), shares.sum(axis=0), 1.0
    return _exact(integers_of(cells) if cells.dtype == np.float64 else cells)


def _exact(cells: NDArray[Any]) -> Sums:
    rows, columns = cells.sum(axis=1).astype(object), cells.sum(axis=0).astype(object)
    return cells, rows, columns, number(cells.sum())


def _range(values: NDArray[np.float64]) -> int:
    exponents = np.frexp(values[values > 0])[1]
    return int(exponents.max() - exponents.min()) if len(exponents) else 0


def disagreement(cells: NDArray[Any]) -> tuple[Any, Any, Any]:
    """Total, disagreements observed, and disagreements expected times the total."""
    table, rows, columns, total = balanced(cells)
    if table.dtype == np.int64:
        return total, total - number(table.trace()), total**2 - number(rows @ columns)
    return total, number(off_diagonal(table).sum()), number(rows @ others(columns))


def cost(cells: NDArray[Any], costs: NDArray[Any]) -> tuple[Any, Any, Any]:
    """Total, cost observed, and cost expected times the total."""
    if costs.dtype == np.float64:
        table, rows, columns, total, costs = _with_floats(cells, costs)
    else:
        table, rows, columns, total = balanced(cells)
        if table.dtype == np.int64 and number(costs.max()) * total < _SAFE_INT64:
            costs = costs.astype(np.int64)
            by_row = (costs @ columns.astype(np.int64)).astype(object)
            return total, number((costs * table).sum()), number(rows @ by_row)
    return total, number((costs * table).sum()), number(rows @ (costs @ columns))


def _with_floats(
    cells: NDArray[Any], costs: NDArray[np.float64]
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], Any, NDArray[Any]]:
    """Bring costs to a scale on which products with the cells are right."""
    range_of_cells = _range(cells) if cells.dtype == np.float64 else 0
    if cells.dtype == object or range_of_cells + _range(costs) > _WIDEST - 128:
        whole = integers_of(cells) if cells.dtype == np.float64 else cells.astype(object)
        return *_exact(whole), integers_of(costs)
    largest = int(np.frexp(costs.max())[1])
    return *balanced(cells), np.ldexp(costs, -largest)
