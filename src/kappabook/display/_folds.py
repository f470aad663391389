"""The kappa curves of the folds of a cross-validation."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils import _safe_indexing

from kappabook.display._curve import Curve, curve_of
from kappabook.display._response import Response, scores_of
from kappabook.metrics._numbers import undefined


def curves_of_folds(
    cv_results: Mapping[str, Any],
    X: ArrayLike,
    y: ArrayLike,
    *,
    sample_weight: ArrayLike | None,
    response_method: Response,
    pos_label: Hashable | None,
) -> tuple[list[Curve], list[int], Hashable | None]:
    """Compute one curve per fold with both classes; return their fold numbers and the label too.

    The arguments are those of `KappaCurveDisplay.from_cv_results`.
    """
    if not {"estimator", "indices"} <= cv_results.keys():
        raise ValueError(
            "cv_results has no estimators or no indices; call cross_validate with "
            "return_estimator=True, return_indices=True."
        )
    curves, kept, label = [], [], pos_label
    for number, (estimator, test) in enumerate(
        zip(cv_results["estimator"], cv_results["indices"]["test"], strict=True)
    ):
        scores, label = scores_of(
            estimator, _safe_indexing(X, test), response_method=response_method, pos_label=pos_label
        )
        weight = None if sample_weight is None else _safe_indexing(sample_weight, test)
        # As true and false, so that a fold without positives is one, and no error.
        positive = np.asarray(_safe_indexing(y, test)) == label
        curve = curve_of(positive, scores, weight, None)
        if isinstance(curve, str):
            undefined(f"the kappa curve of fold {number}", curve)
        else:
            curves.append(curve)
            kept.append(number)
    if not curves:
        raise ValueError("no fold has both classes; use fewer folds, or stratified ones.")
    return curves, kept, label
