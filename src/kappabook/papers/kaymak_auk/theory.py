"""Checks of Sections 4-7 and 9: from ROC to kappa and back, the AUK, the best threshold."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import sympy as sp

from kappabook.ledger import Finding, Number, Proof, Statement
from kappabook.papers.kaymak_auk import bounds, curves, notes
from kappabook.papers.kaymak_auk import demonstrations as demo
from kappabook.papers.kaymak_auk import equations as eq
from kappabook.papers.kaymak_auk import theorems as th
from kappabook.papers.kaymak_auk.tables import Areas

Findings = Iterator[tuple[str, Finding]]


def section_4() -> Findings:
    """Check what surrounds (13)-(20), and Figure 1."""
    p_hat = sp.cancel(th.CALLED_POSITIVE)
    by_rates = Statement({eq.f, eq.t} <= p_hat.free_symbols, "by (17) it changes along a curve")
    yield "s4.p-hat", Finding(by_rates)
    one = Statement(eq.KAPPA.free_symbols == {eq.f, eq.t, eq.p}, "a function of f, t and p")
    yield "s4.point", Finding(one, note="With p given, and 0 < p < 1.")
    yield "s4.nonlinear", Finding(Statement(th.kappa_is_not_linear()), note="Unless p = 1/2.")
    yield "s4.parameter", Finding(Statement(th.kappa_depends_on_f_beside_the_difference()))
    solid, dashed = curves.figure_1().values()
    nested = Statement(bool((solid.tpr >= dashed.tpr).all()), "two binormal curves")
    yield "fig1.two", Finding(Number(len(curves.figure_1())))
    yield "fig1.roc", Finding(nested, "inferred", notes.FIGURE_1, "consistent")
    yield "fig1.kappa", Finding(Statement(th.kappa_rises_with_t()), note=notes.NESTED)
    for figure, note in ((1, notes.PICTURE_1), (2, notes.PICTURE_2), (3, notes.PICTURE_2)):
        lost = Statement(False, "not in the text")
        yield f"fig{figure}.picture", Finding(lost, "inferred", note, "unavailable")
    yield "s4.balanced", _balanced()


def _balanced() -> Finding:
    """Solve kappa = t - f for p, for all rates at once."""
    (share,) = eq.shares_where_kappa_is("kappa = t - f")
    return Finding(Number(Fraction(str(share))))


def sections_5_and_6(linear: Areas) -> Findings:
    """Check what surrounds (21)-(24); `linear` is a printed pair of areas."""
    diagonal = Statement(eq.KAPPA.subs(eq.t, eq.f) == 0, "kappa of t = f is 0")
    yield "s5.diagonal", Finding(diagonal)
    yield "s6.auc-random", Finding(Number(demo.auc_of_the_random()))
    low, high = bounds.auk_range(linear, curves.P_BAD)
    many = Statement(low < high, f"{low:.4f} to {high:.4f} at AUC {linear.auc}, p = 0.11")
    yield "s6.function", Finding(many, "proved", notes.FUNCTION, "contested")
    yield "s6.balanced", _balanced()


def section_7() -> Findings:
    """Check what is said of the largest kappa."""
    yield "s7.explicit", Finding(Statement(eq.p in eq.KAPPA.free_symbols))
    yield "s7.unique", Finding(Statement(th.concave_curves_have_one_optimum()), note=notes.USUALLY)
    two = curves.two_optima()
    best = two.local_optima
    equal = len(best) == 2 and abs(two.kappa[best[0]] - two.kappa[best[1]]) < 1e-12
    shown = f"kappa {two.kappa[best[0]]:.3f} at f = {two.fpr[best[0]]:g} and {two.fpr[best[1]]:g}"
    yield "s7.multiple", Finding(Statement(equal, f"{shown}, p = {two.p:g}"), note=notes.TWO)
    yield "s7.balanced", _balanced()
    yield "s7.gradient", Finding(Number(int(th.slope_when_balanced())))
    yield "s7.second-term", Finding(Proof(eq.slope_term_is_positive, "positive iff p < 1/2"))
    steeper = th.least_slope_with_rare_positives() == th.slope_when_balanced()
    yield "s7.left", Finding(Statement(steeper and th.slope_is_that_of_the_line()), note=notes.LEFT)
    yield "s7.footnote", Finding(Proof(eq.slope_term_is_positive, "a factor of that term"))
    same = Statement(th.slope_is_that_of_the_line(), "the line of equal kappa")
    yield "s7.one-condition", Finding(same, note=notes.CONDITION)


def section_9() -> Findings:
    """Check the conclusions."""
    yield "s9.one-to-one", Finding(Statement(th.kappa_rises_with_t()), note=notes.ONE_TO_ONE)
    yield "s9.balanced", _balanced()
    auk, gini = eq.ON_BALANCED_CURVE["AUK"], eq.ON_BALANCED_CURVE["GINI"]
    yield "s9.half-gini", Finding(Number(Fraction(str(auk / gini))))
    yield "s9.gradient", Finding(Number(int(th.slope_when_balanced())))
    yield "s9.skew", Finding(Proof(eq.slope_term_is_positive, "positive iff p < 1/2"))
    yield "s9.gradient-exceeds", Finding(Number(int(th.least_slope_with_rare_positives())))
    gain = th.gain_of_a_positive_hit().subs(eq.p, sp.Rational(1, 2))
    yield "s9.minority-balanced", Finding(Statement(gain == 0, "the gain of s3.minority is 0"))
    better = Statement(True, "depends on the use")
    yield "s9.better", Finding(better, "inferred", notes.BETTER, "contested")
