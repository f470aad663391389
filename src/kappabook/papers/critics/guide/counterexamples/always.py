"""Examples for what should always be reported."""

from __future__ import annotations

from kappabook.metrics import ConfusionMatrix
from kappabook.metrics.intervals import kappa_interval
from kappabook.papers.critics.guide.advice import CounterExample
from kappabook.papers.critics.guide.counterexamples.situations import LABELS, by_name, cost, of_both
from kappabook.papers.critics.guide.measures import of_decisions


def always_the_matrix() -> CounterExample:
    """Misses and alarms exchanged: five measures do not notice; whoever pays for misses does."""
    alarms = ConfusionMatrix([[70, 20], [2, 8]], LABELS)
    misses = ConfusionMatrix([[70, 2], [20, 8]], LABELS)
    both = (alarms, misses)
    less = counts, advised = "cost, a miss ten alarms", "misses in the matrix"
    values = {
        counts: of_both(lambda t: cost(t, 10), both),
        advised: of_both(lambda t: t["yes", "no"], both),
        **by_name(of_decisions, both),
    }
    named, rejected = ("more alarms", "more misses"), ("accuracy", "kappa", "mcc", "f1")
    return CounterExample(named, counts, advised, rejected, values, less, both)


def always_an_interval() -> CounterExample:
    """Show kappa .8 on twenty cases, or .7 on two thousand; the first was luck."""
    few = ConfusionMatrix([[9, 1], [1, 9]], LABELS)
    many = ConfusionMatrix([[850, 150], [150, 850]], LABELS)
    populations = [[[0.4, 0.1], [0.1, 0.4]], [[0.425, 0.075], [0.075, 0.425]]]
    both = (few, many)
    counts, advised = "kappa on all further cases", "lower end of the interval"
    values = {
        counts: of_both(lambda p: ConfusionMatrix.from_probabilities(p).kappa, populations),
        advised: of_both(lambda t: kappa_interval(t).low, both),
        **by_name(of_decisions, both),
    }
    named, rejected = ("20 cases", "2000 cases"), ("kappa", "accuracy")
    return CounterExample(named, counts, advised, rejected, values)
