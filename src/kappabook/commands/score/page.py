"""The page of ``kappabook score --html``: findings, pictures, tables, in one file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kappabook.commands.page import page, paragraph, picture, table, text
from kappabook.commands.score.findings import findings
from kappabook.commands.score.pictures import (
    MOST_LINES,
    kappa_picture,
    matrix_picture,
    roc_picture,
)
from kappabook.commands.score.scored import Scored
from kappabook.commands.score.tables import counted, grids, limits
from kappabook.display.drawing import pyplot
from kappabook.files import writing

_MOST_MATRICES = 6


def write_page(found: Scored, path: Path) -> None:
    """Write the page whole, or leave the file as it was."""
    plt = pyplot()
    from kappabook.display.style import STYLE

    with plt.style.context(STYLE):
        html = page(f"Scores of {found.path.name}", _parts(found))
    with writing(path) as (draft,):
        draft.write_text(html, encoding="utf-8")


def _parts(found: Scored) -> Iterator[str]:
    yield paragraph(counted(found))
    yield from (paragraph(note, "note") for note in found.notes)
    yield "<h2>What was found</h2>"
    items = [
        f'<li>{text(said)}<p class="limit"><b>It does not say:</b> {text(not_said)}</p></li>'
        for said, not_said in findings(found)
    ]
    yield '<ol class="findings">' + "\n".join(items) + "</ol>"
    yield '<div class="pictures">'
    yield from _pictures(found)
    yield "</div>"
    yield "<h2>The numbers</h2>"
    yield from (table(head, rows, title) for title, head, rows in grids(found))
    yield from (paragraph(line) for line in limits(found))


def _pictures(found: Scored) -> Iterator[str]:
    ranked = [one for one in found.classifiers if one.curve is not None]
    shown = sorted(ranked, key=lambda one: -one.measures["auk"].estimate)[:MOST_LINES]
    if shown:
        more = f" The {MOST_LINES} with the largest AUK." if len(shown) < len(ranked) else ""
        yield picture(
            roc_picture(shown),
            "ROC curves.",
            f"ROC curves. A dot marks the predictions that kappa is about.{more}",
        )
        yield picture(
            kappa_picture(shown),
            "Kappa against the false positive rate.",
            "Kappa at every threshold. The area under it is the AUK, at this prevalence and with "
            f"{shown[0].positive!r} positive.{more}",
        )
    for one in found.classifiers[:_MOST_MATRICES]:
        yield picture(
            matrix_picture(one),
            f"Confusion matrix of {one.name}.",
            f"{one.name}: numbers are cases (or their weight), colours are shares of a true class.",
        )
