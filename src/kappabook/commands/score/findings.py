"""What the measures say in tables and in plain words, and what does not follow from them."""

from __future__ import annotations

import math
from collections.abc import Iterator

from kappabook.commands.reading.labels import are_numbers
from kappabook.commands.render import (
    Finding,
    Report,
    Table,
    digits_for,
    interval,
    number,
    numbers,
    percent,
    span,
)
from kappabook.commands.score.matrix import Measure
from kappabook.commands.score.pictures import pictures
from kappabook.commands.score.rates import RATES
from kappabook.commands.score.results import (
    MATRIX_MEASURES,
    OF_TWO,
    PROBABLE,
    RANKING_MEASURES,
    RULE,
    Classifier,
    Scored,
)
from kappabook.metrics.auk import perfect_auk

NAMES = {
    "accuracy": "accuracy",
    "chance_agreement": "chance agreement",
    "kappa": "kappa",
    "weighted_kappa": "weighted kappa",
    "mcc": "MCC",
    "sensitivity": "sensitivity",
    "specificity": "specificity",
    "ppv": "predictive value, positive",
    "npv": "predictive value, negative",
    "auc": "AUC",
    "auk": "AUK",
    "h": "H",
    "brier": "Brier score",
    "log_loss": "log loss",
}
# Above so many classes tables of them are in --json alone.
MOST_LABELS = 12
# From here on the share of a class is worth a sentence, and a better threshold is.
_COMMON, _BETTER = 0.75, 0.05
# Below this a kappa is 0 but for rounding errors.
_NOISE = 1e-12
_RATE = {"f1": "F1", "auc": "AUC"}
_HEAD = ("estimate", "low", "high", "interval by")
_H_IS_SHORT = (
    "The interval of H is too short: in simulations it covered 81 to 93 % instead of 95 %."
)


def report(found: Scored) -> Report:
    """Put together what was read, the tables, and what they mean."""
    return Report(
        title=f"Scores of {found.name}",
        intro=[f"{found.name}: {counted(found)}"],
        tables=list(tables(found)),
        findings=list(findings(found)),
        limits=list(limits(found)),
        notes=found.notes,
        pictures=list(pictures(found)),
        data=found.as_dict(),
        every_number=every_number(found),
    )


def counted(found: Scored) -> str:
    """Say how many rows were read, used and set aside, and why."""
    rows = found.rows
    why = "; ".join(f"{reason}: {n}" for reason, n in rows["reasons"].items())
    said = f"{rows['read']} rows read, {rows['used']} used, {rows['set_aside']} set aside"
    return f"{said} ({why})." if why else f"{said}."


# --- tables ---------------------------------------------------------------------------------------


def tables(found: Scored) -> Iterator[Table]:
    """Give the tables in the order in which they are shown."""
    several = len(found.classifiers) > 1
    for one in found.classifiers:
        shown = _shown(one)
        cells = _cells([one.measures[x] for x in shown])
        rows = [[_name(found, x), *row] for x, row in zip(shown, cells, strict=True)]
        title = f"{one.name}, {about(one)}" if several else about(one)
        level = "" if one.level == 0.95 else f"; {interval(one.level)}s"
        yield Table(title + level, ["measure", *_HEAD], rows, words=(4,))
    if several:
        yield differences(found)
    for one in found.classifiers:
        if len(one.labels) <= MOST_LABELS:
            yield from classes(one, f"{one.name}: " if several else "")


def _shown(one: Classifier) -> list[str]:
    ranking = RANKING_MEASURES if one.has_scores or one.ranked else ()
    wanted = (*MATRIX_MEASURES, *OF_TWO, *ranking, *PROBABLE)
    return [
        name
        for name in wanted
        if name in one.measures and (name != "h" or not math.isnan(one.measures[name].estimate))
    ]


def _name(found: Scored, measure: str) -> str:
    return f"{found.weights} kappa" if measure == "weighted_kappa" else NAMES[measure]


