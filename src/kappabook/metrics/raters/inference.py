"""Intervals of the coefficients."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import stdtrit

from kappabook.metrics._validation.ratings import group_codes
from kappabook.metrics._validation.table import Weights
from kappabook.metrics.inference._shown import html_table
from kappabook.metrics.inference.distribution import (
    Distribution,
    DrawnDistribution,
    NormalDistribution,
    Unknown,
    quantile,
)
from kappabook.metrics.intervals.dirichlet import SEED, valid_draws
from kappabook.metrics.intervals.kappa import FEW_CASES, RARE_CLASS
from kappabook.metrics.raters.build import NAMES, CoefficientName, build, estimate, name_of, read
from kappabook.metrics.raters.coefficients import Coefficient, IntervalAlpha, PercentAgreement
from kappabook.metrics.raters.posterior import posterior, units
from kappabook.metrics.raters.scores import Level
from kappabook.metrics.raters.table import Ratings

Method = Literal["dirichlet", "jackknife"]
# More patterns take long to draw, and then the jackknife says the same.
MOST_PATTERNS = 20_000
UNSURE = "a 95 % interval may cover as little as 82 %, and is often wider than it need be"


@dataclass(frozen=True, repr=False)
class RaterInference:
    """A coefficient and its interval; ``float(found)`` is the coefficient.

    Attributes
    ----------
    coefficient : str
        Its name, written out.
    estimate, low, high : float
        nan if it is 0/0; the ends also if the jackknife sees no other value.
    confidence_level : float
        Coverage asked for.
    method : {'dirichlet', 'jackknife'}
    caution : str
        What makes the interval less sure, with its numbers, or nothing.
    n_items : int
        Items that two or more raters rated; others say nothing of agreement.
    n_set_aside : int
        Items rated once or never.
    n_raters, n_labels : int
    n_groups : int or None
        Groups of items, if any were given.
    distribution : Distribution
        What the interval is read from.
    """

    coefficient: str
    estimate: float
    low: float
    high: float
    confidence_level: float
    method: Method
    caution: str
    n_items: int
    n_set_aside: int
    n_raters: int
    n_labels: int
    n_groups: int | None
    distribution: Distribution = field(compare=False)

    def confidence_interval(self, confidence_level: float = 0.95) -> tuple[float, float]:
        """Interval at any level; it holds the estimate."""
        return _interval(self.distribution, self.method, confidence_level, self._units)

    @property
    def _units(self) -> int:
        return self.n_items + self.n_set_aside if self.n_groups is None else self.n_groups

    @property
    def sentence(self) -> str:
        """Say the result in words, for someone who has not met the coefficient."""
        on = f"{self.n_raters} raters, {self.n_items} items rated twice or more"
        if self.n_groups is not None:
            on += f" in {self.n_groups} groups"
        if math.isnan(self.estimate):
            return f"{self.coefficient} is undefined ({on}): chance alone would always agree."
        span = f"{100 * self.confidence_level:g} % interval {self.low:.2f} to {self.high:.2f}"
        if math.isnan(self.low):
            span = "no interval"
        if self.coefficient == NAMES["agreement"]:
            return (
                f"Two raters of one item agree in {100 * self.estimate:.0f} % of the cases "
                f"({span}; {on}); this is not corrected for chance."
            )
        if self.estimate < 0:
            means = "the raters agree less than chance would"
        else:
            share = f"{100 * self.estimate:.0f} %"
            means = f"the raters avoid {share} of the disagreement expected by chance"
        doubt = "; the interval includes 0, agreement by chance" * (self.low <= 0 <= self.high)
        return f"{self.coefficient} is {self.estimate:.2f} ({span}; {on}): {means}{doubt}."

    def __float__(self) -> float:
        return self.estimate

    def __repr__(self) -> str:
        return f"{self.sentence}\nCaution: {self.caution}." if self.caution else self.sentence

    def _repr_html_(self) -> str:
        return html_table(
            {
                "coefficient": self.coefficient,
                "estimate": f"{self.estimate:.3f}",
                f"{100 * self.confidence_level:g} % interval": f"{self.low:.3f} to {self.high:.3f}",
                "raters": str(self.n_raters),
                "items rated twice or more": str(self.n_items),
                "other items": str(self.n_set_aside) if self.n_set_aside else "",
                "groups": "" if self.n_groups is None else str(self.n_groups),
                "method": self.method,
                "in words": self.sentence,
                "caution": self.caution,
            }
        )


def rater_inference(
    ratings: Any,
    coefficient: CoefficientName = "krippendorff",
    *,
    labels: ArrayLike | None = None,
    weights: Weights = None,
    level: Level = "nominal",
    groups: ArrayLike | None = None,
    confidence_level: float = 0.95,
    method: Method | None = None,
    n_draws: int | None = None,
    random_state: int | np.random.Generator = SEED,
) -> RaterInference:
    r"""Estimate a coefficient of several raters, with an interval.

    Items are taken as a random sample; the raters are these raters.

    'dirichlet' counts the items by pattern, what each rater said, and draws shares of the patterns
    from their posterior under a prior worth 2.25 items. It covers as promised also where a label
    is rare and where agreement is that of chance, or nearly perfect; docs/raters.md has the
    measured coverage. For alpha the draws are of the alpha of all items there are, without the
    correction for the size of the sample.

    'jackknife' leaves out one item, or group, at a time, and steps
    :math:`t_{n - 1} \cdot SE / (1 - \kappa)` on the scale of :math:`-\log(1 - \kappa)`. It needs
    many items of every label. No method uses the standard error of raters who guess.

    Parameters
    ----------
    ratings, labels
        As in :func:`fleiss_kappa_score`.
    coefficient : {'krippendorff', 'fleiss', 'conger', 'gwet', 'brennan-prediger', 'agreement'}
        Which.
    weights
        As in :func:`fleiss_kappa_score`; not for 'krippendorff'.
    level
        As in :func:`krippendorff_alpha_score`; only for it.
    groups : array-like of shape (n_items,), optional
        Items of one group (of a document, a speaker, a patient) may be alike; groups are then what
        is sampled.
    confidence_level : float in (0, 1), default=0.95
        Coverage asked for.
    method : {'dirichlet', 'jackknife'}, optional
        By default 'dirichlet'; for more than 20000 patterns or groups, where drawing is slow,
        'jackknife'.
    n_draws : int, optional
        Draws of 'dirichlet'; by default 50000, fewer where patterns are many, at least 2000.
    random_state : int or numpy.random.Generator, default=1960
        Seed of the draws.

    Returns
    -------
    RaterInference

    Raises
    ------
    ValueError
        As the coefficients do; groups of another length than the items, or fewer than two.

    References
    ----------
    Gwet (2008), eqs. (31)-(37), for standard errors at the agreement found. Zapf et al. (2016),
    BMC Medical Research Methodology 16:93, compare intervals.

    Examples
    --------
    >>> from kappabook import rater_inference
    >>> ratings = [["yes", "yes", "yes"]] * 20 + [["no", "no", "yes"]] * 9 + [["no"] * 3] * 31
    >>> found = rater_inference(ratings, "fleiss")
    >>> round(found.estimate, 2), round(found.low, 1), round(found.high, 1)
    (0.79, 0.6, 0.9)
    """
    table = read(ratings, coefficient, labels, level)
    if coefficient == "agreement" and table.n_labels == 1:
        # Nobody disagreed yet: what would they say?
        table = table.with_another_label()
    built = build(table, coefficient, weights, level)
    return infer(
        table,
        built,
        name=name_of(coefficient, weights),
        groups=group_codes(groups, table.n_items),
        confidence_level=confidence_level,
        method=method,
        n_draws=n_draws,
        random_state=random_state,
    )


def infer(
    table: Ratings,
    coefficient: Coefficient,
    *,
    name: str,
    groups: NDArray[np.intp] | None,
    confidence_level: float,
    method: Method | None,
    n_draws: int | None,
    random_state: int | np.random.Generator,
) -> RaterInference:
    """Infer from a table that was read."""
    n_units = len(table.counts) if groups is None else int(groups.max()) + 1
    if method not in (None, "dirichlet", "jackknife"):
        raise ValueError(f"method is {method!r}; give 'dirichlet' or 'jackknife'.")
    chosen: Method = method or ("jackknife" if n_units > MOST_PATTERNS else "dirichlet")
    value = estimate(table, coefficient)
    distribution: Distribution = Unknown()
    if not math.isnan(value):
        if chosen == "dirichlet":
            draws = posterior(table, coefficient, groups, valid_draws(n_draws), random_state)
            distribution = DrawnDistribution(draws, value, "log")
        else:
            error = jackknife_error(table, coefficient, groups)
            if error > 0 and value < 1:
                distribution = NormalDistribution(value, error, "log")
    n_groups = None if groups is None else n_units
    total = table.n_items if n_groups is None else n_groups
    low, high = _interval(distribution, chosen, confidence_level, total)
    several = int(table.counts[table.sizes > 1].sum())
    return RaterInference(
        coefficient=name,
        estimate=value,
        low=low,
        high=high,
        confidence_level=confidence_level,
        method=chosen,
        caution=caution(table, coefficient, n_groups),
        n_items=several,
        n_set_aside=table.n_items - several,
        n_raters=table.n_raters,
        n_labels=table.n_labels,
        n_groups=n_groups,
        distribution=distribution,
    )


def _interval(
    distribution: Distribution, method: Method, confidence_level: float, n_units: int
) -> tuple[float, float]:
    z = quantile(confidence_level)
    if method == "jackknife":
        z = float(stdtrit(n_units - 1, (1 + confidence_level) / 2))
    return distribution.interval(z)


def jackknife_error(
    table: Ratings, coefficient: Coefficient, groups: NDArray[np.intp] | None
) -> float:
    """Leave out one item, or group, at a time: the standard error; nan if that is 0/0."""
    rows, counts = units(table, coefficient, groups)
    n = counts.sum()
    left = coefficient.value((counts @ rows)[:, np.newaxis] - rows.T)
    mean = counts @ left / n
    return math.sqrt((n - 1) / n * (counts @ (left - mean) ** 2))


def caution(table: Ratings, coefficient: Coefficient, n_groups: int | None) -> str:
    """Name the numbers that make an interval less sure, or nothing."""
    several = table.sizes > 1
    n = int(table.counts[several].sum())
    reasons = []
    if n < FEW_CASES:
        reasons.append(f"{n} items rated twice are fewer than {FEW_CASES}")
    if n_groups is not None and n_groups < FEW_CASES:
        reasons.append(f"{n_groups} groups are fewer than {FEW_CASES}")
    if not isinstance(coefficient, IntervalAlpha) and type(coefficient) is not PercentAgreement:
        share = table.counts[several] / table.sizes[several]
        codes = table.patterns[:, several]
        weight = np.broadcast_to(share, codes.shape)[codes >= 0]
        items = np.bincount(codes[codes >= 0], weights=weight, minlength=table.n_labels)
        rarest = int(np.argmin(items))
        if items[rarest] < RARE_CLASS:
            reasons.append(
                f"label {table.labels[rarest]!r} has the ratings of {items[rarest]:.2g} items, "
                f"fewer than {RARE_CLASS}"
            )
    return f"{'; '.join(reasons)}: {UNSURE}" if reasons else ""
