"""Tables 9, 10 and 11, recomputed from the appendix: ranks, and extremes of the chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from kappabook.ledger import Finding, Number
from kappabook.papers.bendavid2007.keys import CLASSIFIERS, DATASETS, KEY
from kappabook.papers.bendavid2007.printed import Cell, Findings, appendix, once_per_texts
from kappabook.papers.bendavid2007.rounding import Name, between, exact, from_rounded

Appendix = Mapping[tuple[str, str], Cell]

# As Tables 9 and 11 print the classifiers.
SHORT = {
    "J48": "C4.5",
    "SMO": "SMO",
    "NaiveBayes": "N Bayes",
    "Logistic": "Logistic",
    "RandomForest": "Random forest",
}
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
# In the order of Table 11.
TABLE_11 = (
    "monks-3",
    "balance-scale",
    "project-management",
    "efe",
    "english-comprehension",
    "era",
    "post-operative",
    "cmc",
    "boston-housing",
    "swd",
    "esl",
    "car",
    "lev",
    "nursery",
    "credit-approval",
)


# --- ranks --------------------------------------------------------------------------------------


def ranks(values: Sequence[Fraction]) -> tuple[int, ...]:
    """Rank from the largest, 1; ties share the best rank, as in a competition."""
    return tuple(1 + sum(other > value for other in values) for value in values)


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
    def tied(self) -> bool:
        """Whether two classifiers share a rank by either meter."""
        return any(len(set(r)) < len(r) for r in (self.by_accuracy, self.by_kappa))

    @property
    def best(self) -> int:
        """Rank by kappa of the classifier that is best by accuracy."""
        return self.by_kappa[self.by_accuracy.index(1)]


@cache
def ranking(row: tuple[Cell, ...]) -> Ranking:
    """Rank five rows of the appendix, those of one data set."""
    return Ranking(
        ranks([exact(cell.accuracy) for cell in row]), ranks([exact(cell.kappa) for cell in row])
    )


def rankings(cells: Appendix) -> dict[str, Ranking]:
    """Rank the classifiers on each data set by accuracy and by kappa."""
    return {dataset: ranking(in_one(cells, dataset)) for dataset in DATASETS}


def in_one(cells: Appendix, dataset: str) -> tuple[Cell, ...]:
    """Return the rows of one data set, in the order of the appendix."""
    return tuple(cells[dataset, classifier] for classifier in CLASSIFIERS)


def differing(found: Mapping[str, Ranking]) -> tuple[str, ...]:
    """Return the data sets on which the two rankings differ."""
    return tuple(dataset for dataset, both in found.items() if both.changed)


@once_per_texts("tableA")
def table_9(printed: Mapping[str, str]) -> Findings:
    """Compute the ranks that Table 9 shows."""
    found = rankings(appendix(printed))
    for dataset in TABLE_9:
        both = found[dataset]
        for i, classifier in enumerate(CLASSIFIERS):
            # Two printed lines of Random Forest and Logistic run into each other in our copy.
            damaged = (dataset, classifier) == ("project-management", "RandomForest")
            name = f"table9.{dataset}.{classifier}"
            yield f"{name}.accuracy", Finding(Number(both.by_accuracy[i]), damaged=damaged)
            yield f"{name}.kappa", Finding(Number(both.by_kappa[i]), damaged=damaged)


@once_per_texts("tableA")
def table_10(printed: Mapping[str, str]) -> Findings:
    """Compare the Post Operative rows with the appendix, and rank them."""
    cells = appendix(printed)
    both = ranking(in_one(cells, "post-operative"))
    for i, classifier in enumerate(CLASSIFIERS):
        cell = cells["post-operative", classifier]
        for column in ("accuracy", "kappa", "chance"):
            value = exact(getattr(cell, column))
            yield f"table10.{classifier}.{column}", Finding(Number(value))
        yield f"table10.{classifier}.accuracy-rank", Finding(Number(both.by_accuracy[i]))
        yield f"table10.{classifier}.kappa-rank", Finding(Number(both.by_kappa[i]))


# --- highest and lowest chance ------------------------------------------------------------------


@dataclass(frozen=True)
class Extremes:
    """Classifiers with the lowest and the highest printed chance on one data set.

    `difference` is the highest chance less the lowest, over the lowest, in per cent; `low` and
    `high` are its ends over all inputs that round to the printed ones.
    """

    lowest: str
    highest: str
    difference: Fraction
    low: Fraction
    high: Fraction


@cache
def extremes(row: tuple[Cell, ...]) -> Extremes | None:
    """Return the extremes of one data set; None where the lowest printed chance is 0."""
    chances = {classifier: cell.chance for classifier, cell in zip(CLASSIFIERS, row, strict=True)}
    lowest = min(chances, key=lambda name: exact(chances[name]))
    highest = max(chances, key=lambda name: exact(chances[name]))
    if exact(chances[lowest]) == 0:
        return None
    bottom, top = between(chances[lowest]), between(chances[highest])
    return Extremes(
        lowest,
        highest,
        100 * (exact(chances[highest]) / exact(chances[lowest]) - 1),
        100 * (Fraction(top.low) / Fraction(bottom.high) - 1),
        100 * (Fraction(top.high) / Fraction(bottom.low) - 1),
    )


def all_extremes(cells: Appendix) -> dict[str, Extremes]:
    """Return the extremes of each data set, but for MONK-3, where four printed chances are 0."""
    found = {dataset: extremes(in_one(cells, dataset)) for dataset in DATASETS}
    return {dataset: both for dataset, both in found.items() if both is not None}


@once_per_texts("tableA", "table11")
def table_11(printed: Mapping[str, str]) -> Findings:
    """Compute the thirteen rows of Table 11 that hold no impossible chance."""
    found = all_extremes(appendix(printed))
    for dataset in TABLE_11[2:]:
        both, name = found[dataset], f"table11.{dataset}"
        yield f"{name}.lowest", Finding(Name(SHORT[both.lowest]))
        yield f"{name}.highest", Finding(Name(SHORT[both.highest]))
        text = printed[f"{KEY}.{name}.difference"]
        yield (
            f"{name}.difference",
            from_rounded(text, both.difference, both.low, both.high),
        )
