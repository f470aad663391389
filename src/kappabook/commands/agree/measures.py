"""All raters, each pair, each rater and each item: every number of agreement, measured once."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

import numpy as np

from kappabook.commands.agree.sheet import Sheet
from kappabook.metrics.agreement import costs_of
from kappabook.metrics.confusion import ConfusionMatrix
from kappabook.metrics.intervals import kappa_interval
from kappabook.metrics.raters import Ratings, rater_interval
from kappabook.metrics.raters.coefficients import build, estimate
from kappabook.metrics.raters.pairs import pair_table
from kappabook.metrics.raters.table import MISSING


@dataclass(frozen=True)
class Value:
    """A coefficient and its interval; nan where it is undefined."""

    estimate: float = math.nan
    low: float = math.nan
    high: float = math.nan
    caution: str = ""


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

    def kappa(self, table: Ratings, pair: Sequence[int], cells: Any, weights: Any = None) -> Value:
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
        both = (table.codes[list(pair)] != MISSING).all(axis=0)
        # Of two raters without gaps, Conger's kappa is Cohen's.
        return self.infer(table.part(both, list(pair)), "conger", both, weights)


def measured(sheet: Sheet, how: How) -> dict[str, Any]:
    """Measure how far all raters agree, each two of them, and on each item.

    Returns
    -------
    dict
        The contents of ``--json`` but for notes and findings, with all items that raters disagree
        on; docs/raters.md lists the keys. Where nothing was asked for, None or an empty list.
    """
    numbers = sheet.numbers(sheet.table) if how.numeric else sheet.table
    agreed = how.infer(sheet.choices, "agreement")
    places = list(combinations(range(len(sheet.raters)), 2))
    cells = [pair_table(sheet.table, i, j) for i, j in places]
    kappa = [_pair(sheet, how, *pair, None) for pair in zip(places, cells, strict=True)]
    weighted = []
    if how.weights:
        weighted = [
            _pair(sheet, how, *pair, how.weights) for pair in zip(places, cells, strict=True)
        ]
    return {
        "n_items": int(sheet.several.sum()),
        "raters": sheet.raters,
        "labels": sheet.labels,
        "percent_agreement": agreed.estimate,
        "percent_agreement_interval": [agreed.low, agreed.high],
        "kappa": kappa,
        "weighted_kappa": weighted,
        "weights": how.weights if weighted else None,
        "alpha": asdict(how.infer(numbers, "krippendorff")),
        "alpha_level": how.level,
        "ac1": asdict(how.infer(sheet.choices, "gwet")),
        "fleiss_kappa": asdict(how.infer(sheet.choices, "fleiss")),
        "confidence_level": how.confidence_level,
        "n_groups": None if how.groups is None else len(np.unique(how.groups)),
        "rows": {
            "read": sheet.rows,
            "used": sheet.rows_used,
            "set_aside": sheet.rows - sheet.rows_used,
        },
        "rated_once": _rated_once(sheet),
        "layout": sheet.layout,
        "margins": _margins(sheet),
        "confusion": [
            {"raters": pair["raters"], "counts": counts.tolist()}
            for pair, counts in zip(kappa, cells, strict=True)
        ],
        "most_disagreed": _most_disagreed(sheet, how),
        "self_agreement": [],
        "judge": None,
        "alternative_test": None,
        "reference": [],
    }


def _rated_once(sheet: Sheet) -> dict[str, Any]:
    """Count items with one rating, and measure without them what takes shares of labels from them.

    Fleiss' kappa and Gwet's AC1 take chance agreement from all ratings; alpha and the kappas of
    pairs from ratings that have a partner.
    """
    n = int(((sheet.choices.codes != MISSING).sum(axis=0) == 1).sum())
    if not n:
        return {"n_items": 0, "fleiss_kappa_without": None, "ac1_without": None}
    several = sheet.choices.part(sheet.several, list(range(sheet.choices.n_raters)))
    return {
        "n_items": n,
        "fleiss_kappa_without": estimate(build(several, "fleiss")),
        "ac1_without": estimate(build(several, "gwet")),
    }


def _pair(
    sheet: Sheet, how: How, places: tuple[int, int], cells: Any, weights: Any
) -> dict[str, Any]:
    """Compare two raters; with weights, a near miss is partly agreement."""
    n, costs = int(cells.sum()), costs_of(weights, len(cells))
    close = 1 - costs / max(costs.max(), 1)
    chance = np.outer(cells.sum(axis=1), cells.sum(axis=0))
    kappa = how.kappa(sheet.table, places, cells, weights)
    return {
        "raters": [sheet.raters[g] for g in places],
        "estimate": kappa.estimate,
        "low": kappa.low,
        "high": kappa.high,
        "n_items": n,
        "observed": float((close * cells).sum() / n) if n else math.nan,
        "chance": float((close * chance).sum() / n**2) if n else math.nan,
    }


def _margins(sheet: Sheet) -> list[dict[str, Any]]:
    """Count what each rater says, and beside the others on the items that they share."""
    if not sheet.raters:
        return []
    codes, k = sheet.table.codes, len(sheet.labels)
    said = codes[:, np.newaxis] == np.arange(k)[:, np.newaxis]  # raters, labels, items
    per_item = said.sum(axis=0)
    found = []
    for rater, own in zip(sheet.raters, said, strict=True):
        others = per_item - own
        n_others = others.sum(axis=0)
        common = own.any(axis=0) & (n_others > 0)
        theirs = others[:, common] / n_others[common]
        with np.errstate(invalid="ignore"):  # who shares no item has no share: 0/0
            shares = own.sum(axis=1) / own.sum()
            more = (own[:, common].sum(axis=1) - theirs.sum(axis=1)) / common.sum()
        found.append(
            {
                "rater": rater,
                "n_items": int(own.sum()),
                "shares": dict(zip(sheet.labels, shares.tolist(), strict=True)),
                "more_than_others": dict(zip(sheet.labels, more.tolist(), strict=True)),
            }
        )
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


def _most_disagreed(sheet: Sheet, how: How) -> list[dict[str, Any]]:
    """Items on which raters disagree, most first; in the order of the file where they tie."""
    distance, table = _distances(sheet, how), sheet.table
    worst = np.zeros(len(table.counts))
    for place, pattern in enumerate(table.patterns.T):  # what was said alike is measured once
        size = int((pattern != MISSING).sum())
        if size > 1:  # labels and not ratings are paired: there may be tens of thousands of ratings
            said, n = np.unique(pattern[pattern != MISSING], return_counts=True)
            worst[place] = n @ distance[np.ix_(said, said)] @ n / (size * (size - 1))
    apart = worst[table.place]
    size = (table.codes != MISSING).sum(axis=0)
    # Sums of distances that are equal may differ by rounding.
    order = np.lexsort((np.arange(len(apart)), -size, -apart.round(12)))
    return [
        {
            "item": sheet.items[i],
            "disagreement": float(apart[i]),
            "ratings": _said_of(sheet, i),
        }
        for i in order.tolist()
        if apart[i] > 0
    ]


def _said_of(sheet: Sheet, i: int) -> dict[str, str]:
    """Who said what of an item; where it is not known who, which label was said how often."""
    said = {g: sheet.labels[code] for g, code in enumerate(sheet.table.codes[:, i]) if code >= 0}
    if not sheet.raters:
        return {label: str(n) for label, n in Counter(said.values()).items()}
    return {sheet.raters[g]: label for g, label in said.items()}


def with_itself(sheet: Sheet, rater: str, how: How) -> dict[str, Any] | None:
    """Compare the runs of one rater, as if each were a rater, and with nobody else."""
    runs = sheet.runs[rater]
    items = (runs != MISSING).sum(axis=0) > 1
    if items.sum() < 2:
        return None
    runs = runs[:, items]
    table = Ratings.from_codes(runs[(runs != MISSING).any(axis=1)], sheet.labels)
    numbers = sheet.numbers(table) if how.numeric else table
    return {
        "rater": rater,
        "n_runs": table.n_raters,
        "n_items": table.n_items,
        "percent_agreement": asdict(how.infer(table, "agreement", items)),
        "alpha": asdict(how.infer(numbers, "krippendorff", items)),
    }
