"""What Section 8 says of German Credit: one random experiment, and what its numbers allow."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil

from scipy.stats import hypergeom

from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Interval, Number, Proof, Statement
from kappabook.metrics import auk_bounds
from kappabook.metrics.kappa_curve import kappa_at
from kappabook.metrics.threshold import iso_kappa_slope
from kappabook.papers.kaymak_auk import ledger_notes as notes
from kappabook.papers.kaymak_auk.german_credit import rerun
from kappabook.papers.kaymak_auk.printed_tables import (
    AREAS,
    KEY,
    MODELS,
    Areas,
    read_areas,
    read_pair,
)
from kappabook.papers.kaymak_auk.theory import bounds, curves
from kappabook.papers.kaymak_auk.theory import theorems as th
from kappabook.papers.kaymak_auk.theory.curves import P_BAD, P_GOOD
from kappabook.transcription import read_number

# The Statlog file: good and bad credits (external). Deleting bad ones until they are 11 % leaves
# 86 or 87 of them, whichever side of 11 % one stops.
GOOD, BAD = 700, 300
LEFT = (86, 87)
# The inputs of the experiment, as the re-run takes them.
SETUP = {"train": 500, "models": 2, "layers": 1, "hidden": 5}
TEST = GOOD + LEFT[0] - SETUP["train"]


@check("s8.minority", "s8.samples", "s8.logistic", "s8.original", *(f"s8.{x}" for x in SETUP))
def setup() -> Findings:
    """Check how the experiment was set up."""
    low, high = (100 * Fraction(left, GOOD + left) for left in LEFT)
    yield "s8.minority", Finding(Interval(low, high), "external", notes.MINORITY_LEFT, "consistent")
    total = GOOD + LEFT[0]
    turned = Proof(_has_the_digits_of, f"{total} = {GOOD} + {LEFT[0]}", (total,))
    yield "s8.samples", Finding(turned, "external", notes.SAMPLES, "contested")
    for name, value in SETUP.items():
        yield f"s8.{name}", Finding(Number(value), note=notes.INPUT, verdict="definition")
    logistic = Statement(True, "1/(1 + exp(-x))")
    yield "s8.logistic", Finding(logistic, note=notes.INPUT, verdict="definition")
    yield "s8.original", Finding(Number(Fraction(100 * BAD, GOOD + BAD)), "external", notes.STATLOG)


def _has_the_digits_of(text: str, number: int) -> bool:
    return sorted(text) == sorted(str(number))


@check("table{number}.{measure}-{model}", number=AREAS, measure=("auc", "auk"), model=MODELS)
def area(printed: Mapping[str, str], number: int, measure: str, model: str) -> Finding:
    """Check an area by what the other allows, and among the splits of the re-run."""
    pair = read_pair(printed, number, model)
    note = what_bounds_say(pair)
    column = f"{measure}{'_good' * (measure == 'auk')}{'_hull' * pair.concave}"
    splits = rerun.distribution(model, column)
    if splits is None:
        by = bounds.auc_range if measure == "auc" else bounds.auk_range
        return Finding(Interval(*by(pair, P_GOOD)), "proved", note, "consistent")
    text = pair.auc if measure == "auc" else pair.auk
    note = f"{splits.percentiles(float(text))} {note}"
    return Finding(Interval(*splits.central), "simulation", note, "consistent")


def what_bounds_say(pair: Areas) -> str:
    """Write what a printed pair of areas means at p = 0.89 and at p = 0.11."""
    auc, _ = pair.numbers
    ranges = [
        "[{:.4f}, {:.4f}] at p = {:g}".format(*auk_bounds(auc, p, concave=pair.concave), p)
        for p in (P_GOOD, P_BAD)
    ]
    kind = "concave ROC curves" if pair.concave else "ROC curves that never fall"
    note = f"AUC {pair.auc} allows an AUK in {' and in '.join(ranges)} ({kind}, exact integration)."
    if bounds.is_possible(pair, P_BAD):
        return f"{note} The printed AUK, {pair.auk}, is in both."
    share = bounds.least_share(pair)
    test = hypergeom(GOOD + LEFT[0], LEFT[0], TEST)
    note += (
        f" The printed AUK, {pair.auk}, is outside at p = 0.11; it needs p >= {share:.3f}, or "
        f"{ceil(share * TEST)} bad of {TEST} test cases, where {test.mean():.0f} are expected, "
        f"with a standard deviation of {test.std():.1f}."
    )
    if pair.concave:
        reach = bounds.trapezoid_reach(auc, P_BAD)
        note += (
            " A trapezoid over the few corners of a hull could exceed the bound: with one corner "
            f"it reaches {reach:.3f}."
        )
    return note


@check("s8.reversal", "s8.best", "fig2.*-cross")
def ranks_of_hulls(printed: Mapping[str, str]) -> Findings:
    """Check how the areas of Table 4 rank the two models."""
    reverse = _reversed(printed, 4)
    yield "s8.reversal", Finding(reverse, note=notes.POSITIVE_CLASS)
    auks = [pair.numbers[1] for pair in read_areas(printed, 4).values()]
    yield "s8.best", Finding(Statement(auks[0] < auks[1], "by AUK"), note=notes.BEST)
    crossing = Statement(reverse.holds and th.kappa_rises_with_t(), "by Table 4")
    for kind in ("roc", "kappa"):
        yield f"fig2.{kind}-cross", Finding(crossing, note=notes.CROSSING)


@check("s8.reversal-raw")
def ranks_of_curves(printed: Mapping[str, str]) -> Finding:
    """Check how the areas of Table 5 rank the two models."""
    return Finding(_reversed(printed, 5), note=notes.POSITIVE_CLASS)


def _reversed(printed: Mapping[str, str], number: int) -> Statement:
    """Say whether the linear model leads by AUC, and the net by AUK."""
    (auc, auk), (net_auc, net_auk) = (x.numbers for x in read_areas(printed, number).values())
    shown = f"AUC {auc:g} > {net_auc:g}, AUK {auk:g} < {net_auk:g}"
    return Statement(auc > net_auc and auk < net_auk, shown)


@check("s8.may-differ", "s8.correlated", "s8.original-*")
def ranks_in_general() -> Findings:
    """Check how AUC and AUK rank two models at all, and in the re-run."""
    share = curves.reversal_share()
    shown = f"curves of AUC 0.735 and 0.75 change rank at p = {share:.3f}"
    yield "s8.may-differ", Finding(Statement(P_BAD < share < 0.5, shown), note=notes.MAY_DIFFER)
    found = rerun.correlation("auc", "auk_good")
    yield "s8.correlated", _simulated(found, all(r > 0.5 for r in found.values()), notes.CORRELATED)
    for name, columns in (
        ("original-ranks", ("auc_hull", "auk_good_hull")),
        ("original-raw", ("auc", "auk_good")),
    ):
        alike = rerun.ranked_alike(columns)
        yield f"s8.{name}", _simulated(alike, all(x > 50 for x in alike.values()), notes.ORIGINAL)


def _simulated(found: Mapping[str, float], holds: bool, note: str) -> Finding:
    if not found:
        missing = Statement(False, "no re-run here")
        return Finding(missing, "inferred", f"{note} {notes.NO_RERUN}", "unavailable")
    shown = ", ".join(f"{value:.3g} ({model})" for model, value in found.items())
    return Finding(Statement(holds, shown), "simulation", note, "consistent")


@check("s8.f", "s8.t", "s8.kappa")
def operating_point(printed: Mapping[str, str]) -> Findings:
    """Check the point (f, t) with the network's largest kappa: each number by the other two."""
    fpr, tpr, kappa = (printed[f"{KEY}.s8.{name}"] for name in ("f", "t", "kappa"))
    f, t = float(read_number(fpr)), float(read_number(tpr))
    columns = {"f": "best_fpr", "t": "best_tpr", "kappa": "best_kappa"}
    for name, text, allowed, note in (
        ("kappa", kappa, bounds.kappa_range(fpr, tpr, P_GOOD), _kappa_note(fpr, tpr, f, t)),
        ("f", fpr, bounds.fpr_range(tpr, kappa, P_GOOD), _slope_note(printed, fpr, tpr)),
        ("t", tpr, bounds.tpr_range(fpr, kappa, P_GOOD), notes.RATE),
    ):
        splits = rerun.distribution("net", columns[name])
        where = f" {splits.percentiles(float(text))}" if splits else ""
        yield f"s8.{name}", Finding(Interval(*allowed), "inferred", note + where, "consistent")


def _kappa_note(fpr: str, tpr: str, f: float, t: float) -> str:
    good, bad = (bounds.kappa_range(fpr, tpr, p) for p in (P_GOOD, P_BAD))
    at_good, at_bad = (float(kappa_at(f, t, p)) for p in (P_GOOD, P_BAD))
    share = bounds.share_where_kappa_is_the_difference(f, t)
    return notes.OPERATING_POINT.format(
        at_good=at_good, at_bad=at_bad, good=good, bad=bad, difference=t - f, share=share
    )


def _slope_note(printed: Mapping[str, str], fpr: str, tpr: str) -> str:
    auc = printed[f"{KEY}.table4.auc-net"]
    bad, good = (bounds.largest_auc_ceiling(fpr, tpr, p) for p in (P_BAD, P_GOOD))
    slope = float(iso_kappa_slope(float(fpr), float(tpr), P_BAD))
    return notes.SLOPE.format(slope=slope, bad=bad, good=good, auc=auc)
