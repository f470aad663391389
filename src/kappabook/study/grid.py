"""The study: every classifier on every data set, fold by fold."""

from __future__ import annotations

import hashlib
import platform
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pandas as pd

from kappabook.data import Table, encode
from kappabook.study import files, resumable
from kappabook.study.engines import Engine, engine_named
from kappabook.study.engines.protocol import Codes
from kappabook.study.folds import WekaStratifiedKFold
from kappabook.study.results import Results
from kappabook.study.tidy import COLUMNS

# A higher number for every change that changes a result; old journals are then set aside.
VERSION = 1
# Data set, classifier, repeat, fold; and (actual, predicted, count) of its cells that are not 0.
Task = tuple[str, str, int, int]
Cells = list[list[int]]


def run_study(
    datasets: str | Table | Iterable[str | Table],
    classifiers: str | Iterable[str] | None = None,
    *,
    engine: str | Engine = "weka",
    repeats: int | Sequence[int] = 1,
    n_splits: int = 10,
    n_jobs: int = -1,
    out: str | Path | None = None,
    form: files.Form = "cells",
    journal: Path | None = None,
    command: str = "",
) -> Results:
    """Cross-validate classifiers on data sets, on WEKA's folds, and count what they predict.

    Parameters
    ----------
    datasets : str, Table, or iterable of them
        Keys of the registry (`kappabook.data.encode` reads them), or tables of your own.
    classifiers : str or iterable of str, optional
        Keys of the engine; default: all it has.
    engine : {'weka', 'sklearn'} or Engine, default='weka'
        Where they are trained; an object with the attributes of
        `kappabook.study.engines.Engine` is one more.
    repeats : int or sequence of int, default=1
        How many times everything is cross-validated, with the seeds 1, 2, ...; or the seeds.
    n_splits : int, default=10
        Number of folds. A class with fewer members leads to a UserWarning.
    n_jobs : int, default=-1
        Threads; -1 is one per core that may be used. The results are the same for any number,
        and however often the run was interrupted.
    out : str or Path, optional
        CSV file to write, with a JSON file beside it that says what made it.
    form : {'cells', 'folds', 'scores'}, default='cells'
        What the file holds: a line per cell of a confusion matrix; a line per fold, with all its
        cells, a tenth of the size; or accuracy and kappa alone (what is returned is whole).
    journal : Path, optional
        Where finished folds are kept until all are done: the same call made again goes on from
        there. Default: beside `out`, with the suffix ``.journal``; without `out`, nowhere.
    command : str, default=''
        Noted in the JSON file as what made it.

    Returns
    -------
    Results
        A confusion matrix of every data set, classifier, repeat and fold.

    Raises
    ------
    ValueError
        An unknown data set, classifier or engine (the message lists those there are), one that
        is given twice, or a data set with fewer rows than folds.
    OSError
        Data that are not here; a file that cannot be written; another run on the same journal.
    EngineError
        The engine cannot start, or fails.

    References
    ----------
    Ben-David (2007), section 5, is such a study. Nadeau and Bengio (2003), Machine Learning 52,
    pp. 239-281, for tests of what it finds.

    Examples
    --------
    Six rows, and a tree that has to tell small from large:

    >>> import numpy as np
    >>> from kappabook.data import Attribute, Table
    >>> from kappabook.study import run_study
    >>> y = np.array([0, 0, 0, 1, 1, 1])
    >>> X = np.array([[1.0], [2], [3], [11], [12], [13]])
    >>> table = Table("six", (Attribute("size", None),), X, y, ("s", "l"))
    >>> run_study(table, "J48", engine="sklearn", n_splits=3).confusion("six", "J48")
    ConfusionMatrix of 6 cases (rows: truth, columns: prediction)
           s  l  total
    s      3  0      3
    l      0  3      3
    total  3  3      6
    """
    where = engine_named(engine)
    keys = _chosen(classifiers, where)
    tables = _tables(datasets)
    seeds = _seeds(repeats)
    about = _about(where, where.version, keys, tables, seeds, n_splits)  # WEKA starts here
    grid = _Grid(where, tables, seeds, n_splits)
    tasks = [
        (name, key, seed, fold)
        for name in tables
        for key in keys
        for seed in seeds
        for fold in range(1, n_splits + 1)
    ]
    path = None if out is None else Path(out)
    with TemporaryDirectory() as folder:
        beside = Path(folder, "journal") if path is None else path.with_suffix(".journal")
        journal = journal or beside
        done = resumable.run(
            grid,
            tasks,
            journal=journal,
            identity={"study": VERSION, **about},
            n_jobs=n_jobs,
            threads=True,
            label=f"study, {where.name}",
        )
        counts = _counts(where, tables, zip(tasks, done, strict=True))
        results = Results(counts, classes={name: table.classes for name, table in tables.items()})
        if path is not None:
            made = {"command": command, **about}
            files.write(results, path, made, form=form)
        journal.unlink()
    return results


