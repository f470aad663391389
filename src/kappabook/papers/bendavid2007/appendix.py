"""Tables A.1-A.5: kappa beside accuracy and chance, and the rows of averages.

Each printed number is a mean over ten folds, and kappa of the means is not the mean of the kappas.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import sqrt

from scipy.special import stdtrit

from kappabook.ledger import Finding, Interval
from kappabook.papers.bendavid2007.keys import AVERAGE, DATASETS, FOLDS, KEY, TABLES
from kappabook.papers.bendavid2007.printed import COLUMNS, Cell, Findings, once_per_texts
from kappabook.papers.bendavid2007.rounding import between, exact, mean_of_rounded
from kappabook.transcription import LedgerError

T9 = float(stdtrit(FOLDS - 1, 0.975))


# --- one cell -----------------------------------------------------------------------------------


def kappa_of_means(cell: Cell) -> Fraction:
    r"""Put the mean accuracy and the mean chance into eq. (1).

    Raises
    ------
    LedgerError
        The chance is 1, where kappa has no value.
    """
    accuracy, chance = exact(cell.accuracy), exact(cell.chance)
    if chance == 1:
        raise LedgerError(f"chance {cell.chance} leaves kappa undefined; it must be below 1.")
    return (accuracy - chance) / (1 - chance)


def gap(cell: Cell) -> Fraction:
    r"""Return the mean kappa less kappa of the means.

    In each fold :math:`a = \kappa + P_c - \kappa P_c`. So the gap is the covariance of kappa and
    :math:`P_c` over the folds, divided by :math:`1 - \bar P_c`: nothing but a mean of ratios.
    """
    return exact(cell.kappa) - kappa_of_means(cell)


def fold_sd(half_width: str) -> float:
    """Return the standard deviation over the folds, with n - 1, behind a printed half-width."""
    return float(exact(half_width)) * sqrt(FOLDS) / T9


def kappa_range(cell: Cell) -> Interval:
    """Return the mean kappas that the five other printed numbers of a cell allow.

    The covariance of `gap` is at most the product of the two standard deviations (Cauchy and
    Schwarz); all inputs are taken at the ends of their rounding.
    """
    accuracy, chance = between(cell.accuracy), between(cell.chance)
    product = between(cell.kappa_ci).high * between(cell.chance_ci).high
    reach = (FOLDS - 1) / T9**2 * float(product) / (1 - float(chance.high))
    ends = [
        float((a - c) / (1 - c))
        for a in (accuracy.low, accuracy.high)
        for c in (chance.low, chance.high)
    ]
    return Interval(min(ends) - reach, max(ends) + reach)


# --- rows of averages ----------------------------------------------------------------------------

# Those of the chance hold cells that are impossible: `mended` computes them.
SOUND = COLUMNS[:4]


@once_per_texts("tableA")
def averages(printed: Mapping[str, str]) -> Findings:
    """Average the accuracies and kappas of each table of the appendix."""
    for table in TABLES.values():
        for column in SOUND:
            claim = f"{table}.{AVERAGE}.{column}"
            texts = column_of(printed, table, column)
            yield claim, column_mean(printed[f"{KEY}.{claim}"], texts)


def column_of(printed: Mapping[str, str], table: str, column: str) -> tuple[str, ...]:
    """Return the fifteen printed numbers of one column of Table 7 or of the appendix."""
    return tuple(printed[f"{KEY}.{table}.{dataset}.{column}"] for dataset in DATASETS)


@cache
def column_mean(printed: str, texts: tuple[str, ...]) -> Finding:
    """Judge a printed average of a column; the same texts give the same finding."""
    return mean_of_rounded(printed, texts)
