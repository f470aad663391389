"""Data frames as square tables: their rows and columns are matched by label."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kappabook.metrics._numbers import number
from kappabook.metrics._validation.categories import refuse_duplicates
from kappabook.metrics._validation.labels import is_missing

Labels = list[Any]
_NAMES_OF_TOTALS = {"all", "sum", "total", "totals"}


def is_frame(table: Any, name: str) -> bool:
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


def by_label(
    frame: Any, labels: Sequence[Hashable] | None, name: str
) -> tuple[NDArray[Any], Sequence[Hashable] | None]:
    """Return the numbers of a data frame, rows and columns in one order, and that order.

    It is the order of `labels`; else that of the rows, or of the columns if they have more
    labels. A label that only one of them has gets zeros in the other, as in a cross table of two
    raters who did not use the same classes. A frame with pandas' default numbers for rows and
    columns is read as an array.

    Duplicate or missing labels, no label in common, an order that is not clear, totals among the
    cells, and `labels` without one of the frame's raise ValueError.
    """
    rows = _axis(frame.index, f"the rows of {name}")
    columns = _axis(frame.columns, f"the columns of {name}")
    values = _numbers(frame)
    if _by_position(frame):
        if labels is not None and set(labels) == set(rows) and list(labels) != rows:
            raise ValueError(
                f"labels={list(labels)}, but the rows of {name} are numbered {rows}: are these "
                "their names, or a new order? Give the frame as an array, or without labels."
            )
        return values, labels
    _refuse_totals(rows, columns, values, name)
    if labels is None:
        order = _order(rows, columns, name)
    else:
        order = list(map(number, labels))
        lost = [label for label in [*rows, *columns] if label not in set(order)]
        if lost:
            raise ValueError(
                f"labels={order} leave out {lost[0]!r}, a label of {name}; leave labels out, or "
                "rename the frame's rows and columns."
            )
    place = {label: i for i, label in enumerate(order)}
    table = np.zeros((len(order), len(order)), dtype=values.dtype)
    table[np.ix_([place[row] for row in rows], [place[column] for column in columns])] = values
    return table, order


def costs_by_label(frame: Any, classes: Sequence[Hashable] | None) -> NDArray[Any]:
    """Return the costs of these classes, in their order, from a frame that has them all."""
    values = _numbers(frame)
    if _by_position(frame):
        return values
    rows, columns = _axis(frame.index, "the rows of costs"), _axis(frame.columns, "their columns")
    if classes is None:
        raise ValueError("costs are a data frame with labels; give an array in order of labels.")
    for axis, labels in (("row", rows), ("column", columns)):
        absent = [label for label in classes if label not in set(labels)]
        if absent:
            raise ValueError(
                f"costs have no {axis} for the class {absent[0]!r}: their {axis}s are {labels}."
            )
    places = [rows.index(label) for label in classes], [columns.index(label) for label in classes]
    return values[np.ix_(*places)]


def _axis(index: Any, name: str) -> Labels:
    labels = [number(label) for label in index]
    for i, label in enumerate(labels):
        if is_missing(label):
            raise ValueError(f"label {i} of {name} is {label}; drop it, or give it a name.")
    refuse_duplicates(labels, name)
    return labels


def _by_position(frame: Any) -> bool:
    """Tell pandas' default labels, 0, 1, 2, ... for rows and columns, which say nothing."""
    return all(
        type(axis).__name__ == "RangeIndex" and list(axis) == list(range(len(axis)))
        for axis in (frame.index, frame.columns)
    )


def _numbers(frame: Any) -> NDArray[Any]:
    """Keep integers as they are beside a column of floats."""
    return np.asarray(frame if len(set(frame.dtypes)) == 1 else frame.astype(object))


def _order(rows: Labels, columns: Labels, name: str) -> Labels:
    if set(columns) <= set(rows):
        return rows
    if set(rows) <= set(columns):
        return columns
    given = f"the rows of {name} are {rows} and the columns {columns}"
    if not set(rows) & set(columns):
        raise ValueError(
            f"{given}: no label in common. Give both the same labels, or give an array."
        )
    united = {*rows, *columns}
    try:
        order = sorted(united)
        clear = rows == sorted(rows) and columns == sorted(columns)
    except TypeError:
        clear = False
    if not clear:
        raise ValueError(
            f"{given}: the order of all classes is not clear. Give labels with all of them."
        )
    return order


def _refuse_totals(rows: Labels, columns: Labels, values: NDArray[Any], name: str) -> None:
    """Refuse the margins that pandas.crosstab adds: they would count as one more class."""
    label = rows[-1] if rows else None
    if not isinstance(label, str) or label.casefold() not in _NAMES_OF_TOTALS:
        return
    if label != columns[-1] or min(values.shape) < 2:
        return
    body = values[:-1, :-1]
    if (values[-1, :-1] == body.sum(axis=0)).all() and (values[:-1, -1] == body.sum(axis=1)).all():
        raise ValueError(
            f"{label!r} in {name} holds the sums of the other rows and columns, which is no "
            f"class. Drop it: frame.drop(index={label!r}, columns={label!r})."
        )
