"""Standard errors and tests: anchors, statsmodels, finite differences, published tables."""

import numpy as np
import pytest
from scipy.stats import ttest_1samp
from sklearn.exceptions import UndefinedMetricWarning
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import cohens_kappa
from statsmodels.stats.power import TTestPower
from support import slowly

from kappabook import ConfusionMatrix
from kappabook.metrics.inference import (
    corrected_resampled_t_test,
    friedman_nemenyi,
    kappa_inference,
    kappa_inference_from_predictions,
    nemenyi_critical_difference,
)

TABLE = ConfusionMatrix([[88, 10, 2], [14, 40, 6], [18, 10, 12]])

# --- one kappa: values others agree on ------------------------------------------------------


@pytest.mark.parametrize(
    ("weights", "kappa", "error", "null_error"),
    [
        (None, 0.49152542, 0.05100182, 0.05197894),
        ("linear", 0.47368421, 0.05443231, 0.05469634),
        ("quadratic", 0.45454545, 0.06645368, 0.06735867),
    ],
)
def test_anchors_of_three_or_more_packages(weights, kappa, error, null_error):
    found = kappa_inference(TABLE, weights=weights)
    assert found.kappa == pytest.approx(kappa, abs=5e-9)
    assert found.standard_error == pytest.approx(error, abs=5e-9)
    assert found.null_standard_error == pytest.approx(null_error, abs=5e-9)
    assert (found.n, found.status) == (200, "regular")


def test_anchor_from_labels():
    found = kappa_inference_from_predictions([0, 1, 2, 0, 1, 2], [0, 2, 1, 0, 0, 2])
    assert found.standard_error == pytest.approx(0.25769410, abs=5e-9)


@pytest.mark.parametrize("kind", ["unweighted", "symmetric", "asymmetric"])
def test_statsmodels_on_random_tables(kind):
    rng = np.random.default_rng(3)
    for k in (2, 3, 5) * 5:
        cells = rng.integers(0, 40, (k, k))
        costs = np.ones((k, k)) if kind == "unweighted" else rng.random((k, k))
        costs = costs + costs.T if kind == "symmetric" else costs
        np.fill_diagonal(costs, 0)
        ours = kappa_inference(ConfusionMatrix(cells), weights=costs)
        theirs = cohens_kappa(cells, weights=None if kind == "unweighted" else costs)
        assert ours.kappa == pytest.approx(theirs.kappa, abs=1e-12)
        assert ours.standard_error == pytest.approx(theirs.std_kappa, abs=1e-12)
        assert ours.null_standard_error == pytest.approx(theirs.std_kappa0, abs=1e-12)
        assert ours.z == pytest.approx(theirs.z_value, rel=1e-9)
        assert ours.null_p_value == pytest.approx(theirs.pvalue_two_sided, rel=1e-7)


def test_sample_weights_against_finite_differences():
    rng = np.random.default_rng(4)
    y1 = rng.integers(0, 3, 80)
    y2 = np.where(rng.random(80) < 0.6, y1, rng.integers(0, 3, 80))
    weight = rng.uniform(0.2, 3, 80)
    step = 1e-4

    def kappa(change):
        return cohen_kappa_score(y1, y2, sample_weight=weight * (1 + change), weights="linear")

    slopes = [(kappa(step * e) - kappa(-step * e)) / (2 * step) for e in np.eye(80)]
    found = kappa_inference_from_predictions(y1, y2, sample_weight=weight, weights="linear")
    assert found.standard_error == pytest.approx(np.linalg.norm(slopes), rel=1e-6)
    assert found.n == pytest.approx(weight.sum() ** 2 / (weight**2).sum())


def test_sampling_weights_have_no_scale():
    y1, y2 = [0, 1, 1, 0, 1, 0], [0, 1, 0, 0, 1, 1]
    plain = kappa_inference_from_predictions(y1, y2)
    for size in (1e-200, 7, 1e300):
        found = kappa_inference_from_predictions(y1, y2, sample_weight=np.full(6, size))
        assert found.standard_error == pytest.approx(plain.standard_error, rel=1e-12)
        assert found.null_standard_error == pytest.approx(plain.null_standard_error, rel=1e-12)


def test_ten_times_the_cases_divide_the_error_by_root_ten():
    for factor in (10, 10**14):
        more = kappa_inference(ConfusionMatrix(TABLE.cells * factor))
        less = kappa_inference(TABLE)
        assert more.standard_error == pytest.approx(less.standard_error / factor**0.5, rel=1e-12)


