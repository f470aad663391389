"""A file of text before DuckDB reads it, and after it could not.

Before: what kind of table it is, in which letters, and its header. After: in which line something
is wrong, and what to do.
"""

from __future__ import annotations

import codecs
import csv
import gzip
import io
import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from kappabook.commands.reading.formats import (
    NOT_WHOLE,
    PACK_AGAIN,
    UTF_16_MARKS,
    Encoding,
    encoding_of,
    is_excel,
    refuse_foreign,
    start_of,
)

# Bytes of a line of CSV; Python's own limit would be 131,072 characters a cell.
MOST_LINE = 2_000_000
csv.field_size_limit(max(MOST_LINE, csv.field_size_limit()))
_DELIMITERS = {",": "a comma", ";": "a semicolon", "\t": "a tab", "|": "a vertical bar"}
_JSON = {".jsonl", ".ndjson", ".json"}
# The first line that Excel writes, or reads, for the delimiter: sep=;
_NAMED_DELIMITER = re.compile(r"\s*\"?sep=(?P<mark>[^\w\s\"]|\t)\"?\s*", re.IGNORECASE)
_NUMBER = re.compile(r"[-+\u2212]?[\d.,']*\d[\d.,']*(e[-+]?\d+)?\s?%?", re.IGNORECASE)
# A cell of the line between header and rows in Markdown.
_RULE = re.compile(r":?-{2,}:?|:-+:?|-+:")
_TOO_LONG = (
    f"a cell of more than {MOST_LINE} characters; leave out long columns, give the table as "
    "Parquet, or close a quotation mark that is open."
)
_NOT_CLOSED = "a quotation mark is not closed; close it, or double it inside a cell."
_SHOWN, _CHUNK = 40, 1 << 20
# Lines that may stand above a table, lines below that are looked at, and rows that it needs.
_MOST_ABOVE, LOOKED_AT, _FEWEST_BELOW = 20, 200, 3


