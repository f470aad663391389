"""Sections 4-9: from ROC curve to kappa, the AUK, the best threshold, and German Credit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import ceil
from typing import Any

import numpy as np
import scipy
import sympy as sp

from kappabook.audit.algebra import is_zero
from kappabook.audit.computed import Interval, OfText, Said, holds, noted
from kappabook.audit.declared import computes
from kappabook.audit.printed import Printed
from kappabook.metrics import auk_bounds, auk_from_roc
from kappabook.metrics.rates import kappa_at
from kappabook.metrics.roc import roc_convex_hull
from kappabook.metrics.rounded import number
from kappabook.metrics.threshold import iso_kappa_slope
from kappabook.papers.kaymak_auk import curves, tables
from kappabook.papers.kaymak_auk import equations as eq
from kappabook.papers.kaymak_auk.curves import (
    DIAGONAL,
    P_BAD,
    P_GOOD,
    PERFECT,
    ROUNDING,
    Points,
    area_under,
    slopes_fall,
)
from kappabook.papers.kaymak_auk.german_credit import analysis, results
from kappabook.papers.kaymak_auk.german_credit.results import differences
from kappabook.papers.kaymak_auk.sections_1_to_3 import one_optimum
from kappabook.papers.kaymak_auk.tables import AREAS, MODELS, Areas, read_areas, read_pair
from kappabook.papers.shared.texts import listed

HALF = sp.Rational(1, 2)
# The second term of (26) with its sign turned: 1 less it, in place of 1 more.
TURNED_SLOPE = 2 - eq.SLOPE


# --- Section 4: from ROC to kappa ---------------------------------------------------------------


@computes("s4.nonlinear", "s4.balanced", "s9.one-to-one")
def from_roc_to_kappa(printed: Printed) -> dict[str, Any]:
    """Section 4: what surrounds (19) and (20), and Section 9 on both."""
    (balanced,) = eq.shares_where_kappa_is("kappa = t - f")
    return {
        "s4.nonlinear": holds(eq.kappa_is_not_linear, (eq.p,), (HALF,), evidence="proved"),
        "s4.balanced": Fraction(str(balanced)),
        "s9.one-to-one": kappa_rises(),
    }


def kappa_rises() -> Said:
    """Prove that kappa rises with t at given f and p; with one sign turned it does not follow."""
    turned = eq.WORTH.subs(eq.f, -eq.f)
    return holds(eq.rises_with_t, (eq.KAPPA, eq.WORTH), (eq.KAPPA, turned), evidence="proved")


@computes("fig1.*", "s4.corner")
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


@computes("s5.focused")
def below_the_diagonal(printed: Printed) -> dict[str, Any]:
    """Section 5: the AUK leaves out what lies below the diagonal, as the Gini coefficient does."""
    shown = "AUK and Gini coefficient of t = f are 0"
    return {"s5.focused": holds(nothing_along, (eq.f,), (sp.sqrt(eq.f),), shown)}


def nothing_along(height: sp.Expr) -> bool:
    """Say whether AUK, for every p, and Gini coefficient are 0 along the ROC curve of a height."""
    above = sp.integrate(height - eq.f, (eq.f, 0, 1))
    return is_zero(eq.KAPPA.subs(eq.t, height)) and above == 0


@computes("s5.powerful")
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


@computes("s6.function")
def function(printed: Printed) -> dict[str, Any]:
    """Section 6: the AUKs that one printed AUC allows."""
    linear = read_pair(printed, 4, "linear")
    low, high = tables.auk_range(linear, P_BAD)
    shown = f"{low:.4f} to {high:.4f} at AUC {linear.auc}, p = 0.11"
    auc = linear.numbers[0]
    return {"s6.function": holds(leaves_the_auk_open, (auc, P_BAD), (auc, 0.5), shown)}


def leaves_the_auk_open(auc: float, p: float) -> bool:
    """Say whether concave curves of one AUC can have different AUKs."""
    low, high = auk_bounds(auc, p)
    return high - low > ROUNDING


@computes("s9.half-gini")
def half_gini(printed: Printed) -> dict[str, Any]:
    """Section 9: the AUK of balanced classes is a share of the Gini coefficient."""
    auk, gini = eq.ON_BALANCED_CURVE["AUK"], eq.ON_BALANCED_CURVE["GINI"]
    return {"s9.half-gini": Fraction(str(auk / gini))}


# --- Section 7: the largest kappa ---------------------------------------------------------------


@computes("s7.unique", "s7.multiple")
def how_many_optima(printed: Printed) -> dict[str, Any]:
    """Section 7: one best threshold for concave curves; several are possible."""
    (linear, linear_best), (net, net_best) = results.maxima("linear"), results.maxima("net")
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


@computes(
    "s7.gradient",
    "s7.second-term",
    "s7.left",
    "s7.footnote",
    "s7.one-condition",
    "s9.skew",
    "s9.gradient-exceeds",
)
def slope_at_the_optimum(printed: Printed) -> dict[str, Any]:
    """Section 7 on (26), and Section 9: how steep the ROC curve is where kappa is largest."""
    line = "the line of equal kappa"
    given, turned = (eq.SLOPE,), (TURNED_SLOPE,)
    rare = OfText(eq.slope_term_is_positive, "1 - 2p > 0")
    return {
        "s7.gradient": int(sp.cancel(eq.SLOPE.subs(eq.p, HALF))),
        "s7.second-term": rare,
        "s7.left": holds(eq.optimum_moves_left, given, turned, evidence="proved"),
        "s7.footnote": OfText(eq.slope_term_is_positive, "t - f is the factor beside 1 - 2p"),
        "s7.one-condition": holds(eq.slope_is_that_of_the_line, given, turned, line, "proved"),
        "s9.skew": rare,
        # The second term is positive for p < 1/2 and t > f, and vanishes as p nears 1/2.
        "s9.gradient-exceeds": int(sp.limit(eq.SLOPE, eq.p, HALF, "-")),
    }


# --- Section 8: German Credit ---------------------------------------------------------------------

# The Statlog file: good and bad credits. Deleting bad ones until they are 11 % leaves 86 or 87 of
# them, whichever side of 11 % one stops.
GOOD, BAD, LEFT = 700, 300, 86
# 768 cases with 11 % bad ones, if good credits were deleted as well.
THINNED = (684, 84)


# --- the setting --------------------------------------------------------------------------------


@computes("s8.samples", "s8.original")
def setting(printed: Printed) -> dict[str, Any]:
    """Section 8: how many credits there are, before and after the deletion."""
    readings = {GOOD + LEFT: (GOOD, LEFT), sum(THINNED): THINNED}
    shown = ", or ".join(f"{n} = {good} + {bad}" for n, (good, bad) in readings.items())
    return {
        "s8.samples": OfText(lambda text: number(text) in readings, shown),
        "s8.original": Fraction(100 * BAD, GOOD + BAD),
    }


# --- the ranks ----------------------------------------------------------------------------------


@computes("s8.reversal", "s8.best", "fig2.*-cross")
def ranks_of_hulls(printed: Printed) -> dict[str, Any]:
    """Table 4: how the areas of the hulls rank the two models, so that their curves cross."""
    linear, net = read_areas(printed, 4).values()
    crossing = ranks(must_cross, linear, net)
    return {
        "s8.reversal": ranks(ranked_apart, linear, net),
        "s8.best": holds(leads_by_auk, (net, linear), (linear, net), "by AUK"),
        "fig2.roc-cross": crossing,
        "fig2.kappa-cross": crossing,
    }


@computes("s8.reversal-raw")
def ranks_of_curves(printed: Printed) -> dict[str, Any]:
    """Table 5: how the areas without hulls rank them."""
    linear, net = read_areas(printed, 5).values()
    return {"s8.reversal-raw": ranks(ranked_apart, linear, net)}


def ranks(question: Callable[[Areas, Areas], bool], linear: Areas, net: Areas) -> Said:
    """Ask about the ranks; a net with the linear model's AUK would not turn them."""
    (auc, auk), (net_auc, net_auk) = linear.numbers, net.numbers
    shown = f"AUC {auc:g} > {net_auc:g}, AUK {auk:g} < {net_auk:g}"
    return holds(question, (linear, net), (linear, replace(net, auk=linear.auk)), shown)


