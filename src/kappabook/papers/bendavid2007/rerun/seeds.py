"""Ten seeds, three classifiers, nine data sets: under which of them is print obtained."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import pandas as pd

from kappabook.datasheet import results_file
from kappabook.ledger import Number
from kappabook.papers.bendavid2007.printed.tables import appendix
from kappabook.papers.bendavid2007.rerun.cells import results
from kappabook.study.published import MATCHED, RUNS
from kappabook.study.tidy import read_scores

RUN = "study-weka-seeds"
BY = ["repeat", "dataset", "classifier"]


@cache
def means() -> pd.DataFrame:
    """Average the ten folds of each seed: index seed, dataset, classifier; accuracy and kappa."""
    classifiers = RUNS[RUN].classifiers
    first = results().select(dataset=MATCHED, classifier=classifiers).folds
    others = read_scores(results_file(f"{RUN}.csv"))
    folds = pd.concat([first, others])[[*BY, "accuracy", "kappa"]]
    return folds.groupby(BY, sort=False).mean().rename_axis(["seed", *BY[1:]])


def agreement(printed: Mapping[str, str]) -> pd.DataFrame:
    """Compare every seed with print.

    Returns
    -------
    DataFrame
        Index seed, dataset, classifier: 10 x 9 x 3 rows. ``away``, our accuracy less the printed
        one in printed half-widths (0 where both are 1, on MONK-3); ``accuracy`` and ``kappa``,
        whether the mean is the printed one to four decimals; ``both``.
    """
    cells, rows = appendix(printed), []
    for _, dataset, classifier, accuracy, kappa in means().reset_index().itertuples(index=False):
        cell = cells[dataset, classifier]
        apart, width = accuracy - float(cell.accuracy), float(cell.accuracy_ci)
        same = Number(accuracy).agrees(cell.accuracy), Number(kappa).agrees(cell.kappa)
        rows.append((apart / width if width else apart, *same, all(same)))
    return pd.DataFrame(rows, means().index, columns=["away", "accuracy", "kappa", "both"])


def by_seed(printed: Mapping[str, str], *, without_monks: bool = False) -> pd.DataFrame:
    """Count, for each seed, the cells that equal print in accuracy, in kappa, in both.

    On MONK-3 two of the three classifiers are perfect whatever the seed.
    """
    found = agreement(printed)[["accuracy", "kappa", "both"]]
    if without_monks:
        found = found.drop(index="monks-3", level="dataset")
    return found.groupby(level="seed").sum()
