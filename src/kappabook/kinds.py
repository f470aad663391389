"""What kind of claim is judged, where a document is gathered from many sources."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from kappabook.ledger import CAN_FAIL, Row
from kappabook.transcription import Claim, LedgerError, read_records

RESULT = "printed result recomputed"
INPUT = "printed input consistent"
IDENTITY = "identity derived here"
DEFINITION = "definition"
JUDGEMENT = "judgement"
# The kinds, and what the ledger says of each; the first three claim a result.
MEANINGS = {
    RESULT: "A printed result, computed or proved again.",
    INPUT: "A printed input: it fits the numbers printed with it, and nothing else was checked.",
    IDENTITY: "Derived here from the definitions; not compared with the words of its source.",
    DEFINITION: "A definition or a setting.",
    JUDGEMENT: "A judgement, stated in words.",
}
# How the locator of a claim begins whose source was not compared.
_NOT_COMPARED = ("Derived here", "Recalled")


@dataclass(frozen=True)
class Kind:
    """The kind of one claim; `source` is the file and line it was read from."""

    claim: str
    kind: str
    source: str


def read_kinds(file: Path) -> dict[str, Kind]:
    """Read the kinds of claims, by id.

    Raises
    ------
    LedgerError
        A kind that does not exist, or a claim that stands twice; with file and line.
    """
    known: dict[str, Kind] = {}
    for kind in read_records(file, Kind):
        if kind.kind not in MEANINGS:
            raise LedgerError(
                f"{kind.source}: {kind.claim}: {kind.kind!r} is no kind; "
                f"write one of {', '.join(MEANINGS)}."
            )
        if kind.claim in known:
            raise LedgerError(f"{kind.source}: {kind.claim} stands already in the file.")
        known[kind.claim] = kind
    return known


def check_kinds(claims: Iterable[Claim], kinds: Mapping[str, Kind]) -> None:
    """Raise an error for a claim without a kind, or with one that its locator contradicts.

    What is said to be printed was compared with a source; what was derived or recalled was not.
    The LedgerError names the file and line of the claim or of the kind.
    """
    unused = dict(kinds)
    for claim in claims:
        if claim.claim not in kinds:
            raise LedgerError(f"{claim.source}: {claim.claim} has no kind; add it to kinds.csv.")
        kind = unused.pop(claim.claim)
        compared = not claim.locator.startswith(_NOT_COMPARED)
        if kind.kind in (RESULT, INPUT, IDENTITY) and compared is (kind.kind == IDENTITY):
            raise LedgerError(
                f"{kind.source}: {claim.claim} is said to be a {kind.kind!r}, and its locator is "
                f"{claim.locator!r}; one of the two is wrong."
            )
        if kind.kind == INPUT and not claim.printed:
            raise LedgerError(f"{kind.source}: {claim.claim} prints no input.")
    for kind in unused.values():
        raise LedgerError(f"{kind.source}: there is no claim {kind.claim}.")


def check_verdict(row: Row, kind: Kind) -> None:
    """Raise an error where a verdict contradicts a kind: a judgement that is reproduced, say."""
    defines = kind.kind == DEFINITION
    judged = kind.kind == JUDGEMENT and row.verdict in CAN_FAIL and row.verdict != "contested"
    if defines is not (row.verdict == "definition") or judged:
        raise LedgerError(f"{kind.source}: {row.claim}, a {kind.kind}, cannot be {row.verdict!r}.")
