"""Renew what is measured in docs/dependencies.md: python tools/dependencies.py PAGE [PYLOCK].

A row is a direct dependency: its name and two sentences by hand, the rest measured. Version,
size, licence and maintainers are read from what is installed here, the locked environment;
dates from PYLOCK, which `uv pip compile --format pylock.toml` writes from the index.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

PROJECT = Path(__file__).resolve().parents[1] / "pyproject.toml"
HEAD = (
    "| package | for | without it | wanted by | version | released | MB | alone | licence | "
    "kept by |\n|---|---|---|---|---|---|---|---|---|---|\n"
)
ROW = re.compile(r"^\| `([\w-]+)` \|(.*)\|$", re.MULTILINE)
# Where the metadata say nothing, or a whole text: what the licence file of the package says.
READ = {"axe-playwright-python": "MIT; carries axe-core, MPL-2.0"}
LIBRARY = "library"


def wanted() -> dict[str, set[str]]:
    """Name the extras that ask for each package; those that `kappabook` itself needs too."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    lists = {LIBRARY: project["dependencies"], **project["optional-dependencies"]}
    found: dict[str, set[str]] = {}
    for extra, lines in lists.items():
        for requirement in map(Requirement, lines):
            if requirement.name != "kappabook":
                found.setdefault(canonicalize_name(requirement.name), set()).add(extra)
    return found


@cache
def installed(name: str) -> Distribution | None:
    """Look a package up here."""
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None


@cache
def asked(name: str) -> list[Requirement]:
    """Read what a package asks for."""
    found = installed(name)
    return [Requirement(line) for line in (found.requires if found else None) or ()]


def reached(roots: Iterable[str]) -> set[str]:
    """Follow what packages ask for, with their extras, to all that is installed for them."""
    seen: set[tuple[str, str]] = set()
    todo = [(canonicalize_name(root), "") for root in roots]
    while todo:
        name, extra = todo.pop()
        if (name, extra) in seen or installed(name) is None:
            continue
        seen.add((name, extra))
        for requirement in asked(name):
            if requirement.marker is None or requirement.marker.evaluate({"extra": extra}):
                below = canonicalize_name(requirement.name)
                todo += [(below, part) for part in ("", *requirement.extras)]
    return {name for name, _ in seen}


def megabytes(names: Iterable[str]) -> float:
    """Add up the installed files, without what Python compiles of them."""
    files = (
        path.locate()
        for name in names
        for path in distribution(name).files or ()
        if path.suffix != ".pyc"
    )
    return sum(Path(str(path)).stat().st_size for path in files if Path(str(path)).is_file()) / 1e6


def licence(found: Distribution) -> str:
    """Return what the metadata say: an expression, classifiers, or one line."""
    about = found.metadata
    kinds = [k for k in about.get_all("Classifier") or () if k.startswith("License :: ")]
    lines = [line for line in (about.get("License") or "").splitlines() if line.strip()]
    named = "; ".join(kind.split(" :: ")[-1] for kind in kinds)
    read = READ.get(canonicalize_name(about["Name"]), "not said")
    one_line = lines[0].strip() if len(lines) == 1 else ""
    return about.get("License-Expression") or named or one_line or read


def keeper(found: Distribution) -> str:
    """Name who the metadata name, without addresses."""
    about = found.metadata
    for key in ("Maintainer", "Author", "Maintainer-email", "Author-email"):
        names = re.sub(r"<[^>]*>|\S+@\S+|\"", "", about.get(key) or "")
        names = ", ".join(filter(None, (part.strip() for part in names.split(","))))
        if names:
            return names if len(names) <= 40 else f"{names.split(',')[0]} and others"
    return "not said"


def measured(name: str, all_names: Iterable[str], where: set[str]) -> Iterator[str]:
    """Yield the measured cells of a package, but for its date."""
    found = distribution(name)
    alone = reached(all_names) - reached(set(all_names) - {name})
    yield ", ".join(sorted(where))
    yield found.version
    yield f"{megabytes([name]):.1f}"
    yield f"{len(alone)}, {megabytes(alone):.0f} MB"
    yield licence(found)
    yield keeper(found)


def dates(pylock: Path) -> dict[str, tuple[Version, str]]:
    """Read the newest locked version of each package, and the day its first file was released."""
    found: dict[str, tuple[Version, str]] = {}
    for package in tomllib.loads(pylock.read_text(encoding="utf-8"))["packages"]:
        files = [*package.get("wheels", ()), *filter(None, [package.get("sdist")])]
        if "version" in package and files:
            day = min(file["upload-time"] for file in files).date().isoformat()
            entry = (Version(package["version"]), day)
            name = canonicalize_name(package["name"])
            found[name] = max(found.get(name, entry), entry)
    return found


def table(page: str) -> tuple[int, int]:
    """Find the table: from its head to the first line that is none of it."""
    start = page.index(HEAD.partition("\n")[0])
    found = page.find("\n\n", start)
    return start, len(page) if found < 0 else found + 1


def rows(page: str) -> dict[str, list[str]]:
    """Read the table: its cells by the package."""
    lines = page[slice(*table(page))]
    return {name: [c.strip() for c in rest.split("|")] for name, rest in ROW.findall(lines)}


def renewed(page: str, released: dict[str, tuple[Version, str]]) -> str:
    """Write the table anew: one row for each direct dependency, with the sentences it had."""
    found, direct, text = rows(page), wanted(), HEAD
    for name, where in sorted(direct.items()):
        old = found.get(name, [])
        purpose, without = [*old[:2], "", ""][:2]
        extras, version, *rest = measured(name, direct, where)
        before = old[4] if len(old) > 4 else ""
        day = released[name][1] if name in released else before
        text += f"| `{name}` | " + " | ".join([purpose, without, extras, version, day, *rest])
        text += " |\n"
    start, end = table(page)
    return page[:start] + text + page[end:]


if __name__ == "__main__":
    target = Path(sys.argv[1])
    known = dates(Path(sys.argv[2])) if len(sys.argv) > 2 else {}
    target.write_text(renewed(target.read_text(encoding="utf-8"), known), encoding="utf-8")
