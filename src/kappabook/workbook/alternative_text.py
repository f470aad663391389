"""What a notebook's picture shows, in words, for those who do not see it."""

from __future__ import annotations

from nbformat import NotebookNode

SVG = "image/svg+xml"


def pictures(cell: NotebookNode) -> list[NotebookNode]:
    """Return those outputs of a code cell that are pictures."""
    return [output for output in cell.outputs if SVG in output.get("data", {})]


def alternative_text(cell: NotebookNode, output: NotebookNode) -> str:
    """Say in words what a picture below a cell shows.

    The cell's own metadata ``alt``, where it has one; else what was stored with the picture when
    the cell ran: see :func:`kappabook.workbook.notebook_style.show`.

    Raises
    ------
    ValueError
        There are no words to be found; the message says where to put them.
    """
    stored = output.get("metadata", {}).get(SVG, {}).get("alt", "")
    words = str(cell.metadata.get("alt", "")).strip() or str(stored)
    if not words:
        raise ValueError(
            f"cell {cell.id!r} shows a picture without words: give the plot a title, or the "
            'metadata of the cell an entry "alt", and run the notebook again.'
        )
    return words
