"""Names that a package has before their modules are imported; a stub beside it lists them."""

from __future__ import annotations


def homes(file: str) -> dict[str, str]:
    """Read the stub of a package's ``__file__``, one name a line: from HOME import NAME as NAME."""
    with open(f"{file}i", encoding="utf-8") as stub:
        lines = [line.split() for line in stub if line.startswith("from kappabook.")]
    return {line[3]: line[1] for line in lines}


def first_use(package: str, names: dict[str, str], name: str) -> object:
    """Import one of the names as `homes` gives them, for the ``__getattr__`` of a package."""
    import sys
    from importlib import import_module

    if name not in names:
        raise AttributeError(f"module {package!r} has no attribute {name!r}")
    value = getattr(import_module(names[name]), name)
    setattr(sys.modules[package], name, value)
    return value
