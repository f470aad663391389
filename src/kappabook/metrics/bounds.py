"""How far the AUK can lie from what the AUC suggests: sharp bounds.

Among all ROC curves of one AUC the lowest and the highest AUK belong to curves of few straight
pieces, or, for a prevalence above 1/2, to an arc. Why they are extreme, and the curves themselves,
are in ``tests/extremal_curves.py`` of the workbook.
"""

from __future__ import annotations

import math

import numpy as np
import scipy
from numpy.typing import NDArray

from kappabook.metrics.check_scores import as_prevalence, as_real
from kappabook.metrics.rates import (
    kappa_at,
    mean_kappa,
)

Column = NDArray[np.float64]
Curve = tuple[Column, Column]


def auk_bounds(auc: float, prevalence: float, *, concave: bool = True) -> tuple[float, float]:
    """Sharp bounds of the AUK among all ROC curves with this AUC.

    Every value between them is taken by some curve. At prevalence 1/2 both are AUC - 1/2. The
    derivation is our own; Kaymak, Ben-David and Potharst, section 6, p. 12, note only that the
    relation is not linear.

    Parameters
    ----------
    auc : float
        In [0, 1]; a concave curve has at least 1/2.
    prevalence : float
        Share of positive cases, strictly between 0 and 1.
    concave : bool, default=True
        Whether the curve is its own convex hull (True), or any curve that never falls (False).

    Returns
    -------
    low, high : float
        Of the AUK by the rule 'segment'; a trapezoid over few points can lie outside.

    Raises
    ------
    ValueError
        An AUC or a prevalence outside its range.

    Examples
    --------
    >>> from kappabook import auk_bounds
    >>> low, high = auk_bounds(0.7493, 0.11)
    >>> round(low, 4), round(high, 4)
    (0.1046, 0.1493)
    """
    auc, p = as_auc(auc, concave), as_prevalence(prevalence)
    low, high = straight_extremes(auc, p, concave)
    if p > 0.5 and not concave:
        highest = _auk(high, p)
        return min(area_beside_arc(auc, p)[0], highest), highest
    return _auk(low, p), _auk(high, p)


def as_auc(auc: float, concave: bool) -> float:
    """Take an area that such a curve can have."""
    area = as_real(auc, "auc", "give a number such as 0.8")
    if not 0 <= area <= 1:
        raise ValueError(f"auc is {area:g}; an area under a ROC curve lies in [0, 1].")
    if concave and area < 0.5:
        raise ValueError(
            f"auc is {area:g}; a concave ROC curve has at least 0.5. For curves that need not be "
            "concave give concave=False."
        )
    return area


def straight_extremes(auc: float, p: float, concave: bool) -> tuple[Curve, Curve]:
    """Lowest and highest curve, as far as they consist of straight pieces."""
    if concave:
        late, early = _corner_at_top(2 * (1 - auc), 2 * (1 - auc)), _corner_at_top(1, 2 * (1 - auc))
        if p > 0.5:
            early = _lowest_corner(auc, p)
    else:
        late = corners((0, 0), (1 - auc, 0), (1 - auc, 1), (1, 1))
        early = corners((0, 0), (0, auc), (1, auc), (1, 1))
    return (late, early) if p <= 0.5 else (early, late)


def corners(*points: tuple[float, float]) -> Curve:
    """Return the curve through these points, each once."""
    f, t = np.array(points, dtype=np.float64).T
    fresh = np.append(True, (np.diff(f) > 0) | (np.diff(t) > 0))
    return f[fresh], t[fresh]


def _corner_at_top(corner: float, mean: float) -> Curve:
    """Jump to a level v, straight to (corner, 1), level to (1, 1), with AUC 1 - mean / 2."""
    jump = 1.0 if mean == 0 else max(0.0, 1 - mean / corner)
    return corners((0, 0), (0, jump), (corner, 1), (1, 1))


