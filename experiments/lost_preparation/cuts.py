"""How one column of numbers can be made nominal: the ways that a hand or a tool would cut it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
STEPS = (1, 2, 5)  # times a power of ten: the widths of bins that one would choose by hand
MOST_HAND_BINS = 12


@dataclass(frozen=True, eq=False)
class Option:
    """One way to read a column.

    Attributes
    ----------
    label : str
    codes : ndarray of shape (n,)
        The value's number, or the number itself; nan where it is missing.
    n_values : int
        Declared values; 0 for a column of numbers, -1 for one that is left out.
    """

    label: str
    codes: Floats
    n_values: int

    @property
    def key(self) -> tuple[Any, ...]:
        """Options of one key are one reading under two names."""
        return self.n_values, self.codes.tobytes()


def options(x: Floats, bins: Sequence[int], *, own: bool = False) -> tuple[Option, ...]:
    """List the readings of one column of numbers, each once.

    Parameters
    ----------
    x : ndarray of shape (n,)
        nan where it is missing.
    bins : sequence of int
        How many bins of equal width, and of equal counts, are tried.
    own : bool, default=False
        Whether a missing cell becomes one more nominal value.

    Returns
    -------
    tuple of Option
        Left out; numbers; every value nominal; bins of equal width and of equal counts, a cut
        belonging to the bin below, as in WEKA; hand-made bins at round numbers, a cut belonging to
        the bin above; zero apart from the rest; zero, and the rest cut at its median.
    """
    found = [Option("left out", np.zeros_like(x), -1), Option("numbers", x, 0)]
    for label, codes, n_values in _nominal(x, bins):
        missing = np.isnan(x)
        filled = np.where(missing, float(n_values) if own else np.nan, codes)
        found.append(Option(label, filled, n_values + (own and bool(missing.any()))))
    return tuple({option.key: option for option in reversed(found)}.values())[::-1]


def coarse(x: Floats) -> tuple[Option, ...]:
    """List the readings of a column with one cut at a decile, or two at quintiles, or left out."""
    points = [np.quantile(x[~np.isnan(x)], np.arange(1, k) / k) for k in (10, 5)]
    cuts = [(float(p),) for p in points[0]] + list(combinations(points[1].tolist(), 2))
    found = [Option("left out", np.zeros_like(x), -1)]
    for chosen in cuts:
        label = " and ".join(f"{point:g}" for point in sorted(set(chosen)))
        found.append(Option(f"cut at {label}", *_cut(x, chosen, "left")))
    return tuple({option.key: option for option in reversed(found)}.values())[::-1]


def _nominal(x: Floats, bins: Sequence[int]) -> Iterator[tuple[str, Floats, int]]:
    known = np.unique(x[~np.isnan(x)])
    yield "every value nominal", np.searchsorted(known, x).astype(float), len(known)
    low, high = float(known[0]), float(known[-1])
    present = x[~np.isnan(x)]
    for k in bins:
        yield f"{k} bins of equal width", *_cut(x, np.linspace(low, high, k + 1)[1:-1], "left")
        cuts = np.quantile(present, np.arange(1, k) / k)
        yield f"{k} bins of equal counts", *_cut(x, cuts, "left")
    for step in _steps(high - low):
        first = np.floor(low / step) * step + step
        yield f"cut at every {step:g}", *_cut(x, np.arange(first, high, step), "right")
    if low == 0 and (present == 0).mean() > 0.05:
        yield "zero or more", *_cut(x, [0.0], "left")
        more = float(np.median(present[present > 0]))
        yield "zero, and the rest at its median", *_cut(x, [0.0, more], "left")


def _steps(width: float) -> Iterable[float]:
    """Round widths that give from 2 to twelve bins."""
    powers = 10.0 ** np.arange(-3, 7)
    return [s * p for p in powers for s in STEPS if 2 <= width / (s * p) <= MOST_HAND_BINS]


def _cut(x: Floats, cuts: Iterable[float], side: Any) -> tuple[Floats, int]:
    points = np.unique(np.asarray(list(cuts), dtype=float))
    return np.searchsorted(points, x, side=side).astype(float), len(points) + 1
