"""One rater set against the others, and each against known labels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kappabook.metrics import ConfusionMatrix
from kappabook.metrics.inference import kappa_inference
from kappabook.metrics.raters import JudgeComparison, compare_judge_with_raters, corrected_rate

_ALMOST_ALL = 100


@dataclass(frozen=True)
class Verdict:
    """A judge's kappa with the humans beside theirs with each other.

    `verdict` is 'not inferior', 'inferior', 'undecided', or None without a margin or where the
    comparison is not possible, which `reason` says. `more_items` is about how many items more
    would decide, if the difference stays as it is.
    """

    rater: str
    margin: float | None
    verdict: str | None
    with_humans: float
    among_humans: float
    difference: float
    low: float
    high: float
    n_items: int
    more_items: int | None
    weights: str | None
    reason: str
    caution: str = ""


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


def judge_verdict(rated: Any, judge: str, how: Any, margin: float | None) -> Verdict:
    """Compare; kappas have linear weights where labels are ordered."""
    weights: Any = "linear" if how.ordered else None
    if len(rated.columns) < 3:
        other = next(r for r in rated.columns if r != judge)
        if margin is not None:
            raise ValueError(
                f"--margin compares the judge {judge!r} with how far humans agree, and {other!r} "
                "is the only other rater; leave out --margin, or give two humans."
            )
        reason = "with one human there is no agreement among humans to compare with"
        nan = math.nan
        return Verdict(judge, None, None, nan, nan, nan, nan, nan, 0, None, weights, reason)
    found = compare_judge_with_raters(
        rated, judge, margin=margin, labels=how.labels, weights=weights, n_draws=how.n_draws
    )
    reason = "" if margin is not None else "no margin was given (--margin 0.1, say)"
    if math.isnan(found.low):
        reason = "one of the two kappas is undefined"
    return Verdict(
        rater=judge,
        margin=margin,
        verdict=None if reason else found.verdict,
        with_humans=found.estimate_a,
        among_humans=found.estimate_b,
        difference=found.difference,
        low=found.low,
        high=found.high,
        n_items=found.n_items,
        more_items=None if reason else items_more(found, margin or 0.0),
        weights=weights,
        reason=reason,
        caution=found.caution,
    )


def items_more(found: JudgeComparison, margin: float) -> int | None:
    """About how many items more would decide; None if it is decided, or hardly ever will be.

    The interval shrinks like one over the root of the items, and the difference stays.
    """
    if found.verdict != "undecided":
        return None
    gap = found.difference + margin
    half = found.difference - found.low if gap > 0 else found.high - found.difference
    if abs(gap) * _ALMOST_ALL**0.5 <= half:
        return None
    more = round(found.n_items * ((half / gap) ** 2 - 1), 6)  # without noise of binary fractions
    digits = int(10 ** max(0, len(str(int(more))) - 2))
    return math.ceil(more / digits) * digits


def against_reference(
    rated: Any,
    truth: Sequence[str | None],
    judge: str | None,
    labels: Sequence[str],
    positive: str | None,
) -> list[Beside]:
    """Set each rater, or the judge alone, beside the known labels."""
    if not any(label is not None for label in truth):
        raise ValueError("--reference is blank in every row; it holds the known labels.")
    if positive is not None and positive not in labels:
        raise ValueError(f"--positive {positive!r} is no label of the file; they are {labels}.")
    return [
        _beside(name, rated[name], truth, labels, positive)
        for name in ([judge] if judge else rated.columns)
    ]


def _beside(
    name: str,
    said: Sequence[str | None],
    truth: Sequence[str | None],
    labels: Sequence[str],
    positive: str | None,
) -> Beside:
    both = [(t, s) for t, s in zip(truth, said, strict=True) if t is not None and s is not None]
    accuracy = kappa = low = high = math.nan
    cells = [[0] * len(labels) for _ in labels]
    if both:
        for t, s in both:
            cells[labels.index(t)][labels.index(s)] += 1
        accuracy = sum(t == s for t, s in both) / len(both)
    if both and len(labels) > 1:
        found = kappa_inference(ConfusionMatrix(cells, labels))
        kappa, (low, high) = float(found.kappa), found.confidence_interval()
    rate, reason = _rate(said, truth, labels, positive)
    return Beside(name, len(both), accuracy, kappa, low, high, cells, rate, reason)


def _rate(
    said: Sequence[str | None],
    truth: Sequence[str | None],
    labels: Sequence[str],
    positive: str | None,
) -> tuple[Rate | None, str]:
    """Correct the share of one label, or say why not."""
    if positive is None and set(labels) <= {"0", "1"}:
        positive = "1"
    if positive is None:
        return None, "which label's rate is wanted? Give --positive"
    pairs = [(t, s) for t, s in zip(truth, said, strict=True) if s is not None]
    known = sum(t is not None for t, _ in pairs)
    if not known or known == len(pairs):
        few = "every" if known else "no"
        return None, f"{few} item of this rater has a known label; a correction needs both kinds"
    found = corrected_rate(
        np.array([math.nan if t is None else t == positive for t, _ in pairs], dtype=float),
        np.array([s == positive for _, s in pairs], dtype=float),
        pos_label=1,
    )
    return Rate(
        positive,
        found.judged_rate,
        found.rate,
        found.low,
        found.high,
        found.n_judged,
        found.n_calibration,
        found.caution,
    ), ""
