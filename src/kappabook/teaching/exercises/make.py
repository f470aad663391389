"""All that `make exercises` makes: sealed answers, solutions, student versions, nbgrader's."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path

from kappabook.system.checkout import root
from kappabook.system.files import write_if_changed
from kappabook.system.notebook_runner import execute
from kappabook.teaching.exercises.assignments import export, student_text
from kappabook.teaching.exercises.parse import UnreadableError
from kappabook.teaching.exercises.rules import Open
from kappabook.teaching.exercises.seals import About, Sealed, read_sealed, seal_entry, seal_key
from kappabook.teaching.exercises.solutions import (
    Exercise,
    Sheet,
    read_sheet,
    run,
    solutions,
    student_path,
)


def sealed_path(number: str) -> Path:
    """Return the file of sealed answers of one notebook."""
    return root() / "src/kappabook/teaching/exercises/sealed" / f"{number}.json"


def make(numbers: Sequence[str], nbgrader: Path) -> list[Path]:
    """Seal, execute the solutions, write the student versions and nbgrader's.

    Parameters
    ----------
    numbers : sequence of str
        Notebooks such as ``03``; all if empty.
    nbgrader : Path
        The course's folder.

    Returns
    -------
    list of Path
        What was written because it changed, and nbgrader's notebooks.

    Raises
    ------
    ValueError
        No such notebook, or one that is not written as `solutions` says.
    """
    paths = {path.name[:2]: path for path in solutions()}
    if unknown := [number for number in numbers if number not in paths]:
        raise ValueError(f"no exercises {unknown[0]!r}; there are {', '.join(paths)}.")
    written = []
    for number in numbers or paths:
        path = paths[number]
        sheet = run(read_sheet(path))
        written += _write(sealed_path(number), sealed_text(sheet))
        read_sealed.cache_clear()
        if execute(path):
            written.append(path)
        written += _write(student_path(path), student_text(sheet))
        written.append(export(sheet, nbgrader))
    return written


def _write(path: Path, text: str) -> list[Path]:
    return [path] if write_if_changed(path, text) else []


def seal(exercise: Exercise) -> Sealed:
    """Hash the right answer and the mistakes of an exercise that was run.

    Raises
    ------
    ValueError
        A mistake that is right, cannot be read, or that two messages are meant for.
    """
    rule, name = exercise.rule, exercise.exercise
    assert rule is not None
    rule.read(exercise.answer)
    right = rule.accepted(exercise.answer)
    messages: dict[tuple[str, ...], str] = {}
    if not isinstance(rule, Open):
        for message, wrong in exercise.mistakes.items():
            try:
                key = rule.read(wrong)
            except UnreadableError as error:
                raise ValueError(f"exercise {name}: a mistake cannot be read: {error}") from None
            if _fits(key, right):
                raise ValueError(f"exercise {name}: {wrong!r} counts as right; see {message!r}.")
            if key in messages:
                raise ValueError(f"exercise {name}: two messages for {wrong!r}; see {message!r}.")
            messages[key] = message
    for key, message in rule.slips(exercise.answer):
        if not _fits(key, right):
            messages.setdefault(key, message)
    return Sealed(
        **{field.name: getattr(exercise, field.name) for field in fields(About)},
        why=exercise.why,
        rule=rule,
        right=tuple(
            tuple(sorted(seal_entry(name, i, text) for text in texts))
            for i, texts in enumerate(right, 1)
        ),
        mistakes=dict(sorted((seal_key(name, key), text) for key, text in messages.items())),
    )


def _fits(key: tuple[str, ...], right: tuple[frozenset[str], ...]) -> bool:
    return all(text in texts for text, texts in zip(key, right, strict=True))


def sealed_text(sheet: Sheet) -> str:
    """Return the file of sealed answers of a sheet that was run."""
    records = [seal(exercise).record() for exercise in sheet.exercises]
    return json.dumps(records, indent=1, ensure_ascii=False) + "\n"
