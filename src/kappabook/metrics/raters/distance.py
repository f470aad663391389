"""How far apart two labels are: what a disagreement costs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from kappabook.metrics._numbers import number, show
from kappabook.metrics._validation.table import Weights, valid_costs
from kappabook.metrics.agreement import costs_of

Values = NDArray[np.float64]
Labels = Sequence[Any]

# A matrix of distances between more labels than these is not made.
MOST_IN_MATRIX = 5000


class Distance(Protocol):
    """Sums of distances, without a loop over pairs."""

    def pairs(self, tally: Values) -> Values:
        """Sum over ordered pairs of ratings of one item; `tally` has shape (n, n_labels)."""
        ...

    def between(self, first: Values, second: Values) -> Values:
        r"""Sum of :math:`a_k b_l d_{kl}`; both have shape (n_labels, ...)."""
        ...

    def total(self) -> float:
        """Sum over all ordered pairs of labels."""
        ...

    def table(self) -> NDArray[Any]:
        """Return all distances, shape (n_labels, n_labels)."""
        ...


class Nominal:
    """Any two labels are at distance 1."""

    def __init__(self, n_labels: int) -> None:
        self.n_labels = n_labels

    def pairs(self, tally: Values) -> Values:
        """Sum over ordered pairs of ratings of one item."""
        return np.asarray((tally * (tally.sum(axis=1, keepdims=True) - tally)).sum(axis=1))

    def between(self, first: Values, second: Values) -> Values:
        """Sum the products of what differs."""
        return np.asarray((first * (second.sum(axis=0) - second)).sum(axis=0))

    def total(self) -> float:
        """Count the pairs that differ."""
        return self.n_labels * (self.n_labels - 1)

    def table(self) -> NDArray[Any]:
        """Ones, and zeros on the diagonal."""
        return np.asarray(1 - np.eye(self.n_labels, dtype=int))


class Matrix:
    """A table of distances, symmetric, with zeros on its diagonal."""

    def __init__(self, distances: Values) -> None:
        self.distances = distances

    def pairs(self, tally: Values) -> Values:
        """Sum over ordered pairs of ratings of one item."""
        return np.asarray(((tally @ self.distances) * tally).sum(axis=1))

    def between(self, first: Values, second: Values) -> Values:
        """Sum the products, each times its distance."""
        return np.asarray((first * np.tensordot(self.distances, second, axes=1)).sum(axis=0))

    def total(self) -> float:
        """Sum the cells."""
        return float(self.distances.sum())

    def table(self) -> NDArray[Any]:
        """Return it."""
        return self.distances


def as_distance(weights: Weights, labels: Labels) -> Distance:
    """Costs as in `cohen_kappa_score`, symmetric; a matrix is divided by its largest cost."""
    k = len(labels)
    if weights is None:
        return Nominal(k)
    _refuse_many(k)
    table = _symmetric(costs_of(weights, k), k)
    largest = table.max()
    return Matrix(table / largest if largest > 0 else table)


def as_metric(level: Any, labels: Labels) -> Distance:
    """Distances of a level other than 'ordinal', or a matrix of distances, as they are."""
    k = len(labels)
    if not isinstance(level, str):
        _refuse_many(k)
        return Matrix(_symmetric(level, k))
    if level == "nominal":
        return Nominal(k)
    values = as_values(labels, level)
    _refuse_many(k)
    difference = values[:, np.newaxis] - values
    if level == "interval":
        return Matrix(difference**2)
    total = values[:, np.newaxis] + values
    ratio = np.divide(difference, total, out=np.zeros_like(total), where=total > 0)
    return Matrix(ratio**2)


def as_values(labels: Labels, level: str) -> Values:
    """Take labels as the numbers they are; text, and a negative ratio, raise ValueError."""
    for label in labels:
        if isinstance(label, str):
            raise ValueError(
                f"label {label!r} is text; {level!r} needs numbers. For an order give "
                "level='ordinal', where there is one, and labels in their order."
            )
        if level == "ratio" and label < 0:
            raise ValueError(
                f"label {label!r} is negative; level='ratio' needs numbers from 0 upwards. "
                "Differences have the level 'interval'."
            )
    return np.array(labels, dtype=float)


def _refuse_many(n_labels: int) -> None:
    if n_labels > MOST_IN_MATRIX:
        raise ValueError(
            f"ratings hold {n_labels} different labels; for more than {MOST_IN_MATRIX} there is no "
            "matrix of distances. Round the ratings, or give level='interval'."
        )


def _symmetric(distances: Any, n_labels: int) -> Values:
    table = valid_costs(distances, n_labels)
    uneven = np.argwhere(table != table.T)
    if len(uneven):
        i, j = uneven[0]
        a, b = (show(number(x)) for x in (table[i, j], table[j, i]))
        raise ValueError(
            f"costs[{i}, {j}] is {a} and costs[{j}, {i}] is {b}; raters are interchangeable "
            "here, so costs are symmetric. Give their mean, or use cohen_kappa_score for a pair."
        )
    return np.asarray(table.astype(float))
