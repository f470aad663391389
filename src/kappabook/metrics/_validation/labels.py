"""Labels: of the cases, of the positive class, and of the rows of a matrix."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics._numbers import number
from kappabook.metrics._validation.columns import one_column


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
        return _integers(array, name)
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


def _integers(array: NDArray[Any], name: str) -> NDArray[Any]:
    for dtype in (np.int64, np.uint64):
        try:
            return array.astype(dtype)
        except OverflowError:
            continue
    raise ValueError(
        f"{name} holds integers beyond 64 bits, or negative ones beside some beyond 63; use text "
        "for such labels."
    )


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
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"{what} {twice!r} stands twice in {list(names)}; {what}s are unique.")
