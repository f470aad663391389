"""Time two callables in turn, in one process, and compare their medians."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

Run = Callable[[], object]


@dataclass(frozen=True)
class Comparison:
    """Seconds of ours, of a peer, and of the physical limit, each the median of several runs."""

    name: str
    peer: str
    limit: str
    ours: float
    theirs: float
    floor: float

    @property
    def speedup(self) -> float:
        return self.theirs / self.ours

    @property
    def above_floor(self) -> float:
        return self.ours / self.floor


def interleaved(*runs: Run, repeats: int) -> list[float]:
    """Median seconds of each, run in turn so that a slow spell of the machine hits all."""
    for run in runs:
        run()
    seconds: list[list[float]] = [[] for _ in runs]
    for _ in range(repeats):
        for run, times in zip(runs, seconds, strict=True):
            start = time.perf_counter()
            run()
            times.append(time.perf_counter() - start)
    return [median(times) for times in seconds]


def compare(
    name: str, ours: Run, *, peer: str, theirs: Run, limit: str, floor: Run, repeats: int = 7
) -> Comparison:
    """Measure ours, the peer and the limit; a slow peer is run fewer times."""
    fast, limit_seconds = interleaved(ours, floor, repeats=3 * repeats)
    slow = theirs
    start = time.perf_counter()
    slow()
    if time.perf_counter() - start > 2:
        ours_seconds, their_seconds = fast, median(_timed(slow) for _ in range(3))
    else:
        ours_seconds, their_seconds = interleaved(ours, slow, repeats=repeats)
    return Comparison(name, peer, limit, ours_seconds, their_seconds, limit_seconds)


def _timed(run: Run) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start
