"""Functions of labels and tables: kappa, weighted kappa, the largest kappa."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from kappabook.metrics import ConfusionMatrix, cohen_kappa_score
from kappabook.metrics.companions import kappa_limits
from kappabook.teaching.exercises.functions import Case, Task
from kappabook.teaching.exercises.tasks.seeded import generator, ratio

Labels = Sequence[Any]
Table = Sequence[Sequence[int]]


# --- kappa of two lists of labels -----------------------------------------------------------------


def _two_lists() -> list[Case]:
    rng = generator()
    given: list[tuple[list[Any], list[Any], str]] = [
        (["ill", "ill", "well", "well"], ["ill", "well", "well", "well"], ""),
        (["a", "b", "b"], ["b", "b", "b"], "Here y_pred has one class only."),
        ([3, 1, 2, 2], [3, 1, 2, 1], "Here there are three classes, and the labels are numbers."),
        (["a", "b", "c", "a"], ["a", "b", "a", "a"], "Here one class never occurs in y_pred."),
        (["a", "b", "a", "b"], ["a", "b", "a", "c"], "Here one class never occurs in y_true."),
    ]
    for size, classes in ((12, "xy"), (30, "wxyz"), (200, "xy")):
        truth = rng.choice(list(classes), size)
        pred = np.where(rng.random(size) < 0.6, truth, rng.choice(list(classes), size))
        given.append((truth.tolist(), pred.tolist(), ""))
    return [Case((t, p), cohen_kappa_score(t, p), note) for t, p, note in given]


def _agreements(y_true: Labels, y_pred: Labels) -> tuple[float, float]:
    table = ConfusionMatrix.from_predictions(y_true, y_pred)
    return float(table.accuracy), float(table.chance_agreement)


def _from_agreements(formula: Callable[[float, float], float]) -> Callable[..., float]:
    return lambda y_true, y_pred: formula(*_agreements(y_true, y_pred))


def _blind_to(chance: Callable[[Labels, Labels], float]) -> Callable[..., float]:
    """Make kappa with another chance agreement."""

    def kappa(y_true: Labels, y_pred: Labels) -> float:
        observed, expected = _agreements(y_true, y_pred)[0], chance(y_true, y_pred)
        return ratio(observed - expected, 1 - expected)

    return kappa


def _squares(labels: Labels) -> float:
    return sum((labels.count(label) / len(labels)) ** 2 for label in set(labels))


LISTS = Task(
    ("y_true", "y_pred"),
    "kappa",
    _two_lists,
    {
        "Your function returns the accuracy. Chance must still be taken off.": _from_agreements(
            lambda o, _: o
        ),
        "Your function returns the chance agreement. That is one part of kappa.": _from_agreements(
            lambda _, c: c
        ),
        "You take chance off, but do not divide by the room above chance, 1 - P_c.": (
            _from_agreements(lambda o, c: o - c)
        ),
        "You divide by P_c. Divide by the room above chance, 1 - P_c.": _from_agreements(
            lambda o, c: (o - c) / c
        ),
        "Your accuracy is always 0: with lists, == compares the two lists as a whole. Use "
        "np.asarray first, or a loop.": _from_agreements(lambda _, c: -c / (1 - c)),
        "Your chance agreement is one half for every input. It follows from the margins.": (
            _from_agreements(lambda o, _: 2 * o - 1)
        ),
        "Your chance agreement is 1 over the number of classes. It follows from the margins.": (
            _blind_to(lambda t, p: 1 / len(set(t) | set(p)))
        ),
        "Your chance agreement squares the shares of y_true. One factor belongs to y_pred.": (
            _blind_to(lambda t, _: _squares(t))
        ),
        "Your chance agreement squares the shares of y_pred. One factor belongs to y_true.": (
            _blind_to(lambda _, p: _squares(p))
        ),
    },
)


# --- quadratically weighted kappa of a table ------------------------------------------------------


def _costs(size: int, power: int) -> list[list[int]]:
    return [[abs(i - j) ** power for j in range(size)] for i in range(size)]


def _weighted(table: Table, power: int) -> float:
    return float(ConfusionMatrix(table).weighted_kappa(_costs(len(table), power)))


def _mean_costs(table: Table) -> tuple[float, float]:
    """Return the mean squared distance that is observed, and the one by chance."""
    shares = np.array(table) / np.sum(table)
    costs = np.array(_costs(len(table), 2))
    chance = np.outer(shares.sum(axis=1), shares.sum(axis=0))
    return float((costs * shares).sum()), float((costs * chance).sum())


def _tables() -> list[list[list[int]]]:
    rng = generator()
    tables = [
        [[4, 1], [2, 3]],
        [[5, 2, 0], [1, 6, 2], [1, 0, 3]],
        [[3, 0, 4], [0, 8, 0], [1, 0, 4]],
    ]
    for size in (3, 4, 5):
        tables.append((rng.integers(0, 9, (size, size)) + 9 * np.eye(size, dtype=int)).tolist())
    return tables


def _scales() -> list[Case]:
    notes = {
        2: "This table has two classes.",
        4: "This table has four classes.",
        5: "This table has five classes.",
    }
    return [Case((t,), _weighted(t, 2), notes.get(len(t), "")) for t in _tables()]


WEIGHTED = Task(
    ("table",),
    "the quadratically weighted kappa",
    _scales,
    {
        "Your function returns plain kappa. The costs of far misses are not used.": lambda t: float(
            ConfusionMatrix(t).kappa
        ),
        "Those are linear weights. Square the distances.": lambda t: _weighted(t, 1),
        "You square a kappa. Square the distances instead.": lambda t: _weighted(t, 1) ** 2,
        "That is the observed cost over the cost by chance. Kappa is 1 minus it.": lambda t: ratio(
            *_mean_costs(t)
        ),
        "You subtract the observed cost from 1 and leave chance out.": lambda t: (
            1 - _mean_costs(t)[0] / (len(t) - 1) ** 2
        ),
        "Your function returns the accuracy.": lambda t: float(ConfusionMatrix(t).accuracy),
    },
)


# --- the largest kappa that margins allow ---------------------------------------------------------


def _limits() -> list[Case]:
    tables = [t for t in _tables() if len(t) == 2]
    tables += [[[6, 0], [0, 4]], [[52, 8], [2, 38]], [[0, 7], [3, 0]]]
    tables += [t for t in _tables() if len(t) > 2]
    return [
        Case(
            (t,),
            float(kappa_limits(ConfusionMatrix(t))[1]),
            "This table has more than two classes." if len(t) > 2 else "",
        )
        for t in tables
    ]


def _most(table: Table, choose: Callable[[Any, Any], Any]) -> float:
    m = ConfusionMatrix(table)
    return float(sum(choose(m.row_margins, m.column_margins)))


LIMIT = Task(
    ("table",),
    "the largest kappa",
    _limits,
    {
        "Your function returns the kappa of the table. Ask what other tables with its margins can "
        "have.": lambda t: float(ConfusionMatrix(t).kappa),
        "That is the largest agreement. Chance must still be taken off.": lambda t: _most(
            t, np.minimum
        ),
        "That is the kappa of the table as a share of the largest one.": lambda t: ratio(
            float(ConfusionMatrix(t).kappa), float(kappa_limits(ConfusionMatrix(t))[1])
        ),
        "That is the largest agreement minus chance. Divide by the room above chance.": lambda t: (
            _most(t, np.minimum) - float(ConfusionMatrix(t).chance_agreement)
        ),
        "You take the larger of the two margins. A cell cannot be larger than either.": lambda t: (
            (_most(t, np.maximum) - float(ConfusionMatrix(t).chance_agreement))
            / (1 - float(ConfusionMatrix(t).chance_agreement))
        ),
        "You return 1 for every table. That needs equal margins.": lambda _: 1.0,
        "That is the smallest kappa that the margins allow.": lambda t: float(
            kappa_limits(ConfusionMatrix(t))[0]
        ),
    },
)
