"""The study: an engine is one class, results come back as written, errors are clear."""

import json
import math
import statistics
from hashlib import sha256
from typing import ClassVar

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.exceptions import UndefinedMetricWarning
from sklearn.metrics import accuracy_score, cohen_kappa_score
from small_study import study, study_of, whole

from kappabook import ConfusionMatrix
from kappabook.data import Attribute, Table
from kappabook.study import StudyResults, WekaStratifiedKFold, run_study
from kappabook.study.published import RUNS
from kappabook.workbook.targets import main


class Majority:
    """An engine of the reader's own: one class."""

    name, version, classifiers = "majority", "1", ("ZeroR",)
    settings: ClassVar = {}

    def predict(self, table, classifier, train, test):
        return np.full(len(test), np.bincount(table.y[train]).argmax())


def table(name="plain", n=60, classes=("b", "a", "nobody")):
    y = (np.arange(n) % 3 == 0).astype(int)
    return Table(name, (Attribute("a", ("p", "q")),), y[:, None].astype(float), y, classes)


# --- a run ---------------------------------------------------------------------------------------


@pytest.fixture
def majority(tmp_path):
    out = tmp_path / "out.csv"
    return run_study([table(), table("another")], engine=Majority(), repeats=2, out=out), out


def test_an_engine_is_one_class(majority):
    results, out = majority
    folds = WekaStratifiedKFold().split(table().X, table().y)
    for fold, (_, test) in enumerate(folds, start=1):
        found = results.confusion("plain", "ZeroR", repeat=1, fold=fold)
        expected = [[np.sum(table().y[test] == k), 0, 0] for k in range(3)]
        assert found == ConfusionMatrix(expected, ["b", "a", "nobody"])
    assert results.confusion("another", "ZeroR", repeat=2).cells.sum() == 60
    assert out.read_text().splitlines()[:3] == [
        "dataset,classifier,engine,engine_version,repeat,fold,cells",
        "plain,ZeroR,majority,1,1,1,4 0 0;2 0 0;0 0 0",
        "plain,ZeroR,majority,1,1,2,4 0 0;2 0 0;0 0 0",
    ]


def same(results, others):
    pd.testing.assert_frame_equal(results.folds, others.folds)
    assert np.array_equal(results.cells, others.cells)
    assert results.classes == others.classes


def test_names_that_look_like_something_else(tmp_path):
    """Classes called 1, NA and nan stay text."""
    odd = table("None", classes=("1", "NA", "nan"))
    results = run_study(odd, engine=Majority(), out=tmp_path / "o.csv")
    again = StudyResults.read(tmp_path / "o.csv")
    same(again, results)
    assert again.confusion("None", "ZeroR").labels == ("1", "NA", "nan")


def test_files_that_are_not_what_they_were(majority, tmp_path):
    _, out = majority
    whole, about = out.read_bytes(), (tmp_path / "out.json").read_text()
    out.write_bytes(whole.replace(b",4 0", b",5 0", 1))
    with pytest.raises(ValueError, match=r"is not the file that .*out\.json describes"):
        StudyResults.read(out)
    out.write_bytes(whole)
    (tmp_path / "out.json").write_text(json.dumps({**json.loads(about), "format": 99}))
    with pytest.raises(ValueError, match="is of format 99; this code reads 2"):
        StudyResults.read(out)
    for text in ("{}", "[1]", "{", '{"format": 2, "files": {}}'):
        (tmp_path / "out.json").write_text(text)
        with pytest.raises(ValueError, match=r"out\.json does not describe out\.csv\. Restore"):
            StudyResults.read(out)
    out.unlink()
    with pytest.raises(FileNotFoundError, match=r"no file .*out\.csv"):
        StudyResults.read(out)


# --- a bad run -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"datasets": "iris"}, "no data set 'iris' .*balance-scale, car"),
        ({"datasets": []}, "no data set given"),
        ({"datasets": [table(), table()]}, "data set 'plain' is given 2 times"),
        ({"classifiers": "J49"}, "no classifier 'J49'; weka has J48, SMO, NaiveBayes"),
        ({"classifiers": []}, "no classifier given"),
        ({"classifiers": ["J48", "J48"]}, "classifier 'J48' is given 2 times"),
        ({"engine": "moa"}, "no engine 'moa'; there are weka, sklearn"),
        ({"repeats": 0}, "no repeat given"),
        ({"repeats": [1, 1]}, "repeat 1 is given 2 times"),
        ({"repeats": [0]}, "repeats hold 0; give seeds of WEKA, whole numbers from 1 on"),
        ({"n_splits": 61}, "60 rows cannot make 61 folds"),
        ({"n_jobs": 0}, "n_jobs is 0"),
    ],
)
def test_bad_input_leaves_nothing(tmp_path, arguments, message):
    engine = {"engine": Majority()} if "n_jobs" in arguments or "n_splits" in arguments else {}
    if "engine" not in arguments and not engine:
        pytest.importorskip("jpype", reason='WEKA is not installed: pip install ".[weka]"')
    wanted = {"datasets": table(), **engine, **arguments}
    with pytest.raises(ValueError, match=message):
        run_study(wanted.pop("datasets"), out=tmp_path / "new" / "out.csv", **wanted)
    assert list(tmp_path.iterdir()) == []


