"""What Section 8 says of German Credit: how the experiment was set up, and how it ranks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Number, Proof, Statement, Unjudged
from kappabook.metrics.roc import roc_convex_hull
from kappabook.papers.kaymak_auk import ledger_notes as notes
from kappabook.papers.kaymak_auk.german_credit import rerun
from kappabook.papers.kaymak_auk.printed_tables import (
    Areas,
    read_areas,
)
from kappabook.papers.kaymak_auk.theory import curves
from kappabook.papers.kaymak_auk.theory import demonstrations as demo
from kappabook.papers.kaymak_auk.theory import equations as eq
from kappabook.papers.kaymak_auk.theory import theorems as th
from kappabook.papers.kaymak_auk.theory.curves import P_BAD
from kappabook.papers.shared.findings import contested
from kappabook.transcription import read_number

# The Statlog file: good and bad credits (external). Deleting bad ones until they are 11 % leaves
# 86 or 87 of them, whichever side of 11 % one stops.
GOOD, BAD = 700, 300
LEFT = (86, 87)
# 768 cases with 11 % bad ones, if good credits were deleted as well.
THINNED = (684, 84)
# The inputs of the experiment, as the re-run takes them.
SETUP = {"minority": 11, "train": 500, "models": 2, "layers": 1, "hidden": 5}


@check("s8.minority", "s8.samples", "s8.logistic", "s8.original", *(f"s8.{x}" for x in SETUP))
def setup() -> Findings:
    """Check how the experiment was set up."""
    for name, value in SETUP.items():
        note = notes.MINORITY_LEFT if name == "minority" else notes.INPUT
        yield f"s8.{name}", Finding(Number(value), note=note, verdict="definition")
    logistic = Unjudged("names 1/(1 + exp(-x))")
    yield "s8.logistic", Finding(logistic, note=notes.INPUT, verdict="definition")
    both = (GOOD + LEFT[0], sum(THINNED))
    shown = f"{both[0]} = {GOOD} + {LEFT[0]}, or {both[1]} = {THINNED[0]} + {THINNED[1]}"
    samples = Proof(_is_one_of, shown, both)
    yield "s8.samples", Finding(samples, "external", notes.SAMPLES, "contested")
    yield "s8.original", Finding(Number(Fraction(100 * BAD, GOOD + BAD)), "external", notes.STATLOG)


def _is_one_of(text: str, *numbers: int) -> bool:
    return read_number(text) in numbers


@check("s8.reversal", "s8.best", "fig2.*-cross")
def ranks_of_hulls(printed: Mapping[str, str]) -> Findings:
    """Check how the areas of Table 4 rank the two models."""
    linear, net = read_areas(printed, 4).values()
    yield "s8.reversal", Finding(_ranks(_reversed, linear, net), note=notes.POSITIVE_CLASS)
    best = Statement(_leads_by_auk, (net, linear), (linear, net), "by AUK")
    yield "s8.best", Finding(best, note=notes.BEST)
    crossing = _ranks(_must_cross, linear, net)
    for kind in ("roc", "kappa"):
        yield f"fig2.{kind}-cross", Finding(crossing, note=notes.CROSSING)


@check("s8.reversal-raw")
def ranks_of_curves(printed: Mapping[str, str]) -> Finding:
    """Check how the areas of Table 5 rank the two models."""
    linear, net = read_areas(printed, 5).values()
    return Finding(_ranks(_reversed, linear, net), note=notes.POSITIVE_CLASS)


def _ranks(holds: Callable[[Areas, Areas], bool], linear: Areas, net: Areas) -> Statement:
    """Ask about the ranks; a net with the linear model's AUK would not turn them."""
    (auc, auk), (net_auc, net_auk) = linear.numbers, net.numbers
    shown = f"AUC {auc:g} > {net_auc:g}, AUK {auk:g} < {net_auk:g}"
    return Statement(holds, (linear, net), (linear, replace(net, auk=linear.auk)), shown)


