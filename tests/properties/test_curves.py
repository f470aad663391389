"""What holds for every ranking: hypothesis looks for one where it does not."""

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from kappabook.metrics.auk import (
    auk_from_roc,
    auk_score,
    perfect_auk,
)
from kappabook.metrics.bounds import auk_bounds
from kappabook.metrics.rates import (
    kappa_at,
    kappa_curve,
    tpr_at,
)
from kappabook.metrics.roc import counts_at_thresholds, gini_score, roc_convex_hull
from kappabook.metrics.threshold import kappa_optimal_threshold

rates = st.floats(0, 1)
prevalences = st.floats(1e-6, 1 - 1e-6)
quick = settings(max_examples=60, deadline=None)


@st.composite
def rankings(draw):
    n = draw(st.integers(2, 40))
    y = draw(st.lists(st.integers(0, 1), min_size=n, max_size=n))
    assume(0 < sum(y) < n)
    s = draw(st.lists(st.sampled_from([-2.0, -0.5, 0.0, 0.25, 1.0, 3.0]), min_size=n, max_size=n))
    return np.array(y), np.array(s)


@quick
@given(rankings())
def test_hull_never_lowers_auc_or_auk(ranking):
    assert gini_score(*ranking, hull=True) >= gini_score(*ranking) - 1e-15
    assert auk_score(*ranking, hull=True) >= auk_score(*ranking) - 1e-15


@quick
@given(rankings())
def test_hull_covers_its_points_with_falling_slopes(ranking):
    fps, tps, _ = counts_at_thresholds(*ranking)
    f, t = fps / fps[-1], tps / tps[-1]
    hull_f, hull_t = roc_convex_hull(f, t)
    assert (np.interp(f, hull_f, hull_t) >= t - 1e-15).all()
    df, dt = np.diff(hull_f), np.diff(hull_t)
    assert (df[:-1] * dt[1:] < df[1:] * dt[:-1]).all()


@quick
@given(rankings())
def test_auk_lies_within_the_bounds_of_its_auc(ranking):
    p = ranking[0].mean()
    for hull in (False, True):
        auc = min(1, (1 + gini_score(*ranking, hull=hull)) / 2)
        low, high = auk_bounds(auc, p, concave=hull)
        assert low - 1e-12 <= auk_score(*ranking, hull=hull) <= high + 1e-12


@quick
@given(rankings())
def test_auk_is_at_most_perfect(ranking):
    assert auk_score(*ranking) <= perfect_auk(ranking[0].mean()) + 1e-15


@quick
@given(rankings())
def test_swapped_classes_have_the_same_kappas_in_reverse(ranking):
    y, s = ranking
    _, kappa, _ = kappa_curve(y, s)
    _, swapped, _ = kappa_curve(y, -s, pos_label=0)
    assert swapped[::-1] == pytest.approx(kappa, abs=1e-14)


@quick
@given(rankings())
def test_the_optimum_is_the_largest_kappa_of_the_curve(ranking):
    y, s = ranking
    _, kappa, thresholds = kappa_curve(y, s)
    best = kappa_optimal_threshold(y, s)
    assert best.kappa == kappa.max()
    assert set(best.thresholds) == set(thresholds[np.isclose(kappa, kappa.max(), atol=1e-13)])


@quick
@given(rates, rates, prevalences)
def test_kappa_is_a_kappa_and_gives_its_tpr_back(fpr, tpr, p):
    kappa = kappa_at(fpr, tpr, p)
    assert -1 - 1e-12 <= kappa <= 1 + 1e-12
    assert kappa == pytest.approx(kappa_at(1 - tpr, 1 - fpr, 1 - p), abs=1e-9)
    # The inverse is as well conditioned as kappa is steep: at most 1e-16 / 1e-6 here.
    assert tpr_at(fpr, np.clip(kappa, -1, 1), p) == pytest.approx(tpr, abs=1e-8)


def shaken(fpr, tpr, p):
    """How far the AUK moves if each rate of its curve is off by 1, to first order.

    Kappa is 2pq(t - f)/c, with c the expected disagreement, so its slopes by f and t add up to at
    most 2pq/c (2 + |t - f| |q - p|/c): up to 1e6 where positives are all but one in a million.
    """
    q = 1 - p
    c = p * (q * (1 - fpr) + p * (1 - tpr)) + q * (q * fpr + p * tpr)
    slopes = 2 * p * q / c * (2 + abs(tpr - fpr) * abs(q - p) / c)
    return np.maximum(slopes[1:], slopes[:-1]) @ np.diff(fpr)


@quick
@given(rates, rates, prevalences)
@example(0.0, 1 - 1e-16, 0.999999)
def test_one_corner_curve_is_additive_along_its_segments(fpr, tpr, p):
    f, t = np.linspace(0, fpr, 400), np.linspace(0, tpr, 400)
    f = np.concatenate([f, np.linspace(fpr, 1, 400)])
    t = np.concatenate([t, np.linspace(tpr, 1, 400)])
    exact = auk_from_roc([0, fpr, 1], [0, tpr, 1], p)
    # Three roundings put a point off the line, one more moves the middle of a piece, here and in
    # the exact value: 2.5 epsilon in all. The sum of 800 pieces rounds by 1e-13.
    off = 1e-13 + 3 * np.finfo(float).eps * shaken(f, t, p)
    assert auk_from_roc(f, t, p) == pytest.approx(exact, abs=off)
