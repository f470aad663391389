"""From a solution notebook: what is sealed, and what students get."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode

from kappabook.teaching.answers import Property
from kappabook.teaching.reading import UnreadableError
from kappabook.teaching.seals import Sealed, seal_entry, seal_key
from kappabook.teaching.sheets import Exercise, Sheet, bare, tag
from kappabook.workbook.notebooks import normalise

STUB = "answer = ...  # your answer"
WRITTEN_STUB = "*Your answer, in place of this line.*"


def run(sheet: Sheet) -> Sheet:
    """Run the cells in this process; return the sheet with answers, rules and mistakes.

    Raises
    ------
    ValueError
        A cell failed.
    """
    names: dict[str, Any] = {"__name__": "__main__"}
    for cell in sheet.opening:
        _run_cell(sheet.path, cell, names)
    done = []
    for exercise in sheet.exercises:
        for cell in exercise.cells:
            if tag(cell) != "check":
                _run_cell(sheet.path, cell, names)
        found = {name: names.pop(name) for name in ("answer", "rule", "mistakes")}
        done.append(replace(exercise, **found))
    return replace(sheet, exercises=tuple(done))


def _run_cell(path: Path, cell: NotebookNode, names: dict[str, Any]) -> None:
    if cell.cell_type != "code":
        return
    try:
        exec(compile(cell.source, f"{path.name}, cell {cell.id}", "exec"), names)
    except Exception as error:
        raise ValueError(f"{path}, cell {cell.id}: {type(error).__name__}: {error}") from error


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
    if not isinstance(rule, Property):
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
        exercise=name,
        title=exercise.title,
        goal=exercise.goal,
        level=exercise.level,
        minutes=exercise.minutes,
        points=exercise.points,
        hint=exercise.hint,
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


# --- the student version ----------------------------------------------------------------------


def student_cells(sheet: Sheet) -> list[NotebookNode]:
    """Return the cells a student sees: no solution, no rule, no output."""
    cells = [*sheet.opening, *(cell for found in sheet.exercises for cell in found.cells)]
    hidden = ("rule", "rubric", "lecturer")
    return [_for_students(cell) for cell in cells if tag(cell) not in hidden]


def _for_students(cell: NotebookNode) -> NotebookNode:
    stub = STUB if cell.cell_type == "code" else WRITTEN_STUB
    return bare(cell, stub if tag(cell) == "solution" else cell.source)


def student_text(sheet: Sheet) -> str:
    """Return the student version of a solution notebook, as it is stored."""
    notebook = nbformat.v4.new_notebook(cells=student_cells(sheet))
    return str(nbformat.writes(normalise(notebook))) + "\n"
