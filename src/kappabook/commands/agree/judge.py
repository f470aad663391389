"""One rater, the judge, set against the others; and raters beside known labels."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from kappabook.commands.agree.measures import How, Value
from kappabook.commands.agree.read import Sheet
from kappabook.commands.files.tables import listed
from kappabook.commands.render import Finding, interval, percent, span
from kappabook.metrics.raters import (
    JudgeComparison,
    Ratings,
    alternative_annotator_test,
    compare_judge_with_raters,
    corrected_prevalence,
)
from kappabook.metrics.raters.pairs import pair_table
from kappabook.metrics.raters.table import MISSING

_ALMOST_ALL = 100
# The library's number too: a t-test of few items promises little.
_MIN_ITEMS = 30


@dataclass(frozen=True)
class Verdict:
    """A judge's kappa with the humans beside theirs with each other.

    `verdict` is 'not inferior', 'inferior', 'undecided', or None without a margin or where the
    comparison is not possible, which `reason` says. `more_items` is about how many items more
    would decide, if the difference stays as it is.
    """

    rater: str
    margin: float | None
    weights: str | None
    reason: str
    verdict: str | None = None
    with_humans: float = math.nan
    among_humans: float = math.nan
    difference: float = math.nan
    low: float = math.nan
    high: float = math.nan
    n_items: int = 0
    more_items: int | None = None
    caution: str = ""


@dataclass(frozen=True)
class Duel:
    """A judge and one human, each beside the other humans; see the alternative annotator test."""

    human: str
    n_items: int
    human_share: float
    judge_share: float
    p_value: float
    won: bool


@dataclass(frozen=True)
class Alternative:
    """The alternative annotator test; without duels, `reason` says why there is none."""

    rater: str
    epsilon: float
    score: str
    winning_rate: float
    advantage_probability: float
    passed: bool | None
    duels: list[Duel]
    set_aside: list[Any]
    reason: str = ""


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


def judge_verdict(sheet: Sheet, judge: str, how: How, margin: float | None) -> Verdict:
    """Compare; kappas have weights where labels are ordered."""
    rated = sheet.table.codes[sheet.raters.index(judge)] != MISSING
    if not (rated & sheet.several).any():
        raise ValueError(
            f"the judge {judge!r} rated no item that another rater rated; there is nothing to "
            "compare."
        )
    if len(sheet.raters) < 3:
        reason = "with one human there is no agreement among humans to compare with"
        return Verdict(judge, margin, how.weights, reason)
    found = compare_judge_with_raters(
        sheet.table,
        judge,
        margin=margin,
        weights=how.weights,
        groups=how.groups,
        confidence_level=how.confidence_level,
        n_draws=how.n_draws,
    )
    reason = "" if margin is not None else "no margin was given (--margin 0.1, say)"
    if math.isnan(found.low):
        reason = "one of the two kappas is undefined"
    return Verdict(
        rater=judge,
        margin=margin,
        weights=how.weights,
        reason=reason,
        verdict=found.verdict or None,
        with_humans=found.estimate_a,
        among_humans=found.estimate_b,
        difference=found.difference,
        low=found.low,
        high=found.high,
        n_items=int(found.n),
        more_items=items_more(found, margin or 0.0),
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
    more = round(found.n * ((half / gap) ** 2 - 1), 6)  # without noise of binary fractions
    digits = int(10 ** max(0, len(str(int(more))) - 2))
    return math.ceil(more / digits) * digits


def alternative(sheet: Sheet, judge: str, how: How, epsilon: float) -> Alternative:
    """Ask whether the judge may stand in for a human; numbers are scored by their distance."""
    score: Any = "neg_rmse" if how.numeric else "accuracy"
    table = sheet.numbers(sheet.table) if how.numeric else sheet.table
    try:
        found = alternative_annotator_test(
            table, judge, epsilon=epsilon, score=score, min_items=_MIN_ITEMS
        )
    except ValueError as error:
        reason = str(error).partition(";")[0]
        if not reason.startswith("no human has"):
            raise
        humans = [human for human in sheet.raters if human != judge]
        return Alternative(judge, epsilon, score, math.nan, math.nan, None, [], humans, reason)
    columns = (found.n_items, found.human_share, found.judge_share, found.p_values, found.rejected)
    duels = zip(found.raters, *(column.tolist() for column in columns), strict=True)
    return Alternative(
        judge,
        epsilon,
        score,
        found.winning_rate,
        found.advantage_probability,
        found.passed,
        [Duel(*duel) for duel in duels],
        list(found.set_aside),
    )


def against_reference(
    sheet: Sheet, judge: str | None, how: How, positive: str | None
) -> list[Beside]:
    """Set each rater, or the judge alone, beside the known labels."""
    if (sheet.reference == MISSING).all():
        raise ValueError("--reference is blank in every row; it holds the known labels.")
    if positive is None and set(sheet.labels) <= {"0", "1"}:
        positive = "1"
    elif positive is not None and positive not in sheet.labels:
        raise ValueError(
            f"--positive {positive!r} is no label of the file; they are {listed(sheet.labels)}."
        )
    return [_beside(sheet, x, how, positive) for x in ([judge] if judge else sheet.raters)]


def _beside(sheet: Sheet, name: str, how: How, positive: str | None) -> Beside:
    said = sheet.table.codes[sheet.raters.index(name)]
    both = Ratings.from_codes(np.stack([sheet.reference, said]), sheet.labels)
    cells = pair_table(both, 0, 1)
    n = int(cells.sum())
    kappa = how.kappa(both, 0, 1, cells)
    rate, reason = _rate(sheet, said, how, positive)
    return Beside(
        rater=name,
        n_items=n,
        accuracy=float(np.trace(cells) / n) if n else math.nan,
        kappa=kappa.estimate,
        low=kappa.low,
        high=kappa.high,
        confusion=cells.tolist(),
        rate=rate,
        reason=reason,
    )


def _rate(sheet: Sheet, said: Any, how: How, positive: str | None) -> tuple[Rate | None, str]:
    """Correct the share of one label, or say why not."""
    if positive is None:
        return None, "which label's rate is wanted? Give --positive"
    judged = said != MISSING
    truth, known = sheet.reference[judged], sheet.reference[judged] != MISSING
    if known.all() or not known.any():
        few = "every" if known.any() else "no"
        return None, f"{few} item of this rater has a known label; a correction needs both kinds"
    place = sheet.labels.index(positive) if positive in sheet.labels else MISSING - 1
    found = corrected_prevalence(
        np.where(known, truth == place, math.nan),
        (said[judged] == place).astype(float),
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


# --- in words -----------------------------------------------------------------------------------


def verdict_said(judge: Verdict, level: float) -> Finding:
    """Say how the judge compares, and what that leaves open."""
    if math.isnan(judge.difference):
        return Finding(
            f"{judge.rater} cannot be compared with how far humans agree: {judge.reason}.",
            "Anything about the judge's quality.",
        )
    weighted = f" with {judge.weights} weights" if judge.weights else ""
    text = (
        f"Kappa{weighted} is {judge.with_humans:.2f} for {judge.rater} with the humans and "
        f"{judge.among_humans:.2f} among the humans, on {judge.n_items} items: a difference of "
        f"{judge.difference:.2f} ({interval(level)} {judge.low:.2f} to {judge.high:.2f})."
    )
    if judge.verdict is None:
        text += f" There is no verdict: {judge.reason}."
    elif judge.verdict != "undecided":
        text += f" With a margin of {judge.margin:g}, {judge.rater} is {judge.verdict}."
    else:
        text += (
            f" With a margin of {judge.margin:g}, it is undecided whether {judge.rater} is "
            "inferior. "
        )
        text += (
            f"About {judge.more_items} more items would decide, if the difference stays so."
            if judge.more_items
            else "Hardly any number of items would decide: the difference is at the margin."
        )
    limits = {
        "not inferior": "That the judge is right, or as good on other items, labels or raters; "
        "and the margin was a choice.",
        "inferior": "That the judge is useless: the margin was a choice, and humans may share "
        "mistakes with each other that the judge does not make.",
    }
    otherwise = "That the judge is as good, or that it is worse: these items cannot tell."
    return Finding(text, limits.get(judge.verdict or "", otherwise))


def alternative_said(test: Alternative) -> Finding:
    """Say whether the judge passes, and what that is not."""
    if test.passed is None:
        return Finding(
            f"There is no alternative annotator test for {test.rater}: {test.reason}.",
            "That the judge would pass or fail with more items.",
        )
    won = sum(duel.won for duel in test.duels)
    text = (
        f"Alternative annotator test with epsilon {test.epsilon:g}: {test.rater} wins against "
        f"{won} of {len(test.duels)} humans (winning rate {test.winning_rate:.2f}) and so "
        f"{'passes' if test.passed else 'fails'}. In {percent(test.advantage_probability)} of the "
        "cases it is at least as near to the other humans as the human is."
    )
    if test.set_aside:
        text += f" Not tested, with fewer than {_MIN_ITEMS} items: {', '.join(test.set_aside)}."
    return Finding(
        text,
        "That the judge agrees as well as a human: the test asks whether a human is better by more "
        "than epsilon, the price of a human, and another epsilon may turn it. It takes items as "
        "independent.",
    )


def reference_said(one: Beside, level: float) -> Finding:
    """Say how often a rater is right, and the corrected rate or why there is none."""
    text = f"{one.rater} rated no item whose label is known."
    if one.n_items:
        kappa = span(Value(one.kappa, one.low, one.high), level)
        text = (
            f"{one.rater} gives the known label in {percent(one.accuracy)} of {one.n_items} "
            f"items; kappa with it is {kappa}."
        )
    limit = "That the known labels are right, or that other items are like these."
    if one.rate is None:
        return Finding(f"{text} No rate is corrected: {one.reason}.", limit)
    rate = one.rate
    judged, estimate, low, high = (
        f"{100 * x:.1f} %" for x in (rate.judged, rate.estimate, rate.low, rate.high)
    )
    text += (
        f" {one.rater} says {rate.positive!r} for {judged} of the {rate.n_judged} items whose "
        f"label is not known; corrected by the {rate.n_calibration} that are, the share is "
        f"{estimate} ({interval(level)} {low} to {high})."
    )
    if rate.caution:
        text += f" Caution: {rate.caution}."
    return Finding(
        text,
        f"{limit} The correction holds only if the items with a known label are a random sample "
        "of all: never picked by what the rater said.",
    )
