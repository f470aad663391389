"""ROC points, hull, Gini, kappa curve and AUK: known values, other implementations, bad input."""

import math
from decimal import Decimal
from itertools import pairwise

import mpmath
import numpy as np
import pandas as pd
import pytest
from scipy.spatial import ConvexHull
from sklearn.exceptions import UndefinedMetricWarning
from sklearn.metrics import auc, cohen_kappa_score, roc_auc_score, roc_curve
from support import slowly

from kappabook import (
    auk_from_roc,
    auk_score,
    auk_swapped_from_roc,
    gini_score,
    h_measure,
    kappa_at,
    kappa_curve,
    perfect_auk,
    roc_convex_hull,
    tpr_at,
)
from kappabook.metrics.roc import counts_at_thresholds

Y = [0, 0, 1, 1]
S = [0.1, 0.4, 0.35, 0.8]
PREVALENCES = [0.5 - 1e-9, 0.89]
MORE_PREVALENCES = [1e-4, 1e-6, 0.11, 0.5, 0.5 + 1e-12, 0.5 + 1e-5, 0.9999, 1 - 1e-6]


def tied_problem(rng, n=200):
    return rng.integers(0, 2, n), rng.integers(0, 12, n) / 4 - 1, rng.integers(0, 3, n)


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


def test_counts_and_gini_of_four_cases():
    fps, tps, thresholds = counts_at_thresholds(Y, S)
    assert fps.tolist() == [0, 0, 1, 1, 2]
    assert tps.tolist() == [0, 1, 1, 2, 2]
    assert thresholds.tolist() == [np.inf, 0.8, 0.4, 0.35, 0.1]
    assert gini_score(Y, S) == 0.5


def test_perfect_auk_closed_form():
    for p in (1e-6, 0.11, 0.3, 0.7, 0.89, 1 - 1e-6):
        formula = 2 * p * (-math.log(2 * p) - (1 - 2 * p)) / (1 - 2 * p) ** 2
        assert perfect_auk(p) == pytest.approx(formula, rel=1e-9)
    assert perfect_auk(0.5) == 0.5
    assert perfect_auk(1 - 1e-12) == pytest.approx(2 - 2 * math.log(2))


def test_hull_drops_collinear_points_of_unrepresentable_rates():
    for n in range(3, 60):
        k = np.arange(n + 1) / n
        fpr = np.concatenate([k / 3, 1 / 3 + 2 / 3 * k])
        tpr = np.concatenate([0.7 * k, np.minimum(1, 0.7 + 0.3 * k)])
        assert roc_convex_hull(fpr, tpr)[0] == pytest.approx([0, 1 / 3, 1])


def test_hull_keeps_a_small_corner_and_ends_at_one():
    h = 2.0**-27  # all sums and products here are exact, and the last rate is 1 but for rounding
    f, t = roc_convex_hull([1 - 4 * h, 1 - 2 * h, 1 + 1e-13], [1 - 2 * h, 1 - h / 2, 1])
    assert f.tolist() == [0, 1 - 4 * h, 1 - 2 * h, 1]
    assert t.tolist() == [0, 1 - 2 * h, 1 - h / 2, 1]


# --- independent implementations ------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_points_and_area_of_scikit_learn_with_ties_and_weights(seed):
    y, s, w = tied_problem(np.random.default_rng(seed))
    for weight in (None, w):
        fps, tps, thresholds = counts_at_thresholds(y, s, sample_weight=weight)
        fpr, tpr, theirs = roc_curve(y, s, sample_weight=weight, drop_intermediate=False)
        assert fps / fps[-1] == pytest.approx(fpr, abs=1e-15)
        assert tps / tps[-1] == pytest.approx(tpr, abs=1e-15)
        assert np.array_equal(thresholds, theirs)
        gini = 2 * roc_auc_score(y, s, sample_weight=weight) - 1
        assert gini_score(y, s, sample_weight=weight) == pytest.approx(gini, abs=1e-14)
        _, kappa, thresholds = kappa_curve(y, s, sample_weight=weight)
        theirs = [cohen_kappa_score(y, s >= cut, sample_weight=weight) for cut in thresholds]
        assert kappa == pytest.approx(theirs, abs=1e-14)


@pytest.mark.parametrize("seed", range(20))
def test_hull_has_the_corners_qhull_finds(seed):
    f, t = np.random.default_rng(seed).random((2, 60))
    corners = [*np.array([f, t]).T.tolist(), [0, 0], [1, 1], [1, 0]]
    found = np.array(corners)[ConvexHull(corners).vertices]
    upper = {tuple(c) for c in found if c[1] >= c[0]}
    assert set(zip(*(c.tolist() for c in roc_convex_hull(f, t)), strict=True)) == upper


