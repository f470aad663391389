"""The audit: a document is a function from what it prints to what we compute; this compares.

Three things are written by hand. ``claims.csv`` has what is printed, ``remarks.toml`` what we say
of it (`kappabook.printed`), and the document's module has functions that take the printed texts
and return computed values by claim (`computes`). The type of a value says how it is compared: see
`agrees`. Nothing here knows a document.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import isfinite
from numbers import Rational, Real
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, TypeVar, overload

from kappabook.printed import (
    NUMBER,
    RESTS_ON_NOTHING,
    AuditError,
    Claim,
    Printed,
    Remark,
    alterations,
    half_unit,
    nearest,
    number,
    read_claims,
    read_remarks,
)

# How a row counts that says again what another says.
REPEAT = "repeat"
_Function = TypeVar("_Function", bound=Callable[..., Any])
_PLACEHOLDER = re.compile(r"\{([a-z][\w.-]*)(?::([^{}]*))?\}")

# --- what is computed ---------------------------------------------------------------------------


class Interval(NamedTuple):
    """All values that rounded inputs or chance allow; it confirms no digit."""

    low: float | Fraction
    high: float | Fraction


class Said(NamedTuple):
    """The answer to a question: see `holds`."""

    true: bool
    refused: bool
    shown: str
    evidence: str


@dataclass(frozen=True)
class OfText:
    """A question asked of the printed text itself, and what the ledger writes as computed.

    A bare function asks, too; then the ledger says only that it holds.
    """

    question: Callable[[str], bool]
    shown: str

    def __call__(self, text: str) -> bool:
        """Ask it."""
        return self.question(text)


class Noted(NamedTuple):
    """A value, and numbers for the note in ``remarks.toml``: ``{tries}`` is filled in by name."""

    value: Any
    numbers: Mapping[str, Any]


def holds(
    question: Callable[..., Any],
    given: tuple[Any, ...],
    unless: tuple[Any, ...],
    shown: str = "",
    evidence: str = "computed",
) -> Said:
    """Answer a statement that has no number of its own.

    Parameters
    ----------
    question : callable
        Says whether the statement holds.
    given : tuple
        What it is asked of: its arguments.
    unless : tuple
        An altered input that a reader could believe, for which the answer must be no. So the
        question can fail.
    shown : str, optional
        What the ledger writes as computed.
    evidence : str, optional
        ``"proved"`` where the question is a proof.

    Examples
    --------
    >>> holds(lambda kappa: kappa > 0, given=(0.6,), unless=(0.0,), shown="K = 0.6").true
    True
    """
    return Said(bool(question(*given)), not question(*unless), shown, evidence)


def noted(value: Any, **numbers: Any) -> Noted:
    """Give numbers to the note beside a value."""
    return Noted(value, numbers)


def agrees(value: Any, text: str) -> bool:
    """Say whether a printed text is what was computed, by the type of what was computed.

    Parameters
    ----------
    value : number, Interval, mapping, OfText, Said or str
        A number agrees within half a unit of the last printed digit, exactly; an interval if it
        holds a value that rounds to the printed one; a mapping of symbols to their meanings if
        the printed equation follows from it; a question (`OfText`) if its answer for this text is yes; a
        statement (`holds`) if it is true and nothing is printed; a word if it is the text.
    text : str
        As printed.

    Returns
    -------
    bool
        False, too, for what is none of these: nan, a bool, a set.

    Examples
    --------
    >>> agrees(9 / 19, "0.474"), agrees(True, "1"), agrees(float("nan"), "0.474")
    (True, False, False)
    """
    if not_comparable(value):
        return False
    match value:
        case Said():
            return value.true and not text
        case str():
            return text == value
        case Interval(low, high):
            slack = half_unit(text)
            return _exact(low) - slack <= number(text) <= _exact(high) + slack
        case Mapping():
            from kappabook.algebra import follows  # sympy is needed here alone

            return follows(text, value)
        case _ if callable(value):
            return bool(value(text))
        case _:
            return abs(_exact(value) - number(text)) <= half_unit(text)


def same(text: str, other: str) -> bool:
    """Say whether two printed texts are the same text, or the same number: 0.6 and 0.60."""
    numbers = bool(NUMBER.fullmatch(text) and NUMBER.fullmatch(other))
    return text == other or (numbers and Fraction(text) == Fraction(other))


def not_comparable(value: Any) -> str:
    """Say what is wrong with a value that agrees with nothing printed; empty if nothing is."""
    match value:
        case str() | Said() | Mapping():
            return ""
        case Interval(low, high):
            return not_comparable(low) or not_comparable(high)
        case bool():
            return f"{value} was computed, which is no number; give the number, or use holds()"
        case Real():
            return "" if isfinite(value) else f"{value} was computed, which is no number"
        case _ if callable(value):
            return ""
    kind = type(value).__name__
    return f"a {kind} was computed, which is nothing that can be compared with a printed text"


def _exact(value: Any) -> Fraction:
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    return Fraction(float(value))


def _evidence(value: Any) -> str:
    """Say what a verdict rests on, by the type of what was computed."""
    if isinstance(value, Said):
        return value.evidence
    return "proved" if isinstance(value, Mapping) or callable(value) else "computed"


def shown(value: Any, correct: str = "") -> str:
    """Write a computed value as the ledger has it; a proof that mends a text, by that text."""
    match value:
        case None:
            return ""
        case str():
            return value
        case Said():
            return value.shown or ("holds" if value.true else "does not hold")
        case Interval(low, high):
            return f"[{float(low):.6g}, {float(high):.6g}]"
        case Mapping():
            return correct or "follows from the definitions"
        case OfText():
            return correct or value.shown
        case _ if callable(value):
            return correct or "holds of this very text"
        case bool() | Real():
            short = str(value) if isinstance(value, bool) else f"{float(value):.6g}"
            exact = isinstance(value, Fraction) and Fraction(short) != value
            return f"{value} = {short}" if exact else short
    return str(value)


@overload
def computes(function: _Function) -> _Function: ...
@overload
def computes(*, each: Iterable[Any]) -> Callable[[_Function], _Function]: ...
def computes(function: Any = None, *, each: Iterable[Any] | None = None) -> Any:
    """Mark a function of a document's module that computes claims.

    It takes the printed texts (`Printed`) and returns computed values by claim, ids without the
    document's key. With `each` it is called once for each of these, as second argument, so that
    what a claim reads stays narrow.
    """
    calls = [()] if each is None else [(one,) for one in each]

    def mark(function: Any) -> Any:
        function.computes = calls
        return function

    return mark if function is None else mark(function)


# --- the comparison -----------------------------------------------------------------------------


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

    function: Callable[..., Mapping[str, Any]]
    arguments: tuple[Any, ...]
    values: Mapping[str, Any]
    numbers: Mapping[str, Mapping[str, Any]]
    reads: frozenset[str]

    @property
    def place(self) -> str:
        """File and line of the function."""
        return _place(self.function)


def _place(function: Callable[..., Any]) -> str:
    code = inspect.unwrap(function).__code__
    return f"{code.co_filename}:{code.co_firstlineno}"


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
        Files that cannot be read; see `read_claims` and `read_remarks`.
    """

    def __init__(self, folder: Path, *modules: ModuleType) -> None:
        self.key, self.folder = folder.name, folder
        self.claims = read_claims(folder)
        self.texts = {name: claim.printed for name, claim in self.claims.items()}
        file = folder / "remarks.toml"
        self.remarks = read_remarks(file, self.claims) if file.exists() else {}
        self._calls = [
            (function, arguments)
            for module in modules
            for function in vars(module).values()
            if getattr(function, "__module__", "") == module.__name__
            for arguments in getattr(function, "computes", ())
        ]
        self._runs: list[Run] = []

    # --- computing ---

    def _computed(self) -> Iterator[Run]:
        """Yield the runs in the order of the document; a function is called when it is needed."""
        for place, (function, arguments) in enumerate(self._calls):
            if place == len(self._runs):
                self._runs.append(self._run(function, arguments, self.texts))
            yield self._runs[place]

    def _run(self, function: Any, arguments: tuple[Any, ...], texts: Mapping[str, str]) -> Run:
        printed = Printed(texts, self.folder)
        try:
            found = function(printed, *arguments)
        except ValueError as error:
            raise AuditError(f"{_place(function)}: {function.__name__}: {error}") from error
        numbers = {name: v.numbers for name, v in found.items() if isinstance(v, Noted)}
        values = {name: v.value if name in numbers else v for name, v in found.items()}
        return Run(function, arguments, values, numbers, frozenset(printed.read))

    def _run_of(self, name: str) -> Run | None:
        """Return the run that gives a claim its value; None where no function does."""
        return next((run for run in self._computed() if name in run.values), None)

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
            A value for no claim or for a repeat, two values for one claim, and what `row` raises.
        """
        found: dict[str, Run] = {}
        for run in self._computed():
            for name in run.values:
                if name not in self.claims:
                    near = nearest(name, self.claims)
                    raise AuditError(f"{run.place}: {name!r} is computed and is no claim{near}.")
                if first := self.claims[name].same_as:
                    raise AuditError(f"{run.place}: {name} says again {first}; compute that alone.")
                if name in found:
                    places = f"{found[name].place} and {run.place}"
                    raise AuditError(f"{name} is computed twice, at {places}; keep one.")
                found[name] = run
        return {
            name: self.row(name) if claim.same_as else self._judged(name, found.get(name))
            for name, claim in self.claims.items()
        }

    # --- judging ---

    def row(self, name: str) -> Row:
        """Judge one claim: the functions run in their order until one gives its value.

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
        evidence = "" if verdict in RESTS_ON_NOTHING else remark.evidence or _evidence(value)
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
        return replace(row, check=f"{run.place} {run.function.__name__}", reads=run.reads)

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
                for run in self._computed()
                for other, value in self._again(run, name, texts)
            )
        except (ValueError, ArithmeticError):
            return True

    def _again(self, run: Run, name: str, texts: Mapping[str, str]) -> Iterable[tuple[str, Any]]:
        """Return the values of a run that another text for one claim can change, or its own."""
        if f"{self.key}.{name}" in run.reads:
            return self._run(run.function, run.arguments, texts).values.items()
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
            f"no value, and {verdict!r} must rest on something; compute it, or say in "
            "remarks.toml why not."
        )
    return verdict


def _corrected(remark: Remark, text: str, value: Any) -> str:
    # A value that the copy lost cannot agree; any other must not.
    if text and agrees(value, text):
        raise AuditError(f"right as printed ({text}); remove its correction.")
    if not agrees(value, remark.correct):
        raise AuditError(f"its correction {remark.correct!r} is not computed: {shown(value)} is.")
    return "corrected"
