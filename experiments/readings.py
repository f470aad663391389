"""Other readings of the data sets whose results match the printed ones, each run in WEKA.

If a search finds a preparation that matches, this means little as long as many would match by
chance. So all readings of `experiments/candidates.py` are run, matching or not.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pandas as pd

from experiments.candidates import FAMILIES, candidates
from kappabook.checkout import root
from kappabook.datasheet import writing_results
from kappabook.extras import MissingExtraError
from kappabook.interrupts import interrupted
from kappabook.study.engines import Engine, EngineError, engine_named
from kappabook.study.grid import run_study, small_classes_allowed
from kappabook.study.results import StudyResults

# Quick in WEKA, and in no need of a seed of their own.
CLASSIFIERS = ("J48", "NaiveBayes")
COLUMNS = ("dataset", "reading", "classifier", "engine_version", "result", "accuracy", "kappa")
FILE = "study-readings.csv"
COMMAND = "python -m experiments.readings"


def readings(dataset: str, *, engine: str | Engine = "weka") -> Iterator[tuple[object, ...]]:
    """Cross-validate every reading of one data set, with seed 1.

    A key of `FAMILIES` names the data set. For each reading and classifier it yields the values
    of `COLUMNS`. `result` numbers the different lists of fold scores of a classifier, 1 being
    those of the chosen reading, which comes first: readings of one number cannot be told apart.
    """
    where = engine_named(engine)
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


def run_readings(datasets: Sequence[str] = (), *, into: Path | None = None) -> Path:
    """Run the readings of some data sets, and write their means as CSV.

    Parameters
    ----------
    datasets : sequence of str, optional
        Keys of `FAMILIES`; default: all.
    into : Path, optional
        The folder to write into; default: ``data/results`` of the clone.

    Returns
    -------
    Path
        The file.

    Raises
    ------
    ValueError
        A data set without a family of readings.
    OSError
        Data that are not here, or a folder that cannot be written.
    EngineError
        WEKA cannot start, or fails.

    Examples
    --------
    >>> from experiments.readings import run_readings
    >>> run_readings(["balance-scale"], into=Path("/tmp"))  # doctest: +SKIP
    """
    rows = [row for name in datasets or FAMILIES for row in readings(name)]
    path = (into or root() / "data" / "results") / FILE
    with writing_results(COMMAND, path) as (draft,):
        table = pd.DataFrame(rows, columns=list(COLUMNS))
        table.to_csv(draft, index=False, lineterminator="\n", float_format="%.6g")
    return path


def main(arguments: Sequence[str] | None = None) -> int:
    """Run them; an error that a user can mend is one line and exit status 2."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="default: all that match print")
    parser.add_argument("--into", type=Path, metavar="FOLDER", help="default: data/results")
    options = parser.parse_args(arguments)
    try:
        print(run_readings(options.names, into=options.into))
    except (ValueError, OSError, EngineError, MissingExtraError) as error:
        print(f"error: {' '.join(str(error).split())}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return interrupted()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
