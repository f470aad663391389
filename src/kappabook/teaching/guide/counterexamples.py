"""An example for each piece of advice: two situations, and what counts.

Each says what counts (the *criterion*, computed without the measures in dispute), which measure
is advised, and which ones mislead. `CounterExample.holds` says that the advised measure orders the
two situations as the criterion does, and that those do not. We chose the situations, so an example
shows what *can* happen; how often it happens is what `kappabook.study.regret` counts.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
from sklearn.metrics import average_precision_score, mutual_info_score, roc_auc_score

from kappabook.metrics import ConfusionMatrix, auk_score
from kappabook.metrics.companions import allocation_disagreement
from kappabook.metrics.intervals import kappa_interval
from kappabook.metrics.raters import krippendorff_alpha_score, percent_agreement_score
from kappabook.papers.critics.calibrated import Calibrated
from kappabook.papers.critics.measures_on_trial import of_decisions, of_scores
from kappabook.papers.critics.prevalence_shift import table_at

# Differences below this are rounding.
_EQUAL = 1e-12


@dataclass(frozen=True)
class CounterExample:
    """Two situations that the advised measure tells apart as it should, and others do not.

    Attributes
    ----------
    situations : (str, str)
        What the two are.
    criterion, advised : str
        Rows of `values`: what counts, computed without the measures in dispute, and the measure
        advised.
    rejected : tuple of str
        Rows of `values`: measures that order the two otherwise, or not at all.
    values : mapping of str to (first, second)
        Every number, for the first and the second situation.
    lower_is_better : tuple of str
        Rows of which less is better.
    tables : tuple of ConfusionMatrix
        The two tables, where the example has any.
    """

    situations: tuple[str, str]
    criterion: str
    advised: str
    rejected: tuple[str, ...]
    values: Mapping[str, Any]
    lower_is_better: tuple[str, ...] = ()
    tables: tuple[ConfusionMatrix, ...] = field(default=(), repr=False)

    def prefers(self, row: str) -> str:
        """Return the situation a row prefers, or 'neither'."""
        first, second = map(float, self.values[row])
        lead = second - first if row in self.lower_is_better else first - second
        if abs(lead) <= _EQUAL:
            return "neither"
        return self.situations[0 if lead > 0 else 1]

    @property
    def holds(self) -> bool:
        """Whether the advised measure sides with what counts, and no rejected one does."""
        wanted = self.prefers(self.criterion)
        return (
            wanted != "neither"
            and self.prefers(self.advised) == wanted
            and all(self.prefers(row) != wanted for row in self.rejected)
        )

    def table(self) -> pd.DataFrame:
        """Set every row side by side, with its part in the example and what it prefers.

        A row that is neither advised nor rejected may choose as well as the advised one: then the
        example says nothing for the advised one against it.
        """
        wanted = self.prefers(self.criterion)
        kinds = [("what counts", self.criterion), ("advised", self.advised)]
        kinds += [
            ("chooses the same" if self.prefers(row) == wanted else "misleads here", row)
            for row in self.values
            if row not in {self.criterion, self.advised}
        ]
        rows = [
            [role, row, *(round(float(v), 4) for v in self.values[row]), self.prefers(row)]
            for role, row in kinds
        ]
        columns = ["", "measure", *self.situations, "prefers"]
        return pd.DataFrame(rows, columns=columns).set_index("measure")


LABELS = ("no", "yes")


def information(confusion: ConfusionMatrix) -> float:
    """Bits that one margin tells about the other (mutual information): 0 for independence."""
    return float(mutual_info_score(None, None, contingency=confusion.cells)) / math.log(2)


def cost(confusion: ConfusionMatrix, miss: Any, alarm: Any = 1) -> Any:
    """Cost of all errors, the second class being positive."""
    (_, fp), (fn, _) = confusion.cells
    return miss * fn + alarm * fp


def of_both(measure: Callable[[Any], Any], both: Iterable[Any]) -> tuple[Any, ...]:
    """Measure the first situation and the second."""
    return tuple(map(measure, both))


def by_name(measures: Callable[[Any], dict[str, Any]], both: Iterable[Any]) -> dict[str, Any]:
    """Measure both by several measures; each name has two values."""
    first, second = map(measures, both)
    return {name: (first[name], second[name]) for name in first}


# --- what should always be reported ---------------------------------------------------------------


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


# --- raters, where there is no truth --------------------------------------------------------------


def raters() -> CounterExample:
    """Two raters who toss coins, and two who look: the coins agree more often."""
    coins = ConfusionMatrix([[5, 95], [95, 1805]], LABELS)
    lookers = ConfusionMatrix([[800, 100], [100, 1000]], LABELS)
    both = (coins, lookers)
    values = {
        "information (bits)": of_both(information, both),
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
        "mean steps apart": of_both(lambda t: (steps * t.cells).sum() / t.total, both),
        "weighted kappa": of_both(lambda t: t.weighted_kappa(steps**2), both),
        "kappa": (near.kappa, far.kappa),
        "agreement": (near.accuracy, far.accuracy),
        "allocation": of_both(allocation_disagreement, both),
    }
    rejected = ("kappa", "agreement", "allocation")
    named, counts, less = ("near", "far"), "mean steps apart", ("mean steps apart", "allocation")
    return CounterExample(named, counts, "weighted kappa", rejected, values, less, both)


def many_raters() -> CounterExample:
    """Two raters who always agree and one who tosses a coin; or three who all look."""
    coin = np.repeat([[0, 0, 0], [0, 0, 1], [1, 1, 0], [1, 1, 1]], 30, axis=0)
    patterns = np.array(list(np.ndindex(2, 2, 2)))
    alike = np.repeat(patterns, np.where(np.ptp(patterns, axis=1) == 0, 27, 11), axis=0)
    both = (coin, alike)

    def pairs(ratings: Any) -> list[ConfusionMatrix]:
        return [
            ConfusionMatrix.from_predictions(ratings[:, i], ratings[:, j])
            for i, j in combinations(range(3), 2)
        ]

    counts, advised = "least information of a pair", "least kappa of a pair"
    values = {
        counts: of_both(lambda r: min(map(information, pairs(r))), both),
        advised: of_both(lambda r: min(t.kappa for t in pairs(r)), both),
        "alpha": of_both(krippendorff_alpha_score, both),
        "agreement": of_both(percent_agreement_score, both),
    }
    named, rejected = ("one tosses coins", "three look"), ("alpha", "agreement")
    return CounterExample(named, counts, advised, rejected, values)


# --- decisions, where there is a truth ------------------------------------------------------------


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


# --- scores, whose order or probability is used ---------------------------------------------------


def ranking() -> CounterExample:
    """Rank perfectly below one half, or worse around it."""
    truth = np.array([0, 0, 0, 1, 1, 1])
    low = np.array([0.05, 0.10, 0.15, 0.30, 0.35, 0.40])
    spread = np.array([0.10, 0.20, 0.70, 0.30, 0.80, 0.90])
    both = low, spread
    decided = [ConfusionMatrix.from_predictions(truth, (s >= 0.5).astype(int)) for s in both]
    counts = "ill among the first three"
    values = {
        counts: of_both(lambda s: int(truth[np.argsort(-s)[:3]].sum()), both),
        "AUC": of_both(lambda s: roc_auc_score(truth, s), both),
        "AUK": of_both(lambda s: auk_score(truth, s), both),
        "kappa at 1/2": of_both(lambda t: t.kappa, decided),
        "accuracy at 1/2": of_both(lambda t: t.accuracy, decided),
    }
    rejected = ("kappa at 1/2", "accuracy at 1/2")
    return CounterExample(("low scores", "spread scores"), counts, "AUC", rejected, values)


def top_of_the_list() -> CounterExample:
    """Twenty cases, five of them fraud, and time to look at five."""
    scores = np.arange(20, 0, -1)
    first, second = np.zeros(20, dtype=int), np.zeros(20, dtype=int)
    first[[0, 1, 2, 3, 19]] = second[[0, 1, 5, 6, 7]] = 1
    both = (first, second)
    counts = "frauds found by looking at five"
    values = {
        counts: of_both(lambda truth: int(truth[:5].sum()), both),
        "average precision": of_both(lambda t: average_precision_score(t, scores), both),
        "AUC": of_both(lambda truth: roc_auc_score(truth, scores), both),
        "AUK": of_both(lambda truth: auk_score(truth, scores), both),
    }
    named = ("good at the top", "good on the whole")
    return CounterExample(named, counts, "average precision", ("AUC", "AUK"), values)


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
        "paid when acted on": of_both(paid, both),
        **by_name(lambda s: of_scores(truth, np.tile(s, 2), weight), both),
        **by_name(of_decisions, acted),
    }
    named, rejected = ("honest", "too sure"), ("auc", "auk", "h", "kappa", "accuracy")
    less = counts, advised = "paid when acted on", "log_loss"
    return CounterExample(named, counts, advised, rejected, values, less)
