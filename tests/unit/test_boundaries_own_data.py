"""One's own data, by hand: cases that mutation testing found nobody to notice.

Folds and tables are made up here, small enough that what is right is known beforehand.
"""

import argparse
import dataclasses
import inspect
import math
import os
import stat
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from kappabook.commands.own_data import (
    cross_validate_all,
    cross_validate_in_weka,
    notebook,
    prepare,
)
from kappabook.commands.own_data.columns import read_column
from kappabook.commands.own_data.evaluation import Evaluation, _summary
from kappabook.commands.own_data.findings import _reversed, _threshold
from kappabook.commands.own_data.fold_measures import ALL, MEASURES, _f1, values_of_fold
from kappabook.commands.own_data.folds import Fold, Folds, _scores, n_splits_for
from kappabook.commands.own_data.learners import BASELINE
from kappabook.commands.own_data.pictures import (
    _curves,
    curves_figure,
    measures_figure,
    ranks_figure,
)
from kappabook.commands.own_data.preparing import Prepared, _positive, date_parts
from kappabook.commands.own_data.reading import RawData
from kappabook.commands.own_data.thresholds import _cut, prevalence_rows, threshold_rows
from kappabook.commands.own_data.tidy import Row, as_frame, data_rows, rank_rows
from kappabook.commands.own_data.weka import _majority, as_table
from kappabook.commands.parsers import add_commands
from kappabook.data.table import Attribute


def prepared(y, classes=("no", "yes"), positive=1, **columns):
    """Data that are as prepared as a test needs them."""
    rows = {"read": len(y), "used": len(y), "set_aside": 0}
    X = pd.DataFrame(columns or {"x": np.arange(len(y), dtype=float)})
    return Prepared("own", "y", X, np.array(y), tuple(classes), positive, (), rows)


def folds_of(data, splits, scores, name="tree"):
    """A classifier's folds: what it says is the class with the largest score."""
    k, found = len(data.classes), []
    for number, (test, given) in enumerate(zip(splits, scores, strict=True), 1):
        confusion = np.zeros((k, k), dtype=int)
        np.add.at(confusion, (data.y[test], np.argmax(given, axis=1)), 1)
        values = values_of_fold(confusion, data.y[test], given, data.positive)
        found.append(Fold(name, 1, number, np.array(test), confusion, given, values))
    return Folds(data, {}, "by hand", {name: found}, len(found), 1, {name: True})


def told(rows, names=("a", "b"), first="kappa", costs=None, changes=False):
    """A report of these rows alone."""
    folds = SimpleNamespace(data=prepared([0, 1] * 2), folds=dict.fromkeys([BASELINE, *names]))
    return Evaluation(folds, costs, changes, first, as_frame(rows))


def estimates(measure, **of):
    return [Row("measure", name, "", measure, "", "estimate", x) for name, x in of.items()]


# --- columns and classes ----------------------------------------------------------------------


def test_a_date_is_days_since_1970_month_weekday_and_hour():
    """1 January 1970 was a Thursday, day 3 of the week; 2 February came 32 days later."""
    dates = pd.DataFrame({"x": pd.to_datetime(["1970-01-01 00:00", "1970-02-02 18:30"])})
    assert date_parts(dates).tolist() == [[0, 1, 3, 0], [32 + 18.5 / 24, 2, 0, 18]]


@pytest.mark.parametrize(
    ("distinct", "rows", "kind"),
    [
        *((20, 20, "category"), (21, 21, "set aside")),
        *((25, 50, "category"), (36, 40, "category"), (37, 40, "set aside")),
    ],
)
def test_a_text_names_the_rows_if_nine_tenths_of_more_than_twenty_differ(distinct, rows, kind):
    column = read_column("x", [f"name {i % distinct}" for i in range(rows)])
    assert column.kind == kind


@pytest.mark.parametrize(
    "cells", [["1", "1.0", "01"], ["1/2/2025", "01/2/2025"], ["0.5", ".5", "5e-1"]]
)
def test_one_value_written_in_several_ways_is_constant(cells):
    column = read_column("x", cells)
    assert (column.kind, column.decision) == ("set aside", "It is constant.")
    assert read_column("x", [*cells, None]).kind != "set aside"


