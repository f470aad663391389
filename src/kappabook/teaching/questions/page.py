"""The questions in Markdown, with keys, for lecturers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path

from kappabook.system.files import read_text
from kappabook.teaching.questions.bank import Bank, Question

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|$#~&])")
_LIST = re.compile(r"^(\d*)([-+=.)])")  # what begins a list, or underlines a heading


def with_questions(page: Path, bank: Bank) -> str:
    """Return the text of a page with each part of the bank between its two marks.

    A place is ``<!-- questions: PART -->`` and a later ``<!-- end of questions -->``; the parts
    are ``beliefs``, ``key-sheet``, and for each form ``A`` also ``proofs-A``.

    Raises
    ------
    ValueError
        The page has no place, or one for a part that there is not.
    """
    parts = {
        "beliefs": partial(beliefs_table, bank),
        "key-sheet": partial(key_sheet, bank),
        **{form: partial(with_keys, bank, form) for form in bank.forms},
        **{f"proofs-{form}": partial(proofs, bank, form) for form in bank.forms},
    }
    return filled(page, "questions", parts)


def with_keys(bank: Bank, form: str) -> str:
    """Return the questions of one form with key, misconceptions and reason, for lecturers."""
    return "\n\n".join(
        f"### {_name(bank, form, number)}\n\n{_asked(question)}\n\n"
        f"Key: {question.key}. {_shows(question)}.\n\nWhy: {_escaped(question.why)}"
        for number, question in _numbered(bank.of(form))
    )


def key_sheet(bank: Bank) -> str:
    """Return a table of all keys: a line for each question, two columns for each form."""
    forms = {form: bank.of(form) for form in bank.forms}
    head = ["question"]
    for title in bank.forms.values():
        head += [title, "wrong answers show"]
    rows = [head]
    for number in range(max(map(len, forms.values()))):
        row = [str(number + 1)]
        for asked in forms.values():
            there = number < len(asked)
            row += [asked[number].key, _shows(asked[number])] if there else ["", ""]
        rows.append(row)
    return _table(rows)


def beliefs_table(bank: Bank) -> str:
    """Return the misconceptions, the exercises that meet them, and what to show."""
    rows = [[one.name, one.belief, one.exercises, one.show] for one in bank.beliefs.values()]
    return _table([["", "misconception", "exercises", "show"], *rows], escape=False)


def proofs(bank: Bank, form: str) -> str:
    """Return the computations of one form as examples that run, after those of the setup."""
    asked = _numbered(bank.of(form))
    parts = (
        f">>> # question {number}: {question.key}\n{question.proof}" for number, question in asked
    )
    return "\n".join(("```python", bank.setup, *parts, "", "```"))


def _asked(question: Question) -> str:
    """Return text, table and options; a backslash ends a line without beginning a paragraph."""
    options = "\\\n".join(
        f"{letter}) {_escaped(option.text)}" for letter, option in question.lettered
    )
    table = [_table(question.table)] if question.table else []
    text = _LIST.sub(r"\1\\\2", _escaped(question.text))
    return "\n\n".join([text, *table, options])


def _shows(question: Question) -> str:
    return "; ".join(
        f"{letter}: {option.shows}" for letter, option in question.lettered if option.shows
    )


def _name(bank: Bank, form: str, number: int) -> str:
    """Return a heading; only the first form's questions go by their number alone."""
    first = form == next(iter(bank.forms))
    return f"Question {number}" if first else f"{bank.forms[form]}, question {number}"


def _numbered(questions: Iterable[Question]) -> list[tuple[int, Question]]:
    return list(enumerate(questions, 1))


def _table(rows: Iterable[Iterable[str]], escape: bool = True) -> str:
    head, *body = [[_escaped(cell) if escape else cell for cell in row] for row in rows]
    lines = [head, ["---"] * len(head), *body]
    return "\n".join(" ".join(("|", *(f"{cell} |".lstrip() for cell in line))) for line in lines)


def _escaped(text: str) -> str:
    """Escape what Markdown would read as a mark."""
    return _SPECIAL.sub(r"\\\1", text)


def filled(page: Path, what: str, parts: Mapping[str, Callable[[], str]]) -> str:
    """Return the text of a page with each part between its two marks.

    A place is ``<!-- WHAT: PART -->`` and a later ``<!-- end of WHAT -->``.

    Parameters
    ----------
    what : str
        Such as ``questions``.
    parts : mapping of str to function
        Name of a part -> what writes it, called only if the page has its place.

    Raises
    ------
    ValueError
        The page has no place, or one for a part that there is not.
    """
    text = read_text(page)
    place = re.compile(rf"(<!-- {what}: (?P<part>\S+) -->\n).*?(<!-- end of {what} -->)", re.DOTALL)
    if not place.search(text):
        raise ValueError(
            f"{page} has no place for {what}; write the lines <!-- {what}: PART --> and "
            f"<!-- end of {what} -->, PART one of {', '.join(parts)}."
        )

    def part(found: re.Match[str]) -> str:
        if found["part"] not in parts:
            raise ValueError(
                f"{page}: there is no part {found['part']!r}; the parts are {', '.join(parts)}."
            )
        return f"{found[1]}{parts[found['part']]()}\n{found[3]}"

    return place.sub(part, text)
