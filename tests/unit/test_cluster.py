"""A real Dask scheduler and workers, by the two stock commands: the bytes of one machine."""

import functools
import json
import operator
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import ClassVar

import numpy as np
import pandas as pd
import pytest
from support import ROOT

from kappabook import ConfusionMatrix
from kappabook.data import Attribute, Table
from kappabook.study import cluster, run_study
from kappabook.study.cluster import Dask
from kappabook.study.engines import EngineError
from kappabook.study.work import Work
from kappabook.workbook.targets import main

distributed = pytest.importorskip(
    "distributed", reason="Dask is not installed: pip install distributed"
)
import cloudpickle  # noqa: E402 - after the skip

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="sends signals as POSIX does"),
]
# What is defined here travels to the workers, which cannot import this file.
cloudpickle.register_pickle_by_value(sys.modules[__name__])
CLASSIFIERS = ["J48", "NaiveBayes", "sklearn.neighbors.KNeighborsClassifier"]
ENVIRONMENT = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), *sys.path])}


def start(folder, *command, **environment):
    """Start a program in a process group of its own, so that all of it can be killed."""
    return subprocess.Popen(
        command,
        cwd=folder,
        env=ENVIRONMENT | environment,
        stdout=subprocess.DEVNULL,
        stderr=(folder / f"{len(list(folder.iterdir()))}.log").open("wb"),
        start_new_session=True,
    )


def kill(process, name="SIGKILL"):
    if process.poll() is None:
        os.killpg(process.pid, signal.Signals[name])
    process.wait(timeout=30)


class Cluster:
    """`dask scheduler`, and as many `dask worker` as are wanted."""

    def __init__(self, folder, **environment):
        self.folder, self.workers = folder, []
        file = folder / "scheduler.json"
        common = ("--no-dashboard", "--scheduler-file", str(file))
        self.dask = str(Path(sys.executable).with_name("dask"))
        address = ("--host", "127.0.0.1", "--port", "0")
        self.scheduler = start(folder, self.dask, "scheduler", *address, *common, **environment)
        until(lambda: file.exists() and file.read_text().endswith("}"))
        self.address = json.loads(file.read_text())["address"]

    def add_worker(self):
        """Start a worker of one thread, and wait until the scheduler knows it."""
        before = self.count()
        worker = start(
            self.folder, self.dask, "worker", self.address, "--nthreads", "1", "--no-dashboard"
        )
        until(lambda: self.count() > before)
        self.workers.append(worker)
        return worker

    def count(self):
        with distributed.Client(self.address, set_as_default=False) as client:
            return len(client.nthreads())

    def stop(self):
        for process in (*self.workers, self.scheduler):
            kill(process)


def until(true, seconds=120):
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.fixture(scope="module")
def two(tmp_path_factory):
    """A scheduler with two workers, for the whole file."""
    made = Cluster(tmp_path_factory.mktemp("two"))
    try:
        made.add_worker()
        made.add_worker()
        yield made
    finally:
        made.stop()


@pytest.fixture
def alone(tmp_path_factory):
    """A scheduler without workers, for one test."""
    made = Cluster(tmp_path_factory.mktemp("alone"))
    yield made
    made.stop()


def rule(name, seed, n=120):
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 4, (n, 3)).astype(float)
    y = (X.sum(axis=1).astype(int) + rng.integers(0, 2, n)) % 3
    return Table(name, tuple(Attribute(a, tuple("wxyz")) for a in "abc"), X, y, ("p", "q", "r"))


class Slowly:
    """The most frequent class, slowly; each fold leaves the number of its process."""

    name, version, classifiers = "slowly", "1", ("ZeroR", "Same")
    settings: ClassVar = {}

    def __init__(self, marks, seconds=0.05):
        self.marks, self.seconds = marks, seconds

    def predict(self, table, classifier, train, test):
        with self.marks.open("a") as marks:
            marks.write(f"{os.getpid()} {table.name} {classifier} {sorted(test.tolist())}\n")
        time.sleep(self.seconds)
        return np.full(len(test), np.bincount(table.y[train]).argmax())


def study(folder, **place):
    """Run a small study somewhere; return the bytes of its two files."""
    run_study(
        [rule("one", 1), rule("two", 2)],
        CLASSIFIERS,
        engine="sklearn",
        repeats=2,
        n_splits=5,
        out=folder / "out.csv",
        **place,
    )
    return tuple((folder / f"out.{kind}").read_bytes() for kind in ("csv", "json"))


# --- the same bytes ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "place",
    [
        {"n_jobs": 1},
        {"n_jobs": 2},
        {"n_jobs": 1, "processes": True},
        {"n_jobs": 2, "processes": True},
    ],
    ids=str,
)
def test_a_cluster_gives_the_bytes_of_one_machine(two, tmp_path, place):
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
    assert study(tmp_path / "here", **place) == study(tmp_path / "there", dask=two.address)


