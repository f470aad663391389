"""One distribution of an estimate gives its intervals and its p-values, so they agree."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri

from kappabook.metrics.check_scores import as_share

Scale = Literal["fisher", "log", "plain"]
Values = NDArray[np.float64]

# Knots of a drawn distribution on the scale of the normal, and the draws beyond the outermost.
_KNOTS = 257
_BEYOND = 20


class Distribution(Protocol):
    """What is known of a parameter: a value is in the interval of 1 - p, and at its end."""

    def p_value(self, value: float) -> float:
        """Two-sided p-value of this value."""
        ...

    def interval(self, z: float) -> tuple[float, float]:
        """Interval of the level whose normal quantile is z."""
        ...


def quantile(confidence_level: float) -> float:
    """Check the level and return the normal quantile of a two-sided interval."""
    return float(ndtri((1 + as_share(confidence_level, "confidence_level", "0.95")) / 2))


def two_sided_p(z: float) -> float:
    """Return the normal p-value of a deviation in either direction."""
    return float(2 * ndtr(-abs(z)))


def stretch(values: Any, scale: Scale) -> Any:
    r"""Put kappas on a scale without ends: artanh, or :math:`-\log(1 - \kappa)`."""
    with np.errstate(divide="ignore"):
        if scale == "fisher":
            return np.arctanh(values)
        return -np.log1p(-np.asarray(values)) if scale == "log" else values


def shrink(values: Any, scale: Scale) -> Any:
    """Undo :func:`stretch`."""
    if scale == "fisher":
        return np.tanh(values)
    return -np.expm1(-np.asarray(values)) if scale == "log" else values


@dataclass(frozen=True)
class NormalDistribution:
    """The estimate is normal on a scale: the large-sample methods of the literature."""

    estimate: float
    standard_error: float
    scale: Scale
    lowest: float = -math.inf

    def _spread(self) -> float:
        slope = {"fisher": 1 - self.estimate**2, "log": 1 - self.estimate, "plain": 1.0}
        return self.standard_error / slope[self.scale]

    def p_value(self, value: float) -> float:
        """Two-sided normal p-value."""
        if value == self.estimate:
            return 1.0
        away = float(stretch(self.estimate, self.scale) - stretch(value, self.scale))
        return two_sided_p(away / self._spread()) if self.standard_error > 0 else 0.0

    def interval(self, z: float) -> tuple[float, float]:
        """Step z standard errors to both sides, on the scale."""
        middle, step = float(stretch(self.estimate, self.scale)), z * self._spread()
        low, high = (float(shrink(middle + side, self.scale)) for side in (-step, step))
        return max(low, self.lowest), high


@dataclass(frozen=True)
class NoDisagreement:
    r"""Kappa is 1: the exact binomial limit for the disagreement, with the margins held.

    The lower end is :math:`1 - \bigl(1 - (\alpha/2)^{1/n}\bigr) / (1 - P_c)`.
    """

    n: float
    expected_disagreement: float
    lowest: float = -math.inf

    def p_value(self, value: float) -> float:
        """Twice the probability of no disagreement, at most 1."""
        share = (1 - value) * self.expected_disagreement
        return float(min(1.0, 2 * max(1 - share, 0.0) ** self.n))

    def interval(self, z: float) -> tuple[float, float]:
        """From the binomial limit to 1."""
        reach = 1 - float(ndtr(-z)) ** (1 / self.n)
        return max(1 - reach / self.expected_disagreement, self.lowest), 1.0


class Unknown:
    """Nothing can be said."""

    def p_value(self, value: float) -> float:  # noqa: ARG002
        """Return nan."""
        return math.nan

    def interval(self, z: float) -> tuple[float, float]:  # noqa: ARG002
        """Return nan twice."""
        return math.nan, math.nan


class DrawnDistribution:
    """A posterior distribution that is known by draws, and the estimate.

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
    scale : {'fisher', 'log', 'plain'}
    """

    def __init__(self, draws: Values, estimate: float, scale: Scale) -> None:
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

    def _slope(self, end: int) -> float:
        """Spread of the normal that goes on beyond an end: that from the score 1.5 outwards."""
        inner = float(np.interp(math.copysign(1.5, end), self._scores, self._values))
        i = -1 if end > 0 else 0
        return float((self._values[i] - inner) / (self._scores[i] - math.copysign(1.5, end)))

    def score(self, value: float) -> float:
        """Return the normal score of a value: F(value) = Phi(score)."""
        place = float(stretch(value, self.scale))
        for end, i in ((-1, 0), (1, -1)):
            if (place - self._values[i]) * end > 0:
                return float(self._scores[i] + (place - self._values[i]) / self._slope(end))
        return float(np.interp(place, self._values, self._scores))

    def value(self, score: float) -> float:
        """Undo :meth:`score`."""
        for end, i in ((-1, 0), (1, -1)):
            if (score - self._scores[i]) * end > 0:
                place = float(self._values[i] + (score - self._scores[i]) * self._slope(end))
                break
        else:
            place = float(np.interp(score, self._scores, self._values))
        return float(shrink(place, self.scale))

    def p_value(self, value: float) -> float:
        """Two-sided p-value."""
        if value == self.estimate:
            return 1.0
        score = self.score(value)
        return float(min(1.0, 2 * ndtr(score if value < self.estimate else -score)))

    def interval(self, z: float) -> tuple[float, float]:
        """Interval of equal tails, widened to the estimate if it lies outside."""
        return min(self.value(-z), self.estimate), max(self.value(z), self.estimate)
