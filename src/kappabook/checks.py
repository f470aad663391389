"""Checks: each says which claims it judges, and what it reads is noted while it runs.

From these two facts, and from nothing written by hand, follow which check judges a claim, what a
verdict rests on, and which checks must run again when a printed text is altered.
"""

from __future__ import annotations

import fnmatch
import inspect
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cached_property, wraps
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any, Concatenate, ParamSpec, TypeVar

from kappabook.ledger import Finding, Proof, Row, Statement, judge
from kappabook.transcription import Claim, Erratum, LedgerError, by_claim

Findings = Iterator[tuple[str, Finding]]
"""What a check of several claims yields: ids without the document's key, and what was found."""

_Function = TypeVar("_Function", bound=Callable[..., Any])
_Given = ParamSpec("_Given")
_Value = TypeVar("_Value")
_DECLARED = "__check__"


# --- what is read -------------------------------------------------------------------------------


class Printed(Mapping[str, str]):
    """The printed texts of a document by the ids of their claims; notes which are read."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts: Mapping[str, str] = texts.texts if isinstance(texts, Printed) else texts
        self.read: set[str] = set()

    def __getitem__(self, claim: str) -> str:
        self.read.add(claim)
        return self.texts[claim]

    def __iter__(self) -> Iterator[str]:
        return iter(self.texts)

    def __len__(self) -> int:
        return len(self.texts)


def derived(
    function: Callable[Concatenate[Mapping[str, str], _Given], _Value],
) -> Callable[Concatenate[Mapping[str, str], _Given], _Value]:
    """Compute a value once from the printed texts that it reads, for all checks that use it.

    The first argument of the function is the mapping of printed texts, the others are hashable.
    The value is kept with the texts that were read for it, and computed anew when one of them is
    another. Two values are kept for the same arguments: the first, of the document as it is
    printed, and the last. Whoever receives the value must not change it.

    Examples
    --------
    >>> @derived
    ... def shout(printed, times):
    ...     return printed["paper.a"].upper() + "!" * times
    >>> printed = Printed({"paper.a": "yes", "paper.b": "no"})
    >>> shout(printed, 2), printed.read
    ('YES!!', {'paper.a'})
    """
    kept: dict[Hashable, list[tuple[dict[str, str | None], _Value]]] = {}

    @wraps(function)
    def value(printed: Mapping[str, str], /, *args: _Given.args, **named: _Given.kwargs) -> _Value:
        texts = printed if isinstance(printed, Printed) else Printed(printed)
        values = kept.setdefault((args, tuple(named.items())), [])
        for read, known in values:
            if all(texts.texts.get(claim) == text for claim, text in read.items()):
                texts.read |= read.keys()
                return known
        inner = Printed(texts)
        try:
            found = function(inner, *args, **named)
        finally:
            texts.read |= inner.read
        values[1:] = [({claim: texts.texts.get(claim) for claim in inner.read}, found)]
        return found

    return value


# --- what is judged -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Check:
    """A function and the claims that it declares to judge; see `check`."""

    function: Callable[..., Any]
    patterns: tuple[str, ...]
    fields: tuple[tuple[str, tuple[Any, ...]], ...]

    @property
    def name(self) -> str:
        """Module and name of the function, from the house's root."""
        return f"{self.function.__module__}.{self.function.__qualname__}"

    @cached_property
    def reads(self) -> bool:
        """Say whether the function takes the printed texts."""
        return "printed" in inspect.signature(self.function).parameters

    @property
    def file(self) -> Path:
        """The file that holds the function."""
        return Path(inspect.unwrap(self.function).__code__.co_filename)

    @property
    def line(self) -> int:
        """The line where the check begins: that of its declaration."""
        return int(inspect.unwrap(self.function).__code__.co_firstlineno)

    def __str__(self) -> str:
        return f"{self.name} ({self.file.name}:{self.line})"

    def tasks(self) -> Iterator[Task]:
        """Yield one task for each combination of the fields' values; without fields, one."""
        names = [name for name, _ in self.fields]
        for values in product(*(values for _, values in self.fields)):
            given = dict(zip(names, values, strict=True))
            yield Task(self, tuple(p.format(**given) for p in self.patterns), given)


