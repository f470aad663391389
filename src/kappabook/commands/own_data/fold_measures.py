"""All measures of one fold, from its confusion matrix and, where there are any, its scores."""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import roc_auc_score

from kappabook.metrics.auk import auk_score
from kappabook.metrics.confusion import ConfusionMatrix
from kappabook.metrics.hand import h_measure

# Measure, and the code of the class it is about; -1 where it is about all.
Values = dict[tuple[str, int], float]
ALL = -1
#: What a measure is called for people, and its least and largest value.
MEASURES: dict[str, tuple[str, float, float]] = {
    "accuracy": ("accuracy", 0, 1),
    "chance_agreement": ("chance agreement", 0, 1),
    "kappa": ("kappa", -1, 1),
    "mcc": ("MCC", -1, 1),
    "f1": ("F1", 0, 1),
    "auc": ("AUC", 0, 1),
    "auk": ("AUK", -0.5, 1),
    "h": ("H", -1, 1),
    "cost": ("cost per case", 0, math.inf),
}
RANKING = ("auc", "auk", "h")


def values_of_fold(
    confusion: NDArray[np.int64],
    truth: NDArray[np.intp] | None = None,
    scores: NDArray[np.float64] | None = None,
    positive: int | None = None,
) -> Values:
    """Compute every measure that these data allow; nan where one is undefined.

    Parameters
    ----------
    confusion : ndarray of shape (n_classes, n_classes)
        Rows are the truth.
    truth : ndarray of shape (n,), optional
        Codes of the classes.
    scores : ndarray of shape (n, n_classes), optional
    positive : int, optional
        The positive class; with more than two classes, F1 is the plain mean over classes, AUC the
        mean of one against the rest, AUK the same as shares of the perfect one, and H has no value.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what is undefined is nan, and said in the report
        matrix = ConfusionMatrix(confusion)
        f1 = _f1(confusion)
        binary = len(confusion) == 2
        values: Values = {
            ("accuracy", ALL): float(matrix.accuracy),
            ("chance_agreement", ALL): float(matrix.chance_agreement),
            ("kappa", ALL): float(matrix.kappa),
            ("mcc", ALL): matrix.mcc,
            ("f1", ALL): f1[positive] if binary and positive is not None else float(np.mean(f1)),
        }
        if not binary:
            for code in range(len(confusion)):
                values["kappa", code] = _one_against_rest(confusion, code)
        if truth is not None and scores is not None:
            values |= _ranking(truth, scores, positive)
        return values


def _ranking(truth: NDArray[np.intp], scores: NDArray[np.float64], positive: int | None) -> Values:
    n_classes = scores.shape[1]
    if n_classes == 2:
        code = 1 if positive is None else positive
        return {(k, ALL): v for k, v in _curve_measures(truth == code, scores[:, code]).items()}
    values: Values = {}
    for code in range(n_classes):
        for name, value in _curve_measures(truth == code, scores[:, code]).items():
            values[name, code] = value
    # A fold that lacks a class has no mean over the classes.
    values["auc", ALL] = float(np.mean([values["auc", c] for c in range(n_classes)]))
    whole = len(np.unique(truth)) == n_classes
    values["auk", ALL] = (
        auk_score(truth, scores, multi_class="ovr", normalize=True) if whole else math.nan
    )
    return values


def _curve_measures(member: NDArray[np.bool_], score: NDArray[Any]) -> dict[str, float]:
    if member.all() or not member.any():
        return dict.fromkeys(RANKING, math.nan)
    return {
        "auc": float(roc_auc_score(member, score)),
        "auk": float(auk_score(member, score)),
        "h": float(h_measure(member, score)),
    }


def _f1(confusion: NDArray[np.int64]) -> NDArray[np.float64]:
    hits = np.diag(confusion)
    either = confusion.sum(axis=0) + confusion.sum(axis=1)
    # A class that is neither there nor predicted has no F1; one of the two alone has 0.
    f1 = np.divide(2 * hits, either, out=np.full(len(hits), math.nan), where=either > 0)
    return np.asarray(f1, dtype=float)


def _one_against_rest(confusion: NDArray[np.int64], code: int) -> float:
    hit, total = confusion[code, code], confusion.sum()
    row, column = confusion[code].sum(), confusion[:, code].sum()
    if not 0 < row < total:
        return math.nan
    cells = [[total - row - column + hit, column - hit], [row - hit, hit]]
    return float(ConfusionMatrix(np.array(cells)).kappa)
