"""What the printed areas and the operating point allow, at p = 0.11 and at p = 0.89."""

from __future__ import annotations

from scipy.optimize import brentq

from kappabook.metrics import auk_bounds
from kappabook.metrics.rates import (
    kappa_at,
    tpr_at,
)
from kappabook.metrics.threshold import iso_kappa_slope
from kappabook.papers.kaymak_auk.printed_tables import Areas
from kappabook.printed import half_unit, number

Range = tuple[float, float]


def rounded(text: str) -> Range:
    """Return the smallest and the largest number that rounds to a printed one."""
    value, half = number(text), half_unit(text)
    return float(value - half), float(value + half)


def auk_range(areas: Areas, p: float) -> Range:
    """AUKs that exact integration can give for an AUC that rounds to the printed one.

    Over all concave ROC curves for a hull, over all that never fall otherwise.
    """
    ends = [auk_bounds(auc, p, concave=areas.concave) for auc in rounded(areas.auc)]
    return min(low for low, _ in ends), max(high for _, high in ends)


def least_share(areas: Areas) -> float:
    """Smallest share of positives at which the printed pair is possible."""
    auc, auk = rounded(areas.auc)[1], rounded(areas.auk)[0]

    def gap(p: float) -> float:
        return auk_bounds(auc, p, concave=areas.concave)[1] - auk

    return float(brentq(gap, 0.001, 0.499))


def is_possible(areas: Areas, p: float) -> bool:
    """Say whether some curve, integrated exactly, has this AUC and this AUK as printed."""
    (low, high), (least, most) = auk_range(areas, p), rounded(areas.auk)
    return low <= most and least <= high


def trapezoid_reach(auc: float, p: float) -> float:
    """AUK by the trapezoid of a hull with the one corner (0, 2 AUC - 1): kappa there, halved."""
    return float(kappa_at(0, 2 * auc - 1, p)) / 2


# --- the operating point ------------------------------------------------------------------------


def kappa_range(fpr: str, tpr: str, p: float) -> Range:
    """Kappas by (19) over all rates that round to the printed ones."""
    kappas = [float(kappa_at(f, t, p)) for f in rounded(fpr) for t in rounded(tpr)]
    return min(kappas), max(kappas)


def tpr_range(fpr: str, kappa: str, p: float) -> Range:
    """Return the true positive rates by (19), from the printed fpr and kappa."""
    rates = [float(tpr_at(f, k, p)) for f in rounded(fpr) for k in rounded(kappa)]
    return min(rates), max(rates)


def fpr_range(tpr: str, kappa: str, p: float) -> Range:
    """Return the false positive rates by (19); with the classes swapped they are 1 - t."""
    rates = [1 - float(tpr_at(1 - t, k, 1 - p)) for t in rounded(tpr) for k in rounded(kappa)]
    return min(rates), max(rates)


def auc_ceiling(f: float, t: float, p: float) -> float:
    """Largest AUC of any ROC curve whose kappa is largest at this point.

    The curve cannot rise above the line of equal kappa through the point, whose slope is (26);
    this is the area under that line, within the square.
    """
    slope = float(iso_kappa_slope(f, t, p))
    left, right = t - slope * f, f + (1 - t) / slope
    low, high = max(0.0, -left / slope), min(1.0, right)
    under = left * (high - low) + slope * (high**2 - low**2) / 2
    return under + 1 - high


def largest_auc_ceiling(fpr: str, tpr: str, p: float) -> float:
    """Return it over all rates that round to the printed ones."""
    return max(auc_ceiling(f, t, p) for f in rounded(fpr) for t in rounded(tpr))


def share_where_kappa_is_the_difference(f: float, t: float) -> float:
    """Share of positives other than 1/2 at which (19) gives t - f: there p_hat = p."""
    return f / (1 - (t - f))
