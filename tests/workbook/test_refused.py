"""What the commands behind make refuse: one line that names the file or value, and what to do."""

import pytest

from kappabook.system.notebook_runner import read_notebook
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