@pytest.mark.parametrize("p", [*PREVALENCES, *map(slowly, MORE_PREVALENCES)])
def test_segment_rule_against_forty_digits(p):
    rng = np.random.default_rng(int(p * 1e6))
    for low, high in [s for _ in range(2) for s in segments(rng)]:
        f, t = np.array([[0, 0], low, high, [1, 1]]).T
        ends = list(zip(f, t, strict=True))
        exact = sum(quadrature(pair, p) for pair in pairwise(ends))
        assert abs(auk_from_roc(f, t, p) - exact) < 1e-13


@pytest.mark.parametrize("prevalence", [0.02, 0.5, 0.97])
@pytest.mark.parametrize("digits", [0, 2, 12])
def test_the_auk_of_many_scores_is_that_of_their_roc_curve(prevalence, digits):
    """The one is counted class by class, the other added up along all thresholds."""
    rng = np.random.default_rng(0)
    y = (rng.random(30_000) < prevalence).astype(int)
    score = np.round(y + rng.normal(size=len(y)), digits)
    f, t, _ = roc_curve(y, score, drop_intermediate=False)
    assert auk_score(y, score) == pytest.approx(auk_from_roc(f, t, y.mean()), abs=1e-13)


# --- theorems -------------------------------------------------------------------------------------


def test_balanced_auk_is_half_the_gini_coefficient():
    rng = np.random.default_rng(0)
    y, s = np.repeat([0, 1], 50), rng.integers(0, 30, 100)
    for rule in ("segment", "trapezoid"):
        for hull in (False, True):
            half = gini_score(y, s, hull=hull) / 2
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


# --- several classes ------------------------------------------------------------------------------

RNG = np.random.default_rng(5)
KINDS = RNG.choice(3, 300, p=[0.6, 0.3, 0.1])
COLUMNS = np.eye(3)[KINDS] + RNG.normal(size=(300, 3))
SHARES = [{"multi_class": scheme, "normalize": True} for scheme in ("ovr", "ovo")]


@pytest.mark.parametrize("options", SHARES)
def test_perfect_is_one_and_random_is_near_zero(options):
    assert auk_score(KINDS, np.eye(3)[KINDS], **options) == pytest.approx(1)
    values = [auk_score(KINDS, RNG.random((300, 3)), **options) for _ in range(200)]
    assert abs(np.mean(values)) < 4 * np.std(values) / np.sqrt(200) + 0.01


@pytest.mark.parametrize("normalize", [False, True])
def test_two_columns_come_back_to_the_binary_measure(normalize):
    y = (KINDS == 0).astype(int)
    s, p = -COLUMNS[:, 0], y.mean()
    positive = auk_score(y, s, normalize=normalize)
    negative = auk_score(1 - y, -s, normalize=normalize)
    columns = np.column_stack([-s, s])
    found = auk_score(y, columns, multi_class="ovr", normalize=normalize)
    assert found == pytest.approx(p * positive + (1 - p) * negative)
    found = auk_score(y, columns, multi_class="ovo", normalize=normalize)
    assert found == pytest.approx((positive + negative) / 2)


@pytest.mark.parametrize("options", SHARES)
def test_order_of_classes_does_not_matter_and_weights_count_cases(options):
    order, names = [2, 0, 1], np.array(["a", "b", "c"])
    shuffled = auk_score(names[KINDS], COLUMNS[:, order], labels=names[order], **options)
    assert shuffled == pytest.approx(auk_score(KINDS, COLUMNS, **options))
    times = RNG.integers(0, 3, len(KINDS))
    times[:30] = 1  # every class stays
    repeated = auk_score(np.repeat(KINDS, times), np.repeat(COLUMNS, times, axis=0), **options)
    weighted = auk_score(KINDS, COLUMNS, sample_weight=times, **options)
    assert weighted == pytest.approx(repeated, abs=1e-12)


# --- every kind of column -------------------------------------------------------------------------


def test_rounding_of_computed_rates_is_put_right():
    fpr, tpr = [1e-17, 0.5, 0.5 - 1e-16, 1], [0, 0.5, 0.6, 1 + 2e-16]
    assert auk_from_roc(fpr, tpr, 0.5) == pytest.approx(auc([0, 0.5, 0.5, 1], tpr) - 0.5)


# --- undefined ------------------------------------------------------------------------------------


