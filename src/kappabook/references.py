"""The literature that a document's claims are taken from: who, when, where, and how it was seen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from kappabook.transcription import Claim, LedgerError, read_records

# How much of a publication was seen, and how the ledger says so.
SEEN = {
    "full text": "We read its source in full",
    "abstract": "Of its source we read the abstract",
    "quotation": "We know its source from a quotation",
    "not seen": "We did not see its source",
}
_SEEN = re.compile(rf"({'|'.join(SEEN)})(: (\S.*))?")


@dataclass(frozen=True)
class Reference:
    """One publication.

    `identifier` finds it: a DOI, an ISBN, or a volume and page. `seen` says how much of it was
    seen, a key of `SEEN`, and what else is to be said (``quotation: `` and where). `place` is the
    file and line it was read from.
    """

    key: str
    authors: str
    year: str
    title: str
    source: str
    identifier: str
    seen: str
    place: str

    @property
    def seen_as(self) -> str:
        """How much of the publication was seen: a key of `SEEN`."""
        return self.seen.partition(":")[0]

    @property
    def how_seen(self) -> str:
        """How the publication was seen, as a sentence."""
        sentence, *detail = SEEN[self.seen_as], *self.seen.split(": ", 1)[1:]
        return ": ".join((sentence, *detail)) + "."

    def __str__(self) -> str:
        return f"{self.authors} ({self.year}). {self.title}. {self.source}. {self.identifier}."


def read_references(file: Path) -> dict[str, Reference]:
    """Read the references by key.

    A reference that stands twice, without authors, year, title or identifier, or that does not
    say how it was seen, raises LedgerError with file and line.
    """
    known: dict[str, Reference] = {}
    for reference in read_records(file, Reference):
        _refuse_incomplete(reference)
        if reference.key in known:
            earlier = known[reference.key].place
            raise LedgerError(f"{reference.place}: {reference.key} stands already at {earlier}.")
        known[reference.key] = reference
    return known


def cited(claim: Claim) -> str:
    """Return the key of the reference that a claim is taken from: the second part of its id."""
    parts = claim.claim.split(".")
    return parts[1] if len(parts) > 2 else ""


def check_citations(claims: Iterable[Claim], references: Mapping[str, Reference]) -> None:
    """Raise an error for a claim without a source, and for a source without a claim.

    The LedgerError names the file and line of the claim or of the reference.
    """
    unused = set(references)
    for claim in claims:
        key = cited(claim)
        if key not in references:
            raise LedgerError(
                f"{claim.source}: {claim.claim} cites {key!r}, which is no key of "
                "references.csv; add the reference, or name one that is there."
            )
        unused.discard(key)
    for key in sorted(unused):
        raise LedgerError(f"{references[key].place}: no claim is taken from {key}.")


def _refuse_incomplete(reference: Reference) -> None:
    where = f"{reference.place}: {reference.key or 'a reference without key'}"
    for field in ("key", "authors", "title", "source", "identifier"):
        if not getattr(reference, field).strip():
            raise LedgerError(f"{where}: no {field}; every reference needs one.")
    if not re.fullmatch(r"1[89]\d\d|20\d\d", reference.year):
        raise LedgerError(f"{where}: year is {reference.year!r}; give four digits, such as 1960.")
    seen = _SEEN.fullmatch(reference.seen)
    if not seen or (seen[1] == "quotation" and not seen[3]):
        raise LedgerError(
            f"{where}: seen is {reference.seen!r}; write 'full text', 'abstract', "
            "'quotation: ' and where, or 'not seen'."
        )
