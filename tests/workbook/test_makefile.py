"""The Makefile in a copy of the checkout: what is made, what is left alone, what is refused."""

import os
import re
import shutil
import subprocess
import sys
import time

import pytest
from support import ROOT

from kappabook.workbook.figures import drawings

COPIED = (
    *("Makefile", "requirements.lock", "requirements-build.lock", "pyproject.toml"),
    *("README.md", "src", "data", "figures", "notebooks"),
)


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    folder = tmp_path_factory.mktemp("checkout")
    for name in COPIED:
        source = ROOT / name
        ignore = shutil.ignore_patterns("__pycache__", "raw")
        (shutil.copytree if source.is_dir() else shutil.copy)(
            source, folder / name, **({"ignore": ignore} if source.is_dir() else {})
        )
    return folder


def make(folder, *targets, **variables):
    """Run make with this Python in place of .venv."""
    settings = {"VENV": "", "PYTHON": sys.executable} | variables
    ours = ("KAPPABOOK_ROOT", "MAKEFLAGS", "MAKELEVEL", "MFLAGS")
    environment = {k: v for k, v in os.environ.items() if k not in ours}
    return subprocess.run(
        ["make", *targets, *(f"{name}={value}" for name, value in settings.items())],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_help_lists_every_target():
    phony = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.M)
    listed = re.findall(r"^  make ([a-z-]+) ", make(ROOT, "help").stdout, re.M)
    assert sorted(listed) == sorted(set(phony[1].split()) - {"help"} | {"help"})


def test_figures_of_the_makefile_are_those_of_the_papers():
    out = make(ROOT, "help").stdout
    assert out.strip().splitlines()[-1].split() == list(drawings())


@pytest.mark.slow
def test_figures_are_made_once(copy):
    """And again only for what changed: one paper's source, and the poster of all."""
    of_2008 = [f"bendavid2008-fig{number}" for number in range(1, 5)]
    for figure in (copy / "figures").iterdir():
        figure.touch()  # as if just made; drawing all of them takes minutes
    for suffix in ("svg", "pdf", "png"):
        (copy / f"figures/bendavid2008-fig1.{suffix}").unlink()
    made = make(copy, "figures")
    assert made.returncode == 0
    assert re.findall(r"-m kappabook figure (\S+)", made.stdout) == ["bendavid2008-fig1"]
    assert "Nothing to be done" in make(copy, "figures").stdout
    time.sleep(1.1)
    (copy / "src/kappabook/papers/bendavid2008/figures.py").touch()
    planned = make(copy, "-n", "figures").stdout
    assert re.findall(r"-m kappabook figure (\S+)", planned) == [*of_2008, "summary"]
    some = {"FIGURES": " ".join(of_2008)}
    assert make(copy, "-j2", "figures", **some).returncode == 0
    assert "Nothing to be done" in make(copy, "figures", **some).stdout
    (copy / "figures/bendavid2008-fig3.pdf").unlink()
    again = make(copy, "figures/bendavid2008-fig3.pdf")
    assert again.stdout.count("-m kappabook figure") == 1
    assert (copy / "figures/bendavid2008-fig3.pdf").exists()


@pytest.mark.slow
def test_widgets_are_made_once(copy):
    made = make(copy, "widgets", "-j2")
    assert made.returncode == 0
    assert made.stdout.count("-m kappabook widgets") == 1
    pages = sorted(path.stem for path in (copy / "build/widgets").iterdir())
    assert pages == ["confusion", "prevalence", "threshold"]
    assert "Nothing to be done" in make(copy, "widgets").stdout


@pytest.mark.slow
def test_the_report_is_the_notebook_for_other_parameters(copy):
    """From committed results into build/; data/ is only read."""
    before = {path: path.read_bytes() for path in (copy / "data/results").iterdir()}
    assert make(copy, "german-credit-report", N_SPLITS="20", POSITIVE="bad").returncode == 0
    report = (copy / "build/german-credit-report.ipynb").read_text()
    assert "Of 20 splits, with bad as the positive class" in report
    assert {path: path.read_bytes() for path in (copy / "data/results").iterdir()} == before
    (copy / "build/german-credit-report.ipynb").unlink()
    refused = make(copy, "german-credit-report", POSITIVE="ugly")
    assert refused.returncode != 0
    assert "no class 'ugly'; the positive class is good or bad" in refused.stderr
    assert not list((copy / "build").glob("*report*"))


def test_an_unknown_figure_lists_the_keys(copy):
    refused = make(copy, "figures/bendavid2008-fig9.pdf")
    assert refused.returncode != 0
    assert f"the figures are {', '.join(drawings())}." in refused.stderr
    assert not (copy / "figures/bendavid2008-fig9.pdf").exists()


def test_the_ledger_is_made_anew_for_a_changed_notebook_or_readme(copy):
    (copy / "build").mkdir(exist_ok=True)
    (copy / "build/ledger.md").touch()
    time.sleep(0.05)
    (copy / "build/ledger.csv").touch()
    assert "-m kappabook ledger" not in make(copy, "-n", "ledger").stdout
    for changed in (
        *("notebooks/03-roc-and-kappa.ipynb", "README.md", "data/printed/errata.csv"),
        *("src/kappabook/workbook/ledger.css", "src/kappabook/workbook/ledger.js"),
    ):
        (copy / "build/ledger.csv").touch()
        time.sleep(0.05)
        (copy / changed).touch()
        planned = make(copy, "-n", "ledger").stdout
        assert "-m kappabook ledger --readme README.md" in planned


def test_transcriptions_are_checked_against_a_second_file(copy):
    assert make(copy, "transcription-check").returncode == 0
    second = copy / "data/printed/second-entry/kappa_guide.csv"
    mine = copy / "mine.csv"
    mine.write_text(second.read_text().replace("kappa_guide.intro.low,-1\n", "", 1))
    refused = make(copy, "transcription-check", SECOND="mine.csv")
    assert refused.returncode != 0
    assert "error: 1 differ; look each up in the document:" in refused.stderr
    assert "kappa_guide.intro.low: '-1', not entered again" in refused.stderr


def test_clean_keeps_environment_and_raw_data(copy):
    for kept in (".venv/x", "data/raw/x"):
        (copy / kept).parent.mkdir(parents=True, exist_ok=True)
        (copy / kept).touch()
    (copy / "build").mkdir(exist_ok=True)
    assert make(copy, "clean").returncode == 0
    assert not (copy / "build").exists()
    assert not (copy / "figures").exists()
    assert (copy / ".venv/x").exists()
    assert (copy / "data/raw/x").exists()


def test_python_too_old_says_which_is_needed(copy, tmp_path):
    """A Python that says it is 3.9: the check runs for real, only the version is played."""
    old = tmp_path / "python3.9"
    old.write_text(
        f'#!/bin/sh\nexec {sys.executable} -c "import sys; sys.version_info = (3, 9, 1); '
        'exec(sys.argv[1])" "$2"\n'
    )
    old.chmod(0o755)
    refused = make(copy, "setup", VENV="new", PYTHON=str(old))
    assert refused.returncode != 0
    assert f"kappabook needs Python 3.11 or newer; {old} is 3.9" in refused.stderr
    assert not (copy / "new").exists()
