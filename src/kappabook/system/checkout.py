"""Where the workbook's files are: in a clone, or in the installed package and the user's cache.

What the papers print and what we computed from data sets is in both. Figures and notebooks are in
a clone only.
"""

from __future__ import annotations

import os
from pathlib import Path

from kappabook.system.extras import need

VARIABLE = "KAPPABOOK_ROOT"
DATA = "KAPPABOOK_DATA"
PACKAGE = Path(__file__).resolve().parents[1]
PRINTED, RESULTS = Path("data", "printed"), Path("data", "results")


def clone() -> Path | None:
    """Return the clone: ``$KAPPABOOK_ROOT``, or found upward from the current folder.

    Returns
    -------
    Path or None
        None where neither the current folder nor one above it is a clone.

    Raises
    ------
    FileNotFoundError
        ``$KAPPABOOK_ROOT`` names a folder that is not a clone.
    """
    named = os.environ.get(VARIABLE)
    here = Path.cwd()
    for folder in [Path(named)] if named else [here, *here.parents]:
        if _has_printed(folder) and folder.resolve() != PACKAGE:
            return folder.resolve()
    if named:
        raise FileNotFoundError(
            f"{VARIABLE} names {named}, which is no clone of kappabook: it has no {PRINTED}. "
            "Name a clone, or unset it."
        )
    return None


def root() -> Path:
    """Return the clone, for what only a clone has: notebooks, figures, the library's sources.

    Raises
    ------
    FileNotFoundError
        There is no clone.
    """
    found = clone()
    if found is None:
        raise FileNotFoundError(
            f"no clone of kappabook at or above {Path.cwd()}, and this needs one. "
            f"Run it inside a clone, or set {VARIABLE} to one."
        )
    return found


def printed_folder() -> Path:
    """Return the folder of the transcriptions: the clone's, or else the installed package's."""
    return _base() / PRINTED


def results_folder() -> Path:
    """Return the folder of our results, to read: the clone's, or else the installed package's."""
    return _base() / RESULTS


def raw_folder() -> Path:
    """Return the folder of fetched data sets.

    It is ``data/raw`` of the clone; without a clone ``$KAPPABOOK_DATA``, or else in the cache.
    """
    found, named = clone(), os.environ.get(DATA)
    if found:
        return found / "data" / "raw"
    return expanded(DATA, named).absolute() if named else _cache() / "raw"


def expanded(variable: str, folder: str) -> Path:
    """Take the folder that an environment variable names; ``~`` is the user's home."""
    try:
        return Path(folder).expanduser()
    except RuntimeError:
        raise ValueError(
            f"{variable} is {folder}, and no home folder is known; write it in full."
        ) from None


def build_folder() -> Path:
    """Return the folder of what can be made again: ``build`` of the clone, or else the cache's."""
    found = clone()
    return found / "build" if found else _cache() / "build"


def _has_printed(folder: Path) -> bool:
    return (folder / PRINTED).is_dir()


def _base() -> Path:
    """Return the folder above ``data``; an editable install has it in the clone it comes from."""
    shipped = (folder for folder in (PACKAGE, PACKAGE.parents[1]) if _has_printed(folder))
    return clone() or next(shipped, None) or root()


def _cache() -> Path:
    with need("pooch"):
        from platformdirs import user_cache_path
    return user_cache_path("kappabook", appauthor=False)
