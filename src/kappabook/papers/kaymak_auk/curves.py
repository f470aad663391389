"""The ROC curves that the figures show and that decide what the text says in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import scipy
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri

from kappabook.metrics import auk_from_roc
from kappabook.metrics.auk import auk_swapped_from_roc
from kappabook.metrics.rates import kappa_at, tpr_at

Column = NDArray[np.float64]
Curve = tuple[Column, Column]
# False and true positive rates along a ROC curve, of whatever kind.
Points = tuple[Sequence[float] | Column, Sequence[float] | Column]

# Two areas or kappas that are nearer to each other are equal.
ROUNDING = 1e-12
# One corner, no better than guessing, and perfect.
ONE_CORNER: Points = ((0.0, 0.2, 1.0), (0.0, 0.6, 1.0))
DIAGONAL: Points = ((0.0, 1.0), (0.0, 1.0))
PERFECT: Points = ((0.0, 0.0, 1.0), (0.0, 1.0, 1.0))

# The share of positives when the bad credits are the positive class, and when the good ones are.
P_BAD, P_GOOD = 0.11, 0.89
# Figure 1 states no share of positives; neither do its curves depend on our choice.
P_FIGURE_1 = 0.2
P_OPTIMA = 0.11
SHARES = np.linspace(0.01, 0.99, 197)


def area_under(x: Sequence[float] | Column, y: Sequence[float] | Column) -> float:
    """Return the area under a line of points, by scikit-learn."""
    from sklearn.metrics import auc  # which takes long to import

    return float(auc(x, y))


def auks(curve: Points, shares: Sequence[float]) -> list[float]:
    """AUK of one ROC curve for several class distributions."""
    return [auk_from_roc(*curve, p) for p in shares]


def auk_changes(curve: Points, shares: Sequence[float]) -> bool:
    """Say whether these differ."""
    return float(np.ptp(auks(curve, shares))) > ROUNDING


def slopes_fall(curve: Points) -> bool:
    """Say whether a curve's slopes fall from left to right: the region below it is convex."""
    rise, run = np.diff(curve[1]), np.diff(curve[0])
    return bool((np.diff(rise / run) < 0).all())


def power_curve(auc: float, points: int = 2001) -> Curve:
    """Return the concave ROC curve t = f^(1/AUC - 1), which has this AUC.

    The points are even in the cube root of f: the curve is steep at the left.
    """
    rates = np.linspace(0, 1, points) ** 3
    return rates, rates ** (1 / auc - 1)


def late_curve(auc: float, points: int = 2001) -> Curve:
    """Return the power curve's mirror image, t = 1 - (1 - f)^(AUC/(1 - AUC)): flat at the right."""
    rates = np.linspace(0, 1, points)
    return rates, 1 - (1 - rates) ** (auc / (1 - auc))


def binormal_curve(distance: float, points: int = 2001) -> Curve:
    """Return the ROC curve of two normal classes of equal spread, this many deviations apart."""
    rates = np.linspace(0, 1, points) ** 2
    return rates, ndtr(distance + ndtri(rates))


@dataclass(frozen=True)
class Drawn:
    """A ROC curve, its kappa curve, and the share of positives that leads from one to the other."""

    fpr: Column
    tpr: Column
    p: float

    @property
    def kappa(self) -> Column:
        """Kappa at each point, by (19)."""
        return kappa_at(self.fpr, self.tpr, self.p)

    @property
    def best(self) -> tuple[float, float, float]:
        """Rates and kappa of the point with the largest kappa."""
        i = int(self.kappa.argmax())
        return float(self.fpr[i]), float(self.tpr[i]), float(self.kappa[i])

    @property
    def local_optima(self) -> list[int]:
        """Indices of the points that beat both neighbours, of a curve given by its corners."""
        k = self.kappa
        return [i for i in range(1, len(k) - 1) if k[i] > k[i - 1] and k[i] > k[i + 1]]


@cache
def figure_1() -> dict[str, Drawn]:
    """Two nested ROC curves, of two and of one deviation."""
    return {
        name: Drawn(*binormal_curve(distance), P_FIGURE_1)
        for name, distance in (("solid", 2.0), ("dashed", 1.0))
    }


@cache
def one_optimum() -> Drawn:
    """Return a concave curve: kappa rises to one maximum and falls."""
    return Drawn(*binormal_curve(1.3), P_OPTIMA)


@cache
def two_optima(kappa: float = 0.3) -> Drawn:
    """Return a curve with two corners on one line of equal kappa, and a dent between them."""
    fpr = np.array([0.0, 0.05, 0.2, 0.25, 1.0])
    first, second = tpr_at(fpr[[1, 3]], kappa, P_OPTIMA)
    return Drawn(fpr, np.array([0, first, 0.42, second, 1]), P_OPTIMA)


def has_equal_optima(curve: Drawn) -> bool:
    """Say whether a curve's kappa is largest at two points, with less between them."""
    best = curve.local_optima
    return len(best) == 2 and abs(curve.kappa[best[0]] - curve.kappa[best[1]]) < ROUNDING


@cache
def crossing() -> dict[str, Curve]:
    """Return two ROC curves that cross: one rises early, the other reaches the top early."""
    return {"early": power_curve(0.735), "late": late_curve(0.75)}


@cache
def auk_over_shares(name: str) -> Column:
    """AUK of one of the crossing curves under every share of positives in SHARES."""
    return np.array([auk_from_roc(*crossing()[name], p) for p in SHARES])


@cache
def reversal_share() -> float:
    """Share of positives at which the crossing curves change rank by AUK."""

    def lead(p: float) -> float:
        early, late = (auk_from_roc(*crossing()[name], p) for name in ("early", "late"))
        return early - late

    return float(scipy.optimize.brentq(lead, SHARES[0], SHARES[-1]))


@cache
def either_way(auc: float = 0.7493) -> tuple[Column, Column]:
    """AUK of a power curve over SHARES, with the one and with the other class positive."""
    curve = power_curve(auc)
    one = [auk_from_roc(*curve, p) for p in SHARES]
    other = [auk_swapped_from_roc(*curve, p) for p in SHARES]
    return np.array(one), np.array(other)


@cache
def floor_auk(p: float) -> float:
    """AUK of the classifier that errs always: the smallest under this share of positives."""
    return auk_from_roc([0, 1, 1], [0, 0, 1], p)
