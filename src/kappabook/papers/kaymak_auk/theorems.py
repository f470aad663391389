"""What follows from the definitions for all tables, all rates and all curves at once."""

from __future__ import annotations

from functools import cache

import sympy as sp

from kappabook.algebra import is_zero
from kappabook.papers.kaymak_auk.equations import (
    FN,
    FP,
    KAPPA,
    MEANING,
    SLOPE,
    TP,
    a,
    f,
    g,
    kappa,
    p,
    p_c,
    t,
)

# Disagreement of an independent guesser with the same margins, by the rates: the denominator of
# (19). Both of its terms are products of numbers that are never negative.
CALLED_POSITIVE = (1 - p) * f + p * t
EXPECTED = p * (1 - CALLED_POSITIVE) + (1 - p) * CALLED_POSITIVE


# The identities that the text's statements rest on, so that a check can also be asked about an
# altered one. A sum of products in which nothing is negative is written as such.
WORTH = 2 * p * (1 - p) * (p * (1 - f) + (1 - p) * f) / EXPECTED**2
GAIN = 2 * (1 - 2 * p) * (1 - a) / (1 - p_c) ** 2
_MISS, _ALARM = sp.symbols("c_miss c_alarm", positive=True)
# Accuracy, kappa and the costs saved, each with what it gains per unit of t.
BETTER_BY_T = (
    (p * t + (1 - p) * (1 - f), p),
    (KAPPA, WORTH),
    (-_MISS * p * (1 - t) - _ALARM * (1 - p) * f, _MISS * p),
)


@cache
def rises_with_t(measure: sp.Expr, worth: sp.Expr) -> bool:
    """Prove the derivative by t at given f and p; `worth` is a product of positive factors."""
    return is_zero(sp.diff(measure, t) - worth)


def all_rise_with_t(*measures: tuple[sp.Expr, sp.Expr]) -> bool:
    """Prove it of several measures, so that of two ROC curves the higher is the better by each."""
    return all(rises_with_t(measure, worth) for measure, worth in measures)


@cache
def kappa_is_not_linear(share: sp.Expr) -> bool:
    """At given f, the second derivative by d = t - f does not vanish at this share of positives."""
    d = sp.Symbol("d")
    return not is_zero(sp.diff(KAPPA.subs(t, f + d), d, 2).subs(p, share))


def kappa_is_zero_along(height: sp.Expr) -> bool:
    """Say whether kappa is 0 all along the ROC curve of this height, for every p."""
    return is_zero(KAPPA.subs(t, height))


@cache
def lines_of_equal_value_are_straight(measure: sp.Expr) -> bool:
    """Numerator and denominator, as of (19), are both linear in the rates."""
    parts = sp.fraction(sp.cancel(measure))
    return all(sp.Poly(part, f, t).total_degree() == 1 for part in parts)


@cache
def concave_curves_have_one_optimum(measure: sp.Expr) -> bool:
    """Prove that along a strictly concave ROC curve kappa has one maximum, for every p.

    The points with kappa >= k form the half-plane L = 2p(1-p)(t - f) - k EXPECTED >= 0. L rises
    with t for every k in [0, 1]: it is linear in k, and positive at both ends. So L is strictly
    concave along the curve, the points with L >= 0 are one piece, and the highest is one point.
    """
    if not lines_of_equal_value_are_straight(measure):
        return False
    k = sp.Symbol("k")
    level = 2 * p * (1 - p) * (t - f) - k * EXPECTED
    worth = sp.expand(sp.diff(level, t))
    ends = is_zero(worth.subs(k, 0) - 2 * p * (1 - p)) and is_zero(worth.subs(k, 1) - p)
    is_kappa = is_zero(level.subs(k, measure))
    return is_kappa and sp.degree(worth, k) == 1 and ends


