"""Intervals of AUC, AUK and the kappa curve: interval and p agree, few positives are covered."""

import dataclasses
import math
from functools import partial

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from plain_scores import plain_auc
from scipy.stats import norm
from sklearn.metrics import roc_auc_score
from support import slowly

from kappabook import auk_score, cohen_kappa_score, gini_score, kappa_curve
from kappabook.metrics.inference import (
    auc_interval,
    bootstrap_curve_statistics,
    bootstrap_interval,
    compare_scores,
    delong_test,
    kappa_curve_band,
)
from kappabook.metrics.inference.percentiles import Percentiles
from kappabook.metrics.inference.placements import placements
from kappabook.metrics.kappa_curve import kappa_at
from kappabook.metrics.roc import auc_score


def sample(n=60, prevalence=0.3, seed=0, gain=1.0):
    rng = np.random.default_rng(seed)
    y = np.append([0, 1], rng.random(n - 2) < prevalence).astype(int)
    return y, gain * y + rng.normal(size=n), gain * y + rng.normal(size=n)


# --- interval and p-value -----------------------------------------------------------------------

values = st.lists(
    st.one_of(st.sampled_from([-1.0, -0.1, 0.0, 0.1, 1.0]), st.floats(-2, 2)),
    min_size=2,
    max_size=60,
)


def contradicts(ends, null, alpha):
    low, high = ends.interval(alpha)
    return (ends.p_value(null) < alpha) == (low <= null <= high)


@given(
    values, st.floats(-1.5, 1.5), st.floats(-0.8, 0.8), st.sampled_from([None, 0.0, 0.3]),
    st.sampled_from([-0.1, 0.0, 0.1, 0.3]), st.floats(1e-4, 0.9999),
)  # fmt: skip
@example([-1.0] * 6 + [0.1], 0.0, 0.75, None, 0.1, 0.5)  # a moved share is rounded to 1
def test_interval_and_p_never_contradict_each_other(drawn, bias, pull, within, null, alpha):
    drawn = np.array(drawn)
    for ends in (Percentiles(drawn, within=within), Percentiles(drawn, bias, pull)):
        p = ends.p_value(null)
        assert ends.finest <= p <= 1 or p == 1
        levels = [alpha, p * (1 - 1e-6), p * (1 + 1e-6), 0.05, 0.01, 1e-5]
        for level in levels:
            if abs(level - p) > 1e-9 * p and 0 < level < 1:
                assert not contradicts(ends, null, level)


def test_without_corrections_the_ends_are_plain_quantiles():
    assert Percentiles(np.arange(101.0)).interval(0.1) == pytest.approx((5, 95))


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("bias", [-0.1, 0.1])
def test_a_null_at_which_the_largest_resamples_tie_is_tested_without_a_warning(bias):
    """The upper end leaves it when 2 z_0 + z falls below the quantile .9, where the ties begin."""
    ends = Percentiles(np.append(np.linspace(0, 0.9, 18), [1.0] * 3), bias)
    expected = 2 * norm.sf(norm.ppf(0.9) - 2 * bias)
    assert ends.p_value(1.0) == pytest.approx(expected, rel=1e-9)


@pytest.mark.filterwarnings("ignore:y_true has . (positive|negative) cases")
@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_small_data_sets_show_no_contradiction(method):
    excluded = 0
    for seed in range(40):
        y, a, b = sample(14, seed=seed, gain=0.5)
        found = compare_scores(auk_score, y, a, 2 * y + b, method=method, n_resamples=199,
                               random_state=seed)  # fmt: skip
        if not math.isnan(found.low):
            outside = not found.low <= 0 <= found.high
            assert outside == (found.p_value < 0.05)
            excluded += outside
    assert excluded > 0


def test_other_levels_of_the_same_resamples():
    y, s, _ = sample()
    found = bootstrap_interval(auc_score, y, s, method="bca", random_state=0)
    assert found.confidence_interval(0.95) == (found.low, found.high)
    narrow = bootstrap_interval(auc_score, y, s, method="bca", confidence_level=0.8, random_state=0)
    assert found.confidence_interval(0.8) == (narrow.low, narrow.high)
    p = found.p_value(0.5)
    low, high = found.confidence_interval(1 - p * (1 - 1e-6))
    assert low <= 0.5 <= high
    low, high = found.confidence_interval(1 - p * (1 + 1e-6))
    assert not low <= 0.5 <= high


