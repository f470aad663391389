"""Averages over thresholds, and the best threshold: what they take errors to cost."""

from __future__ import annotations

from typing import Any

import sympy as sp

from kappabook.audit.algebra import follows, is_zero
from kappabook.audit.computed import OfText, holds
from kappabook.audit.declared import computes
from kappabook.audit.printed import Printed
from kappabook.papers.critics import optimum
from kappabook.papers.critics.optimum import cut, density, k, p, q, tp
from kappabook.papers.critics.tables import CHANCE, corrected, kappa, p_o
from kappabook.papers.critics.tables import p as share
from kappabook.papers.shared.theorems import auc_is_an_expected_loss

# --- areas as losses: Hand 2009 and 2014, Flach et al. 2011 -------------------------------------

f, t, c, slope = sp.symbols("f t c slope", positive=True)
pi_0, pi_1, AUC, L, u, accuracy = sp.symbols("pi_0 pi_1 AUC L u accuracy")

# Hand: the best thresholds; costs spread as the cases' own scores spread them. See the lemma.
BEST_THRESHOLDS = {L: 2 * pi_0 * pi_1 * (1 - AUC)}
# Hand (2009): the costs have the density of Beta(2, 2).
BETA_2_2 = {u: sp.gamma(4) / (sp.gamma(2) * sp.gamma(2)) * c * (1 - c)}
# Hand and Anagnostopoulos: the mode of Beta(1 + pi_1, 1 + pi_0), with pi_0 = 1 - pi_1.
BETTER_BETA = {c: ((1 + pi_1) - 1) / ((1 + pi_1) + (2 - pi_1) - 2)}
# Flach et al.: Q = 2(c pi_0 FPR + (1 - c) pi_1 FNR), with c uniform, so 2 E[c] = 1; the threshold
# is the score of a case drawn at random: of two negatives either is above the other, and so on.
_ABOVE = 1 - AUC
_FALSE_ALARMS, _MISSES = (1 - pi_1) / 2 + pi_1 * _ABOVE, pi_1 / 2 + (1 - pi_1) * _ABOVE
ANY_THRESHOLD = {L: (1 - pi_1) * _FALSE_ALARMS + pi_1 * _MISSES, pi_0: 1 - pi_1}


@computes("hand2009.*", "hand2014.*", "flach2011.*")
def areas_as_losses(printed: Printed) -> dict[str, Any]:
    """Hand, Hand and Anagnostopoulos, Flach et al.: what the AUC and H average."""
    return {
        "hand2009.loss": OfText(
            lambda text: auc_is_an_expected_loss() and follows(text, BEST_THRESHOLDS),
            "the expected least loss, for concave curves",
        ),
        "hand2009.beta": BETA_2_2,
        "hand2014.mode": BETTER_BETA,
        "flach2011.loss": ANY_THRESHOLD,
    }


# --- costs in ROC space: Provost et al. 1998; the AUK -------------------------------------------

RATES = {
    accuracy: share * t + (1 - share) * (1 - f),
    slope: (1 - share) * c / (share * (1 - c)),
}
# Kappa by the error rate and the disagreement of an independent guesser.
AUK = {kappa: corrected(p_o, CHANCE)}


@computes("provost1998.*", "kaymak2012.*")
def costs_in_roc_space(printed: Printed) -> dict[str, Any]:
    """Provost et al.: what accuracy charges, and lines of equal cost; kappa as an error rate."""
    return {
        "provost1998.accuracy": RATES,
        "provost1998.slope": OfText(
            lambda text: cost_lines_have_this_slope() and follows(text, RATES),
            "along the line the expected cost is equal",
        ),
        "kaymak2012.kappa": AUK,
    }


def cost_lines_have_this_slope() -> bool:
    """At cost share c, points of equal expected cost lie on lines of slope (1-p)c/(p(1-c))."""
    cost = c * (1 - share) * f + (1 - c) * share * (1 - t)
    return is_zero(-sp.diff(cost, f) / sp.diff(cost, t) - RATES[slope])


# --- the best threshold: Elkan 2001, Koyejo et al. 2014, Lipton et al. 2014, Vickers 2006 -------

# As the printed formulas name them; `share` is their p.
_CUT, _F1 = sp.symbols("cut F1")
_TP, _FP, _P_T, _NB, _C_FP, _C_FN = sp.symbols("TP FP p_t NB c_fp c_fn")
# The share of a false positive in the costs is p_t, so that of a miss is 1 - p_t.
LOSS = _P_T * _FP + (1 - _P_T) * (share - _TP)
BENEFIT = _TP - _FP * _P_T / (1 - _P_T)


@computes("elkan2001.*", "koyejo2014.*", "lipton2014.*")
def stationary_thresholds(printed: Printed) -> dict[str, Any]:
    """Elkan, Koyejo et al., Lipton et al.: the threshold at which a measure is stationary."""
    measures = {"accuracy": "accuracy", "balanced": "youden", "kappa": "kappa"}
    of_kappa, of_f1 = (optimum.MEASURES[name] for name in ("kappa", "f1"))
    return {
        "elkan2001.cut": {_CUT: threshold_of_least_cost()},
        **{
            f"koyejo2014.{name}": {
                _CUT: optimum.stationary_cut(measure).subs(k, kappa),
                share: p,
            }
            for name, measure in measures.items()
        },
        "koyejo2014.one-cut": holds(
            has_kappas_one_maximum, (of_kappa,), (of_f1,), evidence="proved"
        ),
        "lipton2014.half": {_CUT: optimum.stationary_cut("f1").subs(k, _F1)},
        "lipton2014.uninformative": holds(
            rises_at_random, (of_f1,), (of_kappa,), evidence="proved"
        ),
    }


def threshold_of_least_cost() -> sp.Expr:
    """Solve for the threshold at which c_fp per false positive and c_fn per miss cost least."""
    cost = _C_FP * (q - tp) + _C_FN * (p - tp)
    rate = sp.diff(cost, q) * -density + sp.diff(cost, tp) * -cut * density
    return sp.solve(rate, cut)[0]


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


@computes("vickers2006.*")
def net_benefit(printed: Printed) -> dict[str, Any]:
    """Vickers and Elkin: net benefit, which is the expected loss on another scale."""
    return {
        "vickers2006.benefit": {_NB: BENEFIT},
        "vickers2006.loss": {_NB: BENEFIT, L: LOSS},
    }
