"""One rater, the judge, set against the others; and raters beside known labels."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from kappabook.commands.agree_measures import How, Value
from kappabook.commands.agree_read import Sheet
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
    set_aside: list[str]
    reason: str


def judge_verdict(sheet: Sheet, judge: str, how: How, margin: float | None) -> Verdict:
    """Compare; kappas have weights where labels are ordered."""
    weights = how.weights
    rated = sheet.codes[sheet.raters.index(judge)] != MISSING
    if not (rated & sheet.several).any():
        raise ValueError(
            f"the judge {judge!r} rated no item that another rater rated; there is nothing to "
            "compare."
        )
    if len(sheet.raters) < 3:
        _refuse_one_human(sheet, judge, "--margin", margin)
        reason = "with one human there is no agreement among humans to compare with"
        nan = math.nan
        return Verdict(judge, None, None, nan, nan, nan, nan, nan, 0, None, weights, reason)
    found = compare_judge_with_raters(
        sheet.table,
        judge,
        margin=margin,
        weights=weights,
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
        verdict=None if reason else found.verdict,
        with_humans=found.estimate_a,
        among_humans=found.estimate_b,
        difference=found.difference,
        low=found.low,
        high=found.high,
        n_items=int(found.n),
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
    more = round(found.n * ((half / gap) ** 2 - 1), 6)  # without noise of binary fractions
    digits = int(10 ** max(0, len(str(int(more))) - 2))
    return math.ceil(more / digits) * digits


def alternative(sheet: Sheet, judge: str, how: How, epsilon: float) -> Alternative:
    """Ask whether the judge may stand in for a human; numbers are scored by their distance."""
    if len(sheet.raters) < 3:
        _refuse_one_human(sheet, judge, "--epsilon", epsilon)
    score: Any = "neg_rmse" if how.numeric else "accuracy"
    columns = sheet.numbers if how.numeric else sheet.table
    try:
        found = alternative_annotator_test(
            columns, judge, epsilon=epsilon, score=score, min_items=_MIN_ITEMS
        )
    except ValueError as error:  # the rest was checked: it can only be that items are few
        humans = [human for human in sheet.raters if human != judge]
        reason = str(error).partition(";")[0]
        return Alternative(judge, epsilon, score, math.nan, math.nan, None, [], humans, reason)
    duels = zip(
        map(str, found.raters),
        found.n_items.tolist(),
        found.human_share.tolist(),
        found.judge_share.tolist(),
        found.p_values.tolist(),
        found.rejected.tolist(),
        strict=True,
    )
    return Alternative(
        judge,
        epsilon,
        score,
        found.winning_rate,
        found.advantage_probability,
        found.passed,
        [Duel(*duel) for duel in duels],
        [str(human) for human in found.set_aside],
        "",
    )


def _refuse_one_human(sheet: Sheet, judge: str, option: str, value: float | None) -> None:
    if value is not None:
        other = next(rater for rater in sheet.raters if rater != judge)
        raise ValueError(
            f"{option} compares the judge {judge!r} with how far humans agree, and {other!r} is "
            f"the only other rater; leave out {option}, or give two humans."
        )


def verdict_said(judge: Verdict, level: float) -> Finding:
    """Say how the judge compares, and what that leaves open."""
    if not judge.n_items or math.isnan(judge.difference):
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
    else:
        said = {"undecided": f"it is undecided whether {judge.rater} is inferior"}
        verdict = said.get(judge.verdict, f"{judge.rater} is {judge.verdict}")
        text += f" With a margin of {judge.margin:g}, {verdict}."
    if judge.verdict == "undecided":
        text += (
            f" About {judge.more_items} more items would decide, if the difference stays so."
            if judge.more_items
            else " Hardly any number of items would decide: the difference is at the margin."
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
    sheet: Sheet, judge: str | None, how: How, positive: str | None
) -> list[Beside]:
    """Set each rater, or the judge alone, beside the known labels."""
    if (sheet.reference == MISSING).all():
        raise ValueError("--reference is blank in every row; it holds the known labels.")
    if positive is not None and positive not in sheet.labels:
        raise ValueError(
            f"--positive {positive!r} is no label of the file; they are {listed(sheet.labels)}."
        )
    names = [judge] if judge else sheet.raters
    return [_beside(sheet, name, how, positive) for name in names]


def _beside(sheet: Sheet, name: str, how: How, positive: str | None) -> Beside:
    said = sheet.codes[sheet.raters.index(name)]
    both: Ratings = sheet.coded(np.stack([sheet.reference, said]))
    cells = pair_table(both, 0, 1)
    n = int(cells.sum())
    kappa = how.kappa(both, 0, 1, cells)
    rate, reason = _rate(sheet, said, how, positive)
    accuracy = float(np.trace(cells) / n) if n else math.nan
    ends = (kappa.estimate, kappa.low, kappa.high)
    return Beside(name, n, accuracy, *ends, cells.tolist(), rate, reason)


def _rate(sheet: Sheet, said: Any, how: How, positive: str | None) -> tuple[Rate | None, str]:
    """Correct the share of one label, or say why not."""
    if positive is None and set(sheet.labels) <= {"0", "1"}:
        positive = "1"
    if positive is None:
        return None, "which label's rate is wanted? Give --positive"
    judged = said != MISSING
    truth = sheet.reference[judged]
    known = int((truth != MISSING).sum())
    if not known or known == len(truth):
        few = "every" if known else "no"
        return None, f"{few} item of this rater has a known label; a correction needs both kinds"
    place = sheet.labels.index(positive) if positive in sheet.labels else MISSING - 1
    found = corrected_prevalence(
        np.where(truth == MISSING, math.nan, truth == place),
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
        f" {one.rater} says {rate.positive!r} for {_tenths(rate.judged)} of the "
        f"{rate.n_judged} items whose label is not known; corrected by the {rate.n_calibration} "
        f"that are, the share is {_tenths(rate.estimate)} ({interval(level)} "
        f"{_tenths(rate.low)} to {_tenths(rate.high)})."
    )
    if rate.caution:
        text += f" Caution: {rate.caution}."
    return Finding(
        text,
        f"{limit} The correction holds only if the items with a known label are a random sample "
        "of all: never picked by what the rater said.",
    )


def _tenths(share: float) -> str:
    return f"{100 * share:.1f} %"
