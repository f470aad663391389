"""Reference pages: the names that docs/api.md lists, each with its docstring."""

from __future__ import annotations

import importlib
import inspect
import re


def public_names(page: str) -> dict[str, list[str]]:
    """Read which names are public, module by module, from the page that lists them.

    Parameters
    ----------
    page : str
        The text of ``docs/api.md``, whose second table has a module and its names per row.
    """
    exported = importlib.import_module("kappabook").__all__
    names = {"kappabook": [name for name in exported if not name.startswith("_")]}
    for module, row in re.findall(r"^\| `(kappabook\.[\w.]+)` \| (.*) \|$", page, re.M):
        members = vars(importlib.import_module(module))
        found = [name for name in re.findall(r"`(\w+)`", row) if name in members]
        names.setdefault(module, []).extend(dict.fromkeys(found))
    return names


def reference_page(module: str, names: list[str]) -> str:
    """Write the page of a module in reStructuredText, for autodoc to fill."""
    home = importlib.import_module(module)
    # The package itself has the site's name.
    title = module if "." in module else f"from {module} import ..."
    parts = [title, "=" * len(title), "", f".. automodule:: {module}", "   :no-index:", ""]
    for name in names:
        kind = _kind(getattr(home, name))
        parts += [name, "-" * len(name), "", f".. auto{kind}:: {module}.{name}"]
        parts += ["   :members:"] if kind == "class" else []
        parts += ["   :no-value:"] if kind == "data" else []
        parts.append("")
    return "\n".join(parts)


def _kind(value: object) -> str:
    if inspect.isclass(value):
        return "class"
    return "function" if inspect.isroutine(value) else "data"
