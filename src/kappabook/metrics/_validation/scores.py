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

# Up to here float64 holds every integer.
_EXACT_BELOW = 2**53

Scores = NDArray[np.float64 | np.int64 | np.uint64]
Cases = tuple[NDArray[np.bool_], Scores, NDArray[np.float64] | None]


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
        lost = (weight > 0) & (weight / largest == 0)
        if lost.any():
            i = int(np.argmax(lost))
            raise ValueError(
                f"sample_weight[{i}] is {weight[i]} and the largest is {largest}; float64 cannot "
                "hold their ratio. Give the weight 0 to leave the case out."
            )
        weight = weight / largest
    counts = weight > 0
    if not counts.all():
        positive, score, weight = positive[counts], score[counts], weight[counts]
    return positive, score, weight


def as_scores(y_score: ArrayLike, name: str = "y_score") -> Scores:
    """Take finite scores; NaN and infinity, which have no rank, raise ValueError.

    They come as float64; only integers that float64 would run together stay integers.
    """
    if type(getattr(y_score, "dtype", None)).__module__.startswith("pandas"):
        y_score = np.asarray(y_score)  # scikit-learn turns nullable integers into float64
    if type(y_score) is np.ndarray and y_score.ndim == 1:
        array = y_score
    else:
        array = one_column(y_score, name, "scores, for example predict_proba(X)[:, 1]")
    if array.dtype.kind == "O":
        array = _from_objects(array, name)
    if array.dtype.kind not in "iubf":
        raise ValueError(
            f"{name} has dtype {array.dtype}; scores are numbers. Turn dates and durations into "
            "numbers first."
        )
    if array.dtype.kind == "f":
        finite = np.isfinite(array)
        if not finite.all():
            i = int(np.argmin(finite))
            raise ValueError(
                f"{name}[{i}] is {array[i]}; scores must be finite. Drop the case first."
            )
        return _as_float64(array, name)
    score = array.astype(np.float64)
    if _may_collapse(array) and len(np.unique(score)) < len(np.unique(array)):
        return array
    return score


def as_thresholds(score: Scores) -> NDArray[np.float64]:
    """Take falling distinct scores as float64 thresholds, unless two of them become one."""
    threshold = score.astype(np.float64)
    same = np.flatnonzero(threshold[1:] == threshold[:-1])
    if len(same):
        i = int(same[0])
        raise ValueError(
            f"the scores {score[i + 1]} and {score[i]} are one number as float64, so no threshold "
            "can stand between them; subtract an offset from all scores, or give their ranks."
        )
    return threshold


def _may_collapse(array: NDArray[Any]) -> bool:
    if array.dtype.itemsize < 8 or len(array) == 0:
        return False
    return int(array.max()) > _EXACT_BELOW or int(array.min()) < -_EXACT_BELOW


def _as_float64(array: NDArray[Any], name: str) -> NDArray[np.float64]:
    """Halve what is wider than float64, and name two values that would then be one."""
    score = array.astype(np.float64, copy=False)
    if array.dtype.itemsize > 8:
        _refuse_collapse(score, array, name)
    return score


def _refuse_collapse(score: NDArray[np.float64], exact: NDArray[Any], name: str) -> None:
    order = np.argsort(score, kind="stable")
    same = (score[order][1:] == score[order][:-1]) & (exact[order][1:] != exact[order][:-1])
    if same.any():
        at = int(np.argmax(same))
        i, j = sorted((int(order[at]), int(order[at + 1])))
        raise ValueError(
            f"{name}[{i}] is {exact[i]!r} and {name}[{j}] is {exact[j]!r}, which float64 cannot "
            "tell apart; give their ranks instead."
        )


def _from_objects(array: NDArray[Any], name: str) -> NDArray[Any]:
    """Take objects that are numbers: integers where all are, else float64."""
    if all(issubclass(kind, int | np.integer) for kind in set(map(type, array))):
        for dtype in (np.int64, np.uint64):
            try:
                return array.astype(dtype)
            except OverflowError:
                continue
    score = np.empty(len(array))
    for i, value in enumerate(array):
        try:
            if isinstance(value, str | bytes):
                raise TypeError
            score[i] = float(value)
        except (TypeError, ValueError, OverflowError):
            raise ValueError(f"{name}[{i}] is {value!r}; scores are finite numbers.") from None
    if not np.isnan(score).any():
        _refuse_collapse(score, array, name)
    return score
