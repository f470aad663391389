"""What holds for every document: explained, sensitive, and twice transcribed."""

import ast
import re
from collections import Counter

import pytest
from support import ROOT, read_columns, slowly

from kappabook import papers
from kappabook.audit.printed import RESTS_ON_NOTHING, AuditError, Remark, alterations

# Altering each of their numbers takes seconds.
MANY = {"bendavid2007", "critics"}
# Verdicts that a single printed digit may leave as they are.
MAY_BE_INSENSITIVE = {*RESTS_ON_NOTHING, "not reproduced", "consistent"}
# The AUC beside these gives a range for each positive class, and they are in one of the two: no
# single digit decides. tests/papers/test_kaymak_auk.py tries an AUK that is in both.
IN_A_RANGE = {
    f"kaymak_auk.{name}" for name in ("table4.auk-linear", "table4.auk-net", "table5.auk-net")
}


@pytest.fixture(scope="module", params=papers.PAPERS)
def key(request):
    return request.param


def test_nothing_is_left_unexplained(key):
    """A claim that was tried and failed has a remark; a value that merely disagrees is a slip."""
    audit = papers.audit(key)
    said = {name for name, r in audit.remarks.items() if r.verdict == "not reproduced"}
    rows = audit.rows.items()
    failed = {n for n, row in rows if row.verdict == "not reproduced" and not row.same_as}
    left = sorted(failed - said)
    assert not left, f"{left}: computed and printed differ; mend a slip, or remark `not reproduced`"


@pytest.mark.parametrize("every", [50, slowly(1)])
def test_a_claim_alone_is_judged_as_among_all(key, every):
    """By the one function that declares it, and by those that give numbers to its note."""
    whole, alone = papers.audit(key), papers.audit.__wrapped__(key)
    for name, row in [*whole.rows.items()][::every]:
        alone.runs.clear()
        assert alone.row(name) == row
        note = whole.remarks.get(row.same_as.removeprefix(f"{key}.") or name, Remark()).note
        assert len(alone.runs) <= 1 or "{" in note


def test_every_statement_is_said_once(key):
    said = Counter((claim.locator, claim.statement) for claim in papers.claims(key))
    assert [text for text, times in said.items() if times > 1] == []


@pytest.mark.parametrize("key", [slowly(k) if k in MANY else k for k in papers.PAPERS])
def test_altering_any_printed_number_is_noticed(key):
    """Except where an interval or a lost value cannot; of those no digit is claimed."""
    rows = {row.claim: row for row in papers.rows(key)}
    unnoticed = {f"{key}.{name}" for name in papers.audit(key).unnoticed()}
    assert {rows[claim].verdict for claim in unnoticed - IN_A_RANGE} <= MAY_BE_INSENSITIVE


def misprints(text):
    """Other texts for one without numbers: signs exchanged, letters turned, one more.

    An equation whose sides change places is the same.
    """
    signs = text.translate(str.maketrans("+-*/<>", "-+/*><"))
    sides = sorted(text.split(" = "))
    return [o for o in (signs, text[::-1], f"{text}x") if sorted(o.split(" = ")) != sides]


def test_a_misprint_in_a_text_without_numbers_is_noticed(key):
    """So that no proof, word or formula is passed unread; a judgement computes nothing."""
    audit = papers.audit(key)
    texts = {
        name: row.correct or row.printed
        for name, row in audit.rows.items()
        if row.verdict not in MAY_BE_INSENSITIVE and row.evidence != "read"
    }
    unread = {
        name: other
        for name, text in texts.items()
        if text and not alterations(text)
        for other in misprints(text)
        if not audit.notices(name, other)
    }
    assert unread == {}


def test_a_document_without_its_module_is_refused():
    with pytest.raises(AuditError, match=r"declares toy; write papers/toy/__init__\.py"):
        papers.audit("toy")


# --- transcribed twice --------------------------------------------------------------------------


def reads(text):
    """Return what a text says: its characters and, of an expression, how it is built.

    Blanks beside a sign say nothing, nor do parentheses without which Python reads the same.
    """
    text = re.sub(r"(?<!\w)\s+|\s+(?!\w)", "", text)
    try:
        return re.sub(r"[()]", "", text), ast.dump(ast.parse(text))
    except SyntaxError:
        return text, None


def test_two_transcriptions_agree(key):
    second = read_columns(ROOT / f"data/printed/second-entry/{key}.csv", "claim", "printed")
    assert any(second.values())
    first = {claim.claim: claim.printed for claim in papers.claims(key)}
    assert {c: reads(text) for c, text in first.items()} == {
        c: reads(text) for c, text in second.items()
    }
