"""The measures that choose: of decisions, from four counts; of scores, from scores and truth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from experiments.regret.curve import Curve
from kappabook.metrics.auk import auk_from_roc
from kappabook.metrics.hand import h_measure

Column = NDArray[np.float64]
# tp, fp, fn, tn to values, element by element; and a validation part to one value.
OfCounts = Callable[[Column, Column, Column, Column], Column]


@dataclass(frozen=True, eq=False)
class Scored:
    """A classifier's log odds of the positive class on the validation part.

    Attributes
    ----------
    truth : ndarray of bool, shape (n,)
    score : ndarray of shape (n,)
        Finite.
    weight : ndarray of shape (n,), optional
    """

    truth: NDArray[np.bool_]
    score: Column
    weight: Column | None = None

    @cached_property
    def curve(self) -> Curve:
        """The counts at each threshold."""
        return Curve.of(self.truth, self.score, self.weight)

    @cached_property
    def weights(self) -> Column:
        """One per case."""
        return np.ones(len(self.score)) if self.weight is None else self.weight

    def counts_at(self, threshold: float) -> tuple[Column, Column, Column, Column]:
        """Return tp, fp, fn, tn as arrays of one element."""
        called = self.weights * (self.score >= threshold)
        tp, fp = called[self.truth].sum(), called[~self.truth].sum()
        values = tp, fp, self.curve.positives - tp, self.curve.negatives - fp
        return tuple(np.array([value]) for value in values)  # type: ignore[return-value]


OfScores = Callable[[Scored], float]


def accuracy(tp: Column, fp: Column, fn: Column, tn: Column) -> Column:
    """Return the share of right decisions."""
    return (tp + tn) / (tp + fp + fn + tn)


def balanced_accuracy(tp: Column, fp: Column, fn: Column, tn: Column) -> Column:
    """Return the mean of the two recalls, (J + 1) / 2."""
    return (tp / (tp + fn) + tn / (tn + fp)) / 2


def kappa(tp: Column, fp: Column, fn: Column, tn: Column) -> Column:
    """Return Cohen's kappa."""
    return _ratio(2 * (tp * tn - fp * fn), (tp + fp) * (fp + tn) + (tp + fn) * (fn + tn))


def mcc(tp: Column, fp: Column, fn: Column, tn: Column) -> Column:
    """Return Matthews' correlation; 0 if all cases get one label."""
    return _ratio(tp * tn - fp * fn, np.sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)))


def f1(tp: Column, fp: Column, fn: Column, tn: Column) -> Column:  # noqa: ARG001
    """Return F1; 0 if no case is called positive."""
    return _ratio(2 * tp, 2 * tp + fp + fn)


def auc(scored: Scored) -> float:
    """Return the area under the ROC curve."""
    c = scored.curve
    return float(np.trapezoid(c.tp, c.fp) / (c.positives * c.negatives))


def auk(scored: Scored) -> float:
    """Return the area under the kappa curve, rule 'segment'."""
    c = scored.curve
    prevalence = c.positives / (c.positives + c.negatives)
    # Sums of weights may exceed their total by a rounding.
    f, t = (np.minimum(x / x[-1], 1) for x in (c.fp, c.tp))
    return auk_from_roc(f, t, prevalence)


def h(scored: Scored) -> float:
    """Return Hand's H with the severity Beta(2, 2)."""
    return h_measure(scored.truth, scored.score, sample_weight=scored.weight)


def average_precision(scored: Scored) -> float:
    """Return the mean precision over the steps of recall."""
    c = scored.curve
    return float(np.diff(c.tp) @ (c.tp[1:] / (c.tp[1:] + c.fp[1:])) / c.positives)


def log_loss(scored: Scored) -> float:
    """Return minus the log loss; a probability is at least the float's epsilon from 0 and 1."""
    limit = -np.log(np.finfo(float).eps)
    wrong = np.where(scored.truth, -scored.score, scored.score)
    loss = np.logaddexp(0, np.clip(wrong, -limit, limit))
    return -float(np.average(loss, weights=scored.weight))


def brier(scored: Scored) -> float:
    """Return minus the mean squared error of the probability."""
    error = expit(scored.score) - scored.truth
    return -float(np.average(error**2, weights=scored.weight))


# Larger is better, for all.
OF_DECISIONS: Mapping[str, OfCounts] = {
    "accuracy": accuracy,
    "balanced accuracy": balanced_accuracy,
    "kappa": kappa,
    "MCC": mcc,
    "F1": f1,
}
OF_SCORES: Mapping[str, OfScores] = {
    "AUC": auc,
    "AUK": auk,
    "H": h,
    "average precision": average_precision,
    "log loss": log_loss,
    "Brier": brier,
}


def implied_ratio(measure: OfCounts, tp: float, fp: float, fn: float, tn: float) -> float:
    """Return how many false alarms one miss weighs in a measure, at these counts.

    It is the gain of one miss fewer over that of one false alarm fewer, from central differences;
    nan where the measure has no such gains (all cases get one label).
    """
    if tp + fp == 0 or fn + tn == 0:
        return float("nan")
    step = 1e-5 * (tp + fp + fn + tn)

    def value(misses: float, alarms: float) -> float:
        cells = tp - misses, fp + alarms, fn + misses, tn - alarms
        return float(measure(*(np.array([cell]) for cell in cells))[0])

    with np.errstate(all="ignore"):
        of_miss = value(-step, 0) - value(step, 0)
        of_alarm = value(0, -step) - value(0, step)
    found = of_miss / of_alarm if of_alarm > 0 else float("nan")
    return found if 0 < found < np.inf else float("nan")


def _ratio(above: Column, below: Column) -> Column:
    """Divide; 0/0 is 0, as the plan says."""
    return np.divide(above, below, out=np.zeros(np.broadcast(above, below).shape), where=below > 0)
