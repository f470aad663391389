"""One rater, the judge, set against the others."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from kappabook.commands.agree.measures import How, Rated, numbers
from kappabook.commands.words import Finding, interval, percent
from kappabook.metrics.raters import (
    JudgeComparison,
    alternative_annotator_test,
    compare_judge_with_raters,
)

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


def judge_verdict(rated: Rated, judge: str, how: How, margin: float | None) -> Verdict:
    """Compare; kappas have linear weights where labels are ordered."""
    weights: Any = "linear" if how.ordered else None
    others = zip(*(rated[rater] for rater in rated if rater != judge), strict=True)
    if not any(own and any(said) for own, said in zip(rated[judge], others, strict=True)):
        raise ValueError(
            f"the judge {judge!r} rated no item that another rater rated; there is nothing to "
            "compare."
        )
    if len(rated) < 3:
        _refuse_one_human(rated, judge, "--margin", margin)
        reason = "with one human there is no agreement among humans to compare with"
        nan = math.nan
        return Verdict(judge, None, None, nan, nan, nan, nan, nan, 0, None, weights, reason)
    found = compare_judge_with_raters(
        rated,
        judge,
        margin=margin,
        labels=how.labels,
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


def alternative(rated: Rated, judge: str, how: How, epsilon: float) -> Alternative:
    """Ask whether the judge may stand in for a human; numbers are scored by their distance."""
    if len(rated) < 3:
        _refuse_one_human(rated, judge, "--epsilon", epsilon)
    score: Any = "neg_rmse" if how.numeric else "accuracy"
    columns = numbers(rated) if how.numeric else rated
    try:
        found = alternative_annotator_test(
            columns, judge, epsilon=epsilon, score=score, min_items=_MIN_ITEMS
        )
    except ValueError as error:  # the rest was checked: it can only be that items are few
        humans = [human for human in rated if human != judge]
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


def _refuse_one_human(rated: Rated, judge: str, option: str, value: float | None) -> None:
    if value is not None:
        other = next(rater for rater in rated if rater != judge)
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
    weighted = " with linear weights" if judge.weights else ""
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
