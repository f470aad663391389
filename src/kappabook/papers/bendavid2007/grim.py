"""Which means over ten folds are possible at all, and the numbers of hits behind them.

A fold's accuracy is a number of hits over the fold's size, so the mean over ten folds can take
some values and not others (the GRIM test of Brown and Heathers 2017). Where all folds have one
size, the half-width of the confidence interval is bound to whole numbers too.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import nan
from typing import Any

import numpy as np
from scipy.special import ndtri, stdtrit

from kappabook.audit.computed import holds, noted
from kappabook.audit.declared import computes
from kappabook.audit.printed import Printed
from kappabook.papers.bendavid2007.definitions import (
    DATASETS,
    FOLDS,
    MEASURES,
    T9,
    Appendix,
    Key,
    cells,
    exact,
    half,
    keys,
    sizes,
)

NORMAL = float(ndtri(0.975))


@cache
def pooled_hits(accuracy: str, n: int, folds: int = FOLDS) -> tuple[int, ...]:
    r"""Return the numbers of hits among all n rows that the printed mean accuracy allows.

    With H1 hits in the folds of s rows and H2 in those of s + 1 the mean over the k folds is

    .. math:: \frac{1}{k}\left(\frac{H_1}{s} + \frac{H_2}{s + 1}\right),

    so that :math:`H_1 (s + 1) + H_2 s` is a whole number known up to the rounding of print.
    All pairs are tried, in whole numbers.

    Returns
    -------
    tuple of int, rising; empty when no hits give the printed mean.
    """
    size, longer = divmod(n, folds)
    one = folds * size * (size + 1)
    value, slack = exact(accuracy), half(accuracy)
    low, high = math.ceil((value - slack) * one), math.floor((value + slack) * one)
    in_longer = np.arange(longer * (size + 1) + 1)
    least = np.maximum(0, -((in_longer * size - low) // (size + 1)))
    most = np.minimum((folds - longer) * size, (high - in_longer * size) // (size + 1))
    spans = zip(in_longer[least <= most], least[least <= most], most[least <= most], strict=True)
    return tuple(sorted({int(h + h1) for h, low, high in spans for h1 in range(low, high + 1)}))


@cache
def lucky_share(n: int, folds: int = FOLDS, decimals: int = 4) -> Fraction:
    """Share of the values 0.0000 to 1.0000 that some hits give: the test's chance of a lucky pass.

    Near 1 the test says nothing; at 0.009, for 90 rows, a pass means much.
    """
    size, longer = divmod(n, folds)
    one, unit = folds * size * (size + 1), 10**decimals
    shorter_hits = np.arange((folds - longer) * size + 1)[:, np.newaxis]
    longer_hits = np.arange(longer * (size + 1) + 1)[np.newaxis, :]
    # The mean is sums / one; it lies between two whole numbers of units, or at half of one.
    doubled = 2 * unit * (shorter_hits * (size + 1) + longer_hits * size)
    reached = np.zeros(unit + 1, dtype=bool)
    reached[(doubled + one) // (2 * one)] = True
    reached[-((one - doubled) // (2 * one))] = True
    return Fraction(int(reached.sum()), unit + 1)


def impossible(printed: Appendix, rows: Mapping[str, int], folds: int = FOLDS) -> list[Key]:
    """Return the data set and classifier of accuracies that no hits on so many folds give."""
    return [
        key for key, cell in printed.items() if not pooled_hits(cell.accuracy, rows[key[0]], folds)
    ]


def possible_folds(accuracies: tuple[tuple[int, str], ...]) -> tuple[int, ...]:
    """Numbers of folds from 2 to 20 on which all the accuracies are possible.

    Parameters
    ----------
    accuracies : tuple of (int, str)
        The number of rows and the printed mean accuracy, for each cell.
    """
    return tuple(k for k in range(2, 21) if all(pooled_hits(text, n, k) for n, text in accuracies))


# --- half-widths, where all folds have one size ------------------------------------------------


@cache
def sums_of_squares(
    accuracy: str, half_width: str, n: int, quantile: float = T9
) -> tuple[int, ...]:
    r"""Return the sums of the folds' squared hits that the printed half-width allows.

    With h hits in a fold of s rows, H in all, and w = t sd / sqrt(10),

    .. math:: \sum h^2 = \frac{H^2}{10} + 9 \cdot 10 \left(\frac{s w}{t}\right)^2 ,

    a whole number, odd when H is odd. Another level of the interval has another `quantile`
    of t.

    Raises
    ------
    ValueError
        The folds have two sizes: the number of rows is no multiple of ten.
    """
    size, longer = divmod(n, FOLDS)
    if longer:
        raise ValueError(f"{n} rows make folds of two sizes; give a multiple of {FOLDS}.")
    value, slack = float(exact(half_width)), float(half(half_width))
    found = set()
    for hits in pooled_hits(accuracy, n):
        low, high = (
            (FOLDS - 1) * FOLDS * (size * w / quantile) ** 2 + hits**2 / FOLDS
            for w in (max(0.0, value - slack), value + slack)
        )
        found |= {q for q in range(math.ceil(low), math.floor(high) + 1) if (q - hits) % 2 == 0}
    return tuple(sorted(found))


def possible_levels(spreads: tuple[tuple[int, str, str], ...]) -> tuple[int, ...]:
    """Confidence levels, in whole per cent from 80 to 99, at which all half-widths are possible.

    Parameters
    ----------
    spreads : tuple of (int, str, str)
        Number of rows, a multiple of ten, mean accuracy and half-width, for each cell.
    """
    return tuple(
        level
        for level in range(80, 100)
        if all(sums_of_squares(mean, width, n, _quantile(level)) for n, mean, width in spreads)
    )


def _quantile(level: int) -> float:
    return float(stdtrit(FOLDS - 1, (1 + level / 100) / 2))


# --- rankings by the hits among all rows -------------------------------------------------------


@dataclass(frozen=True)
class ByHits:
    """Whether accuracy by pooled hits may, and must, order two classifiers against kappa."""

    may_differ: bool
    must_differ: bool


def rankings_by_hits(p: Printed) -> dict[str, ByHits]:
    """Judge the data sets on which the printed means order some pair against kappa.

    Folds of two sizes weigh their rows unequally, so that means over folds can order two
    classifiers with equally many hits. The rankings must differ if no hits that print allows
    fall, or stay, from each classifier to the next one by kappa. They cannot if every pair
    ordered against kappa has the same hits.
    """
    judged, printed = {}, cells(p, MEASURES)
    for dataset, n in sizes(p).items():
        five = [printed[key] for key in keys([dataset])]
        five.sort(key=lambda cell: exact(cell.kappa), reverse=True)
        hits = [pooled_hits(cell.accuracy, n) for cell in five]
        pairs = list(combinations(zip(five, hits, strict=True), 2))
        if any(_exceeds(low.accuracy, high.accuracy) for (high, _), (low, _) in pairs):
            may = any(max(fewer) > min(more) for (_, more), (_, fewer) in pairs)
            judged[dataset] = ByHits(may, not _can_fall(hits))
    return judged


def _exceeds(one: str, other: str) -> bool:
    return exact(one) > exact(other)


def _can_fall(hits: Iterable[tuple[int, ...]]) -> bool:
    """Say whether one number of each can be taken so that they never rise."""
    last: float = math.inf
    for possible in hits:
        if possible[0] > last:
            return False
        last = max(h for h in possible if h <= last)
    return True


# --- what this says of the text ----------------------------------------------------------------


@computes("s4.folds")
def ten_folds(p: Printed) -> dict[str, Any]:
    """Section 4: the numbers of folds on which all accuracies of the appendix are possible."""
    rows = sizes(p)
    found = cells(p, ["accuracy"])
    accuracies = tuple((rows[dataset], cell.accuracy) for (dataset, _), cell in found.items())
    return {"s4.folds": only(possible_folds(accuracies))}


@computes("s5.level", "s5.half-widths")
def half_widths(p: Printed) -> dict[str, Any]:
    """Section 5: the levels of confidence at which all half-widths of accuracy are possible."""
    rows = sizes(p)
    one_size = [name for name in DATASETS if rows[name] % FOLDS == 0]
    found = cells(p, ["accuracy", "accuracy-ci"], keys(one_size))
    spreads = tuple(
        (rows[dataset], cell.accuracy, cell.accuracy_ci) for (dataset, _), cell in found.items()
    )
    # What intervals of the normal distribution would print.
    narrower = tuple((n, mean, f"{float(width) * NORMAL / T9:.4f}") for n, mean, width in spreads)
    are_t = holds(
        lambda spreads: len(possible_levels(spreads)) == 1, (spreads,), (narrower,), "t with 9 df"
    )
    return {
        "s5.level": noted(only(possible_levels(spreads)), widths=len(spreads)),
        "s5.half-widths": noted(are_t, widths=len(spreads)),
    }


def only(possible: tuple[int, ...]) -> float:
    """Return the only possible number; nan if there is none, or more than one."""
    return possible[0] if len(possible) == 1 else nan
