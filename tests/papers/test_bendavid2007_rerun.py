"""The 2007 experiment again: what became of each cell, by other roads than the package's own."""

from itertools import islice
from math import sqrt

import numpy as np
import pandas as pd
import pytest
from scipy.stats import t as student
from sklearn import config_context
from sklearn.metrics import cohen_kappa_score
from support import ROOT, need_data

from experiments import nursery_samples
from experiments.readings import COLUMNS, readings
from kappabook.data import encode
from kappabook.papers.bendavid2007 import (
    false_matches,
    impossible,
    recomputed,
    rerun,
    table12,
)
from kappabook.papers.bendavid2007.definitions import (
    PUBLIC,
    cells,
    keys,
    read,
)
from kappabook.study import accuracy_vs_kappa
from kappabook.study.published import MATCHED

PRINTED = read()
PAPER, ALL = cells(PRINTED), keys()
OUTCOMES = {key: rerun.outcome(PRINTED, key) for key in ALL}
T9 = student.ppf(0.975, 9)


@pytest.fixture(scope="module")
def folds():
    """Accuracy, kappa and chance of each fold from the file, by scikit-learn and plain sums."""
    table, found = pd.read_csv(ROOT / "data/results/study-weka.csv"), {}
    # What scikit-learn checks of its arguments takes longer than kappa.
    with config_context(skip_parameter_validation=True, assume_finite=True):
        for dataset, classifier, *_, fold, text in table.itertuples(index=False):
            cells = np.array([row.split() for row in text.split(";")], dtype=int)
            truth, guess = (place.ravel() for place in np.indices(cells.shape))
            count, n = cells.ravel(), cells.sum()
            kappa = cohen_kappa_score(truth, guess, sample_weight=count)
            chance = cells.sum(axis=1) @ cells.sum(axis=0) / n**2
            found[dataset, classifier, fold] = np.trace(cells) / n, kappa, chance
    return pd.DataFrame.from_dict(found, orient="index", columns=["accuracy", "kappa", "chance"])


def ten(folds, key, column):
    return np.array([folds.loc[[(*key, fold)], column].item() for fold in range(1, 11)])


def half_width(values):
    return T9 * np.std(values, ddof=1) / sqrt(10)


# --- the cells of Appendix A ---------------------------------------------------------------------


def test_exact_cells_equal_print_also_by_scikit_learn(folds):
    for key, found in OUTCOMES.items():
        if found in ("exact", "near"):
            accuracy, kappa = (ten(folds, key, c).mean() for c in ("accuracy", "kappa"))
            same = abs(accuracy - float(PAPER[key].accuracy)) < 5.1e-5
            same &= abs(kappa - float(PAPER[key].kappa)) < 5.1e-5
            assert same == (found == "exact")


def test_samples_are_drawn_from_nursery_and_the_first_is_the_studys():
    need_data("nursery")
    first, second = islice(nursery_samples.tables(), 2)
    study = encode("nursery", download=False)
    np.testing.assert_array_equal(first.X, study.X)
    np.testing.assert_array_equal(first.y, study.y)
    assert len(second.y) == 1000
    assert (second.X != first.X).any()


# --- chance --------------------------------------------------------------------------------------


def test_stored_zeros_give_monks_naive_bayes_to_four_decimals(folds):
    """Mean and half-width, from accuracy and kappa alone."""
    accuracy, kappa = (ten(folds, ("monks-3", "NaiveBayes"), c) for c in ("accuracy", "kappa"))
    perfect = np.isclose(kappa, 1)
    solved = np.where(perfect, 0, (accuracy - kappa) / np.where(perfect, 1, 1 - kappa))
    assert perfect.sum() == 3
    assert (f"{solved.mean():.4f}", f"{half_width(solved):.4f}") == ("0.3496", "0.1726")
    row = recomputed.impossible_cells(PRINTED).loc[("monks-3", "NaiveBayes")]
    assert row["ours, solved"] == pytest.approx(solved.mean(), abs=1e-12)
    assert row["its half-width"] == pytest.approx(half_width(solved), abs=1e-12)


def test_true_chance_lies_where_print_and_class_counts_have_it(folds):
    """But for Balance with Logistic: three perfect folds, where the paper had four."""
    for key in impossible.IMPOSSIBLE:
        found = impossible.imputed(PRINTED, key)
        chance, ends = ten(folds, key, "chance"), found.chance
        width = found.half_width
        inside = ends.low - 1e-9 <= chance.mean() <= ends.high + 1e-9
        assert inside == (key != ("balance-scale", "Logistic"))
        assert width.low - 1e-9 <= half_width(chance) <= width.high + 1e-9
    perfect = np.isclose(ten(folds, ("balance-scale", "Logistic"), "kappa"), 1).sum()
    assert (perfect, impossible.perfect_folds(PAPER["balance-scale", "Logistic"])) == (3, 4)


