"""tests/mutants.csv has a reason for each survivor; a mutant really takes the place of the code."""

import csv
import importlib
import json
import sys

import pytest
from support import ROOT


@pytest.fixture(scope="module")
def rows():
    with (ROOT / "tests/mutants.csv").open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream, strict=True))


@pytest.fixture
def tool(monkeypatch, tmp_path):
    """The module of the table, with a table and a folder of its own."""
    monkeypatch.syspath_prepend(str(ROOT / "tools/mutants"))
    module = importlib.import_module("table")
    monkeypatch.setattr(module, "TABLE", tmp_path / "mutants.csv")
    monkeypatch.setattr(module, "HERE", tmp_path)
    monkeypatch.setattr(module, "VERDICTS", tmp_path / "verdicts.jsonl")
    yield module
    del sys.modules["table"]


def mutants(version, *lines):
    same = {"file": "src/kappabook/ledger.py", "version": version, "mutation": "Add_Sub"}
    return [same | {"line": n, "occurrence": n, "before": b, "after": a} for n, b, a in lines]


def test_a_verdict_counts_as_long_as_its_file_is_what_it_was(tool, capsys):
    old = mutants("one", (1, "a + b", "a - b"), (2, "c + d", "c - d"))
    verdicts = [old[0] | {"killer": None}, old[1] | {"killer": "a test"}]
    tool.VERDICTS.write_text("".join(json.dumps(v) + "\n" for v in verdicts))
    (tool.HERE / "sample.jsonl").write_text("".join(json.dumps(m) + "\n" for m in old))
    tool.write_table()
    assert "1 of 2 killed: 50.0%" in capsys.readouterr().out
    tool.TABLE.write_text(tool.TABLE.read_text().replace("a - b,,\n", "a - b,,looks: the same\n"))
    tool.VERDICTS.unlink()
    assert [v["killer"] for v in tool.read_verdicts().values()] == [None, "a test"]
    new = mutants("two", (1, "x + y", "x - y"), (2, "a + b", "a - b"))
    assert not {tool.key(m) for m in new} & tool.read_verdicts().keys()
    # What was said of a survivor stays with what it does.
    assert tool.reasons()[tool.change(new[1])] == "looks: the same"


def test_every_survivor_has_a_reason_and_no_other_mutant(rows):
    assert all(bool(row["killed_by"]) != bool(row["reason"]) for row in rows)


def test_no_mutant_counts_twice(rows):
    named = [(r["file"], r["mutation"], r["occurrence"]) for r in rows]
    assert len(set(named)) == len(named)


SOURCE = """
LIMIT = 2

def over(x, limit=LIMIT):
    return x > limit

class Box:
    @property
    def half(self):
        return sum(x for x in (1, 3)) / 2
"""


@pytest.fixture
def swap(monkeypatch, tmp_path):
    monkeypatch.syspath_prepend(str(ROOT / "tools/mutants"))
    tool = importlib.import_module("swap")
    monkeypatch.setattr(tool, "ROOT", tmp_path)
    (tmp_path / "altered.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "altered", raising=False)
    module = importlib.import_module("altered")
    yield lambda before, after: (
        tool.swap(
            {"file": "altered.py", "source": SOURCE.replace(before, after)}, tool.live_functions()
        ),
        module,
    )
    del sys.modules["altered"]


def test_a_function_that_is_alive_gets_the_code_of_the_mutant(swap):
    enough, module = swap("x > limit", "x >= limit")
    assert enough
    assert module.over(2)


def test_so_does_a_property_with_what_is_defined_inside(swap):
    enough, module = swap("sum(x for", "sum(-x for")
    assert enough
    assert module.Box().half == -2


@pytest.mark.parametrize("change", [("LIMIT = 2", "LIMIT = 3"), ("@property", "@staticmethod")])
def test_what_is_done_once_at_the_import_needs_an_import(swap, change):
    enough, _ = swap(*change)
    assert not enough


def test_the_code_itself_is_no_mutant(swap):
    """The control: nothing is altered, and nothing has to be imported."""
    enough, module = swap("", "")
    assert enough
    assert not module.over(2)
