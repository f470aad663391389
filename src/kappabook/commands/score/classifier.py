"""Every measure of one classifier, from the truth, its predictions and its scores."""

from __future__ import annotations

import math
import warnings
from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.commands.score.matrix_measures import Counted, matrix_measures
from kappabook.commands.score.ranking_measures import drawn_curve, ranking_measures, without_ranking
from kappabook.commands.score.scored import Classifier
from kappabook.metrics.check import as_floats, as_labels, as_positive
from kappabook.metrics.confusion import ConfusionMatrix
from kappabook.metrics.places import places_of

Codes = NDArray[np.int64]
Values = NDArray[np.float64]
IN_FILE = "predictions as given"
NO_SCORES = "there are no scores"
_TWO = 2


def measure_arrays(
    y_true: ArrayLike,
    y_pred: ArrayLike | None = None,
    y_score: ArrayLike | None = None,
    *,
    pos_label: Hashable | None = None,
    threshold: float | None = None,
    sample_weight: ArrayLike | None = None,
    groups: ArrayLike | None = None,
) -> Classifier:
    """Measure one classifier from arrays: all that ``kappabook score`` prints of a file.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        Labels: integers, booleans or text.
    y_pred : array-like of shape (n_samples,), optional
        Predicted labels; without them the scores are cut at `threshold`.
    y_score : array-like of shape (n_samples,), optional
        Finite; higher means more positive. Needs two classes.
    pos_label : label, optional
        The class that the scores are about; None means 1 of {0, 1} or {-1, 1}.
    threshold : float, optional
        Where to cut the scores, if there are no predictions.
    sample_weight : array-like of shape (n_samples,), optional
        Positive sampling weights.
    groups : array-like of shape (n_samples,), optional
        Whose cases belong together, such as patients.

    Returns
    -------
    Classifier
        Its `as_dict()` has the keys of ``kappabook score --json``; labels are text in it.

    Raises
    ------
    ValueError
        Columns that cannot be read or do not fit together; more than two classes with scores;
        neither predictions nor scores with a threshold.

    References
    ----------
    The choice of measures is our own; docs/measure.md names the source of each.

    Examples
    --------
    >>> found = measure_arrays(["ill", "well", "ill", "well"], ["ill", "well", "well", "well"])
    >>> found.measures["kappa"].estimate, found.as_dict()["labels"]
    (0.5, ['ill', 'well'])
    """
    guess, names = (y_true, "y_true") if y_pred is None else (y_pred, "y_pred")
    places = places_of(y_true, guess, None, sample_weight, ("y_true", names), ordered=True)
    labels = [str(label) for label in places.classes]
    positive, score, n = None, None, len(places.first)
    if y_score is not None:
        truth = as_positive(y_true, pos_label)  # of two classes
        score = as_floats(y_score, "y_score", "scores")
        if len(score) != n or not np.isfinite(score).all():
            raise ValueError(f"y_score must be {n} finite numbers, one for each case of y_true.")
        if len(labels) != _TWO:
            raise ValueError(f"there are {len(labels)} classes, {labels}; a score ranks two.")
        positive = labels[int(places.first[truth.argmax()])]
    if places.weight is not None and not places.weight.all():
        raise ValueError("sample_weight is 0 somewhere; leave out what does not count.")
    codes = None if groups is None else np.unique(as_labels(groups, "groups"), return_inverse=True)
    if codes is not None and len(codes[1]) != n:
        raise ValueError(f"groups has {len(codes[1])} labels for {n} cases.")
    return measure_classifier(
        "arrays",
        places.first,
        None if y_pred is None else places.second,
        labels,
        score=score,
        positive=positive,
        threshold=threshold if y_pred is None else None,
        threshold_from=IN_FILE if y_pred is not None else "threshold",
        weight=places.weight,
        group=None if codes is None else codes[1],
    )


