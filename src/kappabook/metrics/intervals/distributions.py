"""What is known of an estimate, in four forms: each gives intervals and p-values that agree."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri, stdtr, stdtrit

from kappabook.metrics.check_scores import as_share

Scale = Literal["plain", "fisher", "log", "logit"]
Values = NDArray[np.float64]

# Knots of a drawn distribution on the scale of the normal, and the draws beyond the outermost.
_KNOTS, _BEYOND = 257, 20


def valid_level(confidence_level: float) -> float:
    """Refuse a level that is no share, such as 95."""
    return as_share(confidence_level, "confidence_level", "0.95")


def quantile(confidence_level: float, degrees_of_freedom: float = math.inf) -> float:
    """Return the quantile of a two-sided interval: normal, or Student's t."""
    share = (1 + valid_level(confidence_level)) / 2
    normal = not math.isfinite(degrees_of_freedom)
    return float(ndtri(share) if normal else stdtrit(degrees_of_freedom, share))


def refuse_outside(value: float, lowest: float, highest: float) -> None:
    """Refuse a value that the measure never has."""
    if not lowest <= value <= highest:
        raise ValueError(
            f"value is {value}; what was estimated lies between {lowest:g} and {highest:g}."
        )


def stretch(values: Any, scale: Scale) -> Any:
    r"""Put values on a scale without ends: artanh, :math:`-\log(1 - \kappa)`, or log odds."""
    values = np.asarray(values, dtype=float)
    with np.errstate(divide="ignore"):
        if scale == "fisher":
            return np.arctanh(values)
        if scale == "logit":
            return np.log(values) - np.log1p(-values)
        return -np.log1p(-values) if scale == "log" else values


def shrink(values: Any, scale: Scale) -> Any:
    """Undo :func:`stretch`."""
    if scale == "fisher":
        return np.tanh(values)
    if scale == "logit":
        return 1 / (1 + np.exp(-np.asarray(values)))
    return -np.expm1(-np.asarray(values)) if scale == "log" else values


@dataclass(frozen=True)
class StudentDistribution:
    """The estimate follows Student's t on a scale; the normal distribution by default."""

    estimate: float
    standard_error: float
    scale: Scale = "plain"
    degrees_of_freedom: float = math.inf
    lowest: float = -math.inf
    highest: float = math.inf

    def _spread(self) -> float:
        a = self.estimate
        slope = {"plain": 1.0, "fisher": 1 - a**2, "log": 1 - a, "logit": a * (1 - a)}
        return self.standard_error / slope[self.scale]

    def interval(self, confidence_level: float) -> tuple[float, float]:
        """Step to both sides, on the scale."""
        reach = quantile(confidence_level, self.degrees_of_freedom) * self._spread()
        middle = float(stretch(self.estimate, self.scale))
        low, high = (float(shrink(middle + side, self.scale)) for side in (-reach, reach))
        return max(low, self.lowest), min(high, self.highest)

    def p_value(self, value: float) -> float:
        """Two-sided p-value."""
        refuse_outside(value, self.lowest, self.highest)
        if value == self.estimate:
            return 1.0
        if self.standard_error == 0:
            return 0.0
        away = float(stretch(self.estimate, self.scale) - stretch(value, self.scale))
        t = -abs(away / self._spread())
        normal = not math.isfinite(self.degrees_of_freedom)
        return float(2 * (ndtr(t) if normal else stdtr(self.degrees_of_freedom, t)))


@dataclass(frozen=True)
class NoDisagreement:
    r"""Kappa is 1: the exact binomial limit for the disagreement, with the margins held.

    The lower end is :math:`1 - \bigl(1 - (\alpha/2)^{1/n}\bigr) / (1 - P_c)`.
    """

    n: float
    expected_disagreement: float
    lowest: float = -math.inf

    def interval(self, confidence_level: float) -> tuple[float, float]:
        """From the binomial limit to 1."""
        reach = 1 - ((1 - confidence_level) / 2) ** (1 / self.n)
        return max(1 - reach / self.expected_disagreement, self.lowest), 1.0

    def p_value(self, value: float) -> float:
        """Twice the probability of no disagreement, at most 1."""
        refuse_outside(value, self.lowest, 1)
        share = (1 - value) * self.expected_disagreement
        return float(min(1.0, 2 * max(1 - share, 0.0) ** self.n))


