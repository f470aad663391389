r"""Every 2 x 2 table of n cases that could be printed so, counted exactly without listing them.

A table a, b / c, d with e = b + c disagreements is known from s = a - d and t = b - c. With
h = n - e, s has the parity of h and |s| <= h; t has the parity of e and |t| <= e. Then

.. math:: P_c = \frac12 + \frac{s^2 - t^2}{2 n^2}, \qquad
          \kappa = 1 - \frac{2 e n}{n^2 - s^2 + t^2}, \qquad
          MCC = \frac{n (h - e) - s^2 + t^2}{\sqrt{(n^2 - (s + t)^2) (n^2 - (s - t)^2)}}

(our own derivation), and McNemar's test knows nothing but e and |t|. So the pairs (e, |t|) are
walked, many at a time. For one pair each measure only falls, or only grows, with \|s\|: what was
printed leaves one stretch of \|s\| for each sign of s and t, whose ends are found in whole numbers.
Where both margins are printed, t is known but for their rounding, and few pairs are left.
Exchanging the raters turns the sign of t; exchanging the classes turns both signs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

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
TESTS = ("exact", "mid-p", "chi-square", "corrected")


class Span(NamedTuple):
    """The values that a printed number stands for, and whether each end is one of them."""

    low: Fraction
    high: Fraction
    low_in: bool = True
    high_in: bool = True

    def __contains__(self, value: object) -> bool:
        low_ok = self.low <= value if self.low_in else self.low < value  # type: ignore[operator]
        return bool(low_ok and (value <= self.high if self.high_in else value < self.high))  # type: ignore[operator]

    def whole(self, times: int | Fraction, plus: int | Fraction = 0) -> Whole:
        """Return the least and the largest whole number that is `times` a value `plus` this."""
        low, high = self.low * times + plus, self.high * times + plus
        least = math.ceil(low) if self.low_in else math.floor(low) + 1
        return least, math.floor(high) if self.high_in else math.ceil(high) - 1


@dataclass(frozen=True)
class Bounds:
    """What is printed of a table, as bounds, both ends included; None where nothing is.

    Attributes
    ----------
    n : int
        Number of cases.
    hits, offs : (int, int)
        Of the cases on which the raters agree, and of s*s - t*t.
    kappa, mcc, p : Span or None
        Of the measures that divide, and of the p-value of McNemar's test.
    test : str
        Which test of McNemar; one of `TESTS`.
    cells : four (int, int)
        Of yes-yes, yes-no, no-yes, no-no.
    margins : two (int, int)
        Of the cases that the first and the second rater calls yes.
    """

    n: int
    hits: Whole
    offs: Whole
    kappa: Span | None
    mcc: Span | None
    p: Span | None
    test: str
    cells: tuple[Whole, ...]
    margins: tuple[Whole, ...]


@dataclass
class Found:
    """What the search keeps: how many tables, some of them, and the most extreme ones.

    `extremes` maps a measure and 'least' or 'largest' to its value and its table.
    """

    n_tables: int = 0
    n_up_to_symmetry: int = 0
    listed: list[Table] = field(default_factory=list)
    extremes: dict[tuple[str, str], tuple[float, Table]] = field(default_factory=dict)


def search(printed: Bounds) -> Found:
    """Count the tables that fit what is printed, and find the most extreme of them.

    Raises
    ------
    ValueError
        Too many pairs (e, |t|): a large n with nothing that bounds the disagreements.
    """
    found = Found()
    for e, size, low, high in _pairs(printed):
        low, high = _by_signs(printed, e, size, low, high)
        lengths = np.maximum((high - low) // 2 + 1, 0)
        found.n_tables += int(lengths.sum())
        found.n_up_to_symmetry += _up_to_signs(low, high)
        row, place = np.nonzero(lengths)
        if len(row):
            sign_s, sign_t = np.array(_SIGNS)[row].T
            parts = (e[place], sign_t * size[place], sign_s, low[row, place], high[row, place])
            _list(found, printed.n, parts)
            _keep_extremes(found, printed.n, parts)
    return found


def _pairs(printed: Bounds) -> Iterator[tuple[Ints, Ints, Ints, Ints]]:
    """Go through e and |t|, as many at once as fit the cache; with least and largest |s|."""
    n, (_, b, c, _), (first, second) = printed.n, printed.cells, printed.margins
    least_t = max(first[0] - second[1], b[0] - c[1])
    most_t = min(first[1] - second[0], b[1] - c[0])
    smallest, largest = max(0, least_t, -most_t), max(abs(least_t), abs(most_t))
    errors = np.arange(
        max(n - printed.hits[1], b[0] + c[0]), min(n - printed.hits[0], b[1] + c[1]) + 1
    )
    begin = smallest + (errors - smallest) % 2
    counts = np.maximum((np.minimum(errors, largest) - begin) // 2 + 1, 0) * (least_t <= most_t)
    if counts.sum() > MOST_PAIRS:
        raise ValueError(
            f"n is {n}, and what is printed leaves {len(errors)} numbers of disagreements: too "
            "many tables to look at. Give the agreement too (with more digits), PABAK, both "
            "margins or the cells."
        )
    cuts = np.flatnonzero(np.diff(np.cumsum(counts) // _AT_ONCE)) + 1
    columns = (errors, begin, counts, *_bounds_of_w(printed, errors))
    for e, start, k, *w in zip(*(np.split(column, cuts) for column in columns), strict=True):
        step = np.arange(k.sum()) - np.repeat(np.cumsum(k) - k, k)
        size = np.repeat(start, k) + 2 * step
        yield from _stretches(printed, np.repeat(e, k), size, *(np.repeat(end, k) for end in w))


def _stretches(
    printed: Bounds, e: Ints, size: Ints, least_w: Ints, most_w: Ints
) -> Iterator[tuple[Ints, Ints, Ints, Ints]]:
    """Keep the pairs that what has no sign leaves: kappa, chance agreement, MCC and McNemar."""
    square = size * size
    fits = (square + most_w >= 0) & (square + least_w <= (printed.n - e) ** 2)
    if printed.p is not None:
        fits[fits] = _has_p(printed.p, printed.test, e[fits], size[fits])
    if not fits.any():
        return
    e, size, square = e[fits], size[fits], square[fits]
    h = printed.n - e
    low = _root(np.maximum(least_w[fits] + square, 0), up=True)
    high = np.minimum(_root(most_w[fits] + square), h)
    low += (low - h) % 2
    high -= (high - h) % 2
    if printed.mcc is not None:
        # MCC is 0/0 exactly where |s| = h and |t| = e: there one rater calls all cases the same.
        high = np.where((high == h) & (size == e), high - 2, high)
        low, high = _with_mcc(printed.n, printed.mcc, e, size, low, high)
    there = low <= high
    yield e[there], size[there], low[there], high[there]


def _by_signs(printed: Bounds, e: Ints, size: Ints, least: Ints, most: Ints) -> tuple[Ints, Ints]:
    """Return the least and largest |s|, a row for each of `_SIGNS`; the least is larger if none."""
    n, h = printed.n, printed.n - e
    (a, b, c, d), (first, second) = printed.cells, printed.margins
    low, high = np.tile(least, (4, 1)), np.tile(most, (4, 1))
    for row, (sign_s, sign_t) in enumerate(_SIGNS):
        t = sign_t * size
        end = np.maximum(2 * first[0] - n - t, 2 * second[0] - n + t)
        end = np.maximum(end, np.maximum(2 * a[0] - h, h - 2 * d[1]))
        top = np.minimum(2 * first[1] - n - t, 2 * second[1] - n + t)
        top = np.minimum(top, np.minimum(2 * a[1] - h, h - 2 * d[0]))
        if sign_s < 0:  # s = 0 has one sign only, and so has t = 0
            end, top = np.maximum(-top, 1), -end
        fits = (e + t >= 2 * b[0]) & (e + t <= 2 * b[1]) & (e - t >= 2 * c[0])
        fits &= (e - t <= 2 * c[1]) & ((size > 0) | (sign_t > 0))
        low[row] = np.maximum(low[row], end)
        high[row] = np.where(fits, np.minimum(high[row], top), -1)
    low += (low - h) % 2
    high -= (high - h) % 2
    return low, high


def _bounds_of_w(printed: Bounds, e: Ints) -> tuple[Ints, Ints]:
    """Bound w = s*s - t*t, for each e, by the printed chance agreement and kappa."""
    square = printed.n**2
    low, high = max(printed.offs[0], -square), min(printed.offs[1], square)
    least, most = np.full(len(e), low), np.full(len(e), high)
    if (kappa := printed.kappa) is None:
        return least, most
    # kappa = 1 - 2 e n / (n*n - w); Python's integers, because kappa may have fifteen digits.
    exact, nothing = (2 * printed.n * e).astype(object), -square - 1
    if kappa.low < 1:
        over, under = (1 - kappa.low).as_integer_ratio()
        steps = -(-exact * under // over) if kappa.low_in else exact * under // over + 1
        most = np.maximum(np.minimum(square - steps, high), nothing).astype(np.int64)
    else:
        most = np.full(len(e), nothing)
    if kappa.high < 1:
        over, under = (1 - kappa.high).as_integer_ratio()
        steps = exact * under // over if kappa.high_in else -(-exact * under // over) - 1
        least = np.minimum(np.maximum(square - steps, low), square + 1).astype(np.int64)
    # Without disagreements kappa is 1, or 0/0 where one class takes all.
    perfect = min(high, square - 1) if 1 in kappa else nothing
    return least, np.where(e == 0, perfect, most)


def _root(squares: Ints, up: bool = False) -> Ints:
    """Whole part of the root, or the next whole number; exact, since squares are below 2^52."""
    root = np.sqrt(squares).astype(np.int64)
    return root + (root * root < squares) if up else root


def _with_mcc(n: int, mcc: Span, e: Ints, t: Ints, low: Ints, high: Ints) -> tuple[Ints, Ints]:
    """Shorten stretches of |s| to where MCC, which falls as |s| grows, is as printed."""
    size = np.maximum((high - low) // 2 + 1, 0)

    def above(places: Ints, step: Ints, bound: Fraction, or_equal: bool) -> Bools:
        s = low[places] + 2 * step
        return _mcc_above(n, e[places], s, t[places], bound, or_equal)

    def steps_above(bound: Fraction, or_equal: bool) -> Ints:
        """Count the first steps of each stretch that are above: near a guess, or by halving."""
        all_of = np.arange(len(e))
        guess = (_mcc_root(n, e, t, float(bound)) - low) // 2
        begin, end = np.clip(guess - 1, 0, size), np.clip(guess + 3, 0, size)
        before = above(all_of, np.maximum(begin - 1, 0), bound, or_equal)
        after = above(all_of, np.minimum(end, np.maximum(size - 1, 0)), bound, or_equal)
        begin, end = np.where(before, begin, 0), np.where(after, size, end)
        while len(left := np.flatnonzero(begin < end)):
            middle = (begin[left] + end[left]) // 2
            there = above(left, middle, bound, or_equal)
            begin[left] = np.where(there, middle + 1, begin[left])
            end[left] = np.where(there, end[left], middle)
        return begin

    too_large = steps_above(mcc.high, not mcc.high_in)
    large_enough = steps_above(mcc.low, mcc.low_in)
    return low + 2 * too_large, low + 2 * (large_enough - 1)


def _mcc_root(n: int, e: Ints, t: Ints, bound: float) -> Ints:
    """Guess |s| at which MCC meets a bound: squared, its formula is a quadratic in s*s."""
    square, over = float(n * n), float(n * n) - 2.0 * n * e + t * t
    rest = 1 - bound * bound
    half = over - bound * bound * (square + t * t)
    last = over * over - (bound * (square - t * t)) ** 2
    with np.errstate(all="ignore"):
        root = (half - math.copysign(1, bound) * np.sqrt(half * half - rest * last)) / rest
        guess = np.sqrt(np.maximum(root, 0))
    whole: Ints = np.clip(np.nan_to_num(guess), 0, n).astype(np.int64)
    return whole


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
    with np.errstate(invalid="ignore"):
        if test in ("exact", "mid-p"):
            p = np.minimum(2 * binom.sf(k - 1, e, 0.5), 1)
            if test == "mid-p":
                p -= binom.pmf(k, e, 0.5) * np.where(size == 0, 0.5, 1) * (e > 0)
        else:  # 0/0 without disagreements
            apart = np.maximum(size - (test == "corrected"), 0)
            p = chi2.sf(apart * apart / e, 1)
    there: Bools = (p >= float(printed.low)) & (p <= float(printed.high))
    if test in ("exact", "mid-p"):  # a fraction, which may lie on a bound
        ends = np.array([[float(printed.low)], [float(printed.high)]])
        for i in np.flatnonzero((np.abs(p - ends) < 1e-9).any(axis=0) & (e <= 1000)):
            there[i] = exact_p(int(e[i]), int(size[i]), test) in printed
    return there


def exact_p(e: int, size: int, test: str) -> Fraction:
    """Return the two-sided p of b + c = e and |b - c| = size, by the binomial distribution."""
    k = (e + size) // 2
    point = Fraction(math.comb(e, k), 2**e) if e else Fraction(0)
    p = min(Fraction(1), Fraction(2 * sum(math.comb(e, i) for i in range(k, e + 1)), 2**e))
    return p if test == "exact" else p - (point / 2 if size == 0 else point)


def _up_to_signs(low: Ints, high: Ints) -> int:
    """Count the pairs (|s|, |t|) that any of the four signs has."""
    order = np.argsort(low, axis=0, kind="stable")
    low, high = np.take_along_axis(low, order, 0), np.take_along_axis(high, order, 0)
    reached, total = np.full(low.shape[1], -2, dtype=np.int64), 0
    for first, last in zip(low, high, strict=True):
        # Stretches of one e have one parity: what follows `reached` is two above it.
        begin = np.maximum(first, reached + 2)
        begin = np.where(reached < 0, first, begin)
        there = begin <= last
        total += int(((last - begin) // 2 + 1)[there].sum())
        reached = np.where(there, last, reached)
    return total


def _list(found: Found, n: int, parts: tuple[Ints, ...]) -> None:
    for e, t, sign, low, high in zip(*(part.tolist() for part in parts), strict=True):
        for size in range(low, high + 1, 2):
            if len(found.listed) > LISTED:
                return
            found.listed.append(table(n, e, sign * size, t))


def table(n: int, e: int, s: int, t: int) -> Table:
    """Return a, b, c, d from n, the disagreements, and the differences on and off the diagonal."""
    return (n - e + s) // 2, (e + t) // 2, (e - t) // 2, (n - e - s) // 2


def _keep_extremes(found: Found, n: int, parts: tuple[Ints, ...]) -> None:
    """Keep the tables with the least and the largest of each measure; they are at the ends."""
    e, t, sign, low, high = parts
    # Where the largest |s| makes MCC 0/0, the one before it is next.
    inner = np.maximum(high - 2 * ((np.abs(t) == e) & (high == n - e)), low)
    size = np.concatenate([low, high])
    e, t, sign = (np.concatenate([part, part]) for part in (e, t, sign))
    s, s_mcc = sign * size, sign * np.concatenate([low, inner])
    below = n * n - s * s + t * t
    spread = (n * n - (s_mcc + t) ** 2).astype(float) * (n * n - (s_mcc - t) ** 2)
    with np.errstate(divide="ignore", invalid="ignore"):
        kappa = np.where(below > 0, 1 - 2 * e * n / below, np.nan)
        mcc = (n * (n - 2 * e) - s_mcc * s_mcc + t * t) / np.sqrt(spread)
    measures: dict[str, tuple[NDArray[np.float64], Ints]] = {
        "agreement": (1 - e / n, s),
        "chance_agreement": (1 - below / (2 * n * n), s),
        "kappa": (kappa, s),
        "mcc": (np.where(spread > 0, mcc, np.nan), s_mcc),
        "first_margin": ((n + s + t) / (2 * n), s),
        "second_margin": ((n + s - t) / (2 * n), s),
        "rarer_class": ((n - size) / (2 * n), s),
        "bias": (np.abs(t) / n, s),
    }
    ends: tuple[tuple[str, Callable[..., np.intp], int], ...] = (
        ("least", np.nanargmin, 1),
        ("largest", np.nanargmax, -1),
    )
    for name, (values, where) in measures.items():
        if np.isnan(values).all():
            continue
        for end, pick, sign_of in ends:
            i = pick(values)
            value, known = float(values[i]), found.extremes.get((name, end))
            if known is None or sign_of * value < sign_of * known[0]:
                found.extremes[name, end] = value, table(n, int(e[i]), int(where[i]), int(t[i]))
