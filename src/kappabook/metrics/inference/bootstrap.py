"""Bootstrap intervals of any metric of two columns."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics._validation.columns import as_weights
from kappabook.metrics._validation.labels import as_labels
from kappabook.metrics._validation.scores import as_cases
from kappabook.metrics.inference.curve_bootstrap import bootstrap_curve_statistics
from kappabook.metrics.inference.groups import Groups
from kappabook.metrics.inference.own_curves import own_statistic
from kappabook.metrics.inference.resampling import (
    AreaMethod,
    BootstrapInterval,
    Counts,
    Evaluate,
    Method,
    Resampling,
    bootstrap_counts,
)
from kappabook.metrics.inference.smoothed import (
    FEW,
    fewest,
    smoothed_interval,
    warn_of_few,
)

Metric = Callable[..., float]


def bootstrap_interval(
    metric: Metric,
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    groups: ArrayLike | None = None,
    n_resamples: int = 2000,
    confidence_level: float = 0.95,
    stratified: bool = False,
    method: AreaMethod | None = None,
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
    groups : array-like of shape (n_samples,), optional
        Integers or text: cases of one group, such as one patient, are drawn together or not at
        all. Without this, cases that resemble each other make the interval too short.
    n_resamples : int, default=2000
        Number of resamples.
    confidence_level : float in (0, 1), default=0.95
        Coverage asked for.
    stratified : bool, default=False
        True keeps the number of cases of each class, as when the classes were sampled
        separately. False lets the prevalence vary, as in a random sample: for such a sample the
        stratified interval of a measure that depends on the prevalence (kappa, AUK) is too short.
    method : {'percentile', 'bca', 'smoothed'}, optional
        'bca' corrects for bias and skewness (Efron 1987), at the price of n_samples more calls.
        'smoothed', for `auk_score`, `auc_score` and `gini_score` without weights and groups, gives
        each class random shares of the gaps between its scores (after Banks 1988). Default:
        'smoothed' for these where a class has fewer than 50 cases, since 'percentile' then covers
        too little (AUC .8, 3 positives: 69 to 79 % instead of 95 %); else 'percentile'.
    random_state : None, int or numpy.random.Generator
        As for `numpy.random.default_rng`; an integer makes the result repeatable.

    Returns
    -------
    BootstrapInterval

    Raises
    ------
    ValueError
        Columns of unequal length; an option outside its range; what `metric` raises on all cases.

    See Also
    --------
    bootstrap_confusion : Faster, for what depends on the confusion matrix alone.
    bootstrap_curve_statistics : Faster, for anything else that a ROC curve determines.

    References
    ----------
    Efron (1979, 1987). Efron and Tibshirani (1993), chapters 13-14. Banks (1988), Biometrika 75,
    pp. 673-684, whose ends have twice our weight.

    Examples
    --------
    >>> from kappabook import bootstrap_interval, cohen_kappa_score
    >>> y_true, y_pred = [0, 1, 0, 1, 0] * 20, [0, 1, 1, 1, 0] * 20
    >>> found = bootstrap_interval(cohen_kappa_score, y_true, y_pred, random_state=0)
    >>> found.estimate, found.low < 0.6 < found.high, found.undefined_share
    (0.6153846153846154, True, 0.0)
    """
    own = own_statistic(metric)
    smoothable = own is not None and sample_weight is None and groups is None
    if method == "smoothed" and not smoothable:
        raise ValueError(
            "method 'smoothed' is for auk_score, auc_score and gini_score, without hull, "
            "sample_weight and groups; give 'percentile' or 'bca'."
        )
    plain: Method = "percentile" if method is None or method == "smoothed" else method
    how = Resampling(n_resamples, confidence_level, stratified, plain, random_state)
    if own is not None:
        cases = as_cases(y_true, y_score, own.pos_label, sample_weight)
        wanted = method == "smoothed" or (method is None and fewest(cases) < FEW)
        if smoothable and wanted:
            return smoothed_interval(cases, own.statistic, how)
        warn_of_few(cases, "Without weights and groups give method='smoothed'.")
        return bootstrap_curve_statistics(
            y_true,
            y_score,
            **own._asdict(),
            vectorized=True,
            sample_weight=sample_weight,
            groups=groups,
            **vars(how),
        )
    y = as_labels(y_true, "y_true")
    score = np.asarray(y_score)
    if len(y) == 0 or len(score) != len(y):
        raise ValueError(
            f"y_true has {len(y)} cases and y_score {len(score)}; give as many of each, and some."
        )
    drawn_groups = Groups(groups, len(y), sample_weight)
    weight = None if sample_weight is None else as_weights(sample_weight, len(y))
    if weight is not None:
        y, score, weight = y[weight > 0], score[weight > 0], weight[weight > 0]
    evaluate = case_evaluator(metric, y, score, weight)
    return bootstrap_counts(
        lambda drawn: evaluate(drawn_groups.cases(drawn)),
        drawn_groups.counts,
        drawn_groups.strata(y, stratified=stratified),
        how,
    )


def case_evaluator(
    metric: Metric, y: NDArray[Any], score: NDArray[Any], weight: NDArray[Any] | None
) -> Evaluate:
    """Call `metric` on the cases drawn, but first on all cases, so that its errors are seen."""
    if not callable(metric):
        raise TypeError(f"metric is {metric!r}; give a function of labels and scores.")

    def value(*columns: NDArray[Any]) -> float:
        weights = {} if weight is None else {"sample_weight": columns[2]}
        found = metric(*columns[:2], **weights)
        try:
            return float(found)
        except (TypeError, ValueError):
            raise TypeError(f"metric returned {found!r:.60}; it returns one number.") from None

    columns = (y, score) if weight is None else (y, score, weight)
    value(*columns)

    def drawn_value(drawn: Counts) -> float:
        cases = np.repeat(np.arange(len(drawn)), drawn)
        try:
            return value(*(column[cases] for column in columns))
        except ValueError:
            return math.nan

    return lambda counts: np.array([drawn_value(drawn) for drawn in counts])
