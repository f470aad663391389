"""Paired comparisons: brute force, finite differences, the level of the tests."""

import math

import numpy as np
import pytest
from plain_scores import plain_auc, plain_kappa
from scipy.stats import norm, ttest_ind
from sklearn.exceptions import UndefinedMetricWarning
from sklearn.metrics import cohen_kappa_score, roc_auc_score

from kappabook.metrics.inference import (
    bootstrap_interval,
    compare_kappas,
    compare_scores,
    delong_test,
    kappa_inference_from_predictions,
)
from kappabook.metrics.inference.comparison import reference_p, reference_quantile
from kappabook.metrics.inference.patterns import Patterns
from kappabook.metrics.inference.placements import variance


def two_scores(n=120, prevalence=0.4, rng=None, gain=(1.0, 1.0)):
    """Scores of two classifiers that share much of their noise."""
    rng = rng or np.random.default_rng(0)
    y = (rng.random(n) < prevalence).astype(int)
    shared = rng.normal(size=n)
    return y, *(g * y + shared + 0.7 * rng.normal(size=n) for g in gain)


def rejections(compare, rng, repeats, n):
    return sum(compare(*two_scores(n, rng=rng)).p_value < 0.05 for _ in range(repeats))


def level_is_five_per_cent(rejected, repeats):
    return abs(rejected / repeats - 0.05) < 4 * math.sqrt(0.05 * 0.95 / repeats)


# --- DeLong ---------------------------------------------------------------------------------


def delong_by_pairs(y, a, b):
    """DeLong's covariance from all mn pairs."""
    placements = []
    for score in (a, b):
        pairs = np.subtract.outer(score[y == 1], score[y == 0])
        wins = (pairs > 0) + 0.5 * (pairs == 0)
        placements.append((wins.mean(axis=1), wins.mean(axis=0), wins.mean()))
    (va, wa, area_a), (vb, wb, area_b) = placements
    covariance = np.cov(va, vb) / len(va) + np.cov(wa, wb) / len(wa)
    contrast = np.array([1, -1])
    return area_a, area_b, math.sqrt(contrast @ covariance @ contrast)


@pytest.mark.parametrize("digits", [8, 0])
def test_delong_against_all_pairs(digits):
    y, a, b = two_scores(gain=(1.2, 0.8))
    a, b = np.round(a, digits), np.round(b, digits)
    area_a, area_b, error = delong_by_pairs(y, a, b)
    found = delong_test(y, a, b, reference="normal")
    assert found.estimate_a == pytest.approx(area_a, abs=1e-14)
    assert found.estimate_b == pytest.approx(area_b, abs=1e-14)
    assert found.standard_error == pytest.approx(error, abs=1e-14)
    assert found.z == pytest.approx((area_a - area_b) / error, rel=1e-12)
    assert found.p_value == pytest.approx(2 * norm.sf(abs(found.z)), rel=1e-12)


def test_delong_sees_ranks_and_not_the_choice_of_class():
    y, a, b = two_scores()
    plain = delong_test(y, a, b)
    swapped = delong_test(np.where(y == 1, "yes", "no"), -a, -np.exp(b), pos_label="no")
    assert swapped.difference == pytest.approx(plain.difference, abs=1e-14)
    assert swapped.standard_error == pytest.approx(plain.standard_error, abs=1e-14)


@pytest.mark.slow
def test_level_of_delong():
    assert level_is_five_per_cent(rejections(delong_test, np.random.default_rng(1), 800, 100), 800)


@pytest.mark.parametrize("freedom", [math.inf, math.nan])
def test_without_degrees_of_freedom_the_normal_distribution_is_the_reference(freedom):
    assert reference_quantile(0.95, freedom) == pytest.approx(1.959963985, abs=1e-9)
    assert reference_p(1.959963985, freedom) == pytest.approx(0.05, abs=1e-9)


def test_delong_refusals():
    with pytest.raises(ValueError, match="1 positive and 3 negative cases"):
        delong_test([1, 0, 0, 0], [1, 2, 3, 4], [1, 2, 3, 4])
    with pytest.raises(ValueError, match="y_true has 4 labels and score_b has 3 scores"):
        delong_test([1, 1, 0, 0], [1, 2, 3, 4], [1, 2, 3])
    with pytest.raises(ValueError, match=r"score_a\[0\] is nan"):
        delong_test([1, 1, 0, 0], [np.nan, 2, 3, 4], [1, 2, 3, 4])


