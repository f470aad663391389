"""The source data sets of the regret experiment, and which of them the plan locks."""

from __future__ import annotations

import math
from functools import cache
from hashlib import sha256

import numpy as np
from sklearn import datasets

from kappabook.data import Attribute, Table, encode, german_credit
from kappabook.data.credit import QUANTITIES

BUNDLED = ("breast_cancer", "digits", "iris", "wine")
PUBLIC = (
    *("balance-scale", "boston-housing", "car", "cmc", "credit-approval", "era", "esl"),
    *("german-credit", "lev", "monks-3", "nursery", "post-operative", "swd"),
)
SOURCES = tuple(sorted((*BUNDLED, *PUBLIC)))


def locked() -> tuple[str, ...]:
    """Return the third of the sources that nobody saw until the code was frozen."""
    by_hash = sorted(SOURCES, key=lambda name: sha256(name.encode()).hexdigest())
    return tuple(sorted(by_hash[: math.ceil(len(SOURCES) / 3)]))


@cache
def load(name: str) -> Table:
    """Read a source data set; nothing is downloaded."""
    if name not in SOURCES:
        raise ValueError(f"no source {name!r}; there are {', '.join(SOURCES)}.")
    if name in BUNDLED:
        return _bundled(name)
    if name == "german-credit":
        return _german()
    # As distributed: the plan was fixed, and the experiment run, before Credit's bins were known.
    return encode(name, download=False, binned=False)


def _bundled(name: str) -> Table:
    data = getattr(datasets, f"load_{name}")()
    attributes = tuple(Attribute(str(word), None) for word in data.feature_names)
    return Table(name, attributes, data.data, data.target, tuple(map(str, data.target_names)))


def _german() -> Table:
    """German Credit with its 20 attributes, 13 of them nominal."""
    data = german_credit("symbolic", download=False)
    attributes, columns = [], []
    for name, values in zip(data.columns, data.X.T, strict=True):
        if name in QUANTITIES:
            attributes.append(Attribute(name, None))
            columns.append(values.astype(np.float64))
        else:
            known, codes = np.unique(values, return_inverse=True)
            attributes.append(Attribute(name, tuple(map(str, known))))
            columns.append(codes.astype(np.float64))
    classes, y = np.unique(data.y, return_inverse=True)
    X = np.column_stack(columns)
    return Table("german-credit", tuple(attributes), X, y, tuple(map(str, classes)))
