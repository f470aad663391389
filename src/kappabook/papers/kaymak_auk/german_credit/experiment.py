"""Section 8 a thousand times: linear regression against a net, on split after split.

``python -m kappabook.workbook german-credit`` runs it; `splits` says which rows, `fitting` fits
the models, `areas` says what is measured, `results` what is written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from kappabook.checkout import build_folder, root
from kappabook.data import GermanCredit, german_credit
from kappabook.data.registry import source
from kappabook.papers.kaymak_auk.german_credit import results, selection
from kappabook.papers.kaymak_auk.german_credit.areas import MEASURES, measure
from kappabook.papers.kaymak_auk.german_credit.fitting import (
    DECAY,
    HELD_OUT,
    HIDDEN,
    MAX_STEPS,
    MODELS,
    NETS,
    PATIENCE,
    SATURATED,
    Fit,
    fit,
    rounded,
)
from kappabook.papers.kaymak_auk.german_credit.splits import (
    N_RESTARTS,
    N_TRAIN,
    RESTART_SPLIT,
    RESTART_VARIANT,
    SEED,
    VARIANTS,
    Split,
    draw_split,
    fit_stream,
    restart_stream,
    variant,
)
from kappabook.study.grid import libraries
from kappabook.study.runs import run_tasks

COMMAND = "make rerun WHAT=german-credit"
# A higher number for every change that changes a result; old records are then refused.
VERSION = 2
Task = Sequence[Any]
Record = dict[str, Any]


def run_experiment(
    *,
    few: int | None = None,
    n_splits: Mapping[str, int] | None = None,
    n_restarts: int = N_RESTARTS,
    n_jobs: int = -1,
    record: Path | None = None,
    into: Path | None = None,
) -> list[Path]:
    """Run what is left of the experiment, and write its results.

    Parameters
    ----------
    few : int, optional
        Splits of each variant, and nets of each training on the fixed split; record and files
        are then in ``build/german-credit``. For a quick run.
    n_splits : mapping of str to int, optional
        Splits by variant; default: those of `VARIANTS`.
    n_restarts : int, default=200
        Nets of each training on the fixed split.
    n_jobs : int, default=-1
        Processes.
    record : Path, optional
        Default ``build/german-credit.jsonl`` in the checkout; removed at the end.
    into : Path, optional
        Default ``data/results`` in the checkout.

    Returns
    -------
    list of Path
        The files written; all of them appear at the end, or none.
    """
    if few is not None:
        if few < 1:
            raise ValueError(f"{few} splits; give at least 1.")
        part = build_folder() / "german-credit"
        n_splits, n_restarts = dict.fromkeys(VARIANTS, few), few
        record, into = record or part / "german-credit.jsonl", into or part
    wanted = {name: VARIANTS[name].n_splits for name in VARIANTS} if n_splits is None else n_splits
    record = record or build_folder() / "german-credit.jsonl"
    into = into or root() / "data" / "results"
    tasks = [("split", name, k) for name in wanted for k in range(wanted[name])]
    tasks += [("restart", net, k) for net in NETS for k in range(n_restarts)]
    done = run_tasks(
        one_task,
        tasks,
        len(tasks),
        record=record,
        identity=_identity(tasks),
        n_jobs=n_jobs,
        label="German Credit",
    )
    splits, restarted = done[: sum(wanted.values())], done[sum(wanted.values()) :]
    records = [record for part in splits for record in part["splits"]]
    outputs = [record for part in splits for record in part["outputs"]]
    about = _about(wanted, n_restarts, records)
    shown = None
    if wanted.get(selection.VARIANT):
        about["shown_split"], shown = _shown(records)
    written = results.write(into, records, outputs, restarted, shown, about)
    record.unlink(missing_ok=True)
    return written


def one_task(kind: str, name: str, number: int) -> Record:
    """Do one task: all models on one split, or one restarted net on the fixed split."""
    if kind == "split":
        fitted = fits(name, number)
        output = replace(fitted[SATURATED], scores=rounded(fitted[SATURATED].scores))
        return {
            "splits": records_of(name, number, fitted),
            "outputs": records_of(name, number, {SATURATED: output}),
        }
    data, split = data_and_split(RESTART_VARIANT, RESTART_SPLIT)
    rng = restart_stream(MODELS.index(name), number)
    return {
        "model": name,
        "restart": number,
        **_measured(data, split, _fit(data, split, name, rng)),
    }


def records_of(name: str, number: int, fitted: Mapping[str, Fit]) -> list[Record]:
    """Measure the fits of one split; one record for each."""
    data, split = data_and_split(name, number)
    labels = data.y[split.test]
    head = {
        "variant": name,
        "split": number,
        "n_test": len(labels),
        "n_minority": int(np.count_nonzero(labels == "bad")),
    }
    return [
        {**head, "model": model, **_measured(data, split, result)}
        for model, result in fitted.items()
    ]


def fits(name: str, number: int, models: Sequence[str] = MODELS) -> dict[str, Fit]:
    """Fit models on one split: scores of its test cases, in the split's order."""
    data, split = data_and_split(name, number)
    # Matrices this small are slower on two threads than on one, on a busy machine fifty times.
    with threadpool_limits(limits=1):
        return {
            model: _fit(data, split, model, fit_stream(variant(name), number, MODELS.index(model)))
            for model in models
        }


