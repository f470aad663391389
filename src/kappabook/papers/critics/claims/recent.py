"""What is said against kappa today: proper measures, expected cost, MCC, imperfect references."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import sympy as sp

from kappabook.algebra import is_zero
from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Statement
from kappabook.metrics import ConfusionMatrix
from kappabook.metrics.association import matthews_correlation
from kappabook.metrics.kappa_curve import kappa_at
from kappabook.metrics.roc import auc_score
from kappabook.papers.critics import optimum
from kappabook.papers.critics.claims import notes
from kappabook.papers.critics.claims.correlation import (
    AS_MANY_CALLED,
    CAUTIOUS,
    EAGER,
    kappa_and_mcc_part,
)
from kappabook.papers.critics.claims.symbols import MCC, MEANING, J, M
from kappabook.papers.shared.findings import contested

# Shares of positives; misses and false alarms as shares of their class; what each costs.
p, miss, alarm = sp.symbols("p miss alarm", positive=True)
ERROR_COSTS = (sp.Integer(1), sp.Integer(1))
BALANCED_COSTS = (1 / (2 * p), 1 / (2 * (1 - p)))
# Ten positives above ten negatives, in perfect order; a cut that finds one, and one that finds all.
ORDERED, SCORES = [0] * 10 + [1] * 10, list(range(20))
TOO_HIGH, BETWEEN = 19, 10
# A poor classification of 100 cases, 20 of them positive; and two judges who are right in 90.
TRUTH, POOR = [1] * 20 + [0] * 80, [1] * 5 + [0] * 15 + [1] * 15 + [0] * 65
STRICT = ConfusionMatrix([[85, 0], [10, 5]]).exact()
LENIENT = ConfusionMatrix([[75, 10], [0, 15]]).exact()
# False and true positive rates of two classifiers.
FEW_ALARMS, MANY_HITS = (0.02, 0.60), (0.15, 0.90)
HIGH, LOW = 0.9, 0.3


@check("chicco2021b.*", "chicco2023.*", "foody2023.*")
def high_values() -> Findings:
    """Check what a high MCC means, and what it does not."""
    shown = "each rate is at least MCC^2"
    yield (
        "chicco2021b.rates",
        Finding(Statement(is_squared_mcc, (J, M), (J, J), shown), note=notes.FOUR_RATES),
    )
    one_way = Statement(
        has_perfect_order_and_low_mcc,
        (ORDERED, SCORES, TOO_HIGH),
        (ORDERED, SCORES, BETWEEN),
        "AUC 1 with MCC 0.23",
    )
    yield "chicco2023.auc", Finding(one_way, note=notes.HIGH_AUC)
    copied = Statement(
        is_poor_and_looks_good, (TRUTH, POOR, POOR), (TRUTH, TRUTH, POOR), "MCC 1 in place of 0.06"
    )
    yield "foody2023.copied", Finding(copied, note=notes.COPIED)


@check("vancalster2025.*", "ferrer2022.*", "hand2024.*", "maierhein2024.*", "opitz2024.*")
def fitness_for_a_purpose() -> Findings:
    """Check the charge that kappa optimises what nobody asked for, and the rival advice."""
    moving = Statement(
        has_a_best_cut_of_the_classifier, ("kappa",), ("accuracy",), "(1 - kappa) p + kappa/2"
    )
    yield "vancalster2025.improper", Finding(moving, note=notes.IMPROPER)
    special = Statement(
        are_error_and_balanced_error,
        (ERROR_COSTS, BALANCED_COSTS),
        (BALANCED_COSTS, ERROR_COSTS),
        "by costs 1, 1 and 1/(2p), 1/(2(1 - p))",
    )
    yield "ferrer2022.special", Finding(special, note=notes.SPECIAL_CASES)
    yield "ferrer2022.superior", contested(moving, notes.EXPECTED_COST)
    aims = Statement(
        has_another_winner_at,
        (1, 5),
        (1, 2),
        "the cautious one is cheaper up to 8/3, then the eager",
    )
    yield "hand2024.aims", contested(aims, notes.AIMS, "checked")
    shares = Statement(
        prefers_by_prevalence,
        (Fraction(1, 10), Fraction(1, 2)),
        (Fraction(3, 10), Fraction(1, 2)),
        "kappa prefers another classifier at 10 % than at 50 %",
    )
    yield "maierhein2024.fingerprint", contested(shares, notes.FINGERPRINT, "checked")
    order = Statement(kappa_and_mcc_part, (CAUTIOUS, EAGER), AS_MANY_CALLED, "kappa and MCC part")
    yield "opitz2024.arbitrary", contested(order, notes.ARBITRARY, "checked")


@check("thakur2025.*")
def judges() -> Findings:
    """Check that judges who agree as often with people may score very differently."""
    apart = Statement(
        agree_alike_and_score_apart, (STRICT, LENIENT), (STRICT, STRICT), "5 and 25 of 100 at 0.9"
    )
    yield "thakur2025.agreement", Finding(apart, note=notes.ALIKE_AND_APART)


def is_squared_mcc(one: sp.Symbol, other: sp.Symbol) -> bool:
    """Prove that MCC^2 is the product of two measures; neither exceeds 1, so it exceeds neither."""
    return is_zero(MEANING[MCC] ** 2 - MEANING[one] * MEANING[other])


def has_perfect_order_and_low_mcc(y: Sequence[int], score: Sequence[int], cut: int) -> bool:
    """Say whether positives are all above negatives, and MCC at the cut is low."""
    calls = [int(s >= cut) for s in score]
    return auc_score(y, score) == 1 and _mcc(y, calls) < LOW


def is_poor_and_looks_good(
    truth: Sequence[int], reference: Sequence[int], calls: Sequence[int]
) -> bool:
    """Say whether the MCC against a reference is high, and that against the truth low."""
    return _mcc(reference, calls) > HIGH and _mcc(truth, calls) < LOW


def _mcc(truth: Sequence[int], calls: Sequence[int]) -> float:
    return matthews_correlation(ConfusionMatrix.from_predictions(truth, calls))


def has_a_best_cut_of_the_classifier(measure: str) -> bool:
    """Prove that the best cut on a calibrated probability depends on the value attained."""
    return not is_zero(sp.diff(optimum.stationary_cut(measure), optimum.k))


def are_error_and_balanced_error(
    costs: tuple[sp.Expr, sp.Expr], other_costs: tuple[sp.Expr, sp.Expr]
) -> bool:
    """Prove that expected cost is the error rate by some costs, and the balanced one by others."""

    def cost(of_miss: sp.Expr, of_alarm: sp.Expr) -> sp.Expr:
        return of_miss * p * miss + of_alarm * (1 - p) * alarm

    error, balanced = p * miss + (1 - p) * alarm, (miss + alarm) / 2
    return is_zero(cost(*costs) - error) and is_zero(cost(*other_costs) - balanced)


def has_another_winner_at(low: int, high: int) -> bool:
    """Say whether another classifier is cheaper where a miss costs more false alarms."""

    def cheaper(cost: int) -> bool:
        first, second = (cost * table[1, 0] + table[0, 1] for table in (CAUTIOUS, EAGER))
        return bool(first < second)

    return cheaper(low) != cheaper(high)


def prefers_by_prevalence(one: Fraction, other: Fraction) -> bool:
    """Say whether kappa prefers another classifier at another prevalence, rates as they are."""
    first, second = (
        kappa_at(*FEW_ALARMS, float(share)) > kappa_at(*MANY_HITS, float(share))
        for share in (one, other)
    )
    return bool(first != second)


def agree_alike_and_score_apart(one: ConfusionMatrix, other: ConfusionMatrix) -> bool:
    """Say whether two judges agree equally often, and pass very different shares."""
    shares = [table.column_margins[1] for table in (one, other)]
    return one.accuracy == other.accuracy and abs(shares[0] - shares[1]) >= Fraction(1, 5)
