"""References: complete, said how they were seen, and each cited by a claim."""

import pytest

from kappabook.references import check_citations, cited, read_references
from kappabook.transcription import Claim, LedgerError

HEAD = "key,authors,year,title,source,identifier,seen\n"
COHEN = "cohen1960,Cohen,1960,A coefficient,EPM 20,10.1177/1,second-hand: a textbook\n"


def write(folder, *lines):
    file = folder / "references.csv"
    file.write_text(HEAD + "".join(lines))
    return file


def claim(name):
    return Claim(name, "p. 1", "A statement", "", "critics/claims.csv:7")


def test_reads_by_key_with_the_place(tmp_path):
    (reference,) = read_references(write(tmp_path, COHEN)).values()
    assert (reference.key, reference.year, reference.first_hand) == ("cohen1960", "1960", False)
    assert reference.place.endswith("references.csv:2")
    assert str(reference) == "Cohen (1960). A coefficient. EPM 20. 10.1177/1."


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (COHEN.replace("1960,A", ",A"), r"references\.csv:2: cohen1960: year is ''"),
        (COHEN.replace("1960,A", "60,A"), r"references\.csv:2: cohen1960: year is '60'"),
        (COHEN.replace("10.1177/1", ""), r"references\.csv:2: cohen1960: no identifier"),
        (COHEN.replace("10.1177/1", " "), r"references\.csv:2: cohen1960: no identifier"),
        (COHEN.replace("Cohen,", ","), r"references\.csv:2: cohen1960: no authors"),
        (COHEN.replace("cohen1960", ""), r"references\.csv:2: a reference without key: no key"),
        (COHEN.replace("second-hand: a textbook", "read"), r":2: cohen1960: seen is 'read'"),
        (COHEN.replace(": a textbook", ""), r":2: cohen1960: seen is 'second-hand'"),
        (COHEN.replace(",10.1177/1", ""), r"references\.csv:2: wrong number of columns"),
    ],
)
def test_an_incomplete_reference_is_refused_by_line(tmp_path, line, message):
    with pytest.raises(LedgerError, match=message):
        read_references(write(tmp_path, line))


def test_a_reference_stands_once(tmp_path):
    with pytest.raises(LedgerError, match=r"references\.csv:3: cohen1960 stands already at .*:2"):
        read_references(write(tmp_path, COHEN, COHEN))


def test_the_second_part_of_an_id_is_the_source():
    assert cited(claim("critics.cohen1960.kappa-max")) == "cohen1960"
    assert cited(claim("critics.kappa")) == ""


def test_a_claim_without_a_source_is_named_with_its_line(tmp_path):
    known = read_references(write(tmp_path, COHEN))
    check_citations([claim("critics.cohen1960.kappa")], known)
    for name in ("critics.cohen1961.kappa", "critics.kappa"):
        with pytest.raises(LedgerError, match=rf"critics/claims\.csv:7: {name} cites"):
            check_citations([claim("critics.cohen1960.kappa"), claim(name)], known)


def test_a_source_without_a_claim_is_named_with_its_line(tmp_path):
    known = read_references(write(tmp_path, COHEN, COHEN.replace("cohen1960", "cohen1968")))
    with pytest.raises(LedgerError, match=r"references\.csv:3: no claim is taken from cohen1968"):
        check_citations([claim("critics.cohen1960.kappa")], known)
