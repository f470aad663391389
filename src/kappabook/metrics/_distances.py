r"""Kappa without a table: from the margins, the hits and the distances of the pairs.

For costs that depend on the distance of the classes, the expected cost follows from the margins
in one pass: each step from class t to t + 1 is paid by all pairs that lie on its two sides.

.. math:: \sum_{ij} |i - j| \, r_i c_j = \sum_t \bigl( R_t C'_t + C_t R'_t \bigr), \quad
          R_t = \sum_{i \le t} r_i, \; R'_t = \sum_{i > t} r_i

For squares the step costs :math:`2(t - i) + 1`, which again are running sums. All terms are
positive, so nothing cancels; counts stay whole numbers, and the quotient is rounded once.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kappabook.metrics._counts import Pairs, present_only
from kappabook.metrics._numbers import integers_of, number, others

_SAFE_INT64 = 2**62
_MOST_IDENTIFIERS = 10_000
_SMALL_TABLE = 128**2

# If the largest weight is within these, and no other is below the third, sums and products of two
# are right in float64; a range beyond the last leaves no room on any scale.
_LOW, _HIGH, _SMALLEST, _WIDEST = 1e-100, 1e100, 1e-180, 1e-290


def disagreement(pairs: Pairs, given: bool, weights: str | None) -> tuple[Any, Any, Any]:
    """Total, observed cost and expected cost times the total squared, over the total.

    Kappa is (expected - total * observed) / expected. Whole numbers from counts, and from weights
    whose range is beyond float64; else floats.
    """
    pairs = _tame(pairs)
    if len(pairs.classes) ** 2 <= min(_SMALL_TABLE, len(pairs.first)):
        return _from_table(pairs.table(), given, weights)
    margins = pairs.margins()
    if not given:
        pairs, margins = _occurring(pairs, margins, weights is not None)
    rows, columns = margins
    total = len(pairs.first) if pairs.weight is None else number(rows.sum())
    expected = _expected(rows, columns, weights, total)
    return total, _observed(pairs, weights), expected


def _from_table(table: NDArray[Any], given: bool, weights: str | None) -> tuple[Any, Any, Any]:
    """Do the same from few classes and many cases, where counting pairs is one pass."""
    rows, columns = table.sum(axis=1), table.sum(axis=0)
    if not given and weights is not None:
        occurs = (rows != 0) | (columns != 0)
        rows, columns, table = rows[occurs], columns[occurs], table[np.ix_(occurs, occurs)]
    total = number(rows.sum())
    places = np.arange(len(rows))
    distance = np.abs(np.subtract.outer(places, places))
    costs = distance != 0 if weights is None else distance ** (2 if weights == "quadratic" else 1)
    observed = number((costs * table).sum())
    return total, observed, _expected(rows, columns, weights, total)


def chance(pairs: Pairs) -> tuple[Any, Any]:
    """Sum of the products of the margins, and the total squared."""
    pairs = _tame(pairs)
    rows, columns = _roomy(*pairs.margins(), len(pairs.first) ** 2)
    return number(rows @ columns), number(rows.sum()) * number(columns.sum())


def _tame(pairs: Pairs) -> Pairs:
    """Scale weights, if they need it, by a power of two, or to integers if that is not enough."""
    weight = pairs.weight
    if weight is None:
        return pairs
    largest = weight.max()
    smallest = weight.min(where=weight > 0, initial=largest)
    if not _LOW <= largest <= _HIGH or smallest < _SMALLEST:
        if smallest / largest < _WIDEST:
            weight = integers_of(weight)
        else:
            weight = np.ldexp(weight, -int(np.frexp(largest)[1]))
    return pairs._replace(weight=weight)


def _occurring(
    pairs: Pairs, margins: tuple[NDArray[Any], NDArray[Any]], compact: bool
) -> tuple[Pairs, tuple[NDArray[Any], NDArray[Any]]]:
    """Leave out classes without cases where their places count; refuse identifiers."""
    occurs = (margins[0] != 0) | (margins[1] != 0)
    n_classes = int(np.count_nonzero(occurs))
    if n_classes > _MOST_IDENTIFIERS and 2 * n_classes > len(pairs.first):
        raise ValueError(
            f"the two columns have {n_classes} different labels for {len(pairs.first)} cases. Are "
            "they identifiers, or scores? If they are classes, name them with labels."
        )
    if not compact or n_classes == len(occurs):
        return pairs, margins
    return present_only(pairs, margins), (margins[0][occurs], margins[1][occurs])


def _roomy(
    rows: NDArray[Any], columns: NDArray[Any], largest: int
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Take Python's integers where sums could leave 64 bits."""
    if rows.dtype.kind == "i" and largest >= _SAFE_INT64:
        return rows.astype(object), columns.astype(object)
    return rows, columns


def _expected(rows: NDArray[Any], columns: NDArray[Any], weights: str | None, total: Any) -> Any:
    farthest = 1 if weights is None else max(1, len(rows) - 1)
    cost = farthest**2 if weights == "quadratic" else farthest
    rows, columns = _roomy(rows, columns, total**2 * cost if rows.dtype.kind == "i" else 0)
    if weights is None:
        if rows.dtype == np.float64:
            return number(rows @ others(columns))
        return total**2 - number(rows @ columns)
    below = (_below(rows, weights), _below(columns, weights))
    return number(below[0] @ _after(columns) + below[1] @ _after(rows))


def _after(margin: NDArray[Any]) -> NDArray[Any]:
    """Weight above each step."""
    return np.asarray(np.cumsum(margin[::-1])[::-1][1:])


def _below(margin: NDArray[Any], weights: str) -> NDArray[Any]:
    """Return what each step costs the weight below it."""
    sums = np.cumsum(margin)[:-1]
    if weights == "linear":
        return sums
    twice = np.cumsum(sums)
    twice[1:] += twice[:-1].copy()
    return np.asarray(twice)


def _observed(pairs: Pairs, weights: str | None) -> Any:
    first, second, weight = pairs.first, pairs.second, pairs.weight
    if weights is None:
        misses = first != second
        return np.count_nonzero(misses) if weight is None else number(weight[misses].sum())
    distance = first - second
    if weight is None:
        if weights == "linear":
            return int(np.abs(distance, out=distance).sum())
        if len(first) * len(pairs.classes) ** 2 < _SAFE_INT64:
            return int(distance @ distance)
        counts = np.bincount(np.abs(distance, out=distance)).astype(object)
        return counts @ np.arange(len(counts)).astype(object) ** 2
    cost = np.abs(distance, out=distance) if weights == "linear" else distance**2
    return number(weight @ (cost if weight.dtype == np.float64 else cost.astype(object)))
