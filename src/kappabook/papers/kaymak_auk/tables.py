"""Tables 1-3, three confusion matrices, and Tables 4-5, four pairs of areas; and what they allow.

The bounds hold at p = 0.11 and at p = 0.89; so do those of the operating point.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import scipy

from kappabook.audit.declared import computes
from kappabook.audit.printed import Printed
from kappabook.metrics import ConfusionMatrix, auk_bounds
from kappabook.metrics.rates import kappa_at, tpr_at
from kappabook.metrics.rounded import half_unit, number
from kappabook.metrics.threshold import iso_kappa_slope
from kappabook.papers.shared.texts import cells_from_others
from kappabook.system.checkout import printed_folder

KEY = "kaymak_auk"
CLASSIFIERS = (1, 2, 3)
# Table 4 is of convex hulls, Table 5 of the curves as they are.
AREAS = {4: True, 5: False}
MODELS = {"linear": "linear model", "net": "neural network"}


def as_printed() -> Printed:
    """Read the document's printed texts."""
    return Printed.of(printed_folder() / KEY)


def read_classifier(printed: Printed, table: int) -> ConfusionMatrix:
    """Make the exact matrix of Table 1, 2 or 3 from its four printed cells."""
    tp, fn, fp, tn = (printed[f"table{table}.{cell}"] for cell in ("tp", "fn", "fp", "tn"))
    return ConfusionMatrix.from_probabilities([[tp, fn], [fp, tn]], ("+", "-"))


@computes("table{}.*", each=CLASSIFIERS)
def cells(printed: Printed, table: int) -> dict[str, Fraction]:
    """Tables 1-3: each cell and total from others."""
    return cells_from_others(printed, f"table{table}", "p_hat", "n_hat")


@dataclass(frozen=True)
class Areas:
    """One column of Table 4 or 5, as printed; `concave` for the hulls of Table 4."""

    auc: str
    auk: str
    concave: bool

    @property
    def numbers(self) -> tuple[float, float]:
        """AUC and AUK."""
        return float(number(self.auc)), float(number(self.auk))


def read_pair(printed: Printed, table: int, model: str) -> Areas:
    """Read the areas of one model from Table 4 or 5."""
    auc, auk = (printed[f"table{table}.{area}-{model}"] for area in ("auc", "auk"))
    return Areas(auc, auk, AREAS[table])


def read_areas(printed: Printed, table: int) -> dict[str, Areas]:
    """Read Table 4 or 5, by model."""
    return {model: read_pair(printed, table, model) for model in MODELS}


# --- what the printed areas allow -----------------------------------------------------------------

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

    return float(scipy.optimize.brentq(gap, 0.001, 0.499))


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
