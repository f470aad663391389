"""Scorers for scikit-learn's model selection: kappa with its weights, and the AUK.

Any other measure of this library becomes one by :func:`sklearn.metrics.make_scorer`; the Gini
coefficient is twice ``scoring="roc_auc"``, less one.

Examples
--------
>>> from sklearn.datasets import load_iris
>>> from sklearn.linear_model import LogisticRegression
>>> from sklearn.model_selection import cross_val_score
>>> from kappabook import kappa_scorer
>>> X, y = load_iris(return_X_y=True)
>>> cross_val_score(LogisticRegression(max_iter=500), X, y, scoring=kappa_scorer()).round(2)
array([0.95, 1.  , 0.9 , 0.95, 1.  ])
"""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import Any

from numpy.typing import ArrayLike
from sklearn.metrics import make_scorer

from kappabook.metrics.agreement import cohen_kappa_score
from kappabook.metrics.auk import auk_score
from kappabook.metrics.check import as_labels, number, undefined
from kappabook.metrics.check_scores import as_cases
from kappabook.metrics.check_tables import Weights


def kappa_scorer(
    *,
    weights: Weights = None,
    labels: ArrayLike | None = None,
    replace_undefined_by: float = math.nan,
) -> Any:
    """Make a scorer of Cohen's kappa of the predicted labels.

    Parameters
    ----------
    weights, labels
        As in :func:`kappabook.cohen_kappa_score`. Give `labels` with weights, so that a fold
        in which a class is absent is scored on the same scale.
    replace_undefined_by : float, default=nan
        Score of a fold in which kappa is 0/0.

    Returns
    -------
    scorer
        As :func:`sklearn.metrics.make_scorer` makes it. Errors are those of the score, when it is
        used.

    References
    ----------
    Cohen (1960, 1968), as in :func:`kappabook.cohen_kappa_score`.

    Examples
    --------
    >>> from sklearn.dummy import DummyClassifier
    >>> from kappabook import kappa_scorer
    >>> guess = DummyClassifier().fit([[0]] * 3, ["a", "a", "b"])
    >>> kappa_scorer(replace_undefined_by=0.0)(guess, [[0]] * 4, ["a", "b", "a", "b"])
    0.0
    """
    options = {"weights": weights, "labels": labels, "replace_undefined_by": replace_undefined_by}
    return make_scorer(cohen_kappa_score, **options)


def auk_scorer(
    *,
    pos_label: Hashable,
    hull: bool = False,
    rule: str = "segment",
    normalize: bool = False,
    replace_undefined_by: float = math.nan,
) -> Any:
    """Make a scorer of the AUK, which depends on the choice of the positive class.

    Parameters
    ----------
    pos_label : label
        The positive class; there is no default, because the AUK changes with it. A fold without
        cases of it has the score `replace_undefined_by`.
    hull, rule, normalize
        As in :func:`kappabook.auk_score`.
    replace_undefined_by : float, default=nan
        Score, with UndefinedMetricWarning, of a fold in which one class is missing.

    Returns
    -------
    scorer
        As :func:`sklearn.metrics.make_scorer` makes it. Errors are those of the score, when it is
        used; a `pos_label` that the estimator was not trained on is one.

    References
    ----------
    Kaymak, Ben-David and Potharst, eq. (21), p. 12.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> from kappabook import auk_scorer
    >>> X, y = [[0], [1], [2], [3]], ["well", "ill", "well", "ill"]
    >>> round(auk_scorer(pos_label="ill")(LogisticRegression().fit(X, y), X, y), 3)
    0.25
    """
    return make_scorer(
        _auk_of_fold,
        response_method=("decision_function", "predict_proba"),  # the order of "roc_auc"
        pos_label=pos_label,
        hull=hull,
        rule=rule,
        normalize=normalize,
        replace_undefined_by=replace_undefined_by,
    )


def _auk_of_fold(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    pos_label: Hashable,
    replace_undefined_by: float,
    sample_weight: ArrayLike | None = None,
    **options: Any,
) -> float:
    """AUK of one fold, whose estimator knows a positive class that the fold may lack.

    The score by itself has to refuse a `pos_label` that does not occur: it may be mistyped.
    """
    classes = set(as_labels(y_true, "y_true").tolist())
    if len(classes) == 1 and number(pos_label) not in classes:
        (only,) = classes
        as_cases(y_true, y_score, only, sample_weight)  # bad input is an error all the same
        return undefined("AUK", f"all cases of y_true are {only!r}", replace_undefined_by)
    options |= {"pos_label": pos_label, "replace_undefined_by": replace_undefined_by}
    return auk_score(y_true, y_score, sample_weight=sample_weight, **options)
