"""Coefficients by name."""

from __future__ import annotations

from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from kappabook.metrics._numbers import undefined
from kappabook.metrics.raters.coefficients import (
    BrennanPrediger,
    Coefficient,
    CongerKappa,
    Difference,
    FleissKappa,
    GwetAC,
    IntervalAlpha,
    KrippendorffAlpha,
    OrdinalAlpha,
    PairsKappa,
    PercentAgreement,
    midranks,
    total,
)
from kappabook.metrics.raters.distance import as_distance, as_metric, as_values
from kappabook.metrics.raters.table import Ratings

CoefficientName = Literal[
    "krippendorff", "fleiss", "conger", "gwet", "brennan-prediger", "agreement"
]
LEVELS = ("nominal", "ordinal", "interval", "ratio")
# With more labels the ranks of the estimate stand for those of every resample.
_MOST_RANKED = 40

NAMES = {
    "krippendorff": "Krippendorff's alpha",
    "fleiss": "Fleiss' kappa",
    "conger": "Conger's kappa",
    "gwet": "Gwet's AC",
    "brennan-prediger": "Brennan and Prediger's kappa",
    "agreement": "percent agreement",
}


def name_of(coefficient: str, weights: Any = None) -> str:
    """Write the name out, AC1 or AC2 by its weights."""
    if coefficient == "gwet":
        return f"Gwet's AC{1 if weights is None else 2}"
    return NAMES[coefficient]


def read(ratings: Any, coefficient: str, labels: ArrayLike | None, level: Any) -> Ratings:
    """Read a table for a coefficient, by whose level any numbers may be labels."""
    numbers = coefficient == "krippendorff" and isinstance(level, str)
    table = Ratings(ratings, labels, numeric=numbers and level in ("interval", "ratio"))
    table.require_pairs()
    return table


def build(table: Ratings, name: str, weights: Any = None, level: Any = "nominal") -> Coefficient:
    """Return the coefficient for this table; bad names, costs or levels raise ValueError."""
    if name not in get_args(CoefficientName):
        known = ", ".join(map(repr, get_args(CoefficientName)))
        raise ValueError(f"coefficient is {name!r}; give one of {known}.")
    if name == "krippendorff":
        if weights is not None:
            raise ValueError(
                "Krippendorff's alpha takes a level, or a matrix as level, not weights."
            )
        return _alpha(table, level)
    if not isinstance(level, str) or level != "nominal":
        raise ValueError(f"{NAMES[name]} takes weights, not a level.")
    table.require_order_for(weights)
    distance = as_distance(weights, table.labels)
    if name == "conger":
        silent = np.flatnonzero((table.codes < 0).all(axis=1))
        if len(silent):
            raise ValueError(
                f"rater {table.raters[silent[0]]!r} rated no item and so has no margins; leave "
                "that column out."
            )
        return CongerKappa(distance, table.n_raters)
    if name == "brennan-prediger":
        return BrennanPrediger(distance, table.n_labels)
    if name == "agreement":
        return PercentAgreement(distance)
    return FleissKappa(distance) if name == "fleiss" else GwetAC(distance)


def _alpha(table: Ratings, level: Any) -> Coefficient:
    if isinstance(level, str) and level not in LEVELS:
        known = ", ".join(map(repr, LEVELS))
        raise ValueError(f"level is {level!r}; give {known}, or a matrix of distances.")
    scale, k = table.scale, table.n_labels
    if not isinstance(level, str) or level in ("nominal", "ratio"):
        return KrippendorffAlpha(as_metric(level, table.labels), scale)
    if level == "ordinal":
        table.require_order("level='ordinal'")
        if k <= _MOST_RANKED:
            return OrdinalAlpha(k, scale)
        several = table.sizes > 1
        codes = table.patterns[:, several]
        weight = np.broadcast_to(table.counts[several], codes.shape)
        rated = codes >= 0
        labels = np.bincount(codes[rated], weights=weight[rated], minlength=k)
        return IntervalAlpha(midranks(labels.astype(float)), scale)
    values = as_values(table.labels, level)
    used = table.codes[table.codes >= 0]
    return IntervalAlpha(values - np.rint(values[used].mean()), scale)


def width(table: Ratings, coefficient: Coefficient) -> int:
    """Cells that one pattern needs while its features are made."""
    if isinstance(coefficient, IntervalAlpha):
        return table.n_raters
    if isinstance(coefficient, OrdinalAlpha):
        return table.n_labels**2
    if isinstance(coefficient, CongerKappa):
        return table.n_labels * table.n_raters
    if isinstance(coefficient, PairsKappa):
        return (2 * table.n_labels + 1) * len(coefficient.pairs)
    if isinstance(coefficient, Difference):
        return width(table, coefficient.first) + width(table, coefficient.second)
    return table.n_labels


def estimate(table: Ratings, coefficient: Coefficient) -> float:
    """Return the coefficient of the whole table."""
    sums = total(table, coefficient, width(table, coefficient))
    return float(coefficient.value(sums))


def score(
    ratings: Any,
    name: str,
    labels: ArrayLike | None,
    replace_undefined_by: float,
    *,
    weights: Any = None,
    level: Any = "nominal",
) -> float:
    """Read, build and compute; warn where the coefficient is 0/0."""
    table = read(ratings, name, labels, level)
    value = estimate(table, build(table, name, weights, level))
    if np.isnan(value):
        reason = f"chance alone would give no disagreement; all ratings are {_only(table)}"
        return undefined(name_of(name, weights), reason, replace_undefined_by)
    return value


def _only(table: Ratings) -> str:
    """Name the one label of the ratings that have a partner."""
    codes = table.patterns[:, table.sizes > 1]
    found = np.unique(codes[codes >= 0])
    return repr(table.labels[int(found[0])]) if len(found) == 1 else "at distance 0"
