"""The list of references, as far as other sources at hand say what is right."""

from __future__ import annotations

from collections.abc import Mapping

from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Number, Proof, Unjudged
from kappabook.papers.shared.bibliography import RECORDS, as_recorded

# Where one letter or digit is off and no reader is in doubt.
_DAMAGED = ("cohen1960-author", "provost1998-author", "provost2001")
_ORDINALS = {14: "Fourteenth", 15: "Fifteenth", 16: "Sixteenth", 17: "Seventeenth"}


@check(*(f"references.{key}" for key in RECORDS))
def publications() -> Findings:
    """Compare year, volume and pages with what other sources print."""
    for key in RECORDS:
        yield f"references.{key}", as_recorded(key, damaged=key in _DAMAGED)


@check("references.margineantu1997*", "references.cook1998", "references.heckerling2001")
def others(printed: Mapping[str, str]) -> Findings:
    """Check the reference that mixes two publications, and name those that we cannot check."""
    year_of_15th, _ = printed["bendavid2008.references.provost1998"].split(", ")
    number = 15 + 2000 - int(year_of_15th)
    place = Proof(_is_at, "of 2000", (number, "583-590"))
    yield "references.margineantu1997", Finding(place, "external", _BOOTSTRAP)
    yield (
        "references.margineantu1997-year",
        Finding(Number(1997), "external", _YEAR, "contested"),
    )
    for key, note in (("cook1998", _COOK), ("heckerling2001", _HECKERLING)):
        lost = Unjudged("not found")
        yield f"references.{key}", Finding(lost, "external", note, "not reproduced")


_BOOTSTRAP = (
    "Compared with a catalogue that has its year and pages, and another that has its year; the "
    "conferences, one a year, are counted from the 15th, of 1998, in the same list."
)
_YEAR = (
    "For: the same authors wrote on kappa in 1997, in Pruning adaptive boosting (14th conference, "
    "pages 211-218), and what the 2007 paper says of the source, kappa for pruning, fits that "
    "paper. Against: the title and, but for a page, the pages are those of a paper of 2000."
)
_COOK = "A page of the publisher has article and author, but not the pages of the edition of 1998."
_HECKERLING = "Neither the journal's page nor another list of references is at hand."


def _is_at(text: str, conference: int, pages: str) -> bool:
    return text == f"{_ORDINALS.get(conference)}, {pages}"
