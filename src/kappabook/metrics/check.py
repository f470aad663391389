"""What a measure accepts: columns of labels, weights, tables of counts, and costs.

Each check returns numbers to compute with, or raises a ValueError that names the first wrong value
and what to do. Numbers stay exact where they are; what is 0/0 is said in one way (`undefined`).
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Hashable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

# From exact cells a measure is a Fraction. It computes and compares as a float does, so that is
# what the type says: `k: float = matrix.kappa` is right for everybody.
Real = float


class HasArray(Protocol):
    """What numpy reads as an array: arrays, data frames, tensors."""

    def __array__(self) -> NDArray[Any]: ...


# Numbers, fractions, decimals or decimal text.
Table: TypeAlias = ArrayLike | Sequence[Sequence[object]]
# The same without text, which is the name of a kind of weights. (Text is a sequence of text.)
Row: TypeAlias = Sequence[float | Fraction | Decimal] | HasArray | list[str] | tuple[str, ...]
Costs: TypeAlias = HasArray | Sequence[Row]
Weights: TypeAlias = Literal["linear", "quadratic"] | Costs | None

# --- numbers ----------------------------------------------------------------------------------


def number(value: Any) -> Any:
    """Turn a numpy scalar into the Python number it stands for; leave a Fraction alone."""
    return value.item() if isinstance(value, np.generic) else value


def show(value: Any) -> str:
    """Write a number as a reader would: exact decimals where they end, else six digits."""
    value = number(value)
    if isinstance(value, Fraction):
        if 10**6 % value.denominator == 0:
            return f"{float(value):.6f}".rstrip("0").rstrip(".")
        return str(value)
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def undefined(measure: str, reason: str, replace_by: float = np.nan) -> float:
    """Warn that a measure is 0/0 here, and return what stands for it."""
    from sklearn.exceptions import UndefinedMetricWarning  # late: it takes a second

    warnings.warn(
        f"{measure} is undefined: {reason}. Returning {replace_by}.",
        UndefinedMetricWarning,
        stacklevel=frames_of_ours(),
    )
    return replace_by


def frames_of_ours() -> int:
    """Count the frames up to the first outside the package, to which a warning belongs."""
    frame, count = sys._getframe(1), 1
    while frame.f_back and frame.f_globals.get("__name__", "").startswith("kappabook."):
        frame, count = frame.f_back, count + 1
    return count


# --- columns of numbers -------------------------------------------------------------------------


def one_column(values: Any, name: str, what: str) -> NDArray[Any]:
    """Take one column from a list, an array, a column of a data frame or an array-API array."""
    if np.ma.is_masked(values):
        i = int(np.argmax(np.ma.getmaskarray(values).ravel()))
        raise ValueError(f"{name}[{i}] is masked; drop the case first.")
    array = _as_array(values, name, what)
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 1:
        given = f"an array of shape {array.shape}" if array.ndim else f"a {type(values).__name__}"
        square = array.ndim == 2 and array.shape[0] == array.shape[1] and what == "labels"
        hint = " Of a table of counts make a ConfusionMatrix(cells)." if square else ""
        raise ValueError(f"{name} must be one column of {what}, not {given}.{hint}")
    return array


def _as_array(values: Any, name: str, what: str) -> NDArray[Any]:
    try:
        if hasattr(values, "__array_namespace__") and not hasattr(values, "__array__"):
            return np.asarray(np.from_dlpack(values))
        return np.asarray(values)
    except ValueError as error:
        raise ValueError(f"{name} must be one column of {what}: {error}") from None
    except (AttributeError, BufferError, RuntimeError, TypeError):
        raise ValueError(
            f"{name} is a {type(values).__module__}.{type(values).__name__} that numpy cannot "
            "read where it is; move it to the CPU, or make it a numpy array, first."
        ) from None


def as_floats(values: Any, name: str, what: str) -> NDArray[np.float64]:
    """Take one column of numbers as float64; text, dates and what no float holds are refused."""
    return _floats(one_column(values, name, what), name, what)


def as_float_table(values: Any, name: str, what: str) -> NDArray[np.float64]:
    """Take numbers of any shape as float64, and refuse what :func:`as_floats` refuses."""
    if np.ma.is_masked(values):
        raise ValueError(f"{name} are masked in part; leave out what is masked.")
    return _floats(_as_array(values, name, what), name, what)


def _floats(array: NDArray[Any], name: str, what: str) -> NDArray[np.float64]:
    if array.ndim == 0 and array.dtype.kind == "O" and not hasattr(array.item(), "__float__"):
        raise ValueError(f"{name} is a {type(array.item()).__name__}; give a list or an array.")
    if array.dtype.kind not in "iubfO":
        raise ValueError(f"{name} has dtype {array.dtype}; {what} are numbers.")
    if array.dtype.kind == "O":
        for i, value in enumerate(array.flat):
            try:
                if isinstance(value, str | bytes) or np.ndim(value):
                    raise TypeError
                float(value)
            except (TypeError, ValueError, OverflowError):
                place = ", ".join(map(str, np.unravel_index(i, array.shape)))
                at = f"[{place}]" if array.ndim else ""
                raise ValueError(
                    f"{name}{at} is {value!r:.60}; {what} are numbers that float64 can hold."
                ) from None
    return array.astype(np.float64)


def as_weights(sample_weight: ArrayLike, n_samples: int) -> NDArray[np.float64]:
    """Finite, non-negative float64 weights, one per sample, not all zero."""
    weight = as_floats(sample_weight, "sample_weight", "weights")
    if len(weight) != n_samples:
        raise ValueError(f"sample_weight has {len(weight)} weights for {n_samples} samples.")
    bad = ~(np.isfinite(weight) & (weight >= 0))
    if bad.any():
        i = int(np.argmax(bad))
        raise ValueError(
            f"sample_weight[{i}] is {weight[i]}; weights must be finite and non-negative."
        )
    if not weight.any():
        raise ValueError("sample_weight is 0 everywhere; at least one case must count.")
    return weight


# --- labels -----------------------------------------------------------------------------------


def as_labels(y: ArrayLike, name: str) -> NDArray[Any]:
    """Take integers, booleans or text as one column; a missing label raises ValueError."""
    array = one_column(y, name, "labels")
    if isinstance(y, list | tuple) and array.dtype.kind in "Uf":
        # numpy turned the 1 of [1, "1"] into text, and the two would agree; and 2**63 beside 1
        # into floats, which merge labels.
        kinds = set(map(type, y))
        if kinds == {int} or (str in kinds and len(kinds) > 1):
            array = one_column(np.array(y, dtype=object), name, "labels")
    if array.dtype.kind == "f":
        return _whole(array, name)
    if array.dtype.kind in "OT":
        return _plain(array.astype(object, copy=False), name)
    if array.dtype.kind not in "iubU":
        raise ValueError(f"{name} has dtype {array.dtype}; labels are integers or text.")
    return array


def _whole(array: NDArray[Any], name: str) -> NDArray[Any]:
    array = array.astype(np.float64)
    whole = np.isfinite(array) & (array == np.rint(array))
    if not whole.all():
        missing = np.isnan(array)
        i = int(np.argmax(missing)) if missing.any() else int(np.argmin(whole))
        remedy = "drop the case or give it a label" if missing.any() else "threshold scores"
        raise ValueError(f"{name}[{i}] is {array[i]}; labels are integers or text: {remedy} first.")
    if len(array) and np.abs(array).max() >= 2**53:
        i = int(np.argmax(np.abs(array)))
        raise ValueError(
            f"{name}[{i}] is {array[i]}; floats beyond 2**53 do not tell all integers apart. Give "
            "such labels as integers or text."
        )
    return array.astype(np.int64)


def _plain(array: NDArray[Any], name: str) -> NDArray[Any]:
    """Take objects that are all text or all integers; a missing one raises ValueError."""
    kinds = set(map(type, array))
    if kinds <= {str, np.str_}:
        return array
    for i, label in enumerate(array):
        if is_missing(label):
            shown = "masked" if label is np.ma.masked else label
            raise ValueError(
                f"{name}[{i}] is {shown}; a missing label is no class. Drop the case or name it."
            )
    if all(issubclass(kind, int | np.integer | np.bool_) for kind in kinds):
        for dtype in (np.int64, np.uint64):
            try:
                return array.astype(dtype)
            except OverflowError:
                continue
        raise ValueError(
            f"{name} holds integers beyond 64 bits, or negative ones beside some beyond 63; use "
            "text for such labels."
        )
    if all(issubclass(kind, float | int | np.floating | np.integer | np.bool_) for kind in kinds):
        return _whole(array.astype(float), name)
    shown = ", ".join(sorted(kind.__name__ for kind in kinds))
    verb = "mixes" if len(kinds) > 1 else "holds"
    raise ValueError(
        f"{name} {verb} {shown}; labels are all integers or all text. Convert them, for example "
        "with [str(label) for label in y]."
    )


def is_missing(label: Any) -> bool:
    """Tell None, NaN, NaT, pandas' NA and what numpy masks from labels."""
    if label is None or label is np.ma.masked or type(label).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(label, float | np.floating) and bool(label != label)


