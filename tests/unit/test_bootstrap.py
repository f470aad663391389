"""The bootstrap: exact enumeration, scipy, the same law by every path, undefined resamples."""

import math
from functools import partial
from itertools import product
from operator import attrgetter

import numpy as np
import pytest
from plain_scores import plain_auc
from scipy.stats import bootstrap, ks_2samp
from sklearn.exceptions import UndefinedMetricWarning
from sklearn.metrics import roc_auc_score, roc_curve
from support import slowly

from kappabook import ConfusionMatrix, auk_from_roc, auk_score, cohen_kappa_score, gini_score
from kappabook.metrics.inference import (
    bootstrap_confusion,
    bootstrap_curve_statistics,
    bootstrap_interval,
    kappa_inference,
)
from kappabook.metrics.roc import auc_from_roc, auc_score


def area(fpr, tpr, prevalence):
    return np.trapezoid(tpr, fpr)


def areas(fpr, tpr, prevalence):
    """The trapezoidal AUK of many curves at once."""
    p = np.asarray(prevalence)[..., np.newaxis]
    chance = p + (1 - 2 * p) * (p * tpr + (1 - p) * fpr)  # 1 - P_c
    kappa = np.divide(2 * p * (1 - p) * (tpr - fpr), chance, where=chance > 0, out=0 * fpr)
    return np.trapezoid(kappa, fpr, axis=-1)


def auk_by_sklearns_curve(y, score, sample_weight=None):
    fpr, tpr, _ = roc_curve(y, score, sample_weight=sample_weight, drop_intermediate=False)
    return areas(fpr, tpr, np.average(y, weights=sample_weight))


def auk(y, score, sample_weight=None):
    """The same in a tenth of the time: sort, and add up the weights of either class."""
    weight = np.ones(len(y)) if sample_weight is None else sample_weight
    order = np.argsort(-score)
    last = np.append(np.flatnonzero(np.diff(score[order])), len(y) - 1)  # of each threshold
    of_class = (np.cumsum((weight * is_it)[order])[last] for is_it in (1 - y, y))
    fpr, tpr = (np.append(0, total / total[-1]) for total in of_class)
    return areas(fpr, tpr, np.average(y, weights=weight))


def sample(n=200, prevalence=0.3, seed=0, digits=8):
    rng = np.random.default_rng(seed)
    y = (rng.random(n) < prevalence).astype(int)
    return y, np.round(y + rng.normal(size=n), digits)


def same_law(a, b):
    """Kolmogorov and Smirnov, at a level a fixed seed meets unless the laws differ."""
    return ks_2samp(a.distribution, b.distribution).pvalue > 0.001


# --- the law of the resamples -----------------------------------------------------------------


@pytest.mark.filterwarnings("ignore:.*fewer than")
def test_against_every_resample_of_four_cases():
    y, pred = np.array([0, 0, 1, 1]), np.array([0, 1, 1, 1])
    every = np.array([(y == pred)[[*drawn]].mean() for drawn in product(range(4), repeat=4)])
    found = bootstrap_confusion(
        attrgetter("accuracy"), ConfusionMatrix([[1, 1], [0, 2]]), n_resamples=20000, random_state=0
    )
    for value in np.unique(every):
        share = (every == value).mean()
        limit = 4 * math.sqrt(share * (1 - share) / 20000)
        assert abs((found.distribution == value).mean() - share) < limit


def test_undefined_share_is_the_probability_of_one_cell():
    y = [1] * 3 + [0] * 17
    pred = [1, 1, 0] + [0] * 15 + [1, 1]
    found = bootstrap_interval(cohen_kappa_score, y, pred, n_resamples=4000, random_state=0)
    undefined = (15 / 20) ** 20 + (2 / 20) ** 20  # all cases in one cell of agreement
    limit = 4 * math.sqrt(undefined * (1 - undefined) / 4000)
    assert abs(found.undefined_share - undefined) < limit
    assert -1 <= found.low < found.estimate < found.high <= 1


@pytest.mark.parametrize("stratified", [False, True])
def test_cells_and_cases_have_one_law(stratified):
    y, score = sample(100)
    pred = (score > 0.5).astype(int)
    options = {"n_resamples": 1500, "stratified": stratified}
    cells = bootstrap_confusion(
        attrgetter("kappa"), ConfusionMatrix.from_predictions(y, pred), random_state=0, **options
    )
    cases = bootstrap_interval(cohen_kappa_score, y, pred, random_state=1, **options)
    assert same_law(cells, cases)


