"""The paper's own tool: WEKA, called directly, its predictions counted by us."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import cached_property
from types import ModuleType
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from kappabook.data.table import CLASS, Attribute, Table
from kappabook.metrics.confusion import ConfusionMatrix
from kappabook.study.engines import jvm
from kappabook.study.engines.protocol import Codes, EngineError

# Class in weka.classifiers, and options beside its defaults.
CLASSIFIERS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "J48": ("trees.J48", ()),
    "SMO": ("functions.SMO", ()),
    "NaiveBayes": ("bayes.NaiveBayes", ()),
    "Logistic": ("functions.Logistic", ()),
    "RandomForest": ("trees.RandomForest", ("-I", "10")),
}
TOLERANCE = 1e-9
# What WEKA's own evaluation of a fold says, each held against our count.
OWN: Mapping[str, Callable[[Any], float]] = {
    "accuracy": lambda evaluation: float(evaluation.pctCorrect()) / 100,
    "kappa": lambda evaluation: float(evaluation.kappa()),
}


class WekaEngine:
    """WEKA through Java from pip; no Java of the system is needed or used.

    All classifiers have the default options of the version at hand, but one: a random forest has
    10 trees, the default of the WEKA 3.5.3 that the 2007 paper used (100 today). Each fold gets a
    fresh classifier with WEKA's default seed.

    The first use must be by the main thread (see `jvm.start`); from then on any thread may.
    WEKA's own accuracy and kappa of each fold are compared with those of our confusion matrix.

    Attributes
    ----------
    name, version, classifiers, settings
        As in :class:`kappabook.study.engines.Engine`.

    Examples
    --------
    >>> from kappabook.study.engines.weka import WekaEngine
    >>> WekaEngine().classifiers
    ('J48', 'SMO', 'NaiveBayes', 'Logistic', 'RandomForest')
    """

    name = "weka"
    classifiers = tuple(CLASSIFIERS)

    def __init__(self) -> None:
        self._lock = jvm.LOCK
        self._met: set[str] = set()  # classifiers of which a fold is done
        self._instances: WeakKeyDictionary[Table, tuple[Any, list[Any]]] = WeakKeyDictionary()

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel to another process as a new engine: Java's objects stay where they are."""
        return type(self), ()

    @cached_property
    def version(self) -> str:
        """``weka.core.Version``; asking starts Java."""
        return str(self._weka("core.Version").VERSION)

    @property
    def settings(self) -> dict[str, Any]:
        """Java class and options of each classifier, and the versions beneath."""
        options = {key: " ".join((java, *extra)) for key, (java, extra) in CLASSIFIERS.items()}
        return {"options": options, "versions": jvm.versions()}

    def predict(self, table: Table, classifier: str, train: Codes, test: Codes) -> Codes:
        """Train on some rows, in the order given, and predict others.

        EngineError means that WEKA throws, leaves a row without a class, or counts otherwise than
        we do.
        """
        if classifier not in CLASSIFIERS:
            raise ValueError(f"no classifier {classifier!r}; WEKA's are {', '.join(CLASSIFIERS)}.")
        # jpype wraps each Java class when it first meets it, and where two threads met one at the
        # same time a run crashed: so the first fold of each classifier is done alone.
        if classifier in self._met:
            return self._predict(table, classifier, train, test)
        with self._lock:
            codes = self._predict(table, classifier, train, test)
            self._met.add(classifier)
            return codes

    def _predict(self, table: Table, classifier: str, train: Codes, test: Codes) -> Codes:
        name, options = CLASSIFIERS[classifier]
        with self._lock:
            jpype = jvm.start()
            learner = self._weka(f"classifiers.{name}")()
            learner.setOptions(list(options))
            learn, check = self._subset(table, train), self._subset(table, test)
            evaluation = self._weka("classifiers.Evaluation")(learn)
        try:
            predicted = self._work(learner, evaluation, learn, check)
        except jpype.JException as error:
            raise EngineError(f"WEKA's {classifier} fails on {table.name}: {error}") from error
        if np.isnan(predicted).any():
            row = test[np.isnan(predicted)][0]
            raise EngineError(f"WEKA's {classifier} gives row {row} of {table.name} no class.")
        codes = predicted.astype(np.intp)
        _compare(table, classifier, table.y[test], codes, evaluation)
        return codes

    def _work(self, learner: Any, evaluation: Any, learn: Any, check: Any) -> NDArray[np.float64]:
        """Do what takes the time, all of it Java's: train, predict and let WEKA count."""
        learner.buildClassifier(learn)
        return np.asarray(evaluation.evaluateModel(learner, check))

    def _weka(self, name: str) -> Any:
        return jvm.start().JClass(f"weka.{name}")

    def _subset(self, table: Table, rows: Codes) -> Any:
        """Copy rows, in their order, by a single call into Java."""
        jpype = jvm.start()
        if table not in self._instances:
            self._instances[table] = _as_instances(jpype, table)
        whole, one_by_one = self._instances[table]
        subset = self._weka("core.Instances")(whole, len(rows))
        chosen = jpype.JArray(self._weka("core.Instance"))([one_by_one[i] for i in rows.tolist()])
        subset.addAll(jpype.JClass("java.util.Arrays").asList(chosen))
        return subset


def _as_instances(jpype: ModuleType, table: Table) -> tuple[Any, list[Any]]:
    """Build WEKA's copy of a table, the class last; and its rows, one Java object each."""
    core, array_list = jpype.JPackage("weka").core, jpype.JClass("java.util.ArrayList")
    attributes = array_list()
    for attribute in (*table.attributes, Attribute(CLASS, table.classes)):
        kind = () if attribute.values is None else (array_list(list(attribute.values)),)
        attributes.add(core.Attribute(attribute.name, *kind))
    whole = core.Instances(table.name, attributes, len(table.y))
    whole.setClassIndex(len(table.attributes))
    for row in np.column_stack([table.X, table.y]):  # a missing value is nan to WEKA too
        whole.add(core.DenseInstance(1.0, jpype.JArray(jpype.JDouble)(row)))
    return whole, list(whole)


def _compare(table: Table, classifier: str, truth: Codes, found: Codes, evaluation: Any) -> None:
    """Raise an error if WEKA's own accuracy or kappa of a fold differs from ours."""
    matrix = ConfusionMatrix.from_predictions(truth, found)
    # One class alone: kappa is 0/0, and WEKA calls it 1.
    kappa = 1.0 if matrix.n_classes == 1 else matrix.kappa
    ours = {"accuracy": matrix.accuracy, "kappa": kappa}
    for measure, asked in OWN.items():
        value, theirs = ours[measure], asked(evaluation)
        if not math.isclose(value, theirs, rel_tol=0, abs_tol=TOLERANCE):
            raise EngineError(
                f"WEKA's {classifier} on {table.name}: its {measure} is {theirs}, that of "
                f"its predictions {value}."
            )
