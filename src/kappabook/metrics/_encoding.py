"""Two columns of labels as places in their sorted classes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kappabook.metrics._validation.categories import Column

Names = tuple[str, str]
Codes = NDArray[np.intp]

# Integer labels that span at most this range, or twice the cases, are their own places.
_DENSE_RANGE = 1024
# From so many cases on, hashing all at once is faster than a dictionary or a sort.
_MANY = 2000
# Cases looked at together, so that they stay in the processor's cache.
BLOCK = 1 << 16
_PART = 1 << 13  # where words are hashed, letter by letter
_MOST_SLOTS = 16  # as a power of two, so that they stay in the cache, too
_ODD = tuple(map(np.uint64, (0x9E3779B97F4A7C15, 0xD1B54A32D192ED03)))


def encode(first: Column, second: Column, names: Names) -> tuple[Codes, Codes, Sequence[Any]]:
    """Place of each label in the sorted classes of both columns, and those classes.

    Classes may include some that do not occur. Text beside numbers raises ValueError.
    """
    if first.is_text != second.is_text:
        kinds = ["text" if column.is_text else "numbers" for column in (first, second)]
        raise ValueError(
            f"{names[0]} holds {kinds[0]} and {names[1]} {kinds[1]}; '1' and 1 are different "
            "labels. Convert one of them, for example with numpy.asarray(y).astype(str)."
        )
    if not first.is_text and first.places is None and second.places is None:
        dense = _dense(first.values, second.values)
        if dense is not None:
            return dense
    (labels1, places1), (labels2, places2) = _distinct(first), _distinct(second)
    classes = sorted({*labels1, *labels2})
    place = {label: i for i, label in enumerate(classes)}
    return _moved(places1, labels1, place), _moved(places2, labels2, place), classes


def _moved(places: NDArray[Any], labels: list[Any], place: dict[Any, int]) -> Codes:
    moved = np.array([place[label] for label in labels], dtype=np.intp)
    return np.asarray(moved[places])


def _dense(first: NDArray[Any], second: NDArray[Any]) -> tuple[Codes, Codes, range] | None:
    """Count from the smallest label on, if the labels are close together."""
    first, second = (a.view(np.uint8) if a.dtype == bool else a for a in (first, second))
    (low1, high1), (low2, high2) = _range(first), _range(second)
    low, high = min(low1, low2), max(high1, high2)
    if high - low >= max(_DENSE_RANGE, 2 * len(first)):
        return None
    return _above(first, low), _above(second, low), range(low, high + 1)


def _range(labels: NDArray[Any]) -> tuple[int, int]:
    parts = [labels[i : i + BLOCK] for i in range(0, len(labels), BLOCK)]
    ends = [(part.min(), part.max()) for part in parts]
    return int(min(low for low, _ in ends)), int(max(high for _, high in ends))


def _above(labels: NDArray[Any], low: int) -> Codes:
    """Subtract the smallest; 64 bits that wrap around give the right difference."""
    if low == 0:
        return labels.astype(np.intp, copy=False)
    wide = labels.astype(np.int64 if labels.dtype.kind == "i" else np.uint64, copy=False)
    low_bits = np.uint64(low % 2**64)
    return np.subtract(wide.view(np.uint64), low_bits).view(np.int64).astype(np.intp, copy=False)


def _distinct(column: Column) -> tuple[list[Any], NDArray[Any]]:
    """Different labels, in any order, and the place of each case's label among them."""
    values = column.values
    if column.places is not None:
        return _as_text(values.tolist()), column.places
    if values.dtype.kind == "U" and len(values) >= _MANY:
        found = _distinct_words(values)
        if found is not None:
            return found
    if values.dtype.kind in "OU":
        labels = values.tolist()
        place = {label: i for i, label in enumerate(dict.fromkeys(labels))}
        return _as_text(place), np.fromiter(map(place.__getitem__, labels), np.intp, len(labels))
    if len(values) < _MANY:
        different, places = np.unique(values, return_inverse=True)
        return different.tolist(), places
    wide = values.astype(np.int64 if values.dtype.kind == "i" else np.uint64, copy=False)
    different, places = _distinct_keys(np.ascontiguousarray(wide).view(np.uint64))
    return different.view(wide.dtype).tolist(), places


