"""What the measures say in plain words, and what they do not allow one to conclude."""

from __future__ import annotations

import math
from collections.abc import Iterator

from kappabook.commands.score.scored import Classifier, Comparison, Measure, Scored
from kappabook.commands.words import Finding
from kappabook.metrics.auk import perfect_auk

# From here on the share of a class is worth a sentence.
_COMMON = 0.75


def findings(found: Scored) -> list[Finding]:
    """Say what was found: which classifier is ahead first, then each, one by one."""
    said = list(_compared(found.comparisons)) if len(found.classifiers) > 1 else []
    for one in found.classifiers:
        name = f"{one.name}: " if len(found.classifiers) > 1 else ""
        said += [Finding(name + text, limit) for text, limit in _one(one)]
    if found.grouped:
        said.append(
            Finding(
                f"Rows with the same {found.grouped!r} were kept together, so the intervals are "
                "about new groups.",
                "That there are enough groups: with fewer than about 30, such intervals are "
                "too short.",
            )
        )
    return said


def span(one: Measure, digits: int = 2) -> str:
    """Write a measure with its interval."""
    if math.isnan(one.estimate):
        return "undefined"
    if math.isnan(one.low):
        return f"{one.estimate:.{digits}f}, no interval"
    return f"{one.estimate:.{digits}f}, 95 % interval {one.low:.{digits}f} to {one.high:.{digits}f}"


def _one(one: Classifier) -> Iterator[Finding]:
    accuracy, chance, kappa = (one.measures[x] for x in ("accuracy", "chance_agreement", "kappa"))
    cut = f" ({one.cut})" if one.threshold is not None else ""
    text = (
        f"{_percent(accuracy.estimate)} of {one.n} cases are right{cut}; a guesser with the same "
        f"totals would be right in {_percent(chance.estimate)}."
    )
    if math.isnan(kappa.estimate):
        yield Finding(
            f"{text} Kappa is undefined: truth and prediction are one class throughout.",
            "Anything about other cases: these gave no occasion for a mistake.",
        )
    else:
        means = "it does worse than that guesser"
        if kappa.estimate >= 0:
            means = f"it avoids {_percent(kappa.estimate)} of the guesser's mistakes"
        doubt = " The interval includes 0: this may be chance." if kappa.low <= 0 else ""
        yield Finding(
            f"{text} Kappa is {span(kappa)}: {means}.{doubt}",
            "That this is good or bad: no limit follows from data, and kappa depends on how "
            "common each class is.",
        )
    label, share = _commonest(one)
    if share >= _COMMON:
        word = "below" if accuracy.estimate < share else "above"
        if math.isclose(accuracy.estimate, share):
            word = "just"
        yield Finding(
            f"{_percent(share)} of the cases are {label!r}. Always saying so would be right as "
            f"often; the accuracy here is {word} that.",
            "That a classifier below that is useless: it may find the rare class, and always "
            "saying the same never does. That guess has kappa 0.",
        )
    yield from _classes(one)
    if one.has_scores:
        yield from _ranking(one)
    if one.caution:
        yield Finding(
            f"The intervals are less sure than they look: {one.caution}.",
            "That another formula would help; more cases of the rare class would.",
        )


def _classes(one: Classifier) -> Iterator[Finding]:
    known = {label: x for label, x in one.per_class.items() if not math.isnan(x.estimate)}
    if len(known) > 2:
        worst, best = (pick(known, key=lambda x: known[x].estimate) for pick in (min, max))
        yield Finding(
            f"Against all others, {best!r} is told apart best (kappa {span(known[best])}) and "
            f"{worst!r} worst ({span(known[worst])}).",
            "That the order would stay on new cases: look whether the intervals overlap.",
        )


def _ranking(one: Classifier) -> Iterator[Finding]:
    auc, auk = one.measures["auc"], one.measures["auk"]
    most = perfect_auk(one.prevalence)
    yield Finding(
        f"With {one.positive!r} positive ({_percent(one.prevalence)} of the cases), a positive "
        f"case is ranked above a negative one in {_percent(auc.estimate)} of the pairs (AUC "
        f"{span(auc)}). The AUK is {span(auk)}, of at most {most:.2f}.",
        "How good any one threshold is. The AUC ignores how common the classes are; the AUK "
        "changes with it, and when the other class is the positive one.",
    )
    kappa = one.measures["kappa"].estimate
    if one.best_kappa - kappa > 0.05:
        now = "that of the predictions given"
        if one.threshold is not None:
            now = f"that of the cut at {one.threshold:g}"
        yield Finding(
            f"A cut at {one.best_threshold:.3g} would give a kappa of {one.best_kappa:.2f} on "
            f"these cases; {now} is {kappa:.2f}.",
            "That it would have it on new cases: it was chosen on these, so it is too hopeful. "
            "Choose it on other cases.",
        )


def _compared(comparisons: list[Comparison]) -> Iterator[Finding]:
    for measure in ("kappa", "auk"):
        pairs = [c for c in comparisons if c.measure == measure and not math.isnan(c.difference)]
        sure = [c for c in pairs if c.low > 0 or c.high < 0]
        word = measure if measure == "kappa" else "AUK"
        if not pairs:
            continue
        for one in sorted(sure, key=lambda c: -abs(c.difference))[:3]:
            a, b = (one.a, one.b) if one.difference > 0 else (one.b, one.a)
            low, high = sorted((abs(one.low), abs(one.high)))
            yield Finding(
                f"{a} has a larger {word} than {b}: by {abs(one.difference):.3f} (95 % interval "
                f"{low:.3f} to {high:.3f}).",
                "That this holds in another population, or that one of many comparisons is not "
                "luck: each interval is for one pair.",
            )
        if len(sure) < len(pairs):
            yield Finding(
                f"In {len(pairs) - len(sure)} of {len(pairs)} "
                f"{'pairs' if len(pairs) > 1 else 'pair'} these cases do not show whose {word} is "
                "larger.",
                "That the two are equally good: more cases might tell.",
            )


def _commonest(one: Classifier) -> tuple[str, float]:
    rows = [sum(row) for row in one.confusion]
    place = max(range(len(rows)), key=rows.__getitem__)
    return one.labels[place], rows[place] / sum(rows)


def _percent(share: float) -> str:
    digits = 1 if 0.99 < share < 1 or 0 < share < 0.01 else 0
    return "undefined" if math.isnan(share) else f"{100 * share:.{digits}f} %"
