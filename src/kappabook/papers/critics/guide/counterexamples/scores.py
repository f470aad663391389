"""Examples where the order is used, or the probability."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.metrics import average_precision_score, roc_auc_score

from kappabook.metrics import ConfusionMatrix, auk_score
from kappabook.papers.critics.guide.advice import CounterExample
from kappabook.papers.critics.guide.calibrated import Calibrated
from kappabook.papers.critics.guide.counterexamples.situations import by_name, of_both
from kappabook.papers.critics.guide.measures import of_decisions, of_scores


def ranking() -> CounterExample:
    """Rank perfectly below one half, or worse around it."""
    truth = np.array([0, 0, 0, 1, 1, 1])
    low = np.array([0.05, 0.10, 0.15, 0.30, 0.35, 0.40])
    spread = np.array([0.10, 0.20, 0.70, 0.30, 0.80, 0.90])
    both = low, spread
    decided = [ConfusionMatrix.from_predictions(truth, (s >= 0.5).astype(int)) for s in both]
    counts = "ill among the first three"
    values = {
        counts: of_both(lambda s: int(truth[np.argsort(-s)[:3]].sum()), both),
        "AUC": of_both(lambda s: roc_auc_score(truth, s), both),
        "AUK": of_both(lambda s: auk_score(truth, s), both),
        "kappa at 1/2": of_both(lambda t: t.kappa, decided),
        "accuracy at 1/2": of_both(lambda t: t.accuracy, decided),
    }
    rejected = ("kappa at 1/2", "accuracy at 1/2")
    return CounterExample(("low scores", "spread scores"), counts, "AUC", rejected, values)


def top_of_the_list() -> CounterExample:
    """Twenty cases, five of them fraud, and time to look at five."""
    scores = np.arange(20, 0, -1)
    first, second = np.zeros(20, dtype=int), np.zeros(20, dtype=int)
    first[[0, 1, 2, 3, 19]] = second[[0, 1, 5, 6, 7]] = 1
    both = (first, second)
    counts = "frauds found by looking at five"
    values = {
        counts: of_both(lambda truth: int(truth[:5].sum()), both),
        "average precision": of_both(lambda t: average_precision_score(t, scores), both),
        "AUC": of_both(lambda truth: roc_auc_score(truth, scores), both),
        "AUK": of_both(lambda truth: auk_score(truth, scores), both),
    }
    named = ("good at the top", "good on the whole")
    return CounterExample(named, counts, "average precision", ("AUC", "AUK"), values)


def probabilities(share: float = 0.2) -> CounterExample:
    """Keep order and decisions at one half; make one column of probabilities too sure."""
    f, t = Calibrated.one(0.3, 0.3).rates(np.linspace(0, 1, 2001))
    positive, negative = -0.3 * np.diff(t), -0.7 * np.diff(f)
    honest = positive / (positive + negative)
    sure = honest**3 / (honest**3 + (1 - honest) ** 3)
    both = (honest, sure)
    truth, weight = np.repeat([1, 0], len(honest)), np.append(positive, negative)
    acted = [
        ConfusionMatrix.from_predictions(truth, np.tile(s, 2) >= 0.5, sample_weight=weight)
        for s in both
    ]

    def paid(s: Any) -> float:
        alarms, misses = negative[s >= share].sum(), positive[s < share].sum()
        return float(share * alarms + (1 - share) * misses)

    values = {
        "paid when acted on": of_both(paid, both),
        **by_name(lambda s: of_scores(truth, np.tile(s, 2), weight), both),
        **by_name(of_decisions, acted),
    }
    named, rejected = ("honest", "too sure"), ("auc", "auk", "h", "kappa", "accuracy")
    less = counts, advised = "paid when acted on", "log_loss"
    return CounterExample(named, counts, advised, rejected, values, less)
