"""Agreement corrected for chance, from two columns of labels."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics._counts import as_pairs, count_pairs
from kappabook.metrics._distances import chance, disagreement
from kappabook.metrics._numbers import NO_DISAGREEMENT, undefined
from kappabook.metrics._validation.table import Costs, Weights
from kappabook.metrics.confusion import ConfusionMatrix


def cohen_kappa_score(
    y1: ArrayLike,
    y2: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    weights: Weights = None,
    sample_weight: ArrayLike | None = None,
    replace_undefined_by: float = math.nan,
) -> float:
    r"""Cohen's kappa: agreement beyond what an independent guesser would reach.

    .. math:: \kappa = 1 - \frac{\sum_{ij} w_{ij} \, p_{ij}}
                                {\sum_{ij} w_{ij} \, p_{i\cdot} \, p_{\cdot j}}

    Signature and answers are those of :func:`sklearn.metrics.cohen_kappa_score`.

    Parameters
    ----------
    y1, y2 : array-like of shape (n_samples,)
        Labels by two raters, or the truth and a prediction: integers, booleans or text.
        Unweighted kappa is symmetric.
    labels : array-like of shape (n_classes,), optional
        The classes, in order, each once; cases with any other label are left out. Needed with
        weights when the order of the classes is not their sorted order, or when one is absent;
        the ordered categories of pandas, and the Enum of polars, bring both along.
    weights : {'linear', 'quadratic'} or array-like of shape (n_classes, n_classes), optional
        Cost of each disagreement: 1 (the default), \|i - j\|, (i - j)^2, or a matrix with zero
        diagonal, in the order of `labels`; it may be asymmetric (rows are `y1`). A data frame is
        matched to the classes by the labels of its rows and columns.
    sample_weight : array-like of shape (n_samples,), optional
        Finite and non-negative.
    replace_undefined_by : float, default=nan
        Returned, with UndefinedMetricWarning, where kappa is 0/0.

    Returns
    -------
    float, at most 1; at least -1 if unweighted. From counts it is the float nearest to the
    exact fraction.

    Raises
    ------
    ValueError
        Columns that are empty, of unequal length, or hold missing, masked or mixed labels;
        `labels` that stand twice or contradict ordered categories; costs and sample weights that
        are negative, not finite or of another size; identifiers in place of classes (more than
        10,000 labels, and more than half as many as cases).

    Notes
    -----
    No table is made, but for a matrix of costs: plain, linear and quadratic kappa follow from the
    margins, the hits and the distances, in time and memory proportional to cases plus classes.

    Raises
    ------
    ValueError
        Empty or unequal columns; labels that are missing or of two kinds; bad weights or costs.

    References
    ----------
    Cohen (1960, 1968). Ben-David (2008), eq. (3).

    Examples
    --------
    >>> from kappabook import cohen_kappa_score
    >>> cohen_kappa_score(["low", "mid", "high"], ["low", "mid", "mid"])
    0.5
    >>> cohen_kappa_score(["low", "mid", "high"], ["low", "mid", "mid"],
    ...                   labels=["low", "mid", "high"], weights="quadratic")
    0.6666666666666666
    """
    names = ("y1", "y2")
    if weights is not None and not isinstance(weights, str):
        table, classes = count_pairs(
            y1, y2, labels=labels, sample_weight=sample_weight, names=names
        )
        matrix = ConfusionMatrix(table, classes)
        return float(matrix.weighted_kappa(weights, replace_undefined_by=replace_undefined_by))
    _refuse_unknown(weights)
    pairs, given = as_pairs(
        y1,
        y2,
        labels=labels,
        sample_weight=sample_weight,
        names=names,
        ordered=weights is not None,
    )
    total, observed, expected = disagreement(pairs, given, weights)
    if expected == 0:
        return undefined("Cohen's kappa", NO_DISAGREEMENT, replace_undefined_by)
    return float((expected - total * observed) / expected)


def chance_agreement(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Accuracy expected of an independent guesser with the same margins.

    .. math:: P_c = \sum_i p_{i\cdot} \, p_{\cdot i}

    It is a share of all cases, not of the hits.

    Parameters
    ----------
    y_true, y_pred, labels, sample_weight
        As in :func:`cohen_kappa_score`.

    Returns
    -------
    float in [0, 1]

    Raises
    ------
    ValueError
        As :func:`cohen_kappa_score`.

    References
    ----------
    Ben-David (2008), eq. (2).

    Examples
    --------
    >>> from kappabook import chance_agreement
    >>> chance_agreement([1, 1, 0, 0], [1, 1, 1, 0])
    0.5
    """
    pairs, _ = as_pairs(
        y_true,
        y_pred,
        labels=labels,
        sample_weight=sample_weight,
        names=("y_true", "y_pred"),
        ordered=False,
    )
    hits, square = chance(pairs)
    return float(hits / square)


def disagreement_costs(weights: Weights, n_classes: int) -> NDArray[Any] | Costs | None:
    """Costs by name: 'linear' is the distance in classes, 'quadratic' its square."""
    if weights is None or not isinstance(weights, str):
        return weights
    _refuse_unknown(weights)
    distance = np.abs(np.subtract.outer(np.arange(n_classes), np.arange(n_classes)))
    if weights == "linear":
        return distance
    return distance**2


def _refuse_unknown(weights: str | None) -> None:
    if weights not in (None, "linear", "quadratic"):
        raise ValueError(
            f"weights is {weights!r}; give 'linear', 'quadratic', None or a matrix of costs."
        )
