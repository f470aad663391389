"""What ``kappabook agree`` prints for people."""

from __future__ import annotations

from collections.abc import Iterator

from kappabook.commands.agree.agreement import MOST_FOUGHT, Agreement
from kappabook.commands.agree.findings import findings
from kappabook.commands.agree.numbers import counted, grids
from kappabook.commands.text import clean, grid, wrapped
from kappabook.commands.words import Grid

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
