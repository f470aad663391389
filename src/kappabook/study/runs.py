"""Many independent tasks in parallel, recorded one by one, so that stopping loses nothing.

A task is plain data, and a function turns it into plain data. Since a result depends on its task
alone (never on which worker did it, when, or after what), one worker or many, whole or
interrupted, give the same results. joblib does the work: `joblib.parallel_config` around a call
says where, also on several machines.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any, BinaryIO

from joblib import Parallel, delayed
from threadpoolctl import threadpool_limits
from tqdm import tqdm

from kappabook.system.files import full
from kappabook.system.processes import safe_path

Identity = Mapping[str, Any]
# Seconds after which a worker ends that gets no task, since its parent was killed or is done.
IDLE = 20


def run_tasks(
    function: Callable[..., Any],
    tasks: Iterable[tuple[Any, ...]],
    total: int,
    *,
    record: Path | None = None,
    identity: Identity,
    n_jobs: int = -1,
    threads: bool = False,
    label: str = "",
) -> list[Any]:
    """Do every task that the record does not hold yet; return all results in their order.

    Parameters
    ----------
    function : callable
        From the parts of a task to its result, which is what JSON can hold; without memory,
        drawing at random only from seeds that its task gives.
    tasks : iterable of tuple
        The arguments of each call. Taken from as fast as they are done.
    total : int
        How many there are.
    record : Path, optional
        JSON lines: first the identity, then ``[task, result]`` of each task that is done, written
        before the next is taken. Remove it when the results are safely elsewhere.
    identity : mapping of str to JSON values
        All that the results depend on: parameters, versions, data.
    n_jobs : int, default=-1
        Workers; -1 is one per core that may be used. Each computes on one thread.
    threads : bool, default=False
        Whether the workers are threads of this process, and not processes: for what cannot leave
        it, or spends its time outside Python.
    label : str, default=''
        Stands before the progress bar, which is shown on a terminal.

    Returns
    -------
    list
        As JSON gives them back: tuples are lists, keys are text and sorted, floats are exact.

    Raises
    ------
    ValueError
        n_jobs is 0; the record is of another run, or no record at all. It stays as it is.
    OSError
        The record cannot be written: the disk is full.

    Examples
    --------
    >>> from kappabook.study.runs import run_tasks
    >>> run_tasks(pow, [(2, 3), (3, 2)], 2, identity={}, n_jobs=1)
    [8, 9]
    """
    if n_jobs == 0:
        raise ValueError("n_jobs is 0; give a number of workers, or -1 for one per core.")
    head = _line({**identity, "tasks": total})
    done = {} if record is None else _recorded(record, head)
    with _appending(record, head) as write:
        progress = tqdm(
            total=total, initial=len(done), desc=label or None, file=sys.stderr, disable=None
        )
        left = ((number, task) for number, task in enumerate(tasks) if number not in done)
        calls = (delayed(_numbered)(function, *call) for call in left)
        with progress, threadpool_limits(limits=1):  # processes limit their own
            for number, result in _parallel(calls, n_jobs, threads, total - len(done)):
                line = _line([number, result])
                write(line)
                done[number] = json.loads(line)[1]  # as it is read, so that both are the same
                progress.update()
    return [done[number] for number in range(total)]


class _Workers(Parallel):  # type: ignore[misc]
    """joblib's Parallel, whose processes import nothing from the current folder."""

    def __call__(self, calls: Iterable[Any]) -> Any:
        """Start the processes, and return what they give."""
        with safe_path():
            return super().__call__(calls)


def workers(n_jobs: int, **options: Any) -> Parallel:
    """Return joblib's Parallel, whose idle processes end soon, also after a killed parent."""
    return _Workers(n_jobs=n_jobs, idle_worker_timeout=IDLE, **options)


def _parallel(
    calls: Iterable[Any], n_jobs: int, threads: bool, left: int
) -> Iterator[tuple[int, Any]]:
    """Yield number and result of each call when it is finished, in any order."""
    if not left:
        return
    where = "threads" if threads or n_jobs == 1 else "processes"
    with _deaf_children():
        found = workers(n_jobs, prefer=where, return_as="generator_unordered")(calls)
    yield from found


def _numbered(function: Callable[..., Any], number: int, task: tuple[Any, ...]) -> tuple[int, Any]:
    return number, function(*task)


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


# --- the record -----------------------------------------------------------------------------------


def _line(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":"), sort_keys=True).encode() + b"\n"


def _recorded(path: Path, head: bytes) -> dict[int, Any]:
    """Read what is done; cut off a last line that a crash left incomplete, to do it again."""
    if not path.exists():
        return {}
    data = path.read_bytes()
    if head.startswith(data):  # nothing, or a run that was ended at its start
        path.unlink()
        return {}
    if not data.startswith(head):
        raise ValueError(
            f"{path} is the record of another run ({_difference(data, head)}). Finish that run "
            "with what began it, or remove the file to begin anew."
        )
    whole = data.rfind(b"\n") + 1
    if whole < len(data):
        os.truncate(path, whole)
    try:
        return dict(json.loads(line) for line in data[len(head) : whole].splitlines())
    except (ValueError, TypeError):
        raise ValueError(
            f"{path} holds lines that are no results; it is damaged. Remove it to begin anew."
        ) from None


def _difference(found: bytes, wanted: bytes) -> str:
    """Name what differs between two heads."""
    try:
        old, new = json.loads(found.partition(b"\n")[0]), json.loads(wanted)
        keys = sorted(key for key in old.keys() | new.keys() if old.get(key) != new.get(key))
    except (ValueError, AttributeError):
        return "its first line is no head"
    return ", ".join(f"{key} {old.get(key)!r} there, {new.get(key)!r} now" for key in keys)


@contextmanager
def _appending(path: Path | None, head: bytes) -> Iterator[Callable[[bytes], None]]:
    """Give what writes a line at the end: when it returns, a kill cannot lose the line."""
    if path is None:
        yield lambda _: None
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab", buffering=0) as stream:
        if not stream.tell():
            _write(stream, path, head)
        yield lambda line: _write(stream, path, line)


def _write(stream: BinaryIO, path: Path, data: bytes) -> None:
    left = memoryview(data)
    try:
        while left:
            left = left[stream.write(left) :]
    except OSError as error:
        raise full(path, error) from None
