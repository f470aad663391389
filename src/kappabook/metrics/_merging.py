"""Two tables of counts as one, with the labels of both."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Labels = tuple[Hashable, ...]


def united(one: Labels, other: Labels) -> Labels:
    """Return the labels of both, sorted if they differ; without an order, raise ValueError."""
    if one == other:
        return one
    try:
        return tuple(sorted({*one, *other}))  # type: ignore[type-var]
    except TypeError:
        raise ValueError(
            f"labels {list(one)} and {list(other)} have no common order, as text and numbers; "
            "give both matrices labels of one kind before merging."
        ) from None


def spread(cells: NDArray[Any], labels: Labels, over: Labels) -> NDArray[Any]:
    """Put the cells into a table of more labels, or of the same in another order."""
    place = {label: i for i, label in enumerate(over)}
    places = [place[label] for label in labels]
    table = np.zeros((len(over), len(over)), dtype=cells.dtype)
    table[np.ix_(places, places)] = cells
    return table
