"""Checks of the sections on three classes and on weighted kappa, for all matrices that fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise

from kappabook.ledger import Finding, Number, Proof, Statement
from kappabook.metrics import ConfusionMatrix
from kappabook.metrics._numbers import Real
from kappabook.papers.cats_and_dogs import equations as eq
from kappabook.papers.cats_and_dogs import notes
from kappabook.papers.cats_and_dogs.models import THREE, read_counts
from kappabook.papers.cats_and_dogs.scale import level_of, read_scale
from kappabook.papers.cats_and_dogs.weighted import agreement_weights, by_library, cut_kappas, steps

Findings = Iterator[tuple[str, Finding]]
Matrices = Sequence[ConfusionMatrix]
UNPROVED = float("nan")


def chance(printed: Mapping[str, str], matrices: Matrices) -> Findings:
    """Check names, chance agreement, accuracy and kappa of three classes."""
    images = read_counts(printed, "intro.images")[0]
    totals = read_counts(printed, "three.cats", "three.dogs", "three.foxes")
    for name, own in zip(("cats", "dogs", "foxes"), totals, strict=True):
        yield f"three.{name}", Finding(Number(images - (sum(totals) - own)))
    names = [
        eq.cell_name(true, predicted)
        for predicted in eq.LETTERS
        for true in sorted(eq.LETTERS, key=lambda letter: (letter != predicted, letter))
    ]
    in_order = Proof(partial(_is, ", ".join(names)), "T and the letter; F, predicted, true")
    yield "three.names", Finding(in_order, verdict="definition")
    some, *_ = matrices
    rows, columns, total = some.row_totals, some.column_totals, some.total
    parts = [r * c / total**2 for r, c in zip(rows, columns, strict=True)]
    for animal, row, column, part in zip(THREE, rows, columns, parts, strict=True):
        name = f"three.pe-{animal}"
        yield name, Finding(Proof(partial(eq.prove, classes=3), "row and column by the names"))
        numbers = partial(eq.equals, value=row * column / total, numbers=(row, column, total))
        yield (
            f"{name}-numbers",
            Finding(
                Proof(numbers, f"{float(100 * part):g} %, as the total is {total}"),
                note=notes.PERCENT,
            ),
        )
        yield f"{name}-percent", Finding(Number(100 * part))
    percents = tuple(100 * part for part in parts)
    summed = partial(eq.equals, value=sum(percents), numbers=percents)
    yield "three.pe-sum", Finding(Proof(summed, "the three percentages"))
    expected, accuracy = some.chance_agreement, some.accuracy
    yield "three.pe-percent", Finding(Number(100 * expected))
    yield "three.pe", Finding(Number(expected))
    yield "three.accuracy", Finding(Number(100 * accuracy))
    hits = partial(eq.equals, value=accuracy, numbers=(*some.cells.diagonal(), total))
    yield "three.accuracy-numbers", Finding(Proof(hits, str(accuracy)), damaged=True)
    kappa = _only(matrix.kappa for matrix in matrices)
    yield "three.kappa", Finding(Number(kappa), note="For each of the three matrices that fit.")
    worked = partial(eq.equals, value=kappa, numbers=(accuracy, expected, 1, expected))
    yield "three.kappa-numbers", Finding(Proof(worked, str(kappa)))
    level = level_of(Fraction(round(kappa, 2)), read_scale(printed))
    judged = Statement(level not in ("Strong", "Almost Perfect to Perfect"), level)
    very_good = notes.VERY_GOOD.format(level=level)
    yield "three.very-good", Finding(judged, "proved", very_good, "contested")
    yield "three.worse", _worse(accuracy)


def pattern(matrices: Matrices) -> Findings:
    """Check the rule for any number of classes; doubled counts tell the divisors apart."""
    adds_up = Statement(eq.parts_make_chance_agreement(), "for two and for three classes")
    yield "pattern.sum", Finding(adds_up)
    some = matrices[0]
    products = [r * c for r, c in zip(some.row_totals, some.column_totals, strict=True)]
    rows_by_columns = Statement(sum(products) / some.total**2 == some.chance_agreement, "r_i c_i")
    yield "pattern.product", Finding(rows_by_columns)
    doubled = ConfusionMatrix(2 * some.cells)
    yield "pattern.divisor", Finding(Proof(partial(_divides, doubled.exact()), "by its square"))


def weights(matrices: Matrices) -> Findings:
    """Check the weights, the weighted kappa, and what is said of both."""
    size = len(THREE)
    linear, plain = agreement_weights("linear", size), agreement_weights(None, size)
    falls = all(linear[0, j] > linear[0, j + 1] for j in range(size - 1))
    nearness = Statement(falls and set(linear.diagonal()) == {1}, "1, 1/2, 0 along the first row")
    yield "weighted.near", Finding(nearness, verdict="definition")
    is_plain = all(steps(matrix).kappa == by_library(matrix) for matrix in matrices)
    for name, weight in (("hit", plain[0, 0]), ("miss", plain[0, 1])):
        found = Number(weight if is_plain else UNPROVED)
        yield f"weighted.implicit-{name}", Finding(found, note="They leave accuracy and P_e as is.")
    cat_row = ", ".join(eq.cell_name("C", predicted) for predicted in "DF")
    yield "weighted.cat-cells", Finding(Proof(partial(_is, cat_row), "the row of the cats"))
    longest = Proof(eq.is_longest_distance, "from the first to the last")
    yield "weighted.longest", Finding(longest)
    yield "weighted.longest-here", Finding(Number(size - 1))
    counted = partial(eq.equals, value=Fraction(size - 1), numbers=(size, 1))
    yield "weighted.longest-numbers", Finding(Proof(counted, str(size - 1)))
    formula = Proof(eq.is_linear_weight, "one less the cost over the largest cost")
    yield "weighted.weight", Finding(formula, verdict="definition")
    for distance, name in enumerate(("diagonal", "beside", "corner")):
        weight = linear[0, distance]
        yield f"weighted.{name}", Finding(Number(weight))
        numbers = partial(eq.equals, value=weight, numbers=(1, distance, size - 1))
        yield f"weighted.{name}-numbers", Finding(Proof(numbers, str(weight)))
    yield from _weighted_kappa(matrices)


def _weighted_kappa(matrices: Matrices) -> Findings:
    by_hand = {steps(matrix, "linear").kappa for matrix in matrices}
    kappa = _only(by_hand | {by_library(matrix, "linear") for matrix in matrices})
    unweighted = _only(matrix.kappa for matrix in matrices)
    note = "By hand and by the library, for each of the matrices that fit."
    yield "weighted.kappa", Finding(Number(kappa), note=note)
    yield "weighted.unweighted", Finding(Number(unweighted))
    shown = f"{kappa} > {unweighted}, by {float(kappa - unweighted):.4f}"
    yield "weighted.higher", Finding(Statement(kappa > unweighted, shown))
    quadratic = {float(by_library(matrix, "quadratic")) for matrix in matrices}
    difficult = notes.DIFFICULT.format(linear=float(kappa), quadratic=max(quadratic))
    is_mean = all(_mean_of_cuts(matrix) == kappa for matrix in matrices)
    cuts = Statement(is_mean, "a mean of the kappas of two cuts")
    yield "weighted.difficult", Finding(cuts, "proved", difficult, "contested")


def _mean_of_cuts(matrix: ConfusionMatrix) -> Fraction:
    cuts = cut_kappas(matrix)
    return sum((k * w for k, w in cuts), Fraction(0)) / sum((w for _, w in cuts), Fraction(0))


def _worse(accuracy: Real) -> Finding:
    """Kappa of m equally frequent classes at one accuracy, with evenly spread errors."""
    kappas = []
    for m in (2, 3, 4, 5):
        errors = (1 - Fraction(accuracy)) / (m - 1)
        cells = [[accuracy if i == j else errors for j in range(m)] for i in range(m)]
        kappas.append(Fraction(ConfusionMatrix(cells).kappa))
    rising = all(a < b for a, b in pairwise(kappas))
    shown = ", ".join(f"{float(kappa):.3f}" for kappa in kappas) + " for 2, 3, 4, 5 classes"
    note = notes.WORSE.format(kappas=shown)
    return Finding(Statement(rising, shown), "proved", note, "contested")


def _divides(doubled: ConfusionMatrix, printed: str) -> bool:
    """Say whether products of row and column totals, so divided, make the chance agreement."""
    powers = {"number of total predictions": 1, "square of the number of total predictions": 2}
    if printed not in powers:
        return False
    products = zip(doubled.row_totals, doubled.column_totals, strict=True)
    parts = (row * column / doubled.total ** powers[printed] for row, column in products)
    return bool(sum(parts) == doubled.chance_agreement)


def _is(word: str, printed: str) -> bool:
    return printed == word


def _only(values: Iterable[Real]) -> Fraction:
    (value,) = set(values)
    return Fraction(value)
