"""People and a judge who label items with two labels, and err alone or together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

# Who shares errors: on each item there is one slip, which a rater who shares makes too, in half of
# the cases; in the other half she errs or not on her own.
ERRORS = ("independent", "shared by people", "shared by all")
SHARED = 0.5
JUDGE = "judge"
HUMANS = 3


@dataclass(frozen=True)
class Population:
    """Three people of one accuracy, a judge, and the items they label 0 or 1.

    `judge` and `human` are right in so large a share of the items with a right answer, whatever the
    label. A share of the items is `unclear`: there everybody, and the gold label, is a coin.
    """

    judge: float = 0.85
    human: float = 0.85
    prevalence: float = 0.5
    errors: str = "independent"
    unclear: float = 0.0

    @property
    def shares(self) -> tuple[float, float]:
        """How often a person, and the judge, takes the item's slip or lack of one."""
        people = 0.0 if self.errors == "independent" else SHARED
        return people, people if self.errors == "shared by all" else 0.0

    @property
    def own_errors(self) -> tuple[float, float]:
        """How often a person, and the judge, errs where the slip is not taken."""
        slip = 1 - self.human
        judge = self.shares[-1]
        own = ((1 - self.judge) - judge * slip) / (1 - judge)
        if not 0 <= own <= 1:
            raise ValueError(f"a judge of accuracy {self.judge} cannot share the people's errors.")
        return slip, own

    @property
    def as_good(self) -> bool:
        """Whether the judge is right at least as often as a person: the answer rules should find.

        It looks at accuracy on items with a right answer, and at nothing else.
        """
        return self.judge >= self.human

    def kappas(self) -> tuple[float, float]:
        """Kappa of judge and person, and of two people, with all items there are."""
        return self._kappa(1, 0), self._kappa(0, 0)

    def _kappa(self, a: int, b: int) -> float:
        """Kappa of two raters: 0 a person, 1 the judge."""
        slip, takes, own = 1 - self.human, np.array(self.shares), np.array(self.own_errors)
        without = (1 - takes) * own  # chance of an error where the item has no slip
        error = slip * (takes + without) + (1 - slip) * without
        both = slip * np.prod((takes + without)[[a, b]]) + (1 - slip) * np.prod(without[[a, b]])
        apart = (1 - self.unclear) * (error[a] + error[b] - 2 * both) + self.unclear / 2
        p = self.prevalence
        ones = (1 - self.unclear) * (p * (1 - error) + (1 - p) * error) + self.unclear / 2
        return float(1 - apart / (ones[a] * (1 - ones[b]) + ones[b] * (1 - ones[a])))


def simulate_votes(n_items: int, population: Population, rng: np.random.Generator) -> pd.DataFrame:
    """Draw items, and what people and judge say of them: a row of 0 and 1 for each item."""
    takes = np.repeat(population.shares, [HUMANS, 1])
    own = np.repeat(population.own_errors, [HUMANS, 1])

    truth = rng.random(n_items) < population.prevalence
    slip = rng.random(n_items) < 1 - population.human
    errs = rng.random((n_items, HUMANS + 1)) < own
    errs = np.where(rng.random(errs.shape) < takes, slip[:, np.newaxis], errs)
    labels = np.column_stack([truth, truth[:, np.newaxis] ^ errs])
    unclear = rng.random(n_items) < population.unclear
    labels[unclear] = rng.random((int(unclear.sum()), HUMANS + 2)) < 0.5
    humans = [f"human {i + 1}" for i in range(HUMANS)]
    return pd.DataFrame(labels.astype(int), columns=["truth", *humans, JUDGE])