def test_a_level_beyond_the_resamples_has_an_infinite_interval():
    y, s, _ = sample()
    found = bootstrap_interval(auc_score, y, s, n_resamples=99, random_state=0)
    assert found.confidence_interval(0.99) == (-math.inf, math.inf)
    assert math.isfinite(found.confidence_interval(0.97)[0])
    assert found.p_value(-1) == 2 / 100


# --- paired areas, sorted once -------------------------------------------------------------------


@pytest.mark.parametrize("digits", [0, 1, 9])
@pytest.mark.parametrize("stratified", [False, True])
@pytest.mark.parametrize(
    "metric",
    [auk_score, auc_score, slowly(gini_score), slowly(partial(auk_score, rule="trapezoid"))],
)
def test_paired_areas_are_those_of_the_metric_called_each_time(metric, stratified, digits):
    y, a, b = sample(40)
    a, b = np.round(a, digits), np.round(b, digits)
    weight = np.random.default_rng(1).uniform(0, 2, 40) * (np.arange(40) % 7 > 0)
    for weights in ({}, {"sample_weight": weight}):
        options = {"n_resamples": 60, "random_state": 0, "stratified": stratified, **weights}
        ours = compare_scores(metric, y, a, b, **options)
        slow = compare_scores(lambda *x, **w: metric(*x, **w), y, a, b, **options)
        for name in ("estimate_a", "estimate_b", "low", "high", "standard_error", "p_value"):
            assert getattr(ours, name) == pytest.approx(getattr(slow, name), abs=1e-12), name


# --- groups ---------------------------------------------------------------------------------------


def test_groups_of_one_case_are_cases():
    y, a, b = sample()
    one_each = {"groups": np.arange(len(y)), "random_state": 0, "method": "percentile"}
    one_each["n_resamples"] = 300
    plain = bootstrap_curve_statistics(y, a, lambda f, t, p: p, random_state=0)
    own = bootstrap_interval(auc_score, y, a, **one_each)
    slow = bootstrap_interval(plain_auc, y, a, **one_each)
    np.testing.assert_allclose(own.distribution, slow.distribution, atol=1e-14)
    grouped = bootstrap_curve_statistics(
        y, a, lambda f, t, p: p, groups=np.arange(len(y)), random_state=1
    )
    assert grouped.standard_error == pytest.approx(plain.standard_error, rel=0.1)
    paired = compare_scores(auc_score, y, a, b, **one_each)
    assert paired.low == compare_scores(auc_score, y, a, b, n_resamples=300, random_state=0).low


def test_cases_that_repeat_widen_the_interval_by_groups():
    y, a, _ = sample(50)
    four = [np.repeat(column, 4) for column in (y, a)]
    names = np.repeat([f"patient {i}" for i in range(50)], 4)
    options = {"random_state": 0, "method": "percentile"}
    single = bootstrap_interval(auk_score, y, a, **options)
    grouped = bootstrap_interval(auk_score, *four, groups=names, **options)
    blind = bootstrap_interval(auk_score, *four, **options)
    assert grouped.standard_error == pytest.approx(single.standard_error, rel=0.07)
    assert blind.standard_error == pytest.approx(single.standard_error / 2, rel=0.1)
    slow = bootstrap_interval(cohen_kappa_score, four[0], four[1] > 0.5, groups=names, **options)
    assert slow.undefined_share == 0


@pytest.mark.filterwarnings("ignore:y_true has . (positive|negative) cases")
def test_stratified_groups_keep_their_classes_or_are_refused():
    y = np.repeat([0, 1, 0, 1], 3)
    score = np.arange(12)
    names = np.repeat([1, 2, 3, 4], 3)
    found = bootstrap_curve_statistics(
        y, score, lambda f, t, p: p, groups=names, stratified=True, n_resamples=50
    )
    assert set(found.distribution) == {0.5}
    with pytest.raises(ValueError, match="group 1 has cases of more than one class"):
        bootstrap_interval(auc_score, y, score, groups=np.ones(12, int) + (score > 9),
                           stratified=True)  # fmt: skip
    with pytest.raises(ValueError, match="groups has 2 entries for 12 cases"):
        bootstrap_interval(auc_score, y, score, groups=[1, 2])
    with pytest.raises(ValueError, match="groups names 1 group"):
        bootstrap_interval(roc_auc_score, y, score, groups=np.ones(12, int))


