"""The measures on trial, by name; and where they part on the workbook's twelve data sets."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from sklearn.metrics import roc_auc_score

from kappabook.data.datasheet import results_file
from kappabook.metrics import ConfusionMatrix, auk_score
from kappabook.metrics.hand import h_measure
from kappabook.study import StudyResults
from kappabook.study.power import CONTRASTS, practical_tests

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


# --- twelve data sets: which measures part, and whether firmly ------------------------------------

LEVEL = 0.95
# Scores are fractions of whole numbers; smaller differences are none.
ROUNDING = 1e-9


@cache
def pairs() -> pd.DataFrame:
    """Ask of every pair of classifiers under WEKA, in ten times ten folds, whether it differs.

    Returns
    -------
    DataFrame
        :func:`kappabook.study.power.practical_tests`, in errors per hundred cases.
    """
    return practical_tests(StudyResults.read(results_file("power-weka.csv")), level=LEVEL)


@cache
def disagreements() -> pd.DataFrame:
    """Count, for each two measures, the pairs of classifiers on which they part.

    Returns
    -------
    DataFrame, one row per two measures
        ``pairs``; ``opposite``: with means of opposite sign; of these ``both sure``, each with
        95 % of its own classifier by more than one error per hundred; and whether the two
        measures say the same of the pair: ``alike`` up to one error per hundred, ``part`` by
        more, or ``open``, and ``detectable``, the median difference between the measures that
        these folds find four times in five.
    """
    wide = pairs().unstack("measure")
    difference, above, below = (wide[name] for name in ("difference", "above", "below"))
    decision = wide["decision"]
    rows = {}
    for name, (second, first) in CONTRASTS.items():
        opposite = difference[first] * difference[second] < -ROUNDING
        either = ((above[first], below[second]), (below[first], above[second]))
        sure = sum(((one >= LEVEL) & (other >= LEVEL)).sum() for one, other in either)
        counts = decision[name].value_counts()
        rows[f"{NAMES[first]} / {NAMES[second]}"] = {
            **{"pairs": len(wide), "opposite": int(opposite.sum()), "both sure": int(sure)},
            **{"alike": counts.get("alike", 0), "part": counts.get("differ", 0)},
            **{"open": counts.get("open", 0), "detectable": wide["detectable"][name].median()},
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("two measures")
