"""Section 8 of the AUK paper a thousand times: linear regression against a net.

With ``--differences`` the two models are tested on each split instead. `fitting` fits the models,
`choice` chooses the split that is shown.
"""

from __future__ import annotations

import hashlib
import json
from argparse import Namespace
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.random import Generator, SeedSequence
from numpy.typing import NDArray
from scipy.stats import norm
from threadpoolctl import threadpool_limits

from experiments.german_credit.choice import choose
from experiments.german_credit.fitting import (
    DECAY,
    HELD_OUT,
    HIDDEN,
    MAX_STEPS,
    PATIENCE,
    SATURATED,
    Fit,
    fit,
    measure,
    rounded,
)
from experiments.program import options, run, with_jobs
from kappabook.data import GermanCredit, german_credit
from kappabook.data.datasheet import writing_results
from kappabook.data.registry import source
from kappabook.metrics import auk_score
from kappabook.metrics.intervals import compare_scores, delong_test
from kappabook.papers.kaymak_auk.german_credit import results
from kappabook.papers.kaymak_auk.german_credit.results import (
    ABOUT,
    DIFFERENCES,
    MEASURES,
    MODELS,
    NETS,
    OUTPUTS,
    RESTARTS,
    SHOWN,
    SPLITS,
    VARIANT,
)
from kappabook.study.grid import libraries
from kappabook.study.runs import run_tasks
from kappabook.system.checkout import build_folder, root

# --- who is deleted, who trains and who tests -----------------------------------------------------

Rows = NDArray[np.int64]

SEED = 20100611
N_TRAIN = 500


@dataclass(frozen=True)
class Variant:
    """One reading of the data: which form of the file, and how many of each class are kept.

    The paper thins the bad credits until they are 11 % of the data, gives 768 as the size of the
    result, and trains on 500. Deleting bad credits alone leaves 700 + 86 = 786; 768 takes deleting
    good ones too. So both are done, beside the other file and the data as they are.
    """

    number: int
    form: str
    n_good: int
    n_bad: int
    n_splits: int
    reading: str


VARIANTS = {
    "numeric-786": Variant(0, "numeric", 700, 86, 1000, "24 numbers; bad deleted to 86: 10.9 %"),
    "numeric-768": Variant(1, "numeric", 684, 84, 300, "24 numbers; 684 good and 84 bad: 10.9 %"),
    "one-hot-786": Variant(2, "one-hot", 700, 86, 300, "20 attributes one-hot; 86 bad: 10.9 %"),
    "original": Variant(3, "numeric", 700, 300, 300, "24 numbers; nothing deleted: 30 %"),
}
# The restarts: one split, chosen before any was looked at; other first weights each time.
RESTART_VARIANT, RESTART_SPLIT, N_RESTARTS = "numeric-786", 0, 200
# What a random stream is for; part of its seed, never to be renumbered.
_ROWS, _FIT, _RESTART = 0, 1, 2


@dataclass(frozen=True)
class Split:
    """Row numbers in the file, counted from 0, in the order drawn."""

    train: Rows
    test: Rows


def draw_split(y: NDArray[np.str_], which: Variant, number: int) -> Split:
    """Draw one split; any can be drawn alone.

    Parameters
    ----------
    y : ndarray of shape (n_rows,)
        'good' or 'bad'.
    which : Variant
        How many of each to keep.
    number : int
        Of the split, from 0.
    """
    rng = stream(which, number, _ROWS)
    kept = [
        np.sort(rng.permutation(np.flatnonzero(y == label))[:keep])
        for label, keep in (("good", which.n_good), ("bad", which.n_bad))
    ]
    shuffled = rng.permutation(np.concatenate(kept))
    return Split(shuffled[:N_TRAIN], shuffled[N_TRAIN:])


def stream(which: Variant, split: int, *purpose: int) -> Generator:
    """Random numbers of one purpose in one split, independent of all others."""
    return np.random.default_rng(SeedSequence(SEED, spawn_key=(which.number, split, *purpose)))


# --- the run --------------------------------------------------------------------------------------

COMMAND = "make rerun WHAT=german-credit"
# A higher number for every change that changes a result; old records are then refused.
VERSION = 2
SETTINGS = {
    "train": N_TRAIN,
    "hidden": HIDDEN,
    "max_steps": MAX_STEPS,
    "patience": PATIENCE,
    "held_out": HELD_OUT,
    "decay": DECAY,
}
Task = Sequence[Any]
Record = dict[str, Any]