def _as_text(labels: Any) -> list[Any]:
    return [str(label) if isinstance(label, str) else label for label in labels]


def _distinct_words(words: NDArray[Any]) -> tuple[list[Any], NDArray[Any]] | None:
    """Do it for fixed-width text: a hash of each word, and then every letter compared."""
    if not words.dtype.isnative or words.dtype.itemsize == 0 or words.dtype.itemsize > 256:
        return None
    step = np.dtype(np.uint64 if words.dtype.itemsize % 8 == 0 else np.uint32)
    pieces = np.ascontiguousarray(words).view(step).reshape(len(words), -1)
    keys = np.empty(len(words), dtype=np.uint64)
    for start in range(0, len(words), _PART):
        part, key = pieces[start : start + _PART], keys[start : start + _PART]
        key[:] = part[:, 0]
        for j in range(1, part.shape[1]):
            key *= _ODD[0]
            key += part[:, j]
    different, places = _distinct_keys(keys)
    examples = np.empty(len(different), dtype=np.intp)
    examples[places] = np.arange(len(words))
    for start in range(0, len(words), _PART):
        part, place = pieces[start : start + _PART], places[start : start + _PART]
        for j in range(part.shape[1]):
            if not (pieces[examples, j][place] == part[:, j]).all():
                return None  # two words with one hash: the dictionary decides
    return words[examples].tolist(), places


def _distinct_keys(keys: NDArray[np.uint64]) -> tuple[NDArray[np.uint64], NDArray[Any]]:
    """Different keys, in any order, and the place of each, without sorting.

    Each key goes to a slot; the last key to come holds it. Keys that find another one in their
    slot go round again with another multiplier, and what is left after that is sorted.
    """
    places = np.empty(len(keys), dtype=np.int32 if len(keys) < 2**31 else np.int64)
    found: list[NDArray[np.uint64]] = []
    left = _fill_slots(keys, _ODD[0], places, found)
    for odd in _ODD[1:]:
        rest = keys[left]
        placed = np.empty(len(rest), dtype=places.dtype)
        again = _fill_slots(rest, odd, placed, found)
        places[left] = placed
        left = left[again]
    if len(left):
        different, order = np.unique(keys[left], return_inverse=True)
        places[left] = order + sum(map(len, found))
        found.append(different)
    return np.concatenate(found), places


def _fill_slots(
    keys: NDArray[np.uint64],
    odd: np.uint64,
    places: NDArray[Any],
    found: list[NDArray[np.uint64]],
) -> NDArray[np.intp]:
    """Place the keys that hold their slots after those found; return the cases of the others."""
    bits = min(_MOST_SLOTS, max(8, len(keys).bit_length() - 1))
    shift, blocks = np.uint64(64 - bits), range(0, len(keys), _PART)
    holder, used = np.zeros(1 << bits, dtype=np.uint64), np.zeros(1 << bits, dtype=bool)
    for start in blocks:
        part = keys[start : start + _PART]
        slots = _slots(part, odd, shift)
        holder[slots], used[slots] = part, True
    filled = np.flatnonzero(used)
    order = np.zeros(1 << bits, dtype=places.dtype)
    order[filled] = np.arange(len(filled)) + sum(map(len, found))
    others = []
    for start in blocks:
        part = keys[start : start + _PART]
        slots = _slots(part, odd, shift)
        places[start : start + _PART] = order[slots]
        others.append(np.flatnonzero(holder[slots] != part) + start)
    found.append(holder[filled])
    return np.concatenate(others) if others else np.empty(0, dtype=np.intp)


def _slots(keys: NDArray[np.uint64], odd: np.uint64, shift: np.uint64) -> NDArray[np.int64]:
    slots = keys * odd
    slots >>= shift
    return slots.view(np.int64)
