"""Write every sheet on both papers."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import matplotlib.pyplot as plt

from kappabook import papers
from kappabook.checkout import root
from kappabook.display.style import METADATA, STYLE, caption
from kappabook.files import writing
from kappabook.teaching.lesson.items import EXPECTED, ITEMS, Item, read_items
from kappabook.teaching.lesson.source import read_lesson, slides_of
from kappabook.teaching.questions import BANK, Bank, Question, check_proofs, read_bank
from kappabook.workbook.handouts.typeset import PAPERS, SHEETS, lay_out, typeset
from kappabook.workbook.handouts.values import (
    counted,
    handout_values,
    lab_values,
    worksheet_values,
)

# One sheet each; of the sheet `form` there is one for every form of the question bank.
PLAIN = ("items", "handout", "worksheets", "lab", "keys", "teacher-report")
FORM = "form"
# Characters of a message that two lines hold.
LONGEST = 120
# The picture of the handout.
PAPER, FIGURE = "kappa_guide", "lazy"
# How a computer types what paper prints: minus, times, and a percent sign on its number's line.
_TYPED = (
    (re.compile(r"(?<!\w)-(?=\d)"), "\N{MINUS SIGN}"),
    (re.compile(r"(?<=\d) x (?=\d)"), " × "),
    (re.compile(r"(?<=\d) %"), "\N{NO-BREAK SPACE}%"),
)


def write_handouts(
    into: Path, items: Path = ITEMS, questions: Path = BANK, *, predictions: Path | None = None
) -> list[Path]:
    """Write ``SHEET-a4.pdf`` and ``SHEET-letter.pdf`` for every sheet.

    Parameters
    ----------
    into : Path
        A folder.
    items : Path
        The messages to label, in the form of `teaching/lesson/items.toml`.
    questions : Path
        A question bank.
    predictions : Path, optional
        The example of the lab sheet; by default that of docs/measure.md.

    Returns
    -------
    list of Path

    Raises
    ------
    ValueError
        The items or the questions are none, or a key is not proved; nothing is written then.
    MissingExtraError
        Typst is not installed.
    OSError
        A file is missing, or the folder cannot be written.
    """
    values = sheet_values(items, questions, predictions)
    made = {
        into / f"{name}-{paper}.pdf": (sheet, paper, form)
        for name, sheet, form in sheets(values)
        for paper in PAPERS
    }
    with TemporaryDirectory() as folder, writing(*made) as drafts:
        prepare(Path(folder), values)
        for draft, (sheet, paper, form) in zip(drafts, made.values(), strict=True):
            draft.write_bytes(typeset(Path(folder), sheet, paper, form=form)[0])
    return list(made)


def sheets(values: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Return for each sheet its name, its Typst file and, of a form, which."""
    forms = [
        (f"{FORM}-{re.sub(r'[^a-z0-9]+', '-', form.lower())}", FORM, form)
        for form in values["forms"]
    ]
    return [*((name, name, "") for name in PLAIN), *forms]


def prepare(folder: Path, values: dict[str, Any]) -> None:
    """Fill a folder with what Typst needs: texts, values, the picture."""
    lay_out(folder, values)
    with plt.style.context(STYLE, after_reset=True):
        figure = papers.figure(PAPER, FIGURE)()
        # Letters as outlines: Typst is not given the fonts of the figures.
        with plt.rc_context({"svg.fonttype": "path"}):
            figure.savefig(folder / "lazy.svg", metadata=METADATA["svg"])
        plt.close(figure)


def sheet_values(
    items: Path = ITEMS, questions: Path = BANK, predictions: Path | None = None
) -> dict[str, Any]:
    """Collect what the sheets print and do not say themselves."""
    messages = read_items(items)
    for message in messages:
        _fits(items, message)
    bank = read_bank(questions)
    check_proofs(bank)
    lesson = read_lesson()
    answers = {
        name: counted([getattr(message, name) for message in messages], EXPECTED)
        for name in ("complaint", "danger")
    }
    draw: Callable[..., Any] = papers.figure(PAPER, FIGURE)
    code = files(__package__).joinpath(SHEETS)
    return {
        "items": [{**asdict(one), "text": " ".join(one.text.split())} for one in messages],
        "expected": {"kinds": EXPECTED, **answers},
        "handout": {**handout_values(), "alt": caption(draw)},
        "worksheets": worksheet_values(),
        "lab": {
            **lab_values(predictions or root() / "docs" / "_static" / "predictions.csv"),
            "own": code.joinpath("own_model.txt").read_text(encoding="utf-8").strip(),
            "model": code.joinpath("no_model_yet.txt").read_text(encoding="utf-8").strip(),
        },
        "clock": [[part.title, _clock(part.slides[0].start)] for part in lesson if not part.kind],
        "end": _clock(sum(part.minutes for part in lesson)),
        "votes": [slide.title for slide in slides_of(lesson) if slide.is_vote],
        "forms": _forms(bank),
        "beliefs": [[one.name, printed(one.belief)] for one in bank.beliefs.values()],
    }


def _clock(minutes: int) -> str:
    return f"{minutes // 60}:{minutes % 60:02}"


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


def _forms(bank: Bank) -> dict[str, Any]:
    return {
        form: {"title": title, "questions": [_asked(one) for one in bank.of(form)]}
        for form, title in bank.forms.items()
    }


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
