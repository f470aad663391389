"""The page's formulas: what they define, and what follows from their printed texts."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

import sympy as sp

from kappabook.algebra import follows, is_zero, sides

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

# What each cell counts: is it truly positive, and is it called so?
CELL_MEANING = {"TP": (True, True), "FP": (False, True), "FN": (True, False), "TN": (False, False)}

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


def chance_of_a_class(step2: str, true: Fraction, predicted: Fraction) -> Fraction:
    """Carry step 2 out for one class."""
    _, product = sides(step2, _NAMES)
    shares = {p_true[c]: sp.Rational(str(true)), p_pred[c]: sp.Rational(str(predicted))}
    return Fraction(str(product.subs(shares)))


def names_chance(text: str) -> bool:
    """Say whether step 3 adds the chance agreements of all classes."""
    name, total = sides(text, _NAMES)
    return bool(name == P_e and total == sp.Sum(chance[c], (c, 1, C)))


def _ratio(text: str) -> sp.Expr:
    _, ratio = sides(text, {"P_o": P_o, "P_e": P_e, "kappa": kappa})
    return ratio


@cache
def kappa_of_two_classes(general: str, step2: str, step3: str) -> sp.Expr:
    """Carry the three printed texts out for two classes; kappa in terms of the four cells."""
    _, product = sides(step2, _NAMES)
    _, total = sides(step3, _NAMES)
    each = {chance[k]: product.subs(c, k) for k in (1, 2)}
    shares = {p_pred[k]: PREDICTED[k] for k in (1, 2)} | {p_true[k]: TRUE[k] for k in (1, 2)}
    agreed = total.subs(C, 2).doit().subs(each).subs(shares)
    return sp.together(_ratio(general).subs({P_e: agreed, P_o: CELLS[P_o]}))


def general_texts(printed: Mapping[str, str]) -> tuple[str, str, str]:
    """Return the printed texts that define kappa for any number of classes."""
    ids = ("details.kappa", "box.step2", "box.step3")
    general, step2, step3 = (printed[f"{KEY}.{name}"] for name in ids)
    return general, step2, step3


def binary_formula_follows(text: str, general: tuple[str, str, str]) -> bool:
    """Prove the printed formula in TP, FP, FN and TN from the printed general one."""
    return follows(text, {kappa: kappa_of_two_classes(*general)})


# --- what kappa is, for all tables at once ------------------------------------------------------


def are_the_agreements(names: tuple[str, ...]) -> bool:
    """Say whether these are the cells in which the truth and the prediction are alike."""
    return set(names) == {name for name, (true, called) in CELL_MEANING.items() if true == called}


@cache
def kappa_of_many_classes(general: str, step2: str, step3: str) -> sp.Expr:
    """Carry the three printed texts out for any number C of classes; kappa in terms of P_o."""
    _, product = sides(step2, _NAMES)
    _, total = sides(step3, _NAMES)
    return _ratio(general).subs(P_e, total.xreplace({chance[c]: product}))


@cache
def guesser_has_kappa_zero(general: tuple[str, str, str]) -> bool:
    """Prove that a guesser has kappa 0, with any margins and for any number of classes.

    A guess does not depend on the case, so the share that is c and is called c is the product of
    the two shares of class c.
    """
    agreed = sp.Sum(p_pred[c] * p_true[c], (c, 1, C))
    return is_zero(kappa_of_many_classes(*general).subs(P_o, agreed))


@cache
def errorless_has_kappa_one(general: tuple[str, str, str]) -> bool:
    """Prove that kappa is 1 without errors, for any number of classes, if more than one occurs."""
    return is_zero(kappa_of_many_classes(*general).subs(P_o, 1) - 1)


def ends_hold_for_any_classes(general: tuple[str, str, str]) -> bool:
    """Prove that 0 and 1 mean the same for any number of classes: a guess, and no error."""
    return guesser_has_kappa_zero(general) and errorless_has_kappa_one(general)


@cache
def kappa_is_magnified_advantage(text: str) -> bool:
    """Prove that a printed formula is P_o - P_e times a factor that is never less than 1.

    As q runs through all numbers from 0 on, P_e = q/(1 + q) runs through all from 0 up to 1.
    """
    factor = sp.cancel(_ratio(text) / (P_o - P_e))
    q = sp.Symbol("q", nonnegative=True)
    above_one = sp.cancel(factor.subs(P_e, q / (1 + q)) - 1)
    return bool(above_one.free_symbols <= {q} and above_one.is_nonnegative)


@cache
def swapping_predictions_turns_the_sign() -> bool:
    """With sick and not sick exchanged in the predictions, TP TN - FP FN changes its sign."""
    excess = TP * TN - FP * FN
    swapped = excess.subs({TP: FN, FN: TP, FP: TN, TN: FP}, simultaneous=True)
    return bool(sp.expand(excess + swapped) == 0)


@cache
def kappa_without_true_negatives(binary: str) -> sp.Expr:
    """Return the limit of the printed binary formula as true negatives become countless."""
    _, formula = sides(binary, {"TP": TP, "FP": FP, "FN": FN, "TN": TN, "kappa": kappa})
    return sp.limit(sp.cancel(formula), TN, sp.oo)


def is_f1_without_true_negatives(binary: str) -> bool:
    """Say whether that limit is the F1 score."""
    f1 = 2 * TP / (2 * TP + FP + FN)
    return is_zero(kappa_without_true_negatives(binary) - f1)
