"""A data frame of pandas or polars as columns that the engine takes: numbers, text and JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

import numpy as np

from kappabook.metrics.check import is_missing

_NESTED = (list, tuple, set, frozenset, dict, np.ndarray)


@dataclass(frozen=True)
class Columns:
    """The columns of a table in memory.

    Attributes
    ----------
    names : tuple of str
    values : DataFrame
        Columns c0, c1, ...: numbers, or text with None for a gap.
    nested : frozenset of int
        The places of columns some of whose cells are lists or the like; these hold JSON.
    index_names : frozenset of str
        Columns that were the named index of the frame.
    orders : mapping from str to tuple of str
        The categories of each ordered column, lowest first.
    notes : tuple of str
    """

    names: tuple[str, ...]
    values: Any
    nested: frozenset[int] = frozenset()
    index_names: frozenset[str] = frozenset()
    orders: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @classmethod
    def of_frame(cls, data: Any) -> Columns:
        """Take the columns of a data frame, and then its index where it has a name.

        Two names that are the same as text raise ValueError, what is no data frame TypeError.
        """
        if not hasattr(data, "columns"):
            raise TypeError(f"data is a {type(data).__name__}; give a path or a data frame.")
        if not len(data.columns):
            raise ValueError("the table has no columns; give it some.")
        is_pandas = hasattr(data, "iloc")
        if is_pandas and getattr(data.columns, "nlevels", 1) > 1:
            raise ValueError(
                f"the columns have {data.columns.nlevels} levels of names, such as "
                f"{tuple(data.columns[0])!r}; give each column one name, as in table.columns = "
                "['_'.join(map(str, names)) for names in table.columns]."
            )
        names = [str(name) for name in data.columns]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise ValueError(
                f"the table has two columns of the name {twice[0]!r}; give each its own."
            )
        given = [data.iloc[:, i] if is_pandas else data[data.columns[i]] for i in range(len(names))]
        orders = {
            name: order for name, x in zip(names, given, strict=True) if (order := _order(x.dtype))
        }
        index_names, notes = [], []
        if is_pandas:
            for i, name in enumerate(data.index.names):
                if name is not None and str(name) not in names:
                    index_names.append(str(name))
                    given.append(data.index.get_level_values(i))
            if index_names and not data.index.is_unique:
                shown = ", ".join(map(repr, index_names))
                notes.append(
                    f"The index of the table, {shown}, has values that stand several times. It is "
                    "read only where it is named as a column, such as that of the items."
                )
        return cls.of([*names, *index_names], given, orders, index_names, notes)

    @classmethod
    def of(
        cls,
        names: Iterable[str],
        columns: Iterable[Any],
        orders: Mapping[str, tuple[str, ...]] | None = None,
        index_names: Iterable[str] = (),
        notes: Iterable[str] = (),
    ) -> Columns:
        """Take numbers of columns as they are, and all else as text or JSON."""
        import pandas as pd

        values, nested = {}, set()
        for i, column in enumerate(columns):
            values[f"c{i}"], holds_several = _plain(column)
            if holds_several:
                nested.add(i)
        return cls(
            tuple(names),
            pd.DataFrame(values),
            frozenset(nested),
            frozenset(index_names),
            orders or {},
            tuple(notes),
        )


def label_of(cell: Any) -> str | None:
    """Write a cell as a label; blank, null and not-a-number are None."""
    if isinstance(cell, str):
        return str(cell) if cell.strip() else None
    if is_missing(cell):
        return None
    if isinstance(cell, float | np.floating) and float(cell).is_integer():
        return str(int(cell))
    return str(cell)


def _order(dtype: Any) -> tuple[str, ...]:
    """Return the categories of an ordered column of pandas or an Enum of polars, lowest first."""
    ordered = getattr(dtype, "ordered", type(dtype).__name__ == "Enum")
    return tuple(str(label_of(x)) for x in dtype.categories) if ordered else ()


def _plain(column: Any) -> tuple[Any, bool]:
    """Return the values of a column, and whether they are JSON, because a cell holds several."""
    dtype = getattr(column, "dtype", None)
    if isinstance(dtype, np.dtype) and dtype.kind in "iuf":
        return column.to_numpy(), False
    if dtype is not None and not isinstance(dtype, np.dtype) and hasattr(dtype, "is_numeric"):
        if (dtype.is_integer() and not column.null_count()) or dtype.is_float():  # polars
            return column.to_numpy(), False
        column = column.to_list()
    cells = list(column)
    if any(isinstance(cell, _NESTED) for cell in cells):
        return np.array([_as_json(cell) for cell in cells], dtype=object), True
    return np.array([label_of(cell) for cell in cells], dtype=object), False


def _as_json(cell: Any) -> str | None:
    """Write a cell as JSON, so that it is read as in a file of JSON lines."""
    if not isinstance(cell, _NESTED):
        label = label_of(cell)
        return None if label is None else json.dumps(label, ensure_ascii=False)
    return json.dumps(_simple(cell), ensure_ascii=False)


def _simple(value: Any) -> Any:
    """Return what JSON can write: sets are sorted, numbers and words stay, other things are text.

    A gap inside stays one, as ``null``.
    """
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, dict):
        return {str(key): _simple(x) for key, x in value.items()}
    if isinstance(value, set | frozenset):
        return sorted((_simple(x) for x in value), key=str)
    if isinstance(value, list | tuple):
        return [_simple(x) for x in value]
    if is_missing(value):
        return None
    if isinstance(value, str | bool | int):
        return value
    return str(value) if isinstance(value, date | datetime) else str(label_of(value))
