"""How a raw file becomes a table: columns, domains, order of the classes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from kappabook.data.encodings.binning import binned
from kappabook.data.table import CLASS, Attribute, Table

MISSING = "?"


@dataclass(frozen=True)
class Scheme:
    """One reading of one file: how its cells become codes.

    Attributes
    ----------
    file : str
        Its name, as in the registry.
    columns : tuple of str
        The file's columns in order, ``class`` among them; those without an attribute are ignored.
    attributes : tuple of Attribute
        Names, and domains in WEKA's order.
    classes : tuple of str
        In WEKA's order.
    separator : str or None, default=','
        Between cells; None for blanks.
    translate : mapping of str to callable
        By column, what a cell's text is turned into before it is looked up.
    fill : bool, default=False
        Whether missing cells are filled.
    bins : int or None, default=None
        Into how many bins of equal width every column of numbers is cut, after that.
    """

    file: str
    columns: tuple[str, ...]
    attributes: tuple[Attribute, ...]
    classes: tuple[str, ...]
    separator: str | None = ","
    translate: Mapping[str, Callable[[str], str]] = field(default_factory=dict)
    fill: bool = False
    bins: int | None = None


@dataclass(frozen=True)
class Record:
    """One row of a raw file: where it stands, and its cells by column."""

    where: str
    cells: Mapping[str, str]


def read_records(path: Path, columns: Sequence[str], separator: str | None) -> list[Record]:
    """Read the rows of a file; of an ARFF file, those after its header.

    A row with another number of columns raises ValueError: file, line, what to do.
    """
    records = []
    for number, line in _data_lines(path):
        where = f"{path.name}, line {number}"
        cells = [cell.strip() for cell in line.split(separator)]
        if len(cells) != len(columns):
            raise ValueError(
                f"{where}: {len(cells)} columns, {len(columns)} expected "
                f"({', '.join(columns)}); mend the line."
            )
        records.append(Record(where, dict(zip(columns, cells, strict=True))))
    if not records:
        raise ValueError(f"{path.name} has no rows; it is empty or cut short: fetch it again.")
    return records


def _data_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Keep the lines with data, numbered from 1; the ARFF files are Windows-1252."""
    lines = list(enumerate(path.read_text(encoding="cp1252").splitlines(), start=1))
    if path.suffix.lower() == ".arff":
        lines = [(n, line) for n, line in lines if not line.startswith("%")]
        starts = [at for at, (_, line) in enumerate(lines) if line.strip().lower() == "@data"]
        if not starts:
            raise ValueError(f"{path.name} has no line @data; it is no ARFF file or cut short.")
        lines = lines[starts[0] + 1 :]
    return ((n, line) for n, line in lines if line.strip())


def tabulate(name: str, records: Sequence[Record], scheme: Scheme) -> Table:
    """Code rows by a scheme.

    An undeclared value, a missing class and a cell that should be a number but is not raise
    ValueError: file, line, value.
    """
    X = [[_code(record, a, scheme) for a in scheme.attributes] for record in records]
    y = [_class_code(record, scheme) for record in records]
    table = Table(name, scheme.attributes, np.array(X), np.array(y), scheme.classes)
    return binned(table, fill=scheme.fill, bins=scheme.bins)


def _class_code(record: Record, scheme: Scheme) -> int:
    code = _code(record, Attribute(CLASS, scheme.classes), scheme)
    if math.isnan(code):
        raise ValueError(
            f"{record.where}, column {CLASS}: the class is missing; give one of "
            f"{', '.join(scheme.classes)}, or leave the row out."
        )
    return int(code)


def _code(record: Record, attribute: Attribute, scheme: Scheme) -> float:
    text = record.cells[attribute.name]
    text = scheme.translate.get(attribute.name, str)(text)
    if text in (MISSING, ""):
        return math.nan
    if attribute.values is None:
        return _number(text, record, attribute)
    if text not in attribute.values:
        raise ValueError(
            f"{record.where}, column {attribute.name}: undeclared value {text!r}; "
            f"declared are {', '.join(attribute.values)}. Mend the line, or declare it."
        )
    return float(attribute.values.index(text))


def _number(text: str, record: Record, attribute: Attribute) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise ValueError(
            f"{record.where}, column {attribute.name}: {text!r} is no finite number; "
            f"write one, or {MISSING} where it is missing."
        )
    return number
