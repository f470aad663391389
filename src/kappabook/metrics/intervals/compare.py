"""Two kappas on the same cases."""

from __future__ import annotations

import math
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics.agreement import costs_of, crosstab
from kappabook.metrics.check import as_labels, as_weights, undefined
from kappabook.metrics.check_tables import Weights
from kappabook.metrics.confusion import ConfusionMatrix
from kappabook.metrics.intervals.dirichlet import (
    SEED,
    Patterns,
    posterior_differences,
    valid_draws,
)
from kappabook.metrics.intervals.distributions import (
    DrawnDistribution,
    StudentDistribution,
    valid_level,
)
from kappabook.metrics.intervals.gamma_limits import DeltaDifference, kappa_parts
from kappabook.metrics.intervals.kappa import (
    MOST_KINDS,
    caution,
    effective,
    measure_of,
    places_of,
)
from kappabook.metrics.intervals.result import Comparison, Distribution, Unknown

ComparisonMethod = Literal["dirichlet", "delta_t", "delta"]


def compare_kappas(
    y_true: ArrayLike,
    y_pred_a: ArrayLike,
    y_pred_b: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    weights: Weights = None,
    sample_weight: ArrayLike | None = None,
    confidence_level: float = 0.95,
    method: ComparisonMethod | None = None,
    n_draws: int | None = None,
    random_state: int | np.random.Generator = SEED,
) -> Comparison:
    r"""Compare the kappas of two predictions of the same cases.

    'dirichlet' counts the cases by pattern, the true class and the two predicted ones, draws
    shares of the patterns from their posterior, and takes the quantiles of the difference of the
    kappas. How the two correlate is in the patterns.

    By the delta method case s pulls on the difference by :math:`\psi_s`, the difference of its
    influences on both kappas:

    .. math:: SE^2 = \frac{\sum_s w_s^2 \, \psi_s^2}{(\sum_s w_s)^2}, \qquad
              \text{delta: } \Delta \pm z \, SE, \qquad
              \text{delta\_t: } \Delta \pm z \sqrt{f \, SE^2 + s^2}

    'delta_t' adds the size s of one more case like those on which the two differ, and Student's
    factor f with degrees of freedom from the kurtosis of the pulls. Either needs cases of every
    class: with kappas of .6 and 0 without weights, a class of 2 % and 50 cases 'delta' covers
    35 % instead of 95 %, and 'dirichlet' 86 %. docs/intervals.md has more.

    Parameters
    ----------
    y_true, y_pred_a, y_pred_b : array-like of shape (n_samples,)
        Labels. Every label must be in `labels`, if given.
    labels, weights, sample_weight
        As in :func:`kappabook.kappa_interval`.
    confidence_level : float in (0, 1), default=0.95
        Coverage asked for.
    method : {'dirichlet', 'delta_t', 'delta'}, optional
        By default 'delta_t' with `weights` and 'dirichlet' without; there 'delta' for more than
        5000 patterns, where drawing is slow.
    n_draws, random_state
        As in :func:`kappabook.kappa_interval`.

    Returns
    -------
    Comparison
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
    >>> round(found.difference, 3), round(found.standard_error, 3), round(found.p_value(), 5)
    (0.333, 0.091, 0.00024)
    >>> compare_kappas(y_true, better, worse).p_value() < 0.01
    True
    """
    valid_level(confidence_level)
    valid_draws(n_draws)
    if method not in (None, "dirichlet", "delta_t", "delta"):
        raise ValueError(f"method is {method!r}; give 'dirichlet', 'delta_t' or 'delta'.")
    truth = as_labels(y_true, "y_true")
    named = {
        name: as_labels(y, name) for name, y in (("y_pred_a", y_pred_a), ("y_pred_b", y_pred_b))
    }
    weight = np.ones(len(truth))
    if sample_weight is not None:
        weight = as_weights(sample_weight, len(truth))
        weight = weight / weight.max()
    shown: dict[str, Any] = {"sample_weight": None if sample_weight is None else weight}
    if labels is None:
        guesses = (("y_pred_a", y_pred_a), ("y_pred_b", y_pred_b))
        of_a, of_b = (
            crosstab(y_true, y, names=("y_true", name), weights=weights)[1] for name, y in guesses
        )
        labels = of_a if of_a == of_b else sorted({*of_a, *of_b})
    estimates, codes = [], []
    for name, y in named.items():
        cells, classes = crosstab(truth, y, labels=labels, names=("y_true", name), **shown)
        exact = costs_of(weights, len(classes))
        costs = exact.astype(float)
        confusion = ConfusionMatrix(cells, classes)
        estimates.append(float(confusion.weighted_kappa(None if weights is None else exact)))
        codes.append(_all_placed(y, classes, name))
    codes.insert(0, _all_placed(truth, classes, "y_true"))
    counted_cases = weight > 0
    codes, weight = [column[counted_cases] for column in codes], weight[counted_cases]
    a, b = (
        kappa_parts(codes[0], column, costs, sample_weight=weight, least=_least(weights))
        for column in codes[1:]
    )
    pulls = DeltaDifference(a, b)
    present, small = np.unique(codes, return_inverse=True)
    small = small.reshape(3, -1)
    patterns = Patterns.count(list(small), weight, len(present))
    if method is None:
        many = len(patterns.codes) > MOST_KINDS
        method = "delta_t" if weights is not None else "delta" if many else "dirichlet"
    difference, error = estimates[0] - estimates[1], pulls.standard_error
    reach = 2.0 if math.isfinite(_least(weights)) else math.inf
    distribution: Distribution = Unknown()
    if math.isnan(difference):
        pass
    elif method == "dirichlet":
        table = None if weights is None else costs[np.ix_(present, present)]
        draws = posterior_differences(patterns, table, n_draws, random_state)
        distribution = DrawnDistribution(draws, difference, "plain", -reach, reach)
    elif method == "delta_t":
        distribution = pulls
    elif error > 0 or difference == 0:
        distribution = StudentDistribution(difference, error, lowest=-reach, highest=reach)
    if isinstance(distribution, Unknown):
        undefined("the test of the difference", "it is undefined or its standard error is 0")
    said = pulls.caution
    if method != "delta_t":
        counts = {
            name: effective(*(np.bincount(code, x, len(present)) for x in (weight, weight**2)))
            for name, code in zip(("y_true", *named), small, strict=True)
        }
        said = caution(a.n, counts, [classes[i] for i in present], 86)
    low, high = distribution.interval(confidence_level)
    return Comparison(
        difference=difference,
        estimate_a=estimates[0],
        estimate_b=estimates[1],
        low=low,
        high=high,
        confidence_level=confidence_level,
        method=method,
        caution=said,
        standard_error=error,
        measure=measure_of(weights),
        n=a.n,
        distribution=distribution,
    )


def _least(weights: Weights) -> float:
    return -1.0 if weights is None or isinstance(weights, str) else -math.inf


def _all_placed(y: NDArray[Any], classes: list[Any], name: str) -> NDArray[np.intp]:
    """Place of each case's label; a comparison on different cases would not be paired."""
    places = places_of(y, classes)
    if (places < 0).any():
        label = y[np.argmin(places)]
        raise ValueError(
            f"{name} holds {label.item() if hasattr(label, 'item') else label!r}, which is not in "
            f"labels={classes}; leave such cases out of all three columns first, so that both "
            "kappas are about the same cases."
        )
    return places
