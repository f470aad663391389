"""Where to cut the scores of two classes: chosen on some folds, judged on another."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from kappabook.commands.own_data.fold_measures import ALL, values_of_fold
from kappabook.commands.own_data.folds import Fold, Folds
from kappabook.commands.own_data.learners import BASELINE
from kappabook.commands.own_data.tidy import Costs, Row, cost_per_case, interval_rows, rounded
from kappabook.metrics.rates import kappa_at
from kappabook.metrics.threshold import kappa_optimal_threshold

#: Prevalences for which kappa is computed from the rates found here.
PREVALENCES = (0.01, 0.05, 0.1, 0.25, 0.5)
# Probabilities nearer to 0 and 1 than this are taken for it: a forest says 0 and means rarely.
_EDGE = 0.005


def threshold_rows(folds: Folds, costs: Costs | None) -> Iterator[Row]:
    """Judge three rules of cutting, where there are two classes and scores.

    'default' is what the classifier predicts; 'kappa' cuts where kappa was largest on the other
    folds of the same repeat; 'cost' calibrates the scores on those and cuts where costs say.
    Without costs the third is left out. No fold helps to choose the cut it is judged by.
    """
    positive = folds.data.positive
    if not folds.data.is_binary or positive is None:
        return
    for name, of in folds.folds.items():
        if name == BASELINE or any(fold.scores is None for fold in of):
            continue
        found: dict[str, list[tuple[float, NDArray[np.int64]]]] = {}
        for repeat in range(1, folds.n_repeats + 1):
            own = [fold for fold in of if fold.repeat == repeat]
            for rule, each in _cut(own, folds, positive, costs).items():
                found.setdefault(rule, []).extend(each)
        found["default"] = [(np.nan, fold.confusion) for fold in of]
        yield from _rows_of(name, found, folds, positive, costs)


def _cut(
    own: list[Fold], folds: Folds, positive: int, costs: Costs | None
) -> dict[str, list[tuple[float, NDArray[np.int64]]]]:
    truth = [folds.data.y[fold.test] == positive for fold in own]
    scores = [np.asarray(fold.scores)[:, positive] for fold in own]
    found: dict[str, list[tuple[float, NDArray[np.int64]]]] = {}
    probable = folds.probabilities[own[0].classifier]
    for i, fold in enumerate(own):
        others = [j for j in range(len(own)) if j != i]
        y = np.concatenate([truth[j] for j in others])
        s = np.concatenate([scores[j] for j in others])
        cuts = {"kappa": kappa_optimal_threshold(y, s).threshold}
        if costs:
            cuts["cost"] = _calibrated_cut(y, s, costs, probable)
        for rule, cut in cuts.items():
            called = np.where(scores[i] >= cut, positive, 1 - positive)
            confusion = np.zeros((2, 2), dtype=np.int64)
            np.add.at(confusion, (folds.data.y[fold.test], called), 1)
            found.setdefault(rule, []).append((cut, confusion))
    return found


def _calibrated_cut(y: Any, s: Any, costs: Costs, probable: bool) -> float:
    """Return the score at which the calibrated probability is c_FP / (c_FP + c_FN)."""
    spread = float(np.std(s)) or 1.0
    x = _logit(s) if probable else s / spread
    model = LogisticRegression(C=1e6, max_iter=1000).fit(x[:, None], y)
    slope, start = float(model.coef_[0, 0]), float(model.intercept_[0])
    wanted = np.log(costs[0] / costs[1])
    if slope <= 0:  # scores that say nothing: all are positive, or none, by the shares alone
        share = float(np.mean(y))
        return float("-inf" if np.log(share / (1 - share)) >= wanted else "inf")
    at = (wanted - start) / slope
    return float(1 / (1 + np.exp(-at)) if probable else at * spread)


def _logit(p: Any) -> Any:
    clipped = np.clip(p, _EDGE, 1 - _EDGE)
    return np.log(clipped / (1 - clipped))


def _rows_of(
    name: str,
    found: dict[str, list[tuple[float, NDArray[np.int64]]]],
    folds: Folds,
    positive: int,
    costs: Costs | None,
) -> Iterator[Row]:
    scores: dict[tuple[str, str], Any] = {}
    for rule in ("default", "kappa", "cost"):
        if rule not in found:
            continue
        cuts = np.array([cut for cut, _ in found[rule]])
        for statistic, share in (("cut", 0.5), ("cut_low", 0.05), ("cut_high", 0.95)):
            if rule != "default":
                cut = float(np.quantile(cuts, share, method="nearest"))
                yield Row("threshold", name, rule, "", "", statistic, rounded(cut))
        values = [values_of_fold(c, positive=positive) for _, c in found[rule]]
        for measure in ("kappa", "accuracy", "f1"):
            scores[rule, measure] = np.array([v[measure, ALL] for v in values])
        if costs:
            each = [cost_per_case(c, positive, costs) for _, c in found[rule]]
            scores[rule, "cost"] = np.array(each)
        for measure in [m for r, m in scores if r == rule]:
            head = Row("threshold", name, rule, measure)
            yield from interval_rows(head, scores[rule, measure], folds.test_train_ratio)
    for rule, measure in (("kappa", "kappa"), ("cost", "cost")):
        if (rule, measure) in scores:
            difference = scores[rule, measure] - scores["default", measure]
            head = Row("threshold", name, f"{rule} minus default", measure)
            yield from interval_rows(
                head, difference, folds.test_train_ratio, (-math.inf, math.inf)
            )


def prevalence_rows(folds: Folds) -> Iterator[Row]:
    """Yield kappa of the same rates where positives are rarer or more common."""
    positive = folds.data.positive
    if not folds.data.is_binary or positive is None:
        return
    for name in folds.folds:
        confusion = folds.confusion(name)
        rates = confusion[:, positive] / confusion.sum(axis=1)
        tpr, fpr = float(rates[positive]), float(rates[1 - positive])
        yield Row("prevalence", name, "", "", "", "true_positive_rate", rounded(tpr))
        yield Row("prevalence", name, "", "", "", "false_positive_rate", rounded(fpr))
        for share in PREVALENCES:
            kappa = rounded(float(kappa_at(fpr, tpr, share)))
            yield Row("prevalence", name, "", "kappa", f"{share:g}", "estimate", kappa)
