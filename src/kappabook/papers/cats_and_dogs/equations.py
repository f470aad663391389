"""The formulas of the text in symbols: chance agreement of two and three classes, kappa, phi."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np
import sympy as sp

from kappabook.ledger import Proof
from kappabook.metrics import ConfusionMatrix
from kappabook.metrics._numbers import Real
from kappabook.metrics.agreement import disagreement_costs
from kappabook.papers.cats_and_dogs.matrices import numbers_in
from kappabook.papers.shared.algebra import follows, is_zero, sides
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
def parts_make_chance_agreement() -> bool:
    """Say whether the parts, for two and for three classes, sum to the library's P_c."""
    for table, meaning in ((TWO_CLASSES, BINARY), (THREE_CLASSES, TERNARY)):
        counts = dict(zip(table, (41, 7, 3, 5, 29, 2, 11, 13, 17), strict=False))
        size = table.shape[0]
        matrix = ConfusionMatrix([[counts[table[i, j]] for j in range(size)] for i in range(size)])
        parts = (v for name, v in meaning.items() if name.name.startswith("P_e"))
        if sum(parts).subs(counts) != sp.Rational(str(matrix.exact().chance_agreement)):
            return False
    return True


@cache
def zero_part_means_zero_kappa() -> bool:
    """Prove that kappa is 0, or 0/0, wherever the second part of the chance agreement is 0.

    The part is a product of two sums of counts. If it is 0, one sum is, and then both its cells:
    either way the numerator of kappa is 0.
    """
    TP, FN, FP, TN = TWO_CLASSES
    total = sum(TWO_CLASSES)
    chance = BINARY[sp.Symbol("P_e1")] + BINARY[sp.Symbol("P_e2")]
    excess = (TP + TN) / total - chance
    return all(is_zero(excess.subs({TN: 0, other: 0})) for other in (FP, FN))


@cache
def balanced_kappa_is_linear() -> bool:
    """Prove kappa = 2p - 1 for c cats and c dogs, whichever n + m of them are mispredicted."""
    c, n, m = sp.symbols("c n m", positive=True)
    accuracy = 1 - (n + m) / (2 * c)
    chance = (c * (c - m + n) + c * (m + c - n)) / (2 * c) ** 2
    return is_zero((accuracy - chance) / (1 - chance) - (2 * accuracy - 1))


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


def equals(text: str, value: Real, numbers: tuple[object, ...]) -> bool:
    """Say whether a worked expression holds these numbers, in this order, and has this value."""
    if numbers_in(text) != [Fraction(str(number)) for number in numbers]:
        return False
    try:
        (worked,) = sides(text, {})
    except LedgerError:
        return False
    return bool(worked == sp.Rational(str(value)))


def worked(value: Real, numbers: tuple[object, ...], shown: str = "") -> Proof:
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
