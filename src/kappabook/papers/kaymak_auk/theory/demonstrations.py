"""Small examples that decide what the text says in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import sympy as sp
from numpy.typing import NDArray
from scipy.stats import mannwhitneyu

from kappabook.metrics import ConfusionMatrix, auk_bounds, auk_from_roc, cohen_kappa_score
from kappabook.metrics.auk import auk_swapped_from_roc
from kappabook.metrics.h_measure import h_measure
from kappabook.metrics.kappa_curve import kappa_at
from kappabook.metrics.roc import auc_from_roc
from kappabook.papers.kaymak_auk.theory.curves import power_curve
from kappabook.papers.kaymak_auk.theory.equations import ON_CURVE, f, g, term_by_term

# Two areas or kappas that are nearer to each other are equal.
ROUNDING = 1e-12

# One corner, no better than guessing, and perfect.
ONE_CORNER = ((0.0, 0.2, 1.0), (0.0, 0.6, 1.0))
DIAGONAL = ((0.0, 1.0), (0.0, 1.0))
PERFECT = ((0.0, 0.0, 1.0), (0.0, 1.0, 1.0))
# Two curves that cross: the first has the larger AUC, the second the larger best kappa at p = 1/2.
WIDE = ((0.0, 0.3, 0.6, 1.0), (0.0, 0.75, 1.0, 1.0))
STEEP = ((0.0, 0.1, 1.0), (0.0, 0.6, 1.0))
# Rates along a ROC curve: the false positive and the true.
Rates = Sequence[float] | NDArray[np.float64]
Points = tuple[Rates, Rates]


def auks(curve: Points, shares: Sequence[float]) -> list[float]:
    """AUK of one ROC curve for several class distributions."""
    return [auk_from_roc(*curve, p) for p in shares]


def auk_changes(curve: Points, shares: Sequence[float]) -> bool:
    """Say whether these differ."""
    return float(np.ptp(auks(curve, shares))) > ROUNDING


def kappas(point: tuple[float, float], shares: Sequence[float]) -> list[float]:
    """Kappa of one point of the ROC plane, for several class distributions."""
    return [float(kappa) for kappa in kappa_at(*point, list(shares))]


def kappas_of_all_guesses(positives: int, cases: int) -> list[Fraction]:
    """Kappa of each way to call as many of the cases positive as are so, whatever they are."""
    truth = [1] * positives + [0] * (cases - positives)
    tables = (
        ConfusionMatrix.from_predictions(truth, [int(i in called) for i in range(cases)])
        for called in combinations(range(cases), positives)
    )
    return [Fraction(table.exact().kappa) for table in tables]


def bounds_rise_and_bend(p: float) -> bool:
    """Say whether both bounds of the AUK rise with the AUC, and neither along a line."""
    bounds = np.array([auk_bounds(auc, p) for auc in np.linspace(0.5, 1, 11)])
    rise, bend = np.diff(bounds, axis=0), np.diff(bounds, n=2, axis=0)
    return bool((rise > 0).all() and (abs(bend).max(axis=0) > 1e-4).all())


def auc_leaves_open(auc: float, p: float) -> bool:
    """Say whether concave curves of one AUC can have different AUKs."""
    low, high = auk_bounds(auc, p)
    return high - low > ROUNDING


def cost_shares(p: float, by: str, aucs: Sequence[float] = (2 / 3, 3 / 4)) -> tuple[float, ...]:
    """Median share of the cost that a false positive has, as two models' areas imply it.

    A threshold of a concave curve with slope s is best where that share is ps/(ps + 1 - p). The
    AUC goes through the thresholds `by` cases (Hand's identity), the AUK by 'negatives': evenly
    in f. The models are power curves of these AUCs.
    """
    shares = []
    for auc in aucs:
        rates, hits = power_curve(auc)
        passed = (1 - p) * rates + p * hits if by == "cases" else rates
        median = float(np.interp(0.5, passed, rates))
        slope = (1 / auc - 1) * median ** (1 / auc - 2)
        shares.append(round(p * slope / (p * slope + 1 - p), 4))
    return tuple(shares)


def costs_differ(p: float, by: str, aucs: Sequence[float]) -> bool:
    """Say whether these shares differ between the models."""
    return len(set(cost_shares(p, by, aucs))) > 1


def h_of_ten(weight: float = 1, severity: tuple[float, float] = (2, 2)) -> float:
    """H-measure of one ranking of ten cases; a positive one weighs so much, a negative one 1."""
    truth, scores = np.array([0, 0, 0, 1, 0, 1, 1, 0, 1, 1]), np.arange(10.0)
    weights = np.where(truth == 1, weight, 1.0)
    return h_measure(truth, scores, severity=severity, sample_weight=weights)


def h_changes(weight: float, severity: tuple[float, float]) -> bool:
    """Say whether it differs from that of equal weights and the usual severity."""
    return abs(h_of_ten(weight, severity) - h_of_ten()) > ROUNDING


def auk_either_way(auc: float, p: float = 0.89) -> tuple[float, float]:
    """AUK of a power curve with this AUC, and with the other class as the positive one."""
    curve = power_curve(auc)
    return auk_from_roc(*curve, p), auk_swapped_from_roc(*curve, p)


def auk_differs_either_way(auc: float, p: float) -> bool:
    """Say whether these two differ."""
    one, other = auk_either_way(auc, p)
    return abs(one - other) > ROUNDING


def counts_pairs(area: Callable[..., float]) -> bool:
    """Compare with scipy's U over all scores from {0, 1, 2} of three negatives, three positives."""
    truth = np.array([0, 0, 0, 1, 1, 1])
    rankings = np.array(list(product(range(3), repeat=6)))
    negatives, positives = np.hsplit(rankings, 2)
    pairs = mannwhitneyu(positives, negatives, axis=1, method="asymptotic").statistic / 9
    found = zip(rankings, pairs, strict=True)
    return all(abs(area(truth, scores) - share) < ROUNDING for scores, share in found)


def gini_over_area() -> int:
    """Divide the right-hand side of (10) by the area between ROC curve and diagonal."""
    return int(sp.cancel((2 * ON_CURVE["AUC"] - 1) / term_by_term(g(f) - f, (f, 0, 1))))


def auc_of_the_random() -> float:
    """AUC of the diagonal, t = f."""
    return auc_from_roc([0, 1], [0, 1])


def auc_and_best_kappa(curve: Points, p: float = 0.5) -> tuple[float, float]:
    """AUC of a ROC curve, and its largest kappa."""
    return auc_from_roc(*curve), float(kappa_at(*curve, p).max())


def larger_auc_smaller_kappa(one: Points, other: Points) -> bool:
    """Say whether the first has the larger AUC and the smaller best kappa, at p = 1/2."""
    (auc, best), (other_auc, other_best) = map(auc_and_best_kappa, (one, other))
    return auc > other_auc and best < other_best


def ranked_apart(one: Points, other: Points, p: float) -> bool:
    """Say whether AUC and AUK rank two ROC curves in opposite ways."""
    by_auc = auc_from_roc(*one) - auc_from_roc(*other)
    by_auk = auk_from_roc(*one, p) - auk_from_roc(*other, p)
    return by_auc * by_auk < 0


def distance_to_the_corner(fpr: Rates, tpr: Rates) -> float:
    """Distance of a ROC curve to (0, 1), the upper left corner, where it is nearest."""
    return float(np.hypot(fpr, 1 - np.asarray(tpr)).min())


def nearer_but_not_above(one: Points, other: Points) -> bool:
    """Say whether the first comes nearer to that corner, and yet is the lower one somewhere."""
    below = np.interp(other[0], *one) < np.asarray(other[1]) - ROUNDING
    return distance_to_the_corner(*one) < distance_to_the_corner(*other) and bool(below.any())


def slopes_fall(curve: Points) -> bool:
    """Say whether a curve's slopes fall from left to right: the region below it is convex."""
    rise, run = np.diff(curve[1]), np.diff(curve[0])
    return bool((np.diff(rise / run) < 0).all())


def kappa_bends_both_ways(curve: Points, p: float) -> bool:
    """Say whether kappa along a concave ROC curve is arched in some places, hollow in others."""
    fpr = np.linspace(0, 1, 51)
    bend = np.diff(kappa_at(fpr, np.interp(fpr, *curve), p), n=2)
    return slopes_fall(curve) and bool((bend < -1e-6).any() and (bend > 1e-6).any())


def equal_costs_are_plain_kappa(classes: int, power: float) -> bool:
    """Say whether weighted kappa is (11) when two classes apart by k cost k to this power."""
    truth = np.arange(10 * classes) % classes
    called = np.where(np.arange(len(truth)) % 3 == 0, (truth * truth + 1) % classes, truth)
    apart = abs(np.subtract.outer(np.arange(classes), np.arange(classes))).astype(float)
    costs = np.where(apart > 0, apart**power, 0)
    plain = ConfusionMatrix.from_predictions(truth, called).kappa
    return abs(cohen_kappa_score(truth, called, weights=costs) - plain) < ROUNDING


def equal_costs_are_plain_kappa_for(classes: Sequence[int], power: float) -> bool:
    """Say whether it is for each of these numbers of classes."""
    return all(equal_costs_are_plain_kappa(number, power) for number in classes)
