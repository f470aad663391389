"""Classifiers on one's own data: columns, folds, measures, comparisons, cuts, findings.

Where it helps, folds and tables are made up here, small enough that what is right is known.
"""

import json
import math
import re
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, f1_score, matthews_corrcoef, roc_auc_score
from sklearn.metrics import cohen_kappa_score as kappa_of_sklearn
from sklearn.model_selection import StratifiedKFold, TunedThresholdClassifierCV, cross_val_predict
from statsmodels.stats.multitest import multipletests
from support import slowly

import kappabook
from kappabook import auk_score, kappa_scorer
from kappabook.commands import report
from kappabook.commands.reading.numbers import number_form
from kappabook.commands.report.columns import read_column
from kappabook.commands.report.evaluation import Evaluation, Row
from kappabook.commands.report.folds import BASELINE, MEASURES, Fold, Folds, measures_of
from kappabook.commands.report.page import as_report, packed, unpacked
from kappabook.commands.report.prepared import DateParts, Prepared
from kappabook.commands.report.sentences import _parted, _reversed, _threshold
from kappabook.commands.report.thresholds import cost_of, read_costs
from kappabook.commands.report.train import as_table, classifiers, majority, planned, scores_of
from kappabook.data.table import Attribute


def table(**columns):
    return pd.DataFrame({n: list(c) for n, c in columns.items()}, dtype=object)


def column(cells, delimiter=",", **how):
    texts = pd.Series(cells, dtype=object)
    return read_column(texts, lambda: number_form(cells, where="x", delimiter=delimiter), **how)


def trained(data, chosen=("tree",), repeats=1, n_splits=3, n_jobs=1):
    how = {"repeats": repeats, "n_splits": n_splits, "n_jobs": n_jobs}
    return report.cross_validate(data, chosen, **how)


def evaluated(name, target, chosen=("logistic", "tree"), repeats=2, n_splits=5, **how):
    data = report.prepare(name, target)
    return report.evaluate(trained(data, chosen, repeats, n_splits), **how)


def prepared(y, classes=("no", "yes"), positive=1, **columns):
    """Data that are as prepared as a test needs them."""
    rows = {"read": len(y), "used": len(y), "set_aside": 0}
    X = pd.DataFrame(columns or {"x": np.arange(len(y), dtype=float)})
    kinds = pd.DataFrame({"kind": ["number"] * X.shape[1]}, X.columns)
    return Prepared("own", "y", X, np.array(y), X[:3], tuple(classes), positive, kinds, rows)


def folds_of(data, kappas):
    """Folds of which only some values count."""
    folds = {
        name: [
            Fold(name, 1, i, None, None, np.eye(len(data.classes), dtype=int), None, of)
            for i, of in enumerate(values, 1)
        ]
        for name, values in kappas.items()
    }
    return Folds(data, "by hand", {}, folds, 5, 1)


def told(rows, names=("a", "b")):
    """A report of these rows alone."""
    folds = SimpleNamespace(data=prepared([0, 1] * 2), folds=dict.fromkeys([BASELINE, *names]))
    return Evaluation(folds, None, False, "kappa", pd.DataFrame(rows, columns=Row._fields))


@pytest.fixture(scope="module")
def cancer():
    return evaluated("breast-cancer", "diagnosis", costs="1:10", prevalence_changes=True)


@pytest.fixture(scope="module")
def wine():
    return evaluated("wine", "cultivar", ("tree", "naive-bayes"))


# --- columns ----------------------------------------------------------------------------------

MANY = [str(i / 7) for i in range(40)]


