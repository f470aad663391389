"""The delta method for kappa: how much each kind of case pulls on it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kappabook.metrics._numbers import number
from kappabook.metrics._validation.table import Weights, valid_costs
from kappabook.metrics.agreement import disagreement_costs
from kappabook.metrics.confusion import ConfusionMatrix

# Up to this many classes counts are summed exactly, as Python numbers; that takes k^2 of them.
EXACT_UP_TO = 100


def cost_matrix(weights: Weights, n_classes: int) -> NDArray[Any]:
    """Disagreement costs, shape (n_classes, n_classes), checked; 1 off the diagonal by default."""
    exact = object if n_classes <= EXACT_UP_TO else float
    costs = disagreement_costs(weights, n_classes)
    if costs is None:
        return np.asarray(1 - np.eye(n_classes, dtype=int)).astype(exact)
    table = valid_costs(costs, n_classes)
    return table.astype(float) if exact is float else table


def computable(confusion: ConfusionMatrix) -> ConfusionMatrix:
    """Return the matrix to compute with: exact counts, or floats if the classes are many."""
    if confusion.n_classes <= EXACT_UP_TO:
        return confusion
    return ConfusionMatrix(confusion.cells.astype(float), confusion.labels)


def influence(confusion: ConfusionMatrix, costs: NDArray[Any]) -> NDArray[np.float64]:
    r"""Influence on kappa of one more case in each cell, centred to mean zero.

    The derivative of :math:`\kappa = 1 - D_o / D_e` along cell (i, j) is, in the notation of
    :func:`kappabook.kappa_inference`,

    .. math:: \psi_{ij} = \frac{D_o (\bar w_{i\cdot} + \bar w_{\cdot j} - D_e) - w_{ij} D_e}{D_e^2}

    Kappa's variance is :math:`\sum_{ij} p_{ij} \psi_{ij}^2 / n`. For weights of agreement this
    is the large-sample variance of Fleiss, Cohen and Everitt (1969), without its cancellation.
    All values are nan if kappa is undefined.
    """
    cells, rows, columns, total = confusion._numbers()
    by_row, by_column = costs @ columns, rows @ costs
    expected = number(rows @ by_row)
    if expected == 0:
        return np.full(cells.shape, np.nan)
    observed = number((costs * cells).sum())
    # Counts are summed as they are, so each share comes with its power of the total.
    pull = total * observed * np.add.outer(by_row, by_column)
    values = total * (pull - (total * costs + observed) * expected) / expected**2
    rounding = 16 * np.finfo(float).eps * float(np.max(total * pull / expected**2))
    values = np.asarray(values).astype(float)
    return np.where(np.abs(values) <= rounding, 0.0, values)


def deviation(confusion: ConfusionMatrix, costs: NDArray[Any]) -> float:
    """Return the standard deviation of one case's influence: the standard error times root n."""
    shares = (confusion.cells / confusion.total).astype(float)
    return math.sqrt((shares * influence(confusion, costs) ** 2).sum())


def chance_table(confusion: ConfusionMatrix) -> ConfusionMatrix:
    r"""Return the table of a guesser with the same margins: :math:`p_{i\cdot} p_{\cdot j}`."""
    rows, columns = confusion.row_margins, confusion.column_margins
    return ConfusionMatrix(np.outer(rows.astype(float), columns.astype(float)))
