"""Run the search for the two lost preparations: ``python -m experiments.lost_preparation``."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from experiments.lost_preparation.confirm import confirm, levels
from experiments.lost_preparation.search import AS_DISTRIBUTED, heads, search
from experiments.lost_preparation.spaces import (
    CMC,
    CREDIT,
    Space,
    coarse_cuts,
    orders,
    reordered,
    spaces,
)
from experiments.lost_preparation.targets import DECOY, PRINTED, Target, targets
from experiments.program import options, run, write
from kappabook.study.engines import engine_named
from kappabook.study.runs import run_tasks
from kappabook.system.checkout import build_folder

COMMAND = "python -m experiments.lost_preparation"
FILE, READINGS, LEVELS = (f"lost-preparation{rest}.csv" for rest in ("", "-readings", "-levels"))
DATASETS = (CREDIT, CMC)
# A higher number for every change that changes a result.
VERSION = 1
SEARCHES = {"cuts": spaces, "orders": reordered, "coarse": coarse_cuts}
Record = dict[str, Any]
READING_COLUMNS = (
    *("dataset", "search", "kind", "target", "space", "order", "choices", "reading", "folds"),
    *("j48_accuracy", "j48_kappa", "j48_same_accuracy", "j48_same", "smo_same", "logistic_same"),
)
LEVEL_COLUMNS = (
    *("dataset", "missing", "reading", "classifier"),
    *("accuracy", "accuracy_sd", "chance", "chance_sd", "possible"),
)


def tasks(kind: str) -> list[list[Any]]:
    """List what is to be searched: data set, kind of search, space, order, choices in the head."""
    known = SEARCHES[kind]
    return [
        [dataset, kind, name, order, list(head)]
        for dataset in DATASETS
        for name, space in known(dataset).items()
        for order in (orders(space.table) if kind == "orders" else [AS_DISTRIBUTED])
        for head in heads(space)
    ]


def one(task: Sequence[Any]) -> Record:
    """Do one task of the search."""
    dataset, kind, name, order, head = task
    return search(SEARCHES[kind](dataset)[name], order, head, targets(dataset))


def followed(target: Target) -> bool:
    """Say whether what matches a target is run in WEKA: for a swapped row there is no J48."""
    return target.kind in (PRINTED, DECOY)


def work(given: Namespace) -> list[Path]:
    """Search, follow what matches into WEKA, average over seeds; write three files."""
    engine = engine_named("weka")
    same = {"lost": VERSION, "numpy": np.__version__}
    records = [build_folder() / f"lost-{part}.jsonl" for part in ("search", "weka", "levels")]
    todo = [task for kind in SEARCHES for task in tasks(kind)]
    found = _run(one, todo, records[0], same, "Naive Bayes")
    matches = [
        [*task[:4], number, reading]
        for task, result in zip(todo, found, strict=True)
        for number, reading in result["six"]
        if followed(targets(task[0])[number])
    ]
    same |= {"weka": engine.version}
    confirmed = _run(_confirm, matches, records[1], same, "WEKA")
    seen = [[d, n, label] for d in DATASETS for n, s in spaces(d).items() for label in alike(s)]
    averaged = _run(_levels, seen, records[2], same, "levels")
    readings = [_reading(m, c) for m, c in zip(matches, confirmed, strict=True)]
    means = [r for part in averaged for r in part]
    tables = {
        FILE: _counts(todo, found, matches, confirmed),
        READINGS: pd.DataFrame(readings, columns=list(READING_COLUMNS)),
        LEVELS: pd.DataFrame(means, columns=list(LEVEL_COLUMNS)),
    }
    paths = write(COMMAND, given.into, tables)
    for record in records:
        record.unlink(missing_ok=True)
    return paths


def _run(
    do: Callable[[Any], Any], todo: list[Any], record: Path, about: Record, label: str
) -> list[Any]:
    """Do it in this process: one thread is enough, and Java cannot leave."""
    calls = [(task,) for task in todo]
    return run_tasks(do, calls, len(calls), record=record, identity=about, n_jobs=1, label=label)


def alike(space: Space) -> dict[str, tuple[int, ...]]:
    """List the readings that treat all columns of numbers alike, by what they do."""
    labels = [[option.label for option in options] for options in space.columns]
    searched = [names for names in labels if "numbers" in names]
    return {
        label: tuple(names.index(label) if "numbers" in names else 0 for names in labels)
        for label in searched[0]
        if all(label in names for names in searched)
    }


def _confirm(match: Sequence[Any]) -> Record:
    dataset, kind, name, order, number, reading = match
    space = SEARCHES[kind](dataset)[name]
    return confirm(space, order, reading, targets(dataset)[number])


def _levels(task: Sequence[str]) -> list[Record]:
    dataset, name, label = task
    space = spaces(dataset)[name]
    return levels(space, alike(space)[label], label)


def _reading(match: Sequence[Any], result: Record) -> Record:
    dataset, kind, name, order, number, reading = match
    target = targets(dataset)[number]
    return {
        "dataset": dataset,
        "search": kind,
        "kind": target.kind,
        "target": target.name,
        "space": name,
        "order": order,
        "choices": " ".join(map(str, reading)),
        "reading": SEARCHES[kind](dataset)[name].words(reading),
        **result,
    }


def _counts(
    todo: Sequence[Any], found: Sequence[Record], matches: Sequence[Any], confirmed: Sequence[Any]
) -> pd.DataFrame:
    """Add up the tasks: one line per data set, search and target."""
    records = []
    for dataset, kind in ((d, k) for d in DATASETS for k in SEARCHES):
        own = [r for t, r in zip(todo, found, strict=True) if t[:2] == [dataset, kind]]
        if not own:
            continue
        tried = sum(r["tried"] for r in own)
        for number, target in enumerate(targets(dataset)):
            after = [
                c
                for m, c in zip(matches, confirmed, strict=True)
                if (*m[:2], m[4]) == (dataset, kind, number)
            ]
            mine = followed(target)
            records.append(
                {
                    "dataset": dataset,
                    "search": kind,
                    "kind": target.kind,
                    "target": target.name,
                    "tried": tried,
                    "accuracy": sum(r["accuracy"][number] for r in own),
                    "both": sum(r["both"][number] for r in own),
                    "six": sum(n == number for r in own for n, _ in r["six"]),
                    "results": len({c["folds"] for c in after}) if mine else None,
                    "j48_accuracy": _true(after, "j48_same_accuracy") if mine else None,
                    "j48": _true(after, "j48_same") if mine else None,
                    "smo": _true(after, "smo_same") if mine else None,
                    "logistic": _true(after, "logistic_same") if mine else None,
                }
            )
    table = pd.DataFrame(records)
    whole = ["results", "j48_accuracy", "j48", "smo", "logistic"]
    return table.astype(dict.fromkeys(whole, "Int64"))


def _true(records: Sequence[Record], name: str) -> int:
    return sum(record[name] == "yes" for record in records)


def main() -> int:
    """Run it."""
    return run(options(COMMAND, __doc__), work)