@dataclass(frozen=True)
class RawFile:
    """A file that looks like a table.

    Attributes
    ----------
    path : Path
    kind : {'csv', 'parquet', 'json', 'excel'}
    encoding : {'utf-8', 'windows-1252', 'utf-16-le', 'utf-16-be'}
    packed : bool
        Whether gzip packed it.
    delimiter : str
        What separates the columns of CSV.
    skip : int
        Lines before the header of CSV: blank ones, comments, and one that names the delimiter.
    comments : int
        How many of these are comments.
    headed : bool
        Whether the first row of CSV is the header.
    titles : tuple of str
        Lines of one cell above the table, which are skipped too.
    """

    path: Path
    kind: Literal["csv", "parquet", "json", "excel"]
    encoding: Encoding = "utf-8"
    packed: bool = False
    delimiter: str = ","
    skip: int = 0
    comments: int = 0
    headed: bool = True
    titles: tuple[str, ...] = ()

    @classmethod
    def of(cls, path: Path, *, headed: bool = True) -> RawFile:
        """Tell by the first bytes and the ending; what is no table raises ValueError or OSError."""
        start, packed = start_of(path)
        if not start.removeprefix(codecs.BOM_UTF8).strip():
            raise ValueError(f"{path} is empty; give a table with a header and rows.")
        if start.startswith(b"PAR1") and not packed:
            return cls(path, "parquet")
        if not packed and is_excel(path, start):
            return cls(path, "excel")
        refuse_foreign(path, start)
        ending = Path(path.stem if packed else path).suffix.lower()
        if ending in (".parquet", ".pq"):
            raise ValueError(
                f"{path} is no Parquet file: it does not begin with PAR1; write it again."
            )
        encoding = encoding_of(start)
        if encoding is None:
            raise ValueError(
                f"{path} holds bytes that are no text; give CSV, Parquet, JSON lines or .xlsx."
            )
        if ending in _JSON:
            return cls(path, "json", encoding, packed)
        return cls(path, "csv", encoding, packed, headed=headed)._with_layout()

    def _with_layout(self) -> RawFile:
        """Find the lines before the header, and the mark that parts it into most columns."""
        skip, before, named, following = self._preface()
        if named:
            return replace(self, delimiter=named, skip=skip, comments=len(before))
        comments = len(before)
        if before and following:
            mark = max(_DELIMITERS, key=lambda mark: len(_split(following, mark)))
            width = len(_split(following, mark))
            # Names behind '#', and what they name below; a comment behind '# ' has no numbers
            # below it, one for each word.
            if width > 1 and len(_split(before[-1], mark)) == width:
                below = all(map(is_number, _split(following, mark)))
                if below or before[-1][1:2].strip():
                    skip, comments = skip - 1, comments - 1
        found = replace(self, skip=skip, comments=comments)
        first = {mark: replace(found, delimiter=mark)._first() for mark in _DELIMITERS}
        found = replace(found, delimiter=max(first, key=lambda mark: len(first[mark])))
        if sum(map(bool, map(str.strip, first[found.delimiter]))) > 1:
            return found
        return found._below_titles()

    def _below_titles(self) -> RawFile:
        """Skip lines of one cell above rows that all have several, such as a title.

        A title stands in the first cell; in another, a name stands above several columns.
        """
        with self._opened() as stream:
            lines = list(islice(stream, self.skip, self.skip + _MOST_ABOVE + LOOKED_AT))
        if any(line.count('"') % 2 for line in lines):  # a cell of several lines
            return self
        for mark in _DELIMITERS:
            split = [_split(line, mark) for line in lines]
            filled = [[x for x in cells if x.strip()] for cells in split]
            n = next((i for i, cells in enumerate(filled) if len(cells) > 1), len(lines))
            if any(filled[i] and not split[i][0].strip() for i in range(n)):
                continue
            widths = [len(_split(line, mark)) for line in lines[n:] if line.strip()]
            names = filled[n] if n < len(filled) else []
            if (
                0 < n <= _MOST_ABOVE
                and len(widths) >= _FEWEST_BELOW
                and set(widths) == {len(names)}
                and not any(map(is_number, names))
            ):
                titles = tuple(cells[0].strip() for cells in filled[:n] if cells)
                return replace(self, delimiter=mark, skip=self.skip + n, titles=titles)
        return self

    def _preface(self) -> tuple[int, list[str], str, str]:
        """Count the lines before the first row; return comments, a delimiter named, that row.

        A row may stand behind '#' itself; then the comments end with it.
        """
        skip, comments, named = 0, list[str](), ""
        try:
            with self._opened("strict") as stream:
                for line in stream:
                    if line.startswith("#"):
                        comments.append(line)
                    elif found := (None if named else _NAMED_DELIMITER.fullmatch(line)):
                        named = found["mark"]
                    elif line.strip():
                        return skip, comments, named, line
                    skip += 1
        except (UnicodeDecodeError, csv.Error) as error:
            raise ValueError(self.explain(str(error), 0)) from None
        if comments:
            return skip - 1, comments[:-1], named, comments[-1]
        return skip, comments, named, ""

    def header(self) -> tuple[tuple[str, ...], list[str], list[str]]:
        """Read names of columns from the first line of CSV, those that had none, and notes.

        A name that stands twice, or one column alone, raises ValueError.
        """
        cells = self._first()
        notes = []
        if len(cells) < 2:
            *most, last = _DELIMITERS.values()
            raise ValueError(
                f"{self.path}:{self.skip + 1}: one column only, {cells[0]!r}; separate columns by "
                f"{', '.join(most)} or {last}, and begin with their names; lines before them "
                "begin with #."
            )
        self._refuse_rule()
        if self.comments:
            one = self.comments == 1
            lines = "line" if one else f"{self.comments} lines"
            verbs = ("begins", "is") if one else ("begin", "are")
            notes.append(
                f"The {lines} before the header that {verbs[0]} with # {verbs[1]} left out."
            )
        if self.titles:
            notes.append(titles_note(self.titles))
        if self.delimiter != ",":
            shown = _DELIMITERS.get(self.delimiter, repr(self.delimiter))
            notes.append(f"Columns are separated by {shown}.")
        if self.encoding != "utf-8":
            name = "UTF-16" if "16" in self.encoding else self.encoding.capitalize()
            notes.append(f"The file is not in UTF-8; it was read as {name}.")
        if not self.headed:
            return tuple(f"column {i + 1}" for i in range(len(cells))), [], notes
        if place := self._place_without_name(len(cells)):
            cells.insert(0 if place == 1 else len(cells), "")
            notes.append(
                "The header has one name less than each row has cells; the "
                f"{'first' if place == 1 else 'last'} column has none."
            )
        names, unnamed = column_names(cells, f"{self.path}:{self.skip + 1}")
        notes += [f"{name.capitalize()} has no name; here it is {name!r}." for name in unnamed]
        return names, unnamed, notes

    def _refuse_rule(self) -> None:
        """Refuse a line of dashes below the header, as Markdown has, which would be a case."""
        below = [cell.strip() for row in self.first_rows(2)[1:] for cell in row if cell.strip()]
        if self.delimiter == "|" and len(below) > 1 and all(map(_RULE.fullmatch, below)):
            line = next(islice(self._records(), 1, None))[0]
            raise ValueError(
                f"{self.path}:{line}: {self.delimiter.join(below)!r} is the rule of a table in "
                "Markdown, no row; remove this line, the outer bars and the blanks around cells, "
                "and save the table as CSV."
            )

    def _place_without_name(self, n_names: int) -> int:
        """Return 1 if the first column lacks a name, -1 if the last does, and 0 if none does.

        R names no column for the names of rows, which are all different; some programs end each
        row with a delimiter.
        """
        rows = self.first_rows(LOOKED_AT + 1)[1:]
        if not rows or any(len(row) != n_names + 1 for row in rows):
            return 0
        if not any(row[-1].strip() for row in rows):
            return -1
        return int(len({row[0] for row in rows}) == len(rows) and all(row[0] for row in rows))

    def _first(self) -> list[str]:
        """Read the first row of CSV."""
        try:
            with self._rows_from_header() as rows:
                return next((row for row in rows if row), [""])
        except (UnicodeDecodeError, csv.Error) as error:
            raise ValueError(self.explain(str(error), 0)) from None

    def first_rows(self, n: int) -> list[list[str]]:
        """Read the first rows of CSV, that of the header among them, as far as they are whole."""
        try:
            with self._rows_from_header() as rows:
                return list(islice((row for row in rows if row), n))
        except (UnicodeDecodeError, csv.Error):
            return []

    # --- where something stands, and what is wrong there ------------------------------------------

    def line(self, row: int) -> str:
        """Say where a row, counted from 0, stands: file and line; for Parquet, the row."""
        if self.kind == "csv":
            for line, _ in islice(self._records(), row + self.headed, None):
                return f"{self.path}:{line}"
        elif self.kind == "json":
            lines = [i for i, text in enumerate(self._lines(), 1) if text.lstrip().startswith(b"{")]
            if row < len(lines):
                return f"{self.path}:{lines[row]}"
        return f"{self.path}, row {row + 1}"

    def explain(self, said: str, width: int) -> str:
        """Name file, line, value and remedy of what could not be read.

        Parameters
        ----------
        said : str
            The message of DuckDB or Python.
        width : int
            Columns that a row should have; 0 if that is not known.
        """
        said = said.strip().splitlines()[0].rstrip(".")
        if self.kind == "parquet":
            return f"{self.path} cannot be read as Parquet ({said}); write it again."
        try:
            wrong = self._wrong_line()
            if not wrong and self.kind == "json":
                wrong = self._wrong_object()
            elif not wrong:
                wrong = self._wrong_record(width) or self._mixed_ends()
        except NOT_WHOLE:
            wrong = PACK_AGAIN
        return f"{self.path}{wrong or f' cannot be read ({said}); write it again.'}"

    def _wrong_line(self) -> str:
        for i, line in enumerate(self._lines(), 1):
            if self.kind == "csv" and len(line) > MOST_LINE:
                return (
                    f":{i}: a line of {len(line)} bytes; at most {MOST_LINE} are read. Leave out "
                    "long columns, or give the table as Parquet."
                )
            try:
                line.decode("utf-8")
            except UnicodeDecodeError as error:
                byte = line[error.start]
                return f":{i}: the byte {byte:#04x} is not UTF-8; save the file in UTF-8."
        return ""

    def _wrong_object(self) -> str:
        for i, line in enumerate(self._lines(), 1):
            if line.strip():
                try:
                    record = json.loads(line)
                except (ValueError, RecursionError):
                    record = None
                if not isinstance(record, dict):
                    shown = line.decode()[:_SHOWN].strip()
                    return f":{i}: {shown!r} is no JSON object; write one object per line."
        return ""

    def _wrong_record(self, width: int) -> str:
        for line, cells in self._records():
            if isinstance(cells, str):
                return f":{line}: {cells}"
            if width and len(cells) != width:
                shown = self.delimiter.join(cells)[:_SHOWN]
                return (
                    f":{line}: {len(cells)} cells where the header has {width} columns: {shown!r}; "
                    "put cells that hold the delimiter into quotation marks, and leave gaps empty."
                )
        return ""

    def refuse_lost_rows(self) -> None:
        """Refuse a line that is too long, and a quotation mark that opens a cell and no other ends.

        The engine loses such rows without a word where they are the last.
        """
        if wrong := self._wrong_line() or self._wrong_record(0):
            raise ValueError(f"{self.path}{wrong}")

    def _mixed_ends(self) -> str:
        ends = {line[len(line.rstrip(b"\r\n")) :] for line in self._lines()}
        if len(ends - {b""}) > 1:
            return ": its lines end in more than one way; save it with one kind of line end."
        return ""

    # --- the text ---------------------------------------------------------------------------------

    def _opened(self, errors: str = "") -> Any:
        """Open a table of text, without the mark that may begin it; its faults can be seen."""
        errors = errors or ("replace" if "16" in self.encoding else "surrogateescape")
        encoding = "utf-8-sig" if self.encoding == "utf-8" else self.encoding
        raw: Any = gzip.open(self.path) if self.packed else self.path.open("rb")  # noqa: SIM115
        if "16" in encoding and raw.read(2) not in UTF_16_MARKS:
            raw.seek(0)
        return io.TextIOWrapper(raw, encoding=encoding, errors=errors, newline="")

    @contextmanager
    def _rows_from_header(self) -> Iterator[Iterator[list[str]]]:
        with self._opened("strict") as stream:
            for _ in range(self.skip):
                stream.readline()
            yield csv.reader(stream, delimiter=self.delimiter)

    def _lines(self) -> Iterator[bytes]:
        """Go through the lines with their ends, one at a time: the file may be large."""
        with self._opened() as stream:
            for line in stream:
                yield line.encode("utf-8", "surrogateescape")

    def _records(self) -> Iterator[tuple[int, list[str] | str]]:
        """Go through the records and the line each begins on; a text says why one has no end."""
        line = self.skip + 1
        with self._opened() as stream:
            for _ in range(self.skip):
                stream.readline()
            reader = csv.reader(stream, delimiter=self.delimiter, strict=True)
            try:
                for cells in reader:
                    if cells:
                        yield line, cells
                    line = self.skip + reader.line_num + 1
            except csv.Error as error:
                yield line, _TOO_LONG if "field limit" in str(error) else _NOT_CLOSED

    def write_utf_8(self, copy: Path) -> None:
        """Write the text of the file in UTF-8; a byte that is no letter raises ValueError."""
        try:
            with self._opened("strict") as stream, copy.open("wb") as out:
                while text := stream.read(_CHUNK):
                    out.write(text.encode("utf-8"))
        except (UnicodeError, *NOT_WHOLE) as error:
            raise ValueError(self.explain(str(error), 0)) from None


def is_number(text: str) -> bool:
    """Whether a text is written as a number of any form: digits, signs, decimal marks, a share."""
    return _NUMBER.fullmatch(text.strip()) is not None


def titles_note(titles: Sequence[str]) -> str:
    """Say which lines above a table are left out."""
    return (
        f"What stands alone above the table is left out: {', '.join(x[:_SHOWN] for x in titles)}."
    )


def column_names(cells: Sequence[str], where: str) -> tuple[tuple[str, ...], list[str]]:
    """Name columns by the cells of a header; the second list has those without a name.

    A name that stands twice raises ValueError.
    """
    names = [cell.strip() for cell in cells]
    unnamed = [f"column {i}" for i, name in enumerate(names, 1) if not name]
    names = [name or f"column {i}" for i, name in enumerate(names, 1)]
    first: dict[str, int] = {}
    for i, name in enumerate(names, 1):
        if first.setdefault(name, i) < i:
            raise ValueError(
                f"{where}: columns {first[name]} and {i} are both named {name!r}; give each a "
                "name of its own, in one row of names; of a table without names say --no-header."
            )
    return tuple(names), unnamed


def _split(line: str, mark: str) -> list[str]:
    return next(csv.reader([line], delimiter=mark), [])
