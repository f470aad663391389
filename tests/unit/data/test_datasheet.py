"""The data sheet of the results, and the dictionary of all columns, against the files."""

import csv
from fnmatch import fnmatch
from functools import cache
from types import SimpleNamespace

import pytest
from support import ROOT

from kappabook.data import datasheet
from kappabook.data.datasheet import SHEET, data_sheet, results_file, writing_results

RESULTS, PRINTED = ROOT / "data/results", ROOT / "data/printed"
TABLES = [path for folder in (RESULTS, PRINTED) for path in sorted(folder.rglob("*.csv"))]
READ = {"text": str, "integer": int, "number": float}


def read(path):
    with path.open(newline="", encoding="utf-8") as stream:
        return list(csv.reader(stream, strict=True))


# --- the dictionary of the columns ---------------------------------------------------------------


@cache
def columns(folder):
    head, *lines = read(folder / "columns.csv")
    return [SimpleNamespace(**dict(zip(head, line, strict=True))) for line in lines]


def pattern_of(path):
    """The first file or pattern of the dictionary that fits a table."""
    folder = RESULTS if path.is_relative_to(RESULTS) else PRINTED
    name = path.relative_to(folder).as_posix()
    fitting = [c.file for c in columns(folder) if fnmatch(name, c.file)]
    return folder, next(iter(fitting), None)


@pytest.mark.parametrize(
    "path", TABLES, ids=lambda path: path.relative_to(ROOT / "data").as_posix()
)
def test_every_column_is_described_and_reads_as_its_type(path):
    folder, pattern = pattern_of(path)
    head, *rows = read(path)
    described = [c for c in columns(folder) if c.file == pattern and c.column in head]
    assert [c.column for c in described] == head
    for column, cells in zip(described, zip(*rows, strict=True), strict=True):
        assert column.empty or "" not in cells, f"{column.column}: nothing says what empty means"
        for cell in filter(None, cells):
            READ[column.type](cell)


def test_nothing_is_described_that_is_not_there():
    """Neither columns nor empty cells."""
    used, empty = set(), set()
    for path in TABLES:
        folder, pattern = pattern_of(path)
        head, *rows = read(path)
        used |= {(folder, pattern, column) for column in head}
        empty |= {(folder, pattern, head[i]) for row in rows for i, x in enumerate(row) if not x}
    said = [(folder, c) for folder in (RESULTS, PRINTED) for c in columns(folder)]
    assert used == {(folder, c.file, c.column) for folder, c in said}
    assert empty == {(folder, c.file, c.column) for folder, c in said if c.empty}


@pytest.mark.parametrize("table", ["german-credit-splits.csv", "german-credit-outputs.csv"])
def test_the_best_point_has_the_positive_class_that_is_said(table):
    """Kappa from the two rates is the stored one if good is positive, and not if bad is."""
    said = {c.column: c.classes for c in columns(RESULTS) if c.file == table}
    assert said["best_fpr"].startswith("Good positive")
    assert said["best_tpr"].startswith("Good positive")
    assert said["n_minority"] == "Cases of the class bad"
    head, *rows = read(RESULTS / table)
    for row in rows:
        line = dict(zip(head, row, strict=True))
        bad = int(line["n_minority"]) / int(line["n_test"])
        rates = float(line["best_fpr"]), float(line["best_tpr"])
        assert kappa(1 - bad, *rates) == pytest.approx(float(line["best_kappa"]), abs=2e-5)
        if rates[0] != 1 - rates[1]:
            assert kappa(bad, *rates) != pytest.approx(float(line["best_kappa"]), abs=2e-5)


def kappa(positive, fpr, tpr):
    called = positive * tpr + (1 - positive) * fpr
    chance = positive * called + (1 - positive) * (1 - called)
    return (positive * tpr + (1 - positive) * (1 - fpr) - chance) / (1 - chance)


# --- the data sheet ------------------------------------------------------------------------------


def test_each_file_is_the_one_described():
    known = data_sheet(RESULTS)
    files = {path.name for path in RESULTS.iterdir()} - {SHEET, "columns.csv"}
    assert set(known) == files
    for name, entry in known.items():
        rows = str(len(read(results_file(name))) - 1) if name.endswith(".csv") else ""
        assert entry.rows == rows
        assert entry.command


@pytest.fixture
def copied(tmp_path, monkeypatch):
    """A folder of results with a table and its data sheet."""
    (tmp_path / SHEET).write_text("file,sha256,rows,command\n")
    with writing_results("make it", tmp_path / "a.csv") as (draft,):
        draft.write_text('x,y\n1,"two\nlines"\n2,b\n')
    monkeypatch.setattr(datasheet, "results_folder", lambda: tmp_path)
    return tmp_path


def test_what_is_written_is_described_with_it(copied):
    assert (data_sheet(copied)["a.csv"].rows, data_sheet(copied)["a.csv"].command) == (
        "2",
        "make it",
    )
    with writing_results("make more", copied / "b.csv", copied / "b.json") as (table, about):
        table.write_text("x\n1\n")
        about.write_text("{}")
    assert list(data_sheet(copied)) == ["a.csv", "b.csv", "b.json"]
    assert data_sheet(copied)["b.json"].rows == ""
    for name in data_sheet(copied):
        assert results_file(name) == copied / name


def test_an_interruption_leaves_the_sheet_with_the_file(copied):
    def interrupted():
        with writing_results("x", copied / "a.csv") as (draft,):
            draft.write_text("x\n")
            raise KeyboardInterrupt

    before = {path: path.read_bytes() for path in copied.iterdir()}
    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert {path: path.read_bytes() for path in copied.iterdir()} == before


def test_a_folder_of_ones_own_gets_no_data_sheet(tmp_path):
    with writing_results("x", tmp_path / "mine.csv") as (draft,):
        draft.write_text("x\n1\n")
    assert [path.name for path in tmp_path.iterdir()] == ["mine.csv"]


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: path.write_bytes(path.read_bytes()[:-4]),
        lambda path: path.write_text(path.read_text().replace("2,b", "2,c")),
    ],
    ids=["cut short", "altered"],
)
def test_a_file_that_is_not_the_one_described_is_refused(copied, damage):
    damage(copied / "a.csv")
    message = r"a\.csv is not the file that datasheet\.csv describes\. Restore .* or run make it\.$"
    with pytest.raises(ValueError, match=message):
        results_file("a.csv")


def test_what_is_missing_or_not_described_is_named(copied):
    (copied / "a.csv").unlink()
    with pytest.raises(FileNotFoundError, match=r"no file .*a\.csv\. Restore .* run make it\.$"):
        results_file("a.csv")
    (copied / "c.csv").write_text("x\n")
    with pytest.raises(ValueError, match=r"datasheet\.csv describes no file c\.csv, but a\.csv\.$"):
        results_file("c.csv")
    (copied / SHEET).unlink()
    with pytest.raises(FileNotFoundError, match=r"no file .*datasheet\.csv\. .* from git\.$"):
        results_file("a.csv")
