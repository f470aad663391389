"""Baselines: classifiers at least as accurate as the majority, and random guessers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import comb

import sympy as sp

from kappabook.audit.computed import OfText
from kappabook.metrics import ConfusionMatrix


@cache
def majority_reaches_chance(classes: int = 3) -> bool:
    r"""Prove that chance agreement is never above the largest share M, for so many classes.

    With r and c the shares of the true and of the predicted classes,

    .. math:: M - P_c = \sum_i c_i (M - r_i),

    in which nothing is negative. The identity needs only that the shares of the predicted classes
    sum to one, so it holds for any number of classes.
    """
    largest = sp.Symbol("M")
    true, free = sp.symbols(f"r1:{classes + 1}"), sp.symbols(f"c1:{classes}")
    called = (*free, 1 - sum(free))
    pairs = list(zip(true, called, strict=True))
    gap = largest - sum(r * c for r, c in pairs)
    return bool(sp.expand(gap - sum(c * (largest - r) for r, c in pairs)) == 0)


def better_kappas_satisfy(text: str) -> bool:
    """Say whether the text is 'K > b', with b the bound of all tables better than the majority.

    An accuracy above the majority's share is above chance agreement, so kappa is above 0; and by as
    little as one likes, since the majority classifier itself has 0. To be as good gives K >= 0.
    """
    match = re.fullmatch(r"K > (-?\d+)", text)
    if match is None or not majority_reaches_chance():
        return False
    return bool(ConfusionMatrix([[7, 0], [3, 0]]).exact().kappa == Fraction(match[1]))


# As the ledger shows it, for both papers that say so.
ABOVE_ZERO = OfText(better_kappas_satisfy, "K >= 0 where as good is enough")


def is_below_the_majority(table: ConfusionMatrix) -> bool:
    """Say whether kappa is positive, and the majority classifier is right more often."""
    return bool(table.kappa > 0 and table.accuracy < max(table.row_margins))


def dealt(first: int, second: int, called: int) -> list[tuple[int, ConfusionMatrix]]:
    """Deal the first label to `called` cases of two classes at random: each table, and its weight.

    The weight is the number of ways to deal so; the margins are the same in all.
    """
    return [
        (
            comb(first, hits) * comb(second, called - hits),
            ConfusionMatrix(
                [[hits, first - hits], [called - hits, second - called + hits]]
            ).exact(),
        )
        for hits in range(max(0, called - second), min(first, called) + 1)
    ]


def expected(measure: str, tables: Sequence[tuple[int, ConfusionMatrix]]) -> Fraction:
    """Return the mean of a measure over weighted tables."""
    total = sum((ways * Fraction(getattr(x, measure)) for ways, x in tables), Fraction(0))
    return total / sum(ways for ways, _ in tables)