# --- few positives --------------------------------------------------------------------------------


def test_smoothing_is_the_default_with_few_cases_and_can_be_refused():
    y, s, _ = sample(60)
    assert bootstrap_interval(auk_score, y, s, random_state=0).method == "smoothed"
    assert bootstrap_interval(auk_score, *sample(400)[:2]).method == "percentile"
    assert bootstrap_interval(auk_score, y, s, sample_weight=np.ones(60)).method == "percentile"
    assert bootstrap_interval(roc_auc_score, y, s, n_resamples=50).method == "percentile"
    with pytest.raises(ValueError, match="method 'smoothed' is for auk_score"):
        bootstrap_interval(roc_auc_score, y, s, method="smoothed")
    with pytest.raises(ValueError, match="without hull, sample_weight and groups"):
        bootstrap_interval(auk_score, y, s, method="smoothed", groups=np.arange(60))


def test_few_positives_are_named_where_cases_are_drawn_again():
    y, a, b = sample(60)
    y[np.flatnonzero(y)[4:]] = 0
    message = "y_true has 4 positive cases.*covered 63 to 98 % with 3 positives"
    with pytest.warns(UserWarning, match=message):
        bootstrap_interval(auk_score, y, a, method="percentile", n_resamples=50)
    with pytest.warns(UserWarning, match="For two AUCs use delong_test"):
        compare_scores(auk_score, y, a, b, n_resamples=50)


@pytest.mark.parametrize(("count", "warned"), [(9, True), (10, False)])
@pytest.mark.parametrize("rare", ["positive", "negative"])
def test_fewer_than_ten_cases_of_either_class_are_named(recwarn, rare, count, warned):
    y = (np.arange(60) < count) == (rare == "positive")
    compare_scores(auk_score, y, np.arange(60), np.arange(60) % 7, n_resamples=2)
    said = [str(w.message) for w in recwarn if "covered 63 to 98 %" in str(w.message)]
    assert [f"y_true has {count} {rare} cases" in text for text in said] == [True] * warned


def test_no_warning_where_the_interval_is_good(recwarn):
    y, a, b = sample(60)
    y[np.flatnonzero(y)[4:]] = 0
    bootstrap_interval(auk_score, y, a, n_resamples=50)
    compare_scores(auk_score, *sample(60), n_resamples=50)
    delong_test(y, a, b)
    assert not recwarn.list


def test_smoothed_shares_have_the_moments_of_their_dirichlet_law():
    """Two positives above two negatives: the AUC is a bilinear form of known shares."""
    y, s = [0, 0, 1, 1], [1, 2, 3, 4]
    found = bootstrap_interval(auc_score, y, s, method="smoothed", stratified=True,
                               n_resamples=40_000, random_state=0)  # fmt: skip
    # Ranks by falling score: positives' shares 1/4, 1/2, 1/4 over 1, 1, 3 ranks, and the mirror.
    t = np.array([3, 6, 1, 1, 1]) / 12
    f = t[::-1]
    mean = sum(t[i] * (f[i + 1 :].sum() + f[i] / 2) for i in range(5))
    assert found.distribution.mean() == pytest.approx(mean, abs=4 * found.standard_error / 200)
    assert found.estimate == found.high == 1


def test_many_ties_leave_the_plain_spread():
    """With many cases in few places smoothing changes little."""
    rng = np.random.default_rng(0)
    y = np.repeat([0, 1], 150)
    s = np.clip(np.round(rng.normal(size=300) + y), -2, 3)
    smooth, plain = (
        bootstrap_interval(auk_score, y, s, method=method, random_state=0)
        for method in ("smoothed", "percentile")
    )
    assert smooth.standard_error == pytest.approx(plain.standard_error, rel=0.08)
    assert (smooth.low, smooth.high) == pytest.approx((plain.low, plain.high), abs=0.015)


