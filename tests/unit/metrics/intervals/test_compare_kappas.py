"""Two kappas on the same cases: finite differences, a posterior by numpy, levels of the tests."""

import math

import numpy as np
import pytest
from sklearn.exceptions import UndefinedMetricWarning
from support import slowly

from kappabook import compare_kappas


def three_classes():
    rng = np.random.default_rng(14)
    y = rng.choice(3, 90, p=[0.5, 0.4, 0.1])
    a = np.where(rng.random(90) < 0.8, y, rng.integers(0, 3, 90))
    return y, a, np.where(rng.random(90) < 0.6, a, rng.integers(0, 3, 90))


def two_predictions(n, rng, gain=1.0):
    """Predictions of two classifiers that share much of their noise."""
    y = (rng.random(n) < 0.4).astype(int)
    shared = rng.normal(size=n)
    return y, *((g * y + shared + 0.7 * rng.normal(size=n) > 0.5).astype(int) for g in (1.0, gain))


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


@pytest.mark.parametrize("method", ["delta_t", slowly("delta")])
def test_level_of_the_comparison(method):
    rng, repeats = np.random.default_rng(3), 400
    rejected = sum(
        compare_kappas(*two_predictions(200, rng), method=method).p_value() < 0.05
        for _ in range(repeats)
    )
    assert rejected / repeats < 0.05 + 3 * math.sqrt(0.05 * 0.95 / repeats)


def test_equal_predictions_do_not_differ():
    y, a, _ = three_classes()
    found = compare_kappas(y, a, a, method="delta")
    assert (found.difference, found.standard_error, found.p_value()) == (0, 0, 1)
    assert (found.low, found.high) == (0, 0)
    found = compare_kappas(y, a, a, weights="linear")
    assert found.p_value() == 1
    assert found.low == -found.high < 0


def test_a_difference_without_variance_is_not_tested_by_delta():
    columns = [0, 1] * 4, [0, 1] * 4, [1, 0] * 4
    with pytest.warns(UndefinedMetricWarning, match="test of the difference is undefined"):
        found = compare_kappas(*columns, method="delta")
    assert found.difference == 2
    assert np.isnan([found.p_value(), found.low, found.high]).all()
    found = compare_kappas(*columns)
    assert 0 < found.low < found.high == 2
    assert found.p_value() < 0.05
    assert found.caution.startswith("8 cases are fewer than 50")


@pytest.mark.parametrize("weights", [None, "quadratic"])
def test_posterior_difference_against_a_posterior_of_patterns_by_numpy(weights):
    y, a, b = three_classes()
    found = compare_kappas(y, a, b, weights=weights, method="dirichlet")
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


@pytest.mark.parametrize("n_classes", [16, 17])
def test_up_to_sixteen_classes_have_every_pattern_and_more_have_drawn_ones(n_classes):
    rng = np.random.default_rng(0)
    y, a, b = rng.integers(0, n_classes, (3, 2000))
    a[::2], b[::3] = y[::2], y[::3]
    found, delta = (compare_kappas(y, a, b, method=m) for m in ("dirichlet", "delta"))
    width = delta.high - delta.low
    assert (found.low, found.high) == pytest.approx((delta.low, delta.high), abs=0.1 * width)


def test_rare_classes_are_named_and_enough_cases_need_no_caution():
    """Weights 3, 1, 1, 1 count as 36 / 12 = 3 cases."""
    y = [0, 0, 0, 1, 1, 1] * 10
    assert compare_kappas(y, y, [0, 0, 1, 1, 1, 0] * 10).caution == ""
    y = np.append([1] * 4, [0] * 60)
    weight = np.append([3.0, 1, 1, 1], [1] * 60)
    found = compare_kappas(y, y, np.roll(y, 1), sample_weight=weight)
    assert found.caution.startswith("class 1 has 3 cases in y_true, fewer than 5")


def test_refusals():
    with pytest.raises(ValueError, match=r"y_pred_b holds 2, which is not in labels=\[0, 1\]"):
        compare_kappas([0, 1, 0, 1], [0, 1, 0, 0], [0, 1, 2, 0], labels=[0, 1])
    with pytest.raises(ValueError, match="they must describe the same cases"):
        compare_kappas([0, 1, 0], [0, 1, 0], [0, 1])
