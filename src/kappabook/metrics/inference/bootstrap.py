"""Bootstrap intervals of any metric of two columns."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics._validation.columns import as_weights
from kappabook.metrics._validation.labels import as_labels
from kappabook.metrics.inference.curve_bootstrap import bootstrap_curve_statistics
from kappabook.metrics.inference.own_curves import own_statistic
from kappabook.metrics.inference.resampling import (
    BootstrapInterval,
    Counts,
    Evaluate,
    Method,
    Resampling,
    bootstrap_counts,
)

Metric = Callable[..., float]


def bootstrap_interval(
    metric: Metric,
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    n_resamples: int = 2000,
    confidence_level: float = 0.95,
    stratified: bool = False,
    method: Method = "percentile",
    random_state: Any = None,
) -> BootstrapInterval:
    """Interval of any metric by drawing the cases again, with replacement.

    Parameters
    ----------
    metric : callable ``(y_true, y_score) -> float``
        With `sample_weight` also called with that keyword. Fix other arguments by
        `functools.partial`. A resample on which it is nan or raises ValueError (a class is
        missing) counts as undefined; its warnings are suppressed. `auk_score`, `auc_score` and
        `gini_score`, also in a partial, are computed for many resamples at once, and much faster.
    y_true : array-like of shape (n_samples,)
        Labels.
    y_score : array-like of shape (n_samples,) or (n_samples, n_classes)
        Scores or predicted labels, passed on as they are.
    sample_weight : array-like of shape (n_samples,), optional
        Drawn together with its case.
    n_resamples : int, default=2000
        Number of resamples.
    confidence_level : float in (0, 1), default=0.95
        Coverage asked for.
    stratified : bool, default=False
        True keeps the number of cases of each class, as when the classes were sampled
        separately. False lets the prevalence vary, as in a random sample: for such a sample the
        stratified interval of a measure that depends on the prevalence (kappa, AUK) is too short.
    method : {'percentile', 'bca'}, default='percentile'
        'bca' corrects for bias and skewness (Efron 1987), at the price of n_samples more calls.
    random_state : None, int or numpy.random.Generator
        As for `numpy.random.default_rng`; an integer makes the result repeatable.

    See Also
    --------
    bootstrap_confusion : Faster, for what depends on the confusion matrix alone.
    bootstrap_curve_statistics : Faster, for anything else that a ROC curve determines.

    References
    ----------
    Efron (1979, 1987). Efron and Tibshirani (1993), chapters 13-14.

    Examples
    --------
    >>> from kappabook import cohen_kappa_score
    >>> from kappabook.metrics.inference import bootstrap_interval
    >>> y_true, y_pred = [0, 1, 0, 1, 0] * 20, [0, 1, 1, 1, 0] * 20
    >>> found = bootstrap_interval(cohen_kappa_score, y_true, y_pred, random_state=0)
    >>> found.estimate, found.low < 0.6 < found.high, found.undefined_share
    (0.6153846153846154, True, 0.0)
    """
    how = Resampling(n_resamples, confidence_level, stratified, method, random_state)
    if own := own_statistic(metric):
        return bootstrap_curve_statistics(
            y_true, y_score, **own, sample_weight=sample_weight, **vars(how)
        )
    y = as_labels(y_true, "y_true")
    score = np.asarray(y_score)
    if len(y) == 0 or len(score) != len(y):
        raise ValueError(
            f"y_true has {len(y)} cases and y_score {len(score)}; give as many of each, and some."
        )
    weight = None if sample_weight is None else as_weights(sample_weight, len(y))
    if weight is not None:
        y, score, weight = y[weight > 0], score[weight > 0], weight[weight > 0]
    evaluate = case_evaluator(metric, y, score, weight)
    return bootstrap_counts(evaluate, np.ones(len(y), dtype=np.int64), y, how)


def case_evaluator(
    metric: Metric, y: NDArray[Any], score: NDArray[Any], weight: NDArray[Any] | None
) -> Evaluate:
    """Call `metric` on the cases drawn, but first on all cases, so that its errors are seen."""

    def value(*columns: NDArray[Any]) -> float:
        if weight is None:
            return float(metric(*columns))
        return float(metric(*columns[:2], sample_weight=columns[2]))

    columns = (y, score) if weight is None else (y, score, weight)
    value(*columns)

    def drawn_value(drawn: Counts) -> float:
        cases = np.repeat(np.arange(len(drawn)), drawn)
        try:
            return value(*(column[cases] for column in columns))
        except ValueError:
            return math.nan

    return lambda counts: np.array([drawn_value(drawn) for drawn in counts])
