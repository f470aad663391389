"""What a document prints, as text, and what we say of it.

``claims.csv`` (and its tables) has what is printed; ``remarks.toml`` what we say of a claim where
that is more than "reproduced". Nothing is computed here.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import translate
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from kappabook.metrics.rounded import number
from kappabook.system.csv_lines import read_lines
from kappabook.system.files import read_text
from kappabook.system.spelling import near

# The verdicts in the order of every table; an input is no result, and no table counts it as one.
VERDICTS = {
    "reproduced": "what we compute rounds to what is printed, or the statement follows",
    "consistent": "inside what rounding or chance allows",
    "corrected": "the printed value is wrong; the right one is given, and checked",
    "contested": "stands or falls with a reading; the note has both",
    "not reproduced": "tried; the note says how",
    "unavailable": "the data are private or lost, or the picture is not in our copy",
    "input": "given by the document: a table, a setting or a definition; no result",
}
# What a verdict rests on.
EVIDENCE = {
    "computed": "computed from the printed values",
    "proved": "a proof of the printed text itself",
    "rerun": "from our own run of the experiment",
    "simulated": "from our own random draws",
    "cited": "uses a fact from elsewhere",
    "searched": "from our run, after a search over what the document does not say",
    "read": "a judgement that no computation settles; the note has for and against",
    "": "nothing was run or needed",
}
# What is wrong where the right value is given.
KINDS = {
    "claim": "what the text says",
    "slip": "how it says it: a sign, a word, a figure",
    "copy": "the copy that we read",
}
NEEDS_NOTE = {"consistent", "contested", "not reproduced", "unavailable", "searched", "read"}
RESTS_ON_NOTHING = ("unavailable", "input")

_NUMBER_IN_TEXT = re.compile(r"(?<![\w.])\d*\.?\d+(?![\w.])")
_COLUMNS = ("claim", "locator", "statement", "printed")
_MORE_COLUMNS = ("same_as", "seen")


class AuditError(ValueError):
    """Printed texts, remarks and computed values that do not fit each other."""


# --- numbers as printed -------------------------------------------------------------------------


def alterations(text: str) -> list[str]:
    """Return the text with each of its numbers moved up and down by one unit in its last digit."""
    altered = []
    for found in _NUMBER_IN_TEXT.finditer(text):
        digits = len(found[0].partition(".")[2])
        for step in (-1, 1):
            moved = float(Fraction(found[0]) + Fraction(step, 10**digits))
            altered.append(f"{text[: found.start()]}{moved:.{digits}f}{text[found.end() :]}")
    return altered


# --- what is printed ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Claim:
    """One line of a transcription; `place` is the file and line, `name` the id without the key."""

    document: str
    name: str
    locator: str
    statement: str
    printed: str
    same_as: str
    seen: str
    place: str

    @property
    def claim(self) -> str:
        """The whole id."""
        return f"{self.document}.{self.name}"


class Printed(Mapping[str, str]):
    """Printed texts of a document by claim; notes which are read."""

    def __init__(self, texts: Mapping[str, str], folder: Path) -> None:
        self._texts, self._folder = texts, folder
        self.read: set[str] = set()

    @classmethod
    def of(cls, folder: Path) -> Printed:
        """Read the printed texts of a document's folder."""
        return cls({name: claim.printed for name, claim in read_claims(folder).items()}, folder)

    def __getitem__(self, claim: str) -> str:
        if claim not in self._texts:
            raise AuditError(f"it reads {claim!r}, which is no claim{nearest(claim, self._texts)}")
        self.read.add(f"{self._folder.name}.{claim}")
        return self._texts[claim]

    def __contains__(self, claim: object) -> bool:
        return claim in self._texts

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)

    def number(self, claim: str) -> Fraction:
        """Read a printed number exactly; the error for what is none names the claim."""
        text = self[claim]
        try:
            return number(text)
        except ValueError as error:
            raise AuditError(f"{claim}: {error}") from None

    def elsewhere(self, document: str, claim: str) -> str:
        """Read what another document prints."""
        printed = Printed.of(self._folder.parent / document)
        text = printed[claim]
        self.read |= printed.read
        return text


@cache
def read_claims(folder: Path) -> Mapping[str, Claim]:
    """Read what a document prints: every CSV file in its folder, by id without the key.

    Raises
    ------
    AuditError
        Other columns, a line with more or fewer values, a quotation mark that is not closed, an
        id of another document or one that stands twice; with file and line.
    """
    claims: dict[str, Claim] = {}
    files = sorted(folder.glob("*.csv"))
    if not files:
        raise AuditError(f"no transcription in {folder.name}; expected claims.csv.")
    for file in files:
        try:
            lines = list(read_lines(file, _COLUMNS, _MORE_COLUMNS))
        except ValueError as error:
            raise AuditError(str(error)) from None
        for place, line in lines:
            key, _, name = line["claim"].partition(".")
            if key != folder.name:
                raise AuditError(f"{place}: {line['claim']}: an id here begins with {folder.name}.")
            if name in claims:
                earlier = claims[name].place
                raise AuditError(f"{place}: id {line['claim']} stands already at {earlier}.")
            first = line.get("same_as", "").removeprefix(f"{key}.")
            rest = line["locator"], line["statement"], line["printed"], first, line.get("seen", "")
            claims[name] = Claim(key, name, *rest, place)
    for claim in claims.values():
        if claim.same_as and (claim.same_as not in claims or claims[claim.same_as].same_as):
            raise AuditError(
                f"{claim.place}: {claim.name} says again {claim.same_as!r}, which is no claim, or "
                f"a repeat itself{nearest(claim.same_as, claims)}."
            )
    return claims


