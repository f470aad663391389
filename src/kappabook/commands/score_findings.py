"""What the measures say in tables and in plain words, and what does not follow from them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from kappabook.commands.files.spreadsheet import write_csv
from kappabook.commands.render import (
    Finding,
    Picture,
    Report,
    Table,
    digits_for,
    interval,
    number,
    percent,
    span,
)
from kappabook.commands.score_matrix import RATES, Measure
from kappabook.commands.score_measures import (
    MATRIX_MEASURES,
    OF_TWO,
    PROBABLE,
    RANKING_MEASURES,
    RULE,
    Classifier,
    Comparison,
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
# From here on the share of a class is worth a sentence, and a better cut is.
_COMMON, _BETTER = 0.75, 0.05
_MOST_MATRICES = 6
_HEAD = ("measure", "estimate", "low", "high", "interval by")
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
        yield Table(title + level, ["measure", *_HEAD[1:]], rows, words=(4,))
    if several:
        yield differences(found)
    for one in found.classifiers:
        if len(one.labels) <= MOST_LABELS:
            yield from classes(one, f"{one.name}: " if several else "")


def _shown(one: Classifier) -> list[str]:
    ranking = RANKING_MEASURES if one.has_scores else ()
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
        yield Table(title, ["class", *_HEAD[1:]], rows, words=(4,))
    rates = [*RATES, "auc"] if "auc" in one.macro else [*RATES]
    every = [[x[rate] for rate in rates] for x in (*one.rates.values(), one.macro)]
    digits = min(digits_for(x.low, x.high) for row in every for x in row)
    cells = [[_short(x, digits) for x in row] for row in every]
    support = map(_whole, map(sum, one.confusion))
    rows = [[label, n, *row] for label, n, row in zip(one.labels, support, cells[:-1], strict=True)]
    everything = _whole(sum(map(sum, one.confusion)))
    rows.append(["mean of the classes", everything, *cells[-1]])
    head = ["class", "support", *({"f1": "F1", "auc": "AUC"}.get(x, x) for x in rates)]
    yield Table(f"{name}precision, recall and F1, with {interval(one.level)}s", head, rows)
    rows = [
        [label, *map(_whole, row)] for label, row in zip(one.labels, one.confusion, strict=True)
    ]
    yield Table(f"{name}confusion matrix", ["truth (rows), prediction", *one.labels], rows)


def differences(found: Scored) -> Table:
    """Write the differences of each two classifiers."""
    pairs = [Measure(x.difference, x.low, x.high, x.method) for x in found.comparisons]
    rows = [
        [f"{one.a} - {one.b}", _name(found, one.measure), *row]
        for one, row in zip(found.comparisons, _cells(pairs), strict=True)
    ]
    head = ["classifiers", "measure", "difference", "low", "high", "interval by"]
    return Table("differences on the same cases", head, rows, words=(1, 5))


def _cells(measures: list[Measure]) -> list[list[str]]:
    """Write measures in one table with as many decimals as the shortest interval deserves."""
    digits = _digits(measures)
    return [
        [*(number(value, digits) for value in (x.estimate, x.low, x.high)), x.method or "-"]
        for x in measures
    ]


def _digits(measures: list[Measure]) -> int:
    return max((digits_for(x.low, x.high) for x in measures), default=2)


def _short(one: Measure, digits: int) -> str:
    if math.isnan(one.low):
        return number(one.estimate, digits)
    estimate, low, high = (number(x, digits) for x in (one.estimate, one.low, one.high))
    return f"{estimate} ({low}-{high})"


def _whole(x: float) -> str:
    return f"{x:g}" if x % 1 else str(int(x))


def limits(found: Scored) -> Iterator[str]:
    """Say why what is missing is missing, each reason once, and which intervals are unsure."""
    reasons: dict[str, list[str]] = {}
    for one in found.classifiers:
        for name, x in one.measures.items():
            ranking = name not in RANKING_MEASURES or one.has_scores or one.curve
            if x.reason and ranking and name in (*_shown(one), *RANKING_MEASURES[:2]):
                what = "interval of " if x.estimate == x.estimate else ""
                reasons.setdefault(x.reason, []).append(what + _name(found, name))
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


def write_measures(found: Scored, path: Path) -> None:
    """Write every measure of every classifier, and every difference, as CSV."""
    rows = [["classifier", "measure", "estimate", "low", "high", "method", "reason"]]
    for one in found.classifiers:
        values = {
            **one.measures,
            **{f"kappa of {k}": v for k, v in one.per_class.items()},
            **{f"{x} of {k}": v for k, rates in one.rates.items() for x, v in rates.items()},
            **{f"{x}, mean of the classes": v for x, v in one.macro.items()},
        }
        for name, x in values.items():
            ends = ["" if v != v else repr(v) for v in (x.estimate, x.low, x.high)]
            rows.append([one.name, name, *ends, x.method, x.reason])
    for pair in found.comparisons:
        ends = ["" if v != v else repr(v) for v in (pair.difference, pair.low, pair.high)]
        rows.append([f"{pair.a} - {pair.b}", pair.measure, *ends, pair.method, pair.reason])
    write_csv(path, rows)


# --- findings -------------------------------------------------------------------------------------


def findings(found: Scored) -> Iterator[Finding]:
    """Say what was found: of several classifiers which is ahead, of one the most telling."""
    if len(found.classifiers) > 1:
        yield from _compared(found)
        return
    (one,) = found.classifiers
    yield _kappa(one)
    if one.has_scores:
        yield from _ranking(one)
    yield from _common(one)
    if len(found.weights) or len(one.labels) > 2:
        yield from _classes(one)


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
    if kappa.estimate >= 0:
        means = f"it avoids {percent(kappa.estimate)} of the guesser's mistakes"
    doubt = " The interval includes 0: this may be chance." if kappa.low <= 0 else ""
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
            "That a classifier below that is useless: it may find the rare class, and always "
            "saying the same never does. That guess has kappa 0.",
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
        now = "that of the predictions given"
        if one.threshold is not None:
            now = f"that of the cut at {one.threshold:g}"
        yield Finding(
            f"A cut at {one.best_threshold:.3g} would give a kappa of {one.best_kappa:.2f} on "
            f"these cases; {now} is {kappa:.2f}.",
            "That it would have it on new cases: it was chosen on these, so it is too hopeful. "
            "Choose it on other cases.",
        )


def _compared(found: Scored) -> Iterator[Finding]:
    comparisons: list[Comparison] = found.comparisons
    for measure in ("kappa", "auk"):
        pairs = [c for c in comparisons if c.measure == measure and not math.isnan(c.difference)]
        sure = [c for c in pairs if c.low > 0 or c.high < 0]
        word = measure if measure == "kappa" else "AUK"
        if not pairs:
            continue
        for one in sorted(sure, key=lambda c: -abs(c.difference))[:2]:
            a, b = (one.a, one.b) if one.difference > 0 else (one.b, one.a)
            low, high = sorted((abs(one.low), abs(one.high)))
            yield Finding(
                f"{a} has a larger {word} than {b}: by {abs(one.difference):.3f} "
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


def _commonest(one: Classifier) -> tuple[str, float]:
    rows = [sum(row) for row in one.confusion]
    place = max(range(len(rows)), key=rows.__getitem__)
    return one.labels[place], rows[place] / sum(rows)


# --- pictures -------------------------------------------------------------------------------------


def pictures(found: Scored) -> Iterator[Picture]:
    """Give ROC curves, kappa curves and confusion matrices, drawn when a page shows them."""
    from kappabook.commands.score_pictures import (
        MOST_LINES,
        kappa_picture,
        matrix_picture,
        roc_picture,
    )

    ranked = [one for one in found.classifiers if one.curve is not None]
    shown = sorted(ranked, key=lambda one: -one.measures["auk"].estimate)[:MOST_LINES]
    if shown:
        more = f" The {MOST_LINES} with the largest AUK." if len(shown) < len(ranked) else ""
        yield Picture(
            partial(roc_picture, shown),
            f"ROC curves. A dot marks the predictions that kappa is about.{more}",
            "ROC curves.",
        )
        yield Picture(
            partial(kappa_picture, shown),
            "Kappa at every threshold. The area under it is the AUK, at this prevalence and with "
            f"{shown[0].positive!r} positive.{more}",
            "Kappa against the false positive rate.",
        )
    for one in found.classifiers[:_MOST_MATRICES]:
        yield Picture(
            partial(matrix_picture, one),
            f"{one.name}: numbers are cases (or their weight), colours are shares of a true class.",
            f"Confusion matrix of {one.name}.",
        )
