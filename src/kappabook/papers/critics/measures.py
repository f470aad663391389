"""The measures on trial, by name, of one confusion matrix and of one column of probabilities."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kappabook.metrics import ConfusionMatrix, auk_score
from kappabook.metrics._numbers import number
from kappabook.metrics.association import matthews_correlation, youden_index
from kappabook.metrics.h_measure import h_measure
from kappabook.metrics.roc import auc_score

NAMES = {
    "accuracy": "accuracy",
    "balanced": "balanced accuracy",
    "kappa": "kappa",
    "mcc": "Matthews correlation",
    "j": "Youden's J",
    "f1": "F1",
    "auc": "AUC",
    "auk": "AUK",
    "h": "H-measure",
    "log_loss": "log loss",
}
OF_DECISIONS = ("accuracy", "balanced", "kappa", "mcc", "j", "f1")
OF_ANY_CLASSES = ("accuracy", "balanced", "kappa", "mcc")
OF_SCORES = ("auc", "auk", "h", "log_loss")
# Less of these is better.
LOWER_IS_BETTER = ("log_loss",)


def of_decisions(confusion: ConfusionMatrix) -> dict[str, Any]:
    """Measure decisions; J and F1 only where there are two classes, the second positive.

    Where the prediction is constant the Matthews correlation is taken to be 0, as scikit-learn
    does. Balanced accuracy is the mean recall of the classes that occur.

    Examples
    --------
    >>> found = of_decisions(ConfusionMatrix([[90, 0], [10, 0]]))
    >>> found["accuracy"], found["balanced"], found["kappa"], found["mcc"]
    (0.9, 0.5, 0.0, 0.0)
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        values = {
            "accuracy": confusion.accuracy,
            "balanced": balanced_accuracy(confusion),
            "kappa": confusion.kappa,
            "mcc": matthews_correlation(confusion, replace_undefined_by=0.0),
        }
    if confusion.n_classes == 2:
        values |= {"j": youden_index(confusion), "f1": f1(confusion)}
    return values


def balanced_accuracy(confusion: ConfusionMatrix) -> Any:
    """Mean recall of the classes that occur; of two classes (1 + J) / 2."""
    totals = confusion.row_totals
    recalls = [number(confusion.cells[i, i]) / number(totals[i]) for i in np.flatnonzero(totals)]
    return sum(recalls) / len(recalls)


def f1(confusion: ConfusionMatrix) -> Any:
    """F1 of the second class, 2 tp / (2 tp + fp + fn)."""
    (_, fp), (fn, tp) = (map(number, row) for row in confusion.cells)
    return 2 * tp / (2 * tp + fp + fn)


def of_scores(
    y_true: ArrayLike, y_prob: ArrayLike, sample_weight: ArrayLike | None = None
) -> dict[str, float]:
    """Measure probabilities of class 1: AUC, exact AUK, H (severity Beta(2, 2)) and log loss."""
    rank: dict[str, Callable[..., float]] = {"auc": auc_score, "auk": auk_score, "h": h_measure}
    values = {
        name: float(measure(y_true, y_prob, sample_weight=sample_weight))
        for name, measure in rank.items()
    }
    truth, prob = np.asarray(y_true), np.asarray(y_prob)
    weight = None if sample_weight is None else np.asarray(sample_weight, dtype=float)
    loss = -np.log(np.clip(np.where(truth == 1, prob, 1 - prob), 1e-300, 1))
    return values | {"log_loss": float(np.average(loss, weights=weight))}


def lead(measure: str, a: Any, b: Any) -> Any:
    """By how much the first of two is better."""
    return b - a if measure in LOWER_IS_BETTER else a - b
