"""What is looked for: the printed numbers, those of other classifiers, and decoys."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from experiments.lost_preparation import bayes
from experiments.lost_preparation.cuts import Floats
from experiments.lost_preparation.spaces import Space, spaces
from kappabook.papers.bendavid2007.definitions import CLASSIFIERS, COLUMNS, cell, read

PRINTED, SWAPPED, DECOY = "printed", "swapped", "decoy"
SEEDS, PER_SEED = range(2, 22), 10
DRAWN = 600
Six = tuple[int, ...]


@dataclass(frozen=True)
class Target:
    """Six numbers, in units of the fourth decimal; of a decoy, whose they are.

    Attributes
    ----------
    kind : {'printed', 'swapped', 'decoy'}
    name : str
    six : tuple of int
        Mean and half-width of accuracy, kappa and chance.
    seed : int
    space : str
    reading : tuple of int
        Empty unless it is a decoy.
    """

    kind: str
    name: str
    six: Six
    seed: int = 1
    space: str = ""
    reading: tuple[int, ...] = ()


def in_units(six: Floats) -> NDArray[np.int64]:
    """Round to the printed four decimals, as whole numbers."""
    return np.rint(six * 10_000).astype(np.int64)


def printed_six(dataset: str, classifier: str) -> Six:
    """Read a printed row in units of the fourth decimal."""
    printed = cell(read(), (dataset, classifier))
    texts = (getattr(printed, name.replace("-", "_")) for name in COLUMNS)
    return tuple(round(float(text) * 10_000) for text in texts)


@cache
def targets(dataset: str, per_seed: int = PER_SEED) -> tuple[Target, ...]:
    """List the printed target, the swapped ones, and the decoys.

    Decoys are drawn by a generator that is seeded with the seed of their folds, so they are the
    same in every run.
    """
    own = Target(PRINTED, "NaiveBayes", printed_six(dataset, "NaiveBayes"))
    others = [
        Target(SWAPPED, name, printed_six(dataset, name))
        for name in CLASSIFIERS
        if name != "NaiveBayes"
    ]
    decoys = (d for seed in SEEDS for d in _decoys(dataset, own.six[0], seed, per_seed))
    return (own, *others, *decoys)


def _decoys(dataset: str, accuracy: int, seed: int, wanted: int) -> Iterator[Target]:
    """Yield readings that have the printed accuracy with the folds of another seed."""
    random, known = np.random.default_rng(seed), spaces(dataset)
    logs = {name: ColumnLogs(space, seed) for name, space in known.items()}
    found = 0
    while found < wanted:
        name = list(known)[int(random.integers(len(known)))]
        space = known[name]
        readings = np.stack(
            [random.integers(len(o), size=DRAWN // len(known)) for o in space.columns], axis=1
        )
        scores = sum(
            (part[:, readings[:, i]] for i, part in enumerate(logs[name].parts)),
            start=logs[name].prior[:, None, :],
        )
        classes = bayes.predicted(scores)
        shares = (classes == space.table.y).mean(axis=1)
        # Of unequal folds the mean is not quite the share of all rows.
        near = np.flatnonzero(abs(shares - accuracy / 10_000) < 1 / len(space.table.y))[:50]
        readings, units = readings[near], in_units(logs[name].six(classes[near]))
        # One seed must not fill its share from one space.
        for at in np.flatnonzero(units[:, 0] == accuracy)[: min(4, wanted - found)].tolist():
            found += 1
            label = f"seed {seed}, number {found}"
            reading, six = tuple(readings[at].tolist()), tuple(units[at].tolist())
            yield Target(DECOY, label, six, seed, name, reading)


class ColumnLogs:
    """What every reading of every column adds to the scores, for one order and seed.

    Attributes
    ----------
    parts : list of ndarray of shape (n_classes - 1, n_options, n)
    prior : ndarray of shape (n_classes - 1, n)
    folds : ndarray of shape (n,)
    """

    def __init__(self, space: Space, seed: int = 1, order: NDArray[np.intp] | None = None) -> None:
        self.y, self.n_classes = space.table.y, len(space.table.classes)
        self.folds = bayes.fold_numbers(self.y, seed, order)
        given = self.y, self.n_classes, self.folds
        self.prior = bayes.prior(*given)
        self.parts = [
            np.stack([bayes.column(option, *given) for option in options], axis=1)
            for options in space.columns
        ]

    def six(self, classes: NDArray[np.uint8]) -> Floats:
        """Return the six numbers of predictions of shape (m, n)."""
        return bayes.six_numbers(classes, self.y, self.n_classes, self.folds)
