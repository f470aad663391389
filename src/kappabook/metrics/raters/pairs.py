"""Cohen's kappa of each two raters."""

from __future__ import annotations

import warnings
from collections.abc import Hashable
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics.check_tables import Weights
from kappabook.metrics.confusion import ConfusionMatrix
from kappabook.metrics.intervals.kappa import kappa_interval
from kappabook.metrics.raters.table import MISSING, Ratings, as_ratings


@dataclass(frozen=True, eq=False, repr=False)
class PairwiseKappas:
    """Cohen's kappa of each pair of raters, with intervals.

    Attributes
    ----------
    raters : tuple
    estimate, low, high : ndarray of shape (n_raters, n_raters)
        Symmetric; 1 on the diagonal, nan where two raters share no item or used one label only.
    n_items : ndarray of shape (n_raters, n_raters)
        Items that both rated; on the diagonal, the rater's own.
    confidence_level : float
    """

    raters: tuple[Hashable, ...]
    estimate: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    n_items: NDArray[np.int64]
    confidence_level: float

    def __repr__(self) -> str:
        return "\n".join("  ".join(row) for row in self._rows())

    def _repr_html_(self) -> str:
        head, *body = (list(map(escape, row)) for row in self._rows())
        lines = ["<table>", "<tr>" + "".join(f"<th>{x}</th>" for x in head) + "</tr>"]
        for name, *cells in body:
            lines.append(f"<tr><th>{name}</th>{''.join(f'<td>{x}</td>' for x in cells)}</tr>")
        return "\n".join([*lines, "</table>"])

    def _rows(self) -> list[list[str]]:
        rows = [["kappa", *map(str, self.raters)]]
        for i, rater in enumerate(self.raters):
            ends = zip(self.estimate[i], self.low[i], self.high[i], strict=True)
            cells = [f"{value:.2f} ({low:.2f} to {high:.2f})" for value, low, high in ends]
            cells[i] = ""
            rows.append([str(rater), *cells])
        return rows


def pairwise_kappas(
    ratings: Any,
    *,
    labels: ArrayLike | None = None,
    weights: Weights = None,
    confidence_level: float = 0.95,
    n_draws: int | None = None,
) -> PairwiseKappas:
    """Cohen's kappa of each two raters, on the items that both rated.

    Intervals are those of :func:`kappabook.kappa_interval`. Each is right for its pair; to say
    that all hold at once, ask for more, such as 1 - .05 / number of pairs.

    Parameters
    ----------
    ratings, labels
        As in :func:`fleiss_kappa_score`.
    weights
        As in :func:`kappabook.cohen_kappa_score`; symmetric.
    confidence_level : float in (0, 1), default=0.95
        Coverage asked for.
    n_draws
        As in :func:`kappabook.kappa_interval`.

    Returns
    -------
    PairwiseKappas

    Raises
    ------
    ValueError
        For what is no table of ratings, and if no item was rated twice.

    References
    ----------
    Light (1971), Psychological Bulletin 76, pp. 365-377, averages them.

    Examples
    --------
    >>> from kappabook import pairwise_kappas
    >>> pairs = pairwise_kappas([[1, 1, 0], [0, 0, 0], [1, 1, 1], [0, 1, None]] * 10)
    >>> pairs.estimate.round(2)
    array([[1. , 0.5, 0.4],
           [0.5, 1. , 0.4],
           [0.4, 0.4, 1. ]])
    """
    table = as_ratings(ratings, labels)
    table.require_pairs()
    table.require_names("a kappa of each pair")
    if isinstance(weights, str):
        table.require_order(f"weights={weights!r}")
    r = table.n_raters
    estimate, low, high = np.eye(r), np.eye(r), np.eye(r)
    n_items = np.zeros((r, r), dtype=np.int64)
    for i in range(r):
        n_items[i, i] = (table.codes[i] != MISSING).sum()
        for j in range(i + 1, r):
            cells = pair_table(table, i, j)
            values = (np.nan,) * 3
            if cells.any() and table.n_labels > 1:
                with warnings.catch_warnings():
                    # An undefined pair is nan in a table of many; the rest is of use.
                    warnings.simplefilter("ignore")
                    matrix = ConfusionMatrix(cells, table.labels)
                    found = kappa_interval(
                        matrix, weights=weights, confidence_level=confidence_level, n_draws=n_draws
                    )
                    values = found.estimate, found.low, found.high
            for array, value in zip((estimate, low, high), values, strict=True):
                array[i, j] = array[j, i] = value
            n_items[i, j] = n_items[j, i] = cells.sum()
    return PairwiseKappas(table.raters, estimate, low, high, n_items, confidence_level)


def pair_table(table: Ratings, i: int, j: int) -> NDArray[np.int64]:
    """Count the labels of two raters, shape (n_labels, n_labels)."""
    k, both = table.n_labels, (table.codes[[i, j]] != MISSING).all(axis=0)
    first, second = table.codes[[i, j]][:, both].astype(np.intp)
    return np.bincount(first * k + second, minlength=k * k).reshape(k, k)