# --- two kappas -------------------------------------------------------------------------------


@pytest.mark.parametrize("weights", [None, "quadratic", [[0, 1, 4], [2, 0, 1], [9, 2, 0]]])
@pytest.mark.parametrize("weighted", [False, True])
def test_standard_error_against_finite_differences(weights, weighted):
    rng = np.random.default_rng(2)
    y = rng.integers(0, 3, 60)
    a, b = (np.where(rng.random(60) < share, y, rng.integers(0, 3, 60)) for share in (0.7, 0.4))
    weight = rng.uniform(0.5, 2, 60) if weighted else np.ones(60)
    step, apart = 1e-4, np.abs(np.subtract.outer(range(3), range(3)))
    cost = {"None": apart > 0, "quadratic": apart**2}.get(str(weights), weights)

    def kappa(p, w):
        table = np.bincount(3 * y + p, w, 9).reshape(3, 3) / w.sum()
        return 1 - (table * cost).sum() / (table.sum(axis=1) @ cost @ table.sum(axis=0))

    def difference(change):
        w = weight * (1 + change)
        return kappa(a, w) - kappa(b, w)

    slopes = [(difference(step * e) - difference(-step * e)) / (2 * step) for e in np.eye(60)]
    found = compare_kappas(y, a, b, weights=weights, sample_weight=weight if weighted else None)
    assert found.difference == pytest.approx(difference(0), abs=1e-14)
    assert found.standard_error == pytest.approx(np.linalg.norm(slopes), rel=1e-6)


def test_sharing_the_cases_helps():
    y, a, b = two_scores(400)
    a, b = (a > 0.5).astype(int), (b > 0.5).astype(int)
    errors = [kappa_inference_from_predictions(y, p).standard_error for p in (a, b)]
    paired = compare_kappas(y, a, b).standard_error
    assert paired < math.hypot(*errors)
    spread = bootstrap_interval(
        lambda t, p: plain_kappa(t, p[:, 0]) - plain_kappa(t, p[:, 1]),
        y, np.column_stack([a, b]), n_resamples=800, random_state=0,
    )  # fmt: skip
    assert paired == pytest.approx(spread.standard_error, rel=0.1)  # known to 2.5 % from 800


@pytest.mark.slow
def test_level_of_the_comparison_of_kappas():
    def compare(y, a, b):
        return compare_kappas(y, (a > 0.5).astype(int), (b > 0.5).astype(int), method="delta")

    assert level_is_five_per_cent(rejections(compare, np.random.default_rng(3), 800, 200), 800)


def test_equal_predictions_do_not_differ():
    y, a, _ = two_scores()
    pred = (a > 0.5).astype(int)
    for found in (compare_kappas(y, pred, pred, method="delta"), delong_test(y, a, a)):
        assert (found.difference, found.standard_error, found.p_value) == (0, 0, 1)
        assert (found.low, found.high) == (0, 0)


def test_a_difference_without_variance_is_not_tested():
    with pytest.warns(UndefinedMetricWarning, match="test of the difference is undefined"):
        found = compare_kappas([0, 1, 0, 1], [0, 1, 0, 1], [1, 0, 1, 0], method="delta")
    assert found.difference == 2
    assert np.isnan([found.p_value, found.low, found.high]).all()


def test_the_posterior_tests_a_difference_without_variance():
    found = compare_kappas([0, 1] * 4, [0, 1] * 4, [1, 0] * 4)
    assert 0 < found.low < found.high == 2
    assert found.p_value < 0.05
    assert found.caution.startswith("8 cases are fewer than 50")