@pytest.mark.parametrize("gaps", [0, 1, 3])
def test_rows_without_a_class_are_counted_if_there_are_any(gaps):
    columns = {"x": [str(i % 5) for i in range(12 + gaps)], "y": [*"abb" * 4, *[None] * gaps]}
    said = [note for note in prepare(RawData("own", columns), "y").notes if "Rows without" in note]
    wanted = f"Rows without 'y', which were set aside: {gaps}."
    assert said == ([wanted] if gaps else [])


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ([4, 8], "'a', the rarer one."),
        ([8, 4], "'b', the rarer one."),
        ([6, 6], "'b', the second of two equally frequent ones."),
    ],
)
def test_it_is_said_why_a_class_is_the_positive_one(counts, said):
    _, (note,) = _positive(("a", "b"), np.array(counts), None)
    assert note.startswith(f"The positive class is {said}")


def test_data_are_the_same_only_as_themselves():
    """Their columns are arrays, which have no one answer to whether they are equal."""
    columns = {"x": [str(i * i) for i in range(12)], "y": ["a", "b"] * 6}
    one, other = (prepare(RawData("own", columns), "y") for _ in range(2))
    assert one != other
    assert len({one, other}) == 2


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
    got, (note,) = n_splits_for(prepared(y, "abc"[:classes], None), 1, asked)
    assert got == folds
    assert f"folds asked for: {said}" in note


# --- folds --------------------------------------------------------------------------------------


def test_a_class_that_nobody_names_has_no_f1_and_no_warning():
    with np.errstate(all="raise"):
        f1 = _f1(np.array([[2, 1, 0], [1, 0, 0], [0, 0, 0]]))
    assert f1[:2].tolist() == [2 / 3, 0]
    assert math.isnan(f1[2])


def test_a_classifier_may_have_no_scores():
    assert _scores(object(), None, 2) == (None, False)


@pytest.mark.parametrize("given", [[[0.5, math.nan]], [[0.5, math.inf]], [[0.2, 0.3, 0.5]], [[1]]])
def test_scores_that_are_no_number_per_class_are_none(given):
    model = SimpleNamespace(predict_proba=lambda _: given, classes_=np.array([0, 1]))
    assert _scores(model, None, 2) == (None, False)


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


def test_the_baseline_beside_weka_says_the_most_common_class_in_every_fold():
    folds = _majority(as_table(prepared([0] * 4 + [1] * 6)), 3, 2, 1)[BASELINE]
    assert [(f.repeat, f.fold) for f in folds] == [(r, f) for r in (1, 2, 3) for f in (1, 2)]
    assert all(f.confusion.tolist() == [[0, 2], [0, 3]] for f in folds)


# --- the tidy table -------------------------------------------------------------------------------


def test_the_baseline_is_not_counted_among_the_classifiers():
    folds = {BASELINE: [], "tree": [], "logistic": []}
    data = prepared([0] * 3 + [1] * 5)
    rows = data_rows(SimpleNamespace(data=data, folds=folds, n_splits=4, n_repeats=7), (1, 3))
    found = {(r.label, r.statistic): r.value for r in rows}
    wanted = {"rows_read": 8, "rows_used": 8, "rows_set_aside": 0, "columns_used": 1}
    wanted |= {"columns_set_aside": 0, "classes": 2, "classifiers": 2, "folds": 4, "repeats": 7}
    wanted |= {"cost_of_false_positive": 1, "cost_of_false_negative": 3, "cost_cut": 0.25}
    assert {name: found["", name] for name in wanted} == wanted
    assert [found[label, "cases"] for label in data.classes] == [3, 5]
    assert [found[label, "share"] for label in data.classes] == [0.375, 0.625]


def test_every_measure_ranks_but_the_agreement_by_chance():
    """Less cost is better, more of the others; equal ones share a place; no baseline."""
    means = {"a": 0.25, "b": 0.75, "c": 0.75, BASELINE: 1}
    values = {(n, m, ALL): np.array([x, x]) for n, x in means.items() for m in MEASURES}
    rows = list(rank_rows(SimpleNamespace(folds=means), values))
    found = {m: {r.classifier: r.value for r in rows if r.measure == m} for m in MEASURES}
    assert found.pop("chance_agreement") == {}
    assert found.pop("cost") == {"a": 1, "b": 2.5, "c": 2.5}
    assert len(found) == 7
    assert all(places == {"a": 3, "b": 1.5, "c": 1.5} for places in found.values())


