"""The ledger's rows, counted by document and verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from kappabook import papers
from kappabook.ledger import VERDICTS, Row
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
    return table_of(
        ["document", *table["all"]], ((key, *line.values()) for key, line in table.items())
    )
