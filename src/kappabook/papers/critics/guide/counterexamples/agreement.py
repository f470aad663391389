"""Examples of raters, where there is no truth."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np

from kappabook.metrics import ConfusionMatrix
from kappabook.metrics.companions import allocation_disagreement
from kappabook.metrics.raters import krippendorff_alpha_score, percent_agreement_score
from kappabook.papers.critics.guide.advice import CounterExample
from kappabook.papers.critics.guide.counterexamples.situations import LABELS, information, of_both


def raters() -> CounterExample:
    """Two raters who toss coins, and two who look: the coins agree more often."""
    coins = ConfusionMatrix([[5, 95], [95, 1805]], LABELS)
    lookers = ConfusionMatrix([[800, 100], [100, 1000]], LABELS)
    both = (coins, lookers)
    values = {
        "information (bits)": of_both(information, both),
        "kappa": (coins.kappa, lookers.kappa),
        "agreement": (coins.accuracy, lookers.accuracy),
    }
    named, counts = ("coins", "lookers"), "information (bits)"
    return CounterExample(named, counts, "kappa", ("agreement",), values, tables=both)


def ordered_raters() -> CounterExample:
    """Raters a step apart, and raters two steps apart; margins and errors are as many."""
    near = ConfusionMatrix([[30, 5, 0], [5, 20, 5], [0, 5, 30]], ("mild", "medium", "severe"))
    far = ConfusionMatrix([[25, 0, 10], [0, 30, 0], [10, 0, 25]], near.labels)
    both = (near, far)
    steps = np.abs(np.subtract.outer(range(3), range(3)))
    values = {
        "mean steps apart": of_both(lambda t: (steps * t.cells).sum() / t.total, both),
        "weighted kappa": of_both(lambda t: t.weighted_kappa(steps**2), both),
        "kappa": (near.kappa, far.kappa),
        "agreement": (near.accuracy, far.accuracy),
        "allocation": of_both(allocation_disagreement, both),
    }
    rejected = ("kappa", "agreement", "allocation")
    named, counts, less = ("near", "far"), "mean steps apart", ("mean steps apart", "allocation")
    return CounterExample(named, counts, "weighted kappa", rejected, values, less, both)


def many_raters() -> CounterExample:
    """Two raters who always agree and one who tosses a coin; or three who all look."""
    coin = np.repeat([[0, 0, 0], [0, 0, 1], [1, 1, 0], [1, 1, 1]], 30, axis=0)
    patterns = np.array(list(np.ndindex(2, 2, 2)))
    alike = np.repeat(patterns, np.where(np.ptp(patterns, axis=1) == 0, 27, 11), axis=0)
    both = (coin, alike)

    def pairs(ratings: Any) -> list[ConfusionMatrix]:
        return [
            ConfusionMatrix.from_predictions(ratings[:, i], ratings[:, j])
            for i, j in combinations(range(3), 2)
        ]

    counts, advised = "least information of a pair", "least kappa of a pair"
    values = {
        counts: of_both(lambda r: min(map(information, pairs(r))), both),
        advised: of_both(lambda r: min(t.kappa for t in pairs(r)), both),
        "alpha": of_both(krippendorff_alpha_score, both),
        "agreement": of_both(percent_agreement_score, both),
    }
    named, rejected = ("one tosses coins", "three look"), ("alpha", "agreement")
    return CounterExample(named, counts, advised, rejected, values)
