"""Standard errors, test and interval of one kappa, from counts or from labels."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics._counts import count_pairs
from kappabook.metrics._numbers import number
from kappabook.metrics._validation.columns import as_weights
from kappabook.metrics._validation.labels import as_labels
from kappabook.metrics._validation.table import Table
from kappabook.metrics.confusion import ConfusionMatrix
from kappabook.metrics.inference.interval import KappaInference, Status, two_sided_p
from kappabook.metrics.inference.standard_error import (
    chance_table,
    cost_matrix,
    deviation,
    influence,
)


def kappa_inference(
    confusion: ConfusionMatrix, *, weights: str | Table | None = None
) -> KappaInference:
    r"""Infer from counts: standard error, null standard error, test and interval of kappa.

    .. math:: SE^2 = \frac{1}{n} \sum_{ij} p_{ij} \left[
        \frac{D_o (\bar w_{i\cdot} + \bar w_{\cdot j} - D_e) - w_{ij} D_e}{D_e^2} \right]^2

    with the costs w, :math:`D_o = \sum w_{ij} p_{ij}`, :math:`D_e = \sum w_{ij} p_{i\cdot}
    p_{\cdot j}`, :math:`\bar w_{i\cdot} = \sum_j w_{ij} p_{\cdot j}` and :math:`\bar w_{\cdot j} =
    \sum_i w_{ij} p_{i\cdot}`. The null standard error is the same with
    :math:`p_{ij} = p_{i\cdot} p_{\cdot j}` throughout.

    The cases are taken as a random sample: prevalence and margins vary with it.

    Parameters
    ----------
    confusion : ConfusionMatrix of shape (n_classes, n_classes)
        Whole numbers of cases; probabilities or fractional weights raise ValueError, since they
        do not say how many cases there were.
    weights : {'linear', 'quadratic'} or array-like of shape (n_classes, n_classes), optional
        As in `cohen_kappa_score`; asymmetric costs are handled as they are.

    Returns
    -------
    KappaInference

    Raises
    ------
    ValueError
        Cells that are no whole numbers of cases; bad costs.

    References
    ----------
    Fleiss, Cohen and Everitt (1969), Psychological Bulletin 72, pp. 323-327.

    Examples
    --------
    >>> from kappabook import ConfusionMatrix
    >>> from kappabook.metrics.inference import kappa_inference
    >>> found = kappa_inference(ConfusionMatrix([[88, 10, 2], [14, 40, 6], [18, 10, 12]]))
    >>> round(found.standard_error, 8), round(found.null_standard_error, 8)
    (0.05100182, 0.05197894)
    >>> low, high = found.confidence_interval()
    >>> round(low, 3), round(high, 3)
    (0.385, 0.585)
    """
    if confusion.is_probability:
        raise ValueError(
            "probabilities do not say how many cases there were; give a ConfusionMatrix of counts."
        )
    fractional = np.argwhere(confusion.cells % 1 != 0)
    if len(fractional):
        i, j = fractional[0]
        raise ValueError(
            f"cells[{i}, {j}] is {confusion.cells[i, j]}; weights do not say how many cases there "
            "were. Give counts, or labels and sample_weight to kappa_inference_from_predictions."
        )
    return _infer(confusion, confusion.cells, weights)


def kappa_inference_from_predictions(
    y1: ArrayLike,
    y2: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    weights: str | Table | None = None,
    sample_weight: ArrayLike | None = None,
) -> KappaInference:
    r"""Infer from two columns of labels, with a weight for each case if wanted.

    Sample weights are sampling weights: a case of weight 2 stands for two in the population but
    was seen once. Hence :math:`SE^2 = \sum_s w_s^2 \psi_s^2 / (\sum_s w_s)^2`, which does not
    change when all weights are doubled, and the null standard error uses the effective number of
    cases :math:`(\sum w)^2 / \sum w^2` (Kish 1965).

    Parameters
    ----------
    y1, y2, labels, weights, sample_weight
        As in :func:`kappabook.cohen_kappa_score`.

    Returns
    -------
    KappaInference
        As of :func:`kappa_inference`.

    Raises
    ------
    ValueError
        As :func:`kappabook.cohen_kappa_score`.

    References
    ----------
    Fleiss, Cohen and Everitt (1969). Kish (1965), Survey Sampling.

    Examples
    --------
    >>> from kappabook.metrics.inference import kappa_inference_from_predictions
    >>> found = kappa_inference_from_predictions([0, 1, 2, 0, 1, 2], [0, 2, 1, 0, 0, 2])
    >>> round(found.kappa, 8), round(found.standard_error, 8)
    (0.25, 0.2576941)
    """
    columns, names = (y1, y2), ("y1", "y2")
    if sample_weight is None:
        cells, classes = count_pairs(*columns, labels=labels, names=names)
        return _infer(ConfusionMatrix(cells, classes), cells, weights)
    weight = as_weights(sample_weight, len(as_labels(y1, "y1")))
    weight = weight / weight.max()
    cells, classes = count_pairs(*columns, labels=labels, sample_weight=weight, names=names)
    squares, _ = count_pairs(*columns, labels=classes, sample_weight=weight**2, names=names)
    return _infer(ConfusionMatrix(cells, classes), squares, weights)


def _infer(
    confusion: ConfusionMatrix, squares: NDArray[Any], weights: str | Table | None
) -> KappaInference:
    """Infer from the matrix and, for each cell, the sum of the squared weights of its cases."""
    costs = cost_matrix(weights, confusion.n_classes)
    bounded = weights is None or isinstance(weights, str)
    kappa = float(confusion.weighted_kappa(costs))
    total, effective = float(confusion.total), float(confusion.total**2 / number(squares.sum()))
    error = math.sqrt((squares.astype(float) * influence(confusion, costs) ** 2).sum()) / total
    chance = chance_table(confusion)
    null_error = deviation(chance, costs) / math.sqrt(effective)
    z = kappa / null_error if null_error else math.nan
    expected = float((costs * chance.cells).sum() / costs.max()) if costs.any() else 0.0
    return KappaInference(
        kappa=kappa,
        standard_error=error,
        null_standard_error=null_error,
        n=effective,
        z=z,
        p_value=two_sided_p(z),
        expected_disagreement=expected,
        bounded=bounded,
        status=_status(kappa, error, bounded),
    )


def _status(kappa: float, error: float, bounded: bool) -> Status:
    if math.isnan(kappa):
        return "undefined"
    if kappa == 1:
        return "no disagreement"
    return "no variance" if error == 0 or (bounded and kappa <= -1) else "regular"