@cache
def slope_is_that_of_the_line(slope: sp.Expr) -> bool:
    """(26) asks the ROC curve for the slope of the line of equal kappa through the point."""
    return is_zero(-sp.diff(KAPPA, f) / sp.diff(KAPPA, t) - slope)


@cache
def optimum_moves_left(slope: sp.Expr) -> bool:
    """Prove that the slope at the optimum exceeds 1 when p < 1/2 and t > f.

    What it has beyond 1 is (1 - 2p)(t - f) over a sum of products that are not negative. A concave
    curve is that steep only to the left of where its slope is 1, the optimum at p = 1/2.
    """
    divisor = p * (1 - f) + (1 - p) * f
    return slope_is_that_of_the_line(slope) and is_zero(
        (slope - 1) * divisor - (1 - 2 * p) * (t - f)
    )


@cache
def area_is_the_same_either_way(height: sp.Expr) -> bool:
    """Prove that an area under this height, such as t, is the same with the classes swapped.

    Swapping makes (f, t) the point (1 - t, 1 - f). The difference of the two areas is an integral
    over g(f) and its slope s; Euler's equation says that no change of the curve changes it, and
    on the diagonal it is 0.
    """
    s = sp.Symbol("s")
    swapped = height.subs({f: 1 - t, t: 1 - f, p: 1 - p}, simultaneous=True)
    difference = height - swapped * s
    # d/df of the derivative by s, along the curve; that derivative holds no s itself.
    by_slope = sp.diff(difference, s)
    along = sp.diff(by_slope, f) + s * sp.diff(by_slope, t)
    on_diagonal = sp.cancel(difference.subs({t: f, s: 1}))
    return is_zero(sp.diff(difference, t) - along) and sp.integrate(on_diagonal, (f, 0, 1)) == 0


@cache
def slope_when_balanced() -> sp.Expr:
    """Return the right-hand side of (26) at p = 1/2."""
    return sp.cancel(SLOPE.subs(p, sp.Rational(1, 2)))


@cache
def least_slope_with_rare_positives() -> sp.Expr:
    """Return the limit that the right-hand side of (26) exceeds for all p < 1/2 and t > f.

    The second term is positive and vanishes as p nears 1/2.
    """
    return sp.limit(SLOPE, p, sp.Rational(1, 2), "-")


@cache
def a_positive_hit_gains(gain: sp.Expr) -> bool:
    """Trade a hit among the negatives for one among the positives, at the same p.

    The accuracy stays; prove what kappa gains per case.
    """
    d = sp.Symbol("d")
    moved = {TP: TP + d, FN: FN - d, FP: FP + d}
    found = sp.diff(MEANING[kappa].subs(moved, simultaneous=True), d).subs(d, 0)
    return is_zero(found - gain.subs(MEANING, simultaneous=True))


def neither_class_is_favoured(share: sp.Rational) -> bool:
    """Say whether that gain vanishes at this share of positives, whatever the table."""
    return a_positive_hit_gains(GAIN) and is_zero(GAIN.subs(p, share))


@cache
def auc_is_an_expected_loss() -> bool:
    r"""Prove Hand's identity: AUC = 1 - E[least loss]/(2pq), over the cases' own thresholds.

    At slope s of a concave curve a threshold is best where a false positive has the share
    c = ps/(ps + q) of the cost. The cases' scores pass it at the rate q + ps per unit of f, with
    the loss c q f + (1 - c) p (1 - t). Their product is pq (s f + 1 - t), and both the integral
    of s f = f dt/df and that of 1 - t are 1 - AUC.
    """
    s, q = sp.Symbol("s"), 1 - p
    c = p * s / (p * s + q)
    loss = c * q * f + (1 - c) * p * (1 - t)
    by_parts = sp.diff(f * (g(f) - 1), f) - (f * sp.diff(g(f), f) - (1 - g(f)))
    return is_zero((q + p * s) * loss - p * q * (s * f + 1 - t)) and is_zero(by_parts)
