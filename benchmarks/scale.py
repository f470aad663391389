"""What a study costs: a fold, the harness around it, memory and files. See docs/scale.md.

Run as: python benchmarks/scale.py folds | check | null | null processes | null dask | counts
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import ClassVar

import duckdb
import numpy as np
import pandas as pd
from scipy.optimize import least_squares
from threadpoolctl import threadpool_limits

from kappabook import ConfusionMatrix
from kappabook.data import Attribute, Table
from kappabook.study import WekaStratifiedKFold, resumable, run_study
from kappabook.study.engines import ENGINES, engine_named

ROWS, COLUMNS = (200, 700, 2400), (5, 18, 60)
# Sizes that the model is not fitted to: one between, one beyond.
HELD_OUT = ((400, 10), (5000, 18))
AT_MOST = 6.0  # seconds of a fold; what is slower is left out
WARM = 3.0  # CPU seconds before the clock of a classifier starts
FITS = Path("build", "scale-folds.json")
# The model's four numbers: seconds of the smallest fold, and k n^b p^c.
Model = tuple[float, float, float, float]


def made(rows: int, columns: int, seed: int = 0, name: str = "made") -> Table:
    """Three classes, of which the first columns tell something, with noise."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 3, rows)
    X = rng.normal(size=(rows, columns))
    X[:, :3] += np.eye(3)[y][:, : min(3, columns)] * 1.5
    names = tuple(Attribute(f"x{j}", None) for j in range(columns))
    return Table(name, names, X, y, ("p", "q", "r"))


# --- a fold ------------------------------------------------------------------------------------


def fold_seconds(engine, classifier: str, rows: int, columns: int) -> float:
    """CPU seconds of a fold's training and prediction, on one thread; the median of three."""
    table = made(rows, columns)
    folds = list(WekaStratifiedKFold(10).split(table.X, table.y))[:3]
    seconds = []
    for train, test in folds:
        start = time.thread_time()
        engine.predict(table, classifier, train, test)
        seconds.append(time.thread_time() - start)
        if seconds[-1] > AT_MOST / 12:
            break
    return median(seconds)


def warm(engine, classifier: str) -> None:
    """Let Java compile what it runs often: a long study is spent after that."""
    start = time.thread_time()
    while time.thread_time() - start < WARM:
        fold_seconds(engine, classifier, 400, 18)


def predicted(model: Model, rows: int, columns: int) -> float:
    """Seconds of a fold by the model, t0 + k n^b p^c."""
    base, factor, by_rows, by_columns = model
    return base + factor * rows**by_rows * columns**by_columns


def fitted(points: list[tuple[int, int, float]]) -> Model:
    """Fit the model to the logarithms of seconds, so that an error is a factor."""
    n, p, t = map(np.array, zip(*points, strict=True))

    def model(x):
        return np.exp(x[0]) + np.exp(x[1]) * n ** x[2] * p ** x[3]

    smallest = np.log(t.min())
    start = [smallest - 0.5, smallest - 6, 1.0, 0.5]
    bounds = [-20, -40, 0, 0], [smallest, 5, 3, 2]
    found = least_squares(lambda x: np.log(model(x)) - np.log(t), start, bounds=bounds)
    base, factor, *powers = found.x
    return float(np.exp(base)), float(np.exp(factor)), *map(float, powers)


