"""DuckDB, which reads files: how it is opened, told of one file, and what its errors mean.

No name of a file or column becomes part of a query: columns are c0, c1, ... there, and a path is
a quoted literal whose wildcards are escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import gettempdir
from typing import Any

from kappabook.commands.reading.formats import absolute
from kappabook.commands.reading.raw_file import MOST_LINE, RawFile
from kappabook.commands.reading.scan import check_packed, shape_of
from kappabook.system.extras import need
from kappabook.system.files import scratch

# An amount of memory, and the least.
_SIZE = re.compile(r"(\d+(?:\.\d+)?) ?([KMGT])(i?)B", re.IGNORECASE)
_LEAST_MEMORY = 100_000_000
# Bytes of a CSV that a thread reads at once; the engine's own choice takes four times as much
# memory, and no less time.
_BUFFER = 8_000_000
_WILDCARDS = re.compile(r"[*?\[]")


@contextmanager
def connection(
    *, memory: str | None = None, spill: Path | None = None, allowed: Path | None = None
) -> Iterator[Any]:
    """Open the engine: it reads this one file, writes into its folder for spilling, and no more.

    No other file, no address, no extension; and no query can change that again.
    """
    with need("report"):
        import duckdb
    config: dict[str, Any] = {
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
        "allow_persistent_secrets": "false",
        "python_enable_replacements": "false",
    }
    if memory is not None:
        config["memory_limit"] = memory
    if spill is not None:
        config["temp_directory"] = str(absolute(spill))
    with duckdb.connect(config=config) as opened:
        # It would go to standard output, among the results. In a notebook without ipywidgets there
        # is none, and DuckDB refuses to hear of it.
        with suppress(duckdb.InvalidInputException):
            opened.execute("SET enable_progress_bar = false")
        if allowed is not None:
            names = ", ".join({quoted(str(absolute(allowed))), _pattern(allowed)})
            opened.execute(f"SET allowed_paths = [{names}]")
        opened.execute("SET enable_external_access = false")
        opened.execute("SET lock_configuration = true")
        yield opened


@contextmanager
def prepared(file: RawFile, spill: Path | None = None) -> Iterator[tuple[Path, str]]:
    """Check a file to its end, and give the path that the engine reads, with further options.

    That is the file itself, but for two kinds: text in another encoding than UTF-8 is copied, and
    a name with both a backslash and a wildcard, which the engine cannot be given, gets a link. Both
    stand in a folder that is removed afterwards.
    """
    try:
        str(absolute(file.path)).encode()
    except UnicodeEncodeError:
        raise ValueError(
            f"the name {file.path} is not in UTF-8; rename the file or folder."
        ) from None
    whole = str(absolute(file.path))
    copied = file.encoding != "utf-8"
    linked = "\\" in whole and _WILDCARDS.search(whole) is not None
    if not copied and not linked:
        yield file.path, _options(file, file.path, packed=file.packed)
        return
    with scratch(spill or Path(gettempdir()), "Name another folder with --spill.") as folder:
        path = folder / f"table.{file.kind}"
        if copied:
            file.write_utf_8(path)
        else:
            path.symlink_to(whole)
        yield path, _options(file, path, packed=file.packed and not copied)


def _options(file: RawFile, path: Path, *, packed: bool) -> str:
    """Write the options that follow from the bytes of a file."""
    if file.kind in ("parquet", "excel"):
        return ""
    options = f", compression={quoted('gzip' if packed else 'uncompressed')}"
    if file.kind == "json":
        if packed:
            check_packed(path)
        return options
    shape = shape_of(path, packed=packed, longest=MOST_LINE)
    if shape.open_quote or shape.long_line:
        file.refuse_lost_rows()
    return f"{options}, parallel={str(not any(shape)).lower()}"


def reader(function: str, path: Path, options: str = "") -> str:
    """Write the call that reads one file. Nothing is read from its name, or from a folder's."""
    return (
        f"{function}({_pattern(path)}, hive_partitioning=false, union_by_name=false, "
        f"filename=false{options})"
    )


def csv_reader(file: RawFile, path: Path, width: int, options: str) -> str:
    """Write the call that reads all columns of a CSV file as text, under the names c0, c1, ..."""
    columns = ", ".join(f"'c{i}': 'VARCHAR'" for i in range(width))
    return reader(
        "read_csv",
        path,
        f", auto_detect=false, header={str(file.headed).lower()}, delim={quoted(file.delimiter)}, "
        f"quote='\"', escape='\"', skip={file.skip}, max_line_size={MOST_LINE}, "
        f"buffer_size={_BUFFER}, columns={{{columns}}}{options}",
    )


def out_of_room(message: str) -> str:
    """Say what to do where memory or disk did not suffice; `message` is DuckDB's."""
    if "No space left" in message or "max_temp_directory_size" in message:
        return "the disk is full; name a folder with more room with --spill."
    if "Out of Memory" in message or "could not allocate" in message.lower():
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


def quoted(text: str) -> str:
    """Write a text as a literal of SQL."""
    return "'" + text.replace("'", "''") + "'"


def _pattern(path: Path) -> str:
    """Quote a path; absolute, so that it is no address, and with its wildcards escaped."""
    return quoted(_WILDCARDS.sub(r"[\g<0>]", str(absolute(path))))
