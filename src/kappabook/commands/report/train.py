"""Repeated cross-validation: every classifier on the same folds, each trained anew."""

from __future__ import annotations

import ast
import importlib
import os
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.util import find_spec
from typing import Any

import numpy as np
import pandas as pd
from joblib import delayed
from sklearn.base import is_classifier
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import confusion_matrix
from sklearn.model_selection import StratifiedGroupKFold, StratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier
from tqdm import tqdm

from kappabook.commands.reading.labels import in_order
from kappabook.commands.report.columns import nearest
from kappabook.commands.report.folds import (
    BASELINE,
    Codes,
    Counts,
    Fold,
    Folds,
    Scores,
    measures_of,
)
from kappabook.commands.report.prepared import Prepared
from kappabook.data.table import Attribute, Table
from kappabook.study.engines import EngineError, engine_with
from kappabook.study.grid import run_study
from kappabook.study.runs import workers

SHORT: Mapping[str, Callable[[], Any]] = {
    BASELINE: lambda: DummyClassifier(strategy="most_frequent"),
    "logistic": lambda: LogisticRegression(max_iter=2000),
    "naive-bayes": GaussianNB,
    "tree": lambda: DecisionTreeClassifier(random_state=0),
    "forest": lambda: RandomForestClassifier(random_state=0),
    "boosting": lambda: HistGradientBoostingClassifier(random_state=0),
    "neighbours": KNeighborsClassifier,
    "svm": SVC,
}
DEFAULT = (BASELINE, "logistic", "naive-bayes", "tree", "forest")
#: Where classifiers are trained, and what that is called for people.
ENGINES = {"sklearn": "scikit-learn", "weka": "WEKA"}


def classifiers(names: Iterable[str]) -> dict[str, Any]:
    """Make unfitted classifiers by name or import path; the baseline comes first, asked or not."""
    names = [names] if isinstance(names, str) else list(names)
    for name in names:
        if not isinstance(name, str):
            raise ValueError(
                f"classifier {name!r} is no text; name it by its import path, such as "
                "'sklearn.svm.SVC(C=10)'."
            )
    wanted = [BASELINE, *(name.strip() for name in names if name.strip() != BASELINE)]
    for name in wanted:
        if wanted.count(name) > 1:
            raise ValueError(f"classifier {name!r} is given twice; name each once.")
    if len(wanted) == 1:
        raise ValueError(f"no classifier is named beside {BASELINE}{nearest('', SHORT)}")
    return {name: SHORT[name]() if name in SHORT else _imported(name) for name in wanted}


def found_only_here(names: Iterable[str]) -> tuple[str, ...]:
    """Return the current folder where an import path needs it: no installed module has its name.

    Nothing is imported from there unasked: a file beside the data may be anybody's.
    """
    names = [names] if isinstance(names, str) else list(names)
    paths = (name.partition("(")[0] for name in names if isinstance(name, str))
    modules = {path.partition(".")[0].strip() for path in paths if "." in path}
    wanted = [name for name in modules if name.isidentifier() and find_spec(name) is None]
    return (os.getcwd(),) if wanted else ()


def _imported(name: str) -> Any:
    """Make a classifier by its import path; nothing else that a name may say is run."""
    if "." not in name.partition("(")[0]:
        raise ValueError(
            f"no classifier {name!r}{nearest(name, SHORT)} Others go by their import path, such as "
            "sklearn.svm.SVC."
        )
    try:
        call = ast.parse(name if "(" in name else f"{name}()", mode="eval").body
        if not isinstance(call, ast.Call) or call.args:
            raise ValueError
        arguments = {str(k.arg): ast.literal_eval(k.value) for k in call.keywords}
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ValueError(
            f"classifier {name!r}: write it like sklearn.svm.SVC(C=10, kernel='linear')."
        ) from None
    module, _, attribute = ast.unparse(call.func).rpartition(".")
    try:
        kind = getattr(importlib.import_module(module), attribute)
        # Nothing else is ever called.
        made: Any = kind(**arguments) if isinstance(kind, type) and hasattr(kind, "fit") else None
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise ValueError(f"classifier {name!r} cannot be made: {error}.") from None
    if not (hasattr(made, "get_params") and is_classifier(made)):
        raise ValueError(f"{name!r} is no classifier of scikit-learn's kind, a class with fit.")
    if made.get_params().get("random_state", 0) is None:
        made.set_params(random_state=0)
    return made


