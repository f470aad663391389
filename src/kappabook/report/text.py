"""Paragraphs and tables for a screen of eighty columns."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill

_WIDTH = 80


def grid(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Align a table: the first column to the left, the others to the right."""
    table = [[clean(cell) for cell in row] for row in (head, *rows)]
    wide = [max(map(len, column)) for column in zip(*table, strict=True)]
    return [
        "  ".join(
            [row[0].ljust(wide[0]), *(c.rjust(w) for c, w in zip(row[1:], wide[1:], strict=True))]
        ).rstrip()
        for row in table
    ]


def clean(text: str) -> str:
    """Show control characters, so that a name cannot command the terminal."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def wrapped(text: str, indent: str = "  ") -> str:
    """Break a paragraph at the width of the text; control characters are shown."""
    bound = clean(text).replace(" %", "\N{NO-BREAK SPACE}%")  # a number keeps its unit
    lines = fill(
        bound, _WIDTH, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False
    )
    return lines.replace("\N{NO-BREAK SPACE}", " ")
