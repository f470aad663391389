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
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from tqdm import tqdm

from kappabook.study.here import Processes, Threads
from kappabook.study.journal import Identity, Journal
from kappabook.study.work import Place, Work

Function = Callable[[Any], Any]
# Seconds between two lines of progress where there is no terminal.
QUIET = 30.0


def finish(
    work: Work, place: Place, *, journal: Path, identity: Identity, label: str = ""
) -> Iterator[Any]:
    """Do every task that the journal does not hold yet; return all results in order.

    Parameters
    ----------
    work : Work
        Its results are what JSON can hold.
    place : Place
        Threads, processes or a cluster: the results are the same, and a journal that one of them
        began another may finish.
    journal : Path
        Where finished results are kept; remove it when the results are safely elsewhere.
    identity : mapping of str to JSON values
        All that the results depend on beside the tasks' numbers: parameters, versions, data. If
        it differs from the journal's, the journal is set aside and the run begins anew.
    label : str, default=''
        Stands before the progress bar; where there is no terminal, before a line now and then.

    Returns
    -------
    iterator
        When this returns, all is done. The results are then read from the journal one by one, as
        JSON gives them back: tuples are lists, keys are text, floats are exact.

    Raises
    ------
    OSError
        The journal cannot be written, or another run is using it.
    """
    total = len(work.tasks)
    with Journal(journal, identity, total) as kept:
        progress = tqdm(
            total=total,
            initial=kept.n_finished,
            desc=label or None,
            file=sys.stderr,
            disable=not sys.stderr.isatty(),
        )
        said = time.monotonic()
        with progress:
            for number, result in place.done(work, kept.left()) if kept.n_finished < total else ():
                kept.add(number, result)
                progress.update()
                if progress.disable and time.monotonic() - said >= QUIET:
                    said = time.monotonic()
                    line = f"{label or 'done'}: {kept.n_finished} of {total}"
                    print(line, file=sys.stderr, flush=True)
    return kept.results()


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
    """Do every task that the journal does not hold yet, on this machine; return all results.

    Parameters
    ----------
    function : callable
        From one task to its result; without memory, drawing at random only from seeds that its
        task gives.
    tasks : sequence
        Plain data.
    journal, identity, label
        As in :func:`finish`.
    n_jobs : int, default=-1
        Workers; -1 is one per core that may be used. Each computes on one thread.
    threads : bool, default=False
        Whether the workers are threads of this process and not processes: for functions that
        cannot leave it, or that spend their time outside Python.

    Returns
    -------
    list
        In the order of the tasks, as :func:`finish` gives them.

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
    place = Threads(n_jobs) if threads else Processes(n_jobs)
    work = Work(function, tasks)
    return list(finish(work, place, journal=journal, identity=identity, label=label))
