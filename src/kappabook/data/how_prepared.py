"""How each table was prepared, and how sure that is: ``preparations.toml`` as plain data."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files as package_files


@dataclass(frozen=True)
class Preparation:
    """How one data set was prepared.

    Attributes
    ----------
    name : str
    status : {'natural', 'recovered', 'stand-in', 'private'}
        The reading one would take anyway matches the printed values; a reading found by search
        does; none was found that does, and a stated one stands in; the data are not public.
    tried : int
        Readings tried. For the first two, those of ``experiments/candidates.py``.
    before : int
        About how many were tried before that family was built, of which only the counts are kept.
    agree : int or None
        How many of those match the printed values in every one of `chosen_with`; None where the
        search is not part of the workbook.
    chosen_with : tuple of str
        Classifiers whose printed accuracy and kappa the readings were compared with.
    held_out : tuple of str
        Classifiers that had no part in it, for the test.
    note : str
    """

    name: str
    status: str
    tried: int
    before: int
    agree: int | None
    chosen_with: tuple[str, ...]
    held_out: tuple[str, ...]
    note: str


@cache
def preparations() -> Mapping[str, Preparation]:
    """Read all fifteen, in the paper's order.

    Returns
    -------
    mapping of str to Preparation

    Examples
    --------
    >>> from kappabook import preparations
    >>> [name for name, p in preparations().items() if p.status == "recovered"]
    ['balance-scale', 'credit-approval', 'era', 'esl', 'post-operative']
    """
    path = package_files("kappabook.data").joinpath("preparations.toml")
    entries = tomllib.loads(path.read_text(encoding="utf-8"))
    none = {"before": 0, "agree": None, "chosen_with": (), "held_out": ()}
    lists = ("chosen_with", "held_out")
    return {
        name: Preparation(name, **none | entry | {key: tuple(entry.get(key, ())) for key in lists})
        for name, entry in entries.items()
    }


def preparation(name: str) -> Preparation:
    """Say how one data set of the 2007 paper was prepared.

    Parameters
    ----------
    name : str
        Such as ``monks-3``.

    Returns
    -------
    Preparation

    Raises
    ------
    ValueError
        An unknown name; the message lists those there are.

    Examples
    --------
    >>> from kappabook import preparation
    >>> preparation("monks-3").status
    'natural'
    """
    known = preparations()
    if name not in known:
        raise ValueError(f"no data set {name!r} in the 2007 paper; it has {', '.join(known)}.")
    return known[name]
