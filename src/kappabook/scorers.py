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

All of them at once: ``cross_validate(model, X, y, scoring=SCORERS)``; in a search also name the
one that chooses: ``GridSearchCV(model, grid, scoring=SCORERS, refit="kappa")``. With metadata
routing on, ask for weights as with any scorer; each look-up gives a scorer of your own:
``SCORERS["kappa"].set_score_request(sample_weight=True)``.
"""

from __future__ import annotations

import math
from collections.abc import (
    Callable,
    Hashable,
    ItemsView,
    Iterator,
    Mapping,
    Sequence,
    ValuesView,
)
from copy import deepcopy
from typing import Any, Literal, NoReturn, Protocol, Self

from numpy.typing import ArrayLike, NDArray
from sklearn.metrics import make_scorer

from kappabook.metrics._numbers import number, undefined
from kappabook.metrics._validation.labels import as_labels
from kappabook.metrics._validation.scores import as_cases
from kappabook.metrics.agreement import cohen_kappa_score
from kappabook.metrics.auk import auk_score
from kappabook.metrics.per_class import per_class_kappa_score
from kappabook.metrics.roc import gini_score

__all__ = ["SCORERS", "Scorer", "auk_scorer", "gini_scorer", "kappa_scorer"]

# In the order of scikit-learn's roc_auc, so that both look at the same scores.
_SCORES = ("decision_function", "predict_proba")
# Without text but the two names, so that a type checker sees a misspelt one.
Weights = Literal["linear", "quadratic"] | Sequence[Sequence[float]] | NDArray[Any] | None


class Scorer(Protocol):
    """What scikit-learn takes as `scoring`, as :func:`sklearn.metrics.make_scorer` makes it.

    It is a type, for annotations; nothing is made of it.

    Examples
    --------
    >>> from kappabook.scorers import Scorer, kappa_scorer
    >>> scorer: Scorer = kappa_scorer(weights="linear")
    """

    def __call__(
        self,
        estimator: Any,
        X: Any,
        y_true: Any,
        *,
        sample_weight: ArrayLike | None = None,
        **kwargs: Any,
    ) -> float:
        """Score a fitted estimator on cases with known labels; larger is better."""

    def set_score_request(self, **kwargs: bool | str | None) -> Self:
        """Ask for metadata, such as ``sample_weight=True``; needs metadata routing on."""


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
    >>> from kappabook.scorers import kappa_scorer
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
    >>> from kappabook.scorers import auk_scorer
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


# --- what the scorers of rankings call --------------------------------------------------------
# By name in the module, so that a scorer can be pickled; scikit-learn reads their signatures.


def auk(
    y_true: ArrayLike, y_score: ArrayLike, *, sample_weight: ArrayLike | None = None, **options: Any
) -> float:
    """Return the AUK of one fold, in which a class may be missing."""
    return _of_a_fold(auk_score, "AUK", y_true, y_score, sample_weight, **options)


def gini(
    y_true: ArrayLike, y_score: ArrayLike, *, sample_weight: ArrayLike | None = None, **options: Any
) -> float:
    """Return the Gini coefficient of one fold, in which a class may be missing."""
    return _of_a_fold(gini_score, "the Gini coefficient", y_true, y_score, sample_weight, **options)


def _of_a_fold(
    measure: Callable[..., float],
    name: str,
    y_true: ArrayLike,
    y_score: ArrayLike,
    sample_weight: ArrayLike | None,
    *,
    pos_label: Hashable | None,
    replace_undefined_by: float,
    **options: Any,
) -> float:
    """Measure a fold whose estimator knows both classes, though the fold may have one only.

    A measure by itself has to refuse a `pos_label` that does not occur: it may be mistyped.
    Here the estimator was trained on it. Without one, the scores are those of ``classes_[1]``,
    which is the larger of the two labels.
    """
    classes = set(as_labels(y_true, "y_true").tolist())
    if len(classes) == 1 and (pos_label is None or number(pos_label) not in classes):
        (only,) = classes
        as_cases(y_true, y_score, only, sample_weight)  # bad input is an error all the same
        return undefined(name, f"all cases of y_true are {only!r}", replace_undefined_by)
    if len(classes) == 2 and pos_label is None:
        pos_label = max(classes)
    return measure(
        y_true,
        y_score,
        pos_label=pos_label,
        sample_weight=sample_weight,
        replace_undefined_by=replace_undefined_by,
        **options,
    )


# --- the mapping ------------------------------------------------------------------------------


class _Scorers(dict[str, Scorer]):
    """A read-only dictionary that hands out copies.

    A dictionary, since scikit-learn takes no other mapping; copies, as its `get_scorer` hands
    out, since `set_score_request` changes a scorer in place.
    """

    def __getitem__(self, name: str) -> Scorer:
        if name not in self:
            raise KeyError(f"no scorer {name!r}; there are {', '.join(self)}.")
        return deepcopy(super().__getitem__(name))

    def __iter__(self) -> Iterator[str]:  # its presence makes dict(SCORERS) ask __getitem__
        return super().__iter__()

    def get(self, name: str, default: Any = None) -> Any:
        return deepcopy(super().get(name, default))

    def items(self) -> ItemsView[str, Scorer]:  # type: ignore[override]
        return self.copy().items()

    def values(self) -> ValuesView[Scorer]:  # type: ignore[override]
        return self.copy().values()

    def copy(self) -> dict[str, Scorer]:
        return {name: self[name] for name in self}

    def __or__(self, other: Mapping[str, Scorer]) -> dict[str, Scorer]:  # type: ignore[override]
        return {**self.copy(), **other}

    def __ror__(self, other: Mapping[str, Scorer]) -> dict[str, Scorer]:  # type: ignore[override]
        return {**other, **self.copy()}

    def __reduce__(self) -> str:
        return "SCORERS"  # there is one, and it does not change

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("SCORERS cannot be changed; make your own: dict(SCORERS, name=scorer).")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse


#: Scorers that need no choice of the user's; the AUK needs one, see `auk_scorer`.
SCORERS: Mapping[str, Scorer] = _Scorers(
    kappa=kappa_scorer(),
    kappa_linear=kappa_scorer(weights="linear"),
    kappa_quadratic=kappa_scorer(weights="quadratic"),
    kappa_macro=make_scorer(per_class_kappa_score, average="macro"),
    gini=gini_scorer(),
)