def about(one: Classifier) -> str:
    """Say what thresholded measures and areas depend on."""
    said = one.cut
    if one.positive is not None:
        said += f"; positive {one.positive!r}, prevalence {one.prevalence:.4g}"
    return said + (f", AUK by rule {RULE!r}" if one.has_scores else "")


def classes(one: Classifier, name: str) -> Iterator[Table]:
    """Write kappa, precision, recall and F1 of each class, and the confusion matrix."""
    if len(one.labels) > 2:
        cells = _cells([*one.per_class.values()])
        rows = [[label, *row] for label, row in zip(one.labels, cells, strict=True)]
        title = f"{name}kappa of each class against the rest"
        yield Table(title, ["class", *_HEAD], rows, words=(4,))
    rates = [*RATES, "auc"] if "auc" in one.macro else [*RATES]
    every = [[x[rate] for rate in rates] for x in (*one.rates.values(), one.macro)]
    digits = min(digits_for(x.low, x.high) for row in every for x in row)
    cells = [[_short(x, digits) for x in row] for row in every]
    support = map(_whole, map(sum, one.confusion))
    rows = [[label, n, *row] for label, n, row in zip(one.labels, support, cells[:-1], strict=True)]
    everything = _whole(sum(map(sum, one.confusion)))
    rows.append(["mean of the classes", everything, *cells[-1]])
    head = ["class", "support", *(_RATE.get(x, x) for x in rates)]
    yield Table(f"{name}precision, recall and F1, with {interval(one.level)}s", head, rows)
    rows = [
        [label, *map(_whole, row)] for label, row in zip(one.labels, one.confusion, strict=True)
    ]
    yield Table(f"{name}confusion matrix", ["truth (rows), prediction", *one.labels], rows)


def differences(found: Scored) -> Table:
    """Write the differences of each two classifiers."""
    rows = [
        [f"{one.a} - {one.b}", _name(found, one.measure), *row]
        for one, row in zip(
            found.comparisons, _cells([x.found for x in found.comparisons]), strict=True
        )
    ]
    head = ["classifiers", "measure", "difference", *_HEAD[1:]]
    return Table("differences on the same cases", head, rows, words=(1, 5))


def _cells(measures: list[Measure]) -> list[list[str]]:
    """Write measures in one table with as many decimals as the shortest interval deserves."""
    digits = max((digits_for(x.low, x.high) for x in measures), default=2)
    return [[*numbers(x, digits), x.method or "-"] for x in measures]


def _short(one: Measure, digits: int) -> str:
    estimate, low, high = numbers(one, digits)
    return estimate if math.isnan(one.low) else f"{estimate} ({low}-{high})"


def _whole(x: float) -> str:
    return f"{x:g}" if x % 1 else str(int(x))


def limits(found: Scored) -> Iterator[str]:
    """Say why what is missing is missing, each reason once, and which intervals are unsure."""
    reasons: dict[str, list[str]] = {}
    for one in found.classifiers:
        for name, x in one.measures.items():
            if x.reason and name in _shown(one):
                what = "interval of " if x.estimate == x.estimate else ""
                reasons.setdefault(x.reason, []).append(what + _name(found, name))
        if len(one.labels) > 2:  # of two, these are sensitivity and the others above
            for name, x in _of_classes(one):
                if x.reason:
                    what = "interval of " if x.estimate == x.estimate else ""
                    reasons.setdefault(x.reason, []).append(what + name)
    for reason, names in reasons.items():
        yield f"No {', no '.join(dict.fromkeys(names))}: {reason}."
    if any(one.measures["h"].low == one.measures["h"].low for one in found.classifiers):
        yield _H_IS_SHORT
    for one in found.classifiers:
        if one.caution:
            yield f"The intervals of kappa are less sure than they look: {one.caution}."
    if found.grouped:
        yield (
            f"Rows with the same {found.grouped!r} were kept together, so the intervals are about "
            "new groups. With fewer than about 30 groups they are too short."
        )
    if any(len(one.labels) > MOST_LABELS for one in found.classifiers):
        yield f"The tables of the classes are in --json: there are more than {MOST_LABELS}."


