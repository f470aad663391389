r"""Table 8: how much of kappa's variation accuracy explains, bounded from the printed summaries.

The regression used 150 pairs per classifier, one for each fold of each data set, which the paper
does not print. But its sums of squares and products split into parts between and within data
sets. With fold means :math:`\bar x_d` (accuracy) and :math:`\bar y_d` (kappa) of data set d, and
half-widths :math:`u_d` and :math:`v_d`, each :math:`t_9\,s/\sqrt{10}`,

.. math::
    S_{xx} = 10 \sum_d (\bar x_d - \bar x)^2 + \sum_d X_d, \quad
    S_{xy} = 10 \sum_d (\bar x_d - \bar x)(\bar y_d - \bar y) + \sum_d C_d, \quad
    X_d = 90\,(u_d / t_9)^2,

likewise :math:`S_{yy}` with :math:`Y_d = 90\,(v_d / t_9)^2`. Only the products within a data set,
:math:`C_d`, are not printed; Cauchy and Schwarz bound them, :math:`C_d^2 \le X_d Y_d`. So

.. math:: R^2 = \frac{S_{xy}^2}{S_{xx} S_{yy}}

lies in an interval, and a printed R^2 says how strongly the folds' accuracy and kappa go together
within a data set.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtr

from kappabook.ledger import Finding, Interval, Number, Proof, Statement
from kappabook.papers.bendavid2007.appendix import T9
from kappabook.papers.bendavid2007.keys import CLASSIFIERS, DATASETS, FOLDS, KEY
from kappabook.papers.bendavid2007.printed import Findings, appendix, once_per_texts
from kappabook.transcription import half_unit, read_number

Vector = NDArray[np.float64]


@dataclass(frozen=True)
class Column:
    """Means and half-widths of one meter over the data sets, and what rounding may hide."""

    means: Vector
    half_widths: Vector
    slack: float

    @classmethod
    def read(cls, means: Sequence[str], half_widths: Sequence[str]) -> Column:
        """Read a printed column; the slack is the largest rounding in it."""
        texts = (*means, *half_widths)
        return cls(
            np.array([float(read_number(text)) for text in means]),
            np.array([float(read_number(text)) for text in half_widths]),
            max(float(half_unit(text)) for text in texts),
        )

    @property
    def deviations(self) -> Vector:
        """Fold means less their mean."""
        return np.subtract(self.means, np.mean(self.means))

    def within(self, slack: float = 0.0) -> Vector:
        """Sum of squares of the ten folds around their mean, for each data set."""
        return (FOLDS - 1) * FOLDS * (np.maximum(self.half_widths + slack, 0) / T9) ** 2


@dataclass(frozen=True)
class Sums:
    """Sums over all fold pairs; `within` is the largest the unknown products can come to."""

    xx: float
    yy: float
    between: float
    within: float

    def r_squared(self, correlation: float) -> float:
        """R^2 if folds correlate so within each data set; -1 and 1 are the ends."""
        return (self.between + correlation * self.within) ** 2 / (self.xx * self.yy)

    def correlation(self, r_squared: float) -> float:
        """Mean correlation within data sets that gives this R^2 (the products' weights are sds)."""
        return (math.sqrt(r_squared * self.xx * self.yy) - self.between) / self.within


def sums(x: Column, y: Column) -> Sums:
    """Return the sums of squares and products at the printed values."""
    within_x, within_y = x.within(), y.within()
    return Sums(
        float(FOLDS * x.deviations @ x.deviations + within_x.sum()),
        float(FOLDS * y.deviations @ y.deviations + within_y.sum()),
        float(FOLDS * x.deviations @ y.deviations),
        float(np.sqrt(within_x * within_y).sum()),
    )


def r_squared_bounds(x: Column, y: Column) -> tuple[float, float]:
    """Return the ends of R^2 over all folds whose means and half-widths round to the printed ones.

    Interval arithmetic: a deviation from the mean of means is known to twice the slack, and each
    sum is taken at its worst end, so the bounds are safe but not sharp.
    """
    least_xx, most_xx = _ends(x)
    least_yy, most_yy = _ends(y)
    corners = [
        (x.deviations + 2 * x.slack * i) * (y.deviations + 2 * y.slack * j)
        for i in (-1, 1)
        for j in (-1, 1)
    ]
    within = float(np.sqrt(x.within(x.slack) * y.within(y.slack)).sum())
    low = FOLDS * float(np.min(corners, axis=0).sum()) - within
    high = FOLDS * float(np.max(corners, axis=0).sum()) + within
    nearest = 0.0 if low < 0 < high else min(low**2, high**2)
    return nearest / (most_xx * most_yy), min(1.0, max(low**2, high**2) / (least_xx * least_yy))


def _ends(column: Column) -> tuple[float, float]:
    """Smallest and largest sum of squares that the rounding allows."""
    size, slack = np.abs(column.deviations), 2 * column.slack
    least = FOLDS * (np.maximum(size - slack, 0) ** 2).sum() + column.within(-column.slack).sum()
    most = FOLDS * ((size + slack) ** 2).sum() + column.within(column.slack).sum()
    return float(least), float(most)


def p_value(r_squared: float, n: int) -> float:
    """Two-sided p of a regression's slope: t = sqrt(R^2 (n - 2) / (1 - R^2)) with n - 2 df."""
    t = np.sqrt(r_squared * (n - 2) / (1 - r_squared))
    return float(2 * stdtr(n - 2, -t))


# --- Table 8 and what Section 5 says of it ------------------------------------------------------

PAIRS = FOLDS * len(DATASETS)
# Mean accuracy, its half-width, mean kappa and its half-width, of each data set, as printed.
Printed = tuple[tuple[str, str, str, str], ...]


@once_per_texts("tableA", "table8", "s5.couples")
def table_8(printed: Mapping[str, str]) -> Findings:
    """Check Table 8: each R^2 against its bounds, each p against print, and the averages."""
    cells = appendix(printed)
    r2 = {name: read_number(printed[f"{KEY}.table8.{name}.r2"]) for name in CLASSIFIERS}
    average = sum(r2.values()) / len(r2)
    of_means = []
    for name, value in r2.items():
        rows = tuple(
            (cell.accuracy, cell.accuracy_ci, cell.kappa, cell.kappa_ci)
            for (_, classifier), cell in cells.items()
            if classifier == name
        )
        yield f"table8.{name}.r2", _within_bounds(rows, float(value))
        yield f"table8.{name}.p", _rounds_to_zero((float(value),))
        of_means.append(correlation_of_means(rows))
    yield "table8.average.r2", Finding(Number(average))
    yield "table8.average.p", _rounds_to_zero(tuple(map(float, r2.values())))
    yield "s5.couples", Finding(Number(PAIRS))
    couples = read_number(printed[f"{KEY}.s5.couples"])
    yield "s5.per-dataset", Finding(Number(couples / len(DATASETS)))
    yield (
        "s5.regressed",
        Finding(
            Statement(True, "kappa on accuracy"),
            note="R^2 and p would be the same the other way round.",
            verdict="definition",
        ),
    )
    yield "s5.explained", Finding(Number(100 * average))
    yield "s5.unexplained", Finding(Number(100 * (1 - average)), note=_ONE_LINE)
    shown = f"{min(of_means):.2f} to {max(of_means):.2f} between the fifteen means"
    yield "s5.correlation", Finding(Statement(min(of_means) > 0, shown))


@cache
def read_columns(rows: Printed) -> tuple[Column, Column]:
    """Read the columns of accuracy and of kappa."""
    accuracy, accuracy_ci, kappa, kappa_ci = zip(*rows, strict=True)
    return Column.read(accuracy, accuracy_ci), Column.read(kappa, kappa_ci)


@cache
def correlation_of_means(rows: Printed) -> float:
    """Correlation of mean accuracy and mean kappa over the data sets."""
    x, y = (column.deviations for column in read_columns(rows))
    return float(x @ y / np.sqrt((x @ x) * (y @ y)))


@cache
def _within_bounds(rows: Printed, r_squared: float) -> Finding:
    x, y = read_columns(rows)
    low, high = r_squared_bounds(x, y)
    note = (
        f"The {PAIRS} pairs are not printed; whatever they were, the printed means and half-widths "
        f"allow {low:.3f} to {high:.3f}. Within a data set the squares are known and the products "
        "bounded by Cauchy and Schwarz. The printed value needs a mean correlation of a fold's "
        f"accuracy and kappa within data sets of {sums(x, y).correlation(r_squared):.2f}."
    )
    return Finding(Interval(low, high), note=note, verdict="consistent")


@cache
def _rounds_to_zero(r_squared: tuple[float, ...]) -> Finding:
    """Judge a p printed as below the last decimal's unit: the mean of the p-values rounds to 0."""
    p, of_means = (
        float(np.mean([p_value(value, n) for value in r_squared])) for n in (PAIRS, len(DATASETS))
    )

    def rounds_to_zero(text: str) -> bool:
        return read_number(text) == 2 * half_unit(text) and p < half_unit(text)

    note = (
        f"With the {PAIRS} pairs, taken as independent; folds of one data set are not. Five "
        f"decimals cannot say more. From the {len(DATASETS)} means alone the same R^2 would give "
        f"p = {of_means:.1e}."
    )
    return Finding(Proof(rounds_to_zero, f"{p:.1e}"), note=note)


_ONE_LINE = (
    "By one straight line for all data sets. At any fixed P_c kappa is exactly linear in accuracy, "
    "by (1); what is left comes from P_c, which differs most between data sets."
)
