"""A confusion matrix in a file, as papers print them: labels beside the rows and above."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from kappabook.commands.reading.labels import are_numbers, in_order
from kappabook.commands.reading.read_table import Table, listed, open_table
from kappabook.commands.score.classes import Classes, positive_of
from kappabook.commands.score.columns import Asked
from kappabook.commands.score.counts import Tally

_TOTALS = {"total", "totals", "sum", "all", "margin", "n"}


def read_matrix(path: Path, asked: Asked) -> tuple[Tally, Classes, dict[str, Any], list[str]]:
    """Read it: what is counted, the classes, the rows read and used, and what was decided.

    The first column holds the true labels, the header the predicted ones, in any order. A row or a
    column of totals is checked and left out.

    Raises
    ------
    ValueError, OSError
        With file, line, value and remedy.
    """
    with open_table(path, header=True, sheet=asked.sheet) as table:
        first, *head = table.columns
        _refuse_unlabelled(path, first, head)
        names, *columns = table.texts(table.columns)
        rows = [name or "" for name in names]
        cells = [
            [_cell(table, text, i, name) for text, name in zip(row, head, strict=True)]
            for i, row in enumerate(zip(*columns, strict=True))
        ]
        notes = list(table.notes)
    rows, head, cells, said = _without_totals(path, rows, head, cells)
    notes += [*said, f"Rows are the truth ({first or 'no name'}), columns the prediction."]
    if not set(rows) & set(head):
        raise ValueError(
            f"{path}: the rows are {listed(rows)} and the columns {listed(head)}; a confusion "
            "matrix has the same labels on both sides."
        )
    labels = head if set(rows) <= set(head) else in_order({*rows, *head})
    for what, given in (("row", rows), ("column", head)):
        twice = sorted({name for name in given if given.count(name) > 1})
        if twice or "" in given:
            raise ValueError(f"{path}: a {what} has no label, or {listed(twice)} stands twice.")
        if lacking := [label for label in labels if label not in given]:
            notes.append(f"There is no {what} for {listed(lacking)}: it counts as zeros.")
    if asked.ordered and set(asked.ordered) != set(labels):
        raise ValueError(
            f"{path}: --ordered names {listed(asked.ordered)} and the labels are {listed(labels)}; "
            "name all labels, from one end to the other."
        )
    labels = list(asked.ordered) or labels
    counts = Tally(names=[{label: label for label in labels}] * 2)
    for truth, row in zip(rows, cells, strict=True):
        counts.patterns += [((truth, x), n, n, n) for x, n in zip(head, row, strict=True)]
    if not counts.used:
        raise ValueError(f"{path}: every cell is 0; there is nothing to measure.")
    positive = positive_of(labels, asked.positive)
    aside = max(0, len(names) - len(labels))
    reasons = {"totals": aside} if aside else {}
    read = {"read": len(names), "used": len(labels), "set_aside": aside, "reasons": reasons}
    return counts, Classes(labels, positive, None, "a confusion matrix as given"), read, notes


def _refuse_unlabelled(path: Path, corner: str, head: list[str]) -> None:
    """Refuse a header of counts; labels may be numbers, but then the corner is none."""
    if head and are_numbers([corner, *head]):
        raise ValueError(
            f"{path}: the first row is {listed([corner, *head])}, all numbers, so the matrix has "
            "no labels; write the labels above the columns and beside the rows."
        )


def _cell(table: Table, text: str | None, row: int, name: str) -> int:
    try:
        value = float(text) if text is not None else math.nan
    except ValueError:
        value = math.nan
    if not (math.isfinite(value) and value >= 0):
        shown = "an empty cell" if text is None else repr(text)
        raise ValueError(
            f"{table.line(row)}, column {name!r}: {shown} is no count; write numbers from 0 on. "
            "Without --matrix the file is read as one row per case."
        )
    if not value.is_integer():
        raise ValueError(
            f"{table.line(row)}, column {name!r}: {text} is no count; multiply shares by the "
            "number of cases, and round to whole numbers."
        )
    return int(value)


def _without_totals(
    path: Path, rows: list[str], head: list[str], cells: list[list[int]]
) -> tuple[list[str], list[str], list[list[int]], list[str]]:
    """Leave out a last row or column of totals, if they are what the cells sum to."""
    said = []
    if len(head) > 1 and head[-1].strip().lower() in _TOTALS and head[-1] not in rows[:-1]:
        for name, row in zip(rows, cells, strict=True):
            _refuse_sum(path, f"row {name!r}", row[-1], sum(row[:-1]))
        head, cells = head[:-1], [row[:-1] for row in cells]
        said.append("The last column holds totals, which fit; it is left out.")
    if len(rows) > 1 and rows[-1].strip().lower() in _TOTALS and rows[-1] not in head:
        for j, name in enumerate(head):
            above = sum(row[j] for row in cells[:-1])
            _refuse_sum(path, f"column {name!r}", cells[-1][j], above)
        rows, cells = rows[:-1], cells[:-1]
        said.append("The last row holds totals, which fit; it is left out.")
    return rows, head, cells, said


def _refuse_sum(path: Path, where: str, printed: int, found: int) -> None:
    if printed != found:
        raise ValueError(
            f"{path}: {where} has the total {printed} and sums to {found}; mend a cell, or "
            "leave out the totals."
        )
