"""Draw 200 random thousands of Nursery, and run the five classifiers of the 2007 paper on each.

The paper drew 1000 of the 12,960 rows and does not say which. Each of its thirty numbers is one
draw from what this writes. Run as: python -m experiments.nursery_samples [--into FOLDER]
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

import pandas as pd

from experiments.program import options, run, write
from kappabook.data.encodings import read_records, sample, schemes, tabulate
from kappabook.data.fetching import fetch
from kappabook.data.table import Table
from kappabook.study import run_study
from kappabook.study.grid import small_classes_allowed
from kappabook.system.checkout import root

COMMAND = "python -m experiments.nursery_samples"
FILE = "study-nursery-samples.csv"
SAMPLES, ROWS = 200, 1000
# The paper's P_c, solved from accuracy and kappa of a fold, and 0 for a perfect one.
COLUMNS = {
    "accuracy": "accuracy",
    "accuracy_ci": "accuracy-ci",
    "kappa": "kappa",
    "kappa_ci": "kappa-ci",
    "implied_chance": "chance",
    "implied_chance_ci": "chance-ci",
}


def tables() -> Iterator[Table]:
    """Draw the samples with the seeds 1 to 200; that of seed 1 is the workbook's own."""
    scheme = schemes()["nursery"]
    path = fetch("nursery", only=scheme.file)[scheme.file]
    rows = read_records(path, scheme.columns, scheme.separator)
    for seed in range(1, SAMPLES + 1):
        drawn = [rows[i] for i in sample(len(rows), ROWS, seed)]
        yield tabulate(f"nursery-{seed}", drawn, scheme)


def measured(record: Path) -> pd.DataFrame:
    """Run ten folds of every sample, and average them as the paper does: a line per cell."""
    with small_classes_allowed():  # two rows of the whole file are of class recommend
        found = run_study(tables(), record=record, command=COMMAND).summary()
    table = found.droplevel("engine")[list(COLUMNS)].rename(columns=COLUMNS).reset_index()
    seeds = table.pop("dataset").str.removeprefix("nursery-").astype(int)
    table.insert(0, "seed", seeds)
    return table.sort_values(["seed"], kind="stable")


def work(given: Namespace) -> list[Path]:
    """Run what is left, and write the averages."""
    table = measured(root() / "build" / "nursery-samples.jsonl")
    return write(COMMAND, given.into, {FILE: table}, digits="%.6f")


if __name__ == "__main__":
    raise SystemExit(run(options(COMMAND, __doc__), work))
