"""The command, and those behind make, as a user meets them: what they print, how they fail."""

import argparse
import inspect
import re
import subprocess
import sys
from dataclasses import fields

import pytest

import kappabook
from kappabook import cli, papers
from kappabook.audit.ledger import COLUMNS
from kappabook.commands.parsers import add_commands
from kappabook.commands.score.columns import Asked
from kappabook.workbook.targets import main
from kappabook.workbook.write_figures import keys


def test_an_unknown_figure_lists_those_there_are(tmp_path, capsys):
    assert main(["figure", "bendavid2008-fig9", "--into", str(tmp_path / "new")]) == 2
    error = capsys.readouterr().err
    known = ", ".join(keys())
    assert error == f"error: no figure 'bendavid2008-fig9'; the figures are {known}.\n"
    assert not (tmp_path / "new").exists()


def test_a_folder_that_cannot_be_written(tmp_path, capsys):
    taken = tmp_path / "taken"
    taken.write_text("a file")
    assert main(["figure", "bendavid2008-fig3", "--into", str(taken)]) == 2
    assert f"error: cannot write into {taken}" in capsys.readouterr().err
    assert taken.read_text() == "a file"


def test_the_ledger_in_a_folder(tmp_path, capsys):
    assert main(["ledger", "--into", str(tmp_path)]) == 0
    table = (tmp_path / "ledger.csv").read_text().splitlines()
    assert table[0] == ",".join(COLUMNS)
    assert f"{len(table) - 1} claims judged" in capsys.readouterr().out
    assert "| `bendavid2008` |" in (tmp_path / "ledger.md").read_text()
    assert "<!doctype html>" in (tmp_path / "ledger.html").read_text()


def test_a_notebook_that_is_not_there(tmp_path, capsys):
    assert main(["notebook", str(tmp_path / "99-none.ipynb")]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"error: no file {tmp_path / '99-none.ipynb'}. Name one that is there")


@pytest.mark.parametrize("text", ["", "{}", "no json"])
def test_a_file_that_is_no_notebook(tmp_path, capsys, text):
    path = tmp_path / "broken.ipynb"
    path.write_text(text)
    assert main(["notebook", str(path)]) == 2
    assert f"error: {path}" in capsys.readouterr().err
    assert path.read_text() == text


def test_no_checkout_is_one_line(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("KAPPABOOK_ROOT", str(tmp_path))
    for kept in ("audit", "rows"):
        monkeypatch.setattr(papers, kept, getattr(papers, kept).__wrapped__)
    assert main(["ledger"]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"error: KAPPABOOK_ROOT names {tmp_path}, which is no clone")
    assert error.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


OURS = ["score", "agree", "report", "grim", "claim"]


def test_the_command_has_five_commands(capsys):
    """What make calls is `python -m kappabook.workbook`."""
    with pytest.raises(SystemExit):
        cli.main(["--help"])
    assert re.findall("^    ([a-z-]+)", capsys.readouterr().out, re.M) == OURS


WRITTEN = {"json", "html", "csv", "format", "fail_under"}
PYTHONS_OWN = (
    {"y_true", "y_pred", "y_score", "sample_weight", "groups"},
    {"n_draws"},
    set(),
    {"intervals"},
)


@pytest.mark.parametrize(("name", "own"), [*zip(OURS, PYTHONS_OWN, strict=False)])
def test_options_are_keywords_with_the_same_defaults(name, own):
    """An option without its keyword, or a keyword without its option, would be ignored."""
    parser = argparse.ArgumentParser()
    add_commands(parser.add_subparsers())
    line = [name, "own.csv", *["--target=y"] * (name == "report")]
    options = vars(parser.parse_args(line))
    parameters = inspect.signature(getattr(kappabook, name)).parameters
    keywords = {
        key: one.default
        for key, one in parameters.items()
        if one.kind is one.KEYWORD_ONLY and key not in own
    }
    rest = {"command", "file", *WRITTEN, *(parameters.keys() - keywords.keys())}
    assert {key: given for key, given in options.items() if key not in rest} == keywords
    if name == "score":
        assert {field.name for field in fields(Asked)} == keywords.keys()


@pytest.mark.parametrize(
    ("program", "arguments", "near"),
    [
        (cli.main, [], ""),
        (cli.main, ["two\nlines"], ""),
        (cli.main, ["scoer", "a.csv"], "score"),
        (cli.main, ["agree"], ""),
        (cli.main, ["agree", "a.csv", "--level", "interva"], "interval"),
        (cli.main, ["agree", "a.csv", "--margin", "a lot"], ""),
        (cli.main, ["score", "a.csv", "b.csv"], ""),
        (cli.main, ["claim", "kappa_guide.example.kappa", "--json", ""], ""),
        *((cli.main, [name, "x", "--quite-unknown"], "") for name in OURS),
        (cli.main, ["report", "a.csv", "--target", "y", "--repeat=3", "--fodls=3"], "--folds"),
        (main, ["figures"], "figure"),
        (main, ["study", "--jobs", "all"], ""),
        (main, ["study", "--datsets", "iris"], "--datasets"),
    ],
)
def test_what_is_mistyped_is_one_line_and_names_the_nearest(program, arguments, near, capsys):
    assert program(arguments) == 2
    said = capsys.readouterr()
    assert not said.out
    assert re.fullmatch(r"error: .*[sS]ee .* --help\.\n", said.err)
    assert (f"did you mean {near}?" if near else "; see ") in said.err


@pytest.mark.slow
def test_a_reader_who_has_had_enough_is_no_error():
    run = subprocess.Popen(
        [sys.executable, "-m", "kappabook", "grim", "--n", "20", "--agreement", ".85"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    run.stdout.close()
    assert run.stderr.read() == b""
    run.stderr.close()
    assert run.wait() == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["study", "--datasets", "monks-3,mars"], "no data set 'mars' in the study; there are "),
    ],
)
def test_a_part_of_a_long_run_that_there_is_not(arguments, said, capsys):
    assert main(arguments) == 2
    assert said in capsys.readouterr().err
