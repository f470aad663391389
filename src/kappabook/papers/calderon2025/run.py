"""``make rerun WHAT=judges``: from raw labels to the committed counts and statistics; a minute."""

from __future__ import annotations

import json
import platform
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pandas as pd

from kappabook.checkout import root
from kappabook.data.annotations import read_annotations
from kappabook.data.registry import source
from kappabook.datasheet import writing_results
from kappabook.papers.calderon2025 import settings
from kappabook.papers.calderon2025.resampling import DRAWS, SEED, UNITS
from kappabook.papers.calderon2025.results import (
    ABOUT,
    CONFUSION,
    FORMAT,
    INTERVALS,
    MEASURES,
    PAIRS,
    RATERS,
)
from kappabook.papers.calderon2025.retrial import LEVEL, Record, Trial

COMMAND = "make rerun WHAT=judges"
TABLES: dict[str, Callable[[Trial], list[Record]]] = {
    RATERS: Trial.raters,
    CONFUSION: Trial.confusion,
    PAIRS: Trial.pairs,
    MEASURES: Trial.measures,
    INTERVALS: Trial.intervals,
}


def run_judges(*, into: Path | None = None, say: Callable[[str], None] = lambda _: None) -> None:
    """Judge every model on every set, and write the results.

    Parameters
    ----------
    into : Path, optional
        Default ``data/results`` in the clone.
    say : callable, optional
        Is told of each set when it is done.

    Raises
    ------
    OSError
        The raw labels are not here and in no mirror; nothing is downloaded.
    """
    into = into or root() / "data" / "results"
    records: dict[str, list[Record]] = {name: [] for name in TABLES}
    for name in settings.SETS:
        trial = Trial(read_annotations(name, download=False))
        for table, of in TABLES.items():
            records[table] += of(trial)
        say(name)
    paths = [into / name for name in (*TABLES, ABOUT)]
    with writing_results(COMMAND, *paths) as drafts:
        for found, draft in zip(records.values(), drafts, strict=False):
            write_table(found, draft)
        text = json.dumps(_about(), indent=2, ensure_ascii=False)
        drafts[-1].write_text(text + "\n", encoding="utf-8")


def write_table(records: list[Record], path: Path) -> None:
    """Write records with six significant digits."""
    pd.DataFrame(records).to_csv(path, index=False, float_format="%.6g", lineterminator="\n")


def _about() -> dict[str, Any]:
    files = {name: source(f"alt-test/{name}").files for name in settings.SETS}
    return {
        "format": FORMAT,
        "command": COMMAND,
        "seed": SEED,
        "draws": DRAWS,
        "units": list(UNITS),
        "confidence_level": LEVEL,
        "least_items": settings.LEAST_ITEMS,
        "least_people": settings.LEAST_PEOPLE,
        "rate": settings.RATE,
        "sets": {k: {"score": s.score, "epsilon": s.epsilon} for k, s in settings.SETS.items()},
        "versions": {
            "python": platform.python_version(),
            **{name: version(name) for name in ("numpy", "scipy")},
        },
        "data": {
            name: {file.name: file.sha256 for file in listed} for name, listed in files.items()
        },
    }
