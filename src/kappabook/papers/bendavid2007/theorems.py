"""What can be proved of kappa for any number of classes, and of guessing: Sections 1 and 2."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from math import comb, log2

import numpy as np
import sympy as sp

from kappabook.metrics import ConfusionMatrix

CLASSES = range(2, 8)


# --- the range of kappa -----------------------------------------------------------------------


@cache
def kappa_is_bounded(classes: int = 3, cases: int = 4) -> bool:
    """Check -1 <= kappa <= 1 on every table of so many classes and cases.

    It holds for any number of classes. Kappa >= -1 says 2 P_c <= 1 + P_0, and with
    t_i = r_i + c_i, which sum to 2, and t_i <= 1 + p_ii (the two margins share the cell),
    2 P_c <= sum(t_i^2) / 2 <= max(t_i) <= 1 + P_0.
    """
    for table in _tables(classes**2, cases):
        cells = np.reshape(table, (classes, classes))
        hits, chance = int(cells.trace()), int(cells.sum(axis=1) @ cells.sum(axis=0))
        if 2 * chance > cases * (cases + hits) or hits > cases:
            return False
    return True


def _tables(cells: int, cases: int) -> list[tuple[int, ...]]:
    """List every way to put the cases into the cells: stars and bars."""
    found = []
    for bars in combinations(range(cells + cases - 1), cells - 1):
        edges = (-1, *bars, cells + cases - 1)
        found.append(tuple(b - a - 1 for a, b in pairwise(edges)))
    return found


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


@cache
def majority_kappa() -> sp.Expr:
    """Kappa of a classifier that always predicts one class, of share r < 1.

    Its P_0 is r; its column margins are 1 for that class and 0 for the others, so P_c is r.
    """
    r = sp.Symbol("r", positive=True)
    return sp.cancel((r - r * 1) / (1 - r))


def guesses(row: tuple[int, int], predicted: int) -> dict[Fraction, Fraction]:
    """Return kappa and its probability when labels are dealt out at random, two classes.

    Parameters
    ----------
    row : tuple of int
        Cases of each class.
    predicted : int
        How many cases are given the first label: the margins are fixed, so the hits in the
        first class follow the hypergeometric distribution.
    """
    first, second = row
    total = first + second
    found: dict[Fraction, Fraction] = {}
    for hits in range(max(0, predicted - second), min(first, predicted) + 1):
        others = predicted - hits
        cells = [[hits, first - hits], [others, second - others]]
        kappa = Fraction(ConfusionMatrix(cells).exact().kappa)
        chance = Fraction(comb(first, hits) * comb(second, others), comb(total, predicted))
        found[kappa] = found.get(kappa, Fraction(0)) + chance
    return found


def expected(distribution: Mapping[Fraction, Fraction]) -> Fraction:
    """Mean of a finite distribution."""
    return sum((value * chance for value, chance in distribution.items()), Fraction(0))


@cache
def guessing_is_zero_on_average(cases: int = 8) -> bool:
    """Check that the expected kappa of a random guesser is exactly 0, whatever its margins.

    For any number of classes: with both margins fixed P_c is fixed, and the expected number of
    hits in class i is r_i c_i / N, so the expected P_0 is P_c.
    """
    return all(
        expected(guesses((first, cases - first), predicted)) == 0
        for first in range(1, cases)
        for predicted in range(cases + 1)
    )


@cache
def expected_information_gain(first: int = 3, second: int = 3, tested: int = 3) -> float:
    """Mean information gain, in bits, of an attribute dealt out at random to two classes."""
    total = first + second

    def gain(hits: int) -> float:
        others = tested - hits
        return _entropy(first, second) - (
            tested / total * _entropy(hits, others)
            + (total - tested) / total * _entropy(first - hits, second - others)
        )

    possible = range(max(0, tested - second), min(first, tested) + 1)
    weights = {hits: comb(first, hits) * comb(second, tested - hits) for hits in possible}
    return sum(n * gain(hits) for hits, n in weights.items()) / sum(weights.values())


def _entropy(*counts: int) -> float:
    total = sum(counts)
    return -sum(n / total * log2(n / total) for n in counts if n)


def entropy_of_certainty() -> float:
    """Entropy of one class that takes all."""
    return abs(_entropy(1))


@cache
def expected_auc_of_guessing(positives: int = 3, negatives: int = 3) -> Fraction:
    """Mean AUC when scores are dealt out at random, all ranks distinct."""
    ranks = range(positives + negatives)
    won = [
        sum(p > n for p in chosen for n in ranks if n not in chosen)
        for chosen in combinations(ranks, positives)
    ]
    return Fraction(sum(won), len(won) * positives * negatives)


# --- the example of A and B -------------------------------------------------------------------


@dataclass(frozen=True)
class Classifier:
    """Accuracy, chance agreement and kappa, each a share of all cases."""

    accuracy: Fraction
    chance: Fraction

    @property
    def kappa(self) -> Fraction:
        """Eq. (1)."""
        return (self.accuracy - self.chance) / (1 - self.chance)


def readings(accuracy: Fraction, share: Fraction) -> dict[str, Classifier]:
    """Return what 'this share of the hits may be due to chance' can mean for P_c.

    Under the know-or-guess model the share kappa of the cases is known and the others are
    guessed, so P_0 = kappa + (1 - kappa) P_c, and the guessed hits are the given share of P_0.
    """
    known = accuracy * (1 - share)
    return {
        "P_c over P_0": Classifier(accuracy, share * accuracy),
        "P_c": Classifier(accuracy, share),
        "know or guess": Classifier(accuracy, share * accuracy / (1 - known)),
    }


def one_dataset_allows(more: Classifier, less: Classifier) -> bool:
    """Say whether (3) lets two classifiers of one data set have such chance agreements.

    A necessary condition. Let q be the largest class share. The predictions of a classifier
    differ from the classes in at most e = 1 - P_0 of the cases, so its P_c differs from the sum
    of squared class shares by at most e q. Hence the two P_c differ by at most (e + e') q, which
    bounds q from below; and the smaller P_c is at least q^2 - e q.
    """
    errors = (1 - more.accuracy, 1 - less.accuracy)
    if sum(errors) == 0:
        return more.chance == less.chance
    q = max((more.chance - less.chance) / sum(errors), errors[1] / 2)
    return q <= 1 and q**2 - errors[1] * q <= less.chance
