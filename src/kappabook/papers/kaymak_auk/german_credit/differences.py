"""The two models compared on each of the thousand splits: differences, errors, tests.

The splits file holds areas. A test on one split needs the scores, so the models are fitted again,
from the same seeds. ``python -m kappabook.workbook german-credit --differences`` runs it.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pandas as pd
from scipy.stats import norm

from kappabook.checkout import build_folder, root
from kappabook.datasheet import writing_results
from kappabook.metrics import auk_score
from kappabook.metrics.intervals import compare_scores, delong_test
from kappabook.papers.kaymak_auk.german_credit.experiment import (
    VERSION,
    data_and_split,
    fits,
)
from kappabook.papers.kaymak_auk.german_credit.fitting import NETS
from kappabook.papers.kaymak_auk.german_credit.results import DIFFERENCES
from kappabook.papers.kaymak_auk.german_credit.selection import VARIANT
from kappabook.papers.kaymak_auk.german_credit.splits import VARIANTS
from kappabook.study.grid import libraries
from kappabook.study.runs import run_tasks

COMMAND = "make rerun WHAT=power"
RESAMPLES = 200
COLUMNS = ("split", "net", "auc", "auc_error", "auc_p", "auk", "auk_error", "auk_p")
Record = dict[str, Any]


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
    with writing_results(COMMAND, path) as (draft,):
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
