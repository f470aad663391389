"""The letters to authors: every row that differs is in one, and nothing else is complained of."""

import re
from collections import Counter
from dataclasses import replace

import pytest

from kappabook import papers
from kappabook.publish import letters as module
from kappabook.publish.handouts.typeset import lay_out, typeset
from kappabook.publish.letters import DIFFERS, as_markdown, contents, letters, write_letters
from kappabook.workbook import claims
from kappabook.workbook.claims import as_text, find
from kappabook.workbook.findings import rows_of, with_rows
from kappabook.workbook.ledger_page.page import page as ledger_page
from kappabook.workbook.ledger_totals import all_rows, totals

CORRECTED = "bendavid2008.example4.pc"
ANSWER = "The cells were of a <later> draft, *not* the text."


@pytest.fixture(scope="module")
def rows():
    return all_rows()


@pytest.fixture(scope="module")
def written(rows):
    return {letter.name: as_markdown(contents(letter)) for letter in letters(rows)}


@pytest.fixture
def answered(monkeypatch):
    """One erratum with an answer, as if it stood in errata.csv."""
    as_read = papers.errata

    def errata(key):
        return [replace(e, response=ANSWER) if e.claim == CORRECTED else e for e in as_read(key)]

    monkeypatch.setattr(papers, "errata", errata)
    kept = (papers.responses, claims._errata)
    for each in kept:
        each.cache_clear()
    yield
    for each in kept:
        each.cache_clear()


def of(rows, key):
    return [row for row in rows if row.document == key]


def listed(text):
    return re.findall(r"^- `([^`]+)`, ", text, re.M)


def test_every_row_that_differs_is_in_exactly_one_letter(rows, written):
    found = Counter(claim for text in written.values() for claim in listed(text))
    assert found == Counter(row.claim for row in rows if row.verdict in DIFFERS)
    for name, text in written.items():
        assert all(claim.startswith(f"{name}.") for claim in listed(text))


def test_critics_have_a_letter_for_each_publication(written):
    assert "critics" not in written
    text = written["critics.feinstein1990"]
    assert "Feinstein, A. R. and Cicchetti, D. V. (1990). High agreement but low kappa" in text
    assert papers.references()["feinstein1990"].how_seen in text


def test_a_document_with_nothing_that_differs_gets_no_letter(rows):
    held = [replace(row, verdict="reproduced") for row in of(rows, "kappa_guide")]
    assert letters(held) == []
    (one,) = letters([*held[1:], replace(held[0], verdict="not reproduced")])
    assert len(listed(as_markdown(contents(one)))) == 1


def test_what_held_is_counted(rows, written):
    counts = Counter(row.verdict for row in of(rows, "bendavid2008"))
    table = re.findall(r"^\| ([a-z ]+) \| (\d+) \|", written["bendavid2008"], re.M)
    assert {verdict: int(number) for verdict, number in table} == counts


def test_a_row_has_print_and_computed_note_and_objection(written):
    (line,) = re.findall(rf"^- `{CORRECTED}`.*$", written["bendavid2008"], re.M)
    assert line.endswith("printed: `0.625`; computed: `0.62`.")
    (erratum,) = (e for e in papers.errata("bendavid2008") if e.claim == CORRECTED)
    assert f"Note (proved): {erratum.reason}" in written["bendavid2008"]
    assert f"The strongest objection that we know: {erratum.objection}" in written["bendavid2008"]


def test_a_lost_value_is_called_lost(written):
    (line,) = re.findall(r"^- `bendavid2008.example2.accuracy`.*$", written["bendavid2008"], re.M)
    assert "printed: lost in the copy we read; computed: `0.8`; right" in line


def test_the_tone_is_neutral(written):
    """Nobody is blamed; and each letter says how to check, how to answer, and that none must."""
    for text in written.values():
        blamed = re.findall(r"(?i)\b(your|author'?s'?) (mistake|error|fault)s?\b|\bcareless", text)
        assert blamed == []
        assert "`.venv/bin/kappabook claim ID`" in text
        assert "You need not answer" in text


# --- an answer --------------------------------------------------------------------------------


def test_no_answer_is_invented():
    assert papers.responses() == {}


def test_an_answer_is_shown_wherever_the_correction_is(answered, rows, tmp_path):
    (entry,) = find([CORRECTED])
    assert entry["erratum"]["response"] == ANSWER
    assert f"response    {ANSWER}" in as_text([entry])
    few = rows_of(CORRECTED)
    html = ledger_page(few, totals(few))
    assert "The authors answer: The cells were of a &lt;later&gt; draft, *not* the text." in html
    page = tmp_path / "findings.md"
    page.write_text(f"<!-- rows: {CORRECTED} -->\n<!-- end of rows -->\n")
    assert f"\n\n**The authors answer to `{CORRECTED}`:** {ANSWER}\n<!-- end" in with_rows(page)
    (letter,) = letters(of(rows, "bendavid2008"))
    text = as_markdown(contents(letter))
    assert r"You answered: The cells were of a \<later> draft, \*not\* the text." in text
    assert text.count("You answered") == 1


# --- files ------------------------------------------------------------------------------------


def test_letters_are_written_as_markdown_and_pdf_the_same_twice(
    rows, tmp_path, monkeypatch, written
):
    few = of(rows, "kappa_guide")
    monkeypatch.setattr(module, "all_rows", lambda: few)
    made = write_letters(tmp_path / "a")
    assert [path.name for path in made] == ["kappa_guide.md", "kappa_guide.pdf"]
    assert made[0].read_text(encoding="utf-8") == written["kappa_guide"]
    assert made[1].read_bytes().startswith(b"%PDF")
    again = write_letters(tmp_path / "b")
    assert [path.read_bytes() for path in again] == [path.read_bytes() for path in made]


def test_the_longest_letter_can_be_set(rows, tmp_path):
    """With every sign that stands in a printed text or a note."""
    (letter,) = letters(of(rows, "bendavid2007"))
    lay_out(tmp_path, {letter.name: contents(letter)})
    assert len(typeset(tmp_path, "letter", "a4", form=letter.name)[0]) > 100_000
