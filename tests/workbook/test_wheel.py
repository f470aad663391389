"""An installed wheel works in any folder: build it, install it elsewhere, run it there."""

import os
import re
import subprocess
import sys
import zipfile

import pytest
from support import ROOT

USE = """
import pathlib, sys
import numpy as np
import matplotlib; matplotlib.use("Agg")
import kappabook
from kappabook import KappaCurveDisplay, auk_score, cohen_kappa_score
from kappabook.metrics.inference import bootstrap_interval
from kappabook.scorers import SCORERS

assert pathlib.Path(kappabook.__file__).is_relative_to(sys.argv[1]), kappabook.__file__
y, s = np.array([0, 0, 1, 1] * 9), np.arange(36) % 5
assert bootstrap_interval(auk_score, y, s, random_state=0).low <= auk_score(y, s)
assert abs(KappaCurveDisplay.from_predictions(y, s).auk - auk_score(y, s)) < 1e-12
print(cohen_kappa_score(["a", "b"], ["a", "b"]), len(SCORERS))
"""


def run(folder, site, *arguments):
    environment = {k: v for k, v in os.environ.items() if not k.startswith("KAPPABOOK")}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=environment | {"PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run(
        [*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, ROOT],
        check=True,
    )
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def site(wheel, tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--no-deps", "--target", folder, wheel], check=True)
    return folder


def test_holds_what_it_needs_and_no_more(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert "kappabook/py.typed" in names
    assert "kappabook/display/kappabook.mplstyle" in names
    assert {"kappabook/data/sources.toml", "kappabook/data/preparations.toml"} <= set(names)
    parts = ("page.html", "ledger.html", "ledger.css", "ledger.js")
    assert {f"kappabook/workbook/{name}" for name in parts} <= set(names)
    sealed = [path.name for path in (ROOT / "src").rglob("sealed/*.json")]
    assert len(sealed) == 10
    assert {f"kappabook/teaching/exercises/sealed/{name}" for name in sealed} <= set(names)
    assert any(name.endswith("LICENSE") for name in names)
    assert not [name for name in names if re.search(r"(^|/)(tests?[_/]|notebooks/)", name)]


def test_library_works_in_any_folder(site, tmp_path):
    done = run(tmp_path, site, "-c", USE, str(site))
    assert done.returncode == 0, done.stderr
    assert done.stdout == "1.0 5\n"


def test_exercises_are_checked_in_any_folder(site, tmp_path):
    ask = "from kappabook.teaching import check; print(check('00-1', 0.2), check('12-5', 'x'))"
    done = run(tmp_path, site, "-c", ask)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("00-1: not yet. ")
    claim = "from kappabook.teaching import check; print(check('12-5', 'bendavid2008.eq1'))"
    said = "12-5: not yet. The ledger is in the clone: start Jupyter inside it."
    assert run(tmp_path, site, "-c", claim).stdout.strip() == said


def test_ledger_says_in_one_line_that_it_needs_the_checkout(site, tmp_path):
    done = run(tmp_path, site, "-m", "kappabook", "ledger")
    assert done.returncode == 2
    assert done.stderr.startswith("error: no kappabook checkout at or above")
    assert done.stderr.count("\n") == 1
