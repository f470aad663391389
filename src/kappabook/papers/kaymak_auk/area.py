"""Sections 4-7 and 9: from ROC curve to kappa and back, the AUK, the best threshold."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp

from kappabook.computed import OfText, Said, computes, holds, noted
from kappabook.metrics import auk_bounds
from kappabook.papers.kaymak_auk import bounds, curves
from kappabook.papers.kaymak_auk import equations as eq
from kappabook.papers.kaymak_auk import theorems as th
from kappabook.papers.kaymak_auk.curves import DIAGONAL, P_BAD, P_GOOD, PERFECT, ROUNDING, Points
from kappabook.papers.kaymak_auk.german_credit import analysis, rerun
from kappabook.papers.kaymak_auk.german_credit.results import differences
from kappabook.papers.kaymak_auk.introduction import one_optimum
from kappabook.papers.kaymak_auk.printed_tables import read_pair
from kappabook.papers.shared.wording import listed
from kappabook.printed import Printed

HALF = sp.Rational(1, 2)
# The second term of (26) with its sign turned: 1 less it, in place of 1 more.
TURNED_SLOPE = 2 - eq.SLOPE


# --- Section 4: from ROC to kappa ---------------------------------------------------------------


@computes
def from_roc_to_kappa(printed: Printed) -> dict[str, Any]:
    """Section 4: what surrounds (19) and (20), and Section 9 on both."""
    (balanced,) = eq.shares_where_kappa_is("kappa = t - f")
    return {
        "s4.nonlinear": holds(th.kappa_is_not_linear, (eq.p,), (HALF,), evidence="proved"),
        "s4.balanced": Fraction(str(balanced)),
        "s9.one-to-one": kappa_rises(),
    }


def kappa_rises() -> Said:
    """Prove that kappa rises with t at given f and p; with one sign turned it does not follow."""
    turned = th.WORTH.subs(eq.f, -eq.f)
    return holds(th.rises_with_t, (eq.KAPPA, th.WORTH), (eq.KAPPA, turned), evidence="proved")


@computes
def figure_1(printed: Printed) -> dict[str, Any]:
    """Section 4: what is said of the two nested curves of Figure 1."""
    solid, dashed = ((drawn.fpr, drawn.tpr) for drawn in curves.figure_1().values())
    early, late = curves.crossing().values()
    near, far = (distance_to_the_corner(curve) for curve in (late, early))
    shown = f"{near:.3f} and {far:.3f} from the corner, and they cross"
    return {
        "fig1.kappa": kappa_rises(),
        "s4.corner": holds(nearer_but_not_above, (late, early), (solid, dashed), shown),
    }


def distance_to_the_corner(curve: Points) -> float:
    """Distance of a ROC curve to (0, 1), the upper left corner, where it is nearest."""
    return float(np.hypot(curve[0], 1 - np.asarray(curve[1])).min())


def nearer_but_not_above(one: Points, other: Points) -> bool:
    """Say whether the first comes nearer to that corner, and yet is the lower one somewhere."""
    below = np.interp(other[0], *one) < np.asarray(other[1]) - ROUNDING
    return distance_to_the_corner(one) < distance_to_the_corner(other) and bool(below.any())


# --- Sections 5 and 6: the AUK ------------------------------------------------------------------


@computes
def below_the_diagonal(printed: Printed) -> dict[str, Any]:
    """Section 5: the AUK leaves out what lies below the diagonal, as the Gini coefficient does."""
    shown = "AUK and Gini coefficient of t = f are 0"
    return {"s5.focused": holds(nothing_along, (eq.f,), (sp.sqrt(eq.f),), shown)}


def nothing_along(height: sp.Expr) -> bool:
    """Say whether AUK, for every p, and Gini coefficient are 0 along the ROC curve of a height."""
    above = sp.integrate(height - eq.f, (eq.f, 0, 1))
    return th.kappa_is_zero_along(height) and above == 0


@computes
def power(printed: Printed) -> dict[str, Any]:
    """Section 5: how many pairs of models a test by each area tells apart, of our re-run."""
    found = analysis.told_apart(differences())
    pairs, auc, auk, both = (int(found[name].sum()) for name in ("splits", "auc", "auk", "both"))
    shown = f"of {pairs} pairs a test by AUC tells {auc} apart, by AUK {auk}"
    no_more = holds(lambda auk, auc: auk <= auc, (auk, auc), (auc, auk), shown)
    return {
        "s5.powerful": noted(
            no_more, pairs=pairs, auc=auc, auk=auk, auc_alone=auc - both, auk_alone=auk - both
        )
    }


@computes
def function(printed: Printed) -> dict[str, Any]:
    """Section 6: the AUKs that one printed AUC allows."""
    linear = read_pair(printed, 4, "linear")
    low, high = bounds.auk_range(linear, P_BAD)
    shown = f"{low:.4f} to {high:.4f} at AUC {linear.auc}, p = 0.11"
    auc = linear.numbers[0]
    return {"s6.function": holds(leaves_the_auk_open, (auc, P_BAD), (auc, 0.5), shown)}


def leaves_the_auk_open(auc: float, p: float) -> bool:
    """Say whether concave curves of one AUC can have different AUKs."""
    low, high = auk_bounds(auc, p)
    return high - low > ROUNDING


@computes
def half_gini(printed: Printed) -> dict[str, Any]:
    """Section 9: the AUK of balanced classes is a share of the Gini coefficient."""
    auk, gini = eq.ON_BALANCED_CURVE["AUK"], eq.ON_BALANCED_CURVE["GINI"]
    return {"s9.half-gini": Fraction(str(auk / gini))}


# --- Section 7: the largest kappa ---------------------------------------------------------------


@computes
def how_many_optima(printed: Printed) -> dict[str, Any]:
    """Section 7: one best threshold for concave curves; several are possible."""
    (linear, linear_best), (net, net_best) = rerun.maxima("linear"), rerun.maxima("net")
    counted = {"linear": linear, "linear_best": linear_best, "net": net, "net_best": net_best}
    two, one = curves.two_optima(), curves.one_optimum()
    first, second = two.local_optima
    shown = (
        f"kappa {two.kappa[first]:.3f} at f = {two.fpr[first]:g} and {two.fpr[second]:g}, "
        f"p = {two.p:g}"
    )
    return {
        "s7.unique": noted(one_optimum(), **counted),
        "s7.multiple": holds(curves.has_equal_optima, (two,), (one,), shown),
    }


@computes
def slope_at_the_optimum(printed: Printed) -> dict[str, Any]:
    """Section 7 on (26), and Section 9: how steep the ROC curve is where kappa is largest."""
    line = "the line of equal kappa"
    given, turned = (eq.SLOPE,), (TURNED_SLOPE,)
    rare = OfText(eq.slope_term_is_positive, "1 - 2p > 0")
    return {
        "s7.gradient": int(th.slope_when_balanced()),
        "s7.second-term": rare,
        "s7.left": holds(th.optimum_moves_left, given, turned, evidence="proved"),
        "s7.footnote": OfText(eq.slope_term_is_positive, "t - f is the factor beside 1 - 2p"),
        "s7.one-condition": holds(th.slope_is_that_of_the_line, given, turned, line, "proved"),
        "s9.skew": rare,
        "s9.gradient-exceeds": int(th.least_slope_with_rare_positives()),
    }


# --- Section 9 ----------------------------------------------------------------------------------


@computes
def better(printed: Printed) -> dict[str, Any]:
    """Section 9: the scale of the AUK changes with the class distribution."""
    at = (P_BAD, 0.5, P_GOOD)
    largest = listed(curves.auks(PERFECT, at), 3)
    shown = f"AUK of a perfect model {largest} at p = 0.11, 0.5, 0.89"
    return {"s9.better": holds(curves.auk_changes, (PERFECT, at), (DIAGONAL, at), shown)}
