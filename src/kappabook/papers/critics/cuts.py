"""Where to cut a probability: what Elkan, Koyejo, Lipton and Vickers say, derived."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, partial
from itertools import product

import sympy as sp

from kappabook.ledger import Finding, Proof, Statement
from kappabook.papers.critics import optimum
from kappabook.papers.critics.optimum import cut, density, k, p, q, tp
from kappabook.papers.shared.algebra import Meaning, follows, is_zero

DERIVED = "Derived here: the derivative of the measure in the cut is 0."
_CUT, _F1, _KAPPA = sp.symbols("cut F1 kappa")
_TP, _FP, _P_T, _L, _NB = sp.symbols("TP FP p_t L NB")
_C_FP, _C_FN = sp.symbols("c_fp c_fn", positive=True)


def checks(printed: Mapping[str, str]) -> tuple[tuple[str, Finding], ...]:  # noqa: ARG001
    """Judge the cuts: each printed formula against the one that is derived, once and for all."""
    return _all_checks()


@cache
def _all_checks() -> tuple[tuple[str, Finding], ...]:
    return tuple(_checks())


def _checks() -> Iterator[tuple[str, Finding]]:
    yield "elkan2001.cut", _proved({_CUT: _cut_of_least_cost()}, "expected cost is stationary")
    yield (
        "koyejo2014.one-cut",
        Finding(
            Statement(_optima_are_cuts()),
            note="Derived here for kappa: it rises up to one cut and falls after it.",
        ),
    )
    for measure, name in (("accuracy", "accuracy"), ("youden", "balanced"), ("kappa", "kappa")):
        meaning = {_CUT: optimum.stationary_cut(measure).subs(k, _KAPPA), sp.Symbol("p"): p}
        yield f"koyejo2014.{name}", _proved(meaning, "the measure is stationary")
    yield (
        "lipton2014.half",
        _proved({_CUT: optimum.stationary_cut("f1").subs(k, _F1)}, "F1 is stationary"),
    )
    yield (
        "lipton2014.uninformative",
        Finding(
            Statement(_calling_all_is_best_for_f1()),
            note="Derived here: at random F1 is 2pq/(p + q), which rises with the share q; "
            "kappa is 0 for all of them.",
        ),
    )
    # The share of a false positive in the costs is p_t, so that of a miss is 1 - p_t.
    loss = _P_T * _FP + (1 - _P_T) * (sp.Symbol("p") - _TP)
    benefit = _TP - _FP * _P_T / (1 - _P_T)
    yield "vickers2006.benefit", _proved({_NB: benefit}, "names NB", "definition", note="")
    yield (
        "vickers2006.loss",
        _proved({_NB: benefit, _L: loss}, "follows from the definitions of both", note=""),
    )


def _proved(
    meaning: Meaning, shown: str, verdict: str = "reproduced", note: str = DERIVED
) -> Finding:
    return Finding(Proof(partial(follows, meaning=meaning), shown), verdict=verdict, note=note)


@cache
def _cut_of_least_cost() -> sp.Expr:
    """Solve for the cut at which costs c_fp per false positive and c_fn per miss are least."""
    cost = _C_FP * (q - tp) + _C_FN * (p - tp)
    slope = sp.diff(cost, q) * -density + sp.diff(cost, tp) * -cut * density
    return sp.solve(slope, cut)[0].subs({_C_FP: sp.Symbol("c_fp"), _C_FN: sp.Symbol("c_fn")})


@cache
def _optima_are_cuts() -> bool:
    """Check the sign of what multiplies the distance to the cut, on a grid of p and q."""
    factor = optimum.slope_of_kappa()
    shares = [sp.Rational(i, 10) for i in range(1, 10)]
    return all(factor.subs({p: x, q: y, density: 1}) > 0 for x, y in product(shares, repeat=2))


@cache
def _calling_all_is_best_for_f1() -> bool:
    f1 = optimum.MEASURES["f1"].subs(tp, p * q)
    return is_zero(sp.diff(f1, q) - 2 * p**2 / (p + q) ** 2)
