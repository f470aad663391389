"""Small examples that decide what the text says in words."""

from __future__ import annotations

from itertools import product

import numpy as np
import sympy as sp
from scipy.stats import mannwhitneyu

from kappabook.metrics import ConfusionMatrix, auk_bounds, auk_from_roc, cohen_kappa_score
from kappabook.metrics.auk import auk_swapped_from_roc
from kappabook.metrics.h_measure import h_measure
from kappabook.metrics.kappa_curve import kappa_at
from kappabook.metrics.roc import auc_from_roc, auc_score
from kappabook.papers.kaymak_auk.theory.curves import power_curve
from kappabook.papers.kaymak_auk.theory.equations import ON_CURVE, f, g, term_by_term


def auk_by_prevalence() -> dict[float, float]:
    """AUK of one ROC curve with one corner, for three class distributions."""
    return {p: auk_from_roc([0, 0.2, 1], [0, 0.6, 1], p) for p in (0.1, 0.5, 0.9)}


def kappa_by_prevalence() -> tuple[float, ...]:
    """Kappa of one point of the ROC plane, for three class distributions."""
    return tuple(kappa_at(0.2, 0.6, [0.1, 0.5, 0.9]).tolist())


def bounds_rise_and_bend() -> bool:
    """At p = 0.11 both bounds of the AUK rise with the AUC, and neither along a line."""
    bounds = np.array([auk_bounds(auc, 0.11) for auc in np.linspace(0.5, 1, 11)])
    rise, bend = np.diff(bounds, axis=0), np.diff(bounds, n=2, axis=0)
    return bool((rise > 0).all() and (abs(bend).max(axis=0) > 1e-4).all())


def cost_shares(p: float, by: str) -> tuple[float, ...]:
    """Median share of the cost that a false positive has, as two models' areas imply it.

    A threshold of a concave curve with slope s is best where that share is ps/(ps + 1 - p). The
    AUC goes through the thresholds `by` cases (Hand's identity), the AUK by 'negatives': evenly
    in f. Both models are power curves, of AUC 2/3 and 3/4.
    """
    shares = []
    for auc in (2 / 3, 3 / 4):
        rates, hits = power_curve(auc)
        passed = (1 - p) * rates + p * hits if by == "cases" else rates
        median = float(np.interp(0.5, passed, rates))
        slope = (1 / auc - 1) * median ** (1 / auc - 2)
        shares.append(round(p * slope / (p * slope + 1 - p), 4))
    return tuple(shares)


def h_measures() -> tuple[tuple[float, float], tuple[float, float]]:
    """H-measure of one ranking: under two class distributions, and under two severities."""
    truth, scores = np.array([0, 0, 0, 1, 0, 1, 1, 0, 1, 1]), np.arange(10.0)
    rare = np.where(truth == 1, 0.1, 0.9)
    plain = h_measure(truth, scores)
    return (
        (plain, h_measure(truth, scores, sample_weight=rare)),
        (plain, h_measure(truth, scores, severity=(4, 1))),
    )


def auk_either_way(auc: float, p: float = 0.89) -> tuple[float, float]:
    """AUK of a power curve with this AUC, and with the other class as the positive one."""
    curve = power_curve(auc)
    return auk_from_roc(*curve, p), auk_swapped_from_roc(*curve, p)


def auc_is_the_same_either_way() -> bool:
    """Compare the AUC with that of swapped classes, where (f, t) is (1 - t, 1 - f)."""
    rates, hits = power_curve(0.75)
    swapped = auc_from_roc(1 - hits[::-1], 1 - rates[::-1])
    return abs(auc_from_roc(rates, hits) - swapped) < 1e-12


def auc_counts_pairs() -> bool:
    """Compare with scipy's U over all scores from {0, 1, 2} of three negatives, three positives."""
    truth = np.array([0, 0, 0, 1, 1, 1])
    rankings = np.array(list(product(range(3), repeat=6)))
    negatives, positives = np.hsplit(rankings, 2)
    pairs = mannwhitneyu(positives, negatives, axis=1, method="asymptotic").statistic / 9
    return np.allclose([auc_score(truth, scores) for scores in rankings], pairs, rtol=0, atol=1e-12)


def gini_over_area() -> int:
    """Divide the right-hand side of (10) by the area between ROC curve and diagonal."""
    return int(sp.cancel((2 * ON_CURVE["AUC"] - 1) / term_by_term(g(f) - f, (f, 0, 1))))


def auc_of_the_random() -> float:
    """AUC of the diagonal, t = f."""
    return auc_from_roc([0, 1], [0, 1])


def larger_auc_smaller_kappa() -> tuple[bool, str]:
    """Two crossing ROC curves: the larger AUC has the smaller best kappa, at p = 1/2."""
    wide, steep = ([0, 0.3, 0.6, 1], [0, 0.75, 1, 1]), ([0, 0.1, 1], [0, 0.6, 1])
    aucs = [auc_from_roc(*curve) for curve in (wide, steep)]
    kappas = [float(kappa_at(*curve, 0.5).max()) for curve in (wide, steep)]
    shown = "AUC {:.3f} and {:.3f}, largest kappa {:.2f} and {:.2f}".format(*aucs, *kappas)
    return aucs[0] > aucs[1] and kappas[0] < kappas[1], shown


def weights_of_one_are_plain_kappa() -> bool:
    """With three classes and every error at cost 1, weighted kappa is (11)."""
    truth, called = [0, 0, 0, 1, 1, 1, 2, 2, 2, 2], [0, 1, 0, 1, 1, 2, 2, 2, 0, 2]
    costs = 1 - np.eye(3)
    plain = ConfusionMatrix.from_predictions(truth, called).kappa
    return abs(cohen_kappa_score(truth, called, weights=costs) - plain) < 1e-12
