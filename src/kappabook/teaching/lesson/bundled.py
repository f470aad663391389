"""Files of other packages that our pages carry along, so that they need no network."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

# The first is no Python name, so it is found, not imported. Of both only the files are used.
MATHJAX, REVEAL = "sphinx-mathjax-offline", "sphinx_revealjs"
MATHJAX_FILE = "tex-svg-full.js"


def mathjax() -> Path:
    """Return MathJax, whole in one file.

    Raises
    ------
    OSError
        The package that bundles it is not installed.
    """
    return _find("MathJax", MATHJAX, f"static/mathjax/{MATHJAX_FILE}")


def reveal(name: str) -> str:
    """Return the text of a file of reveal.js.

    Raises
    ------
    OSError
        The package that bundles it is not installed.
    """
    return _find("reveal.js", REVEAL, f"_static/revealjs/{name}").read_text(encoding="utf-8")


def _find(what: str, package: str, path: str) -> Path:
    found = find_spec(package)
    if found is None or found.origin is None:
        raise OSError(f"{what} is missing: pip install {package.replace('_', '-')}.")
    return Path(found.origin).parent / path