# --- intervals ------------------------------------------------------------------------------


def test_interval_is_symmetric_on_the_scale_of_fisher():
    low, high = kappa_inference(TABLE, method="fisher").confidence_interval()
    middle = (np.arctanh(low) + np.arctanh(high)) / 2
    assert middle == pytest.approx(np.arctanh(TABLE.kappa), abs=1e-14)


@pytest.mark.parametrize("seed", range(8))
def test_what_rounding_leaves_of_no_variance_is_none_beside_a_rare_class(seed):
    """One rater used one class only, so kappa is 0 whatever the weights are."""
    weight = np.random.default_rng(seed).random(43) * np.append(np.ones(40), [1e-6] * 3)
    found = kappa_inference_from_predictions([0] * 40 + [1] * 3, [0] * 43, sample_weight=weight)
    assert (found.status, found.standard_error) == ("no variance", 0)


@pytest.mark.parametrize("n", [30, slowly(100)])
def test_coverage(n):
    """Of 3000 intervals of 95 %, 95 % hold the truth, within four binomial standard errors."""
    truth = np.array([[0.45, 0.05], [0.10, 0.40]])
    tables = np.random.default_rng(5).multinomial(n, truth.ravel(), 3000)
    tables, times = np.unique(tables, axis=0, return_counts=True)
    found = [kappa_inference(ConfusionMatrix(t.reshape(2, 2)), method="fisher") for t in tables]
    intervals = [one.confidence_interval() for one in found]
    covered = [low <= 0.7 <= high for low, high in intervals]
    assert abs(np.array(covered) @ times / 3000 - 0.95) < 4 * np.sqrt(0.95 * 0.05 / 3000)
    assert covered == [one.p_value_at(0.7) >= 0.05 for one in found]


def test_interval_is_symmetric_on_the_scale_of_the_logarithm():
    low, high = kappa_inference(TABLE).confidence_interval(method="log")
    assert (1 - low) * (1 - high) == pytest.approx((1 - TABLE.kappa) ** 2, rel=1e-14)


def test_steps_grow_as_the_normal_quantile_does():
    found = kappa_inference(TABLE)
    steps = [
        np.log((1 - low) / (1 - high)) / 2
        for low, high in (found.confidence_interval(level, method="log") for level in (0.9, 0.99))
    ]
    assert steps[1] / steps[0] == pytest.approx(2.5758293 / 1.6448536, rel=1e-7)


def test_matrix_costs_may_leave_minus_one_below():
    costs = [[0, 9, 1], [1, 0, 1], [1, 1, 0]]
    found = kappa_inference(ConfusionMatrix([[1, 6, 0], [2, 40, 0], [0, 2, 40]]), weights=costs)
    low, high = found.confidence_interval()
    assert not found.bounded
    assert low < found.kappa < high < 1
    with pytest.raises(ValueError, match="method is 'fisher'"):
        found.confidence_interval(method="fisher")


def test_perfect_agreement_is_bounded_by_the_binomial():
    found = kappa_inference(ConfusionMatrix([[10, 0], [0, 10]]))
    assert (found.status, found.standard_error) == ("no disagreement", 0)
    low, high = found.confidence_interval(method="fisher")
    # Clopper and Pearson: 0 of 20 disagreements mean at most 16.84 %; 1 - P_c is one half.
    assert (low, high) == (pytest.approx(1 - 2 * 0.1684, abs=1e-4), 1)


@pytest.mark.parametrize("cells", [[[0, 3], [0, 5]], [[0, 5], [5, 0]], [[0, 0.0], [3.0, 4.0]]])
def test_no_variance_gives_no_large_sample_interval(cells):
    found = kappa_inference(ConfusionMatrix(cells))
    assert (found.status, found.standard_error) == ("no variance", 0)
    assert np.isnan(found.confidence_interval(method="fisher")).all()


def test_one_class_is_undefined():
    with pytest.warns(UndefinedMetricWarning, match="Cohen's kappa is undefined"):
        found = kappa_inference(ConfusionMatrix([[4, 0], [0, 0]]))
    assert found.status == "undefined"
    assert np.isnan([found.kappa, found.standard_error, found.z, found.p_value]).all()
    assert np.isnan(found.confidence_interval()).all()


