"""Two classifiers on the same folds: the difference, and whether it is more than noise."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np

from kappabook.commands.own_data.fold_measures import ALL, MEASURES
from kappabook.commands.own_data.folds import Folds
from kappabook.commands.own_data.learners import BASELINE
from kappabook.commands.own_data.tidy import ALIKE, LEVEL, POWER, Row, rounded, tested
from kappabook.metrics.intervals import correlated_bayesian_t_test
from kappabook.study.pairs import holm

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
        p_values = np.array([t.p_value() for t in tests.values()])
        counted = np.isfinite(p_values)  # Folds that all differ alike are no test.
        p_values[counted] = holm(p_values[counted])
        for ((a, b), test), p in zip(tests.items(), p_values.tolist(), strict=True):
            low, high = test.low, test.high
            belief = beliefs[a, b]
            for statistic, value in {
                "difference": test.estimate,
                "low": low,
                "high": high,
                "p_value": test.p_value(),
                "p_adjusted": p,
                "detectable": test.detectable_difference(power=POWER, alpha=1 - LEVEL),
                "probability_lower": belief.below,
                "probability_alike": belief.within,
                "probability_higher": belief.above,
            }.items():
                why = "all folds have the same difference" if math.isnan(value) else ""
                yield Row("comparison", a, b, measure, "", statistic, rounded(value), why)
