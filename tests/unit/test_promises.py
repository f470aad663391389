"""docs/api.md lists every public name, and each docstring holds what that page promises."""

import ast
import dataclasses
import importlib
import inspect
import pkgutil
import re
import textwrap
from functools import cache
from typing import get_type_hints

import pytest
from public_names import listed

import kappabook
import kappabook.commands
import kappabook.metrics

# A title and the line below it, as numpydoc has them.
SECTION = re.compile(r"^(\w[\w ]*)\n-{3,}$", re.M)
# A year, an equation, a page; or the word that it is our own.
CITED = re.compile(r"\((1[89]|20)\d\d|\beqs?\. \(|\bpp?\. \d|\bours\b|\bour own\b", re.I)
# Here nothing is measured: what is read, fetched and run has no source but the code.
NO_MEASURES = {
    *("kappabook.data", "kappabook.scorers", "kappabook.study.engines", "kappabook.study.results"),
    *("kappabook.study.runs", "kappabook.teaching"),
    # Commands: what they print is measured by functions that have a source.
    *("kappabook.commands.score", "kappabook.commands.agree", "kappabook.commands.report"),
    "kappabook.study.judges",
    *("kappabook.display.ranks", "kappabook.study.pairs.fold_table"),
}
# Packages whose __all__ is public.
EXPORTING = [
    *("kappabook", "kappabook.metrics", "kappabook.metrics.intervals"),
    "kappabook.metrics.raters",
    *("kappabook.study", "kappabook.study.engines", "kappabook.data"),
]


def found(module, name):
    return getattr(importlib.import_module(module), name)


PUBLIC = [(module, name) for module, names in listed().items() for name in names]
# Those with a docstring of their own.
EXPLAINED = [
    (module, name)
    for module, name in PUBLIC
    if inspect.isroutine(inspect.unwrap(v := getattr(importlib.import_module(module), name, None)))
    or inspect.isclass(v)
]


def sections(value):
    """Cut a docstring at its titles; what stands before the first is under an empty text."""
    first, *rest = SECTION.split(inspect.getdoc(value) or "")
    return {"": first, **dict(zip(rest[::2], rest[1::2], strict=True))}


def told(text):
    """Names at the beginning of a line of a section: ``a, b : type``, ``*args``."""
    heads = re.findall(r"^(\*{0,2}\w+(?:, \*{0,2}\w+)*)(?: :|$)", text, re.M)
    return {name.strip().lstrip("*") for head in heads for name in head.split(",")}


def may_raise(value, seen=()):
    """Whether a function has a ``raise``, or calls by its name one of ours that has.

    Methods that it calls on values are not followed, so it can miss one, but not invent one.
    """
    value = inspect.unwrap(value)
    if inspect.isclass(value):
        made = (vars(value).get(name) for name in ("__init__", "__post_init__"))
        return any(may_raise(m, seen) for m in made if m and m.__code__.co_filename != "<string>")
    if value in seen or not inspect.isfunction(value):
        return False
    if not value.__module__.startswith("kappabook."):
        return False
    nodes = list(ast.walk(ast.parse(textwrap.dedent(inspect.getsource(value)))))
    if any(isinstance(node, ast.Raise) for node in nodes):
        return True
    calls = [node.func for node in nodes if isinstance(node, ast.Call)]
    called = {value.__globals__.get(call.id) for call in calls if isinstance(call, ast.Name)}
    return any(may_raise(other, (*seen, value)) for other in called if callable(other))


@cache
def results():
    """Classes that a public function returns: they are made by it, not by the user."""
    values = [found(module, name) for module, name in EXPLAINED]
    hints = [get_type_hints(v).get("return") for v in values if inspect.isfunction(v)]
    return {hint for hint in hints if inspect.isclass(hint)}


