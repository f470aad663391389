"""Where kappa is largest: known values, brute force, simulation, bad input."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import cohen_kappa_score
from sklearn.model_selection import FixedThresholdClassifier
from support import slowly

from kappabook.metrics.rates import kappa_at
from kappabook.metrics.threshold import (
    iso_kappa_slope,
    kappa_optimal_probability,
    kappa_optimal_threshold,
)

# --- known values ---------------------------------------------------------------------------------


def test_two_optima_and_the_wider_plateau():
    best = kappa_optimal_threshold([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    assert best.kappa == 0.5
    assert best.thresholds.tolist() == [0.8, 0.35]
    assert best.plateaus == ((0.4, 0.8), (0.1, 0.35))
    assert best.threshold == pytest.approx(0.6)


def test_only_trivial_rules_are_left_when_the_ranking_is_reversed():
    best = kappa_optimal_threshold([1, 0, 0], [1, 2, 3])
    assert (best.kappa, best.threshold) == (0, np.inf)
    assert best.plateaus == ((3, np.inf), (-np.inf, 1))
    assert kappa_optimal_threshold([1, 1, 0], [1, 2, 3]).threshold == 1


@pytest.mark.parametrize(
    ("low", "high"), [(1.0, np.nextafter(1.0, 2)), (-1.7e308, 1.7e308), (0.0, 5e-324)]
)
def test_the_middle_survives_rounding_and_overflow(low, high):
    best = kappa_optimal_threshold([0, 1], [low, high])
    assert low < best.threshold <= high
    assert best.kappa == 1


def test_iso_kappa_lines_are_straight_with_that_slope():
    f, t, p, step = 0.2, 0.55, 0.13, 0.15
    further = t + step * iso_kappa_slope(f, t, p)
    assert kappa_at(f + step, further, p) == pytest.approx(kappa_at(f, t, p), abs=1e-15)


def test_certain_and_equal_probabilities():
    best = kappa_optimal_probability([0, 0, 0, 1])
    assert (best.cut, best.kappa, best.false_positive_cost_share) == pytest.approx((0.5, 1, 0.5))
    assert kappa_optimal_probability([0, 1, 1, 1, 0, 0, 0]).kappa == 1  # and no more
    best = kappa_optimal_probability([0.3, 0.3, 0.3])
    assert (best.cut, best.kappa, best.prevalence) == pytest.approx((0.3, 0, 0.3))


def test_slope_at_the_papers_operating_point():
    # f = .60, t = .928: a concave curve must be this steep there under either prevalence.
    assert iso_kappa_slope(0.60, 0.928, [0.11, 0.5, 0.89]) == pytest.approx(
        [1.44, 1, 0.39], abs=5e-3
    )


# --- brute force and simulation -------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_every_cut_of_every_plateau_is_optimal_and_no_other_is(seed):
    rng = np.random.default_rng(seed)
    y, s = np.append(rng.integers(0, 2, 25), [0, 1]), rng.integers(0, 10, 27) / 4
    best = kappa_optimal_threshold(y, s)
    cuts = np.append(np.arange(-0.125, 3, 0.125), np.inf)
    kappas = np.array([cohen_kappa_score(y, s >= cut) for cut in cuts])
    assert best.kappa == pytest.approx(kappas.max(), abs=1e-15)
    inside = [any(low < cut <= high for low, high in best.plateaus) for cut in cuts]
    assert np.array_equal(inside, kappas > kappas.max() - 1e-12)
    assert cohen_kappa_score(y, s >= best.threshold) == pytest.approx(best.kappa, abs=1e-15)


def test_the_threshold_serves_a_fixed_threshold_classifier():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 2))
    y = np.where(X[:, 0] + rng.normal(size=300) > 1.2, "yes", "no")
    model = LogisticRegression().fit(X, y)
    best = kappa_optimal_threshold(y, model.predict_proba(X)[:, 1], pos_label="yes")
    fixed = FixedThresholdClassifier(
        model, threshold=best.threshold, pos_label="yes", response_method="predict_proba"
    ).fit(X, y)
    assert cohen_kappa_score(y, fixed.predict(X)) == pytest.approx(best.kappa)


@pytest.mark.parametrize("seed", [*range(25), *map(slowly, range(25, 100))])
def test_probability_cut_against_a_fine_grid_of_cuts(seed):
    rng = np.random.default_rng(seed)
    prob = rng.beta(*rng.uniform(0.2, 5, 2), rng.integers(50, 3000))
    weight = rng.random(len(prob)) if seed % 2 else None
    best = kappa_optimal_probability(prob, sample_weight=weight)
    w = np.full(len(prob), 1.0) if weight is None else weight
    w = w / w.sum()
    p = w @ prob

    def expected_kappa(cut):
        called = prob >= cut
        both, share = (w * prob)[called].sum(), w[called].sum()
        return 2 * (both - p * share) / (p + share - 2 * p * share)

    grid = max(map(expected_kappa, np.linspace(0, 1, 2001)))
    assert grid <= best.kappa + 1e-12
    assert best.kappa == pytest.approx(grid, abs=1e-3 if len(prob) < 500 else 1e-4)
    assert expected_kappa(best.cut) == pytest.approx(best.kappa, abs=1e-12)
    assert best.cut == pytest.approx((1 - best.kappa) * p + best.kappa / 2)
    assert min(p, 0.5) <= best.cut <= max(p, 0.5)


# --- bad input ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: kappa_optimal_threshold([1, 1], [1, 2]), "no negative cases; no threshold"),
        (lambda: kappa_optimal_probability([0.1, 1.2]), r"y_prob\[1\] is 1.2"),
        (lambda: kappa_optimal_probability([0.0, 0.0]), "y_prob is 0 everywhere"),
        (lambda: kappa_optimal_probability([1, 1]), "y_prob is 1 everywhere"),
        (lambda: iso_kappa_slope(0, 1, 1), "prevalence is 1"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
