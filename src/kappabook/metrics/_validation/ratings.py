"""A table of ratings: items by raters, with gaps, read once."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics._numbers import number
from kappabook.metrics._validation.labels import as_labels, refuse_twice

MISSING = -1
# Whole numbers that span at most this range are coded without sorting.
_DENSE_RANGE = 1024
_FEW = 30
MOST_LABELS = 10_000

Codes = NDArray[Any]


def read_ratings(
    ratings: Any, labels: ArrayLike | None, *, numeric: bool
) -> tuple[Codes, tuple[Any, ...], tuple[Hashable, ...]]:
    """Codes of shape (n_raters, n_items) with -1 where nobody rated, labels, names of the raters.

    `numeric` allows any finite numbers as labels; otherwise they are text or whole numbers.
    Everything that is no table of ratings raises ValueError.
    """
    cells, missing, raters = _cells(ratings)
    refuse_twice("rater", raters)
    _refuse_shape(cells, missing, raters)
    if cells.dtype.kind == "O":
        codes, found = _code_objects(cells, missing, numeric)
    elif cells.dtype.kind in "biuf":
        codes, found = _code_numbers(cells, missing, numeric)
    elif cells.dtype.kind == "U":
        values, places = np.unique(cells, return_inverse=True)
        codes, found = narrow(places.reshape(cells.shape), len(values)), values.tolist()
        if missing is not None:
            codes[missing] = MISSING
            codes, found = _drop_unused(codes, found)
    else:
        _refuse_kind(cells.dtype)
    if not numeric and len(found) > MOST_LABELS:
        raise ValueError(
            f"ratings hold {len(found)} different labels; more than {MOST_LABELS} are refused. "
            "Are they identifiers, or measurements? For these give level='interval'."
        )
    _refuse_blank(found, codes)
    if labels is not None:
        codes, found = _in_order(codes, found, labels)
    return codes, tuple(found), raters


def _cells(ratings: Any) -> tuple[NDArray[Any], NDArray[np.bool_] | None, tuple[Hashable, ...]]:
    """Cells of shape (n_raters, n_items), where one is missing (None: nowhere seen), and raters."""
    names = getattr(ratings, "columns", None)
    if names is not None and not isinstance(ratings, np.ndarray):
        raters = tuple(number(name) for name in names)
        refuse_twice("rater", raters)
        columns = [_column(ratings[name]) for name in names]
        kinds = {column.dtype.kind for column in columns}
        if kinds <= set("iuf"):
            return np.array(columns), None, raters
        return np.array([column.astype(object) for column in columns], dtype=object), None, raters
    if isinstance(ratings, np.ma.MaskedArray):
        table, missing = ratings.data, np.ma.getmaskarray(ratings)
    elif hasattr(ratings, "dtype"):
        table, missing = np.asarray(ratings), None
    else:
        table, missing = _from_lists(ratings), None
    if table.ndim != 2:
        raise ValueError(
            f"ratings have shape {table.shape}; give a table with one row per item and one column "
            "per rater, and one label in each cell."
        )
    return table.T, None if missing is None else missing.T, tuple(range(table.shape[1]))


def _column(column: Any) -> NDArray[Any]:
    """One column of a data frame; numbers stay numbers, all else becomes objects."""
    array = column.to_numpy() if hasattr(column, "to_numpy") else np.asarray(column)
    if getattr(array, "ndim", 1) != 1:
        raise ValueError("two columns of ratings have one name; give each rater a name.")
    if array.dtype.kind in "mM":  # as objects, those counted in nanoseconds would be numbers
        _refuse_kind(array.dtype)
    return np.asarray(array) if array.dtype.kind in "iuf" else np.asarray(array, dtype=object)


def _from_lists(ratings: Any) -> NDArray[Any]:
    if not hasattr(ratings, "__iter__"):
        raise ValueError(
            f"ratings are a {type(ratings).__name__}; give a table with one row per item and one "
            "column per rater."
        )
    rows = list(ratings)
    try:
        lengths = {len(row) for row in rows if not isinstance(row, str)}
    except TypeError:
        lengths = set()
    if not lengths or any(isinstance(row, str) for row in rows):
        raise ValueError("ratings must be a table: one row per item, with one label per rater.")
    if len(lengths) > 1:
        raise ValueError(
            f"the rows of ratings have {min(lengths)} to {max(lengths)} cells; write None where a "
            "rater did not rate, so that each column is one rater."
        )
    table = np.empty((len(rows), lengths.pop()), dtype=object)
    for i, row in enumerate(rows):
        for j, cell in enumerate(row):
            table[i, j] = cell
    return table


def _refuse_shape(
    cells: NDArray[Any], missing: NDArray[np.bool_] | None, raters: Sequence[Hashable]
) -> None:
    if len(raters) < 2:
        raise ValueError(
            f"ratings have {len(raters)} column{'s' * (len(raters) != 1)}; agreement is between at "
            "least two raters, one in each column."
        )
    if cells.shape[1] < 2:
        raise ValueError(
            f"ratings have {cells.shape[1]} row{'s' * (cells.shape[1] != 1)}; agreement is "
            "measured over at least two items, one in each row. Is the table turned round?"
        )
    if missing is not None and missing.all():
        _nobody_rated()


def _refuse_kind(dtype: object) -> NoReturn:
    raise ValueError(f"ratings have dtype {dtype}; labels are numbers or text.")


def _nobody_rated() -> None:
    raise ValueError("every rating is missing; there is nothing to compare.")


def _code_numbers(
    cells: NDArray[Any], missing: NDArray[np.bool_] | None, numeric: bool
) -> tuple[Codes, list[Any]]:
    if cells.dtype == bool:
        cells = cells.view(np.uint8)
    elif cells.dtype == np.int8:
        cells = cells.astype(np.int16)  # its range may be beyond int8
    if cells.dtype.kind == "f":
        if missing is not None:
            cells = np.where(missing, np.nan, cells)
        missing = np.isnan(cells)
        if missing.all():
            _nobody_rated()
        missing = missing if missing.any() else None
    low, high = _range(cells, missing)
    if -np.inf < low and high - low < _DENSE_RANGE and low == int(low):
        places = cells - cells.dtype.type(low)
        codes = _narrow(places, int(high - low) + 1)
        same = codes == places if cells.dtype.kind == "f" else np.True_
        if missing is not None:
            codes, same = np.where(missing, codes.dtype.type(MISSING), codes), same | missing
        if same.all():
            return _drop_unused(np.ascontiguousarray(codes), list(range(int(low), int(high) + 1)))
    if cells.dtype.kind == "f":
        cells = _whole_if_possible(cells, missing, numeric)
    if missing is not None:
        cells = np.where(missing, cells.dtype.type(low), cells)
    values, places = np.unique(cells, return_inverse=True)
    places = places.reshape(cells.shape)
    if missing is not None:
        places = np.where(missing, MISSING, places)
    return _drop_unused(narrow(places, len(values)), values.tolist())


def _range(cells: NDArray[Any], missing: NDArray[np.bool_] | None) -> tuple[Any, Any]:
    """Smallest and largest of what is not missing."""
    if missing is None:
        return number(cells.min()), number(cells.max())
    if cells.dtype.kind == "f":
        return number(np.fmin.reduce(cells, axis=None)), number(np.fmax.reduce(cells, axis=None))
    there = cells[~missing]
    return number(there.min()), number(there.max())


def narrow(codes: NDArray[Any], n_labels: int) -> Codes:
    """Copy to the narrowest type, one rater after the other: tables are large."""
    return np.ascontiguousarray(_narrow(codes, n_labels))


def _narrow(codes: NDArray[Any], n_labels: int) -> Codes:
    kinds: tuple[Any, ...] = (np.int8, np.int16, np.int32)
    kind = next(kind for kind in kinds if n_labels <= np.iinfo(kind).max)
    with np.errstate(invalid="ignore"):  # a missing number becomes any code, and then none
        return codes.astype(kind)


def _whole_if_possible(
    cells: NDArray[Any], missing: NDArray[np.bool_] | None, numeric: bool
) -> NDArray[Any]:
    """Return int64 where all are whole; other numbers stay, if numbers may be labels."""
    with np.errstate(invalid="ignore"):
        whole = cells.astype(np.int64)
    same = whole == cells
    if missing is not None:
        same |= missing
    if same.all():
        return whole
    finite = np.isfinite(cells) if missing is None else np.isfinite(cells) | missing
    if numeric and finite.all():
        return cells.astype(np.float64)
    wrong = ~finite if numeric or not finite.all() else ~same
    j, i = np.argwhere(wrong)[0]
    remedy = "ratings are finite" if numeric else "labels are whole numbers or text"
    raise ValueError(
        f"ratings[{i}, {j}] is {cells[j, i]}; {remedy}. "
        "Measurements have the level 'interval' or 'ratio'."
    )


def _code_objects(
    cells: NDArray[Any], missing: NDArray[np.bool_] | None, numeric: bool
) -> tuple[Codes, list[Any]]:
    flat = cells.ravel().tolist()
    if missing is not None:
        flat = [None if gap else x for x, gap in zip(flat, missing.ravel().tolist(), strict=True)]
    kinds = set(map(type, flat))
    if kinds <= {str, type(None)}:
        return _code_text(flat, cells.shape)
    flat = [None if _is_missing(cell) else number(cell) for cell in flat]
    kinds = set(map(type, flat)) - {type(None)}
    if not kinds:
        _nobody_rated()
    if all(issubclass(kind, str) for kind in kinds):
        return _code_text([None if x is None else str(x) for x in flat], cells.shape)
    for place, cell in enumerate(flat):
        if cell is not None and not isinstance(cell, str | int | float):
            j, i = divmod(place, cells.shape[1])
            raise ValueError(
                f"ratings[{i}, {j}] is {cell!r}; each cell holds one label, a number or text."
            )
    if any(issubclass(kind, str) for kind in kinds):
        shown = ", ".join(sorted(kind.__name__ for kind in kinds))
        raise ValueError(f"ratings mix {shown}; '1' and 1 are different labels. Convert one.")
    gaps = np.array([cell is None for cell in flat]).reshape(cells.shape)
    filler = next(cell for cell in flat if cell is not None)
    numbers = np.array([filler if cell is None else cell for cell in flat]).reshape(cells.shape)
    if numbers.dtype.kind == "O":
        raise ValueError("ratings hold integers beyond 64 bits; use text for such labels.")
    return _code_numbers(numbers, gaps, numeric)


def _code_text(flat: list[Any], shape: tuple[int, ...]) -> tuple[Codes, list[Any]]:
    found = sorted(set(flat) - {None})
    if not found:
        _nobody_rated()
    place = {label: i for i, label in enumerate(found)} | {None: MISSING}
    codes = np.fromiter(map(place.__getitem__, flat), np.intp, len(flat))
    return narrow(codes.reshape(shape), len(found)), found


def _is_missing(cell: Any) -> bool:
    if cell is None or cell is np.ma.masked or type(cell).__name__ in ("NAType", "NaTType"):
        return True
    return bool(isinstance(cell, float | np.floating) and np.isnan(cell))


def _drop_unused(codes: Codes, found: list[Any]) -> tuple[Codes, list[Any]]:
    """Keep the labels that occur."""
    if len(found) <= _FEW:  # bytes are compared faster than counted
        used = np.array([(codes == code).any() for code in range(len(found))])
    else:
        used = np.bincount(codes.ravel() + 1, minlength=len(found) + 1)[1:] > 0
    if used.all():
        return codes, found
    place = np.append(np.cumsum(used) - 1, MISSING)  # the last is that of the code -1
    kept = [label for label, is_used in zip(found, used, strict=True) if is_used]
    return narrow(place[codes], len(kept)), kept


def _refuse_blank(found: Sequence[Any], codes: Codes) -> None:
    for place, label in enumerate(found):
        if isinstance(label, str) and not label.strip():
            j, i = np.argwhere(codes == place)[0]
            raise ValueError(
                f"ratings[{i}, {j}] is blank text; write None where nobody rated, or give the "
                "label a name."
            )


def _in_order(codes: Codes, found: list[Any], labels: Any) -> tuple[Codes, list[Any]]:
    """Codes by the order that the caller gives; a label that it lacks raises ValueError."""
    if isinstance(labels, set | frozenset):
        raise ValueError("labels is a set; give a list, because the order of the labels counts.")
    wanted = [number(label) for label in (labels.tolist() if hasattr(labels, "tolist") else labels)]
    refuse_twice("label", wanted)
    place = {label: i for i, label in enumerate(wanted)}
    for code, label in enumerate(found):
        if label not in place:
            j, i = np.argwhere(codes == code)[0]
            raise ValueError(
                f"ratings[{i}, {j}] is {label!r}, which is not in labels={wanted}; add it in its "
                "place, or make the rating None."
            )
    if not wanted:
        raise ValueError("labels is empty; list the labels, or leave it out.")
    return narrow(
        np.array([*(place[label] for label in found), MISSING])[codes], len(wanted)
    ), wanted


def group_codes(groups: ArrayLike | None, n_items: int) -> NDArray[np.intp] | None:
    """Turn groups into 0, 1, ...; another length than the items, or one group, is refused."""
    if groups is None:
        return None
    labels = as_labels(groups, "groups")
    if len(labels) != n_items:
        raise ValueError(
            f"groups has {len(labels)} labels for {n_items} items; give the group of each item."
        )
    found, codes = np.unique(labels, return_inverse=True)
    if len(found) < 2:
        raise ValueError(
            f"all items are in the group {number(found[0])!r}; an interval over groups needs "
            "several. Leave groups out if items are independent."
        )
    return codes.astype(np.intp)
