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
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kappabook.metrics.agreement import costs_of
from kappabook.metrics.confusion import ConfusionMatrix
from kappabook.metrics.intervals import kappa_interval
from kappabook.metrics.intervals.dirichlet import SEED, drawn, kinds, table_prior, totals
from kappabook.metrics.intervals.distributions import DrawnDistribution, Scale, quantile
from kappabook.metrics.intervals.kappa import influence, interval_of_sums

Values = NDArray[np.float64]
Codes = NDArray[np.int64]
KAPPA_METHODS = ("dirichlet", "gamma", "fisher", "log")
RATES = ("precision", "recall", "f1")
# With fewer groups the standard error itself is hardly known.
FEWEST_GROUPS = 2
# With more classes each one's interval is the large-sample one, for time.
_MOST_DRAWN = 50
_LOWEST = {"accuracy": 0.0, "chance_agreement": 0.0}
_CONSTANT = "the truth or the prediction is constant (0/0)"
_ONE_CLASS = "everything is in one class (0/0)"
_NO_ERROR = "its large-sample standard error is 0 or unknown"


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
    counted: Counted,
    level: float,
    *,
    method: str | None = None,
    weights: Any = None,
    no_interval: str = "",
) -> tuple[dict[str, Measure], dict[str, Measure], str]:
    """Measure accuracy, chance agreement, kappa and MCC, kappa of each class, and the caution.

    Parameters
    ----------
    counted : Counted
    level : float
    method : str, optional
        Of `kappa_interval`.
    weights : {'linear', 'quadratic'}, optional
        Also measure 'weighted_kappa', the classes being in order.
    no_interval : str
        The reason why there are no intervals, if there are none.
    """
    confusion = counted.confusion
    estimates = {
        "accuracy": float(confusion.accuracy),
        "chance_agreement": float(confusion.chance_agreement),
        "kappa": float(confusion.kappa),
        "mcc": confusion.mcc,
    }
    if weights:
        costs = costs_of(weights, confusion.n_classes)
        estimates["weighted_kappa"] = float(confusion.weighted_kappa(costs))
    alone = np.atleast_1d(confusion.per_class_kappas())
    labels = list(map(str, confusion.labels))
    per_class = dict(zip(labels, map(float, alone), strict=True))
    if no_interval:
        return (
            {name: Measure(x, reason=no_interval) for name, x in estimates.items()},
            {label: Measure(x, reason=no_interval) for label, x in per_class.items()},
            "",
        )
    if counted.group is not None:
        pulls = table_pulls(confusion, weights)
        return (
            {
                x: _grouped(counted, value, pulls[x], level, _LOWEST.get(x, -1.0))
                for x, value in estimates.items()
            },
            {
                label: _grouped(counted, value, rest_pulls(confusion, i), level)
                for i, (label, value) in enumerate(per_class.items())
            },
            "",
        )
    kappa, caution = _kappa(confusion, counted.squares, method, level)
    measures = {"accuracy": _proportion(*hits_of(counted), level)}
    measures |= _drawn(confusion, counted.squares, estimates, level)
    measures["kappa"] = kappa
    if weights:
        measures["weighted_kappa"] = _weighted(counted, weights, method, level)
    alike = "fisher" if confusion.n_classes > _MOST_DRAWN else method
    rest = {}
    for i, (label, value) in enumerate(per_class.items()):
        cells, squares = (rest_table(table, i) for table in (confusion.cells, counted.squares))
        rest[label] = Measure(value, reason=_ONE_CLASS)
        if not math.isnan(value):
            rest[label] = _kappa(ConfusionMatrix(cells), squares, alike, level)[0]
    return {name: measures[name] for name in estimates}, rest, caution


def _kappa(
    confusion: ConfusionMatrix, squares: NDArray[Any], method: Any, level: float
) -> tuple[Measure, str]:
    found = interval_of_sums(confusion, squares, None, method, level)
    return _measure_of(found), found.caution


