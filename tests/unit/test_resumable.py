"""Long runs: killed anywhere they go on; and any number of workers gives the same bytes."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from support import ROOT, slowly

from kappabook.study import resumable
from kappabook.study.here import Processes, Threads
from kappabook.study.journal import Journal
from kappabook.study.resumable import finish, run
from kappabook.study.work import Sent, Work

# Each task draws from its own seed, and leaves a mark when it is done.
SCRIPT = """
import json, pathlib, sys, time
import numpy as np
from kappabook.study.resumable import run

def task(seed):
    time.sleep(0.02)
    with open(sys.argv[1] + "/marks", "a") as marks:
        marks.write(f"{seed}\\n")
    matrix = np.random.default_rng(seed).normal(size=(30, 30))
    return {"seed": seed, "value": float(np.linalg.det(matrix))}

if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    rest = {"journal": folder / "j", "identity": {"version": 1}, "n_jobs": int(sys.argv[2])}
    found = run(task, range(60), **rest)
    (folder / "out.json").write_text(json.dumps(found))
"""


def start(folder, n_jobs):
    script = folder / "script.py"
    script.write_text(SCRIPT.replace("sys.argv[1] + ", f"{str(folder)!r} + "))
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), *sys.path])}
    return subprocess.Popen(
        [sys.executable, script, folder, str(n_jobs)],
        env=environment,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def whole_run(folder, n_jobs):
    folder.mkdir(exist_ok=True)
    process = start(folder, n_jobs)
    error = process.communicate(timeout=60)[1]
    assert process.returncode == 0, error
    return (folder / "out.json").read_bytes()


def journal_lines(folder):
    path = folder / "j"
    return path.read_bytes().count(b"\n") if path.exists() else 0


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    return whole_run(tmp_path_factory.mktemp("undisturbed"), 1)


@pytest.mark.slow
def test_one_worker_gives_the_same_bytes_as_two(undisturbed, tmp_path):
    assert whole_run(tmp_path, 2) == undisturbed


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="kills a process group: POSIX only")
@pytest.mark.parametrize("n_jobs", [1, 2])
def test_killed_and_begun_again_gives_the_same_bytes(undisturbed, tmp_path, n_jobs):
    process = start(tmp_path, n_jobs)
    deadline = time.monotonic() + 30
    while journal_lines(tmp_path) < 12 and time.monotonic() < deadline:
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    before = journal_lines(tmp_path)
    assert 12 <= before < 61
    assert not (tmp_path / "out.json").exists()
    (tmp_path / "marks").unlink()
    assert whole_run(tmp_path, n_jobs) == undisturbed
    # Only what was not in the journal was done again.
    assert (tmp_path / "marks").read_text().count("\n") == 61 - before


ALONE = """
import os
from joblib import delayed
from kappabook.study.here import workers

print(*workers(2)(delayed(abs)(number) for number in range(4)), flush=True)
os.kill(os.getpid(), 9)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there nothing tells that a parent is gone")
def test_idle_workers_end_after_a_killed_parent():
    """A kernel that is killed ends alone: its workers and what tracks them have to notice."""
    # All of them hold the two pipes: this waits until the last has ended.
    ended = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, timeout=60)
    assert (ended.returncode, ended.stdout) == (-signal.SIGKILL, b"0 1 2 3\n"), ended.stderr


def double(task):
    return 2 * task


def doubled(tmp_path, tasks, **identity):
    return run(double, tasks, journal=tmp_path / "j", identity=identity, n_jobs=1)


@pytest.mark.parametrize("cut", range(1, 12))
def test_a_line_cut_short_is_done_again(tmp_path, cut):
    assert doubled(tmp_path, [1.5, 2, 3], version=1) == [3.0, 4, 6]
    path = tmp_path / "j"
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    assert doubled(tmp_path, [1.5, 2, 3], version=1) == [3.0, 4, 6]
    assert sorted(path.read_bytes().splitlines()) == sorted(whole.splitlines())


@pytest.mark.parametrize(
    ("change", "named"),
    [({"version": 2}, "version 1 there, 2 now"), ({"version": 1, "x": 0}, "x None there, 0 now")],
)
def test_a_journal_of_another_run_is_set_aside(tmp_path, capsys, change, named):
    doubled(tmp_path, [1, 2], version=1)
    old = (tmp_path / "j").read_bytes()
    assert doubled(tmp_path, [1, 2], **change) == [2, 4]
    assert (tmp_path / "j.set-aside-1").read_bytes() == old
    said = capsys.readouterr().err
    assert named in said
    assert "set aside as j.set-aside-1, beginning anew" in said
    assert doubled(tmp_path, [1, 2, 3], **change) == [2, 4, 6]
    assert "tasks 2 there, 3 now" in capsys.readouterr().err
    assert (tmp_path / "j.set-aside-2").exists()


