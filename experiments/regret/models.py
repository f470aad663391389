"""The seven classifiers, trained on one part; log odds on the others."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.calibration import CalibratedClassifierCV
from sklearn.compose import ColumnTransformer
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.exceptions import ConvergenceWarning
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.svm import SVC

from experiments.regret.tasks import Parts
from kappabook.data import Table
from kappabook.study.engines.sklearn import MixedNaiveBayes, pipeline

Column = NDArray[np.float64]
# The largest float below 1, and a positive one near the smallest: probabilities stay between.
BELOW_ONE, ABOVE_ZERO = float(np.nextafter(1, 0)), 1e-300

NAIVE_BAYES = "naive Bayes"
# From the split's number, the seed, to an estimator.
CLASSIFIERS: Mapping[str, Callable[[int], Any]] = {
    "logistic regression": lambda _: LogisticRegression(max_iter=1000),
    NAIVE_BAYES: lambda _: None,  # it takes the table's own columns
    "neighbours": lambda _: KNeighborsClassifier(),
    "linear SVM": lambda _: _with_sigmoid(SVC(kernel="linear")),
    "RBF SVM": lambda _: _with_sigmoid(SVC()),
    "random forest": lambda seed: RandomForestClassifier(random_state=seed),
    "gradient boosting": lambda seed: HistGradientBoostingClassifier(random_state=seed),
}


class Trained:
    """What one split's training part makes of each classifier.

    Attributes
    ----------
    scores : dict of str to (ndarray, ndarray)
        Log odds on the validation and on the test part, of each classifier that could be trained.
    failed : dict of str to str
        The error of each of the others.
    unconverged : list of str
        Classifiers that warned of it.
    """

    def __init__(self, table: Table, positive: NDArray[np.bool_], parts: Parts, seed: int) -> None:
        self.scores: dict[str, tuple[Column, Column]] = {}
        self.failed: dict[str, str] = {}
        self.unconverged: list[str] = []
        encoded = _encoded(table, parts)
        for name, make in CLASSIFIERS.items():
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                try:
                    if name == NAIVE_BAYES:
                        found = _naive_bayes(table, positive, parts)
                    else:
                        found = _fitted(make(seed), encoded, positive[parts.train])
                    if not all(np.isfinite(z).all() for z in found):
                        raise ValueError("a score that is not finite")
                except Exception as error:  # whatever it is, it is counted and shown
                    self.failed[name] = f"{type(error).__name__}: {error}"
                else:
                    self.scores[name] = found
            if any(issubclass(w.category, ConvergenceWarning) for w in caught):
                self.unconverged.append(name)


def log_odds(probability: Column) -> Column:
    """Return the log odds; 0 and 1 become the nearest numbers between them."""
    p = np.clip(probability, ABOVE_ZERO, BELOW_ONE)
    return np.asarray(np.log(p) - np.log1p(-p))


def _with_sigmoid(machine: SVC) -> CalibratedClassifierCV:
    return CalibratedClassifierCV(machine, method="sigmoid", cv=3, ensemble=False)


def _encoded(table: Table, parts: Parts) -> tuple[Column, Column, Column]:
    """Return inputs as numbers: nominal values as columns, numbers standardised."""
    values = [None if a.values is None else len(a.values) for a in table.attributes]
    nominal = [i for i, count in enumerate(values) if count is not None]
    numeric = [i for i, count in enumerate(values) if count is None]
    categories = [np.arange(count) for count in values if count is not None]
    frequent = SimpleImputer(strategy="most_frequent", keep_empty_features=True)
    mean = SimpleImputer(keep_empty_features=True)
    steps = [
        ("nominal", make_pipeline(frequent, OneHotEncoder(categories=categories)), nominal),
        ("numeric", make_pipeline(mean, StandardScaler()), numeric),
    ]
    columns = ColumnTransformer([step for step in steps if step[2]], sparse_threshold=0)
    columns.fit(table.X[parts.train])
    train, choose, test = (
        columns.transform(table.X[rows]) for rows in (parts.train, parts.choose, parts.test)
    )
    return train, choose, test


def _fitted(
    model: Any, encoded: tuple[Column, Column, Column], truth: NDArray[np.bool_]
) -> tuple[Column, Column]:
    train, choose, test = encoded
    model.fit(train, truth)
    return log_odds(model.predict_proba(choose)[:, 1]), log_odds(model.predict_proba(test)[:, 1])


def _naive_bayes(table: Table, positive: NDArray[np.bool_], parts: Parts) -> tuple[Column, Column]:
    """Take differences of logarithms, since its probabilities are too near 0 and 1 to rank."""
    model = pipeline(table, MixedNaiveBayes())
    model.fit(table.X[parts.train], positive[parts.train])
    columns, bayes = model[:-1], model[-1]
    choose, test = (
        bayes.joint_logs(columns.transform(table.X[rows])) for rows in (parts.choose, parts.test)
    )
    return choose[:, 1] - choose[:, 0], test[:, 1] - test[:, 0]
