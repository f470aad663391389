"""A file before DuckDB reads it, and after it could not.

Before: what kind of table it is, in which letters, and its header. After: in which line something
is wrong, and what to do.
"""

from __future__ import annotations

import codecs
import csv
import gzip
import json
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any, Literal

# Bytes of a line of CSV; Python's own limit would be 131,072 characters a cell.
MOST_LINE = 2_000_000
csv.field_size_limit(max(MOST_LINE, csv.field_size_limit()))
_DELIMITERS = {",": "a comma", ";": "a semicolon", "\t": "a tab", "|": "a vertical bar"}
_JSON = {".jsonl", ".ndjson", ".json"}
# How files begin that are no tables to us, and what to do with them.
_FOREIGN = {
    b"PK\x03\x04": "is a spreadsheet or a zip archive; save the sheet as CSV in UTF-8",
    b"BZh": "is compressed by bzip2; unpack it first",
    b"\xfd7zXZ": "is compressed by xz; unpack it first",
    b"\x28\xb5\x2f\xfd": "is compressed by zstd; unpack it first",
    codecs.BOM_UTF32_LE: "is in UTF-32; save the file in UTF-8",
}
_GZIP, _UTF_16 = b"\x1f\x8b", (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
# So much of a file tells whether it is UTF-8. Windows writes quotation marks, dashes and the euro
# sign as the other bytes, which are no letters in Latin-1.
_LOOKED_AT, _WINDOWS = 1_000_000, re.compile(rb"[\x80-\x9f]")
_NOT_WHOLE = (gzip.BadGzipFile, EOFError, zlib.error)
_PACK_AGAIN = ": it is no whole file of gzip; pack it again."
_SHOWN = 40


@dataclass(frozen=True)
class RawFile:
    """A file that looks like a table.

    Attributes
    ----------
    path : Path
    kind : {'csv', 'parquet', 'json'}
    encoding : {'utf-8', 'latin-1', 'utf-16'}
    packed : bool
        Whether gzip packed it.
    delimiter : str
        What separates the columns of CSV.
    skip : int
        Blank lines before the header of CSV.
    """

    path: Path
    kind: Literal["csv", "parquet", "json"]
    encoding: Literal["utf-8", "latin-1", "utf-16"] = "utf-8"
    packed: bool = False
    delimiter: str = ","
    skip: int = 0

    @classmethod
    def of(cls, path: Path) -> RawFile:
        """Tell by the first bytes and the ending; what is no table raises ValueError or OSError."""
        start, packed = _start(path)
        if not start.removeprefix(codecs.BOM_UTF8).strip():
            raise ValueError(f"{path} is empty; give a table with a header and rows.")
        if start.startswith(b"PAR1") and not packed:
            return cls(path, "parquet")
        for first, words in _FOREIGN.items():
            if start.startswith(first):
                raise ValueError(f"{path} {words}.")
        ending = Path(path.stem if packed else path).suffix.lower()
        if ending in (".parquet", ".pq"):
            raise ValueError(
                f"{path} is no Parquet file: it does not begin with PAR1; write it again."
            )
        utf_16 = start.startswith(_UTF_16) and ending not in _JSON
        if b"\0" in start[:4096] and not utf_16:
            raise ValueError(
                f"{path} holds bytes that are no text; give CSV, Parquet or JSON lines."
            )
        if ending in _JSON:
            return cls(path, "json", packed=packed)
        found = cls(path, "csv", "utf-16" if utf_16 else _encoding(start), packed)
        # The mark that parts the header into most columns.
        firsts = {mark: found._first(mark) for mark in _DELIMITERS}
        mark = max(firsts, key=lambda mark: len(firsts[mark][1]))
        return replace(found, delimiter=mark, skip=firsts[mark][0])

    def header(self) -> tuple[tuple[str, ...], list[str], list[str]]:
        """Read names of columns from the first line of CSV, those that had none, and notes.

        A name that stands twice, or one column alone, raises ValueError.
        """
        names = [name.strip() for name in self._first(self.delimiter)[1]]
        if len(names) < 2:
            *most, last = _DELIMITERS.values()
            raise ValueError(
                f"{self.path}:{self.skip + 1}: one column only, {names[0]!r}; separate columns by "
                f"{', '.join(most)} or {last}, and begin with their names."
            )
        notes = []
        if self.delimiter != ",":
            notes.append(f"Columns are separated by {_DELIMITERS[self.delimiter]}.")
        if self.encoding != "utf-8":
            notes.append(f"The file is not in UTF-8; it was read as {self.encoding.upper()}.")
        unnamed = [f"column {i}" for i, name in enumerate(names, 1) if not name]
        notes += [f"{name.capitalize()} has no name; here it is {name!r}." for name in unnamed]
        names = [name or f"column {i}" for i, name in enumerate(names, 1)]
        first: dict[str, int] = {}
        for i, name in enumerate(names, 1):
            if first.setdefault(name, i) < i:
                raise ValueError(
                    f"{self.path}:{self.skip + 1}: columns {first[name]} and {i} are both named "
                    f"{name!r}; give each a name of its own."
                )
        return tuple(names), unnamed, notes

    def _first(self, delimiter: str) -> tuple[int, list[str]]:
        """Read the first row that is not blank, and how many are before it."""
        try:
            with self._opened("strict") as stream:
                rows = enumerate(csv.reader(stream, delimiter=delimiter))
                return next(((i, row) for i, row in rows if row), (0, [""]))
        except (UnicodeDecodeError, csv.Error) as error:
            raise ValueError(self.explain(str(error), 0)) from None

    # --- where something stands, and what is wrong there ------------------------------------------

    def line(self, row: int) -> str:
        """Say where a row, counted from 0, stands: file and line; for Parquet, the row."""
        if self.kind == "csv":
            for line, _ in islice(self._records(), row + 1, row + 2):
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
        except _NOT_WHOLE:
            wrong = _PACK_AGAIN
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
            if cells is None:
                return (
                    f":{line}: a quotation mark is not closed; close it, or double it inside a "
                    "cell."
                )
            if width and len(cells) != width:
                shown = self.delimiter.join(cells)[:_SHOWN]
                return (
                    f":{line}: {len(cells)} cells where the header has {width} columns: {shown!r}; "
                    "put cells that hold the delimiter into quotation marks, and leave gaps empty."
                )
        return ""

    def _mixed_ends(self) -> str:
        ends = {line[len(line.rstrip(b"\r\n")) :] for line in self._lines()}
        if len(ends - {b""}) > 1:
            return ": its lines end in more than one way; save it with one kind of line end."
        return ""

    # --- the text ---------------------------------------------------------------------------------

    def _opened(self, errors: str = "") -> Any:
        """Open a table of text, without the mark that may begin it; its faults can be seen."""
        encoding = "utf-8-sig" if self.encoding == "utf-8" else self.encoding
        errors = errors or ("surrogateescape" if self.encoding == "utf-8" else "replace")
        unpacked: Any = gzip.open if self.packed else open
        return unpacked(self.path, "rt", encoding=encoding, errors=errors, newline="")

    def _lines(self) -> Iterator[bytes]:
        """Go through the lines with their ends, one at a time: the file may be large."""
        with self._opened() as stream:
            for line in stream:
                yield line.encode("utf-8", "surrogateescape")

    def _records(self) -> Iterator[tuple[int, list[str] | None]]:
        """Go through the records and the line each begins on; None if its quote stays open."""
        line = 1
        with self._opened() as stream:
            reader = csv.reader(stream, delimiter=self.delimiter, strict=True)
            try:
                for cells in reader:
                    if cells:
                        yield line, cells
                    line = reader.line_num + 1
            except csv.Error:
                yield line, None


def _start(path: Path) -> tuple[bytes, bool]:
    """Read how a file begins, unpacked, and whether gzip packed it."""
    if path.is_dir():
        raise IsADirectoryError(f"{path} is a folder; name a file in it.")
    if path.exists() and not path.is_file():
        raise OSError(
            f"{path} is a pipe or a device, which is read only once; write the table into a file."
        )
    try:
        with path.open("rb") as stream:
            start = stream.read(_LOOKED_AT)
        if packed := start.startswith(_GZIP):
            with gzip.open(path) as unpacked:
                start = unpacked.read(_LOOKED_AT)
    except FileNotFoundError:
        raise FileNotFoundError(f"no file {path}. Name one that is there.") from None
    except _NOT_WHOLE:
        raise ValueError(f"{path}{_PACK_AGAIN}") from None
    except OSError as error:
        raise OSError(f"cannot read {path}: {error.strerror}.") from None
    return start, packed


def _encoding(start: bytes) -> Literal["utf-8", "latin-1"]:
    """Take for Latin-1 what is not UTF-8, whose last letter may be cut, and not of Windows."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(start, len(start) < _LOOKED_AT)
    except UnicodeDecodeError:
        return "utf-8" if _WINDOWS.search(start) else "latin-1"
    return "utf-8"
