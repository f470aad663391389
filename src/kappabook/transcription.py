"""What the documents print: claims and errata as text, and what the digits of a number say."""

from __future__ import annotations

import ast
import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from kappabook.files import read_text
from kappabook.printed import KINDS, AuditError, number

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

# The names that documents use which are not rewritten yet.
LedgerError, read_number = AuditError, number

_NUMBER = re.compile(r"[+-]?(\d+/0*[1-9]\d*|\d*\.?\d+)")
# A number with a decimal or thousands comma, a unit, what follows a plus-minus sign; or n/0.
_NUMBER_SPOILED = re.compile(
    r"\s*[+±-]?\d[\d,]*(\.\d+)?(\s*([^\W\d_]+|[%‰°$€£]|±.*))?\s*|[+-]?\d+/0+"
)
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_BLANKS = re.compile(r"(?<!\w)\s+|\s+(?!\w)")


def document_of(claim: str) -> str:
    """Return the key of the document: the first part of a claim's id."""
    return claim.partition(".")[0]


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
        """Key of the document."""
        return document_of(self.claim)


@dataclass(frozen=True)
class Erratum:
    """A printed text that is wrong or damaged, the right one, and what can be said against that.

    `kind` is one of `KINDS`. `response` is what the authors answer, in their own words; empty if
    they have not.
    """

    claim: str
    printed: str
    correct: str
    kind: str
    reason: str
    objection: str
    response: str
    source: str


# --- numbers as printed -----------------------------------------------------------------------


def misprints(text: str) -> list[str]:
    """Return other texts for one without numbers: signs exchanged, letters turned, one more.

    A check that says yes to any of them does not read the text.

    Examples
    --------
    >>> misprints("a + b")
    ['a - b', 'b + a', 'a + bx']
    """
    signs = text.translate(str.maketrans("+-*/<>", "-+/*><"))
    return [other for other in (signs, text[::-1], f"{text}x") if other != text]


# --- files ------------------------------------------------------------------------------------

Record = TypeVar("Record", bound="DataclassInstance")


def read_claims(folder: Path) -> list[Claim]:
    """Read all claims of one document: every CSV file in its folder, in order of name."""
    files = sorted(folder.glob("*.csv"))
    if not files:
        raise LedgerError(f"no transcription in {folder.name}; expected claims.csv.")
    return list(by_claim(claim for file in files for claim in read_records(file, Claim)).values())


def read_errata(file: Path) -> list[Erratum]:
    """Read the errata of all documents.

    Raises
    ------
    LedgerError
        An erratum of no kind, without a reason, or without the strongest objection to it.
    """
    errata = read_records(file, Erratum)
    for erratum in errata:
        if erratum.kind not in KINDS:
            raise LedgerError(
                f"{erratum.source}: {erratum.claim}: {erratum.kind!r} is none of "
                f"{', '.join(KINDS)}."
            )
        for name in ("reason", "objection"):
            if not getattr(erratum, name).strip():
                raise LedgerError(
                    f"{erratum.source}: {erratum.claim}: an erratum needs its {name}."
                )
    return errata


def read_records(file: Path, record: type[Record]) -> list[Record]:
    """Read a CSV file whose columns are the fields of a record, all but the last.

    The last field of a record is where it was read: file and line. Errors are those of
    `read_lines`; a number with a unit and the like is one too.
    """
    *columns, place = [field.name for field in fields(record)]
    return [_record(record, {**line, place: at}) for at, line in read_lines(file, columns)]


