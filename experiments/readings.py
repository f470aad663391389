"""Other readings of the data sets whose results match the printed ones, each run in WEKA.

If a search finds a preparation that matches, this means little as long as many would match by
chance. So all readings of `experiments/candidates.py` are run, matching or not.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

import pandas as pd

from experiments.candidates import FAMILIES, candidates
from experiments.program import options, run, write
from kappabook.study.engines import engine_named
from kappabook.study.grid import run_study, small_classes_allowed
from kappabook.study.results import StudyResults

# Quick in WEKA, and in no need of a seed of their own.
CLASSIFIERS = ("J48", "NaiveBayes")
COLUMNS = ("dataset", "reading", "classifier", "engine_version", "result", "accuracy", "kappa")
FILE = "study-readings.csv"
COMMAND = "python -m experiments.readings"


def readings(dataset: str) -> Iterator[tuple[object, ...]]:
    """Cross-validate every reading of one data set, with seed 1.

    A key of `FAMILIES` names the data set. For each reading and classifier it yields the values
    of `COLUMNS`. `result` numbers the different lists of fold scores of a classifier, 1 being
    those of the chosen reading, which comes first: readings of one number cannot be told apart.
    """
    where = engine_named("weka")
    seen: dict[str, dict[tuple[float, ...], int]] = {name: {} for name in CLASSIFIERS}
    for candidate in candidates(dataset, download=False):
        with small_classes_allowed():
            found = run_study(candidate.table, CLASSIFIERS, engine=where, n_jobs=1)
        for classifier, numbers in seen.items():
            accuracy, kappa, folds = _scores(found, classifier)
            number = numbers.setdefault(folds, len(numbers) + 1)
            version = where.version
            yield dataset, candidate.label, classifier, version, number, accuracy, kappa


def _scores(found: StudyResults, classifier: str) -> tuple[float, float, tuple[float, ...]]:
    """Mean accuracy and kappa, and those of every fold."""
    folds = found.select(classifier=classifier).folds[["accuracy", "kappa"]]
    means = folds.mean()
    return float(means["accuracy"]), float(means["kappa"]), tuple(folds.to_numpy().ravel())


def work(given: Namespace) -> list[Path]:
    """Run the readings of some data sets, and write their means."""
    rows = [row for name in given.names or FAMILIES for row in readings(name)]
    return write(COMMAND, given.into, {FILE: pd.DataFrame(rows, columns=list(COLUMNS))})


if __name__ == "__main__":
    parser = options(COMMAND, __doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="default: all that match print")
    raise SystemExit(run(parser, work))
