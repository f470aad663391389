"""Paragraphs and tables for a screen of eighty columns."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from textwrap import fill
from typing import Any

_WIDTH = 80
_NOT_PLAIN = re.compile(r"[^ -~\n]")


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


def clean(text: str, keep: str = "") -> str:
    """Show control characters but those kept, so that a name cannot command the terminal."""
    return "".join(c if c.isprintable() or c in keep else repr(c)[1:-1] for c in text)


def as_json(value: Any) -> str:
    """Write JSON whose control characters, and what is no UTF-8, are escaped; no nan."""
    text = json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False)
    return _NOT_PLAIN.sub(lambda c: c[0] if c[0].isprintable() else json.dumps(c[0])[1:-1], text)


def wrapped(text: str, indent: str = "  ") -> str:
    """Break a paragraph at the width of the text; control characters are shown."""
    bound = clean(text).replace(" %", "\N{NO-BREAK SPACE}%")  # a number keeps its unit
    lines = fill(
        bound, _WIDTH, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False
    )
    return lines.replace("\N{NO-BREAK SPACE}", " ")
