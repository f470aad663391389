"""A Sphinx extension: each code cell of a notebook has an address, each picture its words.

Below a cell that needs a kernel to show a figure that moves stands the page that needs none, and
below a notebook's title the notebook itself.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import Any

import nbformat
from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util import logging

from kappabook.teaching.explorers.catalog import about
from kappabook.workbook.alternative_text import alternative_text, pictures

LOGGER = logging.getLogger(__name__)
# Where long names stand, and the names: with points or low lines, outside of tags.
NAMED = re.compile(r'<span class="pre">[^<]+<|<h([1-6]).*?</h\1>', re.DOTALL)
LONG_NAME = re.compile(r"\b(?:kappabook\.[\w.]*\w|[a-z]+_[a-z]+_\w+|[a-z]+_\w{8,})\b(?=[^<>]*<)")
DOWNLOAD = (
    '<p class="download"><a href="{name}.ipynb" download>Download this notebook</a> '
    "({name}.ipynb, {size} KB)</p>"
)
EXPLORER = re.compile(r"(\w+)_explorer\(\)")


def frame(name: str, folder: str) -> str:
    """Write the frame that holds a widget, found in this folder."""
    title = escape(about(name)["title"])
    return f'<iframe class="widget" src="{folder}{name}.html" title="{title}"></iframe>'


def setup(app: Sphinx) -> dict[str, Any]:
    """Let Sphinx call us for every page it has read."""
    app.connect("doctree-read", unlink_words)
    app.connect("doctree-read", name_cells)
    # Behind the theme, which makes the navigation then.
    app.connect("html-page-context", mend_page, priority=900)
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
            for still in list(container.findall(_is_bundle)):
                still.parent.remove(still)
            up = "../" * app.env.current_document.docname.count("/")
            container += nodes.raw("", frame(explorer[1], f"{up}widgets/"), format="html")


def unlink_words(app: Sphinx, doctree: nodes.document) -> None:
    """Link in the types of a docstring what may be a class, not every word that is an attribute.

    "tuple of classifiers" would be a link to whatever object has an attribute of that name.
    """
    del app
    for link in list(doctree.findall(addnodes.pending_xref)):
        name = link["reftarget"].rpartition(".")[2]
        if link.get("reftype") == "class" and not name[:1].isupper():
            link.replace_self(link.children)


def _is_bundle(node: nodes.Node) -> bool:
    """Say whether a node holds one output in all its formats."""
    return isinstance(node, nodes.container) and node.get("nb_element") == "mime_bundle"


def mend_page(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Mend what the theme has made: captions, names that break, and a notebook to download."""
    del template
    tree = context.get("furo_navigation_tree")
    if tree:
        # A role that lacks its level.
        context["furo_navigation_tree"] = breakable(tree.replace(' role="heading"', ""))
    if context.get("toc"):
        context["toc"] = breakable(context["toc"])
    if context.get("body"):
        context["body"] = NAMED.sub(lambda found: breakable(found[0]), context["body"])
    if doctree is not None and page.startswith("notebooks/"):
        size = Path(app.env.doc2path(page)).stat().st_size
        link = DOWNLOAD.format(name=page.rpartition("/")[2], size=max(1, round(size / 1024)))
        context["body"] = context["body"].replace("</h1>", f"</h1>{link}", 1)


def breakable(html: str) -> str:
    """Let the name of a module or of a function break behind its points, not in mid-word.

    Examples
    --------
    >>> breakable('<a title="kappabook.study">kappabook.study</a>')
    '<a title="kappabook.study">kappabook.<wbr>study</a>'
    """
    return LONG_NAME.sub(lambda name: re.sub(r"([._])(?=\w)", r"\1<wbr>", name[0]), html)
