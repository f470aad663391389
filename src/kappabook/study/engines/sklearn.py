"""scikit-learn's nearest relatives of WEKA's five, and any other estimator, on the same folds."""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
import sklearn
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.compose import ColumnTransformer
from sklearn.ensemble import RandomForestClassifier
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import CategoricalNB, GaussianNB
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import MinMaxScaler, OneHotEncoder
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from kappabook.data.table import Table
from kappabook.study.engines.protocol import Codes

Estimator = Any
SEED = 1

# WEKA's key: its relative here. C4.5 divides by information; WEKA's SMO is a linear machine with
# C = 1 that votes between pairs of classes, as SVC does.
CLASSIFIERS: Mapping[str, Callable[[], Estimator]] = {
    "J48": lambda: DecisionTreeClassifier(
        criterion="entropy", min_samples_leaf=2, random_state=SEED
    ),
    "SMO": lambda: SVC(kernel="linear", random_state=SEED),
    "NaiveBayes": lambda: MixedNaiveBayes(),
    "Logistic": lambda: LogisticRegression(max_iter=1000, random_state=SEED),
    "RandomForest": lambda: RandomForestClassifier(random_state=SEED),
}


class SklearnEngine:
    """scikit-learn's classifiers: five under WEKA's names, and whatever has fit and predict.

    The five are other algorithms than WEKA's: other trees, other penalties, other random numbers.
    All have scikit-learn's defaults but those in `CLASSIFIERS`. A missing nominal value is
    replaced by the most frequent one of the training rows, a missing number by their mean.
    Nominal values become one column each, numbers are scaled to [0, 1]; naive Bayes takes both as
    they are.

    Parameters
    ----------
    estimators : iterable of str, or mapping of str to estimator, optional
        More classifiers: import paths of classes, which are then their names and are made with
        their defaults and the seed 1; or unfitted estimators under names of your own. They get
        the same columns as the five.

    Attributes
    ----------
    name, version, classifiers, settings
        As in :class:`kappabook.study.engines.Engine`.

    Raises
    ------
    ValueError
        A path that leads to no class of a classifier; something that is no estimator.

    Examples
    --------
    >>> from kappabook.study.engines.sklearn import SklearnEngine
    >>> SklearnEngine().classifiers
    ('J48', 'SMO', 'NaiveBayes', 'Logistic', 'RandomForest')
    >>> SklearnEngine(["sklearn.dummy.DummyClassifier"]).classifiers[-1]
    'sklearn.dummy.DummyClassifier'
    """

    name = "sklearn"
    version: str = sklearn.__version__

    def __init__(self, estimators: Iterable[str] | Mapping[str, Estimator] = ()) -> None:
        if not isinstance(estimators, Mapping):
            estimators = {path: _estimator_at(path) for path in estimators}
        for name, estimator in estimators.items():
            _refuse_no_classifier(name, estimator)
        self._more = dict(estimators)

    @property
    def classifiers(self) -> tuple[str, ...]:
        """The five, and those that were given."""
        return tuple(dict.fromkeys((*CLASSIFIERS, *self._more)))

    @property
    def settings(self) -> dict[str, Any]:
        """The estimator of each classifier as scikit-learn prints it, and what brings it."""
        options = {key: repr(self._unfitted(key)) for key in self.classifiers}
        packages = {type(model).__module__.partition(".")[0] for model in self._more.values()}
        versions = {
            name: str(getattr(sys.modules.get(name), "__version__", "unknown"))
            for name in sorted(packages - {"sklearn"})
        }
        return {"options": options, **({"versions": versions} if versions else {})}

    def including(self, classifiers: Iterable[str] | Mapping[str, Estimator]) -> SklearnEngine:
        """Return an engine that also has these; a name with a dot is an import path."""
        if not isinstance(classifiers, Mapping):
            new = (key for key in classifiers if "." in key and key not in self.classifiers)
            classifiers = {path: _estimator_at(path) for path in new}
        return type(self)({**self._more, **classifiers}) if classifiers else self

    def predict(self, table: Table, classifier: str, train: Codes, test: Codes) -> Codes:
        """Train on some rows and predict others."""
        model = pipeline(table, self._unfitted(classifier))
        model.fit(table.X[train], table.y[train])
        return np.asarray(model.predict(table.X[test]), dtype=np.intp)

    def _unfitted(self, classifier: str) -> Estimator:
        if classifier in self._more:
            return clone(self._more[classifier])
        if classifier in CLASSIFIERS:
            return CLASSIFIERS[classifier]()
        raise ValueError(
            f"no classifier {classifier!r}; scikit-learn's here are {', '.join(self.classifiers)}."
        )


