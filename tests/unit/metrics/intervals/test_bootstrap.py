"""The bootstrap: exact enumeration, scipy, groups, smoothed resamples, undefined and refused."""

import math
from functools import partial
from itertools import product

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from plain_scores import plain_auc
from scipy.stats import bootstrap, norm
from sklearn.exceptions import UndefinedMetricWarning
from sklearn.metrics import accuracy_score, roc_auc_score

from kappabook import auk_score, bootstrap_interval, cohen_kappa_score, compare_scores, gini_score
from kappabook.metrics.intervals import smoothed
from kappabook.metrics.intervals.distributions import Resamples


def sample(n=60, prevalence=0.3, seed=0, gain=1.0):
    rng = np.random.default_rng(seed)
    y = np.append([0, 1], rng.random(n - 2) < prevalence).astype(int)
    return y, gain * y + rng.normal(size=n), gain * y + rng.normal(size=n)


# --- interval and p-value -------------------------------------------------------------------------

values = st.lists(
    st.one_of(st.sampled_from([-1.0, -0.1, 0.0, 0.1, 1.0]), st.floats(-2, 2)),
    min_size=2,
    max_size=60,
)


@given(
    values, st.floats(-1.5, 1.5), st.floats(-0.8, 0.8), st.sampled_from([None, 0.0, 0.3]),
    st.sampled_from([-0.1, 0.0, 0.1, 0.3]), st.floats(1e-4, 0.9999),
)  # fmt: skip
@example([-1.0] * 6 + [0.1], 0.0, 0.75, None, 0.1, 0.5)  # a moved share is rounded to 1
def test_interval_and_p_never_contradict_each_other(drawn, bias, pull, within, null, alpha):
    drawn = np.array(drawn)
    for found in (Resamples(drawn, within=within), Resamples(drawn, bias, pull)):
        p = found.p_value(null)
        assert 2 / (len(drawn) + 1) <= p <= 1
        for level in (alpha, p * (1 - 1e-6), p * (1 + 1e-6), 0.05, 0.01, 1e-5):
            if abs(level - p) > 1e-9 * p and 0 < level < 1:
                low, high = found.interval(1 - level)
                assert (p < level) == (not low <= null <= high)


def test_the_ends_are_plain_quantiles_and_infinite_beyond_the_resamples():
    found = Resamples(np.arange(101.0))
    assert found.interval(0.9) == pytest.approx((5, 95))
    assert found.interval(0.99) == (-math.inf, math.inf)
    assert found.p_value(-1) == 2 / 102


# --- the law of the resamples ---------------------------------------------------------------------


def test_against_every_resample_of_four_cases():
    y, pred = np.array([0, 0, 1, 1]), np.array([0, 1, 1, 1])
    every = np.array([(y == pred)[[*drawn]].mean() for drawn in product(range(4), repeat=4)])
    found = bootstrap_interval(
        lambda t, p: (t == p).mean(), y, pred, n_resamples=20000, random_state=0
    )
    for value in np.unique(every):
        share = (every == value).mean()
        limit = 4 * math.sqrt(share * (1 - share) / 20000)
        assert abs((found.distribution.values == value).mean() - share) < limit


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_scipys_interval(method):
    """A skewed mean; ends agree within four of their Monte Carlo errors (4 % of the error)."""
    x = np.random.default_rng(9).exponential(size=40) ** 2
    scipys = bootstrap((x,), np.mean, n_resamples=6000, method=method, rng=0)
    ours = partial(
        bootstrap_interval, lambda y, s: s.mean(), np.zeros(40, int), x, n_resamples=6000
    )
    found, plain = ours(method=method, random_state=1), ours(random_state=1)
    assert found.standard_error == pytest.approx(scipys.standard_error, rel=0.06)
    tolerance = 0.25 * found.standard_error
    ends = pytest.approx(tuple(scipys.confidence_interval), abs=tolerance)
    assert (found.low, found.high) == ends
    assert (found.high > plain.high + tolerance) == (method == "bca")  # the tail is on the right


def test_stratified_keeps_the_classes_and_a_class_of_one_case():
    y, s, _ = sample()
    found = bootstrap_interval(lambda y, s: y.mean(), y, s, stratified=True, n_resamples=50)
    assert set(found.distribution.values) == {y.mean()}
    one = np.arange(8) == 0
    found = bootstrap_interval(lambda y, s: y.sum(), one, np.arange(8), stratified=True)
    assert set(found.distribution.values) == {1}


# --- groups and weights ---------------------------------------------------------------------------


def test_groups_of_one_case_are_cases_and_copies_widen_the_interval():
    y, s, _ = sample(50)
    options = {"random_state": 0, "n_resamples": 1000}
    plain = bootstrap_interval(plain_auc, y, s, **options)
    own = bootstrap_interval(plain_auc, y, s, groups=np.arange(50), **options)
    assert own.distribution.values.tolist() == plain.distribution.values.tolist()
    four = [np.repeat(column, 4) for column in (y, s)]
    names = np.repeat([f"patient {i}" for i in range(50)], 4)
    grouped = bootstrap_interval(plain_auc, *four, groups=names, **options)
    blind = bootstrap_interval(plain_auc, *four, **options)
    assert grouped.standard_error == pytest.approx(plain.standard_error, rel=0.1)
    assert blind.standard_error == pytest.approx(plain.standard_error / 2, rel=0.1)


