"""All raters, each pair, each rater and each item: every number of agreement, measured once."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import asdict, dataclass, field
from itertools import combinations
from typing import Any

import numpy as np

from kappabook.commands.agree_read import Level, Sheet
from kappabook.commands.label_checks import as_number
from kappabook.metrics.confusion import ConfusionMatrix
from kappabook.metrics.intervals import kappa_interval
from kappabook.metrics.raters import Ratings, rater_interval
from kappabook.metrics.raters.coefficients import as_distance
from kappabook.metrics.raters.pairs import pair_table
from kappabook.metrics.raters.table import MISSING

MOST_FOUGHT = 10


@dataclass(frozen=True)
class Value:
    """A coefficient and its interval; nan where it is undefined."""

    estimate: float
    low: float
    high: float
    caution: str = ""


@dataclass(frozen=True)
class Pair:
    """Two raters: kappa, what kappa is made of, and their table (rows are the first rater)."""

    raters: tuple[str, str]
    estimate: float
    low: float
    high: float
    n_items: int
    observed: float
    chance: float


@dataclass(frozen=True)
class Margins:
    """What one rater says how often, and how much more often than the others on her items."""

    rater: str
    n_items: int
    shares: dict[str, float]
    more_than_others: dict[str, float]


@dataclass(frozen=True)
class Fought:
    """An item and how far its raters disagree: 0 not at all, 1 as far as can be."""

    item: str
    disagreement: float
    ratings: dict[str, str]


@dataclass(frozen=True)
class SelfAgreement:
    """One rater's repeated runs, compared with each other."""

    rater: str
    n_runs: int
    n_items: int
    percent_agreement: Value
    alpha: Value


@dataclass(frozen=True)
class How:
    """How to measure: the level of alpha, weights if labels have an order, and the intervals."""

    level: Level
    weights: Any
    groups: Any
    confidence_level: float
    n_draws: int | None

    @property
    def numeric(self) -> bool:
        """Whether labels are numbers whose differences count."""
        return self.level in ("interval", "ratio")

    def infer(self, table: Ratings, name: Any, items: Any = None, weights: Any = None) -> Value:
        """Estimate a coefficient of several raters, with an interval by items or groups."""
        groups = self.groups if items is None or self.groups is None else self.groups[items]
        one_group = groups is not None and len(np.unique(groups)) < 2
        found = rater_interval(
            table,
            name,
            weights=weights,
            level=self.level if name == "krippendorff" else "nominal",
            groups=None if one_group else groups,
            confidence_level=self.confidence_level,
            n_draws=self.n_draws,
        )
        if one_group:
            return Value(found.estimate, math.nan, math.nan, "all items are of one group")
        return Value(found.estimate, found.low, found.high, found.caution)

    def kappa(self, table: Ratings, i: int, j: int, cells: Any, weights: Any = None) -> Value:
        """Cohen's kappa of two raters, whose table is `cells`; its interval by items or groups."""
        if not cells.any() or len(cells) < 2:
            return Value(math.nan, math.nan, math.nan)
        found = kappa_interval(
            ConfusionMatrix(cells, table.labels),
            weights=weights,
            confidence_level=self.confidence_level,
            n_draws=self.n_draws,
        )
        if self.groups is None or math.isnan(found.estimate):
            return Value(found.estimate, found.low, found.high)
        both = (table.codes[[i, j]] != MISSING).all(axis=0)
        if both.sum() < 2:
            return Value(math.nan, math.nan, math.nan, "fewer than two items")
        # Of two raters without gaps, Conger's kappa is Cohen's.
        return self.infer(table.part(both, [i, j]), "conger", both, weights)


@dataclass
class Agreement:
    """All that was found; `sheet` is what was read."""

    source: str
    sheet: Sheet
    how: How
    percent_agreement: Value
    alpha: Value
    ac1: Value
    fleiss_kappa: Value
    pairs: list[Pair]
    weighted: list[Pair]
    confusion: list[Any]
    margins: list[Margins]
    fought: list[Fought]
    self_agreement: list[SelfAgreement] = field(default_factory=list)
    judge: Any = None
    alternative: Any = None
    reference: list[Any] = field(default_factory=list)

    @property
    def n_items(self) -> int:
        """Items that two or more rated."""
        return int(self.sheet.several.sum())

    @property
    def n_groups(self) -> int | None:
        """Groups of items, if any were named."""
        return None if self.how.groups is None else len(np.unique(self.how.groups))

    def as_dict(self) -> dict[str, Any]:
        """Return the contents of ``--json``, but for notes and findings."""
        sheet, agreed = self.sheet, self.percent_agreement
        rows = {"read": sheet.rows, "used": sheet.rows_used}
        return {
            "n_items": self.n_items,
            "raters": sheet.raters,
            "labels": sheet.labels,
            "percent_agreement": agreed.estimate,
            "percent_agreement_interval": [agreed.low, agreed.high],
            "kappa": [asdict(p) for p in self.pairs],
            "weighted_kappa": [asdict(p) for p in self.weighted],
            "weights": self.how.weights if self.weighted else None,
            "alpha": asdict(self.alpha),
            "alpha_level": self.how.level,
            "ac1": asdict(self.ac1),
            "fleiss_kappa": asdict(self.fleiss_kappa),
            "confidence_level": self.how.confidence_level,
            "n_groups": self.n_groups,
            "rows": {**rows, "set_aside": sheet.rows - sheet.rows_used},
            "layout": sheet.layout,
            "margins": [asdict(m) for m in self.margins],
            "confusion": [
                {"raters": p.raters, "counts": cells.tolist()}
                for p, cells in zip(self.pairs, self.confusion, strict=True)
            ],
            "most_disagreed": [asdict(f) for f in self.fought[:MOST_FOUGHT]],
            "self_agreement": [asdict(s) for s in self.self_agreement],
            "judge": None if self.judge is None else asdict(self.judge),
            "alternative_test": None if self.alternative is None else asdict(self.alternative),
            "reference": [asdict(b) for b in self.reference],
        }