def ranked_apart(linear: Areas, net: Areas) -> bool:
    """Say whether the linear model leads by AUC, and the net by AUK."""
    return linear.numbers[0] > net.numbers[0] and leads_by_auk(net, linear)


def leads_by_auk(one: Areas, other: Areas) -> bool:
    """Say whether the first has the larger AUK."""
    return one.numbers[1] > other.numbers[1]


def must_cross(linear: Areas, net: Areas) -> bool:
    """Of two curves of which one is nowhere lower, that one has both areas larger or equal."""
    return ranked_apart(linear, net) and eq.rises_with_t(eq.KAPPA, eq.WORTH)


@computes("s8.may-differ")
def ranks_at_all(printed: Printed) -> dict[str, Any]:
    """Section 8: two curves that AUC and AUK rank apart."""
    early, late = curves.crossing().values()
    aucs = " and ".join(f"{area_under(*curve):.3g}" for curve in (early, late))
    shown = f"curves of AUC {aucs} change rank at p = {curves.reversal_share():.3f}"
    alike = (early, curves.power_curve(0.75), P_BAD)
    return {"s8.may-differ": holds(curves_ranked_apart, (early, late, P_BAD), alike, shown)}


def curves_ranked_apart(one: Points, other: Points, p: float) -> bool:
    """Say whether AUC and AUK rank two ROC curves in opposite ways."""
    by_auc = area_under(*one) - area_under(*other)
    by_auk = auk_from_roc(*one, p) - auk_from_roc(*other, p)
    return by_auc * by_auk < 0


