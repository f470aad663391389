"""Resampling as counting: how often each kind of case is drawn, and what the measure is then."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from numbers import Integral
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from kappabook.metrics._numbers import undefined
from kappabook.metrics.inference._shown import as_html, as_line
from kappabook.metrics.inference.distribution import quantile
from kappabook.metrics.inference.percentiles import Percentiles

Counts = NDArray[np.int64]
Method = Literal["percentile", "bca"]
# For areas of our own under a ROC curve; see `bootstrap_interval`.
AreaMethod = Literal["percentile", "bca", "smoothed"]
# From counts of shape (n_resamples, n_kinds) to values of shape (n_resamples,).
Evaluate = Callable[[Counts], NDArray[np.float64]]

# Counts held at once: a chunk that stays in the processor's cache.
_CHUNK = 2**14
# One binomial variate costs about as much as this many uniform integers.
_BINOMIAL_COST = 10


@dataclass(frozen=True, eq=False, repr=False)
class BootstrapInterval:
    """What resampling the cases says about a measure.

    Attributes
    ----------
    estimate : float
        The measure on the sample itself.
    low, high : float
        The interval; nan if the estimate or every resample is undefined, or if for 'bca' the
        estimate lies beyond every resample; infinite if the level is above 1 - 2 / (B + 1), more
        than B defined resamples can tell.
    standard_error : float
        Standard deviation over the defined resamples.
    undefined_share : float
        Share of the resamples on which the measure is undefined. The interval is made of the
        others: above a few per cent, read it as "given that the measure is defined".
    confidence_level, method, stratified, n_resamples
        How it was made.
    distribution : ndarray of shape (n_resamples,)
        The measure on each resample, nan where undefined.
    bias, acceleration : float
        Efron's corrections z_0 and a for 'bca'; 0 for the other methods.

    Examples
    --------
    >>> from kappabook import bootstrap_interval
    >>> from kappabook.metrics.roc import auc_score
    >>> y_true, y_score = [0, 0, 0, 1, 1, 1] * 10, list(range(60))
    >>> found = bootstrap_interval(auc_score, y_true, y_score, random_state=0)
    >>> found
    BootstrapInterval 0.55, 95 % interval 0.398 to 0.697 (smoothed, 2000 resamples)
    >>> found.p_value(0.5) > 0.05
    True
    """

    estimate: float
    low: float
    high: float
    standard_error: float
    undefined_share: float
    confidence_level: float
    method: str
    stratified: bool
    n_resamples: int
    distribution: NDArray[np.float64]
    bias: float = 0.0
    acceleration: float = 0.0

    def confidence_interval(self, confidence_level: float = 0.95) -> tuple[float, float]:
        """Return the interval of another level from the same resamples."""
        quantile(confidence_level)
        return self._ends.interval(1 - confidence_level)

    def p_value(self, null: float = 0.0) -> float:
        """Return the two-sided p-value of "the measure is `null`": the interval's inverse.

        The interval of level 1 - alpha leaves `null` out exactly when p < alpha. p is at least
        2 / (B + 1) for B defined resamples, and nan where there is no interval.
        """
        return self._ends.p_value(null)

    @property
    def _ends(self) -> Percentiles:
        return Percentiles(
            self.distribution,
            math.nan if math.isnan(self.estimate) else self.bias,
            self.acceleration,
            self.estimate if self.method == "smoothed" else None,
        )

    def __repr__(self) -> str:
        return as_line(self)

    def _repr_html_(self) -> str:
        return as_html(self)


@dataclass(frozen=True)
class Resampling:
    """How the cases are drawn again; :func:`bootstrap_interval` explains each keyword."""

    n_resamples: int
    confidence_level: float
    stratified: bool
    method: Method
    random_state: Any

    def __post_init__(self) -> None:
        quantile(self.confidence_level)
        if self.method not in ("percentile", "bca"):
            raise ValueError(f"method is {self.method!r}; give 'percentile' or 'bca'.")
        n = self.n_resamples
        if not isinstance(n, Integral) or n < 2:
            raise ValueError(f"n_resamples is {n}; give at least 2; an interval wants 1000.")

    def generator(self) -> np.random.Generator:
        """Return the random numbers to draw with."""
        try:
            return np.random.default_rng(self.random_state)
        except (TypeError, ValueError):
            raise ValueError(
                f"random_state is {self.random_state!r}; give None, a non-negative integer or a "
                "Generator."
            ) from None


def bootstrap_counts(
    evaluate: Evaluate, counts: Counts, strata: NDArray[Any], how: Resampling
) -> BootstrapInterval:
    """Bootstrap a measure of cases that come in kinds, of which there are `counts`.

    The kinds are cells of a confusion matrix, (threshold, class) pairs, or single cases; drawing
    n cases with replacement is drawing multinomial counts of them. `strata` holds the class of
    each kind.
    """
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        estimate = float(evaluate(counts[np.newaxis])[0])
        values = [evaluate(drawn) for drawn in draws(counts, strata, how)]
        distribution = np.concatenate(values)
        defined = distribution[~np.isnan(distribution)]
        bias = acceleration = 0.0
        if how.method == "bca" and defined.size and not math.isnan(estimate):
            bias = _bias(estimate, defined)
            acceleration = _acceleration(evaluate, counts, _used(strata, how))
    return interval_of(distribution, estimate, how, bias=bias, acceleration=acceleration)


def interval_of(
    distribution: NDArray[np.float64],
    estimate: float,
    how: Resampling,
    *,
    method: str | None = None,
    bias: float = 0.0,
    acceleration: float = 0.0,
) -> BootstrapInterval:
    """Summarise resamples drawn as `how` says, by its method or another."""
    defined = distribution[~np.isnan(distribution)]
    error = math.nan
    if math.isnan(estimate) or len(defined) < 2:
        reason = "it is 0/0 on the sample or on nearly every resample"
        undefined("the bootstrap interval", reason)
    else:
        error = float(np.std(defined, ddof=1))
    found = BootstrapInterval(
        estimate=estimate,
        low=math.nan,
        high=math.nan,
        standard_error=error,
        undefined_share=1 - len(defined) / how.n_resamples,
        confidence_level=how.confidence_level,
        method=method or how.method,
        stratified=how.stratified,
        n_resamples=how.n_resamples,
        distribution=distribution,
        bias=bias,
        acceleration=acceleration,
    )
    low, high = found.confidence_interval(how.confidence_level)
    return replace(found, low=low, high=high)


def draws(counts: Counts, strata: NDArray[Any], how: Resampling) -> Iterator[Counts]:
    """Draw counts of kinds, in chunks of shape (at most _CHUNK / n_kinds, n_kinds)."""
    rng, strata = how.generator(), _used(strata, how)
    rows = max(1, _CHUNK // len(counts))
    members = [np.flatnonzero((strata == s) & (counts > 0)) for s in np.unique(strata)]
    for start in range(0, how.n_resamples, rows):
        drawn = np.zeros((min(rows, how.n_resamples - start), len(counts)), dtype=np.int64)
        if len(members) == 1 and len(members[0]) == len(counts):
            yield _multinomial(counts, drawn, rng)
            continue
        for kinds in members:
            part = np.zeros((len(drawn), len(kinds)), dtype=np.int64)
            drawn[:, kinds] = _multinomial(counts[kinds], part, rng)
        yield drawn


def _used(strata: NDArray[Any], how: Resampling) -> NDArray[Any]:
    """Take all kinds as one stratum, unless the classes are to keep their sizes."""
    return strata if how.stratified else np.zeros(len(strata), dtype=int)


def _multinomial(counts: Counts, out: Counts, rng: np.random.Generator) -> Counts:
    """Fill each row of `out` with the counts of n draws with replacement from n cases."""
    n, kinds = int(counts.sum()), len(counts)
    if n > _BINOMIAL_COST * kinds:
        return rng.multinomial(n, counts / n, size=len(out))
    kind = None if n == kinds else np.repeat(np.arange(kinds), counts)
    for row in out:
        drawn = rng.integers(n, size=n)
        row[:] = np.bincount(drawn if kind is None else kind[drawn], minlength=kinds)
    return out


def _acceleration(evaluate: Evaluate, counts: Counts, strata: NDArray[Any]) -> float:
    """Skewness of the jackknife, each kind left out once; undefined values are left aside."""
    present = np.flatnonzero(counts)
    rows = max(1, _CHUNK // len(counts))
    values = []
    for start in range(0, len(present), rows):
        kinds = present[start : start + rows]
        fewer = np.tile(counts, (len(kinds), 1))
        fewer[np.arange(len(kinds)), kinds] -= 1
        values.append(evaluate(fewer))
    left_out = np.concatenate(values)
    second = third = 0.0
    for stratum in np.unique(strata[present]):
        here = (strata[present] == stratum) & ~np.isnan(left_out)
        repeats, value = counts[present][here], left_out[here]
        if repeats.sum() > 1:
            pull = (repeats @ value / repeats.sum() - value) * (repeats.sum() - 1) / repeats.sum()
            second, third = second + repeats @ pull**2, third + repeats @ pull**3
    return float(third / (6 * second**1.5)) if second > 0 else 0.0


def _bias(estimate: float, defined: NDArray[np.float64]) -> float:
    """Efron's z_0; ties with the estimate count half. Infinite beyond every resample."""
    return float(ndtri(((defined < estimate).mean() + (defined <= estimate).mean()) / 2))
