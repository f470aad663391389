"""How notebooks are written and stored. That their outputs are true, nbval checks."""

import json
from pathlib import Path

import nbformat
import pytest
from support import ROOT

from kappabook.workbook.notebooks import execute, normalise

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
SHORT, LONG = 3, 12


def cells(path, kind):
    return [c for c in json.loads(path.read_text())["cells"] if c["cell_type"] == kind]


def source(cell):
    return "".join(cell["source"])


@pytest.fixture(params=NOTEBOOKS, ids=lambda path: path.stem)
def notebook(request) -> Path:
    return request.param


def test_is_stored_in_the_normal_form(notebook):
    text = notebook.read_text()
    stored = nbformat.reads(text, as_version=4)
    assert nbformat.writes(normalise(stored)) + "\n" == text


def test_is_executed_from_top_to_bottom_without_errors_or_warnings(notebook):
    code = cells(notebook, "code")
    assert [cell["execution_count"] for cell in code] == list(range(1, len(code) + 1))
    outputs = [output for cell in code for output in cell["outputs"]]
    assert not [o for o in outputs if o["output_type"] == "error" or o.get("name") == "stderr"]


def test_no_cell_ends_in_a_semicolon(notebook):
    """It silences a cell in JupyterLab but not under nbval."""
    assert not [source(c) for c in cells(notebook, "code") if source(c).rstrip().endswith(";")]


def test_cells_are_short_and_define_nothing(notebook):
    lengths = [len(source(cell).splitlines()) for cell in cells(notebook, "code")]
    assert sum(length <= LONG for length in lengths) >= 0.9 * len(lengths)
    assert not [c for c in cells(notebook, "code") if source(c).lstrip().startswith("def ")]


def test_opens_with_what_is_learned_and_closes_with_what_held(notebook):
    prose = [source(cell) for cell in cells(notebook, "markdown")]
    assert prose[0].startswith("# ")
    assert "you will" in prose[0].lower()
    assert "held" in "".join(prose[-4:])


def test_figures_are_stored_as_svg(notebook):
    """So that nbval compares them; it never compares PNG."""
    outputs = [output for cell in cells(notebook, "code") for output in cell["outputs"]]
    assert not [o for o in outputs if "image/png" in o.get("data", {})]


def test_is_small_enough_to_read_on_the_web(notebook):
    assert notebook.stat().st_size < 2**20


def test_executing_again_changes_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("KAPPABOOK_ROOT", str(ROOT))
    path = tmp_path / "small.ipynb"
    small = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1 / 4", id="a")])
    path.write_text(nbformat.writes(small))
    assert execute(path)
    once = path.read_bytes()
    assert not execute(path)
    assert path.read_bytes() == once
    assert b"0.25" in once


def test_a_failing_cell_leaves_the_file_as_it_was(tmp_path):
    path = tmp_path / "bad.ipynb"
    bad = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1 / 0", id="a")])
    path.write_text(nbformat.writes(bad))
    before = path.read_bytes()
    with pytest.raises(ValueError, match=r"bad\.ipynb: a cell failed; the file is unchanged"):
        execute(path)
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["bad.ipynb"]
