"""CSV for people, who open it in a spreadsheet."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path

from kappabook.files import writing

# A spreadsheet runs a cell that begins so, some of them in full width too (U+FF1D and others).
# An apostrophe makes it text.
_RUNS = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20", "\t", "\r", "\n")


def harmless(cell: str) -> str:
    """Put an apostrophe before what a spreadsheet would run; plain numbers stay."""
    if not cell.startswith(_RUNS) and not cell.lstrip().startswith(_RUNS):
        return cell
    try:
        float(cell)
    except ValueError:
        return f"'{cell}"
    return cell


def write_csv(path: Path, rows: Iterable[Sequence[str]]) -> None:
    """Write a file whole, or leave it as it was; no cell is a formula."""
    with writing(path) as (draft,), draft.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerows([harmless(cell) for cell in row] for row in rows)
