"""Weighted kappa as the text builds it: agreement weights on observed and on chance shares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Number, Proof, Statement, Unjudged
from kappabook.metrics import ConfusionMatrix
from kappabook.metrics.agreement import disagreement_costs
from kappabook.papers.cats_and_dogs import equations as eq
from kappabook.papers.cats_and_dogs import ledger_notes as notes
from kappabook.papers.cats_and_dogs.matrices import SPICES, THREE, read_three_classes
from kappabook.papers.shared.findings import contested, no_picture, number_if

Kind = Literal["linear", "quadratic"]

# The misses of the text's example, all as far as can be: mild for hot, and hot for mild.
FAR_MISSES = ConfusionMatrix([[35, 0, 5], [0, 40, 0], [3, 0, 17]], SPICES).exact()


def agreement_weights(kind: Kind | None, n_classes: int) -> NDArray[Any]:
    """Return the text's weights, 1 for agreement, as exact fractions.

    They are 1 - cost/largest cost, with the library's costs of disagreement: for 'linear'
    1 - |distance|/(k - 1), for None 1 on the diagonal and 0 elsewhere.
    """
    costs = np.asarray(disagreement_costs(kind, n_classes) if kind else 1 - np.eye(n_classes))
    exact = [[1 - Fraction(int(cost), int(costs.max())) for cost in row] for row in costs]
    return np.array(exact, dtype=object)


@dataclass(frozen=True)
class Steps:
    """Every number on the way to a kappa: tables of shape (n_classes, n_classes), and sums.

    Attributes
    ----------
    weights, observed, chance : ndarray of Fraction
        Agreement weights; shares of all cases; products of the margins.
    agreement, chance_agreement : Fraction
        Weighted sums: the weighted accuracy and the weighted chance agreement.
    kappa : Fraction
        (agreement - chance_agreement) / (1 - chance_agreement).
    """

    weights: NDArray[Any]
    observed: NDArray[Any]
    chance: NDArray[Any]
    agreement: Fraction
    chance_agreement: Fraction
    kappa: Fraction


def steps(matrix: ConfusionMatrix, kind: Kind | None = None) -> Steps:
    """Build a kappa step by step, by hand.

    Parameters
    ----------
    matrix : ConfusionMatrix
        Exact counts.
    kind : {None, 'linear', 'quadratic'}
        The weights; None builds the unweighted kappa.
    """
    weights = agreement_weights(kind, matrix.n_classes)
    observed = matrix.cells / matrix.total
    chance = np.multiply.outer(matrix.row_margins, matrix.column_margins)
    agreement, by_chance = (Fraction((weights * part).sum()) for part in (observed, chance))
    kappa = (agreement - by_chance) / (1 - by_chance)
    return Steps(weights, observed, chance, agreement, by_chance, kappa)


def by_library(matrix: ConfusionMatrix, kind: Kind | None = None) -> Fraction:
    """Return the same kappa from the library's costs of disagreement."""
    costs = None if kind is None else disagreement_costs(kind, matrix.n_classes)
    return Fraction(matrix.weighted_kappa(costs))


def cut_kappas(matrix: ConfusionMatrix) -> list[tuple[Fraction, Fraction]]:
    """Kappa and weight of each cut of the ordered classes into a lower and an upper part.

    Their mean, weighted by the chance disagreement of each cut, is the linearly weighted kappa
    (Vanbelle and Albert 2009, Statistical Methodology 6).
    """
    cuts = []
    for cut in range(1, matrix.n_classes):
        halves = [slice(None, cut), slice(cut, None)]
        cells = [[matrix.cells[rows, columns].sum() for columns in halves] for rows in halves]
        table = ConfusionMatrix(cells).exact()
        cuts.append((Fraction(table.kappa), 1 - Fraction(table.chance_agreement)))
    return cuts


@check("weighted.*", "fig5.picture")
def weighted_kappa(printed: Mapping[str, str]) -> Findings:
    """Check the weights, the weighted kappa, and what is said of both."""
    matrices, size = read_three_classes(printed), len(THREE)
    linear, plain = agreement_weights("linear", size), agreement_weights(None, size)
    nearness = Unjudged("1, 1/2, 0 along the first row")
    yield "weighted.near", Finding(nearness, verdict="definition")
    pepper = Proof(str.__eq__, "chilli pepper", ("chilli pepper",))
    yield "weighted.pepper", Finding(pepper, "external", damaged=True)
    is_plain = all(steps(matrix).kappa == by_library(matrix) for matrix in matrices)
    for name, weight in (("hit", plain[0, 0]), ("miss", plain[0, 1])):
        found = number_if(is_plain, weight)
        yield f"weighted.implicit-{name}", Finding(found, note="They leave accuracy and P_e as is.")
    cat_row = ", ".join(eq.cell_name("C", predicted) for predicted in "DF")
    yield "weighted.cat-cells", Finding(Proof(str.__eq__, "the row of the cats", (cat_row,)))
    longest = Proof(eq.is_longest_distance, "from the first to the last")
    yield "weighted.longest", Finding(longest, "checked", "Tried for k from 2 to 6.")
    yield "weighted.longest-here", Finding(Number(size - 1))
    yield "weighted.longest-numbers", Finding(eq.worked(size - 1, (size, 1)))
    formula = Proof(eq.is_linear_weight, "one less the cost over the largest cost")
    yield "weighted.weight", Finding(formula, verdict="definition")
    for distance, name in enumerate(("diagonal", "beside", "corner")):
        weight = linear[0, distance]
        yield f"weighted.{name}", Finding(Number(weight))
        yield f"weighted.{name}-numbers", Finding(eq.worked(weight, (1, distance, size - 1)))
    by_hand = {steps(matrix, "linear").kappa for matrix in matrices}
    (kappa,) = by_hand | {by_library(matrix, "linear") for matrix in matrices}
    (unweighted,) = {Fraction(matrix.kappa) for matrix in matrices}
    note = "By hand and by the library, for each of the matrices that fit."
    yield "weighted.kappa", Finding(Number(kappa), note=note)
    yield "weighted.unweighted", Finding(Number(unweighted))
    higher = Statement(
        linear_is_higher,
        given=matrices,
        witness=(FAR_MISSES,),
        shown=f"{kappa} > {unweighted}, by {float(kappa - unweighted):.4f}",
    )
    yield "weighted.higher", Finding(higher)
    quadratic = {float(by_library(matrix, "quadratic")) for matrix in matrices}
    difficult = notes.DIFFICULT.format(linear=float(kappa), quadratic=max(quadratic))
    is_mean = Statement(
        is_mean_of_cuts,
        given=("linear", *matrices),
        witness=("quadratic", *matrices),
        shown="a mean of the kappas of two cuts",
    )
    yield "weighted.difficult", contested(is_mean, difficult)
    yield "fig5.picture", no_picture("weights, observed and chance shares, for both kappas")


def linear_is_higher(*matrices: ConfusionMatrix) -> bool:
    """Say whether the linearly weighted kappa of each matrix is above its plain kappa."""
    return all(by_library(matrix, "linear") > Fraction(matrix.kappa) for matrix in matrices)


def is_mean_of_cuts(kind: Kind, *matrices: ConfusionMatrix) -> bool:
    """Say whether the weighted kappa of each matrix is the weighted mean of its cuts' kappas."""
    return all(by_library(matrix, kind) == _mean_of_cuts(matrix) for matrix in matrices)


def _mean_of_cuts(matrix: ConfusionMatrix) -> Fraction:
    cuts = cut_kappas(matrix)
    return sum((k * w for k, w in cuts), Fraction(0)) / sum((w for _, w in cuts), Fraction(0))
