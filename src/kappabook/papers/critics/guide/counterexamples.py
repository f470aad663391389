"""One computed counter-example behind each piece of advice: two situations, and what counts.

Each says what counts (the *criterion*, computed without the measures in dispute), which measure
the advice prefers, and which it rejects. The advice would be wrong if the advised measure did not
order the two situations as the criterion does, or if a rejected one did: `CounterExample.holds`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

import numpy as np
from sklearn.metrics import mutual_info_score

from kappabook.metrics import ConfusionMatrix, auk_score
from kappabook.metrics.companions import allocation_disagreement
from kappabook.metrics.per_class import per_class_kappas
from kappabook.metrics.roc import auc_score
from kappabook.papers.critics.guide.advice import CounterExample
from kappabook.papers.critics.guide.calibrated import Calibrated
from kappabook.papers.critics.guide.measures import of_decisions, of_scores
from kappabook.papers.critics.guide.prevalence_shift import table_at

LABELS = ("no", "yes")


def information(confusion: ConfusionMatrix) -> float:
    """Bits that one margin tells about the other (mutual information): 0 for independence."""
    return float(mutual_info_score(None, None, contingency=confusion.cells)) / math.log(2)


def cost(confusion: ConfusionMatrix, miss: Any, alarm: Any = 1) -> Any:
    """Cost of all errors, the second class being positive."""
    (_, fp), (fn, _) = confusion.cells
    return miss * fn + alarm * fp


def _of_both(measure: Callable[[Any], Any], both: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(map(measure, both))


def _by_name(measures: Callable[[Any], dict[str, Any]], both: Iterable[Any]) -> dict[str, Any]:
    first, second = map(measures, both)
    return {name: (first[name], second[name]) for name in first}


def raters() -> CounterExample:
    """Two raters who toss coins, and two who look: the coins agree more often."""
    coins = ConfusionMatrix([[5, 95], [95, 1805]], LABELS)
    lookers = ConfusionMatrix([[800, 100], [100, 1000]], LABELS)
    both = (coins, lookers)
    values = {
        "information (bits)": _of_both(information, both),
        "kappa": (coins.kappa, lookers.kappa),
        "agreement": (coins.accuracy, lookers.accuracy),
    }
    named, counts = ("coins", "lookers"), "information (bits)"
    return CounterExample(named, counts, "kappa", ("agreement",), values, tables=both)


def ordered_raters() -> CounterExample:
    """Raters a step apart, and raters two steps apart; margins and errors are as many."""
    near = ConfusionMatrix([[30, 5, 0], [5, 20, 5], [0, 5, 30]], ("mild", "medium", "severe"))
    far = ConfusionMatrix([[25, 0, 10], [0, 30, 0], [10, 0, 25]], near.labels)
    both = (near, far)
    steps = np.abs(np.subtract.outer(range(3), range(3)))
    values = {
        "mean steps apart": _of_both(lambda t: (steps * t.cells).sum() / t.total, both),
        "weighted kappa": _of_both(lambda t: t.weighted_kappa(steps**2), both),
        "kappa": (near.kappa, far.kappa),
        "agreement": (near.accuracy, far.accuracy),
        "allocation": _of_both(allocation_disagreement, both),
    }
    rejected = ("kappa", "agreement", "allocation")
    named, counts, less = ("near", "far"), "mean steps apart", ("mean steps apart", "allocation")
    return CounterExample(named, counts, "weighted kappa", rejected, values, less, both)


def known_costs(share: float = 0.05) -> CounterExample:
    """One calibrated score cut twice: where a miss costs 19 alarms, and where kappa is largest."""
    model = Calibrated.one(0.1, 0.4)
    cuts = share, model.optimum.cut
    truth, prob = model.sample(200_000, np.random.default_rng(0))
    tables = tuple(ConfusionMatrix.from_predictions(truth, (prob >= c).astype(int)) for c in cuts)
    values = {
        "paid per case": _of_both(lambda t: cost(t, (1 - share) / share) / 200_000, tables),
        "expected cost": _of_both(lambda c: model.cost(c, share) / share, cuts),
        **_by_name(of_decisions, (table_at(model.rates(c), 0.1) for c in cuts)),
    }
    named, rejected = ("cut by cost", "cut by kappa"), ("kappa", "mcc", "accuracy", "f1")
    less = counts, advised = "paid per case", "expected cost"
    return CounterExample(named, counts, advised, rejected, values, less, tables)


def ranking() -> CounterExample:
    """Rank perfectly below one half, or worse around it."""
    truth = np.array([0, 0, 0, 1, 1, 1])
    low = np.array([0.05, 0.10, 0.15, 0.30, 0.35, 0.40])
    spread = np.array([0.10, 0.20, 0.70, 0.30, 0.80, 0.90])
    both = low, spread
    decided = [ConfusionMatrix.from_predictions(truth, (s >= 0.5).astype(int)) for s in both]
    counts = "ill among the first three"
    values = {
        counts: _of_both(lambda s: int(truth[np.argsort(-s)[:3]].sum()), both),
        "AUC": _of_both(lambda s: auc_score(truth, s), both),
        "AUK": _of_both(lambda s: auk_score(truth, s), both),
        "kappa at 1/2": _of_both(lambda t: t.kappa, decided),
        "accuracy at 1/2": _of_both(lambda t: t.accuracy, decided),
    }
    rejected = ("kappa at 1/2", "accuracy at 1/2")
    return CounterExample(("low scores", "spread scores"), counts, "AUC", rejected, values)


def probabilities(share: float = 0.2) -> CounterExample:
    """Keep order and decisions at one half; make one column of probabilities too sure."""
    f, t = Calibrated.one(0.3, 0.3).rates(np.linspace(0, 1, 2001))
    positive, negative = -0.3 * np.diff(t), -0.7 * np.diff(f)
    honest = positive / (positive + negative)
    sure = honest**3 / (honest**3 + (1 - honest) ** 3)
    both = (honest, sure)
    truth, weight = np.repeat([1, 0], len(honest)), np.append(positive, negative)
    acted = [
        ConfusionMatrix.from_predictions(truth, np.tile(s, 2) >= 0.5, sample_weight=weight)
        for s in both
    ]

    def paid(s: Any) -> float:
        alarms, misses = negative[s >= share].sum(), positive[s < share].sum()
        return float(share * alarms + (1 - share) * misses)

    values = {
        "paid when acted on": _of_both(paid, both),
        **_by_name(lambda s: of_scores(truth, np.tile(s, 2), weight), both),
        **_by_name(of_decisions, acted),
    }
    named, rejected = ("honest", "too sure"), ("auc", "auk", "h", "kappa", "accuracy")
    less = counts, advised = "paid when acted on", "log_loss"
    return CounterExample(named, counts, advised, rejected, values, less)


def stable_against_accuracy() -> CounterExample:
    """Five ill in a hundred: call nobody ill, or find four at the price of six alarms."""
    lazy = ConfusionMatrix([[95, 0], [5, 0]], LABELS)
    useful = ConfusionMatrix([[89, 6], [1, 4]], LABELS)
    both = (lazy, useful)
    counts = "information (bits)"
    values = {counts: _of_both(information, both), **_by_name(of_decisions, both)}
    named, rejected = ("lazy", "useful"), ("accuracy",)
    return CounterExample(named, counts, "kappa", rejected, values, tables=both)


def stable_against_youden() -> CounterExample:
    """One ill in a hundred: J weighs a hit like 99 alarms, which is what it takes to prefer."""
    careful = ConfusionMatrix([[9800, 100], [20, 80]], LABELS)
    eager = ConfusionMatrix([[8910, 990], [10, 90]], LABELS)
    both = (careful, eager)
    counts = "false alarms per hit"
    alarms = _of_both(lambda t: Fraction(int(t["no", "yes"]), int(t["yes", "yes"])), both)
    values = {counts: alarms, **_by_name(of_decisions, both)}
    named, rejected = ("careful", "eager"), ("j", "balanced")
    return CounterExample(named, counts, "kappa", rejected, values, (counts,), both)


def moving_prevalence() -> CounterExample:
    """Measure the worse test where half are ill, the better where one in twenty is."""
    worse, better = (Fraction(15, 100), Fraction(85, 100)), (Fraction(1, 10), Fraction(9, 10))
    here, there, new = Fraction(1, 2), Fraction(1, 20), Fraction(1, 5)
    tables = table_at(worse, here), table_at(better, there)
    in_use = table_at(worse, new), table_at(better, new)
    counts = "errors in use"
    values = {
        counts: _of_both(lambda t: 1 - t.accuracy, in_use),
        "kappa recomputed for use": _of_both(lambda t: t.kappa, in_use),
        **_by_name(of_decisions, tables),
    }
    named, rejected = ("worse test", "better test"), ("kappa", "mcc", "f1")
    return CounterExample(named, counts, "j", rejected, values, (counts,), tables)


def many_classes() -> CounterExample:
    """Compare a classifier that never finds the third class with one that does."""
    blind = ConfusionMatrix([[47, 3, 0], [3, 37, 0], [5, 5, 0]], ("a", "b", "c"))
    fair = ConfusionMatrix([[42, 6, 2], [6, 32, 2], [1, 1, 8]], blind.labels)
    both = (blind, fair)
    values = {
        "least recall": _of_both(lambda t: min(t.cells.diagonal() / t.row_totals), both),
        "least per-class kappa": _of_both(lambda t: float(min(per_class_kappas(t))), both),
        **_by_name(of_decisions, both),
    }
    named, rejected = ("blind to c", "fair"), ("kappa", "mcc", "accuracy")
    counts, advised = "least recall", "least per-class kappa"
    return CounterExample(named, counts, advised, rejected, values, tables=both)


def always_the_matrix() -> CounterExample:
    """Misses and alarms exchanged: five measures do not notice; whoever pays for misses does."""
    alarms = ConfusionMatrix([[70, 20], [2, 8]], LABELS)
    misses = ConfusionMatrix([[70, 2], [20, 8]], LABELS)
    both = (alarms, misses)
    less = counts, advised = "cost, a miss ten alarms", "misses in the matrix"
    values = {
        counts: _of_both(lambda t: cost(t, 10), both),
        advised: _of_both(lambda t: t["yes", "no"], both),
        **_by_name(of_decisions, both),
    }
    named, rejected = ("more alarms", "more misses"), ("accuracy", "kappa", "mcc", "f1")
    return CounterExample(named, counts, advised, rejected, values, less, both)
