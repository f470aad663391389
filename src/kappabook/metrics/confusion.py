"""The confusion matrix: the one value from which everything else is computed."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics import _cells
from kappabook.metrics._cells import Totals
from kappabook.metrics._counts import count_pairs
from kappabook.metrics._merging import spread, united
from kappabook.metrics._numbers import NO_DISAGREEMENT, Real, number, show, undefined
from kappabook.metrics._repr import as_html, as_text
from kappabook.metrics._validation.labels import valid_labels
from kappabook.metrics._validation.table import Costs, Table, valid_cells, valid_costs


@dataclass(frozen=True, eq=False, repr=False, init=False)
class ConfusionMatrix(Totals):
    r"""A square table of truth against prediction (or of one rater against another).

    .. math:: \kappa = \frac{P_o - P_c}{1 - P_c}, \qquad
              P_o = \sum_i p_{ii}, \quad P_c = \sum_i p_{i\cdot} \, p_{\cdot i}

    Parameters
    ----------
    cells : array-like of shape (n_classes, n_classes)
        Counts or weights, non-negative, not all zero. Rows are the truth, columns the
        prediction. Integers of any size and floats; `fractions.Fraction`, `decimal.Decimal`
        and decimal text (``"0.25"``) are kept exact, and so is all that is computed from them.
        A data frame is read by the labels of its rows and columns: they are brought into one
        order, and a label that only rows or only columns have gets zeros, as a cross table needs
        where one rater leaves out a class.
    labels : sequence of hashable, optional
        One label per class, in the order of rows and columns; default 0, 1, 2, ..., or those of
        the data frame.

    Attributes
    ----------
    cells : ndarray of shape (n_classes, n_classes), read-only
        int64 for counts, float64 for weights, object for exact numbers.
    labels : tuple
        The class labels.
    is_probability : bool
        True when made by `from_probabilities`; such matrices cannot be merged.

    Notes
    -----
    Measures are typed as float. From exact cells they are `fractions.Fraction`, which computes
    and compares as a float does.

    Raises
    ------
    ValueError
        Cells not square, empty, masked, negative, not finite or all zero; labels that do not
        fit, stand twice, or contradict those of a data frame; totals among the cells.

    References
    ----------
    Cohen (1960). Ben-David (2008), eqs. (1)-(3).

    Examples
    --------
    >>> from kappabook import ConfusionMatrix
    >>> films = ConfusionMatrix([[40, 10], [20, 30]], labels=["ill", "well"])
    >>> films.accuracy, films.chance_agreement, films.kappa
    (0.7, 0.5, 0.4)
    >>> ConfusionMatrix([["0.65", "0.05"], ["0.15", "0.15"]]).kappa
    Fraction(9, 19)
    """

    cells: NDArray[Any]
    labels: tuple[Hashable, ...]
    is_probability: bool

    def __init__(
        self, cells: Table | ConfusionMatrix, labels: Sequence[Hashable] | None = None
    ) -> None:
        if isinstance(cells, ConfusionMatrix):
            labels = cells.labels if labels is None else labels
            cells = cells.cells
        table, labels = valid_cells(cells, labels)
        table.flags.writeable = False
        object.__setattr__(self, "cells", table)
        object.__setattr__(self, "labels", valid_labels(labels, len(table)))
        object.__setattr__(self, "is_probability", False)

    @classmethod
    def from_predictions(
        cls,
        y_true: ArrayLike,
        y_pred: ArrayLike,
        *,
        labels: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> ConfusionMatrix:
        """Count the pairs of true and predicted labels.

        The arguments are those of :func:`kappabook.cohen_kappa_score`; rows are the truth. Without
        `labels`, all labels present are counted, sorted; ordered categories stand in their order.

        Examples
        --------
        >>> from kappabook import ConfusionMatrix
        >>> ConfusionMatrix.from_predictions(["cat", "dog", "dog"], ["cat", "dog", "cat"])
        ConfusionMatrix of 3 cases (rows: truth, columns: prediction)
               cat  dog  total
        cat      1    0      1
        dog      1    1      2
        total    2    1      3
        """
        cells, classes = count_pairs(y_true, y_pred, labels=labels, sample_weight=sample_weight)
        return cls(cells, classes)

    @classmethod
    def from_probabilities(
        cls, cells: Table, labels: Sequence[Hashable] | None = None
    ) -> ConfusionMatrix:
        """Take joint probabilities, which must sum to one (exactly, if they are exact).

        Examples
        --------
        >>> from kappabook import ConfusionMatrix
        >>> ConfusionMatrix.from_probabilities([["0.40", "0.10"], ["0.10", "0.40"]]).kappa
        Fraction(3, 5)
        """
        matrix = cls(cells, labels)
        total = matrix.total
        if not (total == 1 or (isinstance(total, float) and math.isclose(total, 1, abs_tol=1e-9))):
            raise ValueError(
                f"the cells sum to {show(total)}; probabilities must sum to 1. "
                "For counts or weights use ConfusionMatrix(cells)."
            )
        object.__setattr__(matrix, "is_probability", True)
        return matrix

    # --- agreement ----------------------------------------------------------------------------

    @property
    def accuracy(self) -> Real:
        r"""Observed agreement, :math:`P_o = \sum_i p_{ii}`."""
        cells = _cells.tame(self.cells)
        return number(cells.trace()) / number(cells.sum())  # type: ignore[no-any-return]

    @property
    def chance_agreement(self) -> Real:
        r"""Agreement of an independent guesser, :math:`P_c = \sum_i p_{i\cdot} p_{\cdot i}`.

        It is a share of *all* cases, not of the hits. Ben-David (2008), eq. (2).
        """
        _, rows, columns, total = self._numbers()
        return number(rows @ columns) / total**2  # type: ignore[no-any-return]

    @property
    def kappa(self) -> Real:
        """Cohen's kappa; nan, with UndefinedMetricWarning, when one class takes all."""
        return self.weighted_kappa()

    def weighted_kappa(
        self, costs: Costs | None = None, *, replace_undefined_by: float = math.nan
    ) -> Real:
        r"""Kappa under a matrix of disagreement costs.

        The formula is that of :func:`kappabook.cohen_kappa_score`. With costs of 1 off the
        diagonal, the default, it is :math:`(P_o - P_c)/(1 - P_c)`, but loses no digits when
        :math:`P_c` is near one.

        Parameters
        ----------
        costs : array-like of shape (n_classes, n_classes), optional
            Cost of predicting the column for the row: finite, non-negative, zero on the
            diagonal; it need not be symmetric.
        replace_undefined_by : float, default=nan
            Returned, with UndefinedMetricWarning, when the expected cost is zero.

        Returns
        -------
        float, or Fraction from exact cells. At most 1; at least -1 if unweighted.
        """
        if costs is None:
            total, observed, expected = _cells.disagreement(self.cells)
            inexact = self.cells.dtype == np.float64
        else:
            table = valid_costs(costs, self.labels)
            total, observed, expected = _cells.cost(self.cells, table)
            inexact = np.float64 in (self.cells.dtype, table.dtype)
        if expected == 0:
            return undefined("Cohen's kappa", NO_DISAGREEMENT, replace_undefined_by)
        kappa = (expected - total * observed) / expected
        return float(kappa) if inexact else kappa

    def _numbers(self) -> _cells.Sums:
        """Cells, margins and total that cannot overflow: shares, or exact Python numbers."""
        return _cells.balanced(self.cells)

    # --- as a value ---------------------------------------------------------------------------

    def exact(self) -> ConfusionMatrix:
        """Return the same matrix with `fractions.Fraction` cells."""
        cells = [[Fraction(number(cell)) for cell in row] for row in self.cells]
        twin = ConfusionMatrix(np.array(cells, dtype=object), self.labels)
        object.__setattr__(twin, "is_probability", self.is_probability)
        return twin

    def __getitem__(self, labels: tuple[Hashable, Hashable]) -> Any:
        """Return the cell of (true label, predicted label)."""
        for label in labels:
            if label not in self.labels:
                raise KeyError(f"{label!r} is not a label; the labels are {list(self.labels)}.")
        row, column = map(self.labels.index, labels)
        return number(self.cells[row, column])

    def __add__(self, other: object) -> ConfusionMatrix:
        """Merge the counts of two matrices; their labels are united and sorted if they differ."""
        if not isinstance(other, ConfusionMatrix):
            return NotImplemented
        if self.is_probability or other.is_probability:
            raise ValueError(
                "probabilities cannot be merged: how many cases each matrix stands for is lost. "
                "Merge counts, made with ConfusionMatrix or ConfusionMatrix.from_predictions."
            )
        labels = united(self.labels, other.labels)
        tables = (spread(matrix.cells, matrix.labels, labels) for matrix in (self, other))
        return ConfusionMatrix(sum(tables), labels)

    def __radd__(self, other: object) -> ConfusionMatrix:
        """Let ``sum(matrices)`` start from 0."""
        return self if other == 0 else NotImplemented

    def __eq__(self, other: object) -> bool:
        """Compare labels and cells."""
        if not isinstance(other, ConfusionMatrix):
            return NotImplemented
        return self.labels == other.labels and np.array_equal(self.cells, other.cells)

    def __hash__(self) -> int:
        return hash((self.labels, tuple(map(number, self.cells.flat))))

    def __repr__(self) -> str:
        return as_text(self)

    def _repr_html_(self) -> str:
        return as_html(self)