def test_united_ranks_change_little():
    """A large class between a few positives: pieces against every rank."""
    from kappabook.metrics.inference import smoothed

    y, s, _ = sample(3000, prevalence=0.004)
    pieces, smoothed._PIECES = smoothed._PIECES, 10**9
    try:
        every = bootstrap_interval(auk_score, y, s, method="smoothed", random_state=0)
    finally:
        smoothed._PIECES = pieces
    united = bootstrap_interval(auk_score, y, s, method="smoothed", random_state=1)
    assert united.low == pytest.approx(every.low, abs=0.05 * every.standard_error + 0.002)
    assert united.standard_error == pytest.approx(every.standard_error, rel=0.1)


def covers(interval, repeats, m, n, area):
    rng = np.random.default_rng(0)
    distance, covered = math.sqrt(2) * norm.ppf(area), 0
    y = (np.arange(m + n) < m).astype(int)
    for _ in range(repeats):
        found = interval(y, rng.normal(size=m + n) + distance * y)
        covered += found.low <= area <= found.high
    return covered / repeats


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:y_true has . (positive|negative) cases")
def test_four_positives_are_covered():
    """Percentile intervals cover about 80 % here."""
    resampled = partial(bootstrap_interval, auc_score, n_resamples=199, stratified=True,
                        random_state=0)  # fmt: skip
    assert covers(resampled, 300, 4, 60, 0.8) > 0.89
    assert covers(auc_interval, 300, 4, 60, 0.8) > 0.91
    assert covers(partial(resampled, method="percentile"), 300, 4, 60, 0.8) < 0.88


# --- one AUC --------------------------------------------------------------------------------------


def test_newcombes_worked_form():
    """The ends solve (A - a)^2 = z^2 V(A), and p at an end is the level."""
    y, s, _ = sample(25)
    found = auc_interval(y, s)
    m, n = y.sum(), (1 - y).sum()
    half = (m + n) / 2
    for end in (found.low, found.high):
        spread = 2 * half - 1 - (3 * half - 3) / ((2 - end) * (1 + end))
        expected = norm.ppf(0.975) ** 2 * end * (1 - end) * spread / (m * n)
        assert (end - found.estimate) ** 2 == pytest.approx(expected, rel=1e-9)
        assert found.p_value(end) == pytest.approx(0.05, rel=1e-6)


@pytest.mark.parametrize("method", ["newcombe", "logit", "delong"])
@settings(max_examples=40)
@given(seed=st.integers(0, 300), alpha=st.floats(0.001, 0.9), null=st.floats(0.05, 0.95))
def test_interval_and_p_of_an_auc_agree(method, seed, alpha, null):
    y, s, _ = sample(12, prevalence=0.5, seed=seed)
    y[2:4] = 0, 1
    found = auc_interval(y, s, method=method)
    low, high = found.confidence_interval(1 - alpha)
    p = found.p_value(null)
    if not (math.isnan(low) or abs(p - alpha) < 1e-9):
        assert (p < alpha) == (not low <= null <= high)


def test_perfect_scores_have_an_interval_by_newcombe_only():
    y, s = [0] * 20 + [1] * 4, np.arange(24)
    found = auc_interval(y, s)
    assert found.high == 1
    assert 0.5 < found.low < 0.9
    assert math.isnan(auc_interval(y, s, method="logit").low)
    assert auc_interval(y, -s).high == pytest.approx(1 - found.low)
    with pytest.raises(ValueError, match="method is 'wald'; give 'newcombe'"):
        auc_interval(y, s, method="wald")
    with pytest.raises(ValueError, match="null is 1"):
        found.p_value(1)


def test_logit_interval_of_four_cases_by_hand():
    """AUC 3/4; placements 1/2 and 1 in either class: SE^2 = 1/8 with 2 degrees of freedom."""
    found = auc_interval([0, 0, 1, 1], [1, 3, 2, 4], method="logit")
    assert found.estimate == 3 / 4
    assert found.standard_error**2 == pytest.approx(1 / 8)
    step = 4.302652730 * math.sqrt(1 / 8) / (3 / 4 * 1 / 4)
    for end, side in ((found.low, -1), (found.high, 1)):
        assert math.log(end / (1 - end)) == pytest.approx(math.log(3) + side * step, rel=1e-8)


