"""Two scores on one test set, by any metric and the paired bootstrap."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics._validation.columns import as_weights
from kappabook.metrics._validation.labels import as_labels
from kappabook.metrics._validation.scores import as_cases
from kappabook.metrics.inference.bootstrap import Metric, case_evaluator
from kappabook.metrics.inference.comparison import PairedComparison
from kappabook.metrics.inference.groups import Groups
from kappabook.metrics.inference.own_curves import own_statistic
from kappabook.metrics.inference.resampling import (
    Counts,
    Evaluate,
    Method,
    Resampling,
    bootstrap_counts,
)
from kappabook.metrics.inference.smoothed import warn_of_few
from kappabook.metrics.inference.sorted_curve import SortedCurve, Statistic


def compare_scores(
    metric: Metric,
    y_true: ArrayLike,
    score_a: ArrayLike,
    score_b: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    groups: ArrayLike | None = None,
    n_resamples: int = 2000,
    confidence_level: float = 0.95,
    stratified: bool = False,
    method: Method = "percentile",
    random_state: Any = None,
) -> PairedComparison:
    r"""Compare any metric of two scores (or predictions) of the same cases, by the bootstrap.

    Each resample draws cases, and with each case both of its scores. The p-value is that of
    :meth:`BootstrapInterval.p_value`: the interval of level :math:`1 - \alpha` leaves 0 out
    exactly when :math:`p < \alpha`, by either method. For our own areas (`auk_score`, `auc_score`,
    `gini_score`, also in a partial) each column of scores is sorted once.

    With fewer than ten cases of a class a warning says how often such intervals cover.

    Parameters
    ----------
    score_a, score_b : array-like of shape (n_samples,) or (n_samples, n_classes)
        What `metric` takes.
    metric, y_true, sample_weight, groups
        As in :func:`bootstrap_interval`.
    n_resamples, confidence_level, stratified, method, random_state
        As in :func:`bootstrap_interval`.

    Returns
    -------
    PairedComparison

    Raises
    ------
    ValueError
        As :func:`bootstrap_interval`.

    References
    ----------
    Efron and Tibshirani (1993), chapters 13 and 15.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.metrics import roc_auc_score
    >>> from kappabook import compare_scores
    >>> rng = np.random.default_rng(0)
    >>> y = rng.integers(0, 2, 200)
    >>> good, noise = y + rng.normal(size=200), rng.normal(size=200)
    >>> found = compare_scores(roc_auc_score, y, good, noise, n_resamples=200, random_state=0)
    >>> found.p_value < 0.05
    True
    """
    how = Resampling(n_resamples, confidence_level, stratified, method, random_state)
    y, each = _evaluators(metric, y_true, (score_a, score_b), sample_weight)
    drawn_groups = Groups(groups, len(as_labels(y_true, "y_true")), sample_weight)
    everyone = np.ones((1, len(y)), dtype=np.int64)
    a, b = (float(evaluate(everyone)[0]) for evaluate in each)

    def difference(drawn: Counts) -> NDArray[np.float64]:
        cases = drawn_groups.cases(drawn)
        return each[0](cases) - each[1](cases)

    strata = drawn_groups.strata(y, stratified=stratified)
    found = bootstrap_counts(difference, drawn_groups.counts, strata, how)
    return PairedComparison(
        estimate_a=a,
        estimate_b=b,
        difference=a - b,
        standard_error=found.standard_error,
        z=math.nan,
        p_value=found.p_value(0.0),
        low=found.low,
        high=found.high,
        confidence_level=confidence_level,
        method=method,
        undefined_share=found.undefined_share,
    )


def _evaluators(
    metric: Metric,
    y_true: ArrayLike,
    scores: tuple[ArrayLike, ArrayLike],
    sample_weight: ArrayLike | None,
) -> tuple[NDArray[Any], list[Evaluate]]:
    """Class of each case that counts, and the metric of either score from counts of cases."""
    named = list(zip(("score_a", "score_b"), scores, strict=True))
    if own := own_statistic(metric):
        pairs = [as_cases(y_true, s, own.pos_label, sample_weight, name) for name, s in named]
        warn_of_few(pairs[0], "For two AUCs use delong_test.")
        curves = [SortedCurve(cases, points_matter=own.points_matter) for cases in pairs]
        return pairs[0][0], [partial(_areas, curve, own.statistic) for curve in curves]
    y = as_labels(y_true, "y_true")
    weight = None if sample_weight is None else as_weights(sample_weight, len(y))
    kept = slice(None) if weight is None else weight > 0
    each = []
    for name, given in named:
        score = np.asarray(given)
        if len(y) == 0 or len(score) != len(y):
            raise ValueError(f"y_true has {len(y)} cases and {name} {len(score)}; they must agree.")
        each.append(
            case_evaluator(metric, y[kept], score[kept], None if weight is None else weight[kept])
        )
    return y[kept], each


def _areas(curve: SortedCurve, statistic: Statistic, drawn: Counts) -> NDArray[np.float64]:
    return curve.values(curve.of_cases(drawn), statistic)
