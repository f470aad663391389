"""What `make ledger` writes: the ledger as CSV, Markdown and HTML, and the tables in docs/."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from kappabook import papers
from kappabook.audit.judging import Row
from kappabook.audit.ledger import as_csv, totals
from kappabook.system.files import write_if_changed, writing
from kappabook.workbook.findings import with_rows
from kappabook.workbook.ledger_page.page import page
from kappabook.workbook.markdown import table_of

BEGIN = "<!-- ledger: written by `make ledger`, kept true by tests/workbook/test_what_held.py -->\n"
END = "<!-- end of ledger -->"


def totals_table(rows: Iterable[Row]) -> str:
    """Write the totals as a table in Markdown."""
    counts = totals(rows)
    lines = ((key, *line.values()) for key, line in counts.items())
    return table_of(["document", *counts["all"]], lines)


def write_ledger(folder: Path, held: Path | None = None, findings: Path | None = None) -> list[Row]:
    """Write ``ledger.csv``, ``ledger.md`` and ``ledger.html`` into the folder.

    With `held`, also renew the table in that file; with `findings`, the rows on that page.

    Raises
    ------
    ValueError
        The page has no place for the table, or the page of findings none for rows.
    """
    rows = papers.all_rows()
    table = totals_table(rows)
    if findings is not None:
        write_if_changed(findings, with_rows(findings))
    if held is not None:
        write_if_changed(held, with_table(held, table))
    names = "ledger.md", "ledger.html", "ledger.csv"
    with writing(*(folder / name for name in names)) as (text, html, csv):
        text.write_text(f"{table}\n", encoding="utf-8")
        html.write_text(page(rows, totals(rows)), encoding="utf-8")
        csv.write_text(as_csv(rows), encoding="utf-8", newline="")
    return rows


def with_table(held: Path, table: str) -> str:
    """Return the text of a page with the table between its two marks."""
    text = held.read_text(encoding="utf-8")
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(
            f"{held.name} has no place for the table; write the lines {BEGIN.strip()} and {END}."
        )
    return f"{before}{begin}{table}\n{end}{after}"
