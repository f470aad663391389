"""Intervals of one kappa: errors of other packages, the posterior, sizes, measured coverage."""

from itertools import permutations

import numpy as np
import pytest
from scipy.stats import norm
from sklearn.exceptions import UndefinedMetricWarning
from sklearn.metrics import cohen_kappa_score as sklearn_kappa
from statsmodels.stats.inter_rater import cohens_kappa
from support import slowly

from kappabook import ConfusionMatrix, kappa_interval
from kappabook.metrics.intervals import kappa_standard_error
from kappabook.metrics.intervals.dirichlet import _turned, kappas
from kappabook.metrics.intervals.distributions import DrawnDistribution

CELLS = [[88, 10, 2], [14, 40, 6], [18, 10, 12]]
TABLE = ConfusionMatrix(CELLS)
RARE = ConfusionMatrix([[980, 10], [10, 0]])
METHODS = ("dirichlet", "gamma", "fisher", "log")


def repeated(cells):
    """The cases of a table as two columns."""
    i, j = np.indices(np.shape(cells)).reshape(2, -1)
    return np.repeat(i, np.ravel(cells)), np.repeat(j, np.ravel(cells))


def ends(*given, **options):
    found = kappa_interval(*given, **options)
    return found.low, found.high


# --- standard errors ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("weights", "kappa", "error", "null_error"),
    [
        (None, 0.49152542, 0.05100182, 0.05197894),
        ("linear", 0.47368421, 0.05443231, 0.05469634),
        ("quadratic", 0.45454545, 0.06645368, 0.06735867),
    ],
)
def test_anchors_of_three_or_more_packages(weights, kappa, error, null_error):
    found = kappa_interval(TABLE, weights=weights)
    assert found.estimate == pytest.approx(kappa, abs=5e-9)
    assert found.standard_error == pytest.approx(error, abs=5e-9)
    assert kappa_standard_error(TABLE, weights=weights) == pytest.approx(error, abs=5e-9)
    assert kappa_standard_error(TABLE, weights=weights, null=True) == pytest.approx(
        null_error, abs=5e-9
    )
    assert found.n == 200


@pytest.mark.parametrize("kind", ["unweighted", "symmetric", "asymmetric"])
def test_statsmodels_on_random_tables(kind):
    rng = np.random.default_rng(3)
    for k in (2, 3, 5) * 5:
        cells = rng.integers(0, 40, (k, k))
        costs = np.ones((k, k)) if kind == "unweighted" else rng.random((k, k))
        costs = costs + costs.T if kind == "symmetric" else costs
        np.fill_diagonal(costs, 0)
        ours = kappa_interval(cells, weights=costs)
        null = kappa_standard_error(ConfusionMatrix(cells), weights=costs, null=True)
        theirs = cohens_kappa(cells, weights=None if kind == "unweighted" else costs)
        assert ours.estimate == pytest.approx(theirs.kappa, abs=1e-12)
        assert ours.standard_error == pytest.approx(theirs.std_kappa, abs=1e-12)
        assert null == pytest.approx(theirs.std_kappa0, abs=1e-12)


def test_sample_weights_against_finite_differences():
    rng = np.random.default_rng(4)
    y1 = rng.integers(0, 3, 80)
    y2 = np.where(rng.random(80) < 0.6, y1, rng.integers(0, 3, 80))
    weight, step = rng.uniform(0.2, 3, 80), 1e-4

    def kappa(change):
        return sklearn_kappa(y1, y2, sample_weight=weight * (1 + change), weights="linear")

    slopes = [(kappa(step * e) - kappa(-step * e)) / (2 * step) for e in np.eye(80)]
    found = kappa_interval(y1, y2, sample_weight=weight, weights="linear")
    assert found.standard_error == pytest.approx(np.linalg.norm(slopes), rel=1e-6)
    assert found.distribution.standard_error == pytest.approx(found.standard_error, rel=1e-12)
    assert found.n == pytest.approx(weight.sum() ** 2 / (weight**2).sum())


