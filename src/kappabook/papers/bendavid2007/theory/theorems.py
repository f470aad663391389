"""Tables at the ends of kappa's range, and what guessing is expected to score."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
from sklearn.metrics import mutual_info_score

from kappabook.metrics import ConfusionMatrix

CLASSES = range(2, 8)


def all_wrong(classes: int) -> ConfusionMatrix:
    """Return equally frequent classes, each always taken for the next."""
    return ConfusionMatrix(np.roll(np.eye(classes, dtype=int), 1, axis=1)).exact()


def two_swapped(classes: int) -> ConfusionMatrix:
    """Return two classes taken for each other, and the others without cases."""
    cells = np.zeros((classes, classes), dtype=int)
    cells[0, 1] = cells[1, 0] = 1
    return ConfusionMatrix(cells).exact()


def all_right(classes: int) -> ConfusionMatrix:
    """Return equally frequent classes without an error."""
    return ConfusionMatrix(np.eye(classes, dtype=int)).exact()


def independent(row: tuple[int, ...], column: tuple[int, ...]) -> ConfusionMatrix:
    """Return what an independent guesser with these margins is expected to produce."""
    return ConfusionMatrix(np.outer(row, column)).exact()


# --- baselines --------------------------------------------------------------------------------


def guesses(
    row: tuple[int, int], predicted: int, measure: str = "kappa"
) -> dict[Fraction, Fraction]:
    """Return a measure and its probability when labels are dealt out at random, two classes.

    Parameters
    ----------
    row : tuple of int
        Cases of each class.
    predicted : int
        How many cases are given the first label: the margins are fixed, so the hits in the
        first class follow the hypergeometric distribution.
    measure : {'kappa', 'accuracy'}
    """
    first, second = row
    total = first + second
    found: dict[Fraction, Fraction] = {}
    for hits in range(max(0, predicted - second), min(first, predicted) + 1):
        others = predicted - hits
        cells = [[hits, first - hits], [others, second - others]]
        value = Fraction(getattr(ConfusionMatrix(cells).exact(), measure))
        chance = Fraction(comb(first, hits) * comb(second, others), comb(total, predicted))
        found[value] = found.get(value, Fraction(0)) + chance
    return found


def expected(distribution: Mapping[Fraction, Fraction]) -> Fraction:
    """Mean of a finite distribution."""
    return sum((value * chance for value, chance in distribution.items()), Fraction(0))


def guessing_expects(measure: str, cases: int = 8) -> set[Fraction]:
    """Return what a measure expects of random guessers, one value for each pair of margins.

    Of kappa always 0, for any number of classes: with both margins fixed P_c is fixed, and the
    expected number of hits in class i is r_i c_i / N, so the expected P_0 is P_c.
    """
    return {
        expected(guesses((first, cases - first), predicted, measure))
        for first in range(1, cases)
        for predicted in range(cases + 1)
    }


def expected_information_gain(first: int = 3, second: int = 3, tested: int = 3) -> float:
    """Mean information gain, in bits, of an attribute dealt out at random to two classes."""
    hits = range(max(0, tested - second), min(first, tested) + 1)
    weights = [comb(first, n) * comb(second, tested - n) for n in hits]
    tables = [[[n, first - n], [tested - n, second - tested + n]] for n in hits]
    gains = [mutual_info_score(None, None, contingency=np.array(table)) for table in tables]
    return float(np.average(gains, weights=weights) / np.log(2))


def all_rankings(positives: int = 3, negatives: int = 3) -> tuple[tuple[int, ...], ...]:
    """List the ranks that the positives can have, the lowest 0, when all ranks are distinct."""
    return tuple(combinations(range(positives + negatives), positives))


def mean_auc(rankings: tuple[tuple[int, ...], ...], cases: int = 6) -> Fraction:
    """Mean AUC over some rankings; over `all_rankings` that of scores dealt out at random."""
    won = [
        Fraction(
            sum(p > n for p in chosen for n in range(cases) if n not in chosen),
            len(chosen) * (cases - len(chosen)),
        )
        for chosen in rankings
    ]
    return sum(won, Fraction(0)) / len(won)
