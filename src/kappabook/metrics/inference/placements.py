"""Placement values: where each case stands among the cases of the other class."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

from kappabook.metrics._validation.scores import Cases, Scores

Column = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Placements:
    """Share of the other class on the right side of each case, ties half; and the weights."""

    above: Column  # of each positive: share of the negatives below it
    below: Column  # of each negative: share of the positives above it
    weights: tuple[Column, Column]

    @property
    def area(self) -> float:
        """The AUC."""
        return float(np.average(self.above, weights=self.weights[0]))


def placements(cases: Cases) -> Placements:
    """Place every case; from midranks without weights, else from cumulated weights."""
    positive, score, weight = cases
    first, second = score[positive], score[~positive]
    if weight is None:
        ranks, m, n = rankdata(score), len(first), len(second)
        above = (ranks[positive] - rankdata(first)) / n
        below = 1 - (ranks[~positive] - rankdata(second)) / m
        return Placements(above, below, (np.ones(m), np.ones(n)))
    weights = weight[positive], weight[~positive]
    above = _share_below(first, second, weights[1])
    return Placements(above, 1 - _share_below(second, first, weights[0]), weights)


def _share_below(score: Scores, others: Scores, weight: Column) -> Column:
    """Weight of the others below each score, ties half, as a share of all."""
    order = np.argsort(others)
    total = np.append(0.0, np.cumsum(weight[order]))
    places = (np.searchsorted(others[order], score, side=side) for side in ("left", "right"))
    return np.asarray(sum(total[place] for place in places) / (2 * total[-1]))


def variance(pulls: tuple[Column, Column], weights: tuple[Column, Column]) -> tuple[float, float]:
    r"""Variance of the sum of two weighted means, and Satterthwaite's degrees of freedom.

    Each mean has the variance :math:`\frac{m}{m - 1} \sum w^2 (v - \bar v)^2 / (\sum w)^2`, that of
    sampling weights, with :math:`m = (\sum w)^2 / \sum w^2` cases. ValueError if m is 1, as where
    all weights but one of a class are below 1e-16 of that.
    """
    parts, freedom = [], []
    for pull, weight in zip(pulls, weights, strict=True):
        w = weight / weight.sum()
        m = 1 / float(w @ w)
        if m <= 1:
            raise ValueError(
                "one case has all the weight of its class; a variance needs two of each."
            )
        shifted = pull - pull[0]  # so that equal values have variance 0, without rounding
        deviation = shifted - w @ shifted
        parts.append(float(w**2 @ deviation**2) * m / (m - 1))
        freedom.append(m - 1)
    total = sum(parts)
    if total == 0:
        return 0.0, math.inf
    return total, 1 / sum((v / total) ** 2 / d for v, d in zip(parts, freedom, strict=True))
