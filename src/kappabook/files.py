"""Files that are either whole or absent."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from kappabook.scratch import scratch_in, sweep

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


@contextmanager
def writing(*paths: Path) -> Iterator[tuple[Path, ...]]:
    """Give a path beside each target to write to; rename them into place at the end.

    After an error or an interruption all targets are as they were.

    Raises
    ------
    OSError
        The folder cannot be made or written, a target is itself a folder, or the disk is full.
    """
    folder = paths[0].parent
    for path in paths:
        if path.is_dir():
            raise IsADirectoryError(f"{path} is a folder where a file is to be; move it away.")
    with scratch_in(folder, "Name a folder that can be written.") as beside:
        drafts = tuple(beside / path.name for path in paths)
        try:
            yield drafts
            _replace_all(paths, drafts)
        except OSError as error:
            raise full(folder, error) from error.__cause__


def full(place: Path, error: OSError) -> OSError:
    """Say where a disk is full, which the system does not; another error comes back as it is."""
    if error.errno not in _FULL:
        return error
    return OSError(
        f"cannot write into {place}: {os.strerror(error.errno or 0)}. Make room there, and run it "
        "again; what was there is unchanged."
    )


def _replace_all(paths: Sequence[Path], drafts: Sequence[Path]) -> None:
    """Rename all drafts into place, or none."""
    old = {
        path: Path(shutil.copy2(path, draft.with_name(f"{draft.name}.old")))
        for path, draft in zip(paths, drafts, strict=True)
        if path.exists()
    }
    try:
        for path, draft in zip(paths, drafts, strict=True):
            draft.replace(path)
    except BaseException:
        for path in paths:
            if path in old:
                old[path].replace(path)
            else:
                path.unlink(missing_ok=True)
        raise


def read_text(path: Path) -> str:
    """Read a text file in UTF-8; the error for one that is not there, or another, names it."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise FileNotFoundError(
            f"no file {path}. Name one that is there, or restore it from git."
        ) from None
    except IsADirectoryError:
        raise IsADirectoryError(f"{path} is a folder; name a file in it.") from None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        byte = error.object[error.start]
        raise ValueError(
            f"{path}:{line}: the byte {byte:#04x} is not UTF-8; save the file in UTF-8."
        ) from None


def write_if_changed(path: Path, text: str) -> bool:
    """Write a text file whole, and only if that changes it; say whether it did."""
    if path.exists() and path.read_text(encoding="utf-8") == text:
        sweep(path.parent)  # of a run that was killed after it had written this
        return False
    with writing(path) as (draft,):
        draft.write_text(text, encoding="utf-8")
    return True
