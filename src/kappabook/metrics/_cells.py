"""Sums of the cells of a confusion matrix, from which its kappas follow, at any size."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kappabook.metrics._numbers import Real, integers_of, number, off_diagonal, others

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


def tame(cells: NDArray[Any]) -> NDArray[Any]:
    """Scale floats whose sum could overflow; shares do not change."""
    if cells.dtype == np.float64 and cells.max() > 2.0**900:
        return cells * 2.0**-200
    return cells


def totals(cells: NDArray[Any], axis: int | None = None) -> Any:
    """Add along an axis, or all; inf where float64 does not hold them."""
    with np.errstate(over="ignore"):
        return cells.sum(axis=axis)


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


class Totals:
    """What a confusion matrix says of its margins."""

    cells: NDArray[Any]

    @property
    def n_classes(self) -> int:
        """Number of classes."""
        return len(self.cells)

    @property
    def total(self) -> Real:
        """Number (or weight) of all cases; 1 for probabilities; inf if no float64 holds it."""
        return number(totals(self.cells))  # type: ignore[no-any-return]

    @property
    def row_totals(self) -> NDArray[Any]:
        """Cases of each true class, shape (n_classes,)."""
        return np.asarray(totals(self.cells, 1))

    @property
    def column_totals(self) -> NDArray[Any]:
        """Cases of each predicted class, shape (n_classes,)."""
        return np.asarray(totals(self.cells, 0))

    @property
    def row_margins(self) -> NDArray[Any]:
        """Share of each true class, shape (n_classes,); they sum to one."""
        cells = tame(self.cells)
        return np.asarray(cells.sum(axis=1) / number(cells.sum()))

    @property
    def column_margins(self) -> NDArray[Any]:
        """Share of each predicted class, shape (n_classes,); they sum to one."""
        cells = tame(self.cells)
        return np.asarray(cells.sum(axis=0) / number(cells.sum()))
