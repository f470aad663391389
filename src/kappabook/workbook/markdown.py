"""Tables in Markdown."""

from __future__ import annotations

from collections.abc import Iterable

from kappabook import papers


def table_of(head: Iterable[str], lines: Iterable[Iterable[object]], others: str = "--:") -> str:
    """Write a column of text, then columns of numbers; a document's key is written as code.

    With ``others="---"`` those columns are text too.
    """
    titles = list(head)
    rules = ["---", *[others] * (len(titles) - 1)]
    table: list[Iterable[object]] = [titles, rules, *lines]
    return "\n".join("| " + " | ".join(map(_cell, line)) + " |" for line in table)


def _cell(value: object) -> str:
    return f"`{value}`" if value in papers.PAPERS else str(value)
