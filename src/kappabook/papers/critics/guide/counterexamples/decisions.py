"""Examples of decisions, where there is a truth."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from kappabook.metrics import ConfusionMatrix
from kappabook.papers.critics.guide.advice import CounterExample
from kappabook.papers.critics.guide.calibrated import Calibrated
from kappabook.papers.critics.guide.counterexamples.situations import (
    LABELS,
    by_name,
    cost,
    information,
    of_both,
)
from kappabook.papers.critics.guide.measures import of_decisions
from kappabook.papers.critics.guide.prevalence_shift import table_at


def known_costs(share: float = 0.05) -> CounterExample:
    """One calibrated score cut twice: where a miss costs 19 alarms, and where kappa is largest."""
    model = Calibrated.one(0.1, 0.4)
    cuts = share, model.optimum.cut
    truth, prob = model.sample(200_000, np.random.default_rng(0))
    tables = tuple(ConfusionMatrix.from_predictions(truth, (prob >= c).astype(int)) for c in cuts)
    values = {
        "paid per case": of_both(lambda t: cost(t, (1 - share) / share) / 200_000, tables),
        "expected cost": of_both(lambda c: model.cost(c, share) / share, cuts),
        **by_name(of_decisions, (table_at(model.rates(c), 0.1) for c in cuts)),
    }
    named, rejected = ("cut by cost", "cut by kappa"), ("kappa", "mcc", "accuracy", "f1")
    less = counts, advised = "paid per case", "expected cost"
    return CounterExample(named, counts, advised, rejected, values, less, tables)


def range_of_costs(low: float = 5, high: float = 50, found: float = 20) -> CounterExample:
    """Know only that a miss costs 5 to 50 alarms; later it turns out to cost 20."""
    careful = ConfusionMatrix([[890, 10], [40, 60]], LABELS)
    eager = ConfusionMatrix([[830, 70], [10, 90]], LABELS)
    both = (careful, eager)

    def net_benefit(table: ConfusionMatrix) -> float:
        (_, fp), (_, tp) = table.cells
        return float(np.mean(tp - fp / np.geomspace(low, high, 91))) / table.total

    counts, advised = f"paid, a miss {found:g} alarms", f"net benefit, {low:g} to {high:g}"
    values = {
        counts: of_both(lambda t: cost(t, found), both),
        advised: of_both(net_benefit, both),
        **by_name(of_decisions, both),
    }
    rejected = ("kappa", "mcc", "accuracy", "f1")
    return CounterExample(("careful", "eager"), counts, advised, rejected, values, (counts,), both)


def stable_against_accuracy() -> CounterExample:
    """Five ill in a hundred: call nobody ill, or find four at the price of six alarms."""
    lazy = ConfusionMatrix([[95, 0], [5, 0]], LABELS)
    useful = ConfusionMatrix([[89, 6], [1, 4]], LABELS)
    both = (lazy, useful)
    counts = "information (bits)"
    values = {counts: of_both(information, both), **by_name(of_decisions, both)}
    named, rejected = ("lazy", "useful"), ("accuracy",)
    return CounterExample(named, counts, "kappa", rejected, values, tables=both)


def stable_against_youden() -> CounterExample:
    """One ill in a hundred: J weighs a miss like 99 alarms; here it costs ten."""
    careful = ConfusionMatrix([[9800, 100], [20, 80]], LABELS)
    eager = ConfusionMatrix([[8910, 990], [10, 90]], LABELS)
    both = (careful, eager)
    counts = "cost, a miss ten alarms"
    values = {counts: of_both(lambda t: cost(t, 10), both), **by_name(of_decisions, both)}
    named, rejected = ("careful", "eager"), ("j", "balanced")
    return CounterExample(named, counts, "kappa", rejected, values, (counts,), both)


def moving_prevalence() -> CounterExample:
    """Measure two tests where half are ill, and use them where one in twenty is."""
    eager, careful = (Fraction(1, 10), Fraction(8, 10)), (Fraction(1, 100), Fraction(1, 2))
    here, new = Fraction(1, 2), Fraction(1, 20)
    tables = table_at(eager, here), table_at(careful, here)
    in_use = table_at(eager, new), table_at(careful, new)
    counts = "errors in use"
    values = {
        counts: of_both(lambda t: 1 - t.accuracy, in_use),
        "kappa recomputed for use": of_both(lambda t: t.kappa, in_use),
        **by_name(of_decisions, tables),
    }
    named, rejected = ("eager", "careful"), ("kappa", "mcc", "j", "f1", "accuracy")
    advised = "kappa recomputed for use"
    return CounterExample(named, counts, advised, rejected, values, (counts,), tables)


def many_classes() -> CounterExample:
    """Compare a classifier that never finds the third class with one that does."""
    blind = ConfusionMatrix([[47, 3, 0], [3, 37, 0], [5, 5, 0]], ("a", "b", "c"))
    fair = ConfusionMatrix([[42, 6, 2], [6, 32, 2], [1, 1, 8]], blind.labels)
    both = (blind, fair)
    values = {
        "least recall": of_both(lambda t: min(t.cells.diagonal() / t.row_totals), both),
        "least per-class kappa": of_both(lambda t: float(min(t.per_class_kappas())), both),
        **by_name(of_decisions, both),
    }
    named, rejected = ("blind to c", "fair"), ("kappa", "mcc", "accuracy")
    counts, advised = "least recall", "least per-class kappa"
    return CounterExample(named, counts, advised, rejected, values, tables=both)