@pytest.mark.parametrize("weight", [None, np.ones(5)])
def test_placements_are_shares_of_the_other_class_with_ties_half(weight):
    positive = np.array([True, True, False, False, False])
    placed = placements((positive, np.array([2.0, 3.0, 1.0, 2.0, 4.0]), weight))
    assert placed.above == pytest.approx([1.5 / 3, 2 / 3])
    assert placed.below == pytest.approx([1, 1.5 / 2, 0])
    assert placed.area == pytest.approx(3.5 / 6)


# --- weights in DeLong ------------------------------------------------------------------------


def test_delong_with_equal_weights_is_delong():
    y, a, b = sample(50)
    plain = delong_test(y, np.round(a, 1), np.round(b, 1))
    weighted = delong_test(y, np.round(a, 1), np.round(b, 1), sample_weight=np.full(50, 3.0))
    for name in ("difference", "standard_error", "p_value", "degrees_of_freedom"):
        assert getattr(weighted, name) == pytest.approx(getattr(plain, name), rel=1e-9), name


@pytest.mark.parametrize("small", [1e-16, 1e-300])
@pytest.mark.parametrize("place", [1, 3])
def test_a_case_that_has_all_the_weight_of_its_class_leaves_no_variance(place, small):
    y, a, b = [1, 1, 0, 0], [4, 1, 2, 3], [1, 2, 3, 4]
    weight = np.where(np.arange(4) == place, small, 1)
    for compare in (partial(delong_test, y, a, b), partial(auc_interval, y, a)):
        with pytest.raises(ValueError, match="one case has all the weight of its class"):
            compare(sample_weight=weight)


@pytest.mark.parametrize("small", [1e-40, 1e-80, 1e-120])
def test_degrees_of_freedom_do_not_vanish_with_the_variance(small):
    """Only a positive of little weight is placed differently, of 4 others: m - 1 is 3."""
    y, a = np.repeat([1, 0], 5), np.arange(10.0)[::-1]
    b = a[[0, 1, 2, 3, 5, 4, 6, 7, 8, 9]]
    weight = np.where(np.arange(10) == 4, small, 1)
    found = delong_test(y, a, b, sample_weight=weight)
    assert found.degrees_of_freedom == pytest.approx(3)
    # Its placement falls by a fifth, its share of the weight is small / 4, so the mean of all
    # falls by small / 20; the variance of sampling weights is m / (m - 1) = 4 / 3 of the squares.
    squares = (small / 4) ** 2 * ((1 / 5) ** 2 + 4 * (small / 20) ** 2 / small**2)
    assert found.standard_error == pytest.approx(math.sqrt(4 / 3 * squares))


def test_weighted_delong_has_the_spread_of_weighted_resamples():
    y, a, b = sample(400, seed=3)
    weight = np.random.default_rng(0).exponential(size=400)
    exact = delong_test(y, a, b, sample_weight=weight)
    drawn = compare_scores(auc_score, y, a, b, sample_weight=weight, random_state=0)
    assert exact.difference == pytest.approx(drawn.difference, abs=1e-12)
    assert exact.standard_error == pytest.approx(drawn.standard_error, rel=0.1)
    assert exact.estimate_a == pytest.approx(roc_auc_score(y, a, sample_weight=weight), abs=1e-12)


def test_t_is_wider_than_normal_with_few_positives_only():
    few, many = sample(40, prevalence=0.05), sample(2000)
    t, normal = (delong_test(*few, reference=r) for r in ("t", "normal"))
    assert t.high - t.low > 1.2 * (normal.high - normal.low)
    t, normal = (delong_test(*many, reference=r) for r in ("t", "normal"))
    assert t.p_value == pytest.approx(normal.p_value, abs=1e-3)
    with pytest.raises(ValueError, match="reference is 'z'; give 't' or 'normal'"):
        delong_test(*few, reference="z")


# --- the band of a curve ----------------------------------------------------------------------


