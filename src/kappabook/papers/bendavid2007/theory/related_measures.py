"""What Section 3 says of entropy, weighted relative accuracy, the AUC and kappa beside it."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import sympy as sp
from scipy.stats import entropy

from kappabook.algebra import is_zero
from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Number, Statement
from kappabook.metrics import ConfusionMatrix
from kappabook.metrics.roc import auc_score
from kappabook.papers.bendavid2007.theory import theorems as th

NINE = 9  # classes of ERA
TP, P, P_BAR = sp.symbols("TP P P_bar", positive=True)


@check("s3.entropy-*", "s3.wra", "s3.auc-*", "s3.scalar", "s3.kappa-multi-class")
def related_measures() -> Findings:
    """Check what Section 3 says of entropy, weighted relative accuracy and the AUC."""
    yield "s3.entropy-certain", Finding(Number(float(entropy([1]))))
    shown = f"{th.expected_information_gain(3, 3, 3):.3f} bit expected of a random attribute"
    expected = Statement(expects_a_gain, (3, 3, 3), (6, 0, 3), shown)
    note = (
        "We tried an attribute that is dealt out at random to three of six cases, in two classes "
        "of three."
    )
    yield "s3.entropy-chance", Finding(expected, note=note)
    shown = "TP - P P_bar = P recall (1 - P/precision)"
    joins = Statement(joins_precision_and_recall, (TP - P * P_BAR,), (TP + P * P_BAR,), shown)
    yield "s3.wra", Finding(joins, "external", _WRA)
    rankings = th.all_rankings()
    skilled = tuple(ranks for ranks in rankings if max(rankings[-1]) in ranks)
    shown = f"less {th.mean_auc(rankings)}, the expected AUC of guessing"
    less = Statement(has_half_the_area, (rankings,), (skilled,), shown)
    yield "s3.auc-added-value", Finding(less, "checked", "All rankings of three and three cases.")
    right = tuple(map(tuple, np.eye(NINE, dtype=int).tolist()))
    wrong = (right[1], right[0], *right[2:])
    shown = f"nine classes, as in ERA: {NINE} splits, or {NINE * (NINE - 1) // 2} pairs"
    splits = Statement(splits_see_no_error, (right,), (wrong,), shown)
    note = "Hand and Till (2001), Machine Learning 45, 171-186, average the AUC over all pairs."
    yield "s3.auc-splits", Finding(splits, "checked", note)
    points, others = ((6, 1), (8, 3)), ((6, 1), (8, 1))
    scalar = Statement(share_one_kappa, points, others, "both have kappa 1/2")
    note = "Two points of the ROC plane, (0.1, 0.6) and (0.3, 0.8), at equal classes."
    yield "s3.scalar", Finding(scalar, note=note)
    shown = "0 for independent margins, two classes to seven"
    guessed = Statement(guesses_score_nothing, ("kappa",), ("accuracy",), shown)
    yield "s3.kappa-multi-class", Finding(guessed, "checked")


def expects_a_gain(first: int, second: int, tested: int) -> bool:
    """Say whether a random attribute of two classes expects to gain information."""
    return th.expected_information_gain(first, second, tested) > 0


def has_half_the_area(rankings: tuple[tuple[int, ...], ...]) -> bool:
    """Say whether some rankings have the mean AUC 1/2."""
    return th.mean_auc(rankings) == Fraction(1, 2)


def splits_see_no_error(scores: tuple[tuple[int, ...], ...]) -> bool:
    """Say whether each split into one class and the others has the AUC 1.

    Row i of `scores` is what a classifier gives a case of class i, one column for each class.
    """
    columns = enumerate(zip(*scores, strict=True))
    return all(
        auc_score([row == label for row in range(len(scores))], column) == 1
        for label, column in columns
    )


def share_one_kappa(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Say whether two points, of ten positive and ten negative cases, have the same kappa."""
    kappas = {
        ConfusionMatrix([[tp, 10 - tp], [fp, 10 - fp]]).exact().kappa for tp, fp in (one, other)
    }
    return one != other and len(kappas) == 1


def guesses_score_nothing(measure: str) -> bool:
    """Say whether independent margins have the value 0, for two classes to seven."""
    tables = (th.independent(tuple(range(1, m + 1)), (2,) * m) for m in th.CLASSES)
    return not any(getattr(table, measure) for table in tables)


_WRA = (
    "Lavrac, Flach and Zupan (1999): coverage times precision less P. It is half the numerator of "
    "kappa for two classes, so it does allow for chance."
)


def joins_precision_and_recall(wra: sp.Expr) -> bool:
    """Prove it, and that twice this is the numerator P_0 - P_c of kappa."""
    precision, recall = TP / P_BAR, TP / P
    accuracy = TP + 1 - P - P_BAR + TP
    chance = P * P_BAR + (1 - P) * (1 - P_BAR)
    claims = wra - P * recall * (1 - P / precision), wra - P_BAR * (precision - P)
    return all(map(is_zero, (*claims, accuracy - chance - 2 * wra)))
