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


@dataclass(frozen=True)
class Population:
    """People of one accuracy, a judge, and the items they label 0 or 1.

    Attributes
    ----------
    judge, human : float
        Share of the items with a right answer that the judge, or each person, labels right; the
        same for both labels.
    prevalence : float
        Share of items whose right label is 1.
    errors : {'independent', 'shared by people', 'shared by all'}
        Whether people tend to be wrong on the same items, and the judge on these too.
    unclear : float
        Share of items without a right answer: there everybody, and the gold label, is a coin.
    n_humans : int

    Raises
    ------
    ValueError
        A share is none, `errors` is another word, there are fewer than two people, or a judge who
        shares errors has an accuracy that sharing does not allow.

    Examples
    --------
    >>> from experiments.judges.population import Population
    >>> Population(judge=0.92, errors="shared by people").as_good
    True
    """

    judge: float = 0.85
    human: float = 0.85
    prevalence: float = 0.5
    errors: str = "independent"
    unclear: float = 0.0
    n_humans: int = 3

    def __post_init__(self) -> None:
        """Refuse what is no share, and a judge who cannot share so many errors."""
        for name in ("judge", "human", "prevalence", "unclear"):
            value = getattr(self, name)
            if not 0 <= value <= 1:
                raise ValueError(f"{name} is {value}; give a share from 0 to 1.")
        if self.errors not in ERRORS:
            raise ValueError(f"errors is {self.errors!r}; give one of {', '.join(ERRORS)}.")
        if self.n_humans < 2:
            raise ValueError(f"n_humans is {self.n_humans}; two are needed to agree.")
        own = self.own_errors[-1]
        if not 0 <= own <= 1:
            slips = 1 - self.human
            raise ValueError(
                f"a judge of accuracy {self.judge} cannot share the people's errors: half of them "
                f"are {SHARED * slips:.4g} of the items; give an accuracy from "
                f"{SHARED * self.human:.4g} to {1 - SHARED * slips:.4g}."
            )

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
        return slip, ((1 - self.judge) - judge * slip) / (1 - judge)

    @property
    def as_good(self) -> bool:
        """Whether the judge is right at least as often as a person: the answer rules should find.

        It looks at accuracy on items with a right answer, and at nothing else.
        """
        return self.judge >= self.human

    def kappas(self) -> tuple[float, float]:
        """Kappa of judge and person, and of two people, with all items there are.

        Examples
        --------
        >>> from experiments.judges.population import Population
        >>> [round(kappa, 2) for kappa in Population(errors="shared by people").kappas()]
        [0.49, 0.62]
        """
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


def simulate_votes(
    n_items: int, population: Population | None = None, *, random_state: int | np.random.Generator
) -> pd.DataFrame:
    """Draw items, and what people and judge say of them.

    Parameters
    ----------
    n_items : int
    population : Population, optional
        Default: three people and a judge, each right in 85 % of the cases, on their own.
    random_state : int or Generator
        Seed.

    Returns
    -------
    DataFrame
        Of 0 and 1, one row per item; columns ``truth``, ``human 1``, ``human 2``, ..., ``judge``.

    Raises
    ------
    ValueError
        n_items is below 1.

    Examples
    --------
    >>> from experiments.judges.population import Population, simulate_votes
    >>> votes = simulate_votes(10_000, Population(judge=0.92), random_state=1)
    >>> votes.eq(votes["truth"], axis=0).mean().round(2).to_dict()
    {'truth': 1.0, 'human 1': 0.85, 'human 2': 0.85, 'human 3': 0.85, 'judge': 0.92}
    """
    if n_items < 1:
        raise ValueError(f"n_items is {n_items}; give 1 or more.")
    population = population or Population()
    rng = np.random.default_rng(random_state)
    n_humans = population.n_humans
    takes = np.repeat(population.shares, [n_humans, 1])
    own = np.repeat(population.own_errors, [n_humans, 1])

    truth = rng.random(n_items) < population.prevalence
    slip = rng.random(n_items) < 1 - population.human
    errs = rng.random((n_items, n_humans + 1)) < own
    errs = np.where(rng.random(errs.shape) < takes, slip[:, np.newaxis], errs)
    labels = np.column_stack([truth, truth[:, np.newaxis] ^ errs])
    unclear = rng.random(n_items) < population.unclear
    labels[unclear] = rng.random((int(unclear.sum()), n_humans + 2)) < 0.5
    humans = [f"human {i + 1}" for i in range(n_humans)]
    return pd.DataFrame(labels.astype(int), columns=["truth", *humans, JUDGE])