@pytest.mark.parametrize("weights", [None, "quadratic"])
def test_posterior_difference_against_a_posterior_of_patterns_by_numpy(weights):
    y, a, b = three_classes()
    found = compare_kappas(y, a, b, weights=weights)
    counts, (t, p, q) = np.zeros((3, 3, 3)), np.indices((3, 3, 3))
    np.add.at(counts, (y, a, b), 1)
    prior = np.select([(p == t) & (q == t), (p != t) & (q != t)], [1 / 3, 1 / 12], 1 / 6)
    n = counts.sum()
    shapes = ((counts + prior) * n / (n + 3)).ravel()
    drawn = np.random.Generator(np.random.MT19937(8)).dirichlet(shapes, 100_000)
    drawn = drawn.reshape(-1, 3, 3, 3)
    cost = np.abs(np.subtract.outer(np.arange(3), np.arange(3))) ** (2.0 if weights else 0.0)
    np.fill_diagonal(cost, 0)
    kappas = []
    for table in (drawn.sum(axis=3), drawn.sum(axis=2)):
        chance = np.einsum("ni,ij,nj->n", table.sum(axis=2), cost, table.sum(axis=1))
        kappas.append(1 - np.einsum("nij,ij->n", table, cost) / chance)
    low, high = np.quantile(kappas[0] - kappas[1], [0.025, 0.975])
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.02 * (high - low))


def three_classes():
    rng = np.random.default_rng(14)
    y = rng.choice(3, 90, p=[0.5, 0.4, 0.1])
    a = np.where(rng.random(90) < 0.8, y, rng.integers(0, 3, 90))
    return y, a, np.where(rng.random(90) < 0.6, a, rng.integers(0, 3, 90))


@pytest.mark.parametrize("method", ["dirichlet", "delta"])
def test_a_difference_is_in_the_interval_exactly_if_p_says_so(method):
    y, a, b = three_classes()
    found = compare_kappas(y, a, b, method=method)
    for level in (0.3, 0.9, 0.95, 0.999, 1 - 1e-9):
        low, high = found.confidence_interval(level)
        for end, outwards in ((low, -1), (high, 1)):
            assert found.p_value_at(end) == pytest.approx(1 - level, rel=1e-6)
            assert found.p_value_at(end + outwards * 1e-4) < 1 - level
            assert found.p_value_at(end - outwards * 1e-4) > 1 - level
    assert (found.low, found.high) == found.confidence_interval(0.95)
    assert (found.p_value < 0.05) == (not found.low <= 0 <= found.high)


def test_exchanged_predictions_have_the_opposite_difference():
    y, a, b = three_classes()
    one, other = compare_kappas(y, a, b), compare_kappas(y, b, a)
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low), abs=1e-12)
    assert one.p_value == pytest.approx(other.p_value, rel=1e-9)


def test_equal_sample_weights_change_no_comparison():
    y, a, b = three_classes()
    found = compare_kappas(y, a, b, sample_weight=np.full(90, 7.0))
    plain = compare_kappas(y, a, b)
    assert (found.low, found.high) == pytest.approx((plain.low, plain.high), abs=1e-12)


def test_enough_cases_of_every_class_need_no_caution():
    y = [0, 0, 0, 1, 1, 1] * 10
    assert compare_kappas(y, y, [0, 0, 1, 1, 1, 0] * 10).caution == ""


def test_weighted_cases_of_a_class_are_counted_by_their_effective_number():
    """Weights 3, 1, 1, 1 count as 36 / 12 = 3 cases."""
    y = np.append([1] * 4, [0] * 60)
    weight = np.append([3.0, 1, 1, 1], [1] * 60)
    found = compare_kappas(y, y, np.roll(y, 1), sample_weight=weight)
    assert found.caution.startswith("class 1 has 3 cases in y_true, fewer than 5")


def test_the_degrees_of_freedom_of_equal_weights_are_those_of_welch():
    pulls = np.array([0.1, 0.4, 0.2, 0.9]), np.array([0.3, 0.35, 0.6])
    found = variance(pulls, (np.ones(4), np.ones(3)))
    assert found[0] == pytest.approx(pulls[0].var(ddof=1) / 4 + pulls[1].var(ddof=1) / 3)
    assert found[1] == pytest.approx(ttest_ind(*pulls, equal_var=False).df)


def test_z_is_the_normal_score_of_the_posterior_p_with_the_sign_of_the_difference():
    y, a, b = three_classes()
    for pair, sign in (((a, b), 1), ((b, a), -1)):
        found = compare_kappas(y, *pair)
        assert np.sign(found.z) == np.sign(found.difference) == sign
        assert 2 * norm.sf(abs(found.z)) == pytest.approx(found.p_value, rel=1e-9)


@pytest.mark.parametrize("difference", [-2, 2])
def test_the_largest_difference_can_be_tested(difference):
    y, a, b = three_classes()
    assert compare_kappas(y, a, b, method="delta").p_value_at(difference) < 1e-9
    with pytest.raises(ValueError, match="two kappas differ by at most 2"):
        compare_kappas(y, a, b).p_value_at(1.01 * difference)


