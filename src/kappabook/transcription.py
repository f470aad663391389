"""What the documents print: claims and errata as text, and what the digits of a number say."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from pathlib import Path
from typing import TypeVar

_NUMBER = re.compile(r"[+-]?(\d+/\d+|\d*\.?\d+)")
_NUMBER_IN_TEXT = re.compile(r"(?<![\w.])\d*\.?\d+(?![\w.])")


class LedgerError(ValueError):
    """A transcription, a check or an erratum that does not fit the others."""


@dataclass(frozen=True)
class Claim:
    """One checkable statement of a document.

    `printed` is text: a number alone (so its decimals are known), an equation in a form that
    sympy parses, or nothing when the statement has no number of its own. `source` is the file
    and line it was read from.
    """

    claim: str
    locator: str
    statement: str
    printed: str
    source: str

    @property
    def document(self) -> str:
        """Key of the document: the first part of the claim's id."""
        return self.claim.partition(".")[0]


@dataclass(frozen=True)
class Erratum:
    """A printed text that is wrong or damaged, and the right one."""

    claim: str
    printed: str
    correct: str
    reason: str
    source: str


# --- numbers as printed -----------------------------------------------------------------------


def read_number(printed: str) -> Fraction:
    """Read a printed number exactly.

    Raises
    ------
    LedgerError
        It is no plain number: a comma, a unit, a plus-minus sign, or nothing.
    """
    if not _NUMBER.fullmatch(printed):
        raise LedgerError(
            f"printed value {printed!r} is no number; write the number alone, such as 0.474."
        )
    return Fraction(printed)


def half_unit(printed: str) -> Fraction:
    """Half a unit of the last printed digit; zero for a printed fraction such as 1/3."""
    if "/" in printed:
        return Fraction(0)
    return Fraction(1, 2 * 10 ** len(printed.partition(".")[2]))


def alterations(printed: str) -> list[str]:
    """Return the text with each of its numbers moved up and down by one unit in its last digit."""
    altered = []
    for match in _NUMBER_IN_TEXT.finditer(printed):
        digits = len(match[0].partition(".")[2])
        for step in (-1, 1):
            moved = Fraction(match[0]) + Fraction(step, 10**digits)
            altered.append(
                f"{printed[: match.start()]}{float(moved):.{digits}f}{printed[match.end() :]}"
            )
    return altered


# --- files ------------------------------------------------------------------------------------

Record = TypeVar("Record", Claim, Erratum)


def read_claims(folder: Path) -> list[Claim]:
    """Read all claims of one document: every CSV file in its folder, in order of name."""
    files = sorted(folder.glob("*.csv"))
    if not files:
        raise LedgerError(f"no transcription in {folder.name}; expected claims.csv.")
    return [claim for file in files for claim in _read(file, Claim)]


def read_errata(file: Path) -> list[Erratum]:
    """Read the errata of all documents."""
    return _read(file, Erratum)


def _read(file: Path, record: type[Record]) -> list[Record]:
    columns = [field.name for field in fields(record) if field.name != "source"]
    with file.open(newline="", encoding="utf-8") as stream:
        reader = csv.DictReader(stream, strict=True)
        if reader.fieldnames != columns:
            raise LedgerError(
                f"{file.name}: columns are {reader.fieldnames}; expected {', '.join(columns)}."
            )
        return [
            _record(record, line, f"{file.parent.name}/{file.name}:{reader.line_num}")
            for line in reader
        ]


def _record(record: type[Record], line: Mapping[str, str], source: str) -> Record:
    if None in line or None in line.values():
        raise LedgerError(f"{source}: wrong number of columns; quote values that hold a comma.")
    return record(**line, source=source)
