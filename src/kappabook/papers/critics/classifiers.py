"""Kappa of classifiers: Matthews correlation, informedness, and how the case is made today."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import sympy as sp

from kappabook.audit.algebra import is_zero
from kappabook.audit.computed import holds, noted
from kappabook.audit.declared import computes
from kappabook.audit.printed import Printed
from kappabook.metrics import ConfusionMatrix
from kappabook.papers.critics import optimum
from kappabook.papers.critics.tables import (
    BI,
    CHANCE,
    MCC,
    MEANING,
    MOST,
    PABAK,
    J,
    M,
    a,
    b,
    c,
    corrected,
    d,
    kappa,
    p,
    q,
    tied,
)

# --- Matthews correlation: Chicco et al. 2021, Delgado and Tibau 2019, Warrens 2008 -------------

# Margins p <= q; the covariance of truth and prediction is s, at most p (1 - q).
s, kappa_max, MCC_max, H = sp.symbols("s kappa_max MCC_max H")
_SPREAD = sp.sqrt(p * (1 - p) * q * (1 - q))
ASSOCIATION = {
    kappa: corrected(1 - p - q + 2 * (p * q + s), CHANCE),
    kappa_max: corrected(MOST, CHANCE),
    MCC: s / _SPREAD,
    MCC_max: p * (1 - q) / _SPREAD,
    H: s / (p * (1 - q)),
}


@computes("chicco2021.*", "warrens2008.*", "delgado2019.*")
def matthews(printed: Printed) -> dict[str, Any]:
    """Chicco et al., Delgado and Tibau, Warrens: what they prove of MCC and kappa."""
    return {
        **dict.fromkeys(("chicco2021.kappa", "chicco2021.gap"), MEANING),
        **dict.fromkeys(("chicco2021.relation", "warrens2008.h"), ASSOCIATION),
        "delgado2019.symmetric": tied({c: b}),
        "delgado2019.one-sided": tied({d: a}, MCC, kappa, BI, PABAK),
    }


# --- informedness: Powers 2012 ------------------------------------------------------------------

# What is multiplied in a table when the positives grow in number, or the positive calls.
_k = sp.Symbol("k", positive=True)
MORE_POSITIVES = {a: _k * a, b: _k * b}
MORE_CALLED_POSITIVE = {a: _k * a, c: _k * c}


@computes("powers2012.*")
def powers(printed: Printed) -> dict[str, Any]:
    """Powers: informedness (Youden's J), and a change of skew."""
    more, called = (MORE_POSITIVES,), (MORE_CALLED_POSITIVE,)
    return {
        **dict.fromkeys(("powers2012.kappa", "powers2012.product"), MEANING),
        "powers2012.unbiased": tied({c: b}, kappa, J),
        "powers2012.unchanged": holds(
            informedness_ignores, more, called, "J is TPR - FPR", "proved"
        ),
    }


def informedness_ignores(more: Mapping[sp.Symbol, sp.Expr]) -> bool:
    """Say whether more cases of a kind leave J as it is, and change kappa."""
    change = [MEANING[name].subs(more, simultaneous=True) - MEANING[name] for name in (J, kappa)]
    return is_zero(change[0]) and not is_zero(change[1])


# --- the case as it is made today ---------------------------------------------------------------

# Ten positives above ten negatives, in perfect order; a cut that finds one, and one that finds all.
ORDERED, SCORES = [0] * 10 + [1] * 10, list(range(20))
TOO_HIGH, BETWEEN = 19, 10
# A poor classification of 100 cases, 20 of them positive.
TRUTH, POOR = [1] * 20 + [0] * 80, [1] * 5 + [0] * 15 + [1] * 15 + [0] * 65
# Two judges who agree with people on 90 of 100 answers; rows are the people's, "fails" first.
STRICT = ConfusionMatrix([[85, 0], [10, 5]]).exact()
LENIENT = ConfusionMatrix([[75, 10], [0, 15]]).exact()
HIGH, LOW = 0.9, 0.3


@computes("chicco2021b.*", "chicco2023.*", "foody2023.*")
def high_values(printed: Printed) -> dict[str, Any]:
    """Chicco et al. 2021 and 2023, Foody 2023: what a high MCC means, and what it does not."""
    too_high = mcc(ORDERED, [int(score >= TOO_HIGH) for score in SCORES])
    copied, true = mcc(POOR, POOR), mcc(TRUTH, POOR)
    return {
        "chicco2021b.rates": holds(
            is_squared_mcc, (J, M), (J, J), "each rate is at least MCC^2", "proved"
        ),
        "chicco2023.auc": holds(
            has_perfect_order_and_low_mcc,
            (ORDERED, SCORES, TOO_HIGH),
            (ORDERED, SCORES, BETWEEN),
            f"AUC 1 with MCC {too_high:.2f}",
        ),
        "foody2023.copied": holds(
            is_poor_and_looks_good,
            (TRUTH, POOR, POOR),
            (TRUTH, TRUTH, POOR),
            f"MCC {copied:g} in place of {true:.2f}",
        ),
    }


def is_squared_mcc(one: sp.Symbol, other: sp.Symbol) -> bool:
    """Prove that MCC^2 is the product of two measures; neither exceeds 1, so it exceeds neither."""
    return is_zero(MEANING[MCC] ** 2 - MEANING[one] * MEANING[other])


def has_perfect_order_and_low_mcc(y: Sequence[int], score: Sequence[int], cut: int) -> bool:
    """Say whether positives are all above negatives, and MCC at the cut is low."""
    from sklearn.metrics import roc_auc_score  # which takes long to import

    return roc_auc_score(y, score) == 1 and mcc(y, [int(one >= cut) for one in score]) < LOW


def is_poor_and_looks_good(
    truth: Sequence[int], reference: Sequence[int], calls: Sequence[int]
) -> bool:
    """Say whether the MCC against a reference is high, and that against the truth low."""
    return mcc(reference, calls) > HIGH and mcc(truth, calls) < LOW


def mcc(truth: Sequence[int], calls: Sequence[int]) -> float:
    """Matthews correlation of two columns of 0 and 1."""
    return ConfusionMatrix.from_predictions(truth, calls).mcc


@computes("thakur2025.*")
def judges(printed: Printed) -> dict[str, Any]:
    """Thakur et al.: judges who agree as often with people may score very differently."""
    apart = holds(
        agree_alike_and_score_apart, (STRICT, LENIENT), (STRICT, STRICT), "5 and 25 of 100 at 0.9"
    )
    return {"thakur2025.agreement": noted(apart, strict=STRICT.kappa, lenient=LENIENT.kappa)}


def agree_alike_and_score_apart(one: ConfusionMatrix, other: ConfusionMatrix) -> bool:
    """Say whether two judges agree equally often, and pass very different shares."""
    shares = [table.column_margins[1] for table in (one, other)]
    return one.accuracy == other.accuracy and abs(shares[0] - shares[1]) >= Fraction(1, 5)


# Shares of positives; misses and false alarms as shares of their class; what each costs.
share, miss, alarm = sp.symbols("share miss alarm", positive=True)
ERROR_COSTS = (sp.Integer(1), sp.Integer(1))
BALANCED_COSTS = (1 / (2 * share), 1 / (2 * (1 - share)))


@computes("vancalster2025.*", "ferrer2022.*")
def fitness_for_a_purpose(printed: Printed) -> dict[str, Any]:
    """Van Calster et al. and Ferrer: kappa optimises what nobody asked for."""
    costs = ERROR_COSTS, BALANCED_COSTS
    return {
        "vancalster2025.improper": holds(
            lambda measure: not is_zero(sp.diff(optimum.stationary_cut(measure), optimum.k)),
            ("kappa",),
            ("accuracy",),
            "(1 - kappa) p + kappa/2",
            "proved",
        ),
        "ferrer2022.special": holds(
            are_error_and_balanced_error,
            costs,
            costs[::-1],
            "by costs 1, 1 and 1/(2p), 1/(2(1 - p))",
            "proved",
        ),
    }


def are_error_and_balanced_error(
    costs: tuple[sp.Expr, sp.Expr], other_costs: tuple[sp.Expr, sp.Expr]
) -> bool:
    """Prove that expected cost is the error rate by some costs, and the balanced one by others."""

    def cost(of_miss: sp.Expr, of_alarm: sp.Expr) -> sp.Expr:
        return of_miss * share * miss + of_alarm * (1 - share) * alarm

    error, balanced = share * miss + (1 - share) * alarm, (miss + alarm) / 2
    return is_zero(cost(*costs) - error) and is_zero(cost(*other_costs) - balanced)
