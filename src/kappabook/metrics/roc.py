"""ROC curves: the points at every threshold, the convex hull, and the Gini coefficient."""

from __future__ import annotations

import math
from collections.abc import Hashable

import numpy as np
import scipy
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics.check import undefined
from kappabook.metrics.check_scores import Cases, as_cases, as_points

Column = NDArray[np.float64]


def counts_at_thresholds(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    pos_label: Hashable | None = None,
    sample_weight: ArrayLike | None = None,
) -> tuple[Column, Column, Column]:
    """Count false and true positives when cases with ``score >= threshold`` are called positive.

    The order is that of :func:`sklearn.metrics.roc_curve`: thresholds fall, and the first is
    infinite (nothing called positive). No intermediate point is dropped, because kappa is not
    linear along a straight piece of the ROC curve.

    Parameters
    ----------
    y_true, y_score, pos_label, sample_weight
        As in :func:`kappabook.auk_score`, but one class may be missing. Weights come back as
        multiples of the largest.

    Returns
    -------
    fps, tps, thresholds : ndarrays of shape (n_thresholds,)
        The last fps and tps are all negatives and all positives.

    Raises
    ------
    ValueError
        As :func:`kappabook.auk_score`.

    References
    ----------
    Fawcett (2006), algorithm 1.

    Examples
    --------
    >>> from kappabook.metrics.roc import counts_at_thresholds
    >>> fps, tps, thresholds = counts_at_thresholds([0, 1, 0, 1], [0.1, 0.4, 0.4, 0.8])
    >>> fps, tps
    (array([0., 0., 1., 2.]), array([0., 1., 2., 2.]))
    >>> thresholds
    array([inf, 0.8, 0.4, 0.1])
    """
    return points(as_cases(y_true, y_score, pos_label, sample_weight))


def points(cases: Cases) -> tuple[Column, Column, Column]:
    """Count false and true positives at every threshold, falling from infinity."""
    positive, score, weight = cases
    order = np.argsort(score)[::-1]
    score, positive = score[order], positive[order]
    weight = np.ones(len(order)) if weight is None else weight[order]
    last = np.flatnonzero(np.append(score[1:] != score[:-1], True))
    fps, tps = (np.cumsum(np.where(of, weight, 0.0))[last] for of in (~positive, positive))
    return np.append(0.0, fps), np.append(0.0, tps), np.append(np.inf, score[last])


def missing_class(negatives: float, positives: float) -> str:
    """Say which class has no cases, or no weight; an empty text if both have some."""
    if negatives == 0 or positives == 0:
        return f"y_true has no {'negative' if positives else 'positive'} cases"
    if 0 < positives / (negatives + positives) < 1:
        return ""
    return "all cases have one class, but for a weight that is lost beside the others"


def roc_convex_hull(fpr: ArrayLike, tpr: ArrayLike) -> tuple[Column, Column]:
    """Upper convex hull of points of the ROC plane, from (0, 0) to (1, 1).

    Each point of the hull is reached by choosing at random between two thresholds (or two
    classifiers), and no point above it is.

    Parameters
    ----------
    fpr, tpr : array-like of shape (n_points,)
        Rates in [0, 1], in any order: of one ROC curve, or of several classifiers.

    Returns
    -------
    fpr, tpr : ndarrays of shape (n_vertices,)
        The corners of the hull, (0, 0) and (1, 1) included, slopes strictly falling; points
        inside an edge (to rounding) are left out.

    Raises
    ------
    ValueError
        Rates outside [0, 1], or of unequal number.

    References
    ----------
    Fawcett (2006), section 6, pp. 865-866. Provost and Fawcett (2001).

    Examples
    --------
    >>> from kappabook import roc_convex_hull
    >>> roc_convex_hull([0, 0.2, 0.5, 1], [0, 0.6, 0.7, 1])
    (array([0. , 0.2, 1. ]), array([0. , 0.6, 1. ]))
    """
    f, t = as_points(fpr, tpr)
    f, t = np.concatenate([[0.0], f, [1.0]]), np.concatenate([[0.0], t, [1.0]])
    # Along x = fpr + tpr no edge is vertical; of points with equal x the highest counts.
    x = f + t
    order = np.lexsort((t, x))
    order = order[np.append(x[order[1:]] != x[order[:-1]], True)]
    f, t, x = f[order], t[order], x[order]
    width = np.diff(x)
    # The slopes of the least concave curve above the points: a falling regression of theirs.
    slopes = scipy.optimize.isotonic_regression(np.diff(t) / width, weights=width, increasing=False)
    return _corners(f[slopes.blocks], t[slopes.blocks])


def _corners(f: Column, t: Column) -> tuple[Column, Column]:
    """Leave out what lies, to rounding, on or below an edge between its neighbours."""
    hull: list[tuple[float, float]] = []
    for x, y in zip(f.tolist(), t.tolist(), strict=True):
        while len(hull) > 1:
            (x0, y0), (x1, y1) = hull[-2:]
            turn = (x1 - x0) * (y - y1) - (x - x1) * (y1 - y0)
            if turn < -2 * math.ulp(1.0) * (x - x0 + y - y0):
                break
            hull.pop()
        hull.append((x, y))
    corners = np.array(hull)
    return corners[:, 0], corners[:, 1]


def gini_score(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    pos_label: Hashable | None = None,
    sample_weight: ArrayLike | None = None,
    hull: bool = False,
    replace_undefined_by: float = math.nan,
) -> float:
    r"""Gini coefficient of a ranking: twice the area between ROC curve and diagonal.

    .. math:: G = 2 \, \mathrm{AUC} - 1

    Parameters
    ----------
    y_true, y_score, pos_label, sample_weight, hull, replace_undefined_by
        As in :func:`kappabook.auk_score`, errors included.

    Returns
    -------
    float in [-1, 1]; with `hull` in [0, 1].

    Raises
    ------
    ValueError
        As :func:`kappabook.auk_score`.

    References
    ----------
    Kaymak, Ben-David and Potharst, eq. (10), p. 7.

    Examples
    --------
    >>> from kappabook import gini_score
    >>> gini_score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.5
    """
    fps, tps, _ = points(as_cases(y_true, y_score, pos_label, sample_weight))
    if missing := missing_class(fps[-1], tps[-1]):
        return undefined("the Gini coefficient", missing, replace_undefined_by)
    f, t = fps / fps[-1], tps / tps[-1]
    if hull:
        f, t = roc_convex_hull(f, t)
    return float(np.diff(f) @ (t[1:] + t[:-1]) - 1)
