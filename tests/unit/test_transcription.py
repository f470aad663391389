from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kappabook.printed import alterations, half_unit
from kappabook.transcription import (
    Claim,
    LedgerError,
    Second,
    compare_entries,
    read_claims,
    read_errata,
    read_number,
    read_second,
    say_the_same,
)


@pytest.mark.parametrize(
    ("printed", "value", "slack"),
    [
        ("0.474", Fraction("0.474"), Fraction("0.0005")),
        (".0182", Fraction("0.0182"), Fraction("0.00005")),
        ("-1", Fraction(-1), Fraction(1, 2)),
        ("1/3", Fraction(1, 3), Fraction(0)),
    ],
)
def test_a_printed_number_knows_its_decimals(printed, value, slack):
    assert read_number(printed) == value
    assert half_unit(printed) == slack


@pytest.mark.parametrize(
    "printed", ["", "0,474", "47.4 %", "±0.1", "nan", "1e-3", "about 2", "1/0", "-2/00"]
)
def test_anything_else_is_no_number(printed):
    with pytest.raises(LedgerError, match="is no number; write the number alone"):
        read_number(printed)


def test_each_number_is_moved_by_one_unit_in_its_last_digit():
    assert alterations("0.50") == ["0.49", "0.51"]
    assert alterations("1/3") == ["0/3", "2/3", "1/2", "1/4"]
    assert alterations("TP = 0.5*K + FP") == ["TP = 0.4*K + FP", "TP = 0.6*K + FP"]
    assert alterations("P_0 = TP + TN") == []


def write(folder, text):
    (folder / "claims.csv").write_text(text)
    return folder


HEAD = "claim,locator,statement,printed\n"
LINE = HEAD + "a.b,p. 1,What,5\n"


def test_reads_claims_with_their_place(tmp_path):
    (claim,) = read_claims(write(tmp_path, HEAD + 'a.b,"p. 1, l. 2",What,0.5\n'))
    assert (claim.document, claim.locator, claim.printed) == ("a", "p. 1, l. 2", "0.5")
    assert claim.source.endswith("claims.csv:2")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("claim,printed\n", r"/claims\.csv: columns are .*; expected claim, locator, statement"),
        ("", r"/claims\.csv: is empty; expected claim, locator, statement, printed\.$"),
        (HEAD + "a.b,p. 1,What\n", "claims.csv:2: wrong number of columns"),
        (HEAD + "a.b,p. 1,What,0.5,6\n", "claims.csv:2: wrong number of columns"),
        (LINE + 'a.c,p. 1,"What,6\na.d,p. 2,No,7\n', r"claims\.csv:3: unexpected end .* quotation"),
        (LINE + 'a.c,p. 1,"What" is,6\n', r"claims\.csv:3: .*; close each quotation mark"),
        (LINE + "a.c,p. 1,Wh\0at,6\n", r"claims\.csv:3: the character '\\x00' cannot be printed"),
        (
            LINE + "a.c,p. 1,So,6\na.b,p. 2,No,7\n",
            r":4: id a\.b stands already at .*claims\.csv:2\.",
        ),
        (LINE + "a.c,p. 1,So,1/0\n", r"claims\.csv:3: a\.c: printed is '1/0'; write the number"),
    ],
)
def test_a_broken_file_is_refused_by_line(tmp_path, text, message):
    with pytest.raises(LedgerError, match=message):
        read_claims(write(tmp_path, text))


def test_an_id_stands_once_in_all_files_of_a_document(tmp_path):
    (tmp_path / "tables.csv").write_text(LINE)
    with pytest.raises(
        LedgerError, match=r"tables\.csv:2: id a\.b stands already at .*claims\.csv:2"
    ):
        read_claims(write(tmp_path, LINE))


def test_bytes_of_another_encoding_are_named_with_their_line(tmp_path):
    """Deep in a file, too: it is not read piece by piece."""
    lines = [f"a.{number},p. 1,What,1\n".encode() for number in range(2000)]
    text = HEAD.encode() + b"".join(lines) + b"a.b,p. 1,Na\xefve,6\n"
    (tmp_path / "claims.csv").write_bytes(text)
    with pytest.raises(ValueError, match=r"claims\.csv:2002: the byte 0xef is not UTF-8; save"):
        read_claims(tmp_path)


def test_a_missing_file_is_named_with_the_remedy(tmp_path):
    with pytest.raises(
        FileNotFoundError, match=r"no file .*errata\.csv\. .*restore it from git\.$"
    ):
        read_errata(tmp_path / "errata.csv")


@pytest.mark.parametrize(
    "printed", ['"0,474"', "47.4 %", "5 cases", "0.5±0.1", '"1,000"', " 5", "5 ", "12m", "±0.1"]
)
def test_a_number_with_a_comma_or_a_unit_is_refused_by_id_and_line(tmp_path, printed):
    message = r"claims.csv:3: a.c: printed is '.*'; write the number alone, with a point"
    with pytest.raises(LedgerError, match=message):
        read_claims(write(tmp_path, f"{HEAD}a.b,p. 1,What,1\na.c,p. 1,What,{printed}\n"))