def test_band_holds_the_curve_and_is_nested():
    y, s, _ = sample(150)
    band = kappa_curve_band(y, s, random_state=0)
    assert (band.simultaneous_low <= band.low).all()
    assert (band.low <= band.kappa).all()
    assert (band.kappa <= band.high).all()
    assert (band.high <= band.simultaneous_high).all()
    assert band.kappa[-1] == band.low[-1] == band.simultaneous_high[-1] == 0
    fpr, kappa, _ = kappa_curve(y, s)
    at_corners = kappa_curve_band(y, s, fpr=np.unique(fpr), random_state=0)
    assert set(at_corners.kappa.round(9)) <= set(kappa.round(9))
    again = kappa_curve_band(y, s, random_state=0)
    np.testing.assert_array_equal(band.low, again.low)


@pytest.mark.slow
def test_pointwise_band_is_the_interval_of_kappa_at_that_rate():
    y, s, _ = sample(4000)
    band = kappa_curve_band(y, s, fpr=[0.2], random_state=0)

    def kappa_there(fpr, tpr, prevalence):
        last = np.append(np.diff(fpr) > 0, True)
        return kappa_at(0.2, np.interp(0.2, fpr[last], tpr[last]), prevalence)

    plain = bootstrap_curve_statistics(y, s, kappa_there, n_resamples=500, random_state=0)
    assert band.kappa[0] == pytest.approx(plain.estimate)
    assert (band.low[0], band.high[0]) == pytest.approx((plain.low, plain.high), abs=0.01)
    weighted = kappa_curve_band(y, s, fpr=[0.2], sample_weight=np.ones(4000), n_resamples=300)
    assert weighted.low[0] == pytest.approx(band.low[0], abs=0.01)


@pytest.mark.slow
def test_band_covers_the_true_curve():
    rng, distance = np.random.default_rng(0), 1.2
    inside = np.zeros(2)
    for _ in range(120):
        y = np.append([1, 1], rng.random(98) < 0.15).astype(int)
        band = kappa_curve_band(
            y, rng.normal(size=100) + distance * y, n_resamples=200, stratified=True,
            fpr=np.linspace(0.05, 0.95, 19), random_state=0,
        )  # fmt: skip
        true = kappa_at(band.fpr, norm.sf(norm.isf(band.fpr) - distance), y.mean())
        inside += (
            ((band.low <= true) & (true <= band.high)).mean(),
            ((band.simultaneous_low <= true) & (true <= band.simultaneous_high)).all(),
        )
    assert (np.abs(inside / 120 - [0.95, 0.955]) < 0.05).all()


def test_band_refusals():
    with pytest.raises(ValueError, match="no positive cases; a kappa curve needs both classes"):
        kappa_curve_band([0, 0], [1, 2])
    with pytest.raises(ValueError, match=r"fpr\[0\] is 1.2; rates lie in"):
        kappa_curve_band([0, 1], [1, 2], fpr=[1.2])


# --- how results are shown --------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore:y_true has . (positive|negative) cases")
def test_a_quarter_of_undefined_resamples_is_shown_as_25_per_cent():
    found = bootstrap_interval(auc_score, *sample()[:2], n_resamples=100, random_state=0)
    assert "undefined" not in repr(found)
    quarter = dataclasses.replace(found, undefined_share=0.25)
    assert repr(quarter).endswith("100 resamples, undefined on 25 %)")
    assert "undefined on 25 %" in quarter._repr_html_()


def test_results_show_estimate_and_interval():
    y, a, b = sample()
    shown = {
        "BootstrapInterval": bootstrap_interval(auk_score, y, a, random_state=0),
        "PairedComparison": compare_scores(auk_score, y, a, b, random_state=0),
        "AucInterval": auc_interval(y, a),
        "KappaCurveBand": kappa_curve_band(y, a, random_state=0),
    }
    for name, result in shown.items():
        assert repr(result).startswith(name)
        assert "95 %" in repr(result)
        assert len(repr(result)) < 200
        html = result._repr_html_()
        assert name in html
        assert "95 %" in html
    assert f"{shown['PairedComparison'].difference:.3g}" in shown["PairedComparison"]._repr_html_()
