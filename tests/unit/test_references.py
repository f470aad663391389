"""References: complete, said how they were seen, and each cited by a claim."""

import pytest

from kappabook.references import check_citations, cited, read_references
from kappabook.transcription import Claim, LedgerError

HEAD = "key,authors,year,title,source,identifier,seen\n"
COHEN = "cohen1960,Cohen,1960,A coefficient,EPM 20,10.1177/1,quotation: a textbook\n"


def write(folder, *lines):
    file = folder / "references.csv"
    file.write_text(HEAD + "".join(lines))
    return file


def claim(name):
    return Claim(name, "p. 1", "A statement", "", "critics/claims.csv:7")


def test_reads_by_key_with_the_place(tmp_path):
    (reference,) = read_references(write(tmp_path, COHEN)).values()
    assert (reference.key, reference.year, reference.seen_as) == ("cohen1960", "1960", "quotation")
    assert reference.how_seen == "We know its source from a quotation: a textbook."
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
        (COHEN.replace("quotation: a textbook", "read"), r":2: cohen1960: seen is 'read'"),
        (COHEN.replace(": a textbook", ""), r":2: cohen1960: seen is 'quotation'"),
        (COHEN.replace(" a textbook", " "), r":2: cohen1960: seen is 'quotation: '"),
        (COHEN.replace(",10.1177/1", ""), r"references\.csv:2: wrong number of columns"),
    ],
)
def test_an_incomplete_reference_is_refused_by_line(tmp_path, line, message):
    with pytest.raises(LedgerError, match=message):
        read_references(write(tmp_path, line))


@pytest.mark.parametrize(
    ("seen", "sentence"),
    [
        ("full text", "We read its source in full."),
        ("abstract: with Table 3", "Of its source we read the abstract: with Table 3."),
        ("not seen", "We did not see its source."),
    ],
)
def test_says_how_it_was_seen(tmp_path, seen, sentence):
    line = COHEN.replace("quotation: a textbook", seen)
    assert read_references(write(tmp_path, line))["cohen1960"].how_seen == sentence


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
