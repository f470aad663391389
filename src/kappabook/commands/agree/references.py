"""Each rater against known labels, and the rate of a label corrected by them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kappabook.commands.agree.measures import How, Rated
from kappabook.commands.files.tables import listed
from kappabook.commands.words import Finding, Value, interval, percent, span
from kappabook.metrics import ConfusionMatrix
from kappabook.metrics.intervals import kappa_interval
from kappabook.metrics.raters import corrected_prevalence


@dataclass(frozen=True)
class Rate:
    """A share of positives, as judged and corrected by the known labels."""

    positive: str
    judged: float
    estimate: float
    low: float
    high: float
    n_judged: int
    n_calibration: int
    caution: str


@dataclass(frozen=True)
class Beside:
    """A rater beside the known labels; `confusion` has the known labels as rows."""

    rater: str
    n_items: int
    accuracy: float
    kappa: float
    low: float
    high: float
    confusion: list[list[int]]
    rate: Rate | None
    reason: str


def against_reference(
    rated: Rated,
    truth: Sequence[str | None],
    judge: str | None,
    how: How,
    positive: str | None,
) -> list[Beside]:
    """Set each rater, or the judge alone, beside the known labels."""
    if not any(label is not None for label in truth):
        raise ValueError("--reference is blank in every row; it holds the known labels.")
    if positive is not None and positive not in how.labels:
        raise ValueError(
            f"--positive {positive!r} is no label of the file; they are {listed(how.labels)}."
        )
    return [
        _beside(name, rated[name], truth, how, positive) for name in ([judge] if judge else rated)
    ]


def _beside(
    name: str,
    said: Sequence[str | None],
    truth: Sequence[str | None],
    how: How,
    positive: str | None,
) -> Beside:
    labels = how.labels
    both = [(t, s) for t, s in zip(truth, said, strict=True) if t is not None and s is not None]
    accuracy, kappa = math.nan, Value(math.nan, math.nan, math.nan)
    cells = [[0] * len(labels) for _ in labels]
    if both:
        for t, s in both:
            cells[labels.index(t)][labels.index(s)] += 1
        accuracy = sum(t == s for t, s in both) / len(both)
    if both and len(labels) > 1:
        found = kappa_interval(
            ConfusionMatrix(cells, labels),
            confidence_level=how.confidence_level,
            n_draws=how.n_draws,
        )
        kappa = Value(found.estimate, found.low, found.high)
        if how.groups is not None and not math.isnan(kappa.estimate):
            kappa = how.kappa_by_groups(truth, said, None)
    ends = (kappa.estimate, kappa.low, kappa.high)
    rate, reason = _rate(said, truth, how, positive)
    return Beside(name, len(both), accuracy, *ends, cells, rate, reason)


def _rate(
    said: Sequence[str | None],
    truth: Sequence[str | None],
    how: How,
    positive: str | None,
) -> tuple[Rate | None, str]:
    """Correct the share of one label, or say why not."""
    if positive is None and set(how.labels) <= {"0", "1"}:
        positive = "1"
    if positive is None:
        return None, "which label's rate is wanted? Give --positive"
    pairs = [(t, s) for t, s in zip(truth, said, strict=True) if s is not None]
    known = sum(t is not None for t, _ in pairs)
    if not known or known == len(pairs):
        few = "every" if known else "no"
        return None, f"{few} item of this rater has a known label; a correction needs both kinds"
    found = corrected_prevalence(
        np.array([math.nan if t is None else t == positive for t, _ in pairs], dtype=float),
        np.array([s == positive for _, s in pairs], dtype=float),
        pos_label=1,
        confidence_level=how.confidence_level,
    )
    cautions = [found.caution] if found.caution else []
    if how.groups is not None:
        cautions.append("its interval takes items as independent, also those of one group")
    return Rate(
        positive,
        found.judged_rate,
        found.estimate,
        found.low,
        found.high,
        found.n_judged,
        found.n_calibration,
        "; ".join(cautions),
    ), ""


def reference_said(one: Beside, level: float) -> Finding:
    """Say how often a rater is right, and the corrected rate or why there is none."""
    if not one.n_items:
        text = f"{one.rater} rated no item whose label is known."
    else:
        kappa = span(Value(one.kappa, one.low, one.high), level)
        text = (
            f"{one.rater} gives the known label in {percent(one.accuracy)} of {one.n_items} "
            f"items; kappa with it is {kappa}."
        )
    limit = "That the known labels are right, or that other items are like these."
    if one.rate is None:
        return Finding(f"{text} No rate is corrected: {one.reason}.", limit)
    rate = one.rate
    text += (
        f" {one.rater} says {rate.positive!r} for {percent(rate.judged, 1)} of the "
        f"{rate.n_judged} items whose label is not known; corrected by the {rate.n_calibration} "
        f"that are, the share is {percent(rate.estimate, 1)} ({interval(level)} "
        f"{percent(rate.low, 1)} to {percent(rate.high, 1)})."
    )
    if rate.caution:
        text += f" Caution: {rate.caution}."
    return Finding(
        text,
        f"{limit} The correction holds only if the items with a known label are a random sample "
        "of all: never picked by what the rater said.",
    )
