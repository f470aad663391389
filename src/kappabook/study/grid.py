"""The study: every classifier on every data set, fold by fold."""

from __future__ import annotations

import hashlib
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from numbers import Integral
from pathlib import Path
from typing import Any

import numpy as np

from kappabook.data import Table, encode
from kappabook.scratch import scratch
from kappabook.study import files, resumable
from kappabook.study.cluster import Dask
from kappabook.study.engines import Engine, engine_with
from kappabook.study.fold_work import FoldTasks, OneFold, counts_frame, libraries, surroundings
from kappabook.study.folds import WekaStratifiedKFold
from kappabook.study.here import Processes, Threads
from kappabook.study.results import Results
from kappabook.study.work import Place, Work

# A higher number for every change that changes a result; old journals are then set aside.
VERSION = 1


def run_study(
    datasets: str | Table | Iterable[str | Table],
    classifiers: str | Iterable[str] | Mapping[str, Any] | None = None,
    *,
    engine: str | Engine = "weka",
    repeats: int | Sequence[int] = 1,
    n_splits: int = 10,
    n_jobs: int = -1,
    processes: bool = False,
    dask: str | None = None,
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
    classifiers : str, iterable of str, or mapping of str to estimator, optional
        Keys of the engine; default: all it has. With ``engine="sklearn"`` also classes by their
        import path, such as ``"sklearn.ensemble.ExtraTreesClassifier"``, and estimators under
        names of your own: ``{"extra": ExtraTreesClassifier(n_estimators=500)}``.
    engine : {'weka', 'sklearn'} or Engine, default='weka'
        Where they are trained; an object with the attributes of
        `kappabook.study.engines.Engine` is one more.
    repeats : int or sequence of int, default=1
        How many times everything is cross-validated, with the seeds 1, 2, ...; or the seeds.
    n_splits : int, default=10
        Number of folds. A class with fewer members leads to a UserWarning.
    n_jobs : int, default=-1
        Threads; -1 is one per core that may be used. The results are the same for any number,
        for threads, processes and Dask, and however often the run was interrupted.
    processes : bool, default=False
        Whether to use processes in place of threads: faster for an engine that is written in
        Python, such as scikit-learn's small models, once there are more than a few seconds of
        work.
    dask : str, optional
        Address of a Dask scheduler, such as ``tcp://10.0.0.1:8786``: its workers do the folds,
        and `n_jobs` and `processes` are not looked at. Needs Dask's ``distributed`` here and on
        the workers, in the same versions.
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
        Data that are not here; a file that cannot be written; another run on the same journal;
        a Dask scheduler that does not answer, has no workers, or is lost.
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
    >>> from kappabook import run_study
    >>> from kappabook.data import Attribute, Table
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
    where, keys = engine_with(engine, classifiers)
    _refuse_twice("classifier", keys)
    tables = _tables(datasets)
    seeds = _seeds(repeats)
    about = _about(where, where.version, keys, tables, seeds, n_splits)  # WEKA starts here
    _check_folds(tables.values(), n_splits, seeds)
    tasks = FoldTasks(tuple(tables), keys, seeds, n_splits)
    work = Work(
        OneFold(where, n_splits),
        tasks,
        reads=lambda task: tables[task[0]],
        same=partial(surroundings, where),
    )
    place = _place(n_jobs, processes, dask)
    path = None if out is None else Path(out)
    with scratch() as folder:
        beside = folder / "journal" if path is None else path.with_suffix(".journal")
        journal = journal or beside
        done = resumable.finish(
            work,
            place,
            journal=journal,
            identity={"study": VERSION, **about},
            label=f"study, {where.name}",
        )
        classes = {name: table.classes for name, table in tables.items()}
        results = Results(counts_frame(where, tasks, classes, done), classes=classes)
        if path is not None:
            made = {"command": command, **about}
            files.write(results, path, made, form=form)
        journal.unlink(missing_ok=True)
    return results


@contextmanager
def small_classes_allowed() -> Iterator[None]:
    """Do not warn of classes with fewer members than folds: the 2007 paper's data have some."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*fewer members than n_splits", UserWarning)
        yield


def _place(n_jobs: int, processes: bool, dask: str | None) -> Place:
    if dask is not None:
        return Dask(dask)
    return Processes(n_jobs) if processes else Threads(n_jobs)


def _check_folds(tables: Iterable[Table], n_splits: int, seeds: Sequence[int]) -> None:
    """Refuse what cannot be split; a warning of a small class names its data set, once."""
    for seed in seeds:
        WekaStratifiedKFold(n_splits, random_state=seed)
    for table in tables:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            next(WekaStratifiedKFold(n_splits).split(table.X, table.y))
        for message in {str(warning.message) for warning in caught}:
            warnings.warn(f"{table.name}: {message}", UserWarning, stacklevel=3)


def _tables(datasets: str | Table | Iterable[str | Table]) -> dict[str, Table]:
    if not isinstance(datasets, str | Table | Iterable):
        raise TypeError(f"datasets is {datasets!r}; give names of data sets, or a Table of yours.")
    given = [datasets] if isinstance(datasets, str | Table) else list(datasets)
    _refuse_twice("data set", [item.name if isinstance(item, Table) else item for item in given])
    tables = [item if isinstance(item, Table) else encode(item, download=False) for item in given]
    return {table.name: table for table in tables}


def _seeds(repeats: int | Sequence[int]) -> list[int]:
    if isinstance(repeats, bool) or not isinstance(repeats, int | Iterable):
        raise ValueError(f"repeats is {repeats!r}; give a number of repeats, or a list of seeds.")
    seeds = list(range(1, repeats + 1)) if isinstance(repeats, int) else list(repeats)
    for seed in seeds:
        if isinstance(seed, bool) or not isinstance(seed, Integral):
            raise ValueError(f"repeats hold {seed!r}; a seed of WEKA is a whole number.")
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
    return {
        "engine": engine.name,
        "engine_version": engine_version,
        "settings": engine.settings,
        "versions": libraries(),
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
