"""Which cells make which slide, and how much of a cell's prose is shown on it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from nbformat import NotebookNode

TAG = "slide"
# A hall reads a sentence or two beside a picture or a table, more where nothing else stands; the
# rest of the cell is the speaker's.
BESIDE, ALONE = 45, 90
# Behind a full stop; not behind an initial, as in A. Ben-David.
SENTENCE = re.compile(r"(?<!\b[A-Z]\.)(?<=[.!?:])\s+(?=[A-Z*\"$`])")
# A figure's heading ends in its key, which is for readers and not for a hall.
HEADING = re.compile(r"^(#+) (.*?)(?: \(\w+-[\w-]+\))?$")
# Lists, tables and displayed formulas are shown whole.
WHOLE = ("- ", "* ", "1. ", "|", "$$")


@dataclass(frozen=True)
class Slide:
    """A heading, the prose below it and before it, and the code cells."""

    heading: str
    body: str = ""
    before: str = ""
    cells: list[NotebookNode] = field(default_factory=list)

    @property
    def text(self) -> str:
        """What of the prose stands on the slide."""
        kinds = {
            kind for cell in self.cells for out in cell.outputs for kind in out.get("data", {})
        }
        large = kinds & {"image/svg+xml", "text/html"}
        return shortened(self.body, BESIDE if large else ALONE)

    @property
    def notes(self) -> str:
        """All of the prose, for the speaker."""
        return "\n\n".join(filter(None, (self.before, self.body)))


def slides(cells: Iterable[NotebookNode]) -> list[Slide]:
    """Make slides of the tagged cells.

    A tagged cell of prose opens a slide; the tagged code cells below it, up to the next prose,
    stand on it. Tagged code below prose that is not tagged opens a slide under the last heading.
    """
    found: list[Slide] = []
    heading, opened = "", False
    for cell in cells:
        tagged = TAG in cell.metadata.get("tags", [])
        if cell.cell_type == "markdown":
            before, heading, body = _parts(cell.source, heading)
            opened = tagged
            if tagged:
                found.append(Slide(heading, body, before))
        elif tagged:
            if not opened:
                found.append(Slide(heading))
            found[-1].cells.append(cell)
            opened = True
    return found


def shortened(text: str, words: int) -> str:
    """Keep whole sentences up to so many words, and every list, table and displayed formula.

    The first sentence of all stays whatever its length, and so does the first of a paragraph
    that opens in bold: where it says "What held", the slide says "What did not" too.
    """
    kept: list[str] = []
    left = words
    for block in re.split(r"\n\s*\n", text):
        if block.startswith(WHOLE):
            kept.append(block)
            left -= len(block.split())
            continue
        sentences: list[str] = []
        for sentence in SENTENCE.split(block):
            count = len(sentence.split())
            must = not sentences and (not kept or block.startswith("**"))
            if left < count and not must:
                left = 0
                break
            sentences.append(sentence)
            left -= count
        if sentences:
            kept.append(" ".join(sentences))
    return "\n\n".join(kept)


def _parts(source: str, above: str) -> tuple[str, str, str]:
    """Split a cell into what stands before its last heading, the heading, and what follows."""
    lines = source.splitlines()
    places = [i for i, line in enumerate(lines) if HEADING.match(line)]
    if not places:
        return "", above, source
    before = "\n".join(line for line in lines[: places[-1]] if not HEADING.match(line)).strip()
    heading = HEADING.sub(r"\2", lines[places[-1]])
    return before, heading, "\n".join(lines[places[-1] + 1 :]).strip()
