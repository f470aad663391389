"""Files that are written together are all new, or all as they were."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kappabook.study.runs import run_tasks
from kappabook.system.files import read_text, scratch, writing


@pytest.mark.parametrize("error", [OSError("disk"), KeyboardInterrupt("Ctrl-C")])
@pytest.mark.parametrize("existed", [True, False])
def test_one_that_cannot_be_put_in_place_takes_the_others_back(
    tmp_path, monkeypatch, existed, error
):
    targets = [tmp_path / name for name in ("a", "b", "c")]
    if existed:
        for target in targets:
            target.write_text("old")
    before = {path: path.read_text() for path in tmp_path.iterdir()}
    replace = Path.replace

    def replace_but_b(self, target):
        if self.name == "b":
            raise error
        return replace(self, target)

    def write_all():
        with writing(*targets) as drafts:
            for draft in drafts:
                draft.write_text("new")

    monkeypatch.setattr(Path, "replace", replace_but_b)
    with pytest.raises(type(error), match=str(error)):
        write_all()
    assert {path: path.read_text() for path in tmp_path.iterdir()} == before


def test_a_new_folder_that_stays_empty_leaves_again(tmp_path):
    (tmp_path / "old").mkdir()
    with pytest.raises(KeyboardInterrupt), scratch(tmp_path / "new" / "deep"):
        raise KeyboardInterrupt
    with pytest.raises(KeyboardInterrupt), scratch(tmp_path / "old" / "deep"):
        raise KeyboardInterrupt
    assert names(tmp_path) == ["old"]
    with scratch(tmp_path / "new" / "deep"):
        (tmp_path / "new" / "of another").touch()
    assert names(tmp_path / "new") == ["of another"]


def test_a_target_that_is_a_folder_is_refused_at_once(tmp_path):
    (tmp_path / "b").mkdir()
    with (
        pytest.raises(IsADirectoryError, match="b is a folder where a file is to be; move it away"),
        writing(tmp_path / "a", tmp_path / "b"),
    ):
        pytest.fail("nothing is written for it")
    assert [path.name for path in tmp_path.iterdir()] == ["b"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with a name")
def test_only_files_are_replaced(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("pipe")
    for name in ("pipe", "link"):
        with pytest.raises(OSError, match=f"{name} is a pipe"), writing(tmp_path / name):
            pytest.fail("nothing is written for it")
        with pytest.raises(OSError, match=f"{name} is a pipe"):
            read_text(tmp_path / name)
    assert (tmp_path / "pipe").is_fifo()


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_a_file_that_is_replaced_keeps_its_permissions_and_owner(tmp_path):
    path = tmp_path / "a"
    path.write_text("old")
    path.chmod(0o640)
    if not os.geteuid():
        os.chown(path, 1234, 1234)
    before = path.stat()
    with writing(path) as (draft,):
        draft.write_text("new")
    after = path.stat()
    assert path.read_text() == "new"
    assert (after.st_mode, after.st_uid, after.st_gid) == (
        before.st_mode,
        before.st_uid,
        before.st_gid,
    )


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="a file system that makes no folders")
def test_a_folder_where_none_can_be_made_ends_at_once():
    with pytest.raises(OSError, match="cannot write into /proc"), writing(Path("/proc/x.csv")):
        pytest.fail("nothing is written for it")


# --- a full disk --------------------------------------------------------------------------------


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


def test_a_record_on_a_full_disk_goes_on_when_there_is_room(small):
    tasks, options = [(n,) for n in range(200)], {"identity": {}, "n_jobs": 1}
    whole = run_tasks(double, tasks, 200, **options)
    fill(small, 20_000)
    with pytest.raises(OSError, match=r"cannot write into .*j: No space left on device\. Make"):
        run_tasks(double, tasks, 200, record=small / "j", **options)
    (small / "filled").unlink()
    done = (small / "j").read_bytes().count(b"\n") - 1
    assert 0 < done < 200
    assert run_tasks(double, tasks, 200, record=small / "j", **options) == whole
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


# --- what a killed run leaves -------------------------------------------------------------------

KILLED = """
import os, signal, sys, pathlib
from kappabook.system.files import writing
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
    with scratch(tmp_path):  # of another run
        pass
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
            with scratch(tmp_path):
                pass
            assert folder.is_dir()
    assert names(tmp_path) == []
