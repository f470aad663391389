"""Resampling as counting: how often each kind of case is drawn, and what the measure is then."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from numbers import Integral
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri

from kappabook.metrics._numbers import undefined
from kappabook.metrics.inference.distribution import quantile

Counts = NDArray[np.int64]
Method = Literal["percentile", "bca"]
# From counts of shape (n_resamples, n_kinds) to values of shape (n_resamples,).
Evaluate = Callable[[Counts], NDArray[np.float64]]

# Counts held at once: a chunk that stays in the processor's cache.
_CHUNK = 2**14
# One binomial variate costs about as much as this many uniform integers.
_BINOMIAL_COST = 10


@dataclass(frozen=True, eq=False)
class BootstrapInterval:
    """What resampling the cases says about a measure.

    Attributes
    ----------
    estimate : float
        The measure on the sample itself.
    low, high : float
        The interval; nan if the estimate or every resample is undefined, or if for 'bca' the
        estimate lies beyond every resample.
    standard_error : float
        Standard deviation over the defined resamples.
    undefined_share : float
        Share of the resamples on which the measure is undefined. The interval is made of the
        others: above a few per cent, read it as "given that the measure is defined".
    confidence_level, method, stratified, n_resamples
        How it was made.
    distribution : ndarray of shape (n_resamples,)
        The measure on each resample, nan where undefined.
    """

    estimate: float
    low: float
    high: float
    standard_error: float
    undefined_share: float
    confidence_level: float
    method: Method
    stratified: bool
    n_resamples: int
    distribution: NDArray[np.float64] = field(repr=False)


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
    rng = how.generator()
    strata = strata if how.stratified else np.zeros(len(counts), dtype=int)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        estimate = float(evaluate(counts[np.newaxis])[0])
        values = [evaluate(drawn) for drawn in _draws(counts, strata, how.n_resamples, rng)]
        distribution = np.concatenate(values)
        defined = distribution[~np.isnan(distribution)]
        tails = np.array([1 - how.confidence_level, 1 + how.confidence_level]) / 2
        if how.method == "bca" and defined.size and not math.isnan(estimate):
            tails = _bca_tails(tails, estimate, defined, _acceleration(evaluate, counts, strata))
    low = high = error = math.nan
    if math.isnan(estimate) or len(defined) < 2:
        reason = "it is 0/0 on the sample or on nearly every resample"
        undefined("the bootstrap interval", reason)
    else:
        error = float(np.std(defined, ddof=1))
        if not np.isnan(tails).any():
            low, high = map(float, np.quantile(defined, tails))
    return BootstrapInterval(
        estimate=estimate,
        low=low,
        high=high,
        standard_error=error,
        undefined_share=1 - len(defined) / how.n_resamples,
        confidence_level=how.confidence_level,
        method=how.method,
        stratified=how.stratified,
        n_resamples=how.n_resamples,
        distribution=distribution,
    )


def _draws(
    counts: Counts, strata: NDArray[Any], n_resamples: int, rng: np.random.Generator
) -> Iterator[Counts]:
    """Multinomial counts in chunks of shape (at most _CHUNK / n_kinds, n_kinds)."""
    rows = max(1, _CHUNK // len(counts))
    members = [np.flatnonzero((strata == s) & (counts > 0)) for s in np.unique(strata)]
    for start in range(0, n_resamples, rows):
        drawn = np.zeros((min(rows, n_resamples - start), len(counts)), dtype=np.int64)
        if len(members) == 1 and len(members[0]) == len(counts):
            yield _multinomial(counts, drawn, rng)
            continue
        for kinds in members:
            part = np.zeros((len(drawn), len(kinds)), dtype=np.int64)
            drawn[:, kinds] = _multinomial(counts[kinds], part, rng)
        yield drawn


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


def _bca_tails(
    tails: NDArray[np.float64], estimate: float, defined: NDArray[np.float64], acceleration: float
) -> NDArray[np.float64]:
    """Efron (1987): percentiles moved for bias and skewness; ties with the estimate count half."""
    below = ((defined < estimate).mean() + (defined <= estimate).mean()) / 2
    bias = ndtri(below)
    moved = bias + ndtri(tails)
    return np.asarray(ndtr(bias + moved / (1 - acceleration * moved)))
