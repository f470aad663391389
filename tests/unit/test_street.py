"""One street: what a reader sees imports the library from kappabook, and help() names all of it."""

import importlib
import json
import re
import subprocess
import sys

import pytest
from support import ROOT

import kappabook
from kappabook import teaching

DOORS = {"kappabook", "kappabook.teaching", "kappabook.workbook"}
# Rooms that are not rewritten yet; when one is, its names come to a door and its line goes.
ROOMS = {
    "kappabook.audit.computed",  # as a cell asks whether a value agrees with print
    "kappabook.system.checkout",
    "kappabook.teaching.guide",
    "kappabook.teaching.guide.figures",
    "kappabook.data",  # a table of one's own for the study
    "kappabook.papers",
    "kappabook.commands",
    "kappabook.study",  # judges, as a module
    "kappabook.workbook.poster",
    "kappabook.study.engines",  # Java on a cluster
    "kappabook.study.regret",
}
OF_ROOMS = {"kappabook.study": {"judges"}, "kappabook.data": {"Attribute", "Table"}}
READ = [
    *(ROOT / "README.md", ROOT / "src/kappabook/teaching/questions/questions.toml"),
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted(p for p in (ROOT / "notebooks").rglob("*.ipynb") if "checkpoints" not in str(p)),
]
IMPORT = re.compile(
    r"\bfrom (kappabook[.\w]*) import (?:\(([^)]*)\)|([\w, ]+))|\bimport (kappabook[.\w]*)"
)


def text_of(path):
    """Read a page, or what stands in the cells of a notebook, their outputs left out."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".ipynb":
        return text
    return "\n".join("".join(cell["source"]) for cell in json.loads(text)["cells"])


def imports(text):
    """Find what a text imports of us: module and name; without a name, the module."""
    for module, several, names, whole in IMPORT.findall(re.sub(r"^\.\.\. ", "", text, flags=re.M)):
        if whole:
            yield whole, None
        for name in re.findall(r"\w+(?: as \w+)?", several or names):
            yield module, name.partition(" as ")[0]


def refused(module, name):
    """Say whether what is imported is neither on the street nor in a room that may be entered."""
    if name is None:
        return module != "kappabook"
    if module in OF_ROOMS:
        return name not in OF_ROOMS[module]
    if module in DOORS:
        return name not in {*importlib.import_module(module).__all__, "papers"}
    return module not in ROOMS and not module.startswith("kappabook.papers.")


@pytest.mark.parametrize("path", READ, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_the_library_is_imported_from_the_street(path):
    found = imports(text_of(path))
    assert [one for one in found if refused(*one)] == []


@pytest.mark.parametrize("missing", ["pandas", "tqdm", "matplotlib", "pooch"])
def test_help_reads_all_that_is_there(missing):
    """Without an extra too, and a name that needs it says which."""
    code = (
        f"import sys, pydoc; sys.modules['{missing}'] = None; import kappabook; "
        "text = pydoc.plaintext.document(kappabook); "
        "assert 'def auk_score' not in text and 'auk_score(' in text; "
        "print(sorted(set(kappabook.__all__) - set(dir(kappabook)))); kappabook.auk_score; "
        "from kappabook import run_study"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    if missing in ("pandas", "tqdm"):
        assert "'run_study'" in done.stdout
        assert "[report]" in done.stderr.splitlines()[-1]
    else:
        assert (done.stdout, done.stderr) == ("[]\n", "")


@pytest.mark.parametrize("door", [kappabook, teaching])
def test_a_door_has_what_it_names(door):
    assert all(hasattr(door, name) for name in door.__all__)
    assert set(door.__all__) <= set(dir(door))
    with pytest.raises(AttributeError, match="no attribute 'no_such_name'"):
        door.no_such_name  # noqa: B018
