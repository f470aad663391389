r"""Closed-form limits of a coefficient of agreement with costs: no draws, no seed.

Every such coefficient is 1 - D, with D = observed / expected disagreement. An item u has a share
o_u of the observed disagreement and a pull e_u on the expected one; each sum to 1 over the items
(all o_u are 0 if nobody disagreed), and log D moves by :math:`\varphi_u = o_u - e_u` with an item.
Its variance is :math:`V = \sum \varphi_u^2`.

D gets the limits of a gamma distribution, as Fay and Feuer (1997) give them to weighted sums of
Poisson counts: the upper one as if one more item had been seen with a wrong rating, the lower one
as if one more had been seen on which all agree. The wrong rating is as costly as those seen or,
if that is more, as one moved to any label of the scale: raters who err among neighbours only and
raters who rarely err far off cannot be told apart by a small sample. The pull on the expected
disagreement, Student's t and the agreement case are ours; docs/intervals.md has what it covers.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import scipy
from numpy.typing import ArrayLike, NDArray
from scipy.special import gammainccinv, gammaincinv, ndtri, stdtrit

from kappabook.metrics.intervals.distributions import refuse_outside

Values = NDArray[np.float64]

# Below this level of a test nothing is told apart: p is 0.
_FINEST = 1e-30
# Above this one Student's factor stays as it is.
_COARSEST = 0.9
# Fewer groups than this were tried in few settings only.
_FEW_GROUPS = 50
# Costs that are equal on paper differ by so much, as a share, in floating point.
_ROUNDING = 1e-9


@dataclass(frozen=True, eq=False)
class Parts:
    r"""What the limits of one coefficient need of its items.

    Attributes
    ----------
    estimate : float
        The coefficient, 1 - D; nan if it is 0/0.
    o, e : ndarray of shape (n_kinds,)
        Share in the observed disagreement and pull on the expected one, of one item of each kind.
    far : float
        D rises by this if one rating of one more item is moved to any label of the scale.
    agree : float
        The logarithm of the expected disagreement rises by this with one more item on which all
        agree, on any label.
    n : float
        Items; with weights :math:`(\sum w)^2 / \sum w^2`.
    times : ndarray of shape (n_kinds,), optional
        Items of each kind; by default each is one.
    least : float, default=-1
        The coefficient cannot be smaller.
    worst : float, default=0
        D rises by this if one more item has the costliest disagreement that there is.
    steady : float, default=1
        Share of D that is not noise of the labels' places; the upper end follows it.
    """

    estimate: float
    o: Values
    e: Values
    far: float
    agree: float
    n: float
    times: Values | None = None
    least: float = -1.0
    worst: float = 0.0
    steady: float = 1.0

    def influence(self) -> Values:
        """Influence of one item of each kind on the coefficient; rounding leaves of 0 nothing."""
        pull = self.e - self.o
        rounding = 16 * np.finfo(float).eps * (np.abs(self.e).max() + self.o.max() + 1 / self.n)
        return (1 - self.estimate) * np.where(np.abs(pull) <= rounding, 0.0, pull)


def kappa_parts(
    first: ArrayLike,
    second: ArrayLike,
    costs: ArrayLike,
    *,
    times: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
    least: float = -1.0,
) -> Parts:
    r"""Parts of Cohen's kappa with costs of disagreement.

    .. math:: o_u = \frac{h_u w(i_u, j_u)}{\sum_v h_v w(i_v, j_v)}, \qquad
              e_u = h_u \left[ \frac{\sum_j w(i_u, j) q_j + \sum_i p_i w(i, j_u)}{D_e} - 1 \right]

    with the margins p (rows) and q (columns), :math:`D_e = \sum w_{ij} p_i q_j` and the weight
    :math:`h_u` of the case, all of which sum to 1. Costs need not be symmetric.

    Parameters
    ----------
    first, second : array-like of shape (n_kinds,)
        Codes of both labels, 0 to n_classes - 1.
    costs : array-like of shape (n_classes, n_classes)
        Zero on the diagonal; a factor changes nothing.
    times : array-like of shape (n_kinds,), optional
        How many cases have these two labels and this weight; by default 1.
    sample_weight : array-like of shape (n_kinds,), optional
        Sampling weight of one case of each kind.
    least : float, default=-1
        -infinity for given costs, which set no lower bound to kappa.
    """
    i, j, w = np.asarray(first), np.asarray(second), np.asarray(costs, dtype=float)
    k = len(w)
    m = np.ones(len(i)) if times is None else np.asarray(times, dtype=float)
    h = np.ones(len(i)) if sample_weight is None else np.asarray(sample_weight, dtype=float)
    h = h / (m @ h)
    n = 1 / float(m @ h**2)
    p, q = (np.bincount(codes, m * h, minlength=k) for codes in (i, j))
    by_row, by_column, cost = w @ q, p @ w, h * w[i, j]
    expected, observed = float(p @ by_row), float(m @ cost)
    if not expected > 0:
        return Parts(math.nan, cost, cost, math.nan, math.nan, n, m, least)
    wrong, squares = (
        float(p @ c.mean(axis=1) + c.mean(axis=0) @ q) / 2 / expected for c in (w, w**2 / expected)
    )
    # One cell may cost many times the others where costs are given: their mean, weighed by cost.
    far = wrong if math.isfinite(least) else squares / wrong
    return Parts(
        estimate=1 - observed / expected,
        o=cost / observed if observed > 0 else cost,
        e=h * ((by_row[i] + by_column[j]) / expected - 1),
        far=far / n,
        agree=max(2 * wrong - 1, 0.0) / n,
        n=n,
        times=m,
        least=least,
        worst=float(w.max()) / expected / n,
    )


class GammaLimits:
    """The distribution of a coefficient: its limits at every level.

    Parameters
    ----------
    parts : Parts
    groups : array-like of shape (n_kinds,), optional
        Items of one group, such as one author, are taken together. One more group counts as one
        more item times the design effect of the influences.
    anywhere : float in [0, 1], default=1
        Share of the allowance for errors farther off than those seen; 0 rules them out.

    Attributes
    ----------
    standard_error : float
        Of the coefficient, by the delta method.
    caution : str
        What makes a 95 % interval less sure, with its numbers, or nothing.
    """

    def __init__(
        self, parts: Parts, groups: ArrayLike | None = None, anywhere: float = 1.0
    ) -> None:
        self._parts, self._distance = parts, 1 - parts.estimate
        d = self._distance
        o, e, times = _by_group(groups, parts.times, parts.o, parts.e)
        self._n_kinds = float(times.sum())
        self._square = float(times @ (o - e) ** 2)
        alike = 1.0 if groups is None else _alike(parts, groups, self._square)
        self._far, self._agree = parts.far * alike, parts.agree * alike
        # What one more item adds: the mean cost of those seen, weighed by cost, or any label.
        x = max(float(times @ o**2) * d, anywhere * self._far) or self._far
        self._more, self._less = d + x, d * parts.steady / (1 + self._agree)
        self._extra = x / self._more if self._more else math.nan
        self._square_more = float(times @ (d / self._more * o - e) ** 2) if self._more else 0.0
        self._anywhere = anywhere
        self._inflation = inflation(o - e, times)
        self.standard_error = d * math.sqrt(self._square)
        self.caution = "" if math.isnan(d) else self._caution(groups is not None)

    def interval(self, confidence_level: float) -> tuple[float, float]:
        """Both ends; they hold the estimate, and nan stands for 0/0."""
        if math.isnan(self._distance):
            return math.nan, math.nan
        alpha = 1 - confidence_level
        low, high = self._low(alpha), self._high(alpha)
        return max(low, self._parts.least), high

    def p_value(self, value: float) -> float:
        """Two-sided p-value: 1 minus the level of the interval that ends at this value."""
        estimate = self._parts.estimate
        refuse_outside(value, self._parts.least, 1)
        if math.isnan(estimate):
            return math.nan
        if value < estimate:
            return level_of(lambda alpha: self._low(alpha) - value)
        return level_of(lambda alpha: value - self._high(alpha)) if value > estimate else 1.0

    def _low(self, alpha: float) -> float:
        v = self._inflation(alpha) * self._square_more + self._extra**2
        upper = self._more * v * float(gammainccinv(1 / v, alpha / 2))
        return min(1 - upper, self._parts.estimate)

    def _high(self, alpha: float) -> float:
        if self._distance == 0:
            return 1.0
        v = self._inflation(alpha) * self._square + self._agree**2
        lower = self._less * (v * float(gammaincinv(1 / v, alpha / 2)) if v > 0 else 1.0)
        return max(1 - lower, self._parts.estimate)

    def _caution(self, grouped: bool) -> str:
        parts, d = self._parts, self._distance
        low, _ = self.interval(0.95)
        said = []
        # Of three labels with linear weights a neighbour costs exactly half as much as the worst.
        far = parts.o * d >= parts.worst / 2 * (1 - _ROUNDING)
        seen = float(far.sum() if parts.times is None else parts.times @ far)
        if parts.worst > 2 * parts.far * (1 + _ROUNDING) and seen < 5:
            said.append(
                f"{seen:g} disagreements are of the costliest kind, and {3.7 / parts.n:.2g} of the "
                "cases could have one without its being seen: if such errors exist, a 95 % "
                "interval covers 84 to 90 %"
            )
        if self._anywhere == 0 and parts.estimate - low < 2 * self._far:
            said.append(
                "errors farther off than those seen were ruled out: if they exist, a 95 % interval "
                "may cover as little as 34 %"
            )
        v = self._inflation(0.05) * self._square_more + self._extra**2
        if self._extra**2 > v / 2:
            said.append(
                f"the lower end is set by what {parts.n:.3g} cases cannot show, one more costly "
                "error: the interval holds, and is wide for that reason"
            )
        if grouped and self._n_kinds < _FEW_GROUPS:
            said.append(
                f"{self._n_kinds:.3g} groups are fewer than {_FEW_GROUPS}: a 95 % interval may "
                "cover 90 %"
            )
        return "; ".join(said)


class DeltaDifference:
    r"""The distribution of the difference of two coefficients of the same items, first - second.

    .. math:: \Delta \pm z \sqrt{f \sum_u \psi_u^2 + s^2}

    with the difference :math:`\psi_u` of the influences, Student's factor f, and the size s of
    one more item like those on which the two differ.

    Parameters
    ----------
    a, b : Parts
        Of the same items in the same order.
    groups : array-like of shape (n_kinds,), optional
        As in :class:`GammaLimits`.

    Attributes
    ----------
    standard_error : float
        Of the difference, by the delta method.
    caution : str
        What makes a 95 % interval less sure, or nothing.
    """

    def __init__(self, a: Parts, b: Parts, groups: ArrayLike | None = None) -> None:
        self._difference = a.estimate - b.estimate
        self._reach = min(1 - a.least, 1 - b.least)
        psi = a.influence() - b.influence()
        cost = (1 - a.estimate) * a.o - (1 - b.estimate) * b.o
        psi, cost, times = _by_group(groups, a.times, psi, cost)
        self._square, size = float(times @ psi**2), float(times @ np.abs(cost))
        self._seen = float(times @ cost**2) / size if size else max(a.far, b.far)
        self._inflation = inflation(psi, times)
        self.standard_error = math.sqrt(self._square)
        half = self._half_width(0.05)
        self.caution = ""
        if half < 2 * max(a.far, b.far):
            self.caution = (
                f"the interval is {half:.2g} to either side, less than twice what one random "
                "answer moves a coefficient: if far errors exist, it may cover far too little"
            )

    def interval(self, confidence_level: float) -> tuple[float, float]:
        """Both ends, as far as two coefficients can differ."""
        half = self._half_width(1 - confidence_level)
        ends = self._difference - half, self._difference + half
        if math.isnan(half):
            return ends
        return max(ends[0], -self._reach), min(ends[1], self._reach)

    def p_value(self, value: float) -> float:
        """Two-sided p-value: 1 minus the level of the interval that ends at this value."""
        refuse_outside(value, -self._reach, self._reach)
        away = abs(value - self._difference)
        if away == 0 or math.isnan(away):
            return 1.0 if away == 0 else math.nan
        return level_of(lambda alpha: away - self._half_width(alpha))

    def _half_width(self, alpha: float) -> float:
        v = self._inflation(alpha) * self._square + self._seen**2
        return -float(ndtri(alpha / 2)) * math.sqrt(v)


def caution_of_ranks(n_labels: int, ratings_per_item: float, n_items: float) -> str:
    """Say if ordinal alpha itself is too low: ranks of rarely used labels are noise."""
    most = 2 * ratings_per_item * math.sqrt(n_items)
    if n_labels <= most:
        return ""
    return (
        f"{n_labels} labels in use are more than {most:.3g}, which so many ratings can rank: the "
        "coefficient is then too low, and only the upper end of the interval allows for it"
    )


def inflation(phi: Values, times: Values) -> Callable[[float], float]:
    r"""Return :math:`(t / z)^2` as a function of alpha.

    The degrees of freedom follow from the kurtosis of the influences: m equal ones among many
    zeros give about 2 m.
    """
    n, square, fourth = float(times.sum()), float(times @ phi**2), float(times @ phi**4)
    most = max(n - 1, 1.0)
    df = most
    if n > 1 and square > 0 and fourth > 0:
        df = min(max(2 * n / (n * fourth / square**2 - 1 + 2 / (n - 1)), 1.0), most)

    # With t of 1 degree of freedom (two groups) gamma limits would shrink beyond 99 %.
    finest = 0.01 if df < 2 else 0.0
    return partial(student_factor, df, finest=finest)


def student_factor(degrees_of_freedom: float, alpha: float, finest: float = 0.0) -> float:
    """Return :math:`(t / z)^2` at the two-sided level alpha, put between `finest` and .9.

    Nearer to 1 it hardly changes, and the quotient of two quantiles near 0 loses its digits.
    """
    alpha = min(max(alpha, finest), _COARSEST)
    df = degrees_of_freedom
    if not math.isfinite(df):
        return 1.0
    return float(stdtrit(df, alpha / 2) / ndtri(alpha / 2)) ** 2


def _alike(parts: Parts, groups: ArrayLike, square: float) -> float:
    """Say how many items of its kind one more group stands for.

    That is the design effect of the influences: 1 if the items of a group are unrelated, and its
    size if all are copies.
    """
    times = np.ones(len(parts.o)) if parts.times is None else parts.times
    alone = float(times @ (parts.o - parts.e) ** 2)
    if not alone > 0:
        return 1.0
    sizes = np.bincount(np.unique(np.asarray(groups), return_inverse=True)[1], times)
    return min(max(square / alone, 1.0), float(sizes @ sizes / sizes.sum()))


def level_of(lacks: Callable[[float], float]) -> float:
    """Return the alpha at which an end meets a value: `lacks` is then 0, and rises with alpha."""
    if lacks(1.0) <= 0:
        return 1.0
    finest = math.log(_FINEST)
    if lacks(_FINEST) >= 0:
        return 0.0
    return math.exp(
        scipy.optimize.brentq(lambda x: lacks(math.exp(x)), finest, 0.0, xtol=1e-13, rtol=1e-13)
    )


def _by_group(
    groups: ArrayLike | None, times: Values | None, *columns: Values
) -> tuple[Values, ...]:
    """Sum the columns by group, and count: kinds and times, or groups and ones."""
    if groups is None:
        counts = np.ones(len(columns[0])) if times is None else times
        return (*columns, counts)
    codes = np.unique(np.asarray(groups), return_inverse=True)[1]
    each = columns if times is None else tuple(times * column for column in columns)
    sums = [np.bincount(codes, column).astype(float) for column in each]
    return (*sums, np.ones(len(sums[0])))
