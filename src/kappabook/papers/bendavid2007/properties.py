"""Kappa and related meters by themselves: range, baselines, properties (Sections 2 and 3)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
import sympy as sp

from kappabook.ledger import Finding, Number, Proof, Statement
from kappabook.metrics import ConfusionMatrix
from kappabook.papers.bendavid2007 import theorems as th
from kappabook.papers.bendavid2007.printed import Findings
from kappabook.papers.shared.algebra import is_zero
from kappabook.papers.shared.baselines import reasonable_kappas_satisfy

# Cohen, J. (1960), A coefficient of agreement for nominal scales, Educational and Psychological
# Measurement 20, 37-46: two judges.
COHEN_1960 = {"year": 1960, "judges": 2}


@cache
def properties() -> tuple[tuple[str, Finding], ...]:
    """Check what holds of kappa, or of another meter, whatever the paper's data are."""
    return (*_history(), *_range_of_kappa(), *_five_properties(), *_related_meters())


def _history() -> Findings:
    """Check what rests on sources outside the paper."""
    note = "Cohen (1960), Educational and Psychological Measurement 20, 37-46."
    yield "s2.cohen", Finding(Number(COHEN_1960["year"]), "external", note)
    yield "s2.observers", Finding(Number(COHEN_1960["judges"]), "external", note)
    yield (
        "s2.weka",
        Finding(
            Statement(True, "weka.classifiers.Evaluation.kappa()"),
            "external",
            "Present in the version that the study runs, 3.9.7, and printed by its evaluation.",
        ),
    )


def _range_of_kappa() -> Findings:
    """Check -1, 0 and 1: what attains them, for two classes and for more."""
    bounded = th.kappa_is_bounded()
    swapped = {th.two_swapped(m).kappa for m in th.CLASSES}
    (lowest,), (highest,) = swapped, {th.all_right(m).kappa for m in th.CLASSES}
    yield "s2.kappa-disagreement", Finding(_fraction(lowest), "proved", _DISAGREEMENT, "contested")
    guessed = th.independent((3, 1), (2, 2)).kappa
    yield (
        "s2.kappa-random",
        Finding(_fraction(guessed), note="Of the counts that are expected, and on average."),
    )
    yield "s2.kappa-agreement", Finding(_fraction(highest))
    yield "s2.multi-class", Finding(_many_classes(), "proved", _MANY_CLASSES, "contested")
    for name, value in (
        ("kappa-min", lowest),
        ("kappa-max", highest),
        ("accuracy-min", th.two_swapped(2).accuracy),
        ("accuracy-max", th.all_right(2).accuracy),
    ):
        yield f"s2.{name}", Finding(_fraction(value) if bounded else Number(float("nan")))
    yield (
        "s2.above-zero",
        Finding(
            Proof(reasonable_kappas_satisfy, "K >= 0, and 0 is attained"),
            note="For any number of classes: P_c is a mean of the class shares, weighted by the "
            "predictions, so never above the largest. As accurate as a random guesser is not "
            "enough even for K >= 0.",
        ),
    )


def _fraction(value: object) -> Number:
    return Number(Fraction(str(value)))


def _many_classes() -> Statement:
    """Check the least kappa of m equal classes that are all wrong: -1/(m - 1)."""
    wrong = [th.all_wrong(m).kappa == Fraction(-1, m - 1) for m in th.CLASSES]
    right = [th.all_right(m).kappa == 1 for m in th.CLASSES]
    random = [th.independent((1,) * m, tuple(range(m))).kappa == 0 for m in th.CLASSES]
    return Statement(all(wrong + right + random), "1 and 0 do; -1 as the end of the range alone")


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


def majority_zero() -> Finding:
    """Compute kappa of a majority classifier (Sections 2, 6 and 7)."""
    return Finding(
        Number(int(th.majority_kappa())),
        note="Exactly: P_0 and P_c are both its class's share. Undefined, 0/0, if all cases are "
        "of one class.",
    )


def random_zero() -> Finding:
    """Compute the expected kappa of a random classifier (Sections 2, 6 and 7)."""
    three_of_six = th.guesses((3, 3), 3)
    values = ", ".join(str(kappa) for kappa in sorted(three_of_six))
    return Finding(
        Number(th.expected(three_of_six)),
        note="For: its expected kappa is exactly 0 for every pair of margins, since P_c is then "
        "fixed and the expected P_0 equals it. Against: a single one need not score "
        f"0; with three of six cases in each class, and in each prediction, it scores {values}.",
        verdict="contested",
    )


