"""DeLong's test: two areas under ROC curves on one test set."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.stats import rankdata

from kappabook.metrics._validation.scores import as_cases
from kappabook.metrics.inference.comparison import PairedComparison, normal_comparison


def delong_test(
    y_true: ArrayLike,
    score_a: ArrayLike,
    score_b: ArrayLike,
    *,
    pos_label: Any = None,
    confidence_level: float = 0.95,
) -> PairedComparison:
    r"""Compare two AUCs on the same cases.

    With the placement values of the m positives, :math:`V_i` = share of the n negatives that
    score below positive i (ties half), and of the negatives, :math:`W_j` = share of the positives
    above negative j,

    .. math:: \widehat{AUC} = \overline V = \overline W, \qquad
              SE^2 = \frac{\operatorname{var}(V^a - V^b)}{m}
                   + \frac{\operatorname{var}(W^a - W^b)}{n}

    Placements come from midranks: :math:`O(N \log N)` instead of all mn pairs.

    Parameters
    ----------
    y_true, pos_label
        As in :func:`kappabook.auk_score`; at least two cases of each class.
    score_a, score_b : array-like of shape (n_samples,)
        Finite; higher means more positive.
    confidence_level : float in (0, 1), default=0.95
        Coverage asked for.

    Returns
    -------
    PairedComparison

    Raises
    ------
    ValueError
        As :func:`kappabook.auk_score`; fewer than two cases of a class.

    References
    ----------
    DeLong, DeLong and Clarke-Pearson (1988), Biometrics 44, pp. 837-845. Sun and Xu (2014), IEEE
    Signal Processing Letters 21, for the midranks.

    Examples
    --------
    >>> from kappabook.metrics.inference import delong_test
    >>> y_true = [0, 0, 0, 0, 1, 1, 1, 1]
    >>> found = delong_test(y_true, [1, 2, 3, 5, 4, 6, 7, 8], [1, 4, 6, 7, 2, 3, 5, 8])
    >>> found.estimate_a, found.estimate_b, found.difference
    (0.9375, 0.5, 0.4375)
    """
    positive, first, _ = as_cases(y_true, score_a, pos_label, None, "score_a")
    _, second, _ = as_cases(y_true, score_b, pos_label, None, "score_b")
    m, n = int(positive.sum()), int((~positive).sum())
    if min(m, n) < 2:
        raise ValueError(
            f"y_true has {m} positive and {n} negative cases; a variance needs two of each."
        )
    (v_a, w_a), (v_b, w_b) = (_placements(score, positive) for score in (first, second))
    variance = (v_a - v_b).var(ddof=1) / m + (w_a - w_b).var(ddof=1) / n
    areas = float(v_a.mean()), float(v_b.mean())
    return normal_comparison(*areas, float(np.sqrt(variance)), 1.0, confidence_level, "delong")


def _placements(
    score: NDArray[Any], positive: NDArray[np.bool_]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Share of the other class on the right side of each positive and of each negative."""
    ranks, m, n = rankdata(score), positive.sum(), (~positive).sum()
    above = (ranks[positive] - rankdata(score[positive])) / n
    below = 1 - (ranks[~positive] - rankdata(score[~positive])) / m
    return above, below
