"""The result of a paired comparison."""

from __future__ import annotations

import math
from dataclasses import dataclass

from kappabook.metrics._numbers import undefined
from kappabook.metrics.inference.distribution import quantile, two_sided_p


@dataclass(frozen=True)
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


def normal_comparison(
    a: float, b: float, error: float, reach: float, confidence_level: float, method: str
) -> PairedComparison:
    """Compare by the normal distribution; the interval stays within plus or minus `reach`."""
    difference, step = a - b, quantile(confidence_level) * error
    z = difference / error if error > 0 else math.nan
    p_value = 1.0 if error == difference == 0 else two_sided_p(z)
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
    )
