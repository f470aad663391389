"""Every form is read right, refused, or named in words; never silently wrong.

Through the command, and through Python as a data frame.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest
from strangers.doors import Outcome, by_command, by_frame
from strangers.forms import FILES, NAMED, REFUSED, RIGHT, Form
from strangers.matrices import MATRICES
from strangers.oracles import is_right
from strangers.predictions import PREDICTIONS
from strangers.ratings import RATINGS

FORMS = {**MATRICES, **PREDICTIONS, **RATINGS}


def outcome(form: Form, came: Outcome) -> str:
    """Say what came of a form: right, refused, named, or silently wrong."""
    if came.data is None:
        return REFUSED if came.says(*form.says) else "refused, without " + ", ".join(form.says)
    if is_right(came.data, form.right(form.path)):
        return RIGHT
    return NAMED if form.says and came.says(*form.says) else "silently wrong"


@pytest.mark.parametrize("name", FORMS)
def test_the_command(name: str) -> None:
    form = FORMS[name]
    came = by_command(form.path, form.command)
    assert outcome(form, came) == form.outcome, (came.words, came.data)
    assert came.says(*form.says), came.words


# The command reads it within seconds; in a frame it is the same table once more.
_LARGE = "tens of thousands of ratings an item"


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow) if name == _LARGE else name
        for name, form in FORMS.items()
        if form.read is not None
    ],
)
def test_a_data_frame(name: str) -> None:
    """A frame loses what the file shows, such as a header or a spelling; never the rule."""
    form = FORMS[name]
    came = by_frame(frame_of(form), form.command)
    assert outcome(form, came).startswith((RIGHT, REFUSED, NAMED)), (came.words, came.data)


def frame_of(form: Form) -> Any:
    """Read the file as a person would."""
    if form.path.suffix == ".jsonl":
        return pd.read_json(form.path, lines=True, **form.read or {})
    return pd.read_csv(form.path, **form.read or {})


def test_every_file_has_an_entry() -> None:
    files = {path.name for path in FILES.iterdir()} - {"hive_plain.csv"}  # of test_attacks.py
    assert {form.file for form in FORMS.values()} == files


PLAIN = [name for name, form in FORMS.items() if form.read == {}]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["parquet", "json", "polars"])
@pytest.mark.parametrize("name", PLAIN)
def test_another_format(name: str, kind: str, tmp_path: Path) -> None:
    """The same table as Parquet, as JSON lines and as a frame of polars."""
    form = FORMS[name]
    frame = frame_of(form)
    if kind == "polars":
        polars = pytest.importorskip("polars")
        columns = {name: _of_one_type(cells) for name, cells in frame.to_dict("list").items()}
        came = by_frame(polars.DataFrame(columns), form.command)
    else:
        path = tmp_path / f"table.{ {'json': 'jsonl'}.get(kind, kind) }"
        with duckdb.connect() as connection:
            connection.register("frame", frame)
            connection.execute(f"COPY frame TO '{path}' (FORMAT {kind})")
        came = by_command(path, form.command)
    assert outcome(form, came).startswith((RIGHT, REFUSED, NAMED)), (came.words, came.data)


def _of_one_type(cells):
    """Fill gaps with None, and write all as text where some is: polars has no mixed columns."""
    cells = [None if isinstance(x, float) and x != x else x for x in cells]
    if any(isinstance(x, str) for x in cells):
        return [None if x is None else str(x) for x in cells]
    return cells
