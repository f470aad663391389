"""What holds for every document: complete, explained, sensitive, and twice transcribed."""

import ast
import shutil
import sys
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest
from support import ROOT, slowly

from kappabook import papers
from kappabook.checks import Audit, Check
from kappabook.ledger import CAN_FAIL, UNDECIDED, Finding, Number
from kappabook.transcription import Claim, LedgerError, misprints
from kappabook.workbook.alterations import Sensitivity, exempt, read_record, sensitivity
from kappabook.workbook.second_entry import second_entries

# Verdicts that a single printed digit may leave as they are; the reason is written down.
MAY_BE_INSENSITIVE = {*UNDECIDED, "consistent"}

# Altering each of their numbers takes seconds.
MANY = {"bendavid2007", "critics", "kaymak_auk"}


@pytest.fixture(scope="module", params=papers.PAPERS)
def key(request):
    return request.param


def test_no_paper_is_short_of_claims(key):
    assert len(papers.rows(key)) >= papers.declaration(key).statements


def test_nothing_is_left_unexplained(key):
    """A claim that was tried and failed has a note; a check that merely disagrees is a slip."""
    findings = papers.findings(key)
    failed = [row.claim for row in papers.rows(key) if row.verdict == "not reproduced"]
    assert [claim for claim in failed if findings[claim].verdict != "not reproduced"] == []


def test_every_statement_is_said_once(key):
    said = Counter((claim.locator, claim.statement) for claim in papers.claims(key))
    assert [text for text, times in said.items() if times > 1] == []


@pytest.mark.parametrize(
    "key", [slowly(key) if key in MANY else key for key in papers.PAPERS], indirect=True
)
def test_altering_any_printed_number_is_noticed(key):
    """Except where an interval or a lost value cannot; those are listed with the reason."""
    tried = sensitivity(papers.audit(key))
    assert len(tried) > len(papers.rows(key))
    unnoticed = {t.claim for t in tried if not t.noticed}
    assert unnoticed == set(exempt(key))
    assert Sensitivity.of(key, tried) in read_record(), "run `make ledger`"


def test_every_result_can_fail(key):
    """By a digit, as the test above says; by its text, if another is refused; by its witness."""
    audit = papers.audit(key)
    cannot = [r.claim for r in audit.rows if r.verdict in CAN_FAIL and not r.fails_by]
    assert cannot == []
    by_text = [row.claim for row in audit.rows if row.fails_by == "text"]
    unread = {
        claim: text
        for claim in by_text
        for text in misprints(audit.texts[claim])
        if not audit.notices(claim, text)
    }
    assert unread == {}


def test_only_undecided_claims_are_exempt(key):
    """Of a result, only one whose number has room; another number is its witness, and tested."""
    rows = {row.claim: row for row in papers.rows(key)}
    assert all(exempt(key).values())
    by_no_witness = {rows[claim].verdict for claim in exempt(key) if not rows[claim].fails_by}
    assert by_no_witness <= MAY_BE_INSENSITIVE
    assert {rows[claim].fails_by for claim in exempt(key)} <= {"", "witness"}


def test_the_function_at_the_place_of_a_check_yields_its_claims(key):
    """Whoever opens the file at the line that `kappabook claim` names finds the claim's check."""
    audit = papers.audit(key)
    judged = {task: set() for task in audit.tasks.values()}
    for claim, task in audit.tasks.items():
        judged[task].add(claim)
    for task, claims in judged.items():
        at_that_line = function_at(task.check.file, task.check.line)
        alone = replace(task, check=replace(task.check, function=at_that_line))
        assert set(alone.run(key, audit.texts).findings) == claims


@cache
def functions_of(file):
    """The functions of a file that have a decorator, by its first line."""
    found = ast.walk(ast.parse(file.read_text()))
    return {
        node.decorator_list[0].lineno: node.name
        for node in found
        if isinstance(node, ast.FunctionDef) and node.decorator_list
    }


def function_at(file, line):
    return getattr(module_of(file), functions_of(file)[line])


@cache
def module_of(file):
    (module,) = (m for m in list(sys.modules.values()) if getattr(m, "__file__", "") == str(file))
    return module


def test_two_transcriptions_agree(key):
    found = second_entries()[key]
    assert found.differing == ()
    assert found.agreeing == found.values > 0


def test_an_id_of_another_document_is_refused(tmp_path, monkeypatch):
    """So that no id can be used twice, in whatever two files."""
    (tmp_path / "kappa_guide").mkdir()
    lines = "claim,locator,statement,printed\nkappa_guide.a,1,One,1\nkaymak_auk.a,1,Two,2\n"
    (tmp_path / "kappa_guide" / "claims.csv").write_text(lines)
    monkeypatch.setattr(papers, "printed_folder", lambda: tmp_path)
    papers.claims.cache_clear()
    message = r"claims.csv:3: kaymak_auk.a: an id here begins with kappa_guide\."
    with pytest.raises(LedgerError, match=message):
        papers.claims("kappa_guide")


def test_an_erratum_of_no_document_is_refused(tmp_path, monkeypatch):
    (tmp_path / "errata.csv").write_text(
        "claim,printed,correct,kind,reason,objection,response\n"
        "bendavid2009.a,1,2,slip,A slip.,None that fits.,\n"
    )
    monkeypatch.setattr(papers, "printed_folder", lambda: tmp_path)
    message = (
        r"errata\.csv:2: bendavid2009\.a is of no document; an id begins with one of kappa_guide"
    )
    with pytest.raises(LedgerError, match=message):
        papers.errata("kappa_guide")


@pytest.mark.parametrize(
    ("run", "message"),
    [
        ("study-weka.csv", ""),
        ("study-wekka.csv", r"describes no file study-wekka\.csv, but comparison-coverage\.csv"),
        ("german-credit-split.csv", r"german-credit-split\.csv is not the file that .* describes"),
    ],
)
def test_a_run_is_a_file_that_the_data_sheet_describes(tmp_path, monkeypatch, run, message):
    """And still that file: a verdict that rests on an altered one is refused with its row."""
    results = tmp_path / "results"
    shutil.copytree(ROOT / "data/results", results)
    (results / "german-credit-split.csv").write_text("row,class,role,linear,net\n")
    monkeypatch.setattr("kappabook.datasheet.results_folder", lambda: results)
    claim = Claim("toy.cell", "p. 1", "A cell", "0.5", "toy/claims.csv:2")
    rerun = Check(lambda: Finding(Number(0.5), "rerun", run=run), ("cell",), ())
    audit = Audit("toy", [claim], [rerun])
    monkeypatch.setattr(papers, "audit", lambda key: audit)
    monkeypatch.setattr(papers, "declaration", lambda key: Toy)
    if message:
        with pytest.raises(LedgerError, match=rf"^toy/claims\.csv:2: toy\.cell: .*{message}"):
            papers.rows.__wrapped__("toy")
    else:
        assert [row.evidence for row in papers.rows.__wrapped__("toy")] == ["rerun"]


class Toy:
    gathered = False
