"""The cells of Appendix A beside our own run in WEKA, from its committed results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import cast

from kappabook.checkout import results_folder
from kappabook.data.encodings import Preparation, preparation
from kappabook.ledger import Finding, Number, Statement
from kappabook.papers.bendavid2007.artefact import Key
from kappabook.papers.bendavid2007.keys import CLASSIFIERS, DATASETS, PRIVATE, TABLES
from kappabook.papers.bendavid2007.mended import CELLS
from kappabook.papers.bendavid2007.printed import COLUMNS, Cell, Findings, once_per_texts, row
from kappabook.study import Results
from kappabook.study.files import read
from kappabook.study.pairs import fold_correlation
from kappabook.study.published import MATCHED

# Classifiers that other versions of WEKA leave as they are; a random forest they do not.
STEADY = tuple(name for name in CLASSIFIERS if name != "RandomForest")


@cache
def results(engine: str = "weka") -> Results:
    """Read the committed results of the grid: ``data/results/study-<engine>.csv``."""
    return read(results_folder() / f"study-{engine}.csv")


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


# --- how near a cell is -------------------------------------------------------------------------


def equals(cell: Cell, ours: Mapping[str, float], *columns: str) -> bool:
    """Say whether our values round to the printed ones."""
    return all(Number(ours[c]).agrees(getattr(cell, c.replace("-", "_"))) for c in columns)


@dataclass(frozen=True)
class Outcome:
    """What became of one data set and classifier.

    `kind` is ``private``, ``exact`` (accuracy and kappa equal print), ``near`` (the data are the
    paper's, the numbers are not quite) or ``not recovered`` (the preparation of the data is lost).
    """

    kind: str
    note: str


@cache
def outcome(dataset: str, classifier: str, cell: Cell) -> Outcome:
    """Compare one printed row of the appendix with our run."""
    how = preparation(dataset)
    if dataset in PRIVATE:
        return Outcome("private", how.note)
    ours = summary()[dataset, classifier]
    value = f"Ours: accuracy {ours['accuracy']:.4f}, kappa {ours['kappa']:.4f}."
    if dataset not in MATCHED:
        return Outcome("not recovered", f"{value} Preparations tried: {how.tried}. {how.note}")
    if equals(cell, ours, "accuracy", "kappa"):
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


@once_per_texts(*(f"{table}." for table in TABLES.values()))
def appendix_cells(printed: Mapping[str, str]) -> Findings:
    """Judge the cells of Tables A.1-A.5 by the re-run, but for the impossible chances."""
    for classifier, table in TABLES.items():
        for dataset in DATASETS:
            found = outcome(dataset, classifier, row(printed, table, dataset))
            corrected = (dataset, classifier) in CELLS
            for column in COLUMNS:
                if not (corrected and column.startswith("chance")):
                    name = f"{table}.{dataset}.{column}"
                    yield name, _finding(found, dataset, classifier, column)


@cache
def _finding(found: Outcome, dataset: str, classifier: str, column: str) -> Finding:
    if found.kind == "private":
        return Finding(Statement(False, "private"), "rerun", found.note, "unavailable")
    number = Number(summary()[dataset, classifier][column])
    if found.kind != "exact":
        return Finding(number, "rerun", found.note, "not reproduced")
    return Finding(number, "rerun", found.note, "recovered" if found.note else "reproduced")


# --- what the run says of the text --------------------------------------------------------------


@cache
def lev_correlation() -> float:
    """Correlation of the fold accuracies of SMO and Naive Bayes on LEV, both recovered."""
    return float(fold_correlation(results(), "lev", "SMO", "NaiveBayes"))


def exact_cells(printed: Mapping[str, str]) -> dict[Key, bool]:
    """Say which cells of the eight matched data sets and four steady classifiers equal print."""
    return {
        (dataset, classifier): outcome(
            dataset, classifier, row(printed, TABLES[classifier], dataset)
        ).kind
        == "exact"
        for dataset in MATCHED
        for classifier in STEADY
    }


@once_per_texts(*(f"{table}." for table in TABLES.values()))
def defaults(printed: Mapping[str, str]) -> Findings:
    """Judge the statement that the classifiers had their default options."""
    cells = exact_cells(printed)
    shown = f"{sum(cells.values())} of {len(cells)} cells equal print with default options"
    yield "s4.defaults", Finding(Statement(sum(cells.values()) > len(cells) / 2, shown), "rerun")
