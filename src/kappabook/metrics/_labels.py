"""From two columns of labels to a table of counts, fast and without surprises."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics._numbers import number, one_column

Names = tuple[str, str]

# Integer labels that span at most this range are counted without sorting.
_DENSE_RANGE = 1024
_MOST_CLASSES = 10_000


def count_pairs(
    y1: ArrayLike,
    y2: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
    names: Names = ("y_true", "y_pred"),
) -> tuple[NDArray[Any], list[Any]]:
    """Table of (weighted) pairs, shape (n_classes, n_classes), and the labels of its rows.

    Raises
    ------
    ValueError
        No samples, unequal lengths, missing or mixed labels, `labels` of which none occurs,
        weights that are negative, not finite or all zero.
    """
    first, second = as_labels(y1, names[0]), as_labels(y2, names[1])
    if len(first) != len(second):
        raise ValueError(
            f"{names[0]} has {len(first)} labels and {names[1]} has {len(second)}; "
            "they must describe the same cases."
        )
    if len(first) == 0:
        raise ValueError(f"{names[0]} and {names[1]} are empty; give at least one case.")
    weight = None if sample_weight is None else as_weights(sample_weight, len(first))
    codes1, codes2, classes = _encode(first, second, names)
    width = len(classes)
    if width > _MOST_CLASSES:
        raise ValueError(
            f"{names[0]} and {names[1]} have {width} different labels; a table for more than "
            f"{_MOST_CLASSES} classes is refused. Are they identifiers, or scores?"
        )
    pairs = codes1 * width
    pairs += codes2
    table = np.bincount(pairs, weights=weight, minlength=width**2).reshape(width, width)
    if labels is not None:
        return _select(table, classes, labels, names)
    present = np.flatnonzero(table.any(axis=0) | table.any(axis=1))
    return table[np.ix_(present, present)], [classes[int(i)] for i in present]


def as_labels(y: ArrayLike, name: str) -> NDArray[Any]:
    """Integers, booleans or text as a one-dimensional array; anything missing is refused."""
    if isinstance(y, list | tuple):
        # numpy would turn the 1 of [1, "1"] into text, and the two would agree.
        kinds = set(map(type, y))
        y = np.array(y, dtype=object) if len(kinds) > 1 and str in kinds else y
    array = one_column(y, name, "labels")
    if array.dtype.kind == "f":
        return _whole(array, name)
    if array.dtype.kind == "O":
        return _plain(array, name)
    if array.dtype.kind not in "iubU":
        raise ValueError(f"{name} has dtype {array.dtype}; labels are integers or text.")
    return array


def _whole(array: NDArray[Any], name: str) -> NDArray[Any]:
    array = array.astype(np.float64)
    whole = np.isfinite(array) & (array == np.rint(array)) & (np.abs(array) < 2**53)
    if not whole.all():
        i = int(np.argmin(whole))
        remedy = "drop the case or give it a label" if np.isnan(array[i]) else "threshold scores"
        raise ValueError(f"{name}[{i}] is {array[i]}; labels are integers or text: {remedy} first.")
    return array.astype(np.int64)


def _plain(array: NDArray[Any], name: str) -> NDArray[Any]:
    """Objects that are all text or all integers, and none missing."""
    kinds = set(map(type, array))
    if kinds <= {str, np.str_}:
        return array
    for i, label in enumerate(array):
        if label is None or type(label).__name__ in ("NAType", "NaTType") or label != label:
            raise ValueError(
                f"{name}[{i}] is {label}; a missing label is no class. Drop the case or name it."
            )
    if all(issubclass(kind, int | np.integer | np.bool_) for kind in kinds):
        return _integers(array, name)
    if all(issubclass(kind, float | int | np.number | np.bool_) for kind in kinds):
        return _whole(array.astype(float), name)
    shown = ", ".join(sorted(kind.__name__ for kind in kinds))
    raise ValueError(f"{name} mixes {shown}; labels are all integers or all text.")


def _integers(array: NDArray[Any], name: str) -> NDArray[Any]:
    for dtype in (np.int64, np.uint64):
        try:
            return array.astype(dtype)
        except OverflowError:
            continue
    raise ValueError(f"{name} holds integers beyond 64 bits; use text for such labels.")


def as_weights(sample_weight: ArrayLike, n_samples: int) -> NDArray[np.float64]:
    """Finite, non-negative float64 weights, one per sample, not all zero."""
    column = one_column(sample_weight, "sample_weight", "weights")
    if column.dtype.kind not in "iubfO":
        raise ValueError(f"sample_weight has dtype {column.dtype}; weights are numbers.")
    weight = column.astype(np.float64)
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


def _encode(
    first: NDArray[Any], second: NDArray[Any], names: Names
) -> tuple[NDArray[Any], NDArray[Any], Sequence[Any]]:
    """Position of each label in the sorted classes of both columns, and those classes."""
    text = [array.dtype.kind in "OU" for array in (first, second)]
    if text[0] != text[1]:
        kinds = ["text" if is_text else "numbers" for is_text in text]
        raise ValueError(
            f"{names[0]} holds {kinds[0]} and {names[1]} {kinds[1]}; '1' and 1 are different "
            "labels. Convert one of them, for example with numpy.asarray(y).astype(str)."
        )
    if text[0]:
        return _encode_text(first, second)
    first, second = (a.view(np.uint8) if a.dtype == bool else a for a in (first, second))
    low = min(int(first.min()), int(second.min()))
    high = max(int(first.max()), int(second.max()))
    if high > np.iinfo(np.int64).max:
        # Signed and unsigned 64-bit integers have no common type but float, which merges labels.
        first, second = first.astype(object), second.astype(object)
    elif high - low < _DENSE_RANGE:
        offset = [np.subtract(a, low, dtype=np.int64) if low else a for a in (first, second)]
        codes1, codes2 = (a.astype(np.int64, copy=False) for a in offset)
        return codes1, codes2, range(low, high + 1)
    else:
        first, second = first.astype(np.int64), second.astype(np.int64)
    classes, codes = np.unique(np.concatenate([first, second]), return_inverse=True)
    return codes[: len(first)], codes[len(first) :], classes.tolist()


def _encode_text(
    first: NDArray[Any], second: NDArray[Any]
) -> tuple[NDArray[Any], NDArray[Any], list[str]]:
    columns = first.tolist(), second.tolist()
    classes = sorted(set(columns[0]) | set(columns[1]))
    position = {label: i for i, label in enumerate(classes)}
    codes1, codes2 = (
        np.searchsorted(np.array(classes), array)
        if array.dtype.kind == "U"
        else np.fromiter(map(position.__getitem__, column), np.int64, len(column))
        for array, column in zip((first, second), columns, strict=True)
    )
    return codes1, codes2, [str(label) for label in classes]


def _select(
    table: NDArray[Any], classes: Sequence[Any], labels: ArrayLike, names: Names
) -> tuple[NDArray[Any], list[Any]]:
    if isinstance(labels, set | frozenset):
        raise ValueError("labels is a set; give a list, because the order of the classes counts.")
    wanted = [number(label) for label in (labels.tolist() if hasattr(labels, "tolist") else labels)]  # type: ignore[union-attr]
    place = {label: i for i, label in enumerate(classes)}
    known = [i for i, label in enumerate(wanted) if label in place]
    found: list[int] = [place[wanted[i]] for i in known]
    selected = np.zeros((len(wanted), len(wanted)), dtype=table.dtype)
    selected[np.ix_(known, known)] = table[np.ix_(found, found)]
    if not selected.any():
        raise ValueError(
            f"no case has both its {names[0]} and its {names[1]} in labels={wanted}; "
            f"the labels present are {[classes[int(i)] for i in np.flatnonzero(table.any(0))]}."
        )
    return selected, wanted
