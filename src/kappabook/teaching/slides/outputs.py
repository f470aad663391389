"""Cells as HTML: prose with formulas, tables, pictures with their words."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from functools import cache
from html import escape

from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from nbformat import NotebookNode

from kappabook.teaching.slides.tables import plain, plain_table
from kappabook.workbook.pictures import alternative_text

# The best form of an output first.
KINDS = ("image/svg+xml", "text/html", "text/latex", "text/markdown", "text/plain")


def prose(text: str) -> str:
    """Render Markdown; formulas are left to MathJax between its own delimiters."""
    return str(_markdown().render(text))


def inline(text: str) -> str:
    """Render one line of Markdown, a heading for instance."""
    return str(_markdown().renderInline(text))


def outputs(cell: NotebookNode, cells: Iterable[NotebookNode]) -> str:
    """Render what a code cell has put out, in the best form of each output."""
    parts = []
    for output in cell.outputs:
        if output.output_type == "stream":
            parts.append(f"<pre>{escape(output.text)}</pre>")
            continue
        kind = next(kind for kind in KINDS if kind in output.data)
        data = output.data[kind]
        if kind == "image/svg+xml":
            words = escape(alternative_text(cells, cell))
            picture = b64encode(data.encode()).decode()
            parts.append(f'<img alt="{words}" src="data:image/svg+xml;base64,{picture}">')
        elif kind == "text/html":
            parts.append(plain_table(data))
        elif kind == "text/plain":
            parts.append(f"<pre>{escape(plain(data))}</pre>")
        else:
            parts.append(prose(data))
    return "\n".join(parts)


@cache
def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("commonmark").enable("table")
    return markdown.use(dollarmath_plugin, renderer=_formula)


def _formula(content: str, options: dict[str, bool]) -> str:
    left, right = (r"\[", r"\]") if options["display_mode"] else (r"\(", r"\)")
    return f"{left}{escape(content)}{right}"
