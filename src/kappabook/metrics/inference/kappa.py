"""Standard errors, test and interval of one kappa, from counts or from labels."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics._counts import count_pairs
from kappabook.metrics._numbers import number
from kappabook.metrics._validation.columns import as_weights
from kappabook.metrics._validation.confusion import refuse_no_matrix
from kappabook.metrics._validation.labels import as_labels
from kappabook.metrics._validation.table import Weights
from kappabook.metrics.confusion import ConfusionMatrix
from kappabook.metrics.inference.caution import caution, effective
from kappabook.metrics.inference.dirichlet import SEED, posterior_kappas
from kappabook.metrics.inference.expected_cost import Costs
from kappabook.metrics.inference.interval import (
    KappaInference,
    KappaMethod,
    Status,
    valid_method,
)
from kappabook.metrics.inference.standard_error import (
    chance_table,
    computable,
    cost_matrix,
    deviation,
    influence,
)

FEWEST = 1000
# Non-zero cells for which drawing takes about a second.
MOST_CELLS = 5000


def kappa_inference(
    confusion: ConfusionMatrix,
    *,
    weights: Weights = None,
    method: KappaMethod | None = None,
    n_draws: int | None = None,
    random_state: int | np.random.Generator = SEED,
) -> KappaInference:
    r"""Infer from counts: interval, test and standard errors of kappa.

    The cases are taken as a random sample: prevalence and margins vary with it.

    The usual method, 'dirichlet', draws tables that could have given these counts (the posterior
    of a Dirichlet prior worth about 2 cases) and takes the quantiles of their kappas. Its intervals
    cover as promised also where a class is rare, and kappa near 0 or near 1; docs/intervals.md has
    the measured coverage. The draws come from a fixed seed, so the same table has the same answer.

    'fisher' and 'log' are the large-sample intervals of the literature, normal on a scale:

    .. math:: \text{fisher: } \tanh\bigl(\operatorname{artanh} \kappa \pm
              z \, SE / (1 - \kappa^2)\bigr), \qquad
              \text{log: } 1 - (1 - \kappa) \exp\bigl(\pm z \, SE / (1 - \kappa)\bigr)

    .. math:: SE^2 = \frac{1}{n} \sum_{ij} p_{ij} \left[
        \frac{D_o (\bar w_{i\cdot} + \bar w_{\cdot j} - D_e) - w_{ij} D_e}{D_e^2} \right]^2

    with the costs w, :math:`D_o = \sum w_{ij} p_{ij}`, :math:`D_e = \sum w_{ij} p_{i\cdot}
    p_{\cdot j}`, :math:`\bar w_{i\cdot} = \sum_j w_{ij} p_{\cdot j}` and :math:`\bar w_{\cdot j} =
    \sum_i w_{ij} p_{i\cdot}`. When nobody disagreed this is 0 and says nothing; they then use the
    exact binomial limit for the disagreement, with the margins held:
    :math:`1 - \bigl(1 - (\alpha/2)^{1/n}\bigr) / (1 - P_c)`. They need about five agreements by
    chance in every class: with two raters, a class of 1 %, 1000 cases and kappa 0 they cover 10 %
    instead of 95 %. Below kappa 0 'fisher' can fill the whole range; 'log' does not.

    By every method a kappa0 is in the interval of a level exactly if its p-value is at least 1 -
    level. The test of the literature, kappa divided by the null standard error (the same formula
    with :math:`p_{ij} = p_{i\cdot} p_{\cdot j}` throughout), does not go with any interval; it is
    kept as `z` and `null_p_value`.

    Parameters
    ----------
    confusion : ConfusionMatrix of shape (n_classes, n_classes)
        Whole numbers of cases; probabilities or fractional weights raise ValueError, since they
        do not say how many cases there were. Classes that nobody used are left out.
    weights : {'linear', 'quadratic'} or array-like of shape (n_classes, n_classes), optional
        As in `cohen_kappa_score`; asymmetric costs are handled as they are.
    method : {'dirichlet', 'fisher', 'log'}, optional
        Where interval and p-value come from. By default 'dirichlet'; if more than 5000 cells are
        not 0, where drawing is slow and 'fisher' says the same, that, or 'log' for a matrix of
        costs. 'fisher' is not for costs, which know no lower bound of -1.
    n_draws : int, optional
        Tables drawn by 'dirichlet': 50000, fewer in tables of more than 40 cells, at least 2000.
        With 50000 another seed moves the ends by about 1 % of the interval's half-width.
    random_state : int or numpy.random.Generator, default=1960
        Seed of the draws.

    Returns
    -------
    KappaInference
        Nothing is drawn before an interval or a p-value is asked for.

    Raises
    ------
    ValueError
        Cells that are no whole numbers of cases; bad costs; a method that does not fit.

    References
    ----------
    Fleiss, Cohen and Everitt (1969), Psychological Bulletin 72, pp. 323-327, for both standard
    errors.

    Examples
    --------
    >>> from kappabook import ConfusionMatrix, kappa_inference
    >>> found = kappa_inference(ConfusionMatrix([[88, 10, 2], [14, 40, 6], [18, 10, 12]]))
    >>> round(found.standard_error, 8), round(found.null_standard_error, 8)
    (0.05100182, 0.05197894)
    >>> low, high = found.confidence_interval()
    >>> round(low, 2), round(high, 2)
    (0.39, 0.59)
    >>> low, high = found.confidence_interval(method="fisher")
    >>> round(low, 3), round(high, 3)
    (0.385, 0.585)
    """
    refuse_no_matrix(confusion)
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
    return infer_from_sums(confusion, confusion.cells, weights, method, n_draws, random_state)


def kappa_inference_from_predictions(
    y1: ArrayLike,
    y2: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    weights: Weights = None,
    sample_weight: ArrayLike | None = None,
    method: KappaMethod | None = None,
    n_draws: int | None = None,
    random_state: int | np.random.Generator = SEED,
) -> KappaInference:
    r"""Infer from two columns of labels, with a weight for each case if wanted.

    Sample weights are sampling weights: a case of weight 2 stands for two in the population but
    was seen once. Hence :math:`SE^2 = \sum_s w_s^2 \psi_s^2 / (\sum_s w_s)^2`, which does not
    change when all weights are doubled, and the null standard error uses the effective number of
    cases :math:`(\sum w)^2 / \sum w^2` (Kish 1965). The method 'dirichlet' does the same in each
    cell: its cases count as :math:`(\sum w)^2 / \sum w^2` cases of one weight.

    Parameters
    ----------
    y1, y2, labels, weights, sample_weight
        As in :func:`kappabook.cohen_kappa_score`.
    method, n_draws, random_state
        As in :func:`kappa_inference`.

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
    >>> from kappabook import kappa_inference_from_predictions
    >>> found = kappa_inference_from_predictions([0, 1, 2, 0, 1, 2], [0, 2, 1, 0, 0, 2])
    >>> round(found.kappa, 8), round(found.standard_error, 8)
    (0.25, 0.2576941)
    """
    columns, names = (y1, y2), ("y1", "y2")
    how = weights, method, n_draws, random_state
    if sample_weight is None:
        cells, classes = count_pairs(*columns, labels=labels, names=names)
        return infer_from_sums(ConfusionMatrix(cells, classes), cells, *how)
    weight = as_weights(sample_weight, len(as_labels(y1, "y1")))
    weight = weight / weight.max()
    cells, classes = count_pairs(*columns, labels=labels, sample_weight=weight, names=names)
    squares, _ = count_pairs(*columns, labels=classes, sample_weight=weight**2, names=names)
    return infer_from_sums(ConfusionMatrix(cells, classes), squares, *how)


def infer_from_sums(
    confusion: ConfusionMatrix,
    squares: NDArray[Any],
    weights: Weights,
    method: KappaMethod | None,
    n_draws: int | None,
    random_state: int | np.random.Generator,
) -> KappaInference:
    """Infer from the matrix and, for each cell, the sum of the squared weights of its cases."""
    confusion, costs = computable(confusion), cost_matrix(weights, confusion.n_classes)
    bounded = weights is None or isinstance(weights, str)
    if method is None:
        many = np.count_nonzero(confusion.cells) > MOST_CELLS
        method = "dirichlet" if not many else "fisher" if bounded else "log"
    valid_method(method, bounded)
    n_draws = valid_draws(n_draws)
    kappa = float(confusion.weighted_kappa(costs))
    total = float(confusion.total)
    effective_n = float(confusion.total**2 / number(squares.sum()))
    error = math.sqrt((squares.astype(float) * influence(confusion, costs) ** 2).sum()) / total
    chance = chance_table(confusion)
    null_error = deviation(chance, costs) / math.sqrt(effective_n)
    expected = float((costs * chance.cells).sum() / costs.max()) if costs.any() else 0.0
    present = np.flatnonzero(confusion.row_totals + confusion.column_totals)
    used = np.ix_(present, present)
    sums, squares = (x[used].astype(float) for x in (confusion.cells, squares))
    counts = {
        name: effective(sums.sum(axis=axis), squares.sum(axis=axis))
        for name, axis in (("the rows", 1), ("the columns", 0))
    }
    return KappaInference(
        kappa=kappa,
        method=method,
        caution=caution(effective_n, counts, [confusion.labels[i] for i in present]),
        n=effective_n,
        standard_error=error,
        null_standard_error=null_error,
        z=kappa / null_error if null_error else math.nan,
        expected_disagreement=expected,
        bounded=bounded,
        status=_status(kappa, error, bounded),
        draw=partial(
            posterior_kappas,
            sums,
            squares,
            Costs.of(weights, present, confusion.n_classes),
            n_draws,
            random_state,
        ),
    )


def valid_draws(n_draws: int | None) -> int | None:
    """Refuse too few draws."""
    if n_draws is not None and n_draws < FEWEST:
        raise ValueError(f"n_draws is {n_draws}; quantiles want at least {FEWEST}.")
    return n_draws


def _status(kappa: float, error: float, bounded: bool) -> Status:
    if math.isnan(kappa):
        return "undefined"
    if kappa == 1:
        return "no disagreement"
    return "no variance" if error == 0 or (bounded and kappa <= -1) else "regular"
