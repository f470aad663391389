"""`kappabook claim`: one hop from an id to everything the house holds of it."""

import json
import re
from dataclasses import replace

import pytest
from support import ROOT

from kappabook import papers
from kappabook.audit.ledger import COLUMNS, as_text, totals
from kappabook.cli import main
from kappabook.workbook import ledger_files
from kappabook.workbook.ledger_page import page as ledger_page

KAPPA = "kappa_guide.example.kappa"
CORRECTED = "bendavid2008.example4.pc"


def line_at(place):
    path, _, line = place.partition(" ")[0].rpartition(":")
    return (ROOT / path).read_text().splitlines()[int(line) - 1]


def as_json(capsys, *ids):
    assert main(["claim", "--json", *ids]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("claim", [KAPPA, CORRECTED, "bendavid2008.example4.point-pc"])
def test_one_claim_on_one_screen(capsys, claim):
    assert main(["claim", claim]) == 0
    text = capsys.readouterr().out
    assert len(text.splitlines()) <= 20
    row = papers.row(claim)
    for said in (row.printed, row.computed, row.verdict, row.evidence, row.place, row.note):
        assert said in text


@pytest.mark.parametrize("claim", [KAPPA, CORRECTED])
def test_json_is_a_list_with_the_ledgers_columns_and_every_place(capsys, claim):
    (entry,) = as_json(capsys, claim)
    row = papers.row(claim)
    assert list(entry)[: len(COLUMNS)] == list(COLUMNS)
    assert [entry[column] for column in COLUMNS] == [getattr(row, column) for column in COLUMNS]
    assert entry.keys() >= {"check", "reads", "correct", "reason", "objection"}
    assert re.match("@c(heck|omputes)", line_at(entry["check"]))
    assert line_at(f"data/printed/{entry['place']}").startswith(f"{claim},")
    assert entry["reads"] == sorted(row.reads)


def test_a_pattern_shows_a_table_and_says_once_what_is_shared(capsys):
    assert main(["claim", "kappa_guide.example.table*"]) == 0
    text = capsys.readouterr().out
    assert text.count("kappa_guide/__init__.py:") == 1
    assert len(re.findall(r"^kappa_guide\.example\.table", text, re.M)) == 4
    assert [e["claim"] for e in as_json(capsys, "kappa_guide.intro.l*", KAPPA)][-1] == KAPPA


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ("kappa_guide.exampl.kapa", r"no claim .*; the nearest is kappa_guide\.example\.kappa"),
        ("kappa", r"no claim 'kappa'; the nearest (is|are) "),
        ("kappa_guide.zebra.*", r"no claim matches 'kappa_guide\.zebra\.\*'; an id begins with"),
        ("nobody.*", r"no claim matches 'nobody\.\*'; an id begins with one of kappa_guide"),
    ],
)
def test_an_unknown_claim_is_one_line_with_the_nearest(capsys, wanted, message):
    assert main(["claim", wanted, "--json"]) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert re.match(f"error: {message}", error)
    assert error.count("\n") == 1


# --- an author's answer -----------------------------------------------------------------------

ANSWER = "The cells were of a <later> draft, *not* the text."


def test_an_answer_is_shown_wherever_the_correction_is(monkeypatch, tmp_path):
    row = replace(papers.row(CORRECTED), response=ANSWER)
    assert f"response    {ANSWER}" in as_text([row])
    html = ledger_page([row], totals([row]))
    assert "The authors answer: The cells were of a &lt;later&gt; draft, *not* the text." in html
    monkeypatch.setattr(ledger_files, "rows_of", lambda claims: [row])
    page = tmp_path / "findings.md"
    page.write_text(f"<!-- rows: {CORRECTED} -->\n<!-- end of rows -->\n")
    said = f"\n\n**The authors answer to `{CORRECTED}`:** {ANSWER}\n<!-- end"
    assert said in ledger_files.with_rows(page)