@pytest.mark.parametrize("seed", range(4))
def test_what_rounding_leaves_of_no_variance_is_none_beside_a_rare_class(seed):
    """One rater used one class only, so kappa is 0 whatever the weights are."""
    weight = np.random.default_rng(seed).random(43) * np.append(np.ones(40), [1e-6] * 3)
    found = kappa_interval([0] * 40 + [1] * 3, [0] * 43, sample_weight=weight, method="fisher")
    assert found.standard_error == 0
    assert np.isnan([found.low, found.high]).all()


# --- the posterior --------------------------------------------------------------------------------


@pytest.mark.parametrize("weights", [None, "quadratic"])
@pytest.mark.parametrize("cells", [CELLS, [[980, 10], [10, 0]], [[3, 1], [0, 4]]])
def test_against_a_posterior_drawn_with_numpys_dirichlet(cells, weights):
    """Written out again: the shapes by hand, scikit-learn's way to kappa, another generator."""
    k, n = len(cells), np.sum(cells)
    prior = np.where(np.eye(k, dtype=bool), min(k, 3) / 2 / k, min(k, 3) / 4 / (k * (k - 1)))
    shapes = (np.array(cells) + prior) * n / (n + 3)
    drawn = np.random.Generator(np.random.MT19937(8)).dirichlet(shapes.ravel(), 200_000)
    drawn = drawn.reshape(-1, k, k)
    cost = np.abs(np.subtract.outer(np.arange(k), np.arange(k))).astype(float)
    cost = cost**2 if weights else (cost > 0).astype(float)
    chance = np.einsum("ni,il,nl->n", drawn.sum(axis=2), cost, drawn.sum(axis=1))
    kappa = 1 - np.einsum("nij,ij->n", drawn, cost) / chance
    for level in (0.5, 0.95, 0.99):
        found = kappa_interval(cells, weights=weights, method="dirichlet", confidence_level=level)
        reach = 0.02 * (np.quantile(kappa, 0.975) - np.quantile(kappa, 0.025))
        lower, upper = np.quantile(kappa, [(1 - level) / 2, (1 + level) / 2])
        assert found.low == pytest.approx(min(lower, found.estimate), abs=reach)
        assert found.high == pytest.approx(max(upper, found.estimate), abs=reach)
    tenth = float(np.quantile(kappa, 0.1))
    if tenth < found.estimate:
        assert found.p_value(tenth) == pytest.approx(0.2, abs=0.01)


@pytest.mark.parametrize("value", [-6, -4, 4, 6])
def test_beyond_its_draws_a_normal_distribution_goes_on_as_it_is(value):
    """The outermost draws are at 4; the distribution is read off up to about 3."""
    draws = norm.ppf((np.arange(20_000) + 0.5) / 20_000)
    found = DrawnDistribution(draws, 0.0, "plain")
    assert found.value(value) == pytest.approx(value, rel=0.01)
    assert found.score(value) == pytest.approx(value, rel=0.01)


def test_draws_of_one_do_not_leave_the_scale():
    """A kappa of 1 lies at infinity on the log scale; no draw of it makes the interval nan."""
    found = DrawnDistribution(np.append(np.linspace(0.5, 0.9, 1900), np.ones(100)), 0.8, "log", -1)
    assert found.interval(0.8) == pytest.approx((0.541, 0.879), abs=0.01)
    assert found.interval(0.99)[1] == 1
    assert found.p_value(-1) < 0.01 < found.p_value(0.55)
    with pytest.raises(ValueError, match=r"value is -1\.5; what was estimated lies between -1 and"):
        found.p_value(-1.5)


def test_no_digits_are_lost_when_one_class_takes_nearly_all():
    """1 - P_c is about 1e-15 here; by 1 minus the sum of products it would keep one digit."""
    cells = np.array([[10**15, 1], [2, 3]])
    places = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])
    (found,) = kappas(cells.reshape(4, 1).astype(float), *places, None, 2)
    assert found == pytest.approx(float(ConfusionMatrix(cells).kappa), rel=1e-9)


def test_interval_and_test_of_a_rare_class_agree():
    found = kappa_interval(RARE)
    assert found.low < 0 < found.high
    assert found.p_value() > 0.05
    # The large-sample interval says "below 0" with p = .75 by the null standard error.
    large = kappa_interval(RARE, method="fisher")
    assert large.high < 0
    assert large.p_value() < 0.05
    z = large.estimate / kappa_standard_error(RARE, null=True)
    assert 2 * norm.sf(abs(z)) == pytest.approx(0.7494, abs=1e-4)


