"""What holds for every document: explained, sensitive, and twice transcribed."""

import shutil
from collections import Counter

import pytest
from support import ROOT, read_columns, slowly

from kappabook import papers
from kappabook.checks import Audit, Check
from kappabook.ledger import CAN_FAIL, Finding, Number
from kappabook.papers import unported
from kappabook.printed import RESTS_ON_NOTHING, alterations
from kappabook.transcription import Claim, LedgerError, misprints
from kappabook.workbook.second_entry import second_entries

# Altering each of their numbers takes seconds.
MANY = {"bendavid2007", "critics"}
# Verdicts that a single printed digit may leave as they are.
FAILED = "not reproduced"
MAY_BE_INSENSITIVE = {*RESTS_ON_NOTHING, FAILED, "consistent"}
# The AUC beside these gives a range for each positive class, and they are in one of the two: no
# single digit decides. tests/papers/test_kaymak_auk.py tries an AUK that is in both.
IN_A_RANGE = {
    f"kaymak_auk.{name}" for name in ("table4.auk-linear", "table4.auk-net", "table5.auk-net")
}
UNPORTED = [key for key in papers.PAPERS if not papers.is_ported(key)]


@pytest.fixture(scope="module", params=papers.PAPERS)
def key(request):
    return request.param


def test_nothing_is_left_unexplained(key):
    """A claim that was tried and failed has a note; a check that merely disagrees is a slip."""
    if papers.is_ported(key):
        said = {
            name for name, r in papers.audit(key).remarks.items() if r.verdict == "not reproduced"
        }
        failed = {
            name
            for name, row in papers.audit(key).rows.items()
            if row.verdict == "not reproduced" and not row.same_as
        }
        assert failed <= said
        return
    findings = papers.findings(key)
    failed = [row.claim for row in papers.rows(key) if row.verdict == FAILED]
    assert [claim for claim in failed if findings[claim].verdict != FAILED] == []


def test_every_statement_is_said_once(key):
    said = Counter((claim.locator, claim.statement) for claim in papers.claims(key))
    assert [text for text, times in said.items() if times > 1] == []


@pytest.mark.parametrize("key", [slowly(k) if k in MANY else k for k in papers.PAPERS])
def test_altering_any_printed_number_is_noticed(key):
    """Except where an interval or a lost value cannot; of those no digit is claimed."""
    rows = {row.claim: row for row in papers.rows(key)}
    if papers.is_ported(key):
        unnoticed = {f"{key}.{name}" for name in papers.audit(key).unnoticed()}
        assert {rows[claim].verdict for claim in unnoticed - IN_A_RANGE} <= MAY_BE_INSENSITIVE
        return
    audit = papers.old_audit(key)
    unnoticed = {
        name
        for name, claim in audit.claims.items()
        for text in alterations(claim.printed)
        if not audit.notices(name, text)
    }
    exempt = read_columns(ROOT / "data/printed/insensitive.csv", "claim", "reason")
    assert unnoticed == {name for name in exempt if name in rows}
    by_no_witness = {r.verdict for r in audit.rows if r.claim in unnoticed and not r.fails_by}
    assert by_no_witness <= {*MAY_BE_INSENSITIVE, "definition"}


@pytest.mark.parametrize("key", UNPORTED)
def test_every_result_can_fail(key):
    """By a digit, as the test above says; by its text, if another is refused; by its witness."""
    audit = papers.old_audit(key)
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
    if message:
        with pytest.raises(LedgerError, match=rf"^toy/claims\.csv:2: toy\.cell: .*{message}"):
            unported.rows(audit)
    else:
        assert [row.evidence for row in unported.rows(audit)] == ["rerun"]
