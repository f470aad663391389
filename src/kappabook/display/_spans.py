"""Runs of mean ranks that do not differ: the bars of a critical-difference diagram."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

_ROUNDING = 1e-9


def spans(sorted_ranks: ArrayLike, critical_difference: float) -> list[tuple[int, int]]:
    """Find every largest run of ranks that are no further apart than the critical difference.

    The ranks rise. Each run is its first and its last position, of at least two ranks; the runs
    come in order, and none lies within another.

    Examples
    --------
    >>> from kappabook.display._spans import spans
    >>> spans([1.0, 1.5, 2.2, 4.0], 1.0)
    [(0, 1), (1, 2)]
    """
    ranks = np.asarray(sorted_ranks, dtype=float)
    reach = np.searchsorted(ranks, ranks + critical_difference + _ROUNDING, side="right") - 1
    before = np.append(-1, reach[:-1])
    return [(i, int(j)) for i, j in enumerate(reach) if j > i and j > before[i]]


def levels(runs: list[tuple[int, int]]) -> list[int]:
    """Give each run the first level on which it meets no other."""
    ends: list[int] = []
    found = []
    for first, last in runs:
        level = next((i for i, end in enumerate(ends) if end < first), len(ends))
        ends[level : level + 1] = [last]
        found.append(level)
    return found
