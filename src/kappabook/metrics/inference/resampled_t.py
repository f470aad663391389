"""The t-test for repeated train/test splits, whose scores are not independent."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import t as student

from kappabook.metrics._numbers import undefined
from kappabook.metrics.inference.distribution import quantile


class Posterior(NamedTuple):
    """Probabilities that the true difference is below, within and above what counts as none."""

    lower: float
    alike: float
    higher: float


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

    def detectable_difference(self, *, power: float = 0.8, alpha: float = 0.05) -> float:
        r"""Find the true difference that this test would notice with the given power.

        .. math:: \left(t_{1 - \alpha/2} + t_{power}\right) \, SE

        A "no difference" says nothing of differences smaller than this.
        """
        for name, share in (("power", power), ("alpha", alpha)):
            if not 0 < share < 1:
                raise ValueError(f"{name} is {share}; give a share such as 0.8 or 0.05.")
        t = student.ppf([1 - alpha / 2, power], self.degrees_of_freedom)
        return float(t.sum() * self.standard_error)

    def posterior(self, alike: float = 0.01) -> Posterior:
        r"""Weigh the true mean difference by the Bayesian correlated t-test.

        With a flat prior the mean difference has Student's t as its posterior, with the mean,
        the standard error and the degrees of freedom of this test: a correlation of
        :math:`\rho = n_{test} / (n_{train} + n_{test})` between splits gives the same error, since
        :math:`\rho / (1 - \rho) = n_{test} / n_{train}`.

        Parameters
        ----------
        alike : float, default=0.01
            Differences up to this size count as none.

        Returns
        -------
        Posterior
            The probabilities of lower, alike and higher; nan where all differences are equal.

        References
        ----------
        Corani and Benavoli (2015), Machine Learning 100, pp. 285-304, eq. (9).
        """
        if not alike >= 0:
            raise ValueError(f"alike is {alike}; give a difference that is 0 or larger.")
        if not self.standard_error:
            return Posterior(math.nan, math.nan, math.nan)
        ends = (np.array([-alike, alike]) - self.mean) / self.standard_error
        low, high = student.cdf(ends, self.degrees_of_freedom)
        return Posterior(float(low), float(high - low), float(1 - high))


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
    >>> from kappabook.metrics.inference import corrected_resampled_t_test
    >>> found = corrected_resampled_t_test([0.02, 0.05, 0.01, 0.04, 0.03], test_train_ratio=1 / 4)
    >>> round(found.statistic, 4), round(found.p_value, 4)
    (2.8284, 0.0474)
    """
    d = np.asarray(differences, dtype=float)
    if d.ndim != 1:
        raise ValueError(f"differences have shape {d.shape}; give one number per split.")
    if not (math.isfinite(test_train_ratio) and test_train_ratio >= 0):
        raise ValueError(
            f"test_train_ratio is {test_train_ratio}; give n_test / n_train, 1/9 for ten folds."
        )
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
    statistic = mean / error if error else undefined("t", "all differences are equal (no variance)")
    return ResampledTTest(
        mean=mean,
        standard_error=error,
        statistic=statistic,
        p_value=float(2 * student.sf(abs(statistic), j - 1)),
        degrees_of_freedom=j - 1,
        n_used=j,
        n_omitted=len(d) - j,
    )
