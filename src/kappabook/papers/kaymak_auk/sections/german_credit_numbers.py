"""The numbers of Section 8: the areas of Tables 4 and 5, and the point with the largest kappa."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import ceil

from scipy.stats import hypergeom

from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Interval, Proof
from kappabook.metrics import auk_bounds
from kappabook.metrics.kappa_curve import kappa_at
from kappabook.metrics.threshold import iso_kappa_slope
from kappabook.papers.kaymak_auk import ledger_notes as notes
from kappabook.papers.kaymak_auk.german_credit import rerun
from kappabook.papers.kaymak_auk.printed_tables import AREAS, KEY, MODELS, Areas, read_pair
from kappabook.papers.kaymak_auk.sections.german_credit import (
    GOOD,
    LEFT,
    SETUP,
    THINNED,
    missing,
)
from kappabook.papers.kaymak_auk.theory import bounds
from kappabook.papers.kaymak_auk.theory.curves import P_BAD, P_GOOD
from kappabook.transcription import read_number

# What is left of each number of samples to test on, ours and the printed one: the size, and how
# many bad credits come into it by chance.
TEST_SETS = tuple(
    (f"{good + bad} samples{words}", size, hypergeom(good + bad, bad, size))
    for words, good, bad in (("", GOOD, LEFT[0]), (", as printed", *THINNED))
    for size in [good + bad - SETUP["train"]]
)
# The columns of the re-run for the point with the largest kappa.
BEST = {"f": "best_fpr", "t": "best_tpr", "kappa": "best_kappa"}


@check("table{number}.auc-{model}", number=AREAS, model=MODELS)
def auc(printed: Mapping[str, str], number: int, model: str) -> Finding:
    """Find an AUC among those of the re-run; it is the same for either positive class."""
    pair = read_pair(printed, number, model)
    hull = "_hull" * pair.concave
    return _among_the_splits(model, f"auc{hull}", pair.auc, "", what_bounds_say(pair))


@check("table5.auk-linear")
def possible_auk(printed: Mapping[str, str]) -> Finding:
    """Find the one AUK that is possible at p = 0.11 among those with the bad credits positive."""
    pair = read_pair(printed, 5, "linear")
    if not bounds.is_possible(pair, P_BAD):
        return _depends_on_the_class(pair, "")
    with_bad = ", bad credits positive"
    return _among_the_splits("linear", "auk_bad", pair.auk, with_bad, what_bounds_say(pair))


@check("table4.auk-*", "table5.auk-net")
def impossible_auks(printed: Mapping[str, str]) -> Findings:
    """Check the AUKs that no curve of the AUC beside them has at p = 0.11, and some at 0.89."""
    for number, model in ((4, "linear"), (4, "net"), (5, "net")):
        pair = read_pair(printed, number, model)
        splits = rerun.distribution(model, f"auk_good{'_hull' * pair.concave}")
        where = splits.percentiles(float(pair.auk)) if splits else ""
        among = f" Percentile, good credits positive, in {where}." if where else ""
        yield f"table{number}.auk-{model}", _depends_on_the_class(pair, among)


def _depends_on_the_class(pair: Areas, among: str) -> Finding:
    ranges = (
        "[{:.4f}, {:.4f}] at p = {:g}".format(*bounds.auk_range(pair, p), p)
        for p in (P_BAD, P_GOOD)
    )
    proof = Proof(_needs_the_good_as_positive, ", ".join(ranges), (pair,), _possible_at_both(pair))
    note = f"{notes.POSITIVE} {what_bounds_say(pair)}{among}"
    return Finding(proof, "inferred", note, "contested")


def _needs_the_good_as_positive(auk: str, pair: Areas) -> bool:
    """Say whether the areas are possible at p = 0.89 and not at p = 0.11."""
    areas = replace(pair, auk=auk)
    return bounds.is_possible(areas, P_GOOD) and not bounds.is_possible(areas, P_BAD)


def _possible_at_both(pair: Areas) -> str:
    """Return an AUK in the middle of what both classes allow: it would leave the class open."""
    (low, high), (least, most) = (bounds.auk_range(pair, p) for p in (P_BAD, P_GOOD))
    return f"{(max(low, least) + min(high, most)) / 2:.4f}"


def _among_the_splits(model: str, column: str, text: str, reading: str, note: str) -> Finding:
    splits = rerun.distribution(model, column)
    if splits is None:
        return missing(note)
    ranks = f"Percentile in {splits.percentiles(float(text))}{reading}. {notes.WIDE}"
    return Finding(Interval(*splits.central), "simulation", f"{ranks} {note}", "consistent")


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
    needed = (
        f"{ceil(share * size)} bad of {size} test cases ({words}), where {bad.mean():.0f} are "
        f"expected with a standard deviation of {bad.std():.1f}"
        for words, size, bad in TEST_SETS
    )
    note += (
        f" The printed AUK, {pair.auk}, is outside at p = 0.11; it needs p >= {share:.3f}: "
        f"{', or '.join(needed)}."
    )
    if all(share * size < bad.mean() + 2 * bad.std() for _, size, bad in TEST_SETS):
        note += (
            " Such a test set is not rare, but only a curve of extreme shape has that AUK there."
        )
    if pair.concave:
        reach = bounds.trapezoid_reach(auc, P_BAD)
        note += (
            " A trapezoid over the few corners of a hull could exceed the bound: with one corner "
            f"it reaches {reach:.3f}."
        )
    return note


@check("s8.f", "s8.t", "s8.kappa")
def operating_point(printed: Mapping[str, str]) -> Findings:
    """Check the point (f, t) with the network's largest kappa: each number by the other two."""
    point = {name: printed[f"{KEY}.s8.{name}"] for name in ("f", "t", "kappa")}
    fpr, tpr, kappa = point.values()
    f, t = float(read_number(fpr)), float(read_number(tpr))
    at = " and ".join(f"{float(kappa_at(f, t, p)):.4f} at p = {p:g}" for p in (P_BAD, P_GOOD))
    for name, shown, note in (
        ("kappa", f"t - f = {t - f:.3f}; by (19) {at}", _kappa_note(fpr, tpr, f, t)),
        ("f", _shown(bounds.fpr_range, tpr, kappa), _slope_note(printed, fpr, tpr)),
        ("t", _shown(bounds.tpr_range, fpr, kappa), notes.RATE),
    ):
        splits = rerun.distribution("net", BEST[name])
        where = splits.percentiles(float(point[name])) if splits else ""
        among = f" Percentile, good credits positive, in {where}." if where else ""
        others = tuple((key, text) for key, text in point.items() if key != name)
        proof = Proof(_is_the_point, shown, (name, others))
        yield f"s8.{name}", Finding(proof, "inferred", note + among, "contested")


def _is_the_point(text: str, name: str, others: tuple[tuple[str, str], ...]) -> bool:
    """Say whether kappa is t - f, to the last digit, and by (19) possible at p = 0.89 alone."""
    point = {**dict(others), name: text}
    f, t, kappa = (read_number(point[key]) for key in ("f", "t", "kappa"))
    low, high = bounds.rounded(point["kappa"])
    possible = [
        least <= high and low <= most
        for least, most in (bounds.kappa_range(point["f"], point["t"], p) for p in (P_BAD, P_GOOD))
    ]
    return kappa == t - f and possible == [False, True]


def _shown(allowed: Callable[[str, str, float], bounds.Range], rate: str, kappa: str) -> str:
    """Write which values of one rate the other two numbers of the point allow, by (19)."""
    ranges = []
    for p in (P_BAD, P_GOOD):
        low, high = allowed(rate, kappa, p)
        ranges.append(f"{low:.3f} to {high:.3f} at p = {p:g}" if low <= 1 else f"none at p = {p:g}")
    return ", ".join(ranges)


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
