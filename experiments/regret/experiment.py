"""One task: its splits, what each measure chooses in each, and what the choices cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from experiments.regret.choose import Candidate, Outcome, judge
from experiments.regret.costs import all_ratios, summarised
from experiments.regret.measures import Column, Scored
from experiments.regret.models import CLASSIFIERS, Trained
from experiments.regret.sources import load
from experiments.regret.synthetic import PREVALENCES, SIZES, oracle_regrets
from experiments.regret.tasks import Task, split

Plain = dict[str, Any]


def do_task(plain: Mapping[str, Any], n_splits: int) -> Plain:
    """Do all splits of one task, given by its fields; what it returns is plain data.

    Returns
    -------
    dict
        ``costs``: of each "measure, rule", the mean over the splits under the three priors and
        along the curve. ``counts``: of each classifier, tp, fp, fn and tn of all test parts at
        the threshold .5.
        ``implied``: of each measure of decisions, its cost ratio in each split (null if none).
        ``oddities``: [what, whose, how often].
    """
    task = Task(**plain)
    costs: dict[str, list[Column]] = {}
    implied: dict[str, list[float]] = {}
    counts = {name: np.zeros(4) for name in CLASSIFIERS}
    oddities: Counter[tuple[str, str]] = Counter()
    for number in range(n_splits):
        candidates, sizes, failed = candidates_of(task, number)
        oddities.update(failed)
        ratios = all_ratios(sizes[0] / sum(sizes))
        outcome = judge(candidates, ratios, *sizes)
        oddities.update(outcome.oddities)
        for chooser, values in outcome.costs.items():
            costs.setdefault(", ".join(chooser), []).append(summarised(values))
        _count(outcome, candidates, sizes, implied, counts)
    return {
        "costs": {name: np.mean(rows, axis=0).tolist() for name, rows in costs.items()},
        "counts": {name: cells.astype(int).tolist() for name, cells in counts.items()},
        "implied": {
            name: [None if np.isnan(ratio) else ratio for ratio in found]
            for name, found in implied.items()
        },
        "oddities": [[*key, times] for key, times in sorted(oddities.items())],
    }


def candidates_of(
    task: Task, number: int
) -> tuple[list[Candidate], tuple[int, int], Counter[tuple[str, str]]]:
    """Train the classifiers of one split.

    Returns the candidates; positives and negatives of the test part; what failed, and how often.
    """
    table = load(task.source)
    parts = split(task, table, number)
    positive = table.y == table.classes.index(task.label)
    trained = Trained(table, positive, parts, number)
    oddities = Counter({("classifier failed", name): 1 for name in trained.failed})
    oddities.update({("did not converge", name): 1 for name in trained.unconverged})
    truth, test = positive[parts.choose], positive[parts.test]
    candidates = [
        Candidate(name, Scored(truth, choose), _errors(test, scores))
        for name, (choose, scores) in trained.scores.items()
    ]
    return candidates, (int(test.sum()), int((~test).sum())), oddities


def do_synthetic(family: str, number: int) -> dict[str, dict[str, list[float]]]:
    """Do one task of a family, under each prevalence and size."""
    return {
        f"{prevalence}, {size}": {
            ", ".join(chooser): values[:3].tolist()
            for chooser, values in oracle_regrets(family, number, prevalence, size).items()
        }
        for prevalence in PREVALENCES
        for size in SIZES
    }


def _errors(truth: np.ndarray, score: Column) -> Any:
    positives, negatives = np.sort(score[truth]), np.sort(score[~truth])

    def errors(thresholds: Column) -> tuple[Column, Column]:
        misses = np.searchsorted(positives, thresholds, side="left")
        called = len(negatives) - np.searchsorted(negatives, thresholds, side="left")
        return misses.astype(np.float64), called.astype(np.float64)

    return errors


def _count(
    outcome: Outcome,
    candidates: Sequence[Candidate],
    sizes: tuple[int, int],
    implied: dict[str, list[float]],
    counts: dict[str, Column],
) -> None:
    """Add what ratios one split implies, and the errors at .5."""
    for name, found in outcome.implied.items():
        implied.setdefault(name, []).append(float(np.mean(found)))
    for c in candidates:
        misses, alarms = (float(e[0]) for e in c.errors(np.zeros(1)))
        counts[c.name] += [sizes[0] - misses, alarms, misses, sizes[1] - alarms]
