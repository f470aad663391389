"""Question banks that are not one: each is refused in a sentence with line, id and remedy."""

import re

import pytest
from course_formats import read_moodle_xml

from kappabook.teaching.questions import check_proofs, read_bank
from kappabook.workbook.targets import main

GOOD = '''
[forms]
A = "Form A"

[misconceptions.M1]
belief = "High accuracy means a good classifier"
exercises = "00-4"
show = "deck 01"

[[question]]
id = "sum"
form = "A"
title = "A sum"
lesson = "00"
level = "apply"
text = "1 + 1 is"
options = [
  { text = "1.", shows = "M1", says = 1 },
  { text = "2.", key = true, says = 2 },
  { text = "3.", shows = "M1", says = 3 },
  { text = "4.", shows = "M1", says = 4 },
]
why = "One and one are two."
proof = """
>>> 1 + 1
2
"""
'''
SECOND = GOOD[GOOD.index("[[question]]") :]

BAD = {
    "two keys": ('shows = "M1", says = 3', "key = true, says = 3", "has 2 keys, b and c; mark"),
    "no key": ("key = true", 'shows = "M1"', "has no key; mark the one right option"),
    "an option twice": ('text = "3."', 'text = " 1. "', r"says '1\.' twice, in a and c; alter"),
    "an unknown misconception": (
        'shows = "M1", says = 4',
        'shows = "M9", says = 4',
        ":10: question 'sum' has an option d that shows 'M9'; the known ones are M1",
    ),
    "a duplicate id": ('2\n"""\n', f'2\n"""\n{SECOND}', ":28: question 'sum' stands here for the"),
    "an unknown form": ('form = "A"', 'form = "C"', r"has the form 'C'; the forms are A\."),
    "a table with gaps": (
        "why =",
        'table = [["", "a"], ["b"]]\nwhy =',
        r"a table with rows of \[1, 2\] cells; fill",
    ),
    "says here and there": (", says = 4", "", "has 'says' in some options only; give it to all"),
    "not TOML": ('title = "A sum"', 'title = "A sum', "this is not TOML: .*line 13.* Mend that"),
    # What the schema refuses: the place, what is wrong, and its own words on what to write.
    "a key that is no yes": ("key = true", "key = 1", "'sum': options, b: .*; write key = true"),
    "a field missing": ('why = "One and one are two."', "", "'sum': 'why' is a required property"),
    "a field unknown": ("why =", 'because = ""\nwhy =', "'because' was unexpected.*fields are id"),
    "three options": ('  { text = "4.", shows = "M1", says = 4 },\n', "", "options: .*; give four"),
    "no text": ('text = "1 + 1 is"', 'text = " "', "'sum': text: .*; write words in quotes"),
    "a proof without examples": (">>> 1 + 1\n2", "1 + 1 = 2", "proof: .*; begin each example"),
}


@pytest.fixture
def bank(tmp_path):
    return tmp_path / "bank.toml"


def test_the_good_one_is_good(bank):
    bank.write_text(GOOD)
    check_proofs(read_bank(bank))


@pytest.mark.parametrize("what", BAD)
def test_a_bad_bank_is_refused(bank, what):
    old, new, message = BAD[what]
    assert GOOD.count(old) == 1
    bank.write_text(GOOD.replace(old, new))
    with pytest.raises(ValueError, match=message) as found:
        read_bank(bank)
    assert re.match(r"\S*bank\.toml:(\d+:)? [^\n]+\.$", str(found.value))


def test_questions_that_are_no_tables_are_refused(bank):
    bank.write_text("question = [1]\n" + GOOD.replace(SECOND, ""))
    with pytest.raises(ValueError, match=r"bank\.toml:1: question 1: 1 is not of type 'object'"):
        read_bank(bank)


def test_a_bank_that_is_not_there_or_not_utf8(bank):
    with pytest.raises(FileNotFoundError, match=r"no file .*bank\.toml\. Name one"):
        read_bank(bank)
    bank.write_bytes(GOOD.replace("A sum", "Größe").encode("latin-1"))
    with pytest.raises(ValueError, match=r"bank\.toml:13: the byte 0xf6 is not UTF-8"):
        read_bank(bank)


PROOFS = {
    "another output": (
        "\n2\n",
        "\n3\n",
        r"'sum': in its proof '1 \+ 1' gives '2' and not '3'; mend",
    ),
    "an error": ("1 + 1\n2", "1 + a\n2", r"'1 \+ a' raises NameError.*; mend the question or"),
    "a wrong key": (
        "1 + 1\n2",
        "1 + 2\n3",
        r"'sum' has the key b, which says 2; its proof computes 3, which c says",
    ),
    "no value": (
        "1 + 1\n2",
        "print('two, three')\ntwo, three",
        r"ends with 'two, three', which cannot be compared",
    ),
    "no proof": (">>> 1 + 1\n2", "", r"'sum' has no proof; add examples"),
}


@pytest.mark.parametrize("what", PROOFS)
def test_a_proof_that_does_not_prove_is_refused(bank, what):
    old, new, message = PROOFS[what]
    bank.write_text(GOOD.replace(old, new))
    with pytest.raises(ValueError, match=message) as found:
        check_proofs(read_bank(bank))
    assert "\n" not in str(found.value)


def test_the_command_writes_all_or_nothing(bank, tmp_path, capsys):
    bank.write_text(GOOD)
    into = tmp_path / "made"
    assert main(["questions", str(bank), "--into", str(into)]) == 0
    assert capsys.readouterr().out.split() == [str(into / "kappabook.xml")]
    before = {path.name: path.read_bytes() for path in into.iterdir()}
    assert read_moodle_xml(before["kappabook.xml"].decode())[0].answers[1][1] == 100
    bank.write_text(GOOD.replace("1 + 1\n2", "1 + 2\n3"))
    assert main(["questions", str(bank), "--into", str(into)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert {path.name: path.read_bytes() for path in into.iterdir()} == before