@pytest.mark.parametrize(
    ("cells", "kind", "said"),
    [
        (["1", "2.5", None, "-3e2"], "number", ""),
        (["1,5", "2,25", "3"], "number", "decimal comma"),
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
    found, _, decision = column(cells)
    assert found == kind
    assert said in decision if said else not decision


def test_numbers_and_dates_are_read_right():
    assert column(["1,5", "2,25"])[1].tolist() == [1.5, 2.25]
    assert column(["1,500", "2"])[1].tolist() == [1500, 2]
    days = column(["31.12.2025", "1.3.2026"])[1]
    assert days.tolist() == [pd.Timestamp("2025-12-31"), pd.Timestamp("2026-03-01")]


def test_a_date_is_days_since_1970_month_weekday_and_hour():
    """1 January 1970 was a Thursday, day 3 of the week; 2 February came 32 days later."""
    dates = pd.DataFrame({"x": pd.to_datetime(["1970-01-01 00:00", "1970-02-02 18:30"])})
    assert DateParts().fit_transform(dates).tolist() == [[0, 1, 3, 0], [32 + 18.5 / 24, 2, 0, 18]]


@pytest.mark.parametrize(
    ("distinct", "rows", "kind"),
    [
        *((20, 20, "category"), (21, 21, "set aside")),
        *((25, 50, "category"), (36, 40, "category"), (37, 40, "set aside")),
    ],
)
def test_a_text_names_the_rows_if_nine_tenths_of_more_than_twenty_differ(distinct, rows, kind):
    assert column([f"name {i % distinct}" for i in range(rows)])[0] == kind


@pytest.mark.parametrize("cells", [["1", "1.0", "01"], ["1/2/2025", "01/2/2025"]])
def test_one_value_written_in_several_ways_is_constant(cells):
    assert column(cells) == ("set aside", None, "It is constant.")
    assert column([*cells, None])[0] != "set aside"


def test_every_kind_of_column_reaches_the_classifier():
    """Each of the three columns alone tells the classes apart."""
    y = ["yes", "no"] * 20
    for yes, no in (("1", None), ("red", None), ("2026-01-01", "2020-06-05")):
        data = report.prepare(table(x=[yes if c == "yes" else no for c in y], y=y), "y")
        assert np.trace(trained(data, n_splits=4).confusion("tree")) == 40
        assert "tells the class exactly" in data.columns.loc["x", "decision"]
    never = report.prepare(table(x=["a"] * 20 + ["b"] * 19 + ["never seen"], y=y), "y")
    assert not trained(never, ["logistic"], n_splits=2).notes


def test_a_data_frame_is_read_as_its_file_would_be(tmp_path):
    frame = pd.DataFrame(
        {
            "x": [1.5, np.nan, 2, 4, 5, 7],
            "n": [1, 5, 3, 2, 2, 9],
            "c": pd.Categorical(["u", None, "v", "u", "v", "v"]),
            "d": pd.to_datetime(["2026-01-03"] * 3 + ["2025-03-04"] * 3),
            "y": [True, False] * 3,
        }
    )
    frame.to_csv(tmp_path / "a.csv", index=False)
    here, there = (report.prepare(x, "y") for x in (frame, tmp_path / "a.csv"))
    pd.testing.assert_frame_equal(here.X, there.X)
    assert (here.classes, here.y.tolist()) == (there.classes, there.y.tolist())
    with pytest.raises(ValueError, match="name '1'"):
        report.prepare(pd.DataFrame([[1, 2]], columns=[1, "1"]), "1")


# --- what is refused, and what is decided -----------------------------------------------------

X = [str(i * i) for i in range(12)]
BAD = [
    ({"x": X, "y": ["a"] * 12}, "y", {}, "'y' has one class, 'a'"),
    ({"x": X, "y": [None] * 12}, "y", {}, "'y' has no value at all"),
    ({"x": X, "y": ["a", *["b"] * 11]}, "y", {}, "class 'a' of 'y' has one row"),
    ({"x": X, "class_": ["a", "b"] * 6}, "clas", {}, "Did you mean 'class_'"),
    ({"x": X, "y": ["a", "b"] * 6}, "y", {"positive": "A"}, "no class 'A' .* mean 'a'"),
    ({"x": ["1"] * 12, "y": ["a", "b"] * 6}, "y", {}, "no column is left .* constant"),
    ({"x": X, "y": ["a", "b"] * 6}, "y", {"ignore": ["y"]}, "'y' is the column to predict"),
    ({"x": X, "g": [None, *X[1:]], "y": ["a", "b"] * 6}, "y", {"group": "g"}, "1 rows have no 'g'"),
    ({"x": X, "y": ["a", "b"] * 6}, "y", {"group": "h"}, "no column 'h'"),
    ({"x": MANY * 2, "y": [str(i) for i in range(80)]}, "y", {}, "looks like a measurement"),
]


@pytest.mark.parametrize(("columns", "target", "how", "said"), BAD)
def test_bad_data_are_refused_with_the_remedy(columns, target, how, said):
    with pytest.raises(ValueError, match=said):
        report.prepare(table(**columns), target, **how)


def test_rows_and_columns_set_aside_are_counted_and_said():
    y = ["a", "b"] * 6 + [None, "NA", "alone"]
    data = report.prepare(
        table(x=[str(i % 5) for i in range(15)], k=["1"] * 15, e=[None] * 15, y=y), "y"
    )
    assert data.rows == {"read": 15, "used": 12, "set_aside": 3}
    said = " ".join(data.notes)
    assert "Rows without 'y', which were set aside: 2" in said
    assert "'alone'" in said
    assert "'k': It is constant" in said
    assert "'e': All its values are missing" in said
    assert list(data.X) == ["x"]
    assert data.balance()["cases"].to_dict() == {"a": 6, "b": 6}


# Whole numbers of a German spreadsheet: the smallest is 850; with decimal points it is 1.043.
PRICES = ["938", "1.279", "1.043", "877", "2.500", "911", "850", "1.100", "3.201", "960"]
SEMICOLONS = "".join(f"{x};{'ab'[i % 2]}\n" for i, x in enumerate(PRICES))


def prepared_text(folder, text, target="y", name="a.csv", **how):
    (folder / name).write_text(text, encoding="utf-8")
    return report.prepare(folder / name, target, **how)


def test_a_number_with_two_readings_is_refused_or_decided(tmp_path):
    text = f"x;y\n{SEMICOLONS}"
    with pytest.raises(ValueError, match=r"'x': '1\.279' is 1\.279 .* 1279 .*--decimal"):
        prepared_text(tmp_path, text)
    assert prepared_text(tmp_path, text, decimal=",").X["x"].min() == 850
    assert prepared_text(tmp_path, text, decimal=".").X["x"].min() == 1.043
    # What is not used is not asked about.
    more = "".join(f"{line};{i * i}\n" for i, line in enumerate(SEMICOLONS.splitlines()))
    assert list(prepared_text(tmp_path, f"x;y;z\n{more}", ignore=["x"]).X) == ["z"]


@pytest.mark.parametrize(
    ("cells", "delimiter", "values"),
    [
        (["1.234,56", "7,5", "938"], ";", [1234.56, 7.5, 938]),
        (["1.234.567", "938"], ";", [1234567, 938]),
        (["1,234.5", "938"], ",", [1234.5, 938]),
        (["1 234,5", "938"], "\t", [1234.5, 938]),
        (["1'234.5", "938"], ",", [1234.5, 938]),
    ],
)
def test_thousands_and_decimal_marks_are_told_apart_by_the_cells(cells, delimiter, values):
    assert column(cells, delimiter)[1].tolist() == values


@pytest.mark.parametrize("mark", [".", "*", "n.a.", "#N/A", "<NA>", "keine Angabe", "-"])
def test_what_stands_for_a_gap_among_numbers_is_missing_and_said(mark):
    kind, values, said = column([*MANY, mark])
    assert (kind, values.isna().tolist()) == ("number", [False] * 40 + [True])
    assert repr(mark) in said


@pytest.mark.parametrize(
    ("cells", "code"),
    [
        ([f"{50 + i / 7:.2f}" for i in range(40)], "-999"),
        (["1", "2", "3", "4", "5"] * 6, "99"),
        ([f"{i},5" for i in range(40)], "-99"),
        ([str(1990 + i % 20) for i in range(80)], "9999"),
    ],
)
def test_a_code_for_a_gap_is_a_number_until_the_user_says_so(cells, code):
    cells = [*cells, code, code, code]
    kind, values, said = column(cells, ";")
    assert values.iloc[-1] == float(code)
    assert f"--missing{'=' * code.startswith('-') or ' '}{code}" in said
    kind, values, said = column(cells, ";", missing=[code])
    assert kind == "number"
    assert values.isna().sum() == 3
    assert "--missing" not in said


@pytest.mark.parametrize(
    "cells",
    [
        [str(i * 37 % 70) for i in range(80)] + ["99"],  # an age
        ["0"] * 40 + ["1"] * 20 + ["2"] * 9 + ["3"] * 3 + ["8"],  # children
        ["0", "1"] * 20,
        [str(i) for i in range(-20, 21)],
    ],
)
def test_large_measurements_are_no_codes(cells):
    assert column(cells)[2] == ""


def test_missing_is_compared_as_a_number_and_named_where_it_stands_nowhere():
    x = [str(i * i) for i in range(11)] + ["-99"]
    data = report.prepare(table(x=x, y=["a", "b"] * 6), "y", missing=["-99.0", "unknown"])
    assert data.X["x"].isna().sum() == 1
    assert "'unknown'" in " ".join(data.notes)
    assert "-99.0" not in " ".join(data.notes)


def test_words_in_the_target_that_may_be_classes_stay_and_are_named():
    y = [*["a", "b"] * 8, "NA", "<NA>", "?", ".", "none", "none"]
    data = report.prepare(table(x=[str(i * i) for i in range(22)], y=y), "y")
    assert data.balance()["cases"].to_dict() == {"a": 8, "b": 8, "none": 2}
    said = " ".join(data.notes)
    assert all(repr(word) in said for word in ("NA", "<NA>", "?", ".", "none"))
    data = report.prepare(table(x=[str(i * i) for i in range(22)], y=y), "y", missing=["none"])
    assert data.classes == ("a", "b")


def test_a_class_has_one_spelling():
    x = [str(i * i) for i in range(12)]
    data = report.prepare(table(x=x, y=["0", "1"] * 4 + ["0.0", "1.0"] * 2), "y", positive="1.0")
    assert data.balance()["cases"].to_dict() == {"0": 6, "1.0": 6}
    assert "'0.0' as '0'" in " ".join(data.notes)


@pytest.mark.parametrize("ending", ["csv", "jsonl"])
def test_the_same_case_in_several_rows_is_named_with_the_group(tmp_path, ending):
    rows = [
        {"doc_id": i // 2, "run": "ab"[i % 2], "x": i * i % 17, "y": "uv"[i // 2 % 2]}
        for i in range(80)
    ]
    name = f"a.{ending}"
    if ending == "csv":
        pd.DataFrame(rows).to_csv(tmp_path / name, index=False)
    else:
        (tmp_path / name).write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    assert "--group doc_id" in " ".join(report.prepare(tmp_path / name, "y").notes)
    grouped = report.prepare(tmp_path / name, "y", group="doc_id")
    assert "same truth" not in " ".join(grouped.notes)


def test_a_data_set_of_scikit_learn_names_its_target():
    assert report.prepare("wine").target == "cultivar"
    with pytest.raises(ValueError, match="'cultivar'"):
        report.prepare("wine", "class")
    with pytest.raises(ValueError, match=r"--target .* 'x', 'y'"):
        report.prepare(table(x=X, y=["a", "b"] * 6))


def test_each_number_once_may_be_ranks_and_is_named():
    rank = [str(7 * i % 12) for i in range(12)]
    data = report.prepare(table(rank=rank, a=X, y=["a", "b"] * 6), "y")
    assert "--ignore rank" in data.columns.loc["rank", "decision"]
    assert list(data.X) == ["rank", "a"]


def test_columns_that_number_the_rows_are_set_aside():
    shuffled = [str(7 * i % 12) for i in range(12)]
    columns = {"zero": map(str, range(12)), "ID": shuffled, "No.": [*shuffled[:11], None]}
    columns["patient_id"] = [str(101 * i % 997) for i in range(1, 13)]
    columns |= {"kept": shuffled, "number": ["1", "2"] * 6, "two": map(str, range(2, 14)), "x": X}
    # A row set aside leaves a gap in the numbers of the others.
    data = report.prepare(table(**columns, y=["a", "b"] * 5 + ["a", None]), "y")
    assert list(data.X) == ["kept", "number", "two", "x"]
    said = " ".join(data.notes)
    assert "Column 'zero': It counts the rows, from 0 to 11" in said
    assert "Column 'No.': It numbers the rows, by its name" in said


def test_the_rarer_of_two_classes_is_positive_unless_another_is_named():
    columns = {"x": X, "y": ["a"] * 4 + ["b"] * 8}
    data = report.prepare(table(**columns), "y")
    assert data.positive == 0
    assert data.balance()["share"].tolist() == [4 / 12, 8 / 12]
    assert report.prepare(table(**columns), "y", positive="b").positive == 1
    assert report.prepare(table(x=X, y=["a", "b"] * 6), "y").positive == 1


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("forrest", "Did you mean 'forest'"),
        ("sklearn.svm.SVX", "no attribute 'SVX'"),
        ("no_such_module.A", "No module named"),
        ("sklearn.svm.SVR", "no classifier of scikit-learn's kind"),
        ("sklearn.svm.SVC(Z=1)", "cannot be made"),
        ("sklearn.svm.SVC(__import__('os'))", "write it like"),
        ("a." * 50_000 + "b", "write it like"),
        ("majority", "beside majority"),
    ],
)
def test_a_bad_classifier_is_refused(name, said):
    with pytest.raises(ValueError, match=said):
        classifiers([name])


def test_a_classifier_by_import_path_takes_plain_arguments():
    (_, made) = classifiers(["sklearn.svm.SVC(C=10, kernel='linear')"]).values()
    assert (made.C, made.kernel, made.random_state) == (10, "linear", 0)


def test_a_classifier_that_fails_is_left_out_and_said():
    data = report.prepare("iris", "species")
    folds = trained(data, ["tree", "sklearn.naive_bayes.MultinomialNB"])
    assert list(folds.folds) == ["majority", "tree"]
    assert "MultinomialNB could not be trained" in folds.notes[0]


@pytest.mark.parametrize("costs", ["1", "1:0", "a:b", "-1:2", "1:inf", (1, 2, 3)])
def test_bad_costs_are_refused(costs):
    with pytest.raises(ValueError, match="like 1:5"):
        read_costs(costs, prepared([0, 1]))
    with pytest.raises(ValueError, match="costs are for two classes, and 'y' has 3"):
        read_costs("1:2", prepared([0, 1, 2], "abc"))


# --- folds ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("smallest", "asked", "classes", "folds", "said"),
    [
        (3, 10, 2, 3, "there are 3 folds."),
        (3, 10, 3, 5, "there are 5 folds, and some have none of it."),
        (7, 10, 3, 7, "there are 7 folds."),
        (3, 4, 3, 4, "some folds have none of it."),
    ],
)
def test_a_small_class_may_be_missing_from_some_folds(smallest, asked, classes, folds, said):
    y = np.repeat(range(classes), [smallest, *[20] * (classes - 1)])
    _, got, (note,) = planned(prepared(y, "abc"[:classes], None), None, "sklearn", 1, asked)
    assert got == folds
    assert f"folds asked for: {said}" in note