@pytest.mark.parametrize("n", [200, slowly(1000)])
def test_kappa_zero_of_two_rare_classes_is_covered(n):
    """The large-sample interval covers 40 % at n = 200 with 5 %, 10 % at n = 1000 with 1 %."""
    share = {200: 0.05, 1000: 0.01}[n]
    margin = np.array([1 - share, share])
    rng = np.random.default_rng(9)
    tables = rng.multinomial(n, np.outer(margin, margin).ravel(), 400)
    tables, times = np.unique(tables, axis=0, return_counts=True)
    covered, old = [], []
    for table in tables.reshape(-1, 2, 2):
        found = kappa_interval(table, n_draws=1000)
        covered.append(found.low <= 0 <= found.high)
        assert covered[-1] == (found.p_value() >= 0.05)
        large = kappa_interval(table, method="log" if found.estimate < 0 else "fisher")
        old.append(large.low <= 0 <= large.high)
    assert np.array(covered) @ times / 400 > 0.92
    assert np.array(old) @ times / 400 < 0.5


@pytest.mark.parametrize("cells", [[[190, 0], [10, 0]], [[0, 3], [0, 5]], [[0, 5], [5, 0]]])
def test_a_table_without_variance_has_an_interval(cells):
    for method in ("dirichlet", "gamma"):
        found = kappa_interval(cells, method=method)
        assert -1 <= found.low <= found.estimate < found.high < 1
    for method in ("fisher", "log"):
        found = kappa_interval(cells, method=method)
        assert np.isnan([found.low, found.high, found.p_value(0)]).all()


def test_perfect_agreement_is_bounded_by_the_binomial():
    found = kappa_interval([[10, 0], [0, 10]])
    assert found.high == found.p_value(1) == 1
    # Clopper and Pearson: 0 of 20 disagreements mean at most 16.84 %; 1 - P_c is one half. It
    # holds the margins, and so is more careful.
    fisher = kappa_interval([[10, 0], [0, 10]], method="fisher")
    low, high = fisher.low, fisher.high
    assert fisher.p_value(low) == pytest.approx(0.05)
    assert (low, high) == (pytest.approx(1 - 2 * 0.1684, abs=1e-4), 1)
    assert low < found.low < 0.8


def test_few_cases_and_rare_classes_are_named():
    assert not kappa_interval(RARE).caution
    said = kappa_interval(ConfusionMatrix([[30, 2], [1, 3]], ["well", "ill"])).caution
    assert said.startswith(
        "36 cases are fewer than 50; class 'ill' has 4 cases in the rows, fewer than 5"
    )
    said = kappa_interval([[190, 0], [10, 0]]).caution
    assert said.startswith("class 1 has 0 cases in the columns")


# --- the large-sample methods ---------------------------------------------------------------------


def test_intervals_are_symmetric_on_their_scale():
    low, high = ends(TABLE, method="fisher")
    middle = (np.arctanh(low) + np.arctanh(high)) / 2
    assert middle == pytest.approx(np.arctanh(TABLE.kappa), abs=1e-14)
    steps = []
    for level in (0.9, 0.99):
        low, high = ends(TABLE, method="log", confidence_level=level)
        assert (1 - low) * (1 - high) == pytest.approx((1 - TABLE.kappa) ** 2, rel=1e-14)
        steps.append(np.log((1 - low) / (1 - high)))
    assert steps[1] / steps[0] == pytest.approx(2.5758293 / 1.6448536, rel=1e-7)


def test_matrix_costs_may_leave_minus_one_below():
    costs = [[0, 9, 1], [1, 0, 1], [1, 1, 0]]
    cells = [[1, 6, 0], [2, 40, 0], [0, 2, 40]]
    for method in ("gamma", "log", "dirichlet"):
        found = kappa_interval(cells, weights=costs, method=method)
        assert found.low < found.estimate < found.high < 1
        assert 0 <= found.p_value(-2) < 0.05
    with pytest.raises(ValueError, match="method is 'fisher'"):
        kappa_interval(cells, weights=costs, method="fisher")


