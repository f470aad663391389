"""Two scores on one test set, by any metric and the paired bootstrap."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kappabook.metrics._validation.columns import as_weights
from kappabook.metrics._validation.labels import as_labels
from kappabook.metrics.inference.bootstrap import Metric, case_evaluator
from kappabook.metrics.inference.comparison import PairedComparison
from kappabook.metrics.inference.resampling import Method, Resampling, bootstrap_counts


def compare_scores(
    metric: Metric,
    y_true: ArrayLike,
    score_a: ArrayLike,
    score_b: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    n_resamples: int = 2000,
    confidence_level: float = 0.95,
    stratified: bool = False,
    method: Method = "percentile",
    random_state: Any = None,
) -> PairedComparison:
    r"""Compare any metric of two scores (or predictions) of the same cases, by the bootstrap.

    Each resample draws cases, and with each case both of its scores. The p-value is
    :math:`2 (1 + \min(\#\{d \le 0\}, \#\{d \ge 0\})) / (1 + B)` over the B defined differences d,
    at most 1; it says the same as the percentile interval does of 0.

    Parameters
    ----------
    score_a, score_b : array-like of shape (n_samples,) or (n_samples, n_classes)
        What `metric` takes.
    metric, y_true, sample_weight, n_resamples, confidence_level, stratified, method, random_state
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
    >>> from kappabook.metrics.inference import compare_scores
    >>> rng = np.random.default_rng(0)
    >>> y = rng.integers(0, 2, 200)
    >>> good, noise = y + rng.normal(size=200), rng.normal(size=200)
    >>> found = compare_scores(roc_auc_score, y, good, noise, n_resamples=200, random_state=0)
    >>> found.p_value < 0.05
    True
    """
    how = Resampling(n_resamples, confidence_level, stratified, method, random_state)
    y = as_labels(y_true, "y_true")
    first, second = np.asarray(score_a), np.asarray(score_b)
    for name, score in (("score_a", first), ("score_b", second)):
        if len(y) == 0 or len(score) != len(y):
            raise ValueError(f"y_true has {len(y)} cases and {name} {len(score)}; they must agree.")
    weight = None if sample_weight is None else as_weights(sample_weight, len(y))
    each = [case_evaluator(metric, y, score, weight) for score in (first, second)]
    everyone = np.ones(len(y), dtype=np.int64)
    a, b = (float(evaluate(everyone[np.newaxis])[0]) for evaluate in each)
    found = bootstrap_counts(
        lambda counts: each[0](counts) - each[1](counts),
        everyone,
        y,
        how,
    )
    d = found.distribution[~np.isnan(found.distribution)]
    rarer = min((d <= 0).sum(), (d >= 0).sum())
    p_value = math.nan if math.isnan(found.low) else 2 * (1 + rarer) / (1 + len(d))
    return PairedComparison(
        estimate_a=a,
        estimate_b=b,
        difference=a - b,
        standard_error=found.standard_error,
        z=math.nan,
        p_value=min(1.0, float(p_value)),
        low=found.low,
        high=found.high,
        confidence_level=confidence_level,
        method=method,
        undefined_share=found.undefined_share,
    )
