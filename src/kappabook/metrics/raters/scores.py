"""Coefficients of agreement of several raters, each one function."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kappabook.metrics.check import undefined
from kappabook.metrics.check_tables import Weights
from kappabook.metrics.places import crosstab
from kappabook.metrics.raters.coefficients import (
    Level,
    as_distance,
    build,
    estimate,
    name_of,
    takes_numbers,
)
from kappabook.metrics.raters.table import as_ratings


def percent_agreement_score(
    ratings: Any,
    *,
    labels: ArrayLike | None = None,
    weights: Weights = None,
    replace_undefined_by: float = math.nan,
) -> float:
    r"""Share of pairs of ratings that agree: the mean over items that two or more rated.

    .. math:: P_a = \frac{1}{N} \sum_i \frac{\sum_k n_{ik} (n_{ik} - 1)}{m_i (m_i - 1)}

    with :math:`n_{ik}` ratings of item i as k and :math:`m_i` ratings in all. It is not corrected
    for chance. With `weights` a pair counts by one minus its cost.

    Parameters
    ----------
    ratings, labels, weights, replace_undefined_by
        As in :func:`fleiss_kappa_score`.

    Returns
    -------
    float, at most 1.

    Raises
    ------
    ValueError
        As :func:`fleiss_kappa_score`.

    References
    ----------
    Fleiss (1971), Psychological Bulletin 76, eq. (2); Gwet (2014) for missing ratings.

    Examples
    --------
    >>> from kappabook import percent_agreement_score
    >>> percent_agreement_score([[1, 1, 1], [1, 0, 0], [0, 0, None]])
    0.7777777777777778
    """
    return _score(ratings, "agreement", labels, replace_undefined_by, weights=weights)


def fleiss_kappa_score(
    ratings: Any,
    *,
    labels: ArrayLike | None = None,
    weights: Weights = None,
    replace_undefined_by: float = math.nan,
) -> float:
    r"""Fleiss' kappa: chance is two ratings drawn from one pot. It extends Scott's pi.

    .. math:: \kappa_F = 1 - \frac{D_o}{D_e}, \qquad
        D_o = \frac{1}{N_2} \sum_{i: m_i \ge 2} \frac{\sum_{kl} w_{kl} n_{ik} n_{il}}
        {m_i (m_i - 1)}, \qquad
        D_e = \sum_{kl} w_{kl} \, \pi_k \pi_l

    with :math:`\pi_k = \frac{1}{N_1} \sum_{i: m_i \ge 1} n_{ik} / m_i`. Fleiss wrote it for items
    with equally many ratings. Where ratings are missing this follows Gwet (2014): agreement is
    that of the :math:`N_2` items rated twice or more, the shares of the labels are those of all
    :math:`N_1` items rated at all, and each item weighs the same.

    Parameters
    ----------
    ratings : array-like, data frame, mapping or Ratings, of shape (n_items, n_raters)
        Text or whole numbers, at least two raters and two items. Missing: None, nan, pandas.NA or
        masked. Raters are named by the columns of a data frame, or the keys of a mapping. A table
        of counts, of items by labels, is given as :meth:`Ratings.from_counts`.
    labels : array-like of shape (n_labels,), optional
        The labels, in order; by default those that occur, sorted. A label found that is not among
        them raises ValueError.
    weights : {'linear', 'quadratic'} or array-like of shape (n_labels, n_labels), optional
        Cost of each disagreement, as in :func:`kappabook.cohen_kappa_score`; symmetric, since
        raters are interchangeable. Costs are divided by the largest. By name they need `labels` if
        these are text.
    replace_undefined_by : float, default=nan
        Returned, with UndefinedMetricWarning, if all ratings are one label, where it is 0/0.

    Returns
    -------
    float, at most 1.

    Raises
    ------
    ValueError
        For what is no table of ratings, and if no item was rated twice.

    References
    ----------
    Fleiss (1971), Psychological Bulletin 76, eqs. (2)-(7). Gwet (2014), Handbook of Inter-Rater
    Reliability, 4th ed., for missing ratings and weights.

    Examples
    --------
    >>> from kappabook import fleiss_kappa_score
    >>> round(fleiss_kappa_score([["a", "a", "a"], ["a", "b", "b"], ["b", "b", None]]), 4)
    0.55
    """
    return _score(ratings, "fleiss", labels, replace_undefined_by, weights=weights)


def conger_kappa_score(
    ratings: Any,
    *,
    labels: ArrayLike | None = None,
    weights: Weights = None,
    replace_undefined_by: float = math.nan,
) -> float:
    r"""Conger's kappa: chance is two different raters, each with margins of her own.

    .. math:: D_e = \frac{1}{r (r - 1)} \sum_{g \ne h} \sum_{kl} w_{kl} \, p_{gk} p_{hl}

    with :math:`p_{gk}` the share of rater g's ratings that are k. It extends Cohen's kappa: for two
    raters without gaps it is :func:`kappabook.cohen_kappa_score`. :math:`D_o` is that of
    :func:`fleiss_kappa_score`. Where ratings are missing and a label is very rare, the margins of a
    rater hang on a few items, and so does this kappa.

    Parameters
    ----------
    ratings, labels, weights, replace_undefined_by
        As in :func:`fleiss_kappa_score`.

    Returns
    -------
    float, at most 1.

    Raises
    ------
    ValueError
        As :func:`fleiss_kappa_score`; and if a rater rated nothing.

    References
    ----------
    Conger (1980), Psychological Bulletin 88, pp. 322-328.

    Examples
    --------
    >>> from kappabook import conger_kappa_score
    >>> round(conger_kappa_score([[1, 1, 1], [1, 0, 0], [0, 0, 0], [1, 1, 0]]), 4)
    0.3846
    """
    return _score(ratings, "conger", labels, replace_undefined_by, weights=weights)


def brennan_prediger_score(
    ratings: Any,
    *,
    labels: ArrayLike | None = None,
    weights: Weights = None,
    replace_undefined_by: float = math.nan,
) -> float:
    r"""Brennan and Prediger's kappa: chance is to pick any of the labels, all alike.

    .. math:: D_e = \frac{1}{k^2} \sum_{kl} w_{kl}, \quad \text{so } 1 - \frac{1}{k} \text{ without
              weights}

    For two labels and two raters it is PABAK. It depends on how many labels there are: give
    `labels` if some may never occur. :math:`D_o` is that of :func:`fleiss_kappa_score`.

    Parameters
    ----------
    ratings, labels, weights, replace_undefined_by
        As in :func:`fleiss_kappa_score`.

    Returns
    -------
    float, at most 1.

    Raises
    ------
    ValueError
        As :func:`fleiss_kappa_score`.

    References
    ----------
    Brennan and Prediger (1981), Educational and Psychological Measurement 41, pp. 687-699.

    Examples
    --------
    >>> from kappabook import brennan_prediger_score
    >>> round(brennan_prediger_score([[1, 1, 1], [1, 0, 0], [0, 0, 0], [1, 1, 0]]), 4)
    0.3333
    """
    return _score(ratings, "brennan-prediger", labels, replace_undefined_by, weights=weights)


def gwet_ac_score(
    ratings: Any,
    *,
    labels: ArrayLike | None = None,
    weights: Weights = None,
    replace_undefined_by: float = math.nan,
) -> float:
    r"""Gwet's AC1; with weights, AC2. Chance is smaller the less even the labels are.

    .. math:: P_e = \frac{\sum_{kl} (1 - w_{kl})}{k (k - 1)} \sum_k \pi_k (1 - \pi_k), \qquad
              AC = \frac{P_a - P_e}{1 - P_e}

    with costs w whose largest is 1 and the shares of :func:`fleiss_kappa_score`. It depends on how
    many labels there are: give `labels` if some may never occur.

    Parameters
    ----------
    ratings, labels, weights, replace_undefined_by
        As in :func:`fleiss_kappa_score`.

    Returns
    -------
    float, at most 1.

    Raises
    ------
    ValueError
        As :func:`fleiss_kappa_score`.

    References
    ----------
    Gwet (2008), British Journal of Mathematical and Statistical Psychology 61, pp. 29-48.

    Examples
    --------
    >>> from kappabook import gwet_ac_score
    >>> round(gwet_ac_score([[1, 1, 1], [1, 1, 1], [1, 1, 1], [1, 1, 0]]), 4)
    0.8033
    """
    return _score(ratings, "gwet", labels, replace_undefined_by, weights=weights)


def krippendorff_alpha_score(
    ratings: Any,
    *,
    level: Level = "nominal",
    labels: ArrayLike | None = None,
    replace_undefined_by: float = math.nan,
) -> float:
    r"""Krippendorff's alpha: chance is two ratings drawn from one pot without replacement.

    .. math:: \alpha = 1 - (N - 1) \frac{\sum_i \sum_{kl} n_{ik} n_{il} \, \delta^2_{kl} /
              (m_i - 1)}{\sum_{kl} n_k n_l \, \delta^2_{kl}}

    over the items that two or more rated: N ratings, :math:`n_k` of them k. An item weighs by its
    ratings, and a rating without a partner does not count.

    Parameters
    ----------
    ratings : array-like, data frame, mapping or Ratings, of shape (n_items, n_raters)
        As in :func:`fleiss_kappa_score`; for 'interval' and 'ratio' any finite numbers.
    level : {'nominal', 'ordinal', 'interval', 'ratio'} or array-like, default='nominal'
        Squared distance of two labels: 1; the ratings between them, by rank; the difference
        squared; the difference over the sum, squared; or a symmetric matrix of (squared)
        distances, shape (n_labels, n_labels), in the order of the labels.
    labels : array-like of shape (n_labels,), optional
        The labels, in order: needed for 'ordinal' text.
    replace_undefined_by : float, default=nan
        Returned, with UndefinedMetricWarning, if all ratings are one label, where it is 0/0.

    Returns
    -------
    float, at most 1.

    Raises
    ------
    ValueError
        As :func:`fleiss_kappa_score`; and for text at a level of numbers, or a negative ratio.

    References
    ----------
    Krippendorff (2004), Content Analysis, 2nd ed., ch. 11; Hayes and Krippendorff (2007),
    Communication Methods and Measures 1, pp. 77-89.

    Examples
    --------
    >>> from kappabook import krippendorff_alpha_score
    >>> ratings = [[1, 1, None], [2, 2, 3], [3, 3, 3], [1, 2, 1]]
    >>> round(krippendorff_alpha_score(ratings), 4)
    0.5
    >>> round(krippendorff_alpha_score(ratings, level="interval"), 4)
    0.7727
    """
    return _score(ratings, "krippendorff", labels, replace_undefined_by, level=level)


def scott_pi_score(
    y1: ArrayLike,
    y2: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    weights: Weights = None,
    sample_weight: ArrayLike | None = None,
    replace_undefined_by: float = math.nan,
) -> float:
    r"""Scott's pi: agreement beyond chance, if both raters share the mean of their margins.

    .. math:: \pi = 1 - \frac{\sum_{ij} w_{ij} \, p_{ij}}{\sum_{ij} w_{ij} \, s_i s_j}, \qquad
              s_i = (p_{i\cdot} + p_{\cdot i}) / 2

    It is Cohen's kappa of the table plus its transpose: never above that of the table without
    weights, and equal to it if the margins are equal.

    Parameters
    ----------
    y1, y2, labels, weights, sample_weight, replace_undefined_by
        As in :func:`kappabook.cohen_kappa_score`, but a matrix of costs is symmetric.

    Returns
    -------
    float, at most 1.

    Raises
    ------
    ValueError
        As :func:`kappabook.cohen_kappa_score`; and if costs are not symmetric.

    References
    ----------
    Scott (1955), Public Opinion Quarterly 19, pp. 321-325.

    Examples
    --------
    >>> from kappabook import scott_pi_score
    >>> round(scott_pi_score([1, 1, 1, 0], [1, 1, 0, 0]), 4)
    0.4667
    """
    cells, classes = crosstab(
        y1, y2, labels=labels, sample_weight=sample_weight, names=("y1", "y2"), weights=weights
    )
    if sample_weight is not None:
        cells = cells / cells.max()  # their size does not matter, and products could be infinite
    distance, both = as_distance(weights, len(classes)), cells.sum(axis=0) + cells.sum(axis=1)
    first, second = np.nonzero(cells)
    observed = cells[first, second] @ distance.of(first, second)
    expected = distance.between(both.astype(float), both.astype(float))
    if expected == 0:
        return undefined("Scott's pi", "all labels are one", replace_undefined_by)
    return float(1 - 4 * cells.sum() * observed / expected)


def _score(
    ratings: Any,
    name: str,
    labels: ArrayLike | None,
    replace_undefined_by: float,
    *,
    weights: Any = None,
    level: Any = "nominal",
) -> float:
    """Read, build and compute; warn where the coefficient is 0/0."""
    table = as_ratings(ratings, labels, numeric=takes_numbers(name, level))
    table.require_pairs()
    value = estimate(build(table, name, weights, level))
    if not math.isnan(value):
        return value
    codes = table.patterns[:, table.sizes > 1]
    used = np.unique(codes[codes >= 0])
    only = repr(table.labels[int(used[0])]) if len(used) == 1 else "at distance 0"
    reason = f"chance alone would give no disagreement; all ratings are {only}"
    return undefined(name_of(name, weights), reason, replace_undefined_by)
