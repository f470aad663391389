"""Ordinary tables give no note but those that say how a table was read, or what decides a number.

A note that stands on every table is read by nobody, so that these are few, each with its reason.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from pathlib import Path

import pandas as pd
import pytest
from strangers.doors import by_command
from strangers.forms import FILES
from strangers.random_tables import frame_of, ratings_table, score_table

TESTS = Path(__file__).parents[1]
DOCS = TESTS.parent / "docs"
# What an ordinary table may be told, by the words that stand in it, and why.
ORDINARY = {
    "--positive": "nothing in the labels says which is the positive class",
    "Rows are the truth": "a matrix turned round has other rates, and the corner may be empty",
    "has no name; here it is": "the empty corner of a matrix",
    "default threshold": "scores alone say no class",
    "count as mere names": "numbers are names unless --level or --ordered says more",
    "different labels for": "numbers that are nearly all different say little as names",
    "weights each row": "a column of weights is used because of its name",
    "Equal labels are written": "1.0 is read as 1",
    "separated by": "the file's separator is not a comma",
    "totals, left out": "totals are no class",
    "never says": "a label that only one of the two columns has",
}


def _unexpected(path: Path, command: str) -> list[str]:
    came = by_command(path, command)
    assert came.data is not None, came.words
    notes = [note for note in came.words.split("\n") if note]
    return [note for note in notes if not any(words in note for words in ORDINARY)]


# --- invented tables ------------------------------------------------------------------------------


def _grades(rng: random.Random) -> tuple[pd.DataFrame, str]:
    """Grades from 1 to 10 by two or three people."""
    people, rows = ["first", "second", "third"][: rng.randint(2, 3)], []
    for i in range(rng.randint(8, 60)):
        mean = rng.gauss(5.5, 2.2)
        rows.append([f"e{i}", *(_between(mean + rng.gauss(0, 1), 1, 10) for _ in people)])
    return pd.DataFrame(rows, columns=["essay", *people]), "agree --item essay --level interval"


def _percentages(rng: random.Random) -> tuple[pd.DataFrame, str]:
    """Percentages by two people, with a running number."""
    means = [rng.gauss(60, 20) for _ in range(rng.randint(10, 60))]
    rows = [
        [i, *(_between(mean + rng.gauss(0, 6), 0, 100) for _ in "ab")]
        for i, mean in enumerate(means)
    ]
    return pd.DataFrame(rows, columns=["item", "a", "b"]), "agree --item item --level interval"


def _one_rating_a_row(rng: random.Random) -> tuple[pd.DataFrame, str]:
    """Some people rated each item, on some day."""
    rows = []
    for i in range(rng.randint(6, 40)):
        usual = rng.choice("xyz")
        for who in rng.sample(["ann", "ben", "cid", "dee"], rng.randint(2, 4)):
            label = usual if rng.random() < 0.7 else rng.choice("xyz")
            rows.append([f"i{i}", who, label, f"2026-03-{1 + i % 28:02}"])
    table = pd.DataFrame(rows, columns=["item", "who", "label", "day"])
    return table, "agree --item item --rater who --label label"


def _groups(rng: random.Random) -> tuple[pd.DataFrame, str]:
    """Two scores of the same cases, three of each patient."""
    rows = []
    for i in range(rng.randint(20, 80)):
        truth = rng.randrange(2)
        scores = (rng.gauss(low + step * truth, 0.2) for low, step in ((0.35, 0.3), (0.4, 0.2)))
        rows.append([f"p{i // 3}", truth, *(round(min(0.99, max(0.01, x)), 3) for x in scores)])
    table = pd.DataFrame(rows, columns=["patient", "y_true", "a", "b"])
    return table, "score --score a,b --group patient"


def _matrix(rng: random.Random) -> tuple[pd.DataFrame, str]:
    """A matrix as a textbook prints it."""
    labels = rng.choice([["yes", "no"], ["1", "2", "3"], ["pos", "neg"]])
    rows = [
        [name, *(rng.randint(0, 30) + 10 * (name == other) for other in labels)] for name in labels
    ]
    return pd.DataFrame(rows, columns=["truth", *labels]), "score --matrix"


def _essays(rng: random.Random) -> tuple[pd.DataFrame, str]:
    """Grades by a person and by a model, with the text and its number."""
    rows = []
    for i in range(rng.randint(15, 90)):
        grade = _between(rng.gauss(3, 1.2), 1, 5)
        said = _between(grade + rng.choice([-1, 0, 0, 0, 1]), 1, 5)
        rows.append([1000 + i, grade, said, f"text number {i}"])
    table = pd.DataFrame(rows, columns=["essay_id", "human", "model", "text"])
    return table, "score --truth human --prediction model --ordered 1,2,3,4,5"


def _between(value: float, low: int, high: int) -> int:
    return min(high, max(low, round(value)))


def _random_case(make):
    def table(rng: random.Random) -> tuple[pd.DataFrame, str]:
        case = make(rng)
        return frame_of(case), case.command

    return table


KINDS = {
    "predictions": _random_case(score_table),
    "ratings": _random_case(ratings_table),
    "grades": _grades,
    "percentages": _percentages,
    "one rating a row": _one_rating_a_row,
    "groups": _groups,
    "matrix": _matrix,
    "essays": _essays,
}


@pytest.mark.parametrize(
    "seeds",
    [pytest.param(range(4), id="few"), pytest.param(range(4, 29), marks=pytest.mark.slow)],
    ids=["few", "many"],
)
@pytest.mark.parametrize("kind", KINDS)
def test_ordinary_tables(kind: str, seeds: Sequence[int], tmp_path: Path) -> None:
    unexpected = []
    for seed in seeds:
        table, command = KINDS[kind](random.Random(f"{kind} {seed}"))
        table.to_csv(tmp_path / "t.csv", index=False)
        unexpected += [(seed, note) for note in _unexpected(tmp_path / "t.csv", command)]
    assert not unexpected


# --- the tables of the documentation and of the other tests ---------------------------------------

RATINGS = TESTS / "unit" / "ratings"
SHOWN = [
    (DOCS / "_static" / "predictions.csv", "score --score forest --positive malignant"),
    (DOCS / "_static" / "predictions.csv", "score --score forest,logistic --positive malignant"),
    (DOCS / "_static" / "matrix.csv", "score --matrix"),
    (RATINGS / "moods-wide.csv", "agree --raters 'Anna,Béla,C. Chen'"),
    (RATINGS / "tickets-long.tsv", "agree --item ticket --rater agent --label verdict"),
    (
        RATINGS / "essays-judge.csv",
        "agree --item essay --ordered poor,fair,good,excellent --judge model --reference panel",
    ),
]


@pytest.mark.parametrize(("path", "command"), SHOWN, ids=lambda x: getattr(x, "name", None))
def test_tables_of_the_documentation(path: Path, command: str) -> None:
    assert not _unexpected(path, command)


@pytest.mark.parametrize(
    ("file", "command"),
    [("moods.csv", "--item text"), ("tries.csv", "--item text --rater who --label mood --run try")],
)
def test_tables_printed_in_raters_md(file: str, command: str, tmp_path: Path) -> None:
    page = (DOCS / "raters.md").read_text(encoding="utf-8")
    shown = dict(re.findall(r"`([\w-]+\.csv)`[^`]*\n\n```text\n([^`]*)```", page))
    (tmp_path / file).write_text(shown[file], encoding="utf-8")
    assert not _unexpected(tmp_path / file, f"agree {command}")


def test_a_table_that_needs_a_note_gets_one() -> None:
    """So that the tests above can fail."""
    assert _unexpected(
        FILES / "huggingface.csv",
        "score --truth gold --prediction label --score score --positive POSITIVE",
    )