@contextmanager
def small_classes_allowed() -> Iterator[None]:
    """Do not warn of classes with fewer members than folds: the 2007 paper's data have some."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*fewer members than n_splits", UserWarning)
        yield


class _Grid:
    """One fold of one cell, from a task that is plain data."""

    def __init__(
        self, engine: Engine, tables: dict[str, Table], seeds: Sequence[int], n_splits: int
    ) -> None:
        self.engine, self.tables = engine, tables
        self.folds = {
            name: dict(zip(seeds, _folds(table, seeds, n_splits), strict=True))
            for name, table in tables.items()
        }

    def __call__(self, task: Task) -> Cells:
        name, classifier, seed, fold = task
        table, (train, test) = self.tables[name], self.folds[name][seed][fold - 1]
        predicted = self.engine.predict(table, classifier, train, test)
        pairs = Counter(zip(table.y[test].tolist(), predicted.tolist(), strict=True))
        return [[actual, guess, count] for (actual, guess), count in sorted(pairs.items())]


def _folds(table: Table, seeds: Sequence[int], n_splits: int) -> list[list[tuple[Codes, Codes]]]:
    """Return the folds under each seed; a warning names the data set, and comes once."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        splitters = [WekaStratifiedKFold(n_splits, random_state=seed) for seed in seeds]
        folds = [list(splitter.split(table.X, table.y)) for splitter in splitters]
    for message in {str(warning.message) for warning in caught}:
        warnings.warn(f"{table.name}: {message}", UserWarning, stacklevel=4)
    return folds


def _counts(
    engine: Engine, tables: dict[str, Table], done: Iterable[tuple[Task, Cells]]
) -> pd.DataFrame:
    def rows() -> Iterator[tuple[Any, ...]]:
        for (name, key, seed, fold), cells in done:
            classes = tables[name].classes
            for actual, guess, count in cells:
                head = (name, key, engine.name, engine.version, seed, fold)
                yield (*head, classes[actual], classes[guess], count)

    return pd.DataFrame(rows(), columns=list(COLUMNS))


def _chosen(classifiers: str | Iterable[str] | None, engine: Engine) -> list[str]:
    if classifiers is None:
        return list(engine.classifiers)
    keys = [classifiers] if isinstance(classifiers, str) else list(classifiers)
    for key in keys:
        if key not in engine.classifiers:
            raise ValueError(
                f"no classifier {key!r}; {engine.name} has {', '.join(engine.classifiers)}."
            )
    _refuse_twice("classifier", keys)
    return keys


def _tables(datasets: str | Table | Iterable[str | Table]) -> dict[str, Table]:
    given = [datasets] if isinstance(datasets, str | Table) else list(datasets)
    _refuse_twice("data set", [item.name if isinstance(item, Table) else item for item in given])
    tables = [item if isinstance(item, Table) else encode(item, download=False) for item in given]
    return {table.name: table for table in tables}


def _seeds(repeats: int | Sequence[int]) -> list[int]:
    seeds = list(range(1, repeats + 1)) if isinstance(repeats, int) else list(repeats)
    _refuse_twice("repeat", seeds)
    return seeds


def _refuse_twice(what: str, items: Sequence[Any]) -> None:
    if not items:
        raise ValueError(f"no {what} given; name at least one.")
    for item, times in Counter(items).items():
        if times > 1:
            raise ValueError(f"{what} {item!r} is given {times} times; name each once.")


def _about(
    engine: Engine,
    engine_version: str,
    classifiers: Sequence[str],
    tables: dict[str, Table],
    seeds: Sequence[int],
    n_splits: int,
) -> dict[str, Any]:
    """Say all that the results depend on, as plain data."""
    libraries = {name: version(name) for name in ("numpy", "scipy", "scikit-learn")}
    return {
        "engine": engine.name,
        "engine_version": engine_version,
        "settings": engine.settings,
        "versions": {
            "python": platform.python_version(),
            "platform": f"{platform.system()} {platform.machine()}",
            **libraries,
        },
        "classifiers": list(classifiers),
        "repeats": list(seeds),
        "folds": n_splits,
        "datasets": {name: described(table) for name, table in tables.items()},
    }


def described(table: Table) -> dict[str, Any]:
    """Rows, classes, and a hash of everything an engine is given."""
    whole = hashlib.sha256(repr((table.attributes, table.classes)).encode())
    whole.update(np.ascontiguousarray(table.X).tobytes() + table.y.astype(np.int64).tobytes())
    return {
        "rows": len(table.y),
        "attributes": len(table.attributes),
        "classes": list(table.classes),
        "sha256": whole.hexdigest(),
    }