# No ties, some, and so many that cells are drawn.
@pytest.mark.parametrize(
    ("digits", "stratified"),
    [(8, False), (1, True), (0, False), slowly(8, True), slowly(1, False), slowly(0, True)],
)
def test_curves_and_cases_have_one_law(digits, stratified):
    y, score = sample(150, digits=digits)
    options = {"n_resamples": 1200, "stratified": stratified}
    curves = bootstrap_curve_statistics(y, score, areas, vectorized=True, random_state=0, **options)
    cases = bootstrap_interval(auk, y, score, random_state=1, **options)
    assert curves.estimate == pytest.approx(auk_by_sklearns_curve(y, score), abs=1e-14)
    assert curves.estimate == pytest.approx(cases.estimate, abs=1e-14)
    assert same_law(curves, cases)


def test_weighted_curves_and_cases_have_one_law():
    y, score = sample(150, digits=1)
    weight = np.random.default_rng(2).exponential(size=150)
    curves = bootstrap_curve_statistics(
        y, score, areas, sample_weight=weight, n_resamples=1200, random_state=0
    )
    cases = bootstrap_interval(
        auk, y, score, sample_weight=weight, n_resamples=1200, random_state=1
    )
    huge = bootstrap_curve_statistics(
        y, score, areas, sample_weight=1e305 * weight, n_resamples=100, random_state=0
    )
    np.testing.assert_allclose(huge.distribution, curves.distribution[:100], atol=1e-12)
    assert curves.estimate == pytest.approx(auk_by_sklearns_curve(y, score, weight), abs=1e-14)
    assert curves.estimate == pytest.approx(cases.estimate, abs=1e-14)
    assert same_law(curves, cases)


def test_many_curves_at_once_or_one_by_one():
    y, score = sample()
    at_once = bootstrap_curve_statistics(y, score, areas, vectorized=True, random_state=3)
    one_by_one = bootstrap_curve_statistics(y, score, areas, random_state=3)
    np.testing.assert_allclose(at_once.distribution, one_by_one.distribution, atol=1e-14)


@pytest.mark.filterwarnings("ignore:.*fewer than")
def test_stratified_keeps_the_classes():
    kept = bootstrap_confusion(
        lambda c: c.row_totals[0], ConfusionMatrix([[4, 1], [2, 3]]), stratified=True
    )
    assert set(kept.distribution) == {5}
    y, score = sample(50)
    prevalences = bootstrap_curve_statistics(
        y, score, lambda fpr, tpr, prevalence: prevalence, stratified=True
    )
    assert set(prevalences.distribution) == {y.mean()}


def test_spread_is_the_standard_error_of_large_samples():
    confusion = ConfusionMatrix([[880, 100, 20], [140, 400, 60], [180, 100, 120]])
    found = bootstrap_confusion(attrgetter("kappa"), confusion, n_resamples=5000, random_state=0)
    # The standard deviation of 5000 values is itself known to 1 %.
    assert found.standard_error == pytest.approx(
        kappa_inference(confusion).standard_error, rel=0.04
    )


# --- intervals ------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_scipys_interval(method):
    """A skewed mean; ends agree within four of their Monte Carlo errors (4 % of the error)."""
    x = np.random.default_rng(9).exponential(size=40) ** 2
    scipys = bootstrap(
        (x,), np.mean, n_resamples=6000, method=method, random_state=np.random.default_rng(0)
    )
    ours = bootstrap_interval(
        lambda y, s: s.mean(), np.zeros(40, int), x, n_resamples=6000, method=method, random_state=1
    )
    assert ours.standard_error == pytest.approx(scipys.standard_error, rel=0.06)
    tolerance = 0.25 * ours.standard_error
    assert (ours.low, ours.high) == pytest.approx(tuple(scipys.confidence_interval), abs=tolerance)
    plain = bootstrap_interval(
        lambda y, s: s.mean(), np.zeros(40, int), x, n_resamples=6000, random_state=1
    )
    assert (ours.high > plain.high + tolerance) == (method == "bca")  # the tail is on the right