@pytest.mark.parametrize(("n_classes", "n_patterns"), [(16, 16**3), (17, 4 * 128)])
def test_patterns_of_up_to_sixteen_classes_are_enumerated_and_more_are_drawn(n_classes, n_patterns):
    right = Patterns(np.array([0]), np.ones(1), np.ones(1), n_classes)
    codes, _, _, prior = right.with_unseen(np.random.default_rng(0))
    assert prior.sum() == pytest.approx(4)  # one for each group: both right, only a, only b, none
    assert len(codes) == n_patterns if n_classes == 16 else 1 < len(codes) <= n_patterns + 1


def test_many_classes_and_many_patterns():
    rng = np.random.default_rng(0)
    y, a, b = rng.integers(0, 200, (3, 4000))
    a[::2], b[::3] = y[::2], y[::3]
    found = compare_kappas(y, a, b)
    delta = compare_kappas(y, a, b, method="delta")
    assert found.method == "dirichlet"
    width = delta.high - delta.low
    assert (found.low, found.high) == pytest.approx((delta.low, delta.high), abs=0.2 * width)
    y, a, b = rng.integers(0, 200, (3, 8000))
    assert compare_kappas(y, a, b).method == "delta"


def test_both_kappas_must_be_about_the_same_cases():
    with pytest.raises(ValueError, match=r"y_pred_b holds 2, which is not in labels=\[0, 1\]"):
        compare_kappas([0, 1, 0, 1], [0, 1, 0, 0], [0, 1, 2, 0], labels=[0, 1])
    with pytest.raises(ValueError, match="they must describe the same cases"):
        compare_kappas([0, 1, 0], [0, 1, 0], [0, 1])


# --- any score --------------------------------------------------------------------------------


def test_bootstrap_and_delong_agree_on_auc():
    y, a, b = two_scores(300, gain=(1.3, 0.9))
    found = compare_scores(plain_auc, y, a, b, n_resamples=600, random_state=0)
    exact = delong_test(y, a, b)
    assert found.difference == pytest.approx(exact.difference, abs=1e-14)
    assert found.standard_error == pytest.approx(exact.standard_error, rel=0.12)  # 600: 3 %
    assert (found.p_value < 0.05) == (not found.low <= 0 <= found.high)


def test_any_function_of_the_score_gives_the_same():
    y, a, b = two_scores(80)
    own, sklearns = (
        compare_scores(score, y, a, b, n_resamples=40, random_state=0)
        for score in (plain_auc, roc_auc_score)
    )
    for name in ("estimate_a", "estimate_b", "low", "high", "standard_error", "p_value"):
        assert getattr(own, name) == pytest.approx(getattr(sklearns, name), abs=1e-14), name


def test_exchanging_the_scores_turns_the_difference():
    y, a, b = two_scores(80)
    ab = compare_scores(plain_auc, y, a, b, n_resamples=99, random_state=0)
    ba = compare_scores(plain_auc, y, b, a, n_resamples=99, random_state=0)
    assert (ab.low, ab.high) == pytest.approx((-ba.high, -ba.low), abs=1e-14)
    assert ab.p_value == pytest.approx(ba.p_value, rel=1e-12)


def test_bootstrap_counts_undefined_resamples():
    y, pred = [1, 0, 0, 0, 0], [1, 0, 0, 0, 0]
    found, own, sklearns = (
        compare_scores(kappa, y, pred, [1, 1, 0, 0, 0], n_resamples=n, random_state=0)
        for kappa, n in ((plain_kappa, 400), (plain_kappa, 40), (cohen_kappa_score, 40))
    )
    assert own.undefined_share == sklearns.undefined_share > 0  # its warnings are not seen
    # `pred` is undefined without the positive, or with nothing else.
    missing = 0.8**5 + 0.2**5
    limit = 4 * math.sqrt(missing * (1 - missing) / 400)
    assert abs(found.undefined_share - missing) < limit


def test_compare_scores_refusals():
    with pytest.raises(ValueError, match="y_true has 2 cases and score_b 3"):
        compare_scores(roc_auc_score, [0, 1], [1, 2], [1, 2, 3])
