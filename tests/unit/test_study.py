"""The study: any number of workers, whole or killed, gives the same bytes; errors are clear."""

import json
import os
import signal
import subprocess
import sys
import time
from hashlib import sha256
from typing import ClassVar

import numpy as np
import pandas as pd
import pytest
from support import ROOT, slowly

from kappabook import ConfusionMatrix
from kappabook.data import Attribute, Table
from kappabook.datasheet import SHEET, data_sheet
from kappabook.study import WekaStratifiedKFold, files, run_study
from kappabook.study.fold_work import FoldTasks
from kappabook.study.published import RUNS, run_published
from kappabook.study.tidy import COLUMNS, read_scores
from kappabook.workbook.targets import main

# Slow enough to be killed in the middle; the tables are rules, so no data are needed.
SCRIPT = """
import signal, sys, time
import numpy as np
from kappabook.data import Attribute, Table
from kappabook.study import run_study
from kappabook.study.engines import WekaEngine

class Slowly(WekaEngine):
    def predict(self, *arguments):
        time.sleep(float(sys.argv[2]))
        with open("marks", "a") as marks:
            marks.write("x")
        return super().predict(*arguments)

def rule(name, seed):
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 4, (120, 3))
    y = (X.sum(axis=1) + rng.integers(0, 2, 120)) % 3
    attributes = tuple(Attribute(a, tuple("wxyz")) for a in "abc")
    return Table(name, attributes, X, y, ("p", "q", "r"))

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in a shell's background
    run_study([rule("one", 1), rule("two", 2)], ["J48", "NaiveBayes", "SMO"], engine=Slowly(),
              repeats=2, n_splits=5, n_jobs=int(sys.argv[1]), out="out.csv")
"""


class Majority:
    """An engine of the reader's own: one class."""

    name, version, classifiers = "majority", "1", ("ZeroR",)
    settings: ClassVar = {}

    def predict(self, table, classifier, train, test):
        return np.full(len(test), np.bincount(table.y[train]).argmax())


def table(name="plain", n=60, classes=("b", "a", "nobody")):
    y = (np.arange(n) % 3 == 0).astype(int)
    return Table(name, (Attribute("a", ("p", "q")),), y[:, None].astype(float), y, classes)


def start(folder, n_jobs, seconds):
    (folder / "script.py").write_text(SCRIPT)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), *sys.path])}
    return subprocess.Popen(
        [sys.executable, "script.py", str(n_jobs), str(seconds)],
        cwd=folder,
        env=environment,
        stderr=subprocess.PIPE,
    )


def whole_run(folder, n_jobs):
    process = start(folder, n_jobs, 0)
    error = process.communicate(timeout=60)[1]
    assert process.returncode == 0, error
    assert not (folder / "out.journal").exists()
    return (folder / "out.csv").read_bytes(), (folder / "out.json").read_bytes()


@pytest.fixture(scope="module")
def weka():
    pytest.importorskip("jpype", reason='WEKA is not installed: pip install ".[weka]"')


@pytest.fixture(scope="module")
def undisturbed(weka, tmp_path_factory):
    return whole_run(tmp_path_factory.mktemp("undisturbed"), 2)


@pytest.mark.slow
def test_one_worker_gives_the_same_bytes_as_two(undisturbed, tmp_path):
    assert whole_run(tmp_path, 1) == undisturbed


@pytest.mark.parametrize("n_jobs", [slowly(1), slowly(2)])
def test_killed_and_begun_again_gives_the_same_bytes(undisturbed, tmp_path, n_jobs):
    process = start(tmp_path, n_jobs, 0.1)
    journal, deadline = tmp_path / "out.journal", time.monotonic() + 30
    while time.monotonic() < deadline:
        lines = journal.read_bytes().count(b"\n") if journal.exists() else 0
        if lines > 10:
            break
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    before = journal.read_bytes().count(b"\n")
    assert 10 < before < 61
    assert not (tmp_path / "out.csv").exists()
    (tmp_path / "marks").unlink()
    assert whole_run(tmp_path, n_jobs) == undisturbed
    # Only what was not in the journal was done again.
    assert len((tmp_path / "marks").read_text()) == 61 - before


@pytest.mark.skipif(os.name != "posix", reason="sends signals as POSIX does")
@pytest.mark.parametrize("name", [slowly("SIGINT"), slowly("SIGTERM")])
def test_interrupted_it_stops(weka, tmp_path, name):
    """Signals are Python's, not Java's: the journal stays, and the process ends without a crash."""
    process = start(tmp_path, 2, 0.1)
    journal, deadline = tmp_path / "out.journal", time.monotonic() + 30
    while not (journal.exists() and journal.read_bytes().count(b"\n") > 5):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    process.send_signal(signal.Signals[name])
    error = process.communicate(timeout=20)[1]
    assert process.returncode == -signal.Signals[name]
    assert (b"KeyboardInterrupt" in error) == (name == "SIGINT")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["marks", "out.journal", "script.py"]


# --- results -------------------------------------------------------------------------------------


@pytest.fixture
def majority(tmp_path):
    out = tmp_path / "out.csv"
    return run_study([table(), table("another")], engine=Majority(), repeats=2, out=out), out