def test_a_weight_is_drawn_with_its_case_and_weight_zero_is_no_case():
    y, s, _ = sample(80)
    weight = np.arange(80) % 3.0
    kept = weight > 0
    found, expected = (
        bootstrap_interval(
            roc_auc_score, y[k], s[k], sample_weight=weight[k], n_resamples=200, random_state=0
        )
        for k in (slice(None), kept)
    )
    assert found.estimate == pytest.approx(roc_auc_score(y, s, sample_weight=weight))
    assert found.distribution.values.tolist() == expected.distribution.values.tolist()
    assert found.n == pytest.approx(weight.sum() ** 2 / (weight @ weight))


def test_stratified_groups_keep_their_classes_or_are_refused():
    y, score = np.repeat([0, 1, 0, 1], 3), np.arange(12)
    found = bootstrap_interval(
        lambda y, s: y.mean(), y, score, groups=np.repeat([1, 2, 3, 4], 3), stratified=True
    )
    assert set(found.distribution.values) == {0.5}
    mixed = np.ones(12, int) + (score > 9)
    with pytest.raises(ValueError, match="group 1 has cases of more than one class"):
        bootstrap_interval(plain_auc, y, score, groups=mixed, stratified=True)
    with pytest.raises(ValueError, match="groups has 2 entries for 12 cases"):
        bootstrap_interval(plain_auc, y, score, groups=[1, 2])
    with pytest.raises(ValueError, match="groups names 1 group"):
        bootstrap_interval(plain_auc, y, score, groups=np.ones(12, int))


# --- few cases of a class -------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "said"), [(9, True), (10, False)])
@pytest.mark.parametrize("rare", [0, 1])
def test_fewer_than_ten_cases_of_either_class_are_named(rare, count, said):
    y = np.where(np.arange(60) < count, rare, 1 - rare)
    scores = np.arange(60), np.arange(60) % 7
    for found in (
        bootstrap_interval(auk_score, y, scores[0], n_resamples=20, random_state=0),
        compare_scores(auk_score, y, *scores, n_resamples=20, random_state=0),
    ):
        assert (f"y_true has {count} cases of {rare}" in found.caution) == said
        assert ("method='smoothed'" in found.caution) == said
    smooth = bootstrap_interval(auk_score, y, scores[0], n_resamples=20, method="smoothed")
    assert smooth.caution == ""


def test_smoothed_shares_have_the_moments_of_their_dirichlet_law():
    """Two positives above two negatives: the AUC is a bilinear form of known shares."""
    y, s = [0, 0, 1, 1], [1, 2, 3, 4]
    found = bootstrap_interval(
        roc_auc_score, y, s, method="smoothed", stratified=True, n_resamples=1000, random_state=0
    )
    # Ranks by falling score: positives' shares 1/4, 1/2, 1/4 over 1, 1, 3 ranks, and the mirror.
    t = np.array([3, 6, 1, 1, 1]) / 12
    f = t[::-1]
    mean = sum(t[i] * (f[i + 1 :].sum() + f[i] / 2) for i in range(5))
    drawn = found.distribution.values
    assert drawn.mean() == pytest.approx(mean, abs=4 * found.standard_error / math.sqrt(1000))
    assert found.estimate == found.high == 1


def test_united_ranks_change_little(monkeypatch):
    """A large class between a few positives: pieces against every rank."""
    y, s, _ = sample(1000, prevalence=0.01)
    asked = partial(bootstrap_interval, auk_score, y, s, method="smoothed", n_resamples=1000)
    united = asked(random_state=1)
    monkeypatch.setattr(smoothed, "_PIECES", 10**9)
    every = asked(random_state=0)
    assert united.low == pytest.approx(every.low, abs=0.1 * every.standard_error + 0.002)
    assert united.standard_error == pytest.approx(every.standard_error, rel=0.1)


@pytest.mark.slow
def test_four_positives_are_covered_by_smoothed_resamples():
    """Percentile intervals cover about 80 % here."""
    rng, distance = np.random.default_rng(0), math.sqrt(2) * norm.ppf(0.8)
    y = (np.arange(64) < 4).astype(int)
    covered = {"smoothed": 0, "percentile": 0}
    for _ in range(300):
        s = rng.normal(size=64) + distance * y
        for method in covered:
            found = bootstrap_interval(
                gini_score, y, s, n_resamples=199, stratified=True, method=method, random_state=0
            )
            covered[method] += found.low <= 2 * 0.8 - 1 <= found.high  # an AUC of .8
    assert covered["smoothed"] / 300 > 0.89
    assert covered["percentile"] / 300 < 0.88


