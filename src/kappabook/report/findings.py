"""What the numbers say in plain words, and what they do not allow one to conclude."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from kappabook.report.agreement import Agreement, Value
from kappabook.report.references import Beside, Verdict

# From here on a difference is worth a sentence.
_PARTED = 0.2
_BIASED = 0.05


class Finding(NamedTuple):
    """A sentence, and what does not follow from it."""

    finding: str
    does_not_say: str


def findings(found: Agreement) -> list[Finding]:
    """Say what was found: what was asked for by name first."""
    return [*_beside(found), *_overall(found), *_raters(found)]


def span(value: Value) -> str:
    """Write a coefficient with its interval."""
    if math.isnan(value.estimate):
        return "undefined"
    if math.isnan(value.low):
        return f"{value.estimate:.2f}, no interval"
    return f"{value.estimate:.2f}, 95 % interval {value.low:.2f} to {value.high:.2f}"


def _overall(found: Agreement) -> Iterator[Finding]:
    agreed, alpha = found.percent_agreement, found.alpha
    r, n = len(found.raters), found.n_items
    yield Finding(
        f"Two raters of one item agree in {_percent(agreed.estimate)} of the cases (95 % interval "
        f"{_percent(agreed.low)} to {_percent(agreed.high)}; {r} raters, {n} items rated twice or "
        "more).",
        "That they are right: raters can agree on the same mistake. Nor that they agree more than "
        "by chance: with one common label, chance alone agrees often.",
    )
    kind = "for ordered labels " if found.ordered else ""
    if math.isnan(alpha.estimate):
        yield Finding(
            "Every rating that has a partner is the same label, so that no coefficient corrected "
            "for chance is defined.",
            "That agreement is perfect in general: these items gave nobody a reason to differ.",
        )
        return
    means = "they agree less than chance would"
    if alpha.estimate >= 0:
        means = f"they avoid {_percent(alpha.estimate)} of the disagreement expected by chance"
    doubt = ""
    if alpha.low <= 0 <= alpha.high:
        doubt = " The interval includes 0: this may be chance."
    yield Finding(
        f"Krippendorff's alpha {kind}is {span(alpha)}: {means}.{doubt}",
        "That this is good or bad: no limit such as 0.8 follows from data, and alpha depends on "
        "how common each label is among these items.",
    )
    if alpha.caution:
        yield Finding(
            f"The intervals are less sure than they look: {alpha.caution}.",
            "That more draws or another formula would help; more items with rare labels would.",
        )
    gap = found.ac1.estimate - alpha.estimate
    if gap > _PARTED and not found.ordered:
        label, share = _commonest(found)
        yield Finding(
            f"Gwet's AC1 ({span(found.ac1)}) is much higher than alpha: {label!r} is "
            f"{_percent(share)} of all ratings. AC1 takes little of the agreement on a common "
            "label for chance, and alpha takes most of it.",
            "Which of the two is right: they answer different questions. Report both, and how "
            "often each label is used.",
        )


def _raters(found: Agreement) -> Iterator[Finding]:
    pairs = [p for p in found.weighted or found.pairs if not math.isnan(p.estimate)]
    if len(pairs) > 1:
        low, high = (pick(pairs, key=lambda p: p.estimate) for pick in (min, max))
        texts = [
            f"{p.raters[0]} and {p.raters[1]} agree {most} (kappa "
            f"{span(Value(p.estimate, p.low, p.high))})"
            for p, most in ((low, "least"), (high, "most"))
        ]
        yield Finding(
            f"Of the pairs, {texts[0]}, and {texts[1]}.",
            "Who of the two is at fault, or that the order of the pairs would stay: each interval "
            "is for one pair, and the extremes of many pairs are partly luck.",
        )
    rater, label, more = max(
        ((m.rater, label, x) for m in found.margins for label, x in m.more_than_others.items()),
        key=lambda one: -1.0 if math.isnan(one[2]) else abs(one[2]),
    )
    if abs(more) >= _BIASED:
        yield Finding(
            f"{rater} says {label!r} {100 * abs(more):.0f} points of percent "
            f"{'more' if more > 0 else 'less'} often than the others do on the same items.",
            f"That {rater} is wrong: the others may be.",
        )
    if found.fought:
        first = found.fought[0]
        said = ", ".join(f"{rater} {label!r}" for rater, label in list(first.ratings.items())[:8])
        yield Finding(
            f"Raters disagree on {len(found.fought)} of {found.n_items} items, most on item "
            f"{first.item} ({said}).",
            "That somebody was careless: an item may have no one right label.",
        )
    for own in found.self_agreement:
        yield Finding(
            f"{own.rater} agrees with itself in {_percent(own.percent_agreement.estimate)} of the "
            f"pairs of runs (alpha {span(own.alpha)}; {own.n_runs} runs, {own.n_items} items).",
            "That it is right: it may repeat its mistakes. Runs are not counted as raters; "
            "elsewhere the first run stands for all.",
        )


def _beside(found: Agreement) -> Iterator[Finding]:
    if found.judge is not None:
        yield _verdict(found.judge)
    for one in found.reference:
        yield _known(one)


def _verdict(judge: Verdict) -> Finding:
    if not judge.n_items or math.isnan(judge.difference):
        return Finding(
            f"{judge.rater} cannot be compared with how far humans agree: {judge.reason}.",
            "Anything about the judge's quality.",
        )
    weighted = " with linear weights" if judge.weights else ""
    text = (
        f"Kappa{weighted} is {judge.with_humans:.2f} for {judge.rater} with the humans and "
        f"{judge.among_humans:.2f} among the humans, on {judge.n_items} items: a difference of "
        f"{judge.difference:.2f} (95 % interval {judge.low:.2f} to {judge.high:.2f})."
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


def _known(one: Beside) -> Finding:
    if not one.n_items:
        text = f"{one.rater} rated no item whose label is known."
    else:
        kappa = span(Value(one.kappa, one.low, one.high))
        text = (
            f"{one.rater} gives the known label in {_percent(one.accuracy)} of {one.n_items} "
            f"items; kappa with it is {kappa}."
        )
    limit = "That the known labels are right, or that other items are like these."
    if one.rate is None:
        return Finding(f"{text} No rate is corrected: {one.reason}.", limit)
    rate = one.rate
    text += (
        f" {one.rater} says {rate.positive!r} for {_percent(rate.judged, 1)} of the "
        f"{rate.n_judged} items whose label is not known; corrected by the {rate.n_calibration} "
        f"that are, the share is {_percent(rate.estimate, 1)} (95 % interval "
        f"{_percent(rate.low, 1)} to {_percent(rate.high, 1)})."
    )
    if rate.caution:
        text += f" Caution: {rate.caution}."
    return Finding(
        text,
        f"{limit} The correction holds only if the items with a known label are a random sample "
        "of all: never picked by what the rater said.",
    )


def _commonest(found: Agreement) -> tuple[str, float]:
    counts = Counter(label for cell in found.sheet.cells for label in cell.values())
    label, n = counts.most_common(1)[0]
    return label, n / sum(counts.values())


def _percent(share: float, digits: int = 0) -> str:
    return "undefined" if math.isnan(share) else f"{100 * share:.{digits}f} %"
