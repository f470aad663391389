"""What ``kappabook agree`` says: its tables, what they mean, and the pictures of the page."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from kappabook.commands.agree.judge import alternative_said, reference_said, verdict_said
from kappabook.commands.agree.measures import Value
from kappabook.commands.agree.sheet import Sheet
from kappabook.commands.render import (
    Finding,
    Picture,
    Report,
    Table,
    interval,
    number,
    numbers,
    percent,
    span,
)
from kappabook.display.drawing import shortened
from kappabook.display.raters import KappaHeatMapDisplay, PairAgreementDisplay, RaterMarginsDisplay
from kappabook.metrics.raters.table import MISSING

# More would fill the screen; --json has all.
_MOST_TABLES = 6
_MOST_LABELS = 8
_MOST_BARS = 20
_MOST_FOUGHT = 10
# From here on a difference is worth a sentence.
_PARTED = 0.2
_BIASED = 0.05
# Kappas that differ by less are equal but for rounding.
_EQUAL = 1e-9
_KIND = {
    "nominal": "",
    "ordinal": "for ordered labels ",
    "interval": "for numbers (squared differences) ",
    "ratio": "for numbers (squared ratios of difference and sum) ",
}


def report_of(found: dict[str, Any], sheet: Sheet, source: str) -> Report:
    """Fill in the report of what was measured."""
    fought, columns = found["most_disagreed"], sheet.raters or sheet.labels
    limits = []
    if not _shows_pairs(found):
        limits.append("The table of each pair is in the output of --json.")
    if len(fought) > _MOST_FOUGHT:
        limits.append(f"{len(fought)} items are fought over; --csv writes all.")
    rows = [
        [one["item"], f"{one['disagreement']:.4f}", *(one["ratings"].get(x, "") for x in columns)]
        for one in fought
    ]
    return Report(
        title=f"Agreement in {Path(source).name}",
        intro=[f"{source}: {_counted(found)}", sheet.layout],
        tables=list(_tables(found)),
        findings=[*_asked_for(found, sheet), *_overall(found, sheet), *_raters(found)],
        limits=limits,
        notes=list(sheet.notes),
        pictures=list(_pictures(found)),
        data=found | {"most_disagreed": fought[:_MOST_FOUGHT]},
        every_number=[["item", "disagreement", *columns], *rows],
    )


def _value(record: dict[str, Any]) -> Value:
    return Value(record["estimate"], record["low"], record["high"])


def _agreed(found: dict[str, Any]) -> Value:
    return Value(found["percent_agreement"], *found["percent_agreement_interval"])


def _shows_pairs(found: dict[str, Any]) -> bool:
    return len(found["kappa"]) <= _MOST_TABLES and len(found["labels"]) <= _MOST_LABELS


def _counted(found: dict[str, Any]) -> str:
    """Say how many rows were read, used and set aside."""
    rows, n = found["rows"], len(found["raters"])
    groups = "" if found["n_groups"] is None else f", {found['n_groups']} groups of items"
    aside = (
        f", {rows['set_aside']} set aside (without a label, or of an item that nobody else rated)"
    )
    once = found["rated_once"]["n_items"]
    items = "item rated once counts" if once == 1 else "items rated once count"
    counted = f" {once} {items} in Fleiss' kappa and Gwet's AC1 alone."
    return (
        f"{rows['read']} rows read, {rows['used']} used{aside if rows['set_aside'] else ''}; "
        f"{f'{n} raters, ' if n else ''}{found['n_items']} items rated twice or more{groups}."
        f"{counted if once else ''}"
    )


def _tables(found: dict[str, Any]) -> Iterator[Table]:
    coefficients = {
        "percent agreement": _agreed(found),
        f"Krippendorff's alpha, {found['alpha_level']}": _value(found["alpha"]),
        "Gwet's AC1": _value(found["ac1"]),
        "Fleiss' kappa": _value(found["fleiss_kappa"]),
    }
    yield Table(
        f"All raters, {interval(found['confidence_level'])}s",
        ["coefficient", "estimate", "low", "high"],
        [[name, *numbers(value)] for name, value in coefficients.items()],
    )
    for title, pairs in (
        ("Cohen's kappa of each two raters", found["kappa"]),
        (f"The same with {found['weights']} weights", found["weighted_kappa"]),
    ):
        if pairs:
            yield Table(
                title,
                ["pair", "kappa", "low", "high", "items", "agreed", "by chance"],
                [
                    [
                        *(" - ".join(p["raters"]), *numbers(_value(p)), str(p["n_items"])),
                        *_shares(p["observed"], p["chance"]),
                    ]
                    for p in pairs
                ],
            )
    test = found["alternative_test"]
    if test is not None and test["duels"]:
        yield Table(
            f"{test['rater']} in the place of each human: share of the items on which human, and "
            "judge, are at least as near to the other humans",
            ["human", "items", "human's share", "judge's share", "p", "judge wins"],
            [
                [
                    *(d["human"], str(d["n_items"]), *_shares(d["human_share"], d["judge_share"])),
                    *(f"{d['p_value']:.2g}", "yes" if d["won"] else "no"),
                ]
                for d in test["duels"]
            ],
        )
    if found["reference"]:
        yield Table(
            "Beside the known labels",
            ["rater", "items", "accuracy", "kappa", "low", "high"],
            [
                [
                    *(one["rater"], str(one["n_items"]), *_shares(one["accuracy"])),
                    *numbers(Value(one["kappa"], one["low"], one["high"])),
                ]
                for one in found["reference"]
            ],
        )
    labels = found["labels"]
    if found["margins"]:
        shown, more = labels[:_MOST_LABELS], len(labels) - _MOST_LABELS
        yield Table(
            "Share of each label (and how many percentage points above the others on the same "
            "items)" + (f"; {more} labels more are in --json" if more > 0 else ""),
            ["rater", "items", *shown],
            [
                [
                    *(m["rater"], str(m["n_items"])),
                    *(
                        f"{number(m['shares'][x], 3)} ({_points(m['more_than_others'][x])})"
                        for x in shown
                    ),
                ]
                for m in found["margins"]
            ],
        )
    for pair in found["confusion"] if _shows_pairs(found) else ():
        a, b = pair["raters"]
        rows = [[x, *map(str, row)] for x, row in zip(labels, pair["counts"], strict=True)]
        yield Table(f"{a} (rows) and {b} (columns)", [a, *labels], rows)
    if found["most_disagreed"]:
        yield Table(
            "Items most fought over (0 no disagreement, 1 as much as can be)",
            ["item", "disagreement", "ratings"],
            [
                [
                    *(one["item"], f"{one['disagreement']:.2f}"),
                    ", ".join(f"{rater} {label}" for rater, label in one["ratings"].items()),
                ]
                for one in found["most_disagreed"][:_MOST_FOUGHT]
            ],
            words=[2],
        )


def _shares(*values: float) -> list[str]:
    return [number(x, 3) for x in values]


def _points(difference: float) -> str:
    """Write a difference of shares, with its sign, in percentage points."""
    if math.isnan(difference):
        return "-"
    return f"{round(100 * difference):+d}".replace("+0", "0")


def _overall(found: dict[str, Any], sheet: Sheet) -> Iterator[Finding]:
    level, n, r = found["confidence_level"], found["n_items"], len(found["raters"])
    agreed, alpha, ac1 = _agreed(found), _value(found["alpha"]), _value(found["ac1"])
    raters = f"{r} raters, " if r else ""
    yield Finding(
        f"Two raters of one item agree in {percent(agreed.estimate)} of the cases "
        f"({interval(level)} {percent(agreed.low)} to {percent(agreed.high)}; "
        f"{raters}{n} items rated twice or more).",
        "That the raters are right: they can agree on the same mistake. Nor that they agree more "
        "than by chance: with one common label, chance alone agrees often.",
    )
    if math.isnan(alpha.estimate):
        yield _undefined(found)
        yield from _parted_by_single_ratings(found)
        return
    means = "they agree less than chance would"
    if round(alpha.estimate, 2) == 0:
        means = "they agree about as often as chance would"
    elif alpha.estimate > 0:
        means = f"they avoid {percent(alpha.estimate)} of the disagreement expected by chance"
    doubt = ""
    if alpha.low <= 0 <= alpha.high:
        doubt = " The interval includes 0: this may be chance."
    yield Finding(
        f"Krippendorff's alpha {_KIND[found['alpha_level']]}is {span(alpha, level)}: {means}."
        f"{doubt}",
        "That this is good or bad: no limit such as 0.8 follows from data, and alpha depends on "
        "how common each label is among these items.",
    )
    yield from _parted_by_single_ratings(found)
    if caution := found["alpha"]["caution"]:
        yield Finding(
            f"About the interval of alpha: {caution}.",
            "That another formula would help; more items would, above all with rare labels.",
        )
    if ac1.estimate - alpha.estimate > _PARTED and found["alpha_level"] == "nominal":
        label, share = _commonest(sheet)
        yield Finding(
            f"Gwet's AC1 ({span(ac1, level)}) is much higher than alpha: {label!r} is "
            f"{percent(share)} of all ratings. AC1 takes little of the agreement on a common "
            "label for chance, and alpha takes most of it.",
            "Which of the two is right: they answer different questions. Report both, and how "
            "often each label is used.",
        )


def _undefined(found: dict[str, Any]) -> Finding:
    """Say which coefficients are undefined if ratings with a partner are all one label."""
    known = {"Gwet's AC1": found["ac1"], "Fleiss' kappa": found["fleiss_kappa"]}
    shown = [
        f"{name} ({number(value['estimate'], 2)})"
        for name, value in known.items()
        if not math.isnan(value["estimate"])
    ]
    said = "Every rating that has a partner is the same label, so that "
    if not shown:
        said += "no coefficient corrected for chance is defined."
    else:
        others = "ratings without a partner"
        if not found["rated_once"]["n_items"]:
            others = "labels that nobody gave"
        said += (
            "Krippendorff's alpha and the kappas of pairs are undefined. "
            f"{' and '.join(shown)} also take{'s' * (len(shown) == 1)} account of {others}."
        )
    return Finding(
        said, "That agreement is perfect in general: these items gave nobody a reason to differ."
    )


def _parted_by_single_ratings(found: dict[str, Any]) -> Iterator[Finding]:
    """Say so where items rated once move Fleiss' kappa or AC1, or take an end below -1."""
    once, level = found["rated_once"], found["confidence_level"]
    pairs = [
        ("Fleiss' kappa", _value(found["fleiss_kappa"]), once["fleiss_kappa_without"]),
        ("Gwet's AC1", _value(found["ac1"]), once["ac1_without"]),
    ]
    if not once["n_items"]:
        return
    moved = [
        f"{name} is {span(value, level)}, and {_or_undefined(without)} without them"
        for name, value, without in pairs
        if abs(value.estimate - without) > _PARTED / 2 or min(value.estimate, value.low) < -1
    ]
    if not moved:
        return
    alpha = _or_undefined(found["alpha"]["estimate"])
    below = any(min(value.estimate, value.low) < -1 for _, value, _ in pairs)
    items = "item was" if once["n_items"] == 1 else "items were"
    yield Finding(
        f"{once['n_items']} {items} rated once. This says nothing of agreement, but Fleiss' "
        "kappa and Gwet's AC1 take from it, too, how often each label is used: "
        f"{'; '.join(moved)}. Alpha ({alpha}) does not use them."
        f"{' So a kappa can be less than -1.' if below else ''}",
        "That items rated once are like the others. If they are not, leave their rows out.",
    )


