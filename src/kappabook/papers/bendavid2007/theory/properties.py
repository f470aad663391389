"""Kappa and related measures by themselves: range, baselines, properties, whatever the data are."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
import sympy as sp
from scipy.stats import entropy

from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Number, Proof, Statement
from kappabook.metrics import ConfusionMatrix
from kappabook.metrics.kappa_curve import kappa_at
from kappabook.metrics.roc import auc_from_roc
from kappabook.papers.bendavid2007.theory import theorems as th
from kappabook.papers.shared.algebra import is_zero
from kappabook.papers.shared.baselines import reasonable_kappas_satisfy
from kappabook.papers.shared.findings import contested, number_if
from kappabook.papers.shared.theorems import kappa_is_bounded

# Cohen, J. (1960), A coefficient of agreement for nominal scales, Educational and Psychological
# Measurement 20, 37-46: two judges.
COHEN_1960 = {"year": 1960, "judges": 2}


@check("s2.cohen", "s2.observers", "s2.weka")
def history() -> Findings:
    """Check what rests on sources outside the paper."""
    note = "Cohen (1960), Educational and Psychological Measurement 20, 37-46."
    yield "s2.cohen", Finding(Number(COHEN_1960["year"]), "external", note)
    yield "s2.observers", Finding(Number(COHEN_1960["judges"]), "external", note)
    note = "Present in the version that the study runs, 3.9.7, and printed by its evaluation."
    in_weka = Statement(True, "weka.classifiers.Evaluation.kappa()")
    yield "s2.weka", Finding(in_weka, "external", note)


# --- the range --------------------------------------------------------------------------------


@check("s2.kappa-*", "s2.accuracy-m*", "s2.multi-class", "s2.above-zero")
def range_of_kappa() -> Findings:
    """Check -1, 0 and 1: what attains them, for two classes and for more."""
    (lowest,) = {Fraction(th.two_swapped(m).kappa) for m in th.CLASSES}
    (highest,) = {Fraction(th.all_right(m).kappa) for m in th.CLASSES}
    yield "s2.kappa-disagreement", Finding(Number(lowest), "proved", _DISAGREEMENT, "contested")
    guessed = Number(Fraction(th.independent((3, 1), (2, 2)).kappa))
    yield (
        "s2.kappa-random",
        Finding(guessed, note="Of the counts that are expected, and on average."),
    )
    yield "s2.kappa-agreement", Finding(Number(highest))
    for name, value in (
        ("kappa-min", lowest),
        ("kappa-max", highest),
        ("accuracy-min", Fraction(th.two_swapped(2).accuracy)),
        ("accuracy-max", Fraction(th.all_right(2).accuracy)),
    ):
        yield f"s2.{name}", Finding(number_if(kappa_is_bounded(), value))
    # The least kappa of m equal classes that are all wrong is -1/(m - 1).
    for_many = all(
        th.all_wrong(m).kappa == Fraction(-1, m - 1)
        and th.all_right(m).kappa == 1
        and th.independent((1,) * m, tuple(range(m))).kappa == 0
        for m in th.CLASSES
    )
    shown = "1 and 0 do; -1 as the end of the range alone"
    yield "s2.multi-class", contested(for_many, shown, _MANY_CLASSES)
    above = Proof(reasonable_kappas_satisfy, "K >= 0, and 0 is attained")
    yield "s2.above-zero", Finding(above, note=_ABOVE_ZERO)


_DISAGREEMENT = (
    "For: no kappa is lower, and two equally frequent classes taken for each other attain it. "
    "Against: by the K printed for Table 4 total disagreement gives -1 for alpha = beta alone; "
    "with three quarters and one quarter it is -0.6."
)
_MANY_CLASSES = (
    "For: for any number of classes kappa is 1 without errors, 0 where every cell is the product "
    "of its margins, and never below -1, which two classes taken for each other attain while the "
    "others are empty. Against: total disagreement of m equally frequent classes gives "
    "-1/(m - 1), -0.5 for three."
)
_ABOVE_ZERO = (
    "For any number of classes: P_c is a mean of the class shares, weighted by the predictions, so "
    "never above the largest. As accurate as a random guesser is not enough even for K >= 0."
)


# --- baselines --------------------------------------------------------------------------------


@check("s[26].majority-zero", "s[26].random-zero", "s7.baselines-zero", "s7.auc")
def baselines() -> Findings:
    """Check that kappa finds nothing in who calls all cases alike, nor in who guesses."""
    majority = Number(Fraction(th.independent((5, 3, 2), (1, 0, 0)).kappa))
    yield "s2.majority-zero", Finding(majority, note=_MAJORITY_2)
    yield "s6.majority-zero", Finding(majority, note=_MAJORITY)
    three_of_six = th.guesses((3, 3), 3)
    values = ", ".join(str(kappa) for kappa in sorted(three_of_six))
    guessed = Number(th.expected(three_of_six))
    yield "s2.random-zero", Finding(guessed, "proved", _RANDOM_2.format(values), "contested")
    products = Number(Fraction(th.independent((5, 3, 2), (5, 3, 2)).kappa))
    yield "s6.random-zero", Finding(products, note=_RANDOM)
    both = number_if(majority.value == products.value, products.value)
    yield "s7.baselines-zero", Finding(both, note=f"{_MAJORITY} {_RANDOM}")
    kappas = {float(kappa_at(rate, rate, p)) for rate in (0.2, 0.7) for p in (0.1, 0.5, 0.8)}
    holds = auc_from_roc([0, 1], [0, 1]) == 0.5 and max(map(abs, kappas)) < 1e-12
    note = "AUC by a chance level that is 0.5 whatever the classes' shares, kappa by one that "
    note += "follows the margins."
    yield "s7.auc", Finding(Statement(holds, "random: AUC 0.5, kappa 0"), note=note)


_MAJORITY_2 = (
    "Exactly: P_0 and P_c are both its class's share. Undefined, 0/0, if all cases are of one "
    "class."
)
_MAJORITY = "With all cases called alike accuracy and P_c are both the share of that class."
_RANDOM_2 = (
    "For: its expected kappa is exactly 0 for every pair of margins, since P_c is then fixed and "
    "the expected P_0 equals it. Against: a single one need not score 0; with three of six cases "
    "in each class, and in each prediction, it scores {}."
)
_RANDOM = "In expectation, or for the table of products; a single random table differs from it."


# --- the five properties of Section 2 -----------------------------------------------------------


@check("s2.nutshell", "s2.added-value", "s2.any-distribution", "s2.weighted")
def properties() -> Findings:
    """Check the properties of kappa that Section 2 lists, and its nutshell."""
    yield "s2.nutshell", Finding(Statement(True, "(1) in words"), verdict="definition")
    above = ConfusionMatrix([[4, 3], [1, 2]]).exact()
    majority = max(above.row_margins)
    shown = f"kappa {above.kappa} at accuracy {above.accuracy}, below the majority's {majority}"
    holds = bool(above.kappa > 0 and above.accuracy < majority)
    yield "s2.added-value", contested(holds, shown, _ADDED_VALUE)
    skewed = [th.independent((1, n), (n, 1)).chance_agreement for n in (1, 9, 999)]
    always = Statement(all(0 < p < 1 for p in skewed), "(3) divides by N^2 alone")
    note = "P_c always exists; kappa does not where P_c = 1."
    yield "s2.any-distribution", Finding(always, note=note)
    plain = above.weighted_kappa(1 - np.eye(2, dtype=int))
    same = plain == above.kappa != above.weighted_kappa([[0, 5], [1, 0]])
    weighted = Statement(bool(same), "costs of 0 and 1 give kappa back")
    note = "Cohen (1968), Psychological Bulletin 70, 213-220."
    yield "s2.weighted", Finding(weighted, "external", note)


_ADDED_VALUE = (
    "For: both score 0, the random one on average. Against: a positive kappa does not mean more "
    "hits than the majority's: of 7 and 3 cases, 4 and 2 right."
)


# --- Section 3 --------------------------------------------------------------------------------


@check("s3.entropy-*", "s3.wra", "s3.auc-*", "s3.scalar", "s3.kappa-multi-class")
def related_measures() -> Findings:
    """Check what Section 3 says of entropy, weighted relative accuracy and the AUC."""
    yield "s3.entropy-certain", Finding(Number(float(entropy([1]))))
    gain = th.expected_information_gain()
    expected = Statement(gain > 0, f"{gain:.3f} bit expected of a random attribute")
    note = "An attribute dealt out at random, three of six cases, two classes of three."
    yield "s3.entropy-chance", Finding(expected, note=note)
    joins = Statement(_joins_precision_and_recall(), "TP - P P_bar = P recall (1 - P/precision)")
    yield "s3.wra", Finding(joins, "external", _WRA)
    auc = th.expected_auc_of_guessing()
    less = Statement(auc == Fraction(1, 2), f"less {auc}, the expected AUC of guessing")
    yield "s3.auc-added-value", Finding(less)
    pairs = len(list(combinations(range(9), 2)))
    splits = Statement(pairs == 36, f"nine classes, as in ERA: 9 splits, or {pairs} pairs")
    note = "Hand and Till (2001), Machine Learning 45, 171-186, average the AUC over all pairs."
    yield "s3.auc-splits", Finding(splits, "external", note)
    twins = [ConfusionMatrix([[tp, 10 - tp], [fp, 10 - fp]]).exact() for tp, fp in ((6, 1), (8, 3))]
    scalar = Statement(twins[0].kappa == twins[1].kappa, f"both have kappa {twins[0].kappa}")
    note = "Two points of the ROC plane, (0.1, 0.6) and (0.3, 0.8), at equal classes."
    yield "s3.scalar", Finding(scalar, note=note)
    guessed = [th.independent(tuple(range(1, m + 1)), (2,) * m).kappa for m in th.CLASSES]
    shown = "0 for independent margins, two classes to seven"
    yield "s3.kappa-multi-class", Finding(Statement(not any(guessed), shown))


_WRA = (
    "Lavrac, Flach and Zupan (1999): coverage times precision less P. It is half the numerator of "
    "kappa for two classes, so it does allow for chance."
)


def _joins_precision_and_recall() -> bool:
    """Prove it, and that twice this is the numerator P_0 - P_c of kappa."""
    tp, p, p_bar = sp.symbols("TP P P_bar", positive=True)
    wra, precision, recall = tp - p * p_bar, tp / p_bar, tp / p
    accuracy = tp + 1 - p - p_bar + tp
    chance = p * p_bar + (1 - p) * (1 - p_bar)
    claims = wra - p * recall * (1 - p / precision), wra - p_bar * (precision - p)
    return all(map(is_zero, (*claims, accuracy - chance - 2 * wra)))