def _fit(data: GermanCredit, split: Split, model: str, rng: np.random.Generator) -> Fit:
    X = np.asarray(data.X, dtype=np.float64)
    target = (data.y == "good").astype(np.float64)
    return fit(model, X[split.train], target[split.train], X[split.test], rng)


def _measured(data: GermanCredit, split: Split, fitted: Fit) -> dict[str, float | int]:
    """Measure one fit, to the six digits that are stored, so that all that follows agrees."""
    measured = measure(data.y[split.test], fitted.scores)
    return {name: float(f"{value:.6g}") for name, value in measured.items()} | {
        "steps": fitted.steps
    }


def data_and_split(name: str, number: int) -> tuple[GermanCredit, Split]:
    """Read the data of a variant and draw one split of them."""
    which = variant(name)
    data = _read(which.form)
    return data, draw_split(data.y, which, number)


@cache
def _read(form: str) -> GermanCredit:
    """Read the data as they are; only `make data` downloads."""
    return german_credit(form, download=False)


def _shown(records: list[Record]) -> tuple[dict[str, Any], list[Record]]:
    """Fit the chosen split once more and keep its scores."""
    chosen, about = selection.choose(records)
    data, split = data_and_split(selection.VARIANT, chosen.split)
    fitted = fits(selection.VARIANT, chosen.split, ("linear", chosen.net))
    rows = [{"row": int(row), "class": data.y[row], "role": "train"} for row in split.train]
    scores = zip(split.test, fitted["linear"].scores, fitted[chosen.net].scores, strict=True)
    rows += [
        {"row": int(row), "class": data.y[row], "role": "test", "linear": a, "net": b}
        for row, a, b in scores
    ]
    return about, sorted(rows, key=lambda row: row["row"])


def _identity(tasks: Sequence[Task]) -> dict[str, Any]:
    kinds: dict[str, int] = {}
    for kind, name, _ in tasks:
        kinds[f"{kind} {name}"] = kinds.get(f"{kind} {name}", 0) + 1
    return {"experiment": VERSION, "seed": SEED, "sizes": kinds, **libraries(), **_settings()}


def _settings() -> dict[str, Any]:
    return {
        "train": N_TRAIN,
        "hidden": HIDDEN,
        "max_steps": MAX_STEPS,
        "patience": PATIENCE,
        "held_out": HELD_OUT,
        "decay": DECAY,
    }


def _about(wanted: Mapping[str, int], n_restarts: int, records: list[Record]) -> dict[str, Any]:
    at_limit = sum(record["steps"] >= MAX_STEPS for record in records)
    return {
        "format": results.FORMAT,
        "command": COMMAND,
        "experiment": VERSION,
        "seed": SEED,
        "versions": libraries(),
        "data": {file.name: file.sha256 for file in source("german-credit").files},
        "variants": {
            name: {"splits": wanted[name], "reading": VARIANTS[name].reading} for name in wanted
        },
        "restarts": {"variant": RESTART_VARIANT, "split": RESTART_SPLIT, "of_each": n_restarts},
        "settings": _settings(),
        "measures": list(MEASURES),
        "nets_at_the_limit_of_steps": at_limit,
    }
