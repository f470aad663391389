"""Kappa against scikit-learn over a grid of cases, classes and weights: time and memory."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import sklearn.metrics as peer
from timing import Run, interleaved

from kappabook import cohen_kappa_score

CASES = (100, 10**4, 10**6)
CLASSES = (2, 5, 100, 1000, 5000)
WEIGHTS = (None, "linear", "quadratic")
KINDS = ("int64", "int64, far apart", "U", "object", "list")
# The least ratio that we promise, by cases.
PROMISED = {100: 4, 10**4: 10, 10**6: 10}


@dataclass(frozen=True)
class Cell:
    """Milliseconds of ours, and the peer's time and peak of memory over ours."""

    cases: int
    classes: int
    kind: str
    weights: str | None
    ours: float
    ratio: float
    memory: float

    def __str__(self) -> str:
        least = 20 if (self.cases, self.classes) == (10**6, 5) else PROMISED[self.cases]
        promised = least if self.kind == "int64" else ""
        return (
            f"| {self.cases} | {self.classes} | {self.kind} | {self.weights or 'plain'} "
            f"| {1000 * self.ours:.3g} | {self.ratio:.3g} | {promised} | {self.memory:.3g} |"
        )


def columns(n: int, k: int) -> tuple[np.ndarray, np.ndarray]:
    """A truth, and a guess that is right in about 70 % of the cases."""
    rng = np.random.default_rng((n, k))
    truth = rng.integers(0, k, n)
    return truth, np.where(rng.random(n) < 0.7, truth, rng.integers(0, k, n))


def packed(y: np.ndarray, kind: str) -> object:
    """The same classes held otherwise."""
    words = np.char.add("class ", np.char.zfill(np.arange(int(y.max()) + 1).astype(str), 4))
    if kind == "int64, far apart":
        return y * 10**9 + 7
    if kind in ("U", "object"):
        return words[y] if kind == "U" else words[y].astype(object)
    return y.tolist() if kind == "list" else y


def cells() -> Iterator[Cell]:
    """Yield integers for the whole grid, and the other kinds for five classes and 1000."""
    for n in CASES:
        for k in CLASSES:
            for weights in WEIGHTS:
                yield cell(n, k, "int64", weights)
    for n in CASES:
        for k in (5, 1000):
            for kind in KINDS[1:]:
                yield cell(n, k, kind, None)


def cell(n: int, k: int, kind: str, weights: str | None) -> Cell:
    truth, guess = (packed(y, kind) for y in columns(n, k))

    def ours() -> float:
        return cohen_kappa_score(truth, guess, weights=weights)

    def theirs() -> float:
        return peer.cohen_kappa_score(truth, guess, weights=weights)

    # Tracing slows the peer's many small objects; its seconds are measured without.
    peaks = [peak(run) for run in (ours, theirs)]
    if abs(ours() - theirs()) > 1e-9:
        raise AssertionError(f"n={n}, k={k}, {weights}: {ours()} against {theirs()}")
    slow = n * max(k, 100) > 10**6 or kind != "int64"
    mine, its = interleaved(ours, theirs, repeats=3 if slow else 15)
    return Cell(n, k, kind, weights, mine, its / mine, peaks[1] / peaks[0])


def peak(run: Run) -> int:
    """Bytes allocated at the peak of one run."""
    gc.collect()
    tracemalloc.start()
    run()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most


def grid() -> str:
    """Return the table, printing each row as it comes; measured-kappa-grid.csv holds one run."""
    lines = [
        "| cases | classes | labels | weights | ours, ms | ratio | promised | memory, ratio |",
        "|--:|--:|---|---|--:|--:|--:|--:|",
    ]
    for found in cells():
        lines.append(str(found))
        print(found, flush=True)
    return "\n".join(lines)
