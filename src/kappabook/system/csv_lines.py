"""The lines of a CSV file of ours: its columns are known, and an error has file and line."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from io import StringIO
from pathlib import Path

from kappabook.system.files import read_text

_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


def read_lines(
    file: Path, columns: Sequence[str], more: Sequence[str] = ()
) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the lines of a CSV file that has these columns, each with its place: file and line.

    Raises
    ------
    ValueError
        Other columns (`more` may follow), a line with more or fewer values, a quotation mark that
        is not closed, a character that cannot be printed; with file and line.
    """
    where = f"{file.parent.name}/{file.name}"
    reader = csv.DictReader(StringIO(read_text(file)), strict=True)
    begins = 1
    try:
        found = reader.fieldnames or ()
        if [*found[: len(columns)]] != [*columns] or not {*found[len(columns) :]} <= {*more}:
            perhaps = f", and perhaps {', '.join(more)}" if more else ""
            raise ValueError(
                f"{where}: columns are {', '.join(found) or 'none'}; expected "
                f"{', '.join(columns)}{perhaps}."
            )
        begins += 1
        for line in reader:
            place = f"{where}:{reader.line_num}"
            if None in line or None in line.values():  # too long, or too short
                raise ValueError(f"{place}: wrong number of values; quote those with a comma.")
            if strange := _UNPRINTABLE.search("".join(line.values())):
                raise ValueError(
                    f"{place}: the character {strange[0]!r} cannot be printed; remove it."
                )
            yield place, line
            begins = reader.line_num + 1
    except csv.Error as error:
        raise ValueError(
            f"{where}:{begins}: {error}; close each quotation mark, and double those inside."
        ) from None
