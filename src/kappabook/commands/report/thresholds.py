"""Where to cut the scores of two classes: chosen inside the training rows, judged on the others."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np
from joblib import delayed
from numpy.typing import NDArray
from sklearn.metrics import confusion_matrix, make_scorer
from sklearn.model_selection import TunedThresholdClassifierCV

from kappabook.commands.report.folds import Codes, Counts, Fold, Folds, Values
from kappabook.commands.report.prepared import Prepared
from kappabook.commands.report.train import class_sizes, splits_of
from kappabook.scorers import kappa_scorer
from kappabook.study.runs import workers

Costs = tuple[float, float]
#: A rule of cutting (or a classifier) to the cut of each fold, and what the fold's test rows are
#: called with it; nan and None where there is no cut.
Cuts = dict[str, tuple[NDArray[np.float64], list[Counts | None]]]
# Folds inside the training rows.
_INNER = 3


def read_costs(costs: Costs | str | None, data: Prepared) -> Costs | None:
    """Read ``FP:FN``; costs are of two classes."""
    if costs is None or costs == "":
        return None
    try:
        parts = costs.split(":") if isinstance(costs, str) else costs
        false_positive, false_negative = map(float, parts)
        if not (0 < false_positive < math.inf and 0 < false_negative < math.inf):
            raise ValueError
    except ValueError:
        raise ValueError(
            f"costs are {costs!r}; give those of a false positive and of a false negative, "
            "both positive numbers, like 1:5."
        ) from None
    if not data.is_binary:
        raise ValueError(
            f"costs are for two classes, and {data.target!r} has {len(data.classes)}; leave "
            "--costs out, or join classes."
        )
    return false_positive, false_negative


def cost_of(confusion: Counts, data: Prepared, costs: Costs | None) -> Values:
    """Compute the mean cost of the mistakes, per case, if costs are known."""
    if costs is None:
        return {}
    p = int(data.positive or 0)
    total = costs[0] * confusion[1 - p, p] + costs[1] * confusion[p, 1 - p]
    return {("cost", ""): float(total / confusion.sum())}


def tuned_cuts(folds: Folds, costs: Costs | None) -> Iterator[tuple[str, Cuts]]:
    """Choose cuts for each classifier with scores, in the folds of the first repeat.

    scikit-learn's TunedThresholdClassifierCV cuts where kappa is largest, or the cost per case
    least, over folds of the training rows alone. No row helps to choose the cut it is judged by.
    """
    data = folds.data
    if not data.is_binary or data.positive is None or min(class_sizes(data).values()) < 4:
        return
    rules = {"kappa": _cuts_of_kappa(folds)}
    if costs:
        scoring = make_scorer(_cost, greater_is_better=False, costs=costs)
        rules["cost"] = _cuts(folds, scoring)
    for name in folds.scored:
        called: list[Counts | None] = [fold.confusion for fold in _first_repeat(folds, name)]
        default = np.full(len(called), np.nan), called
        yield name, {"default": default} | {rule: found[name] for rule, found in rules.items()}


@lru_cache(maxsize=1)  # other costs leave them as they are
def _cuts_of_kappa(folds: Folds) -> Cuts:
    return _cuts(folds, kappa_scorer())


def _cuts(folds: Folds, scoring: Any) -> Cuts:
    """Choose the cuts of one rule: by classifier those of its folds, and the tables."""
    found: Cuts = {}
    for name in folds.scored:
        model = folds.data.pipeline(folds.estimators[name])
        calls = (
            delayed(_tuned)(folds.data, model, scoring, fold.train, fold.test)
            for fold in _first_repeat(folds, name)
        )
        cuts, matrices = zip(*workers(folds.n_jobs)(calls), strict=True)
        found[name] = np.array(cuts), list(matrices)
    return found


def _first_repeat(folds: Folds, name: str) -> list[Fold]:
    return [fold for fold in folds.folds[name] if fold.repeat == 1]


def _tuned(
    data: Prepared, model: Any, scoring: Any, train: Codes, test: Codes
) -> tuple[float, Counts | None]:
    positive = int(data.positive or 0)
    member = (data.y == positive).astype(int)
    inner = splits_of(data, member[train], _INNER, 0, train)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tuned = TunedThresholdClassifierCV(model, scoring=scoring, cv=inner)
        try:
            tuned.fit(data.X.iloc[train], member[train])
        except ValueError:  # an inner fold where all scores are the same
            return math.nan, None
        called = tuned.predict(data.X.iloc[test])
    confusion = confusion_matrix(member[test], called, labels=[0, 1])
    return float(tuned.best_threshold_), confusion if positive == 1 else confusion[::-1, ::-1]


def _cost(y_true: Any, y_pred: Any, costs: Costs) -> float:
    """Do the same as `cost_of` on codes, a hundred times faster: it is asked that often."""
    return float(costs[0] * np.mean(y_pred > y_true) + costs[1] * np.mean(y_pred < y_true))
