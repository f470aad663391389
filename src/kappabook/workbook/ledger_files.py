"""What `make ledger` writes: the ledger as CSV, Markdown and HTML, and the tables in docs/."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from kappabook import papers
from kappabook.audit.judging import Row
from kappabook.audit.ledger import as_csv, totals
from kappabook.system.files import write_if_changed, writing
from kappabook.workbook.ledger_page import page

BEGIN = "<!-- ledger: written by `make ledger`, kept true by tests/workbook/test_what_held.py -->\n"
END = "<!-- end of ledger -->"


def totals_table(rows: Iterable[Row]) -> str:
    """Write the totals as a table in Markdown."""
    counts = totals(rows)
    lines = ((key, *line.values()) for key, line in counts.items())
    return _table_of(["document", *counts["all"]], lines)


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


def _table_of(head: Iterable[str], lines: Iterable[Iterable[object]]) -> str:
    """Write a column of text, then columns of numbers; a document's key is written as code."""
    titles = list(head)
    rules = ["---", *["--:"] * (len(titles) - 1)]
    table: list[Iterable[object]] = [titles, rules, *lines]
    return "\n".join("| " + " | ".join(map(_cell, line)) + " |" for line in table)


def _cell(value: object) -> str:
    return f"`{value}`" if value in papers.PAPERS else str(value)


# --- the ten findings: below each, the rows of the ledger that it rests on ------------------------

ROWS = re.compile(r"(<!-- rows: (?P<claims>[^>]+) -->\n).*?(<!-- end of rows -->)", re.DOTALL)
_HEAD = ("claim", "printed", "computed", "verdict, evidence")


def with_rows(page: Path) -> str:
    """Return the text of a page with the rows of the ledger below each list of claims.

    A list is a comment, ``<!-- rows: CLAIM CLAIM -->``; a later one closes its table.

    Raises
    ------
    AuditError
        There is no such claim; with the nearest ids.
    ValueError
        The page has no list.
    """
    text = page.read_text(encoding="utf-8")
    if not ROWS.search(text):
        raise ValueError(
            f"{page.name} has no list of claims; write the lines <!-- rows: CLAIM CLAIM --> and "
            "<!-- end of rows -->."
        )
    return ROWS.sub(
        lambda found: f"{found[1]}{_rows_table(rows_of(found['claims']))}\n{found[3]}", text
    )


def rows_of(claims: str) -> list[Row]:
    """Return the rows of claims, which stand in a text with blanks between."""
    return [papers.row(name) for name in claims.split()]


def _rows_table(rows: list[Row]) -> str:
    lines = [_HEAD, ("---",) * len(_HEAD), *map(_row_cells, rows)]
    table = "\n".join("| " + " | ".join(line) + " |" for line in lines)
    return "\n\n".join((table, *_answers(rows)))


def _answers(rows: Iterable[Row]) -> Iterator[str]:
    """Write what the authors answer to these rows, each answer as a paragraph."""
    for row in rows:
        if row.response:
            yield f"**The authors answer to `{row.claim}`:** {row.response}"


def _row_cells(row: Row) -> tuple[str, ...]:
    return (
        f"`{row.claim}`",
        _code(row.printed),
        _code(row.computed),
        ", ".join(filter(None, (row.verdict, row.evidence))),
    )


def _code(text: str) -> str:
    r"""Write a text as code; ``|`` needs a backslash in a table, in code too."""
    return "`" + text.replace("|", r"\|") + "`" if text else ""
