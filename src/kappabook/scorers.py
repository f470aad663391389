"""Scorers for scikit-learn's model selection: kappa, its weighted kin, Gini and AUK.

Examples
--------
>>> from sklearn.datasets import load_iris
>>> from sklearn.linear_model import LogisticRegression
>>> from sklearn.model_selection import cross_val_score
>>> from kappabook.scorers import SCORERS
>>> X, y = load_iris(return_X_y=True)
>>> cross_val_score(LogisticRegression(max_iter=500), X, y, scoring=SCORERS["kappa"]).round(2)
array([0.95, 1.  , 0.9 , 0.95, 1.  ])

With metadata routing on, ask for weights as with any scorer:
``SCORERS["kappa"].set_score_request(sample_weight=True)``.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from types import MappingProxyType
from typing import Any

from numpy.typing import ArrayLike
from sklearn.metrics import make_scorer

from kappabook.metrics.agreement import cohen_kappa_score
from kappabook.metrics.auk import auk_score
from kappabook.metrics.per_class import per_class_kappa_score
from kappabook.metrics.roc import gini_score

_SCORES = ("decision_function", "predict_proba")


def kappa_scorer(*, weights: str | ArrayLike | None = None, labels: ArrayLike | None = None) -> Any:
    """Make a scorer of Cohen's kappa of the predicted labels.

    Parameters
    ----------
    weights, labels
        As in :func:`kappabook.cohen_kappa_score`. Give `labels` with weights, so that a fold
        in which a class is absent is scored on the same scale.
    """
    return make_scorer(cohen_kappa_score, weights=weights, labels=labels)


def auk_scorer(*, pos_label: Hashable, hull: bool = False, rule: str = "segment") -> Any:
    """Make a scorer of the AUK, which depends on the choice of the positive class.

    Parameters
    ----------
    pos_label : label
        The positive class; there is no default, because the AUK changes with it.
    hull, rule
        As in :func:`kappabook.auk_score`.
    """
    return make_scorer(
        auk_score, response_method=_SCORES, pos_label=pos_label, hull=hull, rule=rule
    )


def gini_scorer(*, pos_label: Hashable | None = None, hull: bool = False) -> Any:
    """Make a scorer of the Gini coefficient of the ranking, 2 AUC - 1."""
    return make_scorer(gini_score, response_method=_SCORES, pos_label=pos_label, hull=hull)


# Scorers that need no choice of the user's; the AUK needs one, see `auk_scorer`.
SCORERS: Mapping[str, Any] = MappingProxyType(
    {
        "kappa": kappa_scorer(),
        "kappa_linear": kappa_scorer(weights="linear"),
        "kappa_quadratic": kappa_scorer(weights="quadratic"),
        "kappa_macro": make_scorer(per_class_kappa_score, average="macro"),
        "gini": gini_scorer(),
    }
)