def _or_undefined(value: float) -> str:
    return "undefined" if math.isnan(value) else number(value, 2)


def _raters(found: dict[str, Any]) -> Iterator[Finding]:
    level, fought = found["confidence_level"], found["most_disagreed"]
    pairs = [p for p in found["weighted_kappa"] or found["kappa"] if not math.isnan(p["estimate"])]
    estimates = [p["estimate"] for p in pairs]
    if len(pairs) > 1 and not math.isclose(min(estimates), max(estimates), abs_tol=_EQUAL):
        kappa = f"kappa with {found['weights']} weights" if found["weights"] else "kappa"
        low, high = (pick(pairs, key=lambda p: p["estimate"]) for pick in (min, max))
        texts = [
            f"{' and '.join(p['raters'])} agree {most} ({kappa} {span(_value(p), level)})"
            for p, most in ((low, "least"), (high, "most"))
        ]
        yield Finding(
            f"Of the pairs, {texts[0]}, and {texts[1]}.",
            "Who of the two is at fault, or that the order of the pairs would stay: each interval "
            "is for one pair, and the extremes of many pairs are partly chance.",
        )
    biases = [(m["rater"], *x) for m in found["margins"] for x in m["more_than_others"].items()]
    known = [bias for bias in biases if not math.isnan(bias[2])]
    rater, label, more = max(known, key=lambda bias: abs(bias[2]), default=("", "", 0.0))
    if abs(more) >= _BIASED:
        yield Finding(
            f"{rater} says {label!r} {100 * abs(more):.0f} percentage points "
            f"{'more' if more > 0 else 'less'} often than the others do on the same items.",
            f"That {rater} is wrong: the others may be.",
        )
    if fought:
        ratings = list(fought[0]["ratings"].items())[:8]
        said = ", ".join(f"{rater} {label!r}" for rater, label in ratings)
        yield Finding(
            f"Raters disagree on {len(fought)} of {found['n_items']} items, most on item "
            f"{fought[0]['item']} ({said}).",
            "That somebody was careless: an item may have no one right label.",
        )
    for own in found["self_agreement"]:
        yield Finding(
            f"{own['rater']} agrees with itself in {percent(own['percent_agreement']['estimate'])} "
            f"of the pairs of runs (alpha {span(_value(own['alpha']), level)}; {own['n_runs']} "
            f"runs, {own['n_items']} items).",
            f"That {own['rater']} is right: it may repeat its mistakes. Runs are not counted as "
            "raters; elsewhere the first run stands for all.",
        )


