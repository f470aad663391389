"""The result of a paired comparison."""

from __future__ import annotations

import math
from dataclasses import dataclass

from scipy.special import stdtr, stdtrit

from kappabook.metrics._numbers import undefined
from kappabook.metrics.inference._shown import as_html, as_line
from kappabook.metrics.inference.distribution import quantile, two_sided_p


@dataclass(frozen=True, repr=False)
class PairedComparison:
    """Two estimates on the same cases, and their difference.

    Attributes
    ----------
    estimate_a, estimate_b, difference : float
        difference = estimate_a - estimate_b.
    standard_error : float
        Of the difference; what the two share, being measured on the same cases, cancels.
    z, p_value : float
        difference / standard_error, and the two-sided p-value for no difference. z is nan for
        the bootstrap, whose p-value counts resamples.
    low, high : float
        Interval of the difference.
    confidence_level : float
        Its coverage asked for.
    method : {'delta', 'delong', 'percentile', 'bca'}
        How the standard error and the interval were found.
    undefined_share : float
        Share of resamples without a difference; 0 for 'delta' and 'delong'.
    degrees_of_freedom : float
        Of the t distribution to which z was referred; infinite for the normal distribution.
    """

    estimate_a: float
    estimate_b: float
    difference: float
    standard_error: float
    z: float
    p_value: float
    low: float
    high: float
    confidence_level: float
    method: str
    undefined_share: float = 0.0
    degrees_of_freedom: float = math.inf

    def __repr__(self) -> str:
        return as_line(self)

    def _repr_html_(self) -> str:
        return as_html(self)


def normal_comparison(
    a: float,
    b: float,
    error: float,
    reach: float,
    confidence_level: float,
    method: str,
    degrees_of_freedom: float = math.inf,
) -> PairedComparison:
    """Compare by the normal or the t distribution; the interval stays within -reach, reach."""
    difference = a - b
    step = reference_quantile(confidence_level, degrees_of_freedom) * error
    z = difference / error if error > 0 else math.nan
    p_value = 1.0 if error == difference == 0 else reference_p(z, degrees_of_freedom)
    if math.isnan(p_value):
        undefined("the test of the difference", "it is undefined or its standard error is 0")
        step = math.nan
    return PairedComparison(
        estimate_a=a,
        estimate_b=b,
        difference=difference,
        standard_error=error,
        z=z,
        p_value=p_value,
        low=max(difference - step, -reach) if step == step else math.nan,
        high=min(difference + step, reach) if step == step else math.nan,
        confidence_level=confidence_level,
        method=method,
        degrees_of_freedom=degrees_of_freedom,
    )


def reference_quantile(confidence_level: float, degrees_of_freedom: float) -> float:
    """Return the quantile of a two-sided interval: normal, or Student's t."""
    normal = quantile(confidence_level)
    if math.isinf(degrees_of_freedom) or math.isnan(degrees_of_freedom):
        return normal
    return float(stdtrit(degrees_of_freedom, (1 + confidence_level) / 2))


def reference_p(z: float, degrees_of_freedom: float) -> float:
    """Return the p-value of a deviation in either direction: normal, or Student's t."""
    if math.isinf(degrees_of_freedom) or math.isnan(degrees_of_freedom):
        return two_sided_p(z)
    return float(2 * stdtr(degrees_of_freedom, -abs(z)))
