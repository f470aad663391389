"""Classifiers on one's own data: columns, folds, measures, comparisons, findings."""

import itertools
import json
import math
import re
import warnings
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, f1_score, matthews_corrcoef, roc_auc_score
from sklearn.metrics import cohen_kappa_score as kappa_of_sklearn
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from statsmodels.stats.multitest import multipletests
from support import slowly

from kappabook import auk_score
from kappabook.commands import own_data
from kappabook.commands.own_data import output, pictures
from kappabook.commands.own_data.columns import read_column
from kappabook.commands.own_data.comparison import comparison_rows
from kappabook.commands.own_data.fold_measures import ALL, values_of_fold
from kappabook.commands.own_data.reading import RawData
from kappabook.commands.own_data.thresholds import _calibrated_cut


def table(**columns):
    return RawData("own", {name: list(cells) for name, cells in columns.items()})


def evaluated(name, target, chosen=("logistic", "tree"), repeats=2, n_splits=5, **how):
    data = own_data.prepare(own_data.read_data(name), target)
    models = own_data.classifiers(chosen)
    folds = own_data.cross_validate_all(data, models, repeats=repeats, n_splits=n_splits, n_jobs=1)
    return own_data.evaluate(folds, **how)


@pytest.fixture(scope="module")
def cancer():
    return evaluated("breast-cancer", "diagnosis", costs="1:10", prevalence_changes=True)


@pytest.fixture(scope="module")
def wine():
    return evaluated("wine", "cultivar", ("tree", "naive-bayes"))


def test_the_auk_of_several_classes_is_called_a_share(wine, cancer):
    assert "AUK, of the best possible" in wine.measures()
    assert "AUK" in wine.measures(label="class_0")  # of one class against the rest: as it is
    assert "AUK" in cancer.measures()


# --- columns ----------------------------------------------------------------------------------

MANY = [str(i / 7) for i in range(40)]


@pytest.mark.parametrize(
    ("cells", "kind", "said"),
    [
        (["1", "2.5", None, "-3e2"], "number", ""),
        (["1,5", "2,25", "3"], "number", "decimal points"),
        (["1,500", "22,000", "3"], "number", "thousands"),
        ([*MANY, "n/a", "unknown"], "number", "Taken for missing: 'n/a', 'unknown' (2 in all)"),
        ([*["5"] * 6, *["five"] * 4, "7"], "category", "Mixed: 7 of 11"),
        (["2026-03-01", "2025-12-31", None], "date", ""),
        (["31.12.2025", "1.3.2026"], "date", ""),
        (["12/31/2025", "1/3/2026"], "date", "month first."),
        (["1/2/2025", "1/3/2026"], "date", "the other order fits too"),
        (["red", "blue", "red", None], "category", ""),
        ([f"patient {i}" for i in range(40)], "set aside", "names the rows"),
        (["7", "7", "7"], "set aside", "constant"),
        (["7", "7", None], "number", ""),
        ([None, None], "set aside", "missing"),
        (["NA", "?", None], "set aside", "missing"),
        (["inf", "1", "2"], "number", "Taken for missing: 'inf'"),
    ],
)
def test_a_column_is_what_its_cells_are(cells, kind, said):
    column = read_column("x", cells)
    assert column.kind == kind
    assert said in column.decision
    if not said:
        assert not column.decision


def test_numbers_and_dates_are_read_right():
    assert read_column("x", ["1,5", "2,25", None]).cells.tolist()[:2] == [1.5, 2.25]
    assert read_column("x", ["1,500", "2"]).cells.tolist() == [1500, 2]
    assert math.isnan(read_column("x", ["inf", "1", "2"]).cells[0])
    days = read_column("x", ["31.12.2025", "1.3.2026"]).cells
    assert days.tolist() == [pd.Timestamp("2025-12-31"), pd.Timestamp("2026-03-01")]


