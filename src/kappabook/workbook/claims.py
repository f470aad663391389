"""Everything the house holds of a claim, from an index that is kept until something changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

from kappabook import papers
from kappabook.checkout import clone, printed_folder
from kappabook.ledger import COLUMNS, FAILURES, GROUNDS, MEANINGS
from kappabook.transcription import read_second
from kappabook.workbook.cache import cached, fingerprint
from kappabook.workbook.cells import cell_of

Entry = dict[str, Any]
"""What `kappabook claim --json` writes of one claim."""

# So many claims fit one screen with everything that is known of them; more are a table.
IN_FULL = 1


def find(ids: Iterable[str]) -> list[Entry]:
    """Return the entries of claims, in the order of the ledger for each pattern.

    Parameters
    ----------
    ids : iterable of str
        Ids, or patterns with ``*``, ``?`` and ``[1-3]`` as in names of files.

    Raises
    ------
    ValueError
        There is no such claim; with the nearest ids.
    """
    found = {claim.claim: claim for wanted in ids for claim in papers.matching(wanted)}
    indices = {key: index(key) for key in {claim.document for claim in found.values()}}
    return [_with_places(indices[claim.document][name]) for name, claim in found.items()]


def index(key: str) -> dict[str, Entry]:
    """Return what is known of every claim of one document, by id; computed when it changed."""
    return cached(f"index/{key}.json", fingerprint(key), lambda: _index(key))


def _index(key: str) -> dict[str, Entry]:
    audit = papers.audit(key)
    folder = printed_folder()
    entries = {}
    for row in papers.rows(key):
        claim, check = audit.claims[row.claim], audit.tasks[row.claim].check
        entries[row.claim] = asdict(row) | {
            "statement": claim.statement,
            "source": f"{folder / claim.source}",
            "check": f"{check.file}:{check.line}",
            "function": check.name,
            "reads": sorted(audit.reads(row.claim)),
        }
    return entries


def _with_places(entry: Entry) -> Entry:
    """Add what an entry does not need a judgement for, and write places as seen from the clone."""
    claim, key = entry["claim"], entry["document"]
    second, erratum, cell = _second(key).get(claim), _errata(key).get(claim), cell_of(claim)
    places = {name: _relative(entry[name]) for name in ("source", "check")}
    return {
        **{column: entry[column] for column in COLUMNS},
        "statement": entry["statement"],
        **places,
        "function": entry["function"],
        "reads": entry["reads"],
        "second": second,
        "erratum": erratum,
        "notebook": f"notebooks/{cell.notebook}.ipynb [{cell.number}]" if cell else None,
    }


@cache
def _second(key: str) -> Mapping[str, Entry]:
    folder = printed_folder()
    return {
        name: {"printed": second.printed, "source": _relative(f"{folder / second.source}")}
        for name, second in read_second(folder / "second-entry" / f"{key}.csv").items()
    }


@cache
def _errata(key: str) -> Mapping[str, Entry]:
    folder = printed_folder().parent
    found = {}
    for erratum in papers.errata(key):
        entry = {
            name: getattr(erratum, name)
            for name in ("printed", "correct", "reason", "objection", "response")
        }
        found[erratum.claim] = entry | {"source": _relative(f"{folder / erratum.source}")}
    return found


def _relative(place: str) -> str:
    """Write a place as seen from the clone; where there is none, as it is."""
    here = clone()
    inside = here is not None and Path(place).is_relative_to(here)
    return Path(place).relative_to(here).as_posix() if here and inside else place


# --- as text ------------------------------------------------------------------------------------


def as_text(entries: list[Entry]) -> str:
    """Write one claim in full, or several as a table with their checks and notes below."""
    if len(entries) <= IN_FULL:
        return "\n\n".join(map(_in_full, entries))
    return "\n".join((*_table(entries), "", *_below(entries)))


def _in_full(entry: Entry) -> str:
    declared = papers.declaration(entry["document"])
    second, erratum = entry["second"], entry["erratum"]
    lines = {
        "document": f"{declared.title} ({declared.authors}), {entry['locator']}",
        "says": entry["statement"],
        "printed": entry["printed"] or "(no number or formula of its own)",
        "computed": entry["computed"],
        "verdict": f"{entry['verdict']}: {MEANINGS[entry['verdict']]}",
        "evidence": f"{entry['evidence']}: {GROUNDS[entry['evidence']]}",
        "can fail by": FAILURES[entry["fails_by"]],
        "note": entry["note"],
        "erratum": erratum and f"{erratum['printed'] or 'lost'} should be {erratum['correct']}",
        "": erratum and erratum["source"],
        "objection": erratum and erratum["objection"],
        "response": erratum and erratum["response"],
        "transcribed": entry["source"],
        "again": second and f"{second['source']}, {_compared(entry, second)}",
        "check": f"{entry['check']}  {entry['function'].rpartition('.')[2]}",
        "reads": _few(entry["reads"]),
        "shown in": entry["notebook"] or "no notebook cell by itself",
    }
    body = (f"  {name:<12}{text}" for name, text in lines.items() if text)
    return "\n".join((entry["claim"], *body))


def _compared(entry: Entry, second: Entry) -> str:
    return "the same" if second["printed"] == entry["printed"] else f"as {second['printed']}"


def _few(ids: list[str], most: int = 8) -> str:
    more = f" and {len(ids) - most} more (--json has all)" if len(ids) > most else ""
    return (", ".join(ids[:most]) + more) or "no printed text but its own"


def _table(entries: list[Entry]) -> list[str]:
    columns = ("claim", "printed", "computed", "verdict", "evidence")
    rows = [columns, *([_short(entry[column]) for column in columns] for entry in entries)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(columns))]
    return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]


def _short(text: str, most: int = 44) -> str:
    return text if len(text) <= most else f"{text[: most - 3]}..."


def _below(entries: list[Entry]) -> list[str]:
    """List once what several claims share: files, checks, cells and notes."""
    first, last = entries[0]["source"], entries[-1]["source"]
    lines = [f"{len(entries)} claims, transcribed in {first} to {last}"]
    checks = {entry["check"]: entry["function"].rpartition(".")[2] for entry in entries}
    lines += [f"check     {place}  {name}" for place, name in checks.items()]
    cells = dict.fromkeys(entry["notebook"] for entry in entries if entry["notebook"])
    lines += [f"shown in  {cell}" for cell in cells]
    notes = dict.fromkeys(entry["note"] for entry in entries if entry["note"])
    return [*lines, *(f"note      {note}" for note in notes)]
