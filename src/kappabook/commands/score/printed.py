"""A confusion matrix, as papers, spreadsheets and programs print it: which side is the truth."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kappabook.commands.reading.columns import counted_rows
from kappabook.commands.reading.labels import are_numbers, in_order, one_spelling
from kappabook.commands.reading.margins import computed_margins, percentage_notes
from kappabook.commands.reading.numbers import (
    POINT,
    NumberForm,
    as_number,
    exact_number,
    number_form,
    why_no_number,
)
from kappabook.commands.reading.read_table import Table, label_of, listed, open_table
from kappabook.commands.reading.roles import (
    Role,
    likely_role_of_rows,
    names_both,
    opposite,
    role_of,
    role_of_rows,
    without_common_words,
)
from kappabook.commands.reading.totals import Counts, without_totals
from kappabook.commands.score.classes import Classes, positive_of
from kappabook.commands.score.columns import Asked
from kappabook.commands.score.counts import Tally
from kappabook.metrics.confusion import ConfusionMatrix

# Totals up to here are whole numbers of the processor.
_MOST_CASES = 2**62
_LEAST_ROWS = 2


@dataclass(frozen=True)
class Printed:
    """A matrix before anything is decided.

    Attributes
    ----------
    where : object
        The file, for messages.
    corner, above, beside : str
        What stands in the corner, in a line above the header, and in a column left of the labels.
    rows, columns : list of str
    cells : list of list
        Text, numbers, or None where a cell is empty.
    delimiter : str
    line : callable
        Where a row stands.
    notes : list of str
    """

    where: object
    corner: str
    rows: list[str]
    columns: list[str]
    cells: list[list[Any]]
    above: str = ""
    beside: str = ""
    delimiter: str = ""
    line: Callable[[int], str] = field(default=lambda row: f"row {row + 1} of the matrix")
    notes: Sequence[str] = ()


def read_matrix(data: Any, asked: Asked) -> tuple[Asked, Tally, Classes, dict[str, Any], list[str]]:
    """Read it: the options with the order of the labels, the counts, classes, rows and notes.

    Labels stand beside the rows and above the columns, in any order. What the corner or a line
    above says decides whether rows are the truth or the prediction; ``--rows`` decides first.
    Totals are checked and left out.

    Raises
    ------
    ValueError, OSError
        With file, line, value and remedy.
    """
    printed = _without_roles(_printed(data, asked))
    table, form = _counts(printed, asked)
    notes = [*printed.notes, *filter(None, [form.note]), *table.notes]
    role, said = _role_of_rows(printed, asked)
    notes.append(said)
    rows, columns, cells = table.rows, table.columns, table.cells
    notes += percentage_notes(cells)
    if role == "prediction":
        rows, columns, cells = columns, rows, [list(x) for x in zip(*cells, strict=True)]
    same = one_spelling([rows, columns], asked.ordered)
    rows, columns = ([same.get(x, x) for x in names] for names in (rows, columns))
    asked = asked.with_order(in_order({*rows, *columns}), printed.where)
    labels = _labels(printed.where, rows, columns, asked, notes, turned=role == "prediction")
    found = Tally(names=[{label: label for label in labels}] * 2)
    for truth, row in zip(rows, cells, strict=True):
        found.patterns += [((truth, x), n, n, n) for x, n in zip(columns, row, strict=True)]
    if not found.used:
        raise ValueError(f"{printed.where}: every cell is 0; there is nothing to measure.")
    if found.used >= _MOST_CASES:
        raise ValueError(
            f"{printed.where}: the cells sum to {found.used:.6g}; at most {_MOST_CASES} cases are "
            "counted. Are these counts?"
        )
    aside = table.n_total_rows
    read = {
        "read": len(labels) + aside,
        "used": len(labels),
        "set_aside": aside,
        "reasons": {"totals": aside} if aside else {},
    }
    positive = positive_of(labels, asked.positive)
    return asked, found, Classes(labels, positive, None, "a confusion matrix as given"), read, notes


def _labels(
    where: object,
    rows: list[str],
    columns: list[str],
    asked: Asked,
    notes: list[str],
    *,
    turned: bool,
) -> list[str]:
    """Return the labels in order; both sides have them, and a note says which lacks one."""
    words = ("column", "row") if turned else ("row", "column")
    if not set(rows) & set(columns):
        first, second = (listed(x) for x in ((columns, rows) if turned else (rows, columns)))
        raise ValueError(
            f"{where}: the rows are {first} and the columns {second}; a confusion matrix has the "
            "same labels on both sides."
        )
    labels = columns if set(rows) <= set(columns) else in_order({*rows, *columns})
    for what, given in zip(words, (rows, columns), strict=True):
        twice = sorted({name for name in given if given.count(name) > 1})
        if twice or "" in given:
            raise ValueError(f"{where}: a {what} has no label, or {listed(twice)} stands twice.")
        if lacking := [label for label in labels if label not in given]:
            notes.append(
                f"There is no {what} for {listed(lacking)}: it counts as zeros. If that is no "
                "class but a statistic, leave it out."
            )
    if asked.ordered and set(asked.ordered) != set(labels):
        raise ValueError(
            f"{where}: --ordered names {listed(asked.ordered)} and the labels are "
            f"{listed(labels)}; name all labels, from one end to the other."
        )
    return list(asked.ordered) or labels


# --- which side is the truth ----------------------------------------------------------------------


def _role_of_rows(printed: Printed, asked: Asked) -> tuple[Role, str]:
    """Find what the rows are, and say so; two contradicting words raise ValueError."""
    names = [x for x in (printed.beside, printed.corner) if x]
    if asked.rows is not None:
        return asked.rows, f"Rows are the {asked.rows} (--rows), {_columns(asked.rows)}."
    rows = next((role for x in names if (role := role_of_rows(x))), None)
    above = role_of(printed.above)
    if rows is not None and rows == above:
        raise ValueError(
            f"{printed.where}: {printed.above!r} stands above the columns and "
            f"{listed(names)} beside the rows, and both name the {rows}; say with --rows truth or "
            "--rows prediction what the rows are."
        )
    role = rows or (opposite(above) if above else None)
    shown = ", ".join([*names, *filter(None, [printed.above])]) or "no name"
    if role is None:
        likely: Role = next((found for x in names if (found := likely_role_of_rows(x))), "truth")
        return likely, (
            f"Rows are taken to be the {likely} ({shown}), {_columns(likely)}; if it is the other "
            f"way round, give --rows {opposite(likely)}."
        )
    said = f"Rows are the {role} ({shown}), {_columns(role)}"
    if role == "prediction":
        said += ": the matrix is turned, so that below rows are the truth"
    if above is None and any(map(names_both, names)):
        said += f"; else give --rows {opposite(role)}"
    return role, f"{said}."


def _columns(rows: Role) -> str:
    return f"columns the {opposite(rows)}"


def _without_roles(printed: Printed) -> Printed:
    """Take 'true' and 'predicted' off labels that have them all on one side, as in 'true yes'."""
    if set(printed.rows) & set(printed.columns):
        return printed
    for k in range(min(len(printed.rows), len(printed.columns)), _LEAST_ROWS - 1, -1):
        rows, beside = without_common_words(printed.rows[:k])
        columns, above = without_common_words(printed.columns[:k])
        if set(rows) == set(columns):
            return replace(
                printed,
                rows=[*rows, *printed.rows[k:]],
                columns=[*columns, *printed.columns[k:]],
                beside=beside or printed.beside,
                above=above or printed.above,
            )
    return printed


# --- the cells ------------------------------------------------------------------------------------


def _counts(printed: Printed, asked: Asked) -> tuple[Counts, NumberForm]:
    """Read the cells of the classes as counts; what is computed from them is left out."""
    texts = [x for row in printed.cells for x in row if isinstance(x, str)]
    form = number_form(
        texts,
        where=printed.where,
        delimiter=printed.delimiter,
        decimal=asked.decimal,
        counts=True,
    )
    rows, columns = printed.rows, printed.columns
    found = None
    if asked.totals is not False:
        where, sure = printed.where, asked.totals
        found = computed_margins(rows, columns, printed.cells, form, where, sure=sure)
    k = max(len(rows), len(columns)) if found is None else found.n_classes
    cells = [
        [_count(printed, x, i, name, form) for x, name in zip(row[:k], columns, strict=False)]
        for i, row in enumerate(printed.cells[:k])
    ]
    if found is not None:
        return Counts(rows[:k], columns[:k], cells, [found.note], len(rows) - k), form
    table = Counts(rows, columns, cells)
    return without_totals(table, printed.where, totals=asked.totals), form


def _count(printed: Printed, cell: Any, row: int, name: str, form: NumberForm) -> int:
    value = exact_number(cell, form) if isinstance(cell, str) else cell
    place = f"{printed.line(row)}, column {name!r}"
    if value is None or not math.isfinite(value) or value < 0:
        shown = "an empty cell" if cell is None else repr(cell)
        why = why_no_number(cell, form) if isinstance(cell, str) and value is None else ""
        if isinstance(cell, str) and "%" in cell:
            why = "leave out rows and columns of percentages"
        elif name not in printed.rows:
            why = f"if column {name!r} is no class, leave it out"
        raise ValueError(
            f"{place}: {shown} is no count; {why or 'write numbers from 0 on'}. "
            "Without --matrix the file is read as one row per case."
        )
    if value % 1:
        remedy = "multiply shares by the number of cases, and round to whole numbers"
        if name not in printed.rows:
            remedy = f"if column {name!r} is no class, leave it out; of shares, {remedy}"
        raise ValueError(f"{place}: {cell} is no count; {remedy}.")
    return int(value)


# --- where the matrix comes from ------------------------------------------------------------------


def _printed(data: Any, asked: Asked) -> Printed:
    """Take a matrix from a file, a data frame, an array or a `ConfusionMatrix`."""
    if isinstance(data, str | Path):
        return _of_file(Path(data), asked)
    where = "the matrix"
    if isinstance(data, ConfusionMatrix):
        labels = [str(label_of(x)) for x in data.labels]
        return Printed(where, "truth", labels, labels, data.cells.tolist())
    if hasattr(data, "columns"):
        return _of_frame(data)
    if getattr(data, "ndim", None) == 2:
        labels = [str(i) for i in range(max(data.shape))]
        n_rows, n_columns = data.shape
        return Printed(where, "", labels[:n_rows], labels[:n_columns], data.tolist())
    raise TypeError(
        f"matrix is True, and data a {type(data).__name__}; a matrix is read from a file, a data "
        "frame, an array of two dimensions or a kappabook.ConfusionMatrix."
    )


def _of_file(path: Path, asked: Asked) -> Printed:
    with open_table(path, header=True, sheet=asked.sheet) as table:
        header = ["" if name in table.unnamed else name for name in table.columns]
        _refuse_unlabelled(path, header[0], header[1:])
        records = [list(row) for row in zip(*table.texts(table.columns), strict=True)]
        notes = [note for note in table.notes if not _about_names(note, table)]
        delimiter = table.delimiter
        places = [i for i, row in enumerate(records) if any(x is not None for x in row)]
        lines = {i: table.line(i) for i in places} if len(places) <= _MOST_LINES else {}
    found = _laid_out(path, header, [records[i] for i in places])
    skipped = len(places) - len(found.cells)
    return Printed(
        path,
        found.corner,
        found.rows,
        found.columns,
        found.cells,
        above=found.above,
        beside=found.beside,
        delimiter=delimiter,
        line=lambda i: lines.get(places[i + skipped], f"{path}, row {places[i + skipped] + 1}"),
        notes=notes,
    )


# Rows whose lines are looked up before one is needed.
_MOST_LINES = 100


def _about_names(note: str, table: Table) -> bool:
    return any(repr(name) in note for name in table.unnamed)


def _of_frame(frame: Any) -> Printed:
    import pandas as pd

    where = "the matrix"
    if not isinstance(frame, pd.DataFrame):  # one of polars
        frame = pd.DataFrame({name: list(frame[name]) for name in frame.columns})
    if frame.index.nlevels > 1 or frame.columns.nlevels > 1:
        raise ValueError(f"{where} has labels of several levels; give it one label a row.")
    columns = [_label(x) for x in frame.columns]
    cells = [[_plain(x) for x in row] for row in frame.itertuples(index=False, name=None)]
    counted = isinstance(frame.index, pd.RangeIndex) and frame.index.name is None
    if counted and cells and not isinstance(cells[0][0], int | float):
        return _laid_out(where, columns, cells)
    corner, above = (_label(axis.name) for axis in (frame.index, frame.columns))
    return Printed(where, corner, [_label(x) for x in frame.index], columns, cells, above)


def _label(x: Any) -> str:
    return label_of(x) or ""


def _plain(x: Any) -> Any:
    """Take a cell of a frame as a number of Python, a text, or None."""
    x = x.item() if hasattr(x, "item") else x
    return x if isinstance(x, int | float) and x == x else label_of(x)


def _laid_out(where: object, header: list[str], records: list[list[Any]]) -> Printed:
    """Find what is above the columns, beside the rows and in the corner, and what is a cell."""
    above, beside = "", ""
    side = {row[0] for row in records} - {None}
    labelled = any(isinstance(row[1], str) and not _is_number(row[1]) for row in records)
    if len(header) > 2 and len(records) >= _LEAST_ROWS and len(side) <= 1 and labelled:
        # A column with one word, or none, left of the labels.
        beside = str(next(iter(side), "")) if side else ""
        header, records = header[1:], [row[1:] for row in records]
    corner, head = header[0], header[1:]
    if long := _of_pairs(where, header, records):
        return long
    if len(records) >= _LEAST_ROWS and records[0]:
        first, *labels = records[0]
        if first is not None and not any(x is not None for x in labels):
            # The names of both sides stand in lines of their own, as pandas shows a cross table.
            corner, above, records = str(first), corner, records[1:]
        elif all(isinstance(x, str) and not _is_number(x) for x in labels) and (
            sum(map(bool, head)) <= 1
        ):
            above, corner = next(filter(None, head), ""), str(first or corner)
            head, records = [str(x) for x in labels], records[1:]
    rows = ["" if row[0] is None else str(label_of(row[0])) for row in records]
    return Printed(where, corner, rows, head, [row[1:] for row in records], above, beside)


def _of_pairs(where: object, header: list[str], records: list[list[Any]]) -> Printed | None:
    """Read one row for each pair of labels and its count, as R writes a table."""
    if len(header) == 4 and not header[0] and counted_rows([row[0] for row in records]):
        header, records = header[1:], [row[1:] for row in records]
    if len(header) != 3 or any(row[0] is None or row[1] is None for row in records):
        return None
    pairs = {(str(label_of(a)), str(label_of(b))): n for a, b, n in records}
    rows, columns = (list(dict.fromkeys(pair[i] for pair in pairs)) for i in (0, 1))
    unlike = not {*header[1:]} & {*rows} and set(rows) & set(columns)
    counts = all(isinstance(n, int | float) or _is_number(n) for n in pairs.values())
    if not unlike or not counts or len(pairs) < len(records) or len(rows) == len(records):
        return None
    cells = [[pairs.get((row, column), 0) for column in columns] for row in rows]
    return Printed(where, header[0], rows, columns, cells, above=header[1])


def _is_number(text: Any) -> bool:
    return isinstance(text, str) and (
        as_number(text, POINT) is not None or bool(why_no_number(text, POINT))
    )


def _refuse_unlabelled(path: Path, corner: str, head: list[str]) -> None:
    """Refuse a header of counts; labels may be numbers, but then the corner is none."""
    if head and are_numbers([corner, *head]):
        raise ValueError(
            f"{path}: the first row is {listed([corner, *head])}, all numbers, so the matrix has "
            "no labels; write the labels above the columns and beside the rows."
        )