def test_a_class_whose_weight_is_lost_beside_the_other_is_undefined():
    for score in (auk_score, gini_score, h_measure):
        with pytest.warns(UndefinedMetricWarning, match="one class, but for a weight"):
            assert np.isnan(score([0, 0, 1], [0.2, 0.4, 0.9], sample_weight=[1, 1, 1e20]))


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


# --- bad input beside that of docs/api.md (test_edge_cases.py) and test_hostile.py ------------


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        ((Y, S[:3]), {}, "4 labels and y_score has 3 scores"),
        (([2, 2], [0.1, 0.7]), {}, r"y_true has the labels \[2\], which do not tell"),
        ((range(5), range(5)), {}, r"has 5 classes \(0, 1, 2, 3, 4\)"),
        ((range(6), range(6)), {}, r"has 6 classes \(0, 1, 2, 3, 4, ...\)"),
        ((Y, S), {"pos_label": "1"}, "pos_label='1' does not occur"),
        ((Y, ["a", "b", "c", "d"]), {}, "scores are numbers"),
        ((Y, [10**400, 1, 2, 3]), {}, "numbers that float64 can hold"),
        ((Y, pd.to_timedelta([1, 2, 3, 4])), {}, "Turn dates and durations"),
        ((Y, [2**53, 2**53 + 1, 1, 2]), {}, r"y_score\[0\] is .* float64 cannot tell apart"),
        ((Y, 1 + np.arange(4) * np.finfo(np.longdouble).eps), {}, "float64 cannot tell apart"),
        ((Y, [Decimal("0.1"), Decimal("0.10000000000000000001"), 1, 2]), {}, "give their ranks"),
        ((Y, np.eye(4)), {}, r"predict_proba\(X\)\[:, 1\].*multi_class='ovr'"),
        (
            (Y, S),
            {"sample_weight": [1, 1e-300, 1e300, 1]},
            r"\[1\] is 1e-300 and the largest",
        ),
        ((Y, S), {"labels": [0, 1]}, "give multi_class too"),
        (([0, 0], np.ones((2, 1))), SHARES[0], "give cases of two or more"),
        (([0, 1], np.ones((2, 3))), SHARES[0], r"\(2, 3\); 2 cases of 2 classes need"),
        (([0, 1], np.ones((2, 3))), {**SHARES[0], "labels": [0, 1, 7]}, "class 7 does not occur"),
        (([0, 1], np.ones((2, 3))), {**SHARES[0], "labels": [0, 1, 1]}, "label 1 stands twice"),
        (([0, 1], np.ones((2, 2))), {**SHARES[0], "pos_label": 1}, "pos_label is 1"),
        (([0, 1], np.eye(2)), {**SHARES[0], "sample_weight": [1, 0]}, "class 1 does not occur"),
    ],
)
def test_bad_columns_are_named(arguments, options, message):
    with pytest.raises(ValueError, match=message):
        auk_score(*arguments, **options)


@pytest.mark.parametrize(
    ("fpr", "tpr", "message"),
    [
        ([0, 1], [0, 0.5, 1], "2 rates and tpr has 3"),
        ([0, 1.5], [0, 1], r"fpr\[1\] is 1.5"),
        ([0.1, 1], [0, 1], r"starts at \(0.1, 0.0\)"),
        ([0, 1], [0, 0.9], r"ends at \(1.0, 0.9\)"),
        ([0, 0.5, 0.4, 1], [0, 0.5, 0.6, 1], "fpr falls from 0.5 to 0.4 at index 2"),
        ([0, 0.2, 0.3, 0.4, 1], [0, 0.4, 0.3, 0.2, 1], r"tpr falls from 0\.4 to 0\.3 at index 2"),
        ([0], [0], "at least the points"),
    ],
)
def test_what_is_no_roc_curve(fpr, tpr, message):
    for area in (auk_from_roc, auk_swapped_from_roc):
        with pytest.raises(ValueError, match=message):
            area(fpr, tpr, 0.3)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: auk_from_roc([0, 1], [0, 1], 0.5, rule="x"), "rule is 'x'"),
        (lambda: perfect_auk(0), "prevalence is 0"),
        (lambda: kappa_at([0, 2], [0, 1], 0.5), r"fpr\[1\] is 2"),
        (lambda: kappa_at(0, 1, [0.5, 0]), r"prevalence\[1\] is 0; .*ends excluded"),
        (lambda: tpr_at(0, -1.5, 0.5), r"kappa is -1.5; it must lie in \[-1, 1\]"),
    ],
)
def test_bad_rates_are_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
