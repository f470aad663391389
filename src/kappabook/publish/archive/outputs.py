"""Every output of the workbook: its file, the command that makes it, what it is.

Nothing is listed by hand: figures are those that the documents declare, results those of the data
sheet, decks and handouts those that their commands write.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from kappabook.checkout import RESULTS
from kappabook.datasheet import COLUMNS, SHEET, data_sheet
from kappabook.display.style import METADATA, caption
from kappabook.publish.handouts.build import sheets
from kappabook.publish.handouts.typeset import PAPERS
from kappabook.publish.slides.deck import NUMBERS
from kappabook.publish.slides.lesson import NAME
from kappabook.publish.write_figures import drawings
from kappabook.teaching.questions import BANK, read_bank

FIGURES, BUILD = "figures", "build"
# Of data/results, what is not a result: what was written by hand, and what describes the others.
_NO_RESULTS = (COLUMNS, SHEET)
_ARTICLE = "article"
# How a command begins that is not make's.
_OURS = ("python -m kappabook ", "python experiments/")


@dataclass(frozen=True)
class Output:
    """One file, as seen from the clone, with its command and what it is in words."""

    file: str
    command: str
    words: str


def outputs(clone: Path) -> list[Output]:
    """List every output in the order of figures, results, ledger, decks, handouts, article.

    Raises
    ------
    ValueError
        A figure or a result is not in the clone, one in the clone is not listed, or the Makefile
        has no such target; every such file is a line of the message.
    """
    listed = [*_figures(), *_results(clone), *_built(clone)]
    problems = [*_missing(clone, listed), *_unknown(clone, listed), *_without_target(clone, listed)]
    if problems:
        raise ValueError("\n".join(problems))
    return listed


def unmade(clone: Path, listed: Iterable[Output]) -> dict[str, int]:
    """Count by command the outputs in ``build/`` that are not there yet."""
    counts: dict[str, int] = {}
    for output in listed:
        if not (clone / output.file).is_file():
            counts[output.command] = counts.get(output.command, 0) + 1
    return counts


def first_sentence(words: str) -> str:
    """Return the words up to the first stop that ends a sentence.

    Examples
    --------
    >>> first_sentence("Kappa is 0.5. Accuracy is higher.")
    'Kappa is 0.5.'
    """
    return re.split(r"(?<=[.:])\s+(?=[A-Z])", words, maxsplit=1)[0]


# --- what there is ------------------------------------------------------------------------------


def _figures() -> Iterator[Output]:
    for key, draw in drawings().items():
        for suffix in METADATA:
            file = f"{FIGURES}/{key}.{suffix}"
            yield Output(file, f"make {file}", first_sentence(caption(draw)))


def _results(clone: Path) -> Iterator[Output]:
    for name, entry in data_sheet(clone / RESULTS).items():
        words = f"Table of {entry.rows} rows." if entry.rows else "Settings of the run."
        yield Output((RESULTS / name).as_posix(), entry.command, words)


def _built(clone: Path) -> Iterator[Output]:
    """List what is made into ``build/`` and is not committed."""
    yield Output(f"{BUILD}/ledger.csv", "make ledger", "Every claim with its verdict.")
    yield Output(f"{BUILD}/ledger.html", "make ledger", "The same as a page.")
    decks = [
        *(p.stem for p in sorted((clone / "notebooks").glob("*.ipynb")) if _has_deck(p)),
        NAME,
    ]
    for deck in decks:
        yield Output(f"{BUILD}/slides/{deck}.html", "make slides", "Slides.")
    for sheet, *_ in sheets({"forms": read_bank(BANK).forms}):
        for paper in PAPERS:
            yield Output(f"{BUILD}/handouts/{sheet}-{paper}.pdf", "make handouts", "Handout.")
    for deck in decks:
        file = f"{BUILD}/handouts/{deck}.pdf"
        yield Output(file, "make handouts", "Slides on paper; needs Chromium.")
    if _ARTICLE in _targets(clone):
        yield Output(f"{BUILD}/article/kappabook.pdf", "make article", "The article.")


def _has_deck(notebook: Path) -> bool:
    return int(notebook.name[:2]) in NUMBERS


# --- against the tree ---------------------------------------------------------------------------


def _missing(clone: Path, listed: list[Output]) -> Iterator[str]:
    for output in listed:
        if not output.file.startswith(f"{BUILD}/") and not (clone / output.file).is_file():
            yield f"{output.file} is not there; run {output.command}, or restore it from git."


def _unknown(clone: Path, listed: list[Output]) -> Iterator[str]:
    known = {output.file for output in listed}
    for folder in (FIGURES, RESULTS.as_posix()):
        for path in sorted((clone / folder).iterdir()):
            file = f"{folder}/{path.name}"
            if file not in known and path.name not in _NO_RESULTS and path.name[0] != ".":
                yield f"{file} is made by no command; delete it, or declare what makes it."


def _without_target(clone: Path, listed: list[Output]) -> Iterator[str]:
    """Yield what no target of the Makefile and no command of ours makes."""
    targets = _targets(clone)
    patterns = [re.compile(re.escape(t).replace("%", r"[\w-]+")) for t in targets if "%" in t]
    for command in dict.fromkeys(output.command for output in listed):
        program, _, rest = command.partition(" ")
        known = rest in targets or any(pattern.fullmatch(rest) for pattern in patterns)
        if program == "make" and not known:
            yield f"{command}: the Makefile has no such target."
        elif program != "make" and not command.startswith(_OURS):
            yield f"{command or 'an empty command'}: neither make nor one of {', '.join(_OURS)}."


def _targets(clone: Path) -> set[str]:
    text = (clone / "Makefile").read_text(encoding="utf-8")
    heads = re.findall(r"^([\w./% -]+?) *&?:(?!=)", text, re.M)
    return {target for head in heads for target in head.split()}
