"""Write the lesson as one folder: a deck, what to print, what to say, and how it goes."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from string import Template
from tempfile import TemporaryDirectory
from typing import Any

import matplotlib.pyplot as plt
from matplotlib.figure import Figure

from kappabook.display.style import METADATA, STYLE
from kappabook.system.checkout import root
from kappabook.system.extras import need
from kappabook.system.files import read_text, writing
from kappabook.teaching.lesson.deck import lesson_html
from kappabook.teaching.lesson.items import EXPECTED, ITEMS, Item, read_items
from kappabook.teaching.lesson.pictures import pictures
from kappabook.teaching.lesson.sheet_values import (
    counted,
    handout_values,
    lab_values,
    worksheet_values,
)
from kappabook.teaching.lesson.source import SLIDES, Part, clock, read_lesson, slides_of
from kappabook.teaching.questions import BANK, Bank, Question, check_proofs, read_bank

HERE = Path(__file__).parent
# Names of Typst, by what `PAPER` may be.
PAPERS = {"a4": "a4", "letter": "us-letter"}
# Each one PDF: to print for every lesson, to say, and what a lesson can do without.
PDFS = ("print", "script", "optional")
FORMS = ("A", "B")
# Characters of a message that two lines hold.
LONGEST = 120
# The pictures of the handout, by the names that slides call them by.
DRAWN = {"lazy": "lazy.svg", "bar-of-doctors": "doctors.svg"}
# Where students find the project, if CITATION.cff does not say.
NO_ADDRESS = "Ask your teacher for the folder of this lesson: its deck opens without a network."
# How a computer types what paper prints: minus, times, and a percent sign on its number's line.
_TYPED = (
    (re.compile(r"(?<!\w)-(?=\d)"), "\N{MINUS SIGN}"),
    (re.compile(r"(?<=\d) x (?=\d)"), " × "),
    (re.compile(r"(?<=\d) %"), "\N{NO-BREAK SPACE}%"),
)


def write_lesson(
    into: Path, items: Path = ITEMS, slides: Path = SLIDES, *, paper: str = "a4"
) -> list[Path]:
    """Write ``deck.html``, ``print.pdf``, ``script.pdf``, ``optional.pdf`` and ``README.md``.

    Parameters
    ----------
    into : Path
        A folder.
    items : Path
        The messages to label, in the form of `items.toml`.
    slides : Path
        The deck and its script, in the form of `slides.md`.
    paper : {'a4', 'letter'}

    Returns
    -------
    list of Path

    Raises
    ------
    ValueError
        The paper is another one, or items or slides are not as they must be; nothing is written.
    MissingExtraError
        Typst is not installed.
    OSError
        A file is missing, or the folder cannot be written.
    """
    if paper not in PAPERS:
        raise ValueError(f"paper is {paper!r}; give {' or '.join(PAPERS)}.")
    parts, address = read_lesson(slides), project_address()
    values = sheet_values(parts, items) | {"address": address or NO_ADDRESS}
    texts = {
        "deck.html": lesson_html(parts, address),
        "README.md": Template(read_text(HERE / "folder.md")).substitute(plan=plan(parts)),
    }
    paths = [*(into / name for name in texts), *(into / f"{name}.pdf" for name in PDFS)]
    with TemporaryDirectory() as folder, writing(*paths) as drafts:
        prepare(Path(folder), values)
        made = [
            *(text.encode() for text in texts.values()),
            *(typeset(Path(folder), name, paper)[0] for name in PDFS),
        ]
        for draft, data in zip(drafts, made, strict=True):
            draft.write_bytes(data)
    return paths


def plan(parts: Sequence[Part]) -> str:
    """Return the lesson minute by minute, a row for each part."""
    lines = ["| from | minutes | part |", "|--:|--:|---|"]
    for part in parts:
        titles = "; ".join(slide.title for slide in part.slides)
        said = titles if part.title in titles else f"{part.title}: {titles}"
        lines.append(f"| {clock(part.slides[0].start)} | {part.minutes} | {said} |")
    return "\n".join(lines)


def project_address() -> str:
    """Return the address of the project, as CITATION.cff has it; empty if it has none."""
    found = re.search(r"^url: *\"?([^\s\"]+)", read_text(root() / "CITATION.cff"), re.MULTILINE)
    return found[1] if found else ""


def prepare(folder: Path, values: dict[str, Any]) -> None:
    """Fill a folder with what Typst needs: texts, values, pictures."""
    for source in (HERE / "sheets").glob("*.typ"):
        (folder / source.name).write_text(read_text(source), encoding="utf-8")
    (folder / "data.json").write_text(json.dumps(values, ensure_ascii=False), encoding="utf-8")
    for name, file in DRAWN.items():
        _save(pictures()[name](), folder / file)


def typeset(folder: Path, name: str, paper: str, *, as_png: bool = False) -> list[bytes]:
    """Set one of `PDFS` in a folder that `prepare` has filled; as PNG page by page, to look at.

    There is no date in it, and no font of the system.
    """
    with need("typst"):
        import typst

    made = typst.compile(
        folder / f"{name}.typ",
        root=folder,
        format="png" if as_png else "pdf",
        ppi=110 if as_png else None,
        ignore_system_fonts=True,
        # Pages that a screen reader can read; Typst refuses a picture without words.
        pdf_standards=[] if as_png else ["ua-1"],
        sys_inputs={"paper": PAPERS[paper]},
    )
    return made if isinstance(made, list) else [made]


def sheet_values(parts: Sequence[Part], items: Path = ITEMS, bank: Path = BANK) -> dict[str, Any]:
    """Collect what the sheets print and do not say themselves."""
    messages = read_items(items)
    for message in messages:
        _fits(items, message)
    questions = read_bank(bank)
    check_proofs(questions)
    answers = {
        name: counted([getattr(message, name) for message in messages], EXPECTED)
        for name in ("complaint", "danger")
    }
    code = HERE / "sheets"
    return {
        "items": [{**asdict(one), "text": " ".join(one.text.split())} for one in messages],
        "expected": {"kinds": EXPECTED, **answers},
        "handout": {
            **handout_values(),
            "alts": {file: str(pictures()[name]().get_label()) for name, file in DRAWN.items()},
        },
        "worksheets": worksheet_values(),
        "lab": {
            **lab_values(root() / "docs" / "_static" / "predictions.csv"),
            "own": read_text(code / "own_model.txt").strip(),
            "model": read_text(code / "no_model_yet.txt").strip(),
        },
        "script": [
            {"title": slide.title, "at": clock(slide.start), "minutes": slide.minutes,
             "said": slide.script}
            for slide in slides_of(parts)
        ],
        "forms": _forms(questions),
        "beliefs": [[one.name, printed(one.belief)] for one in questions.beliefs.values()],
    }  # fmt: skip


def _save(figure: Figure, path: Path) -> None:
    # Letters as outlines: Typst is not given the fonts of the figures.
    with plt.style.context([STYLE, {"svg.fonttype": "path"}], after_reset=True):
        figure.savefig(path, metadata=METADATA["svg"])
    plt.close(figure)


def _fits(path: Path, message: Item) -> None:
    """Refuse a message for which a row of the sheet, two lines, has no room."""
    text = message.text
    if not isinstance(text, str) or not text.strip():
        raise ValueError(f"{path}, item {message.number}: text is {text!r}; write words in quotes.")
    if len(text) > LONGEST:
        raise ValueError(
            f"{path}, item {message.number} has {len(text)} characters; a row of the sheet holds "
            f"{LONGEST}. Shorten it."
        )


def _forms(bank: Bank) -> list[dict[str, Any]]:
    missing = [form for form in FORMS if form not in bank.forms]
    if missing:
        raise ValueError(
            f"the question bank has no form {missing[0]!r}, which the lesson may hand out; it has "
            f"{', '.join(bank.forms)}."
        )
    return [
        {"title": bank.forms[form], "questions": [_asked(one) for one in bank.of(form)]}
        for form in FORMS
    ]


def _asked(question: Question) -> dict[str, Any]:
    return {
        "title": question.title,
        "text": printed(question.text),
        "table": [[printed(cell) for cell in row] for row in question.table],
        "options": [
            {"letter": letter, "text": printed(option.text), "shows": option.shows}
            for letter, option in question.lettered
        ],
        "key": question.key,
        "why": printed(question.why),
    }


def printed(text: str) -> str:
    """Set signs as print does."""
    for pattern, sign in _TYPED:
        text = pattern.sub(sign, text)
    return text
