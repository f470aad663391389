"""Two kappas on one test set, by the delta method."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics._counts import count_pairs
from kappabook.metrics._validation.columns import as_weights
from kappabook.metrics._validation.labels import as_labels
from kappabook.metrics._validation.table import Table
from kappabook.metrics.confusion import ConfusionMatrix
from kappabook.metrics.inference.comparison import PairedComparison, normal_comparison
from kappabook.metrics.inference.standard_error import cost_matrix, influence


def compare_kappas(
    y_true: ArrayLike,
    y_pred_a: ArrayLike,
    y_pred_b: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    weights: str | Table | None = None,
    sample_weight: ArrayLike | None = None,
    confidence_level: float = 0.95,
) -> PairedComparison:
    r"""Compare the kappas of two predictions of the same cases, by the delta method.

    Each case s pulls on the difference by :math:`\psi_a(s) - \psi_b(s)`, the influences of
    :func:`kappa_inference`, so

    .. math:: SE^2 = \frac{1}{(\sum_s w_s)^2} \sum_s w_s^2 \, \bigl(\psi_a(s) - \psi_b(s)\bigr)^2 .

    The correlation of the two kappas is in the cases; no table of three dimensions is needed.

    Parameters
    ----------
    y_true, y_pred_a, y_pred_b : array-like of shape (n_samples,)
        Labels. Every label must be in `labels`, if given.
    labels, weights, sample_weight
        As in `cohen_kappa_score`; sample weights are sampling weights, as in
        `kappa_inference_from_predictions`.
    confidence_level : float in (0, 1), default=0.95
        Coverage asked for.

    Returns
    -------
    PairedComparison
        Two predictions that never differ in influence have standard error 0: p is then 1 if the
        kappas agree, and nan, with UndefinedMetricWarning, if they do not.

    Raises
    ------
    ValueError
        As :func:`kappabook.cohen_kappa_score`; a label that is not in `labels`.

    References
    ----------
    Fleiss, Cohen and Everitt (1969) for each variance. McKenzie et al. (1996) and Donner et al.
    (2000) treat the same comparison.

    Examples
    --------
    >>> from kappabook.metrics.inference import compare_kappas
    >>> y_true = [0, 0, 0, 1, 1, 1] * 10
    >>> better, worse = [0, 0, 0, 1, 1, 0] * 10, [0, 0, 1, 1, 1, 0] * 10
    >>> found = compare_kappas(y_true, better, worse)
    >>> round(found.difference, 3), round(found.standard_error, 3), round(found.p_value, 5)
    (0.333, 0.091, 0.00024)
    """
    bound = 2.0 if weights is None or isinstance(weights, str) else math.inf
    truth = as_labels(y_true, "y_true")
    given = (("y_pred_a", y_pred_a), ("y_pred_b", y_pred_b))
    named = [(name, as_labels(y, name)) for name, y in given]
    weight = None
    if sample_weight is not None:
        weight = as_weights(sample_weight, len(truth))
        weight = weight / weight.max()
    if labels is None:
        counted = [count_pairs(truth, y, names=("y_true", name)) for name, y in named]
        labels = sorted({label for _, classes in counted for label in classes})
    kappas, pulls = [], []
    for name, y in named:
        cells, classes = count_pairs(
            truth, y, labels=labels, sample_weight=weight, names=("y_true", name)
        )
        confusion = ConfusionMatrix(cells, classes)
        costs = cost_matrix(weights, len(classes))
        kappas.append(float(confusion.weighted_kappa(costs)))
        rows, columns = _positions(truth, classes, "y_true"), _positions(y, classes, name)
        pulls.append(influence(confusion, costs)[rows, columns])
    w = np.ones(len(truth)) if weight is None else weight
    error = float(np.linalg.norm(w * (pulls[0] - pulls[1])) / w.sum())
    return normal_comparison(kappas[0], kappas[1], error, bound, confidence_level, "delta")


def _positions(y: NDArray[Any], classes: list[Any], name: str) -> NDArray[np.intp]:
    """Row or column of each case; a comparison on different cases would not be paired."""
    present, codes = np.unique(y, return_inverse=True)
    places = {label: i for i, label in enumerate(classes)}
    for label in present.tolist():
        if label not in places:
            raise ValueError(
                f"{name} holds {label!r}, which is not in labels={classes}; leave such cases out "
                "of all three columns first, so that both kappas are about the same cases."
            )
    return np.array([places[label] for label in present.tolist()])[codes]
