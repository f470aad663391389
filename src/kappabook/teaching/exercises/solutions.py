"""Exercises are written once, in the solution notebooks; everything else is made from those.

A solution notebook holds, under a heading ``## Exercise 03-2: ...``, in this order

- the text, with goal, level, time and points, and a hint folded away;
- code that is given, if any (no tag);
- the solution: a cell tagged ``solution`` that sets ``answer``;
- the check: a cell tagged ``check``;
- for the lecturer: a cell tagged ``rule`` that sets ``rule``, how answers are compared, ``why`` the
  right answer is right, and ``mistakes``, from the message to the wrong answer it is meant for;
- where the answer is a function, the solution is its ``def name(...):`` in one line, the body and
  ``answer = name``; students get the first line and the last;
- for answers in words: a question, a Markdown cell tagged ``solution``, and one tagged ``rubric``.

Code tagged ``lecturer`` is left out of the student version, as ``rule`` and ``rubric`` are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode

from kappabook.system.checkout import root
from kappabook.system.notebook_runner import read_notebook
from kappabook.teaching.exercises.rules import Rule
from kappabook.teaching.exercises.seals import About

FOUND = ("answer", "rule", "why", "mistakes")
LEVELS = ("recall", "apply", "explain", "explore")
_HEADING = re.compile(r"^## Exercise (\d\d-\d+): (.+)$", re.M)
_FACTS = re.compile(
    r"^\*\*Goal:\*\* (?P<goal>.+?)\. \*\*Level:\*\* (?P<level>\w+)\. "
    r"\*\*Time:\*\* (?P<minutes>\d+) min\. \*\*Points:\*\* (?P<points>\d+)\.$",
    re.M,
)
_HINT = re.compile(r"<details><summary>Hint</summary>\s*(.+?)\s*</details>", re.S)
_RUBRIC = re.compile(r"^\*\*Rubric \((\d+) points\)\*\*")


@dataclass(frozen=True, eq=False)
class Exercise(About):
    """One exercise as the notebook has it; `answer` to `mistakes` are there once it is run."""

    cells: tuple[NotebookNode, ...]
    answer: Any = None
    rule: Rule | None = None
    why: str = ""
    mistakes: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Sheet:
    """The exercises of one notebook, and what stands before them."""

    path: Path
    opening: tuple[NotebookNode, ...]
    exercises: tuple[Exercise, ...]

    @property
    def number(self) -> str:
        """The notebook's number, such as ``03``."""
        return self.path.name[:2]


def solutions() -> list[Path]:
    """Return the solution notebooks of the checkout."""
    return sorted((root() / "notebooks" / "solutions").glob("*-exercises.ipynb"))


def student_path(solution: Path) -> Path:
    """Return where the student version of a solution notebook stands."""
    return solution.parents[1] / "exercises" / solution.name


def read_sheet(path: Path) -> Sheet:
    """Read a solution notebook.

    Raises
    ------
    ValueError
        No notebook, or an exercise that lacks a part; the message names both.
    """
    opening, *parts = _split(read_notebook(path).cells)
    return Sheet(path, opening, tuple(_exercise(path, part) for part in parts))


def _split(cells: list[NotebookNode]) -> list[tuple[NotebookNode, ...]]:
    """Cut before each heading of an exercise."""
    headings = [
        i
        for i, cell in enumerate(cells)
        if cell.cell_type == "markdown" and _HEADING.search(cell.source)
    ]
    cuts = [0, *headings, len(cells)]
    return [tuple(cells[a:b]) for a, b in pairwise(cuts)]


def _exercise(path: Path, cells: tuple[NotebookNode, ...]) -> Exercise:
    heading, facts, hint = (p.search(cells[0].source) for p in (_HEADING, _FACTS, _HINT))
    assert heading is not None
    if facts is None or hint is None or facts["level"] not in LEVELS:
        raise ValueError(
            f"{path}: exercise {heading[1]} needs the line '**Goal:** ... **Level:** "
            f"{' or '.join(LEVELS)}. **Time:** 5 min. **Points:** 2.' and a hint in <details>."
        )
    tags = [tag(cell) for cell in cells if cell.cell_type == "code"]
    if [tags.count(t) for t in ("solution", "check", "rule")] != [1, 1, 1]:
        raise ValueError(
            f"{path}: exercise {heading[1]} needs one cell each tagged solution, check and rule; "
            f"it has {', '.join(filter(None, tags)) or 'none'}."
        )
    return Exercise(
        exercise=heading[1],
        title=heading[2],
        goal=facts["goal"],
        level=facts["level"],
        minutes=int(facts["minutes"]),
        points=int(facts["points"]),
        hint=" ".join(hint[1].split()),
        cells=cells,
    )


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
        if missing := [name for name in FOUND if name not in names]:
            raise ValueError(
                f"{sheet.path}: exercise {exercise.exercise} sets no {missing[0]!r}; the cell "
                "tagged rule sets rule, why and mistakes."
            )
        found = {name: names.pop(name) for name in FOUND}
        done.append(replace(exercise, **found))
    return replace(sheet, exercises=tuple(done))


def _run_cell(path: Path, cell: NotebookNode, names: dict[str, Any]) -> None:
    if cell.cell_type != "code":
        return
    try:
        exec(compile(cell.source, f"{path.name}, cell {cell.id}", "exec"), names)
    except Exception as error:
        raise ValueError(f"{path}, cell {cell.id}: {type(error).__name__}: {error}") from error


def tag(cell: NotebookNode) -> str:
    """Return the first tag of a cell, or an empty text."""
    return next(iter(cell.metadata.get("tags", [])), "")


def bare(cell: NotebookNode, source: str) -> NotebookNode:
    """Return a cell of the same kind and id with this source, and nothing else."""
    new: NotebookNode
    if cell.cell_type == "code":
        new = nbformat.v4.new_code_cell(source, id=cell.id)
    else:
        new = nbformat.v4.new_markdown_cell(source, id=cell.id)
    return new


def rubric_points(cell: NotebookNode) -> int:
    """Return the points of a rubric."""
    found = _RUBRIC.match(cell.source)
    if found is None:
        raise ValueError(f"a rubric begins with '**Rubric (3 points)**', not {cell.source[:40]!r}.")
    return int(found[1])
