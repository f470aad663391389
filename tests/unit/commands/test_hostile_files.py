"""Files, names and labels that try to run, to leave their place, or to fill the memory."""

import csv
import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser

import duckdb
import nbformat
import numpy as np
import pytest
from support import ROOT

from kappabook.cli import main
from kappabook.commands.parsers.program import Parser, run
from kappabook.commands.reading import read_table, sources
from kappabook.commands.reading.read_table import open_table
from kappabook.commands.render import as_json, harmless
from kappabook.commands.report.train import classifiers
from kappabook.data import Attribute, Table
from kappabook.workbook.targets import main as workbook

GOOD = "y_true,y_pred\n1,1\n0,0\n0,1\n1,1\n"
# What spreadsheets, pages, LaTeX, queries and terminals would run; each is one cell of CSV.
EVIL = (
    *("=1+1", "@SUM(A1)", "-2+3", "\uff1d1", "<script>alert(1)</script>", "</script>"),
    *("'><img src=x onerror=alert(1)>", "javascript:alert(1)", "[x](javascript:alert(1))"),
    *("$x^$", "$\\frac{1}{", "\\input{/etc/passwd}", "'; ATTACH 'x.db' AS x; --", "%s%n", "{0}"),
    *("\x1b[2J", "\x9b2J", "\u202e", "\u2028x", "\x07", "../../out", "[a-z]*", "on", "y_true"),
)
NAMES = (
    *("it's.csv", "a;b.csv", "q*?.csv", "[a-z].csv", "{a,b}.csv", "x'); DROP--.csv", "=1+1.csv"),
    *("<img src=x onerror=alert(1)>.csv", "$x^$.csv", "\x1b[2J.csv", "%s.csv", "\u202evsc.csv"),
    *("é ü.csv", "a\nb.csv", "-x.csv", "http:x.csv", "a.csv.gz"),
)


class Page(HTMLParser):
    """What in a page could run or load something."""

    def __init__(self):
        super().__init__()
        self.harms = []

    def handle_starttag(self, tag, attributes):
        if tag in ("script", "iframe", "object", "embed", "base", "img", "foreignobject", "a"):
            self.harms.append(tag)
        for name, value in attributes:
            here = (value or "#").startswith(("#", "data:image/png"))
            if name.startswith("on") or (name in ("href", "src", "xlink:href") and not here):
                self.harms.append(f"{name}={value!r}")


def harms_in_page(html):
    page = Page()
    page.feed(html)
    return page.harms


def formulas_in(path):
    """Which cells of a CSV file a spreadsheet would run."""
    with path.open(encoding="utf-8", newline="") as stream:
        cells = [cell for row in csv.reader(stream) for cell in row]
    starts = tuple("=+-@\t\r\uff1d\uff0b\uff0d\uff20")
    number = re.compile(r"-?[\d.]+(e[+-]?\d+)?")
    return [x for x in cells if x.lstrip().startswith(starts) and not number.fullmatch(x)]


@pytest.fixture
def refused(tmp_path, capsys, monkeypatch):
    """Run a command on a file; return the one line that it says."""
    monkeypatch.chdir(tmp_path)

    def run(command, data, *arguments, name="a.csv"):
        path = tmp_path / name
        if data is not None:
            path.write_bytes(data if isinstance(data, bytes) else data.encode())
        door = workbook if command == "notebook" else main
        assert door([command, name, *arguments]) == 2
        said = capsys.readouterr()
        assert not said.out
        assert re.fullmatch(r"error: [^\n]+\n", said.err)
        return said.err

    return run


# --- names that try to run ------------------------------------------------------------------------


def test_labels_and_names_run_nothing_in_what_score_writes(tmp_path, capsys):
    path = tmp_path / "<img src=x onerror=alert(1)>.csv"
    with path.open("w", newline="", encoding="utf-8") as stream:
        rows = [[EVIL[i % 24], EVIL[i % 23], EVIL[i % 7]] for i in range(120)]
        csv.writer(stream).writerows([["y_true", "=1+1", "<script>alert(1)</script>"], *rows])
    page, table = tmp_path / "page.html", tmp_path / "table.csv"
    names = ["--header", "--prediction", "=1+1,<script>alert(1)</script>"]
    assert main(["score", str(path), *names, "--html", str(page), "--csv", str(table)]) == 0
    html = page.read_text(encoding="utf-8")
    assert not harms_in_page(html)
    assert not set(html) & set("\x1b\x9b\x07\u202e")
    assert not formulas_in(table)
    assert not {c for c in capsys.readouterr().out if not c.isprintable()} - {"\n"}


