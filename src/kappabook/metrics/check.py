"""What a measure accepts: columns of labels and of weights; tables are in `check_tables`.

Each check returns numbers to compute with, or raises a ValueError that names the first wrong value
and what to do. Numbers stay exact where they are; what is 0/0 is said in one way (`undefined`).
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

# From exact cells a measure is a Fraction. It computes and compares as a float does, so that is
# what the type says: `k: float = matrix.kappa` is right for everybody.
Real = float

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
    array = as_array(values, name, what)
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 1:
        given = f"an array of shape {array.shape}" if array.ndim else f"a {type(values).__name__}"
        square = array.ndim == 2 and array.shape[0] == array.shape[1] and what == "labels"
        hint = " Of a table of counts make a ConfusionMatrix(cells)." if square else ""
        raise ValueError(f"{name} must be one column of {what}, not {given}.{hint}")
    return array


def as_array(values: Any, name: str, what: str) -> NDArray[Any]:
    """Make an array of what numpy can read; raise ValueError that names what it cannot."""
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
    return _floats(as_array(values, name, what), name, what)


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
    return one_scale([(c.scale, name) for c, name in zip(columns, names, strict=True) if c.scale])


def scale_of(column: Any) -> list[Any] | None:
    """Return the categories of an ordered categorical of pandas or an Enum of polars, or None."""
    dtype = getattr(column, "dtype", None)
    categories = getattr(dtype, "categories", None)
    if categories is None:
        return None
    ordered = getattr(dtype, "ordered", type(dtype).__name__ == "Enum")
    return list(categories.tolist() if hasattr(categories, "tolist") else categories) * ordered


def one_scale(scales: Sequence[tuple[list[Any], str]]) -> list[Any] | None:
    """Return the scale, with the name of its column, that has all others in it, or None."""
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
