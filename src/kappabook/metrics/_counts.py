"""From two columns of labels to a table of counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics._numbers import number
from kappabook.metrics._validation.columns import as_weights
from kappabook.metrics._validation.labels import as_labels

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

    No samples, unequal lengths, missing or mixed labels, `labels` of which none occurs and bad
    weights raise ValueError.
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
