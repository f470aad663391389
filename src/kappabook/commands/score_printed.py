"""A confusion matrix in a file, as papers print them: labels beside the rows and above."""

from __future__ import annotations

import math
import warnings
from pathlib import Path

from kappabook.commands.files.tables import Table, listed, open_table
from kappabook.commands.label_checks import as_number, in_order
from kappabook.commands.score_curve import without_ranking
from kappabook.commands.score_matrix import Counted, class_rates, matrix_measures
from kappabook.commands.score_measures import Classifier, Scored, of_two
from kappabook.commands.score_rows import positive_of
from kappabook.metrics.confusion import ConfusionMatrix

_TOTALS = {"total", "totals", "sum", "all", "margin", "n"}
_NO_SCORES = "a matrix has no scores"


def score_matrix(
    path: Path,
    positive: str | None = None,
    *,
    ordered: tuple[str, ...] = (),
    weights: str = "quadratic",
    level: float = 0.95,
    method: str | None = None,
) -> Scored:
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
    if ordered:
        if set(ordered) != set(labels):
            raise ValueError(
                f"{path}: --ordered names {listed(ordered)} and the labels are {listed(labels)}; "
                "name all labels, from one end to the other."
            )
        labels = list(ordered)
    table_of = dict(zip(rows, cells, strict=True))
    at = {label: j for j, label in enumerate(head)}
    full: list[list[float]] = [
        [table_of[a][at[b]] if a in table_of and b in at else 0 for b in labels] for a in labels
    ]
    if not any(map(any, full)):
        raise ValueError(f"{path}: every cell is 0; there is nothing to measure.")
    confusion = ConfusionMatrix(full, labels)
    counted = Counted(confusion, confusion.cells, int(confusion.total))
    named = positive_of(labels, positive)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what is undefined is nan, and said
        measures, per_class, caution = matrix_measures(
            counted, level, method=method, weights=weights if ordered else None
        )
        rates, macro = class_rates(counted, level)
    one = Classifier(
        name=path.stem,
        n=counted.n,
        labels=tuple(labels),
        confusion=full,
        measures=measures | of_two(labels, named, rates) | without_ranking(_NO_SCORES),
        per_class=per_class,
        rates=rates,
        macro=macro,
        level=level,
        positive=named,
        prevalence=(
            math.nan if named is None else float(confusion.row_margins[labels.index(named)])
        ),
        threshold_from="a confusion matrix as given",
        caution=caution,
    )
    aside = max(0, read - len(labels))
    taken = {"read": read, "used": len(labels), "set_aside": aside}
    reasons = {"totals": aside} if aside else {}
    order = weights if ordered else ""
    return Scored(path.name, [one], [], taken | {"reasons": reasons}, notes, weights=order)


def _refuse_unlabelled(path: Path, corner: str, head: list[str]) -> None:
    """Refuse a header of counts; labels may be numbers, but then the corner is none."""
    if head and all(as_number(name) is not None for name in (corner, *head)):
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
