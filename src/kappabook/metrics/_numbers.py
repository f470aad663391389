"""Exact numbers beside floats, and the one way to say that a measure is undefined."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.exceptions import UndefinedMetricWarning
from sklearn.utils import column_or_1d

Real = float | Fraction
# Numbers, fractions, decimals or decimal text.
Table = ArrayLike | Sequence[Sequence[object]]

_SAFE_INT64_SUM = 2**62


def number(value: Any) -> Any:
    """Turn a numpy scalar into the Python number it stands for; leave a Fraction alone."""
    return value.item() if isinstance(value, np.generic) else value


def numeric_table(values: Table, name: str) -> NDArray[Any]:
    """Read numbers without losing any: int64, float64, or exact Python numbers.

    Integers whose sum could overflow int64 become Python integers; fractions, decimals and
    decimal text become fractions.
    """
    table = np.array(values, copy=True) if hasattr(values, "dtype") else _from_lists(values, name)
    if table.dtype.kind in "OU":
        table = np.array(
            [_exact(value, name) for value in table.ravel()] or [], dtype=object
        ).reshape(table.shape)
        if any(isinstance(value, float) for value in table.flat):
            table = table.astype(float)
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


def others(totals: NDArray[Any]) -> NDArray[Any]:
    """Sum of all totals but each one, by adding: where one is nearly all, nothing cancels."""
    if totals.dtype == object:
        return np.asarray(totals.sum() - totals)
    before, after = np.cumsum(totals)[:-1], np.cumsum(totals[::-1])[:-1][::-1]
    return np.asarray(np.append(0.0, before) + np.append(after, 0.0))


def off_diagonal(cells: NDArray[Any]) -> NDArray[Any]:
    """Return the table with zeros on its diagonal; its sums are disagreements, uncancelled."""
    misses: NDArray[Any] = cells.copy()
    np.fill_diagonal(misses, 0)
    return np.asarray(misses.astype(object) if misses.dtype == np.int64 else misses)


def one_column(values: Any, name: str, what: str) -> NDArray[Any]:
    """Take one column of values from a list, array, data frame column or array-API array.

    Raises
    ------
    ValueError
        Not one-dimensional, or an array that numpy cannot read where it is.
    """
    if hasattr(values, "__array_namespace__") and not hasattr(values, "__array__"):
        try:
            values = np.from_dlpack(values)
        except (AttributeError, BufferError, RuntimeError, TypeError):
            raise ValueError(
                f"{name} is a {type(values).__module__}.{type(values).__name__} that numpy cannot "
                "read where it is; move it to the CPU, or make it a numpy array, first."
            ) from None
    if np.ma.is_masked(values):
        i = int(np.argmax(np.ma.getmaskarray(values).ravel()))
        raise ValueError(f"{name}[{i}] is masked; drop the case first.")
    try:
        return np.asarray(column_or_1d(values))
    except ValueError as error:
        raise ValueError(f"{name} must be one column of {what}: {error}") from None


def undefined(measure: str, reason: str, replace_by: float = np.nan) -> float:
    """Warn that a measure is 0/0 here, and return what stands for it."""
    warnings.warn(
        f"{measure} is undefined: {reason}. Returning {replace_by}.",
        UndefinedMetricWarning,
        stacklevel=_frames_of_ours(),
    )
    return replace_by


def _frames_of_ours() -> int:
    """Count the frames up to the first outside the package, to which a warning belongs."""
    frame, count = sys._getframe(1), 1
    while frame.f_back and frame.f_globals.get("__name__", "").startswith("kappabook."):
        frame, count = frame.f_back, count + 1
    return count
