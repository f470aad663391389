"""Accuracy, kappa and chance of every fold at once, and their averages with half-widths."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy.special import stdtrit

MEASURES = ("accuracy", "kappa", "chance", "implied_chance")
Column = NDArray[np.float64]


class FoldScores(NamedTuple):
    """Scores of many folds, each an ndarray of shape (n_folds,)."""

    accuracy: Column
    kappa: Column
    chance: Column
    implied_chance: Column


def fold_scores(cells: NDArray[np.int64]) -> FoldScores:
    r"""Accuracy, kappa and chance agreement of many confusion matrices.

    .. math:: P_o = \frac{h}{n}, \qquad P_c = \frac{\sum_i a_i b_i}{n^2}, \qquad
              \kappa = \frac{(n^2 - \sum_i a_i b_i) - n (n - h)}{n^2 - \sum_i a_i b_i}

    with n cases, h of them on the diagonal, and :math:`a_i` and :math:`b_i` of each true and each
    predicted class.

    Parameters
    ----------
    cells : ndarray of shape (n_folds, n_classes, n_classes)
        Whole numbers; rows are the truth.

    Returns
    -------
    FoldScores
        Kappa, and with it the implied chance, is nan where one class takes all; no warning.

    References
    ----------
    Ben-David (2007), eqs. (1)-(3).
    """
    counts = cells.astype(float)
    total, hits = counts.sum(axis=(1, 2)), np.trace(counts, axis1=1, axis2=2)
    agreement = (counts.sum(axis=2) * counts.sum(axis=1)).sum(axis=1)
    disagreement = total**2 - agreement
    with np.errstate(invalid="ignore"):
        kappa = (disagreement - total * (total - hits)) / disagreement
    accuracy = hits / total
    return FoldScores(accuracy, kappa, agreement / total**2, implied_chance(accuracy, kappa))


def implied_chance(accuracy: ArrayLike, kappa: ArrayLike) -> Column:
    r"""Chance agreement of each fold, solved from accuracy and kappa; 0 for a perfect fold.

    .. math:: P_c = \frac{P_o - \kappa}{1 - \kappa}

    Where kappa is 1 this is 0/0: accuracy and kappa no longer tell what chance was. The numbers
    of the 2007 paper come out if it is then taken as 0, which the true :math:`P_c` is not.

    Parameters
    ----------
    accuracy, kappa : array-like of shape (n_folds,)

    Returns
    -------
    ndarray of shape (n_folds,)

    References
    ----------
    Ben-David (2007), eq. (1) and Tables A.1-A.5.

    Examples
    --------
    >>> from kappabook.study.scores import implied_chance
    >>> implied_chance([0.9, 1.0], [0.8, 1.0]).round(2).tolist()
    [0.5, 0.0]
    """
    hits, corrected = np.asarray(accuracy, float), np.asarray(kappa, float)
    left = np.where(corrected == 1, 1.0, 1 - corrected)
    return np.where(corrected == 1, 0.0, (hits - corrected) / left)


def summarise(
    folds: pd.DataFrame, by: Sequence[str] = ("dataset", "classifier", "engine")
) -> pd.DataFrame:
    r"""Mean of each score over folds, and the half-width of its 95 % interval.

    .. math:: t_{0.975, k - 1} \; s / \sqrt k, \qquad s^2 = \frac{1}{k - 1} \sum (x - \bar x)^2

    This is the interval of the 2007 paper. It takes folds for independent samples, which they
    are not, since their training sets overlap: it is too short, the more so over repeats. To
    compare classifiers use :func:`accuracy_vs_kappa`.

    Parameters
    ----------
    folds : DataFrame
        One row per fold: :attr:`StudyResults.folds`.
    by : sequence of str
        The columns that make a cell; add 'repeat' for one line per repeat.

    Returns
    -------
    DataFrame
        One row per cell, in the order of the folds; a column for each score and its half-width,
        ``accuracy, accuracy_ci, kappa, ...``, then ``folds`` (k) and ``undefined``, the folds
        without a kappa, which are left out of its mean. The half-width of one fold is nan.

    References
    ----------
    Ben-David (2007), Tables A.1-A.5, prints such half-widths.

    Examples
    --------
    >>> from kappabook.system.checkout import results_folder
    >>> from kappabook import StudyResults
    >>> from kappabook.study.scores import summarise
    >>> table = summarise(StudyResults.read(results_folder() / "study-sklearn.csv").folds)
    >>> table.loc[("swd", "J48", "sklearn"), ["kappa", "kappa_ci"]].round(3).tolist()
    [0.334, 0.046]
    """
    groups = folds.groupby(list(by), sort=False)
    table: dict[str, pd.Series[float]] = {}
    for name in (name for name in MEASURES if name in folds.columns):
        k = groups[name].count()
        reach = pd.Series(stdtrit(np.maximum(k - 1, 1), 0.975), k.index)
        table[name] = groups[name].mean()
        table[name + "_ci"] = reach * groups[name].std(ddof=1) / np.sqrt(k)
    size = groups.size()
    return pd.DataFrame({**table, "folds": size, "undefined": size - groups["kappa"].count()})
