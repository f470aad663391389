"""Work on this machine, by joblib: in threads of this process, or in processes beside it."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from multiprocessing import resource_tracker
from pathlib import Path
from threading import Thread
from typing import Any

import cloudpickle
from joblib import Parallel, delayed, parallel_config
from threadpoolctl import threadpool_limits

from kappabook.scratch import scratch
from kappabook.study.work import Sent, Work, call


@dataclass(frozen=True)
class Threads:
    """Threads of this process: for what cannot leave it, or spends its time outside Python.

    Parameters
    ----------
    n_jobs : int
        How many; -1 is one per core that may be used.
    """

    n_jobs: int = -1

    def __post_init__(self) -> None:
        _refuse_none(self.n_jobs)

    def done(self, work: Work, left: Iterable[int]) -> Iterator[tuple[int, Any]]:
        """Do as :class:`kappabook.study.work.Place` says."""
        # One limit around all: each thread setting and restoring its own would undo the others'.
        with threadpool_limits(limits=1), parallel_config(backend="threading"):
            yield from Parallel(n_jobs=self.n_jobs, return_as="generator_unordered")(
                delayed(_plain)(work, number) for number in left
            )


@dataclass(frozen=True)
class Processes:
    """Processes of this machine, each computing on one thread: for what is Python.

    The function and what tasks read are written to files of a temporary folder, which a process
    reads once; only the files of tasks in work are there.

    Parameters
    ----------
    n_jobs : int
        How many; -1 is one per core that may be used, and 1 is this process itself.
    """

    n_jobs: int = -1

    def __post_init__(self) -> None:
        _refuse_none(self.n_jobs)

    def done(self, work: Work, left: Iterable[int]) -> Iterator[tuple[int, Any]]:
        """Do as :class:`kappabook.study.work.Place` says."""
        if self.n_jobs == 1:  # nothing has to leave this process
            with threadpool_limits(limits=1):
                yield from (_plain(work, number) for number in left)
            return
        with scratch() as folder:
            names = map(str, count())

            def store(value: Any) -> Path:
                path = folder / next(names)
                path.write_bytes(cloudpickle.dumps(value))
                return path

            sent: Sent[Path] = Sent(store, Path.unlink)
            function = store(work.function)

            def calls() -> Iterator[Any]:
                for number in left:
                    read = sent.lend(work.read_by(number), number)
                    yield delayed(_stored_call)(function, read, number, work.tasks[number])

            # joblib's own files lie there too: a killed run leaves none in the system's memory.
            with parallel_config(backend="loky", inner_max_num_threads=1, temp_folder=str(folder)):
                parallel = workers(self.n_jobs, return_as="generator_unordered")
                with _deaf_children():
                    found = parallel(calls())
                for number, result in found:
                    sent.give_back(work.read_by(number), number)
                    yield number, result


def workers(n_jobs: int, **options: Any) -> Parallel:
    """Return joblib's Parallel, whose processes end soon after this one, even if it is killed."""
    return Parallel(n_jobs=n_jobs, initializer=_end_with, initargs=(os.getpid(),), **options)


def _end_with(parent: int) -> None:
    """Watch from a thread of a worker; joblib's would wait for a task for minutes, or for ever."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    Thread(target=watch, daemon=True).start()


@contextmanager
def _deaf_children() -> Iterator[None]:
    """Start processes that Ctrl-C does not reach: this one ends them, and says so once.

    Blocked signals stay blocked in what is started. Here the signal waits for the end.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # its start would end the blocking
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _refuse_none(n_jobs: int) -> None:
    if n_jobs == 0:
        raise ValueError("n_jobs is 0; give a number of workers, or -1 for one per core.")


def _plain(work: Work, number: int) -> tuple[int, Any]:
    return number, work.do(number)


def _stored_call(function: Path, read: Path | None, number: int, task: Any) -> tuple[int, Any]:
    value = None if read is None else _stored(read)
    return number, call(_stored_function(function), value, task)


@lru_cache(maxsize=1)
def _stored_function(path: Path) -> Any:
    return cloudpickle.loads(path.read_bytes())


@lru_cache(maxsize=2)
def _stored(path: Path) -> Any:
    return cloudpickle.loads(path.read_bytes())
