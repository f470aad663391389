"""Sensitivity: every printed number is altered, and the ledger must notice.

A ledger that does not notice protects nothing. The outcome is kept until something changes that
it rests on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import astuple, dataclass, fields
from pathlib import Path

from kappabook import papers
from kappabook.checkout import printed_folder
from kappabook.checks import Audit
from kappabook.printed import alterations
from kappabook.transcription import document_of, read_lines
from kappabook.workbook.cache import cached, fingerprint


@dataclass(frozen=True)
class Alteration:
    """A printed number moved by one unit in its last digit, and whether the ledger noticed."""

    claim: str
    printed: str
    altered: str
    noticed: bool


def sensitivity(audit: Audit) -> list[Alteration]:
    """Alter every printed number of a document in turn, two alterations for each.

    Noticed means: some verdict changes, or a check fails.
    """
    return [
        Alteration(name, claim.printed, text, audit.notices(name, text))
        for name, claim in audit.claims.items()
        for text in alterations(claim.printed)
    ]


def alterations_of(key: str, say: Callable[[str], None] | None = None) -> list[Alteration]:
    """Return the alterations of one document: as kept if nothing changed, else anew.

    `say` is told when it will take a while.
    """

    def alter() -> list[tuple[object, ...]]:
        if say:
            say(f"{key}: altering every printed number")
        return list(map(astuple, sensitivity(papers.audit(key))))

    found = cached(f"sensitivity/{key}.json", fingerprint(key), alter)
    return [Alteration(*values) for values in found]  # type: ignore[arg-type]


# --- counts -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sensitivity:
    """How many alterations of one document were tried and noticed, and how many claims exempt."""

    document: str
    altered: int
    noticed: int
    exempt: int

    @classmethod
    def of(cls, key: str, tried: list[Alteration]) -> Sensitivity:
        """Count the alterations of one document."""
        noticed = sum(alteration.noticed for alteration in tried)
        return cls(key, len(tried), noticed, len(exempt(key)))


def exempt(key: str) -> dict[str, str]:
    """Return the claims of one document that no single digit decides, with the reason."""
    lines = read_lines(printed_folder() / "insensitive.csv", ("claim", "reason"))
    return {line["claim"]: line["reason"] for _, line in lines if document_of(line["claim"]) == key}


def exempt_reasons() -> Counter[str]:
    """Count the exempt claims of all documents by reason."""
    return Counter(reason for key in papers.PAPERS for reason in exempt(key).values())


def record() -> Path:
    """Return the file that keeps the counts of all documents, for readers."""
    return printed_folder() / "sensitivity.csv"


def read_record() -> list[Sensitivity]:
    """Read the counts that are kept; a test computes them anew."""
    return [
        Sensitivity(line.pop("document"), **{name: int(n) for name, n in line.items()})
        for _, line in read_lines(record(), [field.name for field in fields(Sensitivity)])
    ]


def as_csv(counts: Iterable[Sensitivity]) -> str:
    """Write counts as a CSV file has them."""
    lines = [[field.name for field in fields(Sensitivity)], *map(astuple, counts)]
    return "".join(",".join(map(str, line)) + "\n" for line in lines)
