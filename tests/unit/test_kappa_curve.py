"""Kappa curve and AUK: known values, other implementations, theorems, bad input."""

import math
from itertools import pairwise

import mpmath
import numpy as np
import pytest
from sklearn.exceptions import UndefinedMetricWarning
from sklearn.metrics import cohen_kappa_score
from support import slowly

from kappabook.metrics.auk import (
    auk_from_roc,
    auk_score,
    auk_swapped_from_roc,
    normalized_auk,
    perfect_auk,
)
from kappabook.metrics.kappa_curve import kappa_at, kappa_curve, tpr_at
from kappabook.metrics.roc import auc_score

PREVALENCES = [0.5 - 1e-9, 0.89]
MORE_PREVALENCES = [1e-4, 1e-6, 0.11, 0.5, 0.5 + 1e-12, 0.5 + 1e-5, 0.9999, 1 - 1e-6]


def quadrature(ends, p):
    """Integral of eq. (19) along one segment, to 40 digits."""
    with mpmath.workdps(40):
        (f0, t0), (f1, t1) = [[mpmath.mpf(float(x)) for x in end] for end in ends]
        p = mpmath.mpf(p)

        def kappa(s):
            f, t = f0 + s * (f1 - f0), t0 + s * (t1 - t0)
            return 2 * p * (1 - p) * (t - f) / (p + (1 - 2 * p) * (f + p * (t - f)))

        near_one = [1 - mpmath.mpf(10) ** -k for k in range(1, 9)]
        near_zero = [mpmath.mpf(10) ** -k for k in range(8, 0, -1)]
        # Pieces shrink towards the ends, where kappa may bend: 48 nodes on each are enough.
        pieces = [0, *near_zero, *near_one, 1]
        return (f1 - f0) * mpmath.quad(kappa, pieces, method="gauss-legendre", maxdegree=5)


def segments(rng):
    """Ordinary, tiny, flat, first, last and long segments."""
    low, high = np.sort(rng.random((2, 2)), axis=0)
    yield low, high
    yield low, np.minimum(1, low + 10 ** rng.uniform(-12, -3, 2))
    yield low, np.array([high[0], low[1]])
    yield np.zeros(2), high
    yield 10 ** rng.uniform(-8, -1, 2), np.ones(2)
    yield np.array([0, high[1]]), np.ones(2)


# --- known values ---------------------------------------------------------------------------------


def test_kappa_of_the_papers_operating_point_at_both_prevalences():
    # f = .60 and t = .928, p. 18: the printed kappa of .328 needs p near .89, not .11.
    assert kappa_at(0.60, 0.928, [0.11, 0.89]) == pytest.approx([0.106, 0.3305], abs=5e-4)


def test_tied_scores_tell_the_two_rules_apart():
    y = np.repeat([0, 1], [90, 10])
    s = np.concatenate([np.repeat([0, 1], [72, 18]), np.repeat([0, 1], [4, 6])])
    assert auk_score(y, s) == pytest.approx(0.0963, abs=5e-5)
    assert auk_score(y, s, rule="trapezoid") == pytest.approx(0.1233, abs=5e-5)


def test_perfect_auk_closed_form():
    for p in (1e-6, 0.11, 0.3, 0.7, 0.89, 1 - 1e-6):
        formula = 2 * p * (-math.log(2 * p) - (1 - 2 * p)) / (1 - 2 * p) ** 2
        assert perfect_auk(p) == pytest.approx(formula, rel=1e-9)
    assert perfect_auk(0.5) == 0.5
    assert perfect_auk(1 - 1e-12) == pytest.approx(2 - 2 * math.log(2))


def test_a_perfect_score_is_normalized_to_one():
    y = np.repeat([0, 1], [7, 3])
    assert normalized_auk(auk_score(y, y), 0.3) == pytest.approx(1, rel=1e-14)


def test_a_trapezoid_over_tied_scores_can_exceed_the_perfect_auk():
    y = np.repeat([0, 1], [9, 1])
    assert auk_score(y, y) == pytest.approx(perfect_auk(0.1))
    assert auk_score(y, y, rule="trapezoid") == 0.5 > perfect_auk(0.1)


def test_constant_scores_have_no_area():
    assert auk_score([0, 0, 0, 1], [1, 1, 1, 1]) == 0


# --- independent implementations ------------------------------------------------------------------


@pytest.mark.parametrize("p", [*PREVALENCES, *map(slowly, MORE_PREVALENCES)])
def test_segment_rule_against_forty_digits(p):
    rng = np.random.default_rng(int(p * 1e6))
    for low, high in [s for _ in range(2) for s in segments(rng)]:
        f, t = np.array([[0, 0], low, high, [1, 1]]).T
        ends = list(zip(f, t, strict=True))
        exact = sum(quadrature(pair, p) for pair in pairwise(ends))
        assert abs(auk_from_roc(f, t, p) - exact) < 1e-13


@pytest.mark.parametrize("seed", range(5))
def test_kappa_at_every_threshold_against_scikit_learn(seed):
    rng = np.random.default_rng(seed)
    y, s, w = rng.integers(0, 2, 60), rng.integers(0, 9, 60), rng.integers(1, 4, 60)
    for weight in (None, w):
        _, kappa, thresholds = kappa_curve(y, s, sample_weight=weight)
        theirs = [cohen_kappa_score(y, s >= cut, sample_weight=weight) for cut in thresholds]
        assert kappa == pytest.approx(theirs, abs=1e-14)


