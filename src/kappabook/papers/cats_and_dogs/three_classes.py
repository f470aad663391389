"""Three classes, for every matrix that fits the text; weighted kappa; and the last section."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from math import nan
from typing import Any, Literal, NamedTuple

import numpy as np
import sympy as sp
from numpy.typing import NDArray

from kappabook.audit.algebra import is_zero, sides
from kappabook.audit.computed import OfText, holds, noted
from kappabook.audit.declared import computes
from kappabook.audit.printed import AuditError, Printed
from kappabook.metrics import ConfusionMatrix
from kappabook.metrics.intervals import kappa_interval
from kappabook.papers.cats_and_dogs.data_sets import ROWS, Scale, levels_of, read_scale
from kappabook.papers.cats_and_dogs.two_classes import (
    DEFINITION,
    KAPPA,
    P,
    P_e,
    chance_parts,
    counts,
    every_step,
    first_model,
    numbers_in,
    with_errors,
    worked,
)

THREE, LETTERS = ("cat", "dog", "fox"), "CDF"

# --- the matrices of Figure 4 -------------------------------------------------------------------


def read_three_classes(p: Printed) -> tuple[ConfusionMatrix, ...]:
    """Find all matrices that fit what the text says of Figure 4.

    It gives the diagonal (in the accuracy), the row totals (images of each animal) and the column
    totals (second factors of the chance agreements).
    """
    diagonal = [int(hits) for hits in numbers_in(p["three.accuracy-numbers"])[:3]]
    rows = counts(p, "three.cats", "three.dogs", "three.foxes")
    columns = [int(numbers_in(p[f"three.pe-{animal}-numbers"])[1]) for animal in THREE]
    found = matrices_with(tuple(diagonal), rows, tuple(columns))
    if not found:
        raise AuditError(
            f"no 3 x 3 matrix has the diagonal {diagonal}, the row totals {[*rows]} and the "
            f"column totals {columns}; compare the transcription."
        )
    return found


@cache
def matrices_with(
    diagonal: tuple[int, ...], rows: tuple[int, ...], columns: tuple[int, ...]
) -> tuple[ConfusionMatrix, ...]:
    """List every 3 x 3 matrix of counts with this diagonal and these totals."""
    errors = (row - hits for row, hits in zip(rows, diagonal, strict=True))
    splits = [[(wrong - b, b) for b in range(wrong + 1)] for wrong in errors]
    found = []
    for (cd, cf), (dc, df), (fc, fd) in product(*splits):
        cells = np.array([[0, cd, cf], [dc, 0, df], [fc, fd, 0]]) + np.diag(diagonal)
        if tuple(cells.sum(axis=0)) == columns:
            found.append(ConfusionMatrix(cells, THREE).exact())
    return tuple(found)


# --- Three or more categories -------------------------------------------------------------------


def cell_name(true: str, predicted: str) -> str:
    """Name a cell as the text does: TC, or F, the letter predicted, the letter that is true."""
    return f"T{true}" if true == predicted else f"F{predicted}{true}"


# The text gives CFC no meaning: it stays a symbol of its own, and nothing follows from it.
CFC = sp.Symbol("CFC")
TABLE = sp.Matrix(3, 3, lambda i, j: sp.Symbol(cell_name(LETTERS[i], LETTERS[j])))
MEANING = {**chance_parts(TABLE, *sp.symbols("P_e_cat P_e_dog P_e_fox")), CFC: CFC}


@computes("three.cats", "three.dogs", "three.foxes")
def given_counts(p: Printed) -> dict[str, Any]:
    """Three classes: the images of each animal, by the others' and the total in the accuracy."""
    claims = ("three.cats", "three.dogs", "three.foxes")
    own = counts(p, *claims)
    *_, images = numbers_in(p["three.accuracy-numbers"])
    return {claim: images - (sum(own) - n) for claim, n in zip(claims, own, strict=True)}


@computes("three.names", "three.pe-cat", "three.pe-dog", "three.pe-fox")
def names(p: Printed) -> dict[str, Any]:
    """Three classes: the nine names of cells in their order, and the formulas made of them."""
    trues = {predicted: predicted + LETTERS.replace(predicted, "") for predicted in LETTERS}
    in_order = [cell_name(true, predicted) for predicted in LETTERS for true in trues[predicted]]
    return {
        "three.names": ", ".join(in_order),
        **{f"three.pe-{animal}": MEANING for animal in THREE},
    }


@computes(
    "three.pe",
    "three.pe-*-*",
    "three.pe-sum",
    "three.pe-percent",
    "three.kappa*",
    "three.accuracy*",
)
def chance_and_kappa(p: Printed) -> dict[str, Any]:
    """Three classes: chance agreement, accuracy and kappa; every matrix that fits has the same."""
    some, *others = read_three_classes(p)
    (kappa,) = {Fraction(matrix.kappa) for matrix in (some, *others)}
    return {
        **every_step(some, "three", [f"-{animal}" for animal in THREE]),
        "three.accuracy": 100 * some.accuracy,
        "three.accuracy-numbers": worked(some.accuracy, *some.cells.diagonal(), some.total),
        "three.kappa": kappa,
    }


