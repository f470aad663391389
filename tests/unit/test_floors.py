"""The house: no circle, no import that goes up, and every module imports alone.

Imports inside functions, and those for the type checker only, count as well: who reads a module
has to know what it leans on.
"""

import ast
import os
import re
import subprocess
import sys
from graphlib import CycleError, TopologicalSorter

import pytest
from support import ROOT

from kappabook.papers.paper import PAPERS

SOURCE = ROOT / "src"
# From the ground up: a room imports from itself and from those before it. The street is what
# `from kappabook import ...` offers.
FLOORS = [
    *("interrupts", "extras", "_version", "checkout", "files", "notebooks"),
    *("printed", "algebra", "datasheet", "metrics", "display"),
    *("scorers", "data", "study", "commands", "street", "computed", "audit", "ledger_table"),
    *("papers", "teaching", "workbook", "cli", "__main__"),
]
# Where less is allowed than what lies below.
ONLY = {
    "interrupts": set(),
    "metrics": set(),
    "display": {"metrics", "extras"},
    "scorers": {"metrics"},
    "printed": {"files"},
    "algebra": {"printed"},
    "computed": {"algebra", "printed"},
    "audit": {"computed", "printed"},
    "ledger_table": {"audit", "printed"},
}
NUMBERS = {"numpy", "scipy", "sklearn", *sys.stdlib_module_names}  # all that metrics import


def name_of(path):
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


# The street's imports stand in its stub.
FILES = [*sorted(SOURCE.rglob("*.py")), SOURCE / "kappabook/__init__.pyi"]
MODULES = {name_of(path): path for path in FILES}


def imported(path):
    """Dotted names, of the module where one is imported from, else of what is in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            inside = (f"{node.module}.{alias.name}" for alias in node.names)
            yield from (name if name in MODULES else node.module for name in inside)


def room(module):
    return module.split(".")[1] if "." in module else "street"


def goes_up(here, there):
    """Say whether the first may not import from the second."""
    a, b = room(here), room(there)
    if a == b:  # a document and its figures never lean on another document
        documents = {
            name.split(".")[2].removesuffix("_figures")
            for name in (here, there)
            if name.count(".") > 1
        }
        return len(documents & PAPERS.keys()) > 1
    return b not in ONLY.get(a, FLOORS[: FLOORS.index(a)])


def faults(arrows):
    """List what is wrong with a house, given as what each module imports of ours."""
    found = [f"{a} imports {b}" for a in arrows for b in arrows[a] if goes_up(a, b)]
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as circle:
        found.append(f"circle: {' <- '.join(circle.args[1])}")
    return found


def test_no_circle_and_no_import_goes_up():
    everything = {module: set(imported(path)) for module, path in MODULES.items()}
    arrows = {module: names & MODULES.keys() for module, names in everything.items()}
    assert faults(arrows) == []
    for module, names in everything.items():
        if room(module) == "metrics":
            assert {name.split(".")[0] for name in names} <= NUMBERS | {"kappabook"}, module
        if room(module) == "papers" and "." in module.partition("papers.")[2]:
            draws = re.search(r"figures|drawing", module)  # judging needs no matplotlib
            assert draws or not any(re.search("matplotlib|display|drawing", n) for n in names)
    # An import for the type checker alone, or inside a function, would be found too.
    auk, style = "kappabook.metrics.auk", "kappabook.display.style"
    assert faults(arrows | {auk: arrows[auk] | {style}}) == [f"{auk} imports {style}"]
    base = "kappabook.metrics.roc"
    assert len(faults(arrows | {base: arrows[base] | {auk}})) == 1


ALONE = """
import importlib, os, sys
# What is not ours, once for all; each child then has none of ours but the one it is to import.
for name in ("numpy", "pandas", "scipy.stats", "sklearn.metrics", "matplotlib.figure", "sympy"):
    importlib.import_module(name)
for name in sys.argv[1:]:
    child = os.fork()
    if not child:
        try:
            importlib.import_module(name)
        except BaseException as error:
            print(f"{name}: {error}", flush=True)
        os._exit(0)
    os.waitpid(child, 0)
"""
# One of forty, and one that did not.
SOME = [*list(MODULES)[::40], "kappabook.papers.kaymak_auk.figures"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
@pytest.mark.parametrize("modules", [SOME, pytest.param([*MODULES], marks=pytest.mark.slow)])
def test_every_module_imports_alone(modules):
    """In a fresh process, where nothing of ours was imported before it."""
    done = subprocess.run([sys.executable, "-c", ALONE, *modules], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_importing_kappabook_is_quick_and_draws_nothing():
    """A name brings its libraries when it is first used; the measures need no matplotlib."""
    code = (
        "import sys; sys.modules['matplotlib'] = None; import kappabook; "
        "assert not {'numpy', 'scipy', 'sklearn'} & set(sys.modules); kappabook.auk_score"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