def test_every_kind_of_column_reaches_the_classifier():
    """Each of the three columns alone tells the classes apart."""
    n = 40
    y = ["yes", "no"] * (n // 2)
    for cells in (
        ["1" if c == "yes" else None for c in y],
        ["red" if c == "yes" else None for c in y],
        ["2026-01-01" if c == "yes" else "2020-06-05" for c in y],
    ):
        data = own_data.prepare(table(x=cells, y=y), "y")
        folds = own_data.cross_validate_all(
            data, own_data.classifiers(["tree"]), repeats=1, n_splits=4, n_jobs=1
        )
        assert np.trace(folds.confusion("tree")) == n
        assert "tells the class exactly" in data.columns[0].decision


def test_a_category_that_training_lacks_is_no_error():
    cells = ["a"] * 10 + ["b"] * 9 + ["never seen"]
    data = own_data.prepare(table(x=cells, y=["u", "v"] * 10), "y")
    folds = own_data.cross_validate_all(
        data, own_data.classifiers(["logistic"]), repeats=1, n_splits=2, n_jobs=1
    )
    assert not folds.failed


# --- what is refused, and what is decided -----------------------------------------------------

X = [str(i * i) for i in range(12)]
BAD = [
    ({"x": X, "y": ["a"] * 12}, "y", {}, "'y' has one class, 'a'"),
    ({"x": X, "y": [None] * 12}, "y", {}, "'y' has no value at all"),
    ({"x": X, "y": ["a", *["b"] * 11]}, "y", {}, "class 'a' of 'y' has one row"),
    ({"x": X, "class_": ["a", "b"] * 6}, "clas", {}, "Did you mean 'class_'"),
    ({"x": X, "y": ["a", "b"] * 6}, "y", {"positive": "A"}, "no class 'A' .* mean 'a'"),
    ({"x": ["1"] * 12, "y": ["a", "b"] * 6}, "y", {}, "no column is left .* constant"),
    ({"x": MANY * 2, "y": [str(i) for i in range(80)]}, "y", {}, "looks like a measurement"),
]


@pytest.mark.parametrize(("columns", "target", "how", "said"), BAD)
def test_bad_data_are_refused_with_the_remedy(columns, target, how, said):
    with pytest.raises(ValueError, match=said):
        own_data.prepare(table(**columns), target, **how)


def test_rows_and_columns_set_aside_are_counted_and_said():
    y = ["a", "b"] * 6 + [None, "NA", "alone"]
    data = own_data.prepare(
        table(x=[str(i % 5) for i in range(15)], k=["1"] * 15, e=[None] * 15, y=y), "y"
    )
    assert data.rows == {"read": 15, "used": 12, "set_aside": 3}
    said = " ".join(data.notes)
    assert "Rows without 'y', which were set aside: 2" in said
    assert "'alone'" in said
    assert "'k': It is constant" in said
    assert "'e': All its values are missing" in said
    assert list(data.X) == ["x"]


def test_columns_that_number_the_rows_are_set_aside():
    shuffled = [str(7 * i % 12) for i in range(12)]
    columns = {
        **{"zero": map(str, range(12)), "one": map(str, range(1, 13)), "ID": shuffled},
        **{"No.": [*shuffled[:11], None], "kept": shuffled, "number": ["1", "2"] * 6},
        **{"two": map(str, range(2, 14)), "nr": [f"{x}.5" for x in shuffled]},
    }
    # A row set aside leaves a gap in the numbers of the others.
    data = own_data.prepare(table(**columns, y=["a", "b"] * 5 + ["a", None]), "y")
    assert list(data.X) == ["kept", "number", "two", "nr"]
    said = " ".join(data.notes)
    assert "Column 'zero': It counts the rows, from 0 to 11" in said
    assert "Column 'one': It counts the rows, from 1 to 12" in said
    for name in ("ID", "No."):
        assert f"Column {name!r}: By its name and its values, all different" in said


def test_classes_smaller_than_the_folds_make_fewer_folds():
    data = own_data.prepare(table(x=X, y=["a"] * 3 + ["b"] * 9), "y")
    folds = own_data.cross_validate_all(
        data, own_data.classifiers(["tree"]), repeats=1, n_splits=10, n_jobs=1
    )
    assert folds.n_splits == 3
    assert "'a' has 3 rows, fewer than the 10 folds" in folds.notes[0]


def test_the_rarer_of_two_classes_is_positive_unless_another_is_named():
    columns = {"x": X, "y": ["a"] * 4 + ["b"] * 8}
    assert own_data.prepare(table(**columns), "y").positive == 0
    assert own_data.prepare(table(**columns), "y", positive="b").positive == 1


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("forrest", "Did you mean 'forest'"),
        ("sklearn.svm.SVX", "has no 'SVX'"),
        ("no_such_module.A", "cannot be imported"),
        ("sklearn.svm.SVR", "no classifier of scikit-learn's kind"),
        ("sklearn.svm.SVC(Z=1)", "cannot be made"),
        ("sklearn.svm.SVC(__import__('os'))", "write it like"),
        ("majority", "beside majority"),
    ],
)
def test_a_bad_classifier_is_refused(name, said):
    with pytest.raises(ValueError, match=said):
        own_data.classifiers([name])