def _weighted(counted: Counted, weights: Any, method: Any, level: float) -> Measure:
    confusion, weight = counted.confusion, counted.weight
    if weight is None or counted.cells is None:
        how = interval_of_sums(confusion, counted.squares, weights, method, level)
        return _measure_of(how)
    k = confusion.n_classes
    found = kappa_interval(
        *np.divmod(counted.cells, k),
        labels=list(range(k)),
        weights=weights,
        sample_weight=weight,
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
        measured[name] = Measure(estimate, *posterior.interval(level), "dirichlet")
    return measured


def _grouped(
    counted: Counted, estimate: float, table: Values, level: float, lowest: float = -1.0
) -> Measure:
    """Put an interval around an estimate from the pulls of whole groups."""
    error = standard_error(table.ravel()[counted.cells], counted.weight, counted.group)
    return around(estimate, error, (lowest, 1.0), "delta, by group", level)


# --- precision, recall and F1 ---------------------------------------------------------------------


def hits_of(counted: Counted) -> tuple[float, float, float]:
    """Weight of the right cases, of all, and the sum of all squares."""
    table = counted.confusion.cells
    return float(np.trace(table)), float(table.sum()), float(counted.squares.sum())


def class_rates(
    counted: Counted, level: float, no_interval: str = ""
) -> tuple[dict[str, dict[str, Measure]], dict[str, Measure]]:
    """Measure precision, recall and F1 of each class, and their means over the classes.

    Each is a proportion with Wilson's interval: F1 by way of Jaccard's index J, the share of hits
    among the cases that truth or prediction give to the class, F1 = 2J / (1 + J). The interval of a
    mean is put together from these (`_mean`). With groups the error of a class comes from the
    pulls, and its interval is Wilson's for as many cases as have that error.

    Returns
    -------
    dict of dict, and dict
        {label: {'precision', 'recall', 'f1'}}, {'precision', 'recall', 'f1'}.
    """
    cells, squares = counted.confusion.cells, counted.squares
    found: dict[str, dict[str, Measure]] = {}
    pulls = [rate_pulls(counted.confusion, i) for i in range(len(cells))]
    for i, label in enumerate(map(str, counted.confusion.labels)):
        parts = [
            (float(x[i, i]), float(x[:, i].sum()), float(x[i].sum())) for x in (cells, squares)
        ]
        (hit, called, true), (hit2, called2, true2) = parts
        given = {
            "precision": (hit, called, called2),
            "recall": (hit, true, true2),
            "f1": (hit, called + true - hit, called2 + true2 - hit2),
        }
        found[label] = {}
        for name, (part, whole, squared) in given.items():
            one = _proportion(part, whole, squared, level)
            if name == "f1" and whole:
                jaccard = (one.estimate, one.low, one.high)
                estimate, low, high = (2 * x / (1 + x) for x in jaccard)
                one = Measure(estimate, low, high, one.method)
            if math.isnan(one.estimate):
                word = "predicted" if name == "precision" else "true"
                one = Measure(one.estimate, reason=f"{label!r} is never {word} (0/0)")
            elif no_interval:
                one = Measure(one.estimate, reason=no_interval)
            elif counted.group is not None:
                one = _by_error(counted, one.estimate, pulls[i][name], level)
            found[label][name] = one
    macro = {}
    for name in RATES:
        estimates = [one[name].estimate for one in found.values()]
        lacking = [one[name].reason for one in found.values() if math.isnan(one[name].estimate)]
        mean = math.nan if lacking else math.fsum(estimates) / len(estimates)
        if lacking or no_interval:
            macro[name] = Measure(mean, reason=lacking[0] if lacking else no_interval)
        else:
            alike = _correlation(counted, [one[name] for one in pulls])
            macro[name] = _mean([one[name] for one in found.values()], alike)
    return found, macro


def rate_pulls(confusion: ConfusionMatrix, i: int) -> dict[str, Values]:
    """Return the pull of a case in each cell on precision, recall and F1 of class i."""
    share = np.asarray(confusion.cells, dtype=float) / float(confusion.total)
    true, called = share[i].sum(), share[:, i].sum()
    is_true, is_called = np.zeros(share.shape), np.zeros(share.shape)
    is_true[i], is_called[:, i] = 1, 1
    hit = is_true * is_called
    with np.errstate(divide="ignore", invalid="ignore"):
        return {
            "precision": (hit - is_called * (share[i, i] / called)) / called,
            "recall": (hit - is_true * (share[i, i] / true)) / true,
            "f1": (2 * hit - (is_true + is_called) * (2 * share[i, i] / (true + called)))
            / (true + called),
        }


def _by_error(counted: Counted, p: float, table: Values, level: float) -> Measure:
    """Give a proportion in groups Wilson's interval, for as many cases as have its error."""
    pulls = table.ravel()[counted.cells]
    error, freedom = standard_error(pulls, counted.weight, counted.group)
    if not (error > 0 and 0 < p < 1):
        return Measure(p, reason=_NO_ERROR)
    ends = wilson(p, p * (1 - p) / error**2, quantile(level, freedom))
    return Measure(p, *ends, "delta, wilson, by group")


def _mean(parts: list[Measure], alike: Values) -> Measure:
    r"""Put the interval of a mean together from those of its parts.

    Its ends are, with the correlations r,

    .. math:: \bar p - \frac1K \sqrt{\sum_{ij} r_{ij} (p_i - l_i)(p_j - l_j)}, \qquad
              \bar p + \frac1K \sqrt{\sum_{ij} r_{ij} (u_i - p_i)(u_j - p_j)},

    the "MOVER" of Zou (2008), Statistics in Medicine 27, pp. 1353-1364.
    """
    p, low, high = np.array([(x.estimate, x.low, x.high) for x in parts]).T
    mean = float(p.mean())
    lacking = [x.reason for x in parts if math.isnan(x.low)]
    if lacking:
        return Measure(mean, reason=lacking[0])
    down, up = (math.sqrt(max(0.0, float(d @ alike @ d))) / len(p) for d in (p - low, high - p))
    return Measure(mean, max(0.0, mean - down), min(1.0, mean + up), "mover")


def _correlation(counted: Counted, pulls: list[Values]) -> Values:
    """Correlate the errors of measures by their pulls; with one that has no error it is 0."""
    if counted.group is None:
        errors = np.sqrt(counted.squares.ravel()) * [pull.ravel() for pull in pulls]
    else:
        weight = 1.0 if counted.weight is None else counted.weight
        each = [pull.ravel()[counted.cells] * weight for pull in pulls]
        errors = np.array([np.bincount(counted.group, one) for one in each])
    products = errors @ errors.T
    size = np.sqrt(np.diag(products))
    size[size == 0] = np.inf
    found = products / np.outer(size, size)
    np.fill_diagonal(found, 1)
    return np.asarray(found)


def _proportion(part: float, whole: float, squares: float, level: float) -> Measure:
    """Give a share Wilson's interval; cases of unequal weight count as Kish's effective number."""
    if not whole:
        return Measure(math.nan)
    p = part / whole
    return Measure(p, *wilson(p, whole**2 / squares, quantile(level)), "wilson")


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
    n = len(weighted)
    if n < FEWEST_GROUPS:
        return math.nan, math.nan
    return math.sqrt(float(weighted @ weighted) * n / (n - 1)) / total, n - 1.0


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
        return Measure(estimate, reason=_NO_ERROR)
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
    """One class against the rest: [[rest, rest called i], [i called rest, i]]."""
    hit = cells[i, i]
    row, column, total = cells[i].sum(), cells[:, i].sum(), cells.sum()
    return np.array([[total - row - column + hit, column - hit], [row - hit, hit]])


def rest_pulls(confusion: ConfusionMatrix, i: int) -> Values:
    """Return the pull of a case in each cell on the kappa of class i against the rest."""
    small = ConfusionMatrix(rest_table(confusion.cells, i))
    is_i = (np.arange(confusion.n_classes) == i).astype(int)
    share = np.asarray(small.cells, dtype=float) / float(small.total)
    return influence(share, costs_of(None, 2).astype(float))[np.ix_(is_i, is_i)]
