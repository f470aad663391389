"""What is measured of one model on one test set: areas raw and on the hull, for either class."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kappabook.metrics.auk import auk_from_roc, auk_swapped_from_roc
from kappabook.metrics.hand import h_measure
from kappabook.metrics.rates import kappa_at
from kappabook.metrics.roc import counts_at_thresholds, roc_convex_hull

POSITIVE = ("good", "bad")
MEASURES = (
    *("auc", "auc_hull", "auk_good", "auk_good_hull", "auk_bad", "auk_bad_hull"),
    *("h", "best_fpr", "best_tpr", "best_kappa"),
)


def _area_under(fpr: NDArray[np.float64], tpr: NDArray[np.float64]) -> float:
    """Sum the trapezoids as one product: scikit-learn's sum is off in the 16th digit.

    Some areas of these test sets lie halfway between two numbers of six digits, and then that
    digit is seen in the stored results.
    """
    return float(np.diff(fpr) @ (tpr[1:] + tpr[:-1]) / 2)


def measure(y: NDArray[np.str_], scores: NDArray[np.float64]) -> dict[str, float]:
    """Measure one ranking; larger scores are better credits.

    Prevalences are those of the test set, and every AUK is the exact integral (rule 'segment').
    The AUC and the H-measure (severity Beta(2, 2)) are the same for either positive class.
    ``best_kappa`` is the largest kappa on the hull, the same for either class; ``best_fpr`` and
    ``best_tpr`` are the rates there with *good* as the positive class. With *bad* in its place
    they are ``1 - best_tpr`` and ``1 - best_fpr``.
    """
    fps, tps, _ = counts_at_thresholds(y, scores, pos_label="good")
    p = float(tps[-1] / (fps[-1] + tps[-1]))
    raw = fps / fps[-1], tps / tps[-1]
    hull = roc_convex_hull(*raw)
    kappa = kappa_at(*hull, p)
    best = int(np.argmax(kappa))
    values = (
        *(_area_under(*raw), _area_under(*hull)),
        *(auk_from_roc(*raw, p), auk_from_roc(*hull, p)),
        *(auk_swapped_from_roc(*raw, p), auk_swapped_from_roc(*hull, p)),
        h_measure(y, scores, pos_label="good"),
        *(float(column[best]) for column in (*hull, kappa)),
    )
    return dict(zip(MEASURES, values, strict=True))
