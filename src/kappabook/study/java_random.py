"""Java's random numbers: the generator whose draws decide WEKA's folds.

``java.util.Random`` is a linear congruential generator of 48 bits, specified to the last bit in
Java's documentation; the same seed gives the same numbers on every Java there is.
"""

from __future__ import annotations

MULTIPLIER = 0x5DEECE66D
INCREMENT = 0xB
MASK = (1 << 48) - 1


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
        r"""Draw from 0, 1, ..., bound - 1, each equally likely.

        A draw :math:`u` of 31 bits becomes :math:`u \bmod n`, or its leading bits where the bound
        is a power of two. Draws from the incomplete last stretch of n numbers below
        :math:`2^{31}` are thrown away, and the next one is taken. A bound that is not from 1 to
        :math:`2^{31} - 1` raises ValueError.
        """
        if not 1 <= bound < 1 << 31:
            raise ValueError(f"bound {bound} is not from 1 to 2147483647, Java's positive int.")
        while True:
            self._state = (self._state * MULTIPLIER + INCREMENT) & MASK
            draw = self._state >> 17
            if bound & (bound - 1) == 0:
                return bound * draw >> 31
            value = draw % bound
            if draw - value + bound <= 1 << 31:
                return value
