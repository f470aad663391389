"""Folders for what is not finished: gone at the end, and those of killed runs with the next."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

from kappabook.interrupts import put_off

if sys.platform != "win32":  # there nothing says which run is dead, and nothing is removed
    from fcntl import LOCK_EX, LOCK_NB, flock

_PREFIX = ".kappabook-"
_NAME = re.compile(re.escape(_PREFIX) + "[a-z0-9_]{8}")


@contextmanager
def scratch(inside: Path | None = None) -> Iterator[Path]:
    """Make a folder inside one, and remove it with all it holds, whatever happens.

    While it is there it is locked. The lock ends with the process, even one that is killed, so
    that the next call for the same folder, of any process, sees what is left over and removes it.

    Parameters
    ----------
    inside : Path, optional
        Default: the system's folder for temporary files.

    Raises
    ------
    OSError
        The folder cannot be written.
    """
    inside = inside or Path(gettempdir())
    sweep(inside)
    made, lock = _made_and_locked(inside)
    try:
        yield Path(made.name)
    finally:
        with put_off():
            made.cleanup()
            if lock is not None:
                os.close(lock)


@contextmanager
def scratch_in(folder: Path, remedy: str) -> Iterator[Path]:
    """Make `scratch` inside a folder that may not be there yet.

    Raises
    ------
    OSError
        The folder cannot be made or written; the message names it and ends with the remedy.
    """
    with ExitStack() as stack:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            inner = stack.enter_context(scratch(folder))
        except OSError as error:
            raise OSError(f"cannot write into {folder}: {error.strerror}. {remedy}") from None
        yield inner


def sweep(folder: Path) -> None:
    """Remove what killed runs left in a folder; what cannot be removed stays."""
    if sys.platform == "win32":
        return
    with suppress(OSError):
        left = [entry.path for entry in os.scandir(folder) if _NAME.fullmatch(entry.name)]
        for path in left:
            with suppress(OSError):
                lock = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
                try:
                    flock(lock, LOCK_EX | LOCK_NB)
                    with put_off():
                        shutil.rmtree(path, ignore_errors=True)
                finally:
                    os.close(lock)


def _made_and_locked(inside: Path) -> tuple[TemporaryDirectory[str], int | None]:
    """Make a folder; make another where `sweep` of another process came before the lock."""
    while True:
        made = TemporaryDirectory(prefix=_PREFIX, dir=inside, ignore_cleanup_errors=True)
        if sys.platform == "win32":
            return made, None
        with suppress(FileNotFoundError):
            lock = os.open(made.name, os.O_RDONLY)
            with suppress(OSError):  # a file system without locks, where nothing is swept
                flock(lock, LOCK_EX)
            if os.path.exists(made.name):
                return made, lock
            os.close(lock)
