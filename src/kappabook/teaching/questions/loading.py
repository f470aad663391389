"""Read a question bank; whatever is wrong with it is said with file, line and remedy."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from kappabook.files import read_text
from kappabook.teaching.exercises.solutions import LEVELS
from kappabook.teaching.questions.bank import LETTERS, Bank, Belief, Option, Question

BANK = Path(__file__).with_name("questions.toml")
_NEEDED = ("id", "form", "title", "lesson", "level", "text", "why", "proof", "options")
_BELIEF = ("belief", "exercises", "show")


def read_bank(path: Path = BANK) -> Bank:
    """Read a bank and check it.

    Parameters
    ----------
    path : Path
        A TOML file; `questions.toml` beside this module shows its form.

    Raises
    ------
    ValueError
        The file is not TOML, or a question is not one: two keys or none, an option twice, an
        unknown misconception, an id twice, a field that is missing or unknown; in one sentence,
        with the line where the question begins.
    """
    text = read_text(path)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(
            f"{path}: this is not TOML: {error}. Mend that line; a text stands in quotes."
        ) from None
    for part, kind in (("forms", dict), ("misconceptions", dict), ("question", list)):
        if not data.get(part) or not isinstance(data[part], kind):
            head = f"[[{part}]]" if kind is list else f"[{part}]"
            raise ValueError(f"{path}: there is no {head}; add it, as in {BANK.name}.")

    def complain(what: str, line: int = 1) -> NoReturn:
        raise ValueError(f"{path}:{line}: {what}")

    forms = {name: _words(title, name, complain) for name, title in data["forms"].items()}
    beliefs = {
        name: _belief(name, found, complain) for name, found in data["misconceptions"].items()
    }
    setup = _code(data.get("setup", ""), "setup", complain)
    lines = [n for n, line in enumerate(text.splitlines(), 1) if line.strip() == "[[question]]"]
    questions: dict[str, Question] = {}
    for number, found in enumerate(data["question"], 1):
        # TOML may also write the list in one piece; then the number alone says which.
        line = lines[number - 1] if len(lines) == len(data["question"]) else 1
        reader = _Reader(found, f"question {number}", partial(complain, line=line))
        question = reader.question(forms, beliefs)
        if question.question in questions:
            reader.complain("stands here for the second time; give this one another id.")
        questions[question.question] = question
    for form in forms:
        if form not in {question.form for question in questions.values()}:
            complain(
                f'the form {form!r} has no question; add one with form = "{form}", or take it out.'
            )
    return Bank(forms, beliefs, setup, tuple(questions.values()))


class _Reader:
    """One question of the file: its fields, and how to complain about them."""

    def __init__(self, found: Any, name: str, complain: Callable[[str], NoReturn]) -> None:
        self.name, self._complain = name, complain
        if not isinstance(found, Mapping):
            self.complain("is not a table; write [[question]] and below it one field a line.")
        self.found = found
        if isinstance(found.get("id"), str):
            self.name = f"question {found['id']!r}"

    def complain(self, what: str) -> NoReturn:
        self._complain(f"{self.name} {what}")

    def question(self, forms: Mapping[str, str], beliefs: Mapping[str, Belief]) -> Question:
        for field in _NEEDED:
            if field not in self.found:
                self.complain(f"has no {field!r}; add the line {field} = ...")
        for field in self.found:
            if field not in (*_NEEDED, "table"):
                self.complain(f"has a field {field!r}; the fields are {', '.join(_NEEDED)}, table.")
        name = self._one("id", r"[a-z0-9]+(-[a-z0-9]+)*", "small letters, digits and hyphens")
        if (form := self._words("form")) not in forms:
            self.complain(f"has the form {form!r}; the forms are {', '.join(forms)}.")
        if (level := self._words("level")) not in LEVELS:
            self.complain(f"has the level {level!r}; the levels are {', '.join(LEVELS)}.")
        return Question(
            name,
            form,
            self._words("title"),
            self._one("lesson", r"\d\d", "the two digits of a notebook"),
            level,
            self._words("text"),
            self._words("why"),
            self._options(beliefs),
            self._table(),
            _code(self.found["proof"], "proof", self._of),
        )

    def _words(self, field: str) -> str:
        return _words(self.found[field], field, self._of)

    def _of(self, what: str) -> NoReturn:
        self._complain(f"{self.name}: {what}")

    def _one(self, field: str, pattern: str, what: str) -> str:
        text = self._words(field)
        if not re.fullmatch(pattern, text):
            self.complain(f"has the {field} {text!r}; write {what}.")
        return text

    def _options(self, beliefs: Mapping[str, Belief]) -> tuple[Option, ...]:
        found = self.found["options"]
        if not isinstance(found, list) or not all(isinstance(one, Mapping) for one in found):
            self.complain('has options that are no list of { text = "...", shows = "M1" }.')
        if len(found) != len(LETTERS):
            self.complain(f"has {len(found)} options; give it {len(LETTERS)}.")
        options = [self._option(*one, beliefs) for one in zip(LETTERS, found, strict=True)]
        keys = [letter for letter, option in zip(LETTERS, options, strict=True) if not option.shows]
        if len(keys) != 1:
            many = f"{len(keys)} keys, {' and '.join(keys)}" if keys else "no key"
            self.complain(f"has {many}; mark the one right option with key = true.")
        seen: dict[str, str] = {}
        for letter, option in zip(LETTERS, options, strict=True):
            if (text := option.text.casefold()) in seen:
                self.complain(
                    f"says {option.text!r} twice, in {seen[text]} and {letter}; alter one."
                )
            seen[text] = letter
        if len({option.says is None for option in options}) > 1:
            self.complain("has 'says' in some options only; give it to all four or to none.")
        return tuple(options)

    def _option(
        self, letter: str, found: Mapping[str, Any], beliefs: Mapping[str, Belief]
    ) -> Option:
        where = f"has an option {letter}"
        for field in found:
            if field not in ("text", "key", "shows", "says"):
                self.complain(f"{where} with a field {field!r}; known are text, key, shows, says.")
        if "text" not in found:
            self.complain(f'{where} without text; write text = "...".')
        key, shows = found.get("key", False), found.get("shows", "")
        if not isinstance(key, bool):
            self.complain(f"{where} with key = {key!r}; write key = true, or leave it out.")
        if key and shows:
            self.complain(f"{where} that is the key and shows {shows!r}; take one of the two out.")
        if not key and not shows:
            self.complain(
                f'{where} that is wrong and shows no misconception; add shows = "M1" or another '
                "name, or key = true if it is right."
            )
        if shows and (not isinstance(shows, str) or shows not in beliefs):
            self.complain(f"{where} that shows {shows!r}; the known ones are {', '.join(beliefs)}.")
        return Option(_words(found["text"], f"option {letter}", self._of), shows, found.get("says"))

    def _table(self) -> tuple[tuple[str, ...], ...]:
        rows = self.found.get("table", [])
        if not isinstance(rows, list) or not all(isinstance(row, list) and row for row in rows):
            self.complain('has a table that is no list of rows; write [["", "ill"], ["A", "3"]].')
        if len({len(row) for row in rows}) > 1:
            self.complain(
                f"has a table with rows of {sorted({len(r) for r in rows})} cells; fill them."
            )
        return tuple(
            tuple(_words(cell, "table", self._of) if cell else "" for cell in row) for row in rows
        )


def _words(text: object, field: str, complain: Callable[[str], NoReturn]) -> str:
    """Return a text in one line: every format can hold it, and none breaks it otherwise."""
    if not isinstance(text, str) or not text.strip():
        complain(f"{field} is {text!r}; write words in quotes.")
    line = " ".join(text.split())
    for character in line:
        if not character.isprintable():
            complain(f"{field} has the character U+{ord(character):04X}; take it out.")
    return line


def _code(text: object, field: str, complain: Callable[[str], NoReturn]) -> str:
    if not isinstance(text, str) or (text.strip() and not text.lstrip().startswith(">>> ")):
        complain(f"{field} is no Python example; begin its lines with '>>> ', outputs below.")
    return text.strip()


def _belief(name: str, found: object, complain: Callable[[str], NoReturn]) -> Belief:
    if not isinstance(found, Mapping) or set(found) != set(_BELIEF):
        complain(f"misconception {name} needs the fields {', '.join(_BELIEF)}, and no other.")
    return Belief(name, *(_words(found[field], f"{name} {field}", complain) for field in _BELIEF))
