"""Where the paper's three private data sets go: a CSV file from whoever has one."""

from __future__ import annotations

import csv
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kappabook.checkout import clone
from kappabook.data.encodings.scheme import MISSING, Record, Scheme, tabulate
from kappabook.data.table import CLASS, Attribute, Table, in_order

FOLDER = "KAPPABOOK_PRIVATE"
NUMERIC = ":numeric"  # ends the name of a column of numbers


@dataclass(frozen=True)
class Shape:
    """What Table 6 of the paper says of a data set."""

    rows: int
    attributes: int
    classes: int


PRIVATE: Mapping[str, Shape] = {
    "efe": Shape(rows=124, attributes=8, classes=4),
    "english-comprehension": Shape(rows=91, attributes=13, classes=6),
    "project-management": Shape(rows=89, attributes=10, classes=7),
}


def private_file(name: str, folder: Path | None = None) -> Path:
    """Say where the file of a private data set belongs: ``<folder>/<name>.csv``.

    The folder is by default ``$KAPPABOOK_PRIVATE``, or else ``data/private``; relative to the
    clone, or else to the current folder.
    """
    if folder is None:
        named = os.environ.get(FOLDER)
        relative = Path(named).expanduser() if named else Path("data", "private")
        folder = (clone() or Path.cwd()) / relative
    return Path(folder) / f"{name}.csv"


def encode_private(name: str, folder: Path | None = None) -> Table:
    """Read and check the file of a private data set; the form is in ``docs/data.md``.

    Values are nominal, in ascending order (of numbers, if all are numbers), unless the column's
    name ends in ``:numeric``; an empty cell or ``?`` is missing. A missing file raises
    FileNotFoundError, which says where to put it; one that is not as the paper describes the data
    raises ValueError: file, line, column, what was expected.
    """
    path, shape = private_file(name, folder), PRIVATE[name]
    if not path.is_file():
        raise FileNotFoundError(
            f"{name} is private and not part of the workbook. If you have it, put it at {path}: "
            f"a header line, {shape.attributes} attributes, then {CLASS!r} "
            f"({shape.classes} classes), {shape.rows} rows; see docs/data.md."
        )
    columns, rows = _read(path, shape)
    scheme = _scheme(path, columns, rows)
    table = tabulate(name, rows, scheme)
    if len(rows) != shape.rows:
        raise ValueError(
            f"{path.name} has {len(rows)} rows below its header, {shape.rows} expected; the folds "
            "depend on every row: complete the file."
        )
    if len(scheme.classes) != shape.classes:
        raise ValueError(
            f"{path.name}, column {CLASS}: {len(scheme.classes)} classes "
            f"({', '.join(scheme.classes)}), {shape.classes} expected; give them one spelling each."
        )
    return table


def _read(path: Path, shape: Shape) -> tuple[tuple[str, ...], list[Record]]:
    try:
        with path.open(newline="", encoding="utf-8-sig") as stream:
            reader = csv.reader(stream, strict=True)
            lines = [(reader.line_num, [cell.strip() for cell in row]) for row in reader if row]
    except (UnicodeDecodeError, csv.Error) as error:
        raise ValueError(
            f"{path.name} cannot be read as CSV in UTF-8 ({error}); save it as that."
        ) from None
    if not lines:
        raise ValueError(f"{path.name} is empty; a header line and {shape.rows} rows expected.")
    columns = tuple(lines[0][1])
    _check_header(path, columns, shape)
    return columns, [_record(path, number, cells, columns) for number, cells in lines[1:]]


def _check_header(path: Path, columns: Sequence[str], shape: Shape) -> None:
    where = f"{path.name}, line 1"
    if len(columns) != shape.attributes + 1:
        raise ValueError(
            f"{where}: {len(columns)} columns, {shape.attributes + 1} expected: "
            f"{shape.attributes} attributes and, last, {CLASS!r}. Mend the header."
        )
    if columns[-1] != CLASS:
        raise ValueError(
            f"{where}: the last column is called {columns[-1]!r}, {CLASS!r} expected; "
            "move the class there."
        )
    for at, column in enumerate(columns, start=1):
        name = column.removesuffix(NUMERIC)
        if not name or [c.removesuffix(NUMERIC) for c in columns].count(name) > 1:
            raise ValueError(
                f"{where}, column {at}: {column!r} is empty or stands there twice; "
                "each column needs a name of its own."
            )


def _record(path: Path, number: int, cells: Sequence[str], columns: Sequence[str]) -> Record:
    where = f"{path.name}, line {number}"
    if len(cells) != len(columns):
        raise ValueError(
            f"{where}: {len(cells)} columns, {len(columns)} expected as in the header; mend the "
            "line."
        )
    names = (column.removesuffix(NUMERIC) for column in columns)
    return Record(where, dict(zip(names, cells, strict=True)))


def _scheme(path: Path, columns: Sequence[str], rows: Sequence[Record]) -> Scheme:
    attributes = []
    for column in columns[:-1]:
        name = column.removesuffix(NUMERIC)
        numeric = column.endswith(NUMERIC)
        values = None if numeric else _domain(rows, name)
        if values == ():
            raise ValueError(f"{path.name}, column {name}: every cell is missing; fill it in.")
        attributes.append(Attribute(name, values))
    return Scheme(path.name, tuple(columns), tuple(attributes), _domain(rows, CLASS))


def _domain(rows: Sequence[Record], name: str) -> tuple[str, ...]:
    """Return the values that occur, in order."""
    return in_order({row.cells[name] for row in rows} - {"", MISSING})
