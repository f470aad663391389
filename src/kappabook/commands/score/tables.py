"""The tables of ``kappabook score``, as cells of text: for the screen, the page and the paper."""

from __future__ import annotations

import math
from collections.abc import Iterator

from kappabook.commands.score.scored import (
    MATRIX_MEASURES,
    RANKING_MEASURES,
    RULE,
    Classifier,
    Measure,
    Scored,
)
from kappabook.commands.words import Grid

NAMES = {
    "accuracy": "accuracy",
    "chance_agreement": "chance agreement",
    "kappa": "kappa",
    "mcc": "MCC",
    "auc": "AUC",
    "auk": "AUK",
    "h": "H",
}
# Above so many classes tables of them are in --json alone.
MOST_LABELS = 12


_H_IS_SHORT = (
    "The interval of H is too short: in simulations it covered 81 to 93 % instead of 95 %."
)


def number(value: float, digits: int = 4) -> str:
    """Write a number, or a dash where there is none."""
    return "-" if math.isnan(value) else f"{value:.{digits}f}"


def counted(found: Scored) -> str:
    """Say how many rows were read, used and set aside, and why."""
    rows = found.rows
    why = "; ".join(f"{reason}: {n}" for reason, n in rows["reasons"].items())
    said = f"{rows['read']} rows read, {rows['used']} used, {rows['set_aside']} set aside"
    return f"{said} ({why})." if why else f"{said}."


def grids(found: Scored) -> Iterator[Grid]:
    """Give the tables in the order in which they are shown."""
    for one in found.classifiers:
        yield measures(one, several=len(found.classifiers) > 1)
    for one in found.classifiers:
        yield from classes(one, several=len(found.classifiers) > 1)
    if found.comparisons:
        yield differences(found)


def measures(one: Classifier, *, several: bool) -> Grid:
    """Write every measure with its interval and how that was found."""
    rows = []
    for name in MATRIX_MEASURES + (RANKING_MEASURES if one.has_scores else ()):
        rows.append([NAMES[name], *_cells(one.measures[name])])
    return Grid(f"{one.name}, {about(one)}" if several else about(one), _HEAD, rows)


_HEAD = ["measure", "estimate", "low", "high", "interval by"]


def about(one: Classifier) -> str:
    """Say what thresholded measures and areas depend on."""
    said = one.cut
    if one.has_scores:
        said += (
            f"; positive {one.positive!r}, prevalence {one.prevalence:.4g}, AUK by rule {RULE!r}"
        )
    return said


def classes(one: Classifier, *, several: bool) -> Iterator[Grid]:
    """Write kappa of each class against the rest, and the confusion matrix."""
    name = f"{one.name}: " if several else ""
    if len(one.labels) > MOST_LABELS:
        return
    if len(one.labels) > 2:
        rows = [[label, *_cells(x)] for label, x in one.per_class.items()]
        yield Grid(f"{name}kappa of each class against the rest", ["class", *_HEAD[1:]], rows)
    rows = [
        [label, *(f"{x:g}" if x % 1 else str(int(x)) for x in row)]
        for label, row in zip(one.labels, one.confusion, strict=True)
    ]
    yield Grid(f"{name}confusion matrix", ["truth (rows), prediction", *one.labels], rows)


def differences(found: Scored) -> Grid:
    """Write the differences of each two classifiers."""
    rows = [
        [
            f"{one.a} - {one.b}",
            NAMES[one.measure],
            *map(number, (one.difference, one.low, one.high)),
            one.method or "-",
        ]
        for one in found.comparisons
    ]
    return Grid(
        "differences on the same cases",
        ["classifiers", "measure", "difference", "low", "high", "interval by"],
        rows,
    )


def limits(found: Scored) -> list[str]:
    """Say why what is missing is missing, each reason once, and which interval is too short."""
    reasons: dict[str, list[str]] = {}
    for one in found.classifiers:
        for name, x in one.measures.items():
            if x.reason and (name in MATRIX_MEASURES or one.has_scores or one.curve):
                what = "interval of " if x.estimate == x.estimate else ""
                reasons.setdefault(x.reason, []).append(what + NAMES[name])
    said = [
        f"No {', no '.join(dict.fromkeys(names))}: {reason}." for reason, names in reasons.items()
    ]
    if any(one.measures["h"].low == one.measures["h"].low for one in found.classifiers):
        said.append(_H_IS_SHORT)
    return said


def _cells(one: Measure) -> list[str]:
    return [*map(number, (one.estimate, one.low, one.high)), one.method or "-"]
