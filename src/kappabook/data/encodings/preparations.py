"""How each table was prepared, and how sure that is: ``preparations.toml`` as plain data."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files as package_files

STATUSES = ("natural", "recovered", "stand-in", "private")


@dataclass(frozen=True)
class Preparation:
    """How one data set was prepared.

    Attributes
    ----------
    name : str
    status : {'natural', 'recovered', 'stand-in', 'private'}
        The reading one would take anyway agrees with print; a reading found by search agrees; no
        reading was found, and a stated one stands in; the data are not public.
    tried : int
        Readings tried. For the first two, those of :func:`kappabook.data.encodings.candidates`.
    agree : int or None
        How many of those agree with print in every one of `chosen_with`; None where the search
        is not part of the workbook.
    chosen_with : tuple of str
        Classifiers whose printed accuracy and kappa the readings were compared with.
    held_out : tuple of str
        Classifiers that had no part in it, for the test.
    note : str
    """

    name: str
    status: str
    tried: int
    agree: int | None
    chosen_with: tuple[str, ...]
    held_out: tuple[str, ...]
    note: str


@cache
def preparations() -> Mapping[str, Preparation]:
    """Read all fifteen, in the paper's order.

    Examples
    --------
    >>> from kappabook.data import preparations
    >>> [name for name, p in preparations().items() if p.status == "recovered"]
    ['balance-scale', 'era', 'esl', 'post-operative']
    """
    path = package_files("kappabook.data").joinpath("preparations.toml")
    entries = tomllib.loads(path.read_text(encoding="utf-8"))
    return {name: _preparation(name, entry) for name, entry in entries.items()}


def preparation(name: str) -> Preparation:
    """Look one data set up.

    Raises
    ------
    ValueError
        The paper has none of this name; the message lists those it has.
    """
    known = preparations()
    if name not in known:
        raise ValueError(f"no data set {name!r} in the 2007 paper; it has {', '.join(known)}.")
    return known[name]


def _preparation(name: str, entry: dict[str, object]) -> Preparation:
    chosen_with, held_out = entry.pop("chosen_with", ()), entry.pop("held_out", ())
    return Preparation(
        name=name,
        agree=entry.pop("agree", None),  # type: ignore[arg-type]
        chosen_with=tuple(chosen_with),  # type: ignore[arg-type]
        held_out=tuple(held_out),  # type: ignore[arg-type]
        **entry,  # type: ignore[arg-type]
    )
