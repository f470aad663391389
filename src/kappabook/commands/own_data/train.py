"""Repeated cross-validation: every classifier on the same folds, each trained anew."""

from __future__ import annotations

import ast
import importlib
import math
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
from joblib import delayed
from numpy.typing import NDArray
from sklearn.base import is_classifier
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import confusion_matrix, roc_auc_score
from sklearn.model_selection import StratifiedGroupKFold, StratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier
from tqdm import tqdm

from kappabook.commands.own_data.prepare import Prepared, nearest
from kappabook.metrics.auk import auk_score
from kappabook.metrics.confusion import ConfusionMatrix
from kappabook.metrics.hand import h_measure
from kappabook.study.runs import workers

Codes = NDArray[np.intp]
Scores = NDArray[np.float64]
Counts = NDArray[np.int64]
#: Measure, and the class it is about; '' where it is about all.
Values = dict[tuple[str, str], float]

# --- the classifiers ------------------------------------------------------------------------------

#: The one that always names the most frequent class: what every other has to beat.
BASELINE = "majority"
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


def classifiers(names: Iterable[str] = DEFAULT) -> dict[str, Any]:
    """Make unfitted classifiers by name; the baseline comes first, asked for or not.

    Parameters
    ----------
    names : iterable of str
        Keys of `SHORT`, or import paths such as ``sklearn.svm.LinearSVC`` or
        ``sklearn.svm.SVC(C=10, kernel='linear')``: the arguments are plain values.

    Returns
    -------
    dict of str to estimator
        A classifier with a free ``random_state`` gets 0.

    Raises
    ------
    ValueError
        An unknown name, a path that cannot be imported, or what is no classifier.

    Examples
    --------
    >>> from kappabook.commands.own_data import classifiers
    >>> classifiers(["tree"])["tree"]
    DecisionTreeClassifier(random_state=0)
    """
    wanted = [BASELINE, *(name.strip() for name in names if name.strip() != BASELINE)]
    for name in wanted:
        if wanted.count(name) > 1:
            raise ValueError(f"classifier {name!r} is given twice; name each once.")
    if len(wanted) == 1:
        raise ValueError(f"no classifier is named beside {BASELINE}{nearest('', SHORT)}")
    return {name: SHORT[name]() if name in SHORT else _imported(name) for name in wanted}


def _imported(name: str) -> Any:
    path, arguments = _parsed(name)
    module, _, attribute = path.rpartition(".")
    if not module:
        raise ValueError(
            f"no classifier {name!r}{nearest(name, SHORT)} Others go by their import path, such as "
            "sklearn.svm.SVC."
        )
    try:
        kind = getattr(importlib.import_module(module), attribute)
    except (ImportError, TypeError, ValueError) as error:
        raise ValueError(f"classifier {name!r} cannot be imported: {error}.") from None
    except AttributeError:
        raise ValueError(f"classifier {name!r}: {module} has no {attribute!r}.") from None
    if not (isinstance(kind, type) and hasattr(kind, "fit")):  # nothing else is ever called
        raise ValueError(f"{name!r} is no classifier of scikit-learn's kind: no class with fit.")
    try:
        made = kind(**arguments)
    except (TypeError, ValueError) as error:
        raise ValueError(f"classifier {name!r} cannot be made: {error}.") from None
    if not (hasattr(made, "get_params") and is_classifier(made)):
        raise ValueError(f"{name!r} is no classifier of scikit-learn's kind.")
    if made.get_params().get("random_state", 0) is None:
        made.set_params(random_state=0)
    return made


def _parsed(name: str) -> tuple[str, dict[str, Any]]:
    """Read ``path`` or ``path(key=value)``; nothing in it is run."""
    if "(" not in name:
        return name, {}
    try:
        call = ast.parse(name, mode="eval").body
        if not isinstance(call, ast.Call) or call.args:
            raise ValueError
        given = {k.arg: ast.literal_eval(k.value) for k in call.keywords if k.arg}
    except (SyntaxError, ValueError):
        raise ValueError(
            f"classifier {name!r}: write it like sklearn.svm.SVC(C=10, kernel='linear')."
        ) from None
    return ast.unparse(call.func), given


