"""A table in a file or a data frame: CSV, Parquet, JSON lines or Excel, read by DuckDB."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from kappabook.commands.reading.engine import (
    connection,
    out_of_room,
    prepared,
    valid_memory,
)
from kappabook.commands.reading.frames import Columns, label_of
from kappabook.commands.reading.header import refuse_second_header
from kappabook.commands.reading.numbers import NumberForm, number_form, sql_spelling
from kappabook.commands.reading.raw_file import LOOKED_AT, RawFile
from kappabook.commands.reading.sets import HOLDS_SEVERAL
from kappabook.commands.reading.sources import (
    Source,
    of_csv,
    of_frame,
    of_json,
    of_parquet,
    of_sheet,
)
from kappabook.system.extras import need
from kappabook.system.spelling import listed, nearest

__all__ = ["Table", "label_of", "listed", "nearest", "open_table", "out_of_room", "valid_memory"]

_NUMBERS = re.compile(r"U?(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)|FLOAT|DOUBLE|DECIMAL.*")

# What of a Parquet file, which may be packed a thousandfold, is taken into memory as text.
MOST_CELLS = 50_000_000
MOST_LETTERS = 1_000_000_000
# Rows that tell how numbers are written.
_LOOKED_AT = 1000
# Rows of one column that do so, and most ways of writing numbers in it.
_SPELLED_IN, _MOST_SPELLINGS = 100_000, 1000
_SEVERAL = "several values in column"


class Table:
    """A table whose columns are read when they are asked for.

    Attributes
    ----------
    path : Path
    kind : {'csv', 'parquet', 'json', 'excel'}
        A data frame counts as Parquet, which has types too.
    columns : tuple of str
        Names, all different; a column without a name is called 'column 3'.
    unnamed : frozenset of str
        Those that had no name.
    index_names : frozenset of str
        Those that are the named index of a data frame: read where they are named, else left out.
    orders : mapping from str to tuple of str
        Of each column of a data frame that is an ordered categorical of pandas or an Enum of
        polars, its categories as labels, lowest first, also those that no cell has. Columns of
        files have none.
    decimal_comma : bool
        Whether numbers of CSV have one.
    decimal : {'.', ','}, optional
        The decimal mark, if the user gave it.
    notes : tuple of str
        What was decided while reading, for the reader.
    """

    def __init__(self, source: Source, connection: Any) -> None:
        self._connection, self._source = connection, source
        self.path, self.kind, self.columns = source.path, source.kind, source.columns
        self.unnamed, self.index_names = source.unnamed, source.index_names
        self.orders = dict(source.orders)
        self.decimal_comma = False
        self.decimal: str | None = None
        self._number_forms: dict[int, NumberForm] = {}
        self.query(f"CREATE TEMP VIEW rows_read AS SELECT * FROM {source.sql}")
        self.notes: tuple[str, ...] = (*source.notes, *self._forms())
        if not self.query("SELECT 1 FROM rows_read LIMIT 1"):
            raise ValueError(f"{self.path} has columns and no row; there is nothing to count.")

    def _forms(self) -> list[str]:
        """See in the first rows how numbers are written, and what lists hold; say so."""
        if self.kind == "csv" and self._source.delimiter != ",":
            cells = [f"c{i}" for i in range(len(self.columns))]
            has = " OR ".join(f"regexp_full_match({c}, '[-+]?[0-9]*,[0-9]+')" for c in cells)
            self.decimal_comma = self._first_rows_have(has)
            return ["Numbers may have a decimal comma."] if self.decimal_comma else []
        nested = sorted(self._source.nested)
        notes = []
        if nested and self._first_rows_have(" OR ".join(map(_one, nested))):
            notes.append("A list of one element is read as that element.")
        if nested and self._first_rows_have(" OR ".join(f"({_empty(i)})" for i in nested)):
            notes.append("A list without elements is read as a gap.")
        return notes

    def _first_rows_have(self, condition: str) -> bool:
        rows = f"(SELECT * FROM rows_read LIMIT {_LOOKED_AT}) AS rows_read"
        return bool(self.query(f"SELECT 1 FROM {rows} WHERE {condition} LIMIT 1"))

    @property
    def delimiter(self) -> str:
        """What separates the columns of CSV; '' where nothing does."""
        return self._source.delimiter if self.kind == "csv" else ""

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

    def each(self, sql: str, most: int = 1000) -> Iterator[tuple[Any, ...]]:
        """Run a query and go through its rows, of which at most so many are held at once."""
        with self._explained():
            found = self._connection.execute(sql)
        while True:
            with self._explained():
                rows = found.fetchmany(most)
            if not rows:
                return
            yield from rows

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
            message = str(error)
            if full := out_of_room(message):
                raise OSError(f"{self.path}: {full}") from None
            if _SEVERAL in message:
                self._refuse_nested(int(message.partition(_SEVERAL)[2].split()[0]))
            raise ValueError(self._source.explain(message, len(self.columns))) from None

    def place(self, name: str) -> int:
        """Return where a column stands; an unknown one raises ValueError with the nearest names."""
        if name in self.columns:
            return self.columns.index(name)
        raise ValueError(
            f"{self.path} has no column {name!r}.{nearest(name, self.columns)} Its columns are "
            f"{listed(self.columns)}."
        )

    def texts(self, names: Sequence[str], *, sets: bool = False) -> list[list[str | None]]:
        """Read columns as text; blank, null and not-a-number are None.

        A cell with a list of several elements or an object raises ValueError, or is read as its
        JSON (`sets`).
        """
        if not names:
            return []
        places = [self.place(name) for name in names]
        self._refuse_bomb(places)
        chosen = ", ".join(self.text(place, sets=sets) for place in places)
        columns = zip(*self.query(f"SELECT {chosen} FROM rows_read"))  # noqa: B905
        return [[label_of(cell) for cell in column] for column in columns]

    def _refuse_bomb(self, places: Sequence[int]) -> None:
        """Refuse what is packed, small as a file, and would fill the memory as text."""
        if self.kind != "parquet" and not self._source.packed:
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

    def text(self, place: int, *, sets: bool = False) -> str:
        """Write a column for a query: its value as text, or the value where there is a type.

        A list of one element is that element, and one without elements is null. A cell with
        several values ends the query with an error that names it, or is its JSON (`sets`).
        """
        if place not in self._source.nested:
            return f"c{place}"
        several = f"c{place}::VARCHAR" if sets else f"error('{_SEVERAL} {place} ')"
        return (
            f"(CASE WHEN {_one(place)} THEN c{place} ->> '$[0]' WHEN {_empty(place)} THEN NULL "
            f"WHEN json_type(c{place}) IN ('ARRAY', 'OBJECT') THEN {several} "
            f"ELSE c{place} ->> '$' END)"
        )

    def _shown(self, place: int) -> str:
        """Write a column as text, with lists and objects as they stand."""
        if place not in self._source.nested:
            return f"c{place}::VARCHAR"
        several = f"json_type(c{place}) IN ('ARRAY', 'OBJECT')"
        return f"(CASE WHEN {several} THEN c{place}::VARCHAR ELSE c{place} ->> '$' END)"

    def as_number(self, place: int) -> str:
        """Return an expression for a column of text as a number, null where it is none."""
        return self.number_form(place).sql(self.text(place))

    def number_form(self, place: int) -> NumberForm:
        """Find how the numbers of a column of text are written; see `numbers.number_form`."""
        if place not in self._number_forms:
            cell = self.text(place)
            # In a file of CSV a comma inside a number needs quotation marks, which is rare.
            some = self.delimiter in ("", ",")
            rows = f"SELECT {cell} AS t FROM rows_read" + f" LIMIT {_SPELLED_IN}" * some
            written = self.query(
                f"SELECT any_value(t) FROM ({rows}) WHERE strlen(t) < 50 AND "
                f"regexp_matches(t, '[^0-9]') GROUP BY {sql_spelling('t')} LIMIT {_MOST_SPELLINGS}"
            )
            self._number_forms[place] = number_form(
                (text for (text,) in written),
                where=f"{self.path}, column {self.columns[place]!r}",
                delimiter=self.delimiter,
                decimal=self.decimal,
                others=self._other_cells(place),
            )
        return self._number_forms[place]

    def _other_cells(self, place: int) -> Iterator[str | None]:
        """Give the text of all other columns in the first rows."""
        others = [self.text(i, sets=True) for i in range(len(self.columns)) if i != place]
        if others:
            rows = self.query(f"SELECT {', '.join(others)} FROM rows_read LIMIT {_LOOKED_AT}")
            yield from (str(cell) for row in rows for cell in row if cell is not None)

    def is_number(self, place: int) -> bool:
        """Whether a column of Parquet or of a data frame has a type of numbers."""
        if self.kind != "parquet":
            return False
        return _NUMBERS.fullmatch(self._types[place]) is not None

    @cached_property
    def _types(self) -> list[str]:
        return [str(row[1]) for row in self.query("DESCRIBE rows_read")]

    def line(self, row: int) -> str:
        """Say where a row, counted from 0, stands in the file."""
        return self._source.line(row)

    def _refuse_nested(self, place: int) -> None:
        """Refuse the first cell of a column that holds several values."""
        cell = f"c{place}"
        for row, held in self.query(
            f"SELECT n, {cell} FROM (SELECT row_number() OVER () - 1 AS n, {cell} FROM rows_read) "
            f"WHERE {_several(place)} LIMIT 1"
        ):
            raise ValueError(
                f"{self.line(row)}, column {self.columns[place]!r}: {held} {HOLDS_SEVERAL}"
            )

    def refuse_headers(self) -> None:
        """Refuse first rows that are further rows of names."""
        cells = ", ".join(
            f"left({self._shown(i)}, 1000)" for i in range(min(len(self.columns), LOOKED_AT))
        )
        rows = [
            [(label_of(cell) or "").strip() for cell in row]
            for row in self.query(f"SELECT {cells} FROM rows_read LIMIT {LOOKED_AT}")
        ]
        refuse_second_header(rows, [self.line(i) for i in range(min(2, len(rows)))])

    def refuse_repeated_header(self) -> None:
        """Refuse a later row that holds the names of the columns, as joined files have.

        Names that are labels of their columns elsewhere may be a row of data.
        """
        names, places = self.columns, range(len(self.columns))
        if len(names) < 2:
            return
        same = [f"coalesce(trim({self._shown(i)}) = ?, false)" for i in places]
        every = " AND ".join(same)
        values = [name.strip() for name in names]
        times = self.query(
            f"SELECT count(*) FILTER ({every}), "
            + ", ".join(f"count(*) FILTER ({one})" for one in same)
            + f" FROM rows_read WHERE {' OR '.join(same)}",
            values * 3,
        )[0]
        if times[0] and times[0] in times[1:]:
            numbered = f"(SELECT *, row_number() OVER () - 1 AS n FROM rows_read) WHERE {every}"
            row = self.query(f"SELECT n FROM {numbered} LIMIT 1", values)[0][0]
            more = f", and {times[0] - 1} more," if times[0] > 1 else ""
            raise ValueError(
                f"{self.line(row)}: this row{more} holds the names of the columns again, as where "
                "several tables were joined. Delete it: it is no data."
            )


@contextmanager
def open_table(
    data: Any,
    *,
    header: bool | None = None,
    sheet: str | int | None = None,
    memory: str | None = None,
    spill: Path | None = None,
) -> Iterator[Table]:
    """Open a file or a table of pandas or polars.

    Needs the extra ``report``, and ``excel`` for workbooks.

    Parameters
    ----------
    data : path or data frame
    header : bool, optional
        Whether the first row of CSV or of a sheet names the columns; without names these are
        'column 1', 'column 2', ... By default it does, and a first row that looks like data, or
        rows below it that look like names, are refused.
    sheet : str or int, optional
        The name of a sheet of a workbook, or its number from 1 on; by default the first with data.
    memory : str, optional
        The most that DuckDB takes, such as '800MB'; by default what DuckDB takes by itself.
    spill : Path, optional
        A folder for what does not fit into memory.

    Raises
    ------
    ValueError, OSError
        What is no table, with the remedy.
    """
    with need("report", "duckdb"):
        path = Path(data) if isinstance(data, str | Path) else None
    file = RawFile.of(path, headed=header is not False) if path is not None else None
    kind = "excel" if file is not None and file.kind == "excel" else "other"
    if sheet is not None and kind != "excel":
        raise ValueError(f"--sheet is {sheet!r}, and {path or 'the table'} is no workbook.")
    if header is False and (file is None or file.kind in ("parquet", "json")):
        raise ValueError(
            f"--no-header, and {path or 'the table'} has names of its own; it is for CSV and for "
            "sheets of a workbook."
        )
    if file is None or kind == "excel":
        with connection(memory=memory, spill=spill) as opened:
            if file is None:
                source = of_frame(Columns.of_frame(data), header)
            else:
                source = of_sheet(file.path, sheet, header)
            yield _opened(source, opened, header)
        return
    with (
        prepared(file, spill) as (readable, options),
        connection(memory=memory, spill=spill, allowed=readable) as opened,
    ):
        write = {"csv": of_csv, "json": of_json, "parquet": of_parquet}[file.kind]
        yield _opened(write(file, readable, options, opened, header), opened, header)


def _opened(source: Source | tuple[Source, Any], opened: Any, header: bool | None) -> Table:
    """Make the table; a source in memory comes with its values."""
    if isinstance(source, tuple):
        source, values = source
        opened.register("given", values)
    table = Table(source, opened)
    if header is None:
        table.refuse_headers()
    return table


def _one(place: int) -> str:
    """Write whether a cell of JSON is a list of one thing that holds nothing itself."""
    held = f"json_type(c{place}, '$[0]') NOT IN ('ARRAY', 'OBJECT')"
    return (
        f"coalesce(json_type(c{place}) = 'ARRAY' AND json_array_length(c{place}) = 1 AND {held}, "
        "false)"
    )


def _empty(place: int) -> str:
    """Write whether a cell of JSON is a list without elements."""
    return f"json_type(c{place}) = 'ARRAY' AND json_array_length(c{place}) = 0"


def _several(place: int) -> str:
    """Write whether a cell of JSON holds several values."""
    held = f"json_type(c{place}) IN ('ARRAY', 'OBJECT')"
    return f"({held} AND NOT {_one(place)} AND NOT ({_empty(place)}))"
