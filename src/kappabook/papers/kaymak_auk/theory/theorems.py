"""What follows from the definitions for all tables, all rates and all curves at once."""

from __future__ import annotations

from functools import cache

import sympy as sp

from kappabook.papers.kaymak_auk.theory.equations import (
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
    n,
    p,
    p_c,
    p_hat,
    t,
)
from kappabook.papers.shared.algebra import is_zero

# Disagreement of an independent guesser with the same margins, by the rates: the denominator of
# (19). Both of its terms are products of numbers that are never negative.
CALLED_POSITIVE = (1 - p) * f + p * t
EXPECTED = p * (1 - CALLED_POSITIVE) + (1 - p) * CALLED_POSITIVE


@cache
def kappa_has_the_sign_of_the_excess() -> bool:
    """Kappa is a - p_c over 1 - p_c, and 1 - p_c is a sum of products of cells and margins."""
    return is_zero(
        1 - MEANING[p_c] - MEANING[p] * (1 - MEANING[p_hat]) - MEANING[n] * MEANING[p_hat]
    )


@cache
def kappa_rises_with_t() -> bool:
    """At given f and p the derivative is 2p(1-p)(p(1-f) + (1-p)f) over a square: positive."""
    worth = 2 * p * (1 - p) * (p * (1 - f) + (1 - p) * f) / EXPECTED**2
    return is_zero(sp.diff(KAPPA, t) - worth)


@cache
def kappa_is_not_linear() -> bool:
    """At given f, the second derivative by d = t - f vanishes at p = 1/2 only."""
    d = sp.Symbol("d")
    bend = sp.numer(sp.cancel(sp.diff(KAPPA.subs(t, f + d), d, 2)))
    return bool(bend != 0 and bend.subs(p, sp.Rational(1, 2)) == 0)


@cache
def kappa_depends_on_f_beside_the_difference() -> bool:
    """At given t - f, kappa still changes with f."""
    d = sp.Symbol("d")
    return not is_zero(sp.diff(KAPPA.subs(t, f + d), f))


@cache
def lines_of_equal_kappa_are_straight() -> bool:
    """Numerator and denominator of (19) are both linear in the rates."""
    parts = (2 * p * (1 - p) * (t - f), sp.expand(EXPECTED))
    linear = all(sp.Poly(part, f, t).total_degree() == 1 for part in parts)
    return linear and is_zero(KAPPA - parts[0] / parts[1])


@cache
def concave_curves_have_one_optimum() -> bool:
    """Prove that along a strictly concave ROC curve kappa has one maximum, for every p.

    The points with kappa >= k form the half-plane L = 2p(1-p)(t - f) - k EXPECTED >= 0. L rises
    with t for every k in [0, 1]: it is linear in k, and positive at both ends. So L is strictly
    concave along the curve, the points with L >= 0 are one piece, and the highest is one point.
    """
    k = sp.Symbol("k")
    level = 2 * p * (1 - p) * (t - f) - k * EXPECTED
    worth = sp.expand(sp.diff(level, t))
    ends = is_zero(worth.subs(k, 0) - 2 * p * (1 - p)) and is_zero(worth.subs(k, 1) - p)
    return lines_of_equal_kappa_are_straight() and sp.degree(worth, k) == 1 and ends


@cache
def slope_is_that_of_the_line() -> bool:
    """(26) asks the ROC curve for the slope of the line of equal kappa through the point."""
    return is_zero(-sp.diff(KAPPA, f) / sp.diff(KAPPA, t) - SLOPE)


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
def gain_of_a_positive_hit() -> sp.Expr:
    """Trade a hit among the negatives for one among the positives, at the same p.

    The accuracy stays; kappa gains 2(1 - 2p)(1 - a)/(1 - p_c)^2 per case.
    """
    d = sp.Symbol("d")
    moved = {TP: TP + d, FN: FN - d, FP: FP + d}
    gain = sp.diff(MEANING[kappa].subs(moved, simultaneous=True), d).subs(d, 0)
    formula = 2 * (1 - 2 * p) * (1 - a) / (1 - p_c) ** 2
    assert is_zero(gain - formula.subs(MEANING, simultaneous=True))
    return formula


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