def test_few_members_of_a_class_name_the_data_set():
    y = np.array([0] * 25 + [1] * 5)
    few = Table("few", (Attribute("a", None),), y[:, None] * 1.0, y, ("c", "d"))
    with pytest.warns(UserWarning, match="few: class 1 has 5: fewer members") as caught:
        run_study(few, engine=Majority(), repeats=3)
    assert sum("few: class" in str(warning.message) for warning in caught) == 1


def test_an_engine_that_fails_leaves_a_record_to_go_on_from(tmp_path):
    class Broken(Majority):
        def predict(self, table, classifier, train, test):
            if 7 in test:
                raise RuntimeError("out of memory")
            return super().predict(table, classifier, train, test)

    with pytest.raises(RuntimeError, match="out of memory"):
        run_study(table(), engine=Broken(), n_jobs=1, out=tmp_path / "out.csv")
    assert [path.name for path in tmp_path.iterdir()] == ["out.jsonl"]
    run_study(table(), engine=Majority(), n_jobs=1, out=tmp_path / "out.csv")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.csv", "out.json"]


def test_an_unknown_run_lists_those_there_are(capsys):
    assert main(["study", "study-moa"]) == 2
    assert capsys.readouterr().err == f"error: no run 'study-moa'; there are {', '.join(RUNS)}.\n"


# --- results from a table of folds ---------------------------------------------------------------

TABLE = study()


@pytest.fixture(scope="module")
def results():
    return whole(TABLE)


# --- numbers --------------------------------------------------------------------------------


def test_summary_by_plain_loops(results):
    """Student's t by its tabulated quantile for four degrees of freedom."""
    table = results.summary()
    for key, cell in table.iterrows():
        own = results.folds.set_index(["dataset", "classifier", "engine"]).loc[key]
        for name in ("accuracy", "kappa", "chance", "implied_chance"):
            values = own[name].tolist()
            half = 2.7764451 * statistics.stdev(values) / math.sqrt(5)
            assert cell[name] == pytest.approx(statistics.fmean(values))
            assert cell[f"{name}_ci"] == pytest.approx(half)
        assert (cell["folds"], cell["undefined"]) == (5, 0)


def test_counts_are_those_of_the_predictions():
    rng = np.random.default_rng(0)
    truth, guess, folds = rng.integers(0, 4, 90), rng.integers(0, 4, 90), np.arange(90) % 3 + 1
    results = whole(study_of({"any": guess}, truth, folds))
    for fold in (1, 2, 3):
        here = folds == fold
        own = results.folds.query("fold == @fold").iloc[0]
        assert own["accuracy"] == pytest.approx(accuracy_score(truth[here], guess[here]))
        assert own["kappa"] == pytest.approx(cohen_kappa_score(truth[here], guess[here]))
    total = results.confusion("own", "any")
    assert total == ConfusionMatrix.from_predictions(truth.astype(str), guess.astype(str))


def test_a_perfect_fold_has_a_chance_which_accuracy_and_kappa_no_longer_tell():
    truth = [0, 0, 0, 1] * 2
    own = whole(study_of({"right": truth}, truth, [1] * 4 + [2] * 4)).folds
    assert own["chance"].tolist() == [0.625, 0.625]
    assert own["implied_chance"].tolist() == [0, 0]


def test_undefined_kappa_is_counted_and_left_out():
    counts = study_of({"any": [0, 0, 0, 1, 0, 1]}, [0, 0, 0, 1, 1, 1], [1, 1, 2, 2, 3, 3])
    with pytest.warns(UndefinedMetricWarning, match="1 of 3 folds.*fold 1 of repeat 1 of any"):
        cell = whole(counts).summary().iloc[0]
    assert (cell["folds"], cell["undefined"]) == (3, 1)
    assert cell["kappa"] == pytest.approx((1 + 0) / 2)


def test_one_fold_has_no_half_width():
    cell = whole(study_of({"any": [0, 1, 1]}, [0, 1, 0], [1, 1, 1])).summary().iloc[0]
    assert math.isnan(cell["accuracy_ci"])
    assert cell["accuracy"] == pytest.approx(2 / 3)


# --- classes, files and order ----------------------------------------------------------------


def test_declared_classes_may_be_empty_and_change_no_score():
    head = TABLE.iloc[:1].assign(dataset="own")
    plain = StudyResults(head.assign(cells="0 1;1 1"), {"own": ["1", "2"]})
    declared = StudyResults(head.assign(cells="1 0 1;0 0 0;1 0 0"), {"own": ["2", "10", "1"]})
    assert declared.confusion("own", "tree").labels == ("2", "10", "1")
    assert declared.confusion("own", "tree")["1", "2"] == 1
    pd.testing.assert_frame_equal(declared.folds, plain.folds)


