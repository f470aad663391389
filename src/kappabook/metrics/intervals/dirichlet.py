r"""The Dirichlet posterior of counts: tables that could have given what was seen, and their kappas.

The shares of the kinds of cases (cells of a table, or patterns of three labels) are drawn as
independent gamma variates over their sum. The gamma of a kind with n cases has the shape

.. math:: f \cdot (n + m), \qquad f = \frac{N}{N + 3},

where N is the number of all cases and m the kind's part of a prior mass. In a table that is half a
case for each class on agreement, but at most 1.5 in all, and half as much on disagreement; each is
spread evenly over its cells. The factor f gives shares about the variance p (1 - p) / N of a
sample, where the plain Dirichlet's is less. Masses and factor were chosen by measured coverage;
docs/intervals.md has the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kappabook.metrics.agreement import others

Values = NDArray[np.float64]
Places = NDArray[np.intp]

# The year of Cohen's paper.
SEED = 1960
# With fewer draws quantiles are not known.
FEWEST = 1000
# Prior mass of each group of patterns: both predictions right, only a, only b, none. Chosen by
# measured type-I error and coverage; the masses of one kappa are too small for equal kappas near 0.
MASS = 1.0

# Gamma variates of one answer; with many kinds of cases fewer tables are drawn, but never too few.
_BUDGET, _MOST_DRAWS, _FEWEST_DRAWS = 2_000_000, 50_000, 2000
# Zero cells that stand for all zero cells of a large table, and variates held at once.
_MOST_ZEROS, _CHUNK = 256, 2**20
# Up to this many patterns all are enumerated; of more, so many of each group stand for the rest.
_ALL, _SOME = 4096, 128


def valid_draws(n_draws: int | None) -> int | None:
    """Refuse too few draws."""
    if n_draws is not None and n_draws < FEWEST:
        raise ValueError(f"n_draws is {n_draws}; quantiles want at least {FEWEST}.")
    return n_draws


def prior_masses(n_classes: int) -> tuple[float, float]:
    """Return the prior mass of all agreement, and that of all disagreement."""
    agreement = min(n_classes, 3) / 2
    return agreement, agreement / 2


def table_prior(n_classes: int) -> Values:
    """Prior mass of each cell, shape (n_classes, n_classes); at least two classes."""
    k = n_classes
    agreement, disagreement = prior_masses(k)
    mass = np.full((k, k), disagreement / (k * (k - 1)))
    np.fill_diagonal(mass, agreement / k)
    return mass


@dataclass(frozen=True, eq=False)
class Kinds:
    r"""Kinds of cases and their gammas.

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


def totals(amounts: Values, classes: Places, n_classes: int) -> Values:
    """Sum the rows of `amounts`, shape (n_kinds, n), by class: shape (n_classes, n)."""
    order = np.argsort(classes, kind="stable")
    ordered = classes[order]
    starts = np.flatnonzero(np.diff(ordered, prepend=-1))
    out = np.zeros((n_classes, amounts.shape[1]))
    out[ordered[starts]] = np.add.reduceat(amounts[order], starts, axis=0)
    return out


def kappas(amounts: Values, rows: Places, columns: Places, costs: Values | None, k: int) -> Values:
    """Kappa of many tables: `amounts` has shape (n_kinds, n), the kinds lie in (row, column).

    `costs`, of shape (k, k), are 1 off the diagonal if None. nan where kappa is 0/0.
    """
    first, second = totals(amounts, rows, k), totals(amounts, columns, k)
    # All terms are positive, so that no digits cancel when one class takes nearly all.
    expected = (first * (others(second) if costs is None else costs @ second)).sum(axis=0)
    cost = (rows != columns).astype(float) if costs is None else costs[rows, columns]
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = (cost @ amounts) * amounts.sum(axis=0) / expected
    return np.asarray(np.where(expected > 0, 1 - ratio, np.nan))


# --- one table ------------------------------------------------------------------------------------


def posterior_kappas(
    sums: Values,
    squares: Values,
    costs: Values | None,
    n_draws: int | None,
    random_state: Any,
    *,
    by_name: bool = True,
) -> Values:
    """Draw kappa from its posterior; cells of shape (n_classes, n_classes), all classes used.

    `by_name` says that exchanging the raters, and reversing the classes, changes no cost.
    """
    rng = np.random.default_rng(random_state)
    if by_name:
        sums, squares, costs = _turned(sums, squares, costs)
    found = kinds(sums.ravel(), squares.ravel(), table_prior(len(sums)).ravel(), rng)
    rows, columns = np.divmod(found.kept, len(sums))
    parts = drawn(found, n_draws, rng)
    return np.concatenate([kappas(part, rows, columns, costs, len(sums)) for part in parts])


Turn = tuple[Values, Values, Values | None]