def test_labels_and_names_run_nothing_in_what_agree_writes(tmp_path, capsys):
    path = tmp_path / "a.csv"
    raters = ["</script>", "=1+1", "$\\frac{1}{"]
    with path.open("w", newline="", encoding="utf-8") as stream:
        rows = [[f"@{i}", EVIL[i % 24], EVIL[i % 23], EVIL[i % 24]] for i in range(80)]
        csv.writer(stream).writerows([["-item", *raters], *rows])
    page, table = tmp_path / "page.html", tmp_path / "table.csv"
    line = ["agree", str(path), "--item=-item", "--html", str(page), "--csv", str(table)]
    assert main(line) == 0
    html = page.read_text(encoding="utf-8")
    assert not harms_in_page(html)
    assert not set(html) & set("\x1b\x9b\x07\u202e")
    assert not formulas_in(table)
    assert not {c for c in capsys.readouterr().out if not c.isprintable()} - {"\n"}


def test_the_two_watchmen_see_harm(tmp_path):
    for html in ("<script>", '<p onclick="x">', '<g href="javascript:x">', "<img src=x>"):
        assert harms_in_page(html)
    path = tmp_path / "a.csv"
    path.write_text("a,=1+1\n \uff0bx,-1\n", encoding="utf-8")
    assert len(formulas_in(path)) == 2


@pytest.mark.parametrize("start", [*"=+-@\t\r\n\uff1d\uff0b\uff0d\uff20", " =", "\u00a0@"])
def test_a_formula_gets_an_apostrophe(start):
    assert harmless(f"{start}cmd|'/c calc'!A1").startswith("'")
    assert harmless("-1.5e3") == "-1.5e3"


def test_a_label_is_no_option_of_a_row_in_latex(tmp_path, capsys):
    path = tmp_path / "a.csv"
    labels = ["[1cm]", "*", "\\input{x}"]
    rows = [[a, b] for a in labels for b in labels]
    with path.open("w", newline="") as stream:
        csv.writer(stream).writerows([["y_true", "y_pred"], *rows])
    assert main(["score", str(path), "--format", "latex"]) == 0
    said = [x for x in capsys.readouterr().out.splitlines() if not x.startswith("%")]
    assert not [x for x in said if re.match(r"[\[*]", x) or "\\input" in x]
    assert any("{[}1cm{]}" in x for x in said)


def test_names_of_an_arff_file_stay_in_their_line():
    attribute = Attribute("x\n@attribute y numeric", None)
    with pytest.raises(ValueError, match="among the attributes has a control character"):
        Table("toy", (attribute,), np.array([[1.0]]), np.array([0]), ("a",))


@pytest.mark.parametrize("name", ["os.getcwd", "sys.exit", "subprocess.Popen(args='true')"])
def test_only_a_class_with_fit_is_called(name):
    with pytest.raises(ValueError, match="no classifier of scikit-learn's kind, a class with fit"):
        classifiers([name])


def test_json_has_no_control_characters_and_means_the_same():
    value = {"a\x9b": ["\x1b[2J", "\u202e", "\udcff", "é", "\U000e0001"]}
    assert not {c for c in as_json(value) if not c.isprintable()} - {"\n"}
    assert json.loads(as_json(value)) == value


def test_an_error_is_one_line_and_its_notes_command_no_terminal(capsys):
    def fails(_):
        error = ValueError("a cell\n  failed: \x9b2J")
        error.add_note("\x1b[31mNameError\x1b[0m: \x9b2J")
        raise error

    command = Parser(prog="kappabook")
    command.set_defaults(command=fails)
    assert run(command, []) == 2
    said = capsys.readouterr()
    assert said.out == "NameError: \\x9b2J\n"
    assert said.err == "error: a cell failed: \\x9b2J\n"


# --- the query engine sees one file ---------------------------------------------------------------


@pytest.mark.parametrize(
    "query",
    [
        *("SELECT * FROM read_text('/etc/hostname')", "SELECT * FROM read_csv('other.csv')"),
        *("COPY (SELECT 1) TO 'out.csv'", "ATTACH 'x.db' AS x", "INSTALL httpfs", "LOAD httpfs"),
        *("SELECT * FROM 'https://127.0.0.1:9/a.csv'", "SET enable_external_access = true"),
        *("SET allowed_paths = ['/etc/hostname']", "EXPORT DATABASE 'here'", "SELECT * FROM GOOD"),
    ],
)
def test_no_query_reaches_beyond_the_file(tmp_path, monkeypatch, query):
    monkeypatch.chdir(tmp_path)
    for name in ("a.csv", "other.csv"):
        (tmp_path / name).write_text(GOOD)
    with open_table(tmp_path / "a.csv") as table:
        with pytest.raises(duckdb.Error):
            table._connection.execute(query)
        assert table.n_rows == 4
    assert {path.name for path in tmp_path.iterdir()} == {"a.csv", "other.csv"}


