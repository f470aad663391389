"""Kappa at a point of the ROC plane, and at every threshold."""

from __future__ import annotations

import math
from collections.abc import Hashable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics._numbers import undefined
from kappabook.metrics._segments import expected_disagreement
from kappabook.metrics._validation.rates import in_range
from kappabook.metrics.roc import counts_at_thresholds, missing_class

Column = NDArray[np.float64]


def kappa_at(fpr: ArrayLike, tpr: ArrayLike, prevalence: ArrayLike) -> NDArray[np.float64]:
    r"""Kappa of a classifier with these rates under this prevalence.

    .. math:: \kappa = \frac{2p(1-p)(t - f)}{p + (1-2p) f + p(1-2p)(t - f)}

    Parameters
    ----------
    fpr, tpr : array-like
        Rates in [0, 1].
    prevalence : array-like
        Share of positive cases, strictly between 0 and 1; then the denominator is never 0.
        All three broadcast.

    Returns
    -------
    ndarray of the broadcast shape (a 0-d array from three numbers), in [-1, 1].

    Raises
    ------
    ValueError
        A value outside its range, which is named.

    References
    ----------
    Kaymak, Ben-David and Potharst, eq. (19), p. 11.

    Examples
    --------
    >>> from kappabook import kappa_at
    >>> kappa_at([0.0, 0.1, 1.0], [0.0, 0.7, 1.0], 0.5).round(3)
    array([0. , 0.6, 0. ])
    """
    f, t, p = in_range(fpr=fpr, tpr=tpr, prevalence=prevalence)
    q = 1 - p
    return np.asarray(np.clip(2 * p * q * (t - f) / expected_disagreement(f, t, p, q), -1, 1))


def tpr_at(fpr: ArrayLike, kappa: ArrayLike, prevalence: ArrayLike) -> NDArray[np.float64]:
    r"""Find the true positive rate at which a classifier with this fpr has this kappa.

    .. math:: t = f + \frac{\kappa \, (p + (1-2p) f)}{p \, (2(1-p) - \kappa (1-2p))}

    So a kappa curve and its prevalence give the ROC curve back.

    Parameters
    ----------
    fpr : array-like
        Rates in [0, 1].
    kappa : array-like
        In [-1, 1].
    prevalence : array-like
        Strictly between 0 and 1. All three broadcast.

    Returns
    -------
    ndarray of the broadcast shape; nan where no tpr in [0, 1] reaches this kappa.

    Raises
    ------
    ValueError
        A value outside its range, which is named.

    References
    ----------
    Kaymak, Ben-David and Potharst, eq. (19), p. 11, solved for t.

    Examples
    --------
    >>> from kappabook import tpr_at
    >>> float(tpr_at(0.1, 0.6, 0.5).round(12))
    0.7
    """
    f, k, p = in_range(fpr=fpr, kappa=kappa, prevalence=prevalence)
    q = 1 - p
    called, room = p * (1 - f) + q * f, 2 * q - k * (q - p)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = f + k * called / (p * room)
        # A rounding of kappa moves t by as much as dt/dk says.
        near = 8 * np.finfo(float).eps * (1 + 2 * q * called / (p * room**2))
    reached = (t >= -near) & (t <= 1 + near)
    return np.asarray(np.where(reached, np.clip(t, 0, 1), np.nan))


def kappa_curve(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    pos_label: Hashable | None = None,
    sample_weight: ArrayLike | None = None,
    replace_undefined_by: float = math.nan,
) -> tuple[Column, Column, Column]:
    """Kappa against the false positive rate, at every threshold.

    Parameters
    ----------
    y_true, y_score, pos_label, sample_weight
        As in :func:`kappabook.auk_score`, errors included.
    replace_undefined_by : float, default=nan
        Stands, with UndefinedMetricWarning, for each 0/0. That happens only when one class is
        missing: then kappa is 0 except at the threshold where the prediction agrees entirely,
        and without negatives the whole of fpr is 0/0.

    Returns
    -------
    fpr, kappa, thresholds : ndarrays of shape (n_thresholds,)
        In the order of :func:`sklearn.metrics.roc_curve`, every distinct score kept; the first
        threshold is infinite (nothing called positive), and a case is called positive when its
        score is at least the threshold.

    Raises
    ------
    ValueError
        As :func:`kappabook.auk_score`.

    References
    ----------
    Kaymak, Ben-David and Potharst, eq. (19) and Figure 1(b), p. 11.

    Examples
    --------
    >>> from kappabook import kappa_curve
    >>> fpr, kappa, thresholds = kappa_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> fpr, kappa
    (array([0. , 0. , 0.5, 0.5, 1. ]), array([0. , 0.5, 0. , 0.5, 0. ]))
    >>> thresholds
    array([ inf, 0.8 , 0.4 , 0.35, 0.1 ])
    """
    fps, tps, thresholds = counts_at_thresholds(
        y_true, y_score, pos_label=pos_label, sample_weight=sample_weight
    )
    missing = missing_class(fps, tps)
    if missing:
        undefined("a part of the kappa curve", missing, replace_undefined_by)
    kappa = kappa_from_counts(fps, tps)
    with np.errstate(invalid="ignore"):
        fpr = fps / fps[-1]
    for column in (fpr, kappa):
        column[np.isnan(column)] = replace_undefined_by
    return fpr, kappa, thresholds


def tpr_on(grid: Column, fpr: Column, tpr: Column) -> Column:
    """Interpolate a ROC curve at a grid of fpr; of several points above one fpr the highest."""
    last = np.append(fpr[1:] > fpr[:-1], True)
    return np.asarray(np.interp(grid, fpr[last], tpr[last]))


def kappa_from_counts(fps: Column, tps: Column) -> Column:
    r"""Kappa at each threshold from counts whose last entries are the totals N and P.

    .. math:: \kappa = \frac{2 (N \, tp - P \, fp)}{P (fn + tn) + N (tp + fp)}; \quad
              \text{nan where it is } 0/0.
    """
    negatives, positives = fps[-1], tps[-1]
    called_positive = fps + tps
    called_negative = (negatives - fps) + (positives - tps)
    beyond_chance = 2 * (negatives * tps - positives * fps)
    expected = positives * called_negative + negatives * called_positive
    with np.errstate(invalid="ignore"):
        return np.asarray(beyond_chance / expected)
