"""The printed tables, cell by cell."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from scipy.special import stdtrit

from kappabook.papers.bendavid2007.printed.keys import CLASSIFIERS, DATASETS, FOLDS, KEY, TABLES
from kappabook.papers.bendavid2007.printed.rounding import exact

# The six columns of Table 7 and of Tables A.1-A.5, as the ids of their claims end.
COLUMNS = ("accuracy", "accuracy-ci", "kappa", "kappa-ci", "chance", "chance-ci")
MEASURES = ("accuracy", "kappa")
# A printed half-width is this times the standard error of a mean over ten folds.
T9 = float(stdtrit(FOLDS - 1, 0.975))


@dataclass(frozen=True)
class Cell:
    """One row of Table 7 or of Tables A.1-A.5, as printed: three means and their half-widths."""

    accuracy: str
    accuracy_ci: str
    kappa: str
    kappa_ci: str
    chance: str
    chance_ci: str


# Data set and classifier.
Key = tuple[str, str]
Appendix = Mapping[Key, Cell]


def keys(
    datasets: Iterable[str] = tuple(DATASETS), classifiers: Iterable[str] = tuple(CLASSIFIERS)
) -> tuple[Key, ...]:
    """List the cells of some data sets and classifiers, in the paper's order; all are 75."""
    return tuple(product(datasets, classifiers))


def row(
    printed: Mapping[str, str], table: str, name: str, columns: Collection[str] = COLUMNS
) -> Cell:
    """Read one row of Table 7 or of a table of Appendix A.

    Parameters
    ----------
    printed : mapping of str to str
        The printed text of every claim, by id.
    table : str
        ``table7`` or ``tableA1`` to ``tableA5``.
    name : str
        Key of a data set, or ``average``.
    columns : collection of str
        What is read; the other texts are left empty, so that nothing can rest on them.
    """
    start = f"{KEY}.{table}.{name}"
    return Cell(*(printed[f"{start}.{c}"] if c in columns else "" for c in COLUMNS))


def appendix(
    printed: Mapping[str, str],
    columns: Collection[str] = COLUMNS,
    cells: Iterable[Key] = tuple(product(DATASETS, CLASSIFIERS)),
) -> dict[Key, Cell]:
    """Read rows of Tables A.1-A.5, by data set and classifier; all 75 unless `cells` says which."""
    return {(d, c): row(printed, TABLES[c], d, columns) for d, c in cells}


def table7(printed: Mapping[str, str], columns: Collection[str] = COLUMNS) -> dict[str, Cell]:
    """Read the 15 rows of Table 7, by data set."""
    return {dataset: row(printed, "table7", dataset, columns) for dataset in DATASETS}


def column(printed: Mapping[str, str], cells: Iterable[Key], name: str) -> tuple[str, ...]:
    """Read one column of some cells of the appendix."""
    return tuple(printed[f"{KEY}.{TABLES[c]}.{d}.{name}"] for d, c in cells)


def number(printed: Mapping[str, str], claim: str) -> Fraction:
    """Read the printed number of a claim, whose id is given without the paper's key."""
    return exact(printed[f"{KEY}.{claim}"])
