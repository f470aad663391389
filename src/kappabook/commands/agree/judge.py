"""One rater, the judge, set against the others; and raters beside known labels."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from kappabook.commands.agree.measures import How, Value
from kappabook.commands.agree.sheet import Sheet
from kappabook.commands.reading.read_table import listed
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


def judge_verdict(sheet: Sheet, judge: str, how: How, margin: float | None) -> dict[str, Any]:
    """Compare a judge's kappa with the humans, and theirs with each other.

    `verdict` is 'not inferior', 'inferior', 'undecided', or None without a margin or where the
    comparison is not possible, which `reason` says. `more_items` is about how many items more
    would decide, if the difference stays as it is.
    """
    rated = sheet.table.codes[sheet.raters.index(judge)] != MISSING
    if not (rated & sheet.several).any():
        raise ValueError(
            f"the judge {judge!r} rated no item that another rater rated; there is nothing to "
            "compare."
        )
    verdict = {
        "rater": judge,
        "margin": margin,
        "verdict": None,
        **dict.fromkeys(("with_humans", "among_humans", "difference", "low", "high"), math.nan),
        "n_items": 0,
        "more_items": None,
        "weights": how.weights,
        "reason": "with one human there is no agreement among humans to compare with",
        "caution": "",
    }
    if len(sheet.raters) < 3:
        return verdict
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
    return verdict | {
        "verdict": found.verdict or None,
        "with_humans": found.estimate_a,
        "among_humans": found.estimate_b,
        "difference": found.difference,
        "low": found.low,
        "high": found.high,
        "n_items": int(found.n),
        "more_items": items_more(found, margin or 0.0),
        "reason": reason,
        "caution": found.caution,
    }


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


def alternative(sheet: Sheet, judge: str, how: How, epsilon: float) -> dict[str, Any]:
    """Ask whether the judge may stand in for a human; numbers are scored by their distance.

    `duels` are of the judge and one human, each beside the other humans; without any, `reason`
    says why.
    """
    score: Any = "neg_rmse" if how.numeric else "accuracy"
    table = sheet.numbers(sheet.table) if how.numeric else sheet.table
    test = {
        "rater": judge,
        "epsilon": epsilon,
        "score": score,
        "winning_rate": math.nan,
        "advantage_probability": math.nan,
        "passed": None,
        "duels": [],
        "set_aside": [human for human in sheet.raters if human != judge],
        "reason": "",
    }
    try:
        found = alternative_annotator_test(
            table, judge, epsilon=epsilon, score=score, min_items=_MIN_ITEMS
        )
    except ValueError as error:
        if not str(error).startswith("no human has"):
            raise
        return test | {"reason": str(error).partition(";")[0]}
    keys = ("human", "n_items", "human_share", "judge_share", "p_value", "won")
    columns = (found.n_items, found.human_share, found.judge_share, found.p_values, found.rejected)
    duels = zip(found.raters, *(column.tolist() for column in columns), strict=True)
    return test | {
        "winning_rate": found.winning_rate,
        "advantage_probability": found.advantage_probability,
        "passed": found.passed,
        "duels": [dict(zip(keys, duel, strict=True)) for duel in duels],
        "set_aside": list(found.set_aside),
    }


def against_reference(
    sheet: Sheet, judge: str | None, how: How, positive: str | None
) -> list[dict[str, Any]]:
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


def _beside(sheet: Sheet, name: str, how: How, positive: str | None) -> dict[str, Any]:
    """Compare; in the `confusion` known labels are rows."""
    said = sheet.table.codes[sheet.raters.index(name)]
    both = Ratings.from_codes(np.stack([sheet.reference, said]), sheet.labels)
    cells = pair_table(both, 0, 1)
    n = int(cells.sum())
    kappa = how.kappa(both, (0, 1), cells)
    rate, reason = _rate(sheet, said, how, positive)
    return {
        "rater": name,
        "n_items": n,
        "accuracy": float(np.trace(cells) / n) if n else math.nan,
        "kappa": kappa.estimate,
        "low": kappa.low,
        "high": kappa.high,
        "confusion": cells.tolist(),
        "rate": rate,
        "reason": reason,
    }


def _rate(
    sheet: Sheet, said: Any, how: How, positive: str | None
) -> tuple[dict[str, Any] | None, str]:
    """Correct the share of one label by the known labels, or say why not."""
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
    return {
        "positive": positive,
        "judged": found.judged_rate,
        "estimate": found.estimate,
        "low": found.low,
        "high": found.high,
        "n_judged": found.n_judged,
        "n_calibration": found.n_calibration,
        "caution": "; ".join(cautions),
    }, ""


# --- in words -----------------------------------------------------------------------------------

_COMPARED = (
    "Kappa{weighted} is {with_humans:.2f} for {rater} with the humans and {among_humans:.2f} among "
    "the humans, on {n_items} items: a difference of {difference:.2f} ({interval} {low:.2f} to "
    "{high:.2f})."
)
_DECIDED = {
    None: " There is no verdict: {reason}.",
    "not inferior": " With a margin of {margin:g}, {rater} is not inferior.",
    "inferior": " With a margin of {margin:g}, {rater} is inferior.",
    "undecided": " With a margin of {margin:g}, it is undecided whether {rater} is inferior.",
}
_MORE = " About {more_items} more items would decide, if the difference stays so."
_NEVER = " Hardly any number of items would decide: the difference is at the margin."
_UNSAID = {
    "not inferior": "That the judge is right, or as good on other items, labels or raters; and the "
    "margin was a choice.",
    "inferior": "That the judge is useless: the margin was a choice, and humans may share mistakes "
    "with each other that the judge does not make.",
}
_TESTED = (
    "Alternative annotator test with epsilon {epsilon:g}: {rater} wins against {won} of {tested} "
    "humans (winning rate {winning_rate:.2f}) and so {result}. In {share} of the cases it is at "
    "least as near to the other humans as the human is."
)
_CORRECTED = (
    " {rater} says {positive!r} for {judged} of the {n_judged} items whose label is not known; "
    "corrected by the {n_calibration} that are, the share is {estimate} ({interval} {low} to "
    "{high})."
)


def verdict_said(judge: dict[str, Any], level: float) -> Finding:
    """Say how the judge compares, and what that leaves open."""
    if math.isnan(judge["difference"]):
        return Finding(
            "{rater} cannot be compared with how far humans agree: {reason}.".format(**judge),
            "Anything about the judge's quality.",
        )
    words = _COMPARED + _DECIDED[judge["verdict"]]
    if judge["verdict"] == "undecided":
        words += _MORE if judge["more_items"] else _NEVER
    weighted = f" with {judge['weights']} weights" if judge["weights"] else ""
    return Finding(
        words.format(weighted=weighted, interval=interval(level), **judge),
        _UNSAID.get(
            judge["verdict"],
            "That the judge is as good, or that it is worse: these items cannot tell.",
        ),
    )


def alternative_said(test: dict[str, Any]) -> Finding:
    """Say whether the judge passes, and what that is not."""
    if test["passed"] is None:
        return Finding(
            "There is no alternative annotator test for {rater}: {reason}.".format(**test),
            "That the judge would pass or fail with more items.",
        )
    text = _TESTED.format(
        won=sum(duel["won"] for duel in test["duels"]),
        tested=len(test["duels"]),
        result="passes" if test["passed"] else "fails",
        share=percent(test["advantage_probability"]),
        **test,
    )
    if aside := ", ".join(test["set_aside"]):
        text += f" Not tested, with fewer than {_MIN_ITEMS} items: {aside}."
    return Finding(
        text,
        "That the judge agrees as well as a human: the test asks whether a human is better by more "
        "than epsilon, the price of a human, and another epsilon may turn it. It takes items as "
        "independent.",
    )


def reference_said(one: dict[str, Any], level: float) -> Finding:
    """Say how often a rater is right, and the corrected rate or why there is none."""
    text = "{rater} rated no item whose label is known.".format(**one)
    if one["n_items"]:
        kappa = span(Value(one["kappa"], one["low"], one["high"]), level)
        text = (
            f"{one['rater']} gives the known label in {percent(one['accuracy'])} of "
            f"{one['n_items']} items; kappa with it is {kappa}."
        )
    limit = "That the known labels are right, or that other items are like these."
    rate = one["rate"]
    if rate is None:
        return Finding(f"{text} No rate is corrected: {one['reason']}.", limit)
    shares = {x: f"{100 * rate[x]:.1f} %" for x in ("judged", "estimate", "low", "high")}
    text += _CORRECTED.format(rater=one["rater"], interval=interval(level), **(rate | shares))
    if rate["caution"]:
        text += f" Caution: {rate['caution']}."
    return Finding(
        text,
        f"{limit} The correction holds only if the items with a known label are a random sample "
        "of all: never picked by what the rater said.",
    )
