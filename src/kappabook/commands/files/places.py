"""Where in a file something is wrong: looked for only when reading failed."""

from __future__ import annotations

import csv
import gzip
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Literal, NamedTuple

# DuckDB reads no longer line of CSV; Python's own limit would be 131,072 characters a cell.
MOST_LINE = 2_000_000
csv.field_size_limit(max(MOST_LINE, csv.field_size_limit()))
_SHOWN = 40


class Form(NamedTuple):
    """What kind of table a file is, in which letters, and whether gzip packed it."""

    kind: Literal["csv", "parquet", "json"]
    encoding: Literal["utf-8", "latin-1", "utf-16"] = "utf-8"
    packed: bool = False


def opened(path: Path, form: Form, errors: str = "strict") -> Any:
    """Open a table of text, without the mark that may begin it."""
    encoding = "utf-8-sig" if form.encoding == "utf-8" else form.encoding
    unpacked: Any = gzip.open if form.packed else open
    return unpacked(path, "rt", encoding=encoding, errors=errors, newline="")


def explain(path: Path, form: Form, delimiter: str, width: int, said: str) -> str:
    """Name file, line, value and remedy of what could not be read; `said` is DuckDB's message."""
    kind = form.kind
    if kind == "parquet":
        return f"{path} cannot be read as Parquet ({_first_line(said)}); write it again."
    ends: set[bytes] = set()
    for i, line in enumerate(_lines(path, form), 1):
        if kind == "csv" and len(line) > MOST_LINE:
            return (
                f"{path}:{i}: a line of {len(line)} bytes; at most {MOST_LINE} are read. Leave "
                "out long columns, or give the table as Parquet."
            )
        try:
            line.decode("utf-8")
        except UnicodeDecodeError as error:
            byte = line[error.start]
            return f"{path}:{i}: the byte {byte:#04x} is not UTF-8; save the file in UTF-8."
        ends.add(line[len(line.rstrip(b"\r\n")) :])
    found = (
        _in_json(_lines(path, form)) if kind == "json" else _in_csv(path, form, delimiter, width)
    )
    if found:
        return f"{path}:{found}"
    if kind == "csv" and len(ends - {b""}) > 1:
        return f"{path}: its lines end in more than one way; save it with one kind of line end."
    return f"{path} cannot be read ({_first_line(said)}); write it again."


def line_of(path: Path, form: Form, delimiter: str, row: int) -> str:
    """Say where row `row`, counted from 0, stands: file and line; for Parquet, the row."""
    if form.kind == "parquet":
        return f"{path}, row {row + 1}"
    if form.kind == "csv":
        for _, line, _ in islice(_records(path, form, delimiter), row + 1, row + 2):
            return f"{path}:{line}"
        return f"{path}, row {row + 1}"
    with opened(path, form) as stream:
        lines = [i for i, text in enumerate(stream, 1) if text.strip()]
    return f"{path}:{lines[row]}" if row < len(lines) else f"{path}, record {row + 1}"


def out_of_room(said: str) -> str:
    """Say what to do where memory or disk did not suffice; `said` is DuckDB's message."""
    if "No space left" in said or "max_temp_directory_size" in said:
        return "the disk is full; name a folder with more room with --spill."
    if "Out of Memory" in said or "could not allocate" in said.lower():
        return "the memory allowed is not enough; allow more with --memory, such as --memory 2GB."
    return ""


def _lines(path: Path, form: Form) -> Iterator[bytes]:
    """Go through the lines with their ends, one at a time: the file may be large."""
    with opened(path, form, "surrogateescape") as stream:
        for line in stream:
            yield line.encode("utf-8", "surrogateescape")


def _records(path: Path, form: Form, delimiter: str) -> Iterator[tuple[list[str], int, bool]]:
    """Go through the records: cells, the line each begins on, and whether a quote stays open."""
    with opened(path, form) as stream:
        reader = csv.reader(stream, delimiter=delimiter, strict=True)
        line = 1
        while True:
            try:
                cells = next(reader)
            except StopIteration:
                return
            except csv.Error:
                yield [], line, True
                return
            if cells:
                yield cells, line, False
            line = reader.line_num + 1


def _in_csv(path: Path, form: Form, delimiter: str, width: int) -> str:
    for cells, line, open_quote in _records(path, form, delimiter):
        if open_quote:
            return f"{line}: a quotation mark is not closed; close it, or double it inside a cell."
        if width and len(cells) != width:
            shown = delimiter.join(cells)[:_SHOWN]
            return (
                f"{line}: {len(cells)} cells where the header has {width} columns: {shown!r}; put "
                "cells that hold the delimiter into quotation marks, and leave gaps empty."
            )
    return ""


def _in_json(lines: Iterator[bytes]) -> str:
    for i, line in enumerate(lines, 1):
        if line.strip():
            try:
                record = json.loads(line)
            except (ValueError, RecursionError):
                record = None
            if not isinstance(record, dict):
                shown = line.decode()[:_SHOWN].strip()
                return f"{i}: {shown!r} is no JSON object; write one object per line."
    return ""


def _first_line(said: str) -> str:
    return said.strip().splitlines()[0].rstrip(".") if said.strip() else "no reason given"
