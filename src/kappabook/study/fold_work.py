"""The folds of a study as tasks, and the cells they give as one table."""

from __future__ import annotations

import platform
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import version
from typing import Any, overload

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from kappabook._version import __version__
from kappabook.data import Table
from kappabook.study.engines import Engine
from kappabook.study.engines.protocol import Codes
from kappabook.study.folds import WekaStratifiedKFold
from kappabook.study.tidy import COLUMNS

# Data set, classifier, seed of the repeat, fold; and its (actual, predicted, count) that are not 0.
Task = tuple[str, str, int, int]
Cells = list[list[int]]


@dataclass(frozen=True)
class FoldTasks(Sequence[Task]):
    """Every fold of every data set and classifier, made when it is asked for.

    Tasks of one data set stand together, and within them those of one seed, so that few tables
    and folds are in use at any moment.
    """

    datasets: Sequence[str]
    classifiers: Sequence[str]
    seeds: Sequence[int]
    n_splits: int

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """Numbers of data sets, classifiers, seeds and folds."""
        return len(self.datasets), len(self.classifiers), len(self.seeds), self.n_splits

    def __len__(self) -> int:
        a, b, c, d = self.shape
        return a * b * c * d

    @overload
    def __getitem__(self, number: int) -> Task: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[Task]: ...
    def __getitem__(self, number: int | slice) -> Task | Sequence[Task]:
        if isinstance(number, slice):
            return [self[i] for i in range(*number.indices(len(self)))]
        rest, fold = divmod(range(len(self))[number], self.n_splits)
        rest, seed = divmod(rest, len(self.seeds))
        dataset, classifier = divmod(rest, len(self.classifiers))
        return self.datasets[dataset], self.classifiers[classifier], self.seeds[seed], fold + 1


@dataclass(frozen=True)
class OneFold:
    """Train on a fold of a table, predict its test rows, and count."""

    engine: Engine
    n_splits: int

    def __call__(self, table: Table, task: Task) -> Cells:
        """Return the cells of the confusion matrix that are not 0."""
        _, classifier, seed, fold = task
        train, test = folds_of(table, self.n_splits, seed)[fold - 1]
        predicted = self.engine.predict(table, classifier, train, test)
        pairs = Counter(zip(table.y[test].tolist(), predicted.tolist(), strict=True))
        return [[actual, guess, count] for (actual, guess), count in sorted(pairs.items())]


@lru_cache(maxsize=16)
def folds_of(table: Table, n_splits: int, seed: int) -> list[tuple[Codes, Codes]]:
    """Return the folds of a table under one seed; those of the last few are kept."""
    # The grid has warned of small classes.
    splitter = WekaStratifiedKFold(n_splits, random_state=seed)
    return list(splitter.split_codes(table.y))


def surroundings(engine: Engine) -> dict[str, str]:
    """Name what the predictions depend on, beside the settings; this starts the engine."""
    return {"kappabook": __version__, engine.name: engine.version, **libraries()}


def libraries(*more: str) -> dict[str, str]:
    """Name the versions of Python and of the libraries that compute, and the kind of machine."""
    return {
        "python": platform.python_version(),
        "platform": f"{platform.system()} {platform.machine()}",
        **{name: version(name) for name in ("numpy", "scipy", "scikit-learn", *more)},
    }


def counts_frame(
    engine: Engine, tasks: FoldTasks, classes: Mapping[str, Sequence[str]], done: Iterable[Cells]
) -> pd.DataFrame:
    """Put the cells of all tasks, in their order, into the columns that `Results` reads.

    Cells are gathered as four numbers each, and names are put in for whole columns: one Python
    object a cell would take ten times the memory.
    """
    numbers = array("q")
    for number, cells in enumerate(done):
        for cell in cells:
            numbers.append(number)
            numbers.extend(cell)
    task, actual, predicted, count = np.frombuffer(numbers, dtype=np.int64).reshape(-1, 4).T
    dataset, classifier, seed, fold = np.unravel_index(task, tasks.shape)
    starts = np.cumsum([0, *(len(classes[name]) for name in tasks.datasets)])[:-1]
    labels = _names([label for name in tasks.datasets for label in classes[name]])
    columns = {
        "dataset": _names(tasks.datasets)[dataset],
        "classifier": _names(tasks.classifiers)[classifier],
        "engine": np.full(len(task), engine.name, dtype=object),
        "engine_version": np.full(len(task), engine.version, dtype=object),
        "repeat": np.asarray(tasks.seeds)[seed],
        "fold": fold + 1,
        "actual": labels[starts[dataset] + actual],
        "predicted": labels[starts[dataset] + predicted],
        "count": count,
    }
    return pd.DataFrame(columns, columns=list(COLUMNS))


def _names(names: Sequence[str]) -> NDArray[Any]:
    return np.array(list(names), dtype=object)