def _asked_for(found: dict[str, Any], sheet: Sheet) -> Iterator[Finding]:
    level = found["confidence_level"]
    if found["judge"] is not None:
        yield verdict_said(found["judge"], level)
        yield from _left_out(sheet, found["judge"]["rater"])
    if found["alternative_test"] is not None:
        yield alternative_said(found["alternative_test"])
    for one in found["reference"]:
        yield reference_said(one, level)


def _left_out(sheet: Sheet, judge: str) -> Iterator[Finding]:
    rated = sheet.table.codes != MISSING
    several = rated.any(axis=0)
    if without := int((several & ~rated[sheet.raters.index(judge)]).sum()):
        yield Finding(
            f"{judge} left {without} of {several.sum()} items unrated: what is said of {judge} is "
            "about the others only.",
            "How it would do on the items left out: they may be the hard ones.",
        )


def _commonest(sheet: Sheet) -> tuple[str, float]:
    counts = np.bincount(sheet.table.codes[sheet.table.codes != MISSING])
    return sheet.labels[counts.argmax()], float(counts.max() / counts.sum())


def _pictures(found: dict[str, Any]) -> Iterator[Picture]:
    pairs, raters = found["kappa"], found["raters"]
    if not pairs:
        return
    # One short name for a rater in all pictures, whichever pairs are shown.
    short = dict(zip(raters, shortened(raters, 14), strict=True))
    caption = "Agreement of each two raters. Kappa is the part of the room above chance they fill."
    shown = pairs
    if len(pairs) > _MOST_BARS:
        known = [p for p in pairs if not math.isnan(p["estimate"])]
        shown = sorted(known, key=lambda p: p["estimate"])[:_MOST_BARS] or pairs[:_MOST_BARS]
        caption += f" The {len(shown)} pairs with the lowest kappa, of {len(pairs)}."
    bars = PairAgreementDisplay(
        [(short[a], short[b]) for a, b in (p["raters"] for p in shown)],
        [p["observed"] for p in shown],
        [p["chance"] for p in shown],
    )
    yield Picture(_drawn(bars), caption, "Bars: agreement and chance agreement per pair.")
    kappa = np.eye(len(raters))
    for p in found["weighted_kappa"] or pairs:
        i, j = map(raters.index, p["raters"])
        kappa[i, j] = kappa[j, i] = p["estimate"]
    heat = KappaHeatMapDisplay(kappa, list(short.values()))
    name = f"Kappa with {found['weights']} weights" if found["weights"] else "Kappa"
    yield Picture(_drawn(heat), f"{name} of each two raters.", "Map of the kappas.")
    shares = [list(m["shares"].values()) for m in found["margins"]]
    margins = RaterMarginsDisplay(shares, list(short.values()), found["labels"])
    yield Picture(
        _drawn(margins),
        "How often each rater uses each label. A bar unlike the others in its column is a bias.",
        "Bars: share of each label, by rater.",
    )


def _drawn(display: Any) -> Any:
    return lambda: display.plot().figure_
