"""Several classifiers on the same cases: the differences of their measures."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kappabook.commands.score.classes import Classes
from kappabook.commands.score.classifier import count
from kappabook.commands.score.pulls import LEVEL, standard_error, table_pulls
from kappabook.commands.score.ranking_measures import DRAWN_UP_TO
from kappabook.commands.score.ranking_pulls import pulls_on_auc, pulls_on_auk, pulls_on_h
from kappabook.commands.score.rows import Cases
from kappabook.commands.score.scored import (
    MATRIX_MEASURES,
    RANKING_MEASURES,
    Classifier,
    Comparison,
)
from kappabook.metrics.auk import auk_score
from kappabook.metrics.intervals import compare_kappas, compare_scores, delong_test
from kappabook.metrics.intervals.dirichlet import SEED
from kappabook.metrics.intervals.distributions import quantile

Values = NDArray[np.float64]
RANKED = {"auc": pulls_on_auc, "auk": pulls_on_auk, "h": pulls_on_h}


def compare(classifiers: list[Classifier], cases: Cases, classes: Classes) -> list[Comparison]:
    """Compare each two classifiers in each measure; groups and weights are respected.

    Without groups kappa is compared by :func:`compare_kappas`, the AUC by :func:`delong_test` and
    the AUK of few cases by :func:`compare_scores`; all else by the pulls of the cases.
    """
    if len(classifiers) == 1:
        return []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what is undefined is nan, and said
        pulls = [_pulls(i, cases, classes) for i in range(len(classifiers))]
        return [
            one
            for i, j in combinations(range(len(classifiers)), 2)
            for one in _pair(i, j, classifiers, cases, classes, pulls)
        ]


def _pulls(i: int, cases: Cases, classes: Classes) -> dict[str, Values]:
    """Pull of each case on each measure of one classifier."""
    matrix = count(cases.truth, cases.predicted[i], classes.labels, cases.weight)
    found = {name: x.ravel()[matrix.cells] for name, x in table_pulls(matrix.confusion).items()}
    positive = cases.truth == classes.place
    if cases.scores and len(classes.labels) == 2 and 1 < positive.sum() < len(positive) - 1:
        ranked = (positive, cases.scores[i], cases.weight)
        found |= {name: of(ranked) for name, of in RANKED.items()}
    return found


def _pair(
    i: int,
    j: int,
    classifiers: list[Classifier],
    cases: Cases,
    classes: Classes,
    pulls: list[dict[str, Values]],
) -> Iterator[Comparison]:
    a, b = classifiers[i], classifiers[j]
    named = _by_name(i, j, cases, classes) if cases.group is None else {}
    for measure in MATRIX_MEASURES + RANKING_MEASURES:
        difference = a.measures[measure].estimate - b.measures[measure].estimate
        if math.isnan(difference):
            if measure in MATRIX_MEASURES:
                yield missing(a, b, measure, "it is undefined for one of the two")
            continue
        if measure in named and (found := named[measure]()) is not None:
            yield Comparison(
                a.name, b.name, measure, difference, found.low, found.high, found.method
            )
            continue
        if measure not in pulls[i]:
            yield missing(a, b, measure, "one class has a single case", difference)
            continue
        if measure in named:  # refused by DeLong's test
            yield missing(a, b, measure, "one case has all the weight of its class", difference)
            continue
        error = standard_error(pulls[i][measure] - pulls[j][measure], cases.weight, cases.group)
        how = "delta" if cases.group is None else "delta, by group"
        yield around(a, b, measure, difference, error, how)


def around(
    a: Classifier,
    b: Classifier,
    measure: str,
    difference: float,
    error: tuple[float, float],
    method: str,
) -> Comparison:
    """Put an interval around a difference, by Student's t."""
    if not error[0] > 0:
        reason = "the two never differ in their pulls, or it is unknown"
        return missing(a, b, measure, reason, difference)
    reach = 1.0 if measure in ("accuracy", "chance_agreement", "auc", "h") else 2.0
    step = quantile(LEVEL, error[1]) * error[0]
    low, high = max(-reach, difference - step), min(reach, difference + step)
    return Comparison(a.name, b.name, measure, difference, low, high, method)


def missing(
    a: Classifier, b: Classifier, measure: str, reason: str, difference: float = math.nan
) -> Comparison:
    """Say why a difference has no interval."""
    return Comparison(a.name, b.name, measure, difference, math.nan, math.nan, reason=reason)


def _by_name(i: int, j: int, cases: Cases, classes: Classes) -> dict[str, Any]:
    """Return the comparisons that the library has a function for."""
    known: dict[str, Any] = {
        "kappa": partial(
            compare_kappas,
            cases.truth,
            cases.predicted[i],
            cases.predicted[j],
            labels=list(range(len(classes.labels))),
            sample_weight=cases.weight,
        )
    }
    if not cases.scores:
        return known
    scores = (cases.truth == classes.place, cases.scores[i], cases.scores[j])
    options: dict[str, Any] = {"sample_weight": cases.weight}

    def areas() -> Any:
        try:
            return delong_test(*scores, pos_label=True, **options)
        except ValueError:  # a single case of a class, or one with all the weight
            return None

    known["auc"] = areas
    if len(cases.truth) <= DRAWN_UP_TO["auk"]:
        auk = partial(auk_score, pos_label=True)
        known["auk"] = partial(compare_scores, auk, *scores, random_state=SEED, **options)
    return known
