"""Documents that are not rewritten yet: what their checks found, in the ledger's words.

It goes when the last of them is a module of functions; see CONTRIBUTING.md.
"""

from __future__ import annotations

from typing import Any

from kappabook.audit import Row
from kappabook.checks import Audit
from kappabook.datasheet import results_file
from kappabook.ledger import Finding, Number, Proof, Statement, judge
from kappabook.ledger import Row as Found
from kappabook.printed import RESTS_ON_NOTHING
from kappabook.transcription import LedgerError

_VERDICTS = {"recovered": "reproduced", "typographic": "corrected", "definition": "input"}
_EVIDENCE = {"external": "cited", "simulation": "simulated", "rerun": "rerun"}


def rows(audit: Audit) -> tuple[Row, ...]:
    """Judge every claim of one document.

    Raises
    ------
    LedgerError
        A finding from a run whose file is not in ``data/results``, or not as it was made.
    """
    findings = audit.findings()
    for run, name in {f.run: name for name, f in findings.items() if f.run}.items():
        try:
            results_file(run)
        except ValueError as error:
            raise LedgerError(f"{audit.claims[name].source}: {name}: {error}") from None
    return tuple(_row(found, audit, findings[found.claim]) for found in audit.rows)


def judged(audit: Audit, name: str, value: Any) -> Row:
    """Judge one claim by a value of one's own, by the rule of the checks."""
    finding = Finding(Number(value), damaged=audit.findings()[name].damaged)
    found = judge(audit.claims[name], finding, audit.errata.get(name))
    return _row(found, audit, finding)


def _row(found: Found, audit: Audit, finding: Finding) -> Row:
    claim, erratum = audit.claims[found.claim], audit.errata.get(found.claim)
    check = audit.tasks[found.claim].check
    verdict = _VERDICTS.get(found.verdict, found.verdict)
    wrong = (
        {
            "kind": erratum.kind,
            "correct": erratum.correct,
            "reason": erratum.reason,
            "objection": erratum.objection,
            "response": erratum.response,
        }
        if erratum
        else {}
    )
    return Row(
        document=found.document,
        claim=found.claim,
        locator=found.locator,
        statement=claim.statement,
        printed=found.printed,
        computed=found.computed,
        verdict=verdict,
        evidence="" if verdict in RESTS_ON_NOTHING else _evidence(found, finding),
        note=found.note,
        check=f"{check.file}:{check.line} {check.name.rpartition('.')[2]}",
        reads=audit.reads(found.claim),
        place=claim.source,
        **wrong,
    )


def _evidence(found: Found, finding: Finding) -> str:
    """Say what a verdict rests on: of what is neither cited nor run, by the kind of check."""
    if found.verdict == "recovered":
        return "searched"
    if found.evidence in _EVIDENCE:
        return _EVIDENCE[found.evidence]
    computed = finding.computed
    question = computed.holds.__name__ if isinstance(computed, Statement) else ""
    proof = isinstance(computed, Proof) or "follows" in question or "prove" in question
    return "proved" if proof else "computed"
