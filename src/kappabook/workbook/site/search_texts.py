"""What the site's search looks through: the texts of all pages, in one script.

A page opened from a folder may fetch nothing, so a search that shows the sentence it found must
bring the sentences along.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from bs4 import BeautifulSoup, Tag

# Pages that are not to be found: what searches, and what has a search of its own.
NOT_SEARCHED = ("search.html", "genindex.html", "py-modindex.html")
# Not prose: anchors, what the browser runs, long tables of outputs, and the claims.
DROPPED = (
    "a.headerlink, script, style, iframe, form, p.download, #claims, #totals, .toctree-wrapper, "
    ".cell_output, div.math"
)
BLOCKS = ("p", "li", "dt", "dd", "tr", "pre", "summary", "div", "blockquote", "h1")


def write_search_texts(site: Path) -> Path:
    """Write ``_static/search-texts.js`` for the pages of a built site; return its path.

    It defines ``SEARCHED``: ``pages``, each an address and a title, and ``sections``, each the
    number of its page, its anchor, its heading and its text, a line for each paragraph.
    """
    pages: list[tuple[str, str]] = []
    sections: list[tuple[int, str, str, str]] = []
    for path in sorted(site.rglob("*.html")):
        name = path.relative_to(site).as_posix()
        if name in NOT_SEARCHED or name.startswith("widgets/"):
            continue
        found = list(texts(path.read_text(encoding="utf-8")))
        if found:
            sections += [(len(pages), anchor, heading, text) for anchor, heading, text in found]
            pages.append((name, found[0][1]))
    target = site / "_static" / "search-texts.js"
    content = json.dumps({"pages": pages, "sections": sections}, ensure_ascii=False)
    target.write_text(f"const SEARCHED = {content};\n", encoding="utf-8")
    # Sphinx's own index knows the words, not where they stand; nothing reads it.
    (site / "searchindex.js").unlink(missing_ok=True)
    return target


def texts(page: str) -> Iterator[tuple[str, str, str]]:
    r"""Yield anchor, heading and text of each section of a page, without the sections in it.

    Examples
    --------
    >>> inner = '<section id="b"><h2>B</h2><p>Two. <math>.</math></p><p>Three.</p></section>'
    >>> page = f'<div role="main"><section id="a"><h1>A</h1><p>One.</p>{inner}</section></div>'
    >>> list(texts(page))
    [('', 'A', 'One.'), ('b', 'B', 'Two. .\nThree.')]
    """
    main = BeautifulSoup(page, "html.parser").select_one("[role=main]")
    if main is None:
        return
    for unwanted in main.select(DROPPED):
        unwanted.decompose()
    for formula in main.select(".math"):
        formula.string = _readable(formula.get_text())
    sections = main.select("section[id]")
    # From the innermost out, so that a section has lost those in it when its turn comes.
    made = []
    for section in reversed(sections):
        heading = section.find(re.compile("^h[1-6]$"))
        title = _line(heading.get_text()) if isinstance(heading, Tag) else ""
        if isinstance(heading, Tag):
            heading.decompose()
        for block in section.find_all(BLOCKS):
            block.append("\n")
        lines = map(_line, section.get_text().splitlines())
        first = section is sections[0]
        anchor = "" if first else str(section["id"])
        made.append((anchor, title, "\n".join(filter(None, lines))))
        section.extract()
    yield from reversed(made)


def _readable(formula: str) -> str:
    """Write a short formula without the signs that only a typesetter reads."""
    return re.sub(r"\\[()]|[\\{}$]", "", formula)


def _line(text: str) -> str:
    return " ".join(text.split())
