"""The exercises: solutions pass, typical mistakes are told what is meant for them, and what is
made from the solutions is what is committed."""

import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import nbformat
import pytest
from support import ROOT

from kappabook.system.notebook_runner import normalise
from kappabook.teaching import check
from kappabook.teaching.exercises import Function, Number, Numbers, Property, Words, make
from kappabook.teaching.exercises.assignments import FUNCTION_STUB, STUB, export, student_text
from kappabook.teaching.exercises.assignments import cells as nbgrader_cells
from kappabook.teaching.exercises.make import seal, sealed_text
from kappabook.teaching.exercises.seals import read_sealed
from kappabook.teaching.exercises.solutions import (
    LEVELS,
    read_sheet,
    run,
    solutions,
    student_path,
    tag,
)

NUMBERS = [*(f"{number:02}" for number in range(10)), "11"]
PATHS = {path.name[:2]: path for path in solutions()}
# The sealed files know the exercises too, and reading them runs nothing.
EXERCISES = list(read_sealed())


@cache
def run_sheet(number):
    """A solution notebook, run once by the process that first asks for it."""
    return run(read_sheet(PATHS[number]))


@pytest.fixture(params=PATHS)
def sheet(request):
    return run_sheet(request.param)


@pytest.fixture(params=EXERCISES)
def exercise(request):
    exercises = run_sheet(request.param[:2]).exercises
    (found,) = (e for e in exercises if e.exercise == request.param)
    return found


# --- what there is ----------------------------------------------------------------------------


def test_every_notebook_has_exercises():
    assert list(PATHS) == NUMBERS
    sheets = [read_sheet(path) for path in PATHS.values()]
    assert all(len(sheet.exercises) >= 4 for sheet in sheets)
    assert [e.exercise for sheet in sheets for e in sheet.exercises] == EXERCISES


def test_exercises_are_numbered_and_range_from_recall_to_open(sheet):
    names = [exercise.exercise for exercise in sheet.exercises]
    assert names == [f"{sheet.number}-{i}" for i in range(1, len(names) + 1)]
    levels = [exercise.level for exercise in sheet.exercises]
    assert levels[0] in LEVELS[:2]
    assert levels[-1] == LEVELS[-1]


# --- solutions pass, mistakes are met ---------------------------------------------------------


def test_the_solution_passes(exercise):
    right = f"{exercise.exercise}: right. {exercise.why}"
    assert repr(check(exercise.exercise, exercise.answer)) == right
    assert len(exercise.why.split()) > 5


def test_three_typical_mistakes_get_the_message_meant_for_them(exercise):
    assert len(exercise.mistakes) >= 3
    for message, wrong in exercise.mistakes.items():
        assert repr(check(exercise.exercise, wrong)) == f"{exercise.exercise}: not yet. {message}"


def test_no_message_gives_the_answer_away(exercise):
    """Nor does the text; a number that is the answer stands nowhere a learner looks."""
    if isinstance(exercise.rule, Number):
        shown = {f"{float(exercise.answer):.{exercise.rule.decimals}f}"}
    elif isinstance(exercise.rule, Numbers):
        key = exercise.rule.read(exercise.answer)
        digits = exercise.rule.decimals
        shown = {f"{int(text) / 10**digits:.{digits}f}" for text in key} if digits else set()
    else:
        return
    told = " ".join(
        [*exercise.mistakes, exercise.why, exercise.hint, exercise.title, exercise.goal]
    )
    assert not [text for text in shown if re.search(rf"(?<![\d.]){re.escape(text)}(?!\d)", told)]


def test_sealed_answers_are_those_of_the_solutions(sheet):
    """And so hold hashes only: no answer stands in what is installed."""
    text = make.sealed_path(sheet.number).read_text()
    assert text == sealed_text(sheet)
    sealed = [seal(exercise) for exercise in sheet.exercises]
    hashes = [h for s in sealed for entry in s.right for h in entry]
    assert all(re.fullmatch("[0-9a-f]{24}", h) for h in hashes)
    assert len(set(hashes)) == len(hashes)
    for exercise in sheet.exercises:
        assert f'"answer": {exercise.answer!r}' not in text


