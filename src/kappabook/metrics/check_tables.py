"""What is taken as a confusion matrix, and as costs: lists, arrays and data frames.

Nothing is lost on the way: counts stay integers, and fractions and decimal text stay exact.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, Literal, Protocol, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics.check import is_missing, number, refuse_twice, show


class HasArray(Protocol):
    """What numpy reads as an array: arrays, data frames, tensors."""

    def __array__(self) -> NDArray[Any]: ...


# Numbers, fractions, decimals or decimal text.
Table: TypeAlias = ArrayLike | Sequence[Sequence[object]]
# The same without text, which is the name of a kind of weights. (Text is a sequence of text.)
Row: TypeAlias = Sequence[float | Fraction | Decimal] | HasArray | list[str] | tuple[str, ...]
Costs: TypeAlias = HasArray | Sequence[Row]
Weights: TypeAlias = Literal["linear", "quadratic"] | Costs | None
# Words for totals that matter where the sums alone do not decide.
_NAMES_OF_SUMS = frozenset(["all", "sum", "total", "totals"])
_FEWEST_ROWS, _ROUNDING = 2, 1e-12


def valid_cells(
    cells: Table, labels: Sequence[Hashable] | None = None
) -> tuple[NDArray[Any], Sequence[Hashable] | None]:
    """Take a square table of finite, non-negative numbers, not all zero, and its labels.

    The labels of a data frame count; see :func:`_by_label`.
    """
    if _is_frame(cells, "cells"):
        cells, labels = _by_label(cells, labels)
    table = numeric_table(cells, "cells")
    if table.ndim != 2 or table.shape[0] != table.shape[1] or table.size == 0:
        raise ValueError(
            f"cells have shape {table.shape}; a confusion matrix is square, with one row and one "
            "column per class. From labels, use ConfusionMatrix.from_predictions(y_true, y_pred)."
        )
    _refuse_bad(table, "cells")
    if not table.any():
        raise ValueError("cells are all 0; a confusion matrix needs at least one case.")
    with np.errstate(over="ignore"):
        if table.dtype == np.float64 and table.sum() == np.inf:
            raise ValueError("the sum of the cells is beyond float64; divide them by the largest.")
    return table, labels


def valid_costs(costs: Costs, classes: int | Sequence[Hashable]) -> NDArray[Any]:
    """Take a table of costs for these classes, or this many, with a diagonal of zeros.

    The rows and columns of a data frame are brought into the order of the classes.
    """
    names = range(classes) if isinstance(classes, int) else classes
    frame: Any = costs
    if _is_frame(frame, "costs") and not _is_numbered(frame):
        rows, columns = _axes(frame, "costs")
        absent = [x for x in names if x not in rows or x not in columns]
        if absent:
            raise ValueError(f"costs have no row, or no column, for the class {absent[0]!r}.")
        order = [rows.index(x) for x in names], [columns.index(x) for x in names]
        frame = _cells_of(frame)[np.ix_(*order)]
    table = numeric_table(frame, "costs")
    if table.shape != (len(names), len(names)):
        raise ValueError(
            f"costs have shape {table.shape}; {len(names)} classes need {(len(names),) * 2}."
        )
    _refuse_bad(table, "costs")
    for i, cost in enumerate(table.diagonal()):
        if cost != 0:
            raise ValueError(
                f"costs[{i}, {i}] is {show(cost)}; agreement costs nothing, so the diagonal is 0. "
                "For a matrix of agreement weights v give costs = v.max() - v."
            )
    return table


def _refuse_bad(table: NDArray[Any], name: str) -> None:
    bad = table < 0
    if table.dtype == np.float64:
        bad |= ~np.isfinite(table)
    if bad.any():
        i, j = np.argwhere(bad)[0]
        value = number(table[i, j])
        raise ValueError(f"{name}[{i}, {j}] is {value}; {name} must be finite and non-negative.")


def numeric_table(values: Any, name: str) -> NDArray[Any]:
    """Read numbers without losing any: int64, float64, or exact Python numbers.

    Integers whose sum could overflow int64 become Python integers; fractions, decimals and
    decimal text become fractions.
    """
    rows = values if isinstance(values, list | tuple) else [values]
    if any(np.ma.is_masked(row) for row in rows):  # numpy would use what lies under the mask
        raise ValueError(f"{name} are masked in part; fill the masked ones first, say with 0.")
    table = np.array(values, copy=True, dtype=None if hasattr(values, "dtype") else object)
    if table.ndim == 0:
        kind = f"{type(values).__module__}.{type(values).__name__}"
        raise ValueError(
            f"{name} are a {kind}; give rows of numbers, such as [[40, 10], [20, 30]]."
        )
    if table.dtype.kind in "OUT":
        exact = [_exact(value, name) for value in table.ravel()]
        kinds = set(map(type, exact))
        table = np.array(exact, dtype=object).reshape(table.shape)
        if kinds and kinds <= {int, bool}:
            return _integers(table, sum(map(abs, exact)))
        return _with_floats(table, name) if float in kinds else table
    if table.dtype.kind in "iub":
        return _integers(table, np.abs(table.astype(float)).sum())
    if table.dtype.kind != "f":
        raise ValueError(f"{name} have dtype {table.dtype}; give counts, weights or fractions.")
    return table.astype(np.float64)


def _integers(table: NDArray[Any], total: float) -> NDArray[Any]:
    return table.astype(np.int64 if total < 2**62 else object)


def _with_floats(table: NDArray[Any], name: str) -> NDArray[np.float64]:
    try:
        return table.astype(np.float64)
    except OverflowError:
        raise ValueError(
            f"{name} hold floats beside numbers that no float can hold; give all of them as "
            "integers or fractions."
        ) from None


def _exact(value: Any, name: str) -> Any:
    value = number(value)
    if isinstance(value, list | tuple):
        raise ValueError(f"{name} must be a table, but its rows differ in length.")
    if isinstance(value, bool | int | float):
        return value
    if isinstance(value, Fraction | Decimal | str):
        try:
            return Fraction(value)
        except (ValueError, OverflowError):
            pass
    raise ValueError(f"{name} contain {value!r}; give counts, weights or fractions.")


# --- data frames ------------------------------------------------------------------------------


def _is_frame(table: Any, name: str) -> bool:
    """Tell a data frame with labels for its rows; one without raises ValueError."""
    columns, index = getattr(table, "columns", None), getattr(table, "index", None)
    if columns is None or callable(columns):
        return False
    if index is None or callable(index):
        raise ValueError(
            f"{name} are a {type(table).__module__}.{type(table).__name__}, whose rows have no "
            "labels: one column may hold them. Give an array of the numbers alone, and labels."
        )
    return True


def _is_numbered(frame: Any) -> bool:
    """Tell pandas' default labels, 0, 1, 2, ... for rows and columns, which say nothing."""
    return all(
        type(axis).__name__ == "RangeIndex" and list(axis) == list(range(len(axis)))
        for axis in (frame.index, frame.columns)
    )


