"""All raters, each pair, each rater and each item: every number of agreement, measured once."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import asdict, dataclass, field, is_dataclass
from itertools import combinations
from typing import Any

import numpy as np

from kappabook.commands.agree.read import Sheet
from kappabook.metrics.agreement import costs_of
from kappabook.metrics.confusion import ConfusionMatrix
from kappabook.metrics.intervals import kappa_interval
from kappabook.metrics.raters import Ratings, rater_interval
from kappabook.metrics.raters.pairs import pair_table
from kappabook.metrics.raters.table import MISSING

MOST_FOUGHT = 10


@dataclass(frozen=True)
class Value:
    """A coefficient and its interval; nan where it is undefined."""

    estimate: float = math.nan
    low: float = math.nan
    high: float = math.nan
    caution: str = ""


@dataclass(frozen=True)
class Pair:
    """Two raters: kappa, and what kappa is made of."""

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

    level: Any
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
            return Value(found.estimate, caution="all items are of one group")
        return Value(found.estimate, found.low, found.high, found.caution)

    def kappa(self, table: Ratings, i: int, j: int, cells: Any, weights: Any = None) -> Value:
        """Cohen's kappa of two raters, whose table is `cells`; its interval by items or groups."""
        if not cells.any() or len(cells) < 2:
            return Value()
        found = kappa_interval(
            ConfusionMatrix(cells, table.labels),
            weights=weights,
            confidence_level=self.confidence_level,
            n_draws=self.n_draws,
        )
        if self.groups is None or math.isnan(found.estimate):
            return Value(found.estimate, found.low, found.high)
        both = (table.codes[[i, j]] != MISSING).all(axis=0)
        # Of two raters without gaps, Conger's kappa is Cohen's.
        return self.infer(table.part(both, [i, j]), "conger", both, weights)


@dataclass
class Agreement:
    """All that was found; `sheet` is what was read."""

    sheet: Sheet
    how: How
    percent_agreement: Value
    alpha: Value
    ac1: Value
    fleiss_kappa: Value
    margins: list[Margins]
    fought: list[Fought]
    kappa: list[Pair] = field(default_factory=list)
    weighted_kappa: list[Pair] = field(default_factory=list)
    confusion: list[dict[str, Any]] = field(default_factory=list)
    self_agreement: list[SelfAgreement] = field(default_factory=list)
    judge: Any = None
    alternative_test: Any = None
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
        read, used = sheet.rows, sheet.rows_used
        return {
            "n_items": self.n_items,
            "raters": sheet.raters,
            "labels": sheet.labels,
            "percent_agreement": agreed.estimate,
            "percent_agreement_interval": [agreed.low, agreed.high],
            "kappa": _plain(self.kappa),
            "weighted_kappa": _plain(self.weighted_kappa),
            "weights": self.how.weights if self.weighted_kappa else None,
            "alpha": _plain(self.alpha),
            "alpha_level": self.how.level,
            "ac1": _plain(self.ac1),
            "fleiss_kappa": _plain(self.fleiss_kappa),
            "confidence_level": self.how.confidence_level,
            "n_groups": self.n_groups,
            "rows": {"read": read, "used": used, "set_aside": read - used},
            "layout": sheet.layout,
            "margins": _plain(self.margins),
            "confusion": self.confusion,
            "most_disagreed": _plain(self.fought[:MOST_FOUGHT]),
            "self_agreement": _plain(self.self_agreement),
            "judge": _plain(self.judge),
            "alternative_test": _plain(self.alternative_test),
            "reference": _plain(self.reference),
        }


def _plain(value: Any) -> Any:
    """Turn records into dictionaries."""
    if isinstance(value, list):
        return [_plain(one) for one in value]
    return asdict(value) if is_dataclass(value) and not isinstance(value, type) else value


def measured(sheet: Sheet, how: How) -> Agreement:
    """Measure how far all raters agree, each two of them, and on each item."""
    found = Agreement(
        sheet=sheet,
        how=how,
        percent_agreement=how.infer(sheet.choices, "agreement"),
        alpha=how.infer(sheet.numbers(sheet.table) if how.numeric else sheet.table, "krippendorff"),
        ac1=how.infer(sheet.choices, "gwet"),
        fleiss_kappa=how.infer(sheet.choices, "fleiss"),
        margins=_margins(sheet),
        fought=_fought_over(sheet, how),
    )
    for i, j in combinations(range(len(sheet.raters)), 2):
        cells = pair_table(sheet.table, i, j)
        raters = (sheet.raters[i], sheet.raters[j])
        found.confusion.append({"raters": raters, "counts": cells.tolist()})
        found.kappa.append(_pair(sheet, how, (i, j), cells, None))
        if how.weights is not None:
            found.weighted_kappa.append(_pair(sheet, how, (i, j), cells, how.weights))
    return found


