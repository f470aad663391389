"""The Makefile in a copy of the checkout: what is made, what is left alone, what is refused."""

import os
import re
import shutil
import subprocess
import sys
import time

import pytest
from support import ROOT, why_bytes_differ

from kappabook.workbook.write_figures import keys

COPIED = (
    *("Makefile", "requirements.lock", "pyproject.toml"),
    *("README.md", "src", "data", "docs", "figures", "notebooks", "tools"),
)


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    folder = tmp_path_factory.mktemp("a checkout of Zoë's")
    for name in COPIED:
        source = ROOT / name
        ignore = shutil.ignore_patterns("__pycache__", "raw")
        (shutil.copytree if source.is_dir() else shutil.copy)(
            source, folder / name, **({"ignore": ignore} if source.is_dir() else {})
        )
    return folder


def command(*targets, **variables):
    """Say make with this Python in place of .venv."""
    settings = {"VENV": "", "PYTHON": sys.executable} | variables
    return ["make", *targets, *(f"{name}={value}" for name, value in settings.items())]


def environment():
    ours = ("KAPPABOOK_ROOT", "MAKEFLAGS", "MAKELEVEL", "MFLAGS", "PYTHONPATH")
    return {name: value for name, value in os.environ.items() if name not in ours}


def make(folder, *targets, **variables):
    """Run make to its end."""
    return subprocess.run(
        command(*targets, **variables),
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )


def figures(folder):
    return {path.name: path.read_bytes() for path in (folder / "figures").iterdir()}


RUNS = "-m kappabook.workbook figure"


@pytest.mark.slow
def test_figures_are_made_once_by_one_process(copy):
    """And again for a changed source, or for one that is gone."""
    made = make(copy, "-j2", "figures")
    assert made.returncode == 0, made.stderr
    assert made.stdout.count(RUNS) == 1
    assert [line.split()[0] for line in made.stdout.splitlines() if ".svg" in line] == [
        f"figures/{key}" for key in keys()
    ]
    if not why_bytes_differ():
        assert figures(copy) == figures(ROOT)
    # In the order of their bytes, not of somebody's language.
    listed = (copy / "build/figures.txt").read_text().split()
    assert listed == sorted(f"figures/{name}" for name in figures(copy))
    assert "Nothing to be done" in make(copy, "figures").stdout
    (copy / "figures/bendavid2008-fig3.pdf").unlink()
    assert make(copy, "-n", "figures").stdout.count(RUNS) == 1
    one = make(copy, "figures/bendavid2008-fig3.pdf")
    assert re.findall(rf"{RUNS} (\S+)", one.stdout) == ["bendavid2008-fig3"]
    assert figures(copy).keys() == figures(ROOT).keys()
    assert "Nothing to be done" in make(copy, "figures").stdout
    remarks = "data/printed/bendavid2008/remarks.toml"
    for source in ("src/kappabook/papers/bendavid2008.py", remarks):
        (copy / "build/figures.txt").touch()
        assert RUNS not in make(copy, "-n", "figures").stdout
        time.sleep(0.05)
        (copy / source).touch()
        assert make(copy, "-n", "figures").stdout.count(RUNS) == 1


def test_clean_keeps_figures_environment_and_raw_data(copy):
    before = figures(copy)
    for kept in (".venv/x", "data/raw/x"):
        (copy / kept).parent.mkdir(parents=True, exist_ok=True)
        (copy / kept).touch()
    (copy / "build").mkdir(exist_ok=True)
    assert make(copy, "clean").returncode == 0
    assert not (copy / "build").exists()
    assert figures(copy) == before
    assert (copy / ".venv/x").exists()
    assert (copy / "data/raw/x").exists()


def test_python_too_old_says_which_is_needed(copy, tmp_path):
    """A Python that says it is 3.9: the check runs for real, only the version is played."""
    old = tmp_path / "python3.9"
    old.write_text(
        f'#!/bin/sh\nexec "{sys.executable}" -c "import runpy, sys; sys.argv = sys.argv[1:]; '
        "sys.version_info = (3, 9, 1); sys.executable = '$0'; "
        """runpy.run_path(sys.argv[0], run_name='__main__')" "$@"\n"""
    )
    old.chmod(0o755)
    refused = make(copy, "setup", VENV="new", PYTHON=str(old))
    assert refused.returncode != 0
    assert f"kappabook needs Python 3.11 or newer; {old} is 3.9" in refused.stderr
    assert not (copy / "new").exists()
