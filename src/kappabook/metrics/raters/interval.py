"""Intervals of the coefficients: gamma limits, a posterior over patterns, the jackknife."""

from __future__ import annotations

import math
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from kappabook.metrics.check_tables import Weights
from kappabook.metrics.intervals.dirichlet import SEED, valid_draws
from kappabook.metrics.intervals.distributions import (
    DrawnDistribution,
    StudentDistribution,
    valid_level,
)
from kappabook.metrics.intervals.gamma_limits import GammaLimits, Parts, caution_of_ranks
from kappabook.metrics.intervals.kappa import FEW_CASES, RARE_CLASS
from kappabook.metrics.intervals.result import Distribution, Interval, Unknown
from kappabook.metrics.raters.coefficients import (
    CoefficientName,
    IntervalAlpha,
    Level,
    PairsKappa,
    PercentAgreement,
    build,
    estimate,
    features,
    name_of,
    ranked,
    takes_numbers,
)
from kappabook.metrics.raters.posterior import posterior, units
from kappabook.metrics.raters.table import Places, Ratings, Values, as_ratings, group_codes

Method = Literal["gamma", "dirichlet", "jackknife"]
# More patterns take long to draw, and then the jackknife says the same.
MOST_PATTERNS = 20_000
UNSURE = "a 95 % interval may cover as little as 82 %, and is often wider than it need be"


def rater_interval(
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
) -> Interval:
    r"""Estimate a coefficient of several raters, with an interval.

    Items are taken as a random sample; the raters are these raters.

    'gamma' is for labels with an order, a distance or costs. Each item has a share in the observed
    disagreement and a pull on the expected one; their ratio gets gamma limits, the lower end of
    the coefficient with one more item on which a rating is wrong, the upper end with one more on
    which all agree. It draws nothing, and holds on long scales, where raters err among neighbours
    and a far error is rare; the other two methods do not.

    'dirichlet' counts the items by pattern, what each rater said, and draws shares of the patterns
    from their posterior under a prior worth 1.5 items, or at most 2.25 where there are two raters.
    It covers as promised also where a label is rare and where agreement is that of chance, or
    nearly perfect. For alpha the draws are of the alpha of all items there are, without the
    correction for the size of the sample.

    'jackknife' leaves out one item, or group, at a time, and steps
    :math:`t_{n - 1} \cdot SE / (1 - \kappa)` on the scale of :math:`-\log(1 - \kappa)`. It needs
    many items of every label. No method uses the standard error of raters who guess.
    docs/intervals.md and docs/raters.md have the measured coverage of each.

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
    method : {'gamma', 'dirichlet', 'jackknife'}, optional
        By default 'gamma' with weights or a level other than 'nominal'; else 'dirichlet', and for
        more than 20000 patterns or groups, where drawing is slow, 'jackknife'.
    n_draws : int, optional
        Draws of 'dirichlet'; by default 50000, fewer where patterns are many, at least 2000.
    random_state : int or numpy.random.Generator, default=1960
        Seed of the draws.

    Returns
    -------
    Interval
        Its `n` are the items that two or more rated. The ends are nan if the coefficient is 0/0,
        or if the jackknife sees no other value.

    Raises
    ------
    ValueError
        As the coefficients do; groups of another length than the items, or fewer than two;
        'gamma' for labels that are only equal or not, for which it was not tried.

    References
    ----------
    Fay and Feuer (1997), Statistics in Medicine 16, pp. 791-801, for gamma limits of weighted sums;
    their use here is our own. Gwet (2008), eqs. (31)-(37), for standard errors at the agreement
    found. Zapf et al. (2016), BMC Medical Research Methodology 16:93, compare intervals.

    Examples
    --------
    >>> from kappabook import rater_interval
    >>> ratings = [["yes", "yes", "yes"]] * 20 + [["no", "no", "yes"]] * 9 + [["no"] * 3] * 31
    >>> found = rater_interval(ratings, "fleiss")
    >>> round(found.estimate, 2), round(found.low, 1), round(found.high, 1)
    (0.79, 0.6, 0.9)
    >>> grades = [[1, 2, 1], [3, 3, 3], [4, 5, 5], [5, 5, 4], [2, 2, 2], [1, 1, 1]] * 10
    >>> rater_interval(grades, level="ordinal").method
    'gamma'
    """
    valid_level(confidence_level)
    table = as_ratings(ratings, labels, numeric=takes_numbers(coefficient, level))
    table.require_pairs()
    if coefficient == "agreement" and table.n_labels == 1:
        # Nobody disagreed yet: what would they say?
        table = table.with_another_label()
    built, of_group = build(table, coefficient, weights, level), group_codes(groups, table.n_items)
    ordered = weights is not None or not isinstance(level, str) or level != "nominal"
    chosen = _method(method, ordered)
    value, error = estimate(built), math.nan
    distribution: Distribution = Unknown()
    if chosen == "gamma":
        limits = GammaLimits(*parts_of(built, of_group))
        distribution, error, doubt = limits, limits.standard_error, limits.caution
        if built.ranks:
            doubt = "; ".join(filter(None, (doubt, _caution_of_ranks(table))))
    else:
        rows, counts = units(built, of_group)
        chosen = chosen or ("jackknife" if len(counts) > MOST_PATTERNS else "dirichlet")
        doubt = caution(built, None if of_group is None else len(counts))
        if chosen == "dirichlet" and not math.isnan(value):
            draws = posterior(built, of_group, valid_draws(n_draws), random_state)
            distribution = DrawnDistribution(draws, value, "log", built.least, 1.0)
        elif chosen == "jackknife":
            error = jackknife_error(built, rows, counts)
            if error > 0 and value < 1:
                freedom = float(counts.sum()) - 1
                ends = built.least, 1.0
                distribution = StudentDistribution(value, error, "log", freedom, *ends)
    low, high = distribution.interval(confidence_level)
    return Interval(
        estimate=value,
        low=low,
        high=high,
        confidence_level=confidence_level,
        method=chosen,
        caution=doubt,
        standard_error=error,
        measure=name_of(coefficient, weights),
        n=table.n_several,
        distribution=distribution,
    )


