"""Which notebook and cell shows a claim: read from the notebooks, never listed by hand.

A code cell shows a claim when its source names the claim's id, or its stored output does: a table
of `ledger` or `compare` has the ids as its index, and the outputs are tested against the code.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from kappabook import papers
from kappabook.checkout import clone

# It lists what the others show.
LEDGER_NOTEBOOK = "12-ledger"


@dataclass(frozen=True)
class Place:
    """A code cell: its notebook's name, its id, and the number in its ``In [7]``."""

    notebook: str
    cell: str
    number: int

    @property
    def link(self) -> str:
        """Address below a folder of notebooks; the part after # serves JupyterLab and HTML."""
        return f"{self.notebook}.ipynb#cell-id={self.cell}"

    def __str__(self) -> str:
        return f"{self.notebook} [{self.number}]"


def where(claim: str) -> Place | None:
    """Return the cell that is most about a claim; None if no notebook, or no clone, shows it."""
    found = clone()
    return places(found / "notebooks").get(claim) if found else None


@cache
def places(folder: Path) -> Mapping[str, Place]:
    """Map every claim that some notebook shows to the cell that is most about it.

    That is the cell with the fewest other claims; of equals, the one in the notebook that shows
    most of the claim's document; then the first.
    """
    known = {claim.claim for key in papers.PAPERS for claim in papers.claims(key)}
    cells = [
        (place, shown)
        for path in sorted(folder.glob("*.ipynb"))
        if path.stem != LEDGER_NOTEBOOK
        for place, text in code_cells(path)
        if (shown := claims_in(text) & known)
    ]
    about = Counter(
        (place.notebook, document) for place, shown in cells for document in map(_document, shown)
    )
    best: dict[str, tuple[tuple[int, int], Place]] = {}
    for place, shown in cells:
        for claim in shown:
            rank = len(shown), -about[place.notebook, _document(claim)]
            if claim not in best or rank < best[claim][0]:
                best[claim] = rank, place
    return {claim: place for claim, (_, place) in best.items()}


def code_cells(path: Path) -> Iterator[tuple[Place, str]]:
    """Yield the code cells of a notebook, each with its source and its outputs as one text."""
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            place = Place(path.stem, cell["id"], cell["execution_count"] or 0)
            yield place, "\n".join(_texts(cell))


def claims_in(text: str) -> set[str]:
    """Return everything in a text that looks like the id of a claim of some document."""
    keys = "|".join(papers.PAPERS)
    return {found.rstrip(".-") for found in re.findall(rf"\b(?:{keys})\.[\w.-]+", text)}


def _texts(cell: Mapping[str, Any]) -> Iterable[str]:
    yield "".join(cell["source"])
    for output in cell["outputs"]:
        data = output.get("data", {})
        for text in (output.get("text", ""), data.get("text/plain", ""), data.get("text/html", "")):
            yield "".join(text)


def _document(claim: str) -> str:
    return claim.partition(".")[0]
