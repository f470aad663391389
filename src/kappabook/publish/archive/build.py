"""The commands behind ``make codecheck`` and ``make crate``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kappabook.checkout import root
from kappabook.publish.archive.codecheck import write_codecheck
from kappabook.publish.archive.crate import write_crate
from kappabook.publish.archive.outputs import outputs, unmade


def build_codecheck(into: Path | None = None) -> Iterator[str]:
    """Write ``codecheck.yml``, by default into the clone; yield what was written, and what lacks.

    Raises
    ------
    ValueError
        The outputs are not those of the tree; see `outputs`.
    """
    clone = root()
    listed = outputs(clone)
    yield f"{write_codecheck(clone, listed, into or clone)}: {len(listed)} outputs"
    for command, count in unmade(clone, listed).items():
        yield f"not made yet: {count} by {command}"


def build_crate(into: Path | None = None) -> Iterator[str]:
    """Write ``ro-crate-metadata.json`` and ``.zenodo.json``; yield their paths."""
    clone = root()
    yield from map(str, write_crate(clone, outputs(clone), into or clone))
