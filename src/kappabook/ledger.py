"""The ledger: a printed claim and a computed value make a verdict.

This module knows the rules, not the papers: what is computed comes from ``kappabook.papers``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from functools import partial
from types import FunctionType
from typing import Any, Protocol, TypeVar

from kappabook.transcription import (
    Claim,
    Erratum,
    LedgerError,
    half_unit,
    read_number,
)

# The verdicts, in the order of every table, and what each means.
MEANINGS = {
    "reproduced": "what we compute rounds to what is printed, or the statement follows",
    "definition": "gives something a name; there is nothing to prove",
    "corrected": "the printed value is wrong; the right one is given, and checked",
    "typographic": "damaged text whose meaning is certain",
    "recovered": "reproduced after a search over what the document does not say; "
    "the note counts the tries",
    "consistent": "inside what rounding or chance allows",
    "contested": "depends on a reading; the note has both",
    "not reproduced": "tried; the note says how",
    "unavailable": "the data are private or lost, or the picture is not in our copy",
}
VERDICTS = tuple(MEANINGS)
# What a verdict may rest on.
GROUNDS = {
    "proved": "from the printed values alone",
    "external": "uses a fact from elsewhere",
    "inferred": "a cause that fits; another may too",
    "rerun": "from our own run of the experiment",
    "simulation": "from our own random draws",
}
EVIDENCE = tuple(GROUNDS)

# Verdicts that a check must explain in its note: what was tried, how many, for and against.
EXPLAINED = ("recovered", "consistent", "contested", "not reproduced", "unavailable")
# Of those, the ones that no printed digit decides.
UNDECIDED = ("not reproduced", "unavailable")


class Computed(Protocol):
    """What a check computed: it can be shown, and asked whether a printed text agrees."""

    def agrees(self, printed: str) -> bool:
        """Say whether the printed text is what was computed."""
        ...


@dataclass(frozen=True)
class Number:
    """A computed number; it agrees within half a unit of the last printed digit."""

    value: float | Fraction

    def agrees(self, printed: str) -> bool:
        """Compare as exact fractions; a printed fraction such as 1/3 must be met exactly."""
        return abs(Fraction(self.value) - read_number(printed)) <= half_unit(printed)

    def __str__(self) -> str:
        short = f"{float(self.value):.6g}"
        if isinstance(self.value, Fraction) and Fraction(short) != self.value:
            return f"{self.value} = {short}"
        return short


@dataclass(frozen=True)
class Interval:
    """All values that rounded inputs or a random experiment allow."""

    low: float | Fraction
    high: float | Fraction

    def agrees(self, printed: str) -> bool:
        """Agree when a value that rounds to the printed one lies inside."""
        value, slack = read_number(printed), half_unit(printed)
        return Fraction(self.low) - slack <= value <= Fraction(self.high) + slack

    def __str__(self) -> str:
        return f"[{float(self.low):.6g}, {float(self.high):.6g}]"


@dataclass(frozen=True)
class Statement:
    """A statement without a number of its own: it holds or it does not."""

    holds: bool
    shown: str = ""

    def agrees(self, printed: str) -> bool:
        """Agree when the statement holds; there is nothing printed to compare."""
        return self.holds and printed == ""

    def __str__(self) -> str:
        return self.shown or ("holds" if self.holds else "does not hold")


@dataclass(frozen=True, eq=False)
class Proof:
    """A printed text, such as an equation, judged by a proof of that very text.

    Two proofs are equal when they run the same code with equal arguments: checks make their
    functions anew each time, and a proof is long.
    """

    of: Callable[[str], bool]
    shown: str

    def agrees(self, printed: str) -> bool:
        """Run the proof on the printed text."""
        return self.of(printed)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Proof):
            return NotImplemented
        return self.shown == other.shown and _same(self.of, other.of)

    def __hash__(self) -> int:
        return hash(self.shown)

    def __str__(self) -> str:
        return self.shown


def _same(one: Any, other: Any) -> bool:
    """Say whether two values are surely the same; a function is its code and what it holds."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, partial):
        return _same((one.func, one.args, one.keywords), (other.func, other.args, other.keywords))
    if isinstance(one, FunctionType):
        return one.__code__ is other.__code__ and _same(_held(one), _held(other))
    if isinstance(one, dict):
        return list(one) == list(other) and _same(list(one.values()), list(other.values()))
    if isinstance(one, tuple | list):
        return len(one) == len(other) and all(map(_same, one, other))
    try:
        return bool(one == other)
    except (ValueError, TypeError):  # arrays: not worth a look
        return False


def _held(function: FunctionType) -> tuple[Any, ...]:
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    return cells, function.__defaults__, function.__kwdefaults__