@pytest.mark.parametrize(
    "printed", ['"TP, FP"', '"1960, 20, 37-46"', "below 0.5", "P_c = 0.5", "1/3"]
)
def test_texts_that_are_no_number_alone_are_texts(tmp_path, printed):
    assert len(read_claims(write(tmp_path, f"{HEAD}a.b,p. 1,What,{printed}\n"))) == 1


@pytest.mark.parametrize(("line", "lacks"), [("A slip., ", "objection"), (",None.", "reason")])
def test_an_erratum_without_its_reason_or_the_objection_to_it_is_refused(tmp_path, line, lacks):
    file = tmp_path / "errata.csv"
    file.write_text(
        f"claim,printed,correct,kind,reason,objection,response\na.b,0.625,0.62,slip,{line},\n"
    )
    with pytest.raises(LedgerError, match=rf"errata\.csv:2: a\.b: an erratum needs its {lacks}"):
        read_errata(file)


def test_a_correction_with_a_unit_is_refused_by_id_and_line(tmp_path):
    file = tmp_path / "errata.csv"
    file.write_text(
        "claim,printed,correct,kind,reason,objection,response\na.b,0.625,62 %,slip,A slip.,None.,\n"
    )
    with pytest.raises(LedgerError, match=r"errata.csv:2: a.b: correct is '62 %'"):
        read_errata(file)


def test_an_empty_folder_is_refused(tmp_path):
    with pytest.raises(LedgerError, match=r"no transcription in .*expected claims\.csv"):
        read_claims(tmp_path)


# --- double entry ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("K = 1 - 4*FP", "K=1-4 * FP", True),
        ("(90*86)/100", "90*86/100", True),
        ("P = ((TP + FN)*(TP + FP))/n", "P = (TP + FN)*(TP + FP)/n", True),
        ("a*(b/c)", "a*b/c", False),
        ("(a + b)*c", "a + b*c", False),
        ("0.50", "0.5", False),
        ("0.5", ".5", False),
        ("f(a)", "fa", False),
        ("1 2", "12", False),
        ("very high", "veryhigh", False),
        ("((35 + 29)/100))", "((35 + 29)/100)", False),
        ("", "()", False),
        ("x_i., x_.i", "x_i.,x_.i", True),
    ],
)
def test_only_what_says_nothing_may_differ(one, other, same):
    assert say_the_same(one, other) is same
    assert say_the_same(other, one) is same


OPERATORS = st.lists(st.sampled_from(["+", "-", "*", "/"]), min_size=3, max_size=3)
SPANS = st.lists(st.sampled_from([(0, 1), (1, 2), (2, 3), (0, 2), (1, 3), (0, 3)]), max_size=2)


@given(OPERATORS, SPANS, SPANS)
def test_texts_that_say_the_same_have_the_same_value(signs, some, others):
    one, other = (bracketed(signs, spans) for spans in (some, others))
    if say_the_same(one, other):
        names = {"a": Fraction(2), "b": Fraction(3), "c": Fraction(5), "d": Fraction(7)}
        assert eval(one, dict(names)) == eval(other, dict(names))


def bracketed(signs, spans):
    """Return a, b, c, d with these signs between, and brackets around the spans."""
    opening = ["(" * sum(first == i for first, _ in spans) for i in range(4)]
    closing = [")" * sum(last == i for _, last in spans) for i in range(4)]
    parts = [f"{o}{x}{c}" for o, x, c in zip(opening, "abcd", closing, strict=True)]
    return "".join(part + sign for part, sign in zip(parts, [*signs, ""], strict=True))


def test_entries_are_compared_both_ways():
    entries = {"same": "0.5", "spelled": "(2*3)/4", "wrong": "0.25", "lost": "7", "silent": ""}
    first = [
        Claim(f"a.{name}", "p. 1", "What", text, f"claims.csv:{line}")
        for line, (name, text) in enumerate(entries.items(), start=2)
    ]
    entered = {
        "a.same": "0.5",
        "a.spelled": "2*3/4",
        "a.wrong": "0.52",
        "a.silent": "",
        "a.new": "1",
    }
    second = {name: Second(name, text, "second.csv:2") for name, text in entered.items()}
    found = compare_entries(first, second)
    assert (found.claims, found.values, found.agreeing, found.spelled_alike) == (5, 4, 2, 1)
    assert found.differing == (
        "a.new: no such claim",
        "claims.csv:4: a.wrong: '0.25', then '0.52'",
        "claims.csv:5: a.lost: '7', not entered again",
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("claim,value\n", "second.csv: columns are .*; expected claim, printed"),
        (
            "claim,printed\na.b,1\na.b,1\n",
            r"second\.csv:3: id a\.b stands already at .*second\.csv:2",
        ),
        ("claim,printed\na.b,1,2\n", "second.csv:2: wrong number of columns"),
    ],
)
def test_a_broken_second_entry_is_refused(tmp_path, text, message):
    file = tmp_path / "second.csv"
    file.write_text(text)
    with pytest.raises(LedgerError, match=message):
        read_second(file)
