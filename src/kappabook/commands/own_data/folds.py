"""Repeated cross-validation: every classifier on the same folds, each trained anew."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
from joblib import delayed
from numpy.typing import NDArray
from sklearn.model_selection import StratifiedKFold
from tqdm import tqdm

from kappabook.commands.own_data.fold_measures import Values, values_of_fold
from kappabook.commands.own_data.preparing import Prepared
from kappabook.study.runs import workers

Codes = NDArray[np.intp]
Scores = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Fold:
    """One classifier, trained without some rows and judged on them.

    Attributes
    ----------
    classifier : str
    repeat, fold : int
        From 1.
    test : ndarray of shape (n_test,) or None
        Rows it was judged on; None where an engine gives counts only.
    confusion : ndarray of shape (n_classes, n_classes)
        Rows are the truth.
    scores : ndarray of shape (n_test, n_classes) or None
        Larger for more likely classes.
    measured : dict
        Measure and class to its value; the class is '' where it is of all.
    """

    classifier: str
    repeat: int
    fold: int
    test: Codes | None
    confusion: NDArray[np.int64]
    scores: Scores | None
    measured: Values


@dataclass(frozen=True, eq=False, repr=False)
class Folds:
    """The folds of all classifiers.

    Attributes
    ----------
    data : Prepared
    estimators : dict of str to estimator
        Empty for an engine that is not scikit-learn.
    engine : str
    folds : dict of str to list of Fold
        By classifier, in the order of repeats and folds.
    n_splits, n_repeats : int
    probabilities : dict of str to bool
        Whether the scores of a classifier are probabilities.
    failed : dict of str to str
        Classifiers that could not be trained, and why.
    notes : tuple of str
    """

    data: Prepared
    estimators: Mapping[str, Any]
    engine: str
    folds: dict[str, list[Fold]]
    n_splits: int
    n_repeats: int
    probabilities: dict[str, bool] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def test_train_ratio(self) -> float:
        """Test rows per training row."""
        return 1 / (self.n_splits - 1)

    def confusion(self, classifier: str) -> NDArray[np.int64]:
        """Sum of the confusion matrices of all folds."""
        total = np.sum([fold.confusion for fold in self.folds[classifier]], axis=0)
        return np.asarray(total, dtype=np.int64)

    def __repr__(self) -> str:
        return (
            f"{len(self.folds)} classifiers ({', '.join(self.folds)}), {self.n_repeats} times "
            f"{self.n_splits} folds, trained by {self.engine}"
        )


def cross_validate_all(
    data: Prepared,
    estimators: Mapping[str, Any],
    *,
    repeats: int = 10,
    n_splits: int = 10,
    n_jobs: int = -1,
    progress: bool = False,
) -> Folds:
    """Cross-validate classifiers of scikit-learn, all on the same stratified folds.

    Parameters
    ----------
    data : Prepared
    estimators : mapping of str to classifier
        From :func:`classifiers`.
    repeats : int, default=10
        How often the rows are shuffled and split anew; repeat i by the seed i.
    n_splits : int, default=10
        Folds. A class with fewer rows makes them fewer, which is noted.
    n_jobs : int, default=-1
        Processes; the results are the same for any number.
    progress : bool, default=False
        Show a progress bar.

    Returns
    -------
    Folds
        A classifier that fails is left out, and `failed` says why.

    Raises
    ------
    ValueError
        All classifiers fail, or fewer than two are given; fewer than one repeat or two folds.
    """
    if len(estimators) < 2:
        raise ValueError(
            f"only {', '.join(estimators) or 'no classifier'} was given; a comparison needs two, "
            "such as classifiers(['tree']), which brings the majority."
        )
    n_splits, notes = n_splits_for(data, repeats, n_splits)
    splits = []
    for repeat in range(1, repeats + 1):
        splitter = StratifiedKFold(n_splits, shuffle=True, random_state=repeat)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # a small class: noted above
            splits += [
                (repeat, fold, train, test)
                for fold, (train, test) in enumerate(splitter.split(data.X, data.y), 1)
            ]
    tasks = [(name, *split) for name in estimators for split in splits]
    pipelines = {name: data.pipeline(model) for name, model in estimators.items()}
    work = partial(_one_fold, data.X, data.y, len(data.classes), data.positive)
    jobs = (delayed(work)(pipelines[name], *rows) for name, _, _, *rows in tasks)
    done = workers(n_jobs, return_as="generator")(jobs)
    folds: dict[str, list[Fold]] = {}
    probabilities: dict[str, bool] = {}
    failed: dict[str, str] = {}
    for (name, repeat, fold, _, test), found in zip(tasks, _watched(done, tasks, progress)):  # noqa: B905
        if isinstance(found, str):
            failed.setdefault(name, found)
            continue
        confusion, scores, probable, values = found
        probabilities[name] = probable
        one = Fold(name, repeat, fold, test, confusion, scores, values)
        folds.setdefault(name, []).append(one)
    for name in failed:
        folds.pop(name, None)
    if len(folds) < 2:
        why = "; ".join(f"{name}: {said}" for name, said in failed.items())
        raise ValueError(f"no classifier could be trained: {why}")
    notes += [f"{name} could not be trained and is left out: {why}" for name, why in failed.items()]
    return Folds(
        data,
        dict(estimators),
        "scikit-learn",
        folds,
        n_splits,
        repeats,
        probabilities,
        failed,
        tuple(notes),
    )


def n_splits_for(data: Prepared, repeats: int, n_splits: int) -> tuple[int, list[str]]:
    """Take fewer folds where a class has fewer rows, and say so."""
    if repeats < 1 or n_splits < 2:
        raise ValueError(f"{repeats} repeats of {n_splits} folds; give at least 1 of 2.")
    counts = np.bincount(data.y, minlength=len(data.classes))
    smallest = int(counts.min())
    if smallest >= n_splits:
        return n_splits, []
    # Measures of two classes need both in every fold; of several, those that lack one are left out.
    fewer = smallest if data.is_binary else max(smallest, min(5, n_splits))
    label = data.classes[int(counts.argmin())]
    note = f"Class {label!r} has {smallest} rows, fewer than the {n_splits} folds asked for: "
    note += f"there are {fewer} folds" if fewer < n_splits else "some folds have none of it"
    if not data.is_binary and smallest < fewer < n_splits:
        note += ", and some have none of it"
    return fewer, [f"{note}. Results about so small a class are mostly luck."]


def _watched(done: Iterator[Any], tasks: list[Any], progress: bool) -> Iterator[Any]:
    shown = {"desc": "folds", "ncols": 72, "nrows": 20, "mininterval": 1, "file": sys.stderr}
    bar = tqdm(done, total=len(tasks), disable=not progress, **shown)
    yield from bar


def _one_fold(
    X: Any,
    y: Codes,
    n_classes: int,
    positive: int | None,
    pipeline: Any,
    train: Codes,
    test: Codes,
) -> tuple[NDArray[np.int64], Scores | None, bool, Values] | str:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            pipeline.fit(X.iloc[train], y[train])
            rows = X.iloc[test]
            predicted = np.asarray(pipeline.predict(rows), dtype=np.intp)
            scores, probable = _scores(pipeline, rows, n_classes)
        except Exception as error:
            return f"{type(error).__name__}: {' '.join(str(error).split())[:300]}"
    confusion = np.zeros((n_classes, n_classes), dtype=np.int64)
    np.add.at(confusion, (y[test], predicted), 1)
    values = values_of_fold(confusion, y[test], scores, positive)
    return confusion, scores, probable, values


def _scores(pipeline: Any, rows: Any, n_classes: int) -> tuple[Scores | None, bool]:
    """Return one column of scores per class, and whether they are probabilities."""
    if hasattr(pipeline, "predict_proba"):
        given, probable = np.asarray(pipeline.predict_proba(rows), dtype=float), True
    elif hasattr(pipeline, "decision_function"):
        given, probable = np.asarray(pipeline.decision_function(rows), dtype=float), False
        if given.ndim == 1:
            given = np.column_stack([-given, given])
    else:
        return None, False
    if not np.isfinite(given).all() or given.shape[1] != len(pipeline.classes_):
        return None, False
    scores = np.full((len(given), n_classes), given.min() if given.size else 0.0)
    scores[:, pipeline.classes_] = given
    return scores, probable
