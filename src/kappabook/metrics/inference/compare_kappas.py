"""Two kappas on one test set."""

from __future__ import annotations

import math
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtri

from kappabook.metrics._counts import count_pairs
from kappabook.metrics._numbers import undefined
from kappabook.metrics._validation.columns import as_weights
from kappabook.metrics._validation.labels import as_labels
from kappabook.metrics._validation.table import Weights
from kappabook.metrics.confusion import ConfusionMatrix
from kappabook.metrics.inference.caution import caution, effective
from kappabook.metrics.inference.dirichlet import SEED
from kappabook.metrics.inference.distribution import (
    Distribution,
    DrawnDistribution,
    NormalDistribution,
    Unknown,
    quantile,
)
from kappabook.metrics.inference.expected_cost import Costs
from kappabook.metrics.inference.kappa import MOST_CELLS, valid_draws
from kappabook.metrics.inference.kappa_comparison import KappaComparison
from kappabook.metrics.inference.patterns import Patterns, posterior_differences
from kappabook.metrics.inference.standard_error import computable, cost_matrix, influence

UNSURE = "a 95 % interval may cover as little as 86 %, and is often wider than it need be"


def compare_kappas(
    y_true: ArrayLike,
    y_pred_a: ArrayLike,
    y_pred_b: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    weights: Weights = None,
    sample_weight: ArrayLike | None = None,
    confidence_level: float = 0.95,
    method: Literal["dirichlet", "delta"] | None = None,
    n_draws: int | None = None,
    random_state: int | np.random.Generator = SEED,
) -> KappaComparison:
    r"""Compare the kappas of two predictions of the same cases.

    The cases are counted by pattern: the true class and the two predicted ones. 'dirichlet' draws
    shares of the patterns from their posterior, as :func:`kappa_inference` does with cells, and
    takes the quantiles of the difference. The correlation of the two kappas is in the patterns.

    'delta' is the large-sample method: case s pulls on the difference by
    :math:`\psi_a(s) - \psi_b(s)`, the influences on both kappas, so

    .. math:: SE^2 = \frac{1}{(\sum_s w_s)^2} \sum_s w_s^2 \, \bigl(\psi_a(s) - \psi_b(s)\bigr)^2 .

    It needs cases of every class: with kappas of .6 and 0, a class of 2 % and 50 cases it covers
    35 % instead of 95 %, and 'dirichlet' 86 %. docs/intervals.md has more. By both methods a
    difference is in the interval of a level exactly if its p-value is at least 1 - level.

    Parameters
    ----------
    y_true, y_pred_a, y_pred_b : array-like of shape (n_samples,)
        Labels. Every label must be in `labels`, if given.
    labels, weights, sample_weight
        As in `cohen_kappa_score`; sample weights are sampling weights, as in
        `kappa_inference_from_predictions`.
    confidence_level : float in (0, 1), default=0.95
        Coverage asked for.
    method : {'dirichlet', 'delta'}, optional
        By default 'dirichlet'; for more than 5000 patterns, where drawing is slow, 'delta'.
    n_draws, random_state
        As in :func:`kappa_inference`.

    Returns
    -------
    KappaComparison
        nan, with UndefinedMetricWarning, if a kappa is; by 'delta' also if two predictions with
        different kappas never differ in influence, so that the standard error is 0.

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
    >>> from kappabook import compare_kappas
    >>> y_true = [0, 0, 0, 1, 1, 1] * 10
    >>> better, worse = [0, 0, 0, 1, 1, 0] * 10, [0, 0, 1, 1, 1, 0] * 10
    >>> found = compare_kappas(y_true, better, worse, method="delta")
    >>> round(found.difference, 3), round(found.standard_error, 3), round(found.p_value, 5)
    (0.333, 0.091, 0.00024)
    >>> compare_kappas(y_true, better, worse).p_value < 0.01
    True
    """
    bounded = weights is None or isinstance(weights, str)
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
    estimates, pulls, columns = [], [], []
    for name, y in named:
        cells, classes = count_pairs(
            truth, y, labels=labels, sample_weight=weight, names=("y_true", name)
        )
        confusion = computable(ConfusionMatrix(cells, classes))
        costs = cost_matrix(weights, len(classes))
        estimates.append(float(confusion.weighted_kappa(costs)))
        columns.append(_positions(y, classes, name))
        rows = _positions(truth, classes, "y_true")
        pulls.append(influence(confusion, costs)[rows, columns[-1]])
    w = np.ones(len(truth)) if weight is None else weight
    error = float(np.linalg.norm(w * (pulls[0] - pulls[1])) / w.sum())
    present, codes = np.unique([rows, *columns], return_inverse=True)
    codes = codes.reshape(3, len(rows))
    patterns = Patterns.count(list(codes), weight, len(present))
    method = valid_comparison(method, len(patterns.codes))
    difference = estimates[0] - estimates[1]
    distribution: Distribution = Unknown()
    if method == "dirichlet" and not math.isnan(difference):
        table = Costs.of(weights, present, len(classes))
        draws = posterior_differences(patterns, table, valid_draws(n_draws), random_state)
        distribution = DrawnDistribution(draws, difference, "plain")
    elif error > 0 or difference == 0:
        distribution = NormalDistribution(difference, error, "plain")
    p = distribution.p_value(0.0)
    if math.isnan(p):
        undefined("the test of the difference", "it is undefined or its standard error is 0")
    reach = 2.0 if bounded else math.inf
    low, high = distribution.interval(quantile(confidence_level))
    counts = {
        name: effective(*(np.bincount(code, x, len(present)) for x in (w, w**2)))
        for name, code in zip(("y_true", "y_pred_a", "y_pred_b"), codes, strict=True)
    }
    return KappaComparison(
        estimate_a=estimates[0],
        estimate_b=estimates[1],
        difference=difference,
        standard_error=error,
        z=_score(p, difference) if method == "dirichlet" or error == 0 else difference / error,
        p_value=p,
        low=max(low, -reach) if low == low else low,
        high=min(high, reach) if high == high else high,
        confidence_level=confidence_level,
        method=method,
        caution=caution(w.sum() ** 2 / (w**2).sum(), counts, [classes[i] for i in present], UNSURE),
        distribution=distribution,
        reach=reach,
    )


def _score(p: float, difference: float) -> float:
    """Return the normal score of a two-sided p-value, with the sign of the difference."""
    return math.copysign(-float(ndtri(p / 2)), difference)


def valid_comparison(method: str | None, n_patterns: int) -> Literal["dirichlet", "delta"]:
    """Choose the method that is not given, and refuse an unknown one."""
    if method not in (None, "dirichlet", "delta"):
        raise ValueError(f"method is {method!r}; give 'dirichlet' or 'delta'.")
    many = n_patterns > MOST_CELLS
    return method or ("delta" if many else "dirichlet")  # type: ignore[return-value]


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
