"""What is shown of judged claims: one in full, a table, the ledger as CSV, and its totals."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from io import StringIO
from pathlib import Path
from typing import Any

from kappabook.audit.judging import REPEAT, Row
from kappabook.audit.printed import EVIDENCE, KINDS, VERDICTS, AuditError

COLUMNS = (
    *("document", "claim", "locator", "statement", "printed", "computed"),
    *("verdict", "evidence", "note"),
)
# What `kappabook claim --json` writes beside the columns.
BEHIND = ("check", "reads", "correct", "kind", "reason", "objection", "response", "same_as")
RESULTS = "results"


def as_csv(rows: Iterable[Row]) -> str:
    """Write rows as ``ledger.csv`` has them."""
    stream = StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows([getattr(row, column) for column in COLUMNS] for row in rows)
    return stream.getvalue()


def entries(rows: Iterable[Row], root: Path | None = None) -> list[dict[str, Any]]:
    """Return rows with what is behind them, as ``kappabook claim --json`` writes them.

    Places of files are written as seen from `root`, where they are in it.
    """
    found = []
    for row in rows:
        known = asdict(row) | {"reads": sorted(row.reads)}
        entry = {name: known[name] for name in (*COLUMNS, *BEHIND)}
        places = {"check": _seen_from(root, row.check), "place": _seen_from(root, row.place)}
        found.append(entry | places)
    return found


def _seen_from(root: Path | None, place: str) -> str:
    return place.removeprefix(f"{root}/") if root else place


def as_text(rows: Sequence[Row], root: Path | None = None) -> str:
    """Write one row in full, or several as a table with their notes and checks below."""
    if len(rows) == 1:
        return _in_full(rows[0], root)
    columns = ("claim", "printed", "computed", "verdict", "evidence")
    lines = [columns, *([_short(getattr(row, name)) for name in columns] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    table = ["  ".join(map(str.ljust, line, widths)).rstrip() for line in lines]
    checks = dict.fromkeys(_seen_from(root, row.check) for row in rows if row.check)
    notes = dict.fromkeys(row.note for row in rows if row.note)
    below = (*(f"check  {check}" for check in checks), *(f"note   {note}" for note in notes))
    return "\n".join((*table, "", f"{len(rows)} claims", *below))


def _in_full(row: Row, root: Path | None) -> str:
    verdict = f"{row.verdict}: {VERDICTS[row.verdict]}"
    if row.verdict == "not reproduced" and not row.note:
        verdict = f"{row.verdict}: computed and printed differ; mend a slip, or remark why"
    lines = {
        "where": row.locator,
        "says": row.statement,
        "printed": row.printed or "(no number or formula of its own)",
        "computed": row.computed,
        "verdict": verdict,
        "evidence": f"{row.evidence}: {EVIDENCE[row.evidence]}" if row.evidence else "",
        "right is": row.correct,
        "wrong is": f"{row.kind}: {KINDS[row.kind]}" if row.kind else "",
        "note": row.note,
        "objection": row.objection,
        "response": row.response,
        "transcribed": row.place,
        "check": _seen_from(root, row.check),
        "reads": _few(sorted(row.reads)),
    }
    body = (f"  {name:<12}{text}" for name, text in lines.items() if text)
    return "\n".join((row.claim, *body))


def _few(ids: Sequence[str], most: int = 8) -> str:
    more = f" and {len(ids) - most} more (--json has all)" if len(ids) > most else ""
    return ", ".join(ids[:most]) + more


def _short(text: str, most: int = 44) -> str:
    return text if len(text) <= most else f"{text[: most - 3]}..."


def selected(
    rows: Iterable[Row], verdict: str | None = None, evidence: str | None = None
) -> list[Row]:
    """Return the rows that have a verdict and rest on some evidence; of None, any.

    Raises
    ------
    AuditError
        A word that is none of them.
    """
    for word, known in ((verdict, VERDICTS), (evidence, EVIDENCE)):
        if word not in (None, *known):
            raise AuditError(f"{word!r} is none of {', '.join(filter(None, known))}.")
    wanted = {"verdict": verdict, "evidence": evidence}
    return [
        row
        for row in rows
        if all(word in (None, getattr(row, name)) for name, word in wanted.items())
    ]


def totals(rows: Iterable[Row]) -> dict[str, dict[str, int]]:
    """Count by document and verdict; inputs and repeats are counted apart, as no results.

    The last line, ``all``, sums over the documents.
    """
    counts: Counter[tuple[str, str]] = Counter()
    documents: dict[str, None] = {}
    for row in rows:
        documents[row.document] = None
        words = [row.counts_as, *([RESULTS] if row.counts_as not in ("input", REPEAT) else [])]
        counts.update((document, word) for document in (row.document, "all") for word in words)
    words = [*(verdict for verdict in VERDICTS if verdict != "input"), RESULTS, "input", REPEAT]
    return {key: {word: counts[key, word] for word in words} for key in (*documents, "all")}
