"""What the command lines share."""

from __future__ import annotations

import csv
from pathlib import Path


def names(text: str) -> tuple[str, ...]:
    """Split at commas; a name with a comma stands in quotation marks."""
    return tuple(name.strip() for row in csv.reader([text]) for name in row if name.strip())


def refuse_same_file(file: Path, *outputs: Path | None) -> None:
    """Keep the data, and each output, from being written over."""
    taken = {file.resolve()}
    for path in outputs:
        if path is not None:
            if path.resolve() in taken:
                raise ValueError(f"{path} would be written over; name another file.")
            taken.add(path.resolve())