def test_bca_by_every_path_moves_the_ends_alike():
    y, score = sample(80, digits=1)
    options = {"method": "bca", "n_resamples": 3000}
    curve = bootstrap_curve_statistics(y, score, area, random_state=0, **options)
    cases = bootstrap_interval(plain_auc, y, score, random_state=1, **options)
    tolerance = 0.25 * curve.standard_error
    assert (curve.low, curve.high) == pytest.approx((cases.low, cases.high), abs=tolerance)


def test_percentiles_are_those_of_the_distribution():
    y, score = sample()
    found = bootstrap_curve_statistics(y, score, area, confidence_level=0.8, random_state=0)
    assert (found.low, found.high) == tuple(np.quantile(found.distribution, [0.1, 0.9]))


def test_one_seed_one_result():
    y, score = sample(50)
    runs = [
        bootstrap_interval(plain_auc, y, score, n_resamples=50, random_state=seed)
        for seed in (1, 1, np.random.default_rng(1), 2)
    ]
    first, again, generator, other = (run.distribution.tolist() for run in runs)
    assert first == again == generator != other


# --- undefined and refused ------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore::scipy.stats.DegenerateDataWarning")
def test_scipy_gives_nan_where_we_give_an_interval():
    y, pred = np.array([1] + [0] * 9), np.array([1] + [0] * 8 + [1])

    with pytest.warns(UndefinedMetricWarning):
        scipys = bootstrap(
            (y, pred), cohen_kappa_score, paired=True, vectorized=False, method="percentile",
            n_resamples=200, random_state=np.random.default_rng(0),
        )  # fmt: skip
    assert np.isnan(scipys.confidence_interval.low)
    ours = bootstrap_interval(cohen_kappa_score, y, pred, n_resamples=200, random_state=0)
    assert 0 < ours.undefined_share < 0.5
    assert ours.low <= ours.high


def test_no_warning_escapes_from_the_resamples(recwarn):
    bootstrap_interval(
        cohen_kappa_score, [1, 0, 0, 0, 0], [1, 0, 0, 0, 1], n_resamples=100, random_state=0
    )
    bootstrap_confusion(attrgetter("kappa"), ConfusionMatrix([[60, 0], [0, 5]]), random_state=0)
    bootstrap_curve_statistics([1, 0, 0, 0], [4, 1, 2, 3], area, random_state=0)
    assert not recwarn.list


@pytest.mark.parametrize("name", ["kappa", "accuracy", "chance_agreement"])
@pytest.mark.parametrize("stratified", [False, True])
def test_all_resamples_at_once_are_what_each_is(name, stratified):
    confusion = ConfusionMatrix([[20, 3, 0], [2, 9, 1], [0, 5, 11]])
    how = {"stratified": stratified, "n_resamples": 300, "random_state": 3}
    fast = bootstrap_confusion(attrgetter(name), confusion, **how)
    slow = bootstrap_confusion(lambda matrix: getattr(matrix, name), confusion, **how)
    np.testing.assert_allclose(fast.distribution, slow.distribution, rtol=1e-12, atol=1e-14)
    assert (fast.estimate, fast.low) == pytest.approx((slow.estimate, slow.low), rel=1e-12)


def test_a_statistic_of_many_tables():
    confusion = ConfusionMatrix([[40, 10], [20, 30]])
    how = {"n_resamples": 300, "random_state": 3}
    fast = bootstrap_confusion(
        lambda counts: counts[:, 1, 1] / counts[:, 1].sum(axis=1), confusion, vectorized=True, **how
    )
    slow = bootstrap_confusion(lambda m: m[1, 1] / m.row_totals[1], confusion, **how)
    np.testing.assert_array_equal(fast.distribution, slow.distribution)
    with pytest.raises(ValueError, match=r"statistic returned shape \(\) for 1 tables"):
        bootstrap_confusion(lambda counts: 1.0, confusion, vectorized=True)


def test_rare_classes_and_few_cases_are_named():
    with pytest.warns(UserWarning, match="class 1 has 0 cases in agreement, fewer than 5"):
        bootstrap_confusion(attrgetter("kappa"), ConfusionMatrix([[980, 10], [10, 0]]))
    with pytest.warns(UserWarning, match="30 cases are fewer than 50"):
        bootstrap_confusion(attrgetter("kappa"), ConfusionMatrix([[10, 5], [5, 10]]))


