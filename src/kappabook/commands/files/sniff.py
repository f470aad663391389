"""What kind of file this is, and the header of a CSV file."""

from __future__ import annotations

import csv
import gzip
import re
import zlib
from pathlib import Path

from kappabook.commands.files.places import Form, explain, opened

DELIMITERS = {",": "a comma", ";": "a semicolon", "\t": "a tab", "|": "a vertical bar"}
_JSON = {".jsonl", ".ndjson", ".json"}
# How files begin that are no tables to us, and what to do with them.
_FOREIGN = {
    b"PK\x03\x04": "is a spreadsheet or a zip archive; save the sheet as CSV in UTF-8",
    b"BZh": "is compressed by bzip2; unpack it first",
    b"\xfd7zXZ": "is compressed by xz; unpack it first",
    b"\x28\xb5\x2f\xfd": "is compressed by zstd; unpack it first",
}
_MARK = b"\xef\xbb\xbf"
_GZIP, _UTF_16 = b"\x1f\x8b", (b"\xff\xfe", b"\xfe\xff")
# So much of a file tells whether it is UTF-8. Windows writes quotation marks, dashes and the euro
# sign as the other bytes, which are no letters in Latin-1.
_LOOKED_AT, _WINDOWS = 1_000_000, re.compile(rb"[\x80-\x9f]")


def form_of(path: Path) -> Form:
    """Tell by the first bytes and the ending; what is no table raises ValueError or OSError."""
    if path.is_dir():
        raise IsADirectoryError(f"{path} is a folder; name a file in it.")
    try:
        with path.open("rb") as stream:
            start = stream.read(_LOOKED_AT)
        if packed := start.startswith(_GZIP):
            with gzip.open(path) as unpacked:
                start = unpacked.read(_LOOKED_AT)
    except FileNotFoundError:
        raise FileNotFoundError(f"no file {path}. Name one that is there.") from None
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise ValueError(f"{path}: it is no whole file of gzip; pack it again.") from None
    except OSError as error:
        raise OSError(f"cannot read {path}: {error.strerror}.") from None
    if not start.removeprefix(_MARK).strip():
        raise ValueError(f"{path} is empty; give a table with a header and rows.")
    if start.startswith(b"PAR1") and not packed:
        return Form("parquet")
    for first, words in _FOREIGN.items():
        if start.startswith(first):
            raise ValueError(f"{path} {words}.")
    ending = Path(path.stem if packed else path).suffix.lower()
    if ending in (".parquet", ".pq"):
        raise ValueError(f"{path} is no Parquet file: it does not begin with PAR1; write it again.")
    if ending not in _JSON and start.startswith(_UTF_16):
        return Form("csv", "utf-16", packed)
    if b"\0" in start[:4096]:
        raise ValueError(f"{path} holds bytes that are no text; give CSV, Parquet or JSON lines.")
    if ending in _JSON:
        return Form("json", "utf-8", packed)
    latin = not _is_utf_8(start) and not _WINDOWS.search(start)
    return Form("csv", "latin-1" if latin else "utf-8", packed)


def _is_utf_8(start: bytes) -> bool:
    """Say whether it is; the last letter may be cut."""
    try:
        start.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start > len(start) - 4 and len(start) == _LOOKED_AT
    return True


def csv_header(path: Path, form: Form) -> tuple[tuple[str, ...], str, list[str], list[str]]:
    """Read names of columns, the delimiter, the columns that had no name, and notes for people.

    A line that is not UTF-8, a name that stands twice, or one column alone raises ValueError.
    """
    headers = {mark: _first(path, form, mark) for mark in DELIMITERS}
    mark = max(headers, key=lambda mark: len(headers[mark]))
    names = [name.strip() for name in headers[mark]]
    if len(names) < 2:
        raise ValueError(
            f"{path}:1: one column only, {names[0]!r}; separate columns by "
            f"{', '.join(list(DELIMITERS.values())[:-1])} or {DELIMITERS['|']}."
        )
    notes = [] if mark == "," else [f"Columns are separated by {DELIMITERS[mark]}."]
    if form.encoding != "utf-8":
        notes.append(f"The file is not in UTF-8; it was read as {form.encoding.upper()}.")
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


def _first(path: Path, form: Form, delimiter: str) -> list[str]:
    try:
        with opened(path, form) as stream:
            return next((row for row in csv.reader(stream, delimiter=delimiter) if row), [""])
    except UnicodeDecodeError:
        raise ValueError(explain(path, form, delimiter, 0, "it is not UTF-8")) from None
    except csv.Error as error:
        raise ValueError(
            f"{path}:1: this is no header of a table ({error}); begin with the names of columns."
        ) from None
