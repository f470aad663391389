"""The ledger: a printed claim and a computed value make a verdict.

This module knows the rules, not the papers: what is computed comes from ``kappabook.papers``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cached_property
from typing import Any, Protocol

from kappabook.printed import alterations, half_unit
from kappabook.transcription import Claim, Erratum, LedgerError, read_number

# The verdicts, in the order of every table, and the one rule for each. An input that other printed
# numbers determine is reproduced: its check could have come out otherwise. A free input (a setting,
# a number of the document's own drawing) is a definition. So it is in every document.
MEANINGS = {
    "reproduced": "what we compute rounds to what is printed, or the statement follows; it could "
    "have come out otherwise. So too an input that other printed numbers determine",
    "definition": "fixes a name, or is a free input: the document chooses it, and no other printed "
    "number determines it; nothing to prove",
    "corrected": "the printed value is wrong; the right one is given, and checked",
    "typographic": "damaged text whose meaning is certain",
    "recovered": "reproduced after a search over what the document does not say; the note counts "
    "the tries and says what was held out of the search",
    "consistent": "inside what its rounded inputs or its random experiment allow, under the "
    "document's own reading",
    "contested": "stands or falls with a reading; the note has both",
    "not reproduced": "tried; the note says how",
    "unavailable": "the data are private or lost, or the picture is not in our copy",
}
VERDICTS = tuple(MEANINGS)
# What a verdict may rest on.
GROUNDS = {
    "proved": "a proof, from the printed values alone",
    "checked": "finitely many cases were tried, and all agree",
    "external": "uses a fact from elsewhere",
    "inferred": "a cause that fits; others may too",
    "rerun": "from our own run of the experiment",
    "simulation": "from our own random draws",
    "none": "nothing was run or needed",
}
EVIDENCE = tuple(GROUNDS)
# How a row can fail: what must change for its check to say no.
FAILURES = {
    "digit": "its printed number, moved by one unit in the last digit",
    "text": "its printed text, with something in it altered: a sign, a name, a word",
    "witness": "an altered input, kept beside the check: an example of what the check refuses",
    "": "the row claims no result, or only that the printed value is possible",
}

# Verdicts that a check must explain in its note: what was tried, how many, for and against.
EXPLAINED = ("recovered", "consistent", "contested", "not reproduced", "unavailable")
# Of those, the ones that no printed digit decides.
UNDECIDED = ("not reproduced", "unavailable")
# Verdicts for which nothing is run: they rest on nothing.
RESTS_ON_NOTHING = ("definition", "unavailable")
# Verdicts that claim a result, so that each of their rows must be able to fail.
CAN_FAIL = ("reproduced", "corrected", "typographic", "recovered", "contested")


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


@dataclass(frozen=True, eq=False)
class Statement:
    """A statement without a number of its own: a question, and what it is asked of.

    Attributes
    ----------
    holds : callable
        The question; returns whether the statement holds.
    given : tuple
        What it is asked of: its arguments.
    witness : tuple
        An altered input, for which the answer must be no; so the question can fail.
    shown : str
        What the ledger writes as computed.
    """

    holds: Callable[..., Any]
    given: tuple[Any, ...]
    witness: tuple[Any, ...]
    shown: str = ""

    @cached_property
    def true(self) -> bool:
        """Say whether the statement holds."""
        return bool(self.holds(*self.given))

    @property
    def can_fail(self) -> bool:
        """Say whether the answer for the witness is no, as it must be."""
        return not self.holds(*self.witness)

    def agrees(self, printed: str) -> bool:
        """Agree when the statement holds; there is nothing printed to compare."""
        return self.true and printed == ""

    def __eq__(self, other: object) -> bool:
        """Compare what the ledger sees: the answer, and what is shown."""
        if not isinstance(other, Statement):
            return NotImplemented
        return self.true == other.true and self.shown == other.shown

    def __hash__(self) -> int:
        return hash(self.shown)

    def __str__(self) -> str:
        return self.shown or ("holds" if self.true else "does not hold")


@dataclass(frozen=True)
class Unjudged:
    """Nothing to compare: a name that the document gives, or what is not to be had."""

    shown: str

    def agrees(self, printed: str) -> bool:  # noqa: ARG002
        """Agree with anything: no verdict rests on it."""
        return True

    def __str__(self) -> str:
        return self.shown


@dataclass(frozen=True)
class Proof:
    """A printed text, such as an equation, judged by a proof of that very text.

    `given` holds what the proof takes beside the text. Two proofs are the same when function and
    givens are, so a function of a module, not one made on the spot, spares a second proof. Where
    the proof leaves a printed number room, so that no single digit decides, `witness` is another
    number for which the answer must be no.
    """

    of: Callable[..., bool]
    shown: str
    given: tuple[Any, ...] = ()
    witness: str = ""

    @property
    def can_fail(self) -> bool:
        """Say whether the answer for the witness, if there is one, is no."""
        return not (self.witness and self.agrees(self.witness))

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
    `run` names the file in ``data/results`` that a finding with the evidence ``rerun`` is from;
    `reading` says under which reading of the document the value fits, if not under its own.
    """

    computed: Computed
    evidence: str = "proved"
    note: str = ""
    verdict: str = "reproduced"
    damaged: bool = False
    run: str = ""
    reading: str = ""


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
    fails_by: str
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
    _refuse_forbidden(claim, finding)
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
        evidence="none" if verdict in RESTS_ON_NOTHING else finding.evidence,
        fails_by=_fails_by(claim, finding, verdict, erratum),
        note=note,
    )


def _shown(computed: Computed, erratum: Erratum | None) -> str:
    """Write what was computed; of a proof that mends a printed text, the mended text."""
    return erratum.correct if erratum and isinstance(computed, Proof) else str(computed)


def _fails_by(claim: Claim, finding: Finding, verdict: str, erratum: Erratum | None) -> str:
    """Say what must change for the check to say no; refuse a result that nothing could refute."""
    if verdict not in CAN_FAIL:
        return ""
    if isinstance(finding.computed, Statement | Proof) and finding.computed.witness:
        return "witness"
    text = claim.printed or (erratum.correct if erratum else "")
    if not text or isinstance(finding.computed, Unjudged):
        raise LedgerError(
            f"{claim.claim}: {verdict!r} must be able to fail; give it a Statement with a witness, "
            "or another verdict."
        )
    return "digit" if alterations(text) else "text"


def _refuse_forbidden(claim: Claim, finding: Finding) -> None:
    for value, known in ((finding.verdict, VERDICTS), (finding.evidence, EVIDENCE)):
        if value not in known:
            raise LedgerError(f"{claim.claim}: {value!r} is none of {', '.join(known)}.")
    if finding.verdict in EXPLAINED and not finding.note:
        raise LedgerError(f"{claim.claim}: {finding.verdict!r} needs a note that says why.")
    if finding.verdict == "consistent" and finding.reading:
        raise LedgerError(
            f"{claim.claim}: it fits only under another reading ({finding.reading}); "
            "that is 'contested'."
        )
    nothing = finding.evidence == "none"
    if nothing and finding.verdict not in RESTS_ON_NOTHING:
        raise LedgerError(f"{claim.claim}: {finding.verdict!r} must rest on something, not 'none'.")
    if finding.evidence == "rerun" and not finding.run and finding.verdict != "unavailable":
        raise LedgerError(
            f"{claim.claim}: evidence 'rerun' without a run; name the file in data/results."
        )


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
