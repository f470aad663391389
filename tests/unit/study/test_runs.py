"""The one runner: killed anywhere it goes on; any number of workers gives the same bytes."""

import os
import signal
import subprocess
import sys
import time

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


@pytest.mark.parametrize("cut", [1, 5, 11, 40])
def test_a_line_cut_short_is_done_again(tmp_path, cut):
    assert doubled(tmp_path, [1.5, 2, 3], version=1) == [3.0, 4, 6]
    path = tmp_path / "r"
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    assert doubled(tmp_path, [1.5, 2, 3], version=1) == [3.0, 4, 6]
    assert sorted(path.read_bytes().splitlines()) == sorted(whole.splitlines())
    assert doubled(tmp_path, [1.5, 2, 3], version=1) == [3.0, 4, 6]  # with nothing left to do


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


# --- of a study, and on other machines -----------------------------------------------------------


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


@pytest.mark.slow
def test_dask_gives_the_bytes_of_one_machine(tmp_path):
    """What the documentation says: joblib's own backend, with a real scheduler and two workers."""
    distributed = pytest.importorskip("distributed", reason="Dask is not installed")
    here = study(tmp_path / "here", n_jobs=1)
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with distributed.Client(**options), parallel_config(backend="dask"):
        assert study(tmp_path / "there") == here
