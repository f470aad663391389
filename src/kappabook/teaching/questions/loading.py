"""Read a question bank; whatever is wrong with it is said with file, line and remedy.

What a question may hold is a schema, `questions.schema.json`; what it may not say twice, or about
a form that there is not, is seen here.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match

from kappabook.system.files import read_text
from kappabook.teaching.questions.bank import LETTERS, Bank, Belief, Option, Question

BANK = Path(__file__).with_name("questions.toml")
SCHEMA = Path(__file__).with_name("questions.schema.json")


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
    validator = Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
    if wrong := best_match(validator.iter_errors(data)):
        raise ValueError(_said(path, text, data, wrong))
    for number, question in enumerate(data["question"]):
        if complaint := _complaint(data, number):
            line = _line(text, data, number)
            raise ValueError(f"{path}:{line}: question {question['id']!r} {complaint}")
    if empty := set(data["forms"]) - {question["form"] for question in data["question"]}:
        form = min(empty)
        raise ValueError(
            f'{path}: the form {form!r} has no question; add one with form = "{form}", or take '
            "it out."
        )
    forms = {name: _words(title) for name, title in data["forms"].items()}
    beliefs = {
        name: Belief(name, *(_words(found[field]) for field in ("belief", "exercises", "show")))
        for name, found in data["misconceptions"].items()
    }
    return Bank(
        forms, beliefs, data.get("setup", "").strip(), tuple(map(_question, data["question"]))
    )


def _complaint(data: Mapping[str, Any], number: int) -> str:
    """Say what is wrong with a question of the right form; nothing if it is one."""
    asked = data["question"][number]
    if asked["id"] in {earlier["id"] for earlier in data["question"][:number]}:
        return "stands here for the second time; give this one another id."
    if asked["form"] not in data["forms"]:
        return f"has the form {asked['form']!r}; the forms are {', '.join(data['forms'])}."
    options = dict(zip(LETTERS, asked["options"], strict=True))
    keys = [letter for letter, option in options.items() if "key" in option]
    if len(keys) != 1:
        many = f"{len(keys)} keys, {' and '.join(keys)}" if keys else "no key"
        return f"has {many}; mark the one right option with key = true."
    known = ", ".join(data["misconceptions"])
    seen: dict[str, str] = {}
    for letter, option in options.items():
        shows = option.get("shows")
        if "key" in option and shows is not None:
            return f"has an option {letter} that is the key and shows {shows!r}; take one out."
        if "key" not in option and shows not in data["misconceptions"]:
            what = "no misconception" if shows is None else repr(shows)
            return f"has an option {letter} that shows {what}; the known ones are {known}."
        text = _words(option["text"])
        if text.casefold() in seen:
            return f"says {text!r} twice, in {seen[text.casefold()]} and {letter}; alter one."
        seen[text.casefold()] = letter
    if len({"says" in option for option in options.values()}) > 1:
        return "has 'says' in some options only; give it to all four or to none."
    widths = sorted({len(row) for row in asked.get("table", [])})
    return f"has a table with rows of {widths} cells; fill them." if len(widths) > 1 else ""


def _question(found: Mapping[str, Any]) -> Question:
    return Question(
        found["id"],
        found["form"],
        _words(found["title"]),
        found["lesson"],
        found["level"],
        _words(found["text"]),
        _words(found["why"]),
        options=tuple(
            Option(_words(one["text"]), one.get("shows", ""), one.get("says"))
            for one in found["options"]
        ),
        table=tuple(tuple(map(_words, row)) for row in found.get("table", [])),
        proof=found["proof"].strip(),
    )


def _said(path: Path, text: str, data: Mapping[str, Any], wrong: ValidationError) -> str:
    """Say where the schema does not fit, and what its own description asks for there."""
    where, *rest = wrong.absolute_path or ["the bank"]
    place = f"{path}"
    if where == "question" and rest:
        number = int(rest.pop(0))
        found = data["question"][number]
        name = found.get("id", number + 1) if isinstance(found, Mapping) else number + 1
        place, where = f"{path}:{_line(text, data, number)}", f"question {name!r}"
    inner = ", ".join(LETTERS[one] if isinstance(one, int) else str(one) for one in rest[:2])
    remedy = wrong.schema.get("description", f"see {SCHEMA.name}")
    message = wrong.message if len(wrong.message) < 150 else f"{wrong.message[:150]}..."
    return f"{place}: {': '.join(filter(None, (str(where), inner, message)))}; {remedy}."


def _line(text: str, data: Mapping[str, Any], number: int) -> int:
    """Find the line where a question begins; 1 where the list stands in one piece."""
    heads = [n for n, line in enumerate(text.splitlines(), 1) if line.strip() == "[[question]]"]
    return heads[number] if len(heads) == len(data["question"]) else 1


def _words(text: str) -> str:
    """Return a text in one line: every format can hold it, and none breaks it otherwise."""
    return " ".join(text.split())
