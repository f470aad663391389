r"""What a confusion matrix determines: kappa, and what else is asked of one, with intervals.

A measure of a large sample is nearly a mean: its value plus the mean of the pulls
:math:`\psi_s` of the cases, which sum to zero. Cases of one group pull together, so

.. math:: SE^2 = \frac{G}{G - 1} \, \frac{\sum_g \bigl(\sum_{s \in g} w_s \psi_s\bigr)^2}
                 {\bigl(\sum_s w_s\bigr)^2},

and without groups each case is its own. On the same cases the pulls on a difference are the
differences of the pulls. Efron and Tibshirani (1993), chapter 21 ("influence function").
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kappabook.commands.reading.numbers import as_number
from kappabook.metrics.agreement import beyond_chance, costs_of, others
from kappabook.metrics.confusion import ConfusionMatrix
from kappabook.metrics.intervals import kappa_interval
from kappabook.metrics.intervals.dirichlet import SEED, drawn, kinds, table_prior, totals
from kappabook.metrics.intervals.distributions import DrawnDistribution, Scale, quantile
from kappabook.metrics.intervals.kappa import influence, interval_of_sums

Values = NDArray[np.float64]
Codes = NDArray[np.int64]
KAPPA_METHODS = ("dirichlet", "gamma", "fisher", "log")
# With fewer groups the standard error itself is hardly known.
FEWEST_GROUPS = 2
# With more classes each one's interval is the large-sample one, for time.
_MOST_DRAWN = 50
_LOWEST = {"accuracy": 0.0, "chance_agreement": 0.0}
_CONSTANT = "the truth or the prediction is constant (0/0)"
_ONE_CLASS = "everything is in one class (0/0)"
NO_ERROR = "its large-sample standard error is 0 or unknown"


@dataclass(frozen=True)
class Measure:
    """One number and its interval; nan where there is none, and then `reason` says why.

    Attributes
    ----------
    estimate, low, high : float
    method : str
        How the interval was found.
    reason : str
        Why the estimate or the interval is nan.
    """

    estimate: float
    low: float = math.nan
    high: float = math.nan
    method: str = ""
    reason: str = ""


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
    counted: Counted, level: float, *, method: Any = None, costs: Any = None
) -> tuple[dict[str, Measure], dict[str, Measure], str]:
    """Measure accuracy, chance agreement, kappa and MCC, kappa of each class, and the caution.

    Parameters
    ----------
    counted : Counted
    level : float
    method : str, optional
        Of `kappa_interval`.
    costs : {'linear', 'quadratic'}, optional
        Also measure 'weighted_kappa', the classes being in order.
    """
    confusion, squares = counted.confusion, counted.squares
    estimates = {
        "accuracy": float(confusion.accuracy),
        "chance_agreement": float(confusion.chance_agreement),
        "kappa": float(confusion.kappa),
        "mcc": confusion.mcc,
    }
    if costs is not None:
        exact = costs_of(costs, confusion.n_classes)
        estimates["weighted_kappa"] = float(confusion.weighted_kappa(exact))
    alone = map(float, np.atleast_1d(confusion.per_class_kappas()))
    per_class = dict(zip(map(str, confusion.labels), alone, strict=True))
    if counted.group is not None:
        pulls = table_pulls(confusion, costs)
        measures = {
            name: _grouped(counted, x, pulls[name], level, _LOWEST.get(name, -1.0))
            for name, x in estimates.items()
        }
        rest = {
            label: _grouped(counted, x, rest_pulls(confusion, i), level)
            for i, (label, x) in enumerate(per_class.items())
        }
        return measures, rest, ""
    kappa = interval_of_sums(confusion, squares, None, method, level)
    hits = float(np.trace(confusion.cells)), float(confusion.total), float(squares.sum())
    measures = {
        "accuracy": proportion(*hits, level),
        **_drawn(confusion, squares, estimates, level),
        "kappa": _measure_of(kappa),
    }
    if costs is not None:
        measures["weighted_kappa"] = _weighted(counted, costs, method, level)
    if confusion.n_classes > _MOST_DRAWN:
        method = "fisher"
    rest = {}
    for i, (label, x) in enumerate(per_class.items()):
        rest[label] = Measure(x, reason=_ONE_CLASS)
        if not math.isnan(x):
            cells, squared = (rest_table(table, i) for table in (confusion.cells, squares))
            small = ConfusionMatrix(cells)
            rest[label] = _measure_of(interval_of_sums(small, squared, None, method, level))
    return {name: measures[name] for name in estimates}, rest, kappa.caution


def costs_by_value(name: str | None, labels: Sequence[str]) -> tuple[Any, str]:
    """Return the costs of errors between ordered labels, and what is to be said of them.

    Numbers in the order of their size are as far apart as their values: with grades 1, 2 and 5,
    where nobody has 3 and 4, the error from 2 to 5 is one of three steps. Other labels, and numbers
    with equal steps, are as far apart as their places.

    Returns
    -------
    costs : str, ndarray or None
        As `costs_of` takes them.
    note : str
    """
    values = [value for label in labels if (value := as_number(label)) is not None]
    if name is None or len(values) < len(labels):
        return name, ""
    steps = np.diff(values)
    if len(steps) < 2 or not ((steps > 0).all() or (steps < 0).all()):
        return name, ""
    if np.allclose(steps, steps[0], rtol=1e-9, atol=0):
        return name, ""
    distance = np.abs(np.subtract.outer(values, values)) / np.abs(steps).min()
    return distance if name == "linear" else distance**2, (
        "The steps between the labels are unequal: weighted kappa takes the distances of their "
        f"values, {', '.join(labels)}, not of their places."
    )


def _weighted(counted: Counted, costs: Any, method: Any, level: float) -> Measure:
    confusion = counted.confusion
    if counted.weight is None or counted.cells is None:
        return _measure_of(interval_of_sums(confusion, counted.squares, costs, method, level))
    k = confusion.n_classes
    found = kappa_interval(
        *np.divmod(counted.cells, k),
        labels=list(range(k)),
        weights=costs,
        sample_weight=counted.weight,
        method=method,
        confidence_level=level,
    )
    return _measure_of(found)


def _measure_of(found: Any) -> Measure:
    if math.isnan(found.estimate):
        return Measure(found.estimate, reason=_ONE_CLASS)
    if math.isnan(found.low):
        reason = "the large-sample formula sees no other outcome"
        return Measure(found.estimate, reason=reason)
    return Measure(found.estimate, found.low, found.high, found.method)


def _drawn(
    confusion: ConfusionMatrix, squares: NDArray[Any], estimates: dict[str, float], level: float
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
    agreed = rows == columns
    chance, mcc = [], []
    for amounts in drawn(found, None, rng):
        total = amounts.sum(axis=0)
        hits, *misses = (
            totals(amounts[which] / total, classes[which], k)
            for which, classes in ((agreed, rows), (~agreed, rows), (~agreed, columns))
        )
        r, c = (hits + missed for missed in misses)
        chance.append((r * c).sum(axis=0))
        # By adding: the shares of one heavy case would swallow the others in a difference.
        spread = [np.sqrt((share * others(share)).sum(axis=0)) for share in (r, c)]
        with np.errstate(divide="ignore", invalid="ignore"):
            mcc.append(beyond_chance(hits, *misses) / spread[0] / spread[1])
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
        measured[name] = Measure(estimate, *posterior.interval(level), "dirichlet")
    return measured


def _grouped(
    counted: Counted, estimate: float, table: Values, level: float, lowest: float = -1.0
) -> Measure:
    """Put an interval around an estimate from the pulls of whole groups."""
    error = standard_error(table.ravel()[counted.cells], counted.weight, counted.group)
    return around(estimate, error, (lowest, 1.0), "delta, by group", level)


# --- proportions ----------------------------------------------------------------------------------


def proportion(part: float, whole: float, squares: float, level: float) -> Measure:
    """Give a share Wilson's interval; cases of unequal weight count as Kish's effective number."""
    if not whole:
        return Measure(math.nan)
    p = part / whole
    n = max(1.0, whole**2 / squares) if squares else 1.0  # never below 1, but for rounding
    return Measure(p, *wilson(p, n, quantile(level)), "wilson")


def wilson(p: float, n: float, z: float) -> tuple[float, float]:
    """Return Wilson's interval of a proportion of n cases."""
    middle, step = p + z * z / (2 * n), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    low, high = ((middle + side) / (1 + z * z / n) for side in (-step, step))
    return min(max(0.0, low), p), max(min(1.0, high), p)


