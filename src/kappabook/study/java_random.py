"""Java's random numbers: the generator whose draws decide WEKA's folds.

``java.util.Random`` is a linear congruential generator of 48 bits, specified to the last bit in
Java's documentation; the same seed gives the same numbers on every Java there is.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

MULTIPLIER = 0x5DEECE66D
INCREMENT = 0xB
MASK = (1 << 48) - 1
_BLOCK = 1 << 14


class JavaRandom:
    r"""The generator of ``java.util.Random``.

    .. math:: s_{k+1} = (a \, s_k + c) \bmod 2^{48}, \quad a = \mathtt{5DEECE66D}_{16}, \; c = 11

    Parameters
    ----------
    seed : int
        A Java ``long``: from :math:`-2^{63}` to :math:`2^{63} - 1`; any other raises ValueError.

    Examples
    --------
    >>> from kappabook.study.java_random import JavaRandom
    >>> random = JavaRandom(42)
    >>> [random.next_int(10) for _ in range(5)]
    [0, 3, 8, 4, 0]
    """

    def __init__(self, seed: int) -> None:
        if not -(1 << 63) <= seed < 1 << 63:
            raise ValueError(f"seed {seed} does not fit Java's long: 64 bits, with a sign.")
        self._state = (seed ^ MULTIPLIER) & MASK

    def next_int(self, bound: int) -> int:
        """Draw from 0, 1, ..., bound - 1, each equally likely; see `next_ints`."""
        return int(self.next_ints(np.array([bound]))[0])

    def next_ints(self, bounds: NDArray[Any]) -> NDArray[np.int64]:
        r"""Draw once below each bound, in their order, as so many calls of `next_int` would.

        A draw :math:`u` of 31 bits becomes :math:`u \bmod n`, or its leading bits where the bound
        is a power of two. Draws from the incomplete last stretch of n numbers below
        :math:`2^{31}` are thrown away, and the next one is taken. A bound that is not from 1 to
        :math:`2^{31} - 1` raises ValueError.
        """
        if len(bounds) and not (bounds.min() >= 1 and bounds.max() < 1 << 31):
            wrong = bounds[(bounds < 1) | (bounds >= 1 << 31)][0]
            raise ValueError(f"bound {wrong} is not from 1 to 2147483647, Java's positive int.")
        found = np.empty(len(bounds), dtype=np.int64)
        begun = 0
        while begun < len(bounds):
            bound = bounds[begun : begun + _BLOCK].astype(np.int64)
            states = self._following(len(bound))
            draws = (states >> np.uint64(17)).astype(np.int64)
            remainders = draws % bound
            power_of_two = bound & (bound - 1) == 0
            thrown_away = ~power_of_two & (draws - remainders + bound > 1 << 31)
            # Up to the first that Java throws away all is as Java's; then go on after it.
            usable = int(np.argmax(thrown_away)) if thrown_away.any() else len(bound)
            values = np.where(power_of_two, bound * draws >> 31, remainders)
            found[begun : begun + usable] = values[:usable]
            begun += usable
            self._state = int(states[min(usable, len(bound) - 1)])
        return found

    def _following(self, count: int) -> NDArray[np.uint64]:
        """Return the next states without moving on: each is affine in the present one."""
        factors, terms = _powers()
        products = factors[:count] * np.uint64(self._state)  # modulo 2^64, a multiple of 2^48
        return (products + terms[:count]) & np.uint64(MASK)


@cache
def _powers() -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Factor and term that lead from a state to the k-th after it, k = 1, ..., `_BLOCK`."""
    factors = np.array([MULTIPLIER], dtype=np.uint64)
    terms = np.array([INCREMENT], dtype=np.uint64)
    while len(factors) < _BLOCK:
        # As many steps again as are known: first all of them, then one, two, ... more.
        terms = np.concatenate([terms, factors * terms[-1] + terms])
        factors = np.concatenate([factors, factors * factors[-1]])
    return factors & np.uint64(MASK), terms & np.uint64(MASK)
