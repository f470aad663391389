"""The page of ``kappabook agree --html``: findings, pictures, tables, in one file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from kappabook.commands.agree.agreement import Agreement
from kappabook.commands.agree.findings import findings
from kappabook.commands.agree.numbers import counted, grids
from kappabook.commands.page import page, paragraph, picture, table, text
from kappabook.display.drawing import pyplot, shortened
from kappabook.display.raters import KappaHeatMapDisplay, PairAgreementDisplay, RaterMarginsDisplay
from kappabook.files import writing

# More would be a page that nobody reads to its end; --json has all.
_MOST_BARS = 20
_MOST_ITEMS = 25
_MOST_TABLES = 30
_MOST_LABELS = 30


def write_page(found: Agreement, path: Path) -> None:
    """Write the page whole, or leave the file as it was."""
    plt = pyplot()
    from kappabook.display.style import STYLE

    with plt.style.context(STYLE):
        html = page(f"Agreement in {found.path.name}", _parts(found))
    with writing(path) as (draft,):
        draft.write_text(html, encoding="utf-8")


def _parts(found: Agreement) -> Iterator[str]:
    yield paragraph(counted(found))
    yield paragraph(found.sheet.layout)
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
    yield from _numbers(found)


def _pictures(found: Agreement) -> Iterator[str]:
    # One short name for a rater in all pictures, whichever pairs are shown.
    short = dict(zip(found.raters, shortened(found.raters, 14), strict=True))
    shown = found.pairs
    caption = "Agreement of each two raters. Kappa is the part of the room above chance they fill."
    if len(shown) > _MOST_BARS:
        known = [p for p in shown if p.estimate == p.estimate]
        shown = sorted(known, key=lambda p: p.estimate)[:_MOST_BARS] or shown[:_MOST_BARS]
        caption += f" The {len(shown)} pairs with the lowest kappa, of {len(found.pairs)}."
    bars = PairAgreementDisplay(
        [(short[p.raters[0]], short[p.raters[1]]) for p in shown],
        [p.observed for p in shown],
        [p.chance for p in shown],
    )
    yield picture(bars.plot().figure_, "Bars: agreement and chance agreement per pair.", caption)
    place = {rater: i for i, rater in enumerate(found.raters)}
    kappa = np.eye(len(place))
    pairs = found.weighted or found.pairs
    for p in pairs:
        i, j = (place[rater] for rater in p.raters)
        kappa[i, j] = kappa[j, i] = p.estimate
    weighted = "Kappa with linear weights" if found.weighted else "Kappa"
    heat = KappaHeatMapDisplay(kappa, list(short.values())).plot()
    yield picture(heat.figure_, "Map of the kappas.", f"{weighted} of each two raters.")
    shares = [list(m.shares.values()) for m in found.margins]
    margins = RaterMarginsDisplay(shares, list(short.values()), found.labels).plot()
    yield picture(
        margins.figure_,
        "Bars: share of each label, by rater.",
        "How often each rater uses each label. A bar unlike the others in its column is a bias.",
    )


def _numbers(found: Agreement) -> Iterator[str]:
    yield '<div class="tables">'
    for grid in grids(found, _MOST_LABELS, _MOST_TABLES):
        yield table(grid.head, grid.rows, grid.title)
    yield "</div>"
    if len(found.pairs) > _MOST_TABLES or len(found.labels) > _MOST_LABELS:
        yield paragraph("The table of each pair is in the output of --json.")
    if found.fought:
        yield table(
            ["item", "disagreement", *found.raters],
            [
                [
                    one.item,
                    f"{one.disagreement:.2f}",
                    *(one.ratings.get(r, "") for r in found.raters),
                ]
                for one in found.fought[:_MOST_ITEMS]
            ],
            f"Items most fought over, {min(_MOST_ITEMS, len(found.fought))} of {len(found.fought)}",
        )