# --- two scores -----------------------------------------------------------------------------------


def test_exchanging_the_scores_turns_the_difference():
    y, a, b = sample(80)
    ab = compare_scores(plain_auc, y, a, b, n_resamples=99, random_state=0)
    ba = compare_scores(plain_auc, y, b, a, n_resamples=99, random_state=0)
    assert (ab.low, ab.high) == pytest.approx((-ba.high, -ba.low), abs=1e-14)
    assert ab.p_value() == pytest.approx(ba.p_value(), rel=1e-9)


def test_scores_of_several_classes_and_labels_of_text_are_compared():
    rng = np.random.default_rng(0)
    y = rng.choice(["a", "b", "c"], 60)
    right = (y[:, np.newaxis] == np.array(["a", "b", "c"])) + 0.1
    good, noise = right / right.sum(axis=1, keepdims=True), np.full((60, 3), 1 / 3)
    metric = partial(roc_auc_score, multi_class="ovr")
    found = compare_scores(metric, y, good, noise, n_resamples=50, random_state=0)
    assert (found.estimate_a, found.estimate_b) == pytest.approx((1, 0.5))
    found = compare_scores(accuracy_score, y, y, np.roll(y, 1), n_resamples=50, random_state=0)
    assert found.estimate_a == 1


# --- undefined and refused ------------------------------------------------------------------------


def test_no_warning_escapes_from_the_resamples(recwarn):
    y, pred = [1, 0, 0, 0, 0], [1, 0, 0, 0, 1]
    bootstrap_interval(cohen_kappa_score, y, pred, n_resamples=100, random_state=0)
    compare_scores(cohen_kappa_score, y, pred, y, n_resamples=100, random_state=0)
    assert not recwarn.list


def test_a_missing_class_in_a_resample_is_undefined_not_an_error():
    def strict(y, score):
        if len(np.unique(y)) < 2:
            raise ValueError("one class")
        return plain_auc(y, score)

    found = bootstrap_interval(strict, [1, 0, 0, 0], [4, 1, 2, 5], n_resamples=500, random_state=0)
    missing = 0.75**4 + 0.25**4
    limit = 4 * math.sqrt(missing * (1 - missing) / 500)
    assert abs(found.distribution.undefined_share - missing) < limit


def test_undefined_everywhere():
    with pytest.warns(UndefinedMetricWarning, match="bootstrap interval is undefined"):
        found = bootstrap_interval(lambda y, s: math.nan, [0, 1], [0, 1], random_state=0)
    assert np.isnan([found.estimate, found.low, found.high, found.p_value(0)]).all()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n_resamples": 99.5}, "n_resamples is 99.5"),
        ({"random_state": "x"}, "random_state is 'x'"),
        ({"random_state": -1}, "random_state is -1"),
    ],
)
def test_refusals(options, message):
    with pytest.raises(ValueError, match=message):
        bootstrap_interval(roc_auc_score, [0, 1], [0.2, 0.7], **options)
    with pytest.raises(ValueError, match=message):
        compare_scores(roc_auc_score, [0, 1], [0.2, 0.7], [0.2, 0.7], **options)


def test_refusals_of_metric_and_data():
    y, s, _ = sample()
    with pytest.raises(ValueError, match="threshold scores first"):
        bootstrap_interval(cohen_kappa_score, [0, 1], [0.2, 0.7])
    with pytest.raises(ValueError, match="y_true has 2 cases and y_score 3"):
        bootstrap_interval(roc_auc_score, [0, 1], [0.2, 0.7, 0.1])
    with pytest.raises(ValueError, match="y_true has 2 cases and score_b 3"):
        compare_scores(roc_auc_score, [0, 1], [1, 2], [1, 2, 3])
    for shape in ((60, 1, 2), (60, 2, 2)):
        table = np.ones(shape)
        with pytest.raises(ValueError, match=r"y_score has shape \(60, ., 2\); give a score"):
            bootstrap_interval(lambda y, s: 0.5, y, table)
        with pytest.raises(ValueError, match="score_b has shape"):
            compare_scores(lambda y, s: 0.5, y, s, table)
    with pytest.raises(ValueError, match="sample_weight of its own"):
        bootstrap_interval(partial(auk_score, sample_weight=np.ones(60)), y, s)
    with pytest.raises(ValueError, match="'smoothed' is without sample_weight and groups"):
        bootstrap_interval(auk_score, y, s, method="smoothed", groups=np.arange(60))
    with pytest.raises(ValueError, match="y_true has 60 classes; method 'smoothed' is for two"):
        bootstrap_interval(lambda y, s: 0.5, np.arange(60), s, method="smoothed")
    with pytest.raises(TypeError, match="metric is 'auk'; give a function"):
        bootstrap_interval("auk", y, s)
    with pytest.raises(TypeError, match="it returns one number"):
        bootstrap_interval(lambda y, s: y, y, s)
