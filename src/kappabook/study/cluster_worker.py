"""What a Dask worker does before its first task of ours, and with each."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

import cloudpickle
from distributed import Worker, WorkerPlugin, get_worker
from threadpoolctl import threadpool_limits

from kappabook.study.work import call


class Ready(WorkerPlugin):  # type: ignore[misc]
    """Bring a worker into the state in which it gives our results, or note why it cannot.

    Dask calls `setup` on each worker, also on one that comes later, in its main thread: the one
    in which Java has to be started. All computing is done on one thread a task, as elsewhere.

    Parameters
    ----------
    name : str
        Of this run.
    same : bytes
        A pickled function that says names and versions; asked there.
    here : mapping of str to str
        What it answers at the client.
    """

    def __init__(self, name: str, same: bytes, here: Mapping[str, str]) -> None:
        self.name, self.same, self.here = name, same, dict(here)
        self.problem = ""

    def setup(self, worker: Worker) -> None:
        """Start what must be started, compare versions, limit threads."""
        try:
            there = dict(cloudpickle.loads(self.same)())
        except Exception as error:
            self.problem = f"the worker {worker.address} cannot start: {error}"
            return
        names = sorted(set(self.here) | set(there))
        other = [name for name in names if self.here.get(name) != there.get(name)]
        if other:
            said = ", ".join(f"{n} {there.get(n)} there, {self.here.get(n)} here" for n in other)
            self.problem = (
                f"the worker {worker.address} has other versions, which may give other results: "
                f"{said}. Install the same there."
            )
        self._limits = threadpool_limits(limits=1)

    def teardown(self, worker: Worker) -> None:  # noqa: ARG002 - Dask's signature
        """Give the worker its threads back."""
        if hasattr(self, "_limits"):
            self._limits.restore_original_limits()


def problems(name: str, dask_worker: Worker) -> str:
    """Return why a worker cannot work for a run, or an empty text; run by `Client.run`."""
    plugin = dask_worker.plugins.get(name)
    return "" if plugin is None else str(plugin.problem)


def opened(value: bytes) -> Any:
    """Unpickle a value, which Dask then keeps on the worker."""
    return cloudpickle.loads(value)


def do(
    name: str, function: Callable[..., Any], read: Any, tasks: Mapping[int, Any]
) -> tuple[float, dict[int, Any]]:
    """Do tasks that read the same object; return the seconds it took, and results by number.

    What is raised by a task other than the first ends the block before it: what is done is kept,
    and the client, who gives the rest out again, then meets the error.
    """
    if problem := problems(name, get_worker()):
        raise OSError(problem)
    start, results = time.perf_counter(), dict[int, Any]()
    for number, task in tasks.items():
        try:
            results[number] = call(function, read, task)
        except Exception:
            if not results:
                raise
            break
    return time.perf_counter() - start, results