def test_a_file_that_is_no_journal_is_not_lost(tmp_path, capsys):
    (tmp_path / "j").write_text('"my notes"\n')
    assert doubled(tmp_path, [1], version=1) == [2]
    assert (tmp_path / "j.set-aside-1").read_text() == '"my notes"\n'
    assert "its first line is no header" in capsys.readouterr().err


def test_a_second_run_at_the_same_time_is_refused(tmp_path):
    pytest.importorskip("fcntl", reason="locks are POSIX's")
    identity = {"version": 1}
    with (
        Journal(tmp_path / "j", identity, 1),
        pytest.raises(OSError, match=r"another run is using .*; wait for it, or stop it"),
    ):
        run(double, [1], journal=tmp_path / "j", identity=identity, n_jobs=1)


def fails_at_two(task):
    if task == 2:
        raise RuntimeError("two")
    return 2 * task


def test_what_was_done_before_an_error_is_kept(tmp_path):
    with pytest.raises(RuntimeError, match="two"):
        run(fails_at_two, [0, 1, 2], journal=tmp_path / "j", identity={}, n_jobs=1)
    kept = (tmp_path / "j").read_text().splitlines()[1:]
    assert kept == ["[0,0]", "[1,2]"]
    assert run(double, [0, 1, 2], journal=tmp_path / "j", identity={}, n_jobs=1) == [0, 2, 4]


def test_floats_survive_the_journal(tmp_path):
    values = [0.1, 1 / 3, 1e-300, float("inf")]
    doubled(tmp_path, values, version=1)
    again = doubled(tmp_path, values, version=1)
    assert again == [2 * value for value in values]
    assert json.loads((tmp_path / "j").read_text().splitlines()[2]) == [1, 2 / 3]


def test_no_workers(tmp_path):
    with pytest.raises(ValueError, match="n_jobs is 0; give a number of workers, or -1"):
        run(double, [1], journal=tmp_path / "j", identity={}, n_jobs=0)


def test_without_a_terminal_a_line_now_and_then(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(resumable, "QUIET", 0)
    assert doubled(tmp_path, [1, 2, 3], version=1) == [2, 4, 6]
    assert capsys.readouterr().err == "done: 1 of 3\ndone: 2 of 3\ndone: 3 of 3\n"
    monkeypatch.setattr(resumable, "QUIET", 3600)
    assert doubled(tmp_path, [1, 2, 3], version=2) == [2, 4, 6]
    assert "done:" not in capsys.readouterr().err


def process_of(task):
    return os.getpid()


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_threads_stay_in_this_process(tmp_path, n_jobs):
    options = {"identity": {"version": 1}, "n_jobs": n_jobs, "threads": True}
    assert run(process_of, range(8), journal=tmp_path / "p", **options) == [os.getpid()] * 8
    assert run(double, range(8), journal=tmp_path / "d", **options) == list(range(0, 16, 2))


# --- what tasks read ----------------------------------------------------------------------------


def sum_of(numbers, task):
    return sum(numbers) + task


@pytest.mark.parametrize("place", [Threads(2), Processes(1), slowly(Processes(2))])
def test_tasks_read_what_is_sent(tmp_path, place):
    lists = [[1, 2], [10, 20], [100]]
    work = Work(sum_of, range(9), reads=lambda task: lists[task // 3])
    found = finish(work, place, journal=tmp_path / "j", identity={})
    assert list(found) == [3, 4, 5, 33, 34, 35, 106, 107, 108]


def test_an_object_is_sent_once_and_dropped_after_its_last_task():
    events = []
    sent = Sent(lambda read: events.append(("send", read)) or read, lambda r: events.append(r))
    one, other = "one", "other"
    assert [sent.lend(one, 1), sent.lend(one, 2)] == ["one", "one"]
    sent.give_back(one, 1)
    sent.give_back(one, 2)  # the next task may read it too
    assert events == [("send", "one")]
    assert sent.lend(other, 3) == "other"
    assert events == [("send", "one"), "one", ("send", "other")]
    sent.lend(one, 4)
    sent.give_back(other, 3)
    assert events[-2:] == [("send", "one"), "other"]
    assert len(sent) == 1
    assert sent.lend(None, 5) is None


def slow_double(task):
    time.sleep(0.005)  # more than it takes to note a result
    return 2 * task


def test_tasks_are_taken_only_as_fast_as_they_are_done(tmp_path):
    """So that not all of the tables are with the workers at once."""
    done, ahead = [], []

    def left():
        for number in range(200):
            ahead.append(number - len(done))
            yield number

    for _ in Threads(2).done(Work(slow_double, range(200)), left()):
        done.append(None)
    assert max(ahead) < 60


def test_results_are_read_one_by_one(tmp_path):
    """A journal keeps no result in memory: what is in the file is what comes."""
    work = Work(double, range(3))
    found = finish(work, Threads(1), journal=tmp_path / "j", identity={})
    text = (tmp_path / "j").read_text()
    (tmp_path / "j").write_text(text.replace("[1,2]", "[1,8]"))
    assert list(found) == [0, 8, 4]
