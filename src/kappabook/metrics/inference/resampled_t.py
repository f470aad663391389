"""The t-test for repeated train/test splits, whose scores are not independent."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import brentq
from scipy.stats import chi2, norm
from scipy.stats import t as student

from kappabook.metrics._numbers import undefined
from kappabook.metrics._validation.columns import as_floats
from kappabook.metrics._validation.rates import as_real
from kappabook.metrics.inference.distribution import quantile


@dataclass(frozen=True)
class ResampledTTest:
    """Mean difference over splits, and its corrected test.

    Attributes
    ----------
    mean, standard_error : float
        Of the differences used; the standard error is the corrected one.
    statistic, p_value : float
        t and its two-sided p-value.
    degrees_of_freedom : int
        n_used - 1.
    n_used, n_omitted : int
        Differences that entered, and that were nan.
    """

    mean: float
    standard_error: float
    statistic: float
    p_value: float
    degrees_of_freedom: int
    n_used: int
    n_omitted: int

    def confidence_interval(self, confidence_level: float = 0.95) -> tuple[float, float]:
        """Interval of the mean difference by Student's t."""
        quantile(confidence_level)
        t = float(student.ppf((1 + confidence_level) / 2, self.degrees_of_freedom))
        return self.mean - t * self.standard_error, self.mean + t * self.standard_error

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
    >>> round(found.statistic, 4), round(found.p_value, 4)
    (2.8284, 0.0474)
    """
    found = resampled_difference(
        differences, test_train_ratio=test_train_ratio, nan_policy=nan_policy
    )
    if not found.standard_error:
        undefined("t", "all differences are equal (no variance)")
    return found


def resampled_difference(
    differences: ArrayLike, *, test_train_ratio: float, nan_policy: Literal["raise", "omit"]
) -> ResampledTTest:
    """Return what :func:`corrected_resampled_t_test` does; t is nan without a warning."""
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
    statistic = mean / error if error else math.nan
    return ResampledTTest(
        mean=mean,
        standard_error=error,
        statistic=statistic,
        p_value=float(2 * student.sf(abs(statistic), j - 1)),
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
    limit = float(student.ppf(1 - alpha / 2, degrees_of_freedom))
    spread = np.sqrt(chi2.ppf((nodes + 1) / 2, degrees_of_freedom) / degrees_of_freedom)
    bar = limit * spread

    def lacking(shift: float) -> float:
        found = norm.sf(bar - shift) + norm.cdf(-bar - shift)
        return float(weights @ found) / 2 - power

    high = 1.0
    while lacking(high) < 0:
        high *= 2
    return float(brentq(lacking, 0.0, high))
