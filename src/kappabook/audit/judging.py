"""The audit: a document is a function from what it prints to what we compute; this compares.

Three things are written by hand. ``claims.csv`` has what is printed, ``remarks.toml`` what we say
of it (`kappabook.audit.printed`), and the document's module has functions that declare claims
(`kappabook.audit.declared`), take the printed texts and return computed values by claim
(`kappabook.audit.computed`). Nothing here knows a document.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

from kappabook.audit.computed import (
    Interval,
    Noted,
    Said,
    agrees,
    evidence_of,
    not_comparable,
    same,
    shown,
)
from kappabook.audit.declared import Call, by_claim, place_of, refuse_other_claims
from kappabook.audit.printed import (
    RESTS_ON_NOTHING,
    AuditError,
    Claim,
    Printed,
    Remark,
    alterations,
    nearest,
    read_claims,
    read_remarks,
)

# How a row counts that says again what another says.
REPEAT = "repeat"
_PLACEHOLDER = re.compile(r"\{([a-z][\w.-]*)(?::([^{}]*))?\}")


@dataclass(frozen=True)
class Row:
    """One line of the ledger, and what is known behind it.

    `computed` is as the ledger writes it; `note` has the reason of a correction before it.
    `check` is the function that computed it, with file and line; `reads` are the claims whose
    printed texts that function had before it; `place` is the line of the transcription.
    """

    document: str
    claim: str
    locator: str
    statement: str
    printed: str
    computed: str
    verdict: str
    evidence: str
    note: str
    kind: str = ""
    correct: str = ""
    reason: str = ""
    objection: str = ""
    response: str = ""
    error: str = ""
    same_as: str = ""
    check: str = ""
    reads: frozenset[str] = field(default=frozenset(), repr=False)
    place: str = ""

    @property
    def counts_as(self) -> str:
        """Its verdict, or ``repeat``; an ``input`` or a repeat is no result."""
        return REPEAT if self.same_as else self.verdict


@dataclass(frozen=True, eq=False)
class Run:
    """One call of a function: what it returned, for notes too, and which texts it read."""

    call: Call
    values: Mapping[str, Any]
    numbers: Mapping[str, Mapping[str, Any]]
    reads: frozenset[str]


class Audit:
    """One document: its printed texts, our remarks, and the functions that compute.

    Parameters
    ----------
    folder : Path
        ``data/printed/<key>``, with ``claims.csv`` and perhaps ``remarks.toml``.
    *modules : ModuleType
        The document's module, or its chapters, in the order of the document.

    Raises
    ------
    AuditError
        Files that cannot be read; see `read_claims` and `read_remarks`. Declarations that do not
        fit the claims; see `declared.by_claim`.
    """

    def __init__(self, folder: Path, *modules: ModuleType) -> None:
        self.key, self.folder = folder.name, folder
        self.claims = read_claims(folder)
        self.texts = {name: claim.printed for name, claim in self.claims.items()}
        file = folder / "remarks.toml"
        self.remarks = read_remarks(file, self.claims) if file.exists() else {}
        self.calls: tuple[Call, ...] = tuple(
            call
            for module in modules
            for function in vars(module).values()
            if getattr(function, "__module__", "") == module.__name__
            for call in getattr(function, "computes", ())
        )
        self.declared = by_claim(self.calls, self.claims)
        self.runs: dict[Call, Run] = {}

    # --- computing ---

    def _run(self, call: Call) -> Run:
        """Call a function, once, and check that it gives what it declares."""
        if call not in self.runs:
            run = self._again(call, self.texts)
            refuse_other_claims(call, run.values, self.declared, self.claims, self._needs_a_value)
            self.runs[call] = run
        return self.runs[call]

    def _again(self, call: Call, texts: Mapping[str, str]) -> Run:
        """Call a function on texts that may differ from the printed ones."""
        printed = Printed(texts, self.folder)
        try:
            found = call.function(printed, *call.arguments)
        except ValueError as error:
            raise AuditError(f"{call.place}: {error}") from error
        numbers = {name: v.numbers for name, v in found.items() if isinstance(v, Noted)}
        values = {name: v.value if name in numbers else v for name, v in found.items()}
        return Run(call, values, numbers, frozenset(printed.read))

    def _needs_a_value(self, name: str) -> bool:
        """Say whether the verdict of a claim must rest on a value."""
        remark = self._remark(name)
        tried = remark.verdict == "not reproduced" and remark.evidence
        return not (remark.verdict in RESTS_ON_NOTHING or remark.evidence == "read" or tried)

    def _run_of(self, name: str) -> Run | None:
        """Run the function that declares a claim; None where none does, or it gives no value."""
        run = self._run(self.declared[name]) if name in self.declared else None
        return run if run and name in run.values else None

    def value(self, name: str) -> Any:
        """Return what is computed for a claim; None where nothing is."""
        run = self._run_of(name)
        return run.values[name] if run else None

    @cached_property
    def rows(self) -> Mapping[str, Row]:
        """Judge every claim; by id without the key, in the order of the transcription.

        Raises
        ------
        AuditError
            A function that gives other claims than it declares, and what `row` raises.
        """
        for call in self.calls:
            self._run(call)
        return {
            name: self.row(name) if claim.same_as else self._judged(name, self._run_of(name))
            for name, claim in self.claims.items()
        }

    # --- judging ---

    def row(self, name: str) -> Row:
        """Judge one claim: only the function that declares it runs, and those that its note needs.

        Raises
        ------
        AuditError
            There is no such claim; nothing that its verdict could rest on; a correction that is
            right as printed, or is not what is computed; a statement whose altered twin holds
            too; a text that cannot be read.
        """
        claim, remark = self._claim(name), self._remark(name)
        if claim.same_as:
            return self._repeated(claim)
        if remark.verdict == "unavailable" or remark.evidence == "read":
            return self._judged(name, None)  # no function need run
        return self._judged(name, self._run_of(name))

    def judge(self, name: str, value: Any, numbers: Mapping[str, Any] | None = None) -> Row:
        """Judge one claim by a value of one's own, by the same rule; errors are those of `row`.

        The other numbers of its note are those that the document's function gives.
        """
        claim, remark = self._claim(name), self._remark(name)
        if numbers is None:
            run = self._run_of(name) if _PLACEHOLDER.search(remark.note) else None
            numbers = run.numbers.get(name) if run else None
        verdict = self._verdict(claim, claim.printed, value)
        evidence = "" if verdict in RESTS_ON_NOTHING else remark.evidence or evidence_of(value)
        note = self._filled(claim, {**(numbers or {}), "computed": value})
        problem = "" if value is None else not_comparable(value)
        sentences = remark.reason, note, f"Here {problem}." if problem else "", claim.seen
        return Row(
            document=self.key,
            claim=f"{self.key}.{name}",
            locator=claim.locator,
            statement=claim.statement,
            printed=claim.printed,
            computed=shown(value, remark.correct),
            verdict=verdict,
            evidence=evidence,
            note=" ".join(filter(None, sentences)),
            kind=remark.kind,
            correct=remark.correct,
            reason=remark.reason,
            objection=remark.objection,
            response=remark.response,
            error=remark.error,
            place=claim.place,
        )

    def _judged(self, name: str, run: Run | None) -> Row:
        if run is None:
            return self.judge(name, None, {})
        row = self.judge(name, run.values[name], run.numbers.get(name, {}))
        check = f"{place_of(run.call.function)} {run.call.function.__name__}"
        return replace(row, check=check, reads=run.reads)

    def _claim(self, name: str) -> Claim:
        if name not in self.claims:
            raise AuditError(f"no claim {self.key}.{name}{nearest(name, self.claims)}.")
        return self.claims[name]

    def _remark(self, name: str) -> Remark:
        return self.remarks.get(name, Remark())

    def _verdict(self, claim: Claim, text: str, value: Any) -> str:
        """Decide what becomes of a claim with this text; an error names its place."""
        remark = self._remark(claim.name)
        verdict = remark.verdict or ("corrected" if remark.correct else "reproduced")
        try:
            if value is None:
                return _without_value(verdict, remark)
            if verdict == "unavailable" or remark.evidence == "read":
                raise AuditError("a value is computed, and its remark says that none can be.")
            if isinstance(value, Said) and value.true and not value.refused:
                raise AuditError("its altered twin holds too; give one that must be refused.")
            if not_comparable(value) or verdict == "not reproduced":
                return "not reproduced"
            if remark.correct:
                return _corrected(remark, text, value)
            if not agrees(value, text):
                return "not reproduced"
            if isinstance(value, Interval) and verdict == "reproduced":
                raise AuditError("an interval confirms no digit; remark that it is consistent.")
        except ValueError as error:
            raise AuditError(f"{claim.place}: {claim.name}: {error}") from error
        return verdict

    def _repeated(self, claim: Claim) -> Row:
        """Give a repeat the verdict of the row that it repeats; it must say the same."""
        self._refuse_another_text(claim, claim.printed)
        first = self.row(claim.same_as)
        return replace(
            first,
            claim=f"{self.key}.{claim.name}",
            locator=claim.locator,
            statement=claim.statement,
            printed=claim.printed,
            note=f"Says again {first.claim}.",
            reason="",
            objection="",
            response="",
            same_as=first.claim,
            place=claim.place,
        )

    def _refuse_another_text(self, claim: Claim, text: str) -> None:
        first = self.texts[claim.same_as]
        right = not self._remark(claim.same_as).correct and agrees(self.value(claim.same_as), text)
        if not (right or same(text, first)):
            raise AuditError(
                f"{claim.place}: {claim.name} prints {text!r} and says again {claim.same_as}, "
                f"which prints {first!r}."
            )

    def _filled(self, claim: Claim, numbers: Mapping[str, Any]) -> str:
        """Fill computed numbers into a note: ``{computed}``, ``{tries}``, ``{s5.share:.3f}``."""

        def fill(found: re.Match[str]) -> str:
            name, style = found[1], found[2]
            if name not in numbers and name not in self.claims:
                near = nearest(name, (*numbers, *self.claims))
                place = f"{self.key}/remarks.toml: {claim.name}"
                raise AuditError(f"{place}: its note has {found[0]}, which is no number{near}.")
            value = numbers[name] if name in numbers else self.value(name)
            return format(float(value), style) if style else shown(value)

        return _PLACEHOLDER.sub(fill, self._remark(claim.name).note)

    # --- altering ---

    def notices(self, name: str, text: str) -> bool:
        """Say whether another text for a claim, or for its correction, changes a verdict.

        Only what reads the text is computed again. A function that fails has noticed, too.
        """
        claim, texts = self.claims[name], {**self.texts, name: text}
        try:
            if self._remark(name).correct:
                return not agrees(self.value(name), text)
            if claim.same_as:
                self._refuse_another_text(claim, text)
            return any(
                self._verdict(self.claims[other], texts[other], value) != self.rows[other].verdict
                for call in self.calls
                for other, value in self._changed(self._run(call), name, texts)
            )
        except (ValueError, ArithmeticError):
            return True

    def _changed(self, run: Run, name: str, texts: Mapping[str, str]) -> Iterable[tuple[str, Any]]:
        """Return the values of a run that another text for one claim can change, or its own."""
        if f"{self.key}.{name}" in run.reads:
            return self._again(run.call, texts).values.items()
        return [(name, run.values[name])] if name in run.values else []

    def unnoticed(self) -> dict[str, list[str]]:
        """Move every number by one unit in its last digit, and return what nothing notices.

        It is the printed number, or where that is wrong the right one. What a remark settles,
        and what only lies inside an interval, is among them.
        """
        tried = {name: alterations(self._altered(name)) for name in self.claims}
        missed = {
            name: [text for text in texts if not self.notices(name, text)]
            for name, texts in tried.items()
        }
        return {name: texts for name, texts in missed.items() if texts}

    def _altered(self, name: str) -> str:
        return self._remark(name).correct or self.texts[name]


def _without_value(verdict: str, remark: Remark) -> str:
    if verdict == "not reproduced" and not remark.evidence:
        raise AuditError("no value; say in its remark, as evidence, what was tried.")
    if verdict not in (*RESTS_ON_NOTHING, "not reproduced") and remark.evidence != "read":
        raise AuditError(
            f"no value, and {verdict!r} must rest on something; compute it in the "
            "document's module in src/kappabook/papers, or say in remarks.toml why not."
        )
    return verdict


def _corrected(remark: Remark, text: str, value: Any) -> str:
    # A value that the copy lost cannot agree; any other must not.
    if text and agrees(value, text):
        raise AuditError(f"right as printed ({text}); remove its correction.")
    if not agrees(value, remark.correct):
        raise AuditError(f"its correction {remark.correct!r} is not computed: {shown(value)} is.")
    return "corrected"
