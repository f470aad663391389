"""What has an interval: one result for every measure, and one for every comparison.

Interval and p-value are read from one distribution of the estimate, so they agree: a value is in
the interval of level 1 - p exactly if its p-value is at least p.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from html import escape
from typing import Protocol


class Distribution(Protocol):
    """What is known of a parameter."""

    def interval(self, confidence_level: float) -> tuple[float, float]:
        """Return both ends of the interval of this level."""
        ...

    def p_value(self, value: float) -> float:
        """Return the two-sided p-value: 1 minus the largest level whose interval lacks `value`."""
        ...


class Unknown:
    """Nothing can be said: the distribution of an estimate that is 0/0."""

    def interval(self, confidence_level: float) -> tuple[float, float]:  # noqa: ARG002
        """Return nan twice."""
        return math.nan, math.nan

    def p_value(self, value: float) -> float:  # noqa: ARG002
        """Return nan."""
        return math.nan


@dataclass(frozen=True, repr=False)
class _Result:
    low: float
    high: float
    confidence_level: float
    method: str
    caution: str = ""
    standard_error: float = math.nan
    measure: str = ""
    n: float = math.nan
    distribution: Distribution = field(default_factory=Unknown, compare=False)

    def p_value(self, value: float = 0.0) -> float:
        """Return the two-sided p-value of this value; the interval of level 1 - p ends at it."""
        return self.distribution.p_value(value)

    def _shown(self) -> list[tuple[str, str]]:
        """Name and value of what is shown, the most important first."""
        span = f"{_short(self.low)} to {_short(self.high)}"
        level = f"{100 * self.confidence_level:.6g} % interval"
        return [(level, "none" if math.isnan(self.low) else span), ("method", self.method)]

    def __repr__(self) -> str:
        line = ", ".join(f"{name} {value}" for name, value in self._shown())
        return f"{line}\nCaution: {self.caution}." if self.caution else line

    def _repr_html_(self) -> str:
        rows = [*self._shown(), *([("caution", self.caution)] if self.caution else [])]
        lines = [f"<tr><th>{escape(n)}</th><td>{escape(value)}</td></tr>" for n, value in rows]
        return "\n".join(["<table>", *lines, "</table>"])


@dataclass(frozen=True, repr=False, kw_only=True)
class Interval(_Result):
    r"""An estimate and its interval; ``float(found)`` is the estimate.

    Attributes
    ----------
    estimate, low, high : float
        nan where the measure is 0/0.
    confidence_level : float
        Coverage asked for.
    method : str
        How the interval was found.
    caution : str
        What makes the interval less sure, with its numbers, or nothing.
    standard_error : float
        Of the estimate; nan if the method has none.
    measure : str
        What was estimated, as people call it.
    n : float
        Cases or items that count; with sample weights :math:`(\sum w)^2 / \sum w^2`.
    distribution : Distribution
        What interval and p-values are read from.
    """

    estimate: float

    def _shown(self) -> list[tuple[str, str]]:
        return [(self.measure or "estimate", _short(self.estimate)), *super()._shown()]

    def __float__(self) -> float:
        return self.estimate


@dataclass(frozen=True, repr=False, kw_only=True)
class Comparison(_Result):
    """The difference of two estimates on the same cases; ``float(found)`` is the difference.

    Attributes
    ----------
    difference, low, high : float
        The first estimate minus the second, and its interval.
    estimate_a, estimate_b : float
    confidence_level, method, caution, standard_error, measure, n, distribution
        As in :class:`Interval`, of the difference.
    """

    difference: float
    estimate_a: float
    estimate_b: float

    def _shown(self) -> list[tuple[str, str]]:
        estimates = f"{_short(self.estimate_a)} against {_short(self.estimate_b)}"
        return [
            (self.measure or "estimate", estimates),
            ("difference", _short(self.difference)),
            *super()._shown(),
            ("p of no difference", _short(self.p_value())),
        ]

    def __float__(self) -> float:
        return self.difference


def _short(value: float) -> str:
    return "undefined" if math.isnan(value) else f"{value:.3g}"
