r"""How hard each case pulls on a measure, and the standard error that follows.

A measure of a large sample is nearly a mean: its value plus the mean of the pulls
:math:`\psi_s` of the cases, which sum to zero. Cases of one group pull together, so

.. math:: SE^2 = \frac{G}{G - 1} \, \frac{\sum_g \bigl(\sum_{s \in g} w_s \psi_s\bigr)^2}
                 {\bigl(\sum_s w_s\bigr)^2},

and without groups each case is its own. On the same cases the pulls on a difference are the
differences of the pulls. Efron and Tibshirani (1993), chapter 21 ("influence function").
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kappabook.commands.score.scored import Measure
from kappabook.metrics.agreement import costs_of
from kappabook.metrics.confusion import ConfusionMatrix
from kappabook.metrics.intervals.distributions import quantile
from kappabook.metrics.intervals.kappa import influence

Values = NDArray[np.float64]
Codes = NDArray[np.int64]
LEVEL = 0.95
# With fewer groups the standard error itself is hardly known.
FEWEST_GROUPS = 2


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
) -> Measure:
    """Put an interval around an estimate, by Student's t; it stays between the two ends."""
    if math.isnan(estimate):
        return Measure(estimate, reason="it is undefined, 0/0")
    if not error[0] > 0:
        return Measure(estimate, reason="its large-sample standard error is 0 or unknown")
    step = quantile(LEVEL, error[1]) * error[0]
    low, high = max(ends[0], estimate - step), min(ends[1], estimate + step)
    return Measure(estimate, low, high, method)


def table_pulls(confusion: ConfusionMatrix) -> dict[str, Values]:
    """Return the pull of a case in each cell on accuracy, chance agreement, kappa and MCC.

    Returns
    -------
    dict of ndarrays of shape (n_classes, n_classes); nan where a measure is 0/0.
    """
    k = confusion.n_classes
    share = np.asarray(confusion.cells, dtype=float) / float(confusion.total)
    r, c = share.sum(axis=1), share.sum(axis=0)
    hits, chance = float(np.trace(share)), float(r @ c)
    margins = np.add.outer(c, r)
    return {
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


def mcc_of(confusion: ConfusionMatrix) -> float:
    """Matthews correlation as a float."""
    return confusion.mcc