def test_a_missing_class_in_a_resample_is_undefined_not_an_error():
    def strict(y, score):
        if len(np.unique(y)) < 2:
            raise ValueError("one class")
        return plain_auc(y, score)

    y, score = [1, 0, 0, 0], [4, 1, 2, 5]
    found = bootstrap_interval(strict, y, score, n_resamples=500, random_state=0)
    curve = bootstrap_curve_statistics(y, score, area, n_resamples=500, random_state=0)
    missing = 0.75**4 + 0.25**4
    limit = 4 * math.sqrt(missing * (1 - missing) / 500)
    assert abs(found.undefined_share - missing) < limit
    assert abs(curve.undefined_share - missing) < limit


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.UndefinedMetricWarning")
@pytest.mark.filterwarnings("ignore:.*fewer than")
def test_undefined_everywhere():
    with pytest.warns(UndefinedMetricWarning, match="bootstrap interval is undefined"):
        found = bootstrap_confusion(attrgetter("kappa"), ConfusionMatrix([[5]]))
    assert np.isnan([found.estimate, found.low, found.high]).all()
    assert found.undefined_share == 1


def test_misuse_of_the_metric_is_loud():
    with pytest.raises(ValueError, match="threshold scores first"):
        bootstrap_interval(cohen_kappa_score, [0, 1], [0.2, 0.7])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"method": "basic"}, "method is 'basic'"),
        ({"n_resamples": 1}, "n_resamples is 1"),
        ({"n_resamples": 99.5}, "n_resamples is 99.5"),
        ({"random_state": "x"}, "random_state is 'x'"),
        ({"random_state": -1}, "random_state is -1"),
        ({"confidence_level": 1}, "confidence_level is 1"),
        ({"sample_weight": [1, np.nan]}, r"sample_weight\[1\] is nan"),
    ],
)
def test_refusals(options, message):
    with pytest.raises(ValueError, match=message):
        bootstrap_interval(roc_auc_score, [0, 1], [0.2, 0.7], **options)
    with pytest.raises(ValueError, match=message):
        bootstrap_curve_statistics([0, 1], [0.2, 0.7], area, **options)


def test_refusals_of_the_data():
    with pytest.raises(ValueError, match="y_true has 2 cases and y_score 3"):
        bootstrap_interval(roc_auc_score, [0, 1], [0.2, 0.7, 0.1])
    with pytest.raises(ValueError, match="the cells are no counts"):
        bootstrap_confusion(attrgetter("kappa"), ConfusionMatrix([[1.5, 1], [1, 1]]))
    with pytest.raises(ValueError, match="do not tell the positive class; give pos_label"):
        bootstrap_curve_statistics(["a", "b"], [0.2, 0.7], area)


# --- our own curves, many resamples at once ---------------------------------------------------


@pytest.mark.parametrize("digits", [1, 9], ids=["ties", "no ties"])
@pytest.mark.parametrize(
    ("metric", "statistic"),
    [
        (auk_score, auk_from_roc),
        (partial(auk_score, rule="trapezoid"), partial(auk_from_roc, rule="trapezoid")),
        (auc_score, lambda f, t, p: auc_from_roc(f, t)),
        (gini_score, lambda f, t, p: 2 * auc_from_roc(f, t) - 1),
    ],
)
def test_vectorised_twins_compute_the_same(metric, statistic, digits):
    rng = np.random.default_rng(3)
    y = rng.random(80) < 0.2
    s = np.round(rng.normal(size=80) + y, digits)
    options = {"n_resamples": 50, "random_state": 0, "method": "percentile"}
    ours = bootstrap_interval(metric, y, s, **options)
    slow = bootstrap_curve_statistics(y, s, statistic, **options)
    np.testing.assert_allclose(ours.distribution, slow.distribution, atol=1e-12)
    assert ours.estimate == pytest.approx(metric(y, s))


def test_options_of_a_twin_reach_it_or_it_is_left_alone():
    rng = np.random.default_rng(4)
    y = np.where(rng.random(80) < 0.2, "bad", "good")
    s = rng.normal(size=80) + (y == "bad")
    plain = partial(auk_score, pos_label="bad")
    for metric in (plain, partial(plain, hull=True)):
        found = bootstrap_interval(metric, y, s, n_resamples=20, random_state=0)
        assert found.estimate == pytest.approx(metric(y, s))