@computes("three.very-good")
def very_good(p: Printed) -> dict[str, Any]:
    """Three classes: what the text's own Table 1 calls this kappa."""
    kappa, scale = Fraction(read_three_classes(p)[0].kappa), read_scale(p)
    strong = scale[ROWS.index("strong")].low
    (level,) = levels_of(round(kappa, 2), scale)
    below = holds(lambda kappa: kappa < strong, (kappa,), (strong,), level)
    return {"three.very-good": noted(below, level=level)}


@computes("three.worse")
def more_classes(p: Printed) -> dict[str, Any]:
    """Three classes: whether kappa falls with their number, at one accuracy.

    m classes that are equally frequent, in truth and answers, have a chance agreement of 1/m.
    """

    def kappas(accuracy: Fraction) -> list[Fraction]:
        return [(accuracy - Fraction(1, m)) / (1 - Fraction(1, m)) for m in (2, 3, 4, 5)]

    accuracy = Fraction(read_three_classes(p)[0].accuracy)
    shown = ", ".join(f"{float(kappa):.3f}" for kappa in kappas(accuracy))
    rising = holds(
        lambda accuracy: all(a < b for a, b in pairwise(kappas(accuracy))),
        (accuracy,),
        (Fraction(1),),
        f"{shown} for 2, 3, 4, 5 classes",
    )
    return {"three.worse": noted(rising, p=accuracy, kappas=shown)}


@computes("pattern.divisor")
def pattern(p: Printed) -> dict[str, Any]:
    """Three or more categories, their rule: doubled counts tell the two divisors apart."""
    doubled = ConfusionMatrix(2 * read_three_classes(p)[0].cells).exact()
    total, products = doubled.total, np.dot(doubled.row_totals, doubled.column_totals)
    divisors = {
        "number of total predictions": total,
        "square of the number of total predictions": total**2,
    }
    (words,) = (w for w, by in divisors.items() if products / by == doubled.chance_agreement)
    return {"pattern.divisor": words}


# --- Weighted kappa -----------------------------------------------------------------------------

Kind = Literal["linear", "quadratic"]


class Steps(NamedTuple):
    """Every number on the way to a kappa: three tables of fractions, two weighted sums, kappa."""

    weights: NDArray[Any]
    observed: NDArray[Any]
    chance: NDArray[Any]
    agreement: Fraction
    chance_agreement: Fraction
    kappa: Fraction


def agreement_weights(kind: Kind | None, k: int) -> NDArray[Any]:
    """Return the text's weights, exactly: 1 - distance/(k - 1); without a kind, 1 or 0."""
    far = np.array([[Fraction(abs(i - j), k - 1) for j in range(k)] for i in range(k)])
    losses = {None: far > 0, "linear": far, "quadratic": far**2}
    return 1 - losses[kind]


def steps(matrix: ConfusionMatrix, kind: Kind | None = None) -> Steps:
    """Build a kappa of exact counts by hand; without a kind of weights, the unweighted one."""
    weights = agreement_weights(kind, matrix.n_classes)
    observed = matrix.cells / matrix.total
    chance = np.multiply.outer(matrix.row_margins, matrix.column_margins)
    agreement, by_chance = (Fraction((weights * part).sum()) for part in (observed, chance))
    kappa = (agreement - by_chance) / (1 - by_chance)
    return Steps(weights, observed, chance, agreement, by_chance, kappa)


def by_library(matrix: ConfusionMatrix, kind: Kind | None = None) -> Fraction:
    """Return the same kappa from the library's costs of disagreement."""
    return Fraction(matrix.weighted_kappa(kind))


@computes("weighted.implicit-*", "weighted.cat-cells")
def weights_of_plain_kappa(p: Printed) -> dict[str, Any]:
    """Weighted kappa: the weights that the unweighted kappa has, and those of an observed cat."""
    plain = agreement_weights(None, len(THREE))
    same = all(steps(matrix).kappa == by_library(matrix) for matrix in read_three_classes(p))
    return {
        "weighted.implicit-hit": plain[0, 0] if same else nan,
        "weighted.implicit-miss": plain[0, 1] if same else nan,
        "weighted.cat-cells": ", ".join(cell_name("C", predicted) for predicted in "DF"),
    }


