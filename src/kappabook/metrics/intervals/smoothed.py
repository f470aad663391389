r"""Smoothed resamples of a ranking, for classes of few cases.

Cases drawn again never lie outside the scores seen, so with few of a class the curves drawn are
too much alike. Here nothing is drawn again: between m distinct scores of a class there are
m - 1 gaps and two ends, and the class is given random shares of them, Dirichlet with 1 for each
gap and 1/2 for each end (Banks 1988 has 1 there too); a score that stands r times keeps r - 1
for itself. A share is spread evenly over the ranks that its gap holds. The result depends on
ranks only, and each class weighs as much as it has cases.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]
Ranks = NDArray[np.int64]

# Dirichlet parameter of each end, chosen by simulated coverage.
_END = 0.5
# Where many cases of the larger class lie between two of the smaller, neighbours are united, about
# so many remain: a curve is then straight where it would only tremble.
_PIECES = 500


def smoothed_values(
    metric: Callable[..., float],
    y: NDArray[Any],
    score: NDArray[Any],
    n_resamples: int,
    rng: np.random.Generator,
    stratified: bool,
) -> Values:
    """Values of a metric of ranks on smoothed resamples: cases with random weights.

    Each piece of the ranking is two cases of one score, one of either class.
    """
    classes = np.unique(y)
    if len(classes) != 2:
        raise ValueError(
            f"y_true has {len(classes)} classes; method 'smoothed' is for two. Give 'percentile'."
        )
    if score.ndim != 1 or score.dtype.kind not in "iufb":
        raise ValueError("method 'smoothed' wants one column of scores; give 'percentile'.")
    place = np.unique(score, return_inverse=True)[1]
    n_places = int(place.max()) + 1
    both = [_Shares(np.bincount(place[y == c], minlength=n_places)) for c in classes]
    few, many = sorted(both, key=lambda shares: shares.n_gaps)
    first = _pieces(few, many)
    for shares in both:
        shares.unite(first)
    labels = np.repeat(classes, len(first))
    ranks = np.tile(np.arange(len(first)), 2)
    sizes = [np.count_nonzero(y == c) for c in classes]
    values = np.empty(n_resamples)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        for i in range(n_resamples):
            weights = [shares.draw(rng) for shares in both]
            if stratified:
                weights = [w * n / w.sum() for w, n in zip(weights, sizes, strict=True)]
            values[i] = metric(labels, ranks, sample_weight=np.concatenate(weights))
    return values


class _Shares:
    """One class: its random shares of the cells, by rising score.

    The cells are the ranks below all scores, the lowest score, the ranks above it, and so on. A
    cell has a share of its own, Gamma with the parameter `own`, or the part `part` of the share of
    the gap `gap`, of which other cells have the rest.
    """

    def __init__(self, repeats: Ranks) -> None:
        n = 2 * len(repeats) + 1
        gap_of_ranks = np.append(0, np.cumsum(repeats > 0))
        part = 1 / np.bincount(gap_of_ranks)[gap_of_ranks]
        self.n_gaps = int(gap_of_ranks[-1]) + 1
        shape = np.ones(self.n_gaps)
        shape[[0, -1]] = _END
        self.gap = np.repeat(gap_of_ranks, 2)[:n]
        self.part, self.own = np.zeros(n), np.zeros(n)
        alone = part == 1
        self.part[::2] = np.where(alone, 0, part)
        self.own[::2] = np.where(alone, shape[gap_of_ranks], 0)
        self.own[1::2] = np.maximum(repeats - 1, 0)
        self._shape = shape

    def unite(self, first: NDArray[np.intp]) -> None:
        """Add up the cells of each piece."""
        self.own, self.part = (np.add.reduceat(a, first) for a in (self.own, self.part))
        self.gap = self.gap[first]
        self._split = np.flatnonzero(self.part)
        self._gaps, self._place = np.unique(self.gap[self._split], return_inverse=True)

    def draw(self, rng: np.random.Generator) -> Values:
        """Weight of the class in each piece."""
        steps = rng.standard_gamma(self.own)
        shares = rng.standard_gamma(self._shape[self._gaps])
        steps[self._split] += shares[self._place] * self.part[self._split]
        return steps


def _pieces(few: _Shares, many: _Shares) -> NDArray[np.intp]:
    """First cell of each piece: cells within one gap of `few` where `many` shares nothing."""
    n = len(few.gap)
    fixed = (few.own > 0) | (many.part > 0)
    new = np.ones(n, dtype=bool)
    new[1:] = (few.gap[1:] != few.gap[:-1]) | fixed[1:] | fixed[:-1]
    start = np.maximum.accumulate(np.where(new, np.arange(n), 0))
    return np.flatnonzero(new | ((np.arange(n) - start) % max(2, n // _PIECES) == 0))