def _pair(sheet: Sheet, how: How, places: tuple[int, int], cells: Any, weights: Any) -> Pair:
    """Compare two raters; with weights, a near miss is partly agreement."""
    i, j = places
    n, costs = int(cells.sum()), costs_of(weights, len(cells))
    close = 1 - costs / max(costs.max(), 1)
    chance = np.outer(cells.sum(axis=1), cells.sum(axis=0))
    value = how.kappa(sheet.table, i, j, cells, weights)
    return Pair(
        raters=(sheet.raters[i], sheet.raters[j]),
        estimate=value.estimate,
        low=value.low,
        high=value.high,
        n_items=n,
        observed=float((close * cells).sum() / n) if n else math.nan,
        chance=float((close * chance).sum() / n**2) if n else math.nan,
    )


def _margins(sheet: Sheet) -> list[Margins]:
    """Count what each rater says, and beside the others on the items that they share."""
    codes, k = sheet.table.codes, len(sheet.labels)
    said = codes[:, np.newaxis] == np.arange(k)[:, np.newaxis]  # raters, labels, items
    per_item = said.sum(axis=0)
    found = []
    for rater, own in zip(sheet.raters, said if sheet.raters else (), strict=True):
        others = per_item - own
        n_others = others.sum(axis=0)
        common = own.any(axis=0) & (n_others > 0)
        theirs = others[:, common] / n_others[common]
        with np.errstate(invalid="ignore"):  # who shares no item has no share: 0/0
            shares = own.sum(axis=1) / own.sum()
            more = (own[:, common].sum(axis=1) - theirs.sum(axis=1)) / common.sum()
        by_label = [dict(zip(sheet.labels, x.tolist(), strict=True)) for x in (shares, more)]
        found.append(Margins(rater, int(own.sum()), *by_label))
    return found


def _distances(sheet: Sheet, how: How) -> Any:
    """How far each two labels are apart: 0 the same, 1 as far as can be."""
    k = len(sheet.labels)
    if how.level == "nominal":
        return 1.0 - np.eye(k)
    at = np.arange(k) if how.level == "ordinal" else np.array(sheet.labels, dtype=float)
    apart = np.abs(np.subtract.outer(at, at)).astype(float)
    whole = np.add.outer(at, at) if how.level == "ratio" else np.full_like(apart, apart.max())
    return np.divide(apart, whole, out=np.zeros_like(apart), where=whole > 0)


def _fought_over(sheet: Sheet, how: How) -> list[Fought]:
    """Items on which raters disagree, most first; in the order of the file where they tie."""
    distance, table = _distances(sheet, how), sheet.table
    worst = np.zeros(len(table.counts))
    for place, pattern in enumerate(table.patterns.T):  # what was said alike is measured once
        said = pattern[pattern != MISSING]
        if len(said) > 1:
            worst[place] = distance[np.ix_(said, said)].sum() / (len(said) * (len(said) - 1))
    apart = worst[table.place]
    size = (table.codes != MISSING).sum(axis=0)
    order = np.lexsort((np.arange(len(apart)), -size, -apart))
    return [
        Fought(sheet.items[i], float(apart[i]), _said_of(sheet, i))
        for i in order.tolist()
        if apart[i] > 0
    ]


def _said_of(sheet: Sheet, i: int) -> dict[str, str]:
    """Who said what of an item; where it is not known who, which label was said how often."""
    said = {g: sheet.labels[code] for g, code in enumerate(sheet.table.codes[:, i]) if code >= 0}
    if not sheet.raters:
        return {label: str(n) for label, n in Counter(said.values()).items()}
    return {sheet.raters[g]: label for g, label in said.items()}


def with_itself(sheet: Sheet, rater: str, how: How) -> SelfAgreement | None:
    """Compare the runs of one rater, as if each were a rater, and with nobody else."""
    runs = sheet.runs[rater]
    items = (runs != MISSING).sum(axis=0) > 1
    if items.sum() < 2:
        return None
    runs = runs[:, items]
    table = Ratings.from_codes(runs[(runs != MISSING).any(axis=1)], sheet.labels)
    return SelfAgreement(
        rater,
        table.n_raters,
        table.n_items,
        how.infer(table, "agreement", items),
        how.infer(sheet.numbers(table) if how.numeric else table, "krippendorff", items),
    )
