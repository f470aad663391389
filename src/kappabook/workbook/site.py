"""What the site needs beside Sphinx, MyST and the theme: words for pictures, frames, the ledger.

A Sphinx extension, named in `docs/conf.py`. Each code cell of a notebook gets the notebook's own
cell id as an address. Where a cell needs a kernel to show an explorer, the page that needs none
stands in a frame. The directive ``ledger`` writes the ledger.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import Any

import nbformat
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from kappabook import papers
from kappabook.audit.ledger import totals
from kappabook.teaching.explorers.catalog import EXPLORERS, about
from kappabook.teaching.explorers.page import write_widgets
from kappabook.teaching.lesson.deck import lesson_html
from kappabook.teaching.lesson.source import read_lesson
from kappabook.workbook.ledger_page import fragment
from kappabook.workbook.notebook_cells import alternative_text, pictures

LOGGER = logging.getLogger(__name__)
EXPLORER = re.compile(r"^(\w+)_explorer\(\)\Z", re.MULTILINE)
FRONT = '<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url={0}">'
FRONT += '<title>kappabook</title><a href="{0}">kappabook</a>'
DOWNLOAD = '<p><a href="{0}" download>Download this notebook</a></p>'


def setup(app: Sphinx) -> dict[str, Any]:
    """Let Sphinx call us."""
    app.add_directive("ledger", Ledger)
    app.add_directive("explorers", Explorers)
    app.connect("doctree-read", mend_notebook)
    # Behind the theme, which makes the navigation.
    app.connect("html-page-context", mend_page, priority=900)
    app.connect("build-finished", add_pages)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}


class Ledger(SphinxDirective):
    """The ledger, whose rows lead to the cells of the notebooks."""

    def run(self) -> list[nodes.Node]:
        """Judge every claim."""
        up = _up(self.env.docname)
        rows = papers.all_rows()
        html = fragment(
            rows,
            totals(rows),
            lambda cell: f"{up}notebooks/{cell.notebook}.html#{cell.id}",
            f"{up}docs/what-held.html#ten-findings",
        )
        return [nodes.raw("", html, format="html")]


class Explorers(SphinxDirective):
    """Every explorer in a frame; each also opens by itself, for a lecture."""

    def run(self) -> list[nodes.Node]:
        """Write a section for each."""
        up = _up(self.env.docname)
        found: list[nodes.Node] = []
        for name in EXPLORERS:
            title = about(name)["title"]
            section = nodes.section(ids=[name])
            section += nodes.title("", title)
            alone = f'<p><a href="{up}widgets/{name}.html">On a page of its own</a></p>'
            section += nodes.raw("", frame(name, up) + alone, format="html")
            found.append(section)
        return found


def frame(name: str, up: str) -> str:
    """Write the frame that holds an explorer; `up` leads to the top of the site."""
    title = escape(about(name)["title"])
    return f'<iframe class="widget" src="{up}widgets/{name}.html" title="{title}"></iframe>'


def mend_notebook(app: Sphinx, doctree: nodes.document) -> None:
    """Give code cells the notebook's cell ids as anchors, and pictures alternative text.

    Warns, which stops the build, where no words tell what a picture shows.
    """
    page = app.env.current_document.docname
    path = app.env.doc2path(page)
    if path.suffix != ".ipynb":
        return
    cells = nbformat.read(path, as_version=4).cells
    for container in doctree.findall(nodes.container):
        if container.get("nb_element") != "cell_code":
            continue
        cell = cells[container["cell_index"]]
        container["ids"].append(cell.id)
        # A picture is there in each of its formats; which one is shown is decided later.
        formats = [list(part.findall(nodes.image)) for part in container.findall(_is_bundle)]
        for images, output in zip(filter(None, formats), pictures(cell), strict=True):
            try:
                words = alternative_text(cell, output)
            except ValueError as error:
                LOGGER.warning("%s: %s", path.name, error)
            else:
                for image in images:
                    image["alt"] = words
        explorer = EXPLORER.search(cell.source)
        if explorer:
            for still in list(container.findall(_is_bundle)):
                still.parent.remove(still)
            container += nodes.raw("", frame(explorer[1], _up(page)), format="html")


def mend_page(
    _app: Sphinx, page: str, _template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Offer a notebook below its title; mend a role of the theme that lacks a level."""
    if tree := context.get("furo_navigation_tree"):
        context["furo_navigation_tree"] = tree.replace(' role="heading"', "")
    if doctree is not None and page.startswith("notebooks/"):
        link = DOWNLOAD.format(f"{_up(page)}_sources/{context['sourcename']}")
        context["body"] = context["body"].replace("</h1>", f"</h1>{link}", 1)


def add_pages(app: Sphinx, error: Exception | None) -> None:
    """Write what is no page of Sphinx: explorers, the deck of the lesson, the way to the front."""
    if error or app.builder.name != "html":
        return
    site = Path(app.outdir)
    write_widgets(site / "widgets")
    (site / "lesson").mkdir(exist_ok=True)
    (site / "lesson" / "deck.html").write_text(lesson_html(read_lesson()), encoding="utf-8")
    front = FRONT.format(f"{app.config.root_doc}.html")
    (site / "index.html").write_text(front, encoding="utf-8")


def _up(page: str) -> str:
    """Lead from a page to the top of the site."""
    return "../" * page.count("/")


def _is_bundle(node: nodes.Node) -> bool:
    """Say whether a node holds one output in all its formats."""
    return isinstance(node, nodes.container) and node.get("nb_element") == "mime_bundle"