def as_positive(y_true: ArrayLike, pos_label: Hashable | None) -> NDArray[np.bool_]:
    """Mark the cases of the positive class.

    `pos_label=None` means 1, and is allowed only if the labels are among {0, 1} or {-1, 1}. No
    labels, more than two classes and a `pos_label` that does not occur raise ValueError.
    """
    labels = as_labels(y_true, "y_true")
    if len(labels) == 0:
        raise ValueError("y_true and y_score are empty; give at least one case.")
    classes = _two_classes(labels)
    if pos_label is None:
        if not (set(classes) <= {0, 1} or set(classes) <= {-1, 1}):
            raise ValueError(
                f"y_true has the labels {classes}, which do not tell the positive class; "
                "give pos_label (None stands for 1 of {0, 1} or {-1, 1})."
            )
        pos_label = 1
    elif number(pos_label) not in classes:
        raise ValueError(
            f"pos_label={pos_label!r} does not occur in y_true; the labels present are {classes}."
        )
    return np.asarray(labels == pos_label, dtype=bool)


def _two_classes(labels: NDArray[Any]) -> list[Any]:
    """List the classes present, sorted; more than two raise ValueError."""
    if labels.dtype.kind in "OU":
        classes = sorted(set(labels.tolist()))
    else:
        low, high = labels.min(), labels.max()
        classes = [low.item(), high.item()][: 1 + int(low != high)]
        if np.count_nonzero(labels == low) + np.count_nonzero(labels == high) < len(labels):
            classes = np.unique(labels).tolist()
    if len(classes) > 2:
        shown = ", ".join(map(repr, classes[:5])) + (", ..." if len(classes) > 5 else "")
        raise ValueError(
            f"y_true has {len(classes)} classes ({shown}); ROC and kappa curves need two. "
            "Compare one class with the rest, for example y_true == label."
        )
    return classes


