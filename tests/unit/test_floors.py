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
from itertools import combinations

import pytest
from support import ROOT

from kappabook.papers.paper import PAPERS

SOURCE = ROOT / "src"
# Three products, each of rooms; and what all stand on. The street is what `from kappabook
# import ...` offers.
GROUND = ["_version", "system"]
LIBRARY = ["metrics", "display", "scorers", "data", "study", "commands", "street"]
AUDIT = ["audit", "papers", "experiments"]
COURSE = ["teaching", "workbook", "notebooks"]
PROGRAM = ["cli", "__main__"]
# From the ground up: a room imports from itself and from those before it.
FLOORS = [*GROUND, *LIBRARY, *AUDIT, *COURSE, *PROGRAM]
# Where less is allowed than what lies below.
ONLY = {
    "system": set(),
    "metrics": set(),
    "display": {"metrics", "system"},
    "scorers": {"metrics"},
    "data": {"metrics", "system"},
    "study": {"metrics", "data", "system"},
    "commands": {"metrics", "display", "scorers", "data", "study", "system"},
    "audit": {"metrics", "system"},
    "papers": {"metrics", "display", "data", "study", "audit", "system"},
    "cli": {"commands", "papers", "audit", "system", "_version"},
    "__main__": {"cli", "system"},
}
NUMBERS = {"numpy", "scipy", "sklearn", *sys.stdlib_module_names}  # all that metrics import


def name_of(path):
    parts = path.relative_to(ROOT if path.is_relative_to(ROOT / "experiments") else SOURCE)
    parts = parts.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


# The street's imports stand in its stub.
FILES = [*sorted(SOURCE.rglob("*.py")), SOURCE / "kappabook/__init__.pyi"]
MODULES = {name_of(path): path for path in FILES}
EXPERIMENTS = {name_of(path): path for path in sorted((ROOT / "experiments").rglob("*.py"))}
HOUSE = MODULES | EXPERIMENTS


def imported(path):
    """Dotted names, of the module where one is imported from, else of what is in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            inside = (f"{node.module}.{alias.name}" for alias in node.names)
            yield from (name if name in HOUSE else node.module for name in inside)


def room(module):
    package, *rest = module.split(".")
    return package if package == "experiments" else rest[0] if rest else "street"


def goes_up(here, there):
    """Say whether the first may not import from the second."""
    a, b = room(here), room(there)
    if a == b:  # a document never leans on another document
        documents = {name.split(".")[2] for name in (here, there) if name.count(".") > 1}
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
    everything = {module: set(imported(path)) for module, path in HOUSE.items()}
    arrows = {module: names & HOUSE.keys() for module, names in everything.items()}
    assert {room(module) for module in HOUSE} == {*FLOORS} - {"notebooks"}
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


def test_a_product_does_not_lean_on_what_is_made_of_it():
    """The library runs without audit and course, the audit without the course."""
    for lower, higher in combinations((GROUND, LIBRARY, AUDIT, COURSE), 2):
        allowed = {b for a in lower for b in ONLY.get(a, FLOORS[: FLOORS.index(a)])}
        assert allowed.isdisjoint(higher)


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


@pytest.mark.parametrize(
    ("code", "unused"),
    [
        (
            "from kappabook import cohen_kappa_score, kappa_interval; "
            "x, y = [0, 1, 1, 0, 1], [0, 1, 0, 0, 1]; "
            "assert cohen_kappa_score(x, y) > 0; "
            "assert kappa_interval(x, y).low < kappa_interval(x, y).high",
            ("scipy.optimize", "scipy.stats", "pandas", "sklearn", "matplotlib"),
        ),
        (
            "from kappabook import StudyResults; from kappabook.system.checkout import "
            "results_folder; StudyResults.read(results_folder() / 'study-weka.csv').summary()",
            ("scipy.optimize", "scipy.stats", "sklearn", "joblib", "matplotlib"),
        ),
        (
            "from kappabook import papers; papers.row('calderon2025.test.winning-rate')",
            ("scipy.optimize", "scipy.stats", "sklearn", "sympy", "matplotlib"),
        ),
    ],
    ids=["kappa and its interval", "stored results of a study", "a claim without algebra"],
)
def test_what_is_not_used_is_not_imported(code, unused):
    """Each of these libraries takes longer to import than what is computed."""
    code = f"{code}; import sys; print(*{set(unused)} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
