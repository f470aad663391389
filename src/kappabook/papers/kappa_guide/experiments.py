"""Small experiments that decide what the page says in words; all exact or by hand."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import permutations
from operator import eq

import numpy as np
from numpy.typing import ArrayLike

from kappabook.metrics import ConfusionMatrix, kappa_curve
from kappabook.metrics.kappa_curve import kappa_at
from kappabook.papers.kappa_guide.equations import chance_of_a_class

# Nine of ten are healthy, and a classifier calls everybody healthy.
MAJORITY = ConfusionMatrix([[0, 10], [0, 90]], ["sick", "healthy"]).exact()
# It is right in 80 % of the cases, and worse than a guesser with its margins.
BELOW_ZERO = ConfusionMatrix([[0, 10], [10, 80]], ["sick", "healthy"]).exact()
# Half are sick, and a classifier guesses: a fair coin does as well.
HALVES = ConfusionMatrix([[25, 25], [25, 25]], ["sick", "healthy"]).exact()
ALWAYS_WRONG = ConfusionMatrix([[0, 1], [1, 0]]).exact()
PERFECT = ConfusionMatrix([[42, 0], [0, 58]]).exact()
# Tables with 90 % on the diagonal; the margins differ, and kappa only in the second.
EVEN = ConfusionMatrix([[45, 5], [5, 45]], ["sick", "healthy"]).exact()
UNEVEN = ConfusionMatrix([[5, 5], [5, 85]], ["sick", "healthy"]).exact()
EVEN_BY_OTHERS = ConfusionMatrix([[40, 10], [0, 50]], ["sick", "healthy"]).exact()

# A test that finds 90 % of the sick and alarms for 10 % of the healthy, for three shares of sick.
FPR, TPR, PREVALENCES = 0.1, 0.9, (0.5, 0.1, 0.01)

# Truth and scores of four cases, from the highest score down.
RANKED = (np.array([1, 0, 1, 0]), np.array([0.9, 0.7, 0.4, 0.2]))


# Sequences that are dealt out anew: truth and predictions of six cases, in three classes.
DEALT = ((0, 0, 0, 1, 1, 2), (0, 0, 1, 1, 2, 2))


def kappa_by_prevalence(fpr: float = FPR, tpr: float = TPR) -> tuple[float, ...]:
    """Kappa of one test, equally good at either class throughout, by the share of the sick."""
    return tuple(kappa_at(fpr, tpr, PREVALENCES).tolist())


def depends_on_prevalence(fpr: float, tpr: float) -> bool:
    """Say whether the kappa of one test changes with the share of the sick."""
    return len({round(kappa, 12) for kappa in kappa_by_prevalence(fpr, tpr)}) > 1


def kappa_by_threshold(
    truth: ArrayLike = RANKED[0], scores: ArrayLike = RANKED[1]
) -> tuple[float, ...]:
    """Kappa at each threshold that calls some cases positive, but not all; the highest first."""
    return tuple(kappa_curve(truth, scores)[1][1:-1].tolist())


def depends_on_threshold(truth: ArrayLike, scores: ArrayLike) -> bool:
    """Say whether some two thresholds give different kappas."""
    return len(set(kappa_by_threshold(truth, scores))) > 1


def thresholds_share_a_kappa(truth: ArrayLike, scores: ArrayLike) -> bool:
    """Say whether some two thresholds with different tables give one kappa."""
    kappas = kappa_by_threshold(truth, scores)
    return len(set(kappas)) < len(kappas)


def is_a_coin_not_matched(table: ConfusionMatrix) -> bool:
    """Say whether kappa is 0 though a fair coin is right in another share of the cases."""
    return table.kappa == 0 and table.accuracy != Fraction(1, 2)


def is_below_zero_yet_beats_a_coin(table: ConfusionMatrix) -> bool:
    """Say whether kappa is negative though a fair coin is right less often."""
    return bool(table.kappa < 0 and table.accuracy > Fraction(1, 2))


def margins_alone_change_kappa(one: ConfusionMatrix, other: ConfusionMatrix) -> bool:
    """Say whether two tables have one accuracy and two kappas."""
    return one.accuracy == other.accuracy and one.kappa != other.kappa


@cache
def shuffled_agreement_is(truth: tuple[int, ...], predictions: tuple[int, ...], step2: str) -> bool:
    """Deal out the same predictions in all orders, and compare the mean agreement with P_e.

    P_e is the sum over the classes of what the printed second step gives.
    """
    n = len(truth)
    deals = [sum(map(eq, truth, dealt)) for dealt in permutations(predictions)]
    shares = [(Fraction(truth.count(k), n), Fraction(predictions.count(k), n)) for k in {*truth}]
    chance = sum(chance_of_a_class(step2, *pair) for pair in shares)
    return Fraction(sum(deals), n * len(deals)) == chance