def test_a_classifier_by_import_path_takes_plain_arguments():
    (_, made) = own_data.classifiers(["sklearn.svm.SVC(C=10, kernel='linear')"]).values()
    assert (made.C, made.kernel, made.random_state) == (10, "linear", 0)


def test_one_classifier_alone_is_refused_before_it_is_trained():
    data = own_data.prepare(RawData("a", {"x": list("1424"), "y": list("abab")}), "y")
    alone = {"tree": own_data.classifiers(["tree"])["tree"]}
    with pytest.raises(ValueError, match=r"only tree was given; a comparison needs two"):
        own_data.cross_validate_all(data, alone, n_splits=2)


def test_a_classifier_that_fails_is_left_out_and_said():
    data = own_data.prepare(own_data.read_data("iris"), "species")
    models = own_data.classifiers(["tree", "sklearn.naive_bayes.MultinomialNB"])
    folds = own_data.cross_validate_all(data, models, repeats=1, n_splits=3, n_jobs=1)
    assert list(folds.folds) == ["majority", "tree"]
    assert "MultinomialNB could not be trained" in folds.notes[0]


@pytest.mark.parametrize("costs", ["1", "1:0", "a:b", "-1:2", "1:inf", (1, 2, 3)])
def test_bad_costs_are_refused(costs):
    with pytest.raises(ValueError, match="like 1:5"):
        own_data.evaluate(None, costs=costs)


# --- the measures, against scikit-learn -------------------------------------------------------


def test_folds_are_scikit_learns_and_so_are_the_measures(cancer):
    """Every fold of the logistic regression again, by cross_val_predict."""
    data = cancer.data
    cv = StratifiedKFold(5, shuffle=True, random_state=2)
    model = data.pipeline(LogisticRegression(max_iter=2000))
    called = cross_val_predict(model, data.X, data.y, cv=cv)
    scores = cross_val_predict(model, data.X, data.y, cv=cv, method="predict_proba")[:, 1]
    own = [fold for fold in cancer.folds.folds["logistic"] if fold.repeat == 2]
    for fold, (_, test) in zip(own, cv.split(data.X, data.y), strict=True):
        y, c, s = data.y[test], called[test], scores[test]
        expected = {
            "accuracy": accuracy_score(y, c),
            "kappa": kappa_of_sklearn(y, c),
            "mcc": matthews_corrcoef(y, c),
            "f1": f1_score(y, c),
            "auc": roc_auc_score(y, s),
            "auk": auk_score(y, s),
        }
        for name, value in expected.items():
            assert fold.measured[name, ALL] == pytest.approx(value, abs=1e-12), name


