"""A table in a file, CSV, Parquet or JSON lines, read by DuckDB.

No name of a file or column becomes part of a query: columns are c0, c1, ... there, and a path is
a quoted literal whose wildcards are escaped.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kappabook.commands.reading.raw_file import MOST_LINE, RawFile
from kappabook.metrics.check import is_missing
from kappabook.system.extras import need

_NUMBERS = re.compile(r"U?(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)|FLOAT|DOUBLE|DECIMAL.*")

# What of a Parquet file, which may be packed a thousandfold, is taken into memory as text.
MOST_CELLS = 50_000_000
MOST_LETTERS = 1_000_000_000
# With ten times as many columns the engine takes minutes for one row.
MOST_COLUMNS = 10_000
# An amount of memory, and the least.
_SIZE = re.compile(r"(\d+(?:\.\d+)?) ?([KMGT])(i?)B", re.IGNORECASE)
_LEAST_MEMORY = 100_000_000
# Rows that tell how numbers are written.
_LOOKED_AT = 1000
# Bytes of a CSV that a thread reads at once; the engine's own choice takes four times as much
# memory, and no less time.
_BUFFER = 8_000_000


class Table:
    """A table whose columns are read when they are asked for.

    Attributes
    ----------
    path : Path
    kind : {'csv', 'parquet', 'json'}
    columns : tuple of str
        Names, all different; a column without a name is called 'column 3'.
    unnamed : frozenset of str
        Those that had no name.
    orders : mapping from str to tuple of str
        Of each column of a data frame that is an ordered categorical of pandas or an Enum of
        polars, its categories as labels, lowest first, also those that no cell has. Columns of
        files have none.
    notes : tuple of str
        What was decided while reading, for the reader.
    """

    def __init__(self, data: Any, connection: Any) -> None:
        self._connection = connection
        self.path = path = data if isinstance(data, Path) else Path("the table")
        # A data frame has rows and no lines, as Parquet has.
        self.file = RawFile.of(path) if path is data else RawFile(path, "parquet")
        self.kind, self.decimal_comma = self.file.kind, False
        self.unnamed = frozenset[str]()
        notes: list[str] = []
        self.orders: dict[str, tuple[str, ...]] = {}
        if path is not data:
            self.orders = _orders(data)
            connection.register("given", _plain(data))
            self.columns, source = tuple(map(str, data.columns)), "given"
        elif self.kind == "csv":
            self.columns, unnamed, notes = self.file.header()
            self._refuse_many()
            self.unnamed = frozenset(unnamed)
            source = _csv_source(self.file, len(self.columns))
        else:
            whole = (
                f"read_parquet({_path(path)})"
                if self.kind == "parquet"
                else f"read_json({_path(path)}, maximum_depth=1, records=true, "
                f"sample_size=-1, map_inference_threshold=-1, compression={_packing(self.file)})"
            )
            self.columns = tuple(row[0] for row in self.query(f"DESCRIBE SELECT * FROM {whole}"))
            self._refuse_many()
            names = ", ".join(f"c{i}" for i in range(len(self.columns)))
            source = f"(SELECT * FROM {whole}) AS t({names})"
        self.query(f"CREATE TEMP VIEW rows_read AS SELECT * FROM {source}")
        self.notes: tuple[str, ...] = (*notes, *self._forms())
        if not self.query("SELECT 1 FROM rows_read LIMIT 1"):
            raise ValueError(f"{path} has columns and no row; there is nothing to count.")

    def _forms(self) -> list[str]:
        """See in the first rows how numbers are written, and what lists hold; say so."""
        cells = [f"c{i}" for i in range(len(self.columns))]
        if self.kind == "csv" and self.file.delimiter != ",":
            has = " OR ".join(f"regexp_full_match({c}, '[-+]?[0-9]*,[0-9]+')" for c in cells)
            self.decimal_comma = self._first_rows_have(has)
            return ["Numbers may have a decimal comma."] if self.decimal_comma else []
        if self.kind == "json":
            has = " OR ".join(map(_one, range(len(cells))))
            note = "A list of one element is read as that element."
            return [note] if self._first_rows_have(has) else []
        return []

    def _first_rows_have(self, condition: str) -> bool:
        rows = f"(SELECT * FROM rows_read LIMIT {_LOOKED_AT}) AS rows_read"
        return bool(self.query(f"SELECT 1 FROM {rows} WHERE {condition} LIMIT 1"))

    def _refuse_many(self) -> None:
        if len(self.columns) > MOST_COLUMNS:
            raise ValueError(
                f"{self.path} has {len(self.columns)} columns; at most {MOST_COLUMNS} are read. "
                "Leave out those that are not needed."
            )

    @property
    def name(self) -> str:
        """Name of the file."""
        return self.path.name

    @cached_property
    def n_rows(self) -> int:
        """Rows, the header not counted."""
        return int(self.query("SELECT count(*) FROM rows_read")[0][0])

    def query(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Run a query on the view ``rows_read``, whose columns are c0, c1, ...

        `values` stand for the question marks in it. What DuckDB cannot read raises ValueError, with
        file, line, value and remedy.
        """
        with self._explained():
            return list(self._connection.execute(sql, list(values)).fetchall())

    def arrays(self, sql: str) -> dict[str, NDArray[Any]]:
        """Run a query whose columns hold numbers and no nulls, and return them as arrays."""
        with self._explained():
            found: dict[str, NDArray[Any]] = self._connection.execute(sql).fetchnumpy()
        return found

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Say of an error of DuckDB what a user can do."""
        import duckdb

        try:
            yield
        except duckdb.InterruptException:
            raise KeyboardInterrupt from None
        except duckdb.Error as error:
            if full := out_of_room(str(error)):
                raise OSError(f"{self.path}: {full}") from None
            width = len(getattr(self, "columns", ()))
            raise ValueError(self.file.explain(str(error), width)) from None

    def place(self, name: str) -> int:
        """Return where a column stands; an unknown one raises ValueError with the nearest names."""
        if name in self.columns:
            return self.columns.index(name)
        raise ValueError(
            f"{self.path} has no column {name!r}.{nearest(name, self.columns)} Its columns are "
            f"{listed(self.columns)}."
        )

    def texts(self, names: Sequence[str]) -> list[list[str | None]]:
        """Read columns as text; blank, null and not-a-number are None.

        A cell with a list or an object in it raises ValueError.
        """
        places = [self.place(name) for name in names]
        self._refuse_bomb(places)
        chosen = ", ".join(map(self.text, places))
        if self.kind == "json":
            self._refuse_nested(places)
        columns = [list(column) for column in zip(*self.query(f"SELECT {chosen} FROM rows_read"))]  # noqa: B905
        return [
            [self._text(cell, i, name) for i, cell in enumerate(column)]
            for name, column in zip(names, columns, strict=True)
        ]

    def _refuse_bomb(self, places: Sequence[int]) -> None:
        """Refuse what is packed, small as a file, and would fill the memory as text."""
        if self.kind != "parquet" and not self.file.packed:
            return
        cells = self.n_rows * len(places)
        sizes = "".join(f" + coalesce(sum(strlen(c{i}::VARCHAR)), 0)" for i in places)
        letters = 0 if cells > MOST_CELLS else self.query(f"SELECT 0{sizes} FROM rows_read")[0][0]
        if cells > MOST_CELLS or letters > MOST_LETTERS:
            raise ValueError(
                f"{self.path} holds {cells} cells in the columns asked for"
                f"{f', {letters} characters' * (letters > 0)}; at most {MOST_CELLS} cells and "
                f"{MOST_LETTERS} characters are read. Give a sample of the rows."
            )

    def text(self, place: int) -> str:
        """Write a column for a query: its value as text, or the value where there is a type."""
        if self.kind != "json":
            return f"c{place}"
        return f"(CASE WHEN {_one(place)} THEN c{place} ->> '$[0]' ELSE c{place} ->> '$' END)"

    def as_number(self, place: int) -> str:
        """Write a column of text as a number, null where it is none."""
        cell = self.text(place)
        if self.decimal_comma:
            cell = f"replace({cell}, ',', '.')"
        return f"TRY_CAST({cell} AS DOUBLE)"

    def is_number(self, place: int) -> bool:
        """Whether a column of Parquet has a type of numbers."""
        if self.kind != "parquet":
            return False
        return _NUMBERS.fullmatch(self._types[place]) is not None

    @cached_property
    def _types(self) -> list[str]:
        return [str(row[1]) for row in self.query("DESCRIBE rows_read")]

    def line(self, row: int) -> str:
        """Say where a row, counted from 0, stands in the file."""
        return self.file.line(row)

    def _text(self, cell: Any, row: int, name: str) -> str | None:
        if isinstance(cell, list | dict | tuple):
            self._refuse_cell(str(cell), row, name)
        return label_of(cell)

    def _refuse_nested(self, places: Sequence[int]) -> None:
        for i in places:
            nested = self.query(
                f"SELECT n, c{i} FROM (SELECT row_number() OVER () - 1 AS n, c{i} FROM rows_read) "
                f"WHERE json_type(c{i}) IN ('ARRAY', 'OBJECT') AND NOT {_one(i)} LIMIT 1"
            )
            for row, cell in nested:
                self._refuse_cell(str(cell), row, self.columns[i])

    def _refuse_cell(self, cell: str, row: int, name: str) -> None:
        raise ValueError(
            f"{self.line(row)}, column {name!r}: {cell} holds several values; write one row, or "
            "one column, for each, so that a cell is one label."
        )


@contextmanager
def open_table(
    data: Any, *, memory: str | None = None, spill: Path | None = None
) -> Iterator[Table]:
    """Open a file or a table of pandas; what is none raises ValueError or OSError with the remedy.

    Needs the extra ``report``.

    Parameters
    ----------
    data : path or data frame
    memory : str, optional
        The most that DuckDB takes, such as '800MB'; by default what DuckDB takes by itself.
    spill : Path, optional
        A folder for what does not fit into memory.
    """
    with need("report"):
        import duckdb
    if isinstance(data, str):
        data = Path(data)
    config: dict[str, Any] = {
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
        "allow_persistent_secrets": "false",
        "python_enable_replacements": "false",
    }
    if memory is not None:
        config["memory_limit"] = memory
    if spill is not None:
        config["temp_directory"] = str(spill.absolute())
    with duckdb.connect(config=config) as connection:
        # It would go to standard output, among the results. In a notebook without ipywidgets there
        # is none, and DuckDB refuses to hear of it.
        with suppress(duckdb.InvalidInputException):
            connection.execute("SET enable_progress_bar = false")
        _confine(connection, data)
        yield Table(data, connection)


def _plain(data: Any) -> Any:
    """Take numbers of a table as they are, and all else as text."""
    import pandas as pd

    if not hasattr(data, "columns"):
        raise TypeError(f"data is a {type(data).__name__}; give a path or a data frame.")
    if not isinstance(data, pd.DataFrame):  # one of polars
        data = pd.DataFrame({name: list(data[name]) for name in data.columns})
    if data.columns.has_duplicates or not len(data.columns):
        raise ValueError("the table has no columns, or two of one name; give each its own.")
    plain = {}
    for i in range(data.shape[1]):
        column = data.iloc[:, i]
        if column.dtype.kind in "iuf" and isinstance(column.dtype, np.dtype):
            plain[f"c{i}"] = column.to_numpy()
        else:
            plain[f"c{i}"] = np.array([label_of(cell) for cell in column], dtype=object)
    return pd.DataFrame(plain)


def _orders(data: Any) -> dict[str, tuple[str, ...]]:
    """Return the categories of each ordered column of a data frame, lowest first."""
    orders = {}
    for i, name in enumerate(getattr(data, "columns", ())):
        dtype = data.dtypes.iloc[i] if hasattr(data, "iloc") else data.dtypes[i]
        ordered = getattr(dtype, "ordered", type(dtype).__name__ == "Enum")
        if ordered:
            orders[str(name)] = tuple(str(label_of(x)) for x in dtype.categories)
    return orders


def _confine(connection: Any, data: Any) -> None:
    """Let the engine read this file and write into its folder for spilling, and nothing else.

    No other file, no address, no extension; and no query can change that again.
    """
    if isinstance(data, Path):
        try:
            str(data.absolute()).encode()
        except UnicodeEncodeError:
            raise ValueError(
                f"the name {data} is not in UTF-8; rename the file or folder."
            ) from None
        allowed = ", ".join({_quoted(str(data.absolute())), _path(data)})
        connection.execute(f"SET allowed_paths = [{allowed}]")
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")


def _one(place: int) -> str:
    """Write whether a cell of JSON is a list of one thing that holds nothing itself."""
    held = f"json_type(c{place}, '$[0]') NOT IN ('ARRAY', 'OBJECT')"
    return (
        f"coalesce(json_type(c{place}) = 'ARRAY' AND json_array_length(c{place}) = 1 AND {held}, "
        "false)"
    )


def out_of_room(said: str) -> str:
    """Say what to do where memory or disk did not suffice; `said` is DuckDB's message."""
    if "No space left" in said or "max_temp_directory_size" in said:
        return "the disk is full; name a folder with more room with --spill."
    if "Out of Memory" in said or "could not allocate" in said.lower():
        return "the memory allowed is not enough; allow more with --memory, such as --memory 2GB."
    return ""


