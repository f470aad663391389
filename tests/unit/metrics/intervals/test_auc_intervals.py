"""One AUC and two: all pairs, worked forms, weights, unequal spreads, few positives."""

import math
from functools import partial

import numpy as np
import pytest
from scipy.stats import beta, norm
from sklearn.metrics import roc_auc_score
from support import slowly

from kappabook import auc_interval, delong_test

METHODS = ("beta", "newcombe", "logit", "delong")


def sample(n=60, prevalence=0.3, seed=0, gain=1.0):
    rng = np.random.default_rng(seed)
    y = np.append([0, 1, 0, 1], rng.random(n - 4) < prevalence).astype(int)
    return y, gain * y + rng.normal(size=n), gain * y + rng.normal(size=n)


# --- DeLong ---------------------------------------------------------------------------------------


def delong_by_pairs(y, a, b):
    """DeLong's covariance from all mn pairs."""
    placed = []
    for score in (a, b):
        pairs = np.subtract.outer(score[y == 1], score[y == 0])
        wins = (pairs > 0) + 0.5 * (pairs == 0)
        placed.append((wins.mean(axis=1), wins.mean(axis=0), wins.mean()))
    (va, wa, area_a), (vb, wb, area_b) = placed
    covariance = np.cov(va, vb) / len(va) + np.cov(wa, wb) / len(wa)
    contrast = np.array([1, -1])
    return area_a, area_b, math.sqrt(contrast @ covariance @ contrast)


@pytest.mark.parametrize("digits", [8, 0])
def test_delong_against_all_pairs(digits):
    y, a, b = sample(120)
    a, b = np.round(a, digits), np.round(b, digits)
    area_a, area_b, error = delong_by_pairs(y, a, b)
    found = delong_test(y, a, b, reference="normal")
    assert (found.estimate_a, found.estimate_b) == pytest.approx((area_a, area_b), abs=1e-14)
    assert found.standard_error == pytest.approx(error, abs=1e-14)
    assert found.p_value() == pytest.approx(2 * norm.sf(abs(area_a - area_b) / error), rel=1e-9)
    assert found.high - found.low == pytest.approx(2 * norm.ppf(0.975) * error)


@pytest.mark.slow
def test_level_of_delong():
    rejected = 0
    for seed in range(800):
        y, a, b = sample(100, 0.4, seed)
        shared = np.random.default_rng([seed, 1]).normal(size=100)
        rejected += delong_test(y, a + shared, b + shared).p_value() < 0.05
    assert abs(rejected / 800 - 0.05) < 4 * math.sqrt(0.05 * 0.95 / 800)


@pytest.mark.parametrize("small", [1e-40, 1e-120])
def test_degrees_of_freedom_do_not_vanish_with_the_variance(small):
    """Only a positive of little weight is placed differently, of 4 others: m - 1 is 3."""
    y, a = np.repeat([1, 0], 5), np.arange(10.0)[::-1]
    b = a[[0, 1, 2, 3, 5, 4, 6, 7, 8, 9]]
    weight = np.where(np.arange(10) == 4, small, 1)
    found = delong_test(y, a, b, sample_weight=weight)
    assert found.distribution.degrees_of_freedom == pytest.approx(3)
    # Its placement falls by a fifth, its share of the weight is small / 4, so the mean of all
    # falls by small / 20; the variance of sampling weights is m / (m - 1) = 4 / 3 of the squares.
    squares = (small / 4) ** 2 * ((1 / 5) ** 2 + 4 * (small / 20) ** 2 / small**2)
    assert found.standard_error == pytest.approx(math.sqrt(4 / 3 * squares))


def test_equal_weights_are_no_weights_and_areas_are_scikit_learns():
    y, a, b = sample(50)
    columns, weight = (y, np.round(a, 1), np.round(b, 1)), np.linspace(0.1, 2, 50)
    plain, equal = delong_test(*columns), delong_test(*columns, sample_weight=np.full(50, 3.0))
    for name in ("difference", "standard_error", "low", "high"):
        assert getattr(equal, name) == pytest.approx(getattr(plain, name), rel=1e-9), name
    found = delong_test(*columns, sample_weight=weight)
    for area, score in ((found.estimate_a, columns[1]), (found.estimate_b, columns[2])):
        assert area == pytest.approx(roc_auc_score(y, score, sample_weight=weight), abs=1e-12)
    for method in METHODS:
        one, other = (
            auc_interval(y, a, method=method, sample_weight=w) for w in (None, np.full(50, 3.0))
        )
        assert (one.low, one.high) == pytest.approx((other.low, other.high), rel=1e-9)


# --- one AUC --------------------------------------------------------------------------------------


