"""Judge one mutant at a time, each in a fork of a process that has imported what it needs."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import select
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

import hypothesis
import pytest
from covering import THOROUGH, Covered
from swap import Mutant, live_functions, patch_import, swap

SPACE = 8 << 30  # bytes a mutant may take
PATIENCE = 900  # seconds by the clock, for one that waits for ever
# Plain asserts: pytest would import a file that it rewrites by itself, past the mutant.
QUIET = [
    "-q",
    "--assert=plain",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:nbval",
    "-m",
    "not slow",
    *THOROUGH,
    "--doctest-modules",
]


def forked(work: Callable[[], str | None]) -> str | None:
    """Return what a function returns in a fork; "timeout" or "crash" where it cannot say."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.setpgid(0, 0)
        resource.setrlimit(resource.RLIMIT_AS, (SPACE, SPACE))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nothing, stream)
        os.write(writing, json.dumps(work()).encode())
        os._exit(0)
    os.close(writing)
    try:
        ready = select.select([reading], [], [], PATIENCE)[0]
        said = os.read(reading, 1 << 16) if ready else b""
    finally:
        os.close(reading)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        status = os.waitpid(child, 0)[1]
    if said:
        return json.loads(said)  # type: ignore[no-any-return]
    stopped = not ready or (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF)
    return "timeout" if stopped else "crash"


class Judge:
    """A pytest plugin: the same examples in each run, and a stop at the first failure."""

    def __init__(self, covered: Covered, wanted: list[str]) -> None:
        self.covered, self.wanted = covered, wanted
        self.killer: str | None = None

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self) -> None:
        """Take the same examples each time, and do not shrink those that fail."""
        hypothesis.settings.register_profile(
            "mutants",
            hypothesis.settings(
                deadline=None,
                derandomize=True,
                database=None,
                phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
                suppress_health_check=list(hypothesis.HealthCheck),
            ),
        )
        hypothesis.settings.load_profile("mutants")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Count a test file that cannot be imported as a failure."""
        if report.failed and self.killer is None:
            self.killer = report.nodeid

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note the first test that fails."""
        if report.failed and self.killer is None:
            self.killer = report.nodeid

    def run(self, items: list[pytest.Item]) -> str | None:
        """Run tests until one fails; a test that takes much longer than before is killed."""
        for item, following in zip(items, [*items[1:], None], strict=True):
            limit = 5 + 5 * self.covered.seconds.get(item.nodeid, 5)
            signal.setitimer(signal.ITIMER_PROF, limit)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            signal.setitimer(signal.ITIMER_PROF, 0)
            if self.killer:
                break
        return self.killer

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run what is wanted, in that order; all, where whole files are."""
        items = {item.nodeid: item for item in session.items}
        chosen = [items[name] for name in self.wanted if name in items]
        if self.killer is None:
            self.run(chosen or session.items)
        return True


class Server(Judge):
    """A judge who has collected every test, and tries each mutant that comes in a fork."""

    def __init__(self, covered: Covered, line: Connection) -> None:
        super().__init__(covered, [])
        self.line = line

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Answer each mutant by its killer, None, or "import" if it has to be imported."""
        items, live = {item.nodeid: item for item in session.items}, live_functions()
        while asked := self.line.recv():
            mutant, wanted = asked

            def work(mutant: Mutant = mutant, wanted: list[str] = wanted) -> str | None:
                patch_import(mutant)
                if not swap(mutant, live):
                    return "import"
                return self.run([items[name] for name in wanted if name in items])

            self.line.send(forked(work))
        return True


def serve(covered: Covered, line: Connection, other: Connection, tests: list[str]) -> None:
    """Collect all tests, then judge what comes on the line, until its other end is closed."""
    other.close()
    pytest.main([*QUIET, *tests], plugins=[Server(covered, line)])


def imported(covered: Covered, mutant: Mutant, wanted: list[str]) -> str | None:
    """Judge a mutant in a fork that has imported nothing of ours, by tests or whole test files."""

    def work() -> str | None:
        patch_import(mutant)
        judge = Judge(covered, wanted)
        status: Any = pytest.main([*QUIET, *sorted({t.split("::")[0] for t in wanted})], [judge])
        return judge.killer or (None if status in (0, 5) else f"pytest status {int(status)}")

    return forked(work)