class DrawnDistribution:
    """A distribution that is known by draws, and the estimate.

    Its distribution function F is read off the draws at 257 normal scores from about -3 to 3 and
    joined by straight lines, on a scale without ends; beyond them it goes on as a normal
    distribution. For a value v below the estimate p is 2 F(v), above it 2 (1 - F(v)), and never
    above 1; the interval of a level is all v with a p of at least 1 - level. Hence the estimate
    itself is in every interval, and p and interval cannot contradict each other.

    Parameters
    ----------
    draws : ndarray of shape (n_draws,)
        nan, where the parameter is 0/0, is left out.
    estimate : float
    scale : {'plain', 'fisher', 'log'}
    lowest, highest : float, optional
        What the parameter cannot pass.
    """

    def __init__(
        self,
        draws: Values,
        estimate: float,
        scale: Scale,
        lowest: float = -math.inf,
        highest: float = math.inf,
    ) -> None:
        defined = draws[~np.isnan(draws)]
        self.n_draws = len(defined)
        outermost = float(ndtri(1 - _BEYOND / self.n_draws))
        self._scores = np.linspace(-outermost, outermost, _KNOTS)
        knots = np.quantile(defined, ndtr(self._scores))
        if scale != "plain":
            knots = np.minimum(knots, 1 - 2**-53)  # rounding may reach the end of the scale
        values = np.maximum.accumulate(np.asarray(stretch(knots, scale), dtype=float))
        # A posterior narrower than float64 can tell still has a slope.
        tiny = 4 * np.finfo(float).eps * max(1.0, float(np.abs(values).max()))
        self._values = values + tiny * np.arange(_KNOTS)
        self.estimate, self.scale = estimate, scale
        self.lowest, self.highest = lowest, highest

    def interval(self, confidence_level: float) -> tuple[float, float]:
        """Interval of equal tails, widened to the estimate if it lies outside."""
        z = float(ndtri((1 + confidence_level) / 2))
        low, high = min(self.value(-z), self.estimate), max(self.value(z), self.estimate)
        return max(low, self.lowest), min(high, self.highest)

    def p_value(self, value: float) -> float:
        """Two-sided p-value."""
        refuse_outside(value, self.lowest, self.highest)
        if value == self.estimate:
            return 1.0
        score = self.score(value)
        return float(min(1.0, 2 * ndtr(score if value < self.estimate else -score)))

    def score(self, value: float) -> float:
        """Return the normal score of a value: F(value) = Phi(score)."""
        place = float(stretch(value, self.scale))
        for end, i in ((-1, 0), (1, -1)):
            if (place - self._values[i]) * end > 0:
                return float(self._scores[i] + (place - self._values[i]) / self._slope(end))
        return float(np.interp(place, self._values, self._scores))

    def value(self, score: float) -> float:
        """Undo :meth:`score`."""
        place = float(np.interp(score, self._scores, self._values))
        for end, i in ((-1, 0), (1, -1)):
            if (score - self._scores[i]) * end > 0:
                place = float(self._values[i] + (score - self._scores[i]) * self._slope(end))
        return float(shrink(place, self.scale))

    def _slope(self, end: int) -> float:
        """Spread of the normal that goes on beyond an end: that from the score 1.5 outwards."""
        inner = float(np.interp(math.copysign(1.5, end), self._scores, self._values))
        i = -1 if end > 0 else 0
        return float((self._values[i] - inner) / (self._scores[i] - math.copysign(1.5, end)))


class Resamples:
    r"""Values of a measure on resamples; the ends of an interval are quantiles of them.

    The percentile interval of level :math:`1 - \alpha` takes those at :math:`\alpha/2` and
    :math:`1 - \alpha/2`; BCa (Efron 1987) moves them, by a bias :math:`z_0` and an acceleration a,
    from the normal quantile z to

    .. math:: \Phi\left(z_0 + \frac{z_0 + z}{1 - a (z_0 + z)}\right).

    Parameters
    ----------
    values : ndarray of shape (n_resamples,)
        nan where the measure is undefined.
    bias, acceleration : float, default=0
        0 for the percentile interval; a bias of nan or infinity leaves no interval.
    within : float, optional
        The interval is widened to hold this value.

    Attributes
    ----------
    values : ndarray of shape (n_resamples,)
    standard_error : float
        Standard deviation over the defined resamples.
    undefined_share : float
        Share of the resamples on which the measure is undefined.
    """

    def __init__(
        self,
        values: Values,
        bias: float = 0.0,
        acceleration: float = 0.0,
        within: float | None = None,
    ) -> None:
        self.values, self.within = values, within
        self._sorted = np.sort(values[~np.isnan(values)])
        self._moved_by = bias, acceleration
        n = len(self._sorted)
        self._known = n > 1 and math.isfinite(bias) and math.isfinite(acceleration)
        self.undefined_share = 1 - n / len(values)
        self.standard_error = float(np.std(self._sorted, ddof=1)) if self._known else math.nan
        # The smallest alpha that so many resamples can tell from 0.
        self._finest = 2 / (n + 1)

    def interval(self, confidence_level: float) -> tuple[float, float]:
        """Both ends; infinite if the level is above 1 - 2 / (B + 1) with B defined resamples."""
        return self._ends(1 - confidence_level)

    def p_value(self, value: float) -> float:
        """Largest alpha whose interval holds the value; at least 2 / (B + 1)."""
        if not self._known:
            return math.nan
        holds, lacks = self._finest, 1.0
        if self._holds(value, lacks):
            return 1.0
        while lacks - holds > 1e-13:
            middle = (holds + lacks) / 2
            holds, lacks = (middle, lacks) if self._holds(value, middle) else (holds, middle)
        return holds

    def _holds(self, value: float, alpha: float) -> bool:
        low, high = self._ends(alpha)
        return low <= value <= high

    def _ends(self, alpha: float) -> tuple[float, float]:
        if not self._known:
            return math.nan, math.nan
        if alpha <= self._finest:
            return -math.inf, math.inf
        shares = [self._moved(alpha / 2), self._moved(1 - alpha / 2)]
        low, high = map(float, np.quantile(self._sorted, shares))
        if self.within is not None:
            low, high = min(low, self.within), max(high, self.within)
        return low, high

    def _moved(self, share: float) -> float:
        bias, acceleration = self._moved_by
        if bias == acceleration == 0:
            return share
        reach = bias + float(ndtri(share))
        room = 1 - acceleration * reach
        if room <= 0:  # beyond the pole
            return float(reach > 0)
        return float(ndtr(bias + reach / room))