def check(*patterns: str, **fields: Iterable[Any]) -> Callable[[_Function], _Function]:
    """Declare which claims of its document a function judges.

    Parameters
    ----------
    *patterns : str
        Ids without the document's key; with ``*``, ``?`` and ``[1-3]`` as in names of files, and
        with fields in braces.
    **fields : iterable
        The values of each field. The function is called once for each combination, with the
        values by name, and judges the claims of that combination alone.

    Notes
    -----
    The function takes `printed`, the printed texts by full id, if it has a parameter of that name.
    It returns a `Finding`, when each of its calls judges one claim, or yields pairs of an id
    (without the document's key) and a `Finding`.

    Examples
    --------
    >>> from kappabook.ledger import Number
    >>> @check("table{n}.total", n=(1, 2))
    ... def total(printed, n):
    ...     return Finding(Number(int(printed[f"paper.table{n}.a"]) + n))
    """
    given = tuple((name, tuple(values)) for name, values in fields.items())

    def declare(function: _Function) -> _Function:
        setattr(function, _DECLARED, Check(function, patterns, given))
        return function

    return declare


def checks_in(module: ModuleType) -> list[Check]:
    """Return the checks that are defined in a module, in its order."""
    return [
        declared
        for value in vars(module).values()
        if isinstance(declared := getattr(value, _DECLARED, None), Check)
        and declared.function.__module__ == module.__name__
    ]


@dataclass(frozen=True, eq=False)
class Task:
    """A call of a check: the function, the values of its fields, and the ids it must judge."""

    check: Check
    patterns: tuple[str, ...]
    given: Mapping[str, Any] = field(repr=False)

    def run(self, document: str, texts: Mapping[str, str]) -> Run:
        """Call the function on printed texts and note which it reads.

        Raises
        ------
        LedgerError
            It reads a claim that does not exist; with the place of the check and the nearest id.
        """
        printed = Printed(texts)
        named = {"printed": printed} if self.check.reads else {}
        try:
            found = self.check.function(**named, **self.given)
            pairs = [(self.patterns[0], found)] if isinstance(found, Finding) else found
            findings: dict[str, Finding] = {}
            reads: dict[str, frozenset[str]] = {}
            for name, finding in pairs:
                claim = f"{document}.{name}"
                if claim in findings:
                    raise LedgerError(f"{claim}: {self.check} judges it twice; keep one.")
                findings[claim], reads[claim] = finding, frozenset(printed.read)
        except KeyError as error:
            raise self._unknown(document, error, texts) from error
        return Run(findings, reads, frozenset(printed.read))

    def _unknown(self, document: str, error: KeyError, texts: Mapping[str, str]) -> Exception:
        claim = error.args[0]
        if not isinstance(claim, str) or not claim.startswith(f"{document}.") or claim in texts:
            return error
        return LedgerError(
            f"{self.check} reads {claim}, which is no claim{_nearest(claim, texts)}."
        )


@dataclass(frozen=True)
class Run:
    """What one call of a check found, by full id, and which printed texts it read.

    `until` has what was read until a claim was judged, `reads` what was read in all.
    """

    findings: Mapping[str, Finding]
    until: Mapping[str, frozenset[str]]
    reads: frozenset[str]


def _nearest(claim: str, known: Iterable[str]) -> str:
    nearest = get_close_matches(claim, known, n=1)
    return f"; the nearest is {nearest[0]}" if nearest else ""


# --- a document and its checks ------------------------------------------------------------------