def _of_classes(one: Classifier) -> Iterator[tuple[str, Measure]]:
    """Give the rates of each class and their means, with their names in a sentence."""
    if len(one.labels) > MOST_LABELS:
        return
    for label, rates in one.rates.items():
        yield from ((f"{_RATE.get(rate, rate)} of {label!r}", x) for rate, x in rates.items())
    yield from ((f"mean {_RATE.get(rate, rate)}", x) for rate, x in one.macro.items())


def every_number(found: Scored) -> list[list[str]]:
    """Write every measure of every classifier, and every difference, with all digits."""
    rows = [["classifier", "measure", "estimate", "low", "high", "method", "reason"]]

    def add(who: str, what: str, one: Measure) -> None:
        ends = ["" if math.isnan(x) else repr(x) for x in (one.estimate, one.low, one.high)]
        rows.append([who, what, *ends, one.method, one.reason])

    for one in found.classifiers:
        for name, x in {
            **one.measures,
            **{f"kappa of {k}": v for k, v in one.per_class.items()},
            **{f"{x} of {k}": v for k, rates in one.rates.items() for x, v in rates.items()},
            **{f"{x}, mean of the classes": v for x, v in one.macro.items()},
        }.items():
            add(one.name, name, x)
    for pair in found.comparisons:
        add(f"{pair.a} - {pair.b}", pair.measure, pair.found)
    return rows


# --- findings -------------------------------------------------------------------------------------


def findings(found: Scored) -> Iterator[Finding]:
    """Say what was found: of several classifiers which is ahead, of one the most telling."""
    if len(found.classifiers) > 1:
        yield from _compared(found)
    else:
        (one,) = found.classifiers
        yield _kappa(one)
        if one.has_scores:
            yield from _ranking(one)
        yield from _common(one)
        yield from _classes(one)
    yield from _grades(found)


def _kappa(one: Classifier) -> Finding:
    accuracy, chance, kappa = (one.measures[x] for x in ("accuracy", "chance_agreement", "kappa"))
    cut = f" ({one.cut})" if one.threshold is not None else ""
    text = (
        f"{percent(accuracy.estimate)} of {one.n} cases are right{cut}; a guesser with the same "
        f"totals would be right in {percent(chance.estimate)}."
    )
    if math.isnan(kappa.estimate):
        return Finding(
            f"{text} Kappa is undefined: truth and prediction are one class throughout.",
            "Anything about other cases: these gave no occasion for a mistake.",
        )
    means = "it does worse than that guesser"
    if kappa.estimate >= -_NOISE:
        means = f"it avoids {percent(max(0.0, kappa.estimate))} of the guesser's mistakes"
    includes = kappa.low <= _NOISE and kappa.high >= -_NOISE
    doubt = " The interval includes 0: this may be chance." if includes else ""
    return Finding(
        f"{text} Kappa is {span(kappa, one.level)}: {means}.{doubt}",
        "That this is good or bad: no limit follows from data, and kappa depends on how common "
        "each class is.",
    )


def _common(one: Classifier) -> Iterator[Finding]:
    accuracy = one.measures["accuracy"].estimate
    label, share = _commonest(one)
    if share >= _COMMON:
        word = "below" if accuracy < share else "above"
        if math.isclose(accuracy, share):
            word = "just"
        yield Finding(
            f"{percent(share)} of the cases are {label!r}. Always saying so would be right as "
            f"often; the accuracy here is {word} that.",
            "That a classifier below that is useless: it may find the rare class. Always saying "
            "the same never does, and has kappa 0.",
        )


