"""Several classifiers on several data sets: Friedman's test and Nemenyi's critical difference."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import scipy
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics.check import as_float_table, undefined
from kappabook.metrics.check_scores import as_share

_ROUNDING = 1e-12


@dataclass(frozen=True, eq=False)
class FriedmanNemenyi:
    """Average ranks of classifiers over data sets, and which of them differ.

    Attributes
    ----------
    average_ranks : ndarray of shape (n_classifiers,)
        1 is best; ties share their ranks.
    statistic, p_value : float
        Friedman's chi-squared, corrected for ties.
    iman_davenport, iman_davenport_p_value : float
        The less conservative F of Iman and Davenport (1980), from the same statistic.
    critical_difference : float
        Average ranks further apart than this differ at level `alpha`.
    pairwise_p_values : ndarray of shape (n_classifiers, n_classifiers)
        Nemenyi's; 1 on the diagonal.
    alpha : float
        Level of the critical difference.
    n_datasets : int
        Data sets that were ranked.
    """

    average_ranks: NDArray[np.float64]
    statistic: float
    p_value: float
    iman_davenport: float
    iman_davenport_p_value: float
    critical_difference: float
    pairwise_p_values: NDArray[np.float64]
    alpha: float
    n_datasets: int


def friedman_nemenyi(scores: ArrayLike, *, alpha: float = 0.05) -> FriedmanNemenyi:
    r"""Rank classifiers on each data set and test whether the average ranks differ.

    Of the k classifiers on N data sets those whose average ranks are further apart than CD differ
    (Q is the quantile of the studentized range); F has k - 1 and (k - 1)(N - 1) degrees of freedom:

    .. math:: CD = \frac{Q_{1-\alpha}(k, \infty)}{\sqrt 2} \sqrt{\frac{k (k + 1)}{6 N}}, \qquad
              F = \frac{(N - 1) \chi^2}{N (k - 1) - \chi^2}

    Parameters
    ----------
    scores : array-like of shape (n_datasets, n_classifiers)
        Higher is better; every cell filled. At least 3 classifiers and 2 data sets.
    alpha : float in (0, 1), default=0.05
        Level of the critical difference.

    Returns
    -------
    FriedmanNemenyi
        With one order on all data sets Iman and Davenport's F is infinite and its p-value 0,
        which overstates what few data sets can show. If all classifiers tie everywhere, the
        statistics are nan, with UndefinedMetricWarning.

    Raises
    ------
    ValueError
        Fewer than 3 classifiers or 2 data sets; a cell that is nan; a bad `alpha`.

    References
    ----------
    Friedman (1937). Nemenyi (1963). Iman and Davenport (1980). Demsar (2006), JMLR 7,
    section 3.2.2.

    Examples
    --------
    >>> from kappabook import friedman_nemenyi
    >>> found = friedman_nemenyi([[.9, .8, .7], [.8, .7, .6], [.9, .7, .8], [.6, .5, .4]])
    >>> found.average_ranks, round(found.statistic, 6)
    (array([1.  , 2.25, 2.75]), 6.5)
    """
    as_share(alpha, "alpha", "0.05")
    table = as_float_table(scores, "scores", "scores")
    if table.ndim != 2 or table.shape[0] < 2 or table.shape[1] < 3:
        raise ValueError(
            f"scores have shape {table.shape}; give a row for each of at least 2 data sets and a "
            "column for each of at least 3 classifiers."
        )
    if np.isnan(table).any():
        i, j = np.argwhere(np.isnan(table))[0]
        raise ValueError(
            f"scores[{i}, {j}] is nan; ranks need every classifier on every data set. Leave the "
            "data set or the classifier out, or say what an undefined score counts for."
        )
    n, k = table.shape
    ranks = scipy.stats.rankdata(-table, axis=1)
    average = ranks.mean(axis=0)
    if np.ptp(ranks) == 0:
        statistic = p_value = undefined("Friedman's test", "all classifiers tie on every data set")
    else:
        statistic, p_value = map(float, scipy.stats.friedmanchisquare(*table.T))
    rest = n * (k - 1) - statistic
    # One order on all data sets exhausts the ranks: the statistic is at its maximum, N (k - 1).
    ratio = math.inf if rest <= _ROUNDING * statistic else (n - 1) * statistic / rest
    quantile = scipy.stats.studentized_range.ppf(1 - alpha, k, np.inf)
    gaps = np.abs(np.subtract.outer(average, average)) / _rank_error(k, n)
    return FriedmanNemenyi(
        average_ranks=average,
        statistic=statistic,
        p_value=p_value,
        iman_davenport=ratio,
        iman_davenport_p_value=float(scipy.stats.f.sf(ratio, k - 1, (k - 1) * (n - 1))),
        critical_difference=float(quantile / math.sqrt(2) * _rank_error(k, n)),
        pairwise_p_values=scipy.stats.studentized_range.sf(gaps * math.sqrt(2), k, np.inf),
        alpha=alpha,
        n_datasets=n,
    )


def _rank_error(k: int, n: int) -> float:
    """Return the standard deviation of a difference of average ranks under chance."""
    return math.sqrt(k * (k + 1) / (6 * n))