def valid_labels(labels: Sequence[Hashable] | None, n_classes: int) -> tuple[Hashable, ...]:
    """Take one label per class, each once; by default 0, 1, 2, ..."""
    names = tuple(range(n_classes)) if labels is None else tuple(map(number, labels))
    if len(names) != n_classes:
        raise ValueError(
            f"{len(names)} labels for {n_classes} classes: {list(names)}. Give one per row."
        )
    refuse_twice("label", names)
    return names


def refuse_twice(what: str, names: Sequence[Hashable]) -> None:
    """Raise an error if a label, or a rater, stands twice in a list."""
    if len(set(names)) != len(names):
        twice = next(name for i, name in enumerate(names) if name in names[:i])
        raise ValueError(f"{what} {twice!r} stands twice in {list(names)}; {what}s are unique.")


# --- ordered categories -----------------------------------------------------------------------


class Column(NamedTuple):
    """Labels of the cases, or of the categories with the place of each case among them."""

    values: NDArray[Any]
    places: NDArray[Any] | None
    scale: list[Any] | None  # the ordered categories, all of them

    @property
    def n_cases(self) -> int:
        """Number of cases."""
        return len(self.values if self.places is None else self.places)

    @property
    def is_text(self) -> bool:
        """Whether the labels are text."""
        return self.values.dtype.kind in "OU"


