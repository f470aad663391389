"""How often the printed numbers come out by chance: other seeds, and wrong preparations."""

from __future__ import annotations

from functools import cache

import pandas as pd

from kappabook.audit.computed import agrees
from kappabook.audit.printed import Printed
from kappabook.data.datasheet import results_file
from kappabook.papers.bendavid2007.definitions import MEASURES, cells
from kappabook.papers.bendavid2007.rerun import results
from kappabook.study import StudyResults
from kappabook.study.published import MATCHED, RUNS

# --- ten seeds, three classifiers, nine data sets -----------------------------------------------

RUN = "study-weka-seeds"
BY = ["repeat", "dataset", "classifier"]


@cache
def means() -> pd.DataFrame:
    """Average the ten folds of each seed: index seed, dataset, classifier; accuracy and kappa."""
    classifiers = RUNS[RUN].classifiers
    first = results().select(dataset=MATCHED, classifier=classifiers).folds
    others = StudyResults.read(results_file(f"{RUN}.csv")).folds
    folds = pd.concat([first, others])[[*BY, "accuracy", "kappa"]]
    return folds.groupby(BY, sort=False).mean().rename_axis(["seed", *BY[1:]])


def agreement(p: Printed) -> pd.DataFrame:
    """Compare every seed with print.

    Returns
    -------
    DataFrame
        Index seed, dataset, classifier: 10 x 9 x 3 rows. ``away``, our accuracy less the printed
        one in printed half-widths (0 where both are 1, on Monks-3); ``accuracy`` and ``kappa``,
        whether the mean is the printed one to four decimals; ``both``.
    """
    printed, rows = cells(p, ["accuracy", "accuracy-ci", "kappa"]), []
    for _, dataset, classifier, accuracy, kappa in means().reset_index().itertuples(index=False):
        cell = printed[dataset, classifier]
        apart, width = accuracy - float(cell.accuracy), float(cell.accuracy_ci)
        same = agrees(accuracy, cell.accuracy), agrees(kappa, cell.kappa)
        rows.append((apart / width if width else apart, *same, all(same)))
    return pd.DataFrame(rows, means().index, columns=["away", "accuracy", "kappa", "both"])


# --- wrong preparations that match by chance ----------------------------------------------------

# A search finds what agrees, right or wrong. The measure of it is the other readings of each data
# set (`experiments/candidates.py`), of which all were run in WEKA: of those whose folds
# are not the folds of the reading chosen, how many equal print all the same?
CLASSIFIERS = ("J48", "NaiveBayes")
BOTH = " and ".join(CLASSIFIERS)


@cache
def readings() -> pd.DataFrame:
    """Read ``data/results/study-readings.csv``, which ``experiments/readings.py`` made."""
    return pd.read_csv(results_file("study-readings.csv"))


def judged(p: Printed) -> pd.DataFrame:
    """Compare every reading with print.

    Returns
    -------
    DataFrame
        Index dataset, reading, classifier (one more, `BOTH`, for the two together). ``other``,
        whether any fold differs from those of the reading chosen; ``accuracy``, whether it is the
        printed one; ``all``, whether accuracy and kappa are.
    """
    printed, table = cells(p, MEASURES), readings()
    same = {
        measure: [
            agrees(value, getattr(printed[dataset, classifier], measure))
            for dataset, classifier, value in table[["dataset", "classifier", measure]].to_numpy()
        ]
        for measure in MEASURES
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


def counts(p: Printed) -> pd.DataFrame:
    """Count the wrong readings that equal print, by data set and over all.

    Returns
    -------
    DataFrame
        Index classifier, dataset (one more, ``all``): ``readings`` tried; ``wrong``, those whose
        folds differ from the chosen; of these ``accuracy``, with the printed accuracy, and ``all``,
        with printed accuracy and kappa.
    """
    marks = judged(p)
    wrong = marks["other"]
    columns = {"readings": 1, "wrong": wrong.astype(int)}
    columns |= {name: (marks[name] & wrong).astype(int) for name in ("accuracy", "all")}
    by = ["classifier", "dataset"]
    table = pd.DataFrame(columns, marks.index).groupby(by, sort=False).sum()
    table = pd.concat([table.xs(name, drop_level=False) for name in (*CLASSIFIERS, BOTH)])
    totals = table.groupby(level="classifier", sort=False).sum()
    return pd.concat([table, pd.concat({"all": totals}, names=["dataset"]).swaplevel()])
