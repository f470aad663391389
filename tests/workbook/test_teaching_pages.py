"""The pages for lecturers: what they point to exists, minutes add up, numbers are computed."""

import doctest
import re

import pytest
from support import ROOT

from kappabook.teaching.exercises.seals import read_sealed
from kappabook.teaching.explorers import EXPLORERS
from kappabook.workbook import slides, write_figures

NUMBERS = set(map(int, slides.NUMBERS))
PLAN = (ROOT / "docs/lecture-plan.md").read_text()
ASSESSMENT = (ROOT / "docs/assessment.md").read_text()
EXERCISES = list(read_sealed())
MISCONCEPTIONS = dict(re.findall(r"^\| (M\d+) \| (.+?) \|", ASSESSMENT, re.M))


def shown(text):
    """The decks, the explorers and the figures that a text names."""
    decks = {
        int(n) for n in re.findall(r"\d\d", " ".join(re.findall(r"decks?((?: and| \d\d)+)", text)))
    }
    named = re.findall(r"explorers?((?: and| `\w+`)+)", text)
    explorers = set(re.findall(r"`(\w+)`", " ".join(named)))
    return decks, explorers, set(re.findall(r"`(\w+-[\w-]+)`", text))


def table_below(heading, text=PLAN):
    section = text.partition(heading)[2]
    rows = re.search(r"(?:^\|.*\n)+", section, re.M)[0].strip().splitlines()[2:]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


# --- how many there are -----------------------------------------------------------------------

WORDS = {"Four": 4, "Five": 5, "Six": 6, "Seven": 7, "Eight": 8}


def test_the_door_counts_the_exercises():
    (number,) = re.findall(r"(\d+) \[exercises\]", (ROOT / "README.md").read_text())
    assert int(number) == len(EXERCISES)


@pytest.mark.parametrize("notebook", sorted({name[:2] for name in EXERCISES}))
def test_an_opening_and_a_lesson_count_the_exercises(notebook):
    own = sum(name.startswith(notebook) for name in EXERCISES)
    opening = (ROOT / f"notebooks/solutions/{notebook}-exercises.ipynb").read_text()
    (lesson,) = (ROOT / "notebooks").glob(f"{notebook}-*.ipynb")
    linked = rf"\[(\w+) exercises\]\(exercises/{notebook}-exercises"
    said = re.findall(r'"(\w+) exercises\b', opening)[:1] + re.findall(linked, lesson.read_text())
    assert said
    assert {WORDS[word] for word in said} == {own}


# --- the lecture plan -------------------------------------------------------------------------


@pytest.mark.parametrize("text", [PLAN, ASSESSMENT], ids=["plan", "assessment"])
def test_every_exercise_named_exists(text):
    text = text.replace(" to ", ", ")
    named = set(re.findall(r"\b\d\d-\d\b", text))
    assert named
    assert named <= set(EXERCISES)


@pytest.mark.parametrize("text", [PLAN, ASSESSMENT], ids=["plan", "assessment"])
def test_everything_shown_exists(text):
    decks, explorers, figures = shown(text)
    assert decks <= NUMBERS
    assert explorers == set(EXPLORERS)
    assert len(figures) >= 9
    assert figures <= set(write_figures.keys())


def test_every_notebook_has_its_row():
    rows = table_below("## Notebook by notebook")
    there = {path.stem[:2]: path.stem for path in (ROOT / "notebooks").glob("*.ipynb")}
    # The explorers have no exercises; their sentence stands below.
    assert [row[0] for row in rows] == [there[number] for number in sorted(there)[:-1]]
    for name, needs, goals, show, exercises, meets in rows:
        assert needs
        assert goals
        ours = [e for e in EXERCISES if e.startswith(name[:2])]
        assert exercises == (f"{ours[0]} to {ours[-1]}" if ours else "in the notebook")
        assert set(meets.split(", ")) <= set(MISCONCEPTIONS)
        number = int(name[:2])
        assert shown(show)[0] == ({number} if number in NUMBERS else set())


LESSONS = (
    "### First: from accuracy to kappa",
    "### Second: curves, and what ten folds can show",
    "### Third: one number for a curve, and the trial",
)


@pytest.mark.parametrize("heading", LESSONS)
def test_a_lesson_has_ninety_minutes(heading):
    assert sum(int(row[0]) for row in table_below(heading)) == 90


@pytest.mark.parametrize("heading", LESSONS)
def test_exercises_in_class_fit_their_time(heading):
    known = read_sealed()
    for minutes, _, means, _ in table_below(heading):
        asked = re.findall(r"\b\d\d-\d\b", means)
        assert sum(known[name].minutes for name in asked) <= int(minutes), means


# --- the assessment ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("page", "least"), [("assessment", 64), ("lecture-plan", 8), ("lesson", 16)]
)
def test_the_numbers_are_computed(page, least):
    failed, tried = doctest.testfile(str(ROOT / f"docs/{page}.md"), module_relative=False)
    assert failed == 0
    assert tried >= least


@pytest.mark.parametrize("number", [1, 2])
def test_a_rubrics_points_add_up(number):
    """To the points promised, part by part and in all."""
    section = ASSESSMENT.partition(f"## Exam question {number}:")[2].partition("```")[0]
    (total,) = re.findall(r"\((\d+) points,", section)
    promised = [int(points) for points in re.findall(r"\*\((\d+)\)\*", section)]
    given: dict[str, int] = {}
    part = ""
    for row in table_below(f"({total} points,", section):
        part = row[0] or part
        given[part] = given.get(part, 0) + int(row[1])
    assert list(given.values()) == promised
    assert sum(promised) == int(total)