def folds() -> None:
    """Measure and fit every classifier of every engine, and say how far the model is off."""
    rows = ["| engine | classifier | t0 | k | b | c | fitted points | between | beyond |"]
    rows.append("|---|---|--:|--:|--:|--:|--:|--:|--:|")
    models = {}
    with threadpool_limits(limits=1):
        for name in ENGINES:
            engine = engine_named(name)
            assert engine.version
            for classifier in engine.classifiers:
                warm(engine, classifier)
                points: list[tuple[int, int, float]] = []
                for n, p in product(ROWS, COLUMNS):
                    if points and 4 * points[-1][2] > AT_MOST:
                        continue
                    points.append((n, p, fold_seconds(engine, classifier, n, p)))
                model = fitted(points)
                off = [
                    max(t / predicted(model, n, p), predicted(model, n, p) / t)
                    for n, p, t in points
                ]
                held = [
                    fold_seconds(engine, classifier, n, p) / predicted(model, n, p)
                    if predicted(model, n, p) < AT_MOST
                    else float("nan")
                    for n, p in HELD_OUT
                ]
                models[f"{name} {classifier}"] = model
                shown = " | ".join(f"{x:.2g}" for x in model)
                rows.append(
                    f"| {name} | {classifier} | {shown} | {max(off):.2f} | "
                    + " | ".join(f"{x:.2f}" for x in held)
                    + " |"
                )
                print(rows[-1], file=sys.stderr, flush=True)
    FITS.parent.mkdir(exist_ok=True)
    FITS.write_text(json.dumps(models, indent=1))
    print("\n".join(rows))


# --- a whole study against the model -------------------------------------------------------------


def check(n_datasets: int = 24) -> None:
    """CPU seconds of a study of many sizes, and what the fitted model says of it."""
    rng = np.random.default_rng(7)
    models = json.loads(FITS.read_text())
    sizes = [
        (round(float(np.exp(n))), round(float(np.exp(p))))
        for n, p in zip(
            rng.uniform(np.log(150), np.log(2500), n_datasets),
            rng.uniform(np.log(4), np.log(50), n_datasets),
            strict=True,
        )
    ]
    tables = [made(n, p, seed, f"d{seed}") for seed, (n, p) in enumerate(sizes)]
    for engine, keys in (("sklearn", ["J48", "NaiveBayes", "Logistic"]), ("weka", ["J48"])):
        expected = sum(
            10 * predicted(models[f"{engine} {key}"], n, p) for n, p in sizes for key in keys
        )
        start = time.process_time()
        run_study(tables, keys, engine=engine, n_jobs=1)
        seconds = time.process_time() - start
        tasks = n_datasets * len(keys) * 10
        print(f"{engine} {keys}: {tasks} folds, {seconds:.1f} s CPU, model {expected:.1f} s")


# --- counts of predictions that are there --------------------------------------------------------


def count(path: str) -> ConfusionMatrix:
    """Count one Parquet file: docs/scale.md."""
    with duckdb.connect(config={"threads": 1}) as database:
        cells = database.execute(
            "select y_true, y_pred, count(*) from read_parquet(?) group by all", [path]
        ).fetchall()
    truth, guess, times = zip(*cells, strict=True)
    return ConfusionMatrix.from_predictions(truth, guess, sample_weight=times)


def counts(files: int = 500) -> None:
    """Count 2 x 10^7 predictions, one file, again and again: 10^10 by default."""
    rng = np.random.default_rng(0)
    columns = {name: rng.choice(["cat", "dog", "fox"], 2 * 10**7) for name in ("y_true", "y_pred")}
    frame = pd.DataFrame(columns)
    with TemporaryDirectory() as folder:
        path = f"{folder}/part.parquet"
        duckdb.sql(f"copy frame to '{path}'")
        size = Path(path).stat().st_size / 2**20
        one, before = count(path), peak()
        start, cpu = time.perf_counter(), time.process_time()
        whole = sum(count(path) for _ in range(files))
        seconds, cpu = time.perf_counter() - start, time.process_time() - cpu
    assert whole.cells.tolist() == (files * one.cells).tolist()
    print(
        f"{whole.cells.sum():.3g} predictions in {files} files of {size:.0f} MiB: {seconds:.0f} s, "
        f"{cpu:.0f} s of CPU, {1e6 * cpu / whole.cells.sum():.4f} s for 10^6; "
        f"{peak() - before:.0f} MiB more"
    )
    del frame


# --- the harness -------------------------------------------------------------------------------


class Null:
    """An engine that costs nothing: the true class, but every seventh is wrong."""

    name, version, classifiers = "null", "1", tuple("abcde")
    settings: ClassVar = {}

    def predict(self, table, classifier, train, test):  # noqa: ARG002 - the protocol's
        y = table.y[test]
        return np.where(test % 7 == 0, (y + 1) % 3, y)


