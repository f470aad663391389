"""What the text says of three classes, checked for all matrices that fit it."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise

from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Number, Proof, Statement, Unjudged
from kappabook.metrics import ConfusionMatrix
from kappabook.papers.cats_and_dogs import equations as eq
from kappabook.papers.cats_and_dogs import ledger_notes as notes
from kappabook.papers.cats_and_dogs.matrices import (
    KEY,
    THREE,
    numbers_in,
    read_counts,
    read_three_classes,
)
from kappabook.papers.cats_and_dogs.scale import ROWS, level_of, read_scale
from kappabook.papers.shared.findings import contested, no_picture


@check("three.cats", "three.dogs", "three.foxes")
def animals(printed: Mapping[str, str]) -> Findings:
    """Check the images of each animal by the others' and the total in the printed accuracy."""
    names = ("cats", "dogs", "foxes")
    counts = read_counts(printed, *(f"three.{name}" for name in names))
    *_, images = numbers_in(printed[f"{KEY}.three.accuracy-numbers"])
    for name, own in zip(names, counts, strict=True):
        yield f"three.{name}", Finding(Number(images - (sum(counts) - own)))


@check("three.names")
def names_of_cells() -> Finding:
    """Check the order in which the text names the cells."""
    names = ", ".join(
        eq.cell_name(true, predicted)
        for predicted in eq.LETTERS
        for true in sorted(eq.LETTERS, key=lambda letter: (letter != predicted, letter))
    )
    in_order = Proof(str.__eq__, "T and the letter; F, predicted, true", (names,))
    return Finding(in_order, verdict="definition")


@check("three.or-more")
def or_more() -> Finding:
    """Check the words against the section's own heading."""
    return Finding(Proof(str.__eq__, "three or more", ("three or more",)), damaged=True)


@check("three.pe*", "three.accuracy*", "three.kappa*", "three.worse")
def chance_and_kappa(printed: Mapping[str, str]) -> Findings:
    """Check chance agreement, accuracy and kappa of three classes."""
    matrices = read_three_classes(printed)
    some, *_ = matrices
    rows, columns, total = some.row_totals, some.column_totals, some.total
    parts = [r * c / total**2 for r, c in zip(rows, columns, strict=True)]
    for animal, row, column, part in zip(THREE, rows, columns, parts, strict=True):
        name = f"three.pe-{animal}"
        yield name, Finding(Proof(eq.prove, "row and column by the names", (3,)))
        shown = f"{float(100 * part):g} %, as the total is {total}"
        percent = eq.worked(row * column / total, (row, column, total), shown)
        yield f"{name}-numbers", Finding(percent, note=notes.PERCENT)
        yield f"{name}-percent", Finding(Number(100 * part))
    percents = tuple(100 * part for part in parts)
    yield "three.pe-sum", Finding(eq.worked(sum(percents), percents, "the three percentages"))
    expected, accuracy = some.chance_agreement, some.accuracy
    yield "three.pe-percent", Finding(Number(100 * expected))
    yield "three.pe", Finding(Number(expected))
    yield "three.accuracy", Finding(Number(100 * accuracy))
    hits = eq.worked(accuracy, (*some.cells.diagonal(), total))
    yield "three.accuracy-numbers", Finding(hits, damaged=True)
    (kappa,) = {Fraction(matrix.kappa) for matrix in matrices}
    yield "three.kappa", Finding(Number(kappa), note="For each of the three matrices that fit.")
    worked = eq.worked(kappa, (accuracy, expected, 1, expected))
    yield "three.kappa-numbers", Finding(worked)
    yield "three.worse", _worse(accuracy)


@check("three.very-good")
def very_good(printed: Mapping[str, str]) -> Finding:
    """Look the kappa of three classes up in the text's own scale."""
    kappa, scale = Fraction(read_three_classes(printed)[0].kappa), read_scale(printed)
    level = level_of(round(kappa, 2), scale)
    strong = scale[ROWS.index("strong")].low
    lower = Statement(operator.lt, given=(kappa, strong), witness=(strong, strong), shown=level)
    return contested(lower, notes.VERY_GOOD.format(level=level))


@check("fig4.picture")
def figure_4() -> Finding:
    """Say what we draw for Figure 4."""
    return no_picture("the three matrices that the text allows")


@check("pattern.*")
def pattern(printed: Mapping[str, str]) -> Findings:
    """Check the rule for any number of classes; doubled counts tell the divisors apart."""
    yield "pattern.sum", Finding(Unjudged("one part a class"), verdict="definition")
    yield "pattern.product", Finding(Unjudged("r_i c_i"), verdict="definition")
    some = read_three_classes(printed)[0]
    doubled = ConfusionMatrix(2 * some.cells).exact()
    yield "pattern.divisor", Finding(Proof(_divides, "by its square", (doubled,)))


def _worse(accuracy: float) -> Finding:
    kappas = kappas_by_classes(Fraction(accuracy))
    shown = ", ".join(f"{float(kappa):.3f}" for kappa in kappas) + " for 2, 3, 4, 5 classes"
    rising = Statement(
        kappa_rises_with_classes, given=(Fraction(accuracy),), witness=(Fraction(1),), shown=shown
    )
    return contested(rising, notes.WORSE.format(kappas=shown), "checked")


def kappas_by_classes(accuracy: Fraction) -> list[Fraction]:
    """Kappa of 2 to 5 equally frequent classes at one accuracy, with evenly spread errors."""
    kappas = []
    for m in (2, 3, 4, 5):
        errors = (1 - accuracy) / (m - 1)
        cells = [[accuracy if i == j else errors for j in range(m)] for i in range(m)]
        kappas.append(Fraction(ConfusionMatrix(cells).kappa))
    return kappas


def kappa_rises_with_classes(accuracy: Fraction) -> bool:
    """Say whether these kappas rise with the number of classes."""
    return all(a < b for a, b in pairwise(kappas_by_classes(accuracy)))


def _divides(text: str, doubled: ConfusionMatrix) -> bool:
    """Say whether products of row and column totals, so divided, make the chance agreement."""
    powers = {"number of total predictions": 1, "square of the number of total predictions": 2}
    if text not in powers:
        return False
    products = zip(doubled.row_totals, doubled.column_totals, strict=True)
    parts = (row * column / doubled.total ** powers[text] for row, column in products)
    return bool(sum(parts) == doubled.chance_agreement)
