"""Populations of items and raters, and what a coefficient is in them, by its definition."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from scipy.optimize import brentq
from scipy.special import ndtr

FAR = 0.015  # of all ratings are any label, where far errors are rare
Table = np.ndarray


@dataclass(frozen=True, eq=False)
class Population:
    """Kinds of items and what each rater says of them."""

    name: str
    shares: Table  # of the kinds among the items that are sampled
    raters: list[Table]  # one per rater, (kinds, labels)
    missing: float = 0.0
    weights: Table | None = None  # sampling weight of a kind

    def draw(self, n: int, rng: np.random.Generator) -> tuple[Table, Table | None]:
        """Codes of shape (n, raters), -1 where missing, and sampling weights."""
        kinds = np.searchsorted(np.cumsum(self.shares)[:-1], rng.random(n), side="right")
        columns = [
            (rng.random((n, 1)) > np.cumsum(rater, axis=1)[kinds, :-1]).sum(axis=1)
            for rater in self.raters
        ]
        codes = np.column_stack(columns)
        codes[rng.random(codes.shape) < self.missing] = -1
        return codes, None if self.weights is None else self.weights[kinds]

    @property
    def labels(self) -> int:
        """Number of labels."""
        return int(self.raters[0].shape[1])

    @property
    def whole(self) -> Table:
        """Shares of the kinds in the whole population."""
        shares = self.shares if self.weights is None else self.shares * self.weights
        return np.asarray(shares / shares.sum())

    def joint(self, g: int, h: int) -> Table:
        return np.asarray((self.raters[g] * self.whole[:, None]).T @ self.raters[h])

    @property
    def disagree(self) -> float:
        """Share of the sampled items on which not all raters agree, if none is missing."""
        return float(1 - self.shares @ np.prod(self.raters, axis=0).sum(axis=1))


@dataclass(frozen=True)
class Measure:
    """What is asked of a sample: a coefficient, its costs or level, and a method if not default."""

    coefficient: str
    weights: Any = None
    method: str | None = None

    @property
    def name(self) -> str:
        how = self.weights if isinstance(self.weights, str) or self.weights is None else "costs"
        return f"{self.coefficient} {how or 'nominal'}"


# --- truths by definition ---------------------------------------------------------------------


def cost_table(weights: Any, k: int) -> Table:
    """Costs of each two labels, the largest 1; labels are 1 to k, or from 0."""
    label = np.arange(k) + float(weights != "ratio from 0")
    apart, total = np.abs(np.subtract.outer(label, label)), np.add.outer(label, label)
    if weights is None:
        return (apart > 0) * 1.0
    if not isinstance(weights, str):
        return np.array(weights)
    named = {"linear": apart, "quadratic": apart**2, "interval": apart**2}
    ratio = (apart / np.where(total > 0, total, 1)) ** 2
    table = ratio if weights.startswith("ratio") else named[weights]
    return np.asarray(table / table.max())


def truth(population: Population, measure: Measure) -> float:
    """Return what the measure is in the population."""
    if measure.coefficient == "difference":
        return kappa(population, measure, [(0, 1)]) - kappa(population, measure, [(0, 2)])
    everyone = range(len(population.raters))
    if measure.coefficient == "judge":
        pairs = list(combinations(everyone[1:], 2))
        with_judge = [(0, h) for h in everyone[1:]]
        return kappa(population, measure, with_judge) - kappa(population, measure, pairs)
    return kappa(population, measure, list(combinations(everyone, 2)))


def kappa(population: Population, measure: Measure, pairs: list[tuple[int, int]]) -> float:
    margins = [population.whole @ rater for rater in population.raters]
    pot, k = np.mean(margins, axis=0), len(margins[0])
    if measure.weights == "ordinal":
        place = np.cumsum(pot) - pot / 2
        costs = np.subtract.outer(place, place) ** 2
    else:
        costs = cost_table(measure.weights, k)
    observed = np.mean([(costs * population.joint(*pair)).sum() for pair in pairs])
    expected = np.mean([margins[g] @ costs @ margins[h] for g, h in pairs])
    if measure.coefficient in ("krippendorff", "fleiss"):
        expected = pot @ costs @ pot
    elif measure.coefficient == "gwet":
        expected = 1 - (1 - costs).sum() * (pot * (1 - pot)).sum() / (k * (k - 1))
    elif measure.coefficient == "brennan-prediger":
        expected = costs.mean()
    return float(1 - observed / expected)


# --- tables of raters -------------------------------------------------------------------------


def margin(kind: str, k: int) -> Table:
    one = {"one label 90 %": 0.9, "one label 97 %": 0.97}.get(kind)
    if one:
        return np.array([one] + [(1 - one) / (k - 1)] * (k - 1))
    if kind == "both ends":
        return np.array([0.4, *[0.2 / (k - 2)] * (k - 2), 0.4])
    shares = 50.0 ** (-np.arange(k) / (k - 1)) if kind == "skewed" else np.ones(k)
    return np.asarray(shares / shares.sum())


def near(k: int, share: float) -> Table:
    """Errors go to the label above or below; beyond an end there is none."""
    steps = np.abs(np.subtract.outer(np.arange(k), np.arange(k))) == 1
    table = steps * share / 2
    return np.asarray(table + np.diag(1 - table.sum(axis=1)))


def noise(k: int, spread: float, law: Any = ndtr, centres: Table | None = None) -> Table:
    """Round the label plus noise to a label."""
    centre = np.arange(k) if centres is None else centres
    below = law((np.arange(k - 1) + 0.5 - centre[:, None]) / spread)
    return np.diff(np.column_stack([np.zeros(k), below, np.ones(k)]), axis=1)


def anywhere(table: Table, share: float) -> Table:
    return (1 - share) * table + share / table.shape[1]


def erring(k: int, shares: Table, errors: str, target: float, exact: bool = False) -> Table:
    """Table of raters whose quadratic kappa, of two or (exact) with the truth, is the target.

    Where neighbours alone cannot reach it there is normal noise; where rare far errors cost too
    much for it, 5 % of neighbours are added to them and kappa is what follows.
    """
    far = FAR if errors == "near+far" else 0.0

    def lacks(table: Table) -> float:
        pair = Population("", shares, [np.eye(k) if exact else table, table])
        return kappa(pair, Measure("kappa", "quadratic"), [(0, 1)]) - target

    if errors == "uniform":
        return anywhere(np.eye(k), brentq(lambda x: lacks(anywhere(np.eye(k), x)), 0, 1))
    by_steps, by_noise = (lambda x, make=make: anywhere(make(k, x), far) for make in (near, noise))
    if lacks(by_steps(0)) < 0:
        return by_steps(0.05)
    if lacks(by_steps(0.9)) < 0:
        return by_steps(brentq(lambda x: lacks(by_steps(x)), 0, 0.9))
    return by_noise(brentq(lambda x: lacks(by_noise(x)), 0.05, 3 * k))
