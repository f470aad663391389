"""A journal of finished tasks: one line each, written before the next is taken."""

from __future__ import annotations

import json
import os
import sys
import time
from array import array
from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO

from kappabook.files import full

Identity = Mapping[str, Any]
# Seconds between two moments at which the lines are forced from the system's memory to the disk.
SYNC = 1.0
ABSENT = -1


class Journal:
    """Finished results of one run, by task number.

    The first line says which run it is; each other line is ``[task, result]``. A line that a
    crash cut short is dropped when the journal is opened again, and its task is done again. A
    journal of another run (other parameters, another version, another library) is set aside
    under a new name, never mixed in and never deleted.

    A process that is killed loses nothing; a machine that loses power, what it did in the last
    second. In memory there are eight bytes a task, where its line begins: results are read from
    the file.

    Parameters
    ----------
    path : Path
        The file.
    identity : mapping of str to JSON values
        All that the results depend on.
    tasks : int
        How many there are; part of the identity.
    """

    def __init__(self, path: Path, identity: Identity, tasks: int) -> None:
        self.path = path
        self._places = array("q", [ABSENT]) * tasks
        self._n_finished = 0
        self._header = _line({"journal": 1, "run": {**identity, "tasks": tasks}})
        self._stream: BinaryIO | None = None
        self._end = 0
        self._synced = 0.0

    @property
    def n_finished(self) -> int:
        """How many tasks are done."""
        return self._n_finished

    def left(self) -> Iterator[int]:
        """Yield the tasks that are not done at the moment when they are asked for."""
        return (number for number, place in enumerate(self._places) if place == ABSENT)

    def results(self) -> Iterator[Any]:
        """Yield the results of all tasks in their order, read from the file one by one."""
        try:
            stream: BinaryIO = self.path.open("rb")
        except FileNotFoundError:
            raise OSError(
                f"{self.path} is gone: another run has finished, and what it found is written."
            ) from None
        with stream:
            for place in self._places:
                if stream.tell() != place:  # a line after a line is read without a jump
                    stream.seek(place)
                yield json.loads(stream.readline())[1]

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
            os.fsync(self._stream.fileno())
            self._stream.close()
            self._stream = None

    def add(self, task: int, result: Any) -> None:
        """Store one result; when this returns, the end of this process cannot lose it."""
        assert self._stream is not None, "open the journal with `with` first"
        line = _line([task, result])
        self._append(self._stream, line)
        if time.monotonic() - self._synced >= SYNC:
            os.fsync(self._stream.fileno())
            self._synced = time.monotonic()
        self._note(task, len(line))

    def _append(self, stream: BinaryIO, data: bytes) -> None:
        """Write at the end, past the stream's buffer: nothing waits in it when the disk is full."""
        left = memoryview(data)
        try:
            while left:
                left = left[os.write(stream.fileno(), left) :]
        except OSError as error:
            raise full(self.path, error) from None

    def _note(self, task: int, length: int) -> None:
        self._n_finished += self._places[task] == ABSENT
        self._places[task] = self._end
        self._end += length

    def _resume(self, stream: BinaryIO) -> BinaryIO:
        """Read what is there; return a stream that is open at the end of the last whole line."""
        stream.seek(0)
        first = stream.readline()
        if not self._header.startswith(first):  # a part of it is a run that was ended at its start
            aside = _free_name(self.path)
            self.path.rename(aside)
            stream.close()
            print(
                f"{self.path} is of another run ({_difference(first, self._header)}); "
                f"set aside as {aside.name}, beginning anew.",
                file=sys.stderr,
            )
            stream = self.path.open("ab+")
            _lock(stream, self.path)
            first = b""
        self._end = len(self._header)
        if first == self._header:
            self._read_tasks(stream)
            stream.truncate(self._end)
        else:
            stream.truncate(0)
            self._append(stream, self._header)
        return stream

    def _read_tasks(self, lines: Iterable[bytes]) -> None:
        """Note the tasks that are done, up to the first line that is cut short or damaged."""
        for line in lines:
            try:
                task, _ = json.loads(line)
                known = type(task) is int and 0 <= task < len(self._places)
            except (ValueError, TypeError):
                known = False
            if not known or not line.endswith(b"\n"):
                return
            self._note(task, len(line))


def _line(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":"), sort_keys=True).encode() + b"\n"


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
