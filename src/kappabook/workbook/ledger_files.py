"""What `make ledger` writes: the ledger as CSV, Markdown and HTML, and the tables in docs/."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable
from dataclasses import asdict
from io import StringIO
from pathlib import Path

from kappabook import papers
from kappabook.files import write_if_changed, writing
from kappabook.ledger import COLUMNS, Row
from kappabook.workbook import alterations
from kappabook.workbook.alterations import Sensitivity, exempt_reasons
from kappabook.workbook.findings import with_rows
from kappabook.workbook.ledger_page.page import page
from kappabook.workbook.ledger_totals import all_rows, failures_table, totals, totals_table
from kappabook.workbook.markdown import table_of
from kappabook.workbook.second_entry import entries_table, second_entries

BEGIN = "<!-- ledger: written by `make ledger`, kept true by tests/workbook/test_what_held.py -->\n"
END = "<!-- end of ledger -->"


def report(rows: Iterable[Row], altered: Iterable[Sensitivity]) -> str:
    """Write totals, sensitivity and double entry, as ``make ledger`` prints them."""
    counted = [(s.document, s.altered, s.noticed, s.exempt) for s in altered]
    counted.append(("all", *(sum(column) for column in list(zip(*counted, strict=True))[1:])))
    rows = list(rows)
    parts = (
        totals_table(rows),
        "What must change for a row's check to say no (what the words mean: `build/ledger.html`):",
        failures_table(rows),
        "Every printed number moved by one unit in its last digit, up and down:",
        table_of(("document", "altered", "noticed", "claims exempt"), counted),
        table_of(
            ("reason why a single digit does not decide", "claims exempt"),
            exempt_reasons().most_common(),
        ),
        "Transcribed twice:",
        entries_table(second_entries()),
    )
    return "\n\n".join(parts) + "\n"


def write_ledger(
    folder: Path,
    held: Path | None = None,
    say: Callable[[str], None] | None = None,
    findings: Path | None = None,
) -> list[Row]:
    """Write ``ledger.csv``, ``ledger.md`` and ``ledger.html`` into the folder.

    With `held`, also renew the table in that file, and alter every printed number where that
    may come out differently now; the counts are kept in ``data/printed/sensitivity.csv``. `say`
    is told of what takes a while. With `findings`, also renew the rows on that page.

    Raises
    ------
    ValueError
        The page has no place for the table, or the page of findings none for rows.
    """
    rows = all_rows()
    if findings is not None:
        write_if_changed(findings, with_rows(findings))
    if held is None:
        altered = alterations.read_record()
    else:
        renewed = with_table(held, totals_table(rows))
        altered = [
            Sensitivity.of(key, alterations.alterations_of(key, say)) for key in papers.PAPERS
        ]
        write_if_changed(held, renewed)
        write_if_changed(alterations.record(), alterations.as_csv(altered))
    names = "ledger.md", "ledger.html", "ledger.csv"
    with writing(*(folder / name for name in names)) as (text, html, table):
        text.write_text(report(rows, altered), encoding="utf-8")
        html.write_text(page(rows, totals(rows)), encoding="utf-8")
        table.write_text(as_csv(rows), encoding="utf-8", newline="")
    return rows


def as_csv(rows: Iterable[Row]) -> str:
    """Write rows as ``ledger.csv`` has them."""
    stream = StringIO()
    writer = csv.DictWriter(stream, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(asdict(row) for row in rows)
    return stream.getvalue()


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
