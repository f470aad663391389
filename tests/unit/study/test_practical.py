"""Practical equivalence: the Bayesian t-test, what is detectable, units of errors, exchanges."""

import math
from itertools import combinations, product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import nct
from scipy.stats import t as student
from small_study import study, study_of, whole

from kappabook.metrics.intervals import corrected_resampled_t_test, correlated_bayesian_t_test
from kappabook.study.interaction import interaction_test
from kappabook.study.power import (
    error_units,
    measures_of_folds,
    practical_summary,
    practical_tests,
)

TABLE = study(3, repeats=2)
RESULTS = whole(TABLE)

# --- the Bayesian t-test ------------------------------------------------------------------------

# Two made-up score columns by baycomp 1.0.3, `two_on_single(x, y, rope=rope, runs=runs)`.
BAYCOMP = {
    (1, 10, 0.02, 0.01): [0.7244255459, 0.2099126022, 0.0656618519],
    (10, 10, 0.005, 0.01): [0.3669408295, 0.4487873388, 0.1842718318],
    (2, 5, -0.03, 0.02): [0.041903421, 0.333551414, 0.624545165],
}


def three(found):
    return [found.below, found.within, found.above]


@pytest.mark.parametrize(("setting", "expected"), BAYCOMP.items())
def test_as_baycomp(setting, expected):
    runs, folds, shift, rope = setting
    i = np.arange(runs * folds)
    x = np.round(0.7 + shift + 0.05 * np.sin(1 + 3 * i), 3)
    y = np.round(0.7 + 0.04 * np.cos(2 + 5 * i * i), 3)
    found = correlated_bayesian_t_test(x - y, test_train_ratio=1 / (folds - 1), rope=rope)
    # baycomp subtracts the other way round.
    assert three(found) == pytest.approx(expected[::-1], abs=1e-9)


@given(st.lists(st.floats(-1, 1).map(lambda x: round(x, 3)), min_size=3, max_size=30))
def test_without_a_region_it_is_the_one_sided_p(d):
    if np.ptp(d) == 0:
        return
    found = correlated_bayesian_t_test(d, test_train_ratio=1 / 9, rope=0)
    plain = corrected_resampled_t_test(d, test_train_ratio=1 / 9)
    assert sum(three(found)) == pytest.approx(1)
    assert found.below == pytest.approx(student.cdf(-plain.statistic, len(d) - 1), abs=1e-12)
    assert (found.low, found.high) == pytest.approx((plain.low, plain.high))


def test_equal_differences_are_certain_and_the_ends_belong_to_the_region():
    for value, part in [(0.1, "above"), (0.01, "within"), (-0.01, "within"), (-0.1, "below")]:
        found = correlated_bayesian_t_test([value] * 4, test_train_ratio=0.1, rope=0.01)
        assert getattr(found, part) == 1
        assert found.decision(1) == part


@pytest.mark.parametrize("rope", [-0.01, (0.1, -0.1), (0, 1, 2), math.inf, math.nan])
def test_refused_regions(rope):
    with pytest.raises(ValueError, match="rope is"):
        correlated_bayesian_t_test([0.1, 0.2], test_train_ratio=0.1, rope=rope)


def test_a_decision_needs_more_than_an_even_chance():
    found = correlated_bayesian_t_test([0.1, 0.2], test_train_ratio=0.1, rope=0)
    with pytest.raises(ValueError, match=r"level is 0\.5"):
        found.decision(0.5)


# --- what is detectable -------------------------------------------------------------------------


@pytest.mark.parametrize("folds", [5, 100])
@pytest.mark.parametrize("alpha", [0.05, 0.005])
@pytest.mark.parametrize("power", [0.5, 0.8])
def test_detectable_by_the_noncentral_distribution(folds, alpha, power):
    d = np.sin(np.arange(folds))
    test = corrected_resampled_t_test(d, test_train_ratio=1 / 9)
    shift = test.detectable_difference(alpha=alpha, power=power) / test.standard_error
    limit = student.ppf(1 - alpha / 2, folds - 1)
    found = nct.sf(limit, folds - 1, shift) + nct.cdf(-limit, folds - 1, shift)
    assert found == pytest.approx(power, abs=2e-6)


def test_refused_powers_and_the_longest_tails():
    found = corrected_resampled_t_test([0.1, 0.3], test_train_ratio=0.1)
    for wrong in ({"alpha": 0}, {"alpha": 0.9, "power": 0.8}, {"power": 1}):
        with pytest.raises(ValueError, match="give 0 < alpha < power < 1"):
            found.detectable_difference(**wrong)
    # Two folds: one degree of freedom, where the tails are longest.
    assert found.detectable_difference() > 16 * found.standard_error


# --- errors per hundred, in each measure --------------------------------------------------------


def spread_out(results, dataset, classifier):
    cells = results.confusion(dataset, classifier).cells.astype(float)
    return cells / cells.sum()


def measured(cells):
    rows, columns = cells.sum(axis=1), cells.sum(axis=0)
    hits, chance = np.trace(cells), rows @ columns
    root = math.sqrt((1 - rows @ rows) * (1 - columns @ columns))
    recall = (np.diag(cells) / rows).mean()
    return np.array([hits, recall, (hits - chance) / (1 - chance), (hits - chance) / root])


