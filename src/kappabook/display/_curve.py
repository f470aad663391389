"""One kappa curve as numbers, and the points through which it is drawn."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics._validation.rates import as_points, as_prevalence
from kappabook.metrics.auk import auk_from_roc
from kappabook.metrics.kappa_curve import kappa_at, tpr_on
from kappabook.metrics.roc import counts_at_thresholds, missing_class

Column = NDArray[np.float64]

# A straight piece of a ROC curve is a bent piece of the kappa curve, so it is drawn in steps.
GRID = np.linspace(0, 1, 201)


@dataclass(frozen=True, eq=False)
class Curve:
    """One ROC curve with its prevalence: all that a kappa curve needs."""

    fpr: Column
    tpr: Column
    thresholds: Column
    prevalence: float

    def __post_init__(self) -> None:
        """Refuse what is no ROC curve."""
        as_points(self.fpr, self.tpr)
        as_prevalence(self.prevalence)
        if len(self.thresholds) != len(self.fpr):
            raise ValueError(
                f"there are {len(self.thresholds)} thresholds for {len(self.fpr)} points of the "
                "curve; give one for each."
            )

    @property
    def kappa(self) -> Column:
        """Kappa at each threshold."""
        return kappa_at(self.fpr, self.tpr, self.prevalence)

    @property
    def auk(self) -> float:
        """Area under the kappa curve, by segment."""
        return auk_from_roc(self.fpr, self.tpr, self.prevalence)

    def along_fpr(self) -> tuple[Column, Column]:
        """Kappa along the ROC curve, with points between its corners."""
        where = np.arange(len(self.fpr))
        extra = np.interp(GRID, self.fpr, where)
        place = np.unique(np.concatenate([where, extra]))
        fpr, tpr = np.interp(place, where, self.fpr), np.interp(place, where, self.tpr)
        return fpr, kappa_at(fpr, tpr, self.prevalence)

    def at_grid(self) -> Column:
        """Kappa at regular false positive rates; the ROC curve is interpolated, not kappa."""
        return kappa_at(GRID, tpr_on(GRID, self.fpr, self.tpr), self.prevalence)


def curve_of(
    y_true: ArrayLike,
    y_score: ArrayLike,
    sample_weight: ArrayLike | None,
    pos_label: Hashable | None,
) -> Curve | str:
    """Compute the curve; or say which class is missing."""
    fps, tps, thresholds = counts_at_thresholds(
        y_true, y_score, pos_label=pos_label, sample_weight=sample_weight
    )
    missing = missing_class(fps, tps)
    if missing:
        return missing
    prevalence = float(tps[-1] / (tps[-1] + fps[-1]))
    return Curve(fps / fps[-1], tps / tps[-1], thresholds, prevalence)
