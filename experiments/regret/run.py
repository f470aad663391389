"""``make rerun WHAT=regret``: every task and every synthetic family, to the committed results."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from experiments.program import options, run
from experiments.regret import tables
from experiments.regret.analysis import planned
from experiments.regret.experiment import do_synthetic, do_task
from experiments.regret.sources import SOURCES, load, locked
from experiments.regret.synthetic import FAMILIES
from experiments.regret.synthetic import TASKS as SYNTHETIC_TASKS
from experiments.regret.tasks import SPLITS, Task, tasks_of
from kappabook.checkout import build_folder, root
from kappabook.datasheet import writing_results
from kappabook.study.grid import described, libraries
from kappabook.study.regret.results import PREFIX
from kappabook.study.runs import run_tasks

COMMAND = "make rerun WHAT=regret"
# A higher number for every change that changes a result; old records are then refused.
VERSION = 1
Say = Callable[[str], None]


def run_regret(
    *,
    sources: Sequence[str] = (),
    splits: int = SPLITS,
    synthetic: int | None = None,
    n_jobs: int = -1,
    into: Path | None = None,
) -> list[Path]:
    """Run what is left of the experiment, and write its tables.

    Parameters
    ----------
    sources : sequence of str, default=()
        Source data sets; all without any.
    splits : int, default=10
        Of each task.
    synthetic : int, optional
        Tasks of each synthetic family; default: 100 in the planned run, none in any other.
    n_jobs : int, default=-1
        Processes. The results are the same for any number, and after any interruption.
    into : Path, optional
        Default ``data/results`` for the planned run, ``build/regret`` for any other.

    Returns
    -------
    list of Path
        The files written.

    Raises
    ------
    ValueError
        An unknown source, a number of splits below 1.
    OSError
        Data that are not here; a file that cannot be written.
    """
    if splits < 1:
        raise ValueError(f"{splits} splits; give at least 1.")
    names = tuple(sources) or SOURCES
    if len(set(names)) < len(names):
        raise ValueError(f"a source is given twice in {', '.join(names)}; name each once.")
    planned_run = (names, splits) == (SOURCES, SPLITS)
    if synthetic is None:
        synthetic = SYNTHETIC_TASKS if planned_run else 0
    everything = [task for name in names for task in tasks_of(load(name))]
    usable = [task for task in everything if not task.reason]
    if not usable:
        raise ValueError(f"no task can be made of {', '.join(names)}; name other sources.")
    about = _about(names, splits, synthetic)
    whole = planned_run and synthetic == SYNTHETIC_TASKS
    into = into or (root() / "data" / "results" if whole else build_folder() / "regret")
    folder = build_folder()
    records = (folder / "regret.jsonl", folder / "regret-synthetic.jsonl")
    found = run_tasks(
        do_task,
        [(task.plain, splits) for task in usable],
        len(usable),
        record=records[0],
        identity=about,
        n_jobs=n_jobs,
        label="regret, tasks",
    )
    made_up = [(family, number) for family in FAMILIES for number in range(synthetic)]
    known = run_tasks(
        do_synthetic,
        made_up,
        len(made_up),
        record=records[1],
        identity=about,
        n_jobs=n_jobs,
        label="regret, synthetic",
    )
    done = list(zip(usable, found, strict=True))
    written = _write(everything, done, list(zip(made_up, known, strict=True)), about, into)
    for record in records:
        record.unlink(missing_ok=True)
    return written


def _write(
    everything: Sequence[Task],
    done: tables.Done,
    made_up: Sequence[tuple[tuple[str, int], dict[str, Any]]],
    about: dict[str, Any],
    into: Path,
) -> list[Path]:
    costs = tables.costs_table(done)
    found = {
        "tasks": tables.tasks_table(everything),
        "costs": costs,
        "counts": tables.counts_table(done),
        "curves": tables.curves_table(done),
        "chosen": tables.chosen_table(done),
        "implied": tables.implied_table(done),
        "oddities": tables.oddities_table(done, about["splits"]),
    }
    # The plan's bands are over sources.
    if len(set(costs["source"])) > 1:
        found["contrasts"] = planned(costs)
    if made_up:
        found["synthetic"] = tables.synthetic_table(made_up)
    into.mkdir(parents=True, exist_ok=True)
    paths = [into / f"{PREFIX}-{name}.csv" for name in found]
    with writing_results(COMMAND, *paths, into / f"{PREFIX}.json") as drafts:
        for table, draft in zip(found.values(), drafts, strict=False):
            table.to_csv(draft, index=False, float_format="%.6g", lineterminator="\n")
        text = json.dumps({"command": COMMAND, **about}, indent=2, ensure_ascii=False)
        drafts[-1].write_text(text + "\n", encoding="utf-8")
    return [*paths, into / f"{PREFIX}.json"]


def _about(names: Sequence[str], splits: int, synthetic: int) -> dict[str, Any]:
    """Say all that the results depend on, as plain data."""
    return {
        "experiment": VERSION,
        "splits": splits,
        "synthetic_tasks": synthetic,
        "measure": "",  # none beside those of the plan
        "locked": list(locked()),
        "versions": versions(),
        "sources": {name: described(load(name)) for name in names},
    }


def versions() -> dict[str, str]:
    """Return the versions that results may depend on."""
    return libraries("pandas")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the experiment, or a part of it."""
    parser = options("python -m experiments.regret", __doc__)
    parser.add_argument("--sources", default="", metavar="A,B", help="default: all")
    parser.add_argument("--splits", type=int, default=SPLITS, metavar="N", help="default: 10")
    return run(parser, _asked, arguments)


def _asked(asked: Namespace) -> list[Path]:
    sources = [name for name in asked.sources.split(",") if name]
    return run_regret(sources=sources, splits=asked.splits, n_jobs=asked.jobs, into=asked.into)