class Audit:
    """The claims of one document, and the checks that judge them.

    Parameters
    ----------
    document : str
        Its key, with which every id begins.
    claims : iterable of Claim
    checks : iterable of Check
    errata : iterable of Erratum, optional

    Raises
    ------
    LedgerError
        A claim without a check, two checks for one claim, a check or an erratum without a claim,
        an id that stands twice; with the places of both.
    """

    def __init__(
        self,
        document: str,
        claims: Iterable[Claim],
        checks: Iterable[Check],
        errata: Iterable[Erratum] = (),
    ) -> None:
        self.document = document
        self.claims = by_claim(claims)
        self.errata = by_claim(errata)
        self.texts = {name: claim.printed for name, claim in self.claims.items()}
        self.tasks = self._assign(task for check in checks for task in check.tasks())
        self._refuse_errata_without_a_claim()

    def _assign(self, tasks: Iterable[Task]) -> dict[str, Task]:
        """Find the task of every claim, in the order of the transcription."""
        owners: dict[str, Task] = {}
        for task in tasks:
            for pattern in task.patterns:
                for name in self._matching(pattern, task):
                    if owners.setdefault(name, task) is not task:
                        raise LedgerError(
                            f"{name} ({self.claims[name].source}): two checks, "
                            f"{owners[name].check} and {task.check}; keep one."
                        )
        without = [f"{name} ({self.claims[name].source})" for name in self.claims.keys() - owners]
        if without:
            raise LedgerError(f"claims without a check: {', '.join(sorted(without))}.")
        return {name: owners[name] for name in self.claims}

    def _matching(self, pattern: str, task: Task) -> list[str]:
        full = f"{self.document}.{pattern}"
        found = [full] if full in self.claims else fnmatch.filter(self.claims, full)
        if not found:
            raise LedgerError(
                f"checks without a claim: {task.check} judges {full}{_nearest(full, self.claims)}."
            )
        return found

    def _refuse_errata_without_a_claim(self) -> None:
        for name, erratum in self.errata.items():
            if name not in self.claims:
                raise LedgerError(
                    f"errata without a claim: {name} ({erratum.source})"
                    f"{_nearest(name, self.claims)}."
                )

    @cached_property
    def runs(self) -> Mapping[Task, Run]:
        """Run every check once on the texts as printed."""
        return self._run(self.texts)

    def _run(self, texts: Mapping[str, str]) -> dict[Task, Run]:
        runs: dict[Task, Run] = {}
        for claim, task in self.tasks.items():
            if task not in runs:
                runs[task] = task.run(self.document, texts)
            if claim not in runs[task].findings:
                raise LedgerError(f"{claim}: {task.check} declares it and does not judge it.")
        for task, run in runs.items():
            for name in run.findings:
                if self.tasks.get(name) is not task:
                    raise LedgerError(
                        f"{task.check} judges {name}, which it does not declare"
                        f"{_nearest(name, self.claims)}."
                    )
        return runs

    def findings(self, texts: Mapping[str, str] | None = None) -> dict[str, Finding]:
        """Return what is found for every claim, from other texts if some are given."""
        runs = self.runs if texts is None else self._run(texts)
        return {claim: runs[task].findings[claim] for claim, task in self.tasks.items()}

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """Judge every claim, in the order of the transcription.

        Raises
        ------
        LedgerError
            A finding that the rule of its verdict forbids; a witness for which the answer is yes.
        """
        found = self.findings()
        for name, claim in self.claims.items():
            computed = found[name].computed
            if isinstance(computed, Statement | Proof) and not computed.can_fail:
                raise LedgerError(
                    f"{claim.source}: {name}: its witness does not fail "
                    f"({self.tasks[name].check}); give an input for which the statement is false."
                )
        return tuple(
            judge(claim, found[name], self.errata.get(name)) for name, claim in self.claims.items()
        )

    def reads(self, claim: str) -> frozenset[str]:
        """Return the claims whose printed texts its check had read when it judged a claim."""
        return self.runs[self.tasks[claim]].until[claim]

    def notices(self, claim: str, text: str) -> bool:
        """Say whether another printed text for one claim changes a verdict or fails a check.

        Only checks that read the text run again; of what they find, only what is new is judged.
        """
        verdicts = self._verdicts
        texts = {**self.texts, claim: text}
        altered = replace(self.claims[claim], printed=text)
        try:
            for task in self._readers[claim]:
                before = self.runs[task]
                after = task.run(self.document, texts) if claim in before.reads else before
                for name, finding in after.findings.items():
                    if name == claim or finding != before.findings.get(name):
                        judged = altered if name == claim else self.claims[name]
                        row = judge(judged, finding, self.errata.get(name))
                        if row.verdict != verdicts[name]:
                            return True
        except (ValueError, ArithmeticError):
            return True
        return False

    @cached_property
    def _verdicts(self) -> Mapping[str, str]:
        return {row.claim: row.verdict for row in self.rows}

    @cached_property
    def _readers(self) -> Mapping[str, list[Task]]:
        """Map each claim to the task that judges it, then those that read its text."""
        readers = {claim: [task] for claim, task in self.tasks.items()}
        for task, run in self.runs.items():
            for claim in run.reads & readers.keys():
                if task is not self.tasks[claim]:
                    readers[claim].append(task)
        return readers
