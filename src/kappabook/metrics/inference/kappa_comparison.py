"""The result of comparing two kappas."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from kappabook.metrics.inference._shown import html_table
from kappabook.metrics.inference.comparison import PairedComparison
from kappabook.metrics.inference.distribution import Distribution, Unknown, quantile


@dataclass(frozen=True, repr=False)
class KappaComparison(PairedComparison):
    """Two kappas on the same cases; ``float(found)`` is their difference.

    Attributes
    ----------
    estimate_a, estimate_b, difference, z, p_value, low, high, confidence_level
        As in :class:`PairedComparison`. z is the normal score of the p-value, with the sign of the
        difference.
    standard_error : float
        Of the difference, by the delta method.
    method : {'dirichlet', 'delta'}
    caution : str
        What makes the interval less sure, with its numbers, or nothing.
    distribution : Distribution
        Of the difference; what the interval and the p-values are read from.
    reach : float
        The largest size that a difference can have.
    undefined_share, degrees_of_freedom
        As in :class:`PairedComparison`.
    """

    caution: str = ""
    distribution: Distribution = field(default_factory=Unknown, compare=False)
    reach: float = 2.0

    def p_value_at(self, difference0: float) -> float:
        """Two-sided p-value of any difference, of which the interval is the inversion."""
        if not -self.reach <= difference0 <= self.reach:
            raise ValueError(
                f"difference0 is {difference0}; two kappas differ by at most {self.reach:g}."
            )
        return self.distribution.p_value(difference0)

    def confidence_interval(self, confidence_level: float = 0.95) -> tuple[float, float]:
        """Interval of the difference at any level."""
        low, high = self.distribution.interval(quantile(confidence_level))
        if math.isnan(low):
            return low, high
        return max(low, -self.reach), min(high, self.reach)

    def __float__(self) -> float:
        return self.difference

    def __repr__(self) -> str:
        text = (
            f"KappaComparison: kappa {self.estimate_a:.3f} against {self.estimate_b:.3f}, "
            f"difference {self.difference:.3f}, {self._level()} interval {self.low:.3f} to "
            f"{self.high:.3f}, p = {self.p_value:.2g} for no difference ({self.method})"
        )
        return f"{text}\nCaution: {self.caution}." if self.caution else text

    def _repr_html_(self) -> str:
        rows = {
            "kappa, a": f"{self.estimate_a:.3f}",
            "kappa, b": f"{self.estimate_b:.3f}",
            "difference": f"{self.difference:.3f}",
            f"{self._level()} interval": f"{self.low:.3f} to {self.high:.3f}",
            "p for no difference": f"{self.p_value:.2g}",
            "method": self.method,
            "caution": self.caution,
        }
        return html_table(rows)

    def _level(self) -> str:
        return f"{100 * self.confidence_level:g} %"