def valid_memory(size: str) -> str:
    """Refuse what is no amount of memory, or too little to work in."""
    found = _SIZE.fullmatch(size.strip())
    if not found:
        raise ValueError(f"--memory is {size!r}; give an amount such as 800MB or 2GB.")
    power = "KMGT".index(found[2].upper()) + 1
    if float(found[1]) * (1024 if found[3] else 1000) ** power < _LEAST_MEMORY:
        raise ValueError(f"--memory is {size!r}; DuckDB needs 100MB or more.")
    return size.strip()


def nearest(name: str, names: Sequence[str]) -> str:
    """Ask for the names that are nearly this one, or for nothing."""
    near = difflib.get_close_matches(name, names, 3, 0.5)
    near += [other for other in names if other.casefold() == name.strip().casefold()]
    return f" Did you mean {' or '.join(map(repr, dict.fromkeys(near)))}?" if near else ""


def label_of(cell: Any) -> str | None:
    """Write a cell as a label; blank, null and not-a-number are None."""
    if is_missing(cell):
        return None
    if isinstance(cell, str):
        return cell if cell.strip() else None
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)


def listed(names: Sequence[str], most: int = 12) -> str:
    """Write names one after the other, the first of many."""
    return ", ".join(map(repr, names[:most])) + f", ... ({len(names)})" * (len(names) > most)


def _path(path: Path) -> str:
    """Quote a path; absolute, so that it is no address, and with its wildcards escaped."""
    plain = re.sub(r"([*?\[])", r"[\1]", str(path.absolute()))
    return _quoted(plain)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _packing(file: RawFile) -> str:
    return "'gzip'" if file.packed else "'uncompressed'"


def _csv_source(file: RawFile, width: int) -> str:
    columns = ", ".join(f"'c{i}': 'VARCHAR'" for i in range(width))
    return (
        f"read_csv({_path(file.path)}, auto_detect=false, header=true, delim='{file.delimiter}', "
        f"compression={_packing(file)}, encoding='{file.encoding}', quote='\"', escape='\"', "
        f"skip={file.skip}, max_line_size={MOST_LINE}, buffer_size={_BUFFER}, "
        f"columns={{{columns}}})"
    )
