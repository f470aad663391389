"""The data sheet of our results: each file by its hash, its rows and the command that makes it.

It is ``data/results/datasheet.csv``; the commands that make results renew it.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from kappabook.system.checkout import results_folder
from kappabook.system.csv_lines import read_lines
from kappabook.system.files import writing

SHEET = "datasheet.csv"


class ResultsFile(NamedTuple):
    """A line of the data sheet; `rows` is empty for a file that is no table."""

    file: str
    sha256: str
    rows: str
    command: str


def data_sheet(folder: Path) -> dict[str, ResultsFile]:
    """Read the data sheet of a folder, by file."""
    lines = read_lines(folder / SHEET, ResultsFile._fields)
    return {line["file"]: ResultsFile(**line) for _, line in lines}


def results_file(name: str) -> Path:
    """Return the path of a file in ``data/results``, if it is the one its data sheet describes.

    Raises
    ------
    ValueError
        The data sheet has no such file, or the file is altered or cut short.
    OSError
        It is not there; the message says how to have it again.
    """
    folder = results_folder()
    known, path = data_sheet(folder), folder / name
    if name not in known:
        raise ValueError(f"{folder / SHEET} describes no file {name}, but {', '.join(known)}.")
    again = f", or run {known[name].command}" if known[name].command else ""
    remedy = f"Restore it and {SHEET} from git{again}."
    if not path.is_file():
        raise FileNotFoundError(f"no file {path}. {remedy}")
    if _hash(path) != known[name].sha256:
        raise ValueError(f"{path} is not the file that {SHEET} describes. {remedy}")
    return path


@contextmanager
def writing_results(command: str, *paths: Path) -> Iterator[tuple[Path, ...]]:
    """Write files as `kappabook.system.files.writing` does, and with them the folder's data sheet.

    A folder without a data sheet gets none: it is kept for results that are published.
    """
    sheet = paths[0].with_name(SHEET)
    with writing(*paths, *([sheet] if sheet.exists() else [])) as drafts:
        yield drafts[: len(paths)]
        if len(drafts) > len(paths):
            known = data_sheet(sheet.parent)
            for path, draft in zip(paths, drafts, strict=False):
                known[path.name] = ResultsFile(path.name, _hash(draft), _rows(draft), command)
            with drafts[-1].open("w", newline="", encoding="utf-8") as stream:
                writer = csv.writer(stream, lineterminator="\n")
                writer.writerow(ResultsFile._fields)
                writer.writerows(known[name] for name in sorted(known))


def _hash(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


def _rows(path: Path) -> str:
    """Count the rows of a CSV file below its head."""
    if path.suffix != ".csv":
        return ""
    with path.open(newline="", encoding="utf-8") as stream:
        return str(sum(1 for _ in csv.reader(stream)) - 1)
