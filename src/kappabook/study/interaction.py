"""Does the choice of the measure favour some classifiers? Tests that exchange the measures."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics.intervals import corrected_resampled_t_test

# 2^16 exchanges are gone through one by one; of more data sets, so many are drawn.
EXACT, DRAWS, SEED = 16, 100_000, 2007
# Statistics this close are equal: sums of the same numbers in another order.
_CLOSE = 1e-9

Scores = NDArray[np.float64]


@dataclass(frozen=True)
class InteractionTest:
    """Whether two measures favour different classifiers, over data sets.

    Attributes
    ----------
    statistic, p_value : float
        The larger the statistic, the more they do; p is the share of the exchanges at which it is
        at least as large.
    exchanges : int
        How many were made.
    exact : bool
        Whether these are all there are.
    shifts : DataFrame
        One row per classifier: ``shift``, by how much the second measure places it higher than
        the first, in standard deviations between classifiers, averaged over data sets; ``low``
        and ``high``, a 95 % interval by Student's t over data sets, each by itself; and
        ``detectable``, the true shift that a t-test over these data sets would find four times
        in five.
    """

    statistic: float
    p_value: float
    exchanges: int
    exact: bool
    shifts: pd.DataFrame


def standardised(scores: ArrayLike) -> Scores:
    r"""Scores of each data set with mean 0 and spread 1 between classifiers.

    .. math:: z_{dc} = \frac{x_{dc} - \bar x_d}{s_d}

    So that two measures with other units and ranges can be set against each other. A data set
    on which all classifiers score alike has zeros.

    Parameters
    ----------
    scores : array-like of shape (n_datasets, n_classifiers)

    Returns
    -------
    ndarray of the same shape

    References
    ----------
    The usual standard score; to compare measures by it is our own.

    Examples
    --------
    >>> from kappabook.study.interaction import standardised
    >>> standardised([[0.6, 0.7, 0.8], [0.5, 0.5, 0.5]]).round(6).tolist()
    [[-1.0, 0.0, 1.0], [0.0, 0.0, 0.0]]
    """
    x = np.asarray(scores, dtype=float)
    centred = x - x.mean(axis=1, keepdims=True)
    spread = centred.std(axis=1, ddof=1, keepdims=True)
    z = np.zeros_like(x)
    np.divide(centred, spread, out=z, where=spread > _CLOSE)
    return z


def interaction_test(first: pd.DataFrame, second: pd.DataFrame) -> InteractionTest:
    r"""Test whether two measures favour different classifiers in the same way on many data sets.

    .. math:: T = \sum_c \Bigl(\frac1n \sum_d (z''_{dc} - z'_{dc})\Bigr)^2

    where :math:`z'` and :math:`z''` are the standardised scores by either measure. If the measure
    does not matter, the two names may be exchanged on any data set, for all its classifiers at
    once. Up to 16 data sets all :math:`2^n` exchanges are made; of more, 100,000 are drawn.

    It sees a tendency that data sets share. Two measures that disagree on each data set in
    another direction are not seen: for one data set, see
    :func:`kappabook.practical_tests`.

    Parameters
    ----------
    first, second : DataFrame of shape (n_datasets, n_classifiers)
        Mean scores by the two measures, with the same index and columns.

    Returns
    -------
    InteractionTest

    Raises
    ------
    ValueError
        Other data sets or classifiers in one than in the other, a missing score, fewer than two
        of either.

    References
    ----------
    An exchange of labels within blocks, as in Pitman's test of a paired design; the statistic is
    our own.

    Examples
    --------
    >>> import pandas as pd
    >>> from kappabook import interaction_test
    >>> accuracy = pd.DataFrame({"tree": [0.9, 0.8, 0.7], "bayes": [0.8, 0.7, 0.6], "svm": 0.5})
    >>> kappa = pd.DataFrame({"tree": [0.5, 0.4, 0.3], "bayes": [0.6, 0.5, 0.4], "svm": 0.1})
    >>> round(interaction_test(accuracy, kappa).p_value, 3)  # 2 of 8 exchanges
    0.25
    """
    _refuse_unlike(first, second)
    shift = standardised(second) - standardised(first)

    def statistic(swapped: NDArray[np.bool_]) -> Scores:
        signs = np.where(swapped, -1.0, 1.0)
        return np.asarray(((signs @ shift / len(shift)) ** 2).sum(axis=1), dtype=float)

    test = _exchange(len(shift), statistic)
    rows = {name: _shift(column) for name, column in zip(first.columns, shift.T, strict=True)}
    columns = ["shift", "low", "high", "detectable"]
    shifts = pd.DataFrame.from_dict(rows, orient="index", columns=columns)
    return InteractionTest(*test, shifts=shifts.rename_axis("classifier"))


def _exchange(
    n: int, statistic: Callable[[NDArray[np.bool_]], Scores]
) -> tuple[float, float, int, bool]:
    """Return the statistic as observed, its p, the number of exchanges, and if these are all."""
    observed = float(statistic(np.zeros((1, n), dtype=bool))[0])
    reached = total = 0
    for block in _exchanges(n):
        reached += int((statistic(block) >= observed - _CLOSE).sum())
        total += len(block)
    exact = n <= EXACT
    # What was observed is one of the exchanges; of those drawn it is one more.
    p = reached / total if exact else (reached + 1) / (total + 1)
    return observed, p, total, exact


def _exchanges(n: int) -> Iterator[NDArray[np.bool_]]:
    """Yield, in blocks, on which of n data sets the measures are exchanged."""
    size = 1 << 12
    if n <= EXACT:
        for start in range(0, 1 << n, size):
            numbers = np.arange(start, min(start + size, 1 << n))
            yield (numbers[:, None] >> np.arange(n)) & 1 == 1
        return
    rng = np.random.default_rng(SEED)
    for start in range(0, DRAWS, size):
        yield rng.random((min(size, DRAWS - start), n)) < 0.5


def _shift(column: Scores) -> tuple[float, float, float, float]:
    if np.ptp(column) <= _CLOSE:
        return float(column.mean()), math.nan, math.nan, math.nan
    # Without an overlap of training sets between data sets, this is the plain t-test.
    test = corrected_resampled_t_test(column, test_train_ratio=0)
    return test.estimate, test.low, test.high, test.detectable_difference()


def _refuse_unlike(first: pd.DataFrame, second: pd.DataFrame) -> None:
    for what in ("index", "columns"):
        one, other = list(getattr(first, what)), list(getattr(second, what))
        if one != other:
            name = "data sets" if what == "index" else "classifiers"
            raise ValueError(f"the {name} are {one} by one measure and {other} by the other.")
    if min(first.shape) < 2:
        raise ValueError(
            f"there are {first.shape[0]} data sets and {first.shape[1]} classifiers; the test "
            "needs two of each."
        )
    for table in (first, second):
        if table.isna().any(axis=None):
            i, j = np.argwhere(table.isna().to_numpy())[0]
            raise ValueError(
                f"{table.columns[j]} has no score on {table.index[i]}; leave one of them out."
            )
