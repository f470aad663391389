"""The study: an engine is one class, results come back as written, errors are clear."""

import json
from hashlib import sha256
from typing import ClassVar

import numpy as np
import pandas as pd
import pytest

from kappabook import ConfusionMatrix
from kappabook.data import Attribute, Table
from kappabook.datasheet import SHEET, data_sheet
from kappabook.study import StudyResults, WekaStratifiedKFold, run_study
from kappabook.study.published import RUNS, run_published
from kappabook.study.results import read_about
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


# --- results -------------------------------------------------------------------------------------


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


def test_results_are_read_as_they_were_written(majority):
    results, out = majority
    same(StudyResults.read(out), results)
    about = read_about(out)
    assert about["datasets"]["plain"]["classes"] == ["b", "a", "nobody"]
    assert (about["engine"], about["repeats"], about["folds"]) == ("majority", [1, 2], 10)


def test_a_data_sheet_beside_the_results_is_renewed(tmp_path):
    (tmp_path / SHEET).write_text("file,sha256,rows,command\n")
    out = tmp_path / "s.csv"
    results = run_study(table(), engine=Majority(), out=out, command="make it")
    entry = data_sheet(tmp_path)["s.csv"]
    assert (entry.rows, entry.command) == (str(len(results.folds)), "make it")
    assert entry.sha256 == sha256(out.read_bytes()).hexdigest()
    assert list(data_sheet(tmp_path)) == ["s.csv", "s.json"]


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


# --- bad input -----------------------------------------------------------------------------------


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
    with pytest.raises(ValueError, match="no run 'x'"):
        next(run_published(["study-weka", "x"]))