@computes("s8.correlated", "s8.original-*")
def ranks_of_the_rerun(printed: Printed) -> dict[str, Any]:
    """Section 8: how AUC and AUK go together on the splits of the re-run, either class positive."""
    classes = ("bad", "good")
    correlations = {c: results.correlation("auc", f"auk_{c}") for c in classes}
    alike = {
        hull: {c: results.ranked_alike(f"auc{hull}", f"auk_{c}{hull}") for c in classes}
        for hull in ("_hull", "")
    }
    return {
        "s8.correlated": all_above(0.5, correlations),
        "s8.original-ranks": all_above(50, alike["_hull"]),
        "s8.original-raw": all_above(50, alike[""]),
    }


def all_above(least: float, found: Mapping[str, Mapping[str, float]]) -> Said:
    """Ask whether a value exceeds the least for each model, with either class positive."""
    shown = "; ".join(
        f"{positive} positive: "
        + ", ".join(f"{value:.3g} ({model})" for model, value in by_model.items())
        for positive, by_model in found.items()
    )
    values = tuple(value for by_model in found.values() for value in by_model.values())
    turned = tuple(-value for value in values)
    return holds(lambda *values: min(values) > least, values, turned, shown)


# --- the words for the hull ---------------------------------------------------------------------


@computes("fig2.convex", "s8.kappa-convex")
def convex(printed: Printed) -> dict[str, Any]:
    """Figure 2: what is called convex."""
    dented, smooth = curves.two_optima(), curves.one_optimum()
    hull = roc_convex_hull(dented.fpr, dented.tpr)
    curve = smooth.fpr, smooth.tpr
    word = "the region is, the function is concave"
    shown = "at p = 0.11 hollow at the right of a concave ROC curve"
    return {
        "fig2.convex": OfText(lambda text: text == "Convex" and slopes_fall(hull), word),
        "s8.kappa-convex": holds(kappa_bends_both_ways, (curve, P_BAD), (curve, 0.5), shown),
    }


