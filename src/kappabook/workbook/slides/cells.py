"""Which cells make which slide, and how much of a cell's prose is shown on it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from nbformat import NotebookNode

TAG = "slide"
# A hall reads a sentence or two beside a table, more where nothing else stands; the
# rest of the cell is the speaker's.
BESIDE, ALONE = 45, 90
# What follows from the output, below it.
AFTER = 30
# Behind a full stop; not behind an initial, as in A. Ben-David.
SENTENCE = re.compile(r"(?<!\b[A-Z]\.)(?<=[.!?:])\s+(?=[A-Z*\"$`(])")
# A figure's heading ends in its key, which is for readers and not for a hall.
HEADING = re.compile(r"^(#+) (.*?)(?: \(\w+-[\w-]+(?:, \w+-[\w-]+)*\))?$")
# So does the name of the part of the ledger.
KEY = re.compile(r" \(ledger key `\w+`\)")
# Lists, tables and displayed formulas are shown whole.
WHOLE = ("- ", "* ", "1. ", "|", "$$")


@dataclass(frozen=True)
class Slide:
    """A heading, the prose below it and before it, the code cells, and what follows from them."""

    heading: str
    body: str = ""
    before: str = ""
    cells: list[NotebookNode] = field(default_factory=list)
    after: str = ""
    is_opening: bool = False

    @property
    def text(self) -> str:
        """What of the prose stands on the slide."""
        kinds = {
            kind for cell in self.cells for out in cell.outputs for kind in out.get("data", {})
        }
        # A picture takes the place of the text, so that both have room; values do not.
        large = "text/html" in kinds or ("image/svg+xml" in kinds and len(self.cells) > 1)
        body = KEY.sub("", self.body)
        if self.is_opening and not self.cells:
            # What the notebook asks of its reader, and what she will learn, is the speaker's.
            return finished(shortened(body.partition("\n\n")[0], BESIDE))
        text = shortened(body, BESIDE if large else ALONE)
        return text if self.cells else finished(text)

    @property
    def close(self) -> str:
        """What stands below the output: of what follows from it the first paragraph."""
        return finished(shortened(self.after.partition("\n\n")[0], AFTER))

    @property
    def notes(self) -> str:
        """All of the prose, for the speaker."""
        return "\n\n".join(filter(None, (self.before, self.body, self.after)))


def slides(cells: Iterable[NotebookNode]) -> list[Slide]:
    """Make slides of the tagged cells.

    A tagged cell of prose opens a slide; the tagged code cells below it, up to the next prose,
    stand on it. Tagged code below prose that is not tagged opens a slide under the last heading.
    Tagged prose right behind a slide, before its own heading or without one and without tagged
    code below, closes that slide.
    """
    found: list[Slide] = []
    heading, opened, behind = "", False, False
    cells = list(cells)
    for cell, below in zip(cells, [*cells[1:], None], strict=True):
        tagged = _is_tagged(cell)
        if cell.cell_type == "markdown":
            before, heading, body = _parts(cell.source, heading)
            if tagged and behind:
                goes_on = below is not None and below.cell_type == "code" and _is_tagged(below)
                ends = body == cell.source and not goes_on
                after, before = (body, "") if ends else (before, "")
                found[-1] = replace(found[-1], after=after)
                if ends:
                    opened = behind = False
                    continue
            opened = behind = tagged
            if tagged:
                found.append(Slide(heading, body, before, is_opening=not found))
        elif tagged:
            if not opened:
                found.append(Slide(heading))
            found[-1].cells.append(cell)
            opened = behind = True
        elif behind:
            behind = not found[-1].cells
    return found


def _is_tagged(cell: NotebookNode) -> bool:
    return TAG in cell.metadata.get("tags", [])


def shortened(text: str, words: int) -> str:
    """Keep whole sentences up to so many words, and every list, table and displayed formula.

    The first sentence of all stays whatever its length, and so does the first of a paragraph
    that opens in bold: where it says "What held", the slide says "What did not" too. So does an
    unfinished one that leads to a list, a table or a formula.
    """
    kept: list[str] = []
    left = words
    blocks = re.split(r"\n\s*\n", text)
    for block, below in zip(blocks, [*blocks[1:], ""], strict=True):
        if block.startswith(WHOLE):
            kept.append(block)
            left -= _words(block)
            continue
        sentences: list[str] = []
        parts = SENTENCE.split(block)
        for sentence in parts:
            count = _words(sentence)
            first = not sentences and (not kept or block.startswith("**"))
            leads = below.startswith(WHOLE) and sentence is parts[-1] and sentence[-1] not in ".!?"
            if left < count and not (first or leads):
                left = 0
                continue
            sentences.append(sentence)
            left -= count
        if sentences:
            kept.append(" ".join(sentences))
    return "\n\n".join(kept)


def _words(text: str) -> int:
    """Count the words; a formula is one."""
    return len(re.sub(r"\$[^$]+\$", "x", text).split())


def finished(text: str) -> str:
    """Leave out a last sentence that announces what is not shown: it ends in a colon."""
    earlier, gap, last = text.rpartition("\n\n")
    sentences = SENTENCE.split(last)
    if not last.endswith(":"):
        return text
    return f"{earlier}{gap}{' '.join(sentences[:-1])}".strip()


def _parts(source: str, above: str) -> tuple[str, str, str]:
    """Split a cell into what stands before its last heading, the heading, and what follows."""
    lines = source.splitlines()
    places = [i for i, line in enumerate(lines) if HEADING.match(line)]
    if not places:
        return "", above, source
    before = "\n".join(line for line in lines[: places[-1]] if not HEADING.match(line)).strip()
    heading = HEADING.sub(r"\2", lines[places[-1]])
    return before, heading, "\n".join(lines[places[-1] + 1 :]).strip()
