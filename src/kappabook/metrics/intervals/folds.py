"""Two classifiers over the splits of one data set, whose scores are not independent."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

import numpy as np
import scipy
from numpy.typing import ArrayLike

from kappabook.metrics.check import as_float_table, as_floats, undefined
from kappabook.metrics.check_scores import as_real
from kappabook.metrics.intervals.distributions import StudentDistribution, valid_level
from kappabook.metrics.intervals.result import Distribution, Interval, Unknown


@dataclass(frozen=True, repr=False, kw_only=True)
class ResampledTTest(Interval):
    """Mean difference over splits, with its corrected interval and test.

    Attributes
    ----------
    statistic : float
        t, the mean difference over its corrected standard error; ``p_value()`` is its two-sided
        p-value.
    degrees_of_freedom : int
        n_used - 1.
    n_used, n_omitted : int
        Differences that entered, and that were nan.
    estimate, low, high, confidence_level, method, caution, standard_error, measure, n, distribution
        As in :class:`~kappabook.metrics.intervals.result.Interval`.
    """

    statistic: float
    degrees_of_freedom: int
    n_used: int
    n_omitted: int

    def detectable_difference(self, *, alpha: float = 0.05, power: float = 0.8) -> float:
        r"""Smallest true difference that such a test finds with this probability.

        .. math:: \Pr\bigl(|T| > t_{1 - \alpha/2}\bigr) = \text{power}, \qquad
                  T \sim t_{J - 1}(\delta / \text{standard error}),

        the non-central Student distribution, with the standard error that was found. It says how
        large a difference has to be for this design to see it, and so what "no difference" can
        mean. Do not take it at the observed difference: that only repeats the p-value.

        Parameters
        ----------
        alpha : float in (0, 1), default=0.05
            Level of the two-sided test; for Holm's first step of m tests, alpha / m.
        power : float in (alpha, 1), default=0.8

        Returns
        -------
        float
            In units of the score; 0 without variance.

        Raises
        ------
        ValueError
            alpha or power outside these bounds.
        """
        if not 0 < alpha < power < 1:
            raise ValueError(
                f"alpha is {alpha} and power {power}; give 0 < alpha < power < 1, such as 0.05 "
                "and 0.8."
            )
        shift = _noncentrality(self.degrees_of_freedom, float(alpha), float(power))
        return shift * self.standard_error


def corrected_resampled_t_test(
    differences: ArrayLike,
    *,
    test_train_ratio: float,
    nan_policy: Literal["raise", "omit"] = "raise",
    confidence_level: float = 0.95,
) -> ResampledTTest:
    r"""Test a mean difference over J splits of one data set (Nadeau and Bengio).

    .. math:: t = \frac{\bar d}{\sqrt{\left(\frac1J + \frac{n_{test}}{n_{train}}\right) s^2}},
              \qquad \text{with } J - 1 \text{ degrees of freedom}

    The plain t-test takes the splits for independent samples, and finds differences where there
    are none, because the training sets overlap. If all differences are equal, t is nan, with
    UndefinedMetricWarning.

    Parameters
    ----------
    differences : array-like of shape (n_splits,)
        Score of one classifier minus score of the other, split by split.
    test_train_ratio : float
        :math:`n_{test} / n_{train}`: 1/9 for ten folds, however often repeated.
    nan_policy : {'raise', 'omit'}, default='raise'
        What to do with nan (a fold where kappa is undefined): 'omit' leaves it out and counts it.
    confidence_level : float in (0, 1), default=0.95
        Coverage asked for.

    Returns
    -------
    ResampledTTest

    Raises
    ------
    ValueError
        Fewer than two splits; nan, unless it is left out; infinity; a ratio that is negative or
        infinite.

    References
    ----------
    Nadeau and Bengio (2003), Machine Learning 52, pp. 239-281. Bouckaert and Frank (2004) for
    repeated cross-validation.

    Examples
    --------
    >>> from kappabook import corrected_resampled_t_test
    >>> found = corrected_resampled_t_test([0.02, 0.05, 0.01, 0.04, 0.03], test_train_ratio=1 / 4)
    >>> round(found.statistic, 4), round(found.p_value(), 4)
    (2.8284, 0.0474)
    """
    found = resampled_difference(
        differences,
        test_train_ratio=test_train_ratio,
        nan_policy=nan_policy,
        confidence_level=confidence_level,
    )
    if not found.standard_error:
        undefined("t", "all differences are equal (no variance)")
    return found


def resampled_difference(
    differences: ArrayLike,
    *,
    test_train_ratio: float,
    nan_policy: Literal["raise", "omit"],
    confidence_level: float = 0.95,
) -> ResampledTTest:
    """Return what :func:`corrected_resampled_t_test` does; t is nan without a warning."""
    valid_level(confidence_level)
    d = as_floats(differences, "differences", "differences, one for each split")
    remedy = "give n_test / n_train, 1/9 for ten folds"
    test_train_ratio = as_real(test_train_ratio, "test_train_ratio", remedy)
    if test_train_ratio < 0:
        raise ValueError(f"test_train_ratio is {test_train_ratio}; {remedy}.")
    if nan_policy not in ("raise", "omit"):
        raise ValueError(f"nan_policy is {nan_policy!r}; give 'raise' or 'omit'.")
    bad = np.isinf(d) if nan_policy == "omit" else ~np.isfinite(d)
    if bad.any():
        i = int(np.argmax(bad))
        raise ValueError(
            f"differences[{i}] is {d[i]}; leave the split out, or its nan by nan_policy='omit'."
        )
    used = d[~np.isnan(d)]
    j = len(used)
    if j < 2:
        raise ValueError(f"{j} defined differences; a variance needs at least 2.")
    mean = float(used.mean())
    spread = 0.0 if np.ptp(used) == 0 else float(used.var(ddof=1))
    error = math.sqrt((1 / j + test_train_ratio) * spread)
    # Without variance there is no t, but an interval of no width.
    distribution: Distribution = StudentDistribution(mean, error, degrees_of_freedom=j - 1)
    low, high = distribution.interval(confidence_level)
    return ResampledTTest(
        estimate=mean,
        low=low,
        high=high,
        confidence_level=confidence_level,
        method="corrected t",
        standard_error=error,
        measure="mean difference",
        n=j,
        distribution=distribution if error else Unknown(),
        statistic=mean / error if error else math.nan,
        degrees_of_freedom=j - 1,
        n_used=j,
        n_omitted=len(d) - j,
    )


@cache
def _noncentrality(degrees_of_freedom: int, alpha: float, power: float) -> float:
    """By how many standard errors two means must differ to be told apart so often.

    The power is averaged over the spreads that a sample may have (Gauss and Legendre's nodes over
    their distribution); the distribution function that scipy has for this is nan far out.
    """
    nodes, weights = np.polynomial.legendre.leggauss(400)
    limit = float(scipy.stats.t.ppf(1 - alpha / 2, degrees_of_freedom))
    spread = np.sqrt(scipy.stats.chi2.ppf((nodes + 1) / 2, degrees_of_freedom) / degrees_of_freedom)
    bar = limit * spread

    def lacking(shift: float) -> float:
        found = scipy.stats.norm.sf(bar - shift) + scipy.stats.norm.cdf(-bar - shift)
        return float(weights @ found) / 2 - power

    high = 1.0
    while lacking(high) < 0:
        high *= 2
    return float(scipy.optimize.brentq(lacking, 0.0, high))


# --- does the difference matter? ------------------------------------------------------------------


@dataclass(frozen=True, repr=False, kw_only=True)
class CorrelatedBayesianTTest(Interval):
    """What the folds say of the true mean difference: a Student distribution, cut in three.

    Attributes
    ----------
    rope : tuple of float
        The region of practical equivalence, from low to high.
    below, within, above : float
        Probability that the mean difference lies below, in and above the region; they sum to 1.
    degrees_of_freedom : int
        n_used - 1.
    n_used, n_omitted : int
        Differences that entered, and that were nan.
    estimate, standard_error : float
        Centre and scale of the Student distribution.
    low, high : float
        They hold the mean difference with the probability `confidence_level`, cut evenly.
    confidence_level, method, caution, measure, n, distribution
        As in :class:`~kappabook.metrics.intervals.result.Interval`.
    """

    rope: tuple[float, float]
    below: float
    within: float
    above: float
    degrees_of_freedom: int
    n_used: int
    n_omitted: int

    def _shown(self) -> list[tuple[str, str]]:
        parts = f"{self.below:.3g}, {self.within:.3g}, {self.above:.3g}"
        region = f"probability below, in and above {self.rope[0]:g} to {self.rope[1]:g}"
        return [*super()._shown(), (region, parts)]

    def decision(self, level: float = 0.95) -> Literal["below", "within", "above", "open"]:
        """Name the part that has at least this probability; 'open' if none has.

        Raises
        ------
        ValueError
            A level up to one half, at which two parts could have it, or above 1.
        """
        if not 0.5 < level <= 1:
            raise ValueError(f"level is {level}; give a probability above .5, such as 0.95.")
        if self.below >= level:
            return "below"
        if self.within >= level:
            return "within"
        return "above" if self.above >= level else "open"


def correlated_bayesian_t_test(
    differences: ArrayLike,
    *,
    test_train_ratio: float,
    rope: float | tuple[float, float],
    nan_policy: Literal["raise", "omit"] = "raise",
    confidence_level: float = 0.95,
) -> CorrelatedBayesianTTest:
    r"""Say how probable it is that two classifiers differ by more than what matters.

    .. math:: \mu \mid d \sim t_{J - 1}\Bigl(\bar d,\;
              \bigl(\tfrac1J + \tfrac{\rho}{1 - \rho}\bigr) s^2\Bigr), \qquad
              \rho = \frac{n_{test}}{n_{test} + n_{train}}

    so that :math:`\rho / (1 - \rho) = n_{test} / n_{train}`. The J differences are taken to be
    normal, each two with the correlation :math:`\rho`; the prior is flat in the mean and in the
    logarithm of the spread. The distribution is centred where
    :func:`corrected_resampled_t_test` has its estimate and has its standard error as scale, so
    the probability of a mean below 0 is that test's one-sided p. New is the question: how much of
    it lies within the region of practical equivalence?

    If all differences are equal, the whole probability is at that point.

    Parameters
    ----------
    differences : array-like of shape (n_splits,)
        Score of one classifier minus score of the other, split by split.
    test_train_ratio : float
        :math:`n_{test} / n_{train}`: 1/9 for ten folds, however often repeated.
    rope : float or (float, float)
        A difference in this region does not matter; one number r means from -r to r. Its ends
        belong to it. In units of the score.
    nan_policy : {'raise', 'omit'}, default='raise'
        What to do with nan (a fold where kappa is undefined): 'omit' leaves it out and counts it.
    confidence_level : float in (0, 1), default=0.95
        Probability of the interval.

    Returns
    -------
    CorrelatedBayesianTTest

    Raises
    ------
    ValueError
        As :func:`corrected_resampled_t_test`; a negative region, or one that is not finite.

    References
    ----------
    Corani and Benavoli (2015), Machine Learning 100, pp. 285-304. Benavoli, Corani, Demsar and
    Zaffalon (2017), JMLR 18(77), pp. 1-36.

    Examples
    --------
    >>> from kappabook import correlated_bayesian_t_test
    >>> d = [0.02, 0.05, 0.01, 0.04, 0.03]
    >>> found = correlated_bayesian_t_test(d, test_train_ratio=1 / 4, rope=0.01)
    >>> [round(p, 3) for p in (found.below, found.within, found.above)]
    [0.01, 0.056, 0.934]
    >>> found.decision()
    'open'
    """
    low, high = _region(rope)
    found = resampled_difference(
        differences,
        test_train_ratio=test_train_ratio,
        nan_policy=nan_policy,
        confidence_level=confidence_level,
    )
    below, above = _outside(found, low, high)
    shared: dict[str, Any] = {
        name: getattr(found, name)
        for name in (
            *("estimate", "low", "high", "confidence_level", "standard_error", "measure", "n"),
            *("distribution", "degrees_of_freedom", "n_used", "n_omitted"),
        )
    }
    return CorrelatedBayesianTTest(
        **shared,
        method="correlated Bayesian t",
        rope=(low, high),
        below=below,
        within=max(0.0, 1 - below - above),
        above=above,
    )


def _region(rope: float | tuple[float, float]) -> tuple[float, float]:
    ends = np.atleast_1d(as_float_table(rope, "rope", "ends of a region"))
    if ends.shape == (1,):
        ends = np.array([-ends[0], ends[0]])
    if ends.shape != (2,) or not np.isfinite(ends).all() or ends[0] > ends[1]:
        raise ValueError(
            f"rope is {rope}; give the largest difference that does not matter, such as 0.01, or "
            "both ends of the region, the lower first."
        )
    return float(ends[0]), float(ends[1])


def _outside(found: ResampledTTest, low: float, high: float) -> tuple[float, float]:
    """Return the probability below and above the region."""
    if found.standard_error == 0:
        return float(found.estimate < low), float(found.estimate > high)
    at = [(end - found.estimate) / found.standard_error for end in (low, high)]
    freedom = found.degrees_of_freedom
    return float(scipy.stats.t.cdf(at[0], freedom)), float(scipy.stats.t.sf(at[1], freedom))