def _estimator_at(path: str) -> Any:
    """Make an estimator from the import path of its class, with its defaults and our seed.

    ValueError if there is no such module or class, or if the class asks for arguments: each says
    what was found.
    """
    module_name, _, name = path.rpartition(".")
    try:
        module = importlib.import_module(module_name)
    except (ImportError, ValueError, TypeError) as error:  # TypeError: it begins with a dot
        raise ValueError(
            f"classifier {path!r}: {error}. Give the import path of a "
            "class, such as sklearn.ensemble.ExtraTreesClassifier."
        ) from None
    found = getattr(module, name, None)
    if not inspect.isclass(found):
        raise ValueError(f"classifier {path!r}: {module_name} has no class {name!r}.")
    try:
        estimator: Any = found()
    except TypeError as error:
        raise ValueError(
            f"classifier {path!r} cannot be made without arguments ({error}); make it yourself "
            "and give it under a name: {'mine': ...}."
        ) from None
    if hasattr(estimator, "get_params") and "random_state" in estimator.get_params():
        estimator.set_params(random_state=SEED)
    return estimator


def _refuse_no_classifier(name: str, estimator: Any) -> None:
    """Raise an error if it is no unfitted estimator with fit, predict and parameters."""
    if inspect.isclass(estimator):
        raise ValueError(f"classifier {name!r} is a class; give an estimator, made by calling it.")
    if lacks := [part for part in ("fit", "predict", "get_params") if not hasattr(estimator, part)]:
        raise ValueError(
            f"classifier {name!r} is {type(estimator).__name__}, which has no {', '.join(lacks)}; "
            "give a classifier as scikit-learn defines it."
        )


def pipeline(table: Table, model: Estimator) -> Pipeline:
    """Put before an unfitted classifier what lets it take rows as the table holds them."""
    values = [None if a.values is None else len(a.values) for a in table.attributes]
    nominal = [i for i, count in enumerate(values) if count is not None]
    numeric = [i for i, count in enumerate(values) if count is None]
    counts = [count for count in values if count is not None]
    # A column without a single value in training is kept, so that the columns stay where they are.
    most_frequent = SimpleImputer(strategy="most_frequent", keep_empty_features=True)
    mean = SimpleImputer(keep_empty_features=True)
    if isinstance(model, MixedNaiveBayes):
        model.set_params(n_values=counts)
        parts = [("nominal", most_frequent, nominal), ("numeric", mean, numeric)]
    else:
        one_hot = OneHotEncoder(categories=[np.arange(count) for count in counts])
        parts = [
            ("nominal", make_pipeline(most_frequent, one_hot), nominal),
            ("numeric", make_pipeline(mean, MinMaxScaler()), numeric),
        ]
    columns = ColumnTransformer([part for part in parts if part[2]], sparse_threshold=0)
    return make_pipeline(columns, model)


class MixedNaiveBayes(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    r"""Naive Bayes over nominal columns, then numeric ones (normal within each class).

    .. math:: \log P(c \mid x) = \log P(c \mid x_{nominal}) + \log P(c \mid x_{numeric})
                                 - \log P(c) + const

    since both parts hold the prior. Nominal counts start at 1 (Laplace), as WEKA's do.

    Parameters
    ----------
    n_values : sequence of int, default=()
        Values of each nominal column, which come first, as codes; the columns after them are
        numbers.
    """

    def __init__(self, n_values: tuple[int, ...] = ()) -> None:
        self.n_values = n_values

    def fit(self, X: ArrayLike, y: ArrayLike) -> MixedNaiveBayes:
        """Count the nominal columns, take means and variances of the others."""
        numbers = np.asarray(X, dtype=float)[:, len(self.n_values) :]
        self.varies_ = np.ptp(numbers, axis=0) > 0  # a normal needs a width
        nominal, numeric = self._parts(X)
        self.parts_ = []
        if nominal.shape[1]:
            self.parts_.append(CategoricalNB(min_categories=list(self.n_values)).fit(nominal, y))
        if numeric.shape[1]:
            self.parts_.append(GaussianNB().fit(numeric, y))
        self.classes_, members = np.unique(y, return_counts=True)
        self.log_prior_ = np.log(members / members.sum())
        return self

    def predict(self, X: ArrayLike) -> NDArray[Any]:
        """Return the most probable class of each row."""
        return np.asarray(self.classes_[np.argmax(self.joint_logs(X), axis=1)])

    def joint_logs(self, X: ArrayLike) -> NDArray[np.float64]:
        """Return log P(c | x) of each row and class, but for a constant of the row."""
        nominal, numeric = self._parts(X)
        given = {CategoricalNB: nominal, GaussianNB: numeric}
        # Without any part, the prior alone.
        logs = np.tile((1 - len(self.parts_)) * self.log_prior_, (len(nominal), 1))
        for part in self.parts_:
            logs += part.predict_log_proba(given[type(part)])
        return logs

    def _parts(self, X: ArrayLike) -> tuple[NDArray[Any], NDArray[Any]]:
        array, n_nominal = np.asarray(X, dtype=float), len(self.n_values)
        return array[:, :n_nominal].astype(int), array[:, n_nominal:][:, self.varies_]
