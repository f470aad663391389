"""A full disk, folders that can only be read, two runs at once, damaged journals and downloads."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kappabook.files import writing
from kappabook.scratch import scratch, sweep
from kappabook.study.resumable import run


@pytest.fixture
def small(tmp_path):
    """A file system of its own of one megabyte."""
    if (
        os.name != "posix"
        or not hasattr(os, "geteuid")
        or os.geteuid()
        or not shutil.which("mount")
    ):
        pytest.skip("a file system is mounted, which only root may do, on Linux")
    place = tmp_path / "small"
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", place], capture_output=True, text=True
    )
    if mounted.returncode:
        pytest.skip(f"no file system can be mounted here: {mounted.stderr.strip()}")
    yield place
    subprocess.run(["umount", place], check=True)


def double(task):
    return [2 * task] * 100


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def fill(place, leave):
    """Leave so many bytes."""
    free = shutil.disk_usage(place).free
    (place / "filled").write_bytes(b"x" * (free - leave))


def test_a_full_disk_leaves_the_old_files(small):
    old = [small / "a", small / "b"]
    for path in old:
        path.write_text("old")
    fill(small, 8192)

    def write_more():
        with writing(*old) as drafts:
            for draft in drafts:
                draft.write_bytes(b"n" * 100_000)

    with pytest.raises(OSError, match=r"cannot write into .*No space left on device\. Make room"):
        write_more()
    assert names(small) == ["a", "b", "filled"]
    assert [path.read_text() for path in old] == ["old", "old"]


def test_a_journal_on_a_full_disk_goes_on_when_there_is_room(small, tmp_path):
    tasks = range(200)
    whole = run(double, tasks, journal=tmp_path / "j", identity={}, n_jobs=1)
    fill(small, 20_000)
    with pytest.raises(OSError, match=r"cannot write into .*j: No space left on device\. Make"):
        run(double, tasks, journal=small / "j", identity={}, n_jobs=1)
    (small / "filled").unlink()
    done = (small / "j").read_bytes().count(b"\n") - 1
    assert 0 < done < 200
    assert run(double, tasks, journal=small / "j", identity={}, n_jobs=1) == whole
    assert names(small) == ["j"]


@pytest.mark.slow
def test_commands_on_a_full_disk_say_so(small, tmp_path):
    data = tmp_path / "scores.csv"
    data.write_text("y_true,y_pred\n" + "a,a\nb,a\nb,b\n" * 50)
    fill(small, 0)
    for arguments in (
        ["kappabook", "score", data, "--csv", small / "m.csv"],
        ["kappabook", "score", data, "--html", small / "m.html"],
        ["kappabook.workbook", "figure", "bendavid2008-fig1", "--into", small],
    ):
        said = subprocess.run([sys.executable, "-m", *arguments], capture_output=True, text=True)
        assert said.returncode == 2, said
        assert said.stderr.count("\n") == 1
        assert f"cannot write into {small}: No space left on device" in said.stderr
        assert names(small) == ["filled"]


@pytest.mark.slow
def test_a_folder_that_can_only_be_read(small, tmp_path):
    data = tmp_path / "scores.csv"
    data.write_text("y_true,y_pred\n" + "a,a\nb,a\nb,b\n" * 50)
    subprocess.run(["mount", "-o", "remount,ro", small], check=True)
    for arguments in (
        ["kappabook", "score", data, "--csv", small / "m.csv"],
        ["kappabook.workbook", "figure", "bendavid2008-fig1", "--into", small],
        ["kappabook", "report", "wine", "--target", "cultivar", "--into", small / "r"],
        ["kappabook.workbook", "study", "study-sklearn", "--datasets", "monks-3", "--into", small],
    ):
        said = subprocess.run([sys.executable, "-m", *arguments], capture_output=True, text=True)
        assert said.returncode == 2, said
        assert said.stderr.count("\n") == 1
        assert f"cannot write into {small}" in said.stderr
        assert names(small) == []


# --- what a killed run leaves -------------------------------------------------------------------

KILLED = """
import os, signal, sys, pathlib
from kappabook.files import writing
with writing(pathlib.Path(sys.argv[1], "a")) as (draft,):
    draft.write_text("half")
    print("now", flush=True)
    sys.stdin.read()
"""


def test_the_next_run_removes_what_a_killed_one_left_and_nothing_else(tmp_path):
    mine = tmp_path / ".kappabook-notes"  # a name that is nearly one of ours
    mine.mkdir()
    writer = subprocess.Popen(
        [sys.executable, "-c", KILLED, tmp_path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert writer.stdout.readline() == b"now\n"
    sweep(tmp_path)
    assert len(names(tmp_path)) == 2  # it is alive, and its folder locked
    writer.kill()
    writer.communicate()
    assert len(names(tmp_path)) == 2
    with writing(tmp_path / "a") as (draft,):
        assert len(names(tmp_path)) == 2
        draft.write_text("new")
    assert names(tmp_path) == [".kappabook-notes", "a"]


def test_a_clock_that_jumps_removes_nothing_that_is_in_use(tmp_path):
    """What is left over is known by its lock, never by its age."""
    with scratch(tmp_path) as folder:
        for moment in (0, time.time() + 10**9):
            os.utime(folder, (moment, moment))
            sweep(tmp_path)
            assert folder.is_dir()
    assert names(tmp_path) == []


def test_a_clock_that_jumps_leaves_the_journal(tmp_path, monkeypatch):
    first = run(double, range(3), journal=tmp_path / "j", identity={}, n_jobs=1)
    before = (tmp_path / "j").read_bytes()
    os.utime(tmp_path / "j", (0, 0))
    monkeypatch.setattr(time, "time", lambda: -1e9)
    assert run(double, range(3), journal=tmp_path / "j", identity={}, n_jobs=1) == first
    assert (tmp_path / "j").read_bytes() == before


DAMAGED = ["5", "[1]", "[9,1]", "[-1,1]", '["1",1]', "[true,1]", "null", "["]


@pytest.mark.parametrize("line", DAMAGED)
def test_a_damaged_line_of_a_journal_ends_what_is_read_of_it(tmp_path: Path, line: str):
    path = tmp_path / "j"
    found = run(double, range(4), journal=path, identity={}, n_jobs=1)
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:3], line, *lines[3:]]) + "\n")
    assert run(double, range(4), journal=path, identity={}, n_jobs=1) == found
    assert path.read_text().splitlines() == lines


def test_a_text_that_is_no_journal_is_not_lost(tmp_path):
    (tmp_path / "j").write_text("my notes\nof a year\n")
    run(double, range(2), journal=tmp_path / "j", identity={}, n_jobs=1)
    assert (tmp_path / "j.set-aside-1").read_text() == "my notes\nof a year\n"
