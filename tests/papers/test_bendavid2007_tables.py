"""Tables 7, 9, 10, 11 of the 2007 paper: other derivations, simulations, exhaustive searches."""

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.stats import rankdata, t

from kappabook import ConfusionMatrix
from kappabook.audit.computed import agrees
from kappabook.audit.printed import AuditError, Printed
from kappabook.data.derived import balance_scale, monks_3_test
from kappabook.papers.bendavid2007 import impossible, tables
from kappabook.papers.bendavid2007 import share_of_hits as shares
from kappabook.papers.bendavid2007.definitions import (
    CLASSIFIERS,
    FOLDS,
    KEY,
    TABLES,
    Cell,
    Within,
    cells,
    read,
)
from kappabook.system.checkout import printed_folder

PRINTED = read()
CELLS = cells(PRINTED)
MONKS_BAYES = CELLS["monks-3", "NaiveBayes"]
BALANCE_LOGISTIC = CELLS["balance-scale", "Logistic"]
SIX = {
    ("balance-scale", "Logistic"),
    *(("monks-3", classifier) for classifier in CLASSIFIERS),
}
# Table 6 prints 5 for Balance, which is corrected.
CLASSES = impossible.true_classes(PRINTED)
SEED = 20070110


def chance_of(matrix):
    return ConfusionMatrix(matrix).exact().chance_agreement


def every_table(n, classes):
    """Yield all tables of n cases."""
    for cut in combinations_with_replacement(range(n + 1), classes**2 - 1):
        ends = (0, *cut, n)
        yield np.diff(ends).reshape(classes, classes)


def printed_cell(accuracy, kappa, chance):
    """Print three rows of ten folds as the paper does: means and half-widths, four decimals."""
    texts = []
    for values in (accuracy, kappa, chance):
        half = t.ppf(0.975, FOLDS - 1) * np.std(values, ddof=1) / np.sqrt(FOLDS)
        texts += [f"{np.mean(values):.4f}", f"{half:.4f}"]
    return Cell(*texts)


# --- rounding -----------------------------------------------------------------------------------


@given(st.integers(0, 9999), st.integers(0, 200), st.integers(1, 4))
def test_a_certain_text_is_right_at_both_ends(start, width, decimals):
    low, high = Fraction(start, 10000), Fraction(start + width, 10000)
    text = f"{float((low + high) / 2):.{decimals}f}"
    both = agrees(low, text) and agrees(high, text)
    assert Within(low, high).agrees(text) == both


def test_a_bound_is_tight_and_other_words_say_nothing():
    value = Within(0.0003, 0.0059)
    assert value.agrees("below 0.006")
    assert not value.agrees("below 0.005")
    assert not value.agrees("below 0.008")
    assert not value.agrees("small")
    assert not value.agrees("")


# --- the appendix: kappa beside accuracy and chance ---------------------------------------------


@settings(deadline=None)
@given(st.lists(st.tuples(st.floats(-0.2, 0.99), st.floats(0.1, 0.9)), min_size=10, max_size=10))
def test_the_gap_is_a_covariance_and_within_its_bound(folds):
    kappa, chance = np.array(folds).T
    accuracy = kappa + chance - kappa * chance
    exact_gap = kappa.mean() - (accuracy.mean() - chance.mean()) / (1 - chance.mean())
    covariance = np.cov(kappa, chance, ddof=0)[0, 1]
    assert exact_gap == pytest.approx(covariance / (1 - chance.mean()), abs=1e-12)
    cell = printed_cell(accuracy, kappa, chance)
    assert agrees(tables.kappa_range(cell), cell.kappa)


def test_chance_1_is_refused():
    with pytest.raises(AuditError, match=r"chance 1\.0000 leaves kappa undefined"):
        tables.gap(Cell("1.0000", "0", "1.0000", "0", "1.0000", "0"))


# --- impossible chances -------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "classes"), [(8, 2), (12, 2), (4, 3), (5, 3)])
def test_no_table_has_a_chance_below_the_bound(n, classes):
    for table in every_table(n, classes):
        accuracy = Fraction(int(np.trace(table)), n)
        assert chance_of(table) >= impossible.least_chance(accuracy, classes)


