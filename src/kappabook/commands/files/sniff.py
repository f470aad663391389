"""What kind of file this is, and the header of a CSV file."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Literal

from kappabook.commands.files.places import explain

Kind = Literal["csv", "parquet", "json"]
DELIMITERS = {",": "a comma", ";": "a semicolon", "\t": "a tab", "|": "a vertical bar"}
_JSON = {".jsonl", ".ndjson", ".json"}
# How files begin that are no tables to us, and what to do with them.
_FOREIGN = {
    b"PK\x03\x04": "is a spreadsheet or a zip archive; save the sheet as CSV in UTF-8",
    b"\x1f\x8b": "is compressed by gzip; unpack it first",
    b"BZh": "is compressed by bzip2; unpack it first",
    b"\xfd7zXZ": "is compressed by xz; unpack it first",
    b"\x28\xb5\x2f\xfd": "is compressed by zstd; unpack it first",
    b"\xff\xfe": "is in UTF-16; save it as CSV in UTF-8",
    b"\xfe\xff": "is in UTF-16; save it as CSV in UTF-8",
}
_MARK = b"\xef\xbb\xbf"


def kind_of(path: Path) -> Kind:
    """Tell by the first bytes and the ending; what is no table raises ValueError or OSError."""
    if path.is_dir():
        raise IsADirectoryError(f"{path} is a folder; name a file in it.")
    try:
        with path.open("rb") as stream:
            start = stream.read(4096)
    except FileNotFoundError:
        raise FileNotFoundError(f"no file {path}. Name one that is there.") from None
    except OSError as error:
        raise OSError(f"cannot read {path}: {error.strerror}.") from None
    if not start.removeprefix(_MARK).strip():
        raise ValueError(f"{path} is empty; give a table with a header and rows.")
    if start.startswith(b"PAR1"):
        return "parquet"
    for first, words in _FOREIGN.items():
        if start.startswith(first):
            raise ValueError(f"{path} {words}.")
    if path.suffix.lower() in (".parquet", ".pq"):
        raise ValueError(f"{path} is no Parquet file: it does not begin with PAR1; write it again.")
    if b"\0" in start:
        raise ValueError(f"{path} holds bytes that are no text; give CSV, Parquet or JSON lines.")
    return "json" if path.suffix.lower() in _JSON else "csv"


def csv_header(path: Path) -> tuple[tuple[str, ...], str, list[str], list[str]]:
    """Read names of columns, the delimiter, the columns that had no name, and notes for people.

    A line that is not UTF-8, a name that stands twice, or one column alone raises ValueError.
    """
    headers = {mark: _first(path, mark) for mark in DELIMITERS}
    mark = max(headers, key=lambda mark: len(headers[mark]))
    names = [name.strip() for name in headers[mark]]
    if len(names) < 2:
        raise ValueError(
            f"{path}:1: one column only, {names[0]!r}; separate columns by "
            f"{', '.join(list(DELIMITERS.values())[:-1])} or {DELIMITERS['|']}."
        )
    notes = [] if mark == "," else [f"Columns are separated by {DELIMITERS[mark]}."]
    seen: dict[str, int] = {}
    unnamed = []
    for i, name in enumerate(names):
        if not name:
            names[i] = f"column {i + 1}"
            unnamed.append(names[i])
            notes.append(f"Column {i + 1} has no name; here it is 'column {i + 1}'.")
        if names[i] in seen:
            raise ValueError(
                f"{path}:1: columns {seen[names[i]] + 1} and {i + 1} are both named {names[i]!r}; "
                "give each a name of its own."
            )
        seen[names[i]] = i
    return tuple(names), mark, unnamed, notes


def _first(path: Path, delimiter: str) -> list[str]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            return next((row for row in csv.reader(stream, delimiter=delimiter) if row), [""])
    except UnicodeDecodeError:
        raise ValueError(explain(path, "csv", delimiter, 0, "it is not UTF-8")) from None
    except csv.Error as error:
        raise ValueError(
            f"{path}:1: this is no header of a table ({error}); begin with the names of columns."
        ) from None
