"""Write a notebook's tagged cells as a deck of reveal.js, every script and style inside.

nbconvert's slides, tried on notebook 01, fetch reveal.js, RequireJS, jQuery and MathJax, so that
without a network there are no slides at all; and they show whole cells, 107 words in the middle
and 337 at most, where a hall reads about fifty. So the shortening is ours, the tag too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template

import nbformat

from kappabook.checkout import root
from kappabook.display.style import BLACK, BLUE
from kappabook.files import writing
from kappabook.teaching.lesson.bundled import mathjax, reveal
from kappabook.teaching.lesson.deck import inline, prose
from kappabook.workbook.slides.cells import TAG, Slide, slides
from kappabook.workbook.slides.html import outputs
from kappabook.workbook.slides.pictures import opening

# The notebooks that a lecture is given from.
NUMBERS = range(1, 8)
# Slides with more rows or words of output, or more words in all, are set smaller.
ROWS, WORDS, ALL_WORDS = 8, 60, 130


def write_decks(into: Path) -> list[Path]:
    """Write ``NN-name.html`` for every notebook from 01 to 07.

    Raises
    ------
    ValueError
        A notebook has no cell tagged ``slide``, or a picture no words.
    OSError
        The folder cannot be written, or reveal.js or MathJax is missing.
    """
    notebooks = [
        path
        for path in sorted((root() / "notebooks").glob("[0-9][0-9]-*.ipynb"))
        if int(path.name[:2]) in NUMBERS
    ]
    decks = [into / f"{path.stem}.html" for path in notebooks]
    with writing(*decks) as drafts:
        for path, draft in zip(notebooks, drafts, strict=True):
            draft.write_text(deck_html(path), encoding="utf-8")
    return decks


def deck_html(path: Path) -> str:
    """Return the deck of one notebook as one page."""
    cells = nbformat.read(path, as_version=4).cells
    found = slides(cells)
    if not found:
        raise ValueError(f"{path.name} has no cell tagged {TAG!r}; tag those that make its slides.")
    try:
        numbers = numbered([slide.heading for slide in found])
        sections = [
            _section(slide, number, opening(path.name[:2]) if slide is found[0] else None)
            for slide, number in zip(found, numbers, strict=True)
        ]
    except ValueError as error:
        raise ValueError(f"{path.name}: {error}") from None
    return deck_page(found[0].heading, f"notebooks/{path.name}", sections)


def deck_page(title: str, source: str, sections: Sequence[str]) -> str:
    """Return a page with these sections, and the scripts that make a deck of them.

    Parameters
    ----------
    title, source : str
        Of the window; and what stands at the foot of every slide.
    sections : sequence of str
        One ``<section>`` per slide.
    """
    return Template(_ours("deck.html")).substitute(
        title=escape(title),
        source=escape(source),
        sections="\n".join(sections),
        style="\n".join(
            (
                reveal("dist/reset.css"),
                reveal("dist/reveal.css"),
                Template(_ours("deck.css")).substitute(black=BLACK, blue=BLUE),
            )
        ),
        reveal=_script(reveal("dist/reveal.js")),
        notes=_script(reveal("plugin/notes/notes.js")),
        zoom=_script(reveal("plugin/zoom/zoom.js")),
        mathjax=_script(mathjax().read_text(encoding="utf-8")),
    )


def numbered(headings: Sequence[str]) -> list[str]:
    """Tell slides under one heading apart: which of how many.

    Examples
    --------
    >>> numbered(["Kappa", "Chance", "Kappa"])
    ['1/2', '', '2/2']
    """
    total, so_far = Counter(headings), Counter[str]()
    told = []
    for heading in headings:
        so_far[heading] += 1
        told.append(f"{so_far[heading]}/{total[heading]}" if total[heading] > 1 else "")
    return told


def _section(slide: Slide, number: str, first: str | None) -> str:
    """Write one slide: its text; then, at a key, values and tables; then a picture in their place.

    So the room can say first what it expects, and then sees nothing but the picture. What follows
    from values and tables stands below them. The first slide has its picture beside its text.
    """
    level = "h2" if first is None else "h1"
    heading = inline(slide.heading) + (f" <small>{number}</small>" if number else "")
    text, close = slide.text, slide.close
    values: list[str] = []
    pictures: list[str] = []
    for cell in slide.cells:
        for shown in outputs(cell):
            (pictures if shown.startswith("<img") else values).append(shown)
    words = len(re.sub("<[^>]*>", " ", " ".join(values)).split())
    all_words = words + len(f"{text} {close if values else ''}".split())
    rows = sum(shown.count("<tr") for shown in values)
    layout = "above" if first is None else "title beside" if first else "title"
    if rows > ROWS or words > WORDS or all_words > ALL_WORDS:
        layout += " many"
    parts = [f'<section class="{layout}">', f"<{level}>{heading}</{level}>"]
    parts.append('<div class="content">')
    parts += [f'<div class="text">{prose(text)}</div>'] if text else []
    parts += [f'<div class="output">{first}</div>'] if first else []
    if values:
        later = 'fragment" data-fragment-index="0"'
        parts.append(f'<div class="output {later}>{chr(10).join(values)}</div>')
        # With its output, not behind it: one key shows both.
        parts += [f'<div class="text close {later}>{prose(close)}</div>'] if close else []
    parts += [f'<div class="output picture fragment">{shown}</div>' for shown in pictures]
    parts.append("</div>")
    code = "\n\n".join(cell.source for cell in slide.cells)
    if code:
        parts.append(f"<details><summary>code</summary><pre>{escape(code)}</pre></details>")
    if slide.notes:
        parts.append(f'<aside class="notes">{prose(slide.notes)}</aside>')
    return "\n".join([*parts, "</section>"])


def _ours(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _script(text: str) -> str:
    """Make a script safe inside a page: nothing in it may end its element or name a map."""
    return re.sub(r"//# sourceMappingURL=\S+", "", text).replace("</script", r"<\/script")
