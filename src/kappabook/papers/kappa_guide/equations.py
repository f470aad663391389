"""The page's formulas: what they define, and what follows from their printed texts."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

import sympy as sp

from kappabook.papers.shared.algebra import follows, is_zero, sides

KEY = "kappa_guide"

TP, FP, FN, TN = sp.symbols("TP FP FN TN")
P_o, P_e, kappa = sp.symbols("P_o P_e kappa")
TOTAL = TP + FP + FN + TN

# Shares of each class among predictions and truths; class 1 is the positive one.
PREDICTED = {1: (TP + FP) / TOTAL, 2: (FN + TN) / TOTAL}
TRUE = {1: (TP + FN) / TOTAL, 2: (FP + TN) / TOTAL}

# Definitions that do not come from the page: kappa as one minus a ratio of disagreements.
MEANING = {kappa: 1 - (1 - P_o) / (1 - P_e)}
CELLS = {
    P_o: (TP + TN) / TOTAL,
    P_e: sum(PREDICTED[k] * TRUE[k] for k in PREDICTED),
}

# An independent guesser calls a share b of all cases positive, a of which are.
_a, _b = sp.symbols("a b")
GUESSER = {TP: _a * _b, FN: _a * (1 - _b), FP: (1 - _a) * _b, TN: (1 - _a) * (1 - _b)}

c = sp.Symbol("c", integer=True)
C = sp.Symbol("C", integer=True, positive=True)
chance, p_pred, p_true = (sp.IndexedBase(name) for name in ("chance", "p_pred", "p_true"))
_NAMES = {"c": c, "C": C, "chance": chance, "p_pred": p_pred, "p_true": p_true, "P_e": P_e}


def value(text: str) -> Fraction:
    """Return the exact value of a printed calculation such as ``(20 + 48)/100``."""
    (number,) = sides(text, {})
    return Fraction(str(number))


def names_chance_of_a_class(text: str) -> bool:
    """Say whether step 2 multiplies the two shares of the class."""
    name, product = sides(text, _NAMES)
    return bool(name == chance[c] and product == p_pred[c] * p_true[c])


def names_chance(text: str) -> bool:
    """Say whether step 3 adds the chance agreements of all classes."""
    name, total = sides(text, _NAMES)
    return bool(name == P_e and total == sp.Sum(chance[c], (c, 1, C)))


@cache
def kappa_of_two_classes(general: str, step2: str, step3: str) -> sp.Expr:
    """Carry the three printed texts out for two classes; kappa in terms of the four cells."""
    _, ratio = sides(general, {"P_o": P_o, "P_e": P_e, "kappa": kappa})
    _, product = sides(step2, _NAMES)
    _, total = sides(step3, _NAMES)
    each = {chance[k]: product.subs(c, k) for k in (1, 2)}
    shares = {p_pred[k]: PREDICTED[k] for k in (1, 2)} | {p_true[k]: TRUE[k] for k in (1, 2)}
    agreed = total.subs(C, 2).doit().subs(each).subs(shares)
    return sp.together(ratio.subs({P_e: agreed, P_o: CELLS[P_o]}))


def general_texts(printed: Mapping[str, str]) -> tuple[str, str, str]:
    """Return the printed texts that define kappa for any number of classes."""
    ids = ("details.kappa", "box.step2", "box.step3")
    general, step2, step3 = (printed[f"{KEY}.{name}"] for name in ids)
    return general, step2, step3


def binary_formula_follows(text: str, general: tuple[str, str, str]) -> bool:
    """Prove the printed formula in TP, FP, FN and TN from the printed general one."""
    return follows(text, {kappa: kappa_of_two_classes(*general)})


# --- what kappa is, for all tables at once ------------------------------------------------------


@cache
def guesser_has_kappa_zero() -> bool:
    """Kappa is 0 whenever every cell is the product of its margins."""
    values = MEANING[kappa].subs(CELLS).subs(GUESSER, simultaneous=True)
    return is_zero(values)


@cache
def kappa_is_magnified_advantage() -> bool:
    """Kappa is P_o - P_e times 1/(1 - P_e), at least 1 since 0 <= P_e < 1.

    So kappa also has the sign of P_o - P_e.
    """
    return is_zero(MEANING[kappa] - (P_o - P_e) / (1 - P_e))


@cache
def swapping_predictions_turns_the_sign() -> bool:
    """With sick and not sick exchanged in the predictions, TP TN - FP FN changes its sign."""
    excess = TP * TN - FP * FN
    swapped = excess.subs({TP: FN, FN: TP, FP: TN, TN: FP}, simultaneous=True)
    return bool(sp.expand(excess + swapped) == 0)


@cache
def kappa_without_true_negatives() -> sp.Expr:
    """Return the limit of kappa as true negatives become countless: the F1 score."""
    return sp.limit(sp.cancel(MEANING[kappa].subs(CELLS)), TN, sp.oo)
