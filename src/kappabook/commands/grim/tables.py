r"""Every 2 x 2 table of n cases that rounds to a print, counted exactly without listing them.

A table a, b / c, d with e = b + c disagreements is known from s = a - d and t = b - c. With
h = n - e, s has the parity of h and |s| <= h; t has the parity of e and |t| <= e. Then

.. math:: P_c = \frac12 + \frac{s^2 - t^2}{2 n^2}, \qquad
          \kappa = 1 - \frac{2 e n}{n^2 - s^2 + t^2}, \qquad
          MCC = \frac{n (h - e) - s^2 + t^2}{\sqrt{(n^2 - (s + t)^2) (n^2 - (s - t)^2)}}

(our own derivation). For given e and t each of them only falls, or only grows, with \|s\|: what
was printed leaves one stretch of \|s\|, whose ends are found in whole numbers. Exchanging the
raters turns the sign of t; exchanging the classes turns both signs.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kappabook.commands.grim.printed import Printed

Ints = NDArray[np.int64]
Table = tuple[int, int, int, int]
# Pairs (e, t) that are looked at within about ten seconds of a core.
MOST_PAIRS = 30_000_000
# As many tables are kept one by one.
LISTED = 50


@dataclass
class Found:
    """What the search keeps: how many tables, some of them, and the most extreme ones.

    `extremes` maps a measure and 'least' or 'largest' to its value and its table.
    """

    n_tables: int = 0
    n_up_to_symmetry: int = 0
    listed: list[Table] = field(default_factory=list)
    extremes: dict[tuple[str, str], tuple[float, Table]] = field(default_factory=dict)


@dataclass(frozen=True)
class _Stretches:
    """For one e, and for one sign of s and of t: the stretch of |s| for each |t|."""

    sign: int
    t: Ints
    low: Ints
    high: Ints


def search(printed: Printed) -> Found:
    """Count the tables that round to the print, and find the most extreme of them.

    Raises
    ------
    ValueError
        Too many pairs (e, t) to look at: a large n with nothing that bounds the disagreements.
    """
    n, found = printed.n, Found()
    (least_b, most_b), (least_c, most_c) = printed.cells[1:3]
    low, high = n - printed.hits[1], n - printed.hits[0]
    errors = range(max(low, least_b + least_c), min(high, most_b + most_c) + 1)
    pairs = sum(errors) // 2
    if pairs > MOST_PAIRS:
        raise ValueError(
            f"n is {n}, and what is printed leaves {len(errors)} numbers of disagreements: too "
            "many tables to look at. Give the agreement too (with more digits), PABAK or the cells."
        )
    for e in errors:
        stretches = list(_stretches(printed, e))
        if stretches:
            _keep(found, n, e, stretches)
    return found


def _stretches(printed: Printed, e: int) -> Iterator[_Stretches]:
    n, h = printed.n, printed.n - e
    low_w, high_w = _bounds_of_w(printed, e)
    size = np.arange(e % 2, e + 1, 2, dtype=np.int64)
    # s*s is at least 0, and at most h*h: w outside of what t allows leaves nothing.
    size = size[(size * size + high_w >= 0) & (size * size + low_w <= h * h)]
    if not len(size):
        return
    low = _root(np.maximum(low_w + size * size, 0), up=True)
    high = np.minimum(_root(high_w + size * size), h)
    if printed.mcc:
        least, most = _between_mccs(printed, e, size)
        low, high = np.maximum(low, least), np.minimum(high, most)
    a, b, c, d = printed.cells
    first, second = printed.margins
    for sign_t in (1, -1):
        t = sign_t * size
        least = np.maximum(2 * first[0] - n - t, 2 * second[0] - n + t)
        most = np.minimum(2 * first[1] - n - t, 2 * second[1] - n + t)
        least = np.maximum(least, max(2 * a[0] - h, h - 2 * d[1]))
        most = np.minimum(most, min(2 * a[1] - h, h - 2 * d[0]))
        fits = (e + t >= 2 * b[0]) & (e + t <= 2 * b[1])
        fits &= (e - t >= 2 * c[0]) & (e - t <= 2 * c[1])
        for sign in (1, -1):
            ends = (least, most) if sign > 0 else (-most, -least)
            from_, to = np.maximum(low, ends[0]), np.minimum(high, ends[1])
            from_ += (from_ - h) % 2
            to -= (to - h) % 2
            # s = 0 and t = 0 have one sign only.
            from_ = np.where((sign < 0) & (from_ == 0), 2, from_)
            there = fits & (from_ <= to) & ((size > 0) | (sign_t > 0))
            if there.any():
                yield _Stretches(sign, t[there], from_[there], to[there])


def _bounds_of_w(printed: Printed, e: int) -> tuple[int, int]:
    """Bounds of w = s*s - t*t from the printed chance agreement and kappa."""
    square = printed.n**2
    low, high = max(printed.offs[0], -square), min(printed.offs[1], square)
    if printed.kappa:
        least, most = printed.kappa
        if e == 0:  # kappa is 1, unless one class takes all and it is 0/0
            return (low, min(high, square - 1)) if least <= 1 <= most else (1, -square)
        if least >= 1:
            return 1, -square
        high = min(high, square - math.ceil(2 * e * printed.n / (1 - least)))
        if most < 1:
            low = max(low, square - math.floor(2 * e * printed.n / (1 - most)))
    return (low, high) if low <= high else (1, -square)


def _root(squares: Ints, up: bool = False) -> Ints:
    """Whole part of the root, or the next whole number; exact, since squares are below 2^52."""
    root = np.sqrt(squares).astype(np.int64)
    return root + (root * root < squares) if up else root


def _between_mccs(printed: Printed, e: int, t: Ints) -> tuple[Ints, Ints]:
    """Least and largest |s| at which MCC, which falls as |s| grows, is as printed."""
    assert printed.mcc
    n, h = printed.n, printed.n - e
    odd = h % 2
    # MCC is 0/0 exactly where |s| = h and |t| = e: there one rater calls all cases the same.
    steps = np.where(t == e, (h - odd) // 2 - 1, (h - odd) // 2)
    ends = []
    for bound, strict in ((printed.mcc[1], True), (printed.mcc[0], False)):
        # The first `begin` steps are above the bound, those from `end` on are not.
        guess = (_mcc_root(n, e, t, float(bound)) - odd) // 2
        begin, end = np.clip(guess - 1, 0, steps + 1), np.clip(guess + 3, 0, steps + 1)
        before = _mcc_above(n, e, odd + 2 * np.maximum(begin - 1, 0), t, bound, strict)
        after = _mcc_above(n, e, odd + 2 * np.clip(end, 0, np.maximum(steps, 0)), t, bound, strict)
        begin = np.where(before, begin, 0)
        end = np.where(after, steps + 1, end)
        while len(left := np.flatnonzero(begin < end)):
            middle = (begin[left] + end[left]) // 2
            above = _mcc_above(n, e, odd + 2 * middle, t[left], bound, strict)
            begin[left] = np.where(above, middle + 1, begin[left])
            end[left] = np.where(above, end[left], middle)
        ends.append(begin)
    return odd + 2 * ends[0], odd + 2 * (ends[1] - 1)


def _mcc_root(n: int, e: int, t: Ints, bound: float) -> Ints:
    """Guess |s| at which MCC meets a bound: squared, its formula is a quadratic in s*s."""
    square, over = float(n * n), float(n * (n - 2 * e)) + t * t
    rest = 1 - bound * bound
    half = over - bound * bound * (square + t * t)
    last = over * over - (bound * (square - t * t)) ** 2
    with np.errstate(all="ignore"):
        root = (half - math.copysign(1, bound) * np.sqrt(half * half - rest * last)) / rest
        guess = np.sqrt(np.maximum(root, 0))
    whole: Ints = np.clip(np.nan_to_num(guess), 0, n).astype(np.int64)
    return whole


def _mcc_above(n: int, e: int, s: Ints, t: Ints, bound: Fraction, strict: bool) -> NDArray[Any]:
    """Whether MCC is above a bound, or equal to it if not strict; exact where floats are not."""
    over = n * (n - 2 * e) - s * s + t * t
    one, two = n * n - (s + t) ** 2, n * n - (s - t) ** 2
    more = over - float(bound) * np.sqrt(one.astype(float) * two)
    above: NDArray[Any] = more > 0
    for i in np.flatnonzero(np.abs(more) <= 1e-12 * n * n):
        left, right = int(over[i]), bound * abs(bound) * int(one[i]) * int(two[i])
        difference = left * abs(left) - right
        above[i] = difference > 0 or (difference == 0 and not strict)
    return above


def _keep(found: Found, n: int, e: int, stretches: list[_Stretches]) -> None:
    for part in stretches:
        found.n_tables += _count(part)
        if len(found.listed) <= LISTED:
            found.listed += _tables(n, e, part, LISTED + 1 - len(found.listed))
        _keep_extremes(found, n, e, part)
    found.n_up_to_symmetry += _united(e, stretches)


def _count(part: _Stretches) -> int:
    return int(((part.high - part.low) // 2 + 1).sum())


def _tables(n: int, e: int, part: _Stretches, most: int) -> list[Table]:
    found: list[Table] = []
    for t, low, high in zip(part.t, part.low, part.high, strict=True):
        for s in range(int(low), int(high) + 1, 2):
            if len(found) == most:
                return found
            found.append(table(n, e, part.sign * s, int(t)))
    return found


def table(n: int, e: int, s: int, t: int) -> Table:
    """Return a, b, c, d from n, the disagreements, and the differences on and off the diagonal."""
    return (n - e + s) // 2, (e + t) // 2, (e - t) // 2, (n - e - s) // 2


def _united(e: int, stretches: list[_Stretches]) -> int:
    """Count the pairs (|s|, |t|) that any of the four signs has."""
    low = np.full((4, e // 2 + 1), 1, dtype=np.int64)
    high = np.full_like(low, -1)
    for i, part in enumerate(stretches):
        places = np.abs(part.t) // 2
        low[i, places], high[i, places] = part.low, part.high
    order = np.argsort(low, axis=0, kind="stable")
    low, high = np.take_along_axis(low, order, 0), np.take_along_axis(high, order, 0)
    reached = np.full(low.shape[1], -2, dtype=np.int64)
    total = 0
    for first, last in zip(low, high, strict=True):
        # Stretches of one e have one parity: what follows `reached` is two above it.
        begin = np.where(reached < 0, first, np.maximum(first, reached + 2))
        there = (first <= last) & (begin <= last)
        total += int(((last - begin) // 2 + 1)[there].sum())
        reached = np.where(there, last, reached)
    return total


def _keep_extremes(found: Found, n: int, e: int, part: _Stretches) -> None:
    t = np.concatenate([part.t, part.t])
    # Where the largest |s| makes MCC 0/0, the one before it is next.
    corner = (np.abs(part.t) == e) & (part.high == n - e)
    inner = np.maximum(part.high - 2 * corner, part.low)
    size = np.concatenate([part.low, part.high])
    s, s_mcc = part.sign * size, part.sign * np.concatenate([part.low, inner])
    below = n * n - s * s + t * t
    spread = (n * n - (s_mcc + t) ** 2).astype(float) * (n * n - (s_mcc - t) ** 2)
    over = n * (n - 2 * e) - s_mcc * s_mcc + t * t
    with np.errstate(divide="ignore", invalid="ignore"):
        kappa, mcc = 1 - 2 * e * n / below, over / np.sqrt(spread)
    measures = {
        "agreement": (np.full(len(t), 1 - e / n), s),
        "chance_agreement": (1 - below / (2 * n * n), s),
        "kappa": (np.where(below > 0, kappa, np.nan), s),
        "mcc": (np.where(spread > 0, mcc, np.nan), s_mcc),
        "first_margin": ((n + s + t) / (2 * n), s),
        "second_margin": ((n + s - t) / (2 * n), s),
        "rarer_class": ((n - size) / (2 * n), s),
        "bias": (np.abs(t) / n, s),
    }
    for name, (values, where) in measures.items():
        if np.isnan(values).all():
            continue
        for end, i in (("least", np.nanargmin(values)), ("largest", np.nanargmax(values))):
            value, known = float(values[i]), found.extremes.get((name, end))
            if known is None or (value < known[0] if end == "least" else value > known[0]):
                found.extremes[name, end] = value, table(n, e, int(where[i]), int(t[i]))
