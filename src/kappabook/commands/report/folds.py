"""What was trained: the folds of each classifier, and the measures of each fold."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import roc_auc_score

from kappabook.commands.report.prepared import Prepared
from kappabook.metrics.auk import auk_score
from kappabook.metrics.confusion import ConfusionMatrix
from kappabook.metrics.hand import h_measure

Codes = NDArray[np.intp]
Scores = NDArray[np.float64]
Counts = NDArray[np.int64]
#: Measure, and the class it is about; '' where it is about all.
Values = dict[tuple[str, str], float]
#: The one that always names the most frequent class: what every other has to beat.
BASELINE = "majority"
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
RANKING: Mapping[str, Callable[..., Any]] = {
    "auc": roc_auc_score,
    "auk": auk_score,
    "h": h_measure,
}


def measures_of(
    confusion: Counts,
    data: Prepared,
    truth: Codes | None = None,
    scores: Scores | None = None,
) -> Values:
    """Compute every measure that a fold allows; nan where one is undefined.

    Rows of the confusion matrix are the truth; `truth` holds codes of classes, and `scores`, of
    shape (n, n_classes), is larger for more likely ones. With more than two classes, F1 is their
    plain mean, AUC the mean of one against the rest, AUK the same as a share of the perfect one,
    and H has a value for each class only.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what is undefined is nan, and said in the report
        matrix, there = ConfusionMatrix(confusion), confusion.sum(axis=1)
        either = there + confusion.sum(axis=0)
        # A class that is neither there nor predicted has no F1; one of the two alone has 0.
        f1 = np.where(either > 0, 2 * np.diag(confusion) / np.maximum(either, 1), np.nan)
        values: Values = {
            ("accuracy", ""): float(matrix.accuracy),
            ("chance_agreement", ""): float(matrix.chance_agreement),
            ("kappa", ""): float(matrix.kappa),
            ("mcc", ""): float(matrix.mcc),
            ("f1", ""): float(f1[data.positive] if data.is_binary else f1.mean()),
        }
        if not data.is_binary:
            known = (there > 0) & (there < there.sum())
            kappas = np.where(known, np.asarray(matrix.per_class_kappas(), dtype=float), np.nan)
            values |= {("kappa", c): float(k) for c, k in zip(data.classes, kappas, strict=True)}
        if truth is not None and scores is not None:
            values |= _ranking_measures(data, truth, scores)
    return values


def _ranking_measures(data: Prepared, truth: Codes, scores: Scores) -> Values:
    codes = range(len(data.classes))
    sides = {"": data.positive} if data.is_binary else dict(zip(data.classes, codes, strict=True))
    values: Values = {}
    for label, code in sides.items():
        member = truth == code
        both = member.any() and not member.all()
        for name, measure in RANKING.items():
            values[name, label] = float(measure(member, scores[:, code])) if both else math.nan
    if not data.is_binary:
        values["auc", ""] = float(np.mean([values["auc", label] for label in data.classes]))
        # A fold that lacks a class has no mean over the classes.
        whole = len(np.unique(truth)) == len(data.classes)
        values["auk", ""] = (
            float(auk_score(truth, scores, multi_class="ovr", normalize=True))
            if whole
            else math.nan
        )
    return values


@dataclass(frozen=True, eq=False)
class Fold:
    """One classifier, trained without some rows and judged on them.

    Attributes
    ----------
    classifier : str
    repeat, fold : int
        From 1.
    train, test : ndarray of shape (n_rows,) or None
        Places of the rows; None where an engine gives counts only.
    confusion : ndarray of shape (n_classes, n_classes)
        Rows are the truth.
    scores : ndarray of shape (n_test, n_classes) or None
        Larger for more likely classes.
    measured : dict
        Measure and class to its value; the class is '' where it is of all.
    """

    classifier: str
    repeat: int
    fold: int
    train: Codes | None
    test: Codes | None
    confusion: Counts
    scores: Scores | None
    measured: Values


@dataclass(frozen=True, eq=False, repr=False)
class Folds:
    """The folds of all classifiers.

    Attributes
    ----------
    data : Prepared
    engine : {"scikit-learn", "WEKA"}
    estimators : dict of str to estimator
        For WEKA, to None.
    folds : dict of str to list of Fold
        By classifier, in the order of repeats and folds.
    n_splits, n_repeats, n_jobs : int
    notes : tuple of str
    """

    data: Prepared
    engine: str
    estimators: Mapping[str, Any]
    folds: dict[str, list[Fold]]
    n_splits: int
    n_repeats: int
    n_jobs: int = -1
    notes: tuple[str, ...] = ()

    @property
    def test_train_ratio(self) -> float:
        """Test rows per training row."""
        return 1 / (self.n_splits - 1)

    @property
    def scored(self) -> list[str]:
        """Classifiers that give scores in every fold; no baseline."""
        there = {n: all(fold.scores is not None for fold in of) for n, of in self.folds.items()}
        return [name for name, all_scored in there.items() if all_scored and name != BASELINE]

    def confusion(self, classifier: str) -> Counts:
        """Sum of the confusion matrices of all folds."""
        total = np.sum([fold.confusion for fold in self.folds[classifier]], axis=0)
        return np.asarray(total, dtype=np.int64)

    def __repr__(self) -> str:
        return (
            f"{len(self.folds)} classifiers ({', '.join(self.folds)}), {self.n_repeats} times "
            f"{self.n_splits} folds, trained by {self.engine}"
        )
