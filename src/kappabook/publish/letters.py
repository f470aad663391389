"""A letter to the authors of each document: which rows of the ledger differ, and how to answer.

Everything in it is from the ledger and the errata. Nothing is sent.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kappabook import papers
from kappabook.files import writing
from kappabook.ledger import MEANINGS, VERDICTS, Row
from kappabook.publish.handouts.typeset import lay_out, typeset
from kappabook.references import cited
from kappabook.transcription import Erratum, by_claim
from kappabook.workbook.ledger_totals import all_rows
from kappabook.workbook.markdown import table_of

# The verdicts that authors may want to answer, in the order of the letter.
DIFFERS = ("corrected", "typographic", "contested", "not reproduced")
_NOTHING = "no number or formula of its own"
_CHECKING = (
    "Each row below begins with its id. In a clone of kappabook, after `make setup`, the command "
    "`.venv/bin/kappabook claim ID` shows all that is known of a row: the printed value, what we "
    "compute, what that rests on, the file and line of the check, and what the check reads."
)
_ANSWERING = (
    "Name the id of the row and write what you wish to say, in an issue of the project or to the "
    "person who gave you this letter. Beside a corrected or typographic row your answer will stand "
    "in your own words: in the column `response` of `data/printed/errata.csv`, and from there in "
    "`kappabook claim`, on the ledger's page and below the findings. Beside another row it will "
    "stand in the note, as yours. If your answer shows that a row of ours is wrong, we change the "
    "row. You need not answer, and we shall not take silence for agreement."
)


@dataclass(frozen=True)
class Letter:
    """The rows of one document, or of one publication of a document that gathers many.

    `name` is that of the letter's files, `about` names the document, and `seen` says what of it
    we read.
    """

    name: str
    about: str
    seen: str
    rows: tuple[Row, ...]

    @property
    def differing(self) -> list[Row]:
        """The rows that the letter lists."""
        return [row for row in self.rows if row.verdict in DIFFERS]


def letters(rows: Iterable[Row]) -> list[Letter]:
    """Return a letter for each document with a row that differs; the others need none."""
    by_name = defaultdict(list)
    for row in rows:
        gathered = papers.declaration(row.document).gathered
        source = f".{cited(papers.claim(row.claim))}" if gathered else ""
        by_name[row.document + source].append(row)
    every = (Letter(name, *_about(name), tuple(found)) for name, found in by_name.items())
    return [letter for letter in every if letter.differing]


def write_letters(into: Path) -> list[Path]:
    """Write each letter as Markdown and, on A4, as PDF.

    Raises
    ------
    MissingExtraError
        Typst is not installed.
    OSError
        The folder cannot be written.
    """
    wanted = letters(all_rows())
    words = {letter.name: contents(letter) for letter in wanted}
    made = [into / f"{name}.{kind}" for name in words for kind in ("md", "pdf")]
    with TemporaryDirectory() as folder, writing(*made) as drafts:
        lay_out(Path(folder), words)
        for name, text, pdf in zip(words, drafts[::2], drafts[1::2], strict=True):
            text.write_text(as_markdown(words[name]), encoding="utf-8")
            pdf.write_bytes(typeset(Path(folder), "letter", "a4", form=name)[0])
    return made


def contents(letter: Letter) -> dict[str, Any]:
    """Return what a letter says, for Markdown and for Typst.

    A part has a heading, a sentence, and groups of rows that share their reason.
    """
    counts = Counter(row.verdict for row in letter.rows)
    return {
        "title": "What we could not confirm, and how to answer",
        "about": f"To the authors of: {letter.about}",
        "opening": (
            f"We judged {_counted(len(letter.rows), 'statement')} of this document, each in a row "
            "of a ledger. This letter lists all that are corrected, typographic, contested or "
            f"not reproduced, {_counted(len(letter.differing), 'row')}, and asks for your view. "
            f"{letter.seen}"
        ),
        "held": [(v, counts[v], MEANINGS[v]) for v in VERDICTS if counts[v]],
        "checking": _CHECKING,
        "answering": _ANSWERING,
        "parts": [_part(letter, verdict) for verdict in DIFFERS if counts[verdict]],
    }


def _about(name: str) -> tuple[str, str]:
    key, _, source = name.partition(".")
    if source:
        reference = papers.references()[source]
        return str(reference), reference.how_seen
    declared = papers.declaration(key)
    copy = (
        "We read a text copy, not page images. Please tell us if the printed page differs from "
        "what we quote."
    )
    return f"{declared.title} ({declared.authors})", copy


def _counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _part(letter: Letter, verdict: str) -> dict[str, Any]:
    errata = by_claim(papers.errata(letter.rows[0].document))
    groups: dict[tuple[str, ...], list[dict[str, str]]] = defaultdict(list)
    rows = [row for row in letter.rows if row.verdict == verdict]
    for row in rows:
        erratum = errata.get(row.claim)
        shared = row.note, erratum.objection if erratum else "", row.evidence
        groups[shared].append(_item(row, erratum))
    return {
        "heading": f"{verdict.capitalize()}: {_counted(len(rows), 'row')}",
        "meaning": f"{MEANINGS[verdict].capitalize()}.",
        "groups": [
            {
                "rows": items,
                "notes": [
                    (f"Note ({evidence})", note),
                    *([("The strongest objection that we know", objection)] if objection else ()),
                ],
            }
            for (note, objection, evidence), items in groups.items()
        ],
    }


def _item(row: Row, erratum: Erratum | None) -> dict[str, str]:
    nothing = "lost in the copy we read" if erratum else _NOTHING
    return {
        "claim": row.claim,
        "where": row.locator,
        "says": papers.statements(row.document)[row.claim],
        "printed": row.printed,
        "nothing": nothing,
        "computed": row.computed,
        "correct": erratum.correct if erratum and erratum.correct != row.computed else "",
        "response": erratum.response if erratum else "",
    }


# --- as Markdown --------------------------------------------------------------------------------


def as_markdown(words: Mapping[str, Any]) -> str:
    """Write the contents of a letter in Markdown."""
    paragraphs = [
        f"# {words['title']}",
        _plain(words["about"]),
        words["opening"],
        "## What held, and what did not",
        table_of(("verdict", "rows", "what it means"), words["held"], "---"),
        "## How to check a row",
        words["checking"],
        "## How to answer",
        words["answering"],
    ]
    for part in words["parts"]:
        paragraphs += [f"## {part['heading']}", part["meaning"]]
        for group in part["groups"]:
            paragraphs.append("\n".join(map(_line, group["rows"])))
            paragraphs += [f"{name}: {_plain(text)}" for name, text in group["notes"]]
    return "\n\n".join(paragraphs) + "\n"


def _line(item: Mapping[str, str]) -> str:
    printed = f"`{item['printed']}`" if item["printed"] else item["nothing"]
    found = f"printed: {printed}; computed: `{item['computed']}`"
    if item["correct"]:
        found += f"; right by our computation: `{item['correct']}`"
    answer = f" You answered: {_plain(item['response'])}" if item["response"] else ""
    return f"- `{item['claim']}`, {item['where']}. {_plain(item['says'])}. {found}.{answer}"


def _plain(text: str) -> str:
    """Keep signs of a text from being read as Markdown."""
    for sign in "*<":
        text = text.replace(sign, f"\\{sign}")
    return text
