"""Which notebook and cell shows a claim, and what a cell's picture shows in words.

All is read from the notebooks, never listed by hand. A code cell shows a claim when its source
names the claim's id, or its stored output does: a table of `ledger` or `compare` has the ids as its
index, and the outputs are tested against the code.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kappabook import papers
from kappabook.system.checkout import clone
from kappabook.system.files import read_text

if TYPE_CHECKING:
    from nbformat import NotebookNode

# It lists what the others show.
LEDGER_NOTEBOOK = "12-ledger"


@dataclass(frozen=True)
class Cell:
    """A code cell: its notebook's name, its id, and the number in its ``In [7]``."""

    notebook: str
    id: str
    number: int

    @property
    def link(self) -> str:
        """Address below a folder of notebooks; the part after # serves JupyterLab and HTML."""
        return f"{self.notebook}.ipynb#cell-id={self.id}"

    def __str__(self) -> str:
        return f"{self.notebook} [{self.number}]"


def cell_of(claim: str) -> Cell | None:
    """Return the cell that is most about a claim; None if no notebook, or no clone, shows it."""
    found = clone()
    return cells_by_claim(found / "notebooks").get(claim) if found else None


@cache
def cells_by_claim(folder: Path) -> Mapping[str, Cell]:
    """Map every claim that some notebook shows to the cell that is most about it.

    That is the cell with the fewest other claims; of equals, the one in the notebook that shows
    most of the claim's document; then the first.
    """
    known = {claim.claim: key for key in papers.PAPERS for claim in papers.claims(key)}
    cells = [
        (cell, claims)
        for path in sorted(folder.glob("*.ipynb"))
        if path.stem != LEDGER_NOTEBOOK
        for cell, text in code_cells(path)
        if (claims := claims_in(text) & known.keys())
    ]
    about = Counter((cell.notebook, known[claim]) for cell, claims in cells for claim in claims)
    best: dict[str, tuple[tuple[int, int], Cell]] = {}
    for cell, claims in cells:
        for claim in claims:
            rank = len(claims), -about[cell.notebook, known[claim]]
            if claim not in best or rank < best[claim][0]:
                best[claim] = rank, cell
    return {claim: cell for claim, (_, cell) in best.items()}


def code_cells(path: Path) -> Iterator[tuple[Cell, str]]:
    """Yield the code cells of a notebook, each with its source and its outputs as one text."""
    for content in json.loads(read_text(path))["cells"]:
        if content["cell_type"] == "code":
            cell = Cell(path.stem, content["id"], content["execution_count"] or 0)
            yield cell, "\n".join(_texts(content))


def claims_in(text: str) -> set[str]:
    """Return everything in a text that looks like the id of a claim of some document."""
    keys = "|".join(papers.PAPERS)
    return {found.rstrip(".-") for found in re.findall(rf"\b(?:{keys})\.[\w.-]+", text)}


def _texts(content: Mapping[str, Any]) -> Iterable[str]:
    yield "".join(content["source"])
    for output in content["outputs"]:
        data = output.get("data", {})
        for text in (output.get("text", ""), data.get("text/plain", ""), data.get("text/html", "")):
            yield "".join(text)


# --- what a picture shows, for those who do not see it --------------------------------------------

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