def test_measures_of_several_classes_are_scikit_learns():
    rng = np.random.default_rng(0)
    y = rng.integers(0, 3, 60)
    scores = rng.dirichlet([1, 1, 1], 60)
    called = scores.argmax(axis=1)
    confusion = np.zeros((3, 3), dtype=int)
    np.add.at(confusion, (y, called), 1)
    values = values_of_fold(confusion, y, scores)
    assert values["kappa", ALL] == pytest.approx(kappa_of_sklearn(y, called))
    assert values["f1", ALL] == pytest.approx(f1_score(y, called, average="macro"))
    auc = roc_auc_score(y, scores, multi_class="ovr", average="macro")
    assert values["auc", ALL] == pytest.approx(auc)
    for c in range(3):
        assert values["kappa", c] == pytest.approx(kappa_of_sklearn(y == c, called == c))


def test_an_estimate_is_the_mean_of_its_folds_with_the_corrected_interval(wine):
    """By the formula: J = 10 folds, a fifth tested, Student's t with 9 degrees of freedom."""
    kappas = np.array([f.measured["kappa", ALL] for f in wine.folds.folds["tree"]])
    error = math.sqrt((1 / 10 + 1 / 4) * kappas.var(ddof=1))
    where = {"classifier": "tree", "measure": "kappa"}
    assert wine.value("measure", "estimate", **where) == pytest.approx(kappas.mean(), rel=1e-5)
    low = kappas.mean() - 2.262157 * error
    assert wine.value("measure", "low", **where) == pytest.approx(low, rel=1e-5)


def test_p_values_are_adjusted_as_statsmodels_does_and_count_no_test_without_noise():
    draw = np.random.default_rng(1).normal(size=(3, 10))
    folds = dict(zip("abc", draw, strict=True)) | {"d": draw[2]}
    values = {(name, "kappa", ALL): folds[name] for name in folds}
    rows = list(comparison_rows(SimpleNamespace(folds=folds, test_train_ratio=0.25), values))
    p, adjusted = (
        np.array([r.value for r in rows if r.statistic == s]) for s in ("p_value", "p_adjusted")
    )
    known = np.isfinite(p)
    assert known.tolist() == np.isfinite(adjusted).tolist() == [True] * 5 + [False]
    wanted = multipletests(p[known], method="holm")[1]
    assert adjusted[known] == pytest.approx(wanted, rel=1e-4)


def test_the_baseline_has_kappa_zero_and_the_largest_share(cancer):
    where = {"classifier": "majority"}
    assert cancer.value("measure", "estimate", measure="kappa", **where) == 0
    accuracy = cancer.value("measure", "estimate", measure="accuracy", **where)
    assert accuracy == pytest.approx(357 / 569, abs=1e-3)


def test_what_is_asked_comes_first():
    data = own_data.prepare(own_data.read_data("breast-cancer"), "diagnosis")
    models = own_data.classifiers(["tree"])
    folds = own_data.cross_validate_all(data, models, repeats=1, n_splits=3, n_jobs=1)
    firsts = {
        (costs, changes): own_data.evaluate(folds, costs=costs, prevalence_changes=changes)
        for costs, changes in itertools.product((None, "1:3"), (False, True))
    }
    assert {key: found.first for key, found in firsts.items()} == {
        (None, False): "kappa",
        ("1:3", False): "cost",
        (None, True): "auc",
        ("1:3", True): "auc",
    }
    for found in firsts.values():
        assert found.order[0] == found.first
    assert "costs of 1" in own_data.findings(firsts["1:3", False])[0].finding
    assert "shares of the classes" in own_data.findings(firsts[None, True])[0].finding


def test_costs_count_the_mistakes(cancer):
    confusion = cancer.folds.confusion("tree")  # malignant, the second, is positive
    expected = (confusion[0, 1] + 10 * confusion[1, 0]) / confusion.sum()
    got = cancer.value("measure", "estimate", classifier="tree", measure="cost")
    assert got == pytest.approx(expected, rel=0.01)  # folds differ in size by one row


