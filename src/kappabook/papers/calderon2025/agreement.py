"""Agreement of people among themselves, and of a judge with people, for any weights of the items.

All measures are sums over items that are then put into a formula. So a resample of the items is a
row of weights, and a thousand of them are one product of matrices.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kappabook.papers.calderon2025.settings import LEAST_ITEMS

Values = NDArray[np.float64]
Codes = NDArray[np.intp]

# Kappas of pairs by how much a disagreement costs; all but the first two need ordered labels.
OF_PAIRS = ("agreement", "kappa", "linear", "quadratic")
# Of all raters at once: Krippendorff's alpha and Gwet's AC, both with quadratic costs if ordered.
OF_ALL = ("alpha", "ac")


def costs(labels: Sequence[Any], ordered: bool) -> dict[str, Values]:
    """Cost of each disagreement by measure, in [0, 1]; agreement costs 0.

    ``all`` is the cost in the coefficients of all raters.
    """
    nominal = 1 - np.eye(len(labels))
    found = {"agreement": nominal, "kappa": nominal}
    if ordered:
        values = np.asarray(labels, dtype=float)
        apart = np.abs(values[:, np.newaxis] - values) / np.ptp(values)
        found |= {"linear": apart, "quadratic": apart**2}
    return found | {"all": found.get("quadratic", nominal)}


@dataclass(frozen=True)
class Pair:
    """Two columns of labels: which items both have, and in which cell of their table each lies."""

    first: int
    second: int
    items: Codes
    cells: Codes


def pairs(ratings: Codes, others: Codes | None = None) -> Iterator[Pair]:
    """Pairs of people, or of each person (first) and a judge, with at least 30 common items."""
    n, k = ratings.shape[1], int(ratings.max(initial=0)) + 1
    if others is None:
        chosen = [(a, b, ratings[:, b]) for a, b in combinations(range(n), 2)]
    else:
        k = max(k, int(others.max(initial=0)) + 1)
        chosen = [(a, -1, others) for a in range(n)]
    for a, b, column in chosen:
        items = np.flatnonzero((ratings[:, a] >= 0) & (column >= 0))
        if len(items) >= LEAST_ITEMS:
            yield Pair(a, b, items, ratings[items, a] * k + column[items])


def tables(pair: Pair, weights: Values, n_labels: int, width: int) -> Values:
    """Tables of a pair, shape (n_weights, n_labels, n_labels), for rows of weights of items.

    `width` is the number of labels that the pair's cells were numbered with.
    """
    used, place = np.unique(pair.cells, return_inverse=True)
    sums = weights[:, pair.items] @ (place.ravel()[:, np.newaxis] == np.arange(len(used)))
    full = np.zeros((len(weights), n_labels * n_labels))
    full[:, used // width * n_labels + used % width] = sums
    return full.reshape(-1, n_labels, n_labels)


def of_tables(table: Values, cost: Mapping[str, Values]) -> dict[str, Values]:
    """Agreement and kappas of tables of shape (..., k, k); kappa is nan where it is 0/0."""
    n = table.sum(axis=(-2, -1))
    rows, columns = table.sum(axis=-1), table.sum(axis=-2)
    found = {}
    with np.errstate(divide="ignore", invalid="ignore"):
        for name in OF_PAIRS:
            if name not in cost:
                continue
            observed = (table * cost[name]).sum(axis=(-2, -1)) / n
            expected = np.einsum("...i,ij,...j->...", rows, cost[name], columns) / n**2
            found[name] = 1 - (observed if name == "agreement" else observed / expected)
    return found


def of_all(ratings: Codes, weights: Values, cost: Values) -> dict[str, Values]:
    """Krippendorff's alpha and Gwet's AC of all columns, for rows of weights of the items.

    Parameters
    ----------
    ratings : ndarray of shape (n_items, n_raters)
    weights : ndarray of shape (n_weights, n_items)
    cost : ndarray of shape (n_labels, n_labels)
    """
    k = len(cost)
    tally = (ratings[..., np.newaxis] == np.arange(k)).sum(axis=1).astype(float)
    m = tally.sum(axis=1)
    several = m > 1
    apart = np.einsum("ni,ij,nj->n", tally, cost, tally)
    of_alpha = np.where(several, apart / np.maximum(m - 1, 1), 0.0)
    of_ac = np.where(several, apart / np.maximum(m * (m - 1), 1), 0.0)
    shares = tally / np.maximum(m, 1)[:, np.newaxis]
    labels = weights @ (tally * several[:, np.newaxis])
    n = labels.sum(axis=1)
    expected = np.einsum("bi,ij,bj->b", labels, cost, labels)
    alpha = 1 - (weights @ of_alpha) * (n - 1) / expected
    rated = weights @ (m > 0)
    pot = weights @ shares / rated[:, np.newaxis]
    guessed = (1 - cost).sum() * (pot * (1 - pot)).sum(axis=1) / (k * (k - 1))
    observed = 1 - weights @ of_ac / (weights @ several)
    return {"alpha": alpha, "ac": (observed - guessed) / (1 - guessed)}
