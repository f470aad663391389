"""A folder for what does not fit into memory: named, and emptied at the end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import gettempdir

from kappabook.scratch import scratch_in

_SIZE = re.compile(r"(\d+(?:\.\d+)?) ?([KMGT])(i?)B", re.IGNORECASE)
_LEAST = 100_000_000


@contextmanager
def spilling(folder: Path | None) -> Iterator[Path]:
    """Make a folder inside the one given, and remove it with all it holds, whatever happens.

    Raises
    ------
    OSError
        The folder cannot be written.
    """
    with scratch_in(folder or Path(gettempdir()), "Name another folder with --spill.") as inner:
        yield inner


def valid_memory(size: str) -> str:
    """Refuse what is no amount of memory, or too little to work in."""
    found = _SIZE.fullmatch(size.strip())
    if not found:
        raise ValueError(f"--memory is {size!r}; give an amount such as 800MB or 2GB.")
    power = "KMGT".index(found[2].upper()) + 1
    if float(found[1]) * (1024 if found[3] else 1000) ** power < _LEAST:
        raise ValueError(f"--memory is {size!r}; DuckDB needs 100MB or more.")
    return size.strip()
