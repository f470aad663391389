"""Hand's H: the expected loss of the best thresholds, over a stated distribution of costs."""

from __future__ import annotations

import math
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betainc

from kappabook.metrics._binary import finite_scores, positives
from kappabook.metrics._labels import as_weights
from kappabook.metrics._numbers import undefined

Severity = tuple[float, float] | Literal["prevalence"]
Points = NDArray[np.float64]


def h_measure(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: ArrayLike | None = None,
    severity: Severity = (2, 2),
    replace_undefined_by: float = math.nan,
) -> float:
    r"""Hand's H-measure: one minus the expected minimum loss, relative to a useless score.

    .. math:: H = 1 - \frac{\int_0^1 \min_t \, Q(t; c) \, u(c) \, dc}
                           {\int_0^1 \min(c (1 - p), (1 - c) p) \, u(c) \, dc}, \qquad
              Q(t; c) = c (1 - p) \, FPR(t) + (1 - c) \, p \, (1 - TPR(t))

    c is the share of the cost that falls on a false positive, p the prevalence and u the Beta
    density with the parameters `severity`. The minimum over all thresholds runs along the convex
    hull of the ROC curve, on each vertex of which the integral is a difference of incomplete beta
    functions: no quadrature.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        Labels of two classes.
    y_score : array-like of shape (n_samples,)
        Finite; higher means more positive. Scores are never turned round: a score worse than
        chance everywhere has H = 0.
    pos_label : int, bool or str, optional
        Needed unless the labels are {0, 1} or {-1, 1}.
    sample_weight : array-like of shape (n_samples,), optional
        Finite and non-negative.
    severity : (float, float) or 'prevalence', default=(2, 2)
        Parameters a, b > 0 of the Beta distribution of c. (2, 2) is Hand's of 2009, the same for
        every data set; 'prevalence' is (1 + p, 2 - p), with mode p, of 2014.
    replace_undefined_by : float, default=nan
        Returned, with UndefinedMetricWarning, when one class is absent.

    Returns
    -------
    float in [0, 1]
        1 for a perfect ranking.

    References
    ----------
    Hand (2009), Machine Learning 77, pp. 103-123. Hand and Anagnostopoulos (2014), Pattern
    Recognition Letters 40, pp. 41-46.

    Examples
    --------
    >>> from kappabook.metrics.h_measure import h_measure
    >>> h_measure([0, 0, 1, 1], [0.1, 0.2, 0.3, 0.4])
    1.0
    >>> round(h_measure([0, 0, 1, 1], [0.1, 0.3, 0.2, 0.4]), 6)
    0.5
    """
    positive = positives(y_true, pos_label)
    score = finite_scores(y_score, len(positive))
    weight = np.ones(len(score))
    if sample_weight is not None:
        weight = as_weights(sample_weight, len(score))
        weight = weight / weight.max()
    order = np.argsort(score, kind="stable")[::-1]
    ends = np.flatnonzero(np.append(np.diff(score[order]) != 0, True))
    gains = (np.where(positive, 0.0, weight), np.where(positive, weight, 0.0))
    fps, tps = (np.append(0.0, np.cumsum(gain[order])[ends]) for gain in gains)
    if fps[-1] == 0 or tps[-1] == 0:
        return undefined("the H-measure", "y_true has one class only (0/0)", replace_undefined_by)
    fpr, tpr, prevalence = fps / fps[-1], tps / tps[-1], float(tps[-1] / (fps[-1] + tps[-1]))
    a, b = _beta(severity, prevalence)
    useless = _expected_loss(np.array([0.0, 1.0]), np.array([0.0, 1.0]), prevalence, a, b)
    loss = _expected_loss(*_hull(fpr, tpr), prevalence, a, b)
    return float(np.clip(1 - loss / useless, 0, 1))


def _beta(severity: Severity, prevalence: float) -> tuple[float, float]:
    if isinstance(severity, str):
        if severity != "prevalence":
            raise ValueError(f"severity is {severity!r}; give (a, b) or 'prevalence'.")
        return 1 + prevalence, 2 - prevalence
    a, b = severity
    if not (0 < a < math.inf and 0 < b < math.inf):
        raise ValueError(f"severity is {severity}; both parameters must be positive and finite.")
    return float(a), float(b)


def _expected_loss(fpr: Points, tpr: Points, prevalence: float, a: float, b: float) -> float:
    r"""Integrate the minimum loss over the costs; the points are the vertices of a convex hull.

    A segment of slope s is worth climbing while :math:`c (1 - p) < (1 - c) p s`, so each vertex is
    best for the c between the limits of the segments that leave it and that lead to it.
    """
    gain, harm = prevalence * np.diff(tpr), (1 - prevalence) * np.diff(fpr)
    limits = np.concatenate([[1.0], gain / (gain + harm), [0.0]])
    # Integrals of c u(c) and (1 - c) u(c) from 0 to each limit.
    cost_positive = a / (a + b) * betainc(a + 1, b, limits)
    cost_negative = b / (a + b) * betainc(a, b + 1, limits)
    false_alarms = (1 - prevalence) * fpr @ -np.diff(cost_positive)
    misses = prevalence * (1 - tpr) @ -np.diff(cost_negative)
    return float(false_alarms + misses)


def _hull(fpr: Points, tpr: Points) -> tuple[Points, Points]:
    """Upper convex hull of a ROC curve from (0, 0) to (1, 1)."""
    hull: list[tuple[float, float]] = []
    for x, y in zip(fpr.tolist(), tpr.tolist(), strict=True):
        while len(hull) > 1:
            (x0, y0), (x1, y1) = hull[-2:]
            if (x1 - x0) * (y - y0) < (y1 - y0) * (x - x0):
                break
            hull.pop()
        if not hull or (x, y) != hull[-1]:
            hull.append((x, y))
    return np.array([x for x, _ in hull]), np.array([y for _, y in hull])