def _five_properties() -> Findings:
    """Check the five properties of kappa that Section 2 lists, and its nutshell."""
    yield "s2.nutshell", Finding(Statement(True, "(1) in words"), verdict="definition")
    yield "s2.majority-zero", majority_zero()
    yield "s2.random-zero", random_zero()
    above = ConfusionMatrix([[4, 3], [1, 2]]).exact()
    yield (
        "s2.added-value",
        Finding(
            Statement(
                above.kappa > 0 and above.accuracy < max(above.row_margins),
                f"kappa {above.kappa} at accuracy {above.accuracy}, below the majority's "
                f"{max(above.row_margins)}",
            ),
            note="For: both score 0, the random one on average. Against: a positive kappa does "
            "not mean more hits than the majority's: of 7 and 3 cases, 4 and 2 right.",
            verdict="contested",
        ),
    )
    skewed = [th.independent((1, n), (n, 1)).chance_agreement for n in (1, 9, 999)]
    yield (
        "s2.any-distribution",
        Finding(
            Statement(all(0 < p < 1 for p in skewed), "(3) divides by N^2 alone"),
            note="P_c always exists; kappa does not where P_c = 1.",
        ),
    )
    zero_one = 1 - np.eye(2, dtype=int)
    costly = above.weighted_kappa([[0, 5], [1, 0]])
    same = above.weighted_kappa(zero_one) == above.kappa != costly
    yield (
        "s2.weighted",
        Finding(
            Statement(bool(same), "costs of 0 and 1 give kappa back"),
            "external",
            "Cohen (1968), Psychological Bulletin 70, 213-220.",
        ),
    )


# --- Section 3 --------------------------------------------------------------------------------


def _related_meters() -> Findings:
    """Check what Section 3 says of entropy, weighted relative accuracy and the AUC."""
    yield "s3.entropy-certain", Finding(Number(th.entropy_of_certainty()))
    gain = th.expected_information_gain()
    yield (
        "s3.entropy-chance",
        Finding(
            Statement(gain > 0, f"{gain:.3f} bit expected of a random attribute"),
            note="An attribute dealt out at random, three of six cases, two classes of three.",
        ),
    )
    yield (
        "s3.wra",
        Finding(
            Statement(_joins_precision_and_recall(), "TP - P P_bar = P recall (1 - P/precision)"),
            "external",
            "Lavrac, Flach and Zupan (1999): coverage times precision less P. It is half the "
            "numerator of kappa for two classes, so it does allow for chance.",
        ),
    )
    auc = th.expected_auc_of_guessing()
    yield (
        "s3.auc-added-value",
        Finding(Statement(auc == Fraction(1, 2), f"less {auc}, the expected AUC of guessing")),
    )
    pairs = len(list(combinations(range(9), 2)))
    yield (
        "s3.auc-splits",
        Finding(
            Statement(pairs == 36, f"nine classes, as in ERA: 9 splits, or {pairs} pairs"),
            "external",
            "Hand and Till (2001), Machine Learning 45, 171-186, average the AUC over all pairs.",
        ),
    )
    twins = [ConfusionMatrix([[tp, 10 - tp], [fp, 10 - fp]]).exact() for tp, fp in ((6, 1), (8, 3))]
    yield (
        "s3.scalar",
        Finding(
            Statement(twins[0].kappa == twins[1].kappa, f"both have kappa {twins[0].kappa}"),
            note="Two points of the ROC plane, (0.1, 0.6) and (0.3, 0.8), at equal classes.",
        ),
    )
    guessed = [th.independent(tuple(range(1, m + 1)), (2,) * m).kappa for m in th.CLASSES]
    yield (
        "s3.kappa-multi-class",
        Finding(Statement(not any(guessed), "0 for independent margins, two classes to seven")),
    )


def _joins_precision_and_recall() -> bool:
    """Prove it, and that twice this is the numerator P_0 - P_c of kappa."""
    tp, p, p_bar = sp.symbols("TP P P_bar", positive=True)
    wra, precision, recall = tp - p * p_bar, tp / p_bar, tp / p
    accuracy = tp + 1 - p - p_bar + tp
    chance = p * p_bar + (1 - p) * (1 - p_bar)
    claims = wra - p * recall * (1 - p / precision), wra - p_bar * (precision - p)
    return all(map(is_zero, (*claims, accuracy - chance - 2 * wra)))