def as_column(y: Any, name: str) -> Column:
    """Take labels; the categories of pandas and the Enum of polars keep their order.

    Polars and pandas are told by what their columns offer; neither is imported.
    """
    if hasattr(y, "iloc") and getattr(y, "ndim", 1) == 2 and y.shape[1] == 1:
        y = y.iloc[:, 0]
    dtype = getattr(y, "dtype", None)
    categories = getattr(dtype, "categories", None)
    if categories is None:
        return Column(as_labels(y, name), None, None)
    if not hasattr(dtype, "ordered"):
        is_scale = type(dtype).__name__ == "Enum"
        return Column(as_labels(y, name), None, list(categories) if is_scale else None)
    places = np.asarray(getattr(y, "cat", y).codes)
    if (places < 0).any():
        i = int(np.argmax(places < 0))
        raise ValueError(
            f"{name}[{i}] is nan; a missing label is no class. Drop the case or name it."
        )
    values = as_labels(categories, f"the categories of {name}")
    return Column(values, places, values.tolist() if dtype.ordered else None)  # type: ignore[union-attr]


def common_scale(columns: Sequence[Column], names: Sequence[str]) -> list[Any] | None:
    """Return the ordered categories of the columns, or None; they must not contradict."""
    scales = [(c.scale, name) for c, name in zip(columns, names, strict=True) if c.scale]
    if not scales:
        return None
    (scale, name), *more = sorted(scales, key=lambda pair: -len(pair[0]))
    for other, other_name in more:
        if not in_order(other, scale) or not set(other) <= set(scale):
            raise ValueError(
                f"{name} has the ordered categories {scale} and {other_name} {other}; give labels "
                "with all classes in the order that you mean, and unordered categories."
            )
    return scale


def in_order(labels: Sequence[Any], scale: Sequence[Any]) -> bool:
    """Tell whether the labels that stand on the scale stand in its order."""
    place = {label: i for i, label in enumerate(scale)}
    places = [place[label] for label in labels if label in place]
    return places == sorted(places)


def as_classes(labels: ArrayLike | str | set[Any]) -> list[Any]:
    """Take the classes asked for: labels, each once."""
    if isinstance(labels, set | frozenset):
        raise ValueError("labels is a set; give a list, because the order of the classes counts.")
    is_array = hasattr(labels, "__array__") or hasattr(labels, "__array_namespace__")
    sequence: Any = labels if is_array else list(labels)  # type: ignore[arg-type]
    classes: list[Any]
    if not is_array and all(type(label) is int for label in sequence):
        classes = sequence  # of any size
    else:
        classes = as_labels(sequence, "labels").tolist()
    if not classes:
        raise ValueError("labels is empty; give at least one class, or leave it out.")
    refuse_twice("label", classes)
    return classes


# --- tables of counts, and costs --------------------------------------------------------------


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
        absent = [x for x in names if x not in frame.index or x not in frame.columns]
        if absent:
            raise ValueError(f"costs have no row, or no column, for the class {absent[0]!r}.")
        frame = _cells_of(frame.loc[list(names), list(names)])
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
    rows, columns = [number(x) for x in frame.index], [number(x) for x in frame.columns]
    for name, axis in (("rows", rows), ("columns", columns)):
        for i, label in enumerate(axis):
            if is_missing(label):
                raise ValueError(f"label {i} of the {name} of cells is {label}; give it a name.")
        refuse_twice(f"in the {name} of cells, the label", axis)
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
    """Refuse the margins that pandas.crosstab adds: they would count as one more class."""
    names = {"all", "sum", "total", "totals"}
    label = rows[-1] if rows else None
    if not isinstance(label, str) or label.casefold() not in names:
        return
    if label != columns[-1] or min(cells.shape) < 2:
        return
    body = cells[:-1, :-1]
    if (cells[-1, :-1] == body.sum(axis=0)).all() and (cells[:-1, -1] == body.sum(axis=1)).all():
        raise ValueError(
            f"{label!r} in cells holds the sums of the other rows and columns, which is no "
            f"class. Drop it: frame.drop(index={label!r}, columns={label!r})."
        )