def test_average_chance_in_three_lines(folds):
    table = recomputed.average_chance(PRINTED)
    printed = {key: float(PAPER[key].chance) for key in ALL}
    ours = {key: ten(folds, key, "chance").mean() for key in ALL if key[0] in PUBLIC}
    assert f"{np.mean(list(printed.values())):.4f}" == PRINTED["table7.average.chance"]
    zeros = {"NaiveBayes": 3, "J48": 10, "SMO": 10, "Logistic": 10, "RandomForest": 10}
    added = sum(zeros.values()) / 10 / 2 + 4 / 10 / 3
    least = (sum(printed.values()) + added) / 75
    line = table.loc["print: a perfect fold has at least 1/C"]
    assert line["least"] == pytest.approx(least, abs=1e-12)
    assert line["least"] >= 0.3769
    counted = table.loc["print and class counts"]
    assert least < counted["least"] < counted["most"]
    assert round((counted["least"] + counted["most"]) / 2, 4) == 0.3776
    for name, chosen in (
        ("re-run of the impossible cells", impossible.IMPOSSIBLE),
        ("re-run of the 9 matched data sets", [k for k in ALL if k[0] in MATCHED]),
        ("re-run of the 12 public data sets", list(ours)),
    ):
        mixed = printed | {key: ours[key] for key in chosen}
        line = table.loc[name]
        assert line["cells"] == len(chosen)
        assert line["least"] == line["most"] == pytest.approx(np.mean(list(mixed.values())))
        assert line["these, ours"] == pytest.approx(np.mean([ours[key] for key in chosen]))
        assert line["these, printed"] == pytest.approx(np.mean([printed[key] for key in chosen]))
        assert round(line["least"], 3) in (0.377, 0.378)


# --- Tables 7 to 12 ------------------------------------------------------------------------------


def test_four_classifiers_rank_as_in_print_on_all_matched_data_sets():
    four = recomputed.rankings(PRINTED, rerun.STEADY)
    assert four.loc[list(MATCHED), "same ranks"].all()
    five = recomputed.rankings(PRINTED)
    moved = five.index[five["matched"] & (five["differ in print"] != five["differ in ours"])]
    assert set(moved) == {"lev", "swd"}
    ours = accuracy_vs_kappa(rerun.results(), decimals=4).disagreements["differs"]
    assert five["differ in ours"].tolist() == ours.tolist()


def test_lev_pair_differs_by_accuracy_too(folds):
    """From the folds, and from print with the folds' correlation."""
    table = recomputed.lev_tests(PRINTED)
    pair = table12.read_row(PRINTED, 3)
    for measure in ("accuracy", "kappa"):
        a, b = (ten(folds, ("lev", name), measure) for name in ("SMO", "NaiveBayes"))
        d, row = a - b, table.loc[measure]
        for column, variance in (("paired", 1 / 10), ("corrected", 1 / 10 + 1 / 9)):
            statistic = d.mean() / sqrt(variance * d.var(ddof=1))
            assert row[column] == pytest.approx(2 * student.sf(abs(statistic), 9))
        assert row["correlation"] == pytest.approx(np.corrcoef(a, b)[0, 1])
        assert row["corrected"] < row["Holm"] < 0.05
        means = table12.compared(PAPER, pair, measure)
        assert table12.paired(*means, row["correlation"], table12.CORRECTED)
    assert table["intervals part"].tolist() == [False, True]


# --- seeds and luck ------------------------------------------------------------------------------


def test_the_chosen_reading_comes_first_and_equals_print_where_it_should():
    first = false_matches.judged(PRINTED).groupby(["dataset", "classifier"], sort=False).first()
    assert not first["other"].any()
    assert first["all"].all()
    seen = false_matches.readings()
    chosen = seen.groupby(["dataset", "classifier"], sort=False).first()
    for (dataset, classifier), row in chosen.iterrows():
        ours = rerun.summary()[dataset, classifier]
        assert row["accuracy"] == pytest.approx(ours["accuracy"], abs=1e-6)
        assert row["kappa"] == pytest.approx(ours["kappa"], abs=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["monks-3", "balance-scale"])
def test_readings_run_again_are_the_same(name):
    pytest.importorskip("jpype", reason='WEKA is not installed: pip install ".[weka]"')
    need_data(name)
    again = pd.DataFrame(readings(name), columns=list(COLUMNS))
    there = false_matches.readings().query("dataset == @name").reset_index(drop=True)
    pd.testing.assert_frame_equal(again, there, rtol=1e-5)
