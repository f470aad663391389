"""How notebooks are written and stored. That their outputs are true, nbval checks."""

import json
import re
from pathlib import Path

import nbformat
import pytest
from support import ROOT

from kappabook.system.notebook_runner import execute, normalise

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
LESSONS = [path for path in NOTEBOOKS if path.stem[:2] in ("00", "01", "02", "03", "11")]
LONG = 12


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


def test_cells_are_short(notebook):
    lengths = [len(source(cell).splitlines()) for cell in cells(notebook, "code")]
    assert sum(length <= LONG for length in lengths) >= 0.9 * len(lengths)


def test_figures_are_stored_as_svg_and_png_with_their_words(notebook):
    """nbval compares SVG only; JupyterLab shows PNG only, while it does not trust a notebook."""
    outputs = [output for cell in cells(notebook, "code") for output in cell["outputs"]]
    for output in outputs:
        kinds = {kind for kind in output.get("data", {}) if kind.startswith("image/")}
        assert kinds in (set(), {"image/svg+xml", "image/png"})
        for kind in kinds:
            assert output["metadata"][kind]["alt"]


# --- the lessons: notebooks 00 to 03, and 11 --------------------------------------------------


@pytest.fixture(params=LESSONS, ids=lambda path: path.stem)
def lesson(request) -> Path:
    return request.param


def test_a_lesson_is_read_in_one_sitting_and_says_how_long_it_takes(lesson):
    everything = json.loads(lesson.read_text())["cells"]
    n = len(everything)
    assert 25 <= n <= 45, f"{lesson.name} has {n} cells; a lesson has 25 to 45"
    opening = "".join(source(cell) for cell in everything[:3])
    assert re.search(r"\b\d+ minutes\b", opening)


def test_no_audit_inside_a_lesson(lesson):
    """No print is compared, and no verdict looked up, before the part that says what we checked."""
    everything = [
        (cell["cell_type"], source(cell)) for cell in json.loads(lesson.read_text())["cells"]
    ]
    parts = ("## We checked this text", "## The audit")
    checked = [i for i, (_, text) in enumerate(everything) if text.startswith(parts)]
    before = everything[: checked[0] if checked else None]
    code = [text for kind, text in before if kind == "code"]
    assert not [text for text in code if re.search(r"\b(compare|ledger|checked)\(", text)]


@pytest.mark.slow
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
