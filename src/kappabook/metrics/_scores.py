"""From a column of labels and a column of scores to a binary problem, without surprises."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics._labels import as_labels, as_weights
from kappabook.metrics._numbers import number, one_column

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

    Raises
    ------
    ValueError
        No cases, unequal lengths, bad labels, scores or weights; see `as_positive`.
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


def as_positive(y_true: ArrayLike, pos_label: Hashable | None) -> NDArray[np.bool_]:
    """Mark the cases of the positive class.

    `pos_label=None` means 1, and is allowed only if the labels are among {0, 1} or {-1, 1}.

    Raises
    ------
    ValueError
        No labels; more than two classes; `pos_label` absent from the data, or None where the
        labels do not tell which class is positive.
    """
    labels = as_labels(y_true, "y_true")
    if len(labels) == 0:
        raise ValueError("y_true and y_score are empty; give at least one case.")
    classes = _two_classes(labels)
    if pos_label is None:
        if not (set(classes) <= {0, 1} or set(classes) <= {-1, 1}):
            raise ValueError(
                f"y_true has the labels {classes}, which do not tell the positive class; "
                "give pos_label (None stands for 1 of {0, 1} or {-1, 1})."
            )
        pos_label = 1
    elif number(pos_label) not in classes:
        raise ValueError(
            f"pos_label={pos_label!r} does not occur in y_true; the labels present are {classes}."
        )
    return np.asarray(labels == pos_label, dtype=bool)


def _two_classes(labels: NDArray[Any]) -> list[Any]:
    """List the classes present, sorted; more than two are refused."""
    if labels.dtype.kind in "OU":
        classes = sorted(set(labels.tolist()))
    else:
        low, high = labels.min(), labels.max()
        classes = [low.item(), high.item()][: 1 + int(low != high)]
        if np.count_nonzero(labels == low) + np.count_nonzero(labels == high) < len(labels):
            classes = np.unique(labels).tolist()
    if len(classes) > 2:
        shown = ", ".join(map(repr, classes[:5])) + (", ..." if len(classes) > 5 else "")
        raise ValueError(
            f"y_true has {len(classes)} classes ({shown}); ROC and kappa curves need two. "
            "Compare one class with the rest, for example y_true == label."
        )
    return classes


def as_scores(y_score: ArrayLike, name: str = "y_score") -> NDArray[np.float64]:
    """Finite float64 scores; NaN and infinity are refused, since they have no rank to trust."""
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
