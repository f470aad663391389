"""The page of the ten findings: below each, the rows of the ledger that it rests on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from kappabook import papers
from kappabook.audit.judging import Row

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
    return ROWS.sub(lambda found: f"{found[1]}{_table(rows_of(found['claims']))}\n{found[3]}", text)


def rows_of(claims: str) -> list[Row]:
    """Return the rows of claims, which stand in a text with blanks between."""
    return [papers.row(name) for name in claims.split()]


def _table(rows: list[Row]) -> str:
    lines = [_HEAD, ("---",) * len(_HEAD), *map(_cells, rows)]
    table = "\n".join("| " + " | ".join(line) + " |" for line in lines)
    return "\n\n".join((table, *_answers(rows)))


def _answers(rows: Iterable[Row]) -> Iterator[str]:
    """Write what the authors answer to these rows, each answer as a paragraph."""
    for row in rows:
        if row.response:
            yield f"**The authors answer to `{row.claim}`:** {row.response}"


def _cells(row: Row) -> tuple[str, ...]:
    return (
        f"`{row.claim}`",
        _code(row.printed),
        _code(row.computed),
        ", ".join(filter(None, (row.verdict, row.evidence))),
    )


def _code(text: str) -> str:
    r"""Write a text as code; ``|`` needs a backslash in a table, in code too."""
    return "`" + text.replace("|", r"\|") + "`" if text else ""
