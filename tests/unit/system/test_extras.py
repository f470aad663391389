"""What is not installed is named with the command that brings it."""

import subprocess
import sys
import tomllib

import pytest
from packaging.requirements import Requirement
from support import ROOT, slowly

from kappabook.system.extras import install, need

EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
# A module that is not there, what then cannot be done, and the extra that mends it.
MISSING = [
    ("pandas", "import kappabook.papers", "report"),
    ("matplotlib", "import kappabook.papers", "report"),
    ("pandas", "import kappabook.study", "report"),
    ("pandas", "import kappabook; kappabook.score(y_true=[0, 1], y_pred=[0, 1])", "report"),
    ("matplotlib", "from kappabook.display.drawing import pyplot; pyplot()", "matplotlib"),
    (
        "duckdb",
        "from kappabook.commands.reading import read_table; read_table.open_table('a').__enter__()",
        "report",
    ),
]
# Noticed only after seconds of other imports.
MISSING_LATE = [
    ("sympy", "from kappabook.papers.bendavid2008 import figures", "report"),
    ("IPython", "from kappabook.workbook import use_notebook_style", "report"),
    ("anywidget", "import kappabook.teaching.explorers", "notebooks"),
    ("tqdm", "import kappabook.commands.report", "report"),
]


@pytest.mark.parametrize(
    ("module", "code", "extra"), [*MISSING, *(slowly(*case) for case in MISSING_LATE)]
)
def test_a_missing_module_is_named_with_its_extra(module, code, extra):
    hidden = f"import sys; sys.modules[{module!r}] = None; {code}"
    done = subprocess.run([sys.executable, "-c", hidden], capture_output=True, text=True, cwd=ROOT)
    kind, _, said = done.stderr.splitlines()[-1].partition(": ")
    assert kind == "kappabook.system.extras.MissingExtraError"
    brings = f'".[{extra}]"' if extra in EXTRAS else extra
    assert said == f"{module} is not installed: pip install {brings}"


@pytest.mark.parametrize(
    ("module", "extra"),
    [(module, extra) for module, _, extra in MISSING + MISSING_LATE if extra in EXTRAS],
)
def test_the_extra_brings_the_module(module, extra):
    assert module.lower().replace("_", "-") in brought(extra)


def test_where_no_clone_is_the_installed_package_is_named(tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    assert install("report") == 'pip install ".[report]"'
    monkeypatch.chdir(tmp_path)
    assert install("report") == 'pip install "kappabook[report]"'


def brought(extra):
    """Names of the distributions that an extra lists, with those of the extras it builds on."""
    wanted = [Requirement(line) for line in EXTRAS[extra]]
    inner = [brought(part) for r in wanted if r.name == "kappabook" for part in r.extras]
    return {r.name for r in wanted}.union(*inner)


def test_a_module_of_our_own_that_is_missing_is_no_matter_of_extras():
    ours = r"^No module named 'kappabook\.nothing'$"
    with pytest.raises(ModuleNotFoundError, match=ours), need("report"):
        import kappabook.nothing  # noqa: F401