def _reversed(linear: Areas, net: Areas) -> bool:
    """Say whether the linear model leads by AUC, and the net by AUK."""
    return linear.numbers[0] > net.numbers[0] and _leads_by_auk(net, linear)


def _leads_by_auk(one: Areas, other: Areas) -> bool:
    return one.numbers[1] > other.numbers[1]


def _must_cross(linear: Areas, net: Areas) -> bool:
    """Of two curves of which one is nowhere lower, that one has both areas larger or equal."""
    return _reversed(linear, net) and th.rises_with_t(eq.KAPPA, th.WORTH)


@check("fig2.convex", "s8.not-convex", "s8.kappa-convex")
def words_for_the_hull() -> Findings:
    """Check what is called convex in Figures 2 and 3."""
    dented, smooth = curves.two_optima(), curves.one_optimum()
    fpr, tpr = roc_convex_hull(dented.fpr, dented.tpr)
    hull = tuple(fpr.tolist()), tuple(tpr.tolist())
    word = Proof(_names_the_region_below, "the region is, the function is concave", (hull,))
    yield "fig2.convex", Finding(word, note=notes.CONVEX, verdict="contested")
    passive = "have not been made convex"
    yield "s8.not-convex", Finding(Proof(_is_read_as, passive, (passive,)), damaged=True)
    given, witness = (((smooth.fpr, smooth.tpr), p) for p in (P_BAD, 0.5))
    shown = "at p = 0.11 hollow at the right of a concave ROC curve"
    hollow = Statement(demo.kappa_bends_both_ways, given, witness, shown)
    yield "s8.kappa-convex", contested(hollow, notes.KAPPA_CONVEX)


def _names_the_region_below(text: str, curve: demo.Points) -> bool:
    return text == "Convex" and demo.slopes_fall(curve)


def _is_read_as(text: str, meant: str) -> bool:
    return text == meant


@check("s8.may-differ", "s8.correlated", "s8.original-*")
def ranks_in_general() -> Findings:
    """Check how AUC and AUK rank two models at all, and in the re-run."""
    share = curves.reversal_share()
    shown = f"curves of AUC 0.735 and 0.75 change rank at p = {share:.3f}"
    early, late = curves.crossing().values()
    given, witness = ((early, curve, P_BAD) for curve in (late, curves.power_curve(0.75)))
    differ = Statement(demo.ranked_apart, given, witness, shown)
    yield "s8.may-differ", Finding(differ, note=notes.MAY_DIFFER)
    correlations = {
        f"{positive} positive": rerun.correlation("auc", f"auk_{positive}")
        for positive in ("bad", "good")
    }
    yield "s8.correlated", _simulated(correlations, 0.5, notes.CORRELATED)
    for name, hull in (("original-ranks", "_hull"), ("original-raw", "")):
        alike = {
            f"{positive} positive": rerun.ranked_alike((f"auc{hull}", f"auk_{positive}{hull}"))
            for positive in ("bad", "good")
        }
        yield f"s8.{name}", _simulated(alike, 50, notes.ORIGINAL)


def _simulated(found: Mapping[str, Mapping[str, float]], least: float, note: str) -> Finding:
    """Judge a value of each model, with either class positive; all have to exceed the least."""
    if not all(found.values()):
        return missing(note)
    shown = "; ".join(
        f"{positive}: " + ", ".join(f"{value:.3g} ({model})" for model, value in by_model.items())
        for positive, by_model in found.items()
    )
    values = tuple(value for by_model in found.values() for value in by_model.values())
    turned = tuple(-value for value in values)
    all_above = Statement(_all_exceed, (values, least), (turned, least), shown)
    return Finding(all_above, "simulation", note, "consistent")


def _all_exceed(values: tuple[float, ...], least: float) -> bool:
    return min(values) > least


def missing(note: str) -> Finding:
    """Return the finding where the results of the re-run are not here."""
    return Finding(Unjudged("no re-run here"), "none", f"{note} {notes.NO_RERUN}", "unavailable")
