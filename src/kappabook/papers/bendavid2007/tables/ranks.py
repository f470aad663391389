"""Tables 9 and 10: the ranks of the classifiers by accuracy and by kappa, from the appendix."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import SupportsFloat

from scipy.stats import rankdata

from kappabook.checks import Findings, check, derived
from kappabook.ledger import Finding, Number
from kappabook.papers.bendavid2007.printed.keys import CLASSIFIERS, DATASETS, KEY, TABLES
from kappabook.papers.bendavid2007.printed.rounding import exact
from kappabook.papers.bendavid2007.printed.tables import MEASURES, Appendix, Cell, row

# The data sets that Table 9 shows.
TABLE_9 = (
    "cmc",
    "efe",
    "english-comprehension",
    "esl",
    "boston-housing",
    "lev",
    "post-operative",
    "project-management",
)


def ranks(values: Sequence[SupportsFloat]) -> tuple[int, ...]:
    """Rank from the largest, 1; ties share the best rank, as in a competition."""
    return tuple(rankdata([-float(value) for value in values], method="min").astype(int).tolist())


@dataclass(frozen=True)
class Ranking:
    """Ranks of the five classifiers on one data set, in the order of the appendix."""

    by_accuracy: tuple[int, ...]
    by_kappa: tuple[int, ...]

    @property
    def changed(self) -> int:
        """Number of classifiers whose two ranks differ."""
        return sum(a != k for a, k in zip(self.by_accuracy, self.by_kappa, strict=True))

    @property
    def best(self) -> int:
        """Rank by kappa of the classifier that is best by accuracy."""
        return self.by_kappa[self.by_accuracy.index(1)]


def ranking(cells: Sequence[Cell]) -> Ranking:
    """Rank five rows of the appendix, those of one data set."""
    return Ranking(
        ranks([exact(cell.accuracy) for cell in cells]),
        ranks([exact(cell.kappa) for cell in cells]),
    )


def rankings(cells: Appendix) -> dict[str, Ranking]:
    """Rank the classifiers on each data set by accuracy and by kappa."""
    return {d: ranking([cells[d, c] for c in CLASSIFIERS]) for d in DATASETS}


@derived
def printed_ranking(printed: Mapping[str, str], dataset: str) -> Ranking:
    """Rank the classifiers on one data set, and read no more than that needs."""
    return ranking([row(printed, table, dataset, MEASURES) for table in TABLES.values()])


def differing(found: Mapping[str, Ranking]) -> tuple[str, ...]:
    """Return the data sets on which the two rankings differ."""
    return tuple(dataset for dataset, both in found.items() if both.changed)


@check("table9.{dataset}.*", dataset=TABLE_9)
def table_9(printed: Mapping[str, str], dataset: str) -> Findings:
    """Compute the ranks that Table 9 shows."""
    both = printed_ranking(printed, dataset)
    for classifier, by_accuracy, by_kappa in zip(
        CLASSIFIERS, both.by_accuracy, both.by_kappa, strict=True
    ):
        # Two printed lines of Random Forest and Logistic run into each other in our copy.
        damaged = (dataset, classifier) == ("project-management", "RandomForest")
        name = f"table9.{dataset}.{classifier}"
        yield f"{name}.accuracy", Finding(Number(by_accuracy), damaged=damaged)
        yield f"{name}.kappa", Finding(Number(by_kappa), damaged=damaged)


@check("table10.{classifier}.{name}", classifier=CLASSIFIERS, name=(*MEASURES, "chance"))
def table_10(printed: Mapping[str, str], classifier: str, name: str) -> Finding:
    """Compare the Post Operative rows with the appendix."""
    return Finding(Number(exact(printed[f"{KEY}.{TABLES[classifier]}.post-operative.{name}"])))


@check("table10.*-rank")
def ranks_of_table_10(printed: Mapping[str, str]) -> Findings:
    """Rank the Post Operative rows."""
    both = printed_ranking(printed, "post-operative")
    for i, classifier in enumerate(CLASSIFIERS):
        yield f"table10.{classifier}.accuracy-rank", Finding(Number(both.by_accuracy[i]))
        yield f"table10.{classifier}.kappa-rank", Finding(Number(both.by_kappa[i]))