def test_weka_runs_on_workers(two, tmp_path):
    """Java starts in each worker's main thread, and the bytes are the same."""
    pytest.importorskip("jpype", reason='WEKA is not installed: pip install ".[weka]"')
    found = []
    for place in ({"n_jobs": 1}, {"dask": two.address}):
        run_study(rule("one", 1), ["J48", "SMO"], n_splits=3, out=tmp_path / "w.csv", **place)
        found.append([(tmp_path / f"w.{kind}").read_bytes() for kind in ("csv", "json")])
    assert found[0] == found[1]


def test_each_table_is_sent_to_a_worker_once(two, tmp_path):
    """Unpickled at most once by each of two workers."""
    opened = tmp_path / "opened"
    work = Work(lambda read, task: task, range(40), reads=functools.cache(lambda task: READS))
    READS.path = opened
    done = dict(Dask(two.address).done(work, range(40)))
    assert done == {number: number for number in range(40)}
    processes = opened.read_text().split()
    assert len(set(processes)) == len(processes) <= 2


class Reads:
    """Notes the process in which it is unpickled."""

    path: Path

    def __getstate__(self):
        return {"path": self.path}

    def __setstate__(self, state):
        self.path = state["path"]
        with self.path.open("a") as opened:
            opened.write(f"{os.getpid()}\n")


READS = Reads()


# --- what dies -----------------------------------------------------------------------------------


def test_a_worker_killed_in_the_middle_costs_only_its_tasks(two, tmp_path):
    tables, marks = [rule("one", 1), rule("two", 2)], tmp_path / "marks"
    whole = run_study(tables, engine=Slowly(tmp_path / "unused", 0), repeats=3, n_splits=5)
    third = two.add_worker()
    with distributed.Client(two.address, set_as_default=False) as client:
        ids = client.run(os.getpid)
    killed = max(pid for pid in ids.values() if os.getpgid(pid) == third.pid)

    class Killing(Slowly):
        """Kills the third worker, its nanny too, when that has begun its fifth fold."""

        def predict(self, *arguments):
            mine = [line for line in read(self.marks) if line.startswith(f"{os.getpid()} ")]
            if os.getpid() == killed and len(mine) == 4:
                super().predict(*arguments)
                os.killpg(os.getpgid(killed), signal.SIGKILL)
            return super().predict(*arguments)

    def read(path):
        return path.read_text().splitlines() if path.exists() else []

    found = run_study(tables, engine=Killing(marks), repeats=3, n_splits=5, dask=two.address)
    third.wait(timeout=30)
    two.workers.remove(third)
    pd.testing.assert_frame_equal(found.counts, whole.counts)
    done = [line.split(" ", 1) for line in read(marks)]
    again = {fold for fold, times in Counter(fold for _, fold in done).items() if times > 1}
    assert again
    assert again <= {fold for pid, fold in done if int(pid) == killed}
    assert len({fold for _, fold in done}) == 2 * 2 * 3 * 5


def test_a_lost_scheduler_leaves_a_journal_to_go_on_from(alone, tmp_path):
    worker = alone.add_worker()
    marks, out = tmp_path / "marks", tmp_path / "out.csv"

    class Losing(Slowly):
        def predict(self, *arguments):
            if self.marks.exists() and self.marks.read_text().count("\n") == 12:
                os.kill(scheduler, signal.SIGKILL)
            return super().predict(*arguments)

    scheduler = alone.scheduler.pid
    with pytest.raises(OSError, match=r"the Dask scheduler at .* is lost\. .* journal"):
        run_study(rule("one", 1), engine=Losing(marks), repeats=4, out=out, dask=alone.address)
    kill(worker)
    assert [path.name for path in tmp_path.iterdir() if path != marks] == ["out.journal"]
    before = out.with_suffix(".journal").read_bytes().count(b"\n") - 1
    assert before > 0
    marks.unlink()
    run_study(rule("one", 1), engine=Slowly(marks, 0), repeats=4, out=out, n_jobs=1)
    assert marks.read_text().count("\n") == 80 - before  # a cluster began, threads went on


SCRIPT = """
import sys
from pathlib import Path
sys.path[:0] = {path!r}
from test_cluster import Slowly, rule
from kappabook.study import run_study
engine = Slowly(Path("marks").resolve(), 0.4)  # 16 s, unless it is interrupted
run_study(rule("one", 1), engine=engine, repeats=4, out="out.csv", dask={address!r})
"""


