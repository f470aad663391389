"""The cells of Appendix A beside our own run in WEKA, from its committed results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import cast

from kappabook.checks import derived
from kappabook.data.encodings import Preparation, preparation
from kappabook.datasheet import results_file
from kappabook.ledger import Number
from kappabook.papers.bendavid2007.printed.keys import CLASSIFIERS, PRIVATE, PUBLIC, TABLES
from kappabook.papers.bendavid2007.printed.tables import COLUMNS, MEASURES, Key, keys, row
from kappabook.study import Results
from kappabook.study.files import read
from kappabook.study.pairs import fold_correlation
from kappabook.study.published import MATCHED

RUN = "study-weka.csv"
# Classifiers that learn alike in WEKA 3.5.3 and 3.9.7, as far as the matched data sets tell, but
# for two cells: on Balance and on Credit Logistic is another. A random forest is another on every
# data set.
STEADY = tuple(name for name in CLASSIFIERS if name != "RandomForest")


@cache
def results(engine: str = "weka") -> Results:
    """Read the committed results of the grid: ``data/results/study-<engine>.csv``."""
    return read(results_file(f"study-{engine}.csv"))


@cache
def ten_times(engine: str = "weka") -> Results:
    """Read the same grid in ten times ten folds: ``data/results/power-<engine>.csv``."""
    return read(results_file(f"power-{engine}.csv"))


@cache
def summary() -> Mapping[Key, Mapping[str, float]]:
    """Average our ten folds, as the paper averages its own.

    The columns are those of the printed tables; chance is the paper's, solved from accuracy and
    kappa of each fold, and 0 for a perfect one. True chance agreement is ``true-chance``.
    """
    table = results().summary()
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


@dataclass(frozen=True)
class Outcome:
    """What became of one data set and classifier.

    `kind` is ``private``, ``exact`` (accuracy and kappa equal print), ``near`` (the data are the
    paper's, the numbers are not quite) or ``not recovered`` (the preparation of the data is lost).
    """

    kind: str
    note: str


@derived
def outcome(printed: Mapping[str, str], dataset: str, classifier: str) -> Outcome:
    """Compare one printed row of the appendix with our run."""
    how = preparation(dataset)
    if dataset in PRIVATE:
        return Outcome("private", how.note)
    ours = summary()[dataset, classifier]
    value = f"Ours, in WEKA 3.9.7: accuracy {ours['accuracy']:.4f}, kappa {ours['kappa']:.4f}."
    if dataset not in MATCHED:
        return Outcome("not recovered", f"{value} {how.note}")
    cell = row(printed, TABLES[classifier], dataset, MEASURES)
    if all(Number(ours[measure]).agrees(getattr(cell, measure)) for measure in MEASURES):
        return Outcome("exact", _chosen(how, classifier) if how.status == "recovered" else "")
    return Outcome("near", f"{_why_near(dataset, classifier)} {value}")


def _chosen(how: Preparation, classifier: str) -> str:
    """Say how many were tried, what the choice rests on, and on which side of it this row was."""
    before = f", and about {how.before:,} before them" if how.before else ""
    held = f"held out: {_and(how.held_out)}" if how.held_out else "no classifier was held out"
    side = "was held out" if classifier in how.held_out else "was among those chosen with"
    return (
        f"Preparations tried: {how.tried}{before}. Chosen with {_and(how.chosen_with)}; {held}. "
        f"This row, of {classifier}, {side}. {how.note}"
    )


def _and(names: tuple[str, ...]) -> str:
    """Join names as in a sentence: A, B and C."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _why_near(dataset: str, classifier: str) -> str:
    if (dataset, classifier) in _UNEQUAL:
        return _UNEQUAL[dataset, classifier]
    if classifier == "RandomForest" and dataset in _IN_THE_PAPERS_VERSION:
        return f"{_OTHER_FORESTS} {_IN_THE_PAPERS_VERSION[dataset]}"
    return "Other readings were not tried for this."


# What became of the cells that are not exact in other versions of WEKA: 3.6.14, and 3.5.3 built
# from its source, with the same rows, preparation and folds. Their runs are not in the workbook,
# and each note says so: where they agree with print the row is not claimed all the same.
_NOT_KEPT = "That run is not in the workbook, so the row is not claimed."
_UNEQUAL = {
    ("balance-scale", "Logistic"): (
        "The version of WEKA is the cause. On the same rows, preparation and folds WEKA 3.6.14 "
        "has accuracy 0.985586, kappa 0.974990, P_c solved from them 0.254780 and four perfect "
        "folds, and agrees in all six numbers; so does 3.5.3, built from its source. 3.9.7 has "
        "kappa 0.974854 and three perfect folds. Under 3.9.7 none of 12 preparations agrees. The "
        "runs of 3.6.14 and 3.5.3 are not in the workbook, so the row is not claimed."
    ),
    ("credit-approval", "Logistic"): (
        "The version of WEKA is the cause. On the same rows, preparation and folds WEKA 3.6.14 "
        "has accuracy 0.833333, kappa 0.663850, and agrees in all six numbers; 3.9.7 has one "
        "error more in 690 rows. Under 3.9.7 the classifier was held out of the choice, and by "
        "itself it would not confirm the preparation. The run of 3.6.14 is not in the workbook, "
        "so the row is not claimed."
    ),
    ("credit-approval", "RandomForest"): (
        "Other versions of WEKA grow other random forests: on the same data 3.6.14 has accuracy "
        "0.8493, 3.9.7 has 0.8435. The version of the paper was not run on these data. The run "
        "of 3.6.14 is not in the workbook."
    ),
    ("swd", "SMO"): (
        "Unexplained. None of 72 preparations agrees, nor did about 100 other orders and domains "
        "and 8 settings of SMO before them. It is not the version: on the same data 3.5.3, built "
        "from its source, and 3.6.14 have 0.5640 and 0.3327 too. Those runs, and the tries "
        "before the 72, are not in the workbook."
    ),
    ("post-operative", "RandomForest"): (
        "Unexplained. On the same data neither WEKA 3.9.7 nor 3.5.3, built from its source, "
        "agrees: kappa -0.1364 and -0.0586 beside -0.0295; nor did 3.5.3 in any of about 13,000 "
        "orders of the values. The run of 3.5.3 and those orders are not in the workbook. The "
        "forest is the only classifier that had no part in the choice of this preparation, and it "
        "does not confirm it."
    ),
}
_OTHER_FORESTS = "WEKA 3.9.7 grows other random forests than 3.5.3, which the paper used."
_SOURCE = "On the same data 3.5.3, built from its source, "
_IN_THE_PAPERS_VERSION = {
    **dict.fromkeys(
        ("era", "esl", "lev", "swd"), f"{_SOURCE}agrees in all six numbers. {_NOT_KEPT}"
    ),
    "balance-scale": (
        f"{_SOURCE}agrees in all six numbers if its logarithm is that of an older Java; with "
        f"that of Java 17 in two. That setting rests on this one cell. {_NOT_KEPT}"
    ),
    "car": (
        f"{_SOURCE}agrees in the accuracy alone: kappa 0.8397 beside 0.8400. So the version is "
        "not all of the cause; 24 orders of the classes and 128 of the values did not help. "
        "Those runs are not in the workbook."
    ),
}


def exact_cells(
    printed: Mapping[str, str],
    datasets: Iterable[str] = PUBLIC,
    classifiers: Iterable[str] = tuple(CLASSIFIERS),
) -> dict[Key, bool]:
    """Say which cells equal print in accuracy and kappa; by default of all sixty public ones."""
    return {key: outcome(printed, *key).kind == "exact" for key in keys(datasets, classifiers)}


def block(printed: Mapping[str, str]) -> dict[Key, bool]:
    """Say it of the matched data sets and the four steady classifiers alone: known afterwards."""
    return exact_cells(printed, MATCHED, STEADY)
