"""Bootstrap intervals of what a confusion matrix determines."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kappabook.metrics._validation.confusion import refuse_no_matrix
from kappabook.metrics.confusion import ConfusionMatrix
from kappabook.metrics.inference.caution import caution
from kappabook.metrics.inference.expected_cost import Costs, kappas, totals
from kappabook.metrics.inference.resampling import (
    BootstrapInterval,
    Counts,
    Evaluate,
    Method,
    Resampling,
    bootstrap_counts,
)

Values = NDArray[np.float64]
FEW = "a bootstrap interval may cover far less than it says; for kappa use kappa_inference"


def bootstrap_confusion(
    statistic: Callable[..., Any],
    confusion: ConfusionMatrix,
    *,
    n_resamples: int = 2000,
    confidence_level: float = 0.95,
    stratified: bool = False,
    method: Method = "percentile",
    random_state: Any = None,
    vectorized: bool = False,
) -> BootstrapInterval:
    """Interval of anything computed from a confusion matrix, whatever the number of cases.

    Drawing n cases with replacement is drawing multinomial cell counts, and, stratified, one
    multinomial per row; so the work does not grow with n.

    Parameters
    ----------
    statistic : callable ``(ConfusionMatrix) -> float``
        For example ``operator.attrgetter("kappa")`` or `pabak`. nan and ValueError mean undefined.
        ``attrgetter`` of "kappa", "accuracy" and "chance_agreement" is computed for all resamples
        at once, and so is what `vectorized` says.
    confusion : ConfusionMatrix of shape (n_classes, n_classes)
        Whole numbers of cases.
    n_resamples, confidence_level, stratified, method, random_state
        As in :func:`bootstrap_interval`; the rows are the strata.
    vectorized : bool, default=False
        Whether `statistic` takes counts of shape (n, n_classes, n_classes), not a matrix, and
        returns n values, nan where undefined.

    Returns
    -------
    BootstrapInterval

    Warns
    -----
    UserWarning
        A class has fewer than 5 cases, or fewer than 5 cases on the diagonal, or there are fewer
        than 50 cases in all. With a class of 1 % by both raters, 1000 cases and kappa 0, the
        interval of kappa covers 10 % instead of 95 %; that of :func:`kappa_inference` does not
        fail there.

    Raises
    ------
    ValueError
        The cells are no counts, or an option is unknown.

    References
    ----------
    Efron (1979). Efron and Tibshirani (1993), chapter 13.

    Examples
    --------
    >>> from operator import attrgetter
    >>> from kappabook import ConfusionMatrix
    >>> from kappabook.metrics.inference import bootstrap_confusion
    >>> films = ConfusionMatrix([[40, 10], [20, 30]])
    >>> found = bootstrap_confusion(attrgetter("kappa"), films, random_state=0)
    >>> found.estimate, found.low < 0.4 < found.high
    (0.4, True)
    """
    how = Resampling(n_resamples, confidence_level, stratified, method, random_state)
    refuse_no_matrix(confusion)
    if confusion.is_probability or (confusion.cells % 1 != 0).any():
        raise ValueError("the cells are no counts; resampling needs the number of cases in each.")
    k = confusion.n_classes
    if vectorized:
        evaluate = _of_stacks(statistic, k)
    else:
        statistic(confusion)
        evaluate = _known(statistic, k) or _one_by_one(statistic, confusion)
    if few := _few(confusion):
        warnings.warn(few, UserWarning, stacklevel=2)
    counts, strata = confusion.cells.ravel().astype(np.int64), np.repeat(np.arange(k), k)
    return bootstrap_counts(evaluate, counts, strata, how)


def _of_stacks(statistic: Callable[..., Any], k: int) -> Evaluate:
    def values(counts: Counts) -> Values:
        found = np.asarray(statistic(counts.reshape(-1, k, k)), dtype=float)
        if found.shape != (len(counts),):
            raise ValueError(
                f"statistic returned shape {found.shape} for {len(counts)} tables; with "
                "vectorized=True it takes (n, n_classes, n_classes) and returns n values."
            )
        return found

    return values


def _known(statistic: Callable[..., Any], k: int) -> Evaluate | None:
    """Return how to compute a property of many matrices at once, if it is one of three."""
    if not isinstance(statistic, attrgetter):
        return None
    named = statistic.__reduce__()[1]
    rows, columns = np.divmod(np.arange(k * k), k)
    costs = Costs(None, np.arange(k))

    def kappa(counts: Counts) -> Values:
        return kappas(counts.T.astype(float), rows, columns, costs)

    def accuracy(counts: Counts) -> Values:
        return np.asarray(counts[:, :: k + 1].sum(axis=1) / counts.sum(axis=1))

    def chance_agreement(counts: Counts) -> Values:
        margins = (totals(counts.T.astype(float), classes, k) for classes in (rows, columns))
        by_row, by_column = margins
        return np.asarray((by_row * by_column).sum(axis=0) / counts.sum(axis=1) ** 2.0)

    known = {("kappa",): kappa, ("accuracy",): accuracy, ("chance_agreement",): chance_agreement}
    return known.get(named)  # type: ignore[arg-type]


def _one_by_one(statistic: Callable[..., Any], confusion: ConfusionMatrix) -> Evaluate:
    """Call the statistic once for each table that differs."""
    k = confusion.n_classes

    def value(cells: Counts) -> float:
        try:
            return float(statistic(ConfusionMatrix(cells.reshape(k, k), confusion.labels)))
        except ValueError:
            return math.nan

    def values(counts: Counts) -> Values:
        tables, which = np.unique(counts, axis=0, return_inverse=True)
        return np.array([value(cells) for cells in tables])[which.ravel()]

    return values


def _few(confusion: ConfusionMatrix) -> str:
    """Name the numbers for which the bootstrap is known to fail."""
    used = np.flatnonzero(confusion.row_totals + confusion.column_totals)
    labels = [confusion.labels[i] for i in used]
    counts = {
        name: np.asarray(x, dtype=float)[used]
        for name, x in (
            ("the rows", confusion.row_totals),
            ("the columns", confusion.column_totals),
            ("agreement", confusion.cells.diagonal()),
        )
    }
    return caution(float(confusion.total), counts, labels, FEW)
