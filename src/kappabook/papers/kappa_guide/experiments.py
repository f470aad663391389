"""Small experiments that decide what the page says in words; all exact or by hand."""

from __future__ import annotations

from functools import cache
from itertools import permutations

import numpy as np

from kappabook.metrics import ConfusionMatrix, kappa_curve
from kappabook.metrics.kappa_curve import kappa_at

# Nine of ten are healthy, and a classifier calls everybody healthy.
MAJORITY = ConfusionMatrix([[0, 10], [0, 90]], ["sick", "healthy"]).exact()
# It is right in 80 % of the cases, and worse than a guesser with its margins.
BELOW_ZERO = ConfusionMatrix([[0, 10], [10, 80]], ["sick", "healthy"]).exact()
ALWAYS_WRONG = ConfusionMatrix([[0, 1], [1, 0]]).exact()
PERFECT = ConfusionMatrix([[42, 0], [0, 58]]).exact()
# Two tables with 90 % on the diagonal; only their margins differ.
EVEN = ConfusionMatrix([[45, 5], [5, 45]], ["sick", "healthy"]).exact()
UNEVEN = ConfusionMatrix([[5, 5], [5, 85]], ["sick", "healthy"]).exact()

# A test that finds 90 % of the sick and alarms for 10 % of the healthy, for three shares of sick.
FPR, TPR, PREVALENCES = 0.1, 0.9, (0.5, 0.1, 0.01)

# Truth and scores of four cases, from the highest score down.
RANKED = (np.array([1, 0, 1, 0]), np.array([0.9, 0.7, 0.4, 0.2]))


@cache
def kappa_by_prevalence() -> tuple[float, ...]:
    """Kappa of one test, equally good at either class throughout, by the share of the sick."""
    return tuple(kappa_at(FPR, TPR, PREVALENCES).tolist())


@cache
def kappa_by_threshold() -> tuple[float, ...]:
    """Kappa of `RANKED` when one, two, three of its four cases are called positive."""
    return tuple(kappa_curve(*RANKED)[1][1:-1].tolist())


@cache
def shuffled_agreement_is_chance_agreement() -> bool:
    """Deal out the same predictions in all 720 orders: on average they agree as often as P_e."""
    truth, predictions = (0, 0, 0, 1, 1, 2), (0, 0, 1, 1, 2, 2)
    deals = [ConfusionMatrix.from_predictions(truth, d) for d in permutations(predictions)]
    merged = sum(deals[1:], deals[0])
    one = ConfusionMatrix.from_predictions(truth, predictions)
    return merged.exact().accuracy == one.exact().chance_agreement


@cache
def ends_hold_for_classes(most: int = 5) -> bool:
    """For 2 to `most` classes kappa is 1 without errors, and 0 for a guesser with any margins."""
    kappas = []
    for k in range(2, most + 1):
        uneven = np.arange(1, k + 1)
        kappas += [ConfusionMatrix(np.diag(uneven)).exact().kappa]
        kappas += [ConfusionMatrix(np.outer(uneven, uneven[::-1] ** 2)).exact().kappa]
    return set(kappas[::2]) == {1} and set(kappas[1::2]) == {0}
