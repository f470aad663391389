"""Decks of the notebooks that teach, each one page that needs no network."""

from __future__ import annotations

import ast
from html import escape
from pathlib import Path

from nbformat import NotebookNode
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from kappabook.system.checkout import root
from kappabook.system.files import read_text, writing
from kappabook.system.notebook_runner import read_notebook
from kappabook.teaching.lesson.deck import deck_html, prose
from kappabook.teaching.lesson.pictures import svg_image
from kappabook.workbook.notebook_cells import SVG, alternative_text

# The notebooks that teach; the others are read.
NUMBERS = ("00", "01", "02", "03")

# What needs a slide of its own.
LARGE = {SVG, "text/html"}
# Statements of a cell that only prepares; an expression sets a style.
IMPORTS = (ast.Import, ast.ImportFrom, ast.Expr)
# Its colours are dark enough on the grey of code.
COLOURED = HtmlFormatter(style="xcode", nowrap=True)
HERE = Path(__file__).parent


def write_decks(into: Path) -> list[Path]:
    """Write ``NN-name.html`` for notebooks 00 to 03.

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
    decks = [into / f"{path.stem}.html" for path in notebooks]
    style = f"{COLOURED.get_style_defs('.code')}\n{read_text(HERE / 'slides.css')}"
    with writing(*decks) as drafts:
        for path, draft in zip(notebooks, drafts, strict=True):
            notebook = read_notebook(path)
            title = notebook.cells[0].source.splitlines()[0].lstrip("# ")
            page = deck_html(
                title, sections(notebook), style=style, start=read_text(HERE / "slides.js")
            )
            draft.write_text(page, encoding="utf-8")
    return decks


def sections(notebook: NotebookNode) -> list[str]:
    """Make a slide of each cell of prose, and of each cell that shows a picture or a table.

    Other code waits, with what it gives, on the slide before it for a key, so that the room can
    say first what it expects. Imports are left out.
    """
    slides: list[list[str]] = []
    for cell in notebook.cells:
        if cell.cell_type != "code":
            slides.append([f'<div class="text">{prose(cell.source)}</div>'])
            continue
        forms = {form for output in cell.outputs for form in output.get("data", {})}
        if LARGE & forms or not slides:
            slides.append([_code(cell)])
        elif cell.outputs or not all(
            isinstance(line, IMPORTS) for line in ast.parse(cell.source).body
        ):
            slides[-1].append(f'<div class="fragment">{_code(cell)}</div>')
    return ['<section class="cells">\n' + "\n".join(parts) + "\n</section>" for parts in slides]


def _code(cell: NotebookNode) -> str:
    """Write a cell of code and what it gives."""
    code = highlight(cell.source, PythonLexer(), COLOURED)
    return "\n".join(
        [f'<pre class="code">{code}</pre>', *(_output(cell, output) for output in cell.outputs)]
    )


def _output(cell: NotebookNode, output: NotebookNode) -> str:
    data = output.get("data", {})
    if SVG in data:
        return svg_image(data[SVG].encode(), alternative_text(cell, output))
    if "text/html" in data:
        return f'<div class="output" tabindex="0">{data["text/html"]}</div>'
    for form in ("text/markdown", "text/latex"):
        if form in data:
            return f'<div class="text">{prose(data[form])}</div>'
    return f"<pre>{escape(data.get('text/plain') or output.text)}</pre>"
