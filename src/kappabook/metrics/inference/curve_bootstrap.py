"""Bootstrap of areas under curves: sort once, then draw counts in sorted order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics._validation.scores import as_cases
from kappabook.metrics.inference.resampling import (
    BootstrapInterval,
    Counts,
    Method,
    Resampling,
    bootstrap_counts,
)


def bootstrap_curve_statistics(
    y_true: ArrayLike,
    y_score: ArrayLike,
    statistic: Callable[..., Any],
    *,
    pos_label: Any = None,
    sample_weight: ArrayLike | None = None,
    vectorized: bool = False,
    points_matter: bool = True,
    n_resamples: int = 2000,
    confidence_level: float = 0.95,
    stratified: bool = False,
    method: Method = "percentile",
    random_state: Any = None,
) -> BootstrapInterval:
    """Interval of what a ROC curve and a prevalence determine: AUC, AUK, H-measure, ...

    The scores are sorted once. A resample is then a count for each (threshold, class), and its
    ROC curve two cumulative sums: no resample is sorted. The result has the distribution of
    `bootstrap_interval` with the corresponding metric. Resamples of a single class are undefined.

    Parameters
    ----------
    y_true, y_score, pos_label, sample_weight
        As in :func:`kappabook.auk_score`; a weight is drawn together with its case.
    statistic : callable ``(fpr, tpr, prevalence) -> float``
        Receives the ROC curve from (0, 0) to (1, 1), with a point for every threshold of the
        sample (points repeat where a resample missed one), and the prevalence of the resample.
    vectorized : bool, default=False
        Call `statistic` with arrays of shapes (m, n_points), (m, n_points), (m,), and expect
        (m,) values: faster.
    points_matter : bool, default=True
        False says that `statistic` depends on the curve alone, as an area does, and not on which
        of its points are thresholds. Then a run of cases of one class is drawn as the one
        straight step it is: faster, the less the classes mix.
    n_resamples, confidence_level, stratified, method, random_state
        As in :func:`bootstrap_interval`.

    Returns
    -------
    BootstrapInterval

    Raises
    ------
    ValueError
        As :func:`kappabook.auk_score` and :func:`bootstrap_interval`. One class alone is none:
        the interval is then nan, with UndefinedMetricWarning.

    References
    ----------
    Efron (1979), Efron and Tibshirani (1993), chapter 13; the counting is our own.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.metrics import auc
    >>> from kappabook.metrics.inference import bootstrap_curve_statistics
    >>> rng = np.random.default_rng(0)
    >>> y_true = rng.integers(0, 2, 500)
    >>> found = bootstrap_curve_statistics(
    ...     y_true, y_true + rng.normal(size=500), lambda fpr, tpr, prevalence: auc(fpr, tpr),
    ...     random_state=0)
    >>> found.low < found.estimate < found.high, found.undefined_share
    (True, 0.0)
    """
    how = Resampling(n_resamples, confidence_level, stratified, method, random_state)
    positive, score, weight = as_cases(y_true, y_score, pos_label, sample_weight)
    counts, is_positive, weights, ends = _kinds(positive, score, weight)
    if weight is None and not points_matter:
        counts, is_positive, weights, ends = _runs(counts, is_positive, ends)
    gains = (np.where(is_positive, 0, weights), np.where(is_positive, weights, 0))

    def evaluate(drawn: Counts) -> NDArray[np.float64]:
        fpr, tpr = (_cumulated(drawn, gain, ends) for gain in gains)
        negatives, hits = fpr[:, -1].copy(), tpr[:, -1].copy()
        known = (negatives > 0) & (hits > 0)
        if not known.all():
            fpr, tpr, negatives, hits = (a[known] for a in (fpr, tpr, negatives, hits))
        fpr /= negatives[:, np.newaxis]
        tpr /= hits[:, np.newaxis]
        values = np.full(len(drawn), np.nan)
        prevalence = hits / (hits + negatives)
        if vectorized:
            values[known] = statistic(fpr, tpr, prevalence)
        else:
            curves = zip(fpr, tpr, prevalence.tolist(), strict=True)
            values[known] = [float(statistic(*curve)) for curve in curves]
        return values

    return bootstrap_counts(evaluate, counts, is_positive, how)


def _kinds(
    positive: NDArray[np.bool_], score: NDArray[Any], weight: NDArray[np.float64] | None
) -> tuple[Counts, NDArray[np.bool_], NDArray[np.float64], NDArray[np.intp]]:
    """Kinds of cases by falling score: counts, class, weight, and the last kind of each score.

    Cases of one score and one class are one kind, unless they have weights of their own.
    """
    order = np.lexsort((positive, score))[::-1]
    positive, score = positive[order], score[order]
    new_score = np.append(True, score[1:] != score[:-1])
    if weight is None:
        first = np.flatnonzero(new_score | np.append(True, positive[1:] != positive[:-1]))
        counts = np.diff(np.append(first, len(score)))
        weights = np.ones(len(first))
    else:
        first, counts = np.arange(len(score)), np.ones(len(score), dtype=np.int64)
        weights = weight[order] / weight.max()
    ends = np.flatnonzero(np.append(new_score[first][1:], True))
    return counts.astype(np.int64), positive[first], weights, ends


def _runs(
    counts: Counts, is_positive: NDArray[np.bool_], ends: NDArray[np.intp]
) -> tuple[Counts, NDArray[np.bool_], NDArray[np.float64], NDArray[np.intp]]:
    """Unite neighbouring kinds of one class, but none that share their score with the other."""
    shared = np.repeat(np.diff(np.append(-1, ends)) > 1, np.diff(np.append(-1, ends)))
    changes = is_positive[1:] != is_positive[:-1]
    first = np.flatnonzero(np.append(True, changes | shared[1:] | shared[:-1]))
    is_end = np.isin(np.arange(len(counts)), ends)
    last = np.append(first[1:], len(counts)) - 1
    weights = np.ones(len(first))
    return (
        np.add.reduceat(counts, first),
        is_positive[first],
        weights,
        np.flatnonzero(is_end[last]),
    )


def _cumulated(
    drawn: Counts, gain: NDArray[np.float64], ends: NDArray[np.intp]
) -> NDArray[np.float64]:
    """Weight at or above each threshold, shape (n_resamples, n_thresholds + 1), from 0 on."""
    total = np.zeros((len(drawn), drawn.shape[1] + 1))
    np.cumsum(drawn * gain, axis=1, out=total[:, 1:])
    if len(ends) == drawn.shape[1]:
        return total
    return total[:, np.append(0, ends + 1)]
