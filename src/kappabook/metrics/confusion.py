"""The confusion matrix: the one value from which everything else is computed."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics.agreement import (
    Average,
    beyond_chance,
    costs_of,
    crosstab,
    kappa_of,
    off_diagonal,
    others,
    per_class_of,
    sums_of,
)
from kappabook.metrics.check import Real, number, show, undefined, valid_labels
from kappabook.metrics.check_tables import Table, Weights, valid_cells

__all__ = ["ConfusionMatrix"]

# Of more classes than this, so many at each end are shown.
_MOST_SHOWN, _ENDS = 24, 5


@dataclass(frozen=True, eq=False, repr=False, init=False)
class ConfusionMatrix:
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
        return cls(*crosstab(y_true, y_pred, labels=labels, sample_weight=sample_weight))

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

    # --- margins ------------------------------------------------------------------------------

    @property
    def n_classes(self) -> int:
        """Number of classes."""
        return len(self.cells)

    @property
    def total(self) -> Real:
        """Number (or weight) of all cases; 1 for probabilities."""
        return number(self.cells.sum())  # type: ignore[no-any-return]

    @property
    def row_totals(self) -> NDArray[Any]:
        """Cases of each true class, shape (n_classes,)."""
        return np.asarray(self.cells.sum(axis=1))

    @property
    def column_totals(self) -> NDArray[Any]:
        """Cases of each predicted class, shape (n_classes,)."""
        return np.asarray(self.cells.sum(axis=0))

    @property
    def row_margins(self) -> NDArray[Any]:
        """Share of each true class, shape (n_classes,); they sum to one."""
        return np.asarray(self.row_totals / self.total)

    @property
    def column_margins(self) -> NDArray[Any]:
        """Share of each predicted class, shape (n_classes,); they sum to one."""
        return np.asarray(self.column_totals / self.total)

    # --- agreement ----------------------------------------------------------------------------

    @property
    def accuracy(self) -> Real:
        r"""Observed agreement, :math:`P_o = \sum_i p_{ii}`."""
        return number(self.cells.trace()) / self.total  # type: ignore[no-any-return]

    @property
    def chance_agreement(self) -> Real:
        r"""Agreement of an independent guesser, :math:`P_c = \sum_i p_{i\cdot} p_{\cdot i}`.

        It is a share of *all* cases, not of the hits. Ben-David (2008), eq. (2).
        """
        _, rows, columns, total = sums_of(self.cells)
        return number(rows @ columns) / total**2  # type: ignore[no-any-return]

    @property
    def kappa(self) -> Real:
        """Cohen's kappa; nan, with UndefinedMetricWarning, when one class takes all."""
        return kappa_of(self.cells)  # type: ignore[no-any-return]

    def weighted_kappa(
        self, costs: Weights = None, *, replace_undefined_by: float = math.nan
    ) -> Real:
        r"""Kappa under costs of disagreement.

        The formula is that of :func:`kappabook.cohen_kappa_score`. With costs of 1 off the
        diagonal, the default, it is :math:`(P_o - P_c)/(1 - P_c)`, but loses no digits when
        :math:`P_c` is near one.

        Parameters
        ----------
        costs : {'linear', 'quadratic'} or array-like of shape (n_classes, n_classes), optional
            Cost of predicting the column for the row: the distance of the two in the order of
            `labels`, its square, or a matrix: finite, non-negative, zero on the diagonal; it need
            not be symmetric.
        replace_undefined_by : float, default=nan
            Returned, with UndefinedMetricWarning, when the expected cost is zero.

        Returns
        -------
        float, or Fraction from exact cells and costs. At most 1; at least -1 if unweighted.

        Examples
        --------
        >>> from kappabook import ConfusionMatrix
        >>> essays = ConfusionMatrix([[5, 2, 0], [1, 6, 2], [0, 1, 8]])
        >>> round(essays.kappa, 3), round(essays.weighted_kappa("quadratic"), 3)
        (0.636, 0.809)
        """
        table = None if costs is None else costs_of(costs, self.labels)
        kappa = kappa_of(self.cells, table, replace_undefined_by)
        inexact = table is not None and table.dtype == np.float64
        return float(kappa) if inexact else kappa

    @property
    def mcc(self) -> float:
        r"""Matthews correlation, for any number of classes.

        .. math:: R_K = \frac{P_o - P_c}
                  {\sqrt{\bigl(1 - \sum_i p_{i\cdot}^2\bigr) \bigl(1 - \sum_i p_{\cdot i}^2\bigr)}}

        Kappa has the same numerator above :math:`1 - P_c`, which is never smaller than this root
        (Cauchy-Schwarz, then the inequality of the means), and equal to it only if the two margins
        agree. So :math:`|\kappa| \le |R_K|`, with equality exactly when both are 0 or the margins
        agree. It is nan, with UndefinedMetricWarning, when the truth or the prediction is constant.
        (Kappa is then 0, unless both are the same constant.) Matthews (1975). Gorodkin (2004),
        eq. (8), Comput. Biol. Chem. 28.

        Examples
        --------
        >>> from kappabook import ConfusionMatrix
        >>> round(ConfusionMatrix([[40, 10], [20, 30]]).mcc, 6)
        0.408248
        """
        cells, rows, columns, total = sums_of(self.cells)
        spreads = number(rows @ others(rows)), number(columns @ others(columns))
        if 0 in spreads:
            reason = "the truth or the prediction is constant (0/0)"
            return undefined("the Matthews correlation", reason)
        misses = off_diagonal(cells)
        if cells.dtype == np.float64:
            excess = beyond_chance(np.diag(cells), misses.sum(axis=1), misses.sum(axis=0))
            return float(excess) / (math.sqrt(spreads[0]) * math.sqrt(spreads[1]))
        covariance = number(rows @ others(columns)) - total * number(misses.sum())
        # Squared first: the quotient of exact numbers of any size is rounded once.
        size = math.sqrt(covariance**2 / (spreads[0] * spreads[1]))
        return size if covariance >= 0 else -size

    # --- one class and the rest ---------------------------------------------------------------

    def one_vs_rest(self, label: Hashable) -> ConfusionMatrix:
        """Join all other classes, which come first; the class asked for is then the positive one.

        Examples
        --------
        >>> from kappabook import ConfusionMatrix
        >>> pets = ConfusionMatrix([[4, 0, 0], [0, 2, 2], [0, 2, 2]], ["cat", "dog", "fox"])
        >>> pets.one_vs_rest("dog")
        ConfusionMatrix of 12 cases (rows: truth, columns: prediction)
                 not dog  dog  total
        not dog        6    2      8
        dog            2    2      4
        total          8    4     12
        """
        own = np.arange(self.n_classes) == self._place(label)
        sides = np.array([~own, own]).astype(int)
        return self._twin(sides @ self.cells @ sides.T, (f"not {label}", label))

    def per_class_kappas(
        self, *, average: Average | None = None, replace_undefined_by: float = math.nan
    ) -> Any:
        """Kappa of each class against the rest, or an average, as `per_class_kappa_score` has it.

        Parameters
        ----------
        average : {None, 'macro', 'micro', 'weighted'}, default=None
            How to average, if at all.
        replace_undefined_by : float, default=nan
            Stands, with UndefinedMetricWarning, for the kappa of a class that takes all cases or
            none.

        Returns
        -------
        ndarray of shape (n_classes,), of Fractions from exact cells; one number with `average`.

        Examples
        --------
        >>> from kappabook import ConfusionMatrix
        >>> pets = ConfusionMatrix([[4, 0, 0], [0, 2, 2], [0, 2, 2]])
        >>> pets.per_class_kappas()
        array([1.  , 0.25, 0.25])
        >>> pets.per_class_kappas(average="micro"), pets.kappa
        (0.5, 0.5)
        """
        return per_class_of(self.cells, self.labels, average, replace_undefined_by)

    # --- as a value ---------------------------------------------------------------------------

    def exact(self) -> ConfusionMatrix:
        """Return the same matrix with `fractions.Fraction` cells."""
        cells = [[Fraction(number(cell)) for cell in row] for row in self.cells]
        return self._twin(np.array(cells, dtype=object), self.labels)

    def _twin(self, cells: NDArray[Any], labels: Sequence[Hashable]) -> ConfusionMatrix:
        matrix = ConfusionMatrix(cells, labels)
        object.__setattr__(matrix, "is_probability", self.is_probability)
        return matrix

    def _place(self, label: Hashable) -> int:
        if label not in self.labels:
            raise KeyError(f"{label!r} is not a label; the labels are {list(self.labels)}.")
        return self.labels.index(label)

    def __getitem__(self, labels: tuple[Hashable, Hashable]) -> Any:
        """Return the cell of (true label, predicted label)."""
        row, column = map(self._place, labels)
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
        if self.labels == other.labels:
            return ConfusionMatrix(self.cells + other.cells, self.labels)
        try:
            labels = sorted({*self.labels, *other.labels})  # type: ignore[type-var]
        except TypeError:
            raise ValueError(
                f"labels {list(self.labels)} and {list(other.labels)} have no common order, as "
                "text and numbers; give both matrices labels of one kind before merging."
            ) from None
        cells = np.zeros((len(labels), len(labels)), dtype=self.cells.dtype)
        for matrix in (self, other):
            places = [labels.index(label) for label in matrix.labels]
            wide = np.zeros(cells.shape, dtype=matrix.cells.dtype)
            wide[np.ix_(places, places)] = matrix.cells
            cells = cells + wide
        return ConfusionMatrix(cells, labels)

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
        rows = self._shown()
        kind = "probabilities" if self.is_probability else f"{show(self.total)} cases"
        many = f", {self.n_classes} classes" if self.n_classes > _MOST_SHOWN else ""
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [f"ConfusionMatrix of {kind}{many} (rows: truth, columns: prediction)"]
        for name, *cells in rows:
            right = [cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True)]
            lines.append("  ".join([name.ljust(widths[0]), *right]))
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        head, *body = [[escape(cell) for cell in row] for row in self._shown()]
        names = "".join(f"<th>{cell}</th>" for cell in ["truth \\ prediction", *head[1:]])
        lines = ["<table>", f"<tr>{names}</tr>"]
        for name, *cells in body:
            data = "".join(f"<td>{cell}</td>" for cell in cells)
            lines.append(f"<tr><th>{name}</th>{data}</tr>")
        return "\n".join([*lines, "</table>"])

    def _shown(self) -> list[list[str]]:
        """Column names, one row per class and the totals, as text; of many classes the ends."""
        k = self.n_classes
        ends = [*range(_ENDS), None, *range(k - _ENDS, k)] if k > _MOST_SHOWN else range(k)
        cells = np.column_stack([self.cells, self.row_totals])
        cells = np.vstack([cells, [*self.column_totals, self.total]])
        names = [*map(str, self.labels), "total"]
        shown = [*ends, k]
        return [
            ["", *("..." if j is None else names[j] for j in shown)],
            *(
                ["..."] * (len(shown) + 1)
                if i is None
                else [names[i], *("..." if j is None else show(cells[i, j]) for j in shown)]
                for i in shown
            ),
        ]
