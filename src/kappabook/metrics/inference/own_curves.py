"""Our own measures of a ROC curve, for all resamples at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kappabook.metrics._segments import mean_kappa
from kappabook.metrics.auk import auk_score
from kappabook.metrics.kappa_curve import kappa_at
from kappabook.metrics.roc import auc_score, gini_score

Rows = NDArray[np.float64]
Statistic = Callable[[Rows, Rows, Rows], Rows]


def own_statistic(metric: Callable[..., Any]) -> tuple[Statistic, Any] | None:
    """Find the vectorised twin of a metric of ours, and its `pos_label`.

    Parameters
    ----------
    metric : callable
        `auk_score`, `auc_score` or `gini_score`, or a `functools.partial` that fixes their
        `pos_label` or `rule`.

    Returns
    -------
    (statistic, pos_label), or None for any other metric, or one that takes the hull.
    """
    options: dict[str, Any] = {}
    if isinstance(metric, partial):
        if metric.args:
            return None
        options = dict(metric.keywords)
        metric = metric.func
    pos_label = options.pop("pos_label", None)
    if metric is auk_score and options in ({}, {"rule": "segment"}):
        return _auk_by_segment, pos_label
    if metric is auk_score and options == {"rule": "trapezoid"}:
        return _auk_by_trapezoid, pos_label
    if metric is auc_score and not options:
        return _auc, pos_label
    if metric is gini_score and not options:
        return lambda f, t, p: 2 * _auc(f, t, p) - 1, pos_label
    return None


def _auc(f: Rows, t: Rows, prevalence: Rows) -> Rows:  # noqa: ARG001
    return np.asarray(np.einsum("ij,ij->i", np.diff(f), t[:, 1:] + t[:, :-1]) / 2)


def _auk_by_segment(f: Rows, t: Rows, prevalence: Rows) -> Rows:
    """Row by row, because each curve has corners of its own, and the exact rule needs no more."""
    areas = np.empty(len(f))
    for i, (fpr, tpr, p) in enumerate(zip(f, t, prevalence.tolist(), strict=True)):
        x, y = _corners(fpr, tpr)
        areas[i] = mean_kappa(x, y, p, 1 - p) @ np.diff(x)
    return areas


def _corners(f: Rows, t: Rows) -> tuple[Rows, Rows]:
    """Leave out repeated points and points between two level or two upright steps."""
    moves = np.flatnonzero((f[1:] != f[:-1]) | (t[1:] != t[:-1]))
    kept = np.append(0, moves + 1)
    f, t = f[kept], t[kept]
    level, upright = t[1:] == t[:-1], f[1:] == f[:-1]
    turn = np.ones(len(f), dtype=bool)
    turn[1:-1] = ~((level[1:] & level[:-1]) | (upright[1:] & upright[:-1]))
    return f[turn], t[turn]


def _auk_by_trapezoid(f: Rows, t: Rows, prevalence: Rows) -> Rows:
    kappa = kappa_at(f, t, prevalence[:, np.newaxis])
    return np.asarray(np.einsum("ij,ij->i", kappa[:, 1:] + kappa[:, :-1], np.diff(f)) / 2)