def test_an_engine_is_one_class(majority):
    results, out = majority
    assert list(results.counts.columns) == list(COLUMNS)
    folds = WekaStratifiedKFold().split(table().X, table().y)
    for fold, (_, test) in enumerate(folds, start=1):
        found = results.confusion("plain", "ZeroR", repeat=1, fold=fold)
        expected = [[np.sum(table().y[test] == k), 0, 0] for k in range(3)]
        assert found == ConfusionMatrix(expected, ["b", "a", "nobody"])
    assert results.confusion("another", "ZeroR", repeat=2).cells.sum() == 60
    assert out.read_text().splitlines()[:3] == [
        "dataset,classifier,engine,engine_version,repeat,fold,actual,predicted,count",
        "plain,ZeroR,majority,1,1,1,a,b,2",
        "plain,ZeroR,majority,1,1,1,b,b,4",
    ]


@pytest.mark.parametrize("n_jobs", [1, slowly(2)])
def test_processes_give_what_threads_give(majority, tmp_path, n_jobs):
    """An engine and tables of one's own travel to them; the files are the same."""
    _, out = majority
    again = tmp_path / "again.csv"
    tables = [table(), table("another")]
    run_study(tables, engine=Majority(), repeats=2, out=again, n_jobs=n_jobs, processes=True)
    assert again.read_bytes() == out.read_bytes()


def test_tasks_are_numbered_data_set_by_data_set():
    """A table is used, and then never again; the order is that of the results."""
    tasks = FoldTasks(("d", "e"), ("J48", "SMO"), (7, 9), 3)
    expected = [
        (name, key, seed, fold)
        for name in "de"
        for key in ("J48", "SMO")
        for seed in (7, 9)
        for fold in (1, 2, 3)
    ]
    assert list(tasks) == expected
    assert tasks[-1] == expected[-1]
    assert tasks[4:7] == expected[4:7]
    with pytest.raises(IndexError):
        tasks[24]


def test_results_are_read_as_they_were_written(majority):
    results, out = majority
    again = files.read(out)
    pd.testing.assert_frame_equal(again.counts, results.counts)
    assert again.classes == results.classes
    about = files.read_about(out)
    assert about["datasets"]["plain"]["classes"] == ["b", "a", "nobody"]
    assert (about["engine"], about["repeats"], about["folds"]) == ("majority", [1, 2], 10)


def test_scores_alone(tmp_path):
    results = run_study(table(), engine=Majority(), out=tmp_path / "s.csv", form="scores")
    scores = read_scores(tmp_path / "s.csv")
    assert scores["accuracy"].tolist() == pytest.approx(results.folds["accuracy"], abs=1e-6)
    assert files.read_about(tmp_path / "s.csv")["engine"] == "majority"


def test_a_data_sheet_beside_the_results_is_renewed(tmp_path):
    (tmp_path / SHEET).write_text("file,sha256,rows,command\n")
    out = tmp_path / "s.csv"
    run_study(table(), engine=Majority(), out=out, form="scores", command="make it")
    entry = data_sheet(tmp_path)["s.csv"]
    assert (entry.rows, entry.command) == (str(len(read_scores(out))), "make it")
    assert entry.sha256 == sha256(out.read_bytes()).hexdigest()
    assert list(data_sheet(tmp_path)) == ["s.csv", "s.json"]


def test_names_that_look_like_something_else(tmp_path):
    """Classes called 1, NA and nan stay text."""
    odd = table("None", classes=("1", "NA", "nan"))
    results = run_study(odd, engine=Majority(), out=tmp_path / "o.csv")
    again = files.read(tmp_path / "o.csv")
    pd.testing.assert_frame_equal(again.counts, results.counts)
    assert again.confusion("None", "ZeroR").labels == ("1", "NA", "nan")


def test_files_that_are_not_what_they_were(majority, tmp_path):
    _, out = majority
    whole, about = out.read_bytes(), (tmp_path / "out.json").read_text()
    out.write_bytes(whole.replace(b",4\n", b",5\n", 1))
    with pytest.raises(ValueError, match=r"is not the file that .*out\.json describes"):
        files.read(out)
    out.write_bytes(whole)
    (tmp_path / "out.json").write_text(json.dumps({**json.loads(about), "format": 99}))
    with pytest.raises(ValueError, match="is of format 99; this code reads 1"):
        files.read(out)
    for text in ("{}", "[1]", "{", '{"format": 1, "files": {}}'):
        (tmp_path / "out.json").write_text(text)
        with pytest.raises(ValueError, match=r"out\.json does not describe out\.csv\. Restore"):
            files.read(out)
    out.unlink()
    with pytest.raises(FileNotFoundError, match=r"no file .*out\.csv"):
        files.read(out)


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


def test_an_engine_that_fails_leaves_a_journal_to_go_on_from(tmp_path):
    class Broken(Majority):
        def predict(self, table, classifier, train, test):
            if 7 in test:
                raise RuntimeError("out of memory")
            return super().predict(table, classifier, train, test)

    with pytest.raises(RuntimeError, match="out of memory"):
        run_study(table(), engine=Broken(), n_jobs=1, out=tmp_path / "out.csv")
    assert [path.name for path in tmp_path.iterdir()] == ["out.journal"]
    run_study(table(), engine=Majority(), n_jobs=1, out=tmp_path / "out.csv")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.csv", "out.json"]


def test_an_unknown_run_lists_those_there_are(capsys):
    assert main(["study", "study-moa"]) == 2
    assert capsys.readouterr().err == f"error: no run 'study-moa'; there are {', '.join(RUNS)}.\n"
    with pytest.raises(ValueError, match="no run 'x'"):
        next(run_published(["study-weka", "x"]))
