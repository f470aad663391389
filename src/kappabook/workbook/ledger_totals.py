"""The ledger's rows, counted by document, and by verdict or by how they fail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from kappabook import papers
from kappabook.kinds import MEANINGS
from kappabook.ledger import CAN_FAIL, FAILURES, VERDICTS, Row
from kappabook.references import SEEN
from kappabook.workbook.markdown import table_of

# What is shown where a row names no change that its check must refuse.
NOTHING = "nothing"


def all_rows() -> list[Row]:
    """Judge every claim of every document."""
    return [row for key in papers.PAPERS for row in papers.rows(key)]


def totals(rows: Iterable[Row]) -> dict[str, dict[str, int]]:
    """Count the rows by document and by the verdicts that occur; ``all`` sums both ways."""
    return _counts(((row.document, row.verdict) for row in rows), VERDICTS)


def totals_table(rows: Iterable[Row]) -> str:
    """Write the totals as a table in Markdown."""
    return _table(totals(rows))


def failures_table(rows: Iterable[Row]) -> str:
    """Count by document how the rows fail; below, those that claim a result and cannot."""
    rows = list(rows)
    shown = ((row.document, row.fails_by or NOTHING) for row in rows)
    table = _table(_counts(shown, (*filter(None, FAILURES), NOTHING)))
    cannot = sum(row.verdict in CAN_FAIL and not row.fails_by for row in rows)
    return f"{table}\n\nRows that claim a result and cannot fail: {cannot}."


def _counts(pairs: Iterable[tuple[str, str]], known: Iterable[str]) -> dict[str, dict[str, int]]:
    counts = Counter(pairs)
    used = [value for value in known if any(v == value for _, v in counts)]
    table = {key: {value: counts[key, value] for value in used} for key in papers.PAPERS}
    table["all"] = {value: sum(line[value] for line in table.values()) for value in used}
    return {key: line | {"all": sum(line.values())} for key, line in table.items()}


def _table(counts: dict[str, dict[str, int]]) -> str:
    lines = ((key, *line.values()) for key, line in counts.items())
    return table_of(["document", *counts["all"]], lines)


def kinds() -> dict[str, dict[str, int]]:
    """Count the claims of many sources by kind, and by how much of the source was seen.

    The last line counts the sources; ``all`` sums over how they were seen.
    """
    references = papers.references()
    seen = {name: references[name.split(".")[1]].seen_as for name in papers.kinds()}
    counts = Counter((kind.kind, seen[name]) for name, kind in papers.kinds().items())
    table = {kind: {how: counts[kind, how] for how in SEEN} for kind in MEANINGS}
    sources = Counter(reference.seen_as for reference in references.values())
    table["sources"] = {how: sources[how] for how in SEEN}
    return {line: cells | {"all": sum(cells.values())} for line, cells in table.items()}


def kinds_table() -> str:
    """Write the kinds as a table in Markdown."""
    table = kinds()
    return table_of(["kind", *table["sources"]], ((k, *line.values()) for k, line in table.items()))
