"""Publications that the documents cite: year, volume and pages, as others give them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kappabook.ledger import Finding, Proof


@dataclass(frozen=True)
class Record:
    """One publication: what identifies it, as another source prints it, and which source."""

    text: str
    seen: str


# Key: first author and the year that the documents print. Texts as in the transcriptions: year,
# volume and pages, or year and what else a list of references gives.
RECORDS: Mapping[str, Record] = {
    "bendavid2007": Record("2007, 20, 875-885", "the head of the paper itself"),
    "cicchetti1990": Record(
        "1990, 43, 543-558",
        "our list of critics, partly recalled, which has two parts: 543-549 (Feinstein and "
        "Cicchetti) and 551-558 (Cicchetti and Feinstein)",
    ),
    "cohen1960": Record("1960, 37-46", "our list of critics, which also gives the volume, 20"),
    "cohen1960-author": Record(
        "Cohen, J., 1960. A coefficient of agreement", "our list of critics"
    ),
    "demsar2006": Record("2006, 7, 1-30", "the head of the article"),
    "hand2001": Record("2001, 45, 171-186", "the publisher's page"),
    "lim2000": Record("2000, 40, 203-228", "the head of the article"),
    "maclure1987": Record("1987, 126, 161-169", "another author's list of references"),
    "mossman1999": Record("1999, 19, 78-89", "the entry in PubMed"),
    "provost1997": Record("Third", "the list of references of Hand and Till (2001)"),
    "provost1998": Record(
        "1998, 15th", "other lists, where that of 1997 is the 14th; counted on, one a year"
    ),
    "provost1998-title": Record("for comparing induction algorithms", "the head of the paper"),
    "provost1998-author": Record("Kohavi", "the head of the paper"),
    "provost2001": Record("2001, 42, 203-231", "the publisher's page"),
    "srinivasan1999": Record("1999, PRG-TR-2-99", "another author's list of references"),
    "thompson1988": Record("1988, 41, 949-958", "another author's list of references"),
}


def as_recorded(key: str, *, damaged: bool = False) -> Finding:
    """Compare what a document prints of a publication with what another source gives."""
    record = RECORDS[key]
    said = Proof(_is, record.text, (record.text,))
    return Finding(said, "external", f"Compared with {record.seen}.", damaged=damaged)


def _is(printed: str, recorded: str) -> bool:
    return printed == recorded