# --- how hard a case pulls ------------------------------------------------------------------------


def standard_error(
    pulls: Values, weight: Values | None = None, group: Codes | None = None
) -> tuple[float, float]:
    """Return the standard error and its degrees of freedom, one less than the groups."""
    weighted = pulls if weight is None else weight * pulls
    total = float(len(pulls)) if weight is None else float(weight.sum())
    if group is not None:
        weighted = np.bincount(group, weighted).astype(float)
    return error_of(weighted, total)


def error_of(sums: Values, total: float) -> tuple[float, float]:
    """Return the standard error, and its degrees of freedom, from the pulls of whole groups."""
    n = len(sums)
    if n < FEWEST_GROUPS:
        return math.nan, math.nan
    return math.sqrt(float(sums @ sums) * n / (n - 1)) / total, n - 1.0


def around(
    estimate: float,
    error: tuple[float, float],
    ends: tuple[float, float],
    method: str,
    level: float,
) -> Measure:
    """Put an interval around an estimate, by Student's t; it stays between the two ends."""
    if math.isnan(estimate):
        return Measure(estimate, reason="it is undefined, 0/0")
    if not error[0] > 0:
        return Measure(estimate, reason=NO_ERROR)
    step = quantile(level, error[1]) * error[0]
    low, high = max(ends[0], estimate - step), min(ends[1], estimate + step)
    return Measure(estimate, low, high, method)


