"""Decks of the lesson's notebooks by nbconvert's slides, in a folder that needs no network."""

from __future__ import annotations

import ast
import shutil
from pathlib import Path

from nbconvert import SlidesExporter
from nbformat import NotebookNode

from kappabook.system.checkout import root
from kappabook.system.files import writing
from kappabook.system.notebook_runner import read_notebook
from kappabook.teaching.lesson.bundled import mathjax, revealed
from kappabook.workbook.alternative_text import alternative_text, pictures

# The notebooks that teach; the others are read.
NUMBERS = ("00", "01", "02", "03")

# What needs a slide of its own.
LARGE = {"image/svg+xml", "text/html"}
# Statements of a cell that only prepares; an expression sets a style.
IMPORTS = (ast.Import, ast.ImportFrom, ast.Expr)


def write_decks(into: Path) -> list[Path]:
    """Write ``NN-name.html`` for notebooks 00 to 03, and beside them reveal.js and MathJax.

    Raises
    ------
    ValueError
        A picture has no words.
    OSError
        The folder cannot be written, or reveal.js or MathJax is missing.
    """
    notebooks = [
        path
        for path in sorted((root() / "notebooks").glob("[0-9][0-9]-*.ipynb"))
        if path.name[:2] in NUMBERS
    ]
    exporter = SlidesExporter(  # type: ignore[no-untyped-call]
        template_name="kappabook",
        extra_template_basedirs=[str(Path(__file__).with_name("templates"))],
        reveal_url_prefix="reveal",
        mathjax_url="mathjax.js",
        reveal_theme="white",
    )
    decks = [into / f"{path.stem}.html" for path in notebooks]
    with writing(*decks) as drafts:
        for path, draft in zip(notebooks, drafts, strict=True):
            html, _ = exporter.from_notebook_node(in_slides(read_notebook(path)))
            draft.write_text(html, encoding="utf-8")
    for part in ("dist", "plugin/notes"):
        shutil.copytree(revealed(part), into / "reveal" / part, dirs_exist_ok=True)
    shutil.copyfile(mathjax(), into / "mathjax.js")
    return decks


def in_slides(notebook: NotebookNode) -> NotebookNode:
    """Make a slide of each cell of prose, and of each cell that shows a picture or a table.

    Other code waits, with what it gives, on the slide before it for a key, so that the room can
    say first what it expects. Imports are left out.
    """
    for cell in notebook.cells:
        kind = "slide"
        if cell.cell_type == "code":
            shown = {form for output in cell.outputs for form in output.get("data", {})}
            kind = "slide" if LARGE & shown else "fragment"
            if not cell.outputs and all(
                isinstance(line, IMPORTS) for line in ast.parse(cell.source).body
            ):
                kind = "skip"
            for output in pictures(cell):
                output.metadata["image/svg+xml"] = {"alt": alternative_text(cell, output)}
        cell.metadata.slideshow = {"slide_type": kind}
    return notebook
