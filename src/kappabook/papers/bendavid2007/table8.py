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
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtr

from kappabook.audit.computed import Interval, Noted, OfText, holds, noted
from kappabook.audit.declared import computes
from kappabook.audit.printed import Printed
from kappabook.metrics.rounded import half_unit, number
from kappabook.papers.bendavid2007.definitions import (
    CLASSIFIERS,
    COLUMNS,
    DATASETS,
    FOLDS,
    MEASURES,
    T9,
    column,
    exact,
    half,
    keys,
)

Vector = NDArray[np.float64]


@dataclass(frozen=True)
class Column:
    """Means and half-widths of one measure over the data sets, and what rounding may hide."""

    means: Vector
    half_widths: Vector
    slack: float

    @classmethod
    def read(cls, means: Sequence[str], half_widths: Sequence[str]) -> Column:
        """Read a printed column; the slack is the largest rounding in it."""
        texts = (*means, *half_widths)
        return cls(
            np.array([float(exact(text)) for text in means]),
            np.array([float(exact(text)) for text in half_widths]),
            max(float(half(text)) for text in texts),
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


def read_columns(p: Printed, classifier: str) -> tuple[Column, Column]:
    """Read the columns of accuracy and of kappa of one classifier."""
    of = keys(classifiers=[classifier])
    accuracy, accuracy_ci, kappa, kappa_ci = (column(p, of, name) for name in COLUMNS[:4])
    return Column.read(accuracy, accuracy_ci), Column.read(kappa, kappa_ci)


@computes("table8.{}.*", each=CLASSIFIERS)
def r_squared(p: Printed, classifier: str) -> dict[str, Any]:
    """Table 8: the limits of R^2 that print sets, and p of the printed R^2."""
    x, y = read_columns(p, classifier)
    low, high = r_squared_bounds(x, y)
    printed = p.number(f"table8.{classifier}.r2")
    needed = sums(x, y).correlation(float(printed))
    return {
        f"table8.{classifier}.r2": noted(Interval(low, high), low=low, high=high, needed=needed),
        f"table8.{classifier}.p": _below_last_decimal([printed]),
    }


@computes("table8.average.*", "s5.explained", "s5.unexplained", "s5.one-regression")
def average(p: Printed) -> dict[str, Any]:
    """Table 8 and Section 5: average R^2 and p, and how many regressions there are."""
    values = [p.number(f"table8.{classifier}.r2") for classifier in CLASSIFIERS]
    explained = sum(values, Fraction(0)) / len(values)
    several = holds(
        lambda values: len(set(values)) > 1,
        (values,),
        (values[:1],),
        f"{len(values)} values of R^2, one for each classifier",
    )
    return {
        "table8.average.r2": explained,
        "table8.average.p": _below_last_decimal(values),
        "s5.explained": 100 * explained,
        "s5.unexplained": 100 * (1 - explained),
        "s5.one-regression": noted(
            several, regressions=len(values), pairs=PAIRS, together=PAIRS * len(values)
        ),
    }


def _below_last_decimal(r_squared: Sequence[Fraction]) -> Noted:
    """Ask of a p printed as one unit of its last decimal whether the mean p rounds to 0."""
    p, of_means = (
        float(np.mean([p_value(float(value), n) for value in r_squared]))
        for n in (PAIRS, len(DATASETS))
    )
    return noted(
        OfText(
            lambda text: number(text) == 2 * half_unit(text) and p < half_unit(text), f"{p:.2g}"
        ),
        p=p,
        of_means=of_means,
    )


@computes("s5.couples", "s5.per-dataset")
def pairs(p: Printed) -> dict[str, Any]:
    """Section 5: the pairs of the regression, one for each fold of each data set."""
    return {"s5.couples": PAIRS, "s5.per-dataset": p.number("s5.couples") / len(DATASETS)}


@computes("s5.correlation")
def correlation(p: Printed) -> dict[str, Any]:
    """Section 5: correlate mean accuracy and mean kappa over the data sets, by classifier."""
    means = []
    for classifier in CLASSIFIERS:
        of = keys(classifiers=[classifier])
        x, y = (tuple(map(float, column(p, of, name))) for name in MEASURES)
        means.append((x, y))
    found = [_correlate(pair) for pair in means]
    turned = [(x, tuple(-value for value in y)) for x, y in means]
    shown = f"{min(found):.2f} to {max(found):.2f} between the fifteen means"
    return {
        "s5.correlation": holds(
            lambda pairs: all(_correlate(pair) > 0 for pair in pairs), (means,), (turned,), shown
        )
    }


def _correlate(pair: tuple[Sequence[float], Sequence[float]]) -> float:
    return float(np.corrcoef(*pair)[0, 1])