def test_interrupted_it_keeps_its_journal(two, tmp_path):
    path = [str(ROOT / "tests"), str(ROOT / "tests" / "unit")]
    (tmp_path / "script.py").write_text(SCRIPT.format(path=path, address=two.address))
    process = start(tmp_path, sys.executable, "script.py")
    journal = tmp_path / "out.journal"
    until(lambda: journal.exists() and journal.read_bytes().count(b"\n") > 5)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=60) == -signal.SIGINT
    before = journal.read_bytes().count(b"\n") - 1
    assert 5 <= before < 80
    assert not (tmp_path / "out.csv").exists()
    again = tmp_path / "again"
    results = run_study(
        rule("one", 1),
        engine=Slowly(again, 0),
        repeats=4,
        out=tmp_path / "out.csv",
        dask=two.address,
    )
    assert again.read_text().count("\n") == 80 - before
    assert len(results.folds) == 80


# --- what is said --------------------------------------------------------------------------------


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense", "http://127.0.0.1", ""])
def test_a_scheduler_that_does_not_answer(address, tmp_path, capfd):
    command = ["study", "study-sklearn", "--into", str(tmp_path / "new"), "--dask", address]
    assert main(command) == 2
    error = capfd.readouterr().err
    assert error.startswith(f"error: no Dask scheduler answers at {address!r}")
    assert "Start one with `dask scheduler`, and workers with `dask worker ADDRESS`" in error
    assert error.count("\n") == 1
    assert not (tmp_path / "new" / "study-sklearn.csv").exists()


def test_a_scheduler_without_workers(alone, monkeypatch):
    monkeypatch.setattr(cluster, "PATIENCE", 1.0)
    with pytest.raises(OSError, match=r"has no workers\. Start some: `dask worker tcp://127"):
        run_study(rule("one", 1), "J48", engine="sklearn", dask=alone.address)


def test_workers_with_other_versions_are_refused(two):
    work = Work(abs, [1], same=lambda: {"Python of": str(os.getpid())})
    with pytest.raises(OSError, match=r"has other versions, .* Python of \d+ there, \d+ here\. In"):
        list(Dask(two.address).done(work, [0]))


def test_workers_that_cannot_start_say_why(two):
    here = os.getpid()

    def same():
        if os.getpid() != here:
            raise EngineError("Java does not start")
        return {}

    with pytest.raises(OSError, match=r"the worker tcp://.* cannot start: Java does not start"):
        list(Dask(two.address).done(Work(abs, [1], same=same), [0]))


def test_what_an_engine_raises_arrives_and_what_was_done_before_is_kept(two, tmp_path):
    class Broken(Slowly):
        def predict(self, table, classifier, train, test):
            if classifier == "Same" and 7 in test:
                raise EngineError("no memory")
            return super().predict(table, classifier, train, test)

    out = tmp_path / "out.csv"
    with pytest.raises(EngineError, match="no memory"):
        run_study(rule("one", 1), engine=Broken(tmp_path / "m", 0), out=out, dask=two.address)
    assert out.with_suffix(".journal").read_bytes().count(b"\n") > 1


def test_a_task_that_ends_its_worker_is_named(tmp_path):
    """Three workers by default; here the first is enough."""
    own = Cluster(tmp_path, DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES="0")
    try:
        own.add_worker()
        with pytest.raises(OSError, match=r"a task ended its worker .*ran out of memory"):
            list(Dask(own.address).done(Work(os._exit, [1]), [0]))
    finally:
        own.stop()


# --- counts of one's own --------------------------------------------------------------------------


def count(path):
    """Count one file: the only part that sees predictions."""
    part = pd.read_csv(path, dtype=str, keep_default_na=False)
    return ConfusionMatrix.from_predictions(part["y_true"], part["y_pred"])


def test_dask_counts_files_into_one_matrix(two, tmp_path):
    rng = np.random.default_rng(1)
    parts = []
    for number in range(6):  # the rare class is in the last file only
        classes = ["cat", "dog", "fox"] if number == 5 else ["cat", "dog"]
        parts.append(pd.DataFrame(rng.choice(classes, (500, 2)), columns=["y_true", "y_pred"]))
        parts[-1].to_csv(tmp_path / f"{number}.csv", index=False)
    with distributed.Client(two.address, set_as_default=False) as client:
        matrices = client.map(count, sorted(map(str, tmp_path.glob("*.csv"))))
        while len(matrices) > 1:
            pairs = zip(matrices[::2], matrices[1::2], strict=False)
            odd = matrices[-1:] if len(matrices) % 2 else []
            matrices = [client.submit(operator.add, *pair) for pair in pairs] + odd
        matrix = matrices[0].result()
    whole = pd.concat(parts)
    assert matrix == ConfusionMatrix.from_predictions(whole["y_true"], whole["y_pred"])
    assert matrix.labels == ("cat", "dog", "fox")
