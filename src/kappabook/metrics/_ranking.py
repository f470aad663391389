"""Counts along a ROC curve: at every threshold, or only where the curve turns.

Without weights an area needs no order of all cases, only of each class. The two classes are sorted
apart, by value; where the scores of the smaller class would stand among those of the larger says
the rest.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kappabook.metrics._validation.scores import Cases, Scores

Column = NDArray[np.float64]
Whole = NDArray[np.int64]


def points(cases: Cases) -> tuple[Column, Column, Scores]:
    """Count false and true positives at every distinct score, falling, from (0, 0) on.

    Returns
    -------
    fps, tps : ndarrays of shape (n_distinct + 1,)
    score : ndarray of shape (n_distinct,)
    """
    positive, score, weight = cases
    order, last = _falling(score)
    if weight is None:
        tps = np.cumsum(positive[order])[last].astype(np.float64)
        fps = (last + 1) - tps
    else:
        negative_weight, positive_weight = weight_at_scores(cases)
        fps, tps = np.cumsum(negative_weight), np.cumsum(positive_weight)
    return np.append(0.0, fps), np.append(0.0, tps), score[order[last]]


def weight_at_scores(cases: Cases) -> tuple[Column, Column]:
    """Weight of the negatives and of the positives at every distinct score, falling."""
    positive, score, weight = cases
    order, last = _falling(score)
    weight = np.ones(len(order)) if weight is None else weight[order]
    positive = positive[order]
    of_classes = np.where(positive, 0.0, weight), np.where(positive, weight, 0.0)
    if len(last) == len(order):
        return of_classes
    first = np.append(0, last[:-1] + 1)
    negative_weight, positive_weight = (np.add.reduceat(column, first) for column in of_classes)
    return negative_weight, positive_weight


def _falling(score: Scores) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Order of falling scores, and where in it each distinct score ends."""
    order = np.argsort(score)[::-1]
    score = score[order]
    return order, np.flatnonzero(np.append(score[1:] != score[:-1], True))


def turns(cases: Cases) -> tuple[Column, Column]:
    """Count false and true positives where the unweighted ROC curve turns, and at its ends.

    With one class missing the curve is one line, from (0, 0) to all cases.
    """
    smaller, larger, positive_is_smaller = _apart(cases)
    before, after, first = _places(smaller, larger)
    if before is after:
        # No score is in both classes: cases of the smaller between two of the larger are one step.
        new = _new(before)
        before = after = before[new]
        first = first[new]
    # Cases below each score, and up to it: of the larger class, and of the smaller.
    x = np.zeros(2 * len(before) + 2, dtype=np.int64)
    y = np.zeros_like(x)
    x[1:-1:2], x[2:-1:2], x[-1] = before, after, len(larger)
    y[1:-1:2], y[2:-1:2], y[-1] = first, np.append(first[1:], len(smaller)), len(smaller)
    x, y = _without_middles(x, y)
    of_larger, of_smaller = ((c[-1] - c[::-1]).astype(np.float64) for c in (x, y))
    return (of_larger, of_smaller) if positive_is_smaller else (of_smaller, of_larger)


def pairs_won(cases: Cases) -> tuple[int, int, int]:
    """Twice the number of (positive, negative) pairs in the right order, ties one; and m, n."""
    smaller, larger, positive_is_smaller = _apart(cases)
    before, after, first = _places(smaller, larger)
    repeats = np.diff(np.append(first, len(smaller)))
    below = int(repeats @ before) + int(repeats @ after)
    if positive_is_smaller:
        return below, len(smaller), len(larger)
    return 2 * len(smaller) * len(larger) - below, len(larger), len(smaller)


def _apart(cases: Cases) -> tuple[Scores, Scores, bool]:
    """Sort the smaller and the larger class, and say whether the smaller is the positive one."""
    positive, score, _ = cases
    of_positives, of_negatives = np.compress(positive, score), np.compress(~positive, score)
    of_positives.sort()
    of_negatives.sort()
    if len(of_positives) <= len(of_negatives):
        return of_positives, of_negatives, True
    return of_negatives, of_positives, False


def _places(smaller: Scores, larger: Scores) -> tuple[Whole, Whole, Whole]:
    """How many of the larger lie below each distinct score of the smaller, and not above it.

    The two are one array if no score is in both. Third, the first place of each distinct score.
    """
    first = np.flatnonzero(_new(smaller))
    distinct = smaller if len(first) == len(smaller) else smaller[first]
    before = np.searchsorted(larger, distinct)
    inside = before < len(larger)
    if (larger[before[inside]] == distinct[inside]).any():
        return before, np.searchsorted(larger, distinct, side="right"), first
    return before, before, first


def _new(sorted_values: NDArray[Any]) -> NDArray[np.bool_]:
    """Mark the first of each run of equal values."""
    new = np.ones(len(sorted_values), dtype=bool)
    np.not_equal(sorted_values[1:], sorted_values[:-1], out=new[1:])
    return new


def _without_middles(x: Whole, y: Whole) -> tuple[Whole, Whole]:
    """Leave out repeated points, then points inside a straight piece; integers, so exactly."""
    moved = np.append(True, (x[1:] != x[:-1]) | (y[1:] != y[:-1]))
    x, y = x[moved], y[moved]
    dx, dy = np.diff(x), np.diff(y)
    turn = np.ones(len(x), dtype=bool)
    turn[1:-1] = dx[1:] * dy[:-1] != dx[:-1] * dy[1:]
    return x[turn], y[turn]
