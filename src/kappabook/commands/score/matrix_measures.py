"""What a confusion matrix determines, each measure with its interval."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kappabook.commands.score.pulls import (
    LEVEL,
    Codes,
    Values,
    around,
    mcc_of,
    rest_pulls,
    rest_table,
    standard_error,
    table_pulls,
)
from kappabook.commands.score.scored import Measure
from kappabook.metrics.confusion import ConfusionMatrix
from kappabook.metrics.intervals.dirichlet import SEED, drawn, kinds, table_prior, totals
from kappabook.metrics.intervals.distributions import DrawnDistribution, Scale, quantile
from kappabook.metrics.intervals.kappa import interval_of_sums

# Above so many rows only large-sample intervals.
LARGE = 1_000_000
# With more classes each one's interval is the large-sample one, for time.
_MOST_DRAWN = 50
_CONSTANT = "the truth or the prediction is constant (0/0)"
_ONE_CLASS = "everything is in one class (0/0)"


@dataclass(frozen=True)
class Counted:
    """A confusion matrix and what its intervals need.

    Attributes
    ----------
    confusion : ConfusionMatrix
    squares : ndarray of shape (n_classes, n_classes)
        In each cell the sum of the squared weights; without weights the counts themselves.
    n : int
        Rows behind it.
    cells, weight, group : optional ndarrays of shape (n,)
        Of each case its cell in the flat matrix, its weight, and its group; for groups.
    """

    confusion: ConfusionMatrix
    squares: NDArray[Any]
    n: int
    cells: Codes | None = None
    weight: Values | None = None
    group: Codes | None = None


def matrix_measures(
    counted: Counted, no_interval: str = ""
) -> tuple[dict[str, Measure], dict[str, Measure], str]:
    """Measure accuracy, chance agreement, kappa and MCC, kappa of each class, and the caution.

    With `no_interval`, the reason why there are no intervals, estimates only.
    """
    confusion = counted.confusion
    estimates = {
        "accuracy": float(confusion.accuracy),
        "chance_agreement": float(confusion.chance_agreement),
        "kappa": float(confusion.kappa),
        "mcc": mcc_of(confusion),
    }
    alone = dict(zip(map(str, confusion.labels), map(float, _alone(confusion)), strict=True))
    if no_interval:
        return (
            {name: Measure(x, reason=no_interval) for name, x in estimates.items()},
            {label: Measure(x, reason=no_interval) for label, x in alone.items()},
            "",
        )
    if counted.group is not None:
        return (*_of_groups(counted, estimates, alone), "")
    kappa, caution = _kappa(confusion, counted.squares, counted.n)
    measures = {"accuracy": _accuracy(confusion, counted.squares)}
    measures |= _drawn(confusion, counted.squares, estimates)
    measures["kappa"] = kappa
    many = confusion.n_classes > _MOST_DRAWN
    per_class = {}
    for i, (label, estimate) in enumerate(alone.items()):
        cells, squares = (rest_table(table, i) for table in (confusion.cells, counted.squares))
        if not math.isnan(estimate):
            n = LARGE + 1 if many else counted.n
            per_class[label] = _kappa(ConfusionMatrix(cells), squares, n)[0]
        else:
            per_class[label] = Measure(estimate, reason=_ONE_CLASS)
    return {name: measures[name] for name in estimates}, per_class, caution


def _alone(confusion: ConfusionMatrix) -> NDArray[Any]:
    return np.atleast_1d(confusion.per_class_kappas())


def _kappa(confusion: ConfusionMatrix, squares: NDArray[Any], n: int) -> tuple[Measure, str]:
    method: Any = "fisher" if n > LARGE else None
    found = interval_of_sums(confusion, squares, None, method, LEVEL)
    if math.isnan(found.estimate):
        return Measure(found.estimate, reason=_ONE_CLASS), ""
    if math.isnan(found.low):
        reason = "the large-sample formula sees no other outcome"
        return Measure(found.estimate, reason=reason), found.caution
    return Measure(found.estimate, found.low, found.high, found.method), found.caution


def _accuracy(confusion: ConfusionMatrix, squares: NDArray[Any]) -> Measure:
    """Wilson's interval; cases of unequal weight count as Kish's effective number."""
    p, z = float(confusion.accuracy), quantile(LEVEL)
    n = float(confusion.total) ** 2 / float(squares.sum())
    middle, step = p + z * z / (2 * n), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    low, high = ((middle + side) / (1 + z * z / n) for side in (-step, step))
    return Measure(p, min(max(0.0, low), p), max(min(1.0, high), p), "wilson")


def _drawn(
    confusion: ConfusionMatrix, squares: NDArray[Any], estimates: dict[str, float]
) -> dict[str, Measure]:
    """Chance agreement and MCC of tables drawn as :func:`kappa_interval` draws them."""
    used = np.flatnonzero(np.asarray(confusion.row_totals + confusion.column_totals) > 0)
    k = len(used)
    if k < 2:
        return {
            "chance_agreement": Measure(estimates["chance_agreement"], reason=_ONE_CLASS),
            "mcc": Measure(math.nan, reason=_CONSTANT),
        }
    sums, squared = (
        np.asarray(x, dtype=float)[np.ix_(used, used)].ravel() for x in (confusion.cells, squares)
    )
    rng = np.random.default_rng(SEED)
    found = kinds(sums, squared, table_prior(k).ravel(), rng)
    rows, columns = np.divmod(found.kept, k)
    chance, mcc = [], []
    for amounts in drawn(found, None, rng):
        total = amounts.sum(axis=0)
        r, c = (totals(amounts, x, k) / total for x in (rows, columns))
        by_chance = (r * c).sum(axis=0)
        hits = amounts[rows == columns].sum(axis=0) / total
        spread = (1 - (r * r).sum(axis=0)) * (1 - (c * c).sum(axis=0))
        chance.append(by_chance)
        with np.errstate(divide="ignore", invalid="ignore"):
            mcc.append(np.where(spread > 0, (hits - by_chance) / np.sqrt(spread), np.nan))
    scales: dict[str, tuple[Any, Scale]] = {
        "chance_agreement": (chance, "plain"),
        "mcc": (mcc, "fisher"),
    }
    measured = {}
    for name, (parts, scale) in scales.items():
        estimate, draws = estimates[name], np.concatenate(parts)
        # With one case of all but all the weight, every table drawn may be of one class.
        if math.isnan(estimate) or np.isnan(draws).all():
            measured[name] = Measure(estimate, reason=_CONSTANT)
            continue
        posterior = DrawnDistribution(draws, estimate, scale)
        measured[name] = Measure(estimate, *posterior.interval(LEVEL), "dirichlet")
    return measured


def _of_groups(
    counted: Counted, estimates: dict[str, float], alone: dict[str, float]
) -> tuple[dict[str, Measure], dict[str, Measure]]:
    """Intervals from the pulls of whole groups."""

    def measured(estimate: float, table: Values, lowest: float) -> Measure:
        pulls = table.ravel()[counted.cells]
        error = standard_error(pulls, counted.weight, counted.group)
        return around(estimate, error, (lowest, 1.0), "delta, by group")

    pulls = table_pulls(counted.confusion)
    lowest = {"accuracy": 0.0, "chance_agreement": 0.0}
    measures = {
        name: measured(x, pulls[name], lowest.get(name, -1.0)) for name, x in estimates.items()
    }
    per_class = {
        label: measured(x, rest_pulls(counted.confusion, i), -1.0)
        for i, (label, x) in enumerate(alone.items())
    }
    return measures, per_class
