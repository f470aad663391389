r"""The Dirichlet posterior of a table: tables that could have given the counts seen.

The shares of the cells are drawn as independent gamma variates over their sum. The gamma of a cell
with n cases has the shape

.. math:: f \cdot (n + m), \qquad f = \frac{N}{N + 3},

where N is the number of all cases and m the cell's part of a prior mass: 1.5 on agreement, spread
evenly over the diagonal, and .75 on disagreement, spread evenly over the other cells. The factor f
gives shares the variance p (1 - p) / N of a sample instead of p (1 - p) / (N + 3.25). Masses and
factor were chosen by measured coverage; docs/intervals.md has the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kappabook.metrics.inference.expected_cost import Costs, kappas

Values = NDArray[np.float64]
Places = NDArray[np.intp]

# The year of Cohen's paper.
SEED = 1960
AGREEMENT, DISAGREEMENT = 1.5, 0.75

# Gamma variates of one answer; with many kinds of cases fewer tables are drawn, but never too few.
_BUDGET, _MOST_DRAWS, _FEWEST_DRAWS = 2_000_000, 50_000, 2000
# Zero cells that stand for all zero cells of a large table, and variates held at once.
_MOST_ZEROS, _CHUNK = 256, 2**20


@dataclass(frozen=True, eq=False)
class Kinds:
    r"""Kinds of cases (cells of a table, or patterns of three labels) and their gammas.

    Attributes
    ----------
    kept : ndarray of shape (n_kinds,)
        Their positions in the arrays that were given.
    shape, scale : ndarray of shape (n_kinds,)
        Of the gamma variates. Cases of weights w count as :math:`(\sum w)^2 / \sum w^2` cases of
        weight :math:`\sum w^2 / \sum w`.
    """

    kept: Places
    shape: Values
    scale: Values


def kinds(sums: Values, squares: Values, prior: Values, rng: np.random.Generator) -> Kinds:
    """Add the prior mass to the sums of weights and of squared weights; all of shape (n,).

    Kinds that nobody saw are many in a large table; then 256 of them, chosen at random, carry the
    mass of all.
    """
    seen = sums > 0
    scale = np.where(seen, squares, squares.sum()) / np.where(seen, sums, sums.sum())
    cases = np.where(seen, sums / scale, 0.0)
    n, shape = float(cases.sum()), cases + prior
    chosen = zeros = np.flatnonzero(~seen & (prior > 0))
    if len(zeros) > _MOST_ZEROS:
        chosen = rng.choice(zeros, _MOST_ZEROS, replace=False)
        shape[chosen] *= prior[zeros].sum() / prior[chosen].sum()
    kept = np.sort(np.concatenate([np.flatnonzero(seen), chosen]))
    return Kinds(kept, shape[kept] * n / (n + 3), scale[kept])


def drawn(found: Kinds, n_draws: int | None, rng: np.random.Generator) -> Iterator[Values]:
    """Yield amounts of shape (n_kinds, at most n_draws), together n_draws columns."""
    if n_draws is None:
        n_draws = int(np.clip(_BUDGET // len(found.shape), _FEWEST_DRAWS, _MOST_DRAWS))
    columns = max(1, _CHUNK // len(found.shape))
    for start in range(0, n_draws, columns):
        size = (len(found.shape), min(columns, n_draws - start))
        amounts = rng.standard_gamma(found.shape[:, np.newaxis], size)
        yield amounts * found.scale[:, np.newaxis]


def table_prior(n_classes: int) -> Values:
    """Prior mass of each cell, shape (n_classes, n_classes); at least two classes."""
    k = n_classes
    mass = np.full((k, k), DISAGREEMENT / (k * (k - 1)))
    np.fill_diagonal(mass, AGREEMENT / k)
    return mass


def posterior_kappas(
    sums: Values, squares: Values, costs: Costs, n_draws: int | None, random_state: Any
) -> Values:
    """Draw kappa from its posterior; cells of shape (n_classes, n_classes), all classes used."""
    rng = np.random.default_rng(random_state)
    sums, squares, costs = _turned(sums, squares, costs)
    found = kinds(sums.ravel(), squares.ravel(), table_prior(len(sums)).ravel(), rng)
    rows, columns = np.divmod(found.kept, len(sums))
    parts = drawn(found, n_draws, rng)
    return np.concatenate([kappas(part, rows, columns, costs) for part in parts])


def _turned(sums: Values, squares: Values, costs: Costs) -> tuple[Values, Values, Costs]:
    """Turn the table into one of its equals, so that they all get the same draws.

    Exchanging the raters or reversing the classes changes no kappa with costs by name; nor does
    renaming the classes change the unweighted one.
    """
    if isinstance(costs.weights, np.ndarray):
        return sums, squares, costs
    if costs.weights is None:
        order = np.lexsort((sums.sum(axis=0) + sums.sum(axis=1), np.diag(sums)))
        sums, squares = sums[np.ix_(order, order)], squares[np.ix_(order, order)]
    ends = np.array([costs.places, costs.places[-1] - costs.places[::-1]])
    best = (sums, squares, ends[0])
    for turn, places in ((0, 0), (1, 0), (0, 1), (1, 1)):
        twin = [table[::-1, ::-1] if places else table for table in (sums, squares)]
        twin = [table.T if turn else table for table in twin]
        first = np.flatnonzero(twin[0].ravel() != best[0].ravel())[:1]
        if len(first) and twin[0].ravel()[first] > best[0].ravel()[first]:
            best = (twin[0], twin[1], ends[places])
    return best[0], best[1], Costs(costs.weights, best[2])
