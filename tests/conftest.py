"""What all tests share."""

from __future__ import annotations

import gc
import os
import re
import runpy
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from support import ROOT, why_bytes_differ

# No network: here, and in every Python that a test starts.
OFFLINE = ROOT / "tests/offline"
runpy.run_path(os.fspath(OFFLINE / "sitecustomize.py"))
os.environ["PYTHONPATH"] = os.pathsep.join(
    filter(None, [os.fspath(OFFLINE), os.environ.get("PYTHONPATH")])
)

# Workers and kernels share the cores; threads that wait for each other there take most of the time.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("LOKY_MAX_CPU_COUNT", "1")
# And a module is compiled once, not in each of a thousand Pythons.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# A shared machine is slow at times; that is no reason to fail. `make test-slow` takes
# --hypothesis-profile=thorough.
settings.register_profile("thorough", deadline=None)
settings.register_profile("kappabook", deadline=None, max_examples=20)
settings.load_profile("kappabook")


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


def pytest_report_header() -> str | None:
    return f"kappabook: {why_bytes_differ()}" if why_bytes_differ() else None


# Left to `make test-slow`: what needs a browser, and exercises in a kernel; tests/workbook runs
# the cells of every one.
SLOW = ROOT / "tests/browser", ROOT / "notebooks/exercises", ROOT / "notebooks/solutions"


# What files say in which one worker does for all of them: judge every claim, or start Java.
TOGETHER = {
    "ledger": re.compile(r"papers\.(audit|rows?)\(|all_rows\(|\[\"ledger\""),
    "weka": re.compile("jpype"),
}


@cache
def group(file: str) -> str:
    """Name what a file is tested together with; itself where there is no such thing."""
    if file.startswith("src/kappabook/workbook/"):
        return "ledger"
    text = (ROOT / file).read_text(encoding="utf-8") if file.startswith("tests/") else ""
    return next((name for name, said in TOGETHER.items() if said.search(text)), file)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give each file to one worker, as ``--dist loadfile`` does, and those that go together too."""
    from xdist.scheduler import LoadFileScheduling

    class Scheduling(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return group(super()._split_scope(nodeid))

    return Scheduling(config, log)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave pictures out where their bytes may differ, and whole folders to the slow."""
    for item in items:
        if why_bytes_differ() and hasattr(item.parent, "skip_compare"):
            item.parent.skip_compare = (*item.parent.skip_compare, "image/svg+xml")
        if item.path.parent in SLOW:
            item.add_marker(pytest.mark.slow)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    """Let the kernels of nbval draw only what it compares."""
    with pytest.MonkeyPatch.context() as patch:
        if hasattr(item.parent, "skip_compare"):
            patch.setenv("KAPPABOOK_PNG", "no")
        yield


def pytest_collection_finish() -> None:
    """Spare the garbage collector what was imported."""
    gc.freeze()
