"""The readings that are searched: for each column of a data set, the ways to read it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import prod

import numpy as np

from experiments.lost_preparation.bayes import Codes
from experiments.lost_preparation.cuts import Floats, Option, coarse, options
from kappabook.data import Attribute, Table, encode
from kappabook.data.encodings import filled

CREDIT, CMC = "credit-approval", "cmc"
# What becomes of a missing cell of Credit; Contraceptive has none.
STAYS, OWN, FILLED = "missing stays", "missing is a value", "missing is filled"
FEW, FEWER, WIDE = (2, 3, 5, 10), (10,), tuple(range(2, 21))


@dataclass(frozen=True, eq=False)
class Space:
    """A family of readings: the product of the ways to read each column.

    Attributes
    ----------
    table : Table
        The data set as distributed.
    missing : str
    columns : tuple of tuple of Option
        By attribute; the first and only one of a nominal column that is not searched.
    """

    table: Table
    missing: str
    columns: tuple[tuple[Option, ...], ...]

    @property
    def size(self) -> int:
        """How many readings there are."""
        return prod(map(len, self.columns))

    def read(self, reading: Sequence[int], order: Codes | None = None) -> Table:
        """Return one reading as a table, its rows in `order`."""
        rows = slice(None) if order is None else order
        kept = [
            (a, o[i])
            for a, o, i in zip(self.table.attributes, self.columns, reading, strict=True)
            if o[i].n_values >= 0
        ]
        attributes = tuple(Attribute(a.name, _values(o)) for a, o in kept)
        X = np.column_stack([o.codes for _, o in kept])
        return Table(self.table.name, attributes, X[rows], self.table.y[rows], self.table.classes)

    def words(self, reading: Sequence[int]) -> str:
        """Say what was chosen, where there was a choice."""
        said = [
            f"{a.name} {o[i].label}"
            for a, o, i in zip(self.table.attributes, self.columns, reading, strict=True)
            if len(o) > 1
        ]
        return "; ".join([self.missing, *said])


def _values(option: Option) -> tuple[str, ...] | None:
    return tuple(map(str, range(option.n_values))) if option.n_values else None


@cache
def spaces(dataset: str) -> Mapping[str, Space]:
    """Return what is searched in a data set with its rows as distributed, by name."""
    if dataset == CMC:
        return {CMC: _contraceptive(WIDE)}
    return {f"{CREDIT}, {missing}": _credit(missing, FEW) for missing in (STAYS, OWN, FILLED)}


@cache
def reordered(dataset: str) -> Mapping[str, Space]:
    """Return what is searched with the rows in other orders, by name: fewer bins."""
    if dataset == CMC:
        return {f"{CMC}, fewer bins": _contraceptive(range(2, 11))}
    return {f"{CREDIT}, fewer bins": _credit(STAYS, FEWER)}


@cache
def coarse_cuts(dataset: str) -> Mapping[str, Space]:
    """Return what is searched in Credit with one or two cuts a column; nothing for the other."""
    if dataset == CMC:
        return {}
    table = encode(CREDIT, download=False, binned=False)
    columns = [
        coarse(x) if a.values is None else (_as_it_is(a, x),)
        for a, x in zip(table.attributes, table.X.T, strict=True)
    ]
    return {f"{CREDIT}, coarse cuts": Space(table, STAYS, tuple(columns))}


def _contraceptive(bins: Sequence[int]) -> Space:
    table = encode(CMC, download=False)
    columns = [
        options(x, bins) if a.values is None else (_as_it_is(a, x), Option("left out", x * 0, -1))
        for a, x in zip(table.attributes, table.X.T, strict=True)
    ]
    return Space(table, "no missing cells", tuple(columns))


def _credit(missing: str, bins: Sequence[int]) -> Space:
    table = encode(CREDIT, download=False, binned=False)
    columns = []
    for attribute, x in zip(table.attributes, table.X.T, strict=True):
        if missing == FILLED:
            x = filled(attribute, x)
        if attribute.values is None:
            columns.append(options(x, bins, own=missing == OWN))
        else:
            columns.append((_as_it_is(attribute, x, own=missing == OWN),))
    return Space(table, missing, tuple(columns))


def _as_it_is(attribute: Attribute, x: Floats, *, own: bool = False) -> Option:
    n_values = len(attribute.values or ())
    missing = np.isnan(x)
    if own and missing.any():
        return Option("as it is", np.where(missing, float(n_values), x), n_values + 1)
    return Option("as it is", x, n_values)


def orders(table: Table) -> dict[str, Codes]:
    """List other orders in which the rows may have stood, by name.

    Backwards; by class, in both directions; by each attribute, in both directions. Rows that tie
    keep their order.
    """
    rows = np.arange(len(table.y))
    found = {"backwards": rows[::-1]}
    keys = {"class": table.y.astype(float)}
    keys |= {a.name: x for a, x in zip(table.attributes, table.X.T, strict=True)}
    for name, key in keys.items():
        found[f"by {name}"] = np.argsort(key, kind="stable")
        found[f"by {name}, falling"] = np.argsort(-key, kind="stable")
    return found
