"""The twelve public data sets of the 2007 paper as tables, by ``encodings.toml``."""

from __future__ import annotations

import math
import tomllib
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files as package_files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kappabook.data.fetching import fetch
from kappabook.data.how_prepared import preparation
from kappabook.data.table import CLASS, Attribute, Table

Floats = NDArray[np.float64]

MISSING = "?"
NUMBER = "number"
SAMPLES = {"nursery": (1000, 1)}  # rows, seed


@dataclass(frozen=True)
class Scheme:
    """One reading of one file: how its cells become codes; ``encodings.toml`` says what is what.

    Attributes
    ----------
    file : str
    columns : tuple of str
    attributes : tuple of Attribute
    classes : tuple of str
    separator : str or None, default=','
        None for blanks.
    translate : mapping of str to mapping of str to str
    cuts : tuple of float
    fill : bool, default=False
    bins : int or None, default=None
    """

    file: str
    columns: tuple[str, ...]
    attributes: tuple[Attribute, ...]
    classes: tuple[str, ...]
    separator: str | None = ","
    translate: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    cuts: tuple[float, ...] = ()
    fill: bool = False
    bins: int | None = None


@dataclass(frozen=True)
class Record:
    """One row of a raw file: where it stands, and its cells by column."""

    where: str
    cells: Mapping[str, str]


def encode(name: str, *, download: bool = True, binned: bool = True) -> Table:
    """Read a data set as WEKA is to hold it.

    Parameters
    ----------
    name : str
        Key of one of the twelve public data sets, such as ``balance-scale``.
    download : bool, default=True
        As in :func:`kappabook.fetch`; only the file that is read is fetched.
    binned : bool, default=True
        Whether Credit Approval is prepared as for the 2007 paper: missing cells filled, numbers
        in ten bins. False leaves both as distributed; for all other data sets it is the same.

    Returns
    -------
    Table

    Raises
    ------
    ValueError
        The data set is unknown or private, or a file has a line that cannot be read: file, line,
        what to do.
    OSError
        A file cannot be had.

    Examples
    --------
    >>> from kappabook import encode
    >>> table = encode("monks-3")
    >>> table.X.shape, table.class_counts()
    ((432, 6), {'0': 204, '1': 228})
    """
    if preparation(name).status == "private":  # an unknown name is refused
        raise ValueError(
            f"{name} was never published: nobody can run it. Public are {', '.join(schemes())}."
        )
    scheme = schemes()[name]
    if not binned:
        scheme = replace(scheme, fill=False, bins=None)
    return tabulate(name, records(name, download=download), scheme)


@cache
def schemes() -> Mapping[str, Scheme]:
    """Read the scheme of each public data set, in the paper's order."""
    text = package_files("kappabook.data").joinpath("encodings.toml").read_text(encoding="utf-8")
    return {name: _scheme(entry) for name, entry in tomllib.loads(text).items()}


def _scheme(entry: dict[str, Any]) -> Scheme:
    domains, columns = entry["attributes"], entry.get("columns", "").split()
    return Scheme(
        entry["file"],
        tuple(columns or [*domains, CLASS]),
        tuple(Attribute(name, domain(text)) for name, text in domains.items()),
        domain(entry["classes"]) or (),
        separator=entry.get("separator", ",") or None,
        translate=entry.get("translate", {}),
        cuts=tuple(entry.get("cuts", ())),
        fill=entry.get("fill", False),
        bins=entry.get("bins"),
    )


def domain(text: str) -> tuple[str, ...] | None:
    """Read the values of a domain, such as ``"low high"`` or ``"1..5"``; None for a number."""
    first, dots, last = text.partition("..")
    if dots:
        return tuple(map(str, range(int(first), int(last) + 1)))
    return None if text == NUMBER else tuple(text.split())


# --- rows -------------------------------------------------------------------------------------


def records(name: str, *, download: bool = True) -> list[Record]:
    """Fetch and read the rows of a data set (a key of `schemes`), of Nursery those of our sample.

    A line that cannot be read raises ValueError: file, line, what to do. `download` and OSError
    are as in :func:`kappabook.fetch`.
    """
    scheme = schemes()[name]
    path = fetch(name, only=scheme.file, download=download)[scheme.file]
    rows = read_records(path, scheme.columns, scheme.separator)
    if name in SAMPLES:
        return [rows[i] for i in sample(len(rows), *SAMPLES[name])]
    return rows


