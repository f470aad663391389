"""ROC curves: counts at every threshold, the convex hull, AUC and Gini."""

from __future__ import annotations

import math
from collections.abc import Hashable

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import isotonic_regression

from kappabook.metrics._numbers import undefined
from kappabook.metrics._ranking import pairs_won, points, turns
from kappabook.metrics._validation.rates import as_points, as_roc
from kappabook.metrics._validation.scores import as_cases, as_thresholds

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
        As in :func:`kappabook.auk_score`, but one class may be missing.

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
    fps, tps, score = points(as_cases(y_true, y_score, pos_label, sample_weight))
    return fps, tps, np.append(np.inf, as_thresholds(score))


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
    slopes = isotonic_regression(np.diff(t) / width, weights=width, increasing=False)
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


def auc_from_roc(fpr: ArrayLike, tpr: ArrayLike) -> float:
    r"""Area under a ROC curve of straight segments, :math:`\int_0^1 t \, df`.

    Parameters
    ----------
    fpr, tpr
        As in :func:`kappabook.auk_from_roc`.

    Returns
    -------
    float in [0, 1]

    Raises
    ------
    ValueError
        As :func:`kappabook.auk_from_roc`.

    References
    ----------
    Kaymak, Ben-David and Potharst, eq. (9), p. 6.

    Examples
    --------
    >>> from kappabook import auc_from_roc
    >>> auc_from_roc([0, 0.25, 1], [0, 0.75, 1])
    0.75
    """
    f, t = as_roc(fpr, tpr)
    return float(np.diff(f) @ (t[1:] + t[:-1]) / 2)


def auc_score(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    pos_label: Hashable | None = None,
    sample_weight: ArrayLike | None = None,
    hull: bool = False,
    replace_undefined_by: float = math.nan,
) -> float:
    """Area under the ROC curve, in [0, 1]; ties count one half.

    Parameters
    ----------
    y_true, y_score, pos_label, sample_weight, hull, replace_undefined_by
        As in :func:`kappabook.auk_score`.

    Returns
    -------
    float in [0, 1]; with `hull` at least 0.5.

    Raises
    ------
    ValueError
        As :func:`kappabook.auk_score`.

    References
    ----------
    Kaymak, Ben-David and Potharst, eq. (9), p. 6. Fawcett (2006), section 7.

    Examples
    --------
    >>> from kappabook.metrics.roc import auc_score
    >>> auc_score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.75
    >>> auc_score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], hull=True)
    0.875
    """
    area, missing = _area(y_true, y_score, pos_label, sample_weight, hull)
    return undefined("AUC", missing, replace_undefined_by) if missing else area


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
    area, missing = _area(y_true, y_score, pos_label, sample_weight, hull)
    if missing:
        return undefined("the Gini coefficient", missing, replace_undefined_by)
    return 2 * area - 1


def _area(
    y_true: ArrayLike,
    y_score: ArrayLike,
    pos_label: Hashable | None,
    sample_weight: ArrayLike | None,
    hull: bool,
) -> tuple[float, str]:
    """Area under the ROC curve; or say which class is missing."""
    cases = as_cases(y_true, y_score, pos_label, sample_weight)
    if cases[2] is None and not hull:
        won, positives, negatives = pairs_won(cases)
        if positives and negatives:
            return won / (2 * positives * negatives), ""
        return math.nan, _missing(positives)
    fps, tps = turns(cases) if cases[2] is None else points(cases)[:2]
    missing = missing_class(fps, tps)
    if missing:
        return math.nan, missing
    f, t = fps / fps[-1], tps / tps[-1]
    if hull:
        f, t = roc_convex_hull(f, t)
    return float(np.diff(f) @ (t[1:] + t[:-1]) / 2), ""


def missing_class(fps: Column, tps: Column) -> str:
    """Say which class has no cases; an empty text if both have some."""
    return "" if tps[-1] > 0 and fps[-1] > 0 else _missing(tps[-1])


def _missing(positives: float) -> str:
    return f"y_true has no {'negative' if positives > 0 else 'positive'} cases"
