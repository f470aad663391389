"""Our own run of the experiment in WEKA, from its committed results, beside Appendix A.

`exact_cells` says which cells equal the printed ones; ``remarks.toml`` says what became of the
others, and a test holds it to this run.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, cast

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from kappabook.audit.computed import Interval, agrees
from kappabook.audit.printed import Printed
from kappabook.data import preparation
from kappabook.data.datasheet import results_file
from kappabook.data.table import Table
from kappabook.metrics.confusion import ConfusionMatrix
from kappabook.papers.bendavid2007.definitions import (
    CLASSIFIERS,
    COLUMNS,
    MEASURES,
    PRIVATE,
    PUBLIC,
    Key,
    cell,
    keys,
)
from kappabook.study import StudyResults
from kappabook.study.pairs import fold_correlation
from kappabook.study.published import MATCHED
from kappabook.system.extras import install

# The same grid in the WEKA of Debian, by experiments/weka_3_6_14.py.
OLDER = "weka-3.6.14"
# Classifiers that learn alike in WEKA 3.5.3 and 3.9.7, as far as the matched data sets tell, but
# for two cells: on Balance and on Credit Logistic is another. A random forest is another on every
# data set.
STEADY = tuple(name for name in CLASSIFIERS if name != "RandomForest")


@cache
def results(engine: str = "weka") -> StudyResults:
    """Read the committed results of the grid: ``data/results/study-<engine>.csv``.

    `engine` is ``weka`` (3.9.7), ``weka-3.6.14`` or ``sklearn``.
    """
    return StudyResults.read(results_file(f"study-{engine}.csv"))


@cache
def nursery_samples() -> pd.DataFrame:
    """Read what 200 random thousands of Nursery give; the paper's own thousand is lost."""
    return pd.read_csv(results_file("study-nursery-samples.csv"))


def among_samples(classifier: str, column: str) -> Interval:
    """Return the middle 95 % of what random thousands of Nursery give for one printed number."""
    table = nursery_samples()
    drawn = table[table["classifier"] == classifier][column]
    return Interval(float(drawn.quantile(0.025)), float(drawn.quantile(0.975)))


@cache
def summary(engine: str = "weka") -> Mapping[Key, Mapping[str, float]]:
    """Average our ten folds, as the paper averages its own.

    The columns are those of the printed tables; chance is the paper's, solved from accuracy and
    kappa of each fold, and 0 for a perfect one. True chance agreement is ``true-chance``.
    """
    table = results(engine).summary()
    renamed = {
        **{column: column.replace("-", "_") for column in COLUMNS},
        **{"chance": "implied_chance", "chance-ci": "implied_chance_ci"},
        **{"true-chance": "chance", "true-chance-ci": "chance_ci"},
    }
    cells = table.droplevel("engine")[list(renamed.values())].set_axis(list(renamed), axis=1)
    return cast(dict[Key, dict[str, float]], cells.to_dict(orient="index"))


@cache
def lev_correlation() -> float:
    """Correlation of the fold accuracies of SMO and Naive Bayes on LEV, both recovered."""
    return float(fold_correlation(results(), "lev", "SMO", "NaiveBayes"))


# --- how near a cell is -------------------------------------------------------------------------


def outcome(p: Printed, key: Key) -> str:
    """Say what became of one data set and classifier.

    ``private``, ``exact`` (accuracy and kappa equal print), ``near`` (the data are the paper's, the
    numbers are not quite) or ``not recovered`` (the preparation of the data is lost).
    """
    dataset, _ = key
    if dataset in PRIVATE:
        return "private"
    if dataset not in MATCHED:
        return "not recovered"
    return "exact" if equals_print(p, key) else "near"


def equals_print(p: Printed, key: Key, engine: str = "weka") -> bool:
    """Say whether accuracy and kappa of a public cell have the printed digits."""
    printed, ours = cell(p, key, MEASURES), summary(engine)[key]
    return all(agrees(ours[measure], getattr(printed, measure)) for measure in MEASURES)


def exact_cells(
    p: Printed,
    datasets: Iterable[str] = PUBLIC,
    classifiers: Iterable[str] = tuple(CLASSIFIERS),
    engine: str = "weka",
) -> dict[Key, bool]:
    """Say which cells equal print in accuracy and kappa; by default of all sixty public ones.

    Data whose preparation is lost can equal print by luck only, and count as unequal.
    """
    return {
        key: key[0] in MATCHED and equals_print(p, key, engine)
        for key in keys(datasets, classifiers)
    }


