"""Two classes and a score: which cases are positive, and are the scores numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils import column_or_1d

from kappabook.metrics._labels import as_labels
from kappabook.metrics._numbers import number


def positives(y_true: ArrayLike, pos_label: Any = None) -> NDArray[np.bool_]:
    """Tell which cases are positive, shape (n_samples,), of two classes at most."""
    y = as_labels(y_true, "y_true")
    if len(y) == 0:
        raise ValueError("y_true is empty; give at least one case.")
    classes = [number(label) for label in np.unique(y)]
    if len(classes) > 2:
        raise ValueError(f"y_true has {len(classes)} classes {classes}; this measure takes two.")
    if pos_label is None:
        if not (set(classes) <= {0, 1} or set(classes) <= {-1, 1}):
            raise ValueError(f"y_true has the classes {classes}; say which is pos_label.")
        pos_label = 1
    elif pos_label not in classes:
        raise ValueError(f"pos_label={pos_label!r} is not in y_true; its classes are {classes}.")
    return np.asarray(y == pos_label)


def finite_scores(y_score: ArrayLike, n_samples: int, name: str = "y_score") -> NDArray[Any]:
    """One finite number per case, shape (n_samples,)."""
    try:
        score = column_or_1d(y_score)
    except ValueError as error:
        raise ValueError(f"{name} must be one column of scores: {error}") from None
    if score.dtype.kind not in "iubf":
        try:
            score = score.astype(float)
        except (TypeError, ValueError):
            raise ValueError(f"{name} has dtype {score.dtype}; scores are numbers.") from None
    if len(score) != n_samples:
        raise ValueError(f"{name} has {len(score)} scores for {n_samples} cases.")
    bad = ~np.isfinite(score)
    if bad.any():
        i = int(np.argmax(bad))
        raise ValueError(
            f"{name}[{i}] is {score[i]}; scores must be finite. Drop or fill the case."
        )
    return np.asarray(score)