def matching(pattern: str, claims: Mapping[str, Claim]) -> list[str]:
    """Return the claims that a pattern matches, with ``*``, ``?`` and ``[1-3]`` as in file names.

    Repeats are left out: what holds of the claim that they repeat holds of them.
    """
    matches = re.compile(translate(pattern)).match
    return [name for name, claim in claims.items() if not claim.same_as and matches(name)]


def nearest(name: str, known: Iterable[str]) -> str:
    """Name the id that is most like an unknown one, for the end of a message."""
    similar = near(name, known, 1)
    return f"; the nearest is {similar[0]}" if similar else ""


# --- what we say of it --------------------------------------------------------------------------


class Remark(NamedTuple):
    """What is said of a claim, in words; empty where nothing is.

    `error` names what is wrong where one error makes several rows wrong; it is counted once.
    """

    verdict: str = ""
    evidence: str = ""
    kind: str = ""
    note: str = ""
    correct: str = ""
    reason: str = ""
    objection: str = ""
    response: str = ""
    error: str = ""


def read_remarks(file: Path, claims: Mapping[str, Claim]) -> Mapping[str, Remark]:
    """Read the remarks of a document, by the claims they are of.

    A remark is headed by an id or a pattern such as ``"tableA?.efe.*"``. What is said of an id
    stands before what a pattern says; two patterns may not say different things.

    Raises
    ------
    AuditError
        No TOML, an unknown word, a remark of no claim, patterns that disagree, or a remark that
        contradicts itself; with file and line.
    """
    where, text = f"{file.parent.name}/{file.name}", read_text(file)
    try:
        entries = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise AuditError(f"{where}: {error}.") from None

    def place(name: str) -> str:
        heading = re.search(rf"""^\s*\[?["']?{re.escape(name)}["']?(\]|\s*=)""", text, re.M)
        line = text.count("\n", 0, heading.end()) + 1 if heading else 1
        return f"{where}:{line}: {name}"

    said: dict[str, dict[str, tuple[str, str]]] = {}
    for name in sorted(entries, key=lambda name: name in claims):  # patterns first
        _refuse_unknown_words(place(name), entries[name])
        named = [name] if name in claims else matching(name, claims)
        if not named:
            raise AuditError(f"{place(name)} is no claim{nearest(name, claims)}.")
        for claim in named:
            known = said.setdefault(claim, {})
            for word, new in entries[name].items():
                old, earlier = known.get(word, (new, name))
                if old != new and name not in claims:
                    raise AuditError(
                        f"{place(name)} and {earlier} disagree on the {word} of {claim}."
                    )
                known[word] = new, name
    remarks = {c: Remark(**{word: text for word, (text, _) in said[c].items()}) for c in said}
    for claim, remark in remarks.items():
        if problem := _contradiction(claims[claim], remark):
            by = next(iter(said[claim].values()))[1]
            raise AuditError(f"{place(by)}: {claim}: {problem}.")
    return remarks


def _refuse_unknown_words(place: str, entry: Any) -> None:
    if not isinstance(entry, dict):
        raise AuditError(f'{place} has no heading; write ["ID"] above what is said of it.')
    for word, text in entry.items():
        if word not in Remark._fields:
            known = ", ".join(Remark._fields)
            raise AuditError(f"{place}: {word!r} is no word of a remark; there are {known}.")
        choices = {"verdict": VERDICTS, "evidence": EVIDENCE, "kind": KINDS}.get(word)
        if not isinstance(text, str) or (choices and text not in choices):
            expected = f"one of {', '.join(choices)}" if choices else "a text"
            raise AuditError(f"{place}: {word} is {text!r}; expected {expected}.")


def _contradiction(claim: Claim, remark: Remark) -> str:
    """Say what in a remark cannot be; empty if nothing is."""
    if claim.same_as:
        return f"it says again {claim.same_as}; remark on that"
    wrong = remark.correct, remark.kind, remark.reason, remark.objection
    if any(wrong) and not all(wrong):
        return "a correction needs correct, kind, reason and objection"
    if remark.correct and remark.correct == claim.printed:
        return f"the correction {remark.correct!r} is what is printed"
    if remark.verdict == "corrected" and not remark.correct:
        return "'corrected' needs the right value, as correct"
    if remark.correct and remark.verdict not in ("", "corrected"):
        return f"what has a correction is corrected, not {remark.verdict!r}"
    for word in (remark.verdict, remark.evidence):
        if word in NEEDS_NOTE and not remark.note:
            return f"{word!r} needs a note that says why"
    if remark.error and not remark.correct:
        return f"the error {remark.error!r} needs what is correct"
    if remark.evidence == "read" and remark.verdict in ("", "reproduced", "corrected"):
        return f"{remark.verdict or 'reproduced'!r} cannot rest on reading alone"
    return ""