def test_written_and_read_again_byte_for_byte(results, tmp_path):
    results.write(tmp_path / "a.csv", {"command": "make it", "engine": "own"})
    again = StudyResults.read(str(tmp_path / "a.csv"))
    again.write(tmp_path / "b.csv")
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()
    assert b"\r" not in (tmp_path / "a.csv").read_bytes()
    same(again, results)


SMALL = TABLE.query("dataset == 'made-0' and classifier == 'tree'")
SORTED = whole(SMALL)


@settings(max_examples=settings.default.max_examples // 4)
@given(st.randoms(use_true_random=False))
def test_order_of_rows_within_a_cell_does_not_matter(random):
    """Data sets and classifiers keep the order of first appearance, the rest has one order."""
    order = list(range(len(SMALL)))
    random.shuffle(order)
    same(whole(SMALL.iloc[order]), SORTED)


def test_names_keep_the_order_of_first_appearance():
    results = whole(TABLE.iloc[::-1])
    assert results.datasets == ("made-2", "made-1", "made-0")
    assert results.classifiers == ("neighbours", "logistic", "bayes", "tree")
    assert results.folds["fold"].tolist()[:5] == [1, 2, 3, 4, 5]


def test_select(results):
    part = results.select(dataset="made-1", classifier=["tree", "bayes"], repeat=1)
    assert (part.datasets, part.classifiers) == (("made-1",), ("tree", "bayes"))
    assert repr(part) == ("Results of 1 data set, 2 classifiers (tree, bayes) by sklearn: 10 folds")
    with pytest.raises(ValueError, match="no engine 'weka' in these results; there are sklearn"):
        results.select(engine="weka")
    with pytest.raises(ValueError, match="no fold 9 in these results; there are 1, 2"):
        results.confusion("made-1", "tree", fold=9)


# --- a bad table ----------------------------------------------------------------------------


def broken(column, value, row=3):
    frame = TABLE.astype({"fold": object, "repeat": object})
    frame.loc[row, column] = value
    return frame


@pytest.mark.parametrize(
    ("frame", "message"),
    [
        (TABLE.drop(columns=["fold", "cells"]), "no column fold, cells; it needs dataset, cl"),
        (TABLE.iloc[:0], "no rows"),
        (broken("fold", 1.5), "line 5: fold is '1.5'; give a whole number from 1 on"),
        (broken("repeat", -1), "line 5: repeat is '-1'"),
        (broken("engine", ""), "line 5: engine is ''; give a name"),
        (broken("cells", "1 2;3"), "line 5: cells are '1 2;3'; give 3 rows of 3 whole numbers"),
        (broken("cells", "1 0 0;0 1 0;0 0 -1"), "line 5: cells are .* give 3 rows of 3"),
        (broken("cells", "1 0;0 1"), "line 5: cells are .* give 3 rows of 3"),
        (broken("cells", "1 0 0;0 x 0;0 0 1"), "line 5: cells are .* give 3 rows of 3"),
        (broken("cells", "0 0 0;0 0 0;0 0 0"), "line 5: cells are .* not all of them 0"),
        (broken("dataset", "other"), "line 5: no classes are given for other"),
        (broken("engine_version", "2"), "engine sklearn is of version 2, before it was 1"),
        (
            TABLE.iloc[[0, 1, 2, 3, 1]],
            "line 6: fold 1 of repeat 1 of bayes on made-0 by sklearn stands twice",
        ),
        (
            TABLE.query("not (classifier == 'bayes' and fold == 2 and dataset == 'made-1')"),
            "repeat 1 of bayes by sklearn on made-1 covers 120 rows.* covers 150; a fold is miss",
        ),
        (broken("cells", "9 9 9;9 9 9;9 9 9"), "fold . of repeat 1 on made-0 has .* but .* for"),
    ],
)
def test_errors_name_file_and_line(frame, message, tmp_path):
    path, about = tmp_path / "bad.csv", {"format": 2}
    frame.drop(columns="classes").to_csv(path, index=False)
    about["files"] = {path.name: sha256(path.read_bytes()).hexdigest()}
    about["datasets"] = {f"made-{d}": {"classes": ["c0", "c1", "c2"]} for d in range(3)}
    path.with_suffix(".json").write_text(json.dumps(about))
    with pytest.raises(ValueError, match=message) as error:
        StudyResults.read(path)
    assert str(path) in str(error.value)


def test_errors_without_a_file():
    with pytest.raises(ValueError, match=r"^row 3: fold is 0; give a whole number"):
        whole(broken("fold", 0))
    with pytest.raises(ValueError, match="row 0: repeat is 0; give"):
        whole(TABLE.assign(repeat=0))
    with pytest.raises(ValueError, match="the table has no column cells"):
        whole(TABLE.drop(columns="cells"))
    with pytest.raises(TypeError, match="table is a str; give a data frame of folds"):
        StudyResults("x", {})
