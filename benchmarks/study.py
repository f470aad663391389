"""What the harness of the study costs, and what a second thread gains."""

from __future__ import annotations

import threading
import time
import warnings
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from kappabook.data import Table, encode
from kappabook.study import run_study
from kappabook.study.engines import WekaEngine
from kappabook.study.published import PUBLIC

# Made by a rule, so they are always here.
GENERATED = ("balance-scale", "monks-3")
AT_MOST, AT_LEAST = 1.1, 1.4


class Clocked(WekaEngine):
    """WEKA, with a clock on its own work: training, predicting and counting."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds = 0.0
        self._guard = threading.Lock()

    def _work(self, *arguments):
        start = time.perf_counter()
        try:
            return super()._work(*arguments)
        finally:
            with self._guard:
                self.seconds += time.perf_counter() - start


@dataclass(frozen=True)
class Grid:
    """Seconds of one grid: with one thread, inside WEKA meanwhile, and with two threads."""

    cells: str
    one: float
    inside: float
    two: float

    @property
    def overhead(self) -> float:
        return self.one / self.inside

    @property
    def gain(self) -> float:
        return self.one / self.two


def tables() -> list[Table]:
    """All public data sets, or without raw data the two that are generated."""
    try:
        return [encode(name, download=False) for name in PUBLIC]
    except OSError:
        return [encode(name, download=False) for name in GENERATED]


def measure(repeats: int = 2) -> Grid:
    """Run the grid on one thread and on two, in turn, Java started and warm; take the best."""
    warnings.simplefilter("ignore")
    data, clocked = tables(), Clocked()
    timed(data[:1], clocked, 1)
    ones, twos = [], []
    for _ in range(repeats):
        clocked.seconds = 0.0
        ones.append((timed(data, clocked, 1), clocked.seconds))
        twos.append(timed(data, WekaEngine(), 2))
    cells = f"{len(data)} data sets x {len(clocked.classifiers)} classifiers x 10 folds"
    return Grid(cells, *min(ones), min(twos))


def timed(data: list[Table], engine: WekaEngine, n_jobs: int) -> float:
    """Seconds of the whole grid: folds, journal, counting, and the files written."""
    with TemporaryDirectory() as folder:
        start = time.perf_counter()
        run_study(data, engine=engine, n_jobs=n_jobs, out=Path(folder, "out.csv"))
        return time.perf_counter() - start


def report(grid: Grid) -> str:
    return "\n".join(
        [
            f"Study in WEKA, {grid.cells}, Java started:",
            "",
            "| what | seconds | ratio | promised |",
            "|---|--:|--:|--:|",
            f"| one thread | {grid.one:.3g} | | |",
            f"| of these inside WEKA | {grid.inside:.3g} | {grid.overhead:.3f} "
            f"| at most {AT_MOST} |",
            f"| two threads | {grid.two:.3g} | {grid.gain:.2f} | at least {AT_LEAST} |",
        ]
    )
