"""Ratings as patterns: what the raters said of an item, and how many items got that."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics._numbers import number
from kappabook.metrics._validation.ratings import MISSING, read_ratings

Values = NDArray[np.float64]
Codes = NDArray[Any]

# Patterns are counted, not sorted, while there are at most this many possible ones.
_COUNTED = 2**17
# Cells of a working table that are held at once.
CHUNK = 2**22
_MOST_SCALE = 2**20


class Part:
    """Some patterns, side by side.

    Attributes
    ----------
    codes : ndarray of shape (n_raters, n)
        Places of the labels; -1 where a rater did not rate.
    sizes : ndarray of shape (n,)
        Ratings.
    scale : int
        A common multiple of what ratings are divided by, so that sums stay whole numbers.
    """

    def __init__(self, codes: Codes, n_labels: int, scale: int) -> None:
        self.codes, self.n_labels, self.scale = codes, n_labels, scale
        self.sizes: Values = (codes != MISSING).sum(axis=0).astype(float)

    @cached_property
    def tally(self) -> Values:
        """Ratings with each label, shape (n, n_labels)."""
        n, k = len(self.sizes), self.n_labels
        rows, columns = np.nonzero(self.codes != MISSING)
        flat = np.bincount(columns * k + self.codes[rows, columns], minlength=n * k)
        return flat.reshape(n, k).astype(float)


class Ratings:
    """A table of ratings that was read and checked.

    Parameters
    ----------
    ratings, labels
        As in :func:`krippendorff_alpha_score`.
    numeric : bool
        Whether any finite numbers may be labels.

    Attributes
    ----------
    codes : ndarray of shape (n_raters, n_items)
    labels, raters : tuple
    ordered : bool
        Whether the order of the labels is known: they are numbers, or were given in order.
    """

    def __init__(self, ratings: Any, labels: ArrayLike | None = None, *, numeric: bool = False):
        self.codes, self.labels, self.raters = read_ratings(ratings, labels, numeric=numeric)
        self.ordered = labels is not None or not isinstance(self.labels[0], str)

    @property
    def n_items(self) -> int:
        """Number of rows."""
        return int(self.codes.shape[1])

    @property
    def n_raters(self) -> int:
        """Number of columns."""
        return int(self.codes.shape[0])

    @property
    def n_labels(self) -> int:
        """Number of labels, those of `labels` that nobody used included."""
        return len(self.labels)

    @cached_property
    def _keys(self) -> tuple[NDArray[Any], NDArray[Any], NDArray[np.int64]]:
        """A number for each item's pattern; these numbers sorted, and how often each occurs."""
        base, n_raters = self.n_labels + 1, self.n_raters
        if base**n_raters >= 2**62:
            _, place = np.unique(self.codes, axis=1, return_inverse=True)
            place = place.ravel()
            return place, np.arange(place.max() + 1), np.bincount(place)
        key = self.codes[0].astype(np.int64)
        for column in self.codes[1:]:
            key += 1
            key *= base
            key += column
        key += 1
        if base**n_raters <= max(_COUNTED, 2 * self.n_items):
            every = np.bincount(key, minlength=base**n_raters)
            keys = np.flatnonzero(every)
            return key, keys, every[keys]
        return key, *np.unique(key, return_counts=True)

    @cached_property
    def patterns(self) -> Codes:
        """Every pattern once, shape (n_raters, n_patterns); -1 where a rater did not rate."""
        base = self.n_labels + 1
        if base**self.n_raters >= 2**62:
            return np.asarray(np.unique(self.codes, axis=1))
        digits = base ** np.arange(self.n_raters - 1, -1, -1)
        return np.asarray(self._keys[1] // digits[:, np.newaxis] % base - 1)

    @property
    def counts(self) -> NDArray[np.int64]:
        """Items with each pattern."""
        return self._keys[2]

    @cached_property
    def place(self) -> NDArray[np.intp]:
        """The pattern of each item, shape (n_items,)."""
        return np.searchsorted(self._keys[1], self._keys[0])

    @cached_property
    def sizes(self) -> NDArray[np.intp]:
        """Ratings in each pattern."""
        return np.asarray((self.patterns != MISSING).sum(axis=0))

    @cached_property
    def scale(self) -> int:
        """Least common multiple of m (m - 1) over the numbers m of ratings; 1 if it is large."""
        several = [int(m) * (int(m) - 1) for m in np.unique(self.sizes) if m > 1]
        multiple = int(np.lcm.reduce(np.array(several, dtype=object))) if several else 1
        return multiple if multiple <= _MOST_SCALE else 1

    def require_pairs(self) -> None:
        """Raise an error if no item was rated twice."""
        if self.sizes.max(initial=0) < 2:
            raise ValueError(
                f"none of the {self.n_items} items was rated by two raters; agreement needs items "
                "that several rated. Is the table in the wide form, one row per item?"
            )

    def parts(self, width: int, patterns: Codes | None = None) -> Iterator[Part]:
        """Go through patterns, all by default; `width` is the number of cells each needs."""
        codes = self.patterns if patterns is None else patterns
        step = max(1, CHUNK // width)
        for start in range(0, max(codes.shape[1], 1), step):
            yield Part(codes[:, start : start + step], self.n_labels, self.scale)

    def require_order(self, reason: str) -> None:
        """Raise an error if the order of the labels is not known."""
        if not self.ordered:
            raise ValueError(
                f"{reason} needs the order of the labels, and {self.labels[0]!r} is text: give "
                "labels, from the lowest to the highest."
            )

    def require_order_for(self, weights: Any) -> None:
        """Raise an error if costs by name lack the order of the labels."""
        if isinstance(weights, str):
            self.require_order(f"weights={weights!r}")

    def rater(self, name: Any) -> int:
        """Return the place of a rater; an unknown one raises ValueError."""
        name = number(name)
        if name not in self.raters:
            shown = ", ".join(map(repr, self.raters[:10])) + ", ..." * (len(self.raters) > 10)
            raise ValueError(f"{name!r} is not among the raters: {shown}.")
        return self.raters.index(name)

    def with_another_label(self) -> Ratings:
        """Return the table with one more label, that nobody used."""
        part = self.part(np.ones(self.n_items, dtype=bool), list(range(self.n_raters)))
        part.labels = (*self.labels, "another label")
        return part

    def part(self, items: NDArray[np.bool_], raters: list[int]) -> Ratings:
        """Return the table of some items and raters, with the same labels."""
        part = object.__new__(Ratings)
        part.codes = np.ascontiguousarray(self.codes[raters][:, items])
        part.labels, part.raters = self.labels, tuple(self.raters[g] for g in raters)
        part.ordered = self.ordered
        return part