def _method(method: Any, ordered: bool) -> Method | None:
    """Take the method asked for; None leaves it to the number of patterns."""
    if method not in (None, *get_args(Method)):
        raise ValueError(f"method is {method!r}; give 'gamma', 'dirichlet' or 'jackknife'.")
    if method == "gamma" and not ordered:
        raise ValueError(
            "method 'gamma' is for weights, or a level other than 'nominal'; where labels are only "
            "equal or not, give 'dirichlet' or 'jackknife'."
        )
    return method or ("gamma" if ordered else None)


def parts_of(coefficient: PercentAgreement, groups: Places | None) -> tuple[Parts, Places | None]:
    r"""Find what gamma limits need of each pattern, or of each item if there are groups.

    The pull of an item on the expected disagreement is the derivative of its logarithm by the
    number of such items. For ordinal alpha the ranks of all labels move with an item as well.
    """
    table, value = coefficient.table, estimate(coefficient)
    places = ranked(table) if coefficient.ranks else None
    fixed = coefficient if places is None else places
    rows, n = features(fixed), table.n_several
    sums = table.counts @ rows
    pulls, per_item, steady = np.zeros(len(rows)), 1.0, 1.0
    if isinstance(coefficient, PairsKappa):
        n = table.n_items
    else:  # one wrong rating of an item spoils this share of its pairs
        per_item = 2 * n / float(table.counts @ np.where(table.sizes > 1, table.sizes, 0))
    ends = (math.nan,) * 3
    if not math.isnan(value):
        pulls = rows @ gradient(fixed, sums) / float(fixed.expected(sums))
        if places is not None:
            pulls += rank_pulls(table, places.values, float(sums[0]))
            if _caution_of_ranks(table):
                steady = share_without_noise(table, places.values, float(sums[0]))
        ends = (
            per_item * fixed.far(sums) / n,
            max(fixed.agreed(sums), 0.0) / n,
            per_item * fixed.worst(sums) / n,
        )
    far, agree, worst = ends
    share = rows[:, 0] / sums[0] if sums[0] > 0 else rows[:, 0]
    # What says nothing is no item; two kappas that are compared are of the same items.
    kept = np.flatnonzero(rows.any(axis=1) | isinstance(coefficient, PairsKappa))
    if groups is not None:
        items = np.isin(table.place, kept)
        kept, groups = table.place[items], groups[items]
    found = Parts(
        value,
        share[kept],
        pulls[kept],
        far,
        agree,
        n,
        times=table.counts[kept].astype(float) if groups is None else None,
        least=coefficient.least,
        worst=worst,
        steady=steady,
    )
    return found, groups


def gradient(coefficient: PercentAgreement, sums: Values) -> Values:
    """Derive what is expected by each sum; a step in the imaginary direction is exact."""
    step, size = 1e-30, len(sums)
    found = np.empty(size)
    for start in range(0, size, 256):
        stop = min(start + 256, size)
        steps = step * 1j * np.eye(size, stop - start, -start)
        found[start:stop] = coefficient.expected(sums[:, np.newaxis] + steps).imag / step
    return found


