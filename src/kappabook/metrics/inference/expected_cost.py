"""The expected cost of disagreement for many pairs of margins at once, without a k x k table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from kappabook.metrics._validation.table import Weights, valid_costs

Values = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Costs:
    """Costs of disagreement between classes 0 to n_classes - 1.

    Parameters
    ----------
    weights : {'linear', 'quadratic'}, None or ndarray of shape (n_classes, n_classes)
    places : ndarray of shape (n_classes,)
        Position of each class on the scale; classes that nobody used are left out.
    """

    weights: Literal["linear", "quadratic"] | Values | None
    places: NDArray[np.intp]

    @classmethod
    def of(cls, weights: Weights, present: NDArray[np.intp], n_classes: int) -> Costs:
        """Check the weights and keep the classes that are present."""
        if weights is None or (isinstance(weights, str) and weights in ("linear", "quadratic")):
            return cls(weights, present)
        if isinstance(weights, str):
            raise ValueError(
                f"weights is {weights!r}; give 'linear', 'quadratic', None or a matrix of costs."
            )
        table = valid_costs(weights, n_classes).astype(float)
        return cls(table[np.ix_(present, present)], present)

    def cost(self, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> Values:
        """Cost of each cell; rows and columns count the classes present."""
        if isinstance(self.weights, np.ndarray):
            return np.asarray(self.weights[rows, columns])
        distance: Values = np.abs(self.places[rows] - self.places[columns]).astype(float)
        if self.weights is None:
            return np.asarray(distance > 0, dtype=float)
        return distance if self.weights == "linear" else np.asarray(distance**2)

    def expected(self, first: Values, second: Values) -> Values:
        r"""Sum of :math:`w_{ij} a_i b_j` for margins of shape (n_classes, n), by columns.

        Each sum has only positive terms, so that no digits cancel when one class takes nearly all.
        """
        if isinstance(self.weights, np.ndarray):
            return np.asarray((first * (self.weights @ second)).sum(axis=0))
        if self.weights is None:
            return np.asarray((first * _others(second)).sum(axis=0))
        place = self.places[:, np.newaxis].astype(float)
        if self.weights == "linear":
            # |i - j| is the number of borders between i and j.
            (below, above), (under, over) = _sides(first), _sides(second)
            across = below * over + above * under
            return np.asarray((np.diff(place, axis=0) * across).sum(axis=0))
        totals = first.sum(axis=0), second.sum(axis=0)
        middle = (place * (first / totals[0] + second / totals[1])).sum(axis=0) / 2
        away = place - middle
        squares = [(margin * away**2).sum(axis=0) for margin in (first, second)]
        product = (first * away).sum(axis=0) * (second * away).sum(axis=0)
        return np.asarray(totals[1] * squares[0] + totals[0] * squares[1] - 2 * product)


def totals(amounts: Values, classes: NDArray[np.intp], n_classes: int) -> Values:
    """Sum the rows of `amounts`, shape (n_kinds, n), by class: shape (n_classes, n)."""
    order = np.argsort(classes, kind="stable")
    ordered = classes[order]
    starts = np.flatnonzero(np.diff(ordered, prepend=-1))
    out = np.zeros((n_classes, amounts.shape[1]))
    out[ordered[starts]] = np.add.reduceat(amounts[order], starts, axis=0)
    return out


def kappas(
    amounts: Values, rows: NDArray[np.intp], columns: NDArray[np.intp], costs: Costs
) -> Values:
    """Kappa of many tables: `amounts` has shape (n_kinds, n), the kinds lie in (row, column).

    nan where kappa is 0/0.
    """
    k = len(costs.places)
    expected = costs.expected(totals(amounts, rows, k), totals(amounts, columns, k))
    observed = costs.cost(rows, columns) @ amounts
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio: Any = observed * amounts.sum(axis=0) / expected
    return np.asarray(np.where(expected > 0, 1 - ratio, np.nan))


def _others(margin: Values) -> Values:
    """Return the sum of all rows but each one, by adding."""
    below, above = np.zeros_like(margin), np.zeros_like(margin)
    np.cumsum(margin[:-1], axis=0, out=below[1:])
    above[:-1] = np.cumsum(margin[:0:-1], axis=0)[::-1]
    return below + above


def _sides(margin: Values) -> tuple[Values, Values]:
    """Return what lies below and above each border between neighbours."""
    return np.cumsum(margin, axis=0)[:-1], np.cumsum(margin[::-1], axis=0)[-2::-1]
