"""One threshold: its point on the ROC and the kappa curve, and where kappa is largest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit, ndtri

from kappabook.metrics import kappa_optimal_threshold
from kappabook.metrics.kappa_curve import kappa_at
from kappabook.metrics.roc import counts_at_thresholds, missing_class
from kappabook.teaching.explorers.confusion import table_state

Column = NDArray[np.float64]


@dataclass(frozen=True)
class ThresholdState:
    """Where a threshold lies on the ROC and the kappa curve, and where kappa is largest.

    Attributes
    ----------
    fpr, tpr : float
        Rates at the threshold (a case is called positive when its score is at least that).
    accuracy, chance, kappa : float
        There, under the prevalence asked for.
    best_kappa, best_threshold : float
        Kappa's largest value, and the threshold that `kappa_optimal_threshold` recommends.
    curve_fpr, curve_tpr, curve_kappa, thresholds : ndarrays of shape (n_thresholds,)
        Both curves at every threshold.
    """

    fpr: float
    tpr: float
    accuracy: float
    chance: float
    kappa: float
    best_kappa: float
    best_threshold: float
    curve_fpr: Column
    curve_tpr: Column
    curve_kappa: Column
    thresholds: Column


def threshold_state(
    y_true: ArrayLike,
    y_score: ArrayLike,
    threshold: float,
    prevalence: float | None = None,
    *,
    pos_label: Any = None,
) -> ThresholdState:
    """Find a threshold's point on both curves.

    Parameters
    ----------
    y_true, y_score, pos_label
        As in :func:`kappabook.auk_score`.
    threshold : float
        Cases with at least this score are called positive.
    prevalence : float, optional
        Share of positives to weigh the cases to; default: that of the cases.

    Raises
    ------
    ValueError
        One class is missing, or bad input as in :func:`kappabook.auk_score`.

    Examples
    --------
    >>> from kappabook.teaching import threshold_state
    >>> state = threshold_state([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], threshold=0.5)
    >>> state.fpr, state.tpr, state.kappa
    (0.0, 0.5, 0.5)
    """
    fps, tps, thresholds = counts_at_thresholds(y_true, y_score, pos_label=pos_label)
    missing = missing_class(fps, tps)
    if missing:
        raise ValueError(f"{missing}; a threshold needs both.")
    f, t = fps / fps[-1], tps / tps[-1]
    p = float(tps[-1] / (fps[-1] + tps[-1])) if prevalence is None else prevalence
    kappa = kappa_at(f, t, p)
    # The last point whose threshold is not below the slider's: thresholds fall.
    at = int(np.flatnonzero(thresholds >= threshold)[-1])
    table = table_state(p * t[at], p * (1 - t[at]), (1 - p) * f[at], (1 - p) * (1 - f[at]))
    # One case at each turn of the curve stands for all of the class there.
    steps = np.concatenate([(1 - p) * np.diff(f), p * np.diff(t)])
    truth = np.repeat([0, 1], len(f) - 1)
    best = kappa_optimal_threshold(truth, np.tile(thresholds[1:], 2), sample_weight=steps)
    return ThresholdState(
        *(float(f[at]), float(t[at]), table.accuracy, table.chance, table.kappa),
        *(best.kappa, best.threshold),
        *(f, t, kappa, thresholds),
    )


def sample_scores() -> tuple[NDArray[np.int64], Column]:
    """Return 60 negative and 20 positive cases with scores in (0, 1), the positives higher.

    The scores are quantiles of two normal distributions on the logit scale, so no random
    numbers; they end in 5 at the third decimal, so that no slider position is a score.
    """
    truth = np.repeat([0, 1], [60, 20])
    logits = [
        centre + spread * ndtri((np.arange(n) + 0.5) / n)
        for n, centre, spread in ((60, -0.9, 1.0), (20, 0.8, 1.2))
    ]
    return truth, np.floor(100 * expit(np.concatenate(logits))) / 100 + 0.005