def pairs_of(sheet: Sheet, how: How) -> dict[str, list[Any]]:
    """Count each two raters once, and compare them, also with weights where labels are ordered."""
    found: dict[str, list[Any]] = {"pairs": [], "weighted": [], "confusion": []}
    table, k = sheet.table, len(sheet.labels)
    for i, j in combinations(range(len(sheet.raters)), 2):
        cells = pair_table(table, i, j)
        found["confusion"].append(cells)
        n, chance = int(cells.sum()), np.outer(cells.sum(axis=1), cells.sum(axis=0))
        for name, weights in (("pairs", None), ("weighted", how.weights)):
            if name == "weighted" and weights is None:
                continue
            close = np.eye(k)
            if weights is not None and k > 1:
                close = 1 - np.asarray(as_distance(weights, k).table)
            value = how.kappa(table, i, j, cells, weights)
            found[name].append(
                Pair(
                    raters=(sheet.raters[i], sheet.raters[j]),
                    estimate=value.estimate,
                    low=value.low,
                    high=value.high,
                    n_items=n,
                    observed=float((close * cells).sum() / n) if n else math.nan,
                    chance=float((close * chance).sum() / n**2) if n else math.nan,
                )
            )
    return found


def margins_of(sheet: Sheet) -> list[Margins]:
    """Count what each rater says, and beside the others on the items that they share."""
    if not sheet.named:
        return []
    k = len(sheet.labels)
    said = sheet.codes[:, np.newaxis] == np.arange(k)[:, np.newaxis]  # raters, labels, items
    per_item = said.sum(axis=0)
    found = []
    for rater, own in zip(sheet.raters, said, strict=True):
        n, others = int(own.sum()), per_item - own
        n_others = others.sum(axis=0)
        common = own.any(axis=0) & (n_others > 0)
        n_common = int(common.sum())
        theirs = others[:, common] / n_others[common]
        more = own[:, common].sum(axis=1) - theirs.sum(axis=1)
        shares = own.sum(axis=1) / n if n else np.full(k, math.nan)
        more = more / n_common if n_common else np.full(k, math.nan)
        found.append(
            Margins(
                rater,
                n,
                dict(zip(sheet.labels, shares.tolist(), strict=True)),
                dict(zip(sheet.labels, more.tolist(), strict=True)),
            )
        )
    return found


def _distances(sheet: Sheet, how: How) -> Any:
    """How far each two labels are apart: 0 the same, 1 as far as can be."""
    k = len(sheet.labels)
    if how.level == "nominal":
        return 1.0 - np.eye(k)
    at = np.arange(k) if how.level == "ordinal" else [as_number(x) or 0.0 for x in sheet.labels]
    apart = np.abs(np.subtract.outer(at, at)).astype(float)
    if how.level == "ratio":
        total = np.add.outer(at, at)
        return np.divide(apart, total, out=np.zeros_like(apart), where=total > 0)
    return apart / apart.max() if apart.any() else apart


def fought_over(sheet: Sheet, how: How) -> list[Fought]:
    """Items on which raters disagree, most first; in the order of the file where they tie."""
    distance = _distances(sheet, how)
    table = sheet.table
    worst = np.zeros(len(table.counts))
    for place, pattern in enumerate(table.patterns.T):  # what was said alike is measured once
        said = pattern[pattern != MISSING]
        if len(said) > 1:
            pairs = len(said) * (len(said) - 1)
            worst[place] = distance[np.ix_(said, said)].sum() / pairs
    apart = worst[table.place]
    size = (sheet.codes != MISSING).sum(axis=0)
    order = np.lexsort((np.arange(len(apart)), -size, -apart))
    return [
        Fought(sheet.items[i], float(apart[i]), _said_of(sheet, i))
        for i in order.tolist()
        if apart[i] > 0
    ]


def _said_of(sheet: Sheet, i: int) -> dict[str, str]:
    """Who said what of an item; where it is not known who, which label was said how often."""
    said = [(g, sheet.labels[code]) for g, code in enumerate(sheet.codes[:, i]) if code != MISSING]
    if not sheet.named:
        return {x: str(n) for x, n in Counter(label for _, label in said).items()}
    return {sheet.raters[g]: label for g, label in said}


def with_itself(sheet: Sheet, rater: str, how: How) -> SelfAgreement | None:
    """Compare the runs of one rater, as if each were a rater, and with nobody else."""
    runs = sheet.runs[rater]
    items = (runs != MISSING).sum(axis=0) > 1
    if items.sum() < 2:
        return None
    runs = runs[:, items]
    runs = runs[(runs != MISSING).any(axis=1)]
    table = sheet.coded(runs)
    alpha = sheet.coded(runs, numbers=True) if how.numeric else table
    return SelfAgreement(
        rater,
        len(runs),
        int(items.sum()),
        how.infer(table, "agreement", items),
        how.infer(alpha, "krippendorff", items),
    )
