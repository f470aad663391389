"""The printed tables, cell by cell, and what lets a check run once for the same printed texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, wraps

from kappabook.ledger import Finding
from kappabook.papers.bendavid2007.keys import AVERAGE, DATASETS, KEY, TABLES

Findings = Iterator[tuple[str, Finding]]
Check = Callable[[Mapping[str, str]], Findings]
Once = Callable[[Mapping[str, str]], tuple[tuple[str, Finding], ...]]

# The six columns of Table 7 and of Tables A.1-A.5, as the ids of their claims end.
COLUMNS = ("accuracy", "accuracy-ci", "kappa", "kappa-ci", "chance", "chance-ci")


@dataclass(frozen=True)
class Cell:
    """One row of Table 7 or of Tables A.1-A.5, as printed: three means and their half-widths."""

    accuracy: str
    accuracy_ci: str
    kappa: str
    kappa_ci: str
    chance: str
    chance_ci: str


def row(printed: Mapping[str, str], table: str, name: str) -> Cell:
    """Read one row of Table 7 or of a table of Appendix A.

    Parameters
    ----------
    printed : mapping of str to str
        The printed text of every claim, by id.
    table : str
        ``table7`` or ``tableA1`` to ``tableA5``.
    name : str
        Key of a data set, or ``average``.
    """
    return Cell(*(printed[f"{KEY}.{table}.{name}.{column}"] for column in COLUMNS))


def appendix(printed: Mapping[str, str]) -> dict[tuple[str, str], Cell]:
    """Read the 75 rows of Tables A.1-A.5, by data set and classifier."""
    return {
        (dataset, classifier): row(printed, table, dataset)
        for dataset in DATASETS
        for classifier, table in TABLES.items()
    }


def table7(printed: Mapping[str, str]) -> dict[str, Cell]:
    """Read the 15 rows of Table 7, by data set."""
    return {dataset: row(printed, "table7", dataset) for dataset in DATASETS}


def bottom_rows(printed: Mapping[str, str]) -> dict[str, Cell]:
    """Read the row of averages of Table 7 and of Tables A.1-A.5, by table."""
    return {table: row(printed, table, AVERAGE) for table in ("table7", *TABLES.values())}


def once_per_texts(*prefixes: str) -> Callable[[Check], Once]:
    """Run a check again only if a printed text that it may read has changed.

    The check sees the claims whose id, without the paper's key, begins with one of `prefixes`,
    and no others. The findings of an unchanged check are the same objects, so that the
    sensitivity test need not judge them anew.
    """
    starts = tuple(f"{KEY}.{prefix}" for prefix in prefixes)

    def decorate(check: Check) -> Once:
        @lru_cache(maxsize=8)
        def findings(texts: tuple[tuple[str, str], ...]) -> tuple[tuple[str, Finding], ...]:
            return tuple(check(dict(texts)))

        @wraps(check)
        def run(printed: Mapping[str, str]) -> tuple[tuple[str, Finding], ...]:
            return findings(
                tuple((name, printed[name]) for name in _beginning(starts, tuple(printed)))
            )

        return run

    return decorate


@lru_cache(maxsize=64)
def _beginning(starts: tuple[str, ...], ids: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in ids if name.startswith(starts))
