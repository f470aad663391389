"""Kappa and related measures by themselves: range, baselines, properties, whatever the data are."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np

from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Number, Proof, Statement, Unjudged
from kappabook.metrics import ConfusionMatrix
from kappabook.metrics.kappa_curve import kappa_at
from kappabook.metrics.roc import auc_from_roc
from kappabook.papers.bendavid2007.theory import theorems as th
from kappabook.papers.shared.baselines import reasonable_kappas_satisfy
from kappabook.papers.shared.findings import contested, number_if
from kappabook.papers.shared.theorems import kappa_is_bounded
from kappabook.study.engines.weka import OWN as WEKAS_OWN

Cells = tuple[tuple[int, int], ...]

# Cohen, J. (1960), A coefficient of agreement for nominal scales, Educational and Psychological
# Measurement 20, 37-46: two judges.
COHEN_1960 = {"year": 1960, "judges": 2}


@check("s2.cohen", "s2.observers", "s2.weka")
def history() -> Findings:
    """Check what rests on sources outside the paper."""
    note = "Cohen (1960), Educational and Psychological Measurement 20, 37-46."
    yield "s2.cohen", Finding(Number(COHEN_1960["year"]), "external", note)
    yield "s2.observers", Finding(Number(COHEN_1960["judges"]), "external", note)
    note = "In every fold of our run WEKA's own kappa was compared with that of our counts; the "
    note += "run would have stopped at a difference. In 3.9.7; how long before 2007, we cannot say."
    shown = "weka.classifiers.Evaluation.kappa()"
    in_weka = Statement(weka_reports, ("kappa",), ("auk",), shown)
    yield "s2.weka", Finding(in_weka, "rerun", note, run="study-weka.csv")


def weka_reports(measure: str) -> bool:
    """Say whether our run asks WEKA for a measure, fold by fold, and holds ours against it."""
    return measure in WEKAS_OWN


# --- the range --------------------------------------------------------------------------------


@check("s2.kappa-*", "s2.accuracy-m*", "s2.multi-class", "s2.above-zero")
def range_of_kappa() -> Findings:
    """Check -1, 0 and 1: what attains them, for two classes and for more."""
    (lowest,) = {Fraction(th.two_swapped(m).kappa) for m in th.CLASSES}
    (highest,) = {Fraction(th.all_right(m).kappa) for m in th.CLASSES}
    bound = number_if(kappa_is_bounded(), lowest)
    yield "s2.kappa-disagreement", Finding(bound, "proved", _DISAGREEMENT, "contested")
    (guessed,) = th.guessing_expects("kappa")
    note = "This holds for the expected counts, and on average: in eight cases of two classes, for "
    note += "every pair of margins."
    yield "s2.kappa-random", Finding(Number(guessed), "checked", note)
    yield "s2.kappa-agreement", Finding(number_if(kappa_is_bounded(), highest))
    for name, value in (
        ("kappa-min", lowest),
        ("kappa-max", highest),
        ("accuracy-min", Fraction(th.two_swapped(2).accuracy)),
        ("accuracy-max", Fraction(th.all_right(2).accuracy)),
    ):
        yield f"s2.{name}", Finding(number_if(kappa_is_bounded(), value))
    shown = "1 and 0 do; -1 as the end of the range alone"
    for_many = Statement(three_results_hold, (th.two_swapped,), (th.all_wrong,), shown)
    yield "s2.multi-class", contested(for_many, _MANY_CLASSES, "checked")
    above = Proof(reasonable_kappas_satisfy, "K >= 0, and 0 is attained")
    yield "s2.above-zero", Finding(above, "checked", _ABOVE_ZERO)


def three_results_hold(disagreement: Callable[[int], ConfusionMatrix]) -> bool:
    """Say whether kappa is 1 without errors, 0 by guessing and -1 so, for two classes to seven.

    `disagreement` makes the table without a hit, for a number of classes. Of m equally frequent
    classes it has kappa -1/(m - 1), which is -1 for two alone.
    """
    return all(
        th.all_right(m).kappa == 1
        and th.independent((1,) * m, tuple(range(m))).kappa == 0
        and disagreement(m).kappa == -1
        for m in th.CLASSES
    )


_DISAGREEMENT = (
    "For: no kappa is lower than -1, and two equally frequent classes that are taken for each "
    "other have it. Against: by the K printed for Table 4 total disagreement gives -1 for "
    "alpha = beta alone; with three quarters and one quarter it is -0.6."
)
_MANY_CLASSES = (
    "For: for any number of classes kappa is 1 without errors, 0 where every cell is the "
    "product of its margins, and never below -1. It is -1 if two classes are taken for each "
    "other while the others are empty. Against: total disagreement of m equally frequent "
    "classes gives -1/(m - 1), -0.5 for three."
)
_ABOVE_ZERO = (
    "Every table of two classes in twelfths. For any number of classes: P_c is a mean of the class "
    "shares, weighted by the predictions, so never above the largest. As accurate as a random "
    "guesser is not enough even for K >= 0."
)


# --- baselines --------------------------------------------------------------------------------


@check("s[26].majority-zero", "s[26].random-zero", "s7.baselines-zero", "s7.auc")
def baselines() -> Findings:
    """Check that kappa finds nothing in who calls all cases alike, nor in who guesses."""
    majority = Number(Fraction(th.independent((5, 3, 2), (1, 0, 0)).kappa))
    yield "s2.majority-zero", Finding(majority, "checked", _MAJORITY_2)
    yield "s6.majority-zero", Finding(majority, "checked", _MAJORITY)
    three_of_six = th.guesses((3, 3), 3)
    values = ", ".join(str(kappa) for kappa in sorted(three_of_six))
    guessed = Number(th.expected(three_of_six))
    yield "s2.random-zero", Finding(guessed, "proved", _RANDOM_2.format(values), "contested")
    note = _RANDOM.format("any random classifier, by definition", values)
    yield "s6.random-zero", Finding(guessed, "proved", note, "contested")
    both = number_if(majority.value == guessed.value, guessed.value)
    note = _RANDOM.format("a random classifier as of a majority one, by definition", values)
    yield "s7.baselines-zero", Finding(both, "checked", f"{note} {_MAJORITY}", "contested")
    note = "AUC by a chance level that is 0.5 whatever the classes' shares, kappa by one that "
    note += "follows the margins."
    guess, skilled = (0, 0.2, 0.7, 1), (0, 0.5, 0.9, 1)
    shown = "random: AUC 0.5, kappa 0"
    chance = Statement(finds_nothing, (guess, guess), (guess, skilled), shown)
    yield "s7.auc", Finding(chance, "checked", note)


def finds_nothing(fpr: tuple[float, ...], tpr: tuple[float, ...]) -> bool:
    """Say whether a ROC curve has the AUC 0.5, and kappa 0 at its points for any class share."""
    shares = np.array([[0.1], [0.5], [0.8]])
    is_half = math.isclose(auc_from_roc(fpr, tpr), 0.5)  # its last digit is the processor's
    return is_half and bool(np.abs(kappa_at(fpr, tpr, shares)).max() < 1e-12)


_MAJORITY_2 = (
    "Shown in a table of ten cases, and exact in any: P_o and P_c are both the share of the "
    "class that is always named. Undefined, 0/0, if all cases are of one class."
)
_MAJORITY = "With all cases called alike accuracy and P_c are both the share of that class."
_RANDOM_2 = (
    "For: its expected kappa is exactly 0 for every pair of margins, since P_c is then fixed "
    "and the expected P_o equals it. Against: a single one need not score 0; with three of six "
    "cases in each class, and in each prediction, it scores {}."
)
_RANDOM = (
    "For: a random classifier's expected kappa is exactly 0 for every pair of margins. Against: "
    "print says it of {}; a single random table need not score 0, and with three of six cases in "
    "each class, and in each prediction, it scores {}."
)


# --- the five properties of Section 2 -----------------------------------------------------------


@check("s2.nutshell", "s2.added-value", "s2.any-distribution", "s2.weighted")
def properties() -> Findings:
    """Check the properties of kappa that Section 2 lists, and its nutshell."""
    yield "s2.nutshell", Finding(Unjudged("(1) in words"), "none", verdict="definition")
    above, good = (ConfusionMatrix(cells).exact() for cells in ([[4, 3], [1, 2]], [[6, 1], [1, 2]]))
    majority = max(above.row_margins)
    shown = f"kappa {above.kappa} at accuracy {above.accuracy}, below the majority's {majority}"
    below = Statement(is_positive_below_majority, (above,), (good,), shown)
    yield "s2.added-value", contested(below, _ADDED_VALUE)
    tables = tuple(((1, n), (n, n**2)) for n in (1, 9, 999))
    none = (((0, 0), (0, 0)),)
    always = Statement(have_chance, (tables,), (none,), "(3) divides by N^2 alone")
    note = (
        "We tried equal classes, one in ten, and one in a thousand. P_c exists wherever there "
        "is a case; kappa "
    )
    note += "does not where P_c = 1."
    yield "s2.any-distribution", Finding(always, "checked", note)
    equal, other = ((0, 1), (1, 0)), ((0, 5), (1, 0))
    shown = "costs of 0 and 1 give kappa back, others do not"
    weighted = Statement(takes_costs, (above, equal, other), (above, equal, equal), shown)
    note = "Cohen (1968), Psychological Bulletin 70, 213-220."
    yield "s2.weighted", Finding(weighted, "external", note)


def is_positive_below_majority(matrix: ConfusionMatrix) -> bool:
    """Say whether kappa is positive at an accuracy below the larger class's share."""
    return bool(matrix.kappa > 0 and matrix.accuracy < max(matrix.row_margins))


def have_chance(tables: Sequence[Cells]) -> bool:
    """Say whether (3) gives every table of counts a probability; without a case it gives none."""
    for cells in tables:
        rows, columns = (np.sum(cells, axis=axis).tolist() for axis in (1, 0))
        n = sum(rows)
        if n == 0 or not 0 <= Fraction(int(np.dot(rows, columns)), n**2) <= 1:
            return False
    return True


def takes_costs(matrix: ConfusionMatrix, equal: Cells, other: Cells) -> bool:
    """Say whether equal costs of all errors give kappa back, and other costs another value."""
    return bool(matrix.weighted_kappa(equal) == matrix.kappa != matrix.weighted_kappa(other))


_ADDED_VALUE = (
    "For: both score 0, the random one on average. Against: a positive kappa does not mean more "
    "hits than the majority's: of 7 and 3 cases, 4 and 2 right."
)
