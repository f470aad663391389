"""An installed wheel works in any folder: build it, install it elsewhere, run it there."""

import os
import re
import subprocess
import sys
import tarfile
import venv
import zipfile
from importlib.metadata import PathDistribution, distribution

import pytest
from packaging.requirements import Requirement
from support import ROOT

from kappabook import __version__

pytestmark = pytest.mark.slow

USE = """
import pathlib, sys
import numpy as np
import matplotlib; matplotlib.use("Agg")
import kappabook
from kappabook import KappaCurveDisplay, auk_score, cohen_kappa_score, kappa_scorer
from kappabook.metrics.intervals import bootstrap_interval

assert pathlib.Path(kappabook.__file__).is_relative_to(sys.argv[1]), kappabook.__file__
y, s = np.array([0, 0, 1, 1] * 9), np.arange(36) % 5
assert bootstrap_interval(auk_score, y, s, random_state=0).low <= auk_score(y, s)
assert abs(KappaCurveDisplay.from_predictions(y, s).auk - auk_score(y, s)) < 1e-12
print(cohen_kappa_score(["a", "b"], ["a", "b"]), callable(kappa_scorer()))
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
    """The wheel, built from the unpacked source distribution, so that one is complete too."""
    into, unpacked = tmp_path_factory.mktemp("dist"), tmp_path_factory.mktemp("unpacked")

    def hatchling(source, target):
        command = [sys.executable, "-m", "hatchling", "build", "-d", str(into), "-t", target]
        subprocess.run(command, cwd=source, check=True, capture_output=True)

    hatchling(ROOT, "sdist")
    (sdist,) = into.glob("*.tar.gz")
    with tarfile.open(sdist) as packed:
        packed.extractall(unpacked, filter="data")
    hatchling(*unpacked.iterdir(), "wheel")
    return next(into.glob("*.whl"))


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
    assert {f"kappabook/workbook/ledger_page/{name}" for name in parts} <= set(names)
    sealed = [path.name for path in (ROOT / "src").rglob("sealed/*.json")]
    assert len(sealed) == len(list((ROOT / "notebooks/solutions").glob("*.ipynb")))
    assert {f"kappabook/teaching/exercises/sealed/{name}" for name in sealed} <= set(names)
    assert any(name.endswith("LICENSE") for name in names)
    own = "10-your-own-data.ipynb"
    shipped = zipfile.ZipFile(wheel).read(f"kappabook/commands/report/{own}")
    assert shipped == (ROOT / "notebooks" / own).read_bytes()
    for folder in (ROOT / "data/printed", ROOT / "data/results"):
        files = {path.relative_to(ROOT) for path in folder.rglob("*") if path.is_file()}
        assert {f"kappabook/{path.as_posix()}" for path in files} <= set(names)
    assert not [name for name in names if re.search(r"(^|/)(tests?[_/]|notebooks/)", name)]


def test_it_is_small_and_names_its_version_once(wheel):
    """At most 2.5 MB; in the wheel, the library, CITATION.cff and at the top of the changes."""
    assert wheel.stat().st_size <= 2_500_000
    cited = (ROOT / "CITATION.cff").read_text()
    first = re.search(r"^## \[(.+?)\] - (.+)$", (ROOT / "CHANGELOG.md").read_text(), re.M)
    assert f"\nversion: {first[1]}\ndate-released: {first[2]}\n" in cited
    assert first[1] == __version__
    assert wheel.name == f"kappabook-{__version__}-py3-none-any.whl"


def test_library_works_in_any_folder(site, tmp_path):
    done = run(tmp_path, site, "-c", USE, str(site))
    assert done.returncode == 0, done.stderr
    assert done.stdout == "1.0 True\n"


def test_exercises_are_checked_in_any_folder(site, tmp_path):
    done = run(
        tmp_path, site, "-c", "from kappabook.teaching import check; print(check('00-1', 0.2))"
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("00-1: not yet. ")


# --- without a clone, and with nothing but what an extra asks for ------------------------------


def environment(wheel, folder, extras):
    """Install the wheel with extras into a new environment, and link there what it asks for."""
    venv.create(folder, with_pip=False, symlinks=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    pip = [sys.executable, "-m", "pip", "--python", folder / "bin/python", "install"]
    options = ["--quiet", "--no-deps", "--no-index", "--disable-pip-version-check"]
    subprocess.run([*pip, *options, wheel], check=True)
    (ours,) = packages.glob("kappabook-*.dist-info")
    for wanted in needed(PathDistribution(ours), extras, {}).values():
        for name in {path.parts[0] for path in wanted.files or ()} - {".."}:
            if not (packages / name).exists():
                (packages / name).symlink_to(str(wanted.locate_file(name)))
    return folder


def needed(package, extras, found):
    """Everything that a package with these extras asks for, directly or not."""
    for requirement in map(Requirement, package.requires or ()):
        marker = requirement.marker
        if marker and not any(marker.evaluate({"extra": e}) for e in extras or {""}):
            continue
        key = f"{requirement.name.lower()}{sorted(requirement.extras)}"
        if key not in found:
            ours = requirement.name == "kappabook"
            found[key] = package if ours else distribution(requirement.name)
            assert found[key].version in requirement.specifier, requirement
            needed(found[key], frozenset(requirement.extras), found)
    return found


def kappabook(empty, folder, *arguments):
    """Run the installed command, as a user does."""
    return subprocess.run(
        [empty / "bin/kappabook", *arguments], cwd=folder, capture_output=True, text=True
    )


def test_a_report_from_the_extra_alone(wheel, tmp_path, monkeypatch):
    """`pip install "kappabook[report]"`, and a file that nobody prepared."""
    installed = environment(wheel, tmp_path / "environment", {"report"})
    for name in [name for name in os.environ if name.startswith(("KAPPABOOK", "PYTHON"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("JUPYTER_PATH", os.fspath(installed / "share/jupyter"))
    folder = tmp_path / "own"
    folder.mkdir()
    rows = [f"{i % 7},{(i * i) % 5},{'yes' if i % 3 else 'no'}" for i in range(30)]
    (folder / "own.csv").write_text("\n".join(["a,b,label", *rows]))
    options = ["--target", "label", "--repeats", "1", "--folds", "3"]
    done = kappabook(installed, folder, "report", "own.csv", *options)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Rows: 30 read, 30 used, 0 set aside. 4 classifiers ")
    assert sorted(os.listdir(folder)) == ["own-report", "own.csv"]
    assert len(os.listdir(folder / "own-report")) == 3
