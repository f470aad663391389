"""The registry ``sources.toml``: address, hash, licence, citation and encoding of each data set."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files as package_files


@dataclass(frozen=True)
class File:
    """One file of a data set, known by its hash."""

    name: str
    sha256: str
    addresses: tuple[str, ...]
    generated: bool = False


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
        Each with its name, its sha256 and the addresses it can be fetched from.

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
    files = tuple(
        File(file, **(rest | {"addresses": tuple(rest["addresses"])}))
        for file, rest in listed.items()
    )
    return Source(name=name, files=files, **entry)  # type: ignore[arg-type]
