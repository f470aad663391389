"""``make rerun WHAT=regret``: every task and every synthetic family, to the committed results."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from experiments.program import options, run, with_jobs, write
from experiments.regret import tables
from experiments.regret.analysis import planned
from experiments.regret.experiment import do_synthetic, do_task
from experiments.regret.sources import SOURCES, load, locked
from experiments.regret.synthetic import FAMILIES
from experiments.regret.synthetic import TASKS as SYNTHETIC_TASKS
from experiments.regret.tasks import SPLITS, tasks_of
from kappabook.study.grid import described, libraries
from kappabook.study.regret.results import PREFIX
from kappabook.study.runs import run_tasks
from kappabook.system.checkout import build_folder

COMMAND = "make rerun WHAT=regret"
# A higher number for every change that changes a result; old records are then refused.
VERSION = 1


def work(asked: Namespace) -> list[Path]:
    """Run what is left of the experiment, and write its tables; a part, into ``build/regret``.

    The synthetic families belong to the planned run alone.
    """
    names = tuple(name for name in asked.sources.split(",") if name) or SOURCES
    if asked.splits < 1:
        raise ValueError(f"{asked.splits} splits; give at least 1.")
    if len(set(names)) < len(names):
        raise ValueError(f"a source is given twice in {', '.join(names)}; name each once.")
    whole = (names, asked.splits) == (SOURCES, SPLITS)
    everything = [task for name in names for task in tasks_of(load(name))]
    usable = [task for task in everything if not task.reason]
    if not usable:
        raise ValueError(f"no task can be made of {', '.join(names)}; name other sources.")
    made_up = [(f, n) for f in FAMILIES for n in range(SYNTHETIC_TASKS if whole else 0)]
    about = _about(names, asked.splits, SYNTHETIC_TASKS if whole else 0)
    records = [build_folder() / name for name in ("regret.jsonl", "regret-synthetic.jsonl")]
    found, known = (
        run_tasks(
            do, calls, len(calls), record=record, identity=about, n_jobs=asked.jobs, label=label
        )
        for do, calls, record, label in (
            (do_task, [(t.plain, asked.splits) for t in usable], records[0], "regret, tasks"),
            (do_synthetic, made_up, records[1], "regret, synthetic"),
        )
    )
    done = list(zip(usable, found, strict=True))
    costs = tables.costs_table(done)
    made: dict[str, pd.DataFrame | str] = {
        f"{PREFIX}-tasks.csv": tables.tasks_table(everything),
        f"{PREFIX}-costs.csv": costs,
        f"{PREFIX}-counts.csv": tables.counts_table(done),
        f"{PREFIX}-curves.csv": tables.curves_table(done),
        f"{PREFIX}-implied.csv": tables.implied_table(done),
        f"{PREFIX}-oddities.csv": tables.oddities_table(done, asked.splits),
    }
    # The plan's bands are over sources.
    if len(set(costs["source"])) > 1:
        made[f"{PREFIX}-contrasts.csv"] = planned(costs)
    if made_up:
        synthetic = list(zip(made_up, known, strict=True))
        made[f"{PREFIX}-synthetic.csv"] = tables.synthetic_table(synthetic)
    text = json.dumps({"command": COMMAND, **about}, indent=2, ensure_ascii=False)
    made[f"{PREFIX}.json"] = f"{text}\n"
    paths = write(COMMAND, asked.into or (None if whole else build_folder() / "regret"), made)
    for record in records:
        record.unlink(missing_ok=True)
    return paths


def _about(names: Sequence[str], splits: int, synthetic: int) -> dict[str, Any]:
    """Say all that the results depend on, as plain data."""
    return {
        "experiment": VERSION,
        "splits": splits,
        "synthetic_tasks": synthetic,
        "measure": "",  # none beside those of the plan
        "locked": list(locked()),
        "versions": libraries("pandas"),
        "sources": {name: described(load(name)) for name in names},
    }


def main() -> int:
    """Run the experiment, or a part of it."""
    parser = with_jobs(options("python -m experiments.regret", __doc__))
    parser.add_argument("--sources", default="", metavar="A,B", help="default: all")
    parser.add_argument("--splits", type=int, default=SPLITS, metavar="N", help="default: 10")
    return run(parser, work)
