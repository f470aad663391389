"""What the numbers say in plain words; each number in them is one of the tidy table."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import permutations

from kappabook.commands.render import Finding
from kappabook.commands.report.evaluation import ALPHA, Evaluation, shown, three
from kappabook.commands.report.folds import BASELINE, MEASURES


def findings(found: Evaluation) -> list[Finding]:
    """Say what was found, what was asked for first."""
    parts = (_prevalence, _costs, _best, _against_next, _parted, _no_better, _classes, _threshold)
    return [finding for part in parts for finding in part(found)]


def _best(found: Evaluation) -> Iterator[Finding]:
    best, first = found.ranked[0], found.first
    text = f"By {_name(first)}, {best} comes first: {_span(found, best, first)}."
    if first != "kappa":
        text += f" Its kappa is {_span(found, best, 'kappa')}."
    accuracy, chance = (found.span(best, m)[0] for m in ("accuracy", "chance_agreement"))
    _, label = max((found.value("class", "share", label=c), c) for c in found.data.classes)
    text += (
        f" It is right in {100 * accuracy:.1f} % of the cases; chance alone would be right in "
        f"{100 * chance:.1f} % with the same margins, and a classifier that always says {label!r} "
        f"in {100 * found.span(BASELINE, 'accuracy')[0]:.1f} %."
    )
    yield Finding(
        text,
        "How it does on data of another origin, or after tuning: each classifier was trained with "
        "the settings given, on rows like these.",
    )


def _against_next(found: Evaluation) -> Iterator[Finding]:
    if len(found.ranked) < 2:
        return
    (best, following), first = found.ranked[:2], found.first
    got = _pair(found, best, following, first)
    if math.isnan(got["p_adjusted"]):
        yield Finding(
            f"{best} and {following} cannot be told apart: their {_name(first)} differs by "
            "the same amount in all folds, or not at all.",
            "That they are the same classifier: other rows may tell them apart.",
        )
        return
    differ = got["p_adjusted"] < ALPHA
    verdict = "more than noise" if differ else "not distinguishable from noise"
    difference, low, high = (three(got[key]) for key in ("difference", "low", "high"))
    text = (
        f"{best} and {following}, the next, differ in {_name(first)} by {difference} (95 % "
        f"interval {low} to {high}): {verdict} (corrected resampled t-test, "
        f"p = {got['p_adjusted']:.2g}, adjusted for the number of pairs, "
        f"{found.value('summary', 'pairs', measure=first):.0f}). The probability that they are "
        f"alike within {found.value('data', 'counts_as_no_difference'):.2f} is "
        f"{100 * got['probability_alike']:.0f} %."
    )
    if not differ:
        text += (
            f" Such an experiment notices a difference of {got['detectable']:.3f} in 80 % of the "
            "cases, and smaller ones less often."
        )
    apart = found.value("summary", "pairs_that_differ", measure=first)
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
        if pair is not None and measure not in ("accuracy", "chance_agreement"):
            both = [_pair(found, *pair, m)["p_adjusted"] for m in ("accuracy", measure)]
            turned.setdefault((*pair, all(p < ALPHA for p in both)), []).append(_name(measure))
    told = [
        f"{', '.join(names)} {'puts' if len(names) == 1 else 'put'} {b} before {a} "
        f"({'both differences are more than noise' if sure else 'this may be noise'})"
        for (a, b, sure), names in turned.items()
    ]
    if told:
        yield Finding(
            "Not all measures keep the order of accuracy: " + "; ".join(told) + ".",
            "Which order is right. The measures answer different questions.",
        )


def _reversed(found: Evaluation, one: str, other: str) -> tuple[str, str] | None:
    """Find a pair that `one` orders (a, b) and `other` (b, a): the first of each, or the widest."""
    widths = {}
    for a, b in permutations(found.ranked, 2):
        x, y = (_better(found, a, b, measure) for measure in (one, other))
        if x > 0 > y:
            widths[a, b] = -y
    best = tuple(
        max(found.ranked, key=lambda a: sum(_better(found, a, b, m) for b in found.ranked))
        for m in (one, other)
    )
    if best in widths:
        return best[0], best[1]
    return max(widths, key=lambda pair: widths[pair]) if widths else None


def _better(found: Evaluation, a: str, b: str, measure: str) -> float:
    """Return how much better a is than b; 0 where that is unknown."""
    by = found.span(a, measure)[0] - found.span(b, measure)[0]
    return 0.0 if math.isnan(by) else -by if measure == "cost" else by


def _no_better(found: Evaluation) -> Iterator[Finding]:
    spans = {name: found.span(name, "kappa") for name in found.ranked}
    names = [name for name, (kappa, low, _) in spans.items() if not low > 0 and kappa < 1]
    if names:
        said = "; ".join(f"{name} {_span(found, name, 'kappa')}" for name in names)
        yield Finding(
            f"These may be no better than chance, since their interval of kappa holds 0: {said}.",
            "That they have learned nothing: more rows would tell.",
        )


def _classes(found: Evaluation) -> Iterator[Finding]:
    best = found.ranked[0]
    of = {c: found.span(best, "kappa", c)[0] for c in found.data.classes}
    known = {label: kappa for label, kappa in of.items() if not math.isnan(kappa)}
    if known and not found.data.is_binary:
        label = min(known, key=lambda name: known[name])
        cases = found.value("class", "cases", label=label)
        yield Finding(
            f"{best} recognises {label!r} least well: kappa against the rest is "
            f"{_span(found, best, 'kappa', label)} ({cases:.0f} cases).",
            "Why a class is hard: it may be rare, or like another. The confusion matrix shows with "
            "which it is confused.",
        )


def _threshold(found: Evaluation) -> Iterator[Finding]:
    for name in found.ranked:
        more, low, high = found.span(name, "kappa", other="kappa minus default")
        if math.isnan(more):
            continue
        cut = found.value("threshold", "cut", classifier=name, other="kappa")
        sure = " in every fold"
        if not math.isnan(low):
            sure = f" (95 % interval {three(low)} to {three(high)})"
            sure += ": more than noise" if low > 0 or high < 0 else ": this may be noise"
        yield Finding(
            f"Cutting the scores of {name} where kappa is largest on training rows, at about "
            f"{cut:.3g} (scores of {found.data.classes[found.data.positive or 0]!r}), changes "
            f"kappa by {three(more)}{sure}.",
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
    costs = {
        (name, rule): found.span(name, "cost", other=rule)[0]
        for name in found.ranked
        for rule in ("default", "cost")
    }
    known = {key: cost for key, cost in costs.items() if not math.isnan(cost)}
    if known:
        name, rule = min(known, key=lambda key: known[key])
        how = "cut for these costs" if rule == "cost" else "with its own cut"
        text += f" The least cost per case is that of {name} {how}: {known[name, rule]:.3g}."
    base = found.span(BASELINE, "cost")[0]
    text += f" Always saying the most common class costs {base:.3g} per case."
    yield Finding(text, "That the costs are known so well: try others that you would believe.")


def _prevalence(found: Evaluation) -> Iterator[Finding]:
    if not found.prevalence_changes:
        return
    if not found.data.is_binary:
        yield Finding(
            "You said that the shares of the classes will change: compare the classifiers by the "
            "measures of their ranking. Kappa and accuracy are of these shares.",
            "How kappa would change: with more than two classes that depends on which shares do.",
        )
        return
    best = found.ranked[0]
    rare = found.value("prevalence", "estimate", classifier=best, measure="kappa", label="0.01")
    positive = found.data.classes[found.data.positive or 0]
    share = found.value("class", "share", label=positive)
    text = (
        f"You said that the shares of the classes will change. Kappa of {best} is "
        f"{found.span(best, 'kappa')[0]:.3f} where {positive!r} is {100 * share:.1f} % of the "
        f"cases; with the same rates of mistakes it would be {rare:.3f} where it is 1 %."
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
    if got["difference"] < 0:
        got |= {"difference": -got["difference"], "low": -got["high"], "high": -got["low"]}
    return got


def _span(found: Evaluation, name: str, measure: str, label: str = "") -> str:
    estimate, low, high = found.span(name, measure, label)
    if math.isnan(estimate):
        return "undefined"
    if math.isnan(low):
        return f"{estimate:.3f}, the same in all folds"
    return shown((estimate, low, high)).replace("(", "(95 % interval ")


def _name(measure: str) -> str:
    return MEASURES[measure][0]
