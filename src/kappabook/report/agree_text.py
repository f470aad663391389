"""What ``kappabook agree`` prints for people."""

from __future__ import annotations

from collections.abc import Iterator
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
    yield _wrapped(f"{found.path}: {counted(found)}")
    yield _wrapped(f"  {found.sheet.layout}")
    for note in found.notes:
        yield _wrapped(f"  Note: {note}")
    yield ""
    for i, (said, not_said) in enumerate(findings(found), 1):
        yield _wrapped(f"{i}. {said}", "   ")
        yield _wrapped(f"   It does not say: {not_said}", "   ")
    for grid in grids(found, _MOST_LABELS, _MOST_TABLES):
        yield ""
        yield from _table(grid)
    if len(found.pairs) > _MOST_TABLES or len(found.labels) > _MOST_LABELS:
        yield ""
        yield "The table of each pair is in --html and --json."
    if found.fought:
        yield ""
        yield "Items most fought over (0 no disagreement, 1 as much as can be)"
        for one in found.fought[:MOST_FOUGHT]:
            said = ", ".join(f"{rater} {label}" for rater, label in one.ratings.items())
            yield clean(f"  {one.item}  {one.disagreement:.2f}  {said}")


def _table(grid: Grid) -> list[str]:
    rows = [[clean(cell) for cell in row] for row in (grid.head, *grid.rows)]
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(
            [row[0].ljust(wide[0]), *(c.rjust(w) for c, w in zip(row[1:], wide[1:], strict=True))]
        )
        for row in rows
    ]
    return [_wrapped(grid.title), *(f"  {line}".rstrip() for line in lines)]


def clean(text: str) -> str:
    """Show control characters, so that a name cannot command the terminal."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def _wrapped(text: str, indent: str = "  ") -> str:
    bound = clean(text).replace(" %", "\N{NO-BREAK SPACE}%")  # a number keeps its unit
    lines = fill(
        bound, _WIDTH, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False
    )
    return lines.replace("\N{NO-BREAK SPACE}", " ")
