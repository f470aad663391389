"""The Makefile in a copy of the checkout: what is made, what is left alone, what is refused."""

import os
import shutil
import subprocess
import sys

import pytest
from support import ROOT

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
