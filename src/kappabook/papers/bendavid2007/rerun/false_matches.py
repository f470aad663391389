"""Wrong preparations of the data that match the printed numbers by chance, counted.

A search finds what agrees, right or wrong. The measure of it is the other readings of each data
set (`kappabook.data.encodings.candidates`), of which all were run in WEKA: of those whose folds are
not the folds of the reading chosen, how many equal print all the same?
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import pandas as pd

from kappabook.datasheet import results_file
from kappabook.ledger import Number
from kappabook.papers.bendavid2007.printed.tables import appendix
from kappabook.study.readings import CLASSIFIERS, FILE

BOTH = " and ".join(CLASSIFIERS)


@cache
def readings() -> pd.DataFrame:
    """Read ``data/results/study-readings.csv``."""
    return pd.read_csv(results_file(FILE))


def judged(printed: Mapping[str, str]) -> pd.DataFrame:
    """Compare every reading with print.

    Returns
    -------
    DataFrame
        Index dataset, reading, classifier (one more, `BOTH`, for the two together). ``other``,
        whether any fold differs from those of the reading chosen; ``accuracy``, whether it is the
        printed one; ``all``, whether accuracy and kappa are.
    """
    cells, table = appendix(printed), readings()
    same = {
        measure: [
            Number(value).agrees(getattr(cells[dataset, classifier], measure))
            for dataset, classifier, value in table[["dataset", "classifier", measure]].to_numpy()
        ]
        for measure in ("accuracy", "kappa")
    }
    marks = table[["dataset", "reading", "classifier"]].assign(
        other=table["result"] > 1,
        accuracy=same["accuracy"],
        all=pd.Series(same["accuracy"]) & pd.Series(same["kappa"]),
    )
    groups = marks.groupby(["dataset", "reading"], sort=False)
    both = groups[["accuracy", "all"]].all().assign(other=groups["other"].any(), classifier=BOTH)
    whole = pd.concat([marks, both.reset_index()])
    return whole.set_index(["dataset", "reading", "classifier"])


def counts(printed: Mapping[str, str]) -> pd.DataFrame:
    """Count the wrong readings that equal print, by data set and over all.

    Returns
    -------
    DataFrame
        Index classifier, dataset (one more, ``all``): ``readings`` tried; ``wrong``, those whose
        folds differ from the chosen; of these ``accuracy``, with the printed accuracy, and ``all``,
        with printed accuracy and kappa.
    """
    marks = judged(printed)
    wrong = marks[marks["other"]]
    by = ["classifier", "dataset"]
    table = pd.DataFrame(
        {
            "readings": marks.groupby(by, sort=False).size(),
            "wrong": wrong.groupby(by, sort=False).size(),
            "accuracy": wrong.groupby(by, sort=False)["accuracy"].sum(),
            "all": wrong.groupby(by, sort=False)["all"].sum(),
        }
    )
    table = table.fillna(0).astype(int)
    order = [
        (name, dataset)
        for name in (*CLASSIFIERS, BOTH)
        for dataset in dict.fromkeys(readings()["dataset"])
    ]
    return table.reindex(order).pipe(_with_totals)


def _with_totals(table: pd.DataFrame) -> pd.DataFrame:
    totals = table.groupby(level="classifier", sort=False).sum()
    totals.index = pd.MultiIndex.from_tuples([(name, "all") for name in totals.index])
    return pd.concat([table, totals]).rename_axis(["classifier", "dataset"])