def measure_classifier(
    name: str,
    truth: Codes,
    predicted: Codes | None,
    labels: Sequence[str],
    *,
    score: Values | None = None,
    positive: str | None = None,
    threshold: float | None = None,
    threshold_from: str = IN_FILE,
    weight: Values | None = None,
    group: Codes | None = None,
) -> Classifier:
    """Measure one classifier on cases that fit into memory.

    Parameters
    ----------
    name : str
    truth : ndarray of int, shape (n,)
        Places in `labels`.
    predicted : ndarray of int, shape (n,), or None
        Places in `labels`; None takes the positive class where `score` is at least `threshold`.
    labels : sequence of str
        Every class, in the order in which they are shown.
    score : ndarray of float, shape (n,), optional
        Finite; higher means more positive. Needs two labels and `positive`.
    positive : str, optional
        The positive class: what `score`, AUC, AUK, H and the prevalence are about.
    threshold : float, optional
        Where the scores were cut.
    threshold_from : str
        Where the threshold, or the predictions, come from.
    weight : ndarray of float, shape (n,), optional
        Positive sampling weights.
    group : ndarray of int, shape (n,), optional
        Codes of the groups, such as patients, whose cases belong together.

    Returns
    -------
    Classifier

    Raises
    ------
    ValueError
        There are neither predictions nor scores with a threshold.
    """
    ranked = score is not None and positive is not None and len(labels) == _TWO
    place = labels.index(positive) if positive in labels else -1
    if predicted is None:
        if not ranked or score is None or threshold is None:
            raise ValueError(f"{name} has no predictions, and no scores with a threshold.")
        predicted = np.where(score >= threshold, place, 1 - place)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what is undefined is nan, and said
        counted = count(truth, predicted, labels, weight, group)
        measures, per_class, caution = matrix_measures(counted)
        curve, best_threshold, best_kappa = None, math.nan, math.nan
        if ranked and score is not None:
            is_positive = truth == place
            ranking = ranking_measures(is_positive, score, weight, group)
            if 0 < is_positive.sum() < len(truth):
                curve, best_threshold, best_kappa = drawn_curve((is_positive, score, weight))
        else:
            ranking = without_ranking(
                why_no_ranking(has_scores=score is not None, labels=labels, positive=positive)
            )
    return Classifier(
        name=name,
        n=len(truth),
        labels=tuple(labels),
        confusion=counted.confusion.cells.tolist(),
        measures=measures | ranking,
        per_class=per_class,
        positive=positive,
        prevalence=prevalence_of(counted.confusion, place),
        threshold=threshold,
        threshold_from=threshold_from,
        best_threshold=best_threshold,
        best_kappa=best_kappa,
        caution=caution,
        curve=curve,
    )


def count(
    truth: Codes,
    predicted: Codes,
    labels: Sequence[str],
    weight: Values | None = None,
    group: Codes | None = None,
) -> Counted:
    """Count the cases, or sum their weights, in a matrix of all labels."""
    k = len(labels)
    cells = truth * k + predicted
    if weight is None:
        counts = np.bincount(cells, minlength=k * k).reshape(k, k)
        squares = counts
    else:
        counts, squares = (np.bincount(cells, w, k * k).reshape(k, k) for w in (weight, weight**2))
    confusion = ConfusionMatrix(counts, list(labels))
    return Counted(confusion, squares, len(truth), cells, weight, group)


def prevalence_of(confusion: ConfusionMatrix, place: int) -> float:
    """Share of one class in the truth; nan if there is no such class."""
    return math.nan if place < 0 else float(confusion.row_margins[place])


def why_no_ranking(*, has_scores: bool, labels: Sequence[str], positive: str | None) -> str:
    """Say why there is no ranking to measure, or nothing if there is one."""
    if not has_scores:
        return NO_SCORES
    if len(labels) != _TWO:
        return f"one column of scores ranks two classes, and there are {len(labels)}"
    return "no positive class is known" if positive is None else ""