def cross_validate(
    data: Prepared,
    classifiers: Iterable[str] | None = None,
    *,
    engine: str = "sklearn",
    repeats: int = 10,
    n_splits: int = 10,
    n_jobs: int = -1,
    progress: bool = False,
) -> Folds:
    """Cross-validate classifiers, and the majority beside them, on the same stratified folds.

    Parameters
    ----------
    data : Prepared
        Where it has groups, each of them is wholly in the training or wholly in the test rows.
    classifiers : iterable of str, optional
        Keys of `SHORT`, or import paths such as ``sklearn.svm.LinearSVC`` or
        ``sklearn.svm.SVC(C=10, kernel='linear')``: the arguments are plain values, and a free
        ``random_state`` is 0. Or WEKA's. Default: four, or all five of WEKA.
    engine : {'sklearn', 'weka'}, default='sklearn'
        WEKA splits the rows and prepares the columns itself; it gives labels, no scores.
    repeats : int, default=10
        How often the rows are shuffled and split anew; repeat i by the seed i.
    n_splits : int, default=10
        Folds. A class with fewer rows, or groups, makes them fewer, which is noted.
    n_jobs : int, default=-1
        Processes; the results are the same for any number.
    progress : bool, default=False
        Show a progress bar.

    Returns
    -------
    Folds
        A classifier that fails is left out, which is noted.

    Raises
    ------
    ValueError
        What :func:`planned` refuses; all classifiers fail.
    OSError
        WEKA is not installed, or fails; with the remedy.
    """
    models, n_splits, notes = planned(data, classifiers, engine, repeats, n_splits)
    failed: dict[str, str] = {}
    if engine == "weka":
        folds = _in_weka(data, list(models), repeats, n_splits, n_jobs)
    else:
        folds = {}
        for found in _in_scikit_learn(data, models, repeats, n_splits, n_jobs, progress):
            if isinstance(found, Fold):
                folds.setdefault(found.classifier, []).append(found)
            else:
                failed.setdefault(*found)
        folds = {name: of for name, of in folds.items() if name not in failed}
    if len(folds) < 2:
        why = "; ".join(f"{name}: {said}" for name, said in failed.items())
        raise ValueError(f"no classifier could be trained: {why}")
    notes += [f"{name} could not be trained and is left out: {why}" for name, why in failed.items()]
    return Folds(data, ENGINES[engine], models, folds, n_splits, repeats, n_jobs, tuple(notes))


def planned(
    data: Prepared, names: Iterable[str] | None, engine: str, repeats: int, n_splits: int
) -> tuple[dict[str, Any], int, list[str]]:
    """Make the classifiers, count the folds, and note if they are fewer than asked for.

    What cannot be done is refused, with the remedy, before anything is trained. WEKA's classifiers
    are made in Java: here their names stand for None.
    """
    if engine not in ENGINES:
        raise ValueError(f"engine is {engine!r}; it is 'sklearn' or 'weka'.")
    if engine == "sklearn":
        models = classifiers(names or DEFAULT)
    elif data.groups is None:
        wanted = [name for name in names or () if name != BASELINE]
        models = dict.fromkeys(engine_with("weka", wanted or None)[1])
    else:
        raise ValueError("WEKA's folds keep no groups together; leave --group or --engine out.")
    if repeats < 1 or n_splits < 2:
        raise ValueError(f"{repeats} repeats of {n_splits} folds; give at least 1 of 2.")
    sizes = class_sizes(data)
    label, smallest = min(sizes.items(), key=lambda size: size[1])
    if smallest >= n_splits:
        return models, n_splits, []
    unit = "rows" if data.groups is None else "groups"
    if data.groups is not None and smallest < 2:
        raise ValueError(
            f"all rows of class {label!r} are in one group; they cannot be both learned and "
            "tested. Leave --group out, or add groups."
        )
    # Measures of two classes need both in every fold; of several, those that lack one are left out.
    fewer = smallest if data.is_binary else max(smallest, min(5, n_splits, max(sizes.values())))
    note = f"Class {label!r} has {smallest} {unit}, fewer than the {n_splits} folds asked for: "
    note += f"there are {fewer} folds" if fewer < n_splits else "some folds have none of it"
    if smallest < fewer < n_splits:
        note += ", and some have none of it"
    return models, fewer, [f"{note}. Results about so small a class are mostly chance."]


def class_sizes(data: Prepared) -> dict[str, int]:
    """Count the rows, or the groups where there are any, of each class."""
    units = np.arange(len(data.y)) if data.groups is None else data.groups
    return {c: len(np.unique(units[data.y == code])) for code, c in enumerate(data.classes)}


# --- in scikit-learn ------------------------------------------------------------------------------