# --- the measures of one fold ---------------------------------------------------------------------

#: What a measure is called for people, and its least and largest value.
MEASURES: dict[str, tuple[str, float, float]] = {
    "accuracy": ("accuracy", 0, 1),
    "chance_agreement": ("chance agreement", 0, 1),
    "kappa": ("kappa", -1, 1),
    "mcc": ("MCC", -1, 1),
    "f1": ("F1", 0, 1),
    "auc": ("AUC", 0, 1),
    "auk": ("AUK", -0.5, 1),
    "h": ("H", -1, 1),
    "cost": ("cost per case", 0, math.inf),
}
RANKING: Mapping[str, Callable[..., Any]] = {
    "auc": roc_auc_score,
    "auk": auk_score,
    "h": h_measure,
}


def measures_of(
    confusion: Counts,
    data: Prepared,
    truth: Codes | None = None,
    scores: Scores | None = None,
) -> Values:
    """Compute every measure that a fold allows; nan where one is undefined.

    Parameters
    ----------
    confusion : ndarray of shape (n_classes, n_classes)
        Rows are the truth.
    data : Prepared
        Its classes, and which is positive. With more than two, F1 is the plain mean over classes,
        AUC the mean of one against the rest, AUK the same as a share of the perfect one, and H has
        a value for each class only.
    truth : ndarray of shape (n,), optional
        Codes of the classes.
    scores : ndarray of shape (n, n_classes), optional
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what is undefined is nan, and said in the report
        matrix, there = ConfusionMatrix(confusion), confusion.sum(axis=1)
        either = there + confusion.sum(axis=0)
        # A class that is neither there nor predicted has no F1; one of the two alone has 0.
        f1 = np.where(either > 0, 2 * np.diag(confusion) / np.maximum(either, 1), np.nan)
        values: Values = {
            ("accuracy", ""): float(matrix.accuracy),
            ("chance_agreement", ""): float(matrix.chance_agreement),
            ("kappa", ""): float(matrix.kappa),
            ("mcc", ""): float(matrix.mcc),
            ("f1", ""): float(f1[data.positive] if data.is_binary else f1.mean()),
        }
        if not data.is_binary:
            known = (there > 0) & (there < there.sum())
            kappas = np.where(known, np.asarray(matrix.per_class_kappas(), dtype=float), np.nan)
            values |= {("kappa", c): float(k) for c, k in zip(data.classes, kappas, strict=True)}
        if truth is not None and scores is not None:
            values |= _ranking_measures(data, truth, scores)
    return values


def _ranking_measures(data: Prepared, truth: Codes, scores: Scores) -> Values:
    codes = range(len(data.classes))
    sides = {"": data.positive} if data.is_binary else dict(zip(data.classes, codes, strict=True))
    values: Values = {}
    for label, code in sides.items():
        member = truth == code
        both = member.any() and not member.all()
        for name, measure in RANKING.items():
            values[name, label] = float(measure(member, scores[:, code])) if both else math.nan
    if not data.is_binary:
        values["auc", ""] = float(np.mean([values["auc", label] for label in data.classes]))
        # A fold that lacks a class has no mean over the classes.
        whole = len(np.unique(truth)) == len(data.classes)
        values["auk", ""] = (
            float(auk_score(truth, scores, multi_class="ovr", normalize=True))
            if whole
            else math.nan
        )
    return values


# --- the folds ------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Fold:
    """One classifier, trained without some rows and judged on them.

    Attributes
    ----------
    classifier : str
    repeat, fold : int
        From 1.
    train, test : ndarray of shape (n_rows,) or None
        Places of the rows; None where an engine gives counts only.
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
    train: Codes | None
    test: Codes | None
    confusion: Counts
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
    n_splits, n_repeats, n_jobs : int
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
    n_jobs: int = -1
    failed: dict[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def test_train_ratio(self) -> float:
        """Test rows per training row."""
        return 1 / (self.n_splits - 1)

    @property
    def scored(self) -> list[str]:
        """Classifiers that give scores in every fold; no baseline."""
        there = {n: all(fold.scores is not None for fold in of) for n, of in self.folds.items()}
        return [name for name, all_scored in there.items() if all_scored and name != BASELINE]

    def confusion(self, classifier: str) -> Counts:
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
        Where it has groups, each of them is wholly in the training or wholly in the test rows.
    estimators : mapping of str to classifier
        From :func:`classifiers`.
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
    splits = [
        (repeat, fold, train, test)
        for repeat in range(1, repeats + 1)
        for fold, (train, test) in enumerate(splits_of(data, data.y, n_splits, repeat), 1)
    ]
    tasks = [(name, *split) for name in estimators for split in splits]
    pipelines = {name: data.pipeline(model) for name, model in estimators.items()}
    work = partial(_one_fold, data)
    jobs = (delayed(work)(pipelines[name], train, test) for name, _, _, train, test in tasks)
    done = workers(n_jobs, return_as="generator")(jobs)
    folds: dict[str, list[Fold]] = {}
    failed: dict[str, str] = {}
    for task, found in zip(tasks, _watched(done, len(tasks), progress)):  # noqa: B905
        if isinstance(found, str):
            failed.setdefault(task[0], found)
        else:
            folds.setdefault(task[0], []).append(Fold(*task, *found))
    folds = {name: of for name, of in folds.items() if name not in failed}
    if len(folds) < 2:
        why = "; ".join(f"{name}: {said}" for name, said in failed.items())
        raise ValueError(f"no classifier could be trained: {why}")
    notes += [f"{name} could not be trained and is left out: {why}" for name, why in failed.items()]
    engine = "scikit-learn"
    return Folds(data, estimators, engine, folds, n_splits, repeats, n_jobs, failed, tuple(notes))


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


def smallest_class(data: Prepared) -> tuple[str, int]:
    """Return the class with the fewest rows, or groups where there are any, and how many."""
    units = np.arange(len(data.y)) if data.groups is None else data.groups
    counts = [len(np.unique(units[data.y == code])) for code in range(len(data.classes))]
    return data.classes[int(np.argmin(counts))], min(counts)


def n_splits_for(data: Prepared, repeats: int, n_splits: int) -> tuple[int, list[str]]:
    """Take fewer folds where a class has fewer rows, or groups, and say so."""
    if repeats < 1 or n_splits < 2:
        raise ValueError(f"{repeats} repeats of {n_splits} folds; give at least 1 of 2.")
    label, smallest = smallest_class(data)
    if smallest >= n_splits:
        return n_splits, []
    unit = "rows" if data.groups is None else "groups"
    if data.groups is not None and smallest < 2:
        raise ValueError(
            f"all rows of class {label!r} are in one group; they cannot be both learned and "
            "tested. Leave --group out, or add groups."
        )
    # Measures of two classes need both in every fold; of several, those that lack one are left out.
    fewer = smallest if data.is_binary else max(smallest, min(5, n_splits))
    note = f"Class {label!r} has {smallest} {unit}, fewer than the {n_splits} folds asked for: "
    note += f"there are {fewer} folds" if fewer < n_splits else "some folds have none of it"
    if smallest < fewer < n_splits:
        note += ", and some have none of it"
    return fewer, [f"{note}. Results about so small a class are mostly chance."]


def _watched(done: Iterator[Any], total: int, progress: bool) -> Iterator[Any]:
    shown = {"desc": "folds", "ncols": 72, "nrows": 20, "mininterval": 1, "file": sys.stderr}
    yield from tqdm(done, total=total, disable=not progress, **shown)


def _one_fold(
    data: Prepared, pipeline: Any, train: Codes, test: Codes
) -> tuple[Counts, Scores | None, Values] | str:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            pipeline.fit(data.X.iloc[train], data.y[train])
            rows = data.X.iloc[test]
            predicted = np.asarray(pipeline.predict(rows), dtype=np.intp)
            scores = scores_of(pipeline, rows, len(data.classes))
        except Exception as error:
            return f"{type(error).__name__}: {' '.join(str(error).split())[:300]}"
    truth = data.y[test]
    confusion = confusion_matrix(truth, predicted, labels=range(len(data.classes)))
    return confusion, scores, measures_of(confusion, data, truth, scores)


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