def rank_pulls(table: Ratings, place: Values, observed: float) -> Values:
    r"""Find what the moves of the ranks add to the pulls, for ordinal alpha.

    With place y and count n of each label, the sum O of the observed distances and Q of the
    squared places, a rating of label l adds the part of :math:`\sum_c b_c` that lies above it:

    .. math:: b_c = 2 n_c y_c / Q - 4 T_c / O, \qquad
              T_c = n_c y_c - \sum_{u} \sum_{\text{ratings } c \text{ of } u}
              (s_u - y_c) / (m_u - 1)
    """
    codes, place, observed = table.patterns, place / 2, observed / 4  # a rank is half a midrank
    rated = (codes >= 0) & (table.sizes > 1)
    y = np.where(rated, place[codes], 0.0)
    others = (y.sum(axis=0) - y) / np.maximum(table.sizes - 1, 1)
    weight, k = np.broadcast_to(table.counts, codes.shape), table.n_labels
    n = np.bincount(codes[rated], weight[rated], k)
    pull = 2 * n * place / (n @ place**2)
    if observed > 0:
        beside = np.bincount(codes[rated], (weight * others)[rated], k)
        pull = pull - 4 * (n * place - beside) / observed
    above = pull.sum() / 2 - np.cumsum(pull) + pull / 2
    found = np.where(rated, above[codes], 0.0).sum(axis=0)
    return np.asarray(found if observed > 0 else found - 2 * rated.sum(axis=0) / n.sum())


def share_without_noise(table: Ratings, place: Values, observed: float) -> float:
    r"""Find how much of the observed disagreement is not noise of the ranks, for ordinal alpha.

    Between two labels lie the item's own ratings, and a number of others that varies with the
    sample as Poisson counts do, so that squared distances of ranks are too large. With y the place
    of a rating less its midrank within its item, :math:`d_u = 2 \bigl(m_u \sum y^2 -
    (\sum y)^2\bigr) / (m_u - 1)` leaves out the first, and the share is

    .. math:: \frac{1}{O} \sum_u \Bigl(d_u - \frac{1}{m_u - 1} \sum_{i \ne j} |y_i - y_j| \Bigr)
    """
    if observed == 0:
        return 1.0
    several = table.sizes > 1
    codes, size, times = table.patterns[:, several], table.sizes[several], table.counts[several]
    rated = codes >= 0
    own = sum(((codes > one) + (codes == one) / 2) * (one >= 0) for one in codes)
    y = np.where(rated, place[codes] / 2 - own, 0.0)  # a rank is half a midrank
    squares = size * (y**2).sum(axis=0) - y.sum(axis=0) ** 2
    order = np.arange(len(codes))[:, np.newaxis]
    ahead = np.where(order < size, 2 * order - size + 1, 0)  # ratings below less ratings above
    rising = np.sort(np.where(rated, y, y.max() + 1), axis=0)
    apart = (ahead * rising).sum(axis=0)
    left = float(times @ ((2 * squares - 2 * apart) / (size - 1)))
    return min(max(4 * left / observed, 0.0), 1.0)


def jackknife_error(coefficient: PercentAgreement, rows: Values, counts: Values) -> float:
    """Leave out one of the :func:`units` at a time: the standard error; nan if that is 0/0."""
    n = counts.sum()
    left = coefficient.value((counts @ rows)[:, np.newaxis] - rows.T)
    if np.ptp(left) == 0:
        return 0.0
    mean = counts @ left / n
    return math.sqrt((n - 1) / n * (counts @ (left - mean) ** 2))


def caution(coefficient: PercentAgreement, n_groups: int | None) -> str:
    """Name the numbers that make an interval by draws or by the jackknife less sure, or nothing."""
    table, reasons = coefficient.table, []
    if table.n_several < FEW_CASES:
        reasons.append(f"{table.n_several} items rated twice are fewer than {FEW_CASES}")
    if n_groups is not None and n_groups < FEW_CASES:
        reasons.append(f"{n_groups} groups are fewer than {FEW_CASES}")
    if not isinstance(coefficient, IntervalAlpha) and type(coefficient) is not PercentAgreement:
        several = table.sizes > 1
        tally = table.tally(table.patterns[:, several])
        items = table.counts[several] / table.sizes[several] @ tally
        rarest = int(np.argmin(items))
        if items[rarest] < RARE_CLASS:
            reasons.append(
                f"label {table.labels[rarest]!r} has the ratings of {items[rarest]:.2g} items, "
                f"fewer than {RARE_CLASS}"
            )
    return f"{'; '.join(reasons)}: {UNSURE}" if reasons else ""


def _caution_of_ranks(table: Ratings) -> str:
    used = np.unique(table.patterns[:, table.sizes > 1])
    ratings = float(table.counts @ np.where(table.sizes > 1, table.sizes, 0))
    n = table.n_several
    return caution_of_ranks(int((used >= 0).sum()), ratings / n, n)
