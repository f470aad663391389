"""The measures on trial, by name, of one confusion matrix and of one column of probabilities."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.metrics import roc_auc_score

from kappabook.metrics import ConfusionMatrix, auk_score
from kappabook.metrics.hand import h_measure

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
    cells = confusion.cells.tolist()
    recalls = [row[i] / sum(row) for i, row in enumerate(cells) if any(row)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        values = {
            "accuracy": confusion.accuracy,
            "balanced": sum(recalls) / len(recalls),
            "kappa": confusion.kappa,
            "mcc": 0.0 if math.isnan(mcc := confusion.mcc) else mcc,
        }
        if confusion.n_classes == 2:
            (_, fp), (fn, tp) = cells
            j = sum(recalls) - 1 if len(recalls) == 2 else math.nan  # TPR - FPR
            values |= {"j": j, "f1": 2 * tp / (2 * tp + fp + fn)}
    return values


def of_scores(
    y_true: ArrayLike, y_prob: ArrayLike, sample_weight: ArrayLike | None = None
) -> dict[str, float]:
    """Measure probabilities of class 1: AUC, exact AUK, H (severity Beta(2, 2)) and log loss."""
    areas: dict[str, Callable[..., float]] = {
        "auc": roc_auc_score,
        "auk": auk_score,
        "h": h_measure,
    }
    values = {
        name: float(area(y_true, y_prob, sample_weight=sample_weight))
        for name, area in areas.items()
    }
    truth, prob = np.asarray(y_true), np.asarray(y_prob)
    weight = None if sample_weight is None else np.asarray(sample_weight, dtype=float)
    loss = -np.log(np.clip(np.where(truth == 1, prob, 1 - prob), 1e-300, 1))
    return values | {"log_loss": float(np.average(loss, weights=weight))}
