"""Where the results come from: the code that names their command, the data their runs report."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from kappabook.checkout import RESULTS
from kappabook.data.registry import Source, sources

# Where a run's description (data/results/*.json) names what it read.
_KEYS = ("data", "datasets", "sources")


def code_of(clone: Path, command: str) -> list[str]:
    """Return the source files that write results under a command: those that hold it as text.

    Raises
    ------
    ValueError
        No source file names the command.
    """
    quoted = f'"{command}"'
    found = [
        path.relative_to(clone).as_posix()
        for folder in ("src", "benchmarks", "experiments")
        for path in sorted((clone / folder).rglob("*.py"))
        if quoted in path.read_text(encoding="utf-8")
    ]
    if not found:
        raise ValueError(f"no source file has the text {quoted}, so its code is not known.")
    return found


def data_sets_of(clone: Path, command: str) -> list[Source]:
    """Return the data sets that the runs of a command report, in the registry's order.

    Those that scikit-learn brings along are not in the registry and are left out; a command
    whose runs report nothing has none.
    """
    named: set[str] = set()
    for path in sorted((clone / RESULTS).glob("*.json")):
        about: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        if about["command"] == command:
            named.update(name for key in _KEYS for name in about.get(key, ()))
    return [source for source in sources().values() if named & _names(source)]


def _names(source: Source) -> set[str]:
    """Return what a run may call a data set: its name, without a group, or a file of its own."""
    own = [file.name for file in source.files if "/" not in source.name]
    return {source.name, source.name.rpartition("/")[2], *own}
