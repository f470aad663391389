"""What the commands behind make refuse: one line that names the file or value, and what to do."""

import json

import nbformat
import pytest
from support import ROOT

from kappabook.notebooks import execute_with, read_notebook
from kappabook.teaching.exercises.solutions import read_sheet
from kappabook.workbook.targets import main


def refusal(capsys, *arguments):
    """Run a command that has to be refused; return its one line."""
    assert main([str(argument) for argument in arguments]) == 2
    said, line = capsys.readouterr()
    assert said == ""
    assert line.count("\n") == 1
    return line


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"\xe9{}", ":1: the byte 0xe9 is not UTF-8"),
        (b"[]", "is no notebook"),
        (b"{}", "is no notebook"),
        (b"", "is no notebook"),
        (b'{"cells": 1, "nbformat": 4}', "is no notebook"),
    ],
)
def test_a_file_that_is_no_notebook_is_named(tmp_path, text, said):
    """By every command that reads one: the solutions are read in the same way."""
    path = tmp_path / "03-exercises.ipynb"
    path.write_bytes(text)
    for read in (read_notebook, read_sheet):
        with pytest.raises(ValueError, match="03-exercises") as refused:
            read(path)
        assert said in str(refused.value)
    assert path.read_bytes() == text


def test_a_folder_is_no_notebook(capsys, tmp_path):
    line = refusal(capsys, "notebook", tmp_path)
    assert f"{tmp_path} is a folder; name a file in it." in line


@pytest.mark.parametrize("below", ["", "site", "deep/site"])
def test_a_site_is_refused_before_it_is_built_where_a_file_is(capsys, tmp_path, monkeypatch, below):
    monkeypatch.setattr("kappabook.workbook.site.build.gather", pytest.fail)
    file = tmp_path / "file"
    file.write_text("mine")
    assert "name another: --into." in refusal(capsys, "site", "--into", file / below)
    assert file.read_text() == "mine"
    assert list(tmp_path.iterdir()) == [file]


@pytest.fixture
def notebook(tmp_path):
    code = nbformat.v4.new_code_cell
    cells = [
        code("N = 3", id="a", metadata={"tags": ["parameters"]}),
        code("WORD = 'x'", id="b"),
        code("print(N * WORD)", id="c"),
    ]
    path = tmp_path / "sums.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    return path


@pytest.mark.slow
def test_a_notebook_runs_with_other_values_into_another_file(notebook, tmp_path):
    """The same bytes each time, without times; the notebook itself is only read."""
    before = notebook.read_bytes()
    into = [tmp_path / "deep" / name for name in ("one.ipynb", "two.ipynb")]
    for path in into:
        execute_with(notebook, {"N": 5}, path)
    assert into[0].read_bytes() == into[1].read_bytes()
    cells = json.loads(into[0].read_text())["cells"]
    assert ["".join(cell["source"]) for cell in cells][:2] == ["N = 3", "# Parameters\nN = 5\n"]
    assert cells[-1]["outputs"][0]["text"] == ["xxxxx\n"]
    assert notebook.read_bytes() == before


@pytest.mark.slow
def test_a_notebook_that_fails_with_other_values_writes_nothing(notebook, tmp_path):
    with pytest.raises(ValueError, match=r"sums\.ipynb: a cell failed") as failed:
        execute_with(notebook, {"N": {}}, tmp_path / "out.ipynb")
    assert "TypeError" in failed.value.__notes__[0]
    assert [path.name for path in tmp_path.iterdir()] == ["sums.ipynb"]


def test_a_notebook_without_parameters_takes_none(tmp_path):
    path = ROOT / "notebooks/13-explorers.ipynb"
    with pytest.raises(ValueError, match="has no cell tagged parameters"):
        execute_with(path, {"N": 1}, tmp_path / "out.ipynb")
