"""Two raters whose table is known: exact where the table is exact."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics._counts import count_pairs
from kappabook.metrics._numbers import Real, number, undefined
from kappabook.metrics._validation.table import Weights
from kappabook.metrics.confusion import ConfusionMatrix
from kappabook.metrics.raters.coefficients import (
    Coefficient,
    FleissKappa,
    GwetAC,
    KrippendorffAlpha,
)
from kappabook.metrics.raters.distance import Nominal, as_distance


def scott_pi_score(
    y1: ArrayLike,
    y2: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    weights: Weights = None,
    sample_weight: ArrayLike | None = None,
    replace_undefined_by: float = math.nan,
) -> float:
    r"""Scott's pi: agreement beyond chance, if both raters share the mean of their margins.

    .. math:: \pi = 1 - \frac{\sum_{ij} w_{ij} \, p_{ij}}{\sum_{ij} w_{ij} \, s_i s_j}, \qquad
              s_i = (p_{i\cdot} + p_{\cdot i}) / 2

    It is never above Cohen's kappa without weights, and equal to it if the margins are equal.

    Parameters
    ----------
    y1, y2, labels, weights, sample_weight, replace_undefined_by
        As in :func:`kappabook.cohen_kappa_score`, but a matrix of costs is symmetric.

    Returns
    -------
    float, at most 1.

    Raises
    ------
    ValueError
        As :func:`kappabook.cohen_kappa_score`; and if costs are not symmetric.

    References
    ----------
    Scott (1955), Public Opinion Quarterly 19, pp. 321-325.

    Examples
    --------
    >>> from kappabook import scott_pi_score
    >>> round(scott_pi_score([1, 1, 1, 0], [1, 1, 0, 0]), 4)
    0.4667
    """
    cells, classes = count_pairs(
        y1, y2, labels=labels, sample_weight=sample_weight, names=("y1", "y2")
    )
    table = ConfusionMatrix(cells, classes)
    value = scott_pi(table, weights)
    if math.isnan(value):
        return undefined("Scott's pi", "all labels are one", replace_undefined_by)
    return float(value)


def scott_pi(table: ConfusionMatrix, weights: Weights = None) -> Real:
    """Scott's pi of a table of shape (n_classes, n_classes); nan where it is 0/0."""
    return _fleiss(table, FleissKappa(as_distance(weights, table.labels)))


def gwet_ac(table: ConfusionMatrix, weights: Weights = None) -> Real:
    """AC1, or AC2 with weights, of a table of shape (n_classes, n_classes)."""
    return _fleiss(table, GwetAC(as_distance(weights, table.labels)))


def krippendorff_alpha(table: ConfusionMatrix) -> Real:
    """Nominal alpha of a table of counts, shape (n_classes, n_classes): two raters, no gaps."""
    alpha, cells = KrippendorffAlpha(Nominal(table.n_classes), 1), _numbers(table)
    misses = cells.sum() - cells.diagonal().sum()
    return _value(alpha, [2 * misses, *cells.sum(axis=0) + cells.sum(axis=1)])


def _fleiss(table: ConfusionMatrix, coefficient: FleissKappa) -> Real:
    """Two ratings of each item: an item's share of a label is half its ratings with it."""
    cells = _numbers(table)
    apart = (coefficient.distance.table() * cells).sum()
    return _value(coefficient, [2 * apart, 2 * cells.sum(), *cells.sum(axis=0) + cells.sum(axis=1)])


def _numbers(table: ConfusionMatrix) -> NDArray[Any]:
    """Cells as floats, or exact."""
    return table.cells if table.cells.dtype == object else table.cells.astype(float)


def _value(coefficient: Coefficient, sums: list[Any]) -> Real:
    """Turn sums, which are floats or exact, into one number of their kind."""
    exact = not all(isinstance(x, float) for x in sums)
    value: Real = number(coefficient.value(np.array(sums, dtype=object if exact else float))[()])
    return value
