"""What the numbers say in plain words, and what they do not allow one to conclude."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator

from kappabook.commands.agree.agreement import Agreement
from kappabook.commands.agree.judge import alternative_said, verdict_said
from kappabook.commands.agree.references import reference_said
from kappabook.commands.words import Finding, Value, interval, percent, span

# From here on a difference is worth a sentence.
_PARTED = 0.2
_BIASED = 0.05
_KIND = {
    "nominal": "",
    "ordinal": "for ordered labels ",
    "interval": "for numbers (squared differences) ",
    "ratio": "for numbers (squared ratios of difference and sum) ",
}


def findings(found: Agreement) -> list[Finding]:
    """Say what was found: what was asked for by name first."""
    return [*_asked_for(found), *_overall(found), *_raters(found)]


def _overall(found: Agreement) -> Iterator[Finding]:
    agreed, alpha, level = found.percent_agreement, found.alpha, found.how.confidence_level
    r, n = len(found.raters), found.n_items
    yield Finding(
        f"Two raters of one item agree in {percent(agreed.estimate)} of the cases "
        f"({interval(level)} {percent(agreed.low)} to {percent(agreed.high)}; "
        f"{r} raters, {n} items rated twice or more).",
        "That they are right: raters can agree on the same mistake. Nor that they agree more than "
        "by chance: with one common label, chance alone agrees often.",
    )
    if math.isnan(alpha.estimate):
        yield Finding(
            "Every rating that has a partner is the same label, so that no coefficient corrected "
            "for chance is defined.",
            "That agreement is perfect in general: these items gave nobody a reason to differ.",
        )
        return
    means = "they agree less than chance would"
    if alpha.estimate >= 0:
        means = f"they avoid {percent(alpha.estimate)} of the disagreement expected by chance"
    doubt = ""
    if alpha.low <= 0 <= alpha.high:
        doubt = " The interval includes 0: this may be chance."
    yield Finding(
        f"Krippendorff's alpha {_KIND[found.how.level]}is {span(alpha, level)}: {means}.{doubt}",
        "That this is good or bad: no limit such as 0.8 follows from data, and alpha depends on "
        "how common each label is among these items.",
    )
    if alpha.caution:
        yield Finding(
            f"About the interval of alpha: {alpha.caution}.",
            "That another formula would help; more items would, above all with rare labels.",
        )
    gap = found.ac1.estimate - alpha.estimate
    if gap > _PARTED and found.how.level == "nominal":
        label, share = _commonest(found)
        yield Finding(
            f"Gwet's AC1 ({span(found.ac1, level)}) is much higher than alpha: {label!r} is "
            f"{percent(share)} of all ratings. AC1 takes little of the agreement on a common "
            "label for chance, and alpha takes most of it.",
            "Which of the two is right: they answer different questions. Report both, and how "
            "often each label is used.",
        )


def _raters(found: Agreement) -> Iterator[Finding]:
    level = found.how.confidence_level
    pairs = [p for p in found.weighted or found.pairs if not math.isnan(p.estimate)]
    if len(pairs) > 1:
        low, high = (pick(pairs, key=lambda p: p.estimate) for pick in (min, max))
        kappa = "kappa with linear weights" if found.weighted else "kappa"
        texts = [
            f"{p.raters[0]} and {p.raters[1]} agree {most} ({kappa} "
            f"{span(Value(p.estimate, p.low, p.high), level)})"
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
            f"{own.rater} agrees with itself in {percent(own.percent_agreement.estimate)} of the "
            f"pairs of runs (alpha {span(own.alpha, level)}; {own.n_runs} runs, {own.n_items} "
            "items).",
            "That it is right: it may repeat its mistakes. Runs are not counted as raters; "
            "elsewhere the first run stands for all.",
        )


def _asked_for(found: Agreement) -> Iterator[Finding]:
    level = found.how.confidence_level
    if found.judge is not None:
        yield verdict_said(found.judge, level)
        yield from _left_out(found, found.judge.rater)
    if found.alternative is not None:
        yield alternative_said(found.alternative)
    for one in found.reference:
        yield reference_said(one, level)


def _left_out(found: Agreement, judge: str) -> Iterator[Finding]:
    rated = [cell for cell in found.sheet.cells if cell]
    without = sum(judge not in cell for cell in rated)
    if without:
        yield Finding(
            f"{judge} left {without} of {len(rated)} items unrated: what is said of {judge} is "
            "about the others only.",
            "How it would do on the items left out: they may be the hard ones.",
        )


def _commonest(found: Agreement) -> tuple[str, float]:
    counts = Counter(label for cell in found.sheet.cells for label in cell.values())
    label, n = counts.most_common(1)[0]
    return label, n / sum(counts.values())
