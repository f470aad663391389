"""The cells of Appendix A beside our own run in WEKA, from its committed results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import cast

from kappabook.checks import derived
from kappabook.data.encodings import Preparation, preparation
from kappabook.datasheet import results_file
from kappabook.ledger import Number
from kappabook.papers.bendavid2007.printed.keys import CLASSIFIERS, PRIVATE, TABLES
from kappabook.papers.bendavid2007.printed.tables import COLUMNS, MEASURES, Key, keys, row
from kappabook.study import Results
from kappabook.study.files import read
from kappabook.study.pairs import fold_correlation
from kappabook.study.published import MATCHED

# Classifiers that other versions of WEKA leave as they are; a random forest they do not.
STEADY = tuple(name for name in CLASSIFIERS if name != "RandomForest")


@cache
def results(engine: str = "weka") -> Results:
    """Read the committed results of the grid: ``data/results/study-<engine>.csv``."""
    return read(results_file(f"study-{engine}.csv"))


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
    value = f"Ours: accuracy {ours['accuracy']:.4f}, kappa {ours['kappa']:.4f}."
    if dataset not in MATCHED:
        return Outcome("not recovered", f"{value} Preparations tried: {how.tried}. {how.note}")
    cell = row(printed, TABLES[classifier], dataset, MEASURES)
    if all(Number(ours[measure]).agrees(getattr(cell, measure)) for measure in MEASURES):
        return Outcome("exact", _chosen(how) if how.status == "recovered" else "")
    return Outcome("near", f"{value} {_why_near(dataset, classifier, how)}")


def _chosen(how: Preparation) -> str:
    held = f"{', '.join(how.held_out)} held out" if how.held_out else "no classifier held out"
    return (
        f"Preparations tried: {how.tried}; chosen with {', '.join(how.chosen_with)}, {held}. "
        f"{how.note}"
    )


def _why_near(dataset: str, classifier: str, how: Preparation) -> str:
    if classifier not in STEADY:
        return (
            "WEKA 3.9.7 grows other random forests than 3.5.3, which the paper used and which "
            "cannot be had from a package index."
        )
    return f"No other of {how.tried} preparations of {dataset} agrees with print either."


def exact_cells(printed: Mapping[str, str]) -> dict[Key, bool]:
    """Say which cells of the eight matched data sets and four steady classifiers equal print."""
    return {key: outcome(printed, *key).kind == "exact" for key in keys(MATCHED, STEADY)}
