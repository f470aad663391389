"""Two classifiers on the same folds: the difference, and whether it is more than noise."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np

from kappabook.metrics.inference import correlated_bayesian_t_test
from kappabook.report.own_data.fold_measures import ALL, MEASURES
from kappabook.report.own_data.folds import Folds
from kappabook.report.own_data.learners import BASELINE
from kappabook.report.own_data.tidy import ALIKE, LEVEL, POWER, Row, rounded, tested

Values = dict[tuple[str, str, int], Any]


def comparison_rows(folds: Folds, values: Values) -> Iterator[Row]:
    """Compare each two classifiers by each measure; p-values are adjusted within a measure."""
    names = [name for name in folds.folds if name != BASELINE]
    for measure in (m for m in MEASURES if m != "chance_agreement"):
        known = [n for n in names if (n, measure, ALL) in values]
        tests, beliefs = {}, {}
        for a, b in combinations(known, 2):
            difference = values[a, measure, ALL] - values[b, measure, ALL]
            if (~np.isnan(difference)).sum() > 1:
                tests[a, b] = tested(difference, folds.test_train_ratio)
                beliefs[a, b] = correlated_bayesian_t_test(
                    difference,
                    test_train_ratio=folds.test_train_ratio,
                    rope=ALIKE,
                    nan_policy="omit",
                )
        adjusted = holm([t.p_value for t in tests.values()])
        for ((a, b), test), p in zip(tests.items(), adjusted, strict=True):
            low, high = test.confidence_interval(LEVEL)
            belief = beliefs[a, b]
            for statistic, value in {
                "difference": test.mean,
                "low": low,
                "high": high,
                "p_value": test.p_value,
                "p_adjusted": p,
                "detectable": test.detectable_difference(power=POWER, alpha=1 - LEVEL),
                "probability_lower": belief.below,
                "probability_alike": belief.within,
                "probability_higher": belief.above,
            }.items():
                why = "all folds have the same difference" if math.isnan(value) else ""
                yield Row("comparison", a, b, measure, "", statistic, rounded(value), why)


def holm(p_values: list[float]) -> list[float]:
    """Adjust p-values for their number (Holm 1979); nan stays nan and is not counted.

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = sorted((p, i) for i, p in enumerate(p_values) if not math.isnan(p))
    adjusted, worst = [math.nan] * len(p_values), 0.0
    for place, (p, i) in enumerate(order):
        worst = max(worst, min(1.0, p * (len(order) - place)))
        adjusted[i] = worst
    return adjusted
