"""The floors of the house: no import goes up, and papers do not import each other."""

import ast
import re
import sys

import pytest
from support import ROOT

SOURCE = ROOT / "src"
# Each part may import from itself and from these.
MAY_IMPORT = {
    "metrics": set(),
    "display": {"metrics", "extras"},
    "scorers": {"metrics"},
    "extras": set(),
    "checkout": {"extras"},
    "kinds": {"ledger", "transcription"},
    "interrupts": {"__main__"},
    "scratch": {"interrupts"},
    "files": {"scratch"},
    "run_notebook": {"interrupts", "scratch"},
    "transcription": {"files"},
    "references": {"transcription"},
    "datasheet": {"checkout", "files", "transcription"},
    "data": {"metrics", "checkout", "files", "extras", "scratch"},
    "study": {
        *("metrics", "data", "checkout", "files", "extras", "datasheet", "__version__", "scratch"),
    },
    "report": {
        *("metrics", "display", "data", "study", "transcription", "files", "extras", "scratch"),
        "run_notebook",
    },
    "ledger": {"transcription"},
    "checks": {"ledger", "transcription"},
    "papers": {
        *("metrics", "display", "checkout", "files", "transcription", "references", "ledger"),
        *("checks", "kinds", "data", "study", "extras", "datasheet"),
    },
    "workbook": {
        *("display", "checkout", "files", "transcription", "references", "ledger", "checks"),
        *("kinds", "papers", "extras", "scratch", "run_notebook"),
    },
    "teaching": {
        *("metrics", "display", "checkout", "files", "transcription", "papers", "workbook"),
        "extras",
    },
    "publish": {
        "study",
        *("metrics", "display", "checkout", "files", "ledger", "papers", "workbook", "teaching"),
        *("data", "extras", "datasheet", "references", "scratch", "transcription"),
    },
    "__main__": {
        *(
            "__version__",
            "interrupts",
            "extras",
            "data",
            "study",
            "report",
            "papers",
            "teaching",
            "publish",
        ),
        "workbook",
    },
    "__init__": {"metrics", "display", "scorers", "data", "study"},
}
OUTSIDE_METRICS = {"numpy", "scipy", "sklearn", *sys.stdlib_module_names}


def imports(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def part(module):
    """The part of the house a dotted name lies in, or an empty text for other packages."""
    names = module.split(".")
    return names[1] if names[0] == "kappabook" else ""


FILES = sorted((SOURCE / "kappabook").rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(SOURCE / "kappabook")))
def test_no_import_goes_up(path):
    here = path.relative_to(SOURCE / "kappabook").parts[0].removesuffix(".py")
    wanted = {part(name) for name in imports(path)} - {"", here}
    assert wanted <= MAY_IMPORT[here]
    if here == "metrics":
        roots = {name.split(".")[0] for name in imports(path)} - {"kappabook"}
        assert roots <= OUTSIDE_METRICS


def test_papers_do_not_import_each_other():
    for path in FILES:
        parts = path.relative_to(SOURCE / "kappabook").parts
        if parts[0] == "papers" and len(parts) > 2:
            papers = {n.split(".")[2] for n in imports(path) if n.startswith("kappabook.papers.")}
            folders = {p.name for p in (SOURCE / "kappabook/papers").iterdir() if p.is_dir()}
            assert papers & folders <= {parts[1], "shared"}


def test_only_figures_draw():
    """A document is judged without matplotlib; `papers.modules` leaves out what draws."""
    for path in (SOURCE / "kappabook/papers").rglob("*.py"):
        drawing = {"figures", "figures.py", "drawing.py"} & set(path.parts)
        names = " ".join(imports(path))
        type_only = path == SOURCE / "kappabook/papers/__init__.py"
        assert drawing or type_only or not re.search(r"matplotlib|display|drawing", names), path


def test_importing_kappabook_needs_no_matplotlib():
    """The measures work where nothing can be drawn."""
    import subprocess

    code = "import sys; sys.modules['matplotlib'] = None; import kappabook; kappabook.auk_score"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_importing_kappabook_is_quick():
    """A name brings its libraries when it is first used: the command line needs none of them."""
    import subprocess

    code = (
        "import sys, kappabook; heavy = {'numpy', 'scipy', 'sklearn'}; "
        "assert not heavy & set(sys.modules); "
        "assert set(kappabook.__all__) | {'metrics', 'display'} <= set(dir(kappabook)); "
        "kappabook.ConfusionMatrix([[4, 1], [1, 4]]).kappa; assert 'sklearn' not in sys.modules; "
        "assert all(hasattr(kappabook, name) for name in dir(kappabook)); kappabook.metrics.auk"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_an_unknown_name_is_named():
    import kappabook

    with pytest.raises(AttributeError, match="no attribute 'no_such_name'"):
        kappabook.no_such_name  # noqa: B018
