"""Accuracy against kappa: rankings, tests, correlations of folds, and what drives chance."""

import math
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog
from scipy.stats import kendalltau, spearmanr, ttest_rel
from scipy.stats import t as student
from sklearn.exceptions import UndefinedMetricWarning
from small_study import MODELS, study, study_of, whole
from statsmodels.stats.multitest import multipletests

from kappabook import ConfusionMatrix, corrected_resampled_t_test
from kappabook.study import accuracy_vs_kappa, chance_decomposition, fold_correlation
from kappabook.study.chance import chance_limits, chance_parts
from kappabook.study.comparison import disagreements
from kappabook.study.pairs import holm, pair_tests

RESULTS = whole(study(4))


@pytest.fixture(scope="module", autouse=True)
def _seldom_collected():
    """Spare statsmodels its collection of garbage in each correction: seconds in a long run."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("gc.collect", lambda *_: 0)
        yield


@pytest.fixture(scope="module")
def compared():
    return accuracy_vs_kappa(RESULTS)


def values(dataset, classifier, measure, results=RESULTS):
    folds = results.folds
    here = (folds["dataset"] == dataset) & (folds["classifier"] == classifier)
    return folds.loc[here, measure].to_numpy()


def means(measure):
    """Mean scores by plain loops, shape (n_datasets, n_classifiers)."""
    names = RESULTS.classifiers
    return np.array([[values(d, c, measure).mean() for c in names] for d in RESULTS.datasets])


# --- rankings -------------------------------------------------------------------------------


@pytest.mark.parametrize("measure", ["accuracy", "kappa"])
def test_ranks_by_plain_loops(compared, measure):
    for d, row in zip(RESULTS.datasets, means(measure), strict=True):
        found = compared.ranks.loc[d]
        for c, score in zip(RESULTS.classifiers, row, strict=True):
            above = sum(other > score + 1e-9 for other in row)
            same = sum(abs(other - score) <= 1e-9 for other in row)
            assert found.loc[c, f"{measure}_place"] == above + 1
            assert found.loc[c, measure] == above + (same + 1) / 2


def test_the_post_operative_data_of_the_2007_paper():
    """Table 10: its ranks by kappa, and the text: the best by accuracy is third by kappa."""
    names = ["J48", "NaiveBayes", "SMO", "Logistic", "RandomForest"]
    accuracy = pd.DataFrame([[0.7000, 0.6889, 0.6778, 0.6556, 0.6444]], ["post"], names)
    kappa = pd.DataFrame([[-0.0174, -0.0109, -0.0509, 0.0157, -0.0295]], ["post"], names)
    found = disagreements(accuracy, kappa).loc["post"]
    assert found["moves"] == "J48 1 → 3; SMO 3 → 5; Logistic 4 → 1; RandomForest 5 → 4"
    assert found["places"] == "1, 3, 4, 5"
    assert (found["top_accuracy"], found["top_kappa"]) == ("J48", "Logistic")
    # J48 falls behind two, SMO behind two.
    assert found["changed"] == 4
    assert found["reversed_pairs"] == 5
    assert found["spearman"] == pytest.approx(spearmanr(accuracy.loc["post"], kappa.loc["post"])[0])
    assert found["kendall"] == pytest.approx((5 - 5) / 10)


def test_ties_share_ranks_and_a_broken_tie_is_a_difference():
    accuracy = pd.DataFrame([[0.9, 0.8, 0.8], [0.7, 0.7, 0.7]], ["a", "b"], list("xyz"))
    kappa = pd.DataFrame([[0.8, 0.5, 0.6], [0.4, 0.4, 0.4]], ["a", "b"], list("xyz"))
    found = disagreements(accuracy, kappa)
    assert found.loc["a", "moves"] == "y 2.5 → 3; z 2.5 → 2"
    assert found.loc["a", "places"] == "2"
    assert found["reversed_pairs"].tolist() == [0, 0]
    assert found["differs"].tolist() == [True, False]
    assert found.loc["b", "top_kappa"] == "x, y, z"
    assert math.isnan(found.loc["b", "spearman"])
    assert math.isnan(found.loc["b", "kendall"])
    assert found.loc["a", "kendall"] == pytest.approx(kendalltau([0.9, 0.8, 0.8], [8, 5, 6])[0])


@settings(max_examples=settings.default.max_examples // 2)
@given(st.integers(0, 10**6))
def test_with_classes_of_one_size_in_every_fold_the_rankings_agree(seed):
    """Chance is then 1/C whatever is predicted, and kappa a rising line in accuracy."""
    rng = np.random.default_rng(seed)
    truth, folds = np.tile(np.arange(3), 20), np.repeat([1, 2, 3, 4], 15)
    right = {name: rng.random(60) < rng.random() for name in "abc"}
    guesses = {n: np.where(r, truth, rng.integers(0, 3, 60)) for n, r in right.items()}
    found = accuracy_vs_kappa(whole(study_of(guesses, truth, folds)))
    assert not found.disagreements["differs"].any()
    pd.testing.assert_series_equal(found.ranks["accuracy"], found.ranks["kappa"], check_names=False)
    assert len(found.conflicts) == 0


def test_rounding_to_what_a_table_prints_makes_ties():
    """Accuracies 0.69 and 0.71 are both 0.7 in a table of one digit."""
    truth = [0] * 70 + [1] * 30
    guesses = {"a": [0] * 69 + [1] * 1 + [0] * 30, "b": [0] * 71 + [1] * 29}
    guesses["b"][:28] = [1] * 28
    results = whole(study_of(guesses, truth, [1, 2] * 50))
    np.testing.assert_allclose(results.summary()["accuracy"], [0.69, 0.71])
    assert accuracy_vs_kappa(results).ranks["accuracy"].tolist() == [2, 1]
    assert accuracy_vs_kappa(results, decimals=1).ranks["accuracy"].tolist() == [1.5, 1.5]


# --- tests ----------------------------------------------------------------------------------


@pytest.mark.parametrize("measure", ["accuracy", "kappa"])
def test_pair_tests_by_plain_loops_and_statsmodels(compared, measure):
    for d in RESULTS.datasets:
        p_values = []
        for a, b in combinations(RESULTS.classifiers, 2):
            x, y = values(d, a, measure), values(d, b, measure)
            # The plain paired t divided by how much the correction widens the error:
            # 1/5 becomes 1/5 + 1/4 for five folds.
            t = ttest_rel(x, y).statistic / math.sqrt(1 + 5 / 4)
            row = compared.tests.loc[d, a, b]
            assert row[f"{measure}_t"] == pytest.approx(t)
            assert row[f"{measure}_difference"] == pytest.approx(x.mean() - y.mean())
            p_values.append(2 * student.sf(abs(t), 4))
            test = corrected_resampled_t_test(x - y, test_train_ratio=1 / 4)
            for name, alpha in (("", 0.05), ("_holm", 0.05 / 6)):  # six pairs
                expected = test.detectable_difference(alpha=alpha)
                assert row[f"{measure}_detectable{name}"] == pytest.approx(expected)
        rejected, adjusted, _, _ = multipletests(p_values, 0.05, method="holm")
        here = compared.tests.loc[d]
        np.testing.assert_allclose(here[f"{measure}_holm"], adjusted)
        for significant, ((a, b), row) in zip(rejected, here.iterrows(), strict=True):
            better, worse = (a, b) if row[f"{measure}_difference"] > 0 else (b, a)
            expected = f"{better} > {worse}" if significant else "no difference"
            assert row[f"{measure}_verdict"] == expected
    told = compared.tests["accuracy_verdict"] != compared.tests["kappa_verdict"]
    pd.testing.assert_frame_equal(compared.conflicts, compared.tests[told])


@settings(max_examples=30)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_holm_is_statsmodels_and_what_could_not_be_tested_counts(p_values):
    np.testing.assert_allclose(holm(p_values), multipletests(p_values, method="holm")[1])
    expected = multipletests([*p_values, 1.0], method="holm")[1][:-1]
    np.testing.assert_allclose(holm([*p_values, math.nan]), [*expected, math.nan])


def test_twins_do_not_differ_and_a_constant_difference_has_no_test():
    truth, folds = np.tile([0, 1], 20), np.repeat([1, 2, 3, 4], 10)
    worse = truth.copy()
    worse[::10] = 1 - worse[::10]  # one error in every fold
    guesses = {"right": truth, "twin": truth, "worse": worse}
    tests = pair_tests(whole(study_of(guesses, truth, folds))).loc["own"]
    assert tests.loc[("right", "twin"), "accuracy_verdict"] == "no difference"
    assert tests.loc[("right", "twin"), "accuracy_p"] == 1
    assert tests.loc[("right", "worse"), "kappa_verdict"] == "undefined"
    assert tests.loc[("right", "worse"), "kappa_difference"] == pytest.approx(0.2)
    assert not tests["differ"].any()


def test_the_folds_are_those_of_the_first_data_set():
    truth = [0, 1] * 8
    guesses = {"right": truth, "half": [0, 0, 1, 1] * 4}
    parts = [study_of(guesses, truth, np.arange(16) // n + 1, d) for n, d in ((8, "z"), (4, "a"))]
    assert accuracy_vs_kappa(whole(pd.concat(parts))).folds == (1, 2)


@pytest.mark.parametrize("names", [("right", "bad"), ("bad", "right")])
def test_a_verdict_names_the_better_one_first(names):
    truth, folds = np.tile([0, 1], 20), np.repeat([1, 2, 3, 4], 10)
    wrong = np.tile(np.arange(10), 4) < folds + 2  # 3 to 6 errors in a fold
    guesses = {"right": truth, "bad": np.where(wrong, 1 - truth, truth)}
    tests = pair_tests(whole(study_of({name: guesses[name] for name in names}, truth, folds)))
    assert tests.loc[("own", *names), "accuracy_verdict"] == "right > bad"


def test_repeats_count_as_folds_of_one_ratio():
    results = whole(study(1, models=("tree", "bayes"), repeats=2, folds=3, n=90))
    compared = accuracy_vs_kappa(results)
    assert compared.folds == (2, 3)
    x, y = (values("made-0", name, "kappa", results) for name in ("tree", "bayes"))
    t = ttest_rel(x, y).statistic / math.sqrt(1 + 6 / 2)
    assert compared.tests["kappa_t"].iloc[0] == pytest.approx(t)


# --- anyone's own results -------------------------------------------------------------------


def test_one_data_set_has_no_friedman_test():
    compared = accuracy_vs_kappa(RESULTS.select(dataset="made-0"))
    assert compared.friedman is None
    assert "No Friedman test: there is one data set" in str(compared)
    assert accuracy_vs_kappa(RESULTS.select(dataset=["made-0", "made-1"])).friedman is not None
    two = accuracy_vs_kappa(RESULTS.select(classifier=["tree", "bayes"]))
    assert "two classifiers" in two.friedman_reason


def test_refusals():
    two = pd.concat([study(1), study(1).assign(engine="weka", engine_version="3")])
    with pytest.raises(ValueError, match=r"results of sklearn and weka; choose one: results.sel"):
        accuracy_vs_kappa(whole(two))
    with pytest.raises(ValueError, match="tree is the only classifier"):
        accuracy_vs_kappa(RESULTS.select(classifier="tree"))
    part = study(4).query("not (classifier == 'bayes' and dataset == 'made-2')")
    with pytest.raises(ValueError, match="bayes was not run on made-2; every classifier must"):
        accuracy_vs_kappa(whole(part))
    repeats = study(1, models=("tree", "bayes"), repeats=2, folds=3, n=60)
    less = whole(repeats.query("not (classifier == 'tree' and repeat == 2)"))
    with pytest.raises(ValueError, match="tree has no repeat 2 on made-0; choose the repeats"):
        accuracy_vs_kappa(less)
    with pytest.raises(ValueError, match="the repeats on own have 1 folds; the test needs"):
        accuracy_vs_kappa(whole(study_of({"a": [0, 1], "b": [1, 1]}, [0, 1], [1, 1])))
    with pytest.warns(UndefinedMetricWarning):
        alone = whole(study_of({"a": [0, 0], "b": [0, 0]}, [0, 0], [1, 2]))
    with pytest.raises(ValueError, match="kappa of a on own is undefined in every fold"):
        accuracy_vs_kappa(alone)


# --- correlation of folds -------------------------------------------------------------------


def test_fold_correlation_joins_the_half_widths_to_the_paired_test():
    """The variance of the difference follows from two half-widths and the correlation."""
    cells = RESULTS.summary(("dataset", "classifier")).loc["made-1"]
    a, b = cells.loc["tree", "kappa_ci"], cells.loc["bayes", "kappa_ci"]
    rho = fold_correlation(RESULTS, "made-1", "tree", "bayes", measure="kappa")
    error = math.sqrt(a**2 + b**2 - 2 * rho * a * b) / student.ppf(0.975, 4)
    x, y = values("made-1", "tree", "kappa"), values("made-1", "bayes", "kappa")
    difference = cells.loc["tree", "kappa"] - cells.loc["bayes", "kappa"]
    assert difference / error == pytest.approx(ttest_rel(x, y).statistic)
    assert fold_correlation(RESULTS, "made-1", "bayes", "tree", measure="kappa") == rho


def test_refusals_of_the_correlation():
    with pytest.raises(ValueError, match="no data set 'lev' in these results; there are made-0"):
        fold_correlation(RESULTS, "lev", "tree", "bayes")
    with pytest.raises(ValueError, match="no classifier 'SMO' on made-0; there are tree, bayes"):
        fold_correlation(RESULTS, "made-0", "tree", "SMO")
    truth = [0, 1] * 4
    same = whole(study_of({"a": truth, "b": [0, 1, 1, 1] * 2}, truth, [1, 1, 2, 2] * 2))
    with pytest.warns(UndefinedMetricWarning, match="a or b has the same accuracy in every fold"):
        assert math.isnan(fold_correlation(same, "own", "a", "b"))


# --- what drives chance ---------------------------------------------------------------------

TABLES = st.integers(2, 5).flatmap(
    lambda c: st.lists(st.integers(0, 40), min_size=c * c, max_size=c * c).map(
        lambda cells: np.array(cells).reshape(c, c)
    )
)


@given(TABLES)
def test_parts_sum_to_chance_and_leaning_comes_from_errors(cells):
    assume(cells.sum() > 0)
    matrix = ConfusionMatrix(cells)
    guessing, leaning = chance_parts(matrix.row_totals, matrix.column_totals)
    assert guessing + leaning == pytest.approx(matrix.chance_agreement, abs=1e-12)
    r, p = matrix.row_margins, cells / cells.sum()
    errors = sum(p[i, j] * (r[j] - r[i]) for i in range(len(r)) for j in range(len(r)) if i != j)
    assert leaning == pytest.approx(errors, abs=1e-12)
    assert abs(leaning) <= (1 - matrix.accuracy) * np.ptp(r) + 1e-12
    assert guessing >= 1 / len(r) - 1e-12


@settings(max_examples=40)
@given(
    st.lists(st.integers(0, 20), min_size=2, max_size=4).filter(any),
    st.floats(0, 1),
)
def test_limits_are_those_of_the_linear_programme(actual, accuracy):
    """Over all tables with these row totals and this share of hits."""
    r = np.array(actual) / sum(actual)
    c = len(r)
    gain = np.tile(r, c)  # cell (i, j) brings r_j to chance
    rows = np.kron(np.eye(c), np.ones(c))
    equal, values = np.vstack([rows, np.eye(c).ravel()]), np.append(r, accuracy)
    for sign, found in zip((1, -1), chance_limits(actual, accuracy), strict=True):
        best = linprog(sign * gain, A_eq=equal, b_eq=values)
        assert found == pytest.approx(sign * best.fun, abs=1e-7)


def test_decomposition_over_cells():
    found = chance_decomposition(RESULTS)
    cells = found.cells
    np.testing.assert_allclose(cells["guessing"] + cells["leaning"], cells["chance"], atol=1e-12)
    summary = RESULTS.summary(("dataset", "classifier"))
    np.testing.assert_allclose(cells["chance"], summary["chance"])
    np.testing.assert_allclose(cells["pull"] * cells["error_rate"], cells["leaning"])
    assert (cells["lowest"] <= cells["chance"] + 1e-12).all()
    assert (cells["chance"] <= cells["highest"] + 1e-12).all()
    # Guessing belongs to the data set.
    assert (cells.groupby("dataset")["guessing"].agg(np.ptp) < 1e-12).all()
    assert found.guessing_share + found.leaning_share == pytest.approx(1)
    table = cells["chance"].to_numpy().reshape(4, len(MODELS))
    between = len(MODELS) * ((table.mean(axis=1) - table.mean()) ** 2).sum()
    within = ((table - table.mean(axis=1, keepdims=True)) ** 2).sum()
    assert found.between_datasets == pytest.approx(between / (between + within))
    assert found.within_datasets == pytest.approx(within / (between + within))
    assert "lies between data sets" in str(found)
    assert found._repr_html_().count("<tr") == 4 * len(MODELS) + 2


def test_a_majority_guesser_leans_as_far_as_can_be():
    guesser = whole(study_of({"majority": [0] * 10}, [0] * 7 + [1] * 3, [1] * 10))
    cell = chance_decomposition(guesser).cells.iloc[0]
    assert cell["chance"] == pytest.approx(0.7) == cell["highest"]
    assert (cell["leaning"], cell["pull"]) == pytest.approx((0.3 * 0.4, 0.7 - 0.3))


def test_without_variation_nothing_is_shared_out():
    truth = [0, 1] * 4
    found = chance_decomposition(whole(study_of({"a": truth, "b": truth}, truth, [1] * 8)))
    assert math.isnan(found.between_datasets)
    assert found.cells["pull"].isna().all()
    assert "does not vary" in str(found)
    for actual in ([3], [0, 0]):
        with pytest.raises(ValueError, match="give the cases of each of at least two classes"):
            chance_limits(actual)
    with pytest.raises(ValueError, match="accuracy is 70; give a share"):
        chance_limits([3, 4], 70)
