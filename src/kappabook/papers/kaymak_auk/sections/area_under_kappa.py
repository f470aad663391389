"""What Sections 4-7 and 9 say: from ROC to kappa and back, the AUK, the best threshold."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import sympy as sp

from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Number, Proof, Statement, Unjudged
from kappabook.papers.kaymak_auk import ledger_notes as notes
from kappabook.papers.kaymak_auk.german_credit import rerun
from kappabook.papers.kaymak_auk.printed_tables import read_pair
from kappabook.papers.kaymak_auk.sections.introduction import one_optimum
from kappabook.papers.kaymak_auk.theory import bounds, curves
from kappabook.papers.kaymak_auk.theory import demonstrations as demo
from kappabook.papers.kaymak_auk.theory import equations as eq
from kappabook.papers.kaymak_auk.theory import theorems as th
from kappabook.papers.shared.findings import contested, no_picture
from kappabook.papers.shared.wording import listed


@check("s4.balanced", "s6.balanced", "s7.balanced", "s9.balanced")
def balanced() -> Findings:
    """Solve kappa = t - f for p, for all rates at once."""
    (share,) = eq.shares_where_kappa_is("kappa = t - f")
    for section in (4, 6, 7, 9):
        yield f"s{section}.balanced", Finding(Number(Fraction(str(share))))


@check("s4.p-hat", "s4.point", "s4.nonlinear", "s4.parameter", "s4.earlier")
def section_4() -> Findings:
    """Check what surrounds (13)-(20)."""
    given: tuple[Any, ...]
    witness: tuple[Any, ...]
    # Of the share of positives, which belongs to the data, it is not so.
    given, witness = ((share, eq.f, eq.t) for share in (th.CALLED_POSITIVE, eq.p))
    shown = "by (17) it changes along a curve"
    yield "s4.p-hat", Finding(Statement(th.depends_on, given, witness, shown))
    free_p_hat = (eq.p * eq.t + eq.n * (1 - eq.f) - eq.p_c) / (1 - eq.p_c)
    given, witness = ((kappa, eq.f, eq.t, eq.p) for kappa in (eq.KAPPA, free_p_hat))
    one = Statement(th.is_function_of, given, witness, "a function of f, t and p")
    yield "s4.point", Finding(one, note="With p given, and 0 < p < 1.")
    half = sp.Rational(1, 2)
    nonlinear = Statement(th.kappa_is_not_linear, (eq.p,), (half,))
    yield "s4.nonlinear", Finding(nonlinear, note=notes.UNLESS_BALANCED)
    by_f = Statement(th.kappa_depends_on_f_beside_the_difference, (eq.p,), (half,))
    yield "s4.parameter", Finding(by_f, note=notes.UNLESS_BALANCED)
    # (13) of 2008, whose TP and FP are shares and whose P_bar is p_hat; and with one sign turned.
    earlier = "kappa = (TP - FP - p_hat*(1 - 2*n))/(p - p_hat*(1 - 2*n))"
    turned = "kappa = (TP - FP + p_hat*(1 - 2*n))/(p - p_hat*(1 - 2*n))"
    same = Statement(eq.prove, (earlier,), (turned,), "its (13) is (15)")
    yield "s4.earlier", Finding(same, "external", notes.EARLIER)


@check("fig1.*", "s4.corner", "fig[23].picture")
def figure_1() -> Findings:
    """Check what is said of Figure 1."""
    solid, dashed = curves.figure_1().values()
    two = Number(len(curves.figure_1()))
    yield "fig1.two", Finding(two, note=notes.DRAWN, verdict="definition")
    above = Unjudged("two binormal curves in our drawing")
    yield "fig1.roc", Finding(above, note=notes.DRAWN, verdict="definition")
    yield "fig1.kappa", Finding(kappa_rises(), note=notes.NESTED)
    early, late = curves.crossing().values()
    nested = ((solid.fpr, solid.tpr), (dashed.fpr, dashed.tpr))
    near, far = (demo.distance_to_the_corner(*curve) for curve in (late, early))
    shown = f"{near:.3f} and {far:.3f} from the corner, and they cross"
    nearer = Statement(demo.nearer_but_not_above, (late, early), nested, shown)
    yield "s4.corner", contested(nearer, notes.CORNER)
    drawn = "two binormal curves, and their kappa curves by (19) for p = 0.2"
    yield "fig1.picture", no_picture(drawn)
    for figure in (2, 3):
        yield f"fig{figure}.picture", no_picture(lost=", and the split of the data is lost")


def kappa_rises(shown: str = "") -> Statement:
    """Prove that kappa rises with t at given f and p; with one sign turned it does not follow."""
    turned = th.WORTH.subs(eq.f, -eq.f)
    return Statement(th.rises_with_t, (eq.KAPPA, th.WORTH), (eq.KAPPA, turned), shown)


@check("s5.diagonal", "s6.auc-random")
def guessing() -> Findings:
    """Check the areas of a random classifier."""
    given, witness = (eq.f,), (sp.sqrt(eq.f),)
    diagonal = Statement(th.kappa_is_zero_along, given, witness, "kappa of t = f is 0")
    yield "s5.diagonal", Finding(diagonal)
    yield "s6.auc-random", Finding(Number(demo.auc_of_the_random()))


@check("s6.function")
def function(printed: Mapping[str, str]) -> Finding:
    """Give the AUKs that one printed AUC allows."""
    linear = read_pair(printed, 4, "linear")
    low, high = bounds.auk_range(linear, curves.P_BAD)
    shown = f"{low:.4f} to {high:.4f} at AUC {linear.auc}, p = 0.11"
    auc = linear.numbers[0]
    several = Statement(demo.auc_leaves_open, (auc, curves.P_BAD), (auc, 0.5), shown)
    return contested(several, notes.FUNCTION)


@check(
    *("s7.explicit", "s7.unique", "s7.multiple", "s7.gradient", "s7.second-term", "s7.left"),
    *("s7.footnote", "s7.one-condition"),
)
def section_7() -> Findings:
    """Check what is said of the largest kappa."""
    balanced = eq.KAPPA.subs(eq.p, sp.Rational(1, 2))
    explicit = Statement(th.depends_on, (eq.KAPPA, eq.p), (balanced, eq.p))
    yield "s7.explicit", Finding(explicit)
    usually = one_optimum("one, for strictly concave curves")
    yield "s7.unique", contested(usually, notes.usually(rerun.maxima()))
    two, one = curves.two_optima(), curves.one_optimum()
    best = two.local_optima
    shown = f"kappa {two.kappa[best[0]]:.3f} at f = {two.fpr[best[0]]:g} and {two.fpr[best[1]]:g}"
    several = Statement(curves.has_equal_optima, (two,), (one,), f"{shown}, p = {two.p:g}")
    yield "s7.multiple", Finding(several, note=notes.TWO)
    yield "s7.gradient", Finding(Number(int(th.slope_when_balanced())))
    yield "s7.second-term", Finding(Proof(eq.slope_term_is_positive, "positive iff p < 1/2"))
    # 1 less the second term of (26), in place of 1 more.
    turned = 2 - eq.SLOPE
    left = Statement(th.optimum_moves_left, (eq.SLOPE,), (turned,))
    yield "s7.left", Finding(left, note=notes.LEFT)
    yield "s7.footnote", Finding(Proof(eq.slope_term_is_positive, "a factor of that term"))
    line = "the line of equal kappa"
    same = Statement(th.slope_is_that_of_the_line, (eq.SLOPE,), (turned,), line)
    yield "s7.one-condition", Finding(same, note=notes.CONDITION)


@check(
    *("s9.one-to-one", "s9.half-gini", "s9.unique", "s9.threshold", "s9.gradient*", "s9.skew"),
    *("s9.minority-balanced", "s9.better"),
)
def section_9() -> Findings:
    """Check the conclusions."""
    given: tuple[Any, ...]
    witness: tuple[Any, ...]
    yield "s9.one-to-one", Finding(kappa_rises(), note=notes.ONE_TO_ONE)
    auk, gini = eq.ON_BALANCED_CURVE["AUK"], eq.ON_BALANCED_CURVE["GINI"]
    yield "s9.half-gini", Finding(Number(Fraction(str(auk / gini))))
    one = one_optimum("one, for strictly concave curves")
    yield "s9.unique", contested(one, notes.usually(rerun.maxima()))
    yield "s9.threshold", contested(one, notes.typically(rerun.maxima()))
    yield "s9.gradient", Finding(Number(int(th.slope_when_balanced())))
    yield "s9.skew", Finding(Proof(eq.slope_term_is_positive, "positive iff p < 1/2"))
    yield "s9.gradient-exceeds", Finding(Number(int(th.least_slope_with_rare_positives())))
    given, witness = ((sp.Rational(1, parts),) for parts in (2, 10))
    shown = "the gain of s3.minority is 0"
    neither = Statement(th.neither_class_is_favoured, given, witness, shown)
    yield "s9.minority-balanced", Finding(neither)
    at = (0.11, 0.5, 0.89)
    given, witness = (demo.PERFECT, at), (demo.DIAGONAL, at)
    shown = f"AUK of a perfect model {listed(demo.auks(demo.PERFECT, at), 3)}"
    scale = Statement(demo.auk_changes, given, witness, f"{shown} at p = 0.11, 0.5, 0.89")
    yield "s9.better", contested(scale, notes.BETTER)


@check("references.list")
def references() -> Finding:
    """Say what is known of the works that the text cites by number."""
    return Finding(Unjudged("not in the text"), "none", notes.REFERENCES, "unavailable")
