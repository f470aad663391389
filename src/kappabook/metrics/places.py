"""From two columns of labels to the places of both labels in the classes, and to their table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics.check import (
    Column,
    as_classes,
    as_column,
    as_weights,
    common_scale,
    in_order,
)
from kappabook.metrics.check_tables import Weights

Names = tuple[str, str]

MOST_CLASSES = 10_000
# Integer labels that span at most this range, or twice the cases, are their own places.
_DENSE_RANGE = 1024


class Places(NamedTuple):
    """Two labels of each case, as places in the classes; weights, if any, one per case."""

    first: NDArray[np.intp]
    second: NDArray[np.intp]
    classes: Sequence[Any]
    weight: NDArray[np.float64] | None

    def shares(self) -> NDArray[np.float64] | None:
        """Each case's share of all weight; None without weights."""
        return None if self.weight is None else self.weight / self.weight.sum()

    def margins(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """Cases, or shares of all weight, of each class in the first column and in the second."""
        k, shares = len(self.classes), self.shares()
        return np.bincount(self.first, shares, k), np.bincount(self.second, shares, k)


def crosstab(
    y1: ArrayLike,
    y2: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
    names: Names = ("y_true", "y_pred"),
    weights: Weights = None,
) -> tuple[NDArray[Any], list[Any]]:
    """Count the cases, or add their weights, by both labels; return the table and its classes.

    Classes are those of `labels`, or of ordered categories, in their order; else those that occur,
    sorted. Cases with another label are left out. What `weights` are to be used is only asked to
    refuse text whose order is not known.
    """
    places = places_of(y1, y2, labels, sample_weight, names, ordered=True, weights=weights)
    k = len(places.classes)
    table = np.bincount(places.first * k + places.second, places.weight, k * k)
    return table.reshape(k, k), list(places.classes)


def places_of(
    y1: ArrayLike,
    y2: ArrayLike,
    labels: ArrayLike | None,
    sample_weight: ArrayLike | None,
    names: Names,
    *,
    ordered: bool = False,
    weights: Weights = None,
) -> Places:
    """Find the place of both labels of each case in the classes.

    The order of the classes counts if `ordered`, or with weights: ordered categories bring it, text
    has none, and no class is listed without a case.
    """
    ordered = ordered or weights is not None
    columns = as_column(y1, names[0]), as_column(y2, names[1])
    n1, n2 = (column.n_cases for column in columns)
    if n1 != n2:
        raise ValueError(
            f"{names[0]} has {n1} labels and {names[1]} has {n2}; "
            "they must describe the same cases."
        )
    if n1 == 0:
        raise ValueError(f"{names[0]} and {names[1]} are empty; give at least one case.")
    weight = None if sample_weight is None else as_weights(sample_weight, n1)
    with np.errstate(over="ignore"):
        if weight is not None and weight.sum() == np.inf:
            raise ValueError(
                "the sum of sample_weight is beyond float64; divide the weights by their largest."
            )
    wanted = None if labels is None else as_classes(labels)
    if ordered:
        wanted = _in_their_order(wanted, columns, names)
    places = Places(*_encoded(*columns, names), weight)
    if wanted is not None:
        places = _chosen(places, wanted, names, all_of_them=labels is None)
    elif ordered or len(places.classes) > MOST_CLASSES:
        places = _occurring(places)
    if len(places.classes) > MOST_CLASSES:
        raise ValueError(
            f"{names[0]} and {names[1]} have {len(places.classes)} different labels, and more than "
            f"{MOST_CLASSES} classes are refused. Are they identifiers, or scores?"
        )
    several_words = isinstance(places.classes[0], str) and len(places.classes) > 2
    if isinstance(weights, str) and several_words and wanted is None:
        raise ValueError(
            f"weights={weights!r} needs the order of the classes, and {places.classes[0]!r} is "
            "text: give labels with all classes in their order, or ordered categories."
        )
    return places


def _in_their_order(
    wanted: list[Any] | None, columns: tuple[Column, Column], names: Names
) -> list[Any] | None:
    """Take the classes from ordered categories, which those given must not contradict."""
    if wanted is None:
        return common_scale(columns, names)
    for column, name in zip(columns, names, strict=True):
        if column.scale and not in_order(wanted, column.scale):
            raise ValueError(
                f"labels={wanted} contradict the ordered categories {column.scale} of {name}; "
                "leave labels out, or give unordered categories."
            )
    return wanted


def _encoded(
    first: Column, second: Column, names: Names
) -> tuple[NDArray[np.intp], NDArray[np.intp], Sequence[Any]]:
    """Place of each label in the sorted classes of both columns; some may not occur."""
    if first.is_text != second.is_text:
        kinds = ["text" if column.is_text else "numbers" for column in (first, second)]
        raise ValueError(
            f"{names[0]} holds {kinds[0]} and {names[1]} {kinds[1]}; '1' and 1 are different "
            "labels. Convert one of them, for example with numpy.asarray(y).astype(str)."
        )
    if not first.is_text and first.places is None and second.places is None:
        low = min(int(first.values.min()), int(second.values.min()))
        high = max(int(first.values.max()), int(second.values.max()))
        if high - low < max(_DENSE_RANGE, 2 * first.n_cases):
            above = (_above(column.values, low, high) for column in (first, second))
            return *above, range(low, high + 1)  # type: ignore[return-value]
    (labels1, places1), (labels2, places2) = _distinct(first), _distinct(second)
    classes = sorted({*labels1, *labels2})
    at = {label: i for i, label in enumerate(classes)}
    moved1, moved2 = (np.array([at[x] for x in labels]) for labels in (labels1, labels2))
    return moved1[places1], moved2[places2], classes


def _above(labels: NDArray[Any], low: int, high: int) -> NDArray[np.intp]:
    wide = labels.astype(np.int64 if high < 2**63 else np.uint64, copy=False)
    return (wide - wide.dtype.type(low) if low else wide).astype(np.intp, copy=False)


def _distinct(column: Column) -> tuple[list[Any], NDArray[Any]]:
    """Different labels, in any order, and the place of each case's label among them."""
    if column.places is not None:
        return column.values.tolist(), column.places
    if not column.is_text:
        different, places = np.unique(column.values, return_inverse=True)
        return different.tolist(), places
    labels = column.values.tolist()
    at = {label: i for i, label in enumerate(dict.fromkeys(labels))}
    return list(map(str, at)), np.fromiter(map(at.__getitem__, labels), np.intp, len(labels))


def _occurring(places: Places) -> Places:
    """Leave out the classes that no case has."""
    k = len(places.classes)
    occurs = np.bincount(places.first, minlength=k) + np.bincount(places.second, minlength=k) > 0
    if occurs.all():
        return places
    at = np.cumsum(occurs) - 1
    classes = [places.classes[i] for i in np.flatnonzero(occurs).tolist()]
    return places._replace(first=at[places.first], second=at[places.second], classes=classes)


def _chosen(places: Places, wanted: list[Any], names: Names, *, all_of_them: bool) -> Places:
    """Keep the cases whose labels are both wanted, in the order wanted."""
    at = {label: i for i, label in enumerate(wanted)}
    place = np.array([at.get(label, -1) for label in places.classes])
    first, second, weight = place[places.first], place[places.second], places.weight
    kept = (first >= 0) & (second >= 0)
    if not kept.all():
        if all_of_them:
            i = int(np.argmin(kept))
            side = 0 if first[i] < 0 else 1
            label = places.classes[(places.first, places.second)[side][i]]
            raise ValueError(
                f"{names[side]}[{i}] is {label!r}, which is not among the ordered categories "
                f"{wanted} of the other column; give labels, or the same categories to both."
            )
        first, second = first[kept], second[kept]
        weight = None if weight is None else weight[kept]
    if not (len(first) if weight is None else weight.any()):
        found = _occurring(places).classes
        shown = ", ".join(map(repr, found[:20])) + (", ..." if len(found) > 20 else "")
        raise ValueError(
            f"no case has both its {names[0]} and its {names[1]} in labels={wanted}; "
            f"the labels present are [{shown}]."
        )
    return Places(first, second, wanted, weight)