def test_the_bound_is_attained_by_two_classes():
    for n in range(2, 13, 2):
        for hits in range(0, n + 1, 2):
            one_sided = [[hits // 2, n - hits], [0, hits // 2]]
            accuracy = Fraction(hits, n)
            assert chance_of(one_sided) == impossible.least_chance(accuracy, 2)
            assert chance_of(one_sided) >= accuracy / 2


def test_six_cells_are_impossible_and_no_other():
    assert impossible.impossible(CELLS, CLASSES) == SIX == set(impossible.IMPOSSIBLE)
    with_five = impossible.impossible(CELLS, CLASSES | {"balance-scale": 5})
    assert with_five == SIX - {("balance-scale", "Logistic")}
    assert impossible.least_mean_chance(MONKS_BAYES, 2) == pytest.approx(0.4992, abs=5e-5)
    beside = impossible.least_beside(BALANCE_LOGISTIC, CELLS["balance-scale", "NaiveBayes"])
    assert float(beside) == pytest.approx(0.36, abs=2e-4)


# --- the cause that fits ------------------------------------------------------------------------


@pytest.mark.parametrize("zeros", range(1, 10))
def test_half_width_of_stored_zeros_is_that_of_the_ten_numbers(zeros):
    values = np.array([0.0] * zeros + [0.47] * (FOLDS - zeros))
    expected = t.ppf(0.975, 9) * values.std(ddof=1) / np.sqrt(10)
    assert impossible.half_width_of_zeros(values.mean(), zeros) == pytest.approx(expected)


def test_only_three_and_four_perfect_folds_fit_and_both_witnesses_agree():
    for cell, folds, width in ((MONKS_BAYES, 3, 0.1726), (BALANCE_LOGISTIC, 4, 0.1569)):
        assert impossible.fitting_zeros(cell) == impossible.zeros_by_kappa(cell) == (folds,)
        half = impossible.half_width_of_zeros(float(cell.chance), folds)
        assert half == pytest.approx(width, abs=5e-5)
        assert f"{half:.4f}" == cell.chance_ci
    assert {key for key, cell in CELLS.items() if impossible.perfect_folds(cell)} == SIX


def simulated_folds(rng, perfect):
    """Ten folds of Monks-3, some perfect, the others with one or two errors; what WEKA tells."""
    accuracy, kappa, stored, true = [], [], [], []
    for fold in range(FOLDS):
        table = np.diag([20, 23])
        errors = 0 if fold < perfect else rng.integers(1, 3)
        for _ in range(errors):
            row = rng.integers(2)
            table[row] += (-1, 1) if row == 0 else (1, -1)
        matrix = ConfusionMatrix(table)
        accuracy.append(matrix.accuracy)
        kappa.append(matrix.kappa)
        true.append(matrix.chance_agreement)
        is_perfect = matrix.kappa == 1
        inverted = 0.0 if is_perfect else (accuracy[-1] - kappa[-1]) / (1 - kappa[-1])
        assert is_perfect or inverted == pytest.approx(true[-1])
        stored.append(inverted)
    return np.array(accuracy), np.array(kappa), np.array(stored), np.array(true)


@pytest.mark.parametrize("perfect", [2, 3, 5, 7])
def test_simulated_zeros_are_found_and_imputed(perfect):
    rng = np.random.default_rng(SEED)
    told = 0
    for _ in range(20):
        accuracy, kappa, stored, true = simulated_folds(rng, perfect)
        cell = printed_cell(accuracy, kappa, stored)
        assert perfect in impossible.zeros_by_kappa(cell)
        # The other chances vary a little, so that the half-width may be off in its last digit.
        assert impossible.perfect_folds(cell) in (0, perfect)
        if impossible.perfect_folds(cell):
            told += 1
            right = impossible.impute(cell, (200, 230))  # each fold 20 and 23
            assert right.chance.low - 1e-9 <= true.mean() <= right.chance.high + 1e-9
            half = float(printed_cell(accuracy, kappa, true).chance_ci)
            assert right.half_width.low - 5e-5 <= half <= right.half_width.high + 5e-5
            assert impossible.least_mean_chance(cell, 2) <= true.mean()
    assert told > 0


def test_simulated_folds_without_zeros_are_left_alone():
    rng = np.random.default_rng(SEED)
    accuracy, kappa, _, true = simulated_folds(rng, 0)
    assert impossible.perfect_folds(printed_cell(accuracy, kappa, true)) == 0
    with pytest.raises(AuditError, match="fits no number of perfect folds"):
        impossible.impute(printed_cell(accuracy, kappa, true), (204, 228))


@given(st.lists(st.integers(1, 60), min_size=2, max_size=4))
def test_perfect_stratified_folds_have_the_chance_of_their_own_classes(counts):
    """Folds counted one case at a time; none below the least for so many classes."""
    assume(sum(counts) >= FOLDS)
    folds = np.zeros((FOLDS, len(counts)), dtype=int)
    for case, label in enumerate(np.repeat(range(len(counts)), counts)):
        folds[case % FOLDS, label] += 1
    assert np.ptp(folds, axis=0).max() <= 1
    expected = [chance_of(np.diag(fold)) for fold in folds]
    assert list(impossible.perfect_chances(tuple(counts))) == expected
    assert min(expected) >= Fraction(1, len(counts))


def test_class_counts_are_those_of_the_rules_and_add_to_the_printed_sizes():
    made = {"balance-scale": balance_scale(), "monks-3": monks_3_test()}
    for dataset, lines in made.items():
        counts = Counter(line.strip()[0] for line in lines)
        assert sorted(counts.values()) == sorted(impossible.CLASS_COUNTS[dataset])
        assert str(counts.total()) == PRINTED[f"table6.{dataset}.size"]


# --- what they come to --------------------------------------------------------------------------


def test_overlapping_differences_are_refused():
    names = [f"{TABLES[c]}.esl.chance" for c in CLASSIFIERS]
    housing = [f"{TABLES[c]}.boston-housing.chance" for c in CLASSIFIERS]
    same = {ours: PRINTED[theirs] for ours, theirs in zip(names, housing, strict=True)}
    with pytest.raises(AuditError, match="cannot be put in order"):
        tables.reranked(Printed({**PRINTED, **same}, printed_folder() / KEY))


# --- ranks --------------------------------------------------------------------------------------


def test_rankings_by_scipy():
    changed, tops = 0, 0
    for dataset, both in tables.rankings(CELLS).items():
        row = [CELLS[dataset, classifier] for classifier in CLASSIFIERS]
        accuracy = rankdata([-float(cell.accuracy) for cell in row], method="min")
        kappa = rankdata([-float(cell.kappa) for cell in row], method="min")
        assert both == tables.Ranking(tuple(accuracy), tuple(kappa))
        changed += int((accuracy != kappa).sum())
        tops += set(np.flatnonzero(accuracy == 1)) != set(np.flatnonzero(kappa == 1))
        tied = any(len(set(places)) < 5 for places in vars(both).values())
        assert tied == (dataset == "monks-3")
    assert (changed, tops) == (22, 5)
    assert tables.differing(tables.rankings(CELLS)) == tables.TABLE_9


# --- shares of the hits -------------------------------------------------------------------------


@given(
    st.fractions(0, Fraction(99, 100), max_denominator=100),
    st.lists(st.integers(1, 9), min_size=2, max_size=4),
)
def test_know_or_guess_gives_kappa_and_the_guessed_share(known, counts):
    """Exact tables: known cases on the diagonal, the others by independent margins."""
    margins = np.array([Fraction(c, sum(counts)) for c in counts])
    guess = (1 - known) * np.outer(margins, margins)
    matrix = ConfusionMatrix.from_probabilities(guess + known * np.diag(margins))
    assert matrix.kappa == known
    means = shares.Means(matrix.accuracy, matrix.kappa, matrix.chance_agreement)
    assert shares.guessed_hits(means) == np.trace(guess) / matrix.accuracy
    assert shares.guessed_hits(means) <= shares.chance_of_hits(means)
