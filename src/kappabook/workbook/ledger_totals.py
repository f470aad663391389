"""The ledger's rows, counted by document and verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from kappabook import papers
from kappabook.kinds import MEANINGS
from kappabook.ledger import VERDICTS, Row
from kappabook.references import SEEN
from kappabook.workbook.markdown import table_of


def all_rows() -> list[Row]:
    """Judge every claim of every document."""
    return [row for key in papers.PAPERS for row in papers.rows(key)]


def totals(rows: Iterable[Row]) -> dict[str, dict[str, int]]:
    """Count the rows by document and by the verdicts that occur; ``all`` sums both ways."""
    counts = Counter((row.document, row.verdict) for row in rows)
    used = [verdict for verdict in VERDICTS if any(v == verdict for _, v in counts)]
    table = {key: {verdict: counts[key, verdict] for verdict in used} for key in papers.PAPERS}
    table["all"] = {verdict: sum(line[verdict] for line in table.values()) for verdict in used}
    return {key: line | {"all": sum(line.values())} for key, line in table.items()}


def totals_table(rows: Iterable[Row]) -> str:
    """Write the totals as a table in Markdown."""
    table = totals(rows)
    lines = ((key, *line.values()) for key, line in table.items())
    return table_of(["document", *table["all"]], lines)


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
