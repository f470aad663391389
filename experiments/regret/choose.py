"""One split: what each measure chooses under each rule, and what the choice costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from experiments.regret.costs import normalised_cost
from experiments.regret.curve import middle_of_best
from experiments.regret.measures import (
    OF_DECISIONS,
    OF_SCORES,
    Column,
    OfCounts,
    Scored,
    implied_ratio,
)
from experiments.regret.recalibrate import recalibrated
from kappabook.study.regret.results import BY_LOT, KNOWN, MINIMISER

# Rules for the threshold.
OWN, HALF, BAYES, MINIMUM = RULES = ("own", "half", "Bayes", "minimum")

Errors = Callable[[Column], tuple[Column, Column]]
Chooser = tuple[str, str]  # measure, rule


@dataclass(frozen=True)
class Candidate:
    """A trained classifier.

    Attributes
    ----------
    name : str
    scored : Scored
        On the validation part.
    errors : callable
        From thresholds to misses and false alarms on the test part.
    """

    name: str
    scored: Scored
    errors: Errors


@dataclass
class Outcome:
    """What came of one split.

    Attributes
    ----------
    costs : dict of (measure, rule) to ndarray of shape (n_ratios,)
        On the test part, divided by the better trivial classifier's.
    chosen : dict of (measure, rule) to ndarray of shape (n_candidates,)
        Share with which each candidate is chosen: ties share one choice.
    implied : dict of str to list of float
        Cost ratio at which each measure of decisions was best, nan where it called all alike.
    oddities : Counter
        How often what happened, such as ('constant scores', 'neighbours').
    """

    costs: dict[Chooser, Column] = field(default_factory=dict)
    chosen: dict[Chooser, Column] = field(default_factory=dict)
    implied: dict[str, list[float]] = field(default_factory=dict)
    oddities: Counter[tuple[str, str]] = field(default_factory=Counter)


def judge(
    candidates: Sequence[Candidate],
    ratios: Column,
    positives: float,
    negatives: float,
) -> Outcome:
    """Let every measure choose under every rule that it has.

    Parameters
    ----------
    candidates : sequence of Candidate
    ratios : ndarray of shape (n_ratios,)
        Costs of a miss, a false alarm being 1.
    positives, negatives : float
        Cases of the test part.
    """
    out = Outcome()
    for c in candidates:
        if len(c.scored.curve.thresholds) == 2:
            out.oddities["constant scores", c.name] += 1

    def costs(misses: Column, alarms: Column) -> Column:
        return np.asarray(normalised_cost(misses, alarms, ratios, positives, negatives))

    def fixed(thresholds: Column) -> Column:
        """Costs of each candidate at a threshold of its own."""
        errors = [c.errors(t[None]) for c, t in zip(candidates, thresholds, strict=True)]
        return np.array([costs(*each) for each in errors])

    def add(measure: str, rule: str, values: Column, table: Column) -> None:
        share = _shares(values)
        if np.isnan(values).any():
            out.oddities["measure is nan for a classifier", f"{measure}, {rule}"] += 1
        if np.isnan(values).all():
            out.oddities["measure is nan for all", f"{measure}, {rule}"] += 1
        out.chosen[measure, rule] = share
        out.costs[measure, rule] = share @ table

    half = fixed(np.zeros(len(candidates)))
    bayes = np.array([costs(*c.errors(_bayes(c, ratios, out))) for c in candidates])
    minimum, least = _minimum(candidates, ratios, costs)
    for name, measure in OF_DECISIONS.items():
        thresholds, best = _own(name, measure, candidates, out)
        at_half = np.array([measure(*c.scored.counts_at(0.0))[0] for c in candidates])
        add(name, OWN, best, fixed(thresholds))
        add(name, HALF, at_half, half)
        add(name, BAYES, best, bayes)
        add(name, MINIMUM, best, minimum)
    for name, of in OF_SCORES.items():
        values = np.array([of(c.scored) for c in candidates])
        for rule, table in ((HALF, half), (BAYES, bayes), (MINIMUM, minimum)):
            add(name, rule, values, table)
    for rule, table in ((HALF, half), (BAYES, bayes), (MINIMUM, minimum)):
        out.costs[BY_LOT, rule] = table.mean(axis=0)
    share = np.array([_shares(-column) for column in least.T])
    out.costs[MINIMISER, KNOWN] = np.einsum("rc,cr->r", share, minimum)
    return out


def _shares(values: Column) -> Column:
    """Share one choice among the candidates with the largest value; nan is never chosen."""
    if np.isnan(values).all():
        return np.full(len(values), 1 / len(values))
    best = np.nanmax(values)
    tied = values >= best - 1e-12 * max(1.0, abs(best))
    return np.asarray(tied / tied.sum())


def _own(
    name: str, measure: OfCounts, candidates: Sequence[Candidate], out: Outcome
) -> tuple[Column, Column]:
    """Return each candidate's best threshold by a measure, and the value there."""
    thresholds, best = [], []
    for c in candidates:
        curve = c.scored.curve
        values = measure(*curve.counts())
        at = int(middle_of_best(values[:, None], largest=True)[0])
        thresholds.append(curve.thresholds[at])
        best.append(values[at])
    for k in np.flatnonzero(_shares(np.array(best))).tolist():
        curve = candidates[k].scored.curve
        at = int(np.flatnonzero(curve.thresholds == thresholds[k])[0])
        ratio = implied_ratio(measure, *(float(cell[at]) for cell in curve.counts()))
        out.implied.setdefault(name, []).append(ratio)
    return np.array(thresholds), np.array(best)


def _bayes(candidate: Candidate, ratios: Column, out: Outcome) -> Column:
    """Return the thresholds that a recalibrated probability and the costs give."""
    slope, shift = recalibrated(candidate.scored)
    cut = -np.log(ratios)  # log odds of 1 / (1 + r)
    if slope <= 0:
        out.oddities["recalibration without slope", candidate.name] += 1
        curve = candidate.scored.curve
        base = np.log(curve.positives / curve.negatives)
        return np.where(base >= cut, -np.inf, np.inf)
    return np.asarray((cut - shift) / slope)


def _minimum(
    candidates: Sequence[Candidate],
    ratios: Column,
    costs: Callable[[Column, Column], Column],
) -> tuple[Column, Column]:
    """Return test and validation costs at the thresholds of least validation cost.

    Both have the shape (n_candidates, n_ratios).
    """
    test, validation = [], []
    for c in candidates:
        curve = c.scored.curve
        _, fp, fn, _ = curve.counts()
        spent = fp[:, None] + fn[:, None] * ratios
        places: NDArray[np.intp] = middle_of_best(spent, largest=False)
        test.append(costs(*c.errors(curve.thresholds[places])))
        validation.append(spent[places, np.arange(len(ratios))])
    return np.array(test), np.array(validation)
