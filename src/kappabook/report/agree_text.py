"""What ``kappabook agree`` prints for people."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from textwrap import fill

from kappabook.report.agreement import MOST_FOUGHT, Agreement, Pair, Value
from kappabook.report.findings import findings

_WIDTH = 96
# More would fill the screen; --json and --html have all.
_MOST_TABLES = 6
_MOST_LABELS = 8


def as_text(found: Agreement) -> str:
    """Write findings, then the numbers."""
    return "\n".join(_lines(found))


def number(value: float, digits: int = 4) -> str:
    """Write a number, or a dash where it is undefined."""
    return "-" if math.isnan(value) else f"{value:.{digits}f}"


def counted(found: Agreement) -> str:
    """Say how many rows were read, used and set aside."""
    rows = found.rows
    return (
        f"{rows['read']} rows read, {rows['used']} used, {rows['set_aside']} set aside (without a "
        f"label, or of an item that nobody else rated); {len(found.raters)} raters, "
        f"{found.n_items} items rated twice or more."
    )


def coefficients(found: Agreement) -> list[tuple[str, Value]]:
    """Name the four coefficients of all raters."""
    return [
        ("percent agreement", found.percent_agreement),
        (f"Krippendorff's alpha, {found.alpha_level}", found.alpha),
        ("Gwet's AC1", found.ac1),
        ("Fleiss' kappa", found.fleiss_kappa),
    ]


def _lines(found: Agreement) -> Iterator[str]:
    yield f"{clean(str(found.path))}: {counted(found)}"
    for note in (found.sheet.layout, *found.notes):
        yield wrapped(f"  {note}")
    yield ""
    for i, (said, not_said) in enumerate(findings(found), 1):
        yield wrapped(f"{i}. {said}", "   ")
        yield wrapped(f"   It does not say: {not_said}", "   ")
    yield ""
    yield from grid(
        ["all raters", "estimate", "low", "high"],
        [[name, *map(number, (v.estimate, v.low, v.high))] for name, v in coefficients(found)],
    )
    yield ""
    yield from _pairs("kappa", found.pairs)
    if found.weighted:
        yield ""
        yield from _pairs("kappa, linear weights", found.weighted)
    yield from _margins(found)
    yield from _confusion(found)
    if found.fought:
        yield ""
        yield "Items most fought over (0 no disagreement, 1 as much as can be)"
        for one in found.fought[:MOST_FOUGHT]:
            said = ", ".join(f"{rater} {label}" for rater, label in one.ratings.items())
            yield clean(f"  {one.item}  {one.disagreement:.2f}  {said}")


def _pairs(title: str, pairs: Sequence[Pair]) -> list[str]:
    head = [title, "estimate", "low", "high", "items", "agreed", "by chance"]
    rows = [
        [
            " - ".join(p.raters),
            *map(number, (p.estimate, p.low, p.high)),
            str(p.n_items),
            *(number(x, 3) for x in (p.observed, p.chance)),
        ]
        for p in pairs
    ]
    return grid(head, rows)


def _margins(found: Agreement) -> Iterator[str]:
    labels = found.labels[:_MOST_LABELS]
    yield ""
    yield "Shares of the labels (and how many points of percent more than the others' on her items)"
    rows = [
        [
            m.rater,
            str(m.n_items),
            *(
                f"{number(m.shares[label], 3)} ({100 * m.more_than_others[label]:+.0f})"
                for label in labels
            ),
        ]
        for m in found.margins
    ]
    yield from grid(["rater", "items", *labels], rows)
    if len(labels) < len(found.labels):
        yield f"  and {len(found.labels) - len(labels)} labels more: see --html or --json."


def _confusion(found: Agreement) -> Iterator[str]:
    if len(found.pairs) > _MOST_TABLES or len(found.labels) > _MOST_LABELS:
        yield ""
        yield "The table of each pair is in --html and --json."
        return
    for pair in found.pairs:
        yield ""
        head = [f"{pair.raters[0]} (rows), {pair.raters[1]}", *found.labels]
        rows = [
            [label, *map(str, counts)]
            for label, counts in zip(found.labels, pair.confusion, strict=True)
        ]
        yield from grid(head, rows)


def grid(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Align a table: the first column to the left, the others to the right."""
    table = [[clean(cell) for cell in row] for row in (head, *rows)]
    wide = [max(map(len, column)) for column in zip(*table, strict=True)]
    return [
        "  ".join(
            [row[0].ljust(wide[0]), *(c.rjust(w) for c, w in zip(row[1:], wide[1:], strict=True))]
        ).rstrip()
        for row in table
    ]


def clean(text: str) -> str:
    """Show control characters, so that a name cannot command the terminal."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def wrapped(text: str, indent: str = "  ") -> str:
    """Break a paragraph at the width of the text; control characters are shown."""
    return fill(clean(text), _WIDTH, subsequent_indent=indent, break_on_hyphens=False)