def lacking(value, *, measure=True):
    """Say what the docstring of a function or class does not have."""
    parts, is_class = sections(value), inspect.isclass(value)
    lacks = []
    if not parts[""].split("\n\n")[0].rstrip().endswith((".", "?")):
        lacks.append("a summary that is a sentence")
    if is_class:
        fields = getattr(value, "__dataclass_fields__", {})
        known = told(parts.get("Attributes", "") + parts.get("Parameters", "") + parts[""])
        prose = parts[""]
        lacks += [
            f"the field {name}"
            for name in fields
            if name not in known and not re.search(rf"\b{name}\b", prose)
        ]
    else:
        signature = inspect.signature(value)
        known = told(parts.get("Parameters", ""))
        lacks += [f"the parameter {name}" for name in signature.parameters if name not in known]
        if signature.return_annotation not in (None, "None") and "Returns" not in parts:
            lacks.append("Returns")
        if may_raise(value) and "Raises" not in parts:
            lacks.append("Raises")
    made_elsewhere = is_class and (value in results() or issubclass(value, Exception))
    if ">>> " not in parts.get("Examples", "") and not made_elsewhere:
        lacks.append("an example")
    if measure and not made_elsewhere and not CITED.search(inspect.getdoc(value) or ""):
        lacks.append("a source, or the word that it is our own")
    return lacks


@pytest.mark.parametrize(("module", "name"), PUBLIC)
def test_what_the_page_lists_is_there(module, name):
    assert hasattr(importlib.import_module(module), name)


@pytest.mark.parametrize("module", EXPORTING)
def test_what_is_exported_is_on_the_page(module):
    pages = {name for names in listed().values() for name in names}
    exported = set(importlib.import_module(module).__all__) - {"__version__"}
    assert exported <= pages


@pytest.mark.parametrize(("module", "name"), EXPLAINED)
def test_docstring_holds_what_the_page_promises(module, name):
    value = found(module, name)
    home = kappabook._HOMES[name] if module == "kappabook" else module
    measure = not NO_MEASURES & {home, f"{home}.{name}"}
    lacks = lacking(value, measure=measure)
    assert not lacks, f"the docstring of {name} lacks: {', '.join(lacks)}"


def test_the_map_has_every_name_and_fits_on_a_screen_and_a_half():
    text = kappabook.__doc__
    words = set(re.findall(r"\w+", text))
    named = {word for word in words if "_" in word} | (words & set(kappabook.__all__))
    assert named == set(kappabook.__all__) - {"__version__"}
    assert len(text.splitlines()) <= 60, "put the name on a line of the map that has room"
    for package in ("kappabook.metrics", "kappabook.metrics.intervals"):
        module = importlib.import_module(package)
        assert len(module.__doc__.splitlines()) <= 40
    modules = {m.name for m in pkgutil.iter_modules(kappabook.metrics.__path__)}
    public = {name for name in modules if not name.startswith("_")}
    assert public <= set(re.findall(r"\w+", kappabook.metrics.__doc__))
    functions = {n for n in module.__all__ if n[0].islower()}
    assert functions <= set(re.findall(r"\w+", module.__doc__))


# --- what every result and every measure keeps ----------------------------------------------------

# They are filled step by step, or are settings that the caller changes.
FILLED = {"Found", "Moments", "Report", "Tally"}
BY_PLACE = {"y2", "coefficient", "alpha"}


def members(package):
    """Every class and function that a package defines."""
    names = [m.name for m in pkgutil.walk_packages(package.__path__, package.__name__ + ".")]
    for name in [package.__name__, *names]:
        for thing in vars(importlib.import_module(name)).values():
            if getattr(thing, "__module__", None) == name:
                yield thing


@pytest.mark.parametrize("package", [kappabook.metrics, kappabook.commands])
def test_results_cannot_be_altered(package):
    classes = [c for c in members(package) if inspect.isclass(c) and dataclasses.is_dataclass(c)]
    open_ones = {c.__name__ for c in classes if not c.__dataclass_params__.frozen}
    assert len(classes) > 10
    assert open_ones <= FILLED


def test_an_option_of_a_measure_goes_by_its_name():
    """And the data may go by their names too."""
    for name in ("metrics", "metrics.raters", "metrics.intervals"):
        module = importlib.import_module(f"kappabook.{name}")
        for function in filter(inspect.isfunction, vars(module).values()):
            for parameter in inspect.signature(function).parameters.values():
                assert parameter.kind is not parameter.POSITIONAL_ONLY, function
                if parameter.default is not parameter.empty and parameter.name not in BY_PLACE:
                    assert parameter.kind is parameter.KEYWORD_ONLY, (function, parameter)
