"""The tables of numbers, the same in text and on the page."""

from __future__ import annotations

from collections.abc import Iterator

from kappabook.commands.agree.agreement import Agreement
from kappabook.commands.agree.judge import Alternative
from kappabook.commands.agree.references import Beside
from kappabook.commands.agree.values import Pair
from kappabook.commands.words import Grid, interval, number, points


def counted(found: Agreement) -> str:
    """Say how many rows were read, used and set aside."""
    rows = found.rows
    groups = "" if found.n_groups is None else f", {found.n_groups} groups of items"
    return (
        f"{rows['read']} rows read, {rows['used']} used, {rows['set_aside']} set aside (without a "
        f"label, or of an item that nobody else rated); {len(found.raters)} raters, "
        f"{found.n_items} items rated twice or more{groups}."
    )


def grids(found: Agreement, most_labels: int, most_tables: int) -> Iterator[Grid]:
    """Make all tables; with more labels, or pairs, than these, some are left out."""
    yield _coefficients(found)
    yield _pairs("Cohen's kappa of each two raters", found.pairs)
    if found.weighted:
        yield _pairs("The same with linear weights", found.weighted)
    if found.alternative is not None and found.alternative.duels:
        yield _duels(found.alternative)
    if found.reference:
        yield _known(found.reference)
    yield _margins(found, most_labels)
    if len(found.pairs) <= most_tables and len(found.labels) <= most_labels:
        yield from (_confusion(pair, found.labels) for pair in found.pairs)


def _coefficients(found: Agreement) -> Grid:
    values = {
        "percent agreement": found.percent_agreement,
        f"Krippendorff's alpha, {found.how.level}": found.alpha,
        "Gwet's AC1": found.ac1,
        "Fleiss' kappa": found.fleiss_kappa,
    }
    return Grid(
        f"All raters, {interval(found.how.confidence_level)}s",
        ["coefficient", "estimate", "low", "high"],
        [[name, *map(number, (v.estimate, v.low, v.high))] for name, v in values.items()],
    )


def _pairs(title: str, pairs: list[Pair]) -> Grid:
    return Grid(
        title,
        ["pair", "kappa", "low", "high", "items", "agreed", "by chance"],
        [
            [
                " - ".join(p.raters),
                *map(number, (p.estimate, p.low, p.high)),
                str(p.n_items),
                *(number(x, 3) for x in (p.observed, p.chance)),
            ]
            for p in pairs
        ],
    )


def _duels(test: Alternative) -> Grid:
    return Grid(
        f"{test.rater} in the place of each human: share of the items on which human, and judge, "
        "are at least as near to the other humans",
        ["human", "items", "human's share", "judge's share", "p", "judge wins"],
        [
            [
                d.human,
                str(d.n_items),
                number(d.human_share, 3),
                number(d.judge_share, 3),
                f"{d.p_value:.2g}",
                "yes" if d.won else "no",
            ]
            for d in test.duels
        ],
    )


def _known(reference: list[Beside]) -> Grid:
    return Grid(
        "Beside the known labels",
        ["rater", "items", "accuracy", "kappa", "low", "high"],
        [
            [
                one.rater,
                str(one.n_items),
                number(one.accuracy, 3),
                *map(number, (one.kappa, one.low, one.high)),
            ]
            for one in reference
        ],
    )


def _margins(found: Agreement, most_labels: int) -> Grid:
    labels = found.labels[:most_labels]
    more = len(found.labels) - len(labels)
    return Grid(
        "Share of each label (and how many points of percent above the others on the same items)"
        + (f"; {more} labels more are in --json" if more else ""),
        ["rater", "items", *labels],
        [
            [
                m.rater,
                str(m.n_items),
                *(f"{number(m.shares[x], 3)} ({points(m.more_than_others[x])})" for x in labels),
            ]
            for m in found.margins
        ],
    )


def _confusion(pair: Pair, labels: list[str]) -> Grid:
    a, b = pair.raters
    cells = [[label, *map(str, row)] for label, row in zip(labels, pair.confusion, strict=True)]
    return Grid(f"{a} (rows) and {b} (columns)", [a, *labels], cells)
