"""AUC, AUK and H of scores that fit into memory, each with its interval."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import roc_auc_score

from kappabook.commands.score.pulls import Codes, Values, around, standard_error
from kappabook.commands.score.ranking_pulls import pulls_on_auc, pulls_on_auk, pulls_on_h
from kappabook.commands.score.scored import Curve, Measure
from kappabook.metrics.auk import auk_score
from kappabook.metrics.check_scores import Cases
from kappabook.metrics.hand import h_measure
from kappabook.metrics.intervals import auc_interval, bootstrap_interval
from kappabook.metrics.intervals.dirichlet import SEED
from kappabook.metrics.rates import kappa_at
from kappabook.metrics.roc import points
from kappabook.metrics.threshold import kappa_optimal_threshold

# Up to here the interval is drawn; above, the large-sample formula says the same. That of H is not
# drawn: the H of cases drawn again is larger on average, so that percentiles are askew.
DRAWN_UP_TO = {"auk": 5000, "h": 0}
# With fewer cases of a class, cases drawn again are too much alike.
_SMOOTHED_BELOW = 50
# Of so few cases a class's spread is not known.
_FEWEST = 2
_MOST_POINTS = 2000


def ranking_measures(
    positive: NDArray[np.bool_],
    score: Values,
    weight: Values | None = None,
    group: Codes | None = None,
) -> dict[str, Measure]:
    """Measure how well scores rank the positives above the negatives.

    Parameters
    ----------
    positive : ndarray of bool, shape (n,)
    score : ndarray of float, shape (n,)
        Finite.
    weight, group : ndarrays of shape (n,), optional
        Positive weights; codes of the groups that belong together.
    """
    m = int(positive.sum())
    if not 0 < m < len(positive):
        return without_ranking(f"the truth has no {'negative' if m else 'positive'} case")
    cases = (positive, score, weight)
    scores: dict[str, Callable[..., float]] = {
        "auc": roc_auc_score,
        "auk": auk_score,
        "h": h_measure,
    }
    pulls = {"auc": pulls_on_auc, "auk": pulls_on_auk, "h": pulls_on_h}
    lowest = {"auc": 0.0, "auk": -1.0, "h": 0.0}
    measures = {}
    for name, metric in scores.items():
        estimate = float(metric(positive, score, sample_weight=weight))
        if math.isnan(estimate):  # the H-measure; the prevalence will be refused
            measures[name] = Measure(estimate, reason="one class has all the weight")
            continue
        few = min(m, len(positive) - m)
        if few < _FEWEST:
            measures[name] = Measure(estimate, reason="one class has a single case")
        elif group is not None or len(positive) > DRAWN_UP_TO.get(name, math.inf):
            error = standard_error(pulls[name](cases), weight, group)
            how = "delta, by group" if group is not None else "delta"
            measures[name] = around(estimate, error, (lowest[name], 1.0), how)
        elif name == "auc":
            measures[name] = _area(estimate, cases)
        else:
            measures[name] = _drawn(metric, estimate, cases)
    return measures


def without_ranking(reason: str) -> dict[str, Measure]:
    """Say of all three why there is none."""
    return {name: Measure(math.nan, reason=reason) for name in ("auc", "auk", "h")}


def _area(estimate: float, cases: Cases) -> Measure:
    positive, score, weight = cases
    try:
        auc = auc_interval(positive, score, pos_label=True, sample_weight=weight)
    except ValueError:  # the weights of all others are lost beside it
        return Measure(estimate, reason="one case has all the weight of its class")
    return Measure(estimate, auc.low, auc.high, auc.method)


def _drawn(metric: Callable[..., float], estimate: float, cases: Cases) -> Measure:
    positive, score, weight = cases
    few = min(positive.sum(), (~positive).sum()) < _SMOOTHED_BELOW
    found = bootstrap_interval(
        metric,
        positive,
        score,
        sample_weight=weight,
        method="smoothed" if few and weight is None else "percentile",
        random_state=SEED,
    )
    return Measure(estimate, found.low, found.high, f"bootstrap, {found.method}")


def drawn_curve(cases: Cases) -> tuple[Curve, float, float]:
    """Give a curve that can be drawn, and the best cut and its kappa, both for these cases."""
    best = kappa_optimal_threshold(cases[0], cases[1], pos_label=True, sample_weight=cases[2])
    fps, tps, thresholds = points(cases)
    n = len(fps)
    chosen = np.unique(np.linspace(0, n - 1, min(n, _MOST_POINTS)).astype(int))
    f, t = fps / fps[-1], tps / tps[-1]
    chosen = np.union1d(chosen, np.argmax(kappa_at(f, t, tps[-1] / (fps[-1] + tps[-1]))))
    curve = Curve(f[chosen], t[chosen], thresholds[chosen])
    return curve, best.threshold, best.kappa
