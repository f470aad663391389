"""Bootstrap of areas under curves: sort once, then draw counts in sorted order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numpy.typing import ArrayLike

from kappabook.metrics._validation.labels import as_labels
from kappabook.metrics._validation.scores import as_cases
from kappabook.metrics.inference.groups import Groups
from kappabook.metrics.inference.resampling import (
    BootstrapInterval,
    Method,
    Resampling,
    bootstrap_counts,
)
from kappabook.metrics.inference.sorted_curve import Rows, SortedCurve, Statistic


def bootstrap_curve_statistics(
    y_true: ArrayLike,
    y_score: ArrayLike,
    statistic: Callable[..., Any],
    *,
    pos_label: Any = None,
    sample_weight: ArrayLike | None = None,
    groups: ArrayLike | None = None,
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
    groups, n_resamples, confidence_level, stratified, method, random_state
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
    cases = as_cases(y_true, y_score, pos_label, sample_weight)
    curve = SortedCurve(cases, points_matter=points_matter)
    statistic = statistic if vectorized else _one_by_one(statistic)
    if groups is None:
        return bootstrap_counts(
            lambda drawn: curve.values(drawn, statistic), curve.counts, curve.is_positive, how
        )
    drawn_groups = Groups(groups, len(as_labels(y_true, "y_true")), sample_weight)
    return bootstrap_counts(
        lambda drawn: curve.values(curve.of_cases(drawn_groups.cases(drawn)), statistic),
        drawn_groups.counts,
        drawn_groups.strata(cases[0], stratified=stratified),
        how,
    )


def _one_by_one(statistic: Callable[..., Any]) -> Statistic:
    def values(fpr: Rows, tpr: Rows, prevalence: Rows) -> list[float]:
        curves = zip(fpr, tpr, prevalence.tolist(), strict=True)
        return [float(statistic(*curve)) for curve in curves]

    return values
