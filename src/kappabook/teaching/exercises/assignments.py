"""Assignments: nbgrader's source notebooks, and the student versions made from them.

A source notebook has points, hidden tests and cells graded by hand. Hidden tests hold the right
answers themselves and do not ask `check`. nbgrader takes them, and the solutions, out of what
students get. The format is schema version 3 of nbgrader's cell metadata.
"""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import nbformat
import numpy as np
from nbformat import NotebookNode

from kappabook.metrics import ConfusionMatrix
from kappabook.system.files import writing
from kappabook.system.notebook_runner import normalise
from kappabook.teaching.exercises.rules import Function, Open
from kappabook.teaching.exercises.solutions import Exercise, Sheet, bare, rubric_points, tag

SCHEMA = 3
IMPORTS = "from kappabook.teaching import {kind}, same"
STUB = "answer = ...  # your answer"
# The comment keeps formatters from joining the lines.
FUNCTION_STUB = "    # your lines, in place of the dots\n    ..."
WRITTEN_STUB = "*Your answer, in place of this line.*"

_REGISTRAR = re.compile(
    r"^(\*\*Goal:\*\* .+?) \*\*Level:\*\* \w+\.( \*\*Time:\*\* .+?) \*\*Points:\*\* \d+\.$", re.M
)
_FUNCTION = re.compile(r"(def (\w+)\(.*\):\n)((?:    .*\n|\n)*    .*\n)(\n\nanswer = \2)")


def export(sheet: Sheet, folder: Path) -> Path:
    """Write the source notebook of an assignment: ``folder/source/03/03-exercises.ipynb``.

    Parameters
    ----------
    sheet : Sheet
        Already run, so that the right answers are known.
    folder : Path
        The course's folder.
    """
    path = folder / "source" / sheet.number / sheet.path.name
    notebook = nbformat.v4.new_notebook(cells=cells(sheet))
    marks = [cell.metadata.get("nbgrader") for cell in notebook.cells]
    normalise(notebook)
    for cell, mark in zip(notebook.cells, marks, strict=True):
        if mark:
            cell.metadata.nbgrader = mark
    with writing(path) as (draft,):
        draft.write_text(nbformat.writes(notebook) + "\n", encoding="utf-8")
    return path


def student_text(sheet: Sheet) -> str:
    """Return what students get of a sheet that was run, as it is stored."""
    # Importing nbgrader takes longer than everything else here.
    from nbgrader.preprocessors import ClearHiddenTests, ClearSolutions

    notebook = nbformat.v4.new_notebook(cells=cells(sheet))
    stubs = ClearSolutions(code_stub={"python": STUB}, text_stub=WRITTEN_STUB)
    for step in (stubs, ClearHiddenTests()):
        notebook, _ = step.preprocess(notebook, {})
    for cell in notebook.cells:
        cell.source = cell.source.replace(f"    {STUB}", FUNCTION_STUB)
    return str(nbformat.writes(normalise(notebook))) + "\n"


def cells(sheet: Sheet) -> list[NotebookNode]:
    """Return the cells of the source notebook, with nbgrader's metadata."""
    found = [bare(cell, cell.source) for cell in sheet.opening if tag(cell) != "lecturer"]
    for exercise in sheet.exercises:
        found += _cells_of(exercise)
    return found


def _cells_of(exercise: Exercise) -> list[NotebookNode]:
    name = f"exercise-{exercise.exercise}"
    rubrics = [rubric_points(cell) for cell in exercise.cells if tag(cell) == "rubric"]
    found = []
    for cell in exercise.cells:
        kind = tag(cell)
        if kind in ("rule", "lecturer", "rubric"):
            continue
        # Level and points are the lecturer's.
        new = bare(cell, _REGISTRAR.sub(r"\1\2", cell.source))
        if kind == "solution" and cell.cell_type == "code":
            new.source = _hidden(exercise, cell.source)
            new.metadata = _mark(f"{name}-answer", solution=True)
        elif kind == "check":
            new.source = f"{cell.source}\n{hidden_test(exercise)}"
            new.metadata = _mark(f"{name}-test", grade=True, points=exercise.points)
        elif kind == "solution":
            new.metadata = _mark(
                f"{name}-written", grade=True, solution=True, points=rubrics.pop(0)
            )
        found.append(new)
    return found


def _hidden(exercise: Exercise, source: str) -> str:
    """Mark the solution; of a function only the body, so that students see its first line."""
    if not isinstance(exercise.rule, Function):
        return f"### BEGIN SOLUTION\n{source}\n### END SOLUTION"
    found = _FUNCTION.fullmatch(source)
    if found is None:
        raise ValueError(
            f"exercise {exercise.exercise}: the solution is one function, 'def name(...):' in one "
            "line, its body, and after two empty lines 'answer = name'."
        )
    head, _, body, last = found.groups()
    return f"{head}    ### BEGIN SOLUTION\n{body}    ### END SOLUTION\n{last}"


def hidden_test(exercise: Exercise) -> str:
    """Return the lines that compare with the right answer, between nbgrader's markers."""
    kind = type(exercise.rule).__name__
    right = None if isinstance(exercise.rule, Open) else literal(exercise.answer)
    lines = [IMPORTS.format(kind=kind), "", f"assert same({exercise.rule!r}, answer, {right!r})"]
    return "\n".join(["### BEGIN HIDDEN TESTS", *lines, "### END HIDDEN TESTS"])


def literal(answer: Any) -> Any:
    """Turn an answer into plain numbers, texts and lists, which can be written down."""
    if isinstance(answer, ConfusionMatrix):
        return literal(answer.cells)
    if isinstance(answer, np.ndarray | np.generic):
        return literal(answer.tolist())
    if isinstance(answer, list | tuple):
        return [literal(item) for item in answer]
    if isinstance(answer, Fraction):
        return float(answer)
    return answer


def _mark(
    grade_id: str, *, grade: bool = False, solution: bool = False, points: int | None = None
) -> NotebookNode:
    """Return nbgrader's metadata of one cell."""
    mark = NotebookNode(
        schema_version=SCHEMA,
        grade_id=grade_id,
        grade=grade,
        solution=solution,
        locked=not solution,
        task=False,
    )
    if points is not None:
        mark.points = points
    return NotebookNode(nbgrader=mark)
