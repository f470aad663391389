"""The public names: those that docs/api.md lists."""

from __future__ import annotations

import importlib
import inspect
import re
from functools import cache

from support import ROOT


@cache
def listed() -> dict[str, list[str]]:
    """Names by module, as the page has them: words in backticks that are no parameters."""
    page = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    own = re.findall(r"^\| `(\w+)` \|", page, re.M)
    rows = re.findall(r"^\| `(kappabook\.[\w.]+)` \| (.*) \|$", page, re.M)
    names: dict[str, list[str]] = {"kappabook": own}
    for module, text in rows:
        members = vars(importlib.import_module(module))
        words = dict.fromkeys(re.findall(r"`(\w+)`", text))
        functions = filter(inspect.isfunction, map(members.get, words))
        options = {p for function in functions for p in inspect.signature(function).parameters}
        names.setdefault(module, []).extend(word for word in words if word not in options)
    return names