@dataclass(frozen=True)
class Cost:
    """Of a study in the null engine."""

    tasks: int
    cells: int
    seconds: float
    cpu: float  # of this process
    peak: float  # MiB more than before, of this process
    after: float  # of these, MiB that only counting and writing took, after the last fold
    journal: float  # MiB
    csv: float  # MiB


def null(where: str = "threads", datasets: int = 200, repeats: int = 10) -> Cost:
    """Run `datasets` x 5 classifiers x `repeats` x 10 folds; 10^5 tasks by default."""
    tables = [made(1000, 20, seed, f"t{seed}") for seed in range(datasets)]
    journal, folds_peak = 0.0, 0.0
    original = resumable.finish

    def finish(*arguments, **keywords):
        nonlocal journal, folds_peak
        done = original(*arguments, **keywords)
        journal, folds_peak = keywords["journal"].stat().st_size / 2**20, peak()
        return done

    resumable.finish = finish
    before = peak()
    with TemporaryDirectory() as folder, place(where) as chosen:
        start, cpu = time.perf_counter(), time.process_time()
        out = Path(folder, "out.csv")
        results = run_study(tables, engine=Null(), repeats=repeats, out=out, **chosen)
        seconds, cpu = time.perf_counter() - start, time.process_time() - cpu
        csv = out.stat().st_size / 2**20
    resumable.finish = original
    tasks = datasets * 5 * repeats * 10
    return Cost(
        tasks,
        len(results.counts),
        seconds,
        cpu,
        peak() - before,
        peak() - folds_peak,
        journal,
        csv,
    )


def peak() -> float:
    """MiB that this process held at most until now."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


@contextmanager
def place(where: str) -> Iterator[dict[str, object]]:
    """Name a place to `run_study`; for Dask, a scheduler and two workers by the stock commands."""
    if where != "dask":
        yield {"n_jobs": 2, "processes": where == "processes"}
        return
    import cloudpickle

    cloudpickle.register_pickle_by_value(sys.modules[__name__])
    dask = str(Path(sys.executable).with_name("dask"))
    with TemporaryDirectory() as folder, Path(folder, "log").open("wb") as log:
        file = Path(folder, "scheduler.json")
        quiet = {"stdout": log, "stderr": log, "cwd": folder}
        common = ("--no-dashboard", "--scheduler-file", str(file))
        started = [
            subprocess.Popen((dask, "scheduler", "--port", "0", *common), **quiet),
            *(
                subprocess.Popen((dask, "worker", "--nthreads", "1", *common), **quiet)
                for _ in range(2)
            ),
        ]
        try:
            while not (file.exists() and file.read_text().endswith("}")):
                time.sleep(0.1)
            yield {"dask": json.loads(file.read_text())["address"]}
        finally:
            for process in reversed(started):
                process.terminate()
                process.wait()


def say(cost: Cost) -> str:
    each = (
        f"{cost.tasks / cost.seconds:.0f} tasks a second ({1e3 * cost.cpu / cost.tasks:.2f} ms of "
        f"CPU each here), {2**20 * cost.journal / cost.tasks:.0f} bytes of journal a task"
    )
    frame = f"{2**20 * cost.peak / cost.cells:.0f} bytes of memory and "
    return (
        f"{cost.tasks} tasks, {cost.cells} cells: {cost.seconds:.1f} s; {each}; peak "
        f"{cost.peak:.0f} MiB more than before, {cost.after:.0f} of them after the last fold; "
        f"{frame}{2**20 * cost.csv / cost.cells:.0f} bytes of CSV a cell"
    )


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    what, *more = sys.argv[1:] or ["null"]
    print(time.strftime("%Y-%m-%d"), *sys.argv[1:], f"load {os.getloadavg()[0]:.1f}")
    if what == "null":
        numbers = {} if len(more) < 3 else {"datasets": int(more[1]), "repeats": int(more[2])}
        print(say(null(more[0] if more else "threads", **numbers)))
    else:
        {"folds": folds, "check": check, "counts": counts}[what]()