def test_refusals():
    shares = ConfusionMatrix.from_probabilities([["0.5", "0.1"], ["0.1", "0.3"]])
    with pytest.raises(ValueError, match="probabilities do not say how many cases"):
        kappa_inference(shares)
    with pytest.raises(ValueError, match=r"cells\[0, 1\] is 0\.5; weights do not say"):
        kappa_inference(ConfusionMatrix([[2, 0.5], [1, 3]]))
    with pytest.raises(ValueError, match="weights is 'cubic'"):
        kappa_inference(TABLE, weights="cubic")
    with pytest.raises(ValueError, match="confidence_level is 95"):
        kappa_inference(TABLE).confidence_interval(95)


# --- resampled t-test -----------------------------------------------------------------------


def test_without_overlap_it_is_the_plain_t_test():
    d = np.random.default_rng(6).normal(0.1, 1, 30)
    ours, plain = corrected_resampled_t_test(d, test_train_ratio=0), ttest_1samp(d, 0)
    assert ours.statistic == pytest.approx(plain.statistic, rel=1e-12)
    assert ours.p_value == pytest.approx(plain.pvalue, rel=1e-12)
    assert ours.confidence_interval() == pytest.approx(plain.confidence_interval(), rel=1e-12)


def test_correction_for_ten_folds_ten_times():
    d = np.random.default_rng(7).normal(0.1, 1, 100)
    corrected = corrected_resampled_t_test(d, test_train_ratio=1 / 9)
    # The variance of the mean grows from 1/100 to 1/100 + 1/9 of s^2.
    shrunk = ttest_1samp(d, 0).statistic * np.sqrt(9 / 109)
    assert corrected.statistic == pytest.approx(shrunk, rel=1e-12)
    assert corrected.degrees_of_freedom == 99


def test_detectable_difference_is_that_of_the_plain_test_without_overlap():
    d = np.random.default_rng(9).normal(0, 1, 200)
    effect = TTestPower().solve_power(nobs=200, alpha=0.05, power=0.8)
    found = corrected_resampled_t_test(d, test_train_ratio=0)
    assert found.detectable_difference() == pytest.approx(effect * d.std(ddof=1), rel=0.01)
    wider = corrected_resampled_t_test(d, test_train_ratio=0.25)
    assert wider.detectable_difference() > 5 * found.detectable_difference()


def test_undefined_folds_are_refused_or_counted():
    d = [0.1, np.nan, 0.3, 0.2]
    with pytest.raises(ValueError, match=r"differences\[1\] is nan"):
        corrected_resampled_t_test(d, test_train_ratio=0.1)
    found = corrected_resampled_t_test(d, test_train_ratio=0.1, nan_policy="omit")
    assert (found.n_used, found.n_omitted, found.mean) == (3, 1, pytest.approx(0.2))


def test_more_undefined_folds_than_others_are_counted_all():
    d = [np.nan] * 7 + [0.1, 0.3, 0.2]
    found = corrected_resampled_t_test(d, test_train_ratio=0.1, nan_policy="omit")
    assert (found.n_used, found.n_omitted) == (3, 7)


def test_equal_differences_have_no_t():
    with pytest.warns(UndefinedMetricWarning, match="t is undefined"):
        assert np.isnan(corrected_resampled_t_test([0.1] * 5, test_train_ratio=0.1).p_value)


@pytest.mark.parametrize(
    ("d", "options", "message"),
    [
        ([[0.1, 0.2]], {"test_train_ratio": 0.1}, r"not an array of shape \(1, 2\)"),
        ([0.1], {"test_train_ratio": 0.1}, "1 defined differences"),
        ([0.1, 0.2], {"test_train_ratio": -1}, "test_train_ratio is -1"),
        ([0.1, 0.2], {"test_train_ratio": 1, "nan_policy": "drop"}, "nan_policy is 'drop'"),
        ([0.1, np.inf], {"test_train_ratio": 1, "nan_policy": "omit"}, r"differences\[1\] is inf"),
    ],
)
def test_refusals_of_the_t_test(d, options, message):
    with pytest.raises(ValueError, match=message):
        corrected_resampled_t_test(d, **options)


# --- ranks ----------------------------------------------------------------------------------

Q_05 = [1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164]  # Demsar, Table 5(a)
Q_10 = [1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920]

# Demsar (2006), Table 6: AUC of four variants of C4.5 on fourteen data sets. On the last but one,
# 0.975 stands twice; the average ranks he prints need the first of the two to be the higher.
C45 = [
    [0.763, 0.768, 0.771, 0.798],
    [0.599, 0.591, 0.590, 0.569],
    [0.954, 0.971, 0.968, 0.967],
    [0.628, 0.661, 0.654, 0.657],
    [0.882, 0.888, 0.886, 0.898],
    [0.936, 0.931, 0.916, 0.931],
    [0.661, 0.668, 0.609, 0.685],
    [0.583, 0.583, 0.563, 0.625],
    [0.775, 0.838, 0.866, 0.875],
    [1.000, 1.000, 1.000, 1.000],
    [0.940, 0.962, 0.965, 0.962],
    [0.619, 0.666, 0.614, 0.669],
    [0.972, 0.981, 0.9751, 0.975],
    [0.957, 0.978, 0.946, 0.970],
]


