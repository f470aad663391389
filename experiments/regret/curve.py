"""What every threshold does to a validation part: counts of true and false positives."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Column = NDArray[np.float64]


@dataclass(frozen=True)
class Curve:
    """Counts at each threshold, from "always no" to "always yes"; a case is called if score >= t.

    Attributes
    ----------
    thresholds : ndarray of shape (m + 1,)
        Falling: infinity, the middles between neighbouring scores, minus infinity.
    tp, fp : ndarray of shape (m + 1,)
        Rising, from 0 to P and N; weights may make them fractions.
    """

    thresholds: Column
    tp: Column
    fp: Column

    @classmethod
    def of(cls, truth: NDArray[np.bool_], score: Column, weight: Column | None = None) -> Curve:
        """Count; `truth` says which cases are positive, and there are some of both."""
        order = np.argsort(-score, kind="stable")
        s, y = score[order], truth[order]
        w = np.ones(len(s)) if weight is None else weight[order]
        ends = np.append(np.flatnonzero(np.diff(s)), len(s) - 1)
        tp, fp = (np.append(0.0, np.cumsum(w * kind)[ends]) for kind in (y, ~y))
        upper, lower = s[ends[:-1]], s[ends[:-1] + 1]
        middle = upper / 2 + lower / 2
        # Between neighbouring floats there is no middle.
        middle = np.where(middle > lower, middle, upper)
        return cls(np.concatenate([[np.inf], middle, [-np.inf]]), tp, fp)

    @property
    def positives(self) -> float:
        """P."""
        return float(self.tp[-1])

    @property
    def negatives(self) -> float:
        """N."""
        return float(self.fp[-1])

    def counts(self) -> tuple[Column, Column, Column, Column]:
        """Return tp, fp, fn, tn at each threshold."""
        return self.tp, self.fp, self.positives - self.tp, self.negatives - self.fp


def middle_of_best(values: Column, *, largest: bool) -> NDArray[np.intp]:
    """Return the middle place of the best values along the first axis, for each column.

    Values that differ by less than 1e-12 of their size are tied. In a column of nan all are tied.
    """
    v = values if largest else -values
    if np.isnan(v).any():
        v = np.where(np.isnan(v), -np.inf, v)
    best = v.max(axis=0)
    room = 1e-12 * np.maximum(1, np.abs(np.where(np.isfinite(best), best, 0)))
    # Tied places, column by column; few, so that this is quicker than counting along columns.
    column, place = np.nonzero((v >= best - room).T)
    count = np.bincount(column, minlength=v.shape[1])
    first = np.cumsum(count) - count
    return np.asarray(place[first + (count - 1) // 2])
