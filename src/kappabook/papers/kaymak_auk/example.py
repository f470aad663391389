"""Section 8, German Credit: its setting, its ranks, its areas, the point with the largest kappa."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import ceil
from typing import Any

import numpy as np
from scipy.stats import hypergeom
from sklearn.metrics import auc as area_under

from kappabook.computed import Interval, OfText, Said, computes, holds, noted
from kappabook.metrics import auk_from_roc
from kappabook.metrics.rates import kappa_at
from kappabook.metrics.roc import roc_convex_hull
from kappabook.metrics.threshold import iso_kappa_slope
from kappabook.papers.kaymak_auk import bounds, curves
from kappabook.papers.kaymak_auk import equations as eq
from kappabook.papers.kaymak_auk import theorems as th
from kappabook.papers.kaymak_auk.curves import P_BAD, P_GOOD, Points, slopes_fall
from kappabook.papers.kaymak_auk.german_credit import rerun
from kappabook.papers.kaymak_auk.printed_tables import AREAS, MODELS, Areas, read_areas, read_pair
from kappabook.printed import Printed, number

# The Statlog file: good and bad credits. Deleting bad ones until they are 11 % leaves 86 or 87 of
# them, whichever side of 11 % one stops.
GOOD, BAD, LEFT = 700, 300, 86
# 768 cases with 11 % bad ones, if good credits were deleted as well.
THINNED = (684, 84)


# --- the setting --------------------------------------------------------------------------------


@computes
def setting(printed: Printed) -> dict[str, Any]:
    """Section 8: how many credits there are, before and after the deletion."""
    readings = {GOOD + LEFT: (GOOD, LEFT), sum(THINNED): THINNED}
    shown = ", or ".join(f"{n} = {good} + {bad}" for n, (good, bad) in readings.items())
    return {
        "s8.samples": OfText(lambda text: number(text) in readings, shown),
        "s8.original": Fraction(100 * BAD, GOOD + BAD),
    }


# --- the ranks ----------------------------------------------------------------------------------


@computes
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


@computes
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
    return ranked_apart(linear, net) and th.rises_with_t(eq.KAPPA, th.WORTH)


@computes
def ranks_at_all(printed: Printed) -> dict[str, Any]:
    """Section 8: two curves that AUC and AUK rank apart."""
    early, late = curves.crossing().values()
    aucs = " and ".join(f"{area_under(*curve):.3g}" for curve in (early, late))
    shown = f"curves of AUC {aucs} change rank at p = {curves.reversal_share():.3f}"
    alike = (early, curves.power_curve(0.75), P_BAD)
    return {"s8.may-differ": holds(curves_ranked_apart, (early, late, P_BAD), alike, shown)}


def curves_ranked_apart(one: Points, other: Points, p: float) -> bool:
    """Say whether AUC and AUK rank two ROC curves in opposite ways."""
    by_auc = float(area_under(*one) - area_under(*other))
    by_auk = auk_from_roc(*one, p) - auk_from_roc(*other, p)
    return by_auc * by_auk < 0


@computes
def ranks_of_the_rerun(printed: Printed) -> dict[str, Any]:
    """Section 8: how AUC and AUK go together on the splits of the re-run, either class positive."""
    classes = ("bad", "good")
    correlations = {c: rerun.correlation("auc", f"auk_{c}") for c in classes}
    alike = {
        hull: {c: rerun.ranked_alike(f"auc{hull}", f"auk_{c}{hull}") for c in classes}
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


@computes
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


@computes(each=PAIRS)
def auc(printed: Printed, place: tuple[int, str]) -> dict[str, Any]:
    """Tables 4 and 5: an AUC among those of the re-run; it is the same for either class."""
    table, model = place
    claim, hull = f"table{table}.auc-{model}", "_hull" * AREAS[table]
    found = rerun.distribution(model, f"auc{hull}")
    where = found.percentiles(float(printed.number(claim)))
    return {claim: noted(Interval(*found.central), where=where)}


@computes
def possible_auk(printed: Printed) -> dict[str, Any]:
    """Table 5: the one AUK that is possible at p = 0.11, among those with bad as positive."""
    pair = read_pair(printed, *POSSIBLE)
    found = rerun.distribution("linear", "auk_bad")
    where = found.percentiles(pair.numbers[1])
    ranges = {"bad": auk_range_at(pair, P_BAD), "good": auk_range_at(pair, P_GOOD)}
    return {"table5.auk-linear": noted(Interval(*found.central), where=where, **ranges)}


@computes(each=[place for place in PAIRS if place != POSSIBLE])
def impossible_auk(printed: Printed, place: tuple[int, str]) -> dict[str, Any]:
    """Tables 4 and 5: an AUK that no curve of the AUC beside it has at p = 0.11."""
    table, model = place
    pair = read_pair(printed, table, model)
    shown = f"{auk_range_at(pair, P_BAD)}, {auk_range_at(pair, P_GOOD)}"
    only_good = OfText(partial(needs_good_as_positive, pair), shown)
    found = rerun.distribution(model, f"auk_good{'_hull' * pair.concave}")
    numbers = {
        **needed(pair, int(printed["s8.train"])),
        "reach": bounds.trapezoid_reach(pair.numbers[0], P_BAD),
        "where": found.percentiles(pair.numbers[1]),
    }
    return {f"table{table}.auk-{model}": noted(only_good, **numbers)}


def needs_good_as_positive(pair: Areas, auk: str) -> bool:
    """Say whether an AUK is possible beside its AUC at p = 0.89, and not at p = 0.11."""
    areas = replace(pair, auk=auk)
    return bounds.is_possible(areas, P_GOOD) and not bounds.is_possible(areas, P_BAD)


def auk_range_at(pair: Areas, p: float) -> str:
    """Write the range of AUKs that the printed AUC allows."""
    return "[{:.4f}, {:.4f}] at p = {:g}".format(*bounds.auk_range(pair, p), p)


def needed(pair: Areas, train: int) -> dict[str, float]:
    """Share of bad credits at which a pair is possible with bad as positive, and how rare it is.

    Counted in the test cases, of 786 samples and of the printed number, 768.
    """
    found: dict[str, float] = {"share": bounds.least_share(pair)}
    for name, (good, bad) in {"": (GOOD, LEFT), "_768": THINNED}.items():
        size = good + bad - train
        drawn = hypergeom(good + bad, bad, size)
        found[f"test{name}"], found[f"bad{name}"] = size, ceil(found["share"] * size)
        found[f"expected{name}"], found[f"spread{name}"] = drawn.mean(), drawn.std()
    return found


# --- the point with the largest kappa -----------------------------------------------------------


@computes
def operating_point(printed: Printed) -> dict[str, Any]:
    """Section 8: the point with the network's largest kappa, each number by the other two."""
    point = {name: printed[f"s8.{name}"] for name in ("f", "t", "kappa")}
    fpr, tpr, kappa = point.values()
    f, t = float(fpr), float(tpr)
    bad, good = (float(kappa_at(f, t, p)) for p in (P_BAD, P_GOOD))
    difference = f"t - f = {t - f:.3f}; by (19) {bad:.4f} at p = 0.11 and {good:.4f} at p = 0.89"
    by_others = {
        "f": possible_rates(bounds.fpr_range, tpr, kappa),
        "t": possible_rates(bounds.tpr_range, fpr, kappa),
        "kappa": difference,
    }
    is_it = {x: OfText(partial(is_the_point, point, x), by_others[x]) for x in point}
    where = {
        x: rerun.distribution("net", column).percentiles(float(point[x]))
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
    low, high = bounds.rounded(kappa)
    ranges = (bounds.kappa_range(fpr, tpr, p) for p in (P_BAD, P_GOOD))
    possible = [least <= high and low <= most for least, most in ranges]
    return number(kappa) == number(tpr) - number(fpr) and possible == [False, True]


def possible_rates(
    allowed: Callable[[str, str, float], bounds.Range], rate: str, kappa: str
) -> str:
    """Write which values of one rate the other two numbers of the point allow, by (19)."""
    ranges = []
    for p in (P_BAD, P_GOOD):
        low, high = allowed(rate, kappa, p)
        ranges.append(f"{low:.3f} to {high:.3f} at p = {p:g}" if low <= 1 else f"none at p = {p:g}")
    return ", ".join(ranges)


def slopes_and_ceilings(fpr: str, tpr: str) -> dict[str, Any]:
    """Slope that (26) asks for at the point, and the largest AUC of a curve that has it there."""
    bad, good = (bounds.largest_auc_ceiling(fpr, tpr, p) for p in (P_BAD, P_GOOD))
    slope = float(iso_kappa_slope(float(fpr), float(tpr), P_BAD))
    return {"slope": slope, "largest_bad": bad, "largest_good": good}


def kappas_of_the_point(fpr: str, tpr: str) -> dict[str, Any]:
    """Kappa by (19) with either class positive, over all rates that round to the printed ones."""
    f, t = float(fpr), float(tpr)
    found: dict[str, Any] = {"share": bounds.share_where_kappa_is_the_difference(f, t)}
    for name, p in (("bad", P_BAD), ("good", P_GOOD)):
        found[name] = float(kappa_at(f, t, p))
        found[f"least_{name}"], found[f"most_{name}"] = bounds.kappa_range(fpr, tpr, p)
    return found
