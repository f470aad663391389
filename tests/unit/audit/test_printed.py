"""What is printed, as text: altered digits, and files that cannot be read."""

import pytest

from kappabook.audit.printed import AuditError, Printed, alterations, read_claims

HEAD = "claim,locator,statement,printed\n"
LINE = HEAD + "toy.b,p. 1,What,5\n"


def test_each_number_is_moved_by_one_unit_in_its_last_digit():
    assert alterations("0.50") == ["0.49", "0.51"]
    assert alterations("1/3") == ["0/3", "2/3", "1/2", "1/4"]
    assert alterations("TP = 0.5*K + FP") == ["TP = 0.4*K + FP", "TP = 0.6*K + FP"]
    assert alterations("P_0 = TP + TN") == []


# --- files --------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "toy").mkdir()
    return tmp_path / "toy"


def test_a_claim_knows_its_place(folder):
    (folder / "claims.csv").write_text(HEAD + 'toy.b.c,"p. 1, l. 2",What,0.5\n')
    (claim,) = read_claims(folder).values()
    assert (claim.document, claim.name, claim.claim) == ("toy", "b.c", "toy.b.c")
    assert (claim.locator, claim.printed, claim.place) == ("p. 1, l. 2", "0.5", "toy/claims.csv:2")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "",
            r"toy/claims\.csv: columns are none; expected claim, locator, statement, printed, and",
        ),
        ("claim,printed\n", r"toy/claims\.csv: columns are claim, printed; expected claim, loc"),
        (HEAD.strip() + ",note\n", r"columns are .*, note; expected .*, and perhaps same_as, seen"),
        (HEAD + "toy.b,p. 1,What\n", "claims.csv:2: wrong number of values"),
        (HEAD + "toy.b,p. 1,What,0.5,6\n", "claims.csv:2: wrong number of values"),
        (
            LINE + 'toy.c,1,"What,6\ntoy.d,p. 2,No,7\n',
            r"claims\.csv:3: unexpected end .* quotation",
        ),
        (LINE + 'toy.c,p. 1,"What" is,6\n', r"claims\.csv:3: .*; close each quotation mark"),
        (LINE + "toy.c,p. 1,Wh\0at,6\n", r"claims\.csv:3: the character '\\x00' cannot be printed"),
        (
            LINE + "toy.c,1,So,6\ntoy.b,2,No,7\n",
            r":4: id toy\.b stands already at toy/claims\.csv:2",
        ),
        (LINE + "other.a,1,Two,2\n", r"claims\.csv:3: other\.a: an id here begins with toy\."),
    ],
)
def test_a_broken_file_is_refused_by_line(folder, text, message):
    (folder / "claims.csv").write_text(text)
    with pytest.raises(AuditError, match=message):
        read_claims(folder)


def test_an_id_stands_once_in_all_files_of_a_document(folder):
    for name in ("claims.csv", "tables.csv"):
        (folder / name).write_text(LINE)
    with pytest.raises(AuditError, match=r"tables\.csv:2: id toy\.b stands already at .*claims"):
        read_claims(folder)


def test_bytes_of_another_encoding_are_named_with_their_line(folder):
    """Deep in a file, too: it is not read piece by piece."""
    lines = [f"toy.{number},p. 1,What,1\n".encode() for number in range(2000)]
    text = HEAD.encode() + b"".join(lines) + b"toy.b,p. 1,Na\xefve,6\n"
    (folder / "claims.csv").write_bytes(text)
    with pytest.raises(ValueError, match=r"claims\.csv:2002: the byte 0xef is not UTF-8; save"):
        read_claims(folder)


def test_an_empty_folder_is_refused(folder):
    with pytest.raises(AuditError, match=r"no transcription in toy; expected claims\.csv"):
        read_claims(folder)


def test_a_text_that_is_read_as_a_number_and_is_none_is_named(folder):
    with pytest.raises(AuditError, match=r"^tp: printed value '0,4' is no number"):
        Printed({"tp": "0,4"}, folder).number("tp")
