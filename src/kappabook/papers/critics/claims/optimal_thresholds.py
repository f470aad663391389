"""The best threshold on a probability: what Elkan, Koyejo, Lipton and Vickers say, derived."""

from __future__ import annotations

import sympy as sp

from kappabook.algebra import is_zero
from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Statement
from kappabook.papers.critics import optimum
from kappabook.papers.critics.claims import notes
from kappabook.papers.critics.claims.findings import proved
from kappabook.papers.critics.optimum import cut, density, k, p, q, tp

# As the printed formulas name them.
_CUT, _PREVALENCE, _KAPPA, _F1 = sp.symbols("cut p kappa F1")
_TP, _FP, _P_T, _L, _NB = sp.symbols("TP FP p_t L NB")
_C_FP, _C_FN = sp.symbols("c_fp c_fn")
# The share of a false positive in the costs is p_t, so that of a miss is 1 - p_t.
LOSS = _P_T * _FP + (1 - _P_T) * (_PREVALENCE - _TP)
BENEFIT = _TP - _FP * _P_T / (1 - _P_T)


@check("elkan2001.*", "koyejo2014.*", "lipton2014.*")
def stationary_thresholds() -> Findings:
    """Check each printed threshold against the one at which its measure is stationary."""
    least_cost = {_CUT: threshold_of_least_cost()}
    yield "elkan2001.cut", proved("expected cost is stationary", least_cost, notes.DERIVED)
    kappa, f1 = (optimum.MEASURES[name] for name in ("kappa", "f1"))
    one = Statement(has_kappas_one_maximum, (kappa,), (f1,))
    yield "koyejo2014.one-cut", Finding(one, note=notes.ONE_THRESHOLD)
    for measure, name in (("accuracy", "accuracy"), ("youden", "balanced"), ("kappa", "kappa")):
        meaning = {_CUT: optimum.stationary_cut(measure).subs(k, _KAPPA), _PREVALENCE: p}
        shown = "the measure is stationary"
        yield f"koyejo2014.{name}", proved(shown, meaning, notes.DERIVED)
    half = {_CUT: optimum.stationary_cut("f1").subs(k, _F1)}
    yield "lipton2014.half", proved("F1 is stationary", half, notes.DERIVED)
    rises = Statement(rises_at_random, (f1,), (kappa,))
    yield "lipton2014.uninformative", Finding(rises, note=notes.UNINFORMATIVE)


@check("vickers2006.*")
def net_benefit() -> Findings:
    """Check net benefit, and that it is the expected loss on another scale."""
    yield "vickers2006.benefit", proved("names NB", {_NB: BENEFIT}, verdict="definition")
    shown = "follows from the definitions of both"
    yield "vickers2006.loss", proved(shown, {_NB: BENEFIT, _L: LOSS})


def threshold_of_least_cost() -> sp.Expr:
    """Solve for the threshold at which c_fp per false positive and c_fn per miss cost least."""
    cost = _C_FP * (q - tp) + _C_FN * (p - tp)
    slope = sp.diff(cost, q) * -density + sp.diff(cost, tp) * -cut * density
    return sp.solve(slope, cut)[0]


def has_kappas_one_maximum(measure: sp.Expr) -> bool:
    """Prove that a measure rises up to one threshold, kappa's, and falls after it.

    Its slope is a positive number times the distance to (1 - kappa) p + kappa/2: the factor is
    2g/(p(1 - q) + q(1 - p)), with a positive density g and shares p and q.
    """
    factor = 2 * density / (p * (1 - q) + q * (1 - p))
    return is_zero(optimum.slope_over_distance(measure) - factor)


def rises_at_random(measure: sp.Expr) -> bool:
    """Prove that a measure of calls at random rises with their share: by 2p^2/(p + q)^2."""
    at_random = measure.subs(tp, p * q)
    return is_zero(sp.diff(at_random, q) - 2 * p**2 / (p + q) ** 2)
