"""The rules by which a judge is accepted, on one table of votes."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from kappabook.metrics.raters import alternative_annotator_test, compare_judge_with_raters

Values = NDArray[np.float64]

AGREEMENT, KAPPA = "agreement as among people", "kappa as among people"
MARGINS, EPSILONS = (0.05, 0.1), (0.1, 0.15, 0.2)
BAR = 0.85
RIGHT_GOLD = "right gold, accuracy as people"
ONE_GOLD = "gold of one person, accuracy as another"
BAR_GOLD = f"gold of one person, accuracy {BAR:g}"
RULES = (
    AGREEMENT,
    KAPPA,
    *(f"kappa not inferior by {margin:g}" for margin in MARGINS),
    *(f"alternative test, epsilon {epsilon:g}" for epsilon in EPSILONS),
    RIGHT_GOLD,
    ONE_GOLD,
    BAR_GOLD,
)
# Draws of the interval of a difference of kappas.
DRAWS = 1000
_ROUNDING = 1e-12


def verdicts(votes: pd.DataFrame) -> dict[str, bool]:
    """Say which rules accept the judge of a table of votes.

    In this order:

    - *agreement*, *kappa as among people*: the mean over the pairs of judge and person is at least
      the mean over the pairs of people; a kappa of 0/0 accepts nobody.
    - *kappa not inferior by* a margin: the 95 % interval of the difference lies above minus the
      margin.
    - *alternative test* with an epsilon: the judge wins against half of the people or more.
    - *right gold*: the judge has the right label at least as often as people, on the mean.
    - *gold of one person*: the first person's labels are taken for right ones; the judge meets
      them at least as often as the second person does, or in at least 85 % of the cases.
    """
    truth, labels = votes["truth"].to_numpy(), votes.drop(columns="truth").to_numpy()
    judge = labels.shape[1] - 1
    found = [_at_least(table) for table in pairs(labels)]
    compared = compare_judge_with_raters(labels, judge, labels=[0, 1], n_draws=DRAWS)
    found += [compared.low > -margin for margin in MARGINS]
    found += [
        alternative_annotator_test(labels, judge, epsilon=epsilon, labels=[0, 1]).passed
        for epsilon in EPSILONS
    ]
    right = (labels == truth[:, np.newaxis]).sum(axis=0)
    met = (labels == labels[:, :1]).sum(axis=0)
    found += [right[judge] * judge >= right[:judge].sum(), met[judge] >= met[1]]
    found += [met[judge] >= BAR * len(labels)]
    return dict(zip(RULES, map(bool, found), strict=True))


def pairs(labels: NDArray[np.int_]) -> tuple[Values, Values]:
    """Agreement and kappa of each two raters, two arrays of shape (n_raters, n_raters).

    `labels`, 0 and 1, has the shape (n_items, n_raters).
    """
    ones = labels.mean(axis=0)
    apart = ones + ones[:, np.newaxis] - 2 * labels.T @ labels / len(labels)
    expected = ones + ones[:, np.newaxis] - 2 * np.outer(ones, ones)
    with np.errstate(divide="ignore", invalid="ignore"):
        return 1 - apart, np.where(expected > 0, 1 - apart / expected, np.nan)


def _at_least(table: Values) -> bool:
    """Whether the last rater's mean with the others is at least the others' among themselves."""
    among = table[:-1, :-1][np.triu_indices(len(table) - 1, 1)].mean()
    return bool(table[-1, :-1].mean() >= among - _ROUNDING)
