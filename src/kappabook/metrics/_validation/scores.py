"""Scores of the cases, alone or with the labels and weights of a binary problem."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics._validation.columns import as_weights, one_column
from kappabook.metrics._validation.labels import as_positive

# Weights outside this range are rescaled, so that sums and products stay finite.
_TAME_WEIGHTS = (1e-100, 1e100)

Cases = tuple[NDArray[np.bool_], NDArray[np.float64], NDArray[np.float64] | None]


def as_cases(
    y_true: ArrayLike,
    y_score: ArrayLike,
    pos_label: Hashable | None,
    sample_weight: ArrayLike | None,
    name: str = "y_score",
) -> Cases:
    """Which cases are positive, their scores, and their weights (None if all count once).

    Cases of weight zero are left out. Weights whose largest is beyond 1e100 or below 1e-100
    come back divided by it, since every measure of ours depends on their ratios only.
    """
    positive, score = as_positive(y_true, pos_label), as_scores(y_score, name)
    if len(positive) != len(score):
        raise ValueError(
            f"y_true has {len(positive)} labels and {name} has {len(score)} scores; "
            "they must describe the same cases."
        )
    if sample_weight is None:
        return positive, score, None
    weight = as_weights(sample_weight, len(positive))
    largest = weight.max()
    if not _TAME_WEIGHTS[0] <= largest <= _TAME_WEIGHTS[1]:
        weight = weight / largest
    counts = weight > 0
    if not counts.all():
        positive, score, weight = positive[counts], score[counts], weight[counts]
    return positive, score, weight


def as_scores(y_score: ArrayLike, name: str = "y_score") -> NDArray[np.float64]:
    """Take finite float64 scores; NaN and infinity, which have no rank, raise ValueError."""
    array = one_column(y_score, name, "scores, for example predict_proba(X)[:, 1]")
    if array.dtype.kind == "O":
        array = _from_objects(array, name)
    if array.dtype.kind not in "iubf":
        raise ValueError(f"{name} has dtype {array.dtype}; scores are numbers.")
    score = np.asarray(array, dtype=np.float64)
    finite = np.isfinite(score)
    if not finite.all():
        i = int(np.argmin(finite))
        raise ValueError(f"{name}[{i}] is {score[i]}; scores must be finite. Drop the case first.")
    return score


def _from_objects(array: NDArray[Any], name: str) -> NDArray[np.float64]:
    score = np.empty(len(array))
    for i, value in enumerate(array):
        try:
            if isinstance(value, str | bytes):
                raise TypeError
            score[i] = float(value)
        except (TypeError, ValueError):
            raise ValueError(f"{name}[{i}] is {value!r}; scores are finite numbers.") from None
    return score