def test_prior_shift_is_a_reweighting_of_the_classes():
    rng = np.random.default_rng(5)
    y, s = rng.integers(0, 2, 300), rng.normal(size=300)
    fpr, kappa, _ = kappa_curve(y, s)
    p = y.mean()
    weight = np.where(y == 1, 0.07 / p, 0.93 / (1 - p))
    shifted = auk_score(y, s, sample_weight=weight)
    assert auk_from_roc(fpr, tpr_at(fpr, kappa, p), 0.07) == pytest.approx(shifted, abs=1e-13)


# --- theorems -------------------------------------------------------------------------------------


def test_balanced_auk_is_auc_minus_one_half():
    rng = np.random.default_rng(0)
    y, s = np.repeat([0, 1], 50), rng.integers(0, 30, 100)
    for rule in ("segment", "trapezoid"):
        for hull in (False, True):
            half = auc_score(y, s, hull=hull) - 0.5
            assert auk_score(y, s, rule=rule, hull=hull) == pytest.approx(half, abs=1e-15)


@pytest.mark.parametrize("rule", ["segment", "trapezoid"])
def test_swapping_the_classes_integrates_over_tpr(rule):
    rng = np.random.default_rng(1)
    y = (rng.random(400) < 0.2).astype(int)
    s = rng.integers(0, 30, 400) + 12 * y
    fpr, kappa, _ = kappa_curve(y, s)
    tpr = tpr_at(fpr, kappa, y.mean())
    swapped = auk_score(y, -s, pos_label=0, rule=rule)
    assert auk_swapped_from_roc(fpr, tpr, y.mean(), rule=rule) == pytest.approx(swapped, abs=1e-14)
    assert swapped != pytest.approx(auk_score(y, s, rule=rule), abs=1e-3)


def test_points_inside_a_segment_do_not_change_the_exact_rule():
    few = auk_from_roc([0, 0.2, 1], [0, 0.6, 1], 0.05)
    f = np.concatenate([np.linspace(0, 0.2, 50), np.linspace(0.2, 1, 50)])
    t = np.concatenate([np.linspace(0, 0.6, 50), np.linspace(0.6, 1, 50)])
    assert auk_from_roc(f, t, 0.05) == pytest.approx(few, abs=1e-15)
    coarse = auk_from_roc([0, 0.2, 1], [0, 0.6, 1], 0.05, rule="trapezoid")
    assert abs(auk_from_roc(f, t, 0.05, rule="trapezoid") - few) < abs(coarse - few) / 100


def test_integer_weights_are_repetitions():
    rng = np.random.default_rng(2)
    y, s, w = rng.integers(0, 2, 80), rng.integers(0, 20, 80), rng.integers(0, 4, 80)
    repeated = auk_score(np.repeat(y, w), np.repeat(s, w))
    assert auk_score(y, s, sample_weight=w) == pytest.approx(repeated, abs=1e-15)


# --- undefined and bad input ----------------------------------------------------------------------


def test_auk_of_one_class_is_undefined():
    with pytest.warns(UndefinedMetricWarning, match="AUK is undefined.*no negative"):
        assert auk_score([1, 1], [0, 1], replace_undefined_by=0.0) == 0


def test_kappa_curve_of_one_class_is_zero_where_it_exists():
    with pytest.warns(UndefinedMetricWarning, match="no positive"):
        fpr, kappa, _ = kappa_curve([0, 0], [1, 2])
    assert fpr.tolist() == [0, 0.5, 1]
    assert np.isnan(kappa[0])
    assert kappa[1:].tolist() == [0, 0]
    with pytest.warns(UndefinedMetricWarning, match="no negative"):
        fpr, kappa, _ = kappa_curve([1, 1], [1, 2], replace_undefined_by=-2)
    assert fpr.tolist() == [-2, -2, -2]
    assert kappa.tolist() == [0, 0, -2]


def test_tpr_that_no_classifier_has_is_nan():
    assert np.isnan(tpr_at(0.5, 0.9, 0.5))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: auk_score([0, 1], [0, 1], rule="simpson"), "'segment', 'trapezoid'"),
        (lambda: auk_from_roc([0, 1], [0, 1], 0.5, rule="x"), "rule is 'x'"),
        (lambda: auk_from_roc([0, 1], [0, 1], 1.0), "prevalence is 1"),
        (lambda: auk_from_roc([0, 1], [0, 1], math.nan), "prevalence is nan"),
        (lambda: auk_swapped_from_roc([0, 0.5], [0, 1], 0.5), r"ends at \(0.5, 1.0\)"),
        (lambda: perfect_auk(0), "prevalence is 0"),
        (lambda: kappa_at([0, 2], [0, 1], 0.5), r"fpr\[1\] is 2"),
        (lambda: kappa_at(0, 1, [0.5, 0]), r"prevalence\[1\] is 0; .*ends excluded"),
        (lambda: tpr_at(0, -1.5, 0.5), r"kappa is -1.5; it must lie in \[-1, 1\]"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
