"""Files that are either whole or absent."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory


@contextmanager
def writing(*paths: Path) -> Iterator[tuple[Path, ...]]:
    """Give a path beside each target to write to; rename them into place at the end.

    Raises
    ------
    OSError
        The folder cannot be made or written; no target is touched then.
    """
    folder = paths[0].parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
        beside = TemporaryDirectory(prefix=".writing-", dir=folder)
    except OSError as error:
        raise OSError(
            f"cannot write into {folder}: {error.strerror}. Name a folder that can be written."
        ) from None
    with beside as scratch:
        drafts = tuple(Path(scratch) / path.name for path in paths)
        yield drafts
        for draft, path in zip(drafts, paths, strict=True):
            draft.replace(path)


def write_if_changed(path: Path, text: str) -> bool:
    """Write a text file whole, and only if that changes it; say whether it did."""
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return False
    with writing(path) as (draft,):
        draft.write_text(text, encoding="utf-8")
    return True
