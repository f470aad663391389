"""Precision, recall and F1 of each class, and their means over the classes."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kappabook.commands.score.matrix import (
    NO_ERROR,
    Counted,
    Measure,
    Values,
    error_of,
    proportion,
    wilson,
)
from kappabook.metrics.confusion import ConfusionMatrix
from kappabook.metrics.intervals.distributions import quantile

RATES = ("precision", "recall", "f1")


def class_rates(
    counted: Counted, level: float
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
    labels = list(map(str, counted.confusion.labels))
    rates: dict[str, dict[str, Measure]] = {label: {} for label in labels}
    macro = {}
    for name, pulls in rate_pulls(counted.confusion).items():
        parts = [_rate(counted, i, name, level) for i in range(len(labels))]
        if counted.group is None:
            alike = products(counted.squares, pulls)
        else:
            sums = np.array([of_groups(counted, i, pulls) for i in range(len(labels))])
            total = float(counted.confusion.total)
            parts = [
                _by_error(one, error_of(of_one, total), level)
                for one, of_one in zip(parts, sums, strict=True)
            ]
            alike = sums @ sums.T
        macro[name] = _mean(parts, alike)
        for label, one in zip(labels, parts, strict=True):
            rates[label][name] = one
    return rates, macro


def _rate(counted: Counted, i: int, name: str, level: float) -> Measure:
    """Measure one rate of class i."""
    (hit, hit2), (called, called2), (true, true2) = (
        (float(counted.confusion.cells[cells].sum()), float(counted.squares[cells].sum()))
        for cells in ((i, i), (slice(None), i), (i, slice(None)))
    )
    if name == "precision":
        found = proportion(hit, called, called2, level)
    elif name == "recall":
        found = proportion(hit, true, true2, level)
    else:
        jaccard = proportion(hit, called + true - hit, called2 + true2 - hit2, level)
        f1, low, high = (2 * x / (1 + x) for x in (jaccard.estimate, jaccard.low, jaccard.high))
        found = Measure(f1, low, high, jaccard.method)
    if math.isnan(found.estimate):
        word = "predicted" if name == "precision" else "true"
        label = str(counted.confusion.labels[i])
        return Measure(math.nan, reason=f"{label!r} is never {word} (0/0)")
    return found


def rate_pulls(confusion: ConfusionMatrix) -> dict[str, tuple[Values, Values, Values]]:
    """Return how a case pulls on precision, recall and F1 of each class, in three parts.

    Returns
    -------
    dict of tuple of ndarrays of shape (n_classes,)
        The pull on a class of a case that is truly in it alone, is called it alone, and both.
    """
    share = np.asarray(confusion.cells, dtype=float) / float(confusion.total)
    true, called, hit = share.sum(axis=1), share.sum(axis=0), np.diag(share)
    none, both = np.zeros(len(hit)), true + called
    with np.errstate(divide="ignore", invalid="ignore"):
        return {
            "precision": (none, -hit / called**2, (1 - hit / called) / called),
            "recall": (-hit / true**2, none, (1 - hit / true) / true),
            "f1": (-2 * hit / both**2, -2 * hit / both**2, (2 - 4 * hit / both) / both),
        }


def products(squares: NDArray[Any], pulls: tuple[Values, Values, Values]) -> Values:
    """Sum the products of the pulls on each two classes over all cases."""
    of_true, of_called, of_both = pulls
    hits, errors = np.diag(squares), np.array(squares, dtype=float)
    np.fill_diagonal(errors, 0)  # cases truly i that are called j
    own = hits * of_both**2 + errors.sum(axis=1) * of_true**2 + errors.sum(axis=0) * of_called**2
    there = errors * np.outer(of_true, of_called)
    return np.asarray(there + there.T + np.diag(own))


def of_groups(counted: Counted, i: int, pulls: tuple[Values, Values, Values]) -> Values:
    """Sum the weighted pulls on class i in each group."""
    cells, group = (np.asarray(x) for x in (counted.cells, counted.group))
    truth, called = (x == i for x in np.divmod(cells, counted.confusion.n_classes))
    of_true, of_called, of_both = (x[i] for x in pulls)
    each = np.select([truth & called, truth, called], [of_both, of_true, of_called])
    weighted = each if counted.weight is None else each * counted.weight
    return np.bincount(group, weighted).astype(float)


def _by_error(one: Measure, error: tuple[float, float], level: float) -> Measure:
    """Give a proportion in groups Wilson's interval, for as many cases as have its error."""
    p = one.estimate
    if math.isnan(p):
        return one
    if not (error[0] > 0 and 0 < p < 1):
        return Measure(p, reason=NO_ERROR)
    ends = wilson(p, p * (1 - p) / error[0] ** 2, quantile(level, error[1]))
    return Measure(p, *ends, "delta, wilson, by group")


def _mean(parts: list[Measure], products: Values) -> Measure:
    r"""Put the interval of a mean together from those of its parts and the products of their pulls.

    Its ends are, with the correlations r of the pulls,

    .. math:: \bar p - \frac1K \sqrt{\sum_{ij} r_{ij} (p_i - l_i)(p_j - l_j)}, \qquad
              \bar p + \frac1K \sqrt{\sum_{ij} r_{ij} (u_i - p_i)(u_j - p_j)},

    the "MOVER" of Zou (2008), Statistics in Medicine 27, pp. 1353-1364.
    """
    p, low, high = np.array([(x.estimate, x.low, x.high) for x in parts]).T
    mean = math.fsum(p) / len(p)
    undefined = [x.reason for x in parts if math.isnan(x.estimate)]
    if lacking := undefined or [x.reason for x in parts if math.isnan(x.low)]:
        return Measure(mean, reason=lacking[0])
    size = np.sqrt(np.diag(products))
    size[size == 0] = np.inf
    alike = products / np.outer(size, size)
    np.fill_diagonal(alike, 1)
    down, up = (math.sqrt(max(0.0, float(d @ alike @ d))) / len(p) for d in (p - low, high - p))
    return Measure(mean, max(0.0, mean - down), min(1.0, mean + up), "mover")
