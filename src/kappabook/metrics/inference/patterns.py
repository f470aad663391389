"""Two predictions of the same cases as counts of patterns, and the posterior of their kappas."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kappabook.metrics.inference.dirichlet import Places, Values, drawn, kinds
from kappabook.metrics.inference.expected_cost import Costs, kappas

# Prior mass of each group of patterns: both predictions right, only a, only b, none. Chosen by
# measured type-I error and coverage; the masses of one kappa are too small for equal kappas near 0.
MASS = 1.0
# Up to this many patterns all are enumerated; of more, so many of each group stand for the rest.
_ALL, _SOME = 4096, 128


@dataclass(frozen=True, eq=False)
class Patterns:
    """Patterns (truth, a, b) as numbers in base n_classes, with sums of weights and of squares."""

    codes: Places
    sums: Values
    squares: Values
    n_classes: int

    @classmethod
    def count(
        cls, columns: list[Places], weight: NDArray[np.float64] | None, n_classes: int
    ) -> Patterns:
        """Count the cases of each pattern that occurs."""
        truth, a, b = columns
        codes, which = np.unique((truth * n_classes + a) * n_classes + b, return_inverse=True)
        sums = np.bincount(which, weights=weight).astype(float)
        squares = sums
        if weight is not None:
            squares = np.bincount(which, weights=weight**2).astype(float)
        return cls(codes, sums, squares, n_classes)

    def exchanged(self) -> Patterns:
        """Exchange the two predictions."""
        truth, a, b = self.classes(self.codes)
        codes = (truth * self.n_classes + b) * self.n_classes + a
        order = np.argsort(codes)
        return Patterns(codes[order], self.sums[order], self.squares[order], self.n_classes)

    def classes(self, codes: Places) -> tuple[Places, Places, Places]:
        """Truth and the two predictions of each pattern."""
        pairs, b = np.divmod(codes, self.n_classes)
        truth, a = np.divmod(pairs, self.n_classes)
        return truth, a, b

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
            here, seen = group == g, (group == g) & (sums > 0)
            prior[seen] = MASS / sizes[g]
            unseen = here & ~seen
            if unseen.any():
                prior[unseen] = MASS * (1 - seen.sum() / sizes[g]) / unseen.sum()
        return codes, sums, squares, prior


def posterior_differences(
    patterns: Patterns, costs: Costs, n_draws: int | None, random_state: Any
) -> Values:
    """Draw the difference of the two kappas; exchanged predictions get its negative, exactly."""
    twin, sign = patterns.exchanged(), 1.0
    if _later(twin, patterns):
        patterns, sign = twin, -1.0
    rng = np.random.default_rng(random_state)
    codes, sums, squares, prior = patterns.with_unseen(rng)
    found = kinds(sums, squares, prior, rng)
    truth, a, b = patterns.classes(codes[found.kept])
    parts = [
        kappas(part, truth, a, costs) - kappas(part, truth, b, costs)
        for part in drawn(found, n_draws, rng)
    ]
    return sign * np.concatenate(parts)


def _later(twin: Patterns, patterns: Patterns) -> bool:
    """Say which of two orders comes later, by codes and then by sums."""
    for mine, other in ((twin.codes, patterns.codes), (twin.sums, patterns.sums)):
        differ = np.flatnonzero(mine != other)
        if len(differ):
            return bool(mine[differ[0]] > other[differ[0]])
    return False
