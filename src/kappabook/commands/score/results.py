"""What was found: classifiers with their measures, and their differences, also as JSON."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from kappabook.commands.render import without_nan
from kappabook.commands.score.curve import Curve
from kappabook.commands.score.matrix import Measure

RULE = "segment"
MATRIX_MEASURES = ("accuracy", "chance_agreement", "kappa", "weighted_kappa", "mcc")
RANKING_MEASURES = ("auc", "auk", "h")
PROBABLE = ("brier", "log_loss")
# In a table of two classes: which rate of which class, the positive one or the other.
OF_TWO = {
    "sensitivity": ("recall", True),
    "specificity": ("recall", False),
    "ppv": ("precision", True),
    "npv": ("precision", False),
}


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
        'accuracy', 'chance_agreement', 'kappa', 'mcc', 'auc', 'auk', 'h'; if there is reason,
        'weighted_kappa', 'sensitivity', 'specificity', 'ppv', 'npv', 'brier', 'log_loss'.
    per_class : mapping of str to Measure
        Kappa of each class against the rest.
    rates : mapping of str to mapping
        Of each class 'precision', 'recall' and 'f1', and 'auc' if it has a column of
        probabilities.
    macro : mapping of str to Measure
        The means of these over the classes.
    level : float
        Of all intervals.
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
    ranked : bool
        Whether there are scores of the positive class, so that a ranking was asked for.
    curve : Curve, optional
    """

    name: str
    n: int
    labels: tuple[str, ...]
    confusion: list[list[float]]
    measures: dict[str, Measure]
    per_class: dict[str, Measure]
    rates: dict[str, dict[str, Measure]]
    macro: dict[str, Measure]
    level: float = 0.95
    positive: str | None = None
    prevalence: float = math.nan
    threshold: float | None = None
    threshold_from: str = ""
    best_threshold: float = math.nan
    best_kappa: float = math.nan
    caution: str = ""
    ranked: bool = False
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
        for name in OF_TWO if len(self.labels) == 1 else ():
            found |= {name: None, f"{name}_interval": None}
            reasons[name] = "there is one class only"
        found["per_class"] = {label: one.estimate for label, one in self.per_class.items()}
        found["per_class_interval"] = {label: _ends(one) for label, one in self.per_class.items()}
        support = dict(zip(self.labels, map(sum, self.confusion), strict=True))
        found["classes"] = {
            label: {"support": support[label], **_with_ends(rates)}
            for label, rates in self.rates.items()
        }
        found["macro"] = _with_ends(self.macro)
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
        of_each = {f"classes.{label}": rates for label, rates in self.rates.items()}
        for where, rates in {**of_each, "macro": self.macro}.items():
            for name, one in rates.items():
                if one.reason:
                    key = f"{where}.{name}" + "_interval" * (one.estimate == one.estimate)
                    found["reasons"][key] = one.reason
        found["caution"] = self.caution
        return found


@dataclass(frozen=True)
class Comparison:
    """The difference a - b of one measure of two classifiers on the same cases."""

    a: str
    b: str
    measure: str
    found: Measure

    def as_dict(self) -> dict[str, Any]:
        """Return the contents of ``--json`` about one difference."""
        found = asdict(self.found)
        names = {"a": self.a, "b": self.b, "measure": self.measure}
        return names | {"difference": found.pop("estimate")} | found


@dataclass(frozen=True)
class Scored:
    """All that was found in one file.

    Attributes
    ----------
    classifiers : list of Classifier
        At least one.
    comparisons : list of Comparison
    name : str
        Of the file.
    rows : mapping
        'read', 'used', 'set_aside' and, by reason, 'reasons'.
    notes : list of str
        What was decided while reading.
    weighted, grouped : str
        Names of the columns of weights and groups, or nothing.
    weights : str
        Of weighted kappa, or nothing.
    """

    classifiers: list[Classifier]
    comparisons: list[Comparison]
    name: str = ""
    rows: dict[str, Any] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    weighted: str = ""
    grouped: str = ""
    weights: str = ""

    @property
    def level(self) -> float:
        """Of all intervals."""
        return self.classifiers[0].level

    def as_dict(self) -> dict[str, Any]:
        """Return the contents of ``--json``; what is undefined is None."""
        shared = {
            "confidence_level": self.level,
            "weights": self.weights or None,
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
            pairs = [one.as_dict() for one in self.comparisons]
            found = {"classifiers": each, "comparisons": pairs} | shared
        plain: dict[str, Any] = without_nan(found)
        return plain


def _with_ends(measures: Mapping[str, Measure]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, one in measures.items():
        found |= {name: one.estimate, f"{name}_interval": _ends(one)}
    return found


def _ends(one: Measure) -> list[float] | None:
    return None if one.low != one.low else [one.low, one.high]