@pytest.mark.parametrize(("alpha", "table"), [(0.05, Q_05), (0.10, Q_10)])
def test_nemenyi_quantiles_of_demsar(alpha, table):
    for k, q in zip(range(2, 11), table, strict=True):
        found = nemenyi_critical_difference(k, 10, alpha) / np.sqrt(k * (k + 1) / 60)
        assert found == pytest.approx(q, abs=0.001)  # he truncates, or rounds before dividing


@pytest.mark.parametrize("n", [1, 4, 100])
def test_two_classifiers_differ_at_five_per_cent_by_the_normal_distribution(n):
    """One pair only: a difference of average ranks has the variance 1 / n under chance."""
    assert nemenyi_critical_difference(2, n) == pytest.approx(1.959963985 / np.sqrt(n), rel=1e-6)


@pytest.mark.parametrize("n", [4, 9])
def test_p_of_iman_and_davenport_with_three_classifiers(n):
    """With two degrees of freedom above and d below, F exceeds x with (1 + 2 x / d)^(-d / 2)."""
    found = friedman_nemenyi(np.random.default_rng(n).random((n, 3)))
    expected = (1 + found.iman_davenport / (n - 1)) ** -(n - 1)
    assert found.iman_davenport_p_value == pytest.approx(expected, rel=1e-9)


def test_example_of_demsar():
    found = friedman_nemenyi(C45)
    np.testing.assert_allclose(found.average_ranks, [3.143, 2.000, 2.893, 1.964], atol=0.0005)
    assert found.critical_difference == pytest.approx(1.25, abs=0.005)
    # He prints the statistic without the correction for ties: 9.28.
    raw = 12 * 14 / 20 * ((found.average_ranks**2).sum() - 4 * 25 / 4)
    assert raw == pytest.approx(9.28, abs=0.005)
    assert found.statistic > raw
    assert 13 * raw / (14 * 3 - raw) == pytest.approx(3.69, abs=0.005)
    ratio = 13 * found.statistic / (14 * 3 - found.statistic)
    assert found.iman_davenport == pytest.approx(ratio)
    # Figure 1(a), at 10 %: C4.5 is worse than the two variants with m, and nothing else is known.
    gaps = found.average_ranks[0] - found.average_ranks
    further = gaps > friedman_nemenyi(C45, alpha=0.1).critical_difference
    assert further.tolist() == [False, True, False, True]
    assert (found.pairwise_p_values > 0.05).all()


def test_pairs_differ_exactly_when_further_apart_than_the_critical_difference():
    scores = np.random.default_rng(8).normal([0, 0.2, 0.5, 0.9, 1.5], size=(20, 5))
    found = friedman_nemenyi(scores)
    gaps = np.abs(np.subtract.outer(found.average_ranks, found.average_ranks))
    significant = found.pairwise_p_values < 0.05
    assert significant.any()
    assert not significant.all()
    assert (significant == (gaps > found.critical_difference)).all()


def test_one_order_everywhere_is_as_significant_as_can_be():
    found = friedman_nemenyi([[3, 2, 1]] * 6)
    assert (found.statistic, found.iman_davenport) == (pytest.approx(12), np.inf)
    assert found.iman_davenport_p_value == 0


def test_all_ties_are_undefined():
    with pytest.warns(UndefinedMetricWarning, match="Friedman's test"):
        assert np.isnan(friedman_nemenyi(np.ones((4, 3))).p_value)


def test_refusals_of_the_rank_tests():
    with pytest.raises(ValueError, match=r"scores\[1, 2\] is nan"):
        friedman_nemenyi([[1, 2, 3], [1, 2, np.nan], [1, 2, 3]])
    with pytest.raises(ValueError, match=r"scores have shape \(3, 2\)"):
        friedman_nemenyi(np.ones((3, 2)))
    with pytest.raises(ValueError, match="n_classifiers is 1; give a whole number from 2 on"):
        nemenyi_critical_difference(1, 5)
    with pytest.raises(ValueError, match=r"alpha is 5"):
        nemenyi_critical_difference(3, 5, 5)
