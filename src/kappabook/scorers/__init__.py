"""Scorers for scikit-learn's model selection: kappa, its weighted kin, Gini and AUK.

Examples
--------
>>> from sklearn.datasets import load_iris
>>> from sklearn.linear_model import LogisticRegression
>>> from sklearn.model_selection import cross_val_score
>>> from kappabook import SCORERS
>>> X, y = load_iris(return_X_y=True)
>>> cross_val_score(LogisticRegression(max_iter=500), X, y, scoring=SCORERS["kappa"]).round(2)
array([0.95, 1.  , 0.9 , 0.95, 1.  ])

All of them at once: ``cross_validate(model, X, y, scoring=SCORERS)``; in a search also name the
one that chooses: ``GridSearchCV(model, grid, scoring=SCORERS, refit="kappa")``. With metadata
routing on, ask for weights as with any scorer; each look-up gives a scorer of your own:
``SCORERS["kappa"].set_score_request(sample_weight=True)``.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping

from numpy.typing import ArrayLike
from sklearn.metrics import make_scorer

from kappabook.metrics._validation.table import Weights
from kappabook.metrics.agreement import cohen_kappa_score
from kappabook.metrics.per_class import per_class_kappa_score
from kappabook.scorers._folds import auk, gini
from kappabook.scorers._mapping import Scorer, Scorers

__all__ = ["SCORERS", "Scorer", "auk_scorer", "gini_scorer", "kappa_scorer"]

# In the order of scikit-learn's roc_auc, so that both look at the same scores.
_SCORES = ("decision_function", "predict_proba")


def kappa_scorer(
    *,
    weights: Weights = None,
    labels: ArrayLike | None = None,
    replace_undefined_by: float = math.nan,
) -> Scorer:
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
    Scorer
        For `scoring` of scikit-learn. Errors are those of the score, when it is used.

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
    scorer: Scorer = make_scorer(
        cohen_kappa_score,
        weights=weights,
        labels=labels,
        replace_undefined_by=replace_undefined_by,
    )
    return scorer


def auk_scorer(
    *,
    pos_label: Hashable,
    hull: bool = False,
    rule: str = "segment",
    replace_undefined_by: float = math.nan,
) -> Scorer:
    """Make a scorer of the AUK, which depends on the choice of the positive class.

    Parameters
    ----------
    pos_label : label
        The positive class; there is no default, because the AUK changes with it. A fold without
        cases of it has the score `replace_undefined_by`.
    hull, rule
        As in :func:`kappabook.auk_score`.
    replace_undefined_by : float, default=nan
        Score, with UndefinedMetricWarning, of a fold in which one class is missing.

    Returns
    -------
    Scorer
        For `scoring` of scikit-learn. Errors are those of the score, when it is used; a
        `pos_label` that the estimator was not trained on is one.

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
    scorer: Scorer = make_scorer(
        auk,
        response_method=_SCORES,
        pos_label=pos_label,
        hull=hull,
        rule=rule,
        replace_undefined_by=replace_undefined_by,
    )
    return scorer


def gini_scorer(
    *,
    pos_label: Hashable | None = None,
    hull: bool = False,
    replace_undefined_by: float = math.nan,
) -> Scorer:
    """Make a scorer of the Gini coefficient of the ranking, 2 AUC - 1.

    Parameters
    ----------
    pos_label : label, optional
        The positive class; default: the second of the estimator's ``classes_``, as with
        ``scoring="roc_auc"``. Without `hull` the other class would give the same value.
    hull : bool, default=False
        As in :func:`kappabook.gini_score`.
    replace_undefined_by : float, default=nan
        Score, with UndefinedMetricWarning, of a fold in which one class is missing.

    Returns
    -------
    Scorer
        For `scoring` of scikit-learn. Errors are those of the score, when it is used; a
        `pos_label` that the estimator was not trained on is one.

    References
    ----------
    Kaymak, Ben-David and Potharst, eq. (10), p. 7.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> from kappabook.scorers import gini_scorer
    >>> X, y = [[0], [1], [2], [3]], ["well", "ill", "well", "ill"]
    >>> gini_scorer()(LogisticRegression().fit(X, y), X, y)
    0.5
    """
    scorer: Scorer = make_scorer(
        gini,
        response_method=_SCORES,
        pos_label=pos_label,
        hull=hull,
        replace_undefined_by=replace_undefined_by,
    )
    return scorer


#: Scorers that need no choice of the user's; the AUK needs one, see `auk_scorer`.
SCORERS: Mapping[str, Scorer] = Scorers(
    kappa=kappa_scorer(),
    kappa_linear=kappa_scorer(weights="linear"),
    kappa_quadratic=kappa_scorer(weights="quadratic"),
    kappa_macro=make_scorer(per_class_kappa_score, average="macro"),
    gini=gini_scorer(),
)
