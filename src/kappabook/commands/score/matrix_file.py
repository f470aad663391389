"""A confusion matrix in a file, as papers print them: labels beside the rows and above."""

from __future__ import annotations

import math
import warnings
from pathlib import Path

from kappabook.commands.files.tables import Table, listed, open_table
from kappabook.commands.label_checks import as_number, in_order
from kappabook.commands.score.classes import positive_of
from kappabook.commands.score.classifier import prevalence_of
from kappabook.commands.score.matrix_measures import LARGE, Counted, matrix_measures
from kappabook.commands.score.ranking_measures import without_ranking
from kappabook.commands.score.scored import Classifier, Scored
from kappabook.metrics.confusion import ConfusionMatrix

_TOTALS = {"total", "totals", "sum", "all", "margin", "n"}
_NO_SCORES = "a matrix has no scores"


def score_matrix(path: Path, positive: str | None = None) -> Scored:
    """Measure the classifier whose confusion matrix is in a file.

    The first column holds the true labels, the header the predicted ones, in any order. A row or a
    column of totals is checked and left out.

    Raises
    ------
    ValueError, OSError
        With file, line, value and remedy.
    """
    with open_table(path) as table:
        first, *head = table.columns
        _refuse_unlabelled(path, first, head)
        columns = table.texts(table.columns)
        rows = [name or "" for name in columns[0]]
        cells = [
            [_cell(table, columns[j + 1][i], i, name) for j, name in enumerate(head)]
            for i in range(len(rows))
        ]
        notes = list(table.notes)
        rows, head, cells, said = _without_totals(path, rows, head, cells)
        read = len(columns[0])
    notes += [*said, f"Rows are the truth ({first or 'no name'}), columns the prediction."]
    if not set(rows) & set(head):
        raise ValueError(
            f"{path}: the rows are {listed(rows)} and the columns {listed(head)}; a confusion "
            "matrix has the same labels on both sides."
        )
    for what, names in (("row", rows), ("column", head)):
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice or "" in names:
            raise ValueError(f"{path}: a {what} has no label, or {listed(twice)} stands twice.")
    labels = head if set(rows) <= set(head) else in_order({*rows, *head})
    for what, names in (("row", rows), ("column", head)):
        lacking = [label for label in labels if label not in names]
        if lacking:
            notes.append(f"There is no {what} for {listed(lacking)}: it counts as zeros.")
    table_of = dict(zip(rows, cells, strict=True))
    at = {label: j for j, label in enumerate(head)}
    full: list[list[float]] = [
        [table_of[a][at[b]] if a in table_of and b in at else 0 for b in labels] for a in labels
    ]
    return _measured(path, labels, full, read, notes, positive)


def _refuse_unlabelled(path: Path, corner: str, head: list[str]) -> None:
    """Refuse a header of counts; labels may be numbers, but then the corner is none."""
    if head and all(as_number(name) is not None for name in (corner, *head)):
        raise ValueError(
            f"{path}: the first row is {listed([corner, *head])}, all numbers, so the matrix has "
            "no labels; write the labels above the columns and beside the rows."
        )


def _measured(
    path: Path,
    labels: list[str],
    cells: list[list[float]],
    read: int,
    notes: list[str],
    positive: str | None,
) -> Scored:
    if not any(map(any, cells)):
        raise ValueError(f"{path}: every cell is 0; there is nothing to measure.")
    confusion = ConfusionMatrix(cells, labels)
    n = int(confusion.total)
    counted = Counted(confusion, confusion.cells, min(n, LARGE))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what is undefined is nan, and said
        measures, per_class, caution = matrix_measures(counted)
    named = positive_of(labels, positive)
    one = Classifier(
        name=path.stem,
        n=n,
        labels=tuple(labels),
        confusion=[[*row] for row in cells],
        measures=measures | without_ranking(_NO_SCORES),
        per_class=per_class,
        positive=named,
        prevalence=prevalence_of(confusion, -1 if named is None else labels.index(named)),
        threshold_from="a confusion matrix as given",
        caution=caution,
    )
    rows = {"read": read, "used": len(labels), "set_aside": max(0, read - len(labels))}
    reasons = {"totals": rows["set_aside"]} if rows["set_aside"] else {}
    return Scored(path, [one], [], rows | {"reasons": reasons}, notes)


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
