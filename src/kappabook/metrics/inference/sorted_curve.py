"""A sample sorted once: the ROC curves of many resamples of it, and none of them is sorted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kappabook.metrics._validation.scores import Cases
from kappabook.metrics.inference.resampling import Counts

Rows = NDArray[np.float64]
# From fpr and tpr of shape (m, n_points) and prevalences of shape (m,) to values of shape (m,).
Statistic = Callable[[Rows, Rows, Rows], Any]


class SortedCurve:
    """Kinds of cases by falling score, and the ROC curves that counts of them have.

    Cases of one score and one class are one kind, unless they have weights of their own.

    Parameters
    ----------
    cases : positive, score, weight
        As `as_cases` returns them.
    points_matter : bool, default=True
        False unites neighbouring kinds of one class, but none that share their score with the
        other class: what depends on the curve alone does not see the difference.

    Attributes
    ----------
    counts, is_positive : ndarrays of shape (n_kinds,)
        Number of cases of each kind, and its class.
    """

    def __init__(self, cases: Cases, *, points_matter: bool = True) -> None:
        positive, score, weight = cases
        order = np.lexsort((positive, score))[::-1]
        positive, score = positive[order], score[order]
        n = len(score)
        new_score = np.append(True, score[1:] != score[:-1])
        changes = np.append(True, positive[1:] != positive[:-1])
        if weight is not None:
            first = np.arange(n)
        elif points_matter:
            first = np.flatnonzero(new_score | changes)
        else:
            shared = _shared_scores(new_score, changes)
            beside_shared = shared | np.append(False, shared[:-1])
            first = np.flatnonzero(changes | (new_score & beside_shared))
        self.counts: Counts = np.diff(np.append(first, n))
        self.is_positive = positive[first]
        self._order, self._first = order, first
        ends = np.append(new_score, True)[np.append(first[1:], n)]
        self._ends = None if ends.all() else np.append(0, np.flatnonzero(ends) + 1)
        weights = np.ones(len(first)) if weight is None else weight[order] / weight.max()
        self._gains = np.where(self.is_positive, 0, weights), np.where(self.is_positive, weights, 0)

    def of_cases(self, drawn: Counts) -> Counts:
        """Turn counts of cases, in the order given, into counts of kinds, shape (m, n_kinds)."""
        drawn = drawn[:, self._order]
        if len(self._first) == drawn.shape[1]:
            return drawn
        return np.add.reduceat(drawn, self._first, axis=1)

    def values(self, drawn: NDArray[Any], statistic: Statistic) -> Rows:
        """Give the statistic of each row of counts of kinds; nan where a class is missing."""
        known, *curves = self.curves(drawn)
        values = np.full(len(drawn), np.nan)
        values[known] = statistic(*curves)
        return values

    def curves(self, drawn: NDArray[Any]) -> tuple[NDArray[np.bool_], Rows, Rows, Rows]:
        """Say which rows have both classes, and give fpr, tpr and prevalence of those."""
        fpr, tpr = (self._cumulated(drawn, gain) for gain in self._gains)
        negatives, hits = fpr[:, -1].copy(), tpr[:, -1].copy()
        known = (negatives > 0) & (hits > 0)
        if not known.all():
            fpr, tpr, negatives, hits = (a[known] for a in (fpr, tpr, negatives, hits))
        fpr /= negatives[:, np.newaxis]
        tpr /= hits[:, np.newaxis]
        return known, fpr, tpr, hits / (hits + negatives)

    def _cumulated(self, drawn: NDArray[Any], gain: Rows) -> Rows:
        """Weight at or above each threshold, shape (m, n_thresholds + 1), from 0 on."""
        total = np.zeros((len(drawn), drawn.shape[1] + 1))
        np.cumsum(drawn * gain, axis=1, out=total[:, 1:])
        return total if self._ends is None else total[:, self._ends]


def _shared_scores(new_score: NDArray[np.bool_], changes: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Mark the cases whose score is in both classes."""
    group = np.cumsum(new_score) - 1
    both = np.zeros(group[-1] + 1, dtype=bool)
    both[group[changes & ~new_score]] = True
    return np.asarray(both[group])
