"""Files that are either whole or absent, and folders for what is not finished."""

from __future__ import annotations

import errno
import os
import re
import shutil
import stat
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

from kappabook.system.interrupts import put_off

if sys.platform != "win32":  # there nothing says which run is dead, and nothing is removed
    from fcntl import LOCK_EX, LOCK_NB, flock

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_PREFIX = ".kappabook-"
_NAME = re.compile(re.escape(_PREFIX) + "[a-z0-9_]{8}")
# What stands at a path and is no file.
_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)
# How often a folder is made again that another process removed at that moment.
_TRIES = 100


@contextmanager
def writing(*paths: Path) -> Iterator[tuple[Path, ...]]:
    """Give a path beside each target to write to; rename them into place at the end.

    After an error or an interruption all targets are as they were. A file that is replaced keeps
    its permissions, and its owner where this process may give files away.

    Raises
    ------
    OSError
        The folder cannot be made or written, a target is a folder, a device or another thing that
        is no file, or the disk is full.
    """
    folder = paths[0].parent
    for path in paths:
        _refuse_no_file(path)
    with scratch(folder) as beside:
        drafts = tuple(beside / path.name for path in paths)
        try:
            yield drafts
            _replace_all(paths, drafts)
        except OSError as error:
            raise full(folder, error) from error.__cause__


def kind_of_no_file(path: Path) -> str:
    """Say what stands at a path, through links, if it is no file: 'a device'; else ''."""
    try:
        mode = path.stat().st_mode
    except OSError:  # nothing is there, or nothing that can be seen
        return ""
    return next((words for is_kind, words in _KINDS if is_kind(mode)), "")


def _refuse_no_file(path: Path) -> None:
    """Keep a folder, a device or a pipe from being replaced by a file."""
    kind = kind_of_no_file(path)
    if kind == "a folder":
        raise IsADirectoryError(f"{path} is a folder where a file is to be; move it away.")
    # Links such as /dev/stdout, which lead to whatever this process has open.
    if not kind and path.is_symlink() and os.readlink(path).startswith("/proc/"):
        kind = "a link to an open file"
    if kind:
        raise OSError(f"{path} is {kind}, and only a file is written or replaced; name a file.")


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
    for path, draft in zip(paths, drafts, strict=True):
        _refuse_no_file(path)  # it may be another thing by now
        _keep_owner_and_mode(path, draft)
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


def _keep_owner_and_mode(path: Path, draft: Path) -> None:
    """Give a draft the owner and the permissions of the file that it replaces, if there is one."""
    if not path.exists():
        return
    there = path.stat()
    if hasattr(os, "chown"):
        with suppress(OSError):  # only root gives files away
            os.chown(draft, there.st_uid, there.st_gid)
    draft.chmod(there.st_mode & 0o777)


def read_text(path: Path) -> str:
    """Read a text file in UTF-8; the error for one that is not there, or another, names it."""
    kind = kind_of_no_file(path)
    if kind not in ("", "a folder"):
        raise OSError(f"{path} is {kind}, and only a file is read; name a file.")
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
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return False
    with writing(path) as (draft,):
        draft.write_text(text, encoding="utf-8")
    return True


@contextmanager
def scratch(
    inside: Path | None = None, remedy: str = "Name a folder that can be written."
) -> Iterator[Path]:
    """Make a folder inside one, and remove it with all it holds, whatever happens.

    While it is there it is locked. The lock ends with the process, even one that is killed, so
    that the next call for the same folder, of any process, sees what is left over and removes it.

    Parameters
    ----------
    inside : Path, optional
        It need not be there, and is not there afterwards either if nothing was put into it.
        Default: the system's folder for temporary files.
    remedy : str, optional
        The end of the message if that folder cannot be made or written.

    Raises
    ------
    OSError
        The folder cannot be made or written; the message names it.
    """
    inside = inside or Path(gettempdir())
    try:
        new = [folder for folder in (inside, *inside.parents) if not folder.exists()]
        _sweep(inside)
        made, lock = _made_and_locked(inside)
    except OSError as error:
        raise OSError(f"cannot write into {inside}: {error.strerror}. {remedy}") from None
    try:
        yield Path(made.name)
    finally:
        with put_off():
            made.cleanup()
            if lock is not None:
                os.close(lock)
            for folder in new:
                with suppress(OSError):  # it holds something by now
                    folder.rmdir()


def _sweep(folder: Path) -> None:
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
    """Make a folder; make another where another process removed one before the lock was set."""
    removed = FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
    for _ in range(_TRIES):
        inside.mkdir(parents=True, exist_ok=True)
        try:
            made = TemporaryDirectory(prefix=_PREFIX, dir=inside, ignore_cleanup_errors=True)
            if sys.platform == "win32":
                return made, None
            lock = os.open(made.name, os.O_RDONLY)
            with suppress(OSError):  # a file system without locks, where nothing is swept
                flock(lock, LOCK_EX)
            if os.path.exists(made.name):
                return made, lock
            os.close(lock)
        except FileNotFoundError as error:
            removed = error
    raise removed  # a folder such as /proc, where nothing can be made