@pytest.mark.parametrize("name", NAMES)
def test_a_strange_name_of_a_file_is_that_file(tmp_path, name):
    for other in ("qx.csv", "q12.csv", "a.csv", "b.csv"):
        (tmp_path / other).write_text("y_true,y_pred\ndecoy,decoy\n")
    (tmp_path / name).write_text(GOOD)
    (tmp_path / "link.csv").symlink_to(tmp_path / name)
    for path in (tmp_path / name, tmp_path / "link.csv"):
        with open_table(path) as table:
            assert table.texts(["y_true"]) == [["1", "0", "0", "1"]]


def test_a_name_that_is_no_utf_8_is_refused(refused, tmp_path):
    assert "the name \\udcff.csv is not in UTF-8; rename" in refused(
        "score", GOOD, name="\udcff.csv"
    )


# --- what altered files found ---------------------------------------------------------------------


def test_a_label_that_only_rows_set_aside_have(tmp_path, capsys):
    (tmp_path / "a.csv").write_text("y_true,y_pred,group\n1,1,a\n0,0,b\n,2,a\n\t,3,a\n1,1,\u2003\n")
    assert main(["score", str(tmp_path / "a.csv"), "--group", "group", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["rows"]["reasons"] == {"no truth": 2, "no group": 1}
    assert (found["n"], found["labels"]) == (2, ["0", "1"])


def test_a_notebook_that_lacks_a_part_is_refused(refused):
    cell = nbformat.v4.new_code_cell("1")
    del cell["outputs"]
    notebook = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    said = refused("notebook", json.dumps(notebook), name="a.ipynb")
    assert said.startswith("error: a.ipynb is no notebook (")


def test_a_cell_of_no_known_type_in_an_old_format_is_refused(refused):
    """nbformat's own converter raises an UnboundLocalError."""
    cell = {"cell_type": "-0", "metadata": {}, "source": "1", "outputs": []}
    said = refused("notebook", json.dumps({"cells": [cell], "metadata": {}}), name="b.ipynb")
    assert said.startswith("error: b.ipynb is no notebook (")


def test_a_notebook_of_any_depth_is_refused(refused):
    said = refused("notebook", "[" * 100_000, name="c.ipynb")
    assert said.startswith("error: c.ipynb is no notebook (")


@pytest.mark.parametrize("option", ["--kappa=0.{}", "--cells={},1,1,1", "--n={}"])
def test_a_number_of_thousands_of_digits_is_refused(capsys, option):
    assert main(["grim", "--n=10", "--pabak=.5", option.format("1" * 5000)]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "set_int_max" not in said


def test_a_value_may_begin_with_a_hyphen(tmp_path, capsys):
    (tmp_path / "a.csv").write_text("id,x,y\n1,a,a\n2,-99,b\n3,b,b\n4,a,-98\n5,b,a\n")
    line = ["agree", str(tmp_path / "a.csv"), "--item", "id", "--json", "--missing"]
    assert main([*line, "-99,-98"]) == 0
    assert json.loads(capsys.readouterr().out)["labels"] == ["a", "b"]
    assert main([*line, "--nothing"]) == 2
    assert "--missing=--nothing" in capsys.readouterr().err
    assert main(["grim", "--n", "10", "--kappa=--"]) == 2
    assert "--kappa" in capsys.readouterr().err


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_letters_that_the_terminal_lacks_are_escaped(tmp_path, encoding):
    rows = "\u0142,\u0142\nb,\u0142\nb,b\n" * 9
    (tmp_path / "a.csv").write_text(f"y_true,y_pred\n{rows}", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "kappabook", "score", "a.csv", "--positive=b", "--json"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"},
        capture_output=True,
    )
    assert done.returncode == 0, done.stderr
    assert "\u0142" in json.loads(done.stdout.decode(encoding))["labels"]


def test_only_a_similar_id_is_offered(capsys):
    for name, offered in (
        ("zzzz", "bendavid2008"),
        ("bendavid2008.qqqq", "bendavid2008.*"),
        ("bendavid2008.exampel4.pc", "nearest"),
    ):
        assert main(["claim", name]) == 2
        said = capsys.readouterr().err
        assert offered in said
        assert ("nearest" in said) == (offered == "nearest")
    assert "bendavid2008.example4.pc" in said


def test_a_name_of_a_notebook_cannot_turn_the_line_round(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("kappabook.system.notebook_runner.execute", lambda path: False)
    assert workbook(["notebook", "\u202evsc.ipynb"]) == 0
    assert capsys.readouterr().out == "\\u202evsc.ipynb: unchanged\n"


FULL_WIDTH = "n\uff1d1"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "data"),
    [
        (["score", "a.csv", "--matrix"], "true,cat,1/0,total\ncat,10,2,12\n"),
        (
            ["agree", "a.csv", "--raters", "A,B", "--html", "a.html"],
            "id,A,B\n" + "".join(f"{i},{('no', FULL_WIDTH)[i % 3 > 0]},no\n" for i in range(12)),
        ),
    ],
)
def test_no_warning_stands_beside_what_is_said(tmp_path, line, data):
    """An undefined MCC, and a letter that our font has not."""
    (tmp_path / "a.csv").write_text(data, encoding="utf-8")
    command = [sys.executable, "-m", "kappabook", *line]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_long_message_keeps_its_ends(refused):
    said = refused("score", "y_true," + "x" * 100_000 + "\n1,1\n")
    assert "has no column 'y_pred'" in said
    assert len(said) < 2000


# --- limits ---------------------------------------------------------------------------------------


def test_a_line_too_long_for_the_engine_is_named(refused):
    data = f"{GOOD}0,{'x' * 2_100_000}\n"
    assert "a.csv:6: a line of 2100003 bytes; at most 2000000 are read" in refused("score", data)


def test_a_label_is_no_text(refused):
    data = f"y_true,y_pred\n1,1\n0,{'x' * 1001}\n"
    assert "a label has 1001 characters, and begins 'xxxx" in refused("score", data)
    assert "a.csv:3, 'y_pred': a label has 1001" in refused("agree", data, "--raters=y_true,y_pred")
    long = f"x,y\n1,a\n2,{'b' * 1001}\n3,a\n4,{'b' * 1001}\n"
    assert "column 'y': a label has 1001" in refused("report", long, "--target", "y")


def test_many_columns_are_refused(refused, monkeypatch):
    monkeypatch.setattr(sources, "MOST_COLUMNS", 3)
    assert "has 4 columns; at most 3 are read" in refused("score", "a,b,c,d\n1,1,1,1\n")
    assert "has 4 columns" in refused("score", '{"a":1,"b":1,"c":1,"d":1}', name="a.jsonl")


def test_packed_rows_do_not_fill_the_memory(refused, tmp_path, monkeypatch):
    assert read_table.MOST_CELLS == 50_000_000
    monkeypatch.setattr(read_table, "MOST_CELLS", 2_000_000)
    path = tmp_path / "a.parquet"
    rows = f"SELECT 1 AS A, 1 AS B FROM range({read_table.MOST_CELLS // 2 + 1})"
    duckdb.sql(f"COPY ({rows}) TO '{path}' (ROW_GROUP_SIZE 50000000)")
    assert path.stat().st_size < 100_000
    assert "at most 2000000 cells" in refused("agree", None, "--raters=A,B", name="a.parquet")


def test_packed_text_does_not_fill_the_memory(refused, tmp_path):
    path = tmp_path / "a.parquet"
    duckdb.sql(f"COPY (SELECT repeat('x', 1000000) A, 1 B FROM range(1001)) TO '{path}'")
    assert "1001001001 characters" in refused("agree", None, "--raters=A,B", name="a.parquet")


def test_json_of_any_depth_and_width_is_said_or_read(refused, tmp_path):
    deep = '{"y_true": ' + "[" * 100_000 + "]" * 100_000 + ', "y_pred": 1}\n'
    assert "a.jsonl:1: " in refused("score", deep, name="a.jsonl")
    wide = tmp_path / "b.jsonl"
    wide.write_text(json.dumps({f"c{i}": i for i in range(400)}))
    with open_table(wide) as table:
        assert table.texts(["c399"]) == [["399"]]


def test_nothing_reads_a_pickle():
    reads = re.compile(r"pickle\.loads?\b|joblib\.load|read_pickle|allow_pickle|marshal")
    found = {
        path.relative_to(ROOT / "src/kappabook").as_posix()
        for path in (ROOT / "src/kappabook").rglob("*.py")
        if reads.search(path.read_text(encoding="utf-8"))
    }
    assert not found
