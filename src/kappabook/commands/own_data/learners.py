"""Classifiers by short names, and any of scikit-learn's kind by its import path."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sklearn.base import is_classifier
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from kappabook.commands.own_data.reading import nearest

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
    if not (hasattr(made, "fit") and hasattr(made, "get_params") and is_classifier(made)):
        raise ValueError(f"{name!r} is no classifier of scikit-learn's kind.")
    if made.get_params().get("random_state", 0) is None:
        made.set_params(random_state=0)
    return made


def _parsed(name: str) -> tuple[str, dict[str, Any]]:
    """Read ``path`` or ``path(key=value)``; nothing in it is run."""
    try:
        tree = ast.parse(name, mode="eval").body
        if not isinstance(tree, ast.Call):
            return name, {}
        if tree.args:
            raise ValueError
        given = {k.arg: ast.literal_eval(k.value) for k in tree.keywords if k.arg}
    except (SyntaxError, ValueError):
        if "(" not in name:
            return name, {}
        raise ValueError(
            f"classifier {name!r}: write it like sklearn.svm.SVC(C=10, kernel='linear')."
        ) from None
    return ast.unparse(tree.func), given
