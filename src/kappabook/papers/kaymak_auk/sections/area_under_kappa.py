"""What Sections 4-7 and 9 say: from ROC to kappa and back, the AUK, the best threshold."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import sympy as sp

from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Number, Proof, Statement
from kappabook.papers.kaymak_auk import ledger_notes as notes
from kappabook.papers.kaymak_auk.printed_tables import read_pair
from kappabook.papers.kaymak_auk.theory import bounds, curves
from kappabook.papers.kaymak_auk.theory import demonstrations as demo
from kappabook.papers.kaymak_auk.theory import equations as eq
from kappabook.papers.kaymak_auk.theory import theorems as th
from kappabook.papers.shared.findings import contested, no_picture


@check("s4.balanced", "s6.balanced", "s7.balanced", "s9.balanced")
def balanced() -> Findings:
    """Solve kappa = t - f for p, for all rates at once."""
    (share,) = eq.shares_where_kappa_is("kappa = t - f")
    for section in (4, 6, 7, 9):
        yield f"s{section}.balanced", Finding(Number(Fraction(str(share))))


@check("s4.p-hat", "s4.point", "s4.nonlinear", "s4.parameter", "fig1.*", "fig[23].picture")
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
    drawn = "two binormal curves, and their kappa curves by (19) for p = 0.2"
    yield "fig1.picture", no_picture(drawn)
    for figure in (2, 3):
        yield f"fig{figure}.picture", no_picture(lost=", and the split of the data is lost")


@check("s5.diagonal", "s6.auc-random")
def guessing() -> Findings:
    """Check the areas of a random classifier."""
    diagonal = Statement(eq.KAPPA.subs(eq.t, eq.f) == 0, "kappa of t = f is 0")
    yield "s5.diagonal", Finding(diagonal)
    yield "s6.auc-random", Finding(Number(demo.auc_of_the_random()))


@check("s6.function")
def function(printed: Mapping[str, str]) -> Finding:
    """Give the AUKs that one printed AUC allows."""
    linear = read_pair(printed, 4, "linear")
    low, high = bounds.auk_range(linear, curves.P_BAD)
    shown = f"{low:.4f} to {high:.4f} at AUC {linear.auc}, p = 0.11"
    return contested(low < high, shown, notes.FUNCTION)


@check(
    *("s7.explicit", "s7.unique", "s7.multiple", "s7.gradient", "s7.second-term", "s7.left"),
    *("s7.footnote", "s7.one-condition"),
)
def section_7() -> Findings:
    """Check what is said of the largest kappa."""
    yield "s7.explicit", Finding(Statement(eq.p in eq.KAPPA.free_symbols))
    yield "s7.unique", Finding(Statement(th.concave_curves_have_one_optimum()), note=notes.USUALLY)
    two = curves.two_optima()
    best = two.local_optima
    equal = len(best) == 2 and abs(two.kappa[best[0]] - two.kappa[best[1]]) < 1e-12
    shown = f"kappa {two.kappa[best[0]]:.3f} at f = {two.fpr[best[0]]:g} and {two.fpr[best[1]]:g}"
    yield "s7.multiple", Finding(Statement(equal, f"{shown}, p = {two.p:g}"), note=notes.TWO)
    yield "s7.gradient", Finding(Number(int(th.slope_when_balanced())))
    yield "s7.second-term", Finding(Proof(eq.slope_term_is_positive, "positive iff p < 1/2"))
    steeper = th.least_slope_with_rare_positives() == th.slope_when_balanced()
    yield "s7.left", Finding(Statement(steeper and th.slope_is_that_of_the_line()), note=notes.LEFT)
    yield "s7.footnote", Finding(Proof(eq.slope_term_is_positive, "a factor of that term"))
    same = Statement(th.slope_is_that_of_the_line(), "the line of equal kappa")
    yield "s7.one-condition", Finding(same, note=notes.CONDITION)


@check(
    *("s9.one-to-one", "s9.half-gini", "s9.gradient*", "s9.skew", "s9.minority-balanced"),
    "s9.better",
)
def section_9() -> Findings:
    """Check the conclusions."""
    yield "s9.one-to-one", Finding(Statement(th.kappa_rises_with_t()), note=notes.ONE_TO_ONE)
    auk, gini = eq.ON_BALANCED_CURVE["AUK"], eq.ON_BALANCED_CURVE["GINI"]
    yield "s9.half-gini", Finding(Number(Fraction(str(auk / gini))))
    yield "s9.gradient", Finding(Number(int(th.slope_when_balanced())))
    yield "s9.skew", Finding(Proof(eq.slope_term_is_positive, "positive iff p < 1/2"))
    yield "s9.gradient-exceeds", Finding(Number(int(th.least_slope_with_rare_positives())))
    gain = th.gain_of_a_positive_hit().subs(eq.p, sp.Rational(1, 2))
    yield "s9.minority-balanced", Finding(Statement(gain == 0, "the gain of s3.minority is 0"))
    yield "s9.better", contested(True, "depends on the use", notes.BETTER, "inferred")
