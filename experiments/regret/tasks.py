"""The tasks: one class against the rest, at a prevalence, split into three parts."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from fractions import Fraction
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kappabook.data import Table

Rows = NDArray[np.intp]

SPLITS = 10
CLASSES = 3  # of each source, the largest
LEVELS = ("0.5", "0.2", "0.1", "0.05", "0.01")
CONSTANT = ("0.5", "0.2", "0.1", "0.05")
POSITIVES = 80  # in the design that keeps their number
# Of 10 cases, 3 train, 3 choose and 4 test.
TRAIN, CHOOSE = Fraction(3, 10), Fraction(6, 10)
LEAST, LEAST_THINNED, LEAST_RARE, RARE = 10, 20, 30, Fraction(1, 20)


@dataclass(frozen=True)
class Task:
    """One class of a source against the rest, with so many of each.

    Attributes
    ----------
    source, label : str
        The data set, and its class that is positive.
    design : {'natural', 'thinned', 'constant'}
    level : str
        The prevalence aimed at, or 'natural'.
    positives, negatives : int
        Cases kept, in all three parts together.
    reason : str
        Why the task cannot be used; empty if it can.
    """

    source: str
    label: str
    design: str
    level: str
    positives: int
    negatives: int
    reason: str = ""

    @property
    def plain(self) -> dict[str, Any]:
        """The task as a journal keeps it."""
        return asdict(self)


@dataclass(frozen=True)
class Parts:
    """Row numbers of the three parts of a split."""

    train: Rows
    choose: Rows
    test: Rows


def tasks_of(table: Table) -> list[Task]:
    """List every task that the plan asks of a source, also those that cannot be made."""
    found = []
    for label in _positive_classes(table):
        n = int((table.y == label).sum())
        found += _of_class(table.name, table.classes[label], n, len(table.y) - n)
    return found


def split(task: Task, table: Table, number: int) -> Parts:
    """Draw the rows of the three parts; a split shares its order among the designs of a class."""
    seed = sha256(f"{task.source}|{task.label}|{number}".encode()).digest()
    rng = np.random.default_rng(list(seed))
    positive = table.y == table.classes.index(task.label)
    # Ranks of uniform numbers are the same in every version of numpy.
    order = rng.random(len(table.y)).argsort(kind="stable")
    kept = []
    for wanted, rows in (
        (task.positives, order[positive[order]]),
        (task.negatives, order[~positive[order]]),
    ):
        kept.append(np.split(rows[:wanted], [int(TRAIN * wanted), int(CHOOSE * wanted)]))
    return Parts(*(np.sort(np.concatenate(pair)) for pair in zip(*kept, strict=True)))


def _positive_classes(table: Table) -> list[int]:
    counts = np.bincount(table.y, minlength=len(table.classes))
    present = np.flatnonzero(counts)
    if len(present) == 2:
        return [int(present[np.argmin(counts[present])])]
    return [int(c) for c in sorted(present, key=lambda c: (-counts[c], c))[:CLASSES]]


def _of_class(source: str, label: str, n: int, rest: int) -> list[Task]:
    natural = _smallest_part(n, rest) < LEAST
    why = f"fewer than {LEAST} cases of a class in a part" if natural else ""
    found = [Task(source, label, "natural", "natural", n, rest, why)]
    if why:
        return found
    for level in LEVELS:
        p = Fraction(level)
        positives = min(n, int(rest * p / (1 - p)))
        negatives = min(rest, round(positives * (1 - p) / p))
        why = _why_not(p, n, rest, positives, negatives)
        found.append(Task(source, label, "thinned", level, positives, negatives, why))
    possible = [
        level for level in CONSTANT if n >= POSITIVES and rest >= _negatives(Fraction(level))
    ]
    for level in CONSTANT:
        why = "" if level in possible else "too few cases"
        if not why and len(possible) < 2:
            why = "too few cases for a second level"
        negatives = _negatives(Fraction(level))
        found.append(Task(source, label, "constant", level, POSITIVES, negatives, why))
    return found


def _negatives(p: Fraction) -> int:
    return int(POSITIVES * (1 - p) / p)


def _smallest_part(positives: int, negatives: int) -> int:
    return int(TRAIN * min(positives, negatives))


def _why_not(p: Fraction, n: int, rest: int, positives: int, negatives: int) -> str:
    if abs(Fraction(n, n + rest) / p - 1) <= Fraction(1, 10):
        return "the natural prevalence is within a tenth of the level"
    if _smallest_part(positives, negatives) < LEAST_THINNED:
        return f"fewer than {LEAST_THINNED} cases of a class in a part"
    if p <= RARE and positives - int(CHOOSE * positives) < LEAST_RARE:
        return f"fewer than {LEAST_RARE} positives in the test part"
    return ""
