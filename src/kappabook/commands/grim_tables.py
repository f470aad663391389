r"""Every 2 x 2 table of n cases that could be printed so, counted exactly without listing them.

A table a, b / c, d with e = b + c disagreements is known from s = a - d and t = b - c. With
h = n - e, s has the parity of h and \|s\| <= h; t has the parity of e and \|t\| <= e. Let the room
be v = n*n - s*s + t*t. Then

.. math:: P_c = 1 - \frac{v}{2 n^2}, \qquad \kappa = 1 - \frac{2 e n}{v}, \qquad
          MCC = \frac{v - 2 e n}{\sqrt{(n^2 - (s + t)^2) (n^2 - (s - t)^2)}}

(our own derivation), and McNemar's test knows nothing but e and \|t\|. So the pairs (e, \|t\|) are
walked, many at a time. For one pair each measure only falls, or only grows, with \|s\|: what was
printed leaves one stretch of \|s\| for each sign of s and t, whose ends are found in whole numbers.
Where both margins are printed, t is known but for their rounding, and few pairs are left.
Exchanging the raters turns the sign of t; exchanging the classes turns both signs.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Whole = tuple[int, int]
Table = tuple[int, int, int, int]
# Pairs (e, |t|) that are looked at within about ten seconds of a core, and at once.
MOST_PAIRS = 30_000_000
_AT_ONCE = 20_000
# As many tables are kept one by one.
LISTED = 50
_SIGNS = ((1, 1), (-1, 1), (1, -1), (-1, -1))  # of s and of t
MARGINS = ("first_rater", "second_rater")
CELLS = ("yes_yes", "yes_no", "no_yes", "no_no")
TESTS = ("exact", "mid-p", "chi-square", "corrected")
_TINY = 1e-13  # a p-value so near to a bound is on it


class Span(NamedTuple):
    """The values that a printed number stands for, and whether each end is one of them."""

    low: Fraction
    high: Fraction
    low_in: bool = True
    high_in: bool = True

    def whole(self, times: int | Fraction, plus: int | Fraction = 0) -> Whole:
        """Return the least and the largest whole number that is `times` a value `plus` this."""
        low, high = self.low * times + plus, self.high * times + plus
        least = math.ceil(low) if self.low_in else math.floor(low) + 1
        return least, math.floor(high) if self.high_in else math.ceil(high) - 1


@dataclass(frozen=True)
class Printed:
    """What is printed of n cases: spans of measures and of shares of the cases, by name.

    Attributes
    ----------
    n : int
    spans : mapping of str to Span
        Of agreement, chance_agreement, kappa, mcc, pabak, mcnemar (a p-value), and of the shares
        `CELLS`, `MARGINS` and discordant.
    test : str
        Which test of McNemar; one of `TESTS`.
    """

    n: int
    spans: Mapping[str, Span]
    test: str = "exact"

    def cases(self, *names: str) -> list[Whole]:
        """Return the least and largest number of cases, 0 and n where nothing is printed."""
        ends = [
            self.spans[name].whole(self.n) if name in self.spans else (0, self.n) for name in names
        ]
        return [(max(0, low), min(self.n, high)) for low, high in ends]


@dataclass
class Found:
    """What the search keeps: how many tables, some of them, and the most extreme ones.

    `least` and `largest` have, by measure, its value and a table that has it.
    """

    n_tables: int = 0
    n_up_to_symmetry: int = 0
    listed: list[Table] = field(default_factory=list)
    least: dict[str, tuple[float, Table]] = field(default_factory=dict)
    largest: dict[str, tuple[float, Table]] = field(default_factory=dict)


def search(printed: Printed) -> Found:
    """Count the tables that fit what is printed, and find the most extreme of them.

    Raises
    ------
    ValueError
        Too many pairs (e, |t|): a large n with nothing that bounds the disagreements.
    """
    found = Found()
    for pairs in _pairs(printed):
        e, size, least, most = _stretches(printed, *pairs)
        low, high = _by_signs(printed, e, size, least, most)
        lengths = np.maximum((high - low) // 2 + 1, 0)
        found.n_tables += int(lengths.sum())
        found.n_up_to_symmetry += _up_to_signs(low, high)
        row, place = np.nonzero(lengths)
        if len(row):
            sign_s, sign_t = np.array(_SIGNS)[row].T
            parts = (e[place], sign_t * size[place], sign_s, low[row, place], high[row, place])
            if len(found.listed) <= LISTED:
                _list(found, printed.n, *parts)
            _keep_extremes(found, printed.n, *parts)
    return found


def _pairs(printed: Printed) -> Iterator[tuple[Ints, Ints, Ints, Ints]]:
    """Go through e and |t|, as many at once as fit the cache; with least and largest room."""
    n = printed.n
    first, second, b, c = printed.cases(*MARGINS, "yes_no", "no_yes")
    least_t = max(first[0] - second[1], b[0] - c[1])
    most_t = min(first[1] - second[0], b[1] - c[0])
    if least_t > most_t:
        return
    smallest, largest = max(0, least_t, -most_t), max(abs(least_t), abs(most_t))
    discordant, hits = printed.cases("discordant", "agreement")
    if "pabak" in printed.spans:  # 2 x agreement - 1
        least, most = printed.spans["pabak"].whole(Fraction(n, 2), Fraction(n, 2))
        hits = max(hits[0], least), min(hits[1], most)
    fewest = max(discordant[0], n - hits[1], b[0] + c[0])
    most = min(discordant[1], n - hits[0], b[1] + c[1])
    # The MCC of e disagreements lies between -e / (2n - e) and (n - e) / (n + e).
    if mcc := printed.spans.get("mcc"):
        if mcc.high < 0:
            fewest = max(fewest, math.ceil(-2 * n * mcc.high / (1 - mcc.high)))
        if mcc.low > 0:
            most = min(most, math.floor(n * (1 - mcc.low) / (1 + mcc.low)))
    errors = np.arange(fewest, most + 1)
    begin = smallest + (errors - smallest) % 2
    counts = np.maximum((np.minimum(errors, largest) - begin) // 2 + 1, 0)
    ends = np.cumsum(counts)
    total = int(counts.sum())
    if total > MOST_PAIRS:
        raise ValueError(
            f"n is {n}, and what is printed leaves {len(errors)} numbers of disagreements: "
            "too many tables to look at. Give the agreement too (with more digits), PABAK, both "
            "margins or the cells."
        )
    least_room, most_room = _room(printed, errors)
    for start in range(0, total, _AT_ONCE):
        pair = np.arange(start, min(start + _AT_ONCE, total))
        i = np.searchsorted(ends, pair, side="right")
        size = begin[i] + 2 * (pair - ends[i] + counts[i])
        yield errors[i], size, least_room[i], most_room[i]


def _room(printed: Printed, e: Ints) -> tuple[Ints, Ints]:
    """Bound the room, for each e, by the printed chance agreement and kappa."""
    whole = 2 * printed.n**2
    least, most, nothing = 0, whole, whole + 1
    if chance := printed.spans.get("chance_agreement"):  # 1 - v / whole
        low, high = chance.whole(whole)
        least, most = max(0, whole - high), whole - low
    lower, upper = (np.full(len(e), end, dtype=object) for end in (least, most))
    if kappa := printed.spans.get("kappa"):  # 1 - 2 e n / v
        over = 2 * printed.n * e.astype(object)  # Python's integers: kappa may have fifteen digits
        if kappa.low < 1:
            floor, ceiling = _divided(over, 1 - kappa.low)
            lower = np.maximum(lower, ceiling if kappa.low_in else floor + 1)
        else:
            lower[:] = nothing
        if kappa.high < 1:
            floor, ceiling = _divided(over, 1 - kappa.high)
            upper = np.minimum(upper, floor if kappa.high_in else ceiling - 1)
        # Without disagreements kappa is 1, or 0/0 where one class takes all.
        one = kappa.high > 1 or (kappa.high == 1 and kappa.high_in)
        lower[e == 0] = max(least, 1) if one else nothing
        upper[e == 0] = most
    return np.clip(lower, 0, nothing).astype(np.int64), np.clip(upper, -1, nothing).astype(np.int64)


def _divided(over: NDArray[np.object_], under: Fraction) -> tuple[Any, Any]:
    """Divide whole numbers by a fraction, down and up."""
    top, bottom = under.as_integer_ratio()
    return over * bottom // top, -(-over * bottom // top)


def _stretches(
    printed: Printed, e: Ints, size: Ints, least_room: Ints, most_room: Ints
) -> tuple[Ints, Ints, Ints, Ints]:
    """Keep the pairs that are left by what has no sign, with least and largest |s|."""
    n, h = printed.n, printed.n - e
    least, most = n**2 + size * size - most_room, n**2 + size * size - least_room
    low = _root(np.maximum(least, 0), up=True)
    high = np.where(most < 0, -1, np.minimum(_root(np.maximum(most, 0)), h))
    low += (low - h) % 2
    high -= (high - h) % 2
    mcc, p = printed.spans.get("mcc"), printed.spans.get("mcnemar")
    if mcc:
        # MCC is 0/0 exactly where |s| = h and |t| = e: there one rater calls all cases the same.
        high -= 2 * ((high == h) & (size == e))
    there = low <= high
    if p:
        there[there] = _has_p(p, printed.test, e[there], size[there])
    e, size, low, high = e[there], size[there], low[there], high[there]
    if mcc:
        low, high = _with_mcc(n, mcc, e, size, low, high)
    return e, size, low, high


def _root(squares: Ints, up: bool = False) -> Ints:
    """Whole part of the root, or the next whole number; exact, since squares are below 2^52."""
    root = np.sqrt(squares).astype(np.int64)
    return root + (root * root < squares) if up else root


def _by_signs(printed: Printed, e: Ints, size: Ints, least: Ints, most: Ints) -> tuple[Ints, Ints]:
    """Return the least and largest |s|, a row for each of `_SIGNS`; the least is larger if none."""
    n, h = printed.n, printed.n - e
    a, b, c, d, first, second = printed.cases(*CELLS, *MARGINS)
    low, high = np.tile(least, (4, 1)), np.tile(most, (4, 1))
    for row, (sign_s, sign_t) in enumerate(_SIGNS):
        t = sign_t * size
        begins = (2 * first[0] - n - t, 2 * second[0] - n + t, 2 * a[0] - h, h - 2 * d[1])
        ends = (2 * first[1] - n - t, 2 * second[1] - n + t, 2 * a[1] - h, h - 2 * d[0])
        begin, end = np.maximum.reduce(begins), np.minimum.reduce(ends)
        if sign_s < 0:  # s = 0 has one sign only, and so has t = 0
            begin, end = np.maximum(-end, 1), -begin
        fits = (e + t >= 2 * b[0]) & (e + t <= 2 * b[1]) & (e - t >= 2 * c[0])
        fits &= (e - t <= 2 * c[1]) & ((size > 0) | (sign_t > 0))
        low[row] = np.maximum(low[row], begin)
        high[row] = np.where(fits, np.minimum(high[row], end), -1)
    return low + (low - h) % 2, high - (high - h) % 2


def _with_mcc(n: int, mcc: Span, e: Ints, t: Ints, low: Ints, high: Ints) -> tuple[Ints, Ints]:
    """Shorten stretches of |s| to where MCC, which falls as |s| grows, is as printed."""

    def steps_above(bound: Fraction, or_equal: bool, least: Ints) -> Ints:
        """Count the first steps of each stretch that are above a bound, by halving."""
        begin, end = least.copy(), (high - low) // 2 + 1
        while len(left := np.flatnonzero(begin < end)):
            middle = (begin[left] + end[left]) // 2
            s = low[left] + 2 * middle
            above = _mcc_above(n, e[left], s, t[left], bound, or_equal)
            begin[left] = np.where(above, middle + 1, begin[left])
            end[left] = np.where(above, end[left], middle)
        return begin

    too_large = steps_above(mcc.high, not mcc.high_in, np.zeros_like(low))
    large_enough = steps_above(mcc.low, mcc.low_in, too_large)
    return low + 2 * too_large, low + 2 * (large_enough - 1)


def _mcc_above(n: int, e: Ints, s: Ints, t: Ints, bound: Fraction, or_equal: bool) -> Bools:
    """Whether MCC is above a bound, or equal to it if so asked; exact where floats are not."""
    over = n * (n - 2 * e) - s * s + t * t
    one, two = n * n - (s + t) ** 2, n * n - (s - t) ** 2
    more = over - float(bound) * np.sqrt(one.astype(float) * two)
    above: Bools = more > 0
    for i in np.flatnonzero(np.abs(more) <= 1e-12 * n * n):
        left, right = int(over[i]), bound * abs(bound) * int(one[i]) * int(two[i])
        difference = left * abs(left) - right
        above[i] = difference > 0 or (difference == 0 and or_equal)
    return above


def _has_p(printed: Span, test: str, e: Ints, size: Ints) -> Bools:
    """Whether McNemar's test of e disagreements, b and c differing by `size`, gives a p."""
    from scipy.stats import binom, chi2

    k = (e + size) // 2
    if test in ("exact", "mid-p"):
        p = np.minimum(2 * binom.sf(k - 1, e, 0.5), 1)
        if test == "mid-p":
            p -= binom.pmf(k, e, 0.5) * np.where(size == 0, 0.5, 1) * (e > 0)
    else:
        apart = np.maximum(size - (test == "corrected"), 0)
        with np.errstate(invalid="ignore"):  # 0/0 without disagreements
            p = chi2.sf(apart * apart / e, 1)
    low = float(printed.low) + (-_TINY if printed.low_in else _TINY)
    high = float(printed.high) + (_TINY if printed.high_in else -_TINY)
    there: Bools = (p >= low) & (p <= high)
    return there


