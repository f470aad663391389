"""What is to be done, apart from where: a function, its tasks, and what these read."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, Generic, Protocol, TypeVar

Handle = TypeVar("Handle")


@dataclass(frozen=True)
class Work:
    """Many independent tasks.

    Attributes
    ----------
    function : callable
        From one task, or from what the task reads and the task, to its result. It depends on
        nothing else, and draws at random only from seeds that its task gives.
    tasks : sequence
        Plain data.
    reads : callable, optional
        From one task to the object that it reads, such as a table. Tasks that read the same
        object stand together, so that few of them are in use at any moment, and each is sent to a
        worker once.
    same : callable, optional
        What must be the same on every machine for the results to be: names and versions. Asking
        starts what has to be started there.
    """

    function: Callable[..., Any]
    tasks: Sequence[Any]
    reads: Callable[[Any], Any] | None = None
    same: Callable[[], Mapping[str, str]] = dict

    def read_by(self, number: int) -> Any:
        """Return the object that a task reads, or None."""
        return None if self.reads is None else self.reads(self.tasks[number])

    def do(self, number: int) -> Any:
        """Do one task here."""
        return call(self.function, self.read_by(number), self.tasks[number])


def call(function: Callable[..., Any], read: Any, task: Any) -> Any:
    """Call a function of a task, or of what it reads and the task."""
    return function(task) if read is None else function(read, task)


class Place(Protocol):
    """Where work is done: threads, processes, or a cluster."""

    def done(self, work: Work, left: Iterable[int]) -> Iterator[tuple[int, Any]]:
        """Yield the number and the result of each task when it is finished, in any order.

        `left` is taken from only as fast as tasks are done.
        """
        ...


class Sent(Generic[Handle]):
    """The objects that tasks in work read: each is sent before its first, dropped after its last.

    Several threads may use it: joblib takes the next task in one of its own.

    Parameters
    ----------
    send : callable
        From the object to what stands for it among the workers.
    drop : callable
        Takes that back.
    """

    def __init__(self, send: Callable[[Any], Handle], drop: Callable[[Handle], object]) -> None:
        self._send, self._drop, self._lock = send, drop, Lock()
        # By identity: the object (so that its id stays its own), its handle, tasks in work.
        self._live: dict[int, tuple[Any, Handle, set[Hashable]]] = {}
        self._latest: int | None = None

    def __len__(self) -> int:
        return len(self._live)

    def lend(self, read: Any, reader: Hashable) -> Handle | None:
        """Return the handle of an object that a task is going to read."""
        if read is None:
            return None
        with self._lock:
            before, self._latest = self._latest, id(read)
            self._sweep(before)
            if id(read) not in self._live:
                self._live[id(read)] = (read, self._send(read), set())
            _, handle, readers = self._live[id(read)]
            readers.add(reader)
            return handle

    def give_back(self, read: Any, reader: Hashable) -> None:
        """Say that a task is done with the object."""
        if read is not None:
            with self._lock:
                self._live[id(read)][2].discard(reader)
                self._sweep(id(read))

    def _sweep(self, key: int | None) -> None:
        """Drop an object that no task reads, unless it is the latest: the next may read it."""
        if key is not None and key != self._latest and key in self._live:
            _, handle, readers = self._live[key]
            if not readers:
                del self._live[key]
                self._drop(handle)