@pytest.mark.parametrize(
    ("name", "wrong", "sentence"),
    [
        ("00-3", 52.1, "looks like a percentage"),
        ("00-3", -0.521, "look at the sign"),
        ("00-3", 0.52, "3 decimals are asked for"),
        ("02-2", 0.782, "the last decimal was cut off"),
        ("00-3", 0.519, "keep all digits"),
        ("07-1", [0.875, 0.175], "None of the entries is right yet. Hint:"),
        ("00-2", 0.188, "1 minus it"),
        ("05-4", 4, "one off"),
        ("06-3", [0.208, 0.153], "their order is not"),
        ("06-3", [0.15, 0.21], "3 decimals are asked for"),
    ],
)
def test_slips_that_any_number_invites(name, wrong, sentence):
    assert sentence in check(name, wrong).message


# --- the committed notebooks ------------------------------------------------------------------


def test_solutions_are_stored_executed_and_in_the_normal_form(sheet):
    text = sheet.path.read_text()
    notebook = nbformat.reads(text, as_version=4)
    assert nbformat.writes(normalise(notebook)) + "\n" == text
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    outputs = [output for cell in code for output in cell.outputs]
    assert not [o for o in outputs if o.output_type == "error" or o.get("name") == "stderr"]
    for cell in code:
        if tag(cell) == "check":
            assert ": right. " in cell.outputs[0].data["text/plain"]


def test_student_notebooks_are_what_generation_gives(sheet):
    assert student_path(sheet.path).read_text() == student_text(sheet)


def test_students_see_no_solution_and_no_output(sheet):
    notebook = nbformat.read(student_path(sheet.path), as_version=4)
    shown = "\n".join(cell.source for cell in notebook.cells)
    for exercise in sheet.exercises:
        for cell in exercise.cells:
            if tag(cell) in ("solution", "rule", "rubric"):
                assert cell.source not in shown
        if isinstance(exercise.rule, Function):
            (lines,) = [cell.source for cell in exercise.cells if tag(cell) == "solution"]
            first, *body, last = lines.splitlines()
            assert f"{first}\n{FUNCTION_STUB}\n\n\n{last}" in shown
            assert not [line for line in body if line and line in shown]
    assert shown.count(STUB) + shown.count(FUNCTION_STUB) == len(sheet.exercises)
    assert "mistakes" not in shown
    assert "import Number" not in shown
    assert not [c for c in notebook.cells if c.cell_type == "code" and c.outputs]


def test_a_student_notebook_as_it_is_says_nothing_yet(sheet):
    names = {}
    said = []
    for cell in nbformat.read(student_path(sheet.path), as_version=4).cells:
        if cell.source.startswith("check("):
            said.append(repr(eval(cell.source, names)))
        elif cell.cell_type == "code":
            exec(cell.source, names)
    assert len(said) == len(sheet.exercises)
    assert all(re.search(": nothing yet. (Put your answer|Write your lines)", s) for s in said)


# --- making them ------------------------------------------------------------------------------


def edited(tmp_path, change):
    """Copy the first solution notebook with one cell changed."""
    notebook = nbformat.read(PATHS["00"], as_version=4)
    change({cell.id: cell for cell in notebook.cells}, notebook)
    path = tmp_path / "00-exercises.ipynb"
    nbformat.write(notebook, path)
    return path


def test_a_missing_part_is_named(tmp_path):
    path = edited(tmp_path, lambda cell, nb: nb.cells.remove(cell["00-2-rule"]))
    with pytest.raises(
        ValueError, match="exercise 00-2 needs one cell each tagged solution, check"
    ):
        read_sheet(path)

    def without_goal(cell, _):
        cell["00-3-text"].source = cell["00-3-text"].source.replace("**Goal:**", "Goal:")

    with pytest.raises(ValueError, match=r"exercise 00-3 needs the line '\*\*Goal"):
        read_sheet(edited(tmp_path, without_goal))


@pytest.mark.parametrize(
    ("rule", "reason"),
    [
        (
            'rule = Number(2)\nwhy = ""\nmistakes = {"x": 0.912}',
            "exercise 00-1: 0.912 counts as right",
        ),
        (
            'rule = Number(2)\nwhy = ""\nmistakes = {"x": "?"}',
            "exercise 00-1: a mistake cannot be read",
        ),
        (
            'rule = Number(2)\nwhy = ""\nmistakes = {"x": 0.5, "y": 0.501}',
            "exercise 00-1: two messages for",
        ),
    ],
)
def test_a_mistake_that_is_none_is_refused(tmp_path, rule, reason):
    path = edited(tmp_path, lambda cell, nb: cell["00-1-rule"].update(source=rule))
    with pytest.raises(ValueError, match=re.escape(reason)):
        sealed_text(run(read_sheet(path)))