def test_beta_limits_by_hand():
    """Three positives above three negatives but for one pair."""
    found = auc_interval([0, 0, 0, 1, 1, 1], [1, 2, 4, 3, 5, 6])
    d, losses = 1 / 9, [1 / 3, 0, 0]  # of either class
    squared = 2 * np.var(losses, ddof=1) / 3
    t = 2.776445105197793  # 4 degrees of freedom
    x = (1 / 2 - d) / 4  # at random is worse than 1/3, that of the case seen
    v = (t / 1.959963984540054) ** 2 * squared + x**2 * (1 - x) / (1 + x)
    mean = d + x
    size = mean * (1 - mean) / v - 1
    assert found.estimate == pytest.approx(8 / 9)
    assert found.standard_error**2 == pytest.approx(squared)
    lowest = 1 - beta.ppf(0.975, mean * size, (1 - mean) * size)
    assert found.low == pytest.approx(lowest, rel=1e-9)


@pytest.mark.parametrize("cases", [(30, 300), slowly((200, 200)), slowly((1000, 5000))])
def test_unequal_spreads_are_covered(cases):
    """Where the rarer class spreads four times as much, Newcombe's interval covers about 80 %."""
    m, n = cases
    rng, repeats, covered = np.random.default_rng(0), 300, {"beta": 0, "newcombe": 0}
    y = (np.arange(m + n) < m).astype(int)
    area, spread = 0.6, np.where(y == 1, 4.0, 1.0)
    distance = math.sqrt(17) * norm.ppf(area)
    for _ in range(repeats):
        s = rng.normal(size=m + n) * spread + distance * y
        for method in covered:
            found = auc_interval(y, s, method=method)
            covered[method] += found.low <= area <= found.high
    assert covered["beta"] / repeats > 0.92
    if m < n:
        assert covered["newcombe"] / repeats < 0.9


def test_newcombes_worked_form():
    """The ends solve (A - a)^2 = z^2 V(A), and p at an end is the level."""
    y, s, _ = sample(25)
    found = auc_interval(y, s, method="newcombe")
    m, n = y.sum(), (1 - y).sum()
    half = (m + n) / 2
    for end in (found.low, found.high):
        spread = 2 * half - 1 - (3 * half - 3) / ((2 - end) * (1 + end))
        expected = norm.ppf(0.975) ** 2 * end * (1 - end) * spread / (m * n)
        assert (end - found.estimate) ** 2 == pytest.approx(expected, rel=1e-9)
        assert found.p_value(end) == pytest.approx(0.05, rel=1e-6)


def test_logit_interval_of_four_cases_by_hand():
    """AUC 3/4; placements 1/2 and 1 in either class: SE^2 = 1/8 with 2 degrees of freedom."""
    found = auc_interval([0, 0, 1, 1], [1, 3, 2, 4], method="logit")
    assert found.estimate == 3 / 4
    assert found.standard_error**2 == pytest.approx(1 / 8)
    step = 4.302652730 * math.sqrt(1 / 8) / (3 / 4 * 1 / 4)
    for end, side in ((found.low, -1), (found.high, 1)):
        assert math.log(end / (1 - end)) == pytest.approx(math.log(3) + side * step, rel=1e-8)


def test_perfect_scores_have_an_interval_by_beta_and_newcombe_only():
    y, s = [0] * 20 + [1] * 4, np.arange(24)
    for method in ("beta", "newcombe"):
        found = auc_interval(y, s, method=method)
        assert found.high == 1
        assert 0.5 < found.low < 0.9
    for method in ("logit", "delong"):
        assert math.isnan(auc_interval(y, s, method=method).low)


# --- refused --------------------------------------------------------------------------------------


@pytest.mark.parametrize("small", [1e-16, 1e-300])
@pytest.mark.parametrize("place", [1, 3])
def test_a_case_that_has_all_the_weight_of_its_class_leaves_no_variance(place, small):
    y, a, b = [1, 1, 0, 0], [4, 1, 2, 3], [1, 2, 3, 4]
    weight = np.where(np.arange(4) == place, small, 1)
    for compare in (partial(delong_test, y, a, b), partial(auc_interval, y, a)):
        with pytest.raises(ValueError, match="one case has all the weight of its class"):
            compare(sample_weight=weight)


def test_refusals():

    with pytest.raises(ValueError, match="1 positive and 3 negative cases"):
        delong_test([1, 0, 0, 0], [1, 2, 3, 4], [1, 2, 3, 4])
    with pytest.raises(ValueError, match="y_true has 4 labels and score_b has 3 scores"):
        delong_test([1, 1, 0, 0], [1, 2, 3, 4], [1, 2, 3])