def run_experiment(
    *, few: int | None = None, n_jobs: int = -1, into: Path | None = None
) -> list[Path]:
    """Run what is left of the experiment, and write its results.

    Parameters
    ----------
    few : int, optional
        Splits of each variant, and nets of each training on the fixed split; record and files
        are then in ``build/german-credit``. For a quick run.
    n_jobs : int, default=-1
        Processes.
    into : Path, optional
        Default ``data/results`` in the checkout.

    Returns
    -------
    list of Path
        The files written; all of them appear at the end, or none.
    """
    folder, kept = build_folder(), root() / "data" / "results"
    if few is not None:
        if few < 1:
            raise ValueError(f"{few} splits; give at least 1.")
        folder = kept = folder / "german-credit"
    wanted = {name: few or which.n_splits for name, which in VARIANTS.items()}
    n_restarts, record = few or N_RESTARTS, folder / "german-credit.jsonl"
    tasks = [("split", name, k) for name in wanted for k in range(wanted[name])]
    tasks += [("restart", net, k) for net in NETS for k in range(n_restarts)]
    sizes = {"splits": wanted, "restarts": n_restarts}
    done = run_tasks(
        one_task,
        tasks,
        len(tasks),
        record=record,
        identity={"experiment": VERSION, "seed": SEED, **sizes, **libraries(), **SETTINGS},
        n_jobs=n_jobs,
        label="German Credit",
    )
    splits, restarted = done[: sum(wanted.values())], done[sum(wanted.values()) :]
    records = [record for part in splits for record in part["splits"]]
    outputs = [record for part in splits for record in part["outputs"]]
    about = _about(wanted, n_restarts, records)
    about["shown_split"], shown = _shown(records)
    written = write(into or kept, records, outputs, restarted, shown, about)
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
    which = VARIANTS[RESTART_VARIANT]
    rng = stream(which, RESTART_SPLIT, _RESTART, MODELS.index(name), number)
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
    which = VARIANTS[name]
    data, split = data_and_split(name, number)
    # Matrices this small are slower on two threads than on one, on a busy machine fifty times.
    with threadpool_limits(limits=1):
        return {
            model: _fit(data, split, model, stream(which, number, _FIT, MODELS.index(model)))
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
    which = VARIANTS[name]
    data = _read(which.form)
    return data, draw_split(data.y, which, number)


@cache
def _read(form: str) -> GermanCredit:
    """Read the data as they are; only `make data` downloads."""
    return german_credit(form, download=False)


def _shown(records: list[Record]) -> tuple[dict[str, Any], list[Record]]:
    """Fit the chosen split once more and keep its scores."""
    chosen, about = choose(records)
    data, split = data_and_split(VARIANT, chosen.split)
    fitted = fits(VARIANT, chosen.split, ("linear", chosen.net))
    rows = [{"row": int(row), "class": data.y[row], "role": "train"} for row in split.train]
    scores = zip(split.test, fitted["linear"].scores, fitted[chosen.net].scores, strict=True)
    rows += [
        {"row": int(row), "class": data.y[row], "role": "test", "linear": a, "net": b}
        for row, a, b in scores
    ]
    return about, sorted(rows, key=lambda row: row["row"])


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
        "settings": SETTINGS,
        "measures": list(MEASURES),
        "nets_at_the_limit_of_steps": at_limit,
    }


# --- the files ------------------------------------------------------------------------------------

OF_A_SPLIT = ("variant", "split", "model", "n_test", "n_minority", *MEASURES, "steps")
COLUMNS_OF = {
    SPLITS: OF_A_SPLIT,
    OUTPUTS: OF_A_SPLIT,
    RESTARTS: ("model", "restart", *MEASURES, "steps"),
    SHOWN: ("row", "class", "role", "linear", "net"),
}
# Six digits say all about an area. Scores are stored whole: where its hidden units are saturated,
# a net trained to the end tells cases apart by 1e-11, and ties would change its areas.
DIGITS = {SPLITS: "%.6g", OUTPUTS: "%.6g", RESTARTS: "%.6g", SHOWN: None}


