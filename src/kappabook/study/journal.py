"""A journal of finished tasks: one line each, on disk before the next is taken."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO

Identity = Mapping[str, Any]


class Journal:
    """Finished results of one run, by task number: `finished` holds those that are there already.

    The first line says which run it is; each other line is ``[task, result]``. A line that a
    crash cut short is dropped when the journal is opened again, and its task is done again. A
    journal of another run (other parameters, another version, another library) is set aside
    under a new name, never mixed in and never deleted.

    Parameters
    ----------
    path : Path
        The file.
    identity : mapping of str to JSON values
        All that the results depend on.
    """

    def __init__(self, path: Path, identity: Identity) -> None:
        self.path = path
        self.finished: dict[int, Any] = {}
        self._header = _line({"journal": 1, "run": dict(identity)})
        self._stream: BinaryIO | None = None

    def __enter__(self) -> Journal:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        stream: BinaryIO = self.path.open("ab+")
        try:
            _lock(stream, self.path)
            stream = self._resume(stream)
        except BaseException:
            stream.close()
            raise
        self._stream = stream
        return self

    def __exit__(self, *_: object) -> None:
        if self._stream is not None:
            self._stream.close()
            self._stream = None

    def add(self, task: int, result: Any) -> None:
        """Store one result; it is on disk when this returns."""
        assert self._stream is not None, "open the journal with `with` first"
        self._stream.write(_line([task, result]))
        self._stream.flush()
        os.fsync(self._stream.fileno())
        self.finished[task] = result

    def _resume(self, stream: BinaryIO) -> BinaryIO:
        """Read what is there; return a stream that is open at the end of the last whole line."""
        stream.seek(0)
        lines = stream.read().splitlines(keepends=True)
        whole = list(_whole(lines))
        if whole and whole[0] != self._header:
            aside = _free_name(self.path)
            self.path.rename(aside)
            stream.close()
            print(
                f"{self.path} is of another run ({_difference(whole[0], self._header)}); "
                f"set aside as {aside.name}, beginning anew.",
                file=sys.stderr,
            )
            stream = self.path.open("ab+")
            _lock(stream, self.path)
            whole = []
        stream.truncate(sum(map(len, whole)))
        if not whole:
            stream.write(self._header)
            stream.flush()
        self.finished = dict(map(json.loads, whole[1:]))
        return stream


def _line(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":"), sort_keys=True).encode() + b"\n"


def _whole(lines: list[bytes]) -> Iterator[bytes]:
    """Yield the lines up to the first that was cut short."""
    for line in lines:
        try:
            json.loads(line)
        except ValueError:
            return
        if not line.endswith(b"\n"):
            return
        yield line


def _difference(found: bytes, wanted: bytes) -> str:
    """Name what differs between two headers."""
    try:
        old, new = json.loads(found)["run"], json.loads(wanted)["run"]
        keys = sorted(key for key in old.keys() | new.keys() if old.get(key) != new.get(key))
    except (ValueError, KeyError, TypeError, AttributeError):
        return "its first line is no header"
    return ", ".join(f"{key} {old.get(key)!r} there, {new.get(key)!r} now" for key in keys)


def _free_name(path: Path) -> Path:
    names = (path.with_name(f"{path.name}.set-aside-{number}") for number in count(1))
    return next(name for name in names if not name.exists())


def _lock(stream: BinaryIO, path: Path) -> None:
    """Raise an error if another run uses the journal; the lock ends with the process."""
    try:
        import fcntl
    except ImportError:  # not a POSIX system: no lock
        return
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise OSError(f"another run is using {path}; wait for it, or stop it.") from None