# --- weights, seeds, sizes ------------------------------------------------------------------------


def test_spread_of_weighted_draws_is_the_large_sample_one():
    """With many cases the posterior has the sandwich's standard error, not that of all cases."""
    rng = np.random.default_rng(3)
    y1 = rng.integers(0, 3, 6000)
    y2 = np.where(rng.random(6000) < 0.6, y1, rng.integers(0, 3, 6000))
    weight = np.where(y1 == y2, 1, rng.exponential(1, 6000)) + 3 * (y1 == 0)
    left, right = ends(y1, y2, sample_weight=weight, method="fisher")
    for method in ("dirichlet", "gamma"):
        low, high = ends(y1, y2, sample_weight=weight, method=method)
        assert high - low == pytest.approx(right - left, rel=0.03)
        assert (high + low) / 2 == pytest.approx((right + left) / 2, abs=0.04 * (right - left))


@pytest.mark.parametrize("method", ["dirichlet", "gamma"])
def test_an_unweighted_interval_knows_no_order_of_the_classes(method):
    """Classes 0 and 2 of the second agree and occur equally often, but their mistakes differ."""
    for cells in (np.array(CELLS), np.array([[2, 0, 1], [3, 1, 2], [0, 1, 2]])):
        expected = pytest.approx(ends(cells, method=method), abs=1e-12)
        for order in ([2, 0, 1], [2, 1, 0]):
            assert ends(cells[np.ix_(order, order)], method=method) == expected
        if method == "dirichlet":  # gamma limits know how many labels the scale has
            assert ends(np.pad(cells, (0, 2)), method=method) == expected


@pytest.mark.parametrize(
    "cells",
    [
        [[5, 2, 0, 2], [2, 5, 1, 1], [0, 1, 5, 1], [2, 1, 1, 5]],  # symmetric
        [[5, 1, 0, 2], [2, 5, 0, 2], [0, 3, 5, 0], [1, 0, 3, 5]],  # two classes with equal margins
        [[5, 3, 3, 2], [1, 5, 3, 2], [1, 3, 5, 3], [2, 3, 2, 5]],
    ],
)
def test_classes_that_agree_equally_often_are_told_apart_by_the_rest(cells):
    """So that all names and both orders of the raters come to one table, and its draws."""
    cells = np.array(cells, dtype=float)
    first, *others = (
        _turned(table, table, None)[0]
        for table in (
            turned[np.ix_(order, order)]
            for turned in (cells, cells.T)
            for order in permutations(range(4))
        )
    )
    assert all(np.array_equal(first, other) for other in others)


def test_more_cells_than_can_be_drawn_take_the_large_sample_method():
    cells = np.ones((80, 80), dtype=int) + 50 * np.eye(80, dtype=int)
    assert kappa_interval(cells).method == "fisher"
    assert kappa_interval(cells, weights="linear").method == "gamma"
    assert kappa_interval(TABLE).method == "dirichlet"


# --- undefined and refused ------------------------------------------------------------------------


@pytest.mark.parametrize("weights", [None, "quadratic"])
def test_one_class_is_undefined(weights):
    with pytest.warns(UndefinedMetricWarning, match="Cohen's kappa is undefined"):
        found = kappa_interval([[4, 0], [0, 0]], weights=weights)
    assert np.isnan([found.estimate, found.low, found.high, found.p_value(0.3)]).all()
    assert "undefined" in repr(found)


@pytest.mark.parametrize(
    ("given", "options", "message"),
    [
        (TABLE, {"n_draws": 10}, "n_draws is 10; quantiles want at least 1000"),
        (TABLE, {"labels": [0, 1, 2]}, "go with two columns"),
        ([[2, 0.5], [1, 3]], {}, r"cells\[0, 1\] is 0\.5; weights do not say"),
        (
            ConfusionMatrix.from_probabilities([["0.5", "0.1"], ["0.1", "0.3"]]),
            {},
            "probabilities do not say how many cases",
        ),
    ],
)
def test_refusals(given, options, message):
    with pytest.raises(ValueError, match=message):
        kappa_interval(given, **options)
