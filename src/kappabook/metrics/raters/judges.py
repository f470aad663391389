"""A judge beside the human raters, and two judges beside the same reference."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics._validation.ratings import MISSING, group_codes
from kappabook.metrics._validation.table import Weights
from kappabook.metrics.inference._shown import html_table
from kappabook.metrics.inference.distribution import (
    Distribution,
    DrawnDistribution,
    Unknown,
    quantile,
)
from kappabook.metrics.intervals.dirichlet import SEED, valid_draws
from kappabook.metrics.raters.build import estimate
from kappabook.metrics.raters.coefficients import Difference, PairsKappa
from kappabook.metrics.raters.distance import as_distance
from kappabook.metrics.raters.inference import caution
from kappabook.metrics.raters.posterior import posterior
from kappabook.metrics.raters.table import Ratings


@dataclass(frozen=True, repr=False)
class JudgeComparison:
    """Two kappas over the same items and their difference; ``float(found)`` is the difference.

    Attributes
    ----------
    name_a, name_b : str
        What is compared.
    estimate_a, estimate_b, difference : float
        difference = estimate_a - estimate_b.
    low, high : float
        Interval of the difference; it holds the difference.
    p_value : float
        Two-sided, for no difference; at least 1 - level exactly if the interval of the level
        holds 0.
    confidence_level : float
    caution : str
        What makes the interval less sure, or nothing.
    n_items : int
        Items used.
    margin : float or None
        How much worse `a` may be.
    distribution : Distribution
        What interval and p-value are read from.
    """

    name_a: str
    name_b: str
    estimate_a: float
    estimate_b: float
    difference: float
    low: float
    high: float
    p_value: float
    confidence_level: float
    caution: str
    n_items: int
    margin: float | None
    distribution: Distribution = field(compare=False)

    def confidence_interval(self, confidence_level: float = 0.95) -> tuple[float, float]:
        """Interval of the difference at any level."""
        return self.distribution.interval(quantile(confidence_level))

    @property
    def verdict(self) -> str:
        """'not inferior', 'inferior' or 'undecided' by the margin; '' without one."""
        if self.margin is None:
            return ""
        if self.low > -self.margin:
            return "not inferior"
        return "inferior" if self.high < -self.margin else "undecided"

    @property
    def sentence(self) -> str:
        """Say the result in words."""
        if math.isnan(self.difference):
            return f"The kappas of {self.name_a} and of {self.name_b} cannot be compared."
        text = (
            f"Kappa is {self.estimate_a:.2f} for {self.name_a} and {self.estimate_b:.2f} for "
            f"{self.name_b}, on {self.n_items} items: a difference of {self.difference:.2f} "
            f"({100 * self.confidence_level:g} % interval {self.low:.2f} to {self.high:.2f})"
        )
        if self.margin is None:
            held = self.low <= 0 <= self.high
            return f"{text}, which {'may be chance' if held else 'chance does not explain'}."
        return f"{text}; with a margin of {self.margin:g}, {self.name_a} are {self.verdict}."

    def __float__(self) -> float:
        return self.difference

    def __repr__(self) -> str:
        return f"{self.sentence}\nCaution: {self.caution}." if self.caution else self.sentence

    def _repr_html_(self) -> str:
        return html_table(
            {
                f"kappa, {self.name_a}": f"{self.estimate_a:.3f}",
                f"kappa, {self.name_b}": f"{self.estimate_b:.3f}",
                "difference": f"{self.difference:.3f}",
                f"{100 * self.confidence_level:g} % interval": f"{self.low:.3f} to {self.high:.3f}",
                "p for no difference": f"{self.p_value:.2g}",
                "items": str(self.n_items),
                "verdict": self.verdict,
                "in words": self.sentence,
                "caution": self.caution,
            }
        )


def compare_judges(
    ratings: Any,
    judge_a: Hashable,
    judge_b: Hashable,
    *,
    reference: Hashable | Sequence[Hashable],
    labels: ArrayLike | None = None,
    weights: Weights = None,
    groups: ArrayLike | None = None,
    confidence_level: float = 0.95,
    n_draws: int | None = None,
    random_state: int | np.random.Generator = SEED,
) -> JudgeComparison:
    r"""Compare two judges by their kappas with the same reference, on the items of both.

    The reference is one rater, or several, each of whom is paired with the judge:

    .. math:: \kappa_j = 1 - \frac{\sum_h D_{jh}}{\sum_h E_{jh}}

    with the disagreement :math:`D_{jh}` of judge j and rater h over the items that both rated and
    :math:`E_{jh}` expected from the margins of both; with one rater, Cohen's kappa. The interval
    draws patterns of ratings, so what the judges share by being measured on the same items is in
    it; its prior is that of :func:`kappabook.compare_kappas`, the reference
    being the truth.

    Parameters
    ----------
    ratings, labels, weights
        As in :func:`fleiss_kappa_score`.
    judge_a, judge_b : hashable
        Their columns: names in a data frame, else places.
    reference : hashable or list of hashable
        The column of the truth, or those of human raters.
    groups, confidence_level, n_draws, random_state
        As in :func:`rater_inference`.

    Returns
    -------
    JudgeComparison
        nan if one of the kappas is 0/0.

    Raises
    ------
    ValueError
        If a judge or reference is not among the raters, or one is named twice, or no item was
        rated by both judges and a reference.

    References
    ----------
    The sum over pairs is Conger's (1980) kappa, of the pairs with the judge only.

    Examples
    --------
    >>> from kappabook.metrics.raters import compare_judges
    >>> ratings = [[1, 1, 1], [0, 0, 1], [1, 1, 0], [0, 0, 0]] * 25
    >>> found = compare_judges(ratings, 1, 2, reference=0)
    >>> found.estimate_a, found.estimate_b, found.p_value < 0.001
    (1.0, 0.0, True)
    """
    table = Ratings(ratings, labels)
    several = isinstance(reference, list | tuple) and reference not in table.raters
    names = [judge_a, judge_b, *(reference if several else [reference])]  # type: ignore[misc]
    columns = _places(table, names)
    known = (table.codes[columns[:2]] != MISSING).all(axis=0)
    known &= (table.codes[columns[2:]] != MISSING).any(axis=0)
    table.require_order_for(weights)
    distance, others = as_distance(weights, table.labels), range(2, len(columns))
    both = (PairsKappa(distance, [(j, h) for h in others], table.n_labels) for j in (0, 1))
    settings = (groups, confidence_level, n_draws, random_state)
    return _compare(table, known, columns, Difference(*both), [1], names[:2], None, *settings)


def compare_judge_with_raters(
    ratings: Any,
    judge: Hashable,
    *,
    margin: float | None = None,
    labels: ArrayLike | None = None,
    weights: Weights = None,
    groups: ArrayLike | None = None,
    confidence_level: float = 0.95,
    n_draws: int | None = None,
    random_state: int | np.random.Generator = SEED,
) -> JudgeComparison:
    r"""Compare the kappa of judge and humans with the kappa among the humans.

    Both are sums over pairs as in :func:`compare_judges`: the judge with each human, and each two
    humans, over the items of the judge. "At least as high" is a coin toss even for a judge who is
    drawn like the humans; with a margin the answer is 'not inferior' if the whole interval lies
    above minus the margin, 'inferior' if it lies below, and 'undecided' otherwise.

    Parameters
    ----------
    ratings, labels, weights, groups, confidence_level, n_draws, random_state
        As in :func:`compare_judges`.
    judge : hashable
        The judge's column; all others are humans, at least two.
    margin : float, optional
        How much lower than the humans' the judge's kappa may be; positive.

    Returns
    -------
    JudgeComparison
        `a` is the judge with the humans, `b` the humans among themselves.

    Raises
    ------
    ValueError
        As :func:`compare_judges`; and for fewer than two humans, or a negative margin.

    References
    ----------
    The comparison is our own; margins are those of trials of non-inferiority, see Piaggio et al.
    (2012), JAMA 308, pp. 2594-2604.

    Examples
    --------
    >>> from kappabook import compare_judge_with_raters
    >>> ratings = [[1, 1, 1], [0, 0, 0], [1, 1, 1], [0, 0, 1]] * 25
    >>> compare_judge_with_raters(ratings, 2, margin=0.1).verdict
    'inferior'
    """
    if margin is not None and not margin >= 0:
        raise ValueError(f"margin is {margin}; it says how much lower kappa may be, such as 0.1.")
    table = Ratings(ratings, labels)
    place = table.rater(judge)
    humans = [h for h in range(table.n_raters) if h != place]
    if len(humans) < 2:
        raise ValueError(
            f"beside the judge {judge!r} there is {len(humans)} rater; two are needed to say how "
            "far humans agree. With one, see kappabook.kappa_interval."
        )
    table.require_order_for(weights)
    distance, k = as_distance(weights, table.labels), table.n_labels
    others = range(1, len(humans) + 1)
    with_judge = PairsKappa(distance, [(0, h) for h in others], k)
    among = PairsKappa(distance, list(combinations(others, 2)), k)
    known = table.codes[place] != MISSING
    known &= (table.codes[humans] != MISSING).any(axis=0)
    columns, both = [place, *humans], Difference(with_judge, among)
    settings = (groups, confidence_level, n_draws, random_state)
    names = [f"{judge} and the humans", "the humans among themselves"]
    return _compare(table, known, columns, both, others, names, margin, *settings)


def _places(table: Ratings, names: Sequence[Hashable]) -> list[int]:
    for name in names:
        if list(names).count(name) > 1:
            raise ValueError(f"rater {name!r} is named twice; judges and reference are different.")
    return [table.rater(name) for name in names]


def _compare(
    table: Ratings,
    known: NDArray[np.bool_],
    columns: list[int],
    coefficient: Difference,
    blocks: Sequence[int],
    names: Sequence[Hashable],
    margin: float | None,
    groups: ArrayLike | None,
    confidence_level: float,
    n_draws: int | None,
    random_state: int | np.random.Generator,
) -> JudgeComparison:
    z = quantile(confidence_level)
    codes = group_codes(groups, table.n_items)
    if not known.any():
        raise ValueError(
            f"no item was rated by {names[0]}, {names[1]} and whom they are compared with; there "
            "is nothing to compare."
        )
    part = table.part(known, columns)
    if codes is not None:
        codes = np.unique(codes[known], return_inverse=True)[1]
    a, b = (estimate(part, one) for one in (coefficient.first, coefficient.second))
    distribution: Distribution = Unknown()
    if not math.isnan(a - b):
        n = valid_draws(n_draws)
        draws = posterior(part, coefficient, codes, n, random_state, blocks)
        distribution = DrawnDistribution(draws, a - b, "plain")
    low, high = distribution.interval(z)
    n_groups = None if codes is None else int(codes.max()) + 1
    return JudgeComparison(
        name_a=str(names[0]),
        name_b=str(names[1]),
        estimate_a=a,
        estimate_b=b,
        difference=a - b,
        low=low,
        high=high,
        p_value=distribution.p_value(0.0),
        confidence_level=confidence_level,
        caution=caution(part, coefficient.first, n_groups),
        n_items=int(known.sum()),
        margin=margin,
        distribution=distribution,
    )
