r"""The Dirichlet posterior of a table: tables that could have given the counts seen.

The shares of the cells are drawn as independent gamma variates over their sum. The gamma of a cell
with n cases has the shape

.. math:: f \cdot (n + m), \qquad f = \frac{N}{N + 3},

where N is the number of all cases and m the cell's part of a prior mass: on agreement half a case
for each class, but at most 1.5 in all, and half as much on disagreement; each is spread evenly over
its cells. The factor f gives shares about the variance p (1 - p) / N of a sample,
where the plain Dirichlet's is less. Masses and factor were chosen by measured coverage;
docs/intervals.md has the table.
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

# Gamma variates of one answer; with many kinds of cases fewer tables are drawn, but never too few.
_BUDGET, _MOST_DRAWS, _FEWEST_DRAWS = 2_000_000, 50_000, 2000
# Zero cells that stand for all zero cells of a large table, and variates held at once.
_MOST_ZEROS, _CHUNK = 256, 2**20


def prior_masses(n_classes: int) -> tuple[float, float]:
    """Return the prior mass of all agreement, and that of all disagreement."""
    agreement = min(n_classes, 3) / 2
    return agreement, agreement / 2


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
    agreement, disagreement = prior_masses(k)
    mass = np.full((k, k), disagreement / (k * (k - 1)))
    np.fill_diagonal(mass, agreement / k)
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


Turn = tuple[Values, Values, Places]


def _turned(sums: Values, squares: Values, costs: Costs) -> tuple[Values, Values, Costs]:
    """Turn the table into one of its equals, so that they all get the same draws.

    Exchanging the raters or reversing the classes changes no kappa with costs by name. Renaming
    the classes does not change the unweighted one; there they are sorted first, by what tells them
    apart in most tables.
    """
    if isinstance(costs.weights, np.ndarray):
        return sums, squares, costs
    turns = list(_turns((sums, squares, costs.places)))
    if costs.weights is None:
        turns = [twin for turn in turns for twin in _turns(_sorted(turn))]
    best = turns[0]
    for turn in turns[1:]:
        differ = np.flatnonzero(turn[0].ravel() != best[0].ravel())[:1]
        if (turn[0].ravel()[differ] > best[0].ravel()[differ]).any():
            best = turn
    return best[0], best[1], Costs(costs.weights, best[2])


def _turns(table: Turn) -> Iterator[Turn]:
    """Exchange the raters, reverse the classes, and both."""
    sums, squares, places = table
    for x, y in ((sums, squares), (sums.T, squares.T)):
        yield x, y, places
        yield x[::-1, ::-1], y[::-1, ::-1], places[-1] - places[::-1]


def _sorted(table: Turn) -> Turn:
    """Sort the classes by their agreement, their totals, and what they are mistaken for."""
    sums, squares, places = table
    agreed, both = np.diag(sums), sums.sum(axis=0) + sums.sum(axis=1)
    beside = (sums**2 + sums.T**2) @ (both + np.sqrt(2) * agreed)
    order = np.lexsort((beside, both, agreed))
    return sums[np.ix_(order, order)], squares[np.ix_(order, order)], places
