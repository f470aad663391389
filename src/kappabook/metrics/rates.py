r"""Kappa from rates: at a point of the ROC plane, at every threshold, along straight pieces.

On a straight piece of a ROC curve with ends 0 and 1 both :math:`d = t - f` and the expected
disagreement :math:`c = p(1 - \hat p) + (1 - p)\hat p`, :math:`\hat p = (1-p) f + p t`, are linear,
so kappa is :math:`2p(1-p) \, d / c` (eq. (19) of the AUK paper) and its mean has a logarithm.
Around the middle of the piece, with :math:`d_m, c_m` the values there and
:math:`u = (c_1 - c_0) / (c_1 + c_0)`,

.. math:: \bar\kappa = \frac{2p(1-p)}{c_m} \left[ d_m + u \, g(u) \left( u d_m
          - \tfrac{d_1 - d_0}{2} \right) \right], \qquad
          g(u) = \frac{\operatorname{artanh}(u) / u - 1}{u^2}.

At :math:`p = 1/2`, u vanishes and the mean is that of the two ends, with no rounding at all.
"""

from __future__ import annotations

import math
from collections.abc import Hashable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics.check import undefined
from kappabook.metrics.check_scores import in_range
from kappabook.metrics.roc import counts_at_thresholds, missing_class

Column = NDArray[np.float64]
Share = float | Column

# g(u) = 1/3 + u^2/5 + u^4/7 + ...; from this u on its closed form has all its digits.
_SERIES_BELOW = 0.125


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
    return np.asarray(np.clip(2 * p * q * (t - f) / _expected_disagreement(f, t, p, q), -1, 1))


def _expected_disagreement(f: Column, t: Column, p: Share, q: Share) -> Column:
    """Disagreement of an independent guesser with these margins; no term is subtracted."""
    called_rarer = np.where(p <= q, q * f + p * t, q * (1 - f) + p * (1 - t))
    return np.asarray(np.minimum(p, q) + abs(q - p) * called_rarer)


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
    p = tps[-1] / (fps[-1] + tps[-1])
    if missing := missing_class(fps[-1], tps[-1]):
        undefined("a part of the kappa curve", missing, replace_undefined_by)
        kappa = np.zeros(len(fps))
        kappa[-1 if p == 1 else 0] = replace_undefined_by
        fpr = np.full(len(fps), replace_undefined_by) if p == 1 else fps / fps[-1]
        return fpr, kappa, thresholds
    fpr = fps / fps[-1]
    return fpr, kappa_at(fpr, tps / tps[-1], p), thresholds


def tpr_on(grid: Column, fpr: Column, tpr: Column) -> Column:
    """Interpolate a ROC curve at a grid of fpr; of several points above one fpr the highest."""
    last = np.append(fpr[1:] > fpr[:-1], True)
    return np.asarray(np.interp(grid, fpr[last], tpr[last]))


# --- kappa along straight pieces ------------------------------------------------------------------


def mean_kappa(f: Column, t: Column, p: Share, q: Share) -> Column:
    """Mean of kappa along each segment between successive points (along the last axis).

    Parameters
    ----------
    f, t : ndarrays of shape (..., n_points)
        Rates, never falling.
    p, q : float or ndarray of shape (..., 1)
        Share of the positive and of the negative class; q = 1 - p.
    """
    return mean_kappa_between((f[..., :-1], t[..., :-1]), (f[..., 1:], t[..., 1:]), p, q)


def mean_kappa_between(
    start: tuple[Column, Column], end: tuple[Column, Column], p: Share, q: Share
) -> Column:
    """Mean of kappa along straight pieces, each from a point (fpr, tpr) to another."""
    (f0, t0), (f1, t1) = start, end
    df, dt = f1 - f0, t1 - t0
    f, t = (f0 + f1) / 2, (t0 + t1) / 2
    c, d = _expected_disagreement(f, t, p, q), t - f
    u = (q - p) * (q * df + p * dt) / (2 * c)
    square = u * u
    g = _series(square)
    far = square > _SERIES_BELOW**2
    if far.any():
        # Half the logarithm of c1 / c0 is artanh(u), and keeps its digits when u is near 1.
        ends = (_expected_disagreement(*point, p, q)[far] for point in (end, start))
        g[far] = (np.log(np.divide(*ends)) / (2 * u[far]) - 1) / square[far]
    return np.asarray(2 * p * q * (d + u * g * (u * d - (dt - df) / 2)) / c)


def _series(square: Column) -> Column:
    """1/3 + s/5 + s^2/7 + ..., with as many terms as the largest s needs (below 1/64)."""
    largest = min(float(square.max(initial=0.0)), _SERIES_BELOW**2)
    terms = next(k for k in range(1, 11) if largest**k < 1e-17)
    return np.asarray(np.polyval(1 / np.arange(2 * terms + 1, 2, -2), square))