def _by_label(
    frame: Any, labels: Sequence[Hashable] | None
) -> tuple[Any, Sequence[Hashable] | None]:
    """Return the cells of a data frame, rows and columns in one order, and that order.

    It is the order of `labels`; else that of the rows, or of the columns if they have more labels.
    A label that only one of them has gets zeros in the other, as in a cross table of two raters
    who did not use the same classes. A frame with pandas' default numbers is read as an array.
    """
    rows, columns = _axes(frame, "cells")
    if _is_numbered(frame):
        if labels is not None and set(labels) == set(rows) and list(labels) != rows:
            raise ValueError(
                f"labels={list(labels)}, but the rows of cells are numbered {rows}: are these "
                "their names, or a new order? Give the frame as an array, or without labels."
            )
        return _cells_of(frame), labels
    _refuse_totals(rows, columns, _cells_of(frame))
    order = _order(rows, columns) if labels is None else list(map(number, labels))
    lost = [label for label in [*rows, *columns] if label not in set(order)]
    if lost:
        raise ValueError(
            f"labels={order} leave out {lost[0]!r}, a label of cells; leave labels out, or rename "
            "the frame's rows and columns."
        )
    values = _cells_of(frame)
    table = np.zeros((len(order), len(order)), dtype=values.dtype)
    table[np.ix_([order.index(row) for row in rows], [order.index(c) for c in columns])] = values
    return table, order


def _axes(frame: Any, name: str) -> tuple[list[Any], list[Any]]:
    """Labels of the rows and of the columns, each given and given once."""
    rows, columns = [number(x) for x in frame.index], [number(x) for x in frame.columns]
    for axis, labels in (("rows", rows), ("columns", columns)):
        for i, label in enumerate(labels):
            if is_missing(label):
                raise ValueError(f"label {i} of the {axis} of {name} is {label}; give it a name.")
        refuse_twice(f"in the {axis} of {name}, the label", labels)
    return rows, columns


def _cells_of(frame: Any) -> NDArray[Any]:
    """Keep integers as they are beside a column of floats."""
    return np.asarray(frame if len(set(frame.dtypes)) == 1 else frame.astype(object))


def _order(rows: list[Any], columns: list[Any]) -> list[Any]:
    if set(columns) <= set(rows):
        return rows
    if set(rows) <= set(columns):
        return columns
    given = f"the rows of cells are {rows} and the columns {columns}"
    if not set(rows) & set(columns):
        raise ValueError(
            f"{given}: no label in common. Give both the same labels, or give an array."
        )
    try:
        if rows == sorted(rows) and columns == sorted(columns):
            return sorted({*rows, *columns})
    except TypeError:
        pass
    raise ValueError(
        f"{given}: the order of all classes is not clear. Give labels with all of them."
    )


def _refuse_totals(rows: list[Any], columns: list[Any], cells: NDArray[Any]) -> None:
    """Refuse a last row and column that are the sums of the others, as a cross table has them."""
    label = rows[-1] if rows else None
    if label is None or label != columns[-1] or min(cells.shape) < _FEWEST_ROWS:
        return
    try:
        values = cells.astype(float)
    except (TypeError, ValueError, OverflowError):  # what is no number is refused elsewhere
        return
    body = values[:-1, :-1]
    margins = [*values[:-1, -1], *values[-1]]
    with np.errstate(all="ignore"):
        sums = [*body.sum(axis=1), *body.sum(axis=0), body.sum()]
        close = np.allclose(margins, sums, rtol=_ROUNDING, atol=0)
    # Two classes with four equal cells are no margins, unless they are called so.
    one = min(body.shape) == 1 and str(label).casefold() not in _NAMES_OF_SUMS
    if one or not body.any() or not close:
        return
    raise ValueError(
        f"{label!r} in cells holds the sums of the other rows and columns, which is no class. Drop "
        f"it: frame.drop(index={label!r}, columns={label!r}). If it is a class, give the cells as "
        "an array, with labels."
    )
