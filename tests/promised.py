"""What docs/api.md promises of every public name, and how a docstring is seen to keep it."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import textwrap
from functools import cache
from typing import Any

from support import ROOT

PAGE = ROOT / "docs/api.md"
# A title and the line below it, as numpydoc has them.
SECTION = re.compile(r"^(\w[\w ]*)\n-{3,}$", re.M)
# A year, an equation, a page, or the word that it is our own.
SOURCE = re.compile(r"\(1[89]\d\d|\(20\d\d|\beqs?\. \(|\bpp?\. \d|\bours\b|\bour own\b", re.I)


def rows() -> dict[str, str]:
    """Module and text of each row of the page's tables; the first table is `kappabook` itself."""
    page = PAGE.read_text(encoding="utf-8")
    found = re.findall(r"^\| `(kappabook\.[\w.]+)` \| (.*) \|$", page, re.M)
    own = re.findall(r"^\| `(\w+)` \|", page, re.M)
    return {"kappabook": " ".join(f"`{name}`" for name in own), **dict(found)}


def listed() -> dict[str, list[str]]:
    """Names that each row promises: what stands in backticks and is no parameter of another."""
    names = {}
    for module, text in rows().items():
        members = vars(importlib.import_module(module)) if module != "kappabook" else {}
        words = dict.fromkeys(re.findall(r"`(\w+)`", text))
        options = {
            parameter
            for word in words
            if callable(members.get(word))
            for parameter in inspect.signature(members[word]).parameters
        }
        names[module] = [word for word in words if word not in options]
    return names


def public() -> list[tuple[str, str]]:
    """Every promised name with its module."""
    return [(module, name) for module, names in listed().items() for name in names]


def sections(value: Any) -> dict[str, str]:
    """Cut a docstring at its titles; the part before the first is under an empty text."""
    parts = SECTION.split(inspect.getdoc(value) or "")
    return {"": parts[0], **dict(zip(parts[1::2], parts[2::2], strict=True))}


def documented(text: str) -> set[str]:
    """Names at the beginning of a line of a section: ``a, b : type``, ``*args``."""
    heads = re.findall(r"^(\*{0,2}\w+(?:, \*{0,2}\w+)*)(?: :|$)", text, re.M)
    return {name.strip().lstrip("*") for head in heads for name in head.split(",")}


@cache
def may_raise(function: Any) -> bool:
    """Whether a function has a ``raise``, or calls by its name one of ours that has."""
    return _raises(function, set())


def _raises(function: Any, seen: set[Any]) -> bool:
    function = inspect.unwrap(function)
    if isinstance(function, type):
        made = [vars(function).get(name) for name in ("__init__", "__post_init__")]
        return any(_raises(method, seen) for method in made if inspect.isfunction(method))
    if function in seen or not inspect.isfunction(function):
        return False
    seen.add(function)
    if not function.__module__.startswith("kappabook.") or "<string>" in str(function.__code__):
        return False
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    if any(isinstance(node, ast.Raise) for node in ast.walk(tree)):
        return True
    called = {
        node.func.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    ours = (function.__globals__.get(name) for name in called)
    return any(
        _raises(value, seen)
        for value in ours
        if getattr(value, "__module__", "").startswith("kappabook.")
    )


def broken(name: str, value: Any) -> list[str]:
    """Say which promises the docstring of a function or class does not keep."""
    parts, missing = sections(value), []
    summary = parts[""].split("\n\n")[0]
    if not summary.rstrip().endswith("."):
        missing.append("a summary that is a sentence")
    if inspect.isclass(value):
        fields = {**parts, "": ""}
        if not any(title in fields for title in ("Parameters", "Attributes", "Methods")):
            missing.append("Parameters or Attributes")
    else:
        signature = inspect.signature(value)
        told = documented(parts.get("Parameters", ""))
        if silent := [name for name in signature.parameters if name not in told]:
            missing.append(f"Parameters: {', '.join(silent)}")
        if signature.return_annotation not in (None, "None") and "Returns" not in parts:
            missing.append("Returns")
        if may_raise(value) and "Raises" not in parts:
            missing.append("Raises")
    if ">>> " not in parts.get("Examples", ""):
        missing.append("Examples")
    if "References" not in parts and not SOURCE.search(inspect.getdoc(value) or ""):
        missing.append("a source, or the word that it is our own")
    return [f"{name} lacks {part}" for part in missing]


def looked_up(module: str, name: str) -> Any:
    """Find a public name where the page says it is."""
    return getattr(importlib.import_module(module), name)
