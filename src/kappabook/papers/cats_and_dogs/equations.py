"""The formulas of the text in symbols: chance agreement of two and three classes, kappa, phi."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np
import sympy as sp

from kappabook.algebra import follows, is_zero, sides
from kappabook.ledger import Proof
from kappabook.metrics.agreement import disagreement_costs
from kappabook.papers.cats_and_dogs.matrices import numbers_in
from kappabook.transcription import LedgerError

LETTERS = "CDF"
TOTAL = sp.Symbol("Total_Predictions")
P, P_e, KAPPA = sp.symbols("P P_e kappa")


def cell_name(true: str, predicted: str) -> str:
    """Name a cell as the text does: TC, or F, the letter predicted, the letter that is true."""
    return f"T{true}" if true == predicted else f"F{predicted}{true}"


# Rows are the truth, columns the prediction, as in Figures 1 and 4.
TWO_CLASSES = sp.Matrix([sp.symbols("TP FN"), sp.symbols("FP TN")])
THREE_CLASSES = sp.Matrix(
    [[sp.Symbol(cell_name(true, predicted)) for predicted in LETTERS] for true in LETTERS]
)


def _parts(table: sp.Matrix, names: tuple[str, ...]) -> dict[sp.Symbol, sp.Expr]:
    """Each class's part of the chance agreement: share of its row times share of its column."""
    total = sum(table)
    parts = {
        sp.Symbol(name): sum(table.row(i)) * sum(table.col(i)) / total**2
        for i, name in enumerate(names)
    }
    return {TOTAL: total, **parts}


BINARY = _parts(TWO_CLASSES, ("P_e1", "P_e2"))
# The text gives CFC no meaning: it stays a symbol of its own, and nothing follows from it.
TERNARY = {
    **_parts(THREE_CLASSES, ("P_e_cat", "P_e_dog", "P_e_fox")),
    sp.Symbol("CFC"): sp.Symbol("CFC"),
}
DEFINITION = {KAPPA: 1 - (1 - P) / (1 - P_e)}


@cache
def formula_keeps_the_ends(text: str) -> bool:
    """Prove that a printed formula gives 1 without errors, and 0 to a guesser.

    It holds for any number of classes: the accuracy P of whoever answers without looking is P_e.
    """
    _, kappa = sides(text, {symbol.name: symbol for symbol in (P, P_e, KAPPA)})
    return is_zero(kappa.subs(P, 1) - 1) and is_zero(kappa.subs(P, P_e))


def kappa_is_zero_at(*cells: sp.Expr | int) -> bool:
    """Prove that kappa is 0, or 0/0, for all counts TP, FN, FP, TN of this form."""
    (TP, _, _, TN), total = TWO_CLASSES, sum(TWO_CLASSES)
    excess = (TP + TN) / total - BINARY[sp.Symbol("P_e1")] - BINARY[sp.Symbol("P_e2")]
    return is_zero(excess.subs(dict(zip(TWO_CLASSES, cells, strict=True)), simultaneous=True))


@cache
def always_a_cat_has_kappa_zero(dogs_found: int) -> bool:
    """Prove that kappa is 0 for any cats and dogs, if all but so many dogs are called cats."""
    cats, dogs = sp.symbols("cats dogs", positive=True)
    return kappa_is_zero_at(cats, 0, dogs - dogs_found, dogs_found)


@cache
def kappa_is_zero_without(*sums: tuple[str, ...]) -> bool:
    """Prove that kappa is 0, or 0/0, wherever one of these sums of counts is 0.

    A sum of counts is 0 only where all of them are.
    """
    return all(kappa_is_zero_at(*(0 if x.name in s else x for x in TWO_CLASSES)) for s in sums)


@cache
def only_the_sum_of_errors_counts(cats: int, dogs: int) -> bool:
    """Prove that a mistaken dog costs as much kappa as a mistaken cat, for any n and m of them.

    The data set has `cats` to `dogs` images, times any number.
    """
    k, n, m = sp.symbols("k n m", positive=True)
    c, d = cats * k, dogs * k
    accuracy = 1 - (n + m) / (c + d)
    chance = (c * (c - m + n) + d * (m + d - n)) / (c + d) ** 2
    kappa = (accuracy - chance) / (1 - chance)
    return is_zero(kappa.diff(n) - kappa.diff(m))


@cache
def is_determination_at_equal_margins(text: str) -> bool:
    """Prove that a printed expression in kappa is r squared, where the margins are equal.

    p is the share of both margins, d that of the hits among them.
    """
    p, d = sp.symbols("p d")
    kappa = DEFINITION[KAPPA].subs({P: 1 - 2 * p + 2 * d, P_e: p**2 + (1 - p) ** 2})
    (expression,) = sides(text, {"kappa": KAPPA})
    return is_zero(expression.subs(KAPPA, kappa) - ((d - p**2) / (p * (1 - p))) ** 2)


@cache
def kappa_never_exceeds_phi() -> bool:
    """Prove |kappa| <= |phi| for two classes, with equality only if the margins agree.

    With shares p true and q predicted, both have the same numerator, twice the covariance;
    kappa's denominator is a + b with a = p(1 - q), b = q(1 - p), and phi's is 2 sqrt(ab). The
    difference of their squares is (p - q)^2.
    """
    p, q = sp.symbols("p q")
    a, b = p * (1 - q), q * (1 - p)
    chance = p * q + (1 - p) * (1 - q)
    denominators = sp.expand(a + b - (1 - chance)), sp.expand((a + b) ** 2 - 4 * a * b)
    return bool(denominators[0] == 0 and sp.expand(denominators[1] - (p - q) ** 2) == 0)


def equals(text: str, value: float | Fraction, numbers: tuple[object, ...]) -> bool:
    """Say whether a worked expression holds these numbers, in this order, and has this value."""
    if numbers_in(text) != [Fraction(str(number)) for number in numbers]:
        return False
    try:
        (worked,) = sides(text, {})
    except LedgerError:
        return False
    return bool(worked == sp.Rational(str(value)))


def worked(value: float | Fraction, numbers: tuple[object, ...], shown: str = "") -> Proof:
    """Return the proof that a worked expression holds these numbers and has this value."""
    return Proof(equals, shown or str(value), (value, numbers))


def prove(text: str, classes: int = 2) -> bool:
    """Say whether a printed part of the chance agreement follows from its definition."""
    return follows(text, BINARY if classes == 2 else TERNARY)


def is_linear_weight(text: str) -> bool:
    """Say whether a printed formula gives the weights of the linearly weighted kappa."""
    distance, longest, weight = sp.symbols("distance maximum weight")
    left, right = sides(text, {s.name: s for s in (distance, longest, weight)})
    return bool(left == weight) and all(
        right.subs({distance: d, longest: k - 1}) == 1 - sp.Rational(int(cost), k - 1)
        for k in range(2, 7)
        for d, cost in enumerate(np.asarray(disagreement_costs("linear", k))[0])
    )


def is_longest_distance(text: str) -> bool:
    """Say whether a printed expression in k is the largest distance of k ordered classes."""
    k = sp.Symbol("k")
    (expression,) = sides(text, {"k": k})
    return all(
        expression.subs(k, size) == int(np.asarray(disagreement_costs("linear", size)).max())
        for size in range(2, 7)
    )
