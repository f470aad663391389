"""What ``kappabook agree`` prints for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import fill

from kappabook.report.agreement import MOST_FOUGHT, Agreement
from kappabook.report.findings import findings
from kappabook.report.numbers import Grid, counted, grids

_WIDTH = 80
# More would fill the screen; --json and --html have all.
_MOST_TABLES = 6
_MOST_LABELS = 8


def as_text(found: Agreement) -> str:
    """Write findings, then the numbers."""
    return "\n".join(_lines(found))


def _lines(found: Agreement) -> Iterator[str]:
    yield wrapped(f"{found.path}: {counted(found)}")
    yield wrapped(f"  {found.sheet.layout}")
    for note in found.notes:
        yield wrapped(f"  Note: {note}")
    yield ""
    for i, (said, not_said) in enumerate(findings(found), 1):
        yield wrapped(f"{i}. {said}", "   ")
        yield wrapped(f"   It does not say: {not_said}", "   ")
    for shown in grids(found, _MOST_LABELS, _MOST_TABLES):
        yield ""
        yield from _table(shown)
    if len(found.pairs) > _MOST_TABLES or len(found.labels) > _MOST_LABELS:
        yield ""
        yield "The table of each pair is in --html and --json."
    if found.fought:
        yield ""
        yield "Items most fought over (0 no disagreement, 1 as much as can be)"
        for one in found.fought[:MOST_FOUGHT]:
            said = ", ".join(f"{rater} {label}" for rater, label in one.ratings.items())
            yield clean(f"  {one.item}  {one.disagreement:.2f}  {said}")


def _table(shown: Grid) -> list[str]:
    return [wrapped(shown.title), *(f"  {line}" for line in grid(shown.head, shown.rows))]


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
    bound = clean(text).replace(" %", "\N{NO-BREAK SPACE}%")  # a number keeps its unit
    lines = fill(
        bound, _WIDTH, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False
    )
    return lines.replace("\N{NO-BREAK SPACE}", " ")
