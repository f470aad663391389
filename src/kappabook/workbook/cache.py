"""What takes long is kept in ``build/`` with a hash of what it rests on, until that changes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import TypeVar, cast

from kappabook.checkout import build_folder, printed_folder, results_folder
from kappabook.files import writing
from kappabook.scratch import sweep

_Value = TypeVar("_Value")

# Parts of the package that every verdict rests on, beside the document's own, and what is kept.
_SHARED = (
    *("metrics", "data", "study", "papers/shared", "*.py", "papers/*.py"),
    *("workbook/alterations.py", "workbook/claims.py"),
)
_LIBRARIES = ("numpy", "pandas", "scikit-learn", "scipy", "sympy")
_PACKAGE = Path(__file__).parents[1]


def cached(name: str, rests_on: str, make: Callable[[], _Value]) -> _Value:
    """Return what was kept under a name if it rests on the same, else make and keep it.

    Parameters
    ----------
    name : str
        Of a file below ``build/``, such as ``index/kaymak_auk.json``.
    rests_on : str
        A hash; see `fingerprint`.
    make : callable
        Returns a value that JSON can hold.
    """
    file = build_folder() / name
    try:
        known = json.loads(file.read_text(encoding="utf-8"))
        if known["rests on"] == rests_on:
            sweep(file.parent)
            return cast(_Value, known["value"])
    except (OSError, ValueError, KeyError, TypeError):
        pass  # there is none yet, or it is damaged: make it anew
    value = make()
    # Where nothing can be kept, such as a home that can only be read, it is made each time.
    with suppress(OSError), writing(file) as (draft,):
        draft.write_text(json.dumps({"rests on": rests_on, "value": value}), encoding="utf-8")
    return value


def fingerprint(key: str) -> str:
    """Hash what the verdicts of one document rest on: code, transcription, results, libraries."""
    printed = printed_folder()
    return hash_of(
        (
            *_files(_PACKAGE, *_SHARED, f"papers/{key}"),
            *_files(printed, "errata.csv", "references.csv", "kinds.csv", key),
            *_files(results_folder(), "*"),
        ),
        *(f"{name} {version(name)}" for name in _LIBRARIES),
    )


def hash_of(paths: Iterable[Path], *words: str) -> str:
    """Hash words, and files with their names."""
    digest = sha256("\n".join(words).encode())
    for path in paths:
        digest.update(f"{path.name}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def _files(folder: Path, *patterns: str) -> Iterator[Path]:
    for pattern in patterns:
        inside = folder / pattern
        found = inside.rglob("*") if inside.is_dir() else folder.glob(pattern)
        yield from sorted(path for path in found if path.is_file() and path.suffix != ".pyc")
