"""The one runner: killed anywhere it goes on; any number of workers gives the same bytes."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
from joblib import parallel_config
from support import ROOT, slowly

from kappabook.data import Attribute, Table
from kappabook.study import run_study
from kappabook.study.runs import run_tasks

ENVIRONMENT = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), *sys.path])}
# Each task draws from its own seed, and leaves a mark when it is done.
SCRIPT = """
import json, pathlib, sys, time
import numpy as np
from kappabook.study.runs import run_tasks

def task(folder, seed):
    time.sleep(0.02)
    with open(folder + "/marks", "a") as marks:
        marks.write(f"{seed}\\n")
    matrix = np.random.default_rng(seed).normal(size=(30, 30))
    return {"seed": seed, "value": float(np.linalg.det(matrix))}

if __name__ == "__main__":
    folder, n_jobs = sys.argv[1], int(sys.argv[2])
    tasks = [(folder, seed) for seed in range(60)]
    record = pathlib.Path(folder, "r.jsonl")
    found = run_tasks(task, tasks, 60, record=record, identity={"version": 1}, n_jobs=n_jobs)
    pathlib.Path(folder, "out.json").write_text(json.dumps(found))
"""


def start(folder, n_jobs):
    script = folder / "script.py"
    script.write_text(SCRIPT)
    return subprocess.Popen(
        [sys.executable, script, folder, str(n_jobs)],
        env=ENVIRONMENT,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def whole_run(folder, n_jobs):
    process = start(folder, n_jobs)
    error = process.communicate(timeout=60)[1]
    assert process.returncode == 0, error
    return (folder / "out.json").read_bytes()


def lines(path):
    return path.read_bytes().count(b"\n") if path.exists() else 0


def until(true, seconds=120):
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="kills a process group: POSIX only")
def test_killed_and_begun_again_gives_the_same_bytes(tmp_path):
    """Of two workers, against one that is left alone; what is recorded is not done again."""
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    undisturbed, folder = whole_run(tmp_path / "one", 1), tmp_path / "two"
    process = start(folder, 2)
    until(lambda: lines(folder / "r.jsonl") >= 12, 30)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    before = lines(folder / "r.jsonl")
    assert 12 <= before < 61
    assert not (folder / "out.json").exists()
    (folder / "marks").unlink()
    assert whole_run(folder, 2) == undisturbed
    assert (folder / "marks").read_text().count("\n") == 61 - before


def double(task):
    return 2 * task


def doubled(folder, tasks, **identity):
    calls = [(task,) for task in tasks]
    return run_tasks(double, calls, len(calls), record=folder / "r", identity=identity, n_jobs=1)


@pytest.mark.parametrize("cut", range(1, 12))
def test_a_line_cut_short_is_done_again(tmp_path, cut):
    assert doubled(tmp_path, [1.5, 2, 3], version=1) == [3.0, 4, 6]
    path = tmp_path / "r"
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    assert doubled(tmp_path, [1.5, 2, 3], version=1) == [3.0, 4, 6]
    assert sorted(path.read_bytes().splitlines()) == sorted(whole.splitlines())


def test_a_run_that_was_ended_at_its_start(tmp_path):
    doubled(tmp_path, [1], version=1)
    path = tmp_path / "r"
    path.write_bytes(path.read_bytes()[:5])
    assert doubled(tmp_path, [1], version=1) == [2]


@pytest.mark.parametrize(
    ("tasks", "change", "named"),
    [
        ([1, 2], {"version": 2}, "version 1 there, 2 now"),
        ([1, 2], {"version": 1, "x": 0}, "x None there, 0 now"),
        ([1, 2, 3], {"version": 1}, "tasks 2 there, 3 now"),
    ],
)
def test_a_record_of_another_run_is_refused_and_kept(tmp_path, tasks, change, named):
    doubled(tmp_path, [1, 2], version=1)
    old = (tmp_path / "r").read_bytes()
    with pytest.raises(ValueError, match=rf"{named}\)\. Finish that run .* or remove the file"):
        doubled(tmp_path, tasks, **change)
    assert (tmp_path / "r").read_bytes() == old


@pytest.mark.parametrize(
    ("text", "message"),
    [('"my notes"\n', "its first line is no head"), ("{head}\n[0,1\n[1,2]\n", "is damaged")],
)
def test_a_file_that_is_no_record_is_refused_and_kept(tmp_path, text, message):
    doubled(tmp_path, [1], version=1)
    head = (tmp_path / "r").read_text().splitlines()[0]
    written = text.replace("{head}", head)
    (tmp_path / "r").write_text(written)
    with pytest.raises(ValueError, match=rf"{message}.*[Rr]emove"):
        doubled(tmp_path, [1], version=1)
    assert (tmp_path / "r").read_text() == written


def fails_at_two(task):
    if task == 2:
        raise RuntimeError("two")
    return 2 * task


@pytest.mark.parametrize("n_jobs", [1, slowly(2)])
def test_what_was_done_before_an_error_is_kept(tmp_path, n_jobs):
    calls, options = [(0,), (1,), (2,)], {"record": tmp_path / "r", "identity": {}}
    with pytest.raises(RuntimeError, match="two"):
        run_tasks(fails_at_two, calls, 3, n_jobs=n_jobs, **options)
    kept = (tmp_path / "r").read_text().splitlines()[1:]
    assert set(kept) <= {"[0,0]", "[1,2]"}
    assert n_jobs == 2 or len(kept) == 2
    assert run_tasks(double, calls, 3, n_jobs=1, **options) == [0, 2, 4]


def test_floats_survive_the_record(tmp_path):
    values = [0.1, 1 / 3, 1e-300, float("inf")]
    doubled(tmp_path, values, version=1)
    assert doubled(tmp_path, values, version=1) == [2 * value for value in values]
    assert json.loads((tmp_path / "r").read_text().splitlines()[2]) == [1, 2 / 3]


def test_no_workers():
    with pytest.raises(ValueError, match="n_jobs is 0; give a number of workers, or -1"):
        run_tasks(double, [(1,)], 1, identity={}, n_jobs=0)


def process_of(task):
    return os.getpid()


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_threads_stay_in_this_process(n_jobs):
    calls = [(task,) for task in range(8)]
    found = run_tasks(process_of, calls, 8, identity={}, n_jobs=n_jobs, threads=True)
    assert found == [os.getpid()] * 8


def slow_double(task):
    time.sleep(0.005)  # more than it takes to note a result
    return 2 * task


def test_tasks_are_taken_only_as_fast_as_they_are_done(tmp_path):
    """So that not all of the tables are with the workers at once."""
    ahead = []

    def tasks():
        for number in range(200):
            ahead.append(number - lines(tmp_path / "r"))
            yield (number,)

    options = {"record": tmp_path / "r", "identity": {}, "n_jobs": 2, "threads": True}
    assert run_tasks(slow_double, tasks(), 200, **options) == list(range(0, 400, 2))
    assert max(ahead) < 60


# --- more than one machine ------------------------------------------------------------------------

distributed = pytest.importorskip("distributed", reason="Dask is not installed")
on_dask = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="sends signals as POSIX does"),
]


def program(folder, *command):
    """Start a program in a process group of its own, so that all of it can be killed."""
    return subprocess.Popen(
        command,
        cwd=folder,
        env=ENVIRONMENT,
        stdout=subprocess.DEVNULL,
        stderr=(folder / f"{len(list(folder.iterdir()))}.log").open("wb"),
        start_new_session=True,
    )


def kill(process):
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(timeout=30)


@pytest.fixture
def cluster(tmp_path_factory):
    """The two stock commands: a scheduler, and two workers of one thread each."""
    folder = tmp_path_factory.mktemp("dask")
    file, dask = folder / "scheduler.json", str(Path(sys.executable).with_name("dask"))
    address = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    made = [program(folder, dask, "scheduler", *address, "--scheduler-file", str(file))]
    try:
        until(lambda: file.exists() and file.read_text().endswith("}"))
        for _ in range(2):
            one = ("--nthreads", "1", "--no-dashboard")
            made.append(program(folder, dask, "worker", "--scheduler-file", str(file), *one))
        with distributed.Client(scheduler_file=str(file)) as client:
            client.wait_for_workers(2, timeout=60)
            yield client, made[1:]
    finally:
        for process in reversed(made):
            kill(process)


def rule(name, seed, n=120):
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 4, (n, 3)).astype(float)
    y = (X.sum(axis=1).astype(int) + rng.integers(0, 2, n)) % 3
    return Table(name, tuple(Attribute(a, tuple("wxyz")) for a in "abc"), X, y, ("p", "q", "r"))


def study(folder, **place):
    """Run a small study somewhere; return the bytes of its two files."""
    folder.mkdir()
    names = ["J48", "NaiveBayes", "sklearn.neighbors.KNeighborsClassifier"]
    tables, rest = [rule("one", 1), rule("two", 2)], {"engine": "sklearn", "repeats": 2}
    run_study(tables, names, n_splits=5, out=folder / "out.csv", **rest, **place)
    assert sorted(path.name for path in folder.iterdir()) == ["out.csv", "out.json"]
    return tuple((folder / f"out.{kind}").read_bytes() for kind in ("csv", "json"))


PLACES = [{"n_jobs": 2}, slowly({"n_jobs": 2, "processes": True})]


@pytest.mark.parametrize("place", PLACES, ids=str)
def test_any_number_of_threads_and_processes_gives_the_same_bytes(tmp_path, place):
    assert study(tmp_path / "one", n_jobs=1) == study(tmp_path / "other", **place)


class Slowly:
    """The most frequent class, slowly; each fold leaves the number of its process."""

    name, version, classifiers = "slowly", "1", ("ZeroR",)
    settings: ClassVar = {}

    def __init__(self, marks, seconds):
        self.marks, self.seconds = marks, seconds

    def predict(self, table, classifier, train, test):
        with self.marks.open("a") as marks:
            marks.write(f"{os.getpid()} {table.name} {sorted(test.tolist())}\n")
        time.sleep(self.seconds)
        return np.full(len(test), np.bincount(table.y[train]).argmax())


class TestDask:
    """What the documentation says, with a real scheduler."""

    pytestmark = on_dask

    def test_it_gives_the_bytes_of_one_machine_and_weka_runs_on_it(self, cluster, tmp_path):
        client, _ = cluster
        here = study(tmp_path / "here", n_jobs=1)
        with parallel_config(backend="dask"):
            assert study(tmp_path / "there") == here
        pytest.importorskip("jpype", reason='WEKA is not installed: pip install ".[weka]"')
        from kappabook.study.engines import jvm

        assert len({json.dumps(found) for found in client.run(jvm.versions).values()}) == 1
        wanted = rule("one", 1), ["J48", "SMO"]
        alone = run_study(*wanted, n_splits=3, n_jobs=1)
        with parallel_config(backend="dask"):
            found = run_study(*wanted, n_splits=3)
        assert np.array_equal(found.cells, alone.cells)

    def test_a_worker_killed_in_the_middle_costs_only_its_tasks(self, cluster, tmp_path):
        import cloudpickle

        client, workers = cluster
        cloudpickle.register_pickle_by_value(sys.modules[__name__])
        tables, marks = [rule("one", 1), rule("two", 2)], tmp_path / "marks"
        rest = {"repeats": 3, "n_splits": 10}
        whole = run_study(tables, engine=Slowly(tmp_path / "unused", 0), n_jobs=1, **rest)
        ids = client.run(os.getpid).values()
        (killed,) = [pid for pid in ids if os.getpgid(pid) == workers[1].pid]
        tmp = tmp_path / "out.csv"
        code = (
            "import os, signal, sys, time, pathlib\n"
            "marks = pathlib.Path(sys.argv[1])\n"
            "while not marks.exists() or marks.read_text().count(sys.argv[2] + ' ') < 4:\n"
            "    time.sleep(0.01)\n"
            "os.killpg(int(sys.argv[3]), signal.SIGKILL)\n"
        )
        arguments = [str(marks), str(killed), str(workers[1].pid)]
        killer = subprocess.Popen([sys.executable, "-c", code, *arguments])
        with parallel_config(backend="dask"):
            found = run_study(tables, engine=Slowly(marks, 0.05), out=tmp, **rest)
        assert killer.wait(timeout=30) == 0
        assert np.array_equal(found.cells, whole.cells)
        done = [line.split(" ", 1) for line in marks.read_text().splitlines()]
        by = {fold: [int(pid) for pid, other in done if other == fold] for _, fold in done}
        assert len(by) == 2 * 3 * 10
        again = [pids for pids in by.values() if len(pids) > 1]
        assert again
        assert all(killed in pids for pids in again)

    def test_a_scheduler_that_does_not_answer_is_named_by_dask(self):
        with pytest.raises(OSError, match=r"Timed out|127"):
            distributed.Client("tcp://127.0.0.1:9", timeout=1)
        said = re.compile("first create a Dask Client")
        with pytest.raises(ValueError, match=said), parallel_config(backend="dask"):
            run_study(rule("one", 1), "J48", engine="sklearn")
