"""What the documents say of the method, as questions with yes or no for an answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

import numpy as np
from numpy.typing import ArrayLike

from kappabook.papers.calderon2025.alternative import differences, tallies, winning_rate

GRID = tuple(np.round(np.arange(0, 0.61, 0.01), 2).tolist())


def winning_rate_never_falls(epsilons: Sequence[float], counts: Sequence[ArrayLike]) -> bool:
    """Say whether each judge's winning rate never falls along the epsilons."""
    each = np.array(epsilons)[:, np.newaxis]
    return not any((np.diff(winning_rate(found, each)) < 0).any() for found in counts)


def times_never_lowers(
    factor: Fraction, counts: Sequence[ArrayLike], epsilons: Sequence[float]
) -> bool:
    """Say whether so many times each count lowers no winning rate, and raises some."""
    pairs = [
        (float(winning_rate(found, e)), float(winning_rate(np.asarray(found) * float(factor), e)))
        for found, e in zip(counts, epsilons, strict=True)
    ]
    return all(a <= b for a, b in pairs) and any(a < b for a, b in pairs)


def ties_with(ratings: Sequence[Sequence[int]], person: int, judge: Sequence[int]) -> bool:
    """Say whether judge and person are equally close to the others on every item."""
    found = differences(np.array(ratings), np.array(judge))[:, person]
    return bool((found == 0).all())


def wins_against_both(ratings: Sequence[Sequence[int]], judge: Sequence[int]) -> bool:
    """Say whether a judge agrees equally with two people, and wins against both."""
    table, column = np.array(ratings), np.array(judge)
    same = (table == column[:, np.newaxis]).sum(axis=0)
    rate = winning_rate(tallies(differences(table, column)), 0.1)
    return bool(same[0] == same[1] and float(rate) == 1.0)


def two_people(n: int = 40) -> tuple[list[list[int]], list[int]]:
    """Two people who differ on every other item, and a judge who sides with each half the time."""
    ratings = [[0, i % 2] for i in range(n)]
    return ratings, [i % 2 if i % 4 == 1 else 0 for i in range(n)]


def most_say(labels: Sequence[int]) -> int:
    """Return the label of most, of several the least."""
    return min(set(labels), key=lambda label: (-labels.count(label), label))


def first_says(labels: Sequence[int]) -> int:
    """Return the first person's label: a judge who copies one person."""
    return labels[0]


def is_never_behind(
    judge: Callable[[list[int]], Fraction | int], people: int, n_labels: int, *, squared: bool
) -> bool:
    """Say whether a judge is at least as close as every person, whatever the people say."""
    for labels in product(range(n_labels), repeat=people):
        said = judge(list(labels))
        for h, own in enumerate(labels):
            others = [*labels[:h], *labels[h + 1 :]]
            if _cost(said, others, squared) > _cost(own, others, squared):
                return False
    return True


def mean_of(labels: Sequence[int]) -> Fraction:
    """Return the exact mean."""
    return Fraction(sum(labels), len(labels))


def _cost(label: Fraction | int, others: Sequence[int], squared: bool) -> Fraction | int:
    if squared:
        return sum((label - other) ** 2 for other in others)
    return sum(label != other for other in others)
