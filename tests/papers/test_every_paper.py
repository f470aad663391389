"""What holds for every document: complete, explained, sensitive, and twice transcribed."""

from collections import Counter

import pytest
from support import ROOT, read_columns

from kappabook import papers
from kappabook.ledger import UNDECIDED, sensitivity

PRINTED = ROOT / "data/printed"
# At least so many statements of each document can be checked.
AT_LEAST = {
    "bendavid2007": 900,
    "bendavid2008": 120,
    "kaymak_auk": 105,
    "kappa_guide": 37,
    "cats_and_dogs": 78,
    "critics": 180,
}
# Verdicts that a single printed digit may leave as they are; the reason is written down.
MAY_BE_INSENSITIVE = {*UNDECIDED, "consistent"}


@pytest.fixture(scope="module", params=papers.PAPERS)
def key(request):
    return request.param


def exempt(key):
    return {
        claim: reason
        for claim, reason in read_columns(PRINTED / "insensitive.csv", "claim", "reason").items()
        if claim.startswith(f"{key}.")
    }


def test_no_paper_is_short_of_claims(key):
    assert len(papers.rows(key)) >= AT_LEAST[key]


def test_nothing_is_left_unexplained(key):
    """A claim that was tried and failed has a note; a check that merely disagrees is a slip."""
    findings = papers.load(key).findings(papers.printed(key))
    failed = [row.claim for row in papers.rows(key) if row.verdict == "not reproduced"]
    assert [claim for claim in failed if findings[claim].verdict != "not reproduced"] == []


def test_every_statement_is_said_once(key):
    said = Counter((claim.locator, claim.statement) for claim in papers.claims(key))
    assert [text for text, times in said.items() if times > 1] == []


def test_altering_any_printed_number_is_noticed(key):
    """Except where an interval or a lost value cannot; those are listed with the reason."""
    tried = sensitivity(list(papers.claims(key)), papers.load(key).findings, papers.errata(key))
    assert len(tried) > len(papers.rows(key))
    unnoticed = {t.claim for t in tried if not t.noticed}
    assert unnoticed == set(exempt(key))


def test_only_undecided_claims_are_exempt(key):
    verdicts = {row.claim: row.verdict for row in papers.rows(key)}
    assert all(exempt(key).values())
    assert {verdicts[claim] for claim in exempt(key)} <= MAY_BE_INSENSITIVE


def test_two_transcriptions_agree(key):
    second = PRINTED / "second-entry" / f"{key}.csv"
    assert second.exists(), f"{second.name}: no second, independent transcription yet"
    entered = read_columns(second, "claim", "printed")
    assert {claim: _unspaced(text) for claim, text in papers.printed(key).items()} == {
        claim: _unspaced(text) for claim, text in entered.items()
    }


def _unspaced(text):
    """Blanks around a sign say nothing; the copies differ in them."""
    return text.replace(" ", "")
