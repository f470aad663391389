"""The ledger: a printed claim and a computed value make a verdict.

This module knows the rules, not the papers: what is computed comes from ``kappabook.papers``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any, Protocol

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


@dataclass(frozen=True)
class Proof:
    """A printed text, such as an equation, judged by a proof of that very text.

    `given` holds what the proof takes beside the text. Two proofs are the same when function and
    givens are, so a function of a module, not one made on the spot, spares a second proof.
    """

    of: Callable[..., bool]
    shown: str
    given: tuple[Any, ...] = ()

    def agrees(self, printed: str) -> bool:
        """Run the proof on the printed text."""
        return self.of(printed, *self.given)

    def __str__(self) -> str:
        return self.shown


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


COLUMNS = tuple(field.name for field in fields(Row))


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