def test_pairs_that_differ_are_counted_by_measure():
    p_values = {"kappa": [0.01, 0.05, 0.2], "auc": [0.04, 0.001, math.nan]}
    rows = [
        Row("comparison", "a", "b", measure, "", statistic, p)
        for statistic in ("p_value", "p_adjusted")
        for measure, of in p_values.items()
        for p in of
    ]
    found = {(r.part, r.measure, r.statistic): r.value for r in _summary(rows)}
    assert found == {
        ("summary", "kappa", "pairs"): 3,
        ("summary", "kappa", "pairs_that_differ"): 1,
        ("summary", "auc", "pairs"): 3,
        ("summary", "auc", "pairs_that_differ"): 2,
    }


@pytest.mark.parametrize("positive", [0, 1])
def test_a_cut_that_separates_the_other_folds_separates_this_one(positive):
    member = np.array([False, False, True, True] * 3)
    score = np.array([0.1, 0.2, 0.8, 0.9] * 3)
    scores = np.column_stack([score, 1 - score][:: 1 - 2 * positive])
    data = prepared(np.where(member, positive, 1 - positive), positive=positive)
    splits = np.arange(12).reshape(3, 4)
    folds = folds_of(data, splits, scores[splits])
    found = _cut(folds.folds["tree"], folds, positive, (1, 1))
    assert list(found) == ["kappa", "cost"]
    for each in found.values():
        assert [confusion.tolist() for _, confusion in each] == [[[2, 0], [0, 2]]] * 3


def test_a_better_cut_changes_kappa_and_cost_by_the_difference():
    """Half of the cases are positive, with scores below 1/2: as it is, all are called negative."""
    data = prepared([0, 0, 1, 1] * 3)
    score = np.array([0.1, 0.2, 0.3, 0.4])
    given, splits = np.column_stack([1 - score, score]), np.arange(12).reshape(3, 4)
    folds = [folds_of(data, splits, [given] * 3, name=n) for n in ("bayes", "tree", BASELINE)]
    together = {name: of for each in folds for name, of in each.folds.items()}
    whole = Folds(data, {}, "by hand", together, 3, 1, dict.fromkeys(together, True))
    rows = list(threshold_rows(whole, (1, 4)))
    assert [*dict.fromkeys(r.classifier for r in rows)] == ["bayes", "tree"]
    value = {r[1:6]: r.value for r in rows}
    for name in ("bayes", "tree"):
        found = {
            (rule, measure): value[name, rule, measure, "", "estimate"]
            for rule in ("default", "kappa", "cost")
            for measure in ("kappa", "accuracy", "f1", "cost")
        }
        for rule, expected in {"default": (0, 0.5, 0, 2), "kappa": (1, 1, 1, 0)}.items():
            measures = ("kappa", "accuracy", "f1", "cost")
            assert tuple(found[rule, measure] for measure in measures) == expected
        assert value[name, "kappa minus default", "kappa", "", "estimate"] == 1
        assert value[name, "cost minus default", "cost", "", "estimate"] == -2
        for statistic in ("cut", "cut_low", "cut_high"):
            assert 0.2 < value[name, "kappa", "", "", statistic] <= 0.3
            assert (name, "default", "", "", statistic) not in value


@pytest.mark.parametrize("positive", [None, 0, 2])
def test_several_classes_are_not_cut_whether_one_is_named_or_not(positive):
    data = prepared([0, 1, 2] * 2, "abc", positive)
    splits = np.arange(6).reshape(2, 3)
    folds = folds_of(data, splits, np.tile(np.eye(3), (2, 1, 1)))
    assert list(threshold_rows(folds, None)) == []
    assert list(prevalence_rows(folds)) == []


def test_an_estimate_is_shown_with_its_interval_if_it_has_one():
    ends = {"estimate": 0.5, "low": 0.25, "high": 0.75}
    rows = [Row("measure", "a", "", "kappa", "", s, x) for s, x in ends.items()]
    shown = told([*rows, *estimates("kappa", b=1)]).measures()["kappa"]
    assert shown.to_dict() == {"a": "0.500 (0.250 to 0.750)", "b": "1.000", BASELINE: "–"}