def _up_to_signs(low: Ints, high: Ints) -> int:
    """Count the pairs (|s|, |t|) that any of the four signs has."""
    order = np.argsort(low, axis=0, kind="stable")
    low, high = np.take_along_axis(low, order, 0), np.take_along_axis(high, order, 0)
    reached, total = np.full(low.shape[1], -2), 0
    for first, last in zip(low, high, strict=True):
        # Stretches of one e have one parity: what follows `reached` is two above it.
        begin = np.maximum(first, reached + 2)
        total += int(np.maximum((last - begin) // 2 + 1, 0).sum())
        reached = np.maximum(reached, last)
    return total


def _list(found: Found, n: int, *parts: Ints) -> None:
    for e, t, sign, low, high in zip(*(part.tolist() for part in parts), strict=True):
        for size in range(low, high + 1, 2):
            if len(found.listed) > LISTED:
                return
            found.listed.append(_table(n, e, sign * size, t))


def _table(n: int, e: int, s: int, t: int) -> Table:
    """Return a, b, c, d from n, the disagreements, and the differences on and off the diagonal."""
    return (n - e + s) // 2, (e + t) // 2, (e - t) // 2, (n - e - s) // 2


def _keep_extremes(
    found: Found, n: int, e: Ints, t: Ints, sign: Ints, low: Ints, high: Ints
) -> None:
    """Keep the tables with the least and the largest of each measure; they are at the ends."""
    # Where MCC is 0/0 at the largest |s|, its least is at the one before.
    before = (high == n - e) & (np.abs(t) == e) & (high > low)
    size = np.concatenate([low, high, high[before] - 2])
    e, t, sign = (np.concatenate([part, part, part[before]]) for part in (e, t, sign))
    s = sign * size
    room = n * n - s * s + t * t
    spread = (n * n - (s + t) ** 2).astype(float) * (n * n - (s - t) ** 2)
    with np.errstate(divide="ignore", invalid="ignore"):
        measures = {
            "agreement": (n - e) / n,
            "chance_agreement": (2 * n * n - room) / (2 * n * n),
            "kappa": np.where(room > 0, (room - 2 * e * n) / room, np.nan),
            "mcc": np.where(spread > 0, (room - 2 * e * n) / np.sqrt(spread), np.nan),
            "pabak": (n - 2 * e) / n,
            "first_margin": (n + s + t) / (2 * n),
            "second_margin": (n + s - t) / (2 * n),
            "rarer_class": (n - size) / (2 * n),
            "bias": np.abs(t) / n,
        }
    for name, values in measures.items():
        if np.isnan(values).all():
            continue
        for kept, i, better in (
            (found.least, np.nanargmin(values), np.less),
            (found.largest, np.nanargmax(values), np.greater),
        ):
            if name not in kept or better(values[i], kept[name][0]):
                kept[name] = float(values[i]), _table(n, int(e[i]), int(s[i]), int(t[i]))
