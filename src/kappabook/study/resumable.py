"""Do many independent tasks in parallel, so that stopping at any moment loses nothing.

A task is plain data, and a function turns it into plain data (what JSON can hold). Each finished
result goes into a :class:`~kappabook.study.journal.Journal`; the same call, made again after an
interruption, does what is left and returns everything in the order of the tasks. Since a result
depends on its task alone (never on which worker did it, when, or after what), one worker or many,
whole or interrupted, give the same results.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from joblib import Parallel, delayed, parallel_config
from threadpoolctl import threadpool_limits
from tqdm import tqdm

from kappabook.study.journal import Identity, Journal

Function = Callable[[Any], Any]
# Seconds between two lines of progress where there is no terminal.
QUIET = 30.0


def run(
    function: Function,
    tasks: Sequence[Any],
    *,
    journal: Path,
    identity: Identity,
    n_jobs: int = -1,
    threads: bool = False,
    label: str = "",
) -> list[Any]:
    """Do every task that the journal does not hold yet; return all results in order.

    Parameters
    ----------
    function : callable
        From one task to its result; importable by name, without memory, drawing at random only
        from seeds that its task gives.
    tasks : sequence
        Plain data.
    journal : Path
        Where finished results are kept; remove it when the results are safely elsewhere.
    identity : mapping of str to JSON values
        All that the results depend on beside the tasks' numbers: parameters, versions, data. If
        it differs from the journal's, the journal is set aside and the run begins anew.
    n_jobs : int, default=-1
        Workers; -1 is one per core that may be used. Each computes on one thread.
    threads : bool, default=False
        Whether the workers are threads of this process and not processes: for functions that
        cannot leave it, or that spend their time outside Python.
    label : str, default=''
        Stands before the progress bar; where there is no terminal, before a line now and then.

    Returns
    -------
    list
        As JSON gives it back: tuples are lists, keys are text, floats are exact.

    Raises
    ------
    ValueError, OSError
        n_jobs is 0; the journal cannot be written, or another run is using it.

    Examples
    --------
    >>> import math, pathlib, tempfile
    >>> from kappabook.study.resumable import run
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     journal = pathlib.Path(folder, "squares.journal")
    ...     run(math.sqrt, [1, 4, 9], journal=journal, identity={"version": 1}, n_jobs=1)
    [1.0, 2.0, 3.0]
    """
    if n_jobs == 0:
        raise ValueError("n_jobs is 0; give a number of workers, or -1 for one per core.")
    with Journal(journal, {**identity, "tasks": len(tasks)}) as kept:
        left = [number for number in range(len(tasks)) if number not in kept.finished]
        progress = tqdm(
            total=len(tasks),
            initial=len(tasks) - len(left),
            desc=label or None,
            file=sys.stderr,
            disable=not sys.stderr.isatty(),
        )
        said = time.monotonic()
        with progress:
            for number, result in _done(function, tasks, left, n_jobs, threads):
                kept.add(number, result)
                progress.update()
                if progress.disable and time.monotonic() - said >= QUIET:
                    said = time.monotonic()
                    line = f"{label or 'done'}: {len(kept.finished)} of {len(tasks)}"
                    print(line, file=sys.stderr, flush=True)
        return [kept.finished[number] for number in range(len(tasks))]


def _done(
    function: Function, tasks: Sequence[Any], left: Sequence[int], n_jobs: int, threads: bool
) -> Iterable[tuple[int, Any]]:
    """Yield each result as it is finished; one worker is this process itself."""
    if not left:
        return
    backend = {"backend": "loky", "inner_max_num_threads": 1}
    # One limit around all threads: each setting and restoring its own would undo the others'.
    with (
        threadpool_limits(limits=1 if threads else None),
        parallel_config(**({"backend": "threading"} if threads else backend)),
    ):
        one = _plain if threads else _limited
        yield from Parallel(n_jobs=n_jobs, return_as="generator_unordered")(
            delayed(one)(function, number, tasks[number]) for number in left
        )


def _plain(function: Function, number: int, task: Any) -> tuple[int, Any]:
    return number, function(task)


def _limited(function: Function, number: int, task: Any) -> tuple[int, Any]:
    with threadpool_limits(limits=1):
        return number, function(task)