def test_the_calibrated_cut_is_that_of_the_costs():
    """Scores that are the true log-odds: the cut is log(c_FP / c_FN)."""
    rng = np.random.default_rng(0)
    s = rng.normal(0, 2, 20000)
    y = rng.random(20000) < 1 / (1 + np.exp(-s))
    assert _calibrated_cut(y, s, (1, 4), False) == pytest.approx(math.log(1 / 4), abs=0.1)
    assert _calibrated_cut(y, 1 / (1 + np.exp(-s)), (1, 4), True) == pytest.approx(0.2, abs=0.02)


@pytest.mark.slow
def test_no_row_chooses_the_cut_it_is_judged_by():
    """Noise for scores: a cut chosen on the same rows would have a kappa of 0.25 on average."""
    kappas = []
    for seed in range(12):
        cells = [str(x) for x in np.random.default_rng(seed).normal(size=60).tolist()]
        data = own_data.prepare(table(x=cells, y=["a", "b"] * 30), "y")
        folds = own_data.cross_validate_all(
            data, own_data.classifiers(["naive-bayes"]), repeats=1, n_splits=5, n_jobs=1
        )
        where = {"classifier": "naive-bayes", "other": "kappa", "measure": "kappa"}
        kappas.append(own_data.evaluate(folds).value("threshold", "estimate", **where))
    assert np.mean(kappas) < 0.08


# --- findings ---------------------------------------------------------------------------------


def numbers_of(text, names):
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, " ")
    text = re.sub(r"'[^']*'|\bF1\b", " ", text)
    return re.findall(r"-?\d+(?:\.\d+)?(?:e-?\d+)?(?: %)?", text)


def stands_in(number, values):
    percent = number.endswith(" %")
    plain = number.removesuffix(" %")
    if "e" in plain:
        shown = {f"{v:.2g}" for v in values} | {f"{v:.3g}" for v in values}
        return plain in shown
    digits = len(plain.partition(".")[2])
    size = abs(float(plain))
    half = 0.5 * 10**-digits * (1 + 1e-9)
    scaled = values * (100 if percent else 1)
    return bool((np.abs(np.abs(scaled) - size) <= half).any())


@pytest.mark.parametrize("which", ["cancer", slowly("wine")])
def test_every_number_of_a_finding_stands_in_the_tidy_table(which, request, tmp_path):
    found = request.getfixturevalue(which)
    own_data.write_report(found, tmp_path)
    tidy = pd.read_csv(tmp_path / "report.csv")
    labels = pd.to_numeric(tidy["label"], errors="coerce")
    values = np.concatenate([tidy["value"].dropna(), labels.dropna()])
    said = own_data.findings(found)
    assert len(said) >= 5
    checked = 0
    for finding in said:
        for number in numbers_of(finding.finding, found.folds.folds):
            assert stands_in(number, values), (number, finding.finding)
            checked += 1
    assert checked > 20
    assert not stands_in("0.123456", values)  # the test can fail


def test_a_difference_that_may_be_noise_is_called_so(wine):
    """Two names for one classifier."""
    data = wine.data
    models = own_data.classifiers(["tree", "sklearn.tree.DecisionTreeClassifier(random_state=0)"])
    folds = own_data.cross_validate_all(data, models, repeats=1, n_splits=3, n_jobs=1)
    said = " ".join(f.finding for f in own_data.findings(own_data.evaluate(folds)))
    assert "cannot be told apart" in said
    noise = [f.finding for f in own_data.findings(wine) if "resampled t-test" in f.finding]
    assert len(noise) == 1


