"""Scores of the positive class, from whatever a fitted classifier offers."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

METHODS = ("predict_proba", "decision_function")
Response = str | Sequence[str]


def scores_of(
    estimator: Any,
    X: ArrayLike,
    *,
    response_method: Response = "auto",
    pos_label: Hashable | None = None,
) -> tuple[NDArray[np.float64], Hashable]:
    """Score the cases, larger for more likely positive ones; return the positive class too.

    By default that is the second of the estimator's classes. `response_method` is 'auto' (the
    first that the estimator has), 'predict_proba', 'decision_function', or a list of the last two,
    of which the first that the estimator has is taken.

    Raises
    ------
    ValueError
        No binary classifier, an unknown method, or a label that is not one of its classes.
    """
    classes = np.asarray(getattr(estimator, "classes_", [])).tolist()
    if len(classes) != 2:
        shown = f"{len(classes)} classes" if classes else "no classes"
        raise ValueError(
            f"{type(estimator).__name__} has {shown}; a kappa curve needs a fitted classifier of "
            "two. Fit it first, or compare one class with the rest."
        )
    positive = classes[1] if pos_label is None else pos_label
    if positive not in classes:
        raise ValueError(f"pos_label={positive!r} is none of the classes, {classes}.")
    method = _method(estimator, response_method)
    scores = np.asarray(getattr(estimator, method)(X), dtype=np.float64)
    if method == "predict_proba":
        return scores[:, classes.index(positive)], positive
    return (scores if positive == classes[1] else -scores), positive


def _method(estimator: Any, wanted: Response) -> str:
    tried = METHODS if wanted == "auto" else (wanted,) if isinstance(wanted, str) else tuple(wanted)
    if not tried or not set(tried) <= set(METHODS):
        raise ValueError(
            f"response_method is {wanted!r}; give 'auto', one of {METHODS} or a list of them."
        )
    for method in tried:
        if hasattr(estimator, method):
            return method
    raise ValueError(
        f"{type(estimator).__name__} has no {' and no '.join(tried)}; it cannot score cases."
    )
