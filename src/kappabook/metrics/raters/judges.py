"""A judge beside the human raters."""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kappabook.metrics.check_scores import as_real
from kappabook.metrics.check_tables import Weights
from kappabook.metrics.intervals.dirichlet import SEED, valid_draws
from kappabook.metrics.intervals.distributions import DrawnDistribution, valid_level
from kappabook.metrics.intervals.gamma_limits import DeltaDifference, Parts
from kappabook.metrics.intervals.result import Comparison, Distribution, Unknown
from kappabook.metrics.raters.coefficients import Difference, PairsKappa, distance_of, estimate
from kappabook.metrics.raters.interval import caution, parts_of
from kappabook.metrics.raters.posterior import posterior
from kappabook.metrics.raters.table import MISSING, Places, as_ratings, group_codes


@dataclass(frozen=True, repr=False, kw_only=True)
class JudgeComparison(Comparison):
    """The kappa of a judge with humans (a) and that of the humans among themselves (b).

    Attributes
    ----------
    difference, estimate_a, estimate_b : float
        Kappa of judge and humans, kappa of the humans, the first minus the second.
    low, high, confidence_level, method, caution, standard_error, measure, n, distribution
        As in :class:`kappabook.metrics.intervals.result.Comparison`; n counts items.
    margin : float or None
        How much lower than theirs the judge's kappa may be.
    """

    margin: float | None = None

    @property
    def verdict(self) -> str:
        """'not inferior', 'inferior' or 'undecided' by the margin; '' without one."""
        if self.margin is None or math.isnan(self.low):
            return ""
        if self.low > -self.margin:
            return "not inferior"
        return "inferior" if self.high < -self.margin else "undecided"

    def _shown(self) -> list[tuple[str, str]]:
        verdict = f"{self.verdict} by a margin of {self.margin:g}" if self.verdict else "none"
        return [*super()._shown(), ("verdict", verdict)]


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

    Each kappa is a sum over pairs, of the judge with each human, or of each two humans, on the
    items of the judge:

    .. math:: \kappa = 1 - \frac{\sum_{gh} D_{gh}}{\sum_{gh} E_{gh}}

    with the disagreement :math:`D_{gh}` of g and h over the items that both rated and
    :math:`E_{gh}` expected from the margins of both. "At least as high" is a coin toss even for a
    judge who is drawn like the humans; with a margin the answer is 'not inferior' if the whole
    interval lies above minus the margin, 'inferior' if it lies below, and 'undecided' otherwise.

    What both kappas share by being measured on the same items is in the interval. Without weights
    it draws patterns of ratings, with the prior of :func:`kappabook.compare_kappas`, the humans
    being the truth ('dirichlet'); with weights it is that of the delta method, with Student's t
    and the size of one more discordant item, at the lower end of one on which the judge is wrong
    ('delta').

    Parameters
    ----------
    ratings, labels, weights
        As in :func:`fleiss_kappa_score`.
    judge : hashable
        The judge's column: the name in a data frame, else the place; all others are humans, at
        least two.
    margin : float, optional
        How much lower than the humans' the judge's kappa may be; not negative.
    groups, confidence_level, n_draws, random_state
        As in :func:`rater_interval`.

    Returns
    -------
    JudgeComparison
        `a` is the judge with the humans, `b` the humans among themselves; `n` the items. nan if
        one of the kappas is 0/0.

    Raises
    ------
    ValueError
        If the judge is not among the raters, there are fewer than two humans, the margin is
        negative, or no item was rated by the judge and a human.

    References
    ----------
    The comparison is our own; the sum over pairs is Conger's (1980) kappa, of some pairs. Margins
    are those of trials of non-inferiority, see Piaggio et al. (2012), JAMA 308, pp. 2594-2604.

    Examples
    --------
    >>> from kappabook import compare_judge_with_raters
    >>> ratings = [[1, 1, 1], [0, 0, 0], [1, 1, 1], [0, 0, 1]] * 25
    >>> compare_judge_with_raters(ratings, 2, margin=0.1).verdict
    'inferior'
    """
    valid_level(confidence_level)
    said = "it says how much lower kappa may be, such as 0.1"
    if margin is not None and not 0 <= as_real(margin, "margin", said) <= 2:
        raise ValueError(f"margin is {margin}; {said}.")
    table = as_ratings(ratings, labels)
    place = table.rater(judge)
    humans = [h for h in range(table.n_raters) if h != place]
    if len(humans) < 2:
        raise ValueError(
            f"beside the judge {judge!r} there is {len(humans)} rater; two are needed to say how "
            "far humans agree. With one, see kappabook.kappa_interval."
        )
    distance, codes = distance_of(table, weights), group_codes(groups, table.n_items)
    known = table.codes[place] != MISSING
    known &= (table.codes[humans] != MISSING).any(axis=0)
    if not known.any():
        raise ValueError(f"no item was rated by {judge} and a human; there is nothing to compare.")
    part = table.part(known, [place, *humans])
    if codes is not None:
        codes = np.unique(codes[known], return_inverse=True)[1]
    others = range(1, len(humans) + 1)
    with_judge = PairsKappa(part, distance, [(0, h) for h in others])
    among = PairsKappa(part, distance, list(combinations(others, 2)))
    a, b = estimate(with_judge), estimate(among)
    distribution: Distribution = Unknown()
    error = math.nan
    doubt = caution(with_judge, None if codes is None else int(codes.max()) + 1)
    if not math.isnan(a - b) and weights is None:
        both = Difference(with_judge, among)
        draws = posterior(both, codes, valid_draws(n_draws), random_state, others)
        distribution = DrawnDistribution(draws, a - b, "plain", -2.0, 2.0)
    elif not math.isnan(a - b):
        parts = (parts_of(kappa, codes)[0] for kappa in (with_judge, among))
        delta = JudgeDifference(next(parts), next(parts), len(humans), codes)
        distribution, error, doubt = delta, delta.standard_error, delta.caution
    low, high = distribution.interval(confidence_level)
    return JudgeComparison(
        difference=a - b,
        estimate_a=a,
        estimate_b=b,
        low=low,
        high=high,
        confidence_level=confidence_level,
        method="dirichlet" if weights is None else "delta",
        caution=doubt,
        standard_error=error,
        measure="kappa of judge and humans, of humans among themselves",
        n=int(known.sum()),
        distribution=distribution,
        margin=margin,
    )


class JudgeDifference(DeltaDifference):
    """The distribution of the difference of a judge's kappa and the humans'.

    A wrong rating of the judge costs in all her pairs, one of a human in only one of these: a
    judge who was lucky not to err shows small differences only. So at the end where she is worse
    the next item counts as many times as there are humans.
    """

    def __init__(self, judge: Parts, humans: Parts, n_humans: int, groups: Places | None) -> None:
        super().__init__(judge, humans, groups)
        cost = (1 - judge.estimate) * judge.o - (1 - humans.estimate) * humans.o
        times: Any = judge.times if groups is None else 1.0
        better = np.minimum(cost if groups is None else np.bincount(groups, cost), 0)
        self._worse = DeltaDifference(judge, humans, groups)
        if better.any():
            lucky = -float((times * better**2).sum() / (times * better).sum())
            self._worse._seen = max(self._seen, n_humans * lucky)

    def interval(self, confidence_level: float) -> tuple[float, float]:
        """Both ends, as far as two coefficients can differ."""
        return self._worse.interval(confidence_level)[0], super().interval(confidence_level)[1]

    def p_value(self, value: float) -> float:
        """Two-sided p-value: 1 minus the level of the interval that ends at this value."""
        worse = value < self._difference
        return self._worse.p_value(value) if worse else super().p_value(value)
