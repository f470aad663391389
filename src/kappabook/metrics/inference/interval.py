"""The result of inference on one kappa: its interval, its test, and how it is shown."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from kappabook.metrics.inference._shown import html_table
from kappabook.metrics.inference.distribution import (
    Distribution,
    DrawnDistribution,
    NoDisagreement,
    NormalDistribution,
    Scale,
    Unknown,
    Values,
    quantile,
    two_sided_p,
)

Status = Literal["regular", "no disagreement", "no variance", "undefined"]
KappaMethod = Literal["dirichlet", "fisher", "log"]
METHODS = ("dirichlet", "fisher", "log")


@dataclass(frozen=True)
class KappaInference:
    r"""Kappa, its interval and its test; ``float(found)`` is kappa.

    Attributes
    ----------
    kappa : float
        The estimate.
    method : {'dirichlet', 'fisher', 'log'}
        Where interval and p-value come from; see :func:`kappa_inference`.
    caution : str
        What makes the interval less sure: fewer than 50 cases, or fewer than 5 in a class; else
        empty.
    n : float
        Number of cases; with sample weights :math:`(\sum w)^2 / \sum w^2`.
    standard_error : float
        Of the literature, at the kappa found.
    null_standard_error, z : float
        Of the literature, for the test of kappa = 0 only: the standard error if truth and
        prediction were independent, and kappa divided by it. It makes wrong intervals.
    expected_disagreement : float
        :math:`1 - P_c`, or the expected cost as a share of the largest cost.
    bounded : bool
        Whether kappa cannot fall below -1; False for a matrix of costs.
    status : {'regular', 'no disagreement', 'no variance', 'undefined'}
        'no disagreement': kappa is 1. 'no variance': the large-sample formulas see no other
        outcome, for example because one rater used one class only; they give no interval, while
        'dirichlet' does. 'undefined': kappa is 0/0, and so is everything else.
    draw : callable
        Draws kappas of tables that could have given these counts; for 'dirichlet'.
    """

    kappa: float
    method: KappaMethod
    caution: str
    n: float
    standard_error: float
    null_standard_error: float
    z: float
    expected_disagreement: float
    bounded: bool
    status: Status
    draw: Callable[[], Values] = field(repr=False, compare=False)

    @property
    def p_value(self) -> float:
        """Two-sided p-value of kappa = 0 by `method`; 0 is in the interval of level 1 - p."""
        return self.p_value_at(0.0)

    @property
    def null_p_value(self) -> float:
        """The test of kappa = 0 of the literature, from z; it may contradict an interval."""
        return two_sided_p(self.z)

    def p_value_at(self, kappa0: float, *, method: KappaMethod | None = None) -> float:
        """Two-sided p-value of any kappa, of which the interval is the inversion.

        Parameters
        ----------
        kappa0 : float
            The kappa to be tested: at most 1, and at least -1 unless costs were a matrix.
        method : {'dirichlet', 'fisher', 'log'}, optional
            Instead of `method`.

        Returns
        -------
        float
            At least 1 - level exactly for what lies in ``confidence_interval(level)``.
        """
        lowest = -1.0 if self.bounded else -math.inf
        if not lowest <= kappa0 <= 1:
            raise ValueError(f"kappa0 is {kappa0}; kappa lies between {lowest:g} and 1.")
        return self._distribution(method).p_value(kappa0)

    def confidence_interval(
        self, confidence_level: float = 0.95, *, method: KappaMethod | None = None
    ) -> tuple[float, float]:
        """Interval that stays in [-1, 1]; for a matrix of costs, at or below 1.

        Parameters
        ----------
        confidence_level : float in (0, 1), default=0.95
            Coverage asked for.
        method : {'dirichlet', 'fisher', 'log'}, optional
            Instead of `method`.

        Returns
        -------
        low, high : float
            They hold the estimate. nan if the status is 'undefined', and for 'fisher' and 'log'
            also if it is 'no variance'.
        """
        return self._distribution(method).interval(quantile(confidence_level))

    def _distribution(self, method: KappaMethod | None) -> Distribution:
        method = valid_method(method or self.method, self.bounded)
        if self.status == "undefined":
            return Unknown()
        if method == "dirichlet":
            return self._posterior
        lowest = -1.0 if self.bounded else -math.inf
        if self.status == "no disagreement":
            return NoDisagreement(self.n, self.expected_disagreement, lowest)
        if self.status == "no variance":
            return Unknown()
        return NormalDistribution(self.kappa, self.standard_error, method, lowest)

    @cached_property
    def _posterior(self) -> DrawnDistribution:
        scale: Scale = "fisher" if self.bounded else "log"
        return DrawnDistribution(self.draw(), self.kappa, scale)

    def __float__(self) -> float:
        return self.kappa

    def __repr__(self) -> str:
        if self.status == "undefined":
            return f"KappaInference: kappa is undefined, 0/0 ({self.n:.6g} cases)"
        low, high = self.confidence_interval()
        text = (
            f"KappaInference: kappa {self.kappa:.3f}, 95 % interval {low:.3f} to {high:.3f}, "
            f"p = {self.p_value:.2g} for kappa 0 ({self.method}; {self.n:.6g} cases)"
        )
        return f"{text}\nCaution: {self.caution}." if self.caution else text

    def _repr_html_(self) -> str:
        low, high = self.confidence_interval()
        rows = {
            "kappa": f"{self.kappa:.3f}",
            "95 % interval": f"{low:.3f} to {high:.3f}",
            "p for kappa 0": f"{self.p_value:.2g}",
            "method": self.method,
            "cases": f"{self.n:.6g}",
            "caution": self.caution,
        }
        return html_table(rows)


def valid_method(method: str, bounded: bool) -> KappaMethod:
    """Refuse an unknown method, and 'fisher' where kappa may fall below -1."""
    if method not in METHODS or (method == "fisher" and not bounded):
        raise ValueError(
            f"method is {method!r}; give 'dirichlet' or 'log', or, unless costs were a matrix, "
            "'fisher'."
        )
    return method  # type: ignore[return-value]
