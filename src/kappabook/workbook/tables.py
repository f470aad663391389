"""The ledger as a file, and as a table by document and verdict."""

from __future__ import annotations

import csv
from collections import Counter
from dataclasses import asdict, fields
from pathlib import Path

from kappabook import papers
from kappabook.files import writing
from kappabook.ledger import VERDICTS, Row


def all_rows() -> list[Row]:
    """Judge every claim of every document."""
    return [row for key in papers.PAPERS for row in papers.rows(key)]


def summary(rows: list[Row]) -> str:
    """Count the rows by document and verdict, as a table in Markdown."""
    counts = Counter((row.document, row.verdict) for row in rows)
    used = [verdict for verdict in VERDICTS if any(row.verdict == verdict for row in rows)]
    lines = [["document", *used, "all"], ["---", *["--:"] * (len(used) + 1)]]
    for key in papers.PAPERS:
        numbers = [counts[key, verdict] for verdict in used]
        lines.append([f"`{key}`", *map(str, numbers), str(sum(numbers))])
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def write_ledger(folder: Path) -> list[Row]:
    """Write ``ledger.csv`` and its summary ``ledger.md`` into the folder."""
    rows = all_rows()
    with writing(folder / "ledger.csv", folder / "ledger.md") as (table, text):
        with table.open("w", newline="", encoding="utf-8") as stream:
            columns = [field.name for field in fields(Row)]
            writer = csv.DictWriter(stream, columns, lineterminator="\n")
            writer.writeheader()
            writer.writerows(asdict(row) for row in rows)
        text.write_text(summary(rows) + "\n", encoding="utf-8")
    return rows