@dataclass(frozen=True)
class Finding:
    """What a check found for one claim.

    `verdict` is the verdict *if* the computed value agrees with print. A claim with an erratum
    becomes ``corrected`` by rule, or ``typographic`` where the check says the text is damaged.
    """

    computed: Computed
    evidence: str = "proved"
    note: str = ""
    verdict: str = "reproduced"
    damaged: bool = False


@dataclass(frozen=True)
class Row:
    """One line of the ledger."""

    document: str
    claim: str
    locator: str
    printed: str
    computed: str
    verdict: str
    evidence: str
    note: str


def judge(claim: Claim, finding: Finding, erratum: Erratum | None = None) -> Row:
    """Turn a claim, what was found and its erratum, if any, into a row.

    Raises
    ------
    LedgerError
        The printed value is no number though a number was computed; an erratum that misquotes
        the claim, whose claim is right, or whose correction is wrong; a verdict or evidence that
        does not exist; a verdict that needs a note and has none.
    """
    _refuse_unexplained(claim, finding)
    try:
        verdict, note = _verdict(claim, finding, erratum)
    except LedgerError as error:
        raise LedgerError(f"{claim.source}: {claim.claim}: {error}") from None
    return Row(
        document=claim.document,
        claim=claim.claim,
        locator=claim.locator,
        printed=claim.printed,
        computed=_shown(finding.computed, erratum),
        verdict=verdict,
        evidence=finding.evidence,
        note=note,
    )


def _shown(computed: Computed, erratum: Erratum | None) -> str:
    """Write what was computed; of a proof that mends a printed text, the mended text."""
    return erratum.correct if erratum and isinstance(computed, Proof) else str(computed)


def _refuse_unexplained(claim: Claim, finding: Finding) -> None:
    for value, known in ((finding.verdict, VERDICTS), (finding.evidence, EVIDENCE)):
        if value not in known:
            raise LedgerError(f"{claim.claim}: {value!r} is none of {', '.join(known)}.")
    if finding.verdict in EXPLAINED and not finding.note:
        raise LedgerError(f"{claim.claim}: {finding.verdict!r} needs a note that says why.")


def _verdict(claim: Claim, finding: Finding, erratum: Erratum | None) -> tuple[str, str]:
    if erratum is None:
        agrees = finding.verdict in UNDECIDED or finding.computed.agrees(claim.printed)
        return (finding.verdict if agrees else "not reproduced"), finding.note
    if erratum.printed != claim.printed:
        raise LedgerError(
            f"its erratum ({erratum.source}) quotes {erratum.printed!r}, not {claim.printed!r}."
        )
    # A value that the copy lost cannot agree; any other must not, or the erratum is one itself.
    if claim.printed and finding.computed.agrees(claim.printed):
        raise LedgerError(
            f"right as printed ({claim.printed}; computed {finding.computed}); "
            f"remove its erratum ({erratum.source})."
        )
    if not finding.computed.agrees(erratum.correct):
        raise LedgerError(
            f"its correction {erratum.correct!r} ({erratum.source}) is not what is computed: "
            f"{finding.computed}."
        )
    verdict = "typographic" if finding.damaged else "corrected"
    return verdict, f"{erratum.reason} {finding.note}".strip()


def close(
    claims: Iterable[Claim], findings: Mapping[str, Finding], errata: Iterable[Erratum] = ()
) -> list[Row]:
    """Judge every claim; refuse a claim without a check, and a check without a claim.

    Raises
    ------
    LedgerError
        With the ids, files and lines that do not fit.
    """
    known, corrections = _by_id(claims), _by_id(errata)
    records: dict[str, Claim | Erratum] = {**corrections, **known}
    places = {name: f"{name} ({record.source})" for name, record in records.items()}
    for what, ids in {
        "claims without a check": known.keys() - findings.keys(),
        "checks without a claim": findings.keys() - known.keys(),
        "errata without a claim": corrections.keys() - known.keys(),
    }.items():
        if ids:
            named = (places.get(name) or _nearest(name, places) for name in sorted(ids))
            raise LedgerError(f"{what}: {', '.join(named)}.")
    return [judge(c, findings[c.claim], corrections.get(c.claim)) for c in known.values()]


Stated = TypeVar("Stated", Claim, Erratum)


def _by_id(records: Iterable[Stated]) -> dict[str, Stated]:
    known: dict[str, Stated] = {}
    for record in records:
        if record.claim in known:
            earlier = known[record.claim].source
            raise LedgerError(f"{record.source}: id {record.claim} stands already at {earlier}.")
        known[record.claim] = record
    return known


def _nearest(name: str, places: Mapping[str, str]) -> str:
    """Say which claim a check without one may have meant, and where that stands."""
    nearest = get_close_matches(name, places, n=1)
    return f"{name} (nearest: {places[nearest[0]]})" if nearest else name
