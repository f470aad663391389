"""Equations (1)-(26): the printed text of each is proved from Table 1."""

from __future__ import annotations

from typing import Any

import sympy as sp

from kappabook.algebra import is_zero, sides
from kappabook.computed import OfText, computes
from kappabook.printed import Printed

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


@computes
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
