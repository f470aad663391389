"""What lies in the current folder is data: no module there is imported unasked."""

import os
import subprocess
import sys

import pytest
from support import ROOT

# Modules that the commands import, of Python's own and others.
DECOYS = ("queue", "calendar", "random", "typing", "numpy", "sklearn", "duckdb", "usercustomize")


@pytest.fixture
def hostile(tmp_path):
    """A folder with data, and modules that leave a mark when they are imported."""
    for name in DECOYS:
        (tmp_path / f"{name}.py").write_text("open('MARK', 'a').close()\n")
    (tmp_path / "p.csv").write_text("y_true,y_pred\n" + "a,a\nb,b\na,b\n" * 10)
    (tmp_path / "d.csv").write_text("x,y\n" + "1.5,u\n2.5,v\n2,u\n3.5,v\n" * 5)
    (tmp_path / "r.csv").write_text(
        "id,x,y\n" + "".join(f"i{i},a,{'ab'[i % 2]}\n" for i in range(9))
    )
    return tmp_path


def run(folder, *words):
    environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONSAFEPATH")}
    done = subprocess.run(
        [sys.executable, *words], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert not (folder / "MARK").exists(), words
    return done


@pytest.mark.parametrize(
    "words",
    [
        ("score", "p.csv"),
        ("agree", "r.csv", "--item", "id"),
        ("grim", "--n", "20", "--kappa", ".5"),
        ("claim", "bendavid2008.example4.pc"),
    ],
)
def test_commands_import_nothing_from_it(hostile, words):
    done = run(hostile, "-m", "kappabook", *words)
    assert done.returncode == 0, done.stderr


def test_the_flag_may_be_one_of_several(hostile):
    assert run(hostile, "-Omkappabook.workbook", "data", "--help").returncode == 0


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_kernel_and_the_workers_of_a_report_import_nothing_from_it(hostile, jobs):
    words = ["report", "d.csv", "--target", "y", "--classifiers", "tree", "--repeats", "1"]
    done = run(hostile, "-m", "kappabook", *words, "--folds", "2", "--jobs", jobs, "--into", "out")
    assert done.returncode == 0, done.stderr


def test_the_folder_is_asked_for_by_a_module_that_is_not_installed(tmp_path, monkeypatch):
    train = pytest.importorskip("kappabook.commands.report.train", reason="the extra report")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sklearn.py").write_text("")
    assert train.found_only_here(["tree", "sklearn.svm.SVC(C=10)"]) == ()
    assert train.found_only_here(["tree", "my_own_module.Mine()"]) == (os.getcwd(),)


def test_the_folder_of_the_package_itself_stays():
    """A clone that is not installed is run in its src."""
    assert run(ROOT / "src", "-m", "kappabook", "--version").stdout.startswith("kappabook ")
