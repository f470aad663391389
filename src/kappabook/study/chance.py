"""What drives chance agreement: the data set, or the classifier's leaning to large classes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from html import escape

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from kappabook.study.pairs import one_engine
from kappabook.study.results import StudyResults


def chance_parts(
    actual: ArrayLike, predicted: ArrayLike
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    r"""Split chance agreement into what the classes bring and what the predictions add.

    .. math:: P_c = \sum_i r_i c_i = \underbrace{\sum_i r_i^2}_{\text{guessing}}
                    + \underbrace{\sum_i r_i (c_i - r_i)}_{\text{leaning}}

    *Guessing* is the accuracy of someone who guesses with the class shares :math:`r`; it belongs
    to the data set. It is at least 1/C, with C classes of one size. *Leaning* belongs to the
    classifier. With :math:`p_{ij}` the share of cases of class i predicted as j,

    .. math:: \sum_j r_j c_j - \sum_i r_i r_i = \sum_{ij} p_{ij} \, (r_j - r_i):

    hits cancel, and every error adds the share of the class predicted minus that of the true
    one. So leaning is the error rate times the mean *pull* of an error, positive if errors go
    to larger classes; it is 0 for classes of one size, or if the shares predicted are the true
    ones, and never further from 0 than the error rate times
    :math:`\max_i r_i - \min_i r_i`: accurate classifiers cannot lean far.

    Parameters
    ----------
    actual, predicted : array-like of shape (..., n_classes)
        Cases, or shares, of each true and each predicted class.

    Returns
    -------
    guessing, leaning : ndarray of shape (...)
        Their sum is the chance agreement.

    References
    ----------
    Ben-David (2007), eq. (2), for the sum; the split is our own.

    Examples
    --------
    >>> from kappabook.study.chance import chance_parts
    >>> guessing, leaning = chance_parts([70, 30], [90, 10])
    >>> round(float(guessing), 2), round(float(leaning), 2)
    (0.58, 0.08)
    """
    r, c = (np.asarray(totals, dtype=float) for totals in (actual, predicted))
    r, c = (totals / totals.sum(axis=-1, keepdims=True) for totals in (r, c))
    return (r * r).sum(axis=-1), (r * (c - r)).sum(axis=-1)


def chance_limits(actual: ArrayLike, accuracy: float = 0.0) -> tuple[float, float]:
    """Smallest and largest chance agreement of a classifier with this accuracy.

    By :func:`chance_parts` each error of class i adds :math:`r_j - r_i`, with j the class it is
    predicted as. For the most, every error goes to the largest class (errors of the largest to
    the second), and the errors fall on the smallest classes first; for the least the other way
    round. Both are attained.

    Parameters
    ----------
    actual : array-like of shape (n_classes,)
        Cases, or shares, of each true class; at least two classes.
    accuracy : float in [0, 1], default=0
        The share of hits.

    Returns
    -------
    lowest, highest : float

    Raises
    ------
    ValueError
        Fewer than two classes, a negative number of cases, an accuracy outside [0, 1].

    References
    ----------
    Our own; a test compares the limits with those of a linear program.

    Examples
    --------
    Three classes, four cases in five right:

    >>> from kappabook.study.chance import chance_limits
    >>> [round(limit, 3) for limit in chance_limits([60, 30, 10], 0.8)]
    [0.36, 0.54]
    """
    r = np.asarray(actual, dtype=float)
    if r.ndim != 1 or len(r) < 2 or (r < 0).any() or not r.sum() > 0:
        raise ValueError(f"actual is {actual!r}; give the cases of each of at least two classes.")
    if not 0 <= accuracy <= 1:
        raise ValueError(f"accuracy is {accuracy}; give a share from 0 to 1.")
    r = r / r.sum()
    others = np.where(np.eye(len(r), dtype=bool), np.nan, r)

    def reach(gains: NDArray[np.float64]) -> float:
        order = np.argsort(-gains)
        before = np.append(0.0, np.cumsum(r[order])[:-1])
        errors = np.clip(1 - accuracy - before, 0, r[order])
        return float(errors @ gains[order])

    guessing = float(r @ r)
    highest = guessing + reach(np.nanmax(others, axis=1) - r)
    return guessing - reach(r - np.nanmin(others, axis=1)), highest


@dataclass(frozen=True, eq=False, repr=False)
class ChanceDecomposition:
    """Chance agreement of every cell in two parts, and how much of its variation each makes.

    Attributes
    ----------
    cells : DataFrame
        Index ``dataset, classifier``; means over folds: ``chance`` = ``guessing`` + ``leaning``;
        ``error_rate``; ``pull`` = leaning / error_rate, the share of the class predicted minus
        that of the true one, on average over errors (nan without errors); ``lowest`` and
        ``highest``, what the class shares and the accuracy allow (:func:`chance_limits`, fold by
        fold).
    between_datasets : float
        Share of the variance of chance over cells that lies between the means of data sets; the
        rest lies between the classifiers on one data set.
    guessing_share, leaning_share : float
        Covariance of each part with chance, over the variance of chance: they sum to 1. All
        three are nan where chance does not vary.
    """

    cells: pd.DataFrame
    between_datasets: float
    guessing_share: float
    leaning_share: float

    @property
    def within_datasets(self) -> float:
        """Share of the variance that lies between the classifiers on one data set."""
        return 1 - self.between_datasets

    def _line(self) -> str:
        n = len(self.cells)
        if math.isnan(self.between_datasets):
            return f"Chance agreement of {n} cells does not vary."
        return (
            f"Of the variance of chance agreement over {n} cells {self.between_datasets:.1%} lies "
            f"between data sets, {self.within_datasets:.1%} between classifiers on one data set; "
            f"guessing makes {self.guessing_share:.1%} of it, leaning {self.leaning_share:.1%}."
        )

    def __str__(self) -> str:
        return f"{self._line()}\n{self.cells.to_string(float_format='{:.4f}'.format)}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        table = self.cells.to_html(float_format="{:.4f}".format)
        return f"<p>{escape(self._line())}</p>\n{table}"


def chance_decomposition(results: StudyResults) -> ChanceDecomposition:
    r"""Say what drives chance agreement in the cells of a study.

    Every fold's :math:`P_c` is split by :func:`chance_parts`, and the parts averaged over the
    folds of a cell, so that they sum to the mean :math:`P_c` exactly. Over cells

    .. math:: \operatorname{Var} P_c = \operatorname{Cov}(\text{guessing}, P_c)
              + \operatorname{Cov}(\text{leaning}, P_c)

    is one split of its variance; the sum of squares between and within data sets is another.
    Guessing is the same for all classifiers that were tested on the same folds, so what lies
    within data sets is leaning alone; between them both count.

    Parameters
    ----------
    results : StudyResults
        Of one engine.

    Returns
    -------
    ChanceDecomposition
        Shown as a sentence and a table of all cells.

    Raises
    ------
    ValueError
        Results of several engines.

    References
    ----------
    Ben-David (2007), section 6, leaves the question open. The decomposition is our own.

    Examples
    --------
    >>> from kappabook import StudyResults, chance_decomposition
    >>> from kappabook.system.checkout import results_folder
    >>> results = StudyResults.read(results_folder() / "study-sklearn.csv")
    >>> found = chance_decomposition(results)
    >>> round(found.between_datasets, 3), round(found.leaning_share, 3)
    (0.992, 0.086)
    """
    one_engine(results)
    actual, predicted = results.cells.sum(axis=2), results.cells.sum(axis=1)
    guessing, leaning = chance_parts(actual, predicted)
    folds = results.folds[["dataset", "classifier", "chance"]].assign(
        guessing=guessing, leaning=leaning, error_rate=1 - results.folds["accuracy"]
    )
    limits = [
        chance_limits(totals[: len(results.classes[dataset])], accuracy)
        if len(results.classes[dataset]) > 1
        else (1.0, 1.0)
        for totals, dataset, accuracy in zip(
            actual, folds["dataset"], results.folds["accuracy"], strict=True
        )
    ]
    folds[["lowest", "highest"]] = limits
    cells = folds.groupby(["dataset", "classifier"], sort=False).mean()
    pull = cells["leaning"] / cells["error_rate"].where(cells["error_rate"] > 0)
    cells.insert(4, "pull", pull)
    chance = cells["chance"]
    total = float(((chance - chance.mean()) ** 2).sum())
    if np.ptp(chance) <= 1e-12:
        return ChanceDecomposition(cells, math.nan, math.nan, math.nan)
    means = chance.groupby(level="dataset", sort=False).transform("mean")
    deviation = chance - chance.mean()
    return ChanceDecomposition(
        cells,
        between_datasets=float(((means - chance.mean()) ** 2).sum()) / total,
        guessing_share=float((deviation * cells["guessing"]).sum()) / total,
        leaning_share=float((deviation * cells["leaning"]).sum()) / total,
    )
