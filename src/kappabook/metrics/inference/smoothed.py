r"""Smoothed resamples of a ROC curve, for classes of few cases.

Cases drawn again never lie outside the scores seen, so with few of a class the curves drawn are
too much alike. Here nothing is drawn again: between m distinct scores of a class there are
m - 1 gaps and two ends, and the class is given random shares of them, Dirichlet with 1 for each
gap and 1/2 for each end (Banks 1988 has 1 there too); a score that stands r times keeps r - 1
for itself. A share is spread evenly over the ranks that its gap holds. The result depends on
ranks only, and each class weighs as much as it has cases.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from kappabook.metrics._numbers import frames_of_ours
from kappabook.metrics._validation.scores import Cases
from kappabook.metrics.inference.resampling import BootstrapInterval, Resampling, interval_of
from kappabook.metrics.inference.sorted_curve import Rows, SortedCurve, Statistic

# Dirichlet parameter of each end, chosen by simulated coverage.
_END = 0.5
# Numbers held at once, and about how many pieces a curve has when one class is small.
_CHUNK = 2**16
_PIECES = 500


# Below so many cases of a class the areas of ours are smoothed by default, and below so many
# drawing cases again calls for a warning.
FEW, _TOO_FEW = 50, 10


def fewest(cases: Cases) -> int:
    """Count the cases of the rarer class."""
    positives = int(np.count_nonzero(cases[0]))
    return min(positives, len(cases[0]) - positives)


def warn_of_few(cases: Cases, remedy: str) -> None:
    """Warn that intervals from cases drawn again are too short here."""
    positives = int(np.count_nonzero(cases[0]))
    negatives = len(cases[0]) - positives
    if min(positives, negatives) < _TOO_FEW:
        which, count = min(("positive", positives), ("negative", negatives), key=lambda c: c[1])
        warnings.warn(
            f"y_true has {count} {which} cases. Intervals from cases drawn again are then too "
            "short: in our simulations 95 % intervals of AUC, AUK and their differences covered "
            f"63 to 98 % with 3 positives and 73 to 96 % with 6. {remedy}",
            UserWarning,
            stacklevel=frames_of_ours(),
        )


def smoothed_interval(cases: Cases, statistic: Statistic, how: Resampling) -> BootstrapInterval:
    """Interval of an area from smoothed curves; it is extended to hold the estimate."""
    curve = SortedCurve(cases)
    estimate = float(curve.values(curve.counts[np.newaxis], statistic)[0])
    distribution = np.full(how.n_resamples, np.nan)
    if fewest(cases) > 0:
        drawn = SmoothedCurves(cases).draw(
            how.n_resamples, how.generator(), stratified=how.stratified
        )
        distribution = np.concatenate([statistic(*curves) for curves in drawn])
    return interval_of(distribution, estimate, how, method="smoothed")


class SmoothedCurves:
    """Random ROC curves around the one of a sample.

    Where many cases of the larger class lie between two of the smaller, neighbours are united
    (about 500 pieces remain): a curve is then straight where it would only tremble.

    Parameters
    ----------
    cases : positive, score, weight
        As `as_cases` returns them, without weights and with both classes.
    """

    def __init__(self, cases: Cases) -> None:
        positive, score, _ = cases
        self.sizes = int((~positive).sum()), int(positive.sum())
        distinct, place = np.unique(score, return_inverse=True)
        place = len(distinct) - 1 - place
        negatives, positives = (
            _Shares(np.bincount(place[of_class], minlength=len(distinct)))
            for of_class in (~positive, positive)
        )
        few, many = sorted((negatives, positives), key=lambda shares: shares.n_gaps)
        first = _pieces(few, many)
        for shares in (few, many):
            shares.unite(first)
        self._classes = negatives, positives
        self._n_pieces = len(first)

    def draw(
        self, n_resamples: int, rng: np.random.Generator, *, stratified: bool
    ) -> Iterator[tuple[Rows, Rows, Rows]]:
        """Draw fpr and tpr of shape (m, n_points) and prevalences of shape (m,), in chunks."""
        rows = max(1, _CHUNK // self._n_pieces)
        n, p = self.sizes
        for start in range(0, n_resamples, rows):
            m = min(rows, n_resamples - start)
            (f, negatives), (t, positives) = (shares.draw(m, rng) for shares in self._classes)
            prevalence = (
                np.full(m, p / (n + p)) if stratified else positives / (negatives + positives)
            )
            yield f, t, prevalence


class _Shares:
    """One class: its random shares of the cells, by falling score.

    The cells are the ranks above all scores, the highest score, the ranks below it, and so on. A
    cell has a share of its own, Gamma with the parameter `own`, or the part `part` of the share of
    the gap `gap`, of which other cells have the rest.
    """

    def __init__(self, repeats: NDArray[np.int64]) -> None:
        n = 2 * len(repeats) + 1
        gap_of_ranks = np.append(0, np.cumsum(repeats > 0))
        part = 1 / np.bincount(gap_of_ranks)[gap_of_ranks]
        self.n_gaps = int(gap_of_ranks[-1]) + 1
        self.shape = np.ones(self.n_gaps)
        self.shape[[0, -1]] = _END
        self.gap = np.repeat(gap_of_ranks, 2)[:n]
        self.part, self.own = np.zeros(n), np.zeros(n)
        alone = part == 1
        self.part[::2] = np.where(alone, 0, part)
        self.own[::2] = np.where(alone, self.shape[gap_of_ranks], 0)
        self.own[1::2] = np.maximum(repeats - 1, 0)

    def unite(self, first: NDArray[np.intp]) -> None:
        """Add up the cells of each piece."""
        self.own, self.part = (np.add.reduceat(a, first) for a in (self.own, self.part))
        self.gap = self.gap[first]

    def draw(self, m: int, rng: np.random.Generator) -> tuple[Rows, Rows]:
        """Draw rates at the ends of the pieces, shape (m, n_pieces + 1), and the class's weight."""
        steps = np.zeros((m, len(self.own) + 1))
        steps[:, 1:] = rng.standard_gamma(self.own, size=(m, len(self.own)))
        split = np.flatnonzero(self.part)
        gaps, place = np.unique(self.gap[split], return_inverse=True)
        shares = rng.standard_gamma(self.shape[gaps], size=(m, len(gaps)))
        steps[:, 1 + split] += shares[:, place] * self.part[split]
        rates = np.cumsum(steps, axis=1)
        total = rates[:, -1].copy()
        rates /= total[:, np.newaxis]
        rates[:, -1] = 1.0
        return rates, total


def _pieces(few: _Shares, many: _Shares) -> NDArray[np.intp]:
    """First cell of each piece: cells within one gap of `few` where `many` shares nothing."""
    n = len(few.gap)
    fixed = (few.own > 0) | (many.part > 0)
    new = np.ones(n, dtype=bool)
    new[1:] = (few.gap[1:] != few.gap[:-1]) | fixed[1:] | fixed[:-1]
    start = np.maximum.accumulate(np.where(new, np.arange(n), 0))
    return np.flatnonzero(new | ((np.arange(n) - start) % max(2, n // _PIECES) == 0))