@computes(
    "weighted.longest*",
    "weighted.weight",
    "weighted.diagonal*",
    "weighted.beside*",
    "weighted.corner*",
)
def linear_weights(p: Printed) -> dict[str, Any]:
    """Weighted kappa: the largest distance, from the first class to the last, and the weights."""
    k, weight, distance, longest = sp.symbols("k weight distance maximum")
    linear = agreement_weights("linear", len(THREE))[0]
    found: dict[str, Any] = {
        "weighted.longest": OfText(
            lambda text: sides(text, {"k": k}) == [k - 1], "from class 1 to class k"
        ),
        "weighted.longest-here": len(THREE) - 1,
        "weighted.longest-numbers": worked(len(THREE) - 1, len(THREE), 1),
        "weighted.weight": {weight: 1 - sp.Abs(distance) / longest},
    }
    for steps_away, name in enumerate(("diagonal", "beside", "corner")):
        value = linear[steps_away]
        found[f"weighted.{name}"] = value
        found[f"weighted.{name}-numbers"] = worked(value, 1, steps_away, len(THREE) - 1)
    return found


@computes("weighted.kappa", "weighted.difficult")
def weighted_kappa(p: Printed) -> dict[str, Any]:
    """Weighted kappa: by hand and by the library, and what it is a mean of."""
    matrices = read_three_classes(p)
    by_hand = {steps(matrix, "linear").kappa for matrix in matrices}
    (kappa,) = by_hand | {by_library(matrix, "linear") for matrix in matrices}
    quadratic = max(by_library(matrix, "quadratic") for matrix in matrices)
    is_mean = holds(
        lambda kind: all(by_library(matrix, kind) == mean_of_cuts(matrix) for matrix in matrices),
        ("linear",),
        ("quadratic",),
        "a mean of the kappas of two cuts",
    )
    return {
        "weighted.kappa": kappa,
        "weighted.difficult": noted(is_mean, linear=kappa, quadratic=quadratic),
    }


def mean_of_cuts(matrix: ConfusionMatrix) -> Fraction:
    """Average the kappas of the cuts of ordered classes into a lower and an upper part.

    Weighted by the chance disagreement of each cut, this is the linearly weighted kappa
    (Vanbelle and Albert 2009, Statistical Methodology 6).
    """
    above, room = Fraction(0), Fraction(0)
    for cut in range(1, matrix.n_classes):
        halves = [slice(None, cut), slice(cut, None)]
        cells = [[matrix.cells[rows, columns].sum() for columns in halves] for rows in halves]
        table = ConfusionMatrix(cells).exact()
        disagreement = 1 - Fraction(table.chance_agreement)
        above += Fraction(table.kappa) * disagreement
        room += disagreement
    return above / room


# --- Additional concepts ------------------------------------------------------------------------


@computes("more.interval")
def interval(p: Printed) -> dict[str, Any]:
    """Last section: how many levels of Table 1 the interval of the model's kappa touches."""
    model, scale = first_model(p), read_scale(p)
    low, high, levels = levels_in_interval(model, scale)
    several = holds(
        lambda model: len(levels_in_interval(model, scale)[2]) > 1,
        (model,),
        (ConfusionMatrix(100 * model.cells).exact(),),
        f"[{low:.2f}, {high:.2f}]",
    )
    words = {"count": len(levels), "levels": ", ".join(levels)}
    return {"more.interval": noted(several, low=low, high=high, **words)}


def levels_in_interval(model: ConfusionMatrix, scale: Scale) -> tuple[float, float, list[str]]:
    """Return the 95 % interval of a model's kappa, and the levels of a scale that it touches."""
    found = kappa_interval(model, method="fisher")
    touched = [x.name for x in scale if x.high >= found.low and x.low <= found.high]
    return found.low, found.high, touched


@computes("more.correlation", "more.determination")
def correlation(p: Printed) -> dict[str, Any]:
    """Last section: kappa beside phi, and the square of each."""
    model = first_model(p)
    phi, kappa = model.mcc, float(model.kappa)
    smaller = holds(is_less_than_phi, (model,), (with_errors(90, 10, 9, 9),), f"phi {phi:.4f}")
    return {
        "more.correlation": noted(smaller, phi=phi, kappa=kappa),
        "more.determination": noted(
            OfText(is_determination_at_equal_margins, "the squared correlation at equal margins"),
            phi=phi**2,
            kappa=kappa**2,
        ),
    }


def is_less_than_phi(model: ConfusionMatrix) -> bool:
    """Say whether kappa, which never exceeds phi, is closer to 0 than phi."""
    return kappa_never_exceeds_phi() and abs(model.kappa) < abs(model.mcc)


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
    return is_zero(a + b - (1 - chance)) and is_zero((a + b) ** 2 - 4 * a * b - (p - q) ** 2)


@cache
def is_determination_at_equal_margins(text: str) -> bool:
    """Prove that a printed expression in kappa is r squared, where the margins are equal.

    p is the share of both margins, d that of the hits among them.
    """
    p, d = sp.symbols("p d")
    kappa = DEFINITION[KAPPA].subs({P: 1 - 2 * p + 2 * d, P_e: p**2 + (1 - p) ** 2})
    (expression,) = sides(text, {"kappa": KAPPA})
    return is_zero(expression.subs(KAPPA, kappa) - ((d - p**2) / (p * (1 - p))) ** 2)
