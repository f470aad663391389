r"""Kappa along a straight piece of a ROC curve: its mean, in closed form.

On a segment with ends 0 and 1 both :math:`d = t - f` and the expected disagreement
:math:`c = p(1 - \hat p) + (1 - p)\hat p`, :math:`\hat p = (1-p) f + p t`, are linear, so kappa is
:math:`2p(1-p) \, d / c` (eq. (19) of the AUK paper) and its mean has a logarithm. Around the
middle of the segment, with :math:`d_m, c_m` the values there and
:math:`u = (c_1 - c_0) / (c_1 + c_0)`,

.. math:: \bar\kappa = \frac{2p(1-p)}{c_m} \left[ d_m + u \, g(u) \left( u d_m
          - \tfrac{d_1 - d_0}{2} \right) \right], \qquad
          g(u) = \frac{\operatorname{artanh}(u) / u - 1}{u^2}.

At :math:`p = 1/2`, u vanishes and the mean is that of the two ends, with no rounding at all.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Column = NDArray[np.float64]

# Below this u the quotient loses digits and the series 1/3 + u^2/5 + u^4/7 + ... is used.
_SERIES_BELOW = 0.125
_FULL_PRECISION = 1e-17


def expected_disagreement(f: Column, t: Column, p: float | Column, q: float | Column) -> Column:
    """Disagreement of an independent guesser with these margins; no term is subtracted."""
    if np.all(q >= p):
        return np.asarray(p + (q - p) * (q * f + p * t))
    if np.all(q < p):
        return np.asarray(q + (p - q) * (q * (1 - f) + p * (1 - t)))
    called_negative = q * (1 - f) + p * (1 - t)
    called_positive = q * f + p * t
    return np.asarray(p * called_negative + q * called_positive)


def mean_kappa(f: Column, t: Column, p: float | Column, q: float | Column) -> Column:
    """Mean of kappa along each segment between successive points (along the last axis).

    Parameters
    ----------
    f, t : ndarrays of shape (..., n_points)
        Rates, never falling.
    p, q : float or ndarray of shape (..., 1)
        Share of the positive and of the negative class; q = 1 - p.
    """
    c = expected_disagreement(f, t, p, q)
    d = t - f
    return 2 * p * q * _mean_quotient(c, d, c[..., 1:] - c[..., :-1])


def kappa_of_weights(
    negative: Column, positive: Column, *, trapezoid: bool = False
) -> tuple[Column, Column]:
    """Mean of kappa on each segment, and its width, from the weights that each threshold adds.

    For weights of very different size: a rate near 1 is known by what is left of it, not by its
    distance from 1, so no weight is lost beside a larger one.

    Parameters
    ----------
    negative, positive : ndarrays of shape (n_thresholds,)
        Weight of the negatives and of the positives at each distinct score, falling.
    trapezoid : bool, default=False
        The mean of the two ends, instead of the exact one.

    Returns
    -------
    kappa, width : ndarrays of shape (n_thresholds,)
    """
    n, m = negative.sum(), positive.sum()
    p, q = m / (m + n), n / (m + n)
    df, dt = negative / n, positive / m
    (f, f_left), (t, t_left) = _from_both_ends(df), _from_both_ends(dt)
    c = p * (q * f_left + p * t_left) + q * (q * f + p * t)
    d = np.where(f + t <= 1, t - f, f_left - t_left)
    if trapezoid:
        kappa = d / c
        return p * q * (kappa[1:] + kappa[:-1]), df
    return 2 * p * q * _mean_quotient(c, d, (q - p) * (q * df + p * dt)), df


def _from_both_ends(steps: Column) -> tuple[Column, Column]:
    """Sum of the steps before each point, and of those after it."""
    before, after = np.zeros(len(steps) + 1), np.zeros(len(steps) + 1)
    np.cumsum(steps, out=before[1:])
    after[:-1] = np.cumsum(steps[::-1])[::-1]
    return before, after


def _mean_quotient(c: Column, d: Column, rise_of_c: Column) -> Column:
    """Mean of d / c on each segment, both linear there."""
    c0, c1, d0, d1 = c[..., :-1], c[..., 1:], d[..., :-1], d[..., 1:]
    twice_d_mid = d0 + d1
    per_twice_c_mid = 1 / (c0 + c1)
    u = rise_of_c * per_twice_c_mid
    bend = u * _g(u, c0, c1) * (u * twice_d_mid - (d1 - d0))
    return np.asarray((twice_d_mid + bend) * per_twice_c_mid)


def _g(u: Column, c0: Column, c1: Column) -> Column:
    """(artanh(u) / u - 1) / u^2, by its series where u is small."""
    square = u * u
    largest = float(square.max(initial=0.0))
    total = _series(square, min(largest, _SERIES_BELOW**2))
    if largest > _SERIES_BELOW**2:
        far = square > _SERIES_BELOW**2
        # Half the logarithm of c1 / c0 is artanh(u), and keeps its digits when u is near 1.
        total[far] = (np.log(c1[far] / c0[far]) / (2 * u[far]) - 1) / square[far]
    return total


def _series(square: Column, largest: float) -> Column:
    """Sum 1/3 + s/5 + s^2/7 + ... with as many terms as the largest s needs."""
    terms = 1
    while largest**terms > _FULL_PRECISION:
        terms += 1
    total = np.full_like(square, 1 / (2 * terms + 1))
    for k in range(terms - 1, 0, -1):
        total *= square
        total += 1 / (2 * k + 1)
    return total