def test_what_cannot_be_computed_has_a_reason():
    """A ridge classifier has a decision function; a classifier without scores has no AUC."""
    data = own_data.prepare(own_data.read_data("breast-cancer"), "diagnosis")
    models = own_data.classifiers(["sklearn.linear_model.RidgeClassifier", "sklearn.svm.NuSVC"])
    folds = own_data.cross_validate_all(data, models, repeats=1, n_splits=3, n_jobs=1)
    for of in folds.folds.values():
        of[:] = [
            type(f)(*(vars(f) | {"scores": None, "measured": labels_only(f)}).values()) for f in of
        ]
    found = own_data.evaluate(folds)
    rows = found.tidy[(found.tidy["measure"] == "auk") & (found.tidy["part"] == "measure")]
    assert set(rows["reason"]) == {"the classifier gives no scores"}
    assert rows["value"].isna().all()
    assert found.thresholds().empty
    assert own_data.curves_figure(found) is None
    assert own_data.roc_figure(found) is None


def labels_only(fold):
    return {key: v for key, v in fold.measured.items() if key[0] not in ("auc", "auk", "h")}


@pytest.mark.slow
def test_nothing_is_lost_with_more_processes(wine):
    one = wine.folds
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        two = own_data.cross_validate_all(
            wine.data, own_data.classifiers(["tree"]), repeats=2, n_splits=5, n_jobs=2
        )
    for a, b in zip(one.folds["tree"], two.folds["tree"], strict=True):
        assert str(a.measured) == str(b.measured)


def test_names_in_the_page_are_escaped_and_no_cell_is_a_formula(tmp_path):
    bad = "<script>alert(1)</script>"
    rng = np.random.default_rng(0)
    columns = {bad: [str(x) for x in rng.normal(size=40).tolist()], "y": ["=cmd", bad] * 20}
    data = own_data.prepare(RawData(bad, columns), "y")
    folds = own_data.cross_validate_all(
        data, own_data.classifiers(["tree"]), repeats=1, n_splits=4, n_jobs=1
    )
    own_data.write_report(own_data.evaluate(folds), tmp_path)
    page = (tmp_path / "report.html").read_text()
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    cells = (tmp_path / "report.csv").read_text().replace("\n", ",").split(",")
    assert "'=cmd" in cells
    assert "=cmd" not in cells


# --- what the command says, pictures, and scores that say nothing -------------------------------


def test_the_summary_has_the_numbers_of_the_table_and_costs_where_they_are_known(
    cancer, wine, tmp_path
):
    for found, asked in ((cancer, True), (wine, False)):
        output.write_summary(found, tmp_path)
        (file,) = tmp_path.iterdir()
        said = json.loads(file.read_text(encoding="utf-8"))["classifiers"]
        assert [one["name"] for one in said][:-1] == found.ranked
        for one in said:
            assert ("cost" in one["measures"]) == asked
            assert {"accuracy", "kappa"} < one["measures"].keys()
            for measure, shown in one["measures"].items():
                where = {"classifier": one["name"], "measure": measure, "label": ""}
                rows = found.tidy[found.tidy["part"] == "measure"]
                for column, value in where.items():
                    rows = rows[rows[column] == value]
                assert shown["reason"] == next((r for r in rows["reason"] if r), None)
                low = found.value("measure", "low", **where)
                assert shown["low"] == (None if math.isnan(low) else low)


@pytest.mark.parametrize(("wide", "axes"), [(True, 2), (False, 1)])
def test_a_narrow_picture_shows_the_kappa_curve_alone(cancer, wide, axes):
    assert len(pictures.curves_figure(cancer, wide=wide).axes) == axes


@pytest.mark.parametrize(("costs", "cut"), [((1, 4), -math.inf), ((4, 1), math.inf)])
@pytest.mark.parametrize("middle", [0, 100, -100])
def test_scores_that_mislead_call_all_alike_and_the_costs_say_what(costs, cut, middle):
    """Wherever the scores lie: what counts are the shares of the classes, here one half."""
    scores, truth = np.array([-1.0, -0.9, 0.9, 1.0]), np.array([True, True, False, False])
    assert _calibrated_cut(truth, scores + middle, costs, False) == cut


def test_the_cost_at_a_cut_is_shown_where_costs_are_known(cancer):
    shown = {name.lower() for name in cancer._threshold("tree", "kappa")}
    assert {"cost per case", "kappa"} <= shown