def _turned(*table: Any) -> Turn:
    """Turn the table into one of its equals, so that they all get the same draws.

    Exchanging the raters or reversing the classes, with the costs, changes no kappa. Nor does
    renaming the classes change the unweighted one; there they are sorted first, by what tells them
    apart in most tables.
    """
    turns = list(_turns(table))
    if table[2] is None:
        turns = [twin for turn in turns for twin in _turns(_sorted(turn))]
    best = turns[0]
    for turn in turns[1:]:
        differ = np.flatnonzero(turn[0].ravel() != best[0].ravel())[:1]
        if (turn[0].ravel()[differ] > best[0].ravel()[differ]).any():
            best = turn
    return best


def _turns(table: Turn) -> Iterator[Turn]:
    """Exchange the raters, reverse the classes, and both."""
    flipped: Any = [None if x is None else x.T for x in table]
    for one in (table, tuple(flipped)):
        yield one
        yield tuple(None if x is None else x[::-1, ::-1] for x in one)  # type: ignore[misc]


def _sorted(table: Turn) -> Turn:
    """Sort the classes by their agreement, their totals, and what they are mistaken for."""
    sums, squares, _ = table
    agreed, both = np.diag(sums), sums.sum(axis=0) + sums.sum(axis=1)
    beside = (sums**2 + sums.T**2) @ (both + np.sqrt(2) * agreed)
    order = np.ix_(*[np.lexsort((beside, both, agreed))] * 2)
    return sums[order], squares[order], None


# --- two predictions of the same cases ------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Patterns:
    """Patterns (truth, a, b) as numbers in base n_classes, with sums of weights and of squares."""

    codes: Places
    sums: Values
    squares: Values
    n_classes: int

    @classmethod
    def count(cls, columns: list[Places], weight: Values, n_classes: int) -> Patterns:
        """Count the cases of each pattern that occurs."""
        truth, a, b = columns
        codes, which = np.unique((truth * n_classes + a) * n_classes + b, return_inverse=True)
        sums, squares = (np.bincount(which, w).astype(float) for w in (weight, weight**2))
        return cls(codes, sums, squares, n_classes)

    def classes(self, codes: Places) -> tuple[Places, Places, Places]:
        """Truth and the two predictions of each pattern."""
        pairs, b = np.divmod(codes, self.n_classes)
        truth, a = np.divmod(pairs, self.n_classes)
        return truth, a, b

    def exchanged(self) -> Patterns:
        """Exchange the two predictions."""
        truth, a, b = self.classes(self.codes)
        codes = (truth * self.n_classes + b) * self.n_classes + a
        order = np.argsort(codes)
        return Patterns(codes[order], self.sums[order], self.squares[order], self.n_classes)

    def comes_before(self, other: Patterns) -> bool:
        """Say which of two orders comes first, by codes and then by sums."""
        for mine, its in ((self.codes, other.codes), (self.sums, other.sums)):
            differ = np.flatnonzero(mine != its)
            if len(differ):
                return bool(mine[differ[0]] < its[differ[0]])
        return False

    def with_unseen(self, rng: np.random.Generator) -> tuple[Places, Values, Values, Values]:
        """Codes, sums, squares and prior mass, of the patterns seen and of unseen ones."""
        k = self.n_classes
        codes = np.arange(k**3)
        if k**3 > _ALL:
            truth = rng.integers(k, size=_SOME)
            wrong, other = (truth + 1 + rng.integers(k - 1, size=(2, _SOME))) % k
            made = ((truth, truth), (truth, wrong), (wrong, truth), (wrong, other))
            codes = np.concatenate([(truth * k + a) * k + b for a, b in made])
            codes = np.union1d(codes, self.codes)
        places = np.searchsorted(codes, self.codes)
        sums, squares = np.zeros(len(codes)), np.zeros(len(codes))
        sums[places], squares[places] = self.sums, self.squares
        truth, a, b = self.classes(codes)
        group = 2 * (a != truth) + (b != truth)
        sizes = np.array([k, k * (k - 1), k * (k - 1), k * (k - 1) ** 2])
        prior = np.zeros(len(codes))
        for g in range(4):
            seen = (group == g) & (sums > 0)
            unseen = (group == g) & ~seen
            prior[seen] = MASS / sizes[g]
            if unseen.any():
                prior[unseen] = MASS * (1 - seen.sum() / sizes[g]) / unseen.sum()
        return codes, sums, squares, prior


def posterior_differences(
    patterns: Patterns, costs: Values | None, n_draws: int | None, random_state: Any
) -> Values:
    """Draw the difference of the two kappas; exchanged predictions get its negative, exactly."""
    twin, sign = patterns.exchanged(), 1.0
    if patterns.comes_before(twin):
        patterns, sign = twin, -1.0
    rng = np.random.default_rng(random_state)
    codes, sums, squares, prior = patterns.with_unseen(rng)
    found = kinds(sums, squares, prior, rng)
    truth, a, b = patterns.classes(codes[found.kept])
    k = patterns.n_classes
    parts = [
        kappas(part, truth, a, costs, k) - kappas(part, truth, b, costs, k)
        for part in drawn(found, n_draws, rng)
    ]
    return sign * np.concatenate(parts)
