"""Equations (1)-(26), each printed text proved from Table 1, and what follows from them."""

from __future__ import annotations

from functools import cache
from typing import Any

import sympy as sp

from kappabook.audit.algebra import is_zero, sides
from kappabook.audit.computed import OfText
from kappabook.audit.declared import computes
from kappabook.audit.printed import Printed

TP, FN, FP, TN = sp.symbols("TP FN FP TN")
p, n, p_hat, n_hat = sp.symbols("p n p_hat n_hat")
a, p_c, kappa = sp.symbols("a p_c kappa")
t, f = sp.symbols("t f")
g = sp.Function("g")

# Table 1: three cells are free, the fourth completes them to one; the margins are sums of cells.
_TN = 1 - TP - FN - FP
_P, _P_HAT = TP + FN, TP + FP
_CHANCE = _P * _P_HAT + (1 - _P) * (1 - _P_HAT)
MEANING = {
    TN: _TN,
    p: _P,
    n: FP + _TN,
    p_hat: _P_HAT,
    n_hat: FN + _TN,
    t: TP / _P,
    f: FP / (1 - _P),
    a: TP + _TN,
    p_c: _CHANCE,
    kappa: (TP + _TN - _CHANCE) / (1 - _CHANCE),
}

# With p = n = 1/2, only TP and FP are free.
_HALF = {FN: sp.Rational(1, 2) - TP}
BALANCED = {**{name: value.subs(_HALF) for name, value in MEANING.items()}, **_HALF}

# A guesser who calls p_hat of the cases positive, whatever they are: cells are products.
_GUESS = {TP: p * p_hat, FN: p * (1 - p_hat), FP: (1 - p) * p_hat}
RANDOM = {name: MEANING[name].subs(_GUESS, simultaneous=True) for name in (t, f, a, p_c, kappa)}

# Kappa by the rates, from the definitions alone; that it is (19), the check of (19) proves.
_RATES = {TP: p * t, FN: p * (1 - t), FP: (1 - p) * f}
KAPPA = sp.factor(sp.cancel(MEANING[kappa].subs(_RATES, simultaneous=True)))
# Right-hand side of (26): the slope of a ROC curve where kappa is stationary.
SLOPE = 1 + (1 - 2 * p) * (t - f) / (p + (1 - 2 * p) * f)

_UNIT = (f, 0, 1)


def _on_curve(share: sp.Expr) -> dict[str, Any]:
    """Names along a ROC curve t = g(f) of data with this share of positives."""
    height = KAPPA.subs(p, share).subs(t, g(f))
    height = sp.expand(sp.cancel(height)) if share != p else height
    return {
        "f": f,
        "p": p,
        "g": g,
        "t": g(f),
        "kappa": height,
        "AUC": sp.Integral(g(f), _UNIT),
        "AUK": sp.Integral(height, _UNIT),
        "GINI": 2 * sp.Integral(g(f) - f, _UNIT),
    }


ON_CURVE, ON_BALANCED_CURVE = _on_curve(p), _on_curve(sp.Rational(1, 2))


def defines(text: str) -> bool:
    """Say whether (8), (9) or (21) is the definition that the others rest on."""
    first, *others = sides(text, ON_CURVE)
    return bool(others) and all(first == other for other in others)


def area_follows(text: str) -> bool:
    """Prove an equation between areas, as (10), for any ROC curve: integrals are linear."""
    return _equal(sides(text, ON_CURVE))


def area_follows_when_balanced(text: str) -> bool:
    """Prove (22)-(24) for any ROC curve, at p = 1/2."""
    return _equal(sides(text, ON_BALANCED_CURVE))


def stationary_when_balanced(text: str) -> bool:
    """Prove (25): all sides but the last are the derivative of kappa; the last sets it to 0."""
    *derivatives, zero = sides(text, ON_BALANCED_CURVE)
    expected = sp.diff(ON_BALANCED_CURVE["kappa"], f)
    return zero == 0 and _equal([expected, *(side.doit() for side in derivatives)])


def stationary(text: str) -> bool:
    """Prove (26): differentiate (19) along any ROC curve, set it to 0, solve for the slope.

    The derivative is linear in the slope, so there is one solution.
    """
    left, right = sides(text, ON_CURVE)
    slope, s = sp.Derivative(g(f), f), sp.Symbol("s")
    rate = sp.diff(ON_CURVE["kappa"], f).doit().subs(slope, s)
    assert sp.diff(rate, s, 2) == 0
    solution = -rate.subs(s, 0) / sp.diff(rate, s)
    return bool(left == slope) and is_zero(solution - right)


def term_by_term(height: sp.Expr, limits: sp.Tuple) -> sp.Expr:
    """Integrate each term on its own; one with a curve in it stays, but for its factors."""
    whole = sp.Integer(0)
    for term in sp.Add.make_args(sp.expand(height)):
        factor, rest = term.as_independent(limits[0])
        known = not rest.has(g)
        whole += factor * (sp.integrate(rest, limits) if known else sp.Integral(rest, limits))
    return whole


def _equal(values: list[Any]) -> bool:
    first, *others = (value.replace(sp.Integral, term_by_term) for value in values)
    return bool(others) and all(sp.expand(first - other) == 0 for other in others)


@computes("eq*")
def equations(printed: Printed) -> dict[str, Any]:
    """Equations (1)-(26): those that only fix a name, and those that follow from them."""
    of_one_table = (*range(1, 8), *range(11, 20))
    return {
        **dict.fromkeys((f"eq{i}" for i in of_one_table), MEANING),
        **dict.fromkeys(("eq8", "eq9", "eq21"), defines),
        "eq10": OfText(area_follows, "twice the area above the diagonal"),
        "eq20": BALANCED,
        "eq22": OfText(area_follows_when_balanced, "follows from (20) and (21)"),
        "eq23": OfText(area_follows_when_balanced, "follows from (22) and (9)"),
        "eq24": OfText(area_follows_when_balanced, "follows from (23) and (10)"),
        "eq25": OfText(stationary_when_balanced, "the derivative of (20), set to 0"),
        "eq26": OfText(stationary, "the derivative of (19), set to 0"),
    }


# --- what the text says of these equations ------------------------------------------------------


def shares_where_kappa_is(text: str) -> list[sp.Expr]:
    """Return every p in (0, 1) at which kappa = t - f, say, holds for all rates."""
    left, right = sides(text, {"kappa": KAPPA, "p": p, "t": t, "f": f})
    numerator = sp.numer(sp.together(left - right))
    found = sp.solve(sp.Poly(numerator, f, t).coeffs(), p)
    return [share for (share,) in found if 0 < share < 1]


def slope_term_is_positive(text: str) -> bool:
    """Prove 'p < c' or 'x > 0' to be what makes the second term of (26) positive.

    The term is (1 - 2p)(t - f) over p(1 - f) + (1 - p) f, which is never negative.
    """
    divisor = p * (1 - f) + (1 - p) * f
    factors = sp.cancel((SLOPE - 1) * divisor)
    if " < " in text:
        left, right = (sides(side, {"p": p})[0] for side in text.split(" < "))
        rest = sp.cancel(factors / (t - f))
        return bool(left == p and rest.subs(p, right) == 0 and sp.diff(rest, p) < 0)
    left, right = (sides(side, {"t": t, "f": f})[0] for side in text.split(" > "))
    return bool(right == 0 and is_zero(factors / left - (1 - 2 * p)))


# --- what follows for all tables, all rates and all curves at once --------------------------------

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