def kappa_bends_both_ways(curve: Points, p: float) -> bool:
    """Say whether kappa along a concave ROC curve is arched in some places, hollow in others."""
    fpr = np.linspace(0, 1, 51)
    bend = np.diff(kappa_at(fpr, np.interp(fpr, *curve), p), n=2)
    return slopes_fall(curve) and bool((bend < -1e-6).any() and (bend > 1e-6).any())


# --- Tables 4 and 5 -----------------------------------------------------------------------------

PAIRS = [(table, model) for table in AREAS for model in MODELS]
# The one pair that is possible at p = 0.11.
POSSIBLE = (5, "linear")


@computes("table{}.auc-{}", each=PAIRS)
def auc(printed: Printed, place: tuple[int, str]) -> dict[str, Any]:
    """Tables 4 and 5: an AUC among those of the re-run; it is the same for either class."""
    table, model = place
    claim, hull = f"table{table}.auc-{model}", "_hull" * AREAS[table]
    found = results.distribution(model, f"auc{hull}")
    where = found.percentiles(float(printed.number(claim)))
    return {claim: noted(Interval(*found.central), where=where)}


@computes("table5.auk-linear")
def possible_auk(printed: Printed) -> dict[str, Any]:
    """Table 5: the one AUK that is possible at p = 0.11, among those with bad as positive."""
    pair = read_pair(printed, *POSSIBLE)
    found = results.distribution("linear", "auk_bad")
    where = found.percentiles(pair.numbers[1])
    ranges = {"bad": auk_range_at(pair, P_BAD), "good": auk_range_at(pair, P_GOOD)}
    return {"table5.auk-linear": noted(Interval(*found.central), where=where, **ranges)}


@computes("table{}.auk-{}", each=[place for place in PAIRS if place != POSSIBLE])
def impossible_auk(printed: Printed, place: tuple[int, str]) -> dict[str, Any]:
    """Tables 4 and 5: an AUK that no curve of the AUC beside it has at p = 0.11."""
    table, model = place
    pair = read_pair(printed, table, model)
    shown = f"{auk_range_at(pair, P_BAD)}, {auk_range_at(pair, P_GOOD)}"
    only_good = OfText(partial(needs_good_as_positive, pair), shown)
    found = results.distribution(model, f"auk_good{'_hull' * pair.concave}")
    numbers = {
        **needed(pair, int(printed["s8.train"])),
        "reach": tables.trapezoid_reach(pair.numbers[0], P_BAD),
        "where": found.percentiles(pair.numbers[1]),
    }
    return {f"table{table}.auk-{model}": noted(only_good, **numbers)}


def needs_good_as_positive(pair: Areas, auk: str) -> bool:
    """Say whether an AUK is possible beside its AUC at p = 0.89, and not at p = 0.11."""
    areas = replace(pair, auk=auk)
    return tables.is_possible(areas, P_GOOD) and not tables.is_possible(areas, P_BAD)


def auk_range_at(pair: Areas, p: float) -> str:
    """Write the range of AUKs that the printed AUC allows."""
    return "[{:.4f}, {:.4f}] at p = {:g}".format(*tables.auk_range(pair, p), p)


def needed(pair: Areas, train: int) -> dict[str, float]:
    """Share of bad credits at which a pair is possible with bad as positive, and how rare it is.

    Counted in the test cases, of 786 samples and of the printed number, 768.
    """
    found: dict[str, float] = {"share": tables.least_share(pair)}
    for name, (good, bad) in {"": (GOOD, LEFT), "_768": THINNED}.items():
        size = good + bad - train
        drawn = scipy.stats.hypergeom(good + bad, bad, size)
        found[f"test{name}"], found[f"bad{name}"] = size, ceil(found["share"] * size)
        found[f"expected{name}"], found[f"spread{name}"] = drawn.mean(), drawn.std()
    return found


# --- the point with the largest kappa -----------------------------------------------------------