def write(
    folder: Path,
    splits: Sequence[Mapping[str, Any]],
    outputs: Sequence[Mapping[str, Any]],
    restarts: Sequence[Mapping[str, Any]],
    shown: Sequence[Mapping[str, Any]],
    about: dict[str, Any],
) -> list[Path]:
    """Write the files beside their places, then rename them: all are new, or none is."""
    tables = {SPLITS: splits, OUTPUTS: outputs, RESTARTS: restarts, SHOWN: shown}
    paths = [folder / name for name in (*tables, ABOUT)]
    with writing_results(about["command"], *paths) as drafts:
        hashes = {}
        for (name, records), draft in zip(tables.items(), drafts, strict=False):
            frame = pd.DataFrame(list(records), columns=list(COLUMNS_OF[name]))
            frame.to_csv(draft, index=False, float_format=DIGITS[name], lineterminator="\n")
            hashes[name] = hashlib.sha256(draft.read_bytes()).hexdigest()
        text = json.dumps({**about, "files": hashes}, indent=2, ensure_ascii=False)
        drafts[-1].write_text(text + "\n", encoding="utf-8")
    return paths


# --- the two models compared on each split --------------------------------------------------------

RESAMPLES = 200
COLUMNS = ("split", "net", "auc", "auc_error", "auc_p", "auk", "auk_error", "auk_p")


def run_differences(
    *, n_splits: int | None = None, n_jobs: int = -1, into: Path | None = None
) -> Path:
    """Test linear against each net on each split, and write what is found as CSV.

    Parameters
    ----------
    n_splits : int, optional
        Default: all of the variant, 1000.
    n_jobs : int, default=-1
        Processes; the record is kept in ``build``.
    into : Path, optional
        Default ``data/results`` in the checkout.
    """
    tasks = [(k,) for k in range(n_splits or VARIANTS[VARIANT].n_splits)]
    record = build_folder() / "german-credit-differences.jsonl"
    identity = {"experiment": VERSION, "resamples": RESAMPLES, "splits": len(tasks), **libraries()}
    done = run_tasks(
        one_split,
        tasks,
        len(tasks),
        record=record,
        identity=identity,
        n_jobs=n_jobs,
        label="German Credit, differences",
    )
    path = (into or root() / "data" / "results") / DIFFERENCES
    with writing_results("make rerun WHAT=power", path) as (draft,):
        table = pd.DataFrame([record for part in done for record in part], columns=list(COLUMNS))
        table.to_csv(draft, index=False, lineterminator="\n", float_format="%.6g")
    record.unlink(missing_ok=True)
    return path


def one_split(number: int) -> list[Record]:
    """Compare the linear model with each net on the test cases of one split.

    AUCs by DeLong's test, AUKs (good credits positive) by the paired bootstrap, stratified by
    class, seeded by the split.
    """
    data, split = data_and_split(VARIANT, number)
    y, fitted = data.y[split.test], fits(VARIANT, number)
    auk = partial(auk_score, pos_label="good")
    records = []
    for net in NETS:
        scores = fitted["linear"].scores, fitted[net].scores
        auc = delong_test(y, *scores, pos_label="good")
        both = compare_scores(
            auk, y, *scores, stratified=True, n_resamples=RESAMPLES, random_state=number
        )
        error = both.standard_error
        records.append(
            {
                **{"split": number, "net": net},
                **{"auc": auc.difference, "auc_error": auc.standard_error, "auc_p": auc.p_value()},
                **{"auk": both.difference, "auk_error": error},
                "auk_p": float(2 * norm.sf(abs(both.difference) / error)),
            }
        )
    return records


# --- the command ----------------------------------------------------------------------------------


def work(asked: Namespace) -> list[Path]:
    """Run the experiment, a part of it, or the tests of the two models."""
    if not asked.differences:
        return run_experiment(few=asked.splits, n_jobs=asked.jobs, into=asked.into)
    if asked.splits is not None:
        raise ValueError("--differences tests every split; leave out --splits.")
    return [run_differences(n_jobs=asked.jobs, into=asked.into)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what is asked for; return the exit status."""
    parser = with_jobs(options("python -m experiments.german_credit", __doc__))
    words = "so few of each variant, into build/german-credit"
    parser.add_argument("--splits", type=int, metavar="N", help=words)
    words = "test the two models on each split instead"
    parser.add_argument("--differences", action="store_true", help=words)
    return run(parser, work, arguments)
