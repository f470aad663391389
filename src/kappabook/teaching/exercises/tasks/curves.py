"""Functions of scores, ROC curves and areas: the largest kappa, the AUK, rankings apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import nan
from statistics import mean
from typing import Any

import numpy as np

from kappabook.metrics import auk_from_roc, cohen_kappa_score, kappa_optimal_threshold
from kappabook.metrics.rates import kappa_at
from kappabook.teaching.exercises.functions import Case, Task
from kappabook.teaching.exercises.tasks.seeded import generator

Rates = Sequence[float]


# --- the largest kappa of scored cases ------------------------------------------------------------


def _scored() -> list[Case]:
    rng = generator()
    given = [
        ([0, 1, 0, 1], [0.2, 0.9, 0.4, 0.7], ""),
        ([1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.3, 0.1], ""),
        ([1, 0, 0, 1, 0, 0], [0.5, 0.5, 0.2, 0.8, 0.5, 0.1], "Here several cases have one score."),
        ([1, 1, 0, 0], [0.1, 0.2, 0.3, 0.4], "Here the scores are in the wrong order."),
        ([0, 1, 1, 0], [-3.0, 5.0, -1.0, -2.0], "Here the scores are not between 0 and 1."),
    ]
    for size, share in ((12, 0.5), (40, 0.2), (90, 0.1)):
        truth = (np.arange(size) < share * size).astype(int)
        score = rng.normal(truth, 0.9).round(2)
        given.append((truth.tolist(), score.tolist(), ""))
    return [
        Case((np.array(t), np.array(s)), float(kappa_optimal_threshold(t, s).kappa), note)
        for t, s, note in given
    ]


def _best(measure: Callable[[Any, Any], float]) -> Callable[..., float]:
    """Make the largest value of another measure over the scores as thresholds."""
    return lambda y_true, y_score: max(measure(y_true, y_score >= t) for t in {*y_score, np.inf})


def _accuracy(y_true: Any, called: Any) -> float:
    return float(np.mean(y_true == called))


def _youden(y_true: Any, called: Any) -> float:
    return float(np.mean(called[y_true == 1]) - np.mean(called[y_true == 0]))


def _where(y_true: Any, y_score: Any) -> float:
    """Return the threshold of the largest kappa, if there is one."""
    kappas = {t: cohen_kappa_score(y_true, (y_score >= t).astype(int)) for t in {*y_score}}
    best = [t for t, kappa in kappas.items() if kappa > max(kappas.values()) - 1e-9]
    return float(best[0]) if len(best) == 1 else nan


def _at_most_accurate(y_true: Any, y_score: Any) -> float:
    cut = max(sorted({*y_score, np.inf}), key=lambda t: _accuracy(y_true, y_score >= t))
    return float(cohen_kappa_score(y_true, (y_score >= cut).astype(int)))


BEST = Task(
    ("y_true", "y_score"),
    "the largest kappa",
    _scored,
    {
        "Your function returns the threshold. The kappa there is asked for.": _where,
        "That is the kappa at the threshold 0.5. Try every score as a threshold.": lambda t, s: (
            float(cohen_kappa_score(t, (s >= 0.5).astype(int)))
        ),
        "That is the largest accuracy; kappa is asked for.": _best(_accuracy),
        "That is the largest TPR - FPR. It is kappa only where the classes are equally frequent.": (
            _best(_youden)
        ),
        "You take the threshold of the largest accuracy. Look for the largest kappa.": (
            _at_most_accurate
        ),
    },
)


# --- the AUK by the trapezoid rule ----------------------------------------------------------------


def _curves() -> list[Case]:
    rng = generator()
    given = [
        ([0, 0.1, 1], [0, 0.5, 1], 0.5, ""),
        ([0, 0.1, 1], [0, 0.5, 1], 0.2, "Here the classes are not equally frequent."),
        ([0, 0, 0.4, 1], [0, 0.6, 0.9, 1], 0.1, "Here the curve begins with a step upwards."),
        ([0, 0.5, 1], [0, 0.2, 1], 0.7, "Here the curve is below the diagonal."),
    ]
    for points, prevalence in ((5, 0.3), (20, 0.05), (20, 0.9)):
        fpr = np.sort(rng.random(points)).round(2)
        tpr = np.sort(rng.random(points) ** 0.5).round(2)
        given.append(([0, *fpr.tolist(), 1], [0, *tpr.tolist(), 1], prevalence, ""))
    return [Case((f, t, p), auk_from_roc(f, t, p, rule="trapezoid"), n) for f, t, p, n in given]


def _area(f: Rates, height: Any) -> float:
    steps, height = np.diff(f), np.asarray(height, dtype=float)
    return float((steps * (height[1:] + height[:-1])).sum() / 2)


def _kappas(f: Rates, t: Rates, p: float) -> Any:
    return np.array([kappa_at(x, y, p) for x, y in zip(f, t, strict=True)], dtype=float)


AUK = Task(
    ("fpr", "tpr", "prevalence"),
    "the AUK by the trapezoid rule",
    _curves,
    {
        "That is the area under the ROC curve. Put kappa in place of the TPR.": lambda f, t, _: (
            _area(f, t)
        ),
        "That is AUC - 1/2, the AUK of equal classes. Use the prevalence.": lambda f, t, _: (
            _area(f, t) - 0.5
        ),
        "You use 1 - prevalence for the prevalence.": lambda f, t, p: _area(
            f, _kappas(f, t, 1 - p)
        ),
        "You exchanged fpr and tpr.": lambda f, t, p: _area(f, _kappas(t, f, p)),
        "That is the exact area. Here the kappas are joined by straight lines.": lambda f, t, p: (
            auk_from_roc(f, t, p)
        ),
        "You use the left end of each step only. A trapezoid takes the mean of both ends.": (
            lambda f, t, p: float((np.diff(f) * _kappas(f, t, p)[:-1]).sum())
        ),
        "You use the right end of each step only. A trapezoid takes the mean of both ends.": (
            lambda f, t, p: float((np.diff(f) * _kappas(f, t, p)[1:]).sum())
        ),
        "The factor one half is missing: a trapezoid takes the mean of both ends.": (
            lambda f, t, p: 2 * _area(f, _kappas(f, t, p))
        ),
        "That is the mean of the kappas. Each must count as much as its step is wide.": (
            lambda f, t, p: float(_kappas(f, t, p).mean())
        ),
    },
)


# --- the share of splits on which two measures disagree -------------------------------------------


def _splits() -> list[Case]:
    rng = generator()
    given: list[tuple[tuple[Rates, ...], str]] = [
        (([0.8, 0.7], [0.7, 0.8], [0.3, 0.2], [0.2, 0.1]), ""),
        (([0.7, 0.8, 0.6], [0.8, 0.7, 0.7], [0.3, 0.2, 0.1], [0.2, 0.3, 0.2]), ""),
        (
            ([0.8, 0.8, 0.7], [0.8, 0.7, 0.9], [0.3, 0.2, 0.3], [0.2, 0.2, 0.2]),
            "Here two models are equal in some splits; a tie is no disagreement.",
        ),
        (([0.8, 0.9], [0.7, 0.8], [0.3, 0.4], [0.2, 0.3]), "Here the measures always agree."),
    ]
    for size in (10, 60):
        auc = rng.normal(0.8, 0.03, (2, size)).round(2)
        auk = (auc - 0.5 + rng.normal(0, 0.02, (2, size))).round(2)
        given.append(((*auc.tolist(), *auk.tolist()), ""))
    return [Case(lists, _disagree(*lists), note) for lists, note in given]


def _disagree(*lists: Rates) -> float:
    apart = [{np.sign(a - b), np.sign(c - d)} == {1, -1} for a, b, c, d in zip(*lists, strict=True)]
    return sum(apart) / len(apart)


def _per_split(rule: Callable[[float, float], bool]) -> Callable[..., float]:
    """Make the share of splits with another rule for the two differences."""
    return lambda *lists: mean(rule(a - b, c - d) for a, b, c, d in zip(*lists, strict=True))


APART = Task(
    ("auc_one", "auc_two", "auk_one", "auk_two"),
    "the share of splits",
    _splits,
    {
        "Your function returns a number of splits. Divide by how many there are.": lambda *lists: (
            _disagree(*lists) * len(lists[0])
        ),
        "That is the share of splits on which the two measures agree.": _per_split(
            lambda x, y: x * y > 0
        ),
        "You count ties. Where two models are equal, nothing is ranked apart.": _per_split(
            lambda x, y: x * y <= 0
        ),
        "You compare one model ahead with not ahead. A tie is neither.": _per_split(
            lambda x, y: (x > 0) != (y > 0)
        ),
        "You count only the splits in which the AUC prefers the first model.": _per_split(
            lambda x, y: x > 0 > y
        ),
        "You count only the splits in which the AUC prefers the second model.": _per_split(
            lambda x, y: x < 0 < y
        ),
    },
)
