"""What ``kappabook score`` found, as values."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kappabook.commands.agree.agreement import without_nan

RULE = "segment"
MATRIX_MEASURES = ("accuracy", "chance_agreement", "kappa", "mcc")
RANKING_MEASURES = ("auc", "auk", "h")


@dataclass(frozen=True)
class Measure:
    """One number and its interval; nan where there is none, and then `reason` says why.

    Attributes
    ----------
    estimate, low, high : float
    method : str
        How the interval was found.
    reason : str
        Why the estimate or the interval is nan.
    """

    estimate: float
    low: float = math.nan
    high: float = math.nan
    method: str = ""
    reason: str = ""


@dataclass(frozen=True, eq=False)
class Curve:
    """Points of a ROC curve for drawing, from (0, 0) to (1, 1); at most a few thousand."""

    fpr: NDArray[np.float64]
    tpr: NDArray[np.float64]
    thresholds: NDArray[np.float64]


@dataclass(frozen=True)
class Classifier:
    """One classifier: its measures, and what they depend on.

    Attributes
    ----------
    name : str
    n : int
        Cases.
    labels : tuple of str
    confusion : list of list of float
        Rows are the truth, columns the prediction; whole numbers unless there are weights.
    measures : mapping of str to Measure
        'accuracy', 'chance_agreement', 'kappa', 'mcc', 'auc', 'auk', 'h'.
    per_class : mapping of str to Measure
        Kappa of each class against the rest.
    positive : str, optional
        The positive class of AUC, AUK, H and `prevalence`.
    prevalence : float
        Its share of the truth.
    threshold : float, optional
        Where scores were cut to make the predictions; None if these were in the file.
    threshold_from : str
        Where the threshold or the predictions come from.
    best_threshold, best_kappa : float
        The cut with the largest kappa on these cases, and that kappa: too hopeful for new cases.
    caution : str
        What makes the interval of kappa less sure.
    curve : Curve, optional
    """

    name: str
    n: int
    labels: tuple[str, ...]
    confusion: list[list[float]]
    measures: dict[str, Measure]
    per_class: dict[str, Measure]
    positive: str | None = None
    prevalence: float = math.nan
    threshold: float | None = None
    threshold_from: str = ""
    best_threshold: float = math.nan
    best_kappa: float = math.nan
    caution: str = ""
    curve: Curve | None = field(default=None, repr=False, compare=False)

    @property
    def has_scores(self) -> bool:
        """Whether it was measured as a ranking, too."""
        return not math.isnan(self.measures["auc"].estimate)

    @property
    def cut(self) -> str:
        """Say which threshold the thresholded measures are about."""
        if self.threshold is None:
            return self.threshold_from
        return f"threshold {self.threshold:g}: {self.threshold_from}"

    def as_dict(self) -> dict[str, Any]:
        """Return the contents of ``--json`` about one classifier, nan and all."""
        found: dict[str, Any] = {"name": self.name, "n": self.n}
        reasons = {}
        for name, one in self.measures.items():
            found[name] = one.estimate
            found[f"{name}_interval"] = _ends(one)
            if one.reason:
                reasons[f"{name}_interval" if one.estimate == one.estimate else name] = one.reason
        found["per_class"] = {label: one.estimate for label, one in self.per_class.items()}
        found["per_class_interval"] = {label: _ends(one) for label, one in self.per_class.items()}
        found["auk_rule"] = RULE if self.has_scores else None
        for key in ("prevalence", "positive", "threshold", "threshold_from"):
            found[key] = getattr(self, key)
        best = {"threshold": self.best_threshold, "kappa": self.best_kappa}
        found["best_threshold"] = best if self.best_kappa == self.best_kappa else None
        found["labels"], found["confusion"] = list(self.labels), self.confusion
        found["methods"] = {name: one.method for name, one in self.measures.items() if one.method}
        found["reasons"] = reasons | {
            f"per_class.{label}": one.reason for label, one in self.per_class.items() if one.reason
        }
        found["caution"] = self.caution
        return found


@dataclass(frozen=True)
class Comparison:
    """The difference a - b of one measure of two classifiers on the same cases."""

    a: str
    b: str
    measure: str
    difference: float
    low: float
    high: float
    method: str = ""
    reason: str = ""


@dataclass(frozen=True)
class Scored:
    """All that was found in one file.

    Attributes
    ----------
    path : Path
    classifiers : list of Classifier
        At least one.
    comparisons : list of Comparison
    rows : mapping
        'read', 'used', 'set_aside' and, by reason, 'reasons'.
    notes : list of str
        What was decided while reading.
    weighted, grouped : str
        Names of the columns of weights and groups, or nothing.
    """

    path: Path
    classifiers: list[Classifier]
    comparisons: list[Comparison]
    rows: dict[str, Any]
    notes: list[str]
    weighted: str = ""
    grouped: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Return the contents of ``--json``; what is undefined is None."""
        shared = {
            "rows": self.rows,
            "notes": self.notes,
            "sample_weight": self.weighted or None,
            "group": self.grouped or None,
        }
        each = [one.as_dict() for one in self.classifiers]
        found: dict[str, Any]
        if len(each) == 1:
            found = each[0] | shared
        else:
            pairs = [asdict(one) for one in self.comparisons]
            found = {"classifiers": each, "comparisons": pairs} | shared
        plain: dict[str, Any] = without_nan(found)
        return plain


def _ends(one: Measure) -> list[float] | None:
    return None if one.low != one.low else [one.low, one.high]