@pytest.mark.parametrize(("classes", "name"), [("ab", "AUK"), ("abc", "AUK, of the best possible")])
def test_only_the_auk_of_several_classes_is_a_share(classes, name):
    found = SimpleNamespace(data=prepared(range(len(classes)), classes))
    assert Evaluation.called(found, "auk") == name
    assert Evaluation.called(found, "auc") == "AUC"


# --- findings and pictures ------------------------------------------------------------------------


@pytest.mark.parametrize(("kappas", "pair"), [((0.5, 0.6), ("a", "b")), ((0.6, 0.5), None)])
def test_two_measures_part_where_their_orders_differ(kappas, pair):
    rows = [*estimates("accuracy", a=0.9, b=0.8), *estimates("kappa", a=kappas[0], b=kappas[1])]
    assert _reversed(told(rows), "accuracy", "kappa") == pair


def test_the_widest_reversal_is_told_where_the_first_is_the_same():
    accuracies, kappas = (0.9, 0.8, 0.7, 0.6), (0.9, 0.1, 0.2, 0.5)
    rows = [
        *estimates("accuracy", **dict(zip("abcd", accuracies, strict=True))),
        *estimates("kappa", **dict(zip("abcd", kappas, strict=True))),
    ]
    assert _reversed(told(rows, "abcd"), "accuracy", "kappa") == ("b", "d")


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


def test_the_agreement_by_chance_is_drawn_beside_the_accuracy():
    rows = [*estimates("accuracy", a=0.75), *estimates("chance_agreement", a=0.5, majority=0.625)]
    accuracy, kappa = measures_figure(told(rows, "a")).axes
    (chance,) = (line for line in accuracy.lines if line.get_marker() == "|")
    assert list(chance.get_xdata()) == [0.5, 0.625]
    assert "|" not in [line.get_marker() for line in kappa.lines]


def test_a_fold_without_scores_does_not_hide_the_curves_of_the_others():
    data = prepared([0, 0, 1, 1] * 3)
    score = np.array([0.1, 0.3, 0.2, 0.4])
    splits = np.arange(12).reshape(3, 4)
    folds = folds_of(data, splits, [np.column_stack([1 - score, score])] * 3)
    folds.folds["tree"][1] = dataclasses.replace(folds.folds["tree"][1], scores=None)
    found = Evaluation(folds, None, False, "kappa", as_frame([]))
    assert len(_curves(found, "tree", 1)) == 2
    assert curves_figure(found) is not None


def test_the_colours_of_many_classifiers_come_round_again():
    ranks = pd.DataFrame({"kappa": range(1, 13)}, index=[f"c{i}" for i in range(12)])
    figure = ranks_figure(SimpleNamespace(ranks=lambda: ranks))
    colors = [line.get_color() for line in figure.axes[0].lines]
    assert len(set(colors)) == 5
    assert colors == [*colors[:5]] * 2 + colors[:2]


# --- the command ----------------------------------------------------------------------------------


def test_defaults_are_those_of_the_command_and_as_documented():
    parser = argparse.ArgumentParser()
    add_commands(parser.add_subparsers())
    command = parser.parse_args(["report", "own.csv", "--target", "y"])
    settings = notebook.Settings("own.csv", "y")
    for name in ("positive", "classifiers", "engine", "costs", "prevalence_changes", "jobs"):
        assert getattr(settings, name) == getattr(command, name)
    assert (settings.repeats, settings.folds) == (command.repeats, command.folds) == (10, 10)
    assert (settings.jobs, settings.costs, settings.prevalence_changes) == (-1, None, False)
    for function in (cross_validate_all, cross_validate_in_weka):
        given = {k: p.default for k, p in inspect.signature(function).parameters.items()}
        assert (given["repeats"], given["n_splits"], given["n_jobs"]) == (10, 10, -1)


@pytest.mark.parametrize("umask", [0o022, 0o077])
def test_a_new_report_can_be_read_by_whom_other_new_folders_can(tmp_path, umask):
    draft, before = tmp_path / "draft", os.umask(umask)
    try:
        draft.mkdir(mode=0o700)
        notebook._move(draft, tmp_path / "report")
        (tmp_path / "other").mkdir()
    finally:
        os.umask(before)
    modes = [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("report", "other")]
    assert modes == [0o777 - umask] * 2
