"""`kappabook score` on a file larger than memory, beside DuckDB's own scan and sort.

    python benchmarks/score_file.py FOLDER [--rows 100000000] [--csv] [--repeats 3]

Makes a file in FOLDER (1.6 GB for 10^8 rows of Parquet), and runs, each in a process of its own and
in turn: *peer*, DuckDB alone, which counts the matrix and sorts score and class; *areas*, ours with
kappa, AUC and AUK, without H and intervals; *command*, the whole of ``kappabook score --json``.
Then compares kappa and AUK with the library on a tenth of the rows, and with a closed form: the
second score ranks so that the ROC curve has five corners. Threads: DuckDB's default, one per core.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import duckdb
import numpy as np

from kappabook import ConfusionMatrix, auk_from_roc, auk_score
from kappabook.report.files.spill import spilling
from kappabook.report.files.tables import open_table
from kappabook.report.score import MEMORY, Asked
from kappabook.report.score.predictions import Roles

STEP = Roles(predictions=("y_pred",), scores=("step",))
COMMAND = [sys.executable, "-m", "kappabook", "score"]
# Without a common factor with the number of rows, so that every rank comes once.
PRIME = 999_999_937
# Shares of the rows, by falling score: positives, negatives, positives, negatives.
CUTS = (0.1, 0.3, 0.4)


def make(path: Path, rows: int) -> None:
    """Write the file: distinct scores in no order; the class is random, more likely when high."""
    a, b, c = (int(cut * rows) for cut in CUTS)
    sql = f"""
        SELECT ((hash(i) % 1000000) / 1e6 < 0.4 * (1 - r / {rows}) ** 2)::INTEGER AS y_true,
               (r < {rows // 8})::INTEGER AS y_pred, 1 - (r + 0.5) / {rows} AS y_score,
               (r < {a} OR (r >= {b} AND r < {c}))::INTEGER AS in_steps,
               1 - (r + 0.5) / {rows} AS step
        FROM (SELECT i, (i * {PRIME}) % {rows} AS r FROM range({rows}) AS t(i))
    """
    with duckdb.connect() as connection:
        connection.execute(f"COPY ({sql}) TO '{path}'")


def peer(path: Path, threads: int) -> None:
    """Count and sort with DuckDB alone, under the same limit of memory."""
    source = f"read_csv('{path}')" if path.suffix == ".csv" else f"'{path}'"
    with spilling(path.parent) as folder:
        config = {
            "memory_limit": MEMORY,
            "temp_directory": str(folder),
            "threads": threads,
        }
        with duckdb.connect(config=config) as connection:
            connection.execute(
                f"SELECT y_true, y_pred, count(*) FROM {source} GROUP BY ALL"
            ).fetchall()
            # An offset keeps the sort from being left out.
            connection.execute(
                "SELECT count(*), sum(y_score), sum(positive) FROM (SELECT y_score, "
                f"(y_true = 1)::UTINYINT AS positive FROM {source} ORDER BY y_score DESC OFFSET 1)"
            ).fetchall()


def areas(path: Path) -> dict[str, float]:
    """Do what the command does for kappa, AUC and AUK, and no more."""
    from kappabook.report.score.classes import classes_of
    from kappabook.report.score.large import sorted_scores_of
    from kappabook.report.score.predictions import query_of
    from kappabook.report.score.sorted_scores import rank_sorted
    from kappabook.report.score.tally import refuse_many, tally

    asked = Asked()
    with (
        spilling(path.parent) as folder,
        open_table(path, memory=asked.memory, spill=folder) as table,
    ):
        roles = Roles().found_in(table, cut=False)
        refuse_many(table, roles)
        counts = tally(table, roles, query_of(table, roles, 0.5), ())
        classes = classes_of(path, roles, counts, asked)
        matrix = counts.matrix(1, classes.labels, weighted=False).confusion
        batches = sorted_scores_of(table, roles, counts, classes, asked, 0)
        found = rank_sorted(batches, *map(float, matrix.row_totals), more=False)
    return {"kappa": float(matrix.kappa), "auc": found.auc, "auk": found.auk}


def command(path: Path, *more: str) -> dict[str, Any]:
    """Run the whole command."""
    run = [*COMMAND, str(path), "--json", "--spill", str(path.parent), *more]
    said = subprocess.run(run, check=True, stdout=subprocess.PIPE)
    found: dict[str, Any] = json.loads(said.stdout)
    return found


def measured(*arguments: str) -> tuple[float, float, float]:
    """Run this script in a mode, in a process of its own: seconds, seconds of the processor, MiB.

    The processor's seconds, of all threads, are less disturbed by what else the machine does.
    """
    start = time.perf_counter()
    child = subprocess.Popen([sys.executable, __file__, *arguments], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    if status:
        raise SystemExit(f"{arguments} failed")
    wall = time.perf_counter() - start
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def check(path: Path, rows: int) -> None:
    """Compare with the library on a tenth, and with the closed form on all rows."""
    tenth = path.with_name(f"tenth{path.suffix}")
    with duckdb.connect() as connection:
        connection.execute(f"COPY (FROM '{path}' LIMIT {rows // 10}) TO '{tenth}'")
        columns = connection.execute(f"SELECT y_true, y_pred, y_score FROM '{tenth}'").fetchnumpy()
    truth, predicted, score = (np.asarray(columns[x]) for x in ("y_true", "y_pred", "y_score"))
    found = command(tenth)
    exact = ConfusionMatrix.from_predictions(truth, predicted).kappa
    print(f"a tenth: kappa {found['kappa']!r}, library {exact!r}")
    print(f"a tenth: AUK {found['auk']!r}, library {auk_score(truth, score)!r}")
    a, b, c = (int(cut * rows) for cut in CUTS)
    m = a + c - b
    n = rows - m
    corners = [0, 0, (b - a) / n, (b - a) / n, 1], [0, a / m, a / m, 1, 1]
    found = command(path, "--truth", "in_steps", "--score", "step")
    print(f"all: AUK {found['auk']!r}, closed form {auk_from_roc(*corners, m / rows)!r}")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rows", type=int, default=10**8)
    parser.add_argument("--csv", action="store_true")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--mode", choices=("peer", "areas", "command"))
    options = parser.parse_args()
    if options.mode:
        path = options.folder
        run = {"peer": lambda: peer(path, os.cpu_count() or 1), "areas": lambda: areas(path)}
        if options.mode == "command":
            os.execv(
                sys.executable,
                [*COMMAND, str(path), "--json", "--spill", str(path.parent)],
            )
        print(json.dumps(run[options.mode]()))
        return
    path = options.folder / f"scores-{options.rows}{'.csv' if options.csv else '.parquet'}"
    if not path.exists():
        make(path, options.rows)
    print(f"{path.name}: {path.stat().st_size / 1e9:.2f} GB, {os.cpu_count()} cores")
    times: dict[str, list[tuple[float, float]]] = {}
    for _ in range(options.repeats):
        for mode in ("peer", "areas", "command"):
            seconds, processor, peak = measured(str(path), "--mode", mode)
            times.setdefault(mode, []).append((seconds, processor))
            print(
                f"{mode}: {seconds:.1f} s, processor {processor:.1f} s, peak {peak:.0f} MiB, "
                f"load {os.getloadavg()[0]:.1f}",
                flush=True,
            )
    least = {mode: [min(x) for x in zip(*found, strict=True)] for mode, found in times.items()}
    for mode in ("areas", "command"):
        wall, processor = (a / b for a, b in zip(least[mode], least["peer"], strict=True))
        print(f"{mode} / peer: {wall:.2f}; of the processor's time {processor:.2f}")
    check(path, options.rows)


if __name__ == "__main__":
    main()
