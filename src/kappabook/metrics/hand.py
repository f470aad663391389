"""Hand's H: the expected loss of the best thresholds, over a stated distribution of costs."""

from __future__ import annotations

import math
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betainc

from kappabook.metrics.check import undefined
from kappabook.metrics.check_scores import as_cases
from kappabook.metrics.roc import missing_class, points, roc_convex_hull

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
    functions: no quadrature. Scores are never turned round: a score worse than chance everywhere
    has H = 0; a perfect ranking has H = 1.

    Parameters
    ----------
    y_true, y_score, pos_label, sample_weight, replace_undefined_by
        As in :func:`kappabook.auk_score`, errors included.
    severity : (float, float) or 'prevalence', default=(2, 2)
        Parameters a, b > 0 of the Beta distribution of c. (2, 2) is Hand's of 2009, the same for
        every data set; 'prevalence' is (1 + p, 2 - p), with mode p, of 2014.

    Returns
    -------
    float in [0, 1]

    Raises
    ------
    ValueError
        As :func:`kappabook.auk_score`; a `severity` that is no such pair.

    References
    ----------
    Hand (2009), Machine Learning 77, pp. 103-123. Hand and Anagnostopoulos (2014), Pattern
    Recognition Letters 40, pp. 41-46.

    Examples
    --------
    >>> from kappabook import h_measure
    >>> h_measure([0, 0, 1, 1], [0.1, 0.2, 0.3, 0.4])
    1.0
    >>> round(h_measure([0, 0, 1, 1], [0.1, 0.3, 0.2, 0.4]), 6)
    0.5
    """
    fps, tps, _ = points(as_cases(y_true, y_score, pos_label, sample_weight))
    if missing := missing_class(fps[-1], tps[-1]):
        return undefined("the H-measure", missing, replace_undefined_by)
    prevalence = float(tps[-1] / (fps[-1] + tps[-1]))
    a, b = _beta(severity, prevalence)
    useless = expected_loss(np.array([0.0, 1.0]), np.array([0.0, 1.0]), prevalence, a, b)
    loss = expected_loss(*roc_convex_hull(fps / fps[-1], tps / tps[-1]), prevalence, a, b)
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


def expected_loss(fpr: Points, tpr: Points, prevalence: float, a: float, b: float) -> float:
    """Integrate the minimum loss over the costs; the points are the vertices of a convex hull."""
    on_false_alarms, on_misses = cost_shares(fpr, tpr, prevalence, a, b)
    false_alarms = (1 - prevalence) * fpr @ on_false_alarms
    misses = prevalence * (1 - tpr) @ on_misses
    return float(false_alarms + misses)


def cost_shares(
    fpr: Points, tpr: Points, prevalence: float, a: float, b: float
) -> tuple[Points, Points]:
    r"""Integrate the cost of a false alarm, and of a miss, where each vertex of a hull is best.

    A segment of slope s is worth climbing while :math:`c (1 - p) < (1 - c) p s`, so each vertex is
    best for the c between the limits of the segments that leave it and that lead to it.
    """
    gain, harm = prevalence * np.diff(tpr), (1 - prevalence) * np.diff(fpr)
    limits = np.concatenate([[1.0], gain / (gain + harm), [0.0]])
    # Integrals of c u(c) and (1 - c) u(c) from 0 to each limit.
    cost_positive = a / (a + b) * betainc(a + 1, b, limits)
    cost_negative = b / (a + b) * betainc(a, b + 1, limits)
    return -np.diff(cost_positive), -np.diff(cost_negative)