def _in_scikit_learn(
    data: Prepared,
    models: Mapping[str, Any],
    repeats: int,
    n_splits: int,
    n_jobs: int,
    progress: bool,
) -> Iterator[Fold | tuple[str, str]]:
    """Yield each fold of each classifier, or the name of one that fails, and why."""
    splits = [
        (repeat, fold, train, test)
        for repeat in range(1, repeats + 1)
        for fold, (train, test) in enumerate(splits_of(data, data.y, n_splits, repeat), 1)
    ]
    pipelines = {name: data.pipeline(model) for name, model in models.items()}
    calls = [delayed(_fold)(data, of, name, *s) for name, of in pipelines.items() for s in splits]
    done = workers(n_jobs, return_as="generator")(calls)
    shown = {"desc": "folds", "ncols": 72, "nrows": 20, "mininterval": 1, "file": sys.stderr}
    yield from tqdm(done, total=len(calls), disable=not progress, **shown)


def _fold(
    data: Prepared, pipeline: Any, name: str, repeat: int, fold: int, train: Codes, test: Codes
) -> Fold | tuple[str, str]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            pipeline.fit(data.X.iloc[train], data.y[train])
            rows = data.X.iloc[test]
            predicted = np.asarray(pipeline.predict(rows), dtype=np.intp)
            scores = scores_of(pipeline, rows, len(data.classes))
        except Exception as error:
            return name, f"{type(error).__name__}: {' '.join(str(error).split())[:300]}"
    truth = data.y[test]
    confusion = confusion_matrix(truth, predicted, labels=range(len(data.classes)))
    measured = measures_of(confusion, data, truth, scores)
    return Fold(name, repeat, fold, train, test, confusion, scores, measured)


def splits_of(
    data: Prepared, y: Codes, n_splits: int, seed: int, rows: Codes | None = None
) -> list[tuple[Codes, Codes]]:
    """Split the data, or some rows of it, into stratified folds that keep groups together."""
    groups = data.groups if data.groups is None or rows is None else data.groups[rows]
    kind = StratifiedKFold if groups is None else StratifiedGroupKFold
    splitter = kind(n_splits, shuffle=True, random_state=seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # a small class: noted elsewhere
        return list(splitter.split(np.zeros((len(y), 1)), y, groups))


def scores_of(pipeline: Any, rows: Any, n_classes: int) -> Scores | None:
    """Return one column of scores per class; None where a classifier gives none."""
    method = next((m for m in ("predict_proba", "decision_function") if hasattr(pipeline, m)), None)
    if method is None:
        return None
    given = np.asarray(getattr(pipeline, method)(rows), dtype=float)
    if given.ndim == 1:
        given = np.column_stack([-given, given])
    if not np.isfinite(given).all() or given.shape[1] != len(pipeline.classes_):
        return None
    scores = np.full((len(given), n_classes), given.min() if given.size else 0.0)
    scores[:, pipeline.classes_] = given
    return scores


# --- in WEKA --------------------------------------------------------------------------------------


def _in_weka(
    data: Prepared, names: list[str], repeats: int, n_splits: int, n_jobs: int
) -> dict[str, list[Fold]]:
    """Train in the study's engine, and judge the majority on the same folds."""
    how: Any = {"engine": "weka", "repeats": repeats, "n_splits": n_splits, "n_jobs": n_jobs}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # small classes are noted, and what is undefined is nan
        try:
            results = run_study(as_table(data), names, **how)
        except EngineError as error:
            raise OSError(str(error)) from error
    folds: dict[str, list[Fold]] = {name: [] for name in (BASELINE, *names)}
    columns = (results.folds[key] for key in ("classifier", "repeat", "fold"))
    for name, repeat, fold, confusion in zip(*columns, results.cells, strict=True):
        judged = {name: confusion}
        if name == names[0]:
            judged[BASELINE] = majority(confusion, data.y)
        for one, cells in judged.items():
            measured = measures_of(cells, data)
            made = Fold(one, int(repeat), int(fold), None, None, cells, None, measured)
            folds[one].append(made)
    return folds


def as_table(data: Prepared) -> Table:
    """Hand the data to the study: codes of categories, numbers, and days of dates."""
    attributes, columns = [], []
    for i, (name, values) in enumerate(data.X.items()):
        # WEKA's names must differ from each other and from the class's.
        label = str(name) if name != "class" else f"{name} {i}"
        order = None
        if values.dtype.kind == "M":
            values = (values - pd.Timestamp(0)) / pd.Timedelta(days=1)
        elif values.dtype.kind != "f":
            order = tuple(in_order(map(str, values)))
            values = values.astype(str).map(order.index)
        columns.append(values.to_numpy(float))
        attributes.append(Attribute(label, order))
    return Table(data.name, tuple(attributes), np.column_stack(columns), data.y, data.classes)


def majority(confusion: Counts, y: Codes) -> Counts:
    """Judge the baseline on the rows that a confusion matrix is of: it needs no engine."""
    tested = confusion.sum(axis=1)
    found = np.zeros_like(confusion)
    found[:, np.argmax(np.bincount(y, minlength=len(tested)) - tested)] = tested
    return found
