"""Averages over thresholds: what the AUC, the H-measure and the AUK take the costs to be."""

from __future__ import annotations

from collections.abc import Callable
from math import isclose

import sympy as sp

from kappabook.algebra import Meaning, follows, is_zero
from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Proof, Statement
from kappabook.metrics.kappa_curve import kappa_at
from kappabook.papers.critics.claims import notes
from kappabook.papers.critics.claims.findings import proved
from kappabook.papers.critics.claims.symbols import CHANCE, corrected, kappa, p, p_o
from kappabook.papers.shared.findings import contested

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
RATES = {accuracy: p * t + (1 - p) * (1 - f), slope: (1 - p) * c / (p * (1 - c))}
# The loss at one threshold of the classifier.
ONE_THRESHOLD = pi_1 * (1 - t) + (1 - pi_1) * f
# Curves t = f^exponent.
TWO_CURVES = (sp.Rational(1, 2), sp.Rational(1, 4))
ONE_CURVE_TWICE = (sp.Rational(1, 2), sp.Rational(1, 2))
# Points (f, t); of the second two, one case in five is called positive at either.
TWO_POINTS = ((0.1, 0.6), (0.1, 0.9))
AS_MANY_CALLED = ((0.1, 0.6), (0.2, 0.2))
# Kappa by the error rate and the disagreement of an independent guesser.
AUK = {kappa: corrected(p_o, CHANCE)}


@check("hand2009.*", "hand2014.*", "flach2011.*")
def areas_as_losses() -> Findings:
    """Check what Hand, Flach et al., and Hand and Anagnostopoulos say the AUC and H average."""
    loss = Proof(by_lemma, "by the lemma, for concave curves", (BEST_THRESHOLDS, auc_is_a_loss))
    yield "hand2009.loss", Finding(loss, note=notes.LOSS)
    yield "hand2009.beta", proved("density of Beta(2, 2)", BETA_2_2, verdict="definition")
    shown = "c > 0.9 with weight {:.3f} and {:.3f}".format(*map(share_of_high_costs, TWO_CURVES))
    weighs = Statement(weighs_costs_differently, TWO_CURVES, ONE_CURVE_TWICE, shown)
    yield "hand2009.incoherent", contested(weighs, notes.INCOHERENT)
    yield "hand2014.mode", proved("the mode", BETTER_BETA, notes.MODE)
    yield "flach2011.loss", proved("linear in AUC", ANY_THRESHOLD, notes.UNIFORM)
    coherent = Statement(
        depends_on_auc_alone, (ANY_THRESHOLD[L],), (ONE_THRESHOLD,), "uniform over costs and cases"
    )
    yield "flach2011.coherent", contested(coherent, notes.COHERENT)


@check("provost1998.*")
def costs_in_roc_space() -> Findings:
    """Check Provost et al.: what accuracy charges, and lines of equal cost."""
    yield "provost1998.accuracy", proved("each error costs 1", RATES, notes.ACCURACY)
    lines = Proof(by_lemma, "lines of equal expected cost", (RATES, cost_lines_have_this_slope))
    yield "provost1998.slope", Finding(lines)


@check("kaymak2012.*")
def area_under_kappa() -> Findings:
    """Put Hand's question to the AUK: what an error costs."""
    yield "kaymak2012.kappa", proved("errors by chance disagreement", AUK)
    shown = "an error at f = 0.1 costs {:.2f} if t = 0.6, {:.2f} if t = 0.9".format(
        *(price_of_an_error(*point, 0.2) for point in TWO_POINTS)
    )
    prices = Statement(prices_differ, TWO_POINTS, AS_MANY_CALLED, shown)
    yield "kaymak2012.weights", contested(prices, notes.AUK)


def by_lemma(text: str, meaning: Meaning, lemma: Callable[[], bool]) -> bool:
    """Prove a printed equation from what its symbols mean, which a lemma has to establish."""
    return lemma() and follows(text, meaning)


def auc_is_a_loss() -> bool:
    r"""Prove Hand's lemma: the expected least loss is 2 pi_0 pi_1 (1 - AUC).

    At a point of a concave curve of slope s a threshold there is best for the cost share
    c = p s/(p s + 1 - p) of a false positive; the cases' scores pass it at the rate p s + 1 - p
    per unit of f. Loss times rate is p (1 - p)(s f + 1 - t), and both the integral of s f df and
    that of (1 - t) df are 1 - AUC: by parts, d(f (t - 1)) = (t - 1) df + s f df.
    """
    s, g = sp.Symbol("s"), sp.Function("g")
    share = p * s / (p * s + 1 - p)
    loss = share * (1 - p) * f + (1 - share) * p * (1 - t)
    rate = is_zero((p * s + 1 - p) * loss - p * (1 - p) * (s * f + 1 - t))
    parts = sp.diff(f * (g(f) - 1), f) - (g(f) - 1) - f * sp.diff(g(f), f)
    return rate and sp.simplify(parts) == 0


def weighs_costs_differently(one: sp.Rational, other: sp.Rational) -> bool:
    """Say whether the AUC weighs high costs differently for t = f^one and t = f^other."""
    return share_of_high_costs(one) != share_of_high_costs(other)


def depends_on_auc_alone(loss: sp.Expr) -> bool:
    """Say whether a loss is linear in the AUC, and knows of the classifier nothing else."""
    return bool(sp.degree(loss, AUC) == 1) and loss.free_symbols == {AUC, pi_1}


def prices_differ(one: tuple[float, float], other: tuple[float, float]) -> bool:
    """Say whether an error costs differently at two points of ROC space, one in five positive."""
    return not isclose(price_of_an_error(*one, 0.2), price_of_an_error(*other, 0.2))


def share_of_high_costs(exponent: sp.Rational) -> float:
    """Weight that the AUC of t = f^exponent gives to costs c > 0.9, at p = 1/2.

    c > 0.9 where the slope exceeds 9; there the cases pass at the rate (1 + slope)/2.
    """
    end = (sp.Integer(9) / exponent) ** (1 / (exponent - 1))
    return float((end + end**exponent) / 2)


def cost_lines_have_this_slope() -> bool:
    """At cost share c, points of equal expected cost lie on lines of slope (1-p)c/(p(1-c))."""
    cost = c * (1 - p) * f + (1 - c) * p * (1 - t)
    return is_zero(-sp.diff(cost, f) / sp.diff(cost, t) - RATES[slope])


def price_of_an_error(fpr: float, tpr: float, prevalence: float) -> float:
    """Return by how much a unit of error rate lowers kappa: one over the chance disagreement."""
    errors = prevalence * (1 - tpr) + (1 - prevalence) * fpr
    return float((1 - kappa_at(fpr, tpr, prevalence)) / errors)
