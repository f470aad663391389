"""Closed-form limits of weighted kappa: derivatives, invariances, values of other code."""

import math

import numpy as np
import pytest

from kappabook import kappa_interval
from kappabook.metrics.intervals.gamma_limits import (
    DeltaDifference,
    GammaLimits,
    Parts,
    caution_of_ranks,
    kappa_parts,
)

FIRST = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 0, 1, 2, 3, 4, 2] * 2
SECOND = [0, 1, 1, 1, 2, 3, 3, 3, 4, 2, 0, 1, 2, 3, 4, 2] * 2
THIRD = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 1, 1, 2, 3, 4, 2] * 2


@pytest.fixture
def rng():
    return np.random.default_rng(34)


def costs_by_distance(k, power):
    return np.abs(np.subtract.outer(np.arange(k), np.arange(k))).astype(float) ** power


def sample(rng, k=5, n=30):
    first = rng.integers(0, k, n)
    errors = rng.choice([0, 0, 0, 1, -1, 2], n)
    return first, np.clip(first + errors, 0, k - 1)


def disagreement(first, second, costs, weight):
    """Observed over expected disagreement, case by case and pair by pair."""
    total = sum(weight)
    observed = sum(h * costs[i][j] for i, j, h in zip(first, second, weight, strict=True)) / total
    expected = sum(
        g * h * costs[i][j]
        for i, g in zip(first, weight, strict=True)
        for j, h in zip(second, weight, strict=True)
    )
    return observed / (expected / total**2)


@pytest.mark.parametrize("weighted", [False, True])
def test_influence_is_the_derivative_of_the_disagreement(rng, weighted):
    first, second = sample(rng, n=15)
    costs = rng.uniform(0, 3, (5, 5))
    np.fill_diagonal(costs, 0)
    weight = rng.uniform(0.2, 2, 15) if weighted else np.ones(15)
    parts = kappa_parts(first, second, costs, sample_weight=weight)
    assert parts.estimate == pytest.approx(1 - disagreement(first, second, costs, weight))
    assert parts.o.sum() == pytest.approx(1)
    assert parts.e.sum() == pytest.approx(1)
    for u in range(15):
        logs = []
        for step in (1e-5, -1e-5):
            changed = weight.copy()
            changed[u] *= 1 + step
            logs.append(math.log(disagreement(first, second, costs, changed)))
        slope = (logs[0] - logs[1]) / 2e-5
        assert parts.o[u] - parts.e[u] == pytest.approx(slope, abs=1e-7)