def test_a_rule_without_a_reason_is_refused(tmp_path):
    rule = "rule = Number(2)\nmistakes = {}"
    path = edited(tmp_path, lambda cell, nb: cell["00-1-rule"].update(source=rule))
    with pytest.raises(ValueError, match="exercise 00-1 sets no 'why'; the cell tagged rule sets"):
        run(read_sheet(path))


def test_a_function_that_is_not_in_the_form_is_refused(tmp_path):
    """Students get its first line and its last; what else stood there would be shown."""
    lines = "one = 1\n\n\ndef kappa(y_true, y_pred):\n    return one\n\n\nanswer = kappa"
    rule = 'from kappabook.teaching.exercises import Function\nrule = Function("kappa_of_lists")'

    def change(cell, _):
        cell["00-3-solution"].source = lines
        cell["00-3-rule"].source = f"{rule}\nwhy = ''\nmistakes = {{}}"

    with pytest.raises(ValueError, match="exercise 00-3: the solution is one function"):
        nbgrader_cells(run(read_sheet(edited(tmp_path, change))))


def test_a_failing_cell_is_named(tmp_path):
    path = edited(tmp_path, lambda cell, nb: cell["00-3-solution"].update(source="answer = 1 / 0"))
    with pytest.raises(ValueError, match="cell 00-3-solution: ZeroDivisionError"):
        run(read_sheet(path))


# --- nbgrader ---------------------------------------------------------------------------------


def test_nbgraders_hidden_tests_pass_the_solution_and_no_mistake(sheet):
    tests = {
        c.metadata.nbgrader.grade_id: c.source.partition("### BEGIN HIDDEN TESTS\n")[2]
        for c in nbgrader_cells(sheet)
        if "nbgrader" in c.metadata and c.metadata.nbgrader.grade_id.endswith("-test")
    }
    for exercise in sheet.exercises:
        test = tests[f"exercise-{exercise.exercise}-test"]
        exec(test, {"answer": exercise.answer})
        for wrong in [*exercise.mistakes.values(), ..., None, "x", float("nan")]:
            with pytest.raises(AssertionError):
                exec(test, {"answer": wrong})


@pytest.mark.parametrize(
    "rule",
    [Number(2), Numbers((2,)), Words(("a",)), Property("fair_test"), Function("kappa_of_lists")],
)
def test_a_rule_is_written_down_as_code_that_makes_it(rule):
    names = {k.__name__: k for k in (Function, Number, Numbers, Property, Words)}
    assert eval(repr(rule), names) == rule


@pytest.mark.slow
@pytest.mark.parametrize("number", NUMBERS)
def test_nbgrader_itself_takes_the_exercises(tmp_path, number):
    """Release, then grade: the solution gets every point of the tests, the empty notebook none."""
    from nbgrader.api import Gradebook

    # It calls alembic by name, as in an activated environment.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    source = export(run_sheet(number), tmp_path)

    def nbgrader(command, *options):
        call = [sys.executable, "-m", "nbgrader", command, number, *options]
        done = subprocess.run(
            call,
            cwd=tmp_path,
            env={**os.environ, "PATH": path, "KAPPABOOK_ROOT": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr

    nbgrader("generate_assignment")
    released = tmp_path / f"release/{number}" / source.name
    text = released.read_text()
    assert "HIDDEN TESTS" not in text
    assert "SOLUTION" not in text
    for student, notebook in (("solved", source), ("empty", released)):
        folder = tmp_path / "submitted" / student / number
        folder.mkdir(parents=True)
        shutil.copy(notebook, folder / source.name)
    nbgrader("autograde")
    points = sum(exercise.points for exercise in run_sheet(number).exercises)
    with Gradebook(f"sqlite:///{tmp_path / 'gradebook.db'}") as book:
        scores = {s.student.id: s.code_score for s in book.assignment_submissions(number)}
    assert scores == {"solved": points, "empty": 0}
