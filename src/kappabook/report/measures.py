"""The numbers about all raters, each pair, each rater and each item."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from kappabook.metrics.raters import pairwise_kappas, rater_inference
from kappabook.report.agreement import Fought, Margins, Pair, SelfAgreement, Value
from kappabook.report.ratings_table import Sheet


class Rated(dict[str, list[str | None]]):
    """Ratings as the measures read a data frame: named columns, one per rater."""

    @property
    def columns(self) -> list[str]:
        """The raters."""
        return list(self)


@dataclass(frozen=True)
class How:
    """How to measure: the labels in their order, whether that order counts, and how many draws."""

    labels: list[str]
    ordered: bool
    n_draws: int | None

    def infer(self, rated: Rated, name: Any, labels: list[str] | None = None) -> Value:
        """Estimate a coefficient of several raters; alpha by the level of the labels."""
        level: Any = "ordinal" if self.ordered and name == "krippendorff" else "nominal"
        found = rater_inference(
            rated, name, labels=labels or self.labels, level=level, n_draws=self.n_draws
        )
        return Value(found.estimate, found.low, found.high, found.caution)


def pairs_of(rated: Rated, how: How, weights: Any = None) -> list[Pair]:
    """Compare each two raters."""
    labels = how.labels
    kappas = pairwise_kappas(rated, labels=labels, weights=weights, n_draws=how.n_draws)
    place = {label: i for i, label in enumerate(labels)}
    k = len(labels)
    pairs = []
    for i, j in combinations(range(len(rated.columns)), 2):
        a, b = rated.columns[i], rated.columns[j]
        cells = [[0] * k for _ in labels]
        for x, y in zip(rated[a], rated[b], strict=True):
            if x is not None and y is not None:
                cells[place[x]][place[y]] += 1
        n = int(kappas.n_items[i, j])
        rows, columns = [sum(row) for row in cells], [sum(c) for c in zip(*cells, strict=True)]
        close = [[_closeness(x, y, k, weights) for y in range(k)] for x in range(k)]
        both = [(x, y) for x in range(k) for y in range(k)]
        observed = sum(close[x][y] * cells[x][y] for x, y in both)
        chance = sum(close[x][y] * rows[x] * columns[y] for x, y in both)
        pairs.append(
            Pair(
                raters=(a, b),
                estimate=float(kappas.estimate[i, j]),
                low=float(kappas.low[i, j]),
                high=float(kappas.high[i, j]),
                n_items=n,
                observed=observed / n if n else math.nan,
                chance=chance / n**2 if n else math.nan,
                confusion=cells,
            )
        )
    return pairs


def _closeness(x: int, y: int, k: int, weights: Any) -> float:
    """Give 1 for the same label, 0 for another; with weights less, the further apart they are."""
    return float(x == y) if weights is None or k < 2 else 1 - abs(x - y) / (k - 1)


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
    place, k = {label: i for i, label in enumerate(how.labels)}, len(how.labels)
    found = []
    for item, cell in zip(sheet.items, sheet.cells, strict=True):
        pairs = list(combinations(cell.values(), 2))
        if not pairs:
            continue
        weights = "linear" if how.ordered else None
        apart = sum(1 - _closeness(place[x], place[y], k, weights) for x, y in pairs)
        if apart:
            found.append(Fought(item, apart / len(pairs), dict(cell)))
    return sorted(found, key=lambda one: (-one.disagreement, -len(one.ratings)))


def agreement_with_itself(sheet: Sheet, rater: str, how: How) -> SelfAgreement | None:
    """Compare the runs of one rater, as if each were a rater, and with nobody else."""
    names = list(dict.fromkeys(run for item in sheet.runs for run in item.get(rater, {})))
    several = [item[rater] for item in sheet.runs if len(item.get(rater, {})) > 1]
    if len(several) < 2:
        return None
    runs = Rated({name: [one.get(name) for one in several] for name in names})
    runs = Rated({name: column for name, column in runs.items() if any(column)})
    return SelfAgreement(
        rater,
        len(runs),
        len(several),
        how.infer(runs, "agreement"),
        how.infer(runs, "krippendorff"),
    )
