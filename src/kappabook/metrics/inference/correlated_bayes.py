"""The Bayesian t-test for repeated cross-validation, with a region of practical equivalence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import t as student

from kappabook.metrics._validation.columns import as_float_table
from kappabook.metrics.inference.distribution import quantile
from kappabook.metrics.inference.resampled_t import ResampledTTest, resampled_difference


@dataclass(frozen=True)
class CorrelatedBayesianTTest:
    """What the folds say of the true mean difference: a Student distribution, cut in three.

    Attributes
    ----------
    mean, scale : float
        Centre and scale of the Student distribution.
    degrees_of_freedom : int
        n_used - 1.
    rope : tuple of float
        The region of practical equivalence, from low to high.
    below, within, above : float
        Probability that the mean difference lies below, in and above the region; they sum to 1.
    n_used, n_omitted : int
        Differences that entered, and that were nan.
    """

    mean: float
    scale: float
    degrees_of_freedom: int
    rope: tuple[float, float]
    below: float
    within: float
    above: float
    n_used: int
    n_omitted: int

    def credible_interval(self, level: float = 0.95) -> tuple[float, float]:
        """Interval that holds the mean difference with this probability, cut evenly."""
        quantile(level)
        reach = float(student.ppf((1 + level) / 2, self.degrees_of_freedom)) * self.scale
        return self.mean - reach, self.mean + reach

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
        differences, test_train_ratio=test_train_ratio, nan_policy=nan_policy
    )
    below, above = _outside(found, low, high)
    return CorrelatedBayesianTTest(
        mean=found.mean,
        scale=found.standard_error,
        degrees_of_freedom=found.degrees_of_freedom,
        rope=(low, high),
        below=below,
        within=max(0.0, 1 - below - above),
        above=above,
        n_used=found.n_used,
        n_omitted=found.n_omitted,
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
        return float(found.mean < low), float(found.mean > high)
    at = [(end - found.mean) / found.standard_error for end in (low, high)]
    freedom = found.degrees_of_freedom
    return float(student.cdf(at[0], freedom)), float(student.sf(at[1], freedom))
