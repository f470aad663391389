"""The 2007 paper's folds, regression and t-tests, against brute force, scipy and simulation."""

from fractions import Fraction
from itertools import combinations, product
from math import ceil, floor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from kappabook.audit.printed import AuditError, Printed
from kappabook.papers.bendavid2007 import grim, table8, table12
from kappabook.papers.bendavid2007.definitions import (
    CLASSIFIERS,
    DATASETS,
    KEY,
    Cell,
    cells,
    read,
    sizes,
)
from kappabook.papers.bendavid2007.table12 import READINGS, Mean
from kappabook.system.checkout import printed_folder

PRINTED = read()
CELLS, SIZES = cells(PRINTED), sizes(PRINTED)
# Kappa better, accuracy not told apart: Table 12 in keys.
TABLE_12 = {
    ("cmc", "NaiveBayes", "J48"),
    ("cmc", "NaiveBayes", "RandomForest"),
    ("lev", "SMO", "NaiveBayes"),
}


# --- folds -------------------------------------------------------------------------------------


def fold_sizes(n, folds=10):
    return [len(fold) for fold in np.array_split(np.arange(n), folds)]


def brute_force(n, folds):
    """Pooled hits by printed mean, from every possible number of hits in every fold.

    Printed with three decimals; a mean half-way between two may be printed as either.
    """
    sizes = fold_sizes(n, folds)
    found = {}
    for hits in product(*(range(size + 1) for size in sizes)):
        mean = sum(Fraction(h, size) for h, size in zip(hits, sizes, strict=True)) / folds
        for units in {ceil(1000 * mean - Fraction(1, 2)), floor(1000 * mean + Fraction(1, 2))}:
            found.setdefault(f"{units / 1000:.3f}", set()).add(sum(hits))
    return found


@pytest.mark.parametrize(("n", "folds"), [(7, 2), (11, 3), (14, 4), (13, 5), (12, 3)])
def test_possible_means_are_those_of_every_case(n, folds):
    by_mean = brute_force(n, folds)
    texts = [f"{value / 1000:.3f}" for value in range(1001)]
    assert {text: hits for text in texts if (hits := grim.pooled_hits(text, n, folds))} == {
        text: tuple(sorted(hits)) for text, hits in by_mean.items()
    }
    assert grim.lucky_share(n, folds, 3) == pytest.approx(len(by_mean) / 1001)


@given(st.data())
def test_printed_summaries_of_real_folds_are_possible(data):
    n = data.draw(st.sampled_from([*SIZES.values(), 230, 57]))
    sizes = np.array(fold_sizes(n))
    hits = np.array([data.draw(st.integers(0, size)) for size in sizes.tolist()])
    accuracy = hits / sizes
    low, high = stats.t.interval(0.95, 9, accuracy.mean(), max(stats.sem(accuracy), 1e-300))
    mean, half_width = f"{accuracy.mean():.4f}", f"{(high - low) / 2:.4f}"
    assert hits.sum() in grim.pooled_hits(mean, n)
    if n % 10 == 0:
        squares = grim.sums_of_squares(mean, half_width, n)
        assert (hits**2).sum() in squares
        if len(grim.pooled_hits(mean, n)) == 1:
            assert {q % 2 for q in squares} == {hits.sum() % 2}


def test_folds_of_two_sizes_have_no_whole_sum_of_squares():
    with pytest.raises(ValueError, match="91 rows make folds of two sizes"):
        grim.sums_of_squares("0.2200", "0.0839", 91)


# --- rankings by pooled hits -------------------------------------------------------------------