def _classes(one: Classifier) -> Iterator[Finding]:
    known = {label: x for label, x in one.per_class.items() if not math.isnan(x.estimate)}
    if len(known) > 2:
        worst, best = (pick(known, key=lambda x: known[x].estimate) for pick in (min, max))
        ends = {x: span(known[x], one.level) for x in (best, worst)}
        yield Finding(
            f"Against all others, {best!r} is told apart best (kappa {ends[best]}) and "
            f"{worst!r} worst ({ends[worst]}).",
            "That the order would stay on new cases: look whether the intervals overlap.",
        )


def _ranking(one: Classifier) -> Iterator[Finding]:
    auc, auk = one.measures["auc"], one.measures["auk"]
    most = perfect_auk(one.prevalence)
    yield Finding(
        f"With {one.positive!r} positive ({percent(one.prevalence)} of the cases), a positive "
        f"case is ranked above a negative one in {percent(auc.estimate)} of the pairs (AUC "
        f"{span(auc, one.level)}). The AUK is {span(auk, one.level)}, of at most {most:.2f}.",
        "How good any one threshold is. The AUC ignores how common the classes are; the AUK "
        "changes with it, and when the other class is the positive one.",
    )
    if auc.high < 0.5:
        yield Finding(
            "These scores rank the cases the wrong way round. Are they about a class other than "
            f"{one.positive!r}? Then name it with --positive.",
            "That they are: a classifier can also have learnt the opposite.",
        )
    kappa = one.measures["kappa"].estimate
    if one.best_kappa - kappa > _BETTER:
        now = "that of the predictions given is"
        if one.threshold is not None:
            now = f"at {one.threshold:g} it is"
        yield Finding(
            f"A threshold of {one.best_threshold:.3g} would give a kappa of "
            f"{number(one.best_kappa, 2)} on these cases; {now} {number(kappa, 2)}.",
            "That kappa would be as large on new cases: the threshold was chosen on these. Choose "
            "it on other cases.",
        )


def _compared(found: Scored) -> Iterator[Finding]:
    for measure in ("kappa", "auk"):
        word = NAMES[measure]
        pairs = [c for c in found.comparisons if c.measure == measure]
        pairs = [c for c in pairs if not math.isnan(c.found.estimate)]
        sure = [c for c in pairs if c.found.low > 0 or c.found.high < 0]
        for pair in sorted(sure, key=lambda c: -abs(c.found.estimate))[:2]:
            one = pair.found
            a, b = (pair.a, pair.b) if one.estimate > 0 else (pair.b, pair.a)
            low, high = sorted((abs(one.low), abs(one.high)))
            yield Finding(
                f"{a} has a larger {word} than {b}: by {abs(one.estimate):.3f} "
                f"({interval(found.level)} {low:.3f} to {high:.3f}).",
                "That this holds in another population, or that one of many comparisons is not "
                "chance: each interval is for one pair.",
            )
        if len(sure) < len(pairs):
            yield Finding(
                f"In {len(pairs) - len(sure)} of {len(pairs)} "
                f"{'pairs' if len(pairs) > 1 else 'pair'} these cases do not show whose {word} is "
                "larger.",
                "That the two are equally good: more cases might tell.",
            )


def _grades(found: Scored) -> Iterator[Finding]:
    labels = found.classifiers[0].labels
    if not found.weights and len(labels) > 2 and are_numbers(labels):
        order = ",".join([*labels[:5], *["..."] * (len(labels) > 5)])
        yield Finding(
            "The labels are numbers, and every error counts the same. If they are grades, name "
            f"them in their order, --ordered {order}: then a near miss counts less than a far one "
            "(weighted kappa).",
            "That they have an order: numbers may be names, too.",
        )


def _commonest(one: Classifier) -> tuple[str, float]:
    rows = [sum(row) for row in one.confusion]
    place = max(range(len(rows)), key=rows.__getitem__)
    return one.labels[place], rows[place] / sum(rows)
