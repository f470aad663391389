"""The abstract and Sections 1 to 3: accuracy, chance and kappa before any experiment.

What the abstract and these sections say of the experiment is computed in `sections_4_and_5`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import nan
from typing import Any

import numpy as np
import sympy as sp

from kappabook.audit.computed import holds, noted
from kappabook.audit.declared import computes
from kappabook.audit.printed import Printed
from kappabook.metrics import ConfusionMatrix
from kappabook.papers.shared.baselines import ABOVE_ZERO, dealt, expected, is_below_the_majority
from kappabook.papers.shared.theorems import kappa_is_bounded

# --- guessing -----------------------------------------------------------------------------------

CLASSES = range(2, 8)


def independent(rows: Sequence[int], columns: Sequence[int]) -> ConfusionMatrix:
    """Return what an independent guesser with these margins is expected to produce."""
    return ConfusionMatrix(np.outer(rows, columns)).exact()


@cache
def guessing_expects(measure: str, cases: int = 8) -> frozenset[Fraction]:
    """Return what a measure expects of random guessers, one value for each pair of margins.

    Of kappa always 0, for any number of classes: with both margins fixed P_c is fixed, and the
    expected number of hits in class i is r_i c_i / N, so the expected P_0 is P_c.
    """
    return frozenset(
        expected(measure, dealt(first, cases - first, called))
        for first in range(1, cases)
        for called in range(cases + 1)
    )


@computes("abstract.no-compensation", "abstract.kappa-compensates", "s1.equal-chance")
def accuracy_and_chance(p: Printed) -> dict[str, Any]:
    """Abstract and Section 1: what accuracy and kappa make of guessing."""
    low, high = min(guessing_expects("accuracy")), max(guessing_expects("accuracy"))
    gap, wrong = sp.Symbol("gap", positive=True), sp.Symbol("gap", negative=True)
    return {
        "abstract.no-compensation": holds(
            lambda measure: max(guessing_expects(measure)) > 0,
            ("accuracy",),
            ("kappa",),
            f"guessing expects {low} to {high}, by the margins",
        ),
        "abstract.kappa-compensates": holds(
            lambda measure: guessing_expects(measure) == {0},
            ("kappa",),
            ("accuracy",),
            "guessing expects 0, whatever the margins",
        ),
        "s1.equal-chance": holds(kappa_rises, (gap,), (wrong,), "K rises with P_0 at a given P_c"),
    }


def kappa_rises(gap: sp.Symbol) -> bool:
    """Say whether kappa rises with P_0 at a fixed P_c; the gap is 1 - P_c."""
    p_0 = sp.Symbol("P_0")
    return bool(sp.diff(1 - (1 - p_0) / gap, p_0).is_positive)


# --- the example of A and B ---------------------------------------------------------------------


@dataclass(frozen=True)
class Classifier:
    """Accuracy and chance agreement, each a share of all cases."""

    accuracy: Fraction
    chance: Fraction

    @property
    def kappa(self) -> Fraction:
        """Eq. (1)."""
        return (self.accuracy - self.chance) / (1 - self.chance)


def readings(accuracy: Fraction, share: Fraction) -> list[Classifier]:
    """Return what 'this share of the hits may be due to chance' can mean: P_c/P_0, P_c, or guesses.

    Under the last, the share kappa of the cases is known and the others are guessed, so
    P_0 = kappa + (1 - kappa) P_c, and the guessed hits are the given share of P_0.
    """
    known = accuracy * (1 - share)
    chances = share * accuracy, share, share * accuracy / (1 - known)
    return [Classifier(accuracy, chance) for chance in chances]


# A classifier of the example: its accuracy, and the share of its hits that chance may explain.
Shares = tuple[Fraction, Fraction]
# Two such classifiers that one data set allows.
ALLOWED = (Fraction(4, 5), Fraction(2, 5)), (Fraction(7, 10), Fraction(7, 20))


@computes("s1.a-b-*")
def a_and_b(p: Printed) -> dict[str, Any]:
    """Section 1: A is more accurate, and more of its hits may be due to chance."""
    a, b, chance_a, chance_b = (
        p.number(f"s1.{name}") / 100
        for name in ("a-accuracy", "b-accuracy", "a-chance", "b-chance")
    )
    one, other = (a, chance_a), (b, chance_b)
    kept_a, kept_b = a * (1 - chance_a), b * (1 - chance_b)
    kappas = [
        {f"a{i}": x.kappa, f"b{i}": y.kappa}
        for i, (x, y) in enumerate(zip(readings(*one), readings(*other), strict=True), 1)
    ]
    turns = holds(
        order_turns,
        (one, other),
        ((a, chance_b), (b, chance_a)),
        f"A keeps {float(kept_a):g} of the cases, B {float(kept_b):g}",
    )
    return {
        "s1.a-b-reversal": noted(
            turns,
            least_a=100 * (1 - kept_b / a),
            most_b=100 * (1 - kept_a / b),
            **{name: value for pair in kappas for name, value in pair.items()},
        ),
        "s1.a-b-possible": holds(
            no_reading_allows,
            (one, other),
            ALLOWED,
            "the order can turn, but not with these numbers",
        ),
    }


def order_turns(one: Shares, other: Shares) -> bool:
    """Say whether the more accurate keeps fewer hits, and by every reading has the lower kappa."""
    (more, share), (less, other_share) = one, other
    fewer = more * (1 - share) < less * (1 - other_share)
    pairs = zip(readings(*one), readings(*other), strict=True)
    return more > less and fewer and all(x.kappa < y.kappa for x, y in pairs)


def no_reading_allows(one: Shares, other: Shares) -> bool:
    """Say whether no data set allows the two classifiers, whatever the share of chance means."""
    pairs = zip(readings(*one), readings(*other), strict=True)
    return not any(one_dataset_allows(x, y) for x, y in pairs)


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


# --- the range of kappa, and its properties -----------------------------------------------------


def all_right(classes: int) -> ConfusionMatrix:
    """Return equally frequent classes without an error."""
    return ConfusionMatrix(np.eye(classes, dtype=int)).exact()


def all_wrong(classes: int) -> ConfusionMatrix:
    """Return equally frequent classes, each always taken for the next."""
    return ConfusionMatrix(np.roll(np.eye(classes, dtype=int), 1, axis=1)).exact()


def two_swapped(classes: int) -> ConfusionMatrix:
    """Return two classes taken for each other, and the others without cases."""
    cells = np.zeros((classes, classes), dtype=int)
    cells[0, 1] = cells[1, 0] = 1
    return ConfusionMatrix(cells).exact()


@computes("s2.kappa-*", "s2.multi-class", "s2.above-zero")
def range_of_kappa(p: Printed) -> dict[str, Any]:
    """Section 2, after Table 5: what attains -1, 0 and 1, for two classes and for more."""
    bounded = kappa_is_bounded()
    least = {Fraction(two_swapped(m).kappa) for m in CLASSES}
    lowest = -1 if bounded and least == {-1} else nan
    (guessed,) = guessing_expects("kappa")
    return {
        "s2.kappa-disagreement": lowest,
        "s2.kappa-random": guessed,
        "s2.kappa-min": lowest,
        "s2.kappa-max": 1 if bounded and {all_right(m).kappa for m in CLASSES} == {1} else nan,
        "s2.multi-class": holds(
            three_results_hold,
            (two_swapped,),
            (all_wrong,),
            "1 and 0 do; -1 as the end of the range alone",
        ),
        "s2.above-zero": ABOVE_ZERO,
    }


def three_results_hold(disagreement: Callable[[int], ConfusionMatrix]) -> bool:
    """Say whether kappa is 1 without errors, 0 by guessing and -1 so, for two classes to seven.

    `disagreement` makes the table without a hit, for a number of classes. Of m equally frequent
    classes it has kappa -1/(m - 1), which is -1 for two alone.
    """
    return all(
        all_right(m).kappa == 1
        and independent((1,) * m, tuple(range(m))).kappa == 0
        and disagreement(m).kappa == -1
        for m in CLASSES
    )


@computes("s2.majority-zero", "s2.random-zero", "s2.added-value", "s7.baselines-zero")
def properties(p: Printed) -> dict[str, Any]:
    """Section 2: the properties of kappa that it lists; Section 7 has two of them again."""
    above, good = (ConfusionMatrix(cells).exact() for cells in ([[4, 3], [1, 2]], [[6, 1], [1, 2]]))
    majority, guesses = independent((5, 3, 2), (1, 0, 0)).kappa, dealt(3, 3, 3)
    guessed = expected("kappa", guesses)
    values = ", ".join(str(x) for x in sorted(Fraction(x.kappa) for _, x in guesses))
    shown = (
        f"kappa {above.kappa} at accuracy {above.accuracy}, "
        f"below the majority's {max(above.row_margins)}"
    )
    return {
        "s2.majority-zero": majority,
        "s2.random-zero": noted(guessed, values=values),
        "s2.added-value": holds(is_below_the_majority, (above,), (good,), shown),
        "s7.baselines-zero": noted(guessed if guessed == majority else nan, values=values),
    }


# --- Section 3: AUC and ROC curves beside kappa -------------------------------------------------

Rankings = Sequence[tuple[int, ...]]
# The ranks that three positives can have among six distinct ranks, the lowest 0.
ALL_RANKINGS = tuple(combinations(range(6), 3))


@computes("s3.auc-added-value", "s3.scalar")
def related_measures(p: Printed) -> dict[str, Any]:
    """Section 3: what the AUC adds, and what one number loses beside a ROC curve."""
    half = Fraction(1, 2)
    skilled = tuple(ranks for ranks in ALL_RANKINGS if 5 in ranks)
    return {
        "s3.auc-added-value": holds(
            lambda rankings: mean_auc(rankings) == half,
            (ALL_RANKINGS,),
            (skilled,),
            f"less {mean_auc(ALL_RANKINGS)}, the expected AUC of guessing",
        ),
        "s3.scalar": holds(
            share_one_kappa, ((6, 1), (8, 3)), ((6, 1), (8, 1)), "both have kappa 1/2"
        ),
    }


def mean_auc(rankings: Rankings) -> Fraction:
    """Return the mean AUC over some rankings; over all, that of scores dealt out at random."""
    won = (
        positive > negative
        for ranks in rankings
        for positive in ranks
        for negative in set(range(6)) - set(ranks)
    )
    return Fraction(sum(won), 9 * len(rankings))


def share_one_kappa(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Say whether two points, of ten positive and ten negative cases, have the same kappa."""
    kappas = {
        ConfusionMatrix([[tp, 10 - tp], [fp, 10 - fp]]).exact().kappa for tp, fp in (one, other)
    }
    return one != other and len(kappas) == 1
