"""The numbers about all raters, each pair, each rater and each item."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any, TypeAlias

import numpy as np

from kappabook.commands.agree.sheet import Sheet
from kappabook.commands.agree.sheet_checks import Level
from kappabook.commands.agree.values import Fought, Margins, Pair, SelfAgreement
from kappabook.commands.label_checks import as_number
from kappabook.commands.words import Value
from kappabook.metrics.raters import pairwise_kappas, rater_interval

# Each rater's labels; None where there is none.
Rated: TypeAlias = dict[str, list[Any]]


def numbers(rated: Rated) -> Rated:
    """Return the same with labels as the numbers that they are."""
    return {r: [x and as_number(x) for x in column] for r, column in rated.items()}


@dataclass(frozen=True)
class How:
    """How to measure.

    The labels in their order, whether that order was given, what alpha takes them for, the group
    of each item if items come in groups, and the level and the draws of the intervals.
    """

    labels: list[str]
    ordered: bool
    level: Level
    groups: list[str] | None
    confidence_level: float
    n_draws: int | None

    @property
    def numeric(self) -> bool:
        """Whether labels are numbers whose differences count."""
        return self.level in ("interval", "ratio")

    @cached_property
    def values(self) -> dict[str, float]:
        """The labels as numbers, if they are."""
        return {label: as_number(label) or 0.0 for label in self.labels}

    @cached_property
    def widest(self) -> float:
        """The largest difference of two labels."""
        return max(self.values.values()) - min(self.values.values())

    def at(self, items: Sequence[int]) -> How:
        """Keep the groups of some items."""
        return replace(self, groups=self.groups and [self.groups[i] for i in items])

    def infer(
        self, rated: Rated, name: Any, labels: list[str] | None = None, weights: Any = None
    ) -> Value:
        """Estimate a coefficient of several raters; alpha by the level of the labels."""
        alpha = name == "krippendorff"
        numeric = alpha and self.numeric
        one_group = self.groups is not None and len(set(self.groups)) < 2
        found = rater_interval(
            numbers(rated) if numeric else rated,
            name,
            labels=None if numeric else labels or self.labels,
            weights=weights,
            level=self.level if alpha else "nominal",
            groups=None if one_group else self.groups,
            confidence_level=self.confidence_level,
            n_draws=self.n_draws,
        )
        if one_group:
            return Value(found.estimate, math.nan, math.nan, "all items are of one group")
        return Value(found.estimate, found.low, found.high, found.caution)

    def kappa_by_groups(self, first: Sequence[Any], second: Sequence[Any], weights: Any) -> Value:
        """Cohen's kappa of two columns, its interval by groups of items."""
        both = [i for i, (x, y) in enumerate(zip(first, second, strict=True)) if None not in (x, y)]
        if len(both) < 2:
            return Value(math.nan, math.nan, math.nan, "fewer than two items")
        # Of two raters without gaps, Conger's kappa is Cohen's.
        columns = {"first": [first[i] for i in both], "second": [second[i] for i in both]}
        return self.at(both).infer(columns, "conger", weights=weights)

    def apart(self, x: str, y: str) -> float:
        """Say how far two labels are apart: 0 the same, 1 as far as can be."""
        if x == y or self.level == "nominal":
            return float(x != y)
        if self.level == "ordinal":
            return abs(self.labels.index(x) - self.labels.index(y)) / (len(self.labels) - 1)
        a, b = self.values[x], self.values[y]
        return abs(a - b) / (a + b if self.level == "ratio" else self.widest) if a != b else 0.0


def pairs_of(rated: Rated, how: How, weights: Any = None) -> list[Pair]:
    """Compare each two raters."""
    labels = how.labels
    kappas = pairwise_kappas(
        rated,
        labels=labels,
        weights=weights,
        confidence_level=how.confidence_level,
        n_draws=how.n_draws,
    )
    place, k = {label: i for i, label in enumerate(labels)}, len(labels)
    pairs = []
    for (i, a), (j, b) in combinations(enumerate(rated), 2):
        cells = np.zeros((k, k), dtype=int)
        for x, y in zip(rated[a], rated[b], strict=True):
            if x is not None and y is not None:
                cells[place[x], place[y]] += 1
        close = np.eye(k)
        if weights is not None and k > 1:
            close = 1 - np.abs(np.subtract.outer(np.arange(k), np.arange(k))) / (k - 1)
        n = int(cells.sum())
        chance = cells.sum(axis=1) @ close @ cells.sum(axis=0)
        kappa = Value(
            float(kappas.estimate[i, j]), float(kappas.low[i, j]), float(kappas.high[i, j])
        )
        if how.groups is not None and not math.isnan(kappa.estimate):
            kappa = how.kappa_by_groups(rated[a], rated[b], weights)
        pairs.append(
            Pair(
                raters=(a, b),
                estimate=kappa.estimate,
                low=kappa.low,
                high=kappa.high,
                n_items=n,
                observed=float((close * cells).sum() / n) if n else math.nan,
                chance=float(chance / n**2) if n else math.nan,
                confusion=cells.tolist(),
            )
        )
    return pairs


def margins_of(sheet: Sheet, labels: list[str]) -> list[Margins]:
    """Count what each rater says, and beside the others on the items that they share."""
    found = []
    for rater in sheet.raters:
        own = Counter(cell[rater] for cell in sheet.cells if rater in cell)
        n = sum(own.values())
        more = dict.fromkeys(labels, 0.0)
        common = 0
        for cell in sheet.cells:
            others = [label for name, label in cell.items() if name != rater]
            if rater in cell and others:
                common += 1
                more[cell[rater]] += 1
                for label in others:
                    more[label] -= 1 / len(others)
        found.append(
            Margins(
                rater,
                n,
                {label: own[label] / n if n else math.nan for label in labels},
                {label: x / common if common else math.nan for label, x in more.items()},
            )
        )
    return found


def fought_over(sheet: Sheet, how: How) -> list[Fought]:
    """Items on which raters disagree, most first; in the order of the file where they tie."""
    found = []
    for item, cell in zip(sheet.items, sheet.cells, strict=True):
        pairs = list(combinations(cell.values(), 2))
        apart = sum(how.apart(x, y) for x, y in pairs)
        if apart:
            found.append(Fought(item, apart / len(pairs), dict(cell)))
    return sorted(found, key=lambda one: (-one.disagreement, -len(one.ratings)))


def agreement_with_itself(sheet: Sheet, rater: str, how: How) -> SelfAgreement | None:
    """Compare the runs of one rater, as if each were a rater, and with nobody else."""
    names = list(dict.fromkeys(run for item in sheet.runs for run in item.get(rater, {})))
    items = [i for i, item in enumerate(sheet.runs) if len(item.get(rater, {})) > 1]
    if len(items) < 2:
        return None
    every = {name: [sheet.runs[i][rater].get(name) for i in items] for name in names}
    runs = {name: column for name, column in every.items() if any(column)}
    how = how.at(items)
    return SelfAgreement(
        rater,
        len(runs),
        len(items),
        how.infer(runs, "agreement"),
        how.infer(runs, "krippendorff"),
    )
