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
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtr

from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Interval, Number, Proof, Statement, Unjudged
from kappabook.papers.bendavid2007.printed.keys import CLASSIFIERS, DATASETS, FOLDS
from kappabook.papers.bendavid2007.printed.tables import COLUMNS, MEASURES, T9, column, keys, number
from kappabook.papers.shared.findings import contested
from kappabook.printed import half_unit
from kappabook.transcription import read_number

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


def read_columns(printed: Mapping[str, str], classifier: str) -> tuple[Column, Column]:
    """Read the columns of accuracy and of kappa of one classifier."""
    cells = keys(classifiers=[classifier])
    accuracy, accuracy_ci, kappa, kappa_ci = (column(printed, cells, name) for name in COLUMNS[:4])
    return Column.read(accuracy, accuracy_ci), Column.read(kappa, kappa_ci)


def _read_r2(printed: Mapping[str, str]) -> list[Fraction]:
    return [number(printed, f"table8.{classifier}.r2") for classifier in CLASSIFIERS]


@check("table8.{classifier}.r2", classifier=CLASSIFIERS)
def r_squared(printed: Mapping[str, str], classifier: str) -> Finding:
    """Hold a printed R^2 against its bounds."""
    x, y = read_columns(printed, classifier)
    low, high = r_squared_bounds(x, y)
    needed = sums(x, y).correlation(float(number(printed, f"table8.{classifier}.r2")))
    note = (
        f"The {PAIRS} pairs are not printed; whatever they were, the printed means and half-widths "
        f"allow at most {low:.3f} to {high:.3f}: safe limits, not the narrowest "
        "ones. Within a data set the squares are known, and the Cauchy-Schwarz inequality limits "
        "the products. The printed value "
        "needs a mean correlation of a fold's accuracy and kappa within data sets of "
        f"{needed:.2f}."
    )
    return Finding(Interval(low, high), "proved", note, "consistent")


@check("table8.{classifier}.p", classifier=CLASSIFIERS)
def p_of_slope(printed: Mapping[str, str], classifier: str) -> Finding:
    """Compute p from the printed R^2."""
    return _below_last_decimal([number(printed, f"table8.{classifier}.r2")])


@check("table8.average.*", "s5.explained", "s5.unexplained")
def average(printed: Mapping[str, str]) -> Findings:
    """Average R^2 and p."""
    r2 = _read_r2(printed)
    explained = sum(r2) / len(r2)
    yield "table8.average.r2", Finding(Number(explained))
    yield "table8.average.p", _below_last_decimal(r2)
    yield "s5.explained", Finding(Number(100 * explained))
    yield "s5.unexplained", Finding(Number(100 * (1 - explained)), note=_ONE_LINE)


_ONE_LINE = (
    "By one straight line for all data sets. At any fixed P_c kappa is exactly linear in "
    "accuracy, by (1); the rest comes from P_c, which differs most between data sets."
)


def _below_last_decimal(r_squared: Sequence[Fraction]) -> Finding:
    """Judge a p printed as one unit of its last decimal: the mean of the p-values rounds to 0."""
    p, of_means = (
        float(np.mean([p_value(float(value), n) for value in r_squared]))
        for n in (PAIRS, len(DATASETS))
    )
    note = (
        f"With the {PAIRS} pairs, taken as independent; folds of one data set are not. Five "
        f"decimals cannot say more. From the {len(DATASETS)} means alone the same R^2 would give "
        f"p = {of_means:.1e}."
    )
    return Finding(Proof(_rounds_to_zero, f"{p:.1e}", (p,)), note=note)


def _rounds_to_zero(text: str, p: float) -> bool:
    return read_number(text) == 2 * half_unit(text) and p < half_unit(text)


@check("s5.couples", "s5.per-dataset", "s5.regressed", "s5.one-regression")
def pairs(printed: Mapping[str, str]) -> Findings:
    """Count the pairs of the regression."""
    yield "s5.couples", Finding(Number(PAIRS))
    yield "s5.per-dataset", Finding(Number(number(printed, "s5.couples") / len(DATASETS)))
    note = "R^2 and p would be the same the other way round."
    regressed = Unjudged("kappa on accuracy")
    yield "s5.regressed", Finding(regressed, "none", note, "definition")
    values = _read_r2(printed)
    shown = f"{len(values)} values of R^2, one for each classifier"
    one_each = Statement(are_several_regressions, (values,), (values[:1],), shown)
    note = (
        "For: each classifier has 150 pairs, so the sentence describes any one of them. Against: "
        f"Table 8 shows {len(values)} regressions, of {PAIRS * len(values)} pairs together."
    )
    yield "s5.one-regression", contested(one_each, note)


def are_several_regressions(values: Sequence[Fraction]) -> bool:
    """Say whether a table of R^2 has different values, so more than one regression."""
    return len(set(values)) > 1


@check("s5.correlation")
def correlation(printed: Mapping[str, str]) -> Finding:
    """Correlate mean accuracy and mean kappa over the data sets, for each classifier."""
    pairs = []
    for classifier in CLASSIFIERS:
        cells = keys(classifiers=[classifier])
        x, y = (tuple(map(float, column(printed, cells, name))) for name in MEASURES)
        pairs.append((x, y))
    found = [_correlate(pair) for pair in pairs]
    turned = [(x, tuple(-value for value in y)) for x, y in pairs]
    shown = f"{min(found):.2f} to {max(found):.2f} between the fifteen means"
    return Finding(Statement(rise_together, (pairs,), (turned,), shown))


def rise_together(pairs: Sequence[tuple[Sequence[float], Sequence[float]]]) -> bool:
    """Say whether the values of every pair of lists are positively correlated."""
    return all(_correlate(pair) > 0 for pair in pairs)


def _correlate(pair: tuple[Sequence[float], Sequence[float]]) -> float:
    return float(np.corrcoef(*pair)[0, 1])
