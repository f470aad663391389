"""Classifiers at least as accurate as the majority: what the papers say of their kappa."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache

import sympy as sp

from kappabook.computed import OfText
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


def reasonable_kappas_satisfy(text: str) -> bool:
    """Say whether 'K > b' or 'K >= b', with b attained, holds for all reasonable tables.

    An accuracy that reaches the majority's share reaches chance agreement, so kappa is not
    negative; that of the majority classifier is the least.
    """
    match = re.fullmatch(r"K (>=?) (-?\d+)", text)
    if match is None or not majority_reaches_chance():
        return False
    relation, bound = match[1], Fraction(match[2])
    least = Fraction(ConfusionMatrix([[7, 0], [3, 0]]).exact().kappa)
    return bound < least if relation == ">" else bound == least