def block(p: Printed, engine: str = "weka") -> dict[Key, bool]:
    """Say it of the matched data sets and the four steady classifiers alone: known afterwards."""
    return exact_cells(p, MATCHED, STEADY, engine)


def perfect_folds(key: Key, engine: str = "weka") -> int:
    """Count the folds of a run in which kappa is 1."""
    dataset, classifier = key
    folds = results(engine).select(dataset=dataset, classifier=classifier).folds
    return int((folds["kappa"] == 1).sum())


@cache
def said_of(key: Key) -> Mapping[str, Any]:
    """Return what the note on a cell says: both versions of WEKA, and the preparation."""
    dataset, classifier = key
    how, ours, older = preparation(dataset), summary()[key], summary(OLDER)[key]
    chosen, held_out = (_and(names) for names in (how.chosen_with, how.held_out))
    return {
        "accuracy": ours["accuracy"],
        "kappa": ours["kappa"],
        "older_accuracy": older["accuracy"],
        "older_kappa": older["kappa"],
        "older_chance": older["chance"],
        "perfect": perfect_folds(key),
        "older_perfect": perfect_folds(key, OLDER),
        "tried": f"{how.tried}, and about {how.before:,} before them" if how.before else how.tried,
        "chosen": chosen,
        "held": f"held out: {held_out}" if held_out else "no classifier was held out",
        "side": "was held out" if classifier in how.held_out else "was among those chosen with",
        "preparation": how.note,
    }


def _and(names: Sequence[str]) -> str:
    """Join names as in a sentence: A, B and C."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def by_version(p: Printed) -> pd.DataFrame:
    """Count what equals print in each version of WEKA whose run is stored: all, and the block."""
    counts = {
        results(engine).folds["engine_version"].iloc[0]: [
            sum(equal(p, engine=engine).values()) for equal in (exact_cells, block)
        ]
        for engine in (OLDER, "weka")
    }
    names = ["of 60 public cells", "of 36 in the block"]
    return pd.DataFrame.from_dict(counts, orient="index", columns=names).rename_axis("WEKA")


# --- one cell, trained again --------------------------------------------------------------------

Folds = Sequence[tuple[NDArray[np.intp], NDArray[np.intp]]]
Matrices = list[NDArray[np.int64]]


def weka_matrices(table: Table, classifier: str, folds: Folds) -> Matrices:
    """Train WEKA on each fold and count what it predicts; without Java, look it up.

    Parameters
    ----------
    table : Table
        A data set of the study, or any other where WEKA can start.
    classifier : str
        A key of WEKA's, such as ``"NaiveBayes"``.
    folds : sequence of (train, test)
        Row numbers, as :class:`kappabook.study.WekaStratifiedKFold` gives them.

    Returns
    -------
    list of ndarray of shape (n_classes, n_classes)
        Rows are the truth. Where WEKA cannot start, those of `stored_matrices`: the same.

    Raises
    ------
    ValueError
        As `stored_matrices`, where WEKA cannot start; an unknown classifier.
    """
    from kappabook.study.engines import EngineError, WekaEngine  # with scikit-learn, a second

    engine = WekaEngine()
    try:
        engine.version  # noqa: B018 - this starts Java
    except EngineError:
        return stored_matrices(table, classifier, folds)
    labels = range(len(table.classes))
    guesses = [engine.predict(table, classifier, train, test) for train, test in folds]
    return [
        ConfusionMatrix.from_predictions(table.y[test], guess, labels=labels).cells
        for (_, test), guess in zip(folds, guesses, strict=True)
    ]


def stored_matrices(table: Table, classifier: str, folds: Folds) -> Matrices:
    """Read the confusion matrices of WEKA's ten folds of seed 1 from our run.

    Raises
    ------
    ValueError
        Other folds, or a data set or classifier that is not in the run.
    """
    from kappabook.study import WekaStratifiedKFold  # with scikit-learn, a second

    wekas = list(WekaStratifiedKFold().split_codes(table.y))
    if len(folds) != len(wekas) or not all(
        np.array_equal(rows, ours)
        for fold, known in zip(folds, wekas, strict=True)
        for rows, ours in zip(fold, known, strict=True)
    ):
        raise ValueError(
            f"WEKA cannot start here, and of {table.name} only the ten folds of seed 1 are stored; "
            f"these are {len(folds)} others. For any folds: {install('weka')}"
        )
    run = results().select(dataset=table.name, classifier=classifier)
    return [run.confusion(table.name, classifier, fold=i).cells for i in range(1, len(wekas) + 1)]
