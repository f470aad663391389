"""Work on a Dask cluster: a scheduler and workers that somebody has started."""

from __future__ import annotations

import logging
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import cloudpickle

from kappabook.extras import install, need
from kappabook.study.work import Sent, Work

if TYPE_CHECKING:
    from distributed import Client, Future

# Seconds to wait for the scheduler to answer, and for its first worker.
PATIENCE = 10.0
# Tasks are given out in blocks of about so many seconds: the scheduler needs milliseconds for each.
BLOCK = 0.5
# Blocks with the scheduler for each thread of a worker: enough that none waits for the next.
AHEAD = 3
# Seconds between two looks at how many threads the workers have.
LOOK = 2.0


@dataclass(frozen=True)
class Dask:
    """The workers of a Dask scheduler.

    Each worker gets the function once, and each object that tasks read once. Few tasks are with
    the scheduler at any moment. A worker that dies loses the tasks it was doing; others do them.
    Workers may come and go; each is asked whether it has the versions that we have here.

    Parameters
    ----------
    address : str
        Such as ``tcp://10.0.0.1:8786``, as ``dask scheduler`` prints it.
    """

    address: str

    def done(self, work: Work, left: Iterable[int]) -> Iterator[tuple[int, Any]]:
        """Do as :class:`kappabook.study.work.Place` says.

        Raises
        ------
        OSError
            No scheduler answers, it has no workers, they have other versions, or it is lost.
        """
        with need("distributed", "distributed"):
            pass  # a module that a task lacks is another matter
        with self._client() as client, _ready(client, work.same) as name:
            yield from self._stream(client, name, work, iter(left))

    def _stream(
        self, client: Client, name: str, work: Work, left: Iterator[int]
    ) -> Iterator[tuple[int, Any]]:
        from distributed import as_completed

        from kappabook.study.cluster_worker import do

        function, blocks = _send(client, work.function), _Blocks(work, left)
        sent: Sent[Future] = Sent(partial(_send, client), lambda future: future.release())
        running: dict[Future, list[int]] = {}
        finished = as_completed(loop=client.loop)

        def submit(numbers: list[int]) -> None:
            read = sent.lend(work.read_by(numbers[0]), numbers[0])
            tasks = {number: work.tasks[number] for number in numbers}
            future = client.submit(do, name, function, read, tasks, pure=False)
            running[future] = numbers
            finished.add(future)

        def fill() -> None:
            threads = max(sum(client.nthreads().values()), 1)
            for block in islice(blocks, max(AHEAD * threads - len(running), 0)):
                submit(block)

        looked = time.monotonic()
        fill()
        for future in finished:
            numbers = running.pop(future)
            seconds, results = self._result(future)
            blocks.adapt(len(results), seconds)
            yield from results.items()
            if rest := [number for number in numbers if number not in results]:
                submit(rest)
            sent.give_back(work.read_by(numbers[0]), numbers[0])
            if time.monotonic() - looked > LOOK:
                looked = time.monotonic()
                fill()
            elif block := next(blocks, None):
                submit(block)

    def _result(self, future: Future) -> Any:
        from distributed import CancelledError, KilledWorker

        try:
            return future.result()
        except CancelledError:
            raise OSError(
                f"the Dask scheduler at {self.address} is lost. What was finished is in the "
                "journal: start the scheduler and its workers, and make the same call again."
            ) from None
        except KilledWorker as error:
            raise OSError(
                f"a task ended its worker {error.last_worker.address}, and "
                f"{error.allowed_failures} before it: probably they ran out of memory. Start "
                "workers with fewer threads (--nthreads 1) or more memory, and make the same "
                "call again."
            ) from None

    @contextmanager
    def _client(self) -> Iterator[Client]:
        import dask
        from distributed import Client

        # A client keeps its last thousand messages, and with them the tables that it sent.
        with _quiet(), dask.config.set({"distributed.admin.low-level-log-length": 4}):
            try:
                client = Client(self.address, timeout=PATIENCE, set_as_default=False)
            except (OSError, ValueError, TypeError) as error:
                said = " ".join(str(error).split())
                raise OSError(
                    f"no Dask scheduler answers at {self.address!r} ({said}). Start one with "
                    "`dask scheduler`, and workers with `dask worker ADDRESS`, where ADDRESS is "
                    "what the scheduler prints, such as tcp://127.0.0.1:8786."
                ) from None
            with client:
                try:
                    client.wait_for_workers(1, timeout=PATIENCE)
                except TimeoutError:
                    raise OSError(
                        f"the Dask scheduler at {self.address} has no workers. "
                        f"Start some: `dask worker {self.address}`."
                    ) from None
                yield client


class _Blocks(Iterator[list[int]]):
    """Tasks given out together: as many as take about a `BLOCK`, all reading the same object."""

    def __init__(self, work: Work, left: Iterator[int]) -> None:
        self._work, self._left = work, left
        self._ahead = next(left, None)
        self.size = 1

    def __next__(self) -> list[int]:
        if self._ahead is None:
            raise StopIteration
        block, read = [self._ahead], self._work.read_by(self._ahead)
        while (number := next(self._left, None)) is not None and (
            len(block) < self.size and self._work.read_by(number) is read
        ):
            block.append(number)
        self._ahead = number
        return block

    def adapt(self, tasks: int, seconds: float) -> None:
        """Let the next block be as large as this one's speed allows, growing at most twofold."""
        self.size = max(1, min(2 * self.size, int(tasks * BLOCK / max(seconds, 1e-6))))


def _send(client: Client, value: Any) -> Future:
    """Make a value that workers fetch once; the scheduler can make it again if they die.

    It goes as bytes, which the scheduler need not understand.
    """
    from kappabook.study.cluster_worker import opened

    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Sending large graph", UserWarning)
        return client.submit(opened, cloudpickle.dumps(value), pure=False)


@contextmanager
def _ready(client: Client, same: Callable[[], Mapping[str, str]]) -> Iterator[str]:
    """Prepare every worker, also those that come later; yield the name of the run."""
    from kappabook.study.cluster_worker import Ready, problems

    name = f"kappabook-{uuid4().hex}"
    try:
        client.register_plugin(Ready(name, cloudpickle.dumps(same), same()))
    except Exception as error:  # Dask raises what a worker raised, or its text in an Exception
        if "No module named" not in str(error):
            raise
        raise OSError(
            f"a Dask scheduler or worker lacks what is here: {error}. Start them in an "
            f"environment like this one: {install('scale')}, the same version."
        ) from None
    try:
        found = client.run(partial(problems, name))
        if first := next(filter(None, found.values()), None):
            raise OSError(first)
        yield name
    finally:
        if client.status == "running":
            client.unregister_worker_plugin(name)


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep Dask's own lines about lost connections off the terminal: ours say it."""
    logger = logging.getLogger("distributed")
    before = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logger.setLevel(before)
