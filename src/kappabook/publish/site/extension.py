"""A Sphinx extension: each code cell of a notebook has an address, each picture its words.

Below a cell that needs a kernel to show a figure that moves stands the page that needs none.
"""

from __future__ import annotations

import re
from html import escape
from typing import Any

import nbformat
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging

from kappabook.publish.alternative_text import alternative_text, pictures
from kappabook.teaching.explorers.descriptions import EXPLORERS

LOGGER = logging.getLogger(__name__)
EXPLORER = re.compile(r"(\w+)_explorer\(\)")


def frame(name: str, folder: str) -> str:
    """Write the frame that holds a widget, found in this folder."""
    title = escape(EXPLORERS[name].title)
    return f'<iframe class="widget" src="{folder}{name}.html" title="{title}"></iframe>'


def setup(app: Sphinx) -> dict[str, Any]:
    """Let Sphinx call us for every page it has read."""
    app.connect("doctree-read", name_cells)
    # Behind the theme, which makes the navigation then.
    app.connect("html-page-context", mend_navigation, priority=900)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}


def name_cells(app: Sphinx, doctree: nodes.document) -> None:
    """Give code cells the notebook's cell ids as anchors, and pictures alternative text.

    Warns, which stops the build, where no words tell what a picture shows.
    """
    path = app.env.doc2path(app.env.current_document.docname)
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
        explorer = EXPLORER.fullmatch(cell.source)
        if explorer:
            up = "../" * app.env.current_document.docname.count("/")
            container += nodes.raw("", frame(explorer[1], f"{up}widgets/"), format="html")


def _is_bundle(node: nodes.Node) -> bool:
    """Say whether a node holds one output in all its formats."""
    return isinstance(node, nodes.container) and node.get("nb_element") == "mime_bundle"


def mend_navigation(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Take from the captions of the navigation a role that lacks its level."""
    del app, page, template, doctree
    tree = context.get("furo_navigation_tree")
    if tree:
        context["furo_navigation_tree"] = tree.replace(' role="heading"', "")
