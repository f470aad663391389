"""From two columns of labels to places in the classes, margins, and a table of counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics._encoding import BLOCK, Codes, Names, encode
from kappabook.metrics._validation.categories import (
    Column,
    as_classes,
    as_column,
    common_scale,
    in_order,
)
from kappabook.metrics._validation.columns import as_weights

_MOST_CLASSES = 10_000
# Up to this width a table is counted before the classes that do not occur are left out.
_SMALL_TABLE = 1024


class Pairs(NamedTuple):
    """Two labels of each case, as places in the classes; weights, if any, one per case."""

    first: Codes
    second: Codes
    classes: Sequence[Any]
    weight: NDArray[Any] | None

    def margins(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """Cases (or weight) of each class in the first column and in the second."""
        k = len(self.classes)
        return sums_by(self.first, self.weight, k), sums_by(self.second, self.weight, k)

    def table(self) -> NDArray[Any]:
        """Cases (or weight) of each pair of classes, shape (n_classes, n_classes)."""
        k = len(self.classes)
        table = np.zeros(k**2, dtype=np.int64 if self.weight is None else self.weight.dtype)
        for start in range(0, len(self.first), BLOCK):
            part = slice(start, start + BLOCK)
            pair = self.first[part] * k
            pair += self.second[part]
            table += sums_by(pair, None if self.weight is None else self.weight[part], k**2)
        return table.reshape(k, k)


def sums_by(codes: Codes, weight: NDArray[Any] | None, n_classes: int) -> NDArray[Any]:
    """Cases (or weight) of each class; Python's integers stay exact."""
    if weight is None or weight.dtype != object:
        return np.bincount(codes, weights=weight, minlength=n_classes)
    sums = np.zeros(n_classes, dtype=object)
    np.add.at(sums, codes, weight)
    return sums


def as_pairs(
    y1: ArrayLike,
    y2: ArrayLike,
    *,
    labels: ArrayLike | None,
    sample_weight: ArrayLike | None,
    names: Names,
    ordered: bool,
) -> tuple[Pairs, bool]:
    """Places of both labels of each case, and whether the classes were given.

    They are given by `labels` or, where their order counts (`ordered`), by ordered categories.
    Otherwise they are sorted, and some may not occur.
    """
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
    wanted = None if labels is None else as_classes(labels)
    if wanted is None:
        wanted = common_scale(columns, names) if ordered else None
    elif ordered:
        _refuse_disorder(wanted, columns, names)
    pairs = Pairs(*encode(*columns, names), weight)
    if wanted is None:
        return pairs, False
    return _choose(pairs, wanted, names, all_of_them=labels is None), True


def _refuse_disorder(wanted: Sequence[Any], columns: Sequence[Column], names: Names) -> None:
    for column, name in zip(columns, names, strict=True):
        if column.scale and not in_order(wanted, column.scale):
            raise ValueError(
                f"labels={wanted} contradict the ordered categories {column.scale} of {name}; "
                "leave labels out, or give unordered categories."
            )


def present_only(pairs: Pairs, margins: tuple[NDArray[Any], NDArray[Any]]) -> Pairs:
    """Leave out the classes that do not occur (or only with weight 0)."""
    occurs = (margins[0] != 0) | (margins[1] != 0)
    if occurs.all():
        return pairs
    place = np.cumsum(occurs) - 1
    kept = np.flatnonzero(occurs).tolist()
    classes = [pairs.classes[i] for i in kept]
    place[~occurs] = 0  # such cases have weight 0: where they count does not matter
    return Pairs(place[pairs.first], place[pairs.second], classes, pairs.weight)


def _choose(pairs: Pairs, wanted: list[Any], names: Names, *, all_of_them: bool) -> Pairs:
    """Keep the cases whose labels are both wanted, in the order wanted."""
    if len(wanted) == len(pairs.classes) and wanted == list(pairs.classes):
        return pairs
    place = np.full(len(pairs.classes), -1)
    where = {label: i for i, label in enumerate(pairs.classes)}
    for i, label in enumerate(wanted):
        if label in where:
            place[where[label]] = i
    first, second, weight = place[pairs.first], place[pairs.second], pairs.weight
    keep = (first >= 0) & (second >= 0)
    if all_of_them and not keep.all():
        i = int(np.argmin(keep))
        side = 0 if first[i] < 0 else 1
        label = pairs.classes[int((pairs.first, pairs.second)[side][i])]
        raise ValueError(
            f"{names[side]}[{i}] is {label!r}, which is not among the ordered categories {wanted} "
            "of the other column; give labels, or the same categories to both."
        )
    if not keep.all():
        first, second = first[keep], second[keep]
        weight = None if weight is None else weight[keep]
    if not (len(first) if weight is None else weight.any()):
        raise ValueError(
            f"no case has both its {names[0]} and its {names[1]} in labels={wanted}; "
            f"the labels present are {_present(pairs)}."
        )
    return Pairs(first, second, wanted, weight)


def _present(pairs: Pairs) -> str:
    rows, columns = pairs.margins()
    places = np.flatnonzero((rows != 0) | (columns != 0)).tolist()
    shown = ", ".join(repr(pairs.classes[i]) for i in places[:20])
    return f"[{shown}{', ...' if len(places) > 20 else ''}]"


def count_pairs(
    y1: ArrayLike,
    y2: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
    names: Names = ("y_true", "y_pred"),
) -> tuple[NDArray[Any], list[Any]]:
    """Table of (weighted) pairs, shape (n_classes, n_classes), and the labels of its rows.

    Ordered categories stand in their order, all of them. No samples, unequal lengths, missing or
    mixed labels, `labels` of which none occurs or that contradict ordered categories, and bad
    weights raise ValueError.
    """
    pairs, given = as_pairs(
        y1, y2, labels=labels, sample_weight=sample_weight, names=names, ordered=True
    )
    if not given and len(pairs.classes) > _SMALL_TABLE:
        pairs = present_only(pairs, pairs.margins())
    width = len(pairs.classes)
    if width > _MOST_CLASSES:
        raise ValueError(
            f"{names[0]} and {names[1]} have {width} different labels; a table for more than "
            f"{_MOST_CLASSES} classes is refused. Are they identifiers, or scores?"
        )
    with np.errstate(over="ignore"):
        finite = pairs.weight is None or np.isfinite(pairs.weight.sum())
    if not finite:
        raise ValueError(
            "the sum of sample_weight is beyond float64; divide the weights by their largest."
        )
    table, classes = pairs.table(), list(pairs.classes)
    if given:
        return table, classes
    present = np.flatnonzero(table.any(axis=0) | table.any(axis=1))
    return table[np.ix_(present, present)], [classes[i] for i in present.tolist()]