def test_rankings_by_pooled_hits_as_by_trying_all_hits():
    judged = grim.rankings_by_hits(PRINTED)
    assert len(judged) == 8
    for name, ranking in judged.items():
        row = sorted((CELLS[name, c] for c in CLASSIFIERS), key=lambda cell: -float(cell.kappa))
        possible = [grim.pooled_hits(cell.accuracy, SIZES[name]) for cell in row]
        against = [
            any(later > earlier for earlier, later in combinations(hits, 2))
            for hits in product(*possible)
        ]
        assert ranking == grim.ByHits(any(against), all(against))
    assert {name for name, r in judged.items() if r.must_differ} == {
        "cmc",
        "lev",
        "post-operative",
        "project-management",
    }
    assert {name for name, r in judged.items() if not r.may_differ} == {"english-comprehension"}


# --- Table 8 -----------------------------------------------------------------------------------


def summarised(folds):
    """Means and half-widths of folds, printed with four decimals."""
    half_widths = stats.t.ppf(0.975, 9) * stats.sem(folds, axis=1)
    return table8.Column.read(
        [f"{mean:.4f}" for mean in folds.mean(axis=1)], [f"{half:.4f}" for half in half_widths]
    )


@given(
    st.integers(0, 2**32 - 1),
    st.sampled_from([-1.0, -0.5, 0.9, 1.0]),
    st.sampled_from([0.0001, 0.001, 0.1]),
    st.sampled_from([0.0001, 0.001, 0.1, 1]),
)
def test_r_squared_of_any_folds_lies_within_the_bounds(seed, correlation, noise, spread):
    """Also where rounding to four decimals is all there is to see."""
    generator = np.random.default_rng(seed)
    means = generator.uniform(0, spread, (15, 2))
    z, own = generator.normal(size=(2, 15, 10))
    x = means[:, :1] + noise * z
    y = means[:, 1:] + noise * (correlation * z + np.sqrt(1 - correlation**2) * own)
    low, high = table8.r_squared_bounds(summarised(x), summarised(y))
    r_squared = stats.linregress(x.ravel(), y.ravel()).rvalue ** 2
    assert low <= r_squared <= high


@pytest.mark.parametrize("sign", [-1, 1])
def test_the_bounds_are_met_when_folds_lie_on_a_line(sign):
    """Perfect correlation within data sets: the ends, apart from the rounding they allow for."""
    generator = np.random.default_rng(2007)
    x = generator.uniform(0.2, 0.9, (15, 1)) + 0.05 * generator.normal(size=(15, 10))
    mean = x.mean(axis=1, keepdims=True)
    y = 1.2 * mean - 0.2 + sign * 1.5 * (x - mean)
    end = table8.r_squared_bounds(summarised(x), summarised(y))[sign == 1]
    r_squared = stats.linregress(x.ravel(), y.ravel()).rvalue ** 2
    assert end == pytest.approx(r_squared, abs=0.005)
    at_print = table8.sums(summarised(x), summarised(y))
    assert at_print.r_squared(sign) == pytest.approx(r_squared, abs=0.001)
    assert at_print.correlation(r_squared) == pytest.approx(sign, abs=0.01)


@given(st.integers(0, 2**32 - 1), st.integers(4, 200))
def test_p_is_that_of_a_regression(seed, n):
    x, y = np.random.default_rng(seed).normal(size=(2, n))
    fit = stats.linregress(x, y)
    assert table8.p_value(fit.rvalue**2, n) == pytest.approx(fit.pvalue, rel=1e-6)


# --- the readings of Table 12's test -----------------------------------------------------------


def raw_folds(a, b, correlation):
    """Two times ten folds with these means, deviations and correlation, exactly."""
    z = np.random.default_rng(12).normal(size=(10, 2))
    z -= z.mean(axis=0)
    z = np.linalg.qr(z)[0] * 3
    y = correlation * z[:, 0] + np.sqrt(1 - correlation**2) * z[:, 1]
    return float(a.mean) + a.sd * z[:, 0], float(b.mean) + b.sd * y


def text_mean(mean, half_width):
    return Mean(f"{mean:.6f}", f"{half_width:.6f}")


anything = st.builds(text_mean, st.floats(0, 1), st.floats(0.001, 0.2))