def table_pulls(confusion: ConfusionMatrix, weights: Any = None) -> dict[str, Values]:
    """Return the pull of a case in each cell on accuracy, chance agreement, kappa and MCC.

    With `weights` for ordered classes also on 'weighted_kappa'.

    Returns
    -------
    dict of ndarrays of shape (n_classes, n_classes); nan where a measure is 0/0.
    """
    k = confusion.n_classes
    share = np.asarray(confusion.cells, dtype=float) / float(confusion.total)
    r, c = share.sum(axis=1), share.sum(axis=0)
    hits, chance = float(np.trace(share)), float(r @ c)
    margins = np.add.outer(c, r)
    ordered = {}
    if weights is not None:
        ordered["weighted_kappa"] = influence(share, costs_of(weights, k).astype(float))
    return ordered | {
        "accuracy": np.eye(k) - hits,
        "chance_agreement": margins - 2 * chance,
        "kappa": influence(share, costs_of(None, k).astype(float)),
        "mcc": _mcc_pulls(share, r, c),
    }


def _mcc_pulls(share: Values, r: Values, c: Values) -> Values:
    """Differentiate (P_o - P_c) / sqrt(A B), A = 1 - sum r^2, B = 1 - sum c^2."""
    a, b = 1 - r @ r, 1 - c @ c
    if not a * b > 0:
        return np.full(share.shape, np.nan)
    above = np.trace(share) - r @ c
    slope = np.eye(len(r)) - np.add.outer(c, r)
    slope = slope + above * (r[:, np.newaxis] / a + c[np.newaxis, :] / b)
    slope = slope / math.sqrt(a * b)
    return np.asarray(slope - (share * slope).sum())


def rest_table(cells: NDArray[Any], i: int) -> NDArray[Any]:
    """One class against the rest: [[rest, rest called i], [i called rest, i]].

    By adding alone: beside one large weight a difference of sums would lose the small ones.
    """
    own = np.arange(len(cells)) == i
    sides = np.array([~own, own]).astype(int)
    return np.asarray(sides @ cells @ sides.T)


def rest_pulls(confusion: ConfusionMatrix, i: int) -> Values:
    """Return the pull of a case in each cell on the kappa of class i against the rest."""
    small = ConfusionMatrix(rest_table(confusion.cells, i))
    is_i = (np.arange(confusion.n_classes) == i).astype(int)
    share = np.asarray(small.cells, dtype=float) / float(small.total)
    return influence(share, costs_of(None, 2).astype(float))[np.ix_(is_i, is_i)]