def _lowest_corner(auc: float, p: float) -> Curve:
    """Corner at the top that makes AUK least; p > 1/2 and a concave curve."""
    mean, jump = 2 * (1 - auc), 2 * auc - 1
    if p * jump <= 0.5 or mean == 0:
        # The worth rises all along the straight piece to (1, 1): no corner before it pays.
        return _corner_at_top(1, mean)

    def auk(log_corner: float) -> float:
        return _auk(_corner_at_top(math.exp(log_corner), mean), p)

    grid = np.linspace(math.log(mean), 0.0, 33)
    i = int(np.argmin([auk(x) for x in grid]))
    around = (grid[max(i - 1, 0)], grid[min(i + 1, 32)])
    inside = scipy.optimize.minimize_scalar(
        auk, bounds=around, method="bounded", options={"xatol": 1e-9}
    )
    return _corner_at_top(math.exp(min(grid[i], inside.x, key=auk)), mean)


def _auk(curve: Curve, p: float) -> float:
    f, t = curve
    return float(mean_kappa(f, t, p, 1 - p) @ np.diff(f))


# --- the arc of constant worth, p > 1/2 ---------------------------------------------------------
#
# 2p(1-p) m / c^2 = 2p(1-p) / k^2 means c = k sqrt(m): with x = sqrt(m) as the variable, t is
# (p^2 + (1-p) x^2 - k x) / (p (2p-1)), a parabola. Smaller k lie higher.


def area_beside_arc(auc: float, p: float) -> tuple[float, float]:
    """Least AUK of any curve with this AUC, and the k of its arc; p > 1/2.

    The AUK of a curve made for a slightly wrong k is corrected by its worth, 2p(1-p)/k^2, times
    the AUC that is missing. By Lagrange duality that is a lower bound for every k, and it is
    exact at the right one; so the rounding of k enters only by its square.
    """
    q = 1 - p
    high, low = 2 * q * math.sqrt(p), (p * p + q * q) / math.sqrt(q)
    # The AUC is 0 at one end and 1 at the other, but for rounding.
    least, most = sorted(_along_arc(k, p)[0] for k in (low, high))
    target = min(max(auc, least), most)
    k = scipy.optimize.brentq(lambda k: _along_arc(k, p)[0] - target, low, high, xtol=1e-300)
    area, auk = _along_arc(k, p)
    return auk + 2 * p * q / k**2 * (auc - area), k


def arc_ends(k: float, p: float) -> tuple[float, float]:
    """Abscissas x where the arc leaves level 0 and where it reaches level 1, within the square."""
    q = 1 - p
    ends = []
    for constant in (p * p, p * q):
        root = k * k - 4 * q * constant
        x = 2 * constant / (k + math.sqrt(root)) if root > 0 else math.inf
        ends.append(min(max(x, math.sqrt(q)), math.sqrt(p)))
    return ends[0], ends[1]


def on_arc(x: Column, k: float, p: float) -> Curve:
    """Return the points of the arc at these x."""
    f = (p - x * x) / (2 * p - 1)
    t = (p * p + (1 - p) * x * x - k * x) / (p * (2 * p - 1))
    return np.clip(f, 0, 1), np.clip(t, 0, 1)


def _along_arc(k: float, p: float) -> tuple[float, float]:
    """AUC and AUK of level 0, the arc, and level 1; Simpson's rule in x is exact for both."""
    start, end = arc_ends(k, p)
    x = np.array([start, (start + end) / 2, end])
    f, t = on_arc(x, k, p)
    # The middle from the ends: near p = 1/2 the division by 2p - 1 leaves few digits.
    f[1] = f[0] + (f[2] - f[0]) * (3 * start + end) / (4 * (start + end))
    weights = (f[2] - f[0]) / (3 * (start + end)) * np.array([1, 4, 1]) * x
    kappa = kappa_at(f, t, p)
    before = _auk((np.array([0, f[0]]), np.zeros(2)), p)
    after = _auk((np.array([f[2], 1]), np.ones(2)), p)
    return float(weights @ t + 1 - f[2]), float(before + weights @ kappa + after)
