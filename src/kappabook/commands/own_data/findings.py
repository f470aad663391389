"""What the numbers say in plain words; each number in them is one of the tidy table."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import permutations

from kappabook.commands.own_data.evaluation import ALPHA, Evaluation
from kappabook.commands.own_data.fold_measures import MEASURES
from kappabook.commands.own_data.learners import BASELINE
from kappabook.commands.words import Finding


def findings(found: Evaluation) -> list[Finding]:
    """Say what was found, what was asked for first."""
    asked = (_prevalence, _costs)
    parts = (_data, _best, _best_against_next, _parted, _no_better, _classes, _threshold)
    return [finding for part in (*asked, *parts) for finding in part(found)]


def _data(found: Evaluation) -> Iterator[Finding]:
    rows = {k: found.value("data", f"rows_{k}") for k in ("read", "used", "set_aside")}
    share, label = max((found.value("class", "share", label=c), c) for c in found.data.classes)
    accuracy = found.value("measure", "estimate", classifier=BASELINE, measure="accuracy")
    kappa = found.value("measure", "estimate", classifier=BASELINE, measure="kappa")
    yield Finding(
        f"Of {rows['read']:.0f} rows {rows['used']:.0f} were used and {rows['set_aside']:.0f} set "
        f"aside. The most common of the {len(found.data.classes)} classes is {label!r}, with "
        f"{100 * share:.1f} % of the rows. A classifier that always says {label!r} has accuracy "
        f"{accuracy:.3f} and kappa {kappa:.0f}.",
        "That an accuracy above this is good. It says only what costs no work.",
    )


def _best(found: Evaluation) -> Iterator[Finding]:
    best, first = found.ranked[0], found.first
    text = f"By {_name(first)}, {best} comes first: {_span(found, best, first)}."
    if first != "kappa":
        text += f" Its kappa is {_span(found, best, 'kappa')}."
    accuracy, chance = (
        found.value("measure", "estimate", classifier=best, measure=m)
        for m in ("accuracy", "chance_agreement")
    )
    text += (
        f" It is right in {100 * accuracy:.1f} % of the cases; chance alone would be right in "
        f"{100 * chance:.1f} % with the same margins."
    )
    yield Finding(
        text,
        "How it does on data of another origin, or after tuning: each classifier was trained with "
        "the settings given, on rows like these.",
    )


def _best_against_next(found: Evaluation) -> Iterator[Finding]:
    if len(found.ranked) < 2:
        return
    best, following = found.ranked[:2]
    got = _pair(found, best, following, found.first)
    if math.isnan(got["p_adjusted"]):
        yield Finding(
            f"{best} and {following} cannot be told apart: their {_name(found.first)} differs by "
            "the same amount in all folds, or not at all.",
            "That they are the same classifier: other rows may tell them apart.",
        )
        return
    differ = got["p_adjusted"] < ALPHA
    verdict = "more than noise" if differ else "not distinguishable from noise"
    text = (
        f"{best} and {following}, the next, differ in {_name(found.first)} by "
        f"{_signed_text(got['difference'])} (95 % interval {_signed_text(got['low'])} to "
        f"{_signed_text(got['high'])}): "
        f"{verdict} (corrected resampled t-test, p = {got['p_adjusted']:.2g}, adjusted for the "
        f"number of pairs, {found.value('summary', 'pairs', measure=found.first):.0f}). The "
        f"probability that they are alike within {got['alike_within']:.2f} is "
        f"{100 * got['probability_alike']:.0f} %."
    )
    if not differ:
        text += (
            f" Such an experiment notices a difference of {got['detectable']:.3f} in 80 % of the "
            "cases, and smaller ones less often."
        )
    apart = found.value("summary", "pairs_that_differ", measure=found.first)
    text += f" Pairs of classifiers that differ by more than noise: {apart:.0f}."
    limit = "That they are equally good: a smaller difference may be there and matter."
    if differ:
        limit = "That the difference is large enough to matter, or that it stays on other data."
    yield Finding(text, limit)


def _parted(found: Evaluation) -> Iterator[Finding]:
    """Name the pairs that accuracy orders one way and another measure the other way."""
    turned: dict[tuple[str, str, bool], list[str]] = {}
    for measure in found.order:
        pair = _reversed(found, "accuracy", measure)
        if pair is None or measure in ("accuracy", "chance_agreement"):
            continue
        both = [_pair(found, *pair, m)["p_adjusted"] for m in ("accuracy", measure)]
        turned.setdefault((*pair, all(p < ALPHA for p in both)), []).append(_name(measure))
    told = [
        f"{', '.join(names)} {'puts' if len(names) == 1 else 'put'} {b} before {a} "
        f"({'both differences are more than noise' if sure else 'this may be noise'})"
        for (a, b, sure), names in turned.items()
    ]
    if not told:
        if len(found.ranked) > 1:
            yield Finding(
                "No measure turns the order of accuracy round.",
                "That they would on other data: here the measures had nothing to disagree about.",
            )
        return
    yield Finding(
        "Not all measures keep the order of accuracy: " + "; ".join(told) + ".",
        "Which order is right. The measures answer different questions"
        + ("." if any(key[2] for key in turned) else ", and these differences may be noise."),
    )


def _reversed(found: Evaluation, one: str, other: str) -> tuple[str, str] | None:
    """Find a pair that `one` orders (a, b) and `other` (b, a): the first of each, or the widest."""
    widths = {}
    for a, b in permutations(found.ranked, 2):
        x, y = (_signed(found, a, b, measure) for measure in (one, other))
        if x > 0 > y:
            widths[a, b] = -y
    first = tuple(_first(found, measure) for measure in (one, other))
    if first in widths:
        return first[0], first[1]
    return max(widths, key=lambda pair: widths[pair]) if widths else None


def _first(found: Evaluation, measure: str) -> str:
    """Return the best classifier by a measure."""
    return max(
        found.ranked, key=lambda name: sum(_signed(found, name, b, measure) for b in found.ranked)
    )


def _signed(found: Evaluation, a: str, b: str, measure: str) -> float:
    """Return how much better a is than b; 0 where that is unknown."""
    of = [found.value("measure", "estimate", classifier=n, measure=measure) for n in (a, b)]
    better = (of[1] - of[0]) if measure == "cost" else (of[0] - of[1])
    return 0.0 if math.isnan(better) else better


def _no_better(found: Evaluation) -> Iterator[Finding]:
    names = [
        name
        for name in found.ranked
        if not found.value("measure", "low", classifier=name, measure="kappa") > 0
        and found.value("measure", "estimate", classifier=name, measure="kappa") < 1
    ]
    if names:
        spans = "; ".join(f"{name} {_span(found, name, 'kappa')}" for name in names)
        yield Finding(
            f"These may be no better than chance, since their interval of kappa holds 0: {spans}.",
            "That they have learned nothing: more rows would tell.",
        )


def _classes(found: Evaluation) -> Iterator[Finding]:
    if found.data.is_binary:
        return
    best = found.ranked[0]
    of = {
        label: found.value("measure", "estimate", classifier=best, measure="kappa", label=label)
        for label in found.data.classes
    }
    known = {label: kappa for label, kappa in of.items() if not math.isnan(kappa)}
    if known:
        label = min(known, key=lambda name: known[name])
        cases = found.value("class", "cases", label=label)
        yield Finding(
            f"{best} recognises {label!r} least well: kappa against the rest is "
            f"{_span(found, best, 'kappa', label)} ({cases:.0f} cases).",
            "Why: a class may be rare, or like another. The confusion matrix shows with which.",
        )


def _threshold(found: Evaluation) -> Iterator[Finding]:
    for name in found.ranked:
        where = {"classifier": name, "other": "kappa minus default", "measure": "kappa"}
        more = found.value("threshold", "estimate", **where)
        low, high = (found.value("threshold", end, **where) for end in ("low", "high"))
        if math.isnan(more):
            continue
        cut = found.value("threshold", "cut", classifier=name, other="kappa")
        change = f"changes kappa by {_signed_text(more)}"
        if math.isnan(low):
            sure = " in every fold"
        else:
            sure = f" (95 % interval {_signed_text(low)} to {_signed_text(high)})"
            sure += ": more than noise" if low > 0 or high < 0 else ": this may be noise"
        yield Finding(
            f"Cutting the scores of {name} where kappa is largest on other rows, at about "
            f"{cut:.3g} (scores of {found.data.classes[found.data.positive]!r}), {change}{sure}.",
            "That this cut suits other costs, or another share of the classes.",
        )
        return


def _costs(found: Evaluation) -> Iterator[Finding]:
    if not found.costs:
        return
    cut = found.value("data", "cost_cut")
    fp, fn = (found.value("data", f"cost_of_false_{x}") for x in ("positive", "negative"))
    text = (
        f"With costs of {fp:g} for a false positive and {fn:g} for a false negative, a calibrated "
        f"probability should be cut at {cut:.3g}."
    )
    least: tuple[float, str, str] | None = None
    for name in found.ranked:
        for rule in ("default", "cost"):
            where = {"classifier": name, "other": rule, "measure": "cost"}
            cost = found.value("threshold", "estimate", **where)
            if not math.isnan(cost) and (least is None or cost < least[0]):
                least = cost, name, rule
    if least:
        cost, name, rule = least
        how = "cut there" if rule == "cost" else "with its own cut"
        text += f" The least cost per case is that of {name} {how}: {cost:.3g}."
    base = found.value("measure", "estimate", classifier=BASELINE, measure="cost")
    text += f" Always saying the most common class costs {base:.3g} per case."
    yield Finding(text, "That the costs are known so well: try others that you would believe.")


def _prevalence(found: Evaluation) -> Iterator[Finding]:
    best = found.ranked[0]
    here = found.value("measure", "estimate", classifier=best, measure="kappa")
    if not found.prevalence_changes:
        return
    if not found.data.is_binary:
        yield Finding(
            "You said that the shares of the classes will change: compare the classifiers by the "
            "measures of their ranking. Kappa and accuracy are of these shares.",
            "How kappa would change: with more than two classes that depends on which shares do.",
        )
        return
    rare = found.value("prevalence", "estimate", classifier=best, measure="kappa", label="0.01")
    positive = found.data.classes[found.data.positive]
    share = found.value("class", "share", label=positive)
    text = (
        f"You said that the shares of the classes will change. Kappa of {best} is {here:.3f} where "
        f"{positive!r} is {100 * share:.1f} % of the cases; with the same rates of mistakes it "
        f"would be {rare:.3f} where it is 1 %."
    )
    if found.first != "auc":
        text += " AUC, which does not change so, is missing: there are no scores."
    yield Finding(
        text,
        "That the rates of mistakes stay the same: where cases of a class look different, they "
        "change too.",
    )


def _pair(found: Evaluation, a: str, b: str, measure: str) -> dict[str, float]:
    """Read a comparison in either order; the difference is the size of it."""
    where = {"classifier": a, "other": b, "measure": measure}
    if math.isnan(found.value("comparison", "difference", **where)):
        where |= {"classifier": b, "other": a}
    names = ("difference", "low", "high", "p_adjusted", "detectable", "probability_alike")
    got = {name: found.value("comparison", name, **where) for name in names}
    got["alike_within"] = found.value("data", "counts_as_no_difference")
    if got["difference"] < 0:
        got |= {"difference": -got["difference"], "low": -got["high"], "high": -got["low"]}
    return got


def _span(found: Evaluation, name: str, measure: str, label: str = "") -> str:
    where = {"classifier": name, "measure": measure, "label": label}
    estimate, low, high = (found.value("measure", s, **where) for s in ("estimate", "low", "high"))
    if math.isnan(estimate):
        return "undefined"
    if math.isnan(low):
        return f"{estimate:.3f}, the same in all folds"
    return f"{estimate:.3f} (95 % interval {low:.3f} to {high:.3f})"


def _signed_text(value: float) -> str:
    """Write three decimals; what rounds to zero has no sign."""
    return f"{round(value, 3) + 0.0:.3f}"


def _name(measure: str) -> str:
    return MEASURES[measure][0]
