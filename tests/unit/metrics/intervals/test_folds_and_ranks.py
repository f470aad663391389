"""Tests over folds and data sets: statsmodels, scipy, published tables, bad input."""

from itertools import product

import numpy as np
import pytest
from scipy.stats import ttest_1samp
from sklearn.exceptions import UndefinedMetricWarning

from kappabook import corrected_resampled_t_test, friedman_nemenyi

# --- resampled t-test -----------------------------------------------------------------------


def test_without_overlap_it_is_the_plain_t_test():
    d = np.random.default_rng(6).normal(0.1, 1, 30)
    ours, plain = corrected_resampled_t_test(d, test_train_ratio=0), ttest_1samp(d, 0)
    assert ours.statistic == pytest.approx(plain.statistic, rel=1e-12)
    assert ours.p_value() == pytest.approx(plain.pvalue, rel=1e-12)
    assert (ours.low, ours.high) == pytest.approx(plain.confidence_interval(), rel=1e-12)


def test_correction_for_ten_folds_ten_times():
    d = np.random.default_rng(7).normal(0.1, 1, 100)
    corrected = corrected_resampled_t_test(d, test_train_ratio=1 / 9)
    # The variance of the mean grows from 1/100 to 1/100 + 1/9 of s^2.
    shrunk = ttest_1samp(d, 0).statistic * np.sqrt(9 / 109)
    assert corrected.statistic == pytest.approx(shrunk, rel=1e-12)
    assert corrected.degrees_of_freedom == 99


def test_undefined_folds_are_refused_or_counted():
    d = [0.1, np.nan, 0.3, 0.2]
    with pytest.raises(ValueError, match=r"differences\[1\] is nan"):
        corrected_resampled_t_test(d, test_train_ratio=0.1)
    found = corrected_resampled_t_test(d, test_train_ratio=0.1, nan_policy="omit")
    assert (found.n_used, found.n_omitted, found.estimate) == (3, 1, pytest.approx(0.2))


def test_equal_differences_have_no_t():
    with pytest.warns(UndefinedMetricWarning, match="t is undefined"):
        assert np.isnan(corrected_resampled_t_test([0.1] * 5, test_train_ratio=0.1).p_value(0))


@pytest.mark.parametrize(
    ("d", "options", "message"),
    [
        ([[0.1, 0.2]], {"test_train_ratio": 0.1}, r"not an array of shape \(1, 2\)"),
        ([0.1, 0.2], {"test_train_ratio": -1}, "test_train_ratio is -1"),
        ([0.1, 0.2], {"test_train_ratio": 1, "nan_policy": "drop"}, "nan_policy is 'drop'"),
    ],
)
def test_refusals_of_the_t_test(d, options, message):
    with pytest.raises(ValueError, match=message):
        corrected_resampled_t_test(d, **options)


# --- ranks ----------------------------------------------------------------------------------

Q_05 = [2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164]  # Demsar, Table 5(a), from 3 on
Q_10 = [2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920]

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
def test_critical_differences_have_the_quantiles_of_demsar(alpha, table):
    for k, q in zip(range(3, 11), table, strict=True):
        found = friedman_nemenyi(np.arange(10.0 * k).reshape(10, k), alpha=alpha)
        scaled = found.critical_difference / np.sqrt(k * (k + 1) / 60)
        assert scaled == pytest.approx(q, abs=0.001)  # he truncates, or rounds before dividing


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


def test_one_order_everywhere_is_as_significant_as_can_be():
    found = friedman_nemenyi([[3, 2, 1]] * 6)
    assert found.statistic == pytest.approx(12)
    for k, n in product(range(3, 6), range(2, 40, 3)):  # whatever is rounded
        found = friedman_nemenyi(np.tile(np.arange(k) / 7, (n, 1)))
        assert (found.iman_davenport, found.iman_davenport_p_value) == (np.inf, 0)


def test_all_ties_are_undefined():
    with pytest.warns(UndefinedMetricWarning, match="Friedman's test"):
        assert np.isnan(friedman_nemenyi(np.ones((4, 3))).p_value)


def test_refusals_of_the_rank_tests():
    with pytest.raises(ValueError, match=r"scores\[1, 2\] is nan"):
        friedman_nemenyi([[1, 2, 3], [1, 2, np.nan], [1, 2, 3]])
    with pytest.raises(ValueError, match=r"scores have shape \(3, 2\)"):
        friedman_nemenyi(np.ones((3, 2)))
