"""The cells of a confusion matrix, and the costs of its disagreements."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, Literal, Protocol, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics._numbers import number, show
from kappabook.metrics._validation.frames import by_label, costs_by_label, is_frame


class HasArray(Protocol):
    """What numpy reads as an array: arrays, data frames, tensors."""

    def __array__(self) -> NDArray[Any]: ...


# Numbers, fractions, decimals or decimal text.
Table: TypeAlias = ArrayLike | Sequence[Sequence[object]]
# The same without text, which is the name of a kind of weights. (Text is a sequence of text.)
Row: TypeAlias = Sequence[float | Fraction | Decimal] | HasArray | list[str] | tuple[str, ...]
Costs: TypeAlias = HasArray | Sequence[Row]
Weights: TypeAlias = Literal["linear", "quadratic"] | Costs | None

_SAFE_INT64_SUM = 2**62


def valid_cells(
    cells: Table, labels: Sequence[Hashable] | None = None
) -> tuple[NDArray[Any], Sequence[Hashable] | None]:
    """Take a square table of finite, non-negative numbers, not all zero, and its labels.

    The labels of a data frame count; see :func:`by_label`.
    """
    if is_frame(cells, "cells"):
        cells, labels = by_label(cells, labels, "cells")
    table = numeric_table(cells, "cells")
    if table.ndim != 2 or table.shape[0] != table.shape[1] or table.size == 0:
        raise ValueError(
            f"cells have shape {table.shape}; a confusion matrix is square, with one row and one "
            "column per class. From labels, use ConfusionMatrix.from_predictions(y_true, y_pred)."
        )
    _refuse_bad_cells(table, "cells")
    if not table.any():
        raise ValueError("cells are all 0; a confusion matrix needs at least one case.")
    return table, labels


def valid_costs(costs: Costs, classes: int | Sequence[Hashable]) -> NDArray[Any]:
    """Take a table of costs for these classes, or this many, with a diagonal of zeros.

    The labels of a data frame count: its rows and columns are brought into the classes' order.
    """
    names, n_classes = (None, classes) if isinstance(classes, int) else (classes, len(classes))
    if is_frame(costs, "costs"):
        costs = costs_by_label(costs, names)
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


def numeric_table(values: Any, name: str) -> NDArray[Any]:
    """Read numbers without losing any: int64, float64, or exact Python numbers.

    Integers whose sum could overflow int64 become Python integers; fractions, decimals and
    decimal text become fractions.
    """
    _refuse_masked(values, name)
    table = np.array(values, copy=True) if hasattr(values, "dtype") else _from_lists(values, name)
    if table.ndim == 0:
        kind = f"{type(values).__module__}.{type(values).__name__}"
        raise ValueError(
            f"{name} are a {kind}; give rows of numbers, such as [[40, 10], [20, 30]]."
        )
    if table.dtype.kind in "OUT":
        table = np.array(
            [_exact(value, name) for value in table.ravel()] or [], dtype=object
        ).reshape(table.shape)
        if any(isinstance(value, float) for value in table.flat):
            table = _as_floats(table, name)
    elif table.dtype.kind in "iub":
        small = np.abs(table.astype(float)).sum() < _SAFE_INT64_SUM
        table = table.astype(np.int64 if small else object)
    elif table.dtype.kind == "f":
        table = table.astype(np.float64)
    else:
        raise ValueError(f"{name} have dtype {table.dtype}; give counts, weights or fractions.")
    if table.dtype == object and all(isinstance(value, int) for value in table.flat):
        small = sum(abs(value) for value in table.flat) < _SAFE_INT64_SUM
        table = table.astype(np.int64) if small else table
    return table


def _refuse_masked(values: Any, name: str) -> None:
    """Raise ValueError for masked values: numpy would use what lies under the mask."""
    rows = values if isinstance(values, list | tuple) else [values]
    if any(np.ma.is_masked(row) for row in rows):
        raise ValueError(f"{name} are masked in part; fill the masked ones first, say with 0.")


def _as_floats(table: NDArray[Any], name: str) -> NDArray[np.float64]:
    try:
        return table.astype(np.float64)
    except OverflowError:
        raise ValueError(
            f"{name} hold floats beside numbers that no float can hold; give all of them as "
            "integers or fractions."
        ) from None


def _from_lists(values: Any, name: str) -> NDArray[Any]:
    table = np.array(values, dtype=object)
    if any(isinstance(value, list | tuple) for value in table.flat):
        raise ValueError(f"{name} must be a table, but its rows differ in length.")
    return table


def _exact(value: Any, name: str) -> Any:
    value = number(value)
    if isinstance(value, bool | int | float):
        return value
    if isinstance(value, Fraction | Decimal | str):
        try:
            return Fraction(value)
        except (ValueError, OverflowError):
            pass
    raise ValueError(f"{name} contain {value!r}; give counts, weights or fractions.")
