"""Where the rows of a table are: in CSV, Parquet, JSON lines, a sheet or a data frame."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kappabook.commands.reading.engine import csv_reader, out_of_room, quoted, reader
from kappabook.commands.reading.frames import Columns, label_of
from kappabook.commands.reading.header import refuse_data_as_header
from kappabook.commands.reading.raw_file import LOOKED_AT, RawFile, is_number

# With ten times as many columns the engine takes minutes for one row.
MOST_COLUMNS = 10_000
_NESTED = re.compile(r".*\]|(STRUCT|MAP|UNION|VARIANT|JSON)\b.*", re.DOTALL)
# What DuckDB appends to a name that differs from an earlier one by case only.
_NUMBERED = re.compile(r"(.+)_\d+", re.DOTALL)


@dataclass(frozen=True)
class Source:
    """Where the rows are, and what is known of the columns before one is read.

    `sql` follows FROM; `nested` has the places of the columns that hold JSON; `line` says where a
    row stands, and `explain` what a message of the engine means.
    """

    path: Path
    kind: str
    sql: str
    columns: tuple[str, ...]
    line: Callable[[int], str]
    explain: Callable[[str, int], str]
    nested: frozenset[int] = frozenset()
    unnamed: frozenset[str] = frozenset()
    index_names: frozenset[str] = frozenset()
    orders: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    packed: bool = False
    delimiter: str = ","


def of_frame(columns: Columns, header: bool | None) -> tuple[Source, Any]:
    """Take the rows of a data frame, and its values; names of numbers may be data."""
    path = Path("the table")
    names = [x for x in columns.names if x not in columns.index_names]
    if header is None and all(map(is_number, names)) and not _counts_up(names):
        # Names of numbers that pandas took from the first row of a file.
        rows = columns.values.head(LOOKED_AT).iloc[:, : len(names)]
        cells = [[label_of(cell) or "" for cell in row] for row in rows.itertuples(index=False)]
        refuse_data_as_header(names, cells, "the table")
    _refuse_many(path, len(columns.names))
    source = _in_memory(path, "parquet", columns, lambda row: f"the table, row {row + 1}")
    return source, columns.values


def of_sheet(path: Path, sheet: str | int | None, header: bool | None) -> tuple[Source, Any]:
    """Take the rows of a sheet of a workbook, and its values."""
    from kappabook.commands.reading.excel import read_sheet

    columns, unnamed, line = read_sheet(path, sheet, header)
    _refuse_many(path, len(columns.names))
    source = _in_memory(path, "excel", columns, line, unnamed)
    return source, columns.values


def _in_memory(
    path: Path,
    kind: str,
    columns: Columns,
    line: Callable[[int], str],
    unnamed: Sequence[str] = (),
) -> Source:
    cells = (
        f"c{i}::JSON AS c{i}" if i in columns.nested else f"c{i}" for i in range(len(columns.names))
    )
    return Source(
        path,
        kind,
        f"(SELECT {', '.join(cells)} FROM given)",
        columns.names,
        line,
        lambda message, _: f"{path} cannot be read ({message.splitlines()[0]}).",
        nested=columns.nested,
        unnamed=frozenset(unnamed),
        index_names=columns.index_names,
        orders=columns.orders,
        notes=columns.notes,
    )


def of_csv(file: RawFile, path: Path, options: str, _: Any, header: bool | None) -> Source:
    """Read all columns of CSV as text; a header that looks like data raises ValueError."""
    if header is None:
        first, *rows = file.first_rows(LOOKED_AT + 1) or [[]]
        refuse_data_as_header(first, rows, f"{file.path}:{file.skip + 1}")
    columns, unnamed, notes = file.header()
    _refuse_many(file.path, len(columns))
    return Source(
        file.path,
        "csv",
        csv_reader(file, path, len(columns), options),
        columns,
        file.line,
        file.explain,
        unnamed=frozenset(unnamed),
        notes=tuple(notes),
        packed=file.packed,
        delimiter=file.delimiter,
    )


def of_parquet(file: RawFile, path: Path, _: str, opened: Any, __: Any) -> Source:
    """Read Parquet; columns of lists and objects become JSON."""
    whole = reader("read_parquet", path, ", binary_as_string=true")
    described = _described(file, opened, whole)
    _refuse_many(file.path, len(described))
    names = [name for name, _ in described]
    if _may_be_numbered(names):
        schema = reader("parquet_schema", path).partition(",")[0] + ")"
        names = _top_level(opened.execute(f"SELECT name, num_children FROM {schema}").fetchall())
        if twice := sorted({name for name in names if names.count(name) > 1}):
            raise ValueError(
                f"{file.path} has two columns of the name {twice[0]!r}; give each its own."
            )
    nested = frozenset(i for i, (_, type_) in enumerate(described) if _NESTED.fullmatch(type_))
    # Python gets a time with a zone only with a package that the engine does not bring.
    zoned = {i for i, (_, type_) in enumerate(described) if type_.endswith("WITH TIME ZONE")}
    cells = (
        f"to_json(c{i}) AS c{i}" if i in nested else f"c{i}{'::VARCHAR' * (i in zoned)} AS c{i}"
        for i in range(len(names))
    )
    return Source(
        file.path,
        "parquet",
        f"(SELECT {', '.join(cells)} FROM {whole} AS t({_places(names)}))",
        tuple(names),
        file.line,
        file.explain,
        nested=nested,
    )


def of_json(file: RawFile, path: Path, options: str, opened: Any, _: Any) -> Source:
    """Read JSON lines, or one list of objects; every column is JSON."""
    whole = reader(
        "read_json",
        path,
        f", maximum_depth=1, records=true, sample_size=-1, map_inference_threshold=-1{options}",
    )
    names = [name for name, _ in _described(file, opened, whole)]
    _refuse_many(file.path, len(names))
    source = f"(SELECT * FROM {whole} AS t({_places(names)}))"
    if _may_be_numbered(names):
        # The engine takes names that differ by case for one; the keys of the objects tell.
        objects = reader("read_json_objects", path, options)
        keys = opened.execute(
            f"SELECT key FROM (SELECT unnest(json_keys(json)) AS key FROM {objects}) GROUP BY key"
        ).fetchall()
        found = {key for (key,) in keys}
        if found != set(names):
            names = [*(x for x in names if x in found), *sorted(found - set(names))]
            pointers = (quoted("/" + x.replace("~", "~0").replace("/", "~1")) for x in names)
            cells = (f"json_extract(json, {x}) AS c{i}" for i, x in enumerate(pointers))
            source = f"(SELECT {', '.join(cells)} FROM {objects})"
    return Source(
        file.path,
        "json",
        source,
        tuple(names),
        file.line,
        file.explain,
        nested=frozenset(range(len(names))),
        packed=file.packed,
    )


def _described(file: RawFile, opened: Any, whole: str) -> list[tuple[str, str]]:
    import duckdb

    try:
        rows = opened.execute(f"DESCRIBE SELECT * FROM {whole}").fetchall()
    except duckdb.InterruptException:
        raise KeyboardInterrupt from None
    except duckdb.Error as error:
        if full := out_of_room(str(error)):
            raise OSError(f"{file.path}: {full}") from None
        raise ValueError(file.explain(str(error), 0)) from None
    return [(row[0], str(row[1])) for row in rows]


def _may_be_numbered(names: Sequence[str]) -> bool:
    """Whether a name may be one that DuckDB changed, as 'y_true_1' beside 'Y_TRUE'."""
    alike = {name.casefold() for name in names}
    found = (_NUMBERED.fullmatch(name) for name in names)
    return any(match and match[1].casefold() in alike for match in found)


def _top_level(schema: Sequence[tuple[str, int | None]]) -> list[str]:
    """Return the names of the columns from a Parquet schema, which lists what each holds too."""
    names, open_children = [], list[int]()
    for name, children in schema[1:]:
        if not open_children:
            names.append(name)
        else:
            open_children[-1] -= 1
        if children:
            open_children.append(children)
        while open_children and not open_children[-1]:
            open_children.pop()
    return names


def _refuse_many(path: Path, n: int) -> None:
    if n > MOST_COLUMNS:
        raise ValueError(
            f"{path} has {n} columns; at most {MOST_COLUMNS} are read. Leave out those that are "
            "not needed."
        )


def _places(names: Sequence[str]) -> str:
    return ", ".join(f"c{i}" for i in range(len(names)))


def _counts_up(names: Sequence[str]) -> bool:
    """Whether names are 0, 1, 2, ... or 1, 2, 3, ..., as pandas names columns without names."""
    return list(names) in ([str(i + first) for i in range(len(names))] for first in (0, 1))
