"""The study: every classifier on every data set, fold by fold."""

from __future__ import annotations

import hashlib
import platform
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from importlib.metadata import version
from numbers import Integral
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from kappabook.data import Table, encode
from kappabook.study.engines import Engine, engine_with
from kappabook.study.engines.protocol import Codes
from kappabook.study.folds import WekaStratifiedKFold
from kappabook.study.results import COLUMNS, StudyResults, matrix_text
from kappabook.study.runs import run_tasks

# A higher number for every change that changes a result; old records are then refused.
VERSION = 2


def run_study(
    datasets: str | Table | Iterable[str | Table],
    classifiers: str | Iterable[str] | Mapping[str, Any] | None = None,
    *,
    engine: str | Engine = "weka",
    repeats: int | Sequence[int] = 1,
    n_splits: int = 10,
    n_jobs: int = -1,
    processes: bool = False,
    out: str | Path | None = None,
    record: Path | None = None,
    command: str = "",
) -> StudyResults:
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
    out : str or Path, optional
        CSV file to write, with a JSON file beside it that says what made it:
        `StudyResults.read` reads both.
    record : Path, optional
        Where finished folds are kept until all are done: the same call made again goes on from
        there. Default: beside `out`, with the suffix ``.jsonl``; without `out`, nowhere.
    command : str, default=''
        Noted in the JSON file as what made it.

    Returns
    -------
    StudyResults
        A confusion matrix of every data set, classifier, repeat and fold.

    Raises
    ------
    ValueError
        An unknown data set, classifier or engine (the message lists those there are), one that
        is given twice, a data set with fewer rows than folds, or a record of another run.
    OSError
        Data that are not here; a file that cannot be written.
    EngineError
        The engine cannot start, or fails.

    Notes
    -----
    joblib does the work, and ``with joblib.parallel_config(backend="dask"):`` around the call
    has a Dask cluster do it: `docs/reliability.md`, "More than one machine".

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
    about = {
        "engine": where.name,
        "engine_version": where.version,  # WEKA starts here
        "settings": where.settings,
        "versions": libraries(),
        "classifiers": keys,
        "repeats": seeds,
        "folds": n_splits,
        "datasets": {table.name: described(table) for table in tables},
    }
    _check_folds(tables, n_splits, seeds)
    path = None if out is None else Path(out)
    record = record or (path and path.with_suffix(".jsonl"))
    found = run_tasks(
        one_fold,
        _folds(where, tables, keys, seeds, n_splits),
        len(tables) * len(keys) * len(seeds) * n_splits,
        record=record,
        identity={"study": VERSION, **about},
        n_jobs=n_jobs,
        threads=not processes,
        label=f"study, {where.name}",
    )
    names = [(table.name, key) for table in tables for key in keys]
    head = [
        (*name, where.name, where.version, seed, fold)
        for name in names
        for seed in seeds
        for fold in range(1, n_splits + 1)
    ]
    rows = [(*fold, cells) for fold, cells in zip(head, found, strict=True)]
    classes = {table.name: table.classes for table in tables}
    results = StudyResults(pd.DataFrame(rows, columns=list(COLUMNS)), classes)
    if path is not None:
        results.write(path, {"command": command, **about})
    if record is not None:
        record.unlink(missing_ok=True)
    return results


def one_fold(engine: Engine, table: Table, classifier: str, train: Codes, test: Codes) -> str:
    """Train on some rows of a table, predict others, and write the confusion matrix as text."""
    predicted = engine.predict(table, classifier, train, test)
    k = len(table.classes)
    cells = np.bincount(table.y[test] * k + predicted, minlength=k * k).reshape(k, k)
    return matrix_text(cells)


def _folds(
    engine: Engine,
    tables: Sequence[Table],
    classifiers: Sequence[str],
    seeds: Sequence[int],
    n_splits: int,
) -> Iterator[tuple[Engine, Table, str, Codes, Codes]]:
    """Yield what each fold needs, when it is asked for: its rows are of one splitting a seed."""
    for table in tables:

        @lru_cache(maxsize=16)
        def folds(seed: int, table: Table = table) -> list[tuple[Codes, Codes]]:
            # Small classes are warned of before.
            splitter = WekaStratifiedKFold(n_splits, random_state=seed)
            return list(splitter.split_codes(table.y))

        for classifier in classifiers:
            for seed in seeds:
                for train, test in folds(seed):
                    yield engine, table, classifier, train, test


@contextmanager
def small_classes_allowed() -> Iterator[None]:
    """Do not warn of classes with fewer members than folds: the 2007 paper's data have some."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*fewer members than n_splits", UserWarning)
        yield


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


def _tables(datasets: str | Table | Iterable[str | Table]) -> list[Table]:
    if not isinstance(datasets, str | Table | Iterable):
        raise TypeError(f"datasets is {datasets!r}; give names of data sets, or a Table of yours.")
    given = [datasets] if isinstance(datasets, str | Table) else list(datasets)
    _refuse_twice("data set", [item.name if isinstance(item, Table) else item for item in given])
    return [item if isinstance(item, Table) else encode(item, download=False) for item in given]


def _seeds(repeats: int | Sequence[int]) -> list[int]:
    if isinstance(repeats, bool) or not isinstance(repeats, int | Iterable):
        raise ValueError(f"repeats is {repeats!r}; give a number of repeats, or a list of seeds.")
    seeds = list(range(1, repeats + 1)) if isinstance(repeats, int) else list(repeats)
    for seed in seeds:
        if isinstance(seed, bool) or not isinstance(seed, Integral) or seed < 1:
            raise ValueError(f"repeats hold {seed!r}; give seeds of WEKA, whole numbers from 1 on.")
    _refuse_twice("repeat", seeds)
    return seeds


def _refuse_twice(what: str, items: Sequence[Any]) -> None:
    if not items:
        raise ValueError(f"no {what} given; name at least one.")
    for item, times in Counter(items).items():
        if times > 1:
            raise ValueError(f"{what} {item!r} is given {times} times; name each once.")


def libraries(*more: str) -> dict[str, str]:
    """Name the versions of Python and of the libraries that compute, and the kind of machine."""
    return {
        "python": platform.python_version(),
        "platform": f"{platform.system()} {platform.machine()}",
        **{name: version(name) for name in ("numpy", "scipy", "scikit-learn", *more)},
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