def read_lines(file: Path, columns: Sequence[str]) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the lines of a CSV file that has these columns, each with its place: file and line.

    Raises
    ------
    LedgerError
        Other columns, a line with more or fewer values, a quotation mark that is not closed, a
        character that cannot be printed; with file and line.
    """
    where = f"{file.parent.name}/{file.name}"
    reader = csv.DictReader(StringIO(read_text(file)), strict=True)
    begins = 1
    try:
        if reader.fieldnames != list(columns):
            found = f"columns are {reader.fieldnames}" if reader.fieldnames else "is empty"
            raise LedgerError(f"{where}: {found}; expected {', '.join(columns)}.")
        begins += 1
        for line in reader:
            at = f"{where}:{reader.line_num}"
            # A line too long has the key None, one too short has values None.
            if None in line or None in line.values():
                raise LedgerError(f"{at}: wrong number of columns; quote values that hold a comma.")
            if strange := _UNPRINTABLE.search("".join(line.values())):
                raise LedgerError(
                    f"{at}: the character {strange[0]!r} cannot be printed; remove it."
                )
            yield at, line
            begins = reader.line_num + 1
    except csv.Error as error:
        raise LedgerError(
            f"{where}:{begins}: {error}; close each quotation mark, and double those inside."
        ) from None


def _record(record: type[Record], values: Mapping[str, str]) -> Record:
    where = list(values.values())[-1]
    for column in ("printed", "correct"):
        text = values.get(column, "")
        if _NUMBER_SPOILED.fullmatch(text) and not _NUMBER.fullmatch(text):
            raise LedgerError(
                f"{where}: {values['claim']}: {column} is {text!r}; write the number alone, "
                "with a point and without unit or blanks, such as 0.474."
            )
    return cast(Record, cast(Any, record)(**values))


# --- double entry -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Comparison:
    """A transcription beside a second, independent one."""

    claims: int
    values: int
    agreeing: int
    spelled_alike: int
    differing: tuple[str, ...]

    @property
    def counts(self) -> tuple[int, int, int]:
        """How many values there are, agree, and differ."""
        return self.values, self.agreeing, len(self.differing)


@dataclass(frozen=True)
class Second:
    """A claim's printed text, entered a second time; `source` is the file and line."""

    claim: str
    printed: str
    source: str


Stated = TypeVar("Stated", Claim, Erratum, Second)


def by_claim(records: Iterable[Stated]) -> dict[str, Stated]:
    """Map the id of a claim to its record; an id that stands twice is an error with both places."""
    known: dict[str, Stated] = {}
    for record in records:
        if record.claim in known:
            earlier = known[record.claim].source
            raise LedgerError(f"{record.source}: id {record.claim} stands already at {earlier}.")
        known[record.claim] = record
    return known


def read_second(file: Path) -> dict[str, Second]:
    """Read a second transcription, by claim: a CSV file with the columns claim and printed.

    Errors are those of `read_lines` and `by_claim`.
    """
    return by_claim(read_records(file, Second))


def compare_entries(claims: Iterable[Claim], entered: Mapping[str, Second]) -> Comparison:
    """Compare a transcription with a second one, value by value.

    Parameters
    ----------
    claims : iterable of Claim
        The first transcription.
    entered : mapping of str to Second
        The second, by claim id. A claim that only one of them has differs.

    Returns
    -------
    Comparison
        `values` counts the claims with a printed text; `differing` has one line per difference.
    """
    first = {claim.claim: claim for claim in claims}
    differing = [f"{name}: no such claim" for name in entered if name not in first]
    values = agreeing = alike = 0
    for name, claim in first.items():
        if name not in entered:
            values += bool(claim.printed)
            differing.append(f"{claim.source}: {name}: {claim.printed!r}, not entered again")
            continue
        second = entered[name].printed
        values += bool(claim.printed or second)
        if not say_the_same(claim.printed, second):
            differing.append(f"{claim.source}: {name}: {claim.printed!r}, then {second!r}")
        elif second:
            agreeing += 1
            alike += _unspaced(claim.printed) == _unspaced(second)
    return Comparison(len(first), values, agreeing, alike, tuple(differing))


def say_the_same(one: str, other: str) -> bool:
    """Compare two printed texts but for what says nothing: blanks, redundant parentheses.

    Parentheses are redundant when both texts are expressions of the same structure and, without
    any, the same characters: ``(90*86)/100`` is ``90*86/100``, but ``0.50`` is not ``0.5``.
    """
    one, other = _unspaced(one), _unspaced(other)
    if one == other:
        return True
    return _without_parentheses(one) == _without_parentheses(other) and (
        _structure(one) is not None and _structure(one) == _structure(other)
    )


def _unspaced(text: str) -> str:
    """Drop blanks beside a sign; the copies differ in them. Between two words one blank stays."""
    return " ".join(_BLANKS.sub("", text).split())


def _without_parentheses(text: str) -> str:
    return text.replace("(", "").replace(")", "")


def _structure(text: str) -> str | None:
    try:
        return ast.dump(ast.parse(text))
    except SyntaxError:
        return None
