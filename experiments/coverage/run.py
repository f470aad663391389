"""How often do the library's intervals hold the truth? ``make rerun WHAT=coverage``.

Writes four files of data/results and the tables of docs/intervals.md and docs/raters.md.
"""

from __future__ import annotations

import warnings
from argparse import Namespace
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pandas as pd

from experiments.coverage import known, ordered, pages, raters
from experiments.coverage.harness import DRAWS, SEED, Case, Row, measured, never
from experiments.program import options, run, with_jobs, write
from kappabook.study.runs import run_tasks
from kappabook.system.checkout import build_folder, results_folder, root

COMMAND = "make rerun WHAT=coverage"
# A higher number for every change that changes a result; old records are then refused.
VERSION = 2


@dataclass(frozen=True)
class Study:
    """A file: its cases, its columns, and the tables of a page that sum it up."""

    cases: Callable[[], Iterator[Case]]
    columns: tuple[str, ...]
    page: str
    tables: dict[str, pages.Make]
    again: Callable[[Row], int] = never


STUDIES = {
    "kappa-coverage.csv": Study(
        known.kappas, known.KAPPA_COLUMNS, "intervals.md", {"coverage": pages.kappas}
    ),
    "comparison-coverage.csv": Study(
        known.differences,
        known.DIFFERENCE_COLUMNS,
        "intervals.md",
        {"comparisons": pages.comparisons},
    ),
    "rater-coverage.csv": Study(
        raters.cases,
        raters.COLUMNS,
        "raters.md",
        {
            "coverage": pages.coefficients,
            "judges": pages.judges,
            "rates": pages.rates,
            "plans": pages.plans,
        },
    ),
    "coverage.csv": Study(
        ordered.cases,
        ordered.COLUMNS,
        "intervals.md",
        {
            "covered": pages.covered,
            "populations": pages.populations,
            "differences": pages.differences,
            "areas": pages.areas,
        },
        ordered.again,
    ),
}


@cache
def cases_of(file: str) -> list[Case]:
    return list(STUDIES[file].cases())


def task(file: str, place: int) -> list[Row]:
    """Measure one case."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a sample where a coefficient is 0/0 says so
        rows = measured(cases_of(file)[place], STUDIES[file].again)
    return [{name: row[name] for name in STUDIES[file].columns} for row in rows]


def work(given: Namespace) -> Iterator[Path]:
    """Run what is left, and write files and pages; of a part, the files into build/coverage."""
    whole = given.every == 1
    tasks = [(file, i) for file in STUDIES for i in range(0, len(cases_of(file)), given.every)]
    record = build_folder() / "coverage.jsonl"
    identity = {"version": VERSION, "seed": SEED, "draws": DRAWS, "every": given.every}
    done = run_tasks(
        task, tasks, len(tasks), record=record, identity=identity, n_jobs=given.jobs,
        label="coverage",
    )  # fmt: skip
    tables = {}
    for file, study in STUDIES.items():
        found = [rows for (of, _), rows in zip(tasks, done, strict=True) if of == file]
        rows = [row for part in found for row in part]
        tables[file] = pd.DataFrame(rows, columns=list(study.columns))
    into = given.into or (None if whole else build_folder() / "coverage")
    yield from write(COMMAND, into, tables)
    record.unlink()
    for file, study in STUDIES.items() if whole and given.into is None else ():
        page = root() / "docs" / study.page
        text = pages.filled(page.read_text(encoding="utf-8"), study.tables, read(file))
        page.write_text(text, encoding="utf-8")
        yield page


def read(file: str) -> pd.DataFrame:
    """Read a file that is committed, where it has a coverage."""
    table = pd.read_csv(results_folder() / file, keep_default_na=False, na_values=[""])
    return table[table["coverage"].notna()]


def main() -> int:
    """Read the command's options and run."""
    parser = with_jobs(options("python -m experiments.coverage", __doc__))
    parser.add_argument("--every", type=int, default=1, help="one setting of so many")
    return run(parser, work)