def test_there_are_no_more_folds_than_rows_or_groups_of_the_largest_class():
    """Fewer than five, which three classes get else: scikit-learn would refuse them."""
    data = prepared(np.tile([0, 1, 2], 20), "abc", None)
    few, grouped = (
        prepared([0, 0, 1, 1, 2, 2], "abc", None),
        replace(data, groups=np.arange(60) // 15),
    )
    for given, folds in ((few, 2), (grouped, 4)):
        assert planned(given, None, "sklearn", 1, 10)[1] == folds
        assert len(trained(given, n_splits=10).folds["tree"]) == folds


def test_rows_of_one_group_are_never_split():
    """Each of 30 patients comes three times, with noise that tells the patient and no more."""
    rng = np.random.default_rng(0)
    patient, y = np.repeat(np.arange(30), 3), np.repeat(["a", "b"] * 15, 3)
    x = rng.normal(size=30)[patient] + rng.normal(0, 0.001, 90)
    raw = table(x=[str(v) for v in x.tolist()], who=[f"p{i}" for i in patient], y=y)
    data = report.prepare(raw, "y", group="who")
    assert list(data.X) == ["x"]
    folds = trained(data, ["tree"], repeats=2, n_splits=5)
    for fold in folds.folds["tree"]:
        assert not set(patient[fold.train]) & set(patient[fold.test])
    kappas = [
        report.evaluate(each).span("tree", "kappa")[0]
        for each in (folds, trained(report.prepare(raw, "y", ignore=["who"]), ["tree"]))
    ]
    assert kappas[0] < 0.4 < kappas[1]  # what looks like learning is knowing the patient
    with pytest.raises(ValueError, match="all rows of class 'a' are in one group"):
        trained(
            report.prepare(
                table(x=X, g=["1"] * 6 + ["2"] * 6, y=["a"] * 6 + ["b"] * 6), "y", group="g"
            )
        )
    with pytest.raises(ValueError, match="WEKA's folds keep no groups"):
        report.cross_validate(data, engine="weka")


@pytest.mark.parametrize("given", [[[0.5, math.nan]], [[0.5, math.inf]], [[0.2, 0.3, 0.5]], [[1]]])
def test_scores_that_are_no_number_per_class_are_none(given):
    model = SimpleNamespace(predict_proba=lambda _: given, classes_=np.array([0, 1]))
    assert scores_of(model, None, 2) is None
    assert scores_of(object(), None, 2) is None


def test_weka_gets_numbers_days_and_codes():
    data = prepared(
        [0, 1],
        **{"class": [2.5, math.nan], "colour": ["red", "blue"]},
        when=pd.to_datetime(["1970-01-01 00:00", "1970-01-02 12:00"]),
    )
    table = as_table(data)
    kinds = [("class 0", None), ("colour", ("blue", "red")), ("when", None)]
    assert list(table.attributes) == [Attribute(*kind) for kind in kinds]
    np.testing.assert_array_equal(table.X, [[2.5, 1, 0], [math.nan, 0, 1.5]])


def test_the_baseline_beside_weka_says_what_is_most_common_in_training():
    """Of 4 and 5 cases: a test of three of the second class leaves the first more common."""
    y = np.array([0] * 4 + [1] * 5)
    assert majority(np.array([[1, 1], [0, 0]]), y).tolist() == [[0, 2], [0, 0]]
    assert majority(np.array([[0, 0], [1, 2]]), y).tolist() == [[0, 0], [3, 0]]


@pytest.mark.slow
def test_nothing_is_lost_with_more_processes(wine):
    two = trained(wine.data, repeats=2, n_splits=5, n_jobs=2)
    for a, b in zip(wine.folds.folds["tree"], two.folds["tree"], strict=True):
        assert str(a.measured) == str(b.measured)


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
            assert fold.measured[name, ""] == pytest.approx(value, abs=1e-12), name


def test_measures_of_several_classes_are_scikit_learns():
    rng = np.random.default_rng(0)
    y = rng.integers(0, 3, 60)
    scores = rng.dirichlet([1, 1, 1], 60)
    called = scores.argmax(axis=1)
    confusion = np.zeros((3, 3), dtype=int)
    np.add.at(confusion, (y, called), 1)
    values = measures_of(confusion, prepared(y, "abc", None), y, scores)
    assert values["kappa", ""] == pytest.approx(kappa_of_sklearn(y, called))
    assert values["f1", ""] == pytest.approx(f1_score(y, called, average="macro"))
    auc = roc_auc_score(y, scores, multi_class="ovr", average="macro")
    assert values["auc", ""] == pytest.approx(auc)
    for code, c in enumerate("abc"):
        assert values["kappa", c] == pytest.approx(kappa_of_sklearn(y == code, called == code))


def test_a_class_that_a_fold_lacks_has_no_value_there():
    """Two of three classes are there; the third is neither there nor predicted."""
    data = prepared([0, 0, 0, 1], "abc", None)
    confusion, scores = np.array([[2, 1, 0], [1, 0, 0], [0, 0, 0]]), np.eye(3)[[0, 0, 1, 0]]
    values = measures_of(confusion, data, data.y, scores)
    assert math.isnan(values["f1", ""])
    for measure in ("kappa", "auc", "auk", "h"):
        assert math.isnan(values[measure, "c"])
        assert not math.isnan(values[measure, "a"])


def test_an_estimate_is_the_mean_of_its_folds_with_the_corrected_interval(wine):
    """By the formula: J = 10 folds, a fifth tested, Student's t with 9 degrees of freedom."""
    kappas = np.array([f.measured["kappa", ""] for f in wine.folds.folds["tree"]])
    error = math.sqrt((1 / 10 + 1 / 4) * kappas.var(ddof=1))
    where = {"classifier": "tree", "measure": "kappa"}
    assert wine.value("measure", "estimate", **where) == pytest.approx(kappas.mean(), rel=1e-5)
    low = kappas.mean() - 2.262157 * error
    assert wine.value("measure", "low", **where) == pytest.approx(low, rel=1e-5)


def test_p_values_are_adjusted_as_statsmodels_does_and_count_no_test_without_noise():
    draw = np.random.default_rng(1).normal(size=(3, 10))
    of = dict(zip("abcd", [*draw, draw[2]], strict=True))
    kappas = {name: [{("kappa", ""): v} for v in values] for name, values in of.items()}
    found = report.evaluate(folds_of(prepared([0, 1] * 5), kappas)).comparisons("kappa")
    known = np.isfinite(found["p_value"])
    assert known.tolist() == np.isfinite(found["p_adjusted"]).tolist() == [True] * 5 + [False]
    wanted = multipletests(found["p_value"][known], method="holm")[1]
    assert found["p_adjusted"][known].tolist() == pytest.approx(wanted, rel=1e-4)


def test_every_measure_ranks_but_the_agreement_by_chance():
    """Less cost is better, more of the others; equal ones share a place; no baseline."""
    means = {"a": 0.25, "b": 0.75, "c": 0.75, BASELINE: 1.0}
    values = {n: [{(m, ""): x for m in MEASURES if m != "cost"}] * 2 for n, x in means.items()}
    ranks = report.evaluate(folds_of(prepared([0, 1] * 5), values)).ranks()
    assert ranks.shape == (3, 7)
    assert "chance agreement" not in ranks
    assert ranks.loc[["a", "b", "c"]].T.to_numpy().tolist() == [[3, 1.5, 1.5]] * 7


@pytest.mark.parametrize(
    ("costs", "changes", "first", "said"),
    [
        (None, False, "kappa", "By kappa, b comes first"),
        ("1:3", False, "cost", "costs of 1 for a false positive and 3"),
        (None, True, "auc", "shares of the classes will change"),
        ("1:3", True, "auc", "shares of the classes will change"),
    ],
)
def test_what_is_asked_comes_first(costs, changes, first, said):
    means = {"a": 0.25, "b": 0.75, BASELINE: 0.1}
    values = {n: [{(m, ""): x for m in MEASURES if m != "cost"}] * 2 for n, x in means.items()}
    folds = folds_of(prepared([0, 1] * 5), values)
    found = report.evaluate(folds, costs=costs, prevalence_changes=changes)
    assert (found.first, found.order[0]) == (first, first)
    assert said in report.findings(found)[0].finding
    # Calling positive what is so with probability p costs (1 - p) x 1, calling it negative p x 3.
    assert found.value("data", "cost_cut") == pytest.approx(
        1 / 4 if costs else math.nan, nan_ok=True
    )


@pytest.mark.parametrize(
    ("positive", "cost"), [(0, (3 * 1 + 5 * 4) / 10), (1, (3 * 4 + 5 * 1) / 10)]
)
def test_the_cost_of_a_mistake_depends_on_which_class_is_positive(positive, cost):
    data = prepared([0, 1], positive=positive)
    assert cost_of(np.array([[2, 4], [1, 3]]), data, (3, 5)) == {("cost", ""): cost}


# --- cuts -------------------------------------------------------------------------------------


@pytest.mark.parametrize("positive", ["a", "b"])
def test_a_cut_is_that_of_scikit_learn_within_the_training_rows(positive):
    """The rule kappa again, by hand, with three inner folds."""
    rng = np.random.default_rng(0)
    y = np.array(["a", "b"])[(rng.random(90) < 0.3).astype(int)]
    x = rng.normal(size=90) + (y == "b")
    data = report.prepare(table(x=[str(v) for v in x.tolist()], y=y), "y", positive=positive)
    found = report.evaluate(trained(data, ["logistic"]), costs=(1, 8))
    member, kappas, cuts = (y == positive).astype(int), [], []
    for train, test in StratifiedKFold(3, shuffle=True, random_state=1).split(data.X, data.y):
        inner = StratifiedKFold(3, shuffle=True, random_state=0)
        tuned = TunedThresholdClassifierCV(
            data.pipeline(LogisticRegression(max_iter=2000)), scoring=kappa_scorer(), cv=inner
        ).fit(data.X.iloc[train], member[train])
        cuts.append(tuned.best_threshold_)
        kappas.append(kappa_of_sklearn(member[test], tuned.predict(data.X.iloc[test])))
    where = {"classifier": "logistic", "other": "kappa"}
    assert found.value("threshold", "cut", **where) == pytest.approx(np.median(cuts), rel=1e-5)
    kappa = found.span("logistic", "kappa", other="kappa")[0]
    assert kappa == pytest.approx(np.mean(kappas), rel=1e-5)
    # A miss costs eight times a false alarm, so more is called positive, at a lower cut.
    assert found.value("threshold", "cut", classifier="logistic", other="cost") < np.median(cuts)


def test_scores_that_are_all_the_same_have_no_cut():
    y = ["a", "b", "b"] * 20
    data = report.prepare(table(x=[str(i % 7) for i in range(60)], y=y), "y")
    found = report.evaluate(trained(data, ["tree", "sklearn.dummy.DummyClassifier()"]))
    same = "sklearn.dummy.DummyClassifier()"
    row = found.row("threshold", "cut", classifier=same, other="kappa")
    assert (math.isnan(row.value), row.reason) == (True, "undefined in 3 folds")
    assert found.span(same, "accuracy", other="default")[0] == pytest.approx(2 / 3)
    assert found.thresholds().loc[same, "kappa"].tolist() == ["", "–", "–", "–"]
    assert not math.isnan(found.value("threshold", "cut", classifier="tree", other="kappa"))


def test_no_cut_without_two_classes_and_scores(wine, cancer):
    assert wine.thresholds().empty
    assert wine.at_prevalences().empty
    left = {name: [unscored(fold) for fold in of] for name, of in cancer.folds.folds.items()}
    found = report.evaluate(replace(cancer.folds, folds=left))
    rows = found.tidy[(found.tidy["measure"] == "auk") & (found.tidy["part"] == "measure")]
    assert set(rows["reason"]) == {"the classifier gives no scores"}
    assert rows["value"].isna().all()
    assert found.thresholds().empty
    assert report.curves_figure(found) is None
    assert report.roc_figure(found) is None
    assert len(as_report(found).pictures) == 2


def unscored(fold):
    left = {key: v for key, v in fold.measured.items() if key[0] not in ("auc", "auk", "h")}
    return replace(fold, scores=None, measured=left)


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
    report.write_report(found, tmp_path)
    tidy = pd.read_csv(tmp_path / "report.csv")
    labels = pd.to_numeric(tidy["label"], errors="coerce")
    values = np.concatenate([tidy["value"].dropna(), labels.dropna()])
    checked = 0
    for finding in report.findings(found):
        for number in numbers_of(finding.finding, found.folds.folds):
            assert stands_in(number, values), (number, finding.finding)
            checked += 1
    assert checked > 15
    assert not stands_in("0.123456", values)  # the test can fail


def test_a_difference_that_may_be_noise_is_called_so(wine):
    """Two names for one classifier."""
    twins = trained(wine.data, ["tree", "sklearn.tree.DecisionTreeClassifier(random_state=0)"])
    said = " ".join(f.finding for f in report.findings(report.evaluate(twins)))
    assert "cannot be told apart" in said


@pytest.mark.parametrize(
    ("accuracies", "kappas", "pair"),
    [
        ((0.9, 0.8), (0.5, 0.6), ("a", "b")),
        ((0.9, 0.8), (0.6, 0.5), None),
        # The first is the same: the widest reversal.
        ((0.9, 0.8, 0.7, 0.6), (0.9, 0.1, 0.2, 0.5), ("b", "d")),
    ],
)
def test_two_measures_part_where_their_orders_differ(accuracies, kappas, pair):
    names = "abcd"[: len(kappas)]
    rows = [
        Row("measure", name, "", measure, "", "estimate", value)
        for measure, values in (("accuracy", accuracies), ("kappa", kappas))
        for name, value in zip(names, values, strict=True)
    ]
    found = told(rows, names)
    assert _reversed(found, "accuracy", "kappa") == pair
    said = [finding.finding for finding in _parted(found)]
    assert len(said) == bool(pair)
    if pair:
        assert said[0].endswith(": kappa puts {1} before {0} (this may be noise).".format(*pair))


@pytest.mark.parametrize(
    ("low", "high", "sure"),
    [
        *((0.1, 0.3, True), (-0.3, -0.1, True), (-0.1, 0.1, False)),
        *((0, 0.2, False), (-0.2, 0, False)),
    ],
)
def test_a_change_whose_interval_holds_zero_may_be_noise(low, high, sure):
    ends = {"estimate": (low + high) / 2, "low": low, "high": high}
    of = Row("threshold", "a", "kappa minus default", "kappa")
    rows = [of._replace(statistic=s, value=x) for s, x in ends.items()]
    ((said, _),) = _threshold(told(rows))
    assert said.endswith(": more than noise." if sure else ": this may be noise.")


# --- the page, and one call -------------------------------------------------------------------


def test_names_in_the_page_are_escaped_and_no_cell_is_a_formula(tmp_path):
    bad = "<script>alert(1)</script>"
    rng = np.random.default_rng(0)
    cells = {bad: [str(x) for x in rng.normal(size=40).tolist()], "y": ["=cmd", bad] * 20}
    data = report.prepare(table(**cells), "y")
    report.write_report(report.evaluate(trained(data, n_splits=4)), tmp_path)
    page = (tmp_path / "report.html").read_text()
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    cells = (tmp_path / "report.csv").read_text().replace("\n", ",").split(",")
    assert "'=cmd" in cells
    assert "=cmd" not in cells


@pytest.mark.parametrize("which", ["cancer", "wine"])
def test_the_numbers_of_the_json_are_those_of_the_table(which, request):
    found = request.getfixturevalue(which)
    said = unpacked(packed(found)).data["classifiers"]
    assert [one["name"] for one in said] == [*found.ranked, BASELINE]
    for one in said:
        assert ("cost" in one["measures"]) == (which == "cancer")
        for measure, of in one["measures"].items():
            span = found.span(one["name"], measure)
            assert [of["estimate"], of["low"], of["high"]] == pytest.approx(span, nan_ok=True)
            assert bool(of["reason"]) == math.isnan(of["low"])


def test_one_call_says_what_the_steps_say_and_a_page_alone_is_drawn(wine, monkeypatch):
    drawn, begin = [], Figure.__init__

    def counted(*given, **how):
        drawn.append(given)
        begin(*given, **how)

    monkeypatch.setattr(Figure, "__init__", counted)
    found = kappabook.report(
        "wine", "cultivar", classifiers=["tree", "naive-bayes"], repeats=2, folds=5, n_jobs=1
    )
    assert repr(found) == repr(unpacked(packed(wine)))
    assert not drawn
    assert found.written("html").count("<svg") == len(drawn) == 4
    assert found.tables[0].rows[0][0] == wine.ranked[0]
    with pytest.raises(ValueError, match="'sklearn' or 'weka'"):
        kappabook.report("wine", "cultivar", engine="java")


def test_the_curves_are_those_of_the_first_repeat(wine):
    of_all = wine.folds.folds.items()
    first = {name: [fold for fold in folds if fold.repeat == 1] for name, folds in of_all}
    for draw in (report.roc_figure, report.curves_figure):
        both, one = (
            [line.get_xydata().tolist() for line in draw(found).axes[0].lines]
            for found in (wine, replace(wine, folds=replace(wine.folds, folds=first)))
        )
        assert both == one
        assert len(one) > 2


def test_of_several_classes_the_auk_alone_is_called_rescaled(wine, cancer):
    rescaled = [m for m in MEASURES if "of the best possible" in wine.called(m)]
    assert rescaled == ["auk"]
    assert not [m for m in MEASURES if "of the best possible" in cancer.called(m)]


def test_the_gain_over_chance_is_drawn_and_colours_come_round_again(wine):
    (ax,) = report.measures_figure(wine).axes
    widths = {bar.get_label(): bar.patches[0].get_width() for bar in ax.containers[:3]}
    chance = wine.span(wine.ranked[0], "chance_agreement")[0]
    accuracy = wine.span(wine.ranked[0], "accuracy")[0]
    wanted = {"chance agreement": chance, "gained": accuracy - chance, "missing": 1 - accuracy}
    assert widths == pytest.approx(wanted)
    ranks = pd.DataFrame({"kappa": range(1, 13)}, index=[f"c{i}" for i in range(12)])
    figure = report.ranks_figure(SimpleNamespace(ranks=lambda: ranks))
    colors = [line.get_color() for line in figure.axes[0].lines]
    assert len(set(colors)) == 5
    assert colors == [*colors[:5]] * 2 + colors[:2]


def test_what_is_no_text_is_refused_by_name_from_python():
    assert list(classifiers("tree")) == [BASELINE, "tree"]
    with pytest.raises(ValueError, match=r"LogisticRegression\(\) is no text; name it by"):
        classifiers([LogisticRegression()])
    wines = table(a="xyxyxy", b="ppqqpq")
    with pytest.raises(ValueError, match="target is of type Series; name the column"):
        kappabook.report(wines, wines.b)
