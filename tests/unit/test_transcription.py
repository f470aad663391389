from fractions import Fraction

import pytest

from kappabook.transcription import (
    LedgerError,
    alterations,
    half_unit,
    read_claims,
    read_number,
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


@pytest.mark.parametrize("printed", ["", "0,474", "47.4 %", "±0.1", "nan", "1e-3", "about 2"])
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


def test_reads_claims_with_their_place(tmp_path):
    (claim,) = read_claims(write(tmp_path, HEAD + 'a.b,"p. 1, l. 2",What,0.5\n'))
    assert (claim.document, claim.locator, claim.printed) == ("a", "p. 1, l. 2", "0.5")
    assert claim.source.endswith("claims.csv:2")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("claim,printed\n", "expected claim, locator, statement, printed"),
        (HEAD + "a.b,p. 1,What\n", "claims.csv:2: wrong number of columns"),
        (HEAD + "a.b,p. 1,What,0.5,6\n", "claims.csv:2: wrong number of columns"),
    ],
)
def test_a_broken_file_is_refused_by_line(tmp_path, text, message):
    with pytest.raises(LedgerError, match=message):
        read_claims(write(tmp_path, text))


def test_an_empty_folder_is_refused(tmp_path):
    with pytest.raises(LedgerError, match=r"no transcription in .*expected claims\.csv"):
        read_claims(tmp_path)