def sample(n: int, size: int, seed: int) -> list[int]:
    """Draw `size` of `n` row numbers, ascending: those of the smallest of n uniform numbers.

    Uniform numbers of a seed are the same in every version of numpy; its own sampling need not be.
    """
    uniform = np.random.default_rng(seed).random(n)
    return sorted(np.argsort(uniform, kind="stable")[:size].tolist())


def read_records(path: Path, columns: Sequence[str], separator: str | None) -> list[Record]:
    """Read the rows of a file; of an ARFF file, those after its header.

    A row with another number of columns raises ValueError: file, line, what to do.
    """
    rows = []
    for number, line in _data_lines(path):
        where = f"{path.name}, line {number}"
        cells = [cell.strip() for cell in line.split(separator)]
        if len(cells) != len(columns):
            raise ValueError(
                f"{where}: {len(cells)} columns, {len(columns)} expected "
                f"({', '.join(columns)}); mend the line."
            )
        rows.append(Record(where, dict(zip(columns, cells, strict=True))))
    if not rows:
        raise ValueError(f"{path.name} has no rows; it is empty or cut short: fetch it again.")
    return rows


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


# --- codes ------------------------------------------------------------------------------------


def tabulate(name: str, rows: Sequence[Record], scheme: Scheme) -> Table:
    """Code rows by a scheme.

    An undeclared value, a missing class and a cell that should be a number but is not raise
    ValueError: file, line, value.
    """
    X = [[_code(row, a, scheme) for a in scheme.attributes] for row in rows]
    y = [_class_code(row, scheme) for row in rows]
    table = Table(name, scheme.attributes, np.array(X), np.array(y), scheme.classes)
    return _binned(table, fill=scheme.fill, bins=scheme.bins)


def _class_code(record: Record, scheme: Scheme) -> int:
    if scheme.cuts:
        value = _number(record.cells[CLASS], record, Attribute(CLASS, None))
        return bisect_right(scheme.cuts, value)
    code = _code(record, Attribute(CLASS, scheme.classes), scheme)
    if math.isnan(code):
        raise ValueError(
            f"{record.where}, column {CLASS}: the class is missing; give one of "
            f"{', '.join(scheme.classes)}, or leave the row out."
        )
    return int(code)


def _code(record: Record, attribute: Attribute, scheme: Scheme) -> float:
    text = record.cells[attribute.name]
    text = scheme.translate.get(attribute.name, {}).get(text, text)
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


# --- filled cells and bins of equal width, as WEKA's filters make them by default --------------


def filled(attribute: Attribute, x: Floats) -> Floats:
    """Fill missing cells of a column, nan, as WEKA's ReplaceMissingValues does.

    A number is filled with the mean of all rows, before they are dealt to folds; a nominal value
    with the most frequent one, of several the first.
    """
    known = x[~np.isnan(x)]
    value = known.mean() if attribute.values is None else np.bincount(known.astype(int)).argmax()
    return np.where(np.isnan(x), value, x)


def equal_width(x: Floats, bins: int) -> Floats:
    """Code a column by its bins of equal width, from 0; a cut belongs to the bin below.

    Missing cells stay nan. WEKA's Discretize does the same, by default with ten bins.
    """
    low, high = float(np.nanmin(x)), float(np.nanmax(x))
    codes = np.searchsorted(np.linspace(low, high, bins + 1)[1:-1], x, side="left")
    return np.where(np.isnan(x), np.nan, codes.astype(float))


def _binned(table: Table, *, fill: bool, bins: int | None) -> Table:
    """Fill missing cells if `fill`; then cut every column of numbers into `bins`, unless None."""
    attributes, columns = [], []
    for attribute, x in zip(table.attributes, table.X.T, strict=True):
        column = filled(attribute, x) if fill else x
        if bins is not None and attribute.values is None:
            attribute = Attribute(attribute.name, tuple(map(str, range(bins))))
            column = equal_width(column, bins)
        attributes.append(attribute)
        columns.append(column)
    return Table(table.name, tuple(attributes), np.column_stack(columns), table.y, table.classes)
