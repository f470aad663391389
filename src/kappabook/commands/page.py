"""The parts of a page of our own: one file, nothing loaded from elsewhere, nothing that runs."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Sequence
from html import escape
from io import StringIO
from typing import TYPE_CHECKING

from kappabook.commands.text import clean

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_STYLE = """
:root { color-scheme: light }
body { font: 16px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff;
  max-width: 72rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem }
p, li { max-width: 46rem }
.limit { color: #555; margin: .1rem 0 0 }
.limit b { font-weight: 600 }
.note { border-left: 4px solid #e0740a; padding: .1rem .75rem; margin: .5rem 0; max-width: 46rem }
ol.findings > li { margin-bottom: .75rem }
.pictures { display: grid; gap: 1rem 2rem; align-items: start;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)) }
figure { margin: 0; min-width: 0 }
figure svg { width: 100%; height: auto; max-width: 34rem }
figcaption { color: #555; max-width: 34rem }
/* A shadow at the right while there is more: its white cover moves along with the table. */
.wide { overflow-x: auto; max-width: 100%; background:
  linear-gradient(to left, #fff 40%, transparent) right / 3rem 100% no-repeat local,
  linear-gradient(to left, #0006, transparent) right / 1rem 100% no-repeat scroll }
.tables { display: flex; flex-wrap: wrap; gap: 0 2rem }
.tables > .titled { flex: 0 1 auto }
.titled { max-width: 100% }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: .25rem 0 .75rem }
.title { color: #555; margin: .25rem 0 0 }
th, td { padding: .2rem .6rem; text-align: right; border-bottom: 1px solid #ddd;
  white-space: nowrap; overflow-wrap: normal }
th:first-child { text-align: left; position: sticky; left: 0; background: #fff }
thead th { border-bottom: 2px solid #00457f }
@media (max-width: 40rem) { body { padding: .75rem } th, td { padding: .2rem .35rem }
  th:first-child { white-space: normal; min-width: 7rem } }
@media print { .wide { overflow: visible; background: none } }
"""


def page(title: str, parts: Iterable[str]) -> str:
    """Put a whole page together; `parts` are HTML."""
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            # Even if a name slipped through unescaped, it could load and run nothing.
            '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
            "style-src 'unsafe-inline'; img-src data:\">",
            f"<title>{text(title)}</title>",
            f"<style>{_STYLE}</style></head><body><main>",
            f"<h1>{text(title)}</h1>",
            *parts,
            "</main></body></html>",
            "",
        ]
    )


def text(words: object) -> str:
    """Escape words for HTML; control characters are shown."""
    return escape(clean(str(words)))


def paragraph(words: str, kind: str = "") -> str:
    """Write a paragraph, with a class if one is given."""
    return f'<p class="{kind}">{text(words)}</p>' if kind else f"<p>{text(words)}</p>"


def table(head: Sequence[str], rows: Iterable[Sequence[str]], caption: str = "") -> str:
    """Write a table that scrolls by itself where the screen is narrow."""
    cells = "".join(f'<th scope="col">{text(cell)}</th>' for cell in head)
    lines = [f"<thead><tr>{cells}</tr></thead><tbody>"]
    for first, *rest in rows:
        data = "".join(f"<td>{text(cell)}</td>" for cell in rest)
        lines.append(f'<tr><th scope="row">{text(first)}</th>{data}</tr>')
    inner = "\n".join([*lines, "</tbody>"])
    # A keyboard can scroll what it can reach; the title stays where it is.
    return (
        f'<div class="titled">{paragraph(caption, "title") if caption else ""}'
        f'<div class="wide" tabindex="0" role="region" aria-label="{text(caption or head[0])}">'
        f"<table>{inner}</table></div></div>"
    )


def picture(figure: Figure, alternative: str, caption: str) -> str:
    """Write a figure as SVG inside the page, with words for who cannot see it."""
    from matplotlib import pyplot as plt

    stream = StringIO()
    with warnings.catch_warnings():
        # The letters are text in the page; the reader's own fonts have what ours lacks.
        warnings.filterwarnings("ignore", "Glyph .* missing from font", UserWarning)
        figure.savefig(stream, format="svg", metadata={"Date": None})
    plt.close(figure)
    svg = stream.getvalue()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, count=1, flags=re.DOTALL)
    label = f'<svg role="img" aria-label="{text(alternative)}"'
    return (
        f"<figure>{svg.replace('<svg', label, 1)}<figcaption>{text(caption)}</figcaption></figure>"
    )
