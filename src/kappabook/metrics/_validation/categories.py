"""Labels as a column and its classes, and the order that ordered categories bring along."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics._validation.labels import as_labels


class Column(NamedTuple):
    """Labels of the cases, or of the categories with the place of each case among them."""

    values: NDArray[Any]
    places: NDArray[Any] | None
    scale: list[Any] | None  # the ordered categories, all of them

    @property
    def n_cases(self) -> int:
        return len(self.values if self.places is None else self.places)

    @property
    def is_text(self) -> bool:
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
    refuse_duplicates(classes, "labels")
    return classes


def refuse_duplicates(labels: Sequence[Any], name: str) -> None:
    """Raise ValueError, naming it, if a label stands twice."""
    if len(set(labels)) == len(labels):
        return
    twice = next(label for i, label in enumerate(labels) if label in labels[:i])
    raise ValueError(f"{name} hold {twice!r} twice; each class has one place: {list(labels)}.")
