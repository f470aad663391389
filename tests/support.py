"""Where the checkout is, what the lock pins, whether bytes may be compared; what is skipped."""

from __future__ import annotations

import csv
import os
import platform
import re
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[1]

# What decides the bytes of a figure.
DRAWING = ("matplotlib", "numpy", "contourpy", "fonttools", "pillow")


@cache
def why_bytes_differ() -> str:
    """Say why figures may differ here in bytes; empty in the locked environment on Linux."""
    if platform.system() != "Linux" or platform.machine() != "x86_64":
        return f"figures' bytes are compared on Linux x86-64, not {platform.platform()}"
    for requirement in locked():
        if requirement.name in DRAWING and not _installed(requirement):
            return f"figures' bytes are compared with {requirement} of requirements.lock only"
    return ""


def locked() -> list[Requirement]:
    """Read the requirements of the lock that apply to this machine."""
    lines = (ROOT / "requirements.lock").read_text().splitlines()
    pinned = [line.removesuffix("\\").strip() for line in lines if re.match(r"\w", line)]
    requirements = map(Requirement, pinned)
    return [r for r in requirements if r.marker is None or r.marker.evaluate()]


def _installed(requirement: Requirement) -> bool:
    try:
        return version(requirement.name) in requirement.specifier
    except PackageNotFoundError:
        return False


def read_columns(file: Path, key: str, value: str) -> dict[str, str]:
    """Read two columns of a CSV file as a dictionary."""
    with file.open(newline="", encoding="utf-8") as stream:
        return {line[key]: line[value] for line in csv.DictReader(stream, strict=True)}


# It comes with `make test-slow`; what is tried with it says "if pl".
try:
    import polars as pl
except ModuleNotFoundError:
    pl = None  # type: ignore[assignment]


def slowly(*values: object) -> Any:
    """Mark a case of a test as one for `make test-slow`."""
    return pytest.param(*values, marks=pytest.mark.slow)


NO_DATA = "is not here: `make data`, or KAPPABOOK_DATA_MIRROR names a folder"


def need_data(name: str) -> None:
    """Skip, saying why, where a data set is not here; with a mirror set that is a failure."""
    from kappabook.data import fetch
    from kappabook.data.fetching import MIRROR

    try:
        fetch(name, download=False)
    except OSError as error:
        if mirror := os.environ.get(MIRROR):
            pytest.fail(
                f"{MIRROR} is {mirror}, and nothing may be left out: {error}", pytrace=False
            )
        pytest.skip(f"{name} {NO_DATA}")
