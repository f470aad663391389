"""Weighted kappa as the text builds it: agreement weights on observed and on chance shares."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kappabook.metrics import ConfusionMatrix
from kappabook.metrics.agreement import disagreement_costs


def agreement_weights(kind: str | None, n_classes: int) -> NDArray[Any]:
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


def steps(matrix: ConfusionMatrix, kind: str | None = None) -> Steps:
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


def by_library(matrix: ConfusionMatrix, kind: str | None = None) -> Fraction:
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
