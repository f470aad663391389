"""What a notebook's picture shows, in words, for those who do not see it."""

from __future__ import annotations

import ast
import inspect
import pydoc
from collections.abc import Iterable

from nbformat import NotebookNode


def alternative_text(cells: Iterable[NotebookNode], cell: NotebookNode) -> str:
    """Say in words what the picture below a cell shows.

    The cell's own metadata ``alt``, where it has one; else the first paragraph of the docstring
    of the function that its last line calls: every figure of the house is one such function.

    Parameters
    ----------
    cells : iterable of cells
        All cells of the notebook; their imports tell which function a name means.
    cell : NotebookNode
        The code cell with the picture.

    Raises
    ------
    ValueError
        There are no words to be found; the message says where to put them.
    """
    written = str(cell.metadata.get("alt", "")).strip()
    if written:
        return written
    called = _called(cell.source)
    first, _, rest = called.partition(".")
    path = ".".join(filter(None, (_imports(cells).get(first, first), rest)))
    found = pydoc.locate(path) if called else None
    words = (inspect.getdoc(found) or "").split("\n\n")[0] if inspect.isroutine(found) else ""
    if not words:
        raise ValueError(
            f"cell {cell.id!r} shows a picture without words: give its metadata an entry "
            f'"alt", or end it in the call of a function with a docstring.'
        )
    return " ".join(words.replace("``", "").split())


def _called(source: str) -> str:
    """Return the dotted name that the last line calls, or an empty text."""
    body = ast.parse(source).body
    last = body[-1] if body else None
    if not isinstance(last, ast.Expr) or not isinstance(last.value, ast.Call):
        return ""
    name = ast.unparse(last.value.func)
    return name if name.replace(".", "").isidentifier() else ""


def _imports(cells: Iterable[NotebookNode]) -> dict[str, str]:
    """Map the names that the notebook imports to what they mean."""
    meanings: dict[str, str] = {}
    for cell in cells:
        if cell.cell_type != "code":
            continue
        for node in ast.walk(ast.parse(cell.source)):
            if isinstance(node, ast.Import):
                meanings |= {name.asname: name.name for name in node.names if name.asname}
            elif isinstance(node, ast.ImportFrom):
                meanings |= {
                    name.asname or name.name: f"{node.module}.{name.name}" for name in node.names
                }
    return meanings