# Computed by the reference implementation of the research note.
@pytest.mark.parametrize(
    ("power", "estimate", "plain", "by_pairs_90", "near"),
    [
        (
            1,
            0.8297872340425532,
            (0.6058399970376966, 0.9457399676315082),
            (0.6753581742693726, 0.9167243876968089),
            (0.6074242302932371, 0.9457399676315082),
        ),
        (
            2,
            0.8888888888888888,
            (0.6767749026994239, 0.9776504123052518),
            (0.747683902839289, 0.9547784132965034),
            (0.6907761312631253, 0.9776504123052518),
        ),
    ],
)
def test_limits_of_the_reference_code(power, estimate, plain, by_pairs_90, near):
    parts = kappa_parts(FIRST, SECOND, costs_by_distance(5, power))
    assert parts.estimate == pytest.approx(estimate, abs=1e-12)
    assert GammaLimits(parts).interval(0.95) == pytest.approx(plain, abs=1e-9)
    pairs = GammaLimits(parts, np.arange(32) // 2)
    assert pairs.interval(0.9) == pytest.approx(by_pairs_90, abs=1e-9)
    assert GammaLimits(parts, anywhere=0).interval(0.95) == pytest.approx(near, abs=1e-9)


@pytest.mark.parametrize(
    ("power", "low", "high", "p"),
    [
        (1, -0.049020634784647826, 0.3065446122953963, 0.145209531221976),
        (2, -0.04688743184523031, 0.2340219347692069, 0.16901275256783743),
    ],
)
def test_difference_of_the_reference_code(power, low, high, p):
    costs = costs_by_distance(5, power)
    found = DeltaDifference(*(kappa_parts(FIRST, y, costs) for y in (THIRD, SECOND)))
    assert found.interval(0.95) == pytest.approx((low, high), abs=1e-9)
    assert found.p_value(0.0) == pytest.approx(p, abs=1e-9)


def test_given_costs_have_no_unit_and_no_lower_bound(rng):
    first, second = sample(rng)
    costs = rng.uniform(0, 3, (5, 5))
    np.fill_diagonal(costs, 0)
    one, other = (
        GammaLimits(kappa_parts(first, second, unit * costs, least=-math.inf)).interval(0.95)
        for unit in (1, 50)
    )
    assert one == pytest.approx(other, abs=1e-12)


def test_a_group_of_copies_is_one_case(rng):
    first, second = sample(rng, n=60)
    costs = costs_by_distance(5, 2)
    alone = GammaLimits(kappa_parts(first, second, costs))
    copies = kappa_parts(np.repeat(first, 3), np.repeat(second, 3), costs)
    grouped = GammaLimits(copies, np.repeat(np.arange(60), 3))
    assert grouped.interval(0.95) == pytest.approx(alone.interval(0.95), abs=1e-12)


def test_counted_cases_are_those_cases(rng):
    first, second = sample(rng)
    costs = costs_by_distance(5, 1)
    pairs, times = np.unique(np.stack([first, second]), axis=1, return_counts=True)
    each = GammaLimits(kappa_parts(first, second, costs))
    counted = GammaLimits(kappa_parts(*pairs, costs, times=times))
    assert counted.interval(0.95) == pytest.approx(each.interval(0.95), abs=1e-12)
    assert counted.standard_error == pytest.approx(each.standard_error, abs=1e-12)
    assert counted.caution == each.caution


def test_without_disagreement_the_lower_end_falls_by_less_than_4_of_n():
    codes = np.repeat(np.arange(5), 40)
    found = GammaLimits(kappa_parts(codes, codes, costs_by_distance(5, 2)))
    low, high = found.interval(0.95)
    assert high == 1
    assert 1 - low == pytest.approx(3.7 / 200, rel=0.02)
    assert "what 200 cases cannot show" in found.caution


def test_cautions_name_their_numbers(rng):
    first, second = sample(rng, k=9, n=90)
    parts = kappa_parts(first, second, costs_by_distance(9, 2))
    assert "3.7" not in GammaLimits(parts).caution
    assert "0.041 of the cases" in GammaLimits(parts).caution
    # Two steps cost less than half of what four do, so none of these six is of the costliest kind.
    ends = [0] * 36 + [4] * 30, [0] * 30 + [2] * 6 + [4] * 30
    halfway = GammaLimits(kappa_parts(*ends, costs_by_distance(5, 1.2)))
    assert halfway.caution.startswith("0 disagreements are of the costliest kind")
    seldom = kappa_parts(FIRST, THIRD, costs_by_distance(5, 2))
    assert "ruled out" in GammaLimits(seldom, anywhere=0).caution
    assert "45 groups" in GammaLimits(parts, np.arange(90) // 2).caution
    assert "random answer" in DeltaDifference(parts, parts).caution
    assert caution_of_ranks(40, 2, 100) == ""
    assert "41 labels" in caution_of_ranks(41, 2, 100)


def test_a_value_that_no_kappa_has_is_refused():
    parts = kappa_parts(FIRST, SECOND, costs_by_distance(5, 2))
    with pytest.raises(ValueError, match="between -1 and 1"):
        GammaLimits(parts).p_value(1.1)
    with pytest.raises(ValueError, match="between -2 and 2"):
        DeltaDifference(parts, parts).p_value(2.1)
    free = Parts(0.5, parts.o, parts.e, parts.far, parts.agree, parts.n, least=-math.inf)
    assert 0 <= GammaLimits(free).p_value(-3) < 0.01


@pytest.mark.parametrize("seed", range(20))
def test_a_caution_does_not_turn_on_a_rounding_error(seed):
    """A neighbour of three labels costs half as much as the worst: it is of the costliest kind."""
    rng = np.random.default_rng(seed)
    first = rng.integers(0, 3, 40)
    second = np.where(np.arange(40) < 12, np.where(first == 1, 0, 1), first)
    found = kappa_interval(first, second, weights="linear")
    assert "costliest" not in found.caution