@computes("s8.f", "s8.t", "s8.kappa")
def operating_point(printed: Printed) -> dict[str, Any]:
    """Section 8: the point with the network's largest kappa, each number by the other two."""
    point = {name: printed[f"s8.{name}"] for name in ("f", "t", "kappa")}
    fpr, tpr, kappa = point.values()
    f, t = float(fpr), float(tpr)
    bad, good = (float(kappa_at(f, t, p)) for p in (P_BAD, P_GOOD))
    difference = f"t - f = {t - f:.3f}; by (19) {bad:.4f} at p = 0.11 and {good:.4f} at p = 0.89"
    by_others = {
        "f": possible_rates(tables.fpr_range, tpr, kappa),
        "t": possible_rates(tables.tpr_range, fpr, kappa),
        "kappa": difference,
    }
    is_it = {x: OfText(partial(is_the_point, point, x), by_others[x]) for x in point}
    where = {
        x: results.distribution("net", column).percentiles(float(point[x]))
        for x, column in (("f", "best_fpr"), ("t", "best_tpr"), ("kappa", "best_kappa"))
    }
    kappas = kappas_of_the_point(fpr, tpr)
    slopes = slopes_and_ceilings(fpr, tpr) | {"auc": printed["table4.auc-net"]}
    return {
        "s8.f": noted(is_it["f"], where=where["f"], **slopes),
        "s8.t": noted(is_it["t"], where=where["t"]),
        "s8.kappa": noted(is_it["kappa"], where=where["kappa"], difference=t - f, **kappas),
    }


def is_the_point(point: Mapping[str, str], name: str, text: str) -> bool:
    """Say whether kappa is t - f, to the last digit, and by (19) possible at p = 0.89 alone."""
    fpr, tpr, kappa = ({**point, name: text}[key] for key in ("f", "t", "kappa"))
    low, high = tables.rounded(kappa)
    ranges = (tables.kappa_range(fpr, tpr, p) for p in (P_BAD, P_GOOD))
    possible = [least <= high and low <= most for least, most in ranges]
    return number(kappa) == number(tpr) - number(fpr) and possible == [False, True]


def possible_rates(
    allowed: Callable[[str, str, float], tables.Range], rate: str, kappa: str
) -> str:
    """Write which values of one rate the other two numbers of the point allow, by (19)."""
    ranges = []
    for p in (P_BAD, P_GOOD):
        low, high = allowed(rate, kappa, p)
        ranges.append(f"{low:.3f} to {high:.3f} at p = {p:g}" if low <= 1 else f"none at p = {p:g}")
    return ", ".join(ranges)


def slopes_and_ceilings(fpr: str, tpr: str) -> dict[str, Any]:
    """Slope that (26) asks for at the point, and the largest AUC of a curve that has it there."""
    bad, good = (tables.largest_auc_ceiling(fpr, tpr, p) for p in (P_BAD, P_GOOD))
    slope = float(iso_kappa_slope(float(fpr), float(tpr), P_BAD))
    return {"slope": slope, "largest_bad": bad, "largest_good": good}


def kappas_of_the_point(fpr: str, tpr: str) -> dict[str, Any]:
    """Kappa by (19) with either class positive, over all rates that round to the printed ones."""
    f, t = float(fpr), float(tpr)
    found: dict[str, Any] = {"share": tables.share_where_kappa_is_the_difference(f, t)}
    for name, p in (("bad", P_BAD), ("good", P_GOOD)):
        found[name] = float(kappa_at(f, t, p))
        found[f"least_{name}"], found[f"most_{name}"] = tables.kappa_range(fpr, tpr, p)
    return found


# --- Section 9 ----------------------------------------------------------------------------------


@computes("s9.better")
def better(printed: Printed) -> dict[str, Any]:
    """Section 9: the scale of the AUK changes with the class distribution."""
    at = (P_BAD, 0.5, P_GOOD)
    largest = listed(curves.auks(PERFECT, at), 3)
    shown = f"AUK of a perfect model {largest} at p = 0.11, 0.5, 0.89"
    return {"s9.better": holds(curves.auk_changes, (PERFECT, at), (DIAGONAL, at), shown)}
