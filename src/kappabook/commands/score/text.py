"""What ``kappabook score`` prints for people."""

from __future__ import annotations

from collections.abc import Iterator

from kappabook.commands.score.findings import findings
from kappabook.commands.score.scored import Scored
from kappabook.commands.score.tables import MOST_LABELS, counted, grids, limits
from kappabook.commands.text import clean, grid, wrapped


def as_text(found: Scored) -> str:
    """Write findings, then the numbers."""
    return "\n".join(_lines(found))


def _lines(found: Scored) -> Iterator[str]:
    yield clean(f"{found.path}: {counted(found)}")
    for note in found.notes:
        yield wrapped(f"  {note}")
    yield ""
    for i, (said, not_said) in enumerate(findings(found), 1):
        yield wrapped(f"{i}. {said}", "   ")
        yield wrapped(f"   It does not say: {not_said}", "   ")
    for title, head, rows in grids(found):
        yield ""
        yield clean(title)
        # The words on how an interval was found stand at the end, to the left.
        if head[-1] == "interval by":
            lines = grid(head[:-1], [row[:-1] for row in rows])
            yield from (
                f"{line}  {clean(row[-1])}" for line, row in zip(lines, [head, *rows], strict=True)
            )
        else:
            yield from grid(head, rows)
    if any(len(one.labels) > MOST_LABELS for one in found.classifiers):
        yield f"The tables of the classes are in --json: there are more than {MOST_LABELS}."
    for line in limits(found):
        yield wrapped(line)