def test_units_by_adding_errors():
    """Move a little of every class's hits off the diagonal and keep both margins."""
    units = error_units(RESULTS)
    for dataset, classifier in product(RESULTS.datasets, RESULTS.classifiers):
        cells = spread_out(RESULTS, dataset, classifier)
        rows, step = cells.sum(axis=1), 1e-7
        assert rows == pytest.approx(spread_out(RESULTS, dataset, "tree").sum(axis=1))
        # The true class i loses step * r_i hits; the margins are those of before by fiat.
        fallen = cells - np.diag(step * rows)
        before, hits = measured(cells), np.trace(fallen)
        columns = cells.sum(axis=0)
        chance, root = rows @ columns, math.sqrt((1 - rows @ rows) * (1 - columns @ columns))
        recall = (np.diag(fallen) / rows).mean()
        after = np.array([hits, recall, (hits - chance) / (1 - chance), (hits - chance) / root])
        expected = (before - after) / step * 0.01
        assert units.loc[(dataset, classifier)].to_numpy() == pytest.approx(expected, rel=1e-6)


def test_constant_predictions_have_mcc_zero_and_no_unit():
    truth, folds = ["a"] * 6 + ["b"] * 6, [1, 2] * 6
    guesses = {"same": ["a"] * 12, "right": truth, "half": ["a", "b"] * 6}
    results = whole(study_of(guesses, truth, folds))
    assert measures_of_folds(results).query("classifier == 'same'")["mcc"].tolist() == [0, 0]
    assert math.isnan(error_units(results).loc[("own", "same"), "mcc"])
    tests = practical_tests(results)
    # The unit of a pair is then that of the other.
    assert np.isfinite(tests.loc[("own", "same", "right", "mcc"), "unit"])
    others = whole(study_of({"same": ["a"] * 12, "other": ["b"] * 12}, truth, folds))
    neither = practical_tests(others).loc[("own", "same", "other", "mcc")]
    assert (neither["decision"], neither["folds"]) == ("undefined", 0)


def test_decisions_by_the_plain_test():
    tests = practical_tests(RESULTS)
    assert len(tests) == 3 * 6 * 10
    units = error_units(RESULTS)
    folds = measures_of_folds(RESULTS).set_index(["dataset", "classifier", "repeat", "fold"])
    for dataset, (a, b) in product(RESULTS.datasets, combinations(RESULTS.classifiers, 2)):
        unit = (units.loc[(dataset, a)] + units.loc[(dataset, b)]) / 2
        for measure in ("accuracy", "balanced", "kappa", "mcc"):
            d = (folds.loc[(dataset, a), measure] - folds.loc[(dataset, b), measure]).to_numpy()
            found = correlated_bayesian_t_test(d, test_train_ratio=1 / 4, rope=unit[measure])
            line = tests.loc[(dataset, a, b, measure)]
            assert [line.below, line.within, line.above] == pytest.approx(three(found), abs=1e-9)
            assert line.difference * unit[measure] == pytest.approx(found.estimate)
    summary = practical_summary(tests)
    assert (summary[["differ", "alike", "open", "undefined"]].sum(axis=1) == 18).all()


# --- exchanging the measures --------------------------------------------------------------------


def tables(n, k, seed):
    rng = np.random.default_rng(seed)
    names = {"index": [f"d{i}" for i in range(n)], "columns": [f"c{j}" for j in range(k)]}
    first = rng.normal(size=(n, k))
    return pd.DataFrame(first, **names), pd.DataFrame(first + rng.normal(size=(n, k)), **names)


def brute_force(first, second, statistic):
    """All exchanges, by plain loops."""
    values = []
    for swap in product([False, True], repeat=len(first)):
        a, b = first.to_numpy().copy(), second.to_numpy().copy()
        for d in np.flatnonzero(swap):
            a[d], b[d] = b[d].copy(), a[d].copy()
        values.append(statistic(a, b))
    return values[0], np.mean([value >= values[0] - 1e-9 for value in values])


@pytest.mark.parametrize("seed", range(3))
def test_exchanges_by_plain_loops(seed):
    first, second = tables(5, 4, seed)

    def shifts(a, b):
        z = [(x - x.mean(1)[:, None]) / x.std(1, ddof=1)[:, None] for x in (a, b)]
        return ((z[1] - z[0]).mean(axis=0) ** 2).sum()

    found = interaction_test(first, second)
    assert (found.exchanges, found.exact) == (32, True)
    assert (found.statistic, found.p_value) == pytest.approx(brute_force(first, second, shifts))


def test_a_shift_shared_by_all_data_sets_is_found_and_none_where_there_is_none():
    first, _ = tables(12, 4, 1)
    favoured = first + np.array([2.0, 0, 0, 0])
    assert interaction_test(first, favoured).p_value < 0.01
    # Other units alone are no interaction.
    same = interaction_test(first, 3 * first + 5)
    assert (same.p_value, same.statistic) == (1, pytest.approx(0))
    shifts = interaction_test(first, favoured).shifts
    assert shifts["shift"].idxmax() == "c0"
    assert (shifts["low"] < shifts["shift"]).all()


def test_many_data_sets_are_drawn_and_repeat():
    first, second = tables(20, 3, 2)
    one, again = interaction_test(first, second), interaction_test(first, second)
    assert (one.exact, one.exchanges, one.p_value) == (False, 100_000, again.p_value)
    # Sixteen of them exactly: the two ways of counting agree.
    part = interaction_test(first[:16], second[:16])
    assert part.exact


def test_refusals_of_the_exchange():
    first, second = tables(3, 3, 0)
    with pytest.raises(ValueError, match="the classifiers are"):
        interaction_test(first, second.rename(columns={"c0": "other"}))
    with pytest.raises(ValueError, match="1 data sets and 3 classifiers"):
        interaction_test(first[:1], second[:1])
    second.iloc[1, 2] = np.nan
    with pytest.raises(ValueError, match="c2 has no score on d1"):
        interaction_test(first, second)