@given(anything, anything, st.floats(-0.95, 0.95))
def test_readings_are_scipys_tests_of_raw_folds(a, b, correlation):
    x, y = raw_folds(a, b, correlation)
    assert np.corrcoef(x, y)[0, 1] == pytest.approx(correlation, abs=1e-9)
    for ours, p in (
        (table12.unpaired(a, b), stats.ttest_ind(x, y).pvalue),
        (table12.welch(a, b), stats.ttest_ind(x, y, equal_var=False).pvalue),
        (table12.paired(a, b, correlation), stats.ttest_rel(x, y).pvalue),
        (table12.paired(a, b, correlation, table12.CORRECTED), corrected_p(x, y)),
    ):
        if abs(p - 0.05) > 1e-9:
            assert ours == (p < 0.05)
    assert table12.p_unpaired(a, b) == pytest.approx(stats.ttest_ind(x, y).pvalue, abs=1e-12)
    one, other = (stats.t.interval(0.95, 9, v.mean(), stats.sem(v)) for v in (x, y))
    gap = max(one[0] - other[1], other[0] - one[1])
    if abs(gap) > 1e-9:
        assert table12.intervals_part(a, b) == (gap > 0)


def corrected_p(x, y):
    """Nadeau and Bengio's p, in the form in which WEKA's Experimenter has it."""
    difference = x - y
    t = difference.mean() / np.sqrt((1 / 10 + 0.1 / 0.9) * difference.var(ddof=1))
    return 2 * stats.t.sf(abs(t), 9)


def test_turned_pairs_that_differ_clearly_are_told_apart():
    """Accuracy rises and kappa falls along the row: all ten pairs turn, and all are certain."""
    row = tuple(
        Cell(f"0.{i}000", "0.0010", f"0.{9 - i}000", "0.0010", "0.5000", "0.0010")
        for i in range(1, 6)
    )
    judged = table12.judge_dataset("car", row)
    ranked = {pair.ranked("accuracy") for pair in judged if pair.turned}
    assert ranked == {(b, a) for a, b in combinations(CLASSIFIERS, 2)}
    assert all(any(pair.told.values()) for pair in judged)


def test_means_that_do_not_vary_differ_or_not_whatever_the_folds():
    same, other = Mean("1.0000", "0.0000"), Mean("0.9721", "0.0000")
    for reading in READINGS.values():
        assert not reading(same, same)
        assert reading(same, other)


def test_three_readings_of_eleven_give_table_12():
    judged = table12.judge_all(CELLS)
    fitting = {
        name
        for name in READINGS
        if {(d.dataset, d.better, d.worse) for d in table12.disagreements(judged, name)} == TABLE_12
    }
    assert len(READINGS) == 11
    assert fitting == {
        "overlap of the printed intervals",
        "unpaired t, level 0.05/10",
        "corrected paired t, r = 0",
    }


def test_no_reading_tells_a_turned_pair_apart():
    """Where accuracy and kappa order two classifiers differently, neither order is significant."""
    judged = [pair for pair in table12.judge_all(CELLS) if pair.turned]
    turned = {(pair.dataset, *pair.ranked("accuracy")) for pair in judged}
    assert turned == {
        (name, a, b)
        for name in DATASETS
        for a, b in product(CLASSIFIERS, repeat=2)
        if float(CELLS[name, a].accuracy) > float(CELLS[name, b].accuracy)
        and float(CELLS[name, a].kappa) < float(CELLS[name, b].kappa)
    }
    assert len({name for name, *_ in turned}) == 8
    assert not any(any(pair.told.values()) for pair in judged)
    assert not turned & TABLE_12


# --- the ledger --------------------------------------------------------------------------------


def test_an_unknown_model_is_refused():
    altered = Printed({**PRINTED, "table12.1.model-b": "C5.0"}, printed_folder() / KEY)
    with pytest.raises(AuditError, match=r"'C5\.0' is none of C4\.5"):
        table12.read_row(altered, 1)
