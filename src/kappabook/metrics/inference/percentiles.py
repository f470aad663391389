r"""Interval and p-value from resamples, each the inverse of the other.

The ends of the interval are quantiles of the resamples. The percentile interval of level
:math:`1 - \alpha` takes those at :math:`\alpha/2` and :math:`1 - \alpha/2`; BCa (Efron 1987) moves
them, by a bias :math:`z_0` and an acceleration a, from the normal quantile z to

.. math:: \Phi\left(z_0 + \frac{z_0 + z}{1 - a (z_0 + z)}\right).

The p-value of a null value is the smallest :math:`\alpha` whose interval leaves it out.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri

Column = NDArray[np.float64]


class Percentiles:
    """Quantiles of the defined resamples, moved for bias and acceleration.

    Parameters
    ----------
    distribution : ndarray of shape (n_resamples,)
        nan is left out.
    bias, acceleration : float, default=0
        0 for the percentile interval; a bias of nan or infinity leaves no interval.
    within : float, optional
        The interval is extended to hold this value, where it does not.
    """

    def __init__(
        self,
        distribution: Column,
        bias: float = 0.0,
        acceleration: float = 0.0,
        within: float | None = None,
    ) -> None:
        self.within = within
        self.values = np.sort(distribution[~np.isnan(distribution)])
        self.bias, self.acceleration = bias, acceleration
        self.known = len(self.values) > 1 and math.isfinite(bias) and math.isfinite(acceleration)

    @property
    def finest(self) -> float:
        """The smallest alpha that so many resamples can tell from 0: 2 / (B + 1)."""
        return 2 / (len(self.values) + 1)

    def interval(self, alpha: float) -> tuple[float, float]:
        """Interval of level 1 - alpha; infinite if alpha is too fine for the resamples."""
        if not self.known:
            return math.nan, math.nan
        if alpha <= self.finest:
            return -math.inf, math.inf
        low, high = np.quantile(self.values, [self._moved(alpha / 2), self._moved(1 - alpha / 2)])
        if self.within is not None:
            low, high = min(low, self.within), max(high, self.within)
        return float(low), float(high)

    def p_value(self, null: float = 0.0) -> float:
        """Smallest alpha whose interval leaves `null` out; at least 2 / (B + 1)."""
        if not self.known:
            return math.nan
        # Below this share of the resamples lies what is at most `null`; above that, what is at
        # least `null`.
        at_most = self._share(int(np.searchsorted(self.values, null, side="right")), null)
        less = self._share(int(np.searchsorted(self.values, null, side="left")), null)
        below, above = 2 * self._original(at_most), 2 * (1 - self._original(less))
        if self.within is not None:  # on the side of `within` no level leaves `null` out
            below = below if null < self.within else 1.0
            above = above if null > self.within else 1.0
        p = min(1.0, max(self.finest, min(below, above)))
        return p if p == 1 or not self._holds(null, p * (1 + 1e-9)) else self._first(null, p)

    def _holds(self, null: float, alpha: float) -> bool:
        low, high = self.interval(min(alpha, 1.0))
        return low <= null <= high

    def _first(self, null: float, below: float) -> float:
        """Search the smallest alpha, where a moved share is 0 or 1 only because it was rounded."""
        above = 1.0
        while above - below > 1e-12 * above:
            middle = (below + above) / 2
            below, above = (middle, above) if self._holds(null, middle) else (below, middle)
        return above

    def _share(self, below: int, null: float) -> float:
        """Where among the quantiles `null` lies, with `below` of the resamples under it."""
        values = self.values
        if below in (0, len(values)):
            return 0.0 if below == 0 else 1.0
        step = (null - values[below - 1]) / (values[below] - values[below - 1])
        return float((below - 1 + step) / (len(values) - 1))

    def _moved(self, share: float) -> float:
        if self.bias == self.acceleration == 0:
            return share
        reach = self.bias + ndtri(share)
        room = 1 - self.acceleration * reach
        if room <= 0:  # beyond the pole
            return float(reach > 0)
        return float(ndtr(self.bias + reach / room))

    def _original(self, share: float) -> float:
        """Invert `_moved`."""
        if self.bias == self.acceleration == 0 or share in (0, 1):
            return share
        reach = ndtri(share) - self.bias
        room = 1 + self.acceleration * reach
        if room <= 0:
            return float(reach > 0)
        return float(ndtr(reach / room - self.bias))
