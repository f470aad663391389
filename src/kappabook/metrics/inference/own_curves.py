"""Our own measures of a ROC curve, for all resamples at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from kappabook.metrics._segments import mean_kappa
from kappabook.metrics.auk import auk_score
from kappabook.metrics.inference.sorted_curve import Rows, Statistic
from kappabook.metrics.kappa_curve import kappa_at
from kappabook.metrics.roc import auc_score, gini_score


class Own(NamedTuple):
    """A metric of ours as a statistic of many curves at once."""

    statistic: Statistic
    pos_label: Any
    points_matter: bool


def own_statistic(metric: Callable[..., Any]) -> Own | None:
    """Return what computes a metric of ours for many resamples.

    The metrics are `auk_score`, `auc_score` and `gini_score`, also in a `functools.partial` that
    fixes their `pos_label` or `rule`. None stands for any other metric, or one of the hull.
    """
    options: dict[str, Any] = {}
    if isinstance(metric, partial):
        if metric.args:
            return None
        options = dict(metric.keywords)
        metric = metric.func
    if "sample_weight" in options:
        raise ValueError(
            "the metric has a sample_weight of its own, which would not follow the cases drawn; "
            "give sample_weight to the interval instead."
        )
    pos_label = options.pop("pos_label", None)
    rule = options.pop("rule", "segment")
    if options or (rule != "segment" and metric is not auk_score):
        return None
    by_rule = {"segment": _auk_by_segment, "trapezoid": _auk_by_trapezoid}
    twins = {auk_score: by_rule.get(rule), auc_score: _auc, gini_score: _gini}
    statistic = twins.get(metric)
    if statistic is None:
        return None
    return Own(statistic, pos_label, rule == "trapezoid")


def _auc(f: Rows, t: Rows, prevalence: Rows) -> Rows:  # noqa: ARG001
    return np.asarray(np.einsum("ij,ij->i", np.diff(f), t[:, 1:] + t[:, :-1]) / 2)


def _gini(f: Rows, t: Rows, prevalence: Rows) -> Rows:
    return 2 * _auc(f, t, prevalence) - 1


def _auk_by_segment(f: Rows, t: Rows, prevalence: Rows) -> Rows:
    p = prevalence[:, np.newaxis]
    return np.asarray(np.einsum("ij,ij->i", mean_kappa(f, t, p, 1 - p), np.diff(f)))


def _auk_by_trapezoid(f: Rows, t: Rows, prevalence: Rows) -> Rows:
    kappa = kappa_at(f, t, prevalence[:, np.newaxis])
    return np.asarray(np.einsum("ij,ij->i", kappa[:, 1:] + kappa[:, :-1], np.diff(f)) / 2)
