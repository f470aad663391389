"""The question bank: every key proved, every format read back, every bad bank refused."""

import re
from collections import Counter
from dataclasses import replace

import pytest
from course_formats import read_moodle_xml, words
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from support import ROOT

from kappabook.teaching.questions import BANK, Bank, Option, check_proofs, read_bank
from kappabook.teaching.questions.course import moodle_xml
from kappabook.teaching.questions.page import key_sheet, with_keys, with_questions
from kappabook.workbook.targets import main

OURS = read_bank()
FORMS = list(OURS.forms)
DECIDED = [question for question in OURS.questions if question.options[0].says is not None]


def shown(question):
    return Counter(option.shows for option in question.options if option.shows)


# --- our questions ----------------------------------------------------------------------------


def test_every_key_is_proved():
    check_proofs(OURS)


@pytest.mark.parametrize("question", DECIDED, ids=lambda q: q.question)
def test_another_key_would_be_refused(question):
    """The computation decides: no other option may pass for the right one."""
    for wrong in range(4):
        if question.options[wrong].shows:
            # The belief moves to the old key, which is now a wrong option.
            belief = question.options[wrong].shows
            options = tuple(
                replace(option, shows="" if i == wrong else option.shows or belief)
                for i, option in enumerate(question.options)
            )
            changed = replace(question, options=options)
            with pytest.raises(ValueError, match=f"{question.question}.*its proof computes"):
                check_proofs(replace(OURS, questions=(changed,)))


@pytest.mark.parametrize("question", OURS.questions, ids=lambda q: q.question)
def test_a_number_that_an_option_says_stands_in_it(question):
    for option in question.options:
        if isinstance(option.says, int | float):
            percent, text = f"{100 * option.says:.0f} %", option.text
            assert re.search(
                rf"(?<![\d.])({option.says:g}|{option.says:.2f}|{percent})(?!\d)", text
            )


# --- the page ---------------------------------------------------------------------------------


def test_the_page_has_the_questions_of_the_bank():
    page = ROOT / "docs/assessment.md"
    assert page.read_text(encoding="utf-8") == with_questions(page, OURS), "run make questions"


def test_the_key_sheet_has_every_key():
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in key_sheet(OURS).splitlines()[2:]
    ]
    for i, form in enumerate(FORMS):
        found = [row[1 + 2 * i] for row in rows if row[1 + 2 * i]]
        assert found == [question.key for question in OURS.of(form)]


def test_a_page_without_a_place_is_refused(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# Nothing\n")
    with pytest.raises(ValueError, match=r"page\.md has no place.* PART one of beliefs"):
        with_questions(page, OURS)
    page.write_text("<!-- questions: C -->\n<!-- end of questions -->\n")
    with pytest.raises(ValueError, match=r"no part 'C'; the parts are beliefs.*proofs-B"):
        with_questions(page, OURS)


# --- the formats, read back -------------------------------------------------------------------


def expected(bank, question):
    """What a course must get: category, name, text, answers and the reason, in plain words."""
    table = ["".join(f"{cell}|" for cell in row) for row in question.table]
    return (
        f"kappabook/{bank.forms[question.form]}",
        f"{question.question} {question.title}",
        "\n".join((question.text, *table)),
        [(option.text, 0 if option.shows else 100) for option in question.options],
        question.why,
    )


def got(read):
    answers = [(words(text), fraction) for text, fraction, _ in read.answers]
    return read.category, read.name, words(read.text), answers, words(read.why)


def test_ours_come_back():
    found = read_moodle_xml(moodle_xml(OURS))
    assert [got(one) for one in found] == [expected(OURS, one) for one in OURS.questions]
    for one, question in zip(found, OURS.questions, strict=True):
        for (_, fraction, feedback), option in zip(one.answers, question.options, strict=True):
            told = words(feedback)
            assert told == "Right." if fraction else f"({option.shows})" in told


@given(data=st.data())
def test_whatever_stands_in_a_question_comes_back(data):
    bank = data.draw(banks)
    found = read_moodle_xml(moodle_xml(bank))
    assert [got(one) for one in found] == [expected(bank, bank.questions[0])]


# Marks of XML, HTML and Markdown come often.
TRAPS = [*"~=#{}:\\<>&|*_`[]$%-\"'", "[html]", "\\n", "&#61;", "&&058;", "]]>", "//", "::"]
PIECES = st.one_of(
    st.sampled_from(TRAPS),
    st.characters(codec="utf-8", categories=["L", "N", "P", "S"]),
    st.just(" "),
)
WORDS = st.lists(PIECES, min_size=1, max_size=12).map(
    lambda parts: " ".join("".join(parts).split()) or "x"
)


@st.composite
def _banks(draw):
    texts = draw(st.lists(WORDS, min_size=4, max_size=4, unique_by=str.casefold))
    key = draw(st.integers(0, 3))
    options = tuple(Option(text, "" if i == key else "M1") for i, text in enumerate(texts))
    table = draw(st.lists(st.lists(WORDS, min_size=2, max_size=2).map(tuple), max_size=3))
    question = replace(
        OURS.of("A")[0], text=draw(WORDS), why=draw(WORDS), table=tuple(table), options=options,
        title=draw(WORDS),
    )  # fmt: skip
    return Bank({"A": "Form A"}, OURS.beliefs, "", (question,))


banks = _banks()


@given(bank=banks)
def test_the_page_shows_the_words_of_the_bank(bank):
    """Markdown leaves them alone, read by markdown-it-py as the site does."""
    (question,) = bank.questions
    html = MarkdownIt().enable("table").render(with_keys(bank, "A"))
    read = words(html.partition("</h3>")[2].replace("\n", ""))
    lines = read.partition("\nKey: ")[0].split("\n")
    table = ["".join(f"{cell}|" for cell in row) for row in question.table]
    asked = "".join(f"{letter}) {option.text}" for letter, option in question.lettered)
    assert lines == [question.text, *table, asked]


def test_the_command_writes_the_same_bytes_twice(tmp_path):
    for name in "ab":
        assert main(["questions", "--into", str(tmp_path / name)]) == 0
    first, second = ({p.name: p.read_bytes() for p in (tmp_path / n).iterdir()} for n in "ab")
    assert first == second
    assert BANK.exists()
