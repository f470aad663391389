"""One computed counter-example behind each piece of advice: two situations, and what is at stake.

Each says what counts (the *stake*, computed without the measures in dispute), which measure the
advice prefers, and which it prefers to. The advice would be wrong if the advised measure did not
order the two situations as the stake does, or if a rejected one did: `CounterExample.holds`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from kappabook.metrics import ConfusionMatrix, auk_score
from kappabook.metrics.companions import allocation_disagreement
from kappabook.metrics.per_class import per_class_kappas
from kappabook.metrics.roc import auc_score
from kappabook.papers.critics.calibrated import Calibrated
from kappabook.papers.critics.carried import table_at
from kappabook.papers.critics.measures import of_decisions, of_scores
from kappabook.papers.critics.stakes import CounterExample, cost, information

LABELS = ("no", "yes")


def _pairs(first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, Any]:
    return {name: (first[name], second[name]) for name in first}


def _of_tables(*tables: ConfusionMatrix) -> dict[str, Any]:
    first, second = map(of_decisions, tables)
    return _pairs(first, second)


def raters() -> CounterExample:
    """Two raters who toss coins, and two who look: the coins agree more often."""
    coins = ConfusionMatrix([[5, 95], [95, 1805]], LABELS)
    lookers = ConfusionMatrix([[800, 100], [100, 1000]], LABELS)
    both = (coins, lookers)
    values = {
        "information (bits)": tuple(map(information, both)),
        "kappa": tuple(table.kappa for table in both),
        "agreement": tuple(table.accuracy for table in both),
    }
    return CounterExample(
        ("coins", "lookers"),
        "information (bits)",
        "kappa",
        ("agreement",),
        values,
        tables=both,
    )


def ordered_raters() -> CounterExample:
    """Raters a step apart, and raters two steps apart; margins and errors are as many."""
    near = ConfusionMatrix([[30, 5, 0], [5, 20, 5], [0, 5, 30]], ("mild", "medium", "severe"))
    far = ConfusionMatrix([[25, 0, 10], [0, 30, 0], [10, 0, 25]], near.labels)
    steps = np.abs(np.subtract.outer(range(3), range(3)))
    values = {
        "mean steps apart": tuple((steps * t.cells).sum() / t.total for t in (near, far)),
        "weighted kappa": tuple(t.weighted_kappa(steps**2) for t in (near, far)),
        "kappa": (near.kappa, far.kappa),
        "agreement": (near.accuracy, far.accuracy),
        "allocation": tuple(allocation_disagreement(t) for t in (near, far)),
    }
    return CounterExample(
        ("near", "far"),
        "mean steps apart",
        "weighted kappa",
        ("kappa", "agreement", "allocation"),
        values,
        frozenset({"mean steps apart", "allocation"}),
        (near, far),
    )


def known_costs(share: float = 0.05) -> CounterExample:
    """One calibrated score cut twice: where a miss costs 19 alarms, and where kappa is largest."""
    model = Calibrated.one(0.1, 0.4)
    cuts = share, model.optimum.cut
    sample = np.random.default_rng(0)
    truth, prob = model.sample(200_000, sample)
    tables = tuple(ConfusionMatrix.from_predictions(truth, (prob >= c).astype(int)) for c in cuts)
    paid = tuple(cost(table, (1 - share) / share) / 200_000 for table in tables)
    values = {
        "paid per case": paid,
        "expected cost": tuple(model.cost(c, share) / share for c in cuts),
        **_of_tables(*(table_at(model.rates(c), 0.1) for c in cuts)),
    }
    return CounterExample(
        ("cut by cost", "cut by kappa"),
        "paid per case",
        "expected cost",
        ("kappa", "mcc", "accuracy", "f1"),
        values,
        frozenset({"paid per case", "expected cost"}),
        tables,
    )


def ranking() -> CounterExample:
    """Rank perfectly below one half, or worse around it."""
    truth = np.array([0, 0, 0, 1, 1, 1])
    low = np.array([0.05, 0.10, 0.15, 0.30, 0.35, 0.40])
    spread = np.array([0.10, 0.20, 0.70, 0.30, 0.80, 0.90])
    both = low, spread
    decided = [ConfusionMatrix.from_predictions(truth, (s >= 0.5).astype(int)) for s in both]
    values = {
        "ill among the first three": tuple(int(truth[np.argsort(-s)[:3]].sum()) for s in both),
        "AUC": tuple(auc_score(truth, s) for s in both),
        "AUK": tuple(auk_score(truth, s) for s in both),
        "kappa at 1/2": tuple(t.kappa for t in decided),
        "accuracy at 1/2": tuple(t.accuracy for t in decided),
    }
    return CounterExample(
        ("low scores", "spread scores"),
        "ill among the first three",
        "AUC",
        ("kappa at 1/2", "accuracy at 1/2"),
        values,
    )


def probabilities(share: float = 0.2) -> CounterExample:
    """Keep order and decisions at one half; make one column of probabilities too sure."""
    model = Calibrated.one(0.3, 0.3)
    edges = np.linspace(0, 1, 2001)
    f, t = model.rates(edges)
    positive, negative = -0.3 * np.diff(t), -0.7 * np.diff(f)
    honest = positive / (positive + negative)
    sure = honest**3 / (honest**3 + (1 - honest) ** 3)
    truth = np.repeat([1, 0], len(honest))
    weight = np.append(positive, negative)
    scores = [of_scores(truth, np.tile(s, 2), weight) for s in (honest, sure)]
    acted = [ConfusionMatrix.from_predictions(truth, np.tile(s, 2) >= 0.5, sample_weight=weight)
             for s in (honest, sure)]  # fmt: skip
    paid = [share * negative[s >= share].sum() + (1 - share) * positive[s < share].sum()
            for s in (honest, sure)]  # fmt: skip
    values = {"paid when acted on": tuple(paid), **_pairs(*scores), **_of_tables(*acted)}
    return CounterExample(
        ("honest", "too sure"),
        "paid when acted on",
        "log_loss",
        ("auc", "auk", "h", "kappa", "accuracy"),
        values,
        frozenset({"paid when acted on", "log_loss"}),
    )


def stable_against_accuracy() -> CounterExample:
    """Five ill in a hundred: call nobody ill, or find four at the price of six alarms."""
    lazy = ConfusionMatrix([[95, 0], [5, 0]], LABELS)
    useful = ConfusionMatrix([[89, 6], [1, 4]], LABELS)
    both = (lazy, useful)
    values = {"information (bits)": tuple(map(information, both)), **_of_tables(*both)}
    return CounterExample(
        ("lazy", "useful"), "information (bits)", "kappa", ("accuracy",), values, tables=both
    )


def stable_against_youden() -> CounterExample:
    """One ill in a hundred: J weighs a hit like 99 alarms, which is what it takes to prefer."""
    careful = ConfusionMatrix([[9800, 100], [20, 80]], LABELS)
    eager = ConfusionMatrix([[8910, 990], [10, 90]], LABELS)
    both = (careful, eager)
    alarms = tuple(Fraction(int(t["no", "yes"]), int(t["yes", "yes"])) for t in both)
    values = {"false alarms per hit": alarms, **_of_tables(*both)}
    return CounterExample(
        ("careful", "eager"),
        "false alarms per hit",
        "kappa",
        ("j", "balanced"),
        values,
        frozenset({"false alarms per hit"}),
        both,
    )


def moving_prevalence() -> CounterExample:
    """Measure the worse test where half are ill, the better where one in twenty is."""
    worse, better = (Fraction(15, 100), Fraction(85, 100)), (Fraction(1, 10), Fraction(9, 10))
    here, there, new = Fraction(1, 2), Fraction(1, 20), Fraction(1, 5)
    tables = table_at(worse, here), table_at(better, there)
    in_use = [table_at(point, new) for point in (worse, better)]
    values = {
        "errors in use": tuple(1 - table.accuracy for table in in_use),
        "kappa recomputed for use": tuple(table.kappa for table in in_use),
        **_of_tables(*tables),
    }
    return CounterExample(
        ("worse test", "better test"),
        "errors in use",
        "j",
        ("kappa", "mcc", "f1"),
        values,
        frozenset({"errors in use"}),
        tables,
    )


def many_classes() -> CounterExample:
    """Compare a classifier that never finds the third class with one that does."""
    blind = ConfusionMatrix([[47, 3, 0], [3, 37, 0], [5, 5, 0]], ("a", "b", "c"))
    fair = ConfusionMatrix([[42, 6, 2], [6, 32, 2], [1, 1, 8]], blind.labels)
    both = (blind, fair)
    least = tuple(float(min(per_class_kappas(t))) for t in both)
    recall = tuple(min(t.cells.diagonal() / t.row_totals) for t in both)
    values = {"least recall": recall, "least per-class kappa": least, **_of_tables(*both)}
    return CounterExample(
        ("blind to c", "fair"),
        "least recall",
        "least per-class kappa",
        ("kappa", "mcc", "accuracy"),
        values,
        tables=both,
    )


def always_the_matrix() -> CounterExample:
    """Misses and alarms exchanged: five measures do not notice; whoever pays for misses does."""
    alarms = ConfusionMatrix([[70, 20], [2, 8]], LABELS)
    misses = ConfusionMatrix([[70, 2], [20, 8]], LABELS)
    both = (alarms, misses)
    values = {
        "cost, a miss ten alarms": tuple(cost(t, 10) for t in both),
        "misses in the matrix": tuple(t["yes", "no"] for t in both),
        **_of_tables(*both),
    }
    return CounterExample(
        ("more alarms", "more misses"),
        "cost, a miss ten alarms",
        "misses in the matrix",
        ("accuracy", "kappa", "mcc", "f1"),
        values,
        frozenset({"cost, a miss ten alarms", "misses in the matrix"}),
        both,
    )
