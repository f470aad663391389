"""Agreement corrected for chance: two columns of labels, their table, and kappa from it.

Labels become places in the classes (module `places`), and places a table; `kappa_of` divides what
disagreements cost by what they would cost by chance. Where the cost depends on the distance of the
classes alone, the margins are enough, and no table is made. All terms are positive, so nothing
cancels, and counts stay whole numbers until the one division.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics.check import number, undefined
from kappabook.metrics.check_tables import Weights, valid_costs
from kappabook.metrics.places import Places, places_of
from kappabook.metrics.places import crosstab as crosstab

__all__ = ["chance_agreement", "cohen_kappa_score", "per_class_kappa_score"]

Average = Literal["macro", "micro", "weighted"]


# --- the public functions ---------------------------------------------------------------------


def cohen_kappa_score(
    y1: ArrayLike,
    y2: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    weights: Weights = None,
    sample_weight: ArrayLike | None = None,
    replace_undefined_by: float = math.nan,
) -> float:
    r"""Cohen's kappa: agreement beyond what an independent guesser would reach.

    .. math:: \kappa = 1 - \frac{\sum_{ij} w_{ij} \, p_{ij}}
                                {\sum_{ij} w_{ij} \, p_{i\cdot} \, p_{\cdot j}}

    Signature and answers are those of :func:`sklearn.metrics.cohen_kappa_score`.

    Parameters
    ----------
    y1, y2 : array-like of shape (n_samples,)
        Labels by two raters, or the truth and a prediction: integers, booleans or text.
        Unweighted kappa is symmetric.
    labels : array-like of shape (n_classes,), optional
        The classes, in order, each once; cases with any other label are left out. Needed with
        'linear' and 'quadratic' for text, whose order no one can know, and when a class is absent;
        the ordered categories of pandas, and the Enum of polars, bring both along.
    weights : {'linear', 'quadratic'} or array-like of shape (n_classes, n_classes), optional
        Cost of each disagreement: 1 (the default), \|i - j\|, (i - j)^2, or a matrix with zero
        diagonal, in the order of `labels`; it may be asymmetric (rows are `y1`). A data frame is
        matched to the classes by the labels of its rows and columns.
    sample_weight : array-like of shape (n_samples,), optional
        Finite and non-negative. The label of a case that weighs 0 is still a class.
    replace_undefined_by : float, default=nan
        Returned, with UndefinedMetricWarning, where kappa is 0/0.

    Returns
    -------
    float, at most 1; at least -1 if unweighted. From counts it is the float nearest to the
    exact fraction.

    Raises
    ------
    ValueError
        Columns that are empty, of unequal length, or hold missing, masked or mixed labels;
        `labels` that stand twice or contradict ordered categories; three or more classes of text
        with 'linear' or 'quadratic' and without an order; costs and sample weights that are
        negative, not finite or of another size; more than 10,000 classes.

    References
    ----------
    Cohen (1960, 1968). Ben-David (2008), eq. (3).

    Examples
    --------
    >>> from kappabook import cohen_kappa_score
    >>> cohen_kappa_score(["low", "mid", "high"], ["low", "mid", "mid"])
    0.5
    >>> cohen_kappa_score(["low", "mid", "high"], ["low", "mid", "mid"],
    ...                   labels=["low", "mid", "high"], weights="quadratic")
    0.6666666666666666
    """
    names = ("y1", "y2")
    if weights is None or isinstance(weights, str):
        _refuse_unknown(weights)
        places = places_of(y1, y2, labels, sample_weight, names, weights=weights)
        return float(_corrected(*_by_distance(places, weights), replace_undefined_by))
    table, classes = crosstab(y1, y2, labels=labels, sample_weight=sample_weight, names=names)
    return float(kappa_of(table, costs_of(weights, classes), replace_undefined_by))


def chance_agreement(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Accuracy expected of an independent guesser with the same margins.

    .. math:: P_c = \sum_i p_{i\cdot} \, p_{\cdot i}

    It is a share of all cases, not of the hits.

    Parameters
    ----------
    y_true, y_pred, labels, sample_weight
        As in :func:`cohen_kappa_score`.

    Returns
    -------
    float in [0, 1]

    Raises
    ------
    ValueError
        As :func:`cohen_kappa_score`.

    References
    ----------
    Ben-David (2008), eq. (2).

    Examples
    --------
    >>> from kappabook import chance_agreement
    >>> chance_agreement([1, 1, 0, 0], [1, 1, 1, 0])
    0.5
    """
    names = ("y_true", "y_pred")
    rows, columns = places_of(y_true, y_pred, labels, sample_weight, names).margins()
    return float(number(rows @ columns) / number(rows.sum()) ** 2)


@overload
def per_class_kappa_score(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    average: None = None,
    sample_weight: ArrayLike | None = None,
    replace_undefined_by: float = math.nan,
) -> NDArray[np.float64]: ...
@overload
def per_class_kappa_score(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    average: Average,
    sample_weight: ArrayLike | None = None,
    replace_undefined_by: float = math.nan,
) -> float: ...
def per_class_kappa_score(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    average: Average | None = None,
    sample_weight: ArrayLike | None = None,
    replace_undefined_by: float = math.nan,
) -> NDArray[np.float64] | float:
    r"""Cohen's kappa of every class against the rest, or an average of these.

    With :math:`r_c, c_c` the shares of class c in the truth and in the prediction,

    .. math:: \kappa_c = 1 - \frac{r_c + c_c - 2 p_{cc}}{r_c + c_c - 2 r_c c_c}.

    Weighted by these denominators, their mean is exactly the kappa of all classes. The averages
    offered here are other numbers:

    - ``'macro'``: the plain mean over the classes;
    - ``'weighted'``: the mean weighted by the support of the true class, :math:`r_c`;
    - ``'micro'``: the kappa of the sum of the k one-vs-rest tables,
      :math:`(P_o - 1/k)/(1 - 1/k)`: the S of Bennett, Alpert and Goldstein, blind to the margins.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n_samples,)
        Labels: integers, booleans or strings.
    labels : array-like of shape (n_classes,), optional
        The classes, in the order of the result; as in `cohen_kappa_score`, cases with any other
        label are left out.
    average : {None, 'macro', 'micro', 'weighted'}, default=None
        None returns one kappa per class.
    sample_weight : array-like of shape (n_samples,), optional
        Finite and non-negative.
    replace_undefined_by : float, default=nan
        Stands, with UndefinedMetricWarning, for the kappa of a class that takes all cases or
        none. While it is nan, averages leave such classes out; an average over no class is nan.

    Returns
    -------
    ndarray of shape (n_classes,), in the order of `labels` or sorted; a float with `average`.

    Raises
    ------
    ValueError
        Columns that cannot be read, as in `cohen_kappa_score`; an unknown `average`.

    See Also
    --------
    ConfusionMatrix.per_class_kappas : The same from a confusion matrix.

    References
    ----------
    Cohen (1960), for two classes. Fleiss (1971), section on categories, for the idea; Bennett,
    Alpert and Goldstein (1954).

    Examples
    --------
    >>> from kappabook import per_class_kappa_score
    >>> y_true = ["cat", "cat", "dog", "dog", "fox", "fox"]
    >>> y_pred = ["cat", "cat", "dog", "fox", "fox", "dog"]
    >>> per_class_kappa_score(y_true, y_pred)
    array([1.  , 0.25, 0.25])
    >>> per_class_kappa_score(y_true, y_pred, average="macro")
    0.5
    """
    table, classes = crosstab(y_true, y_pred, labels=labels, sample_weight=sample_weight)
    kappas = per_class_of(table, classes, average, replace_undefined_by)
    return np.asarray(kappas, dtype=float) if average is None else float(kappas)


# --- from a table to kappa --------------------------------------------------------------------


def costs_of(weights: Weights, classes: int | Sequence[Hashable]) -> NDArray[Any]:
    """Cost of each disagreement, shape (n_classes, n_classes): by name, or given and checked.

    By name, None costs 1, 'linear' the distance in classes, and 'quadratic' its square.
    """
    if weights is not None and not isinstance(weights, str):
        return valid_costs(weights, classes)
    k = classes if isinstance(classes, int) else len(classes)
    distance = np.abs(np.subtract.outer(np.arange(k), np.arange(k)))
    if weights is None:
        return np.minimum(distance, 1)
    _refuse_unknown(weights)
    return distance if weights == "linear" else distance**2


def _refuse_unknown(weights: str | None) -> None:
    if weights not in (None, "linear", "quadratic"):
        raise ValueError(
            f"weights is {weights!r}; give 'linear', 'quadratic', None or a matrix of costs."
        )


def kappa_of(
    table: NDArray[Any], costs: NDArray[Any] | None = None, replace_undefined_by: float = math.nan
) -> Any:
    """Kappa of a table; a Fraction from exact cells and costs, from counts the nearest float."""
    return _corrected(*disagreement(table, costs), replace_undefined_by)


def _corrected(total: Any, observed: Any, expected: Any, replace_undefined_by: float) -> Any:
    if expected == 0:
        reason = "no disagreement is possible with these margins (0/0)"
        return undefined("Cohen's kappa", reason, replace_undefined_by)
    return (expected - total * observed) / expected


def disagreement(table: NDArray[Any], costs: NDArray[Any] | None = None) -> tuple[Any, Any, Any]:
    """Total, cost observed, and cost expected by chance times the total; by default each costs 1.

    Without costs no table of ones is made: there may be a thousand classes.
    """
    cells, rows, columns, total = sums_of(table)
    if costs is None:
        return total, number(off_diagonal(cells).sum()), number(rows @ others(columns))
    if cells.dtype == object and costs.dtype == np.float64:
        costs = np.array([[Fraction(cost) for cost in row] for row in costs.tolist()], dtype=object)
    elif costs.dtype == np.float64 and costs.any():
        costs = costs / costs.max()  # their size does not matter, and their sums could be infinite
    elif cells.dtype == np.int64 and costs.dtype == np.int64 and int(costs.max()) * total >= 2**62:
        cells = cells.astype(object)
    by_row = costs @ cells.sum(axis=0)
    return total, number((costs * cells).sum()), number(rows @ _exact(by_row))


def _by_distance(places: Places, weights: str | None) -> tuple[Any, Any, Any]:
    """Find the sums of :func:`disagreement` for costs by name; no table is made."""
    rows, columns = map(_exact, places.margins())
    if weights is None:
        cost = places.first != places.second
    else:
        distance = places.first - places.second
        cost = np.abs(distance) if weights == "linear" else distance * distance
    expected, shares = number(_expected(rows, columns, weights)), places.shares()
    if shares is None:
        return len(cost), int(np.sum(cost)), expected
    return 1.0, float(shares @ cost), expected


def _expected(rows: NDArray[Any], columns: NDArray[Any], weights: str | None) -> Any:
    """Sum the products of the margins, each times its cost by name.

    Each step from class t to t + 1 is paid by all pairs that lie on its two sides; of a square,
    a step that is d steps away costs (d + 1)^2 - d^2.
    """
    if weights is None:
        return rows @ others(columns)

    def below(margin: NDArray[Any]) -> NDArray[Any]:
        steps = np.cumsum(margin)[:-1]
        return steps if weights == "linear" else 2 * np.cumsum(steps) - steps

    def above(margin: NDArray[Any]) -> NDArray[Any]:
        return np.cumsum(margin[::-1])[::-1][1:]

    return below(rows) @ above(columns) + below(columns) @ above(rows)


def sums_of(table: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], Any]:
    """Cells, row and column sums and total, whose products cannot overflow.

    Counts keep their cells, and their sums are Python's integers; floats become shares.
    """
    cells = table / table.sum() if table.dtype == np.float64 else table
    rows, columns = _exact(cells.sum(axis=1)), _exact(cells.sum(axis=0))
    return cells, rows, columns, number(cells.sum())


def _exact(sums: NDArray[Any]) -> NDArray[Any]:
    return sums.astype(object) if sums.dtype.kind == "i" else sums


def off_diagonal(cells: NDArray[Any]) -> NDArray[Any]:
    """Return the table with zeros on its diagonal, so that its sums are disagreements."""
    misses: NDArray[Any] = cells.copy()
    np.fill_diagonal(misses, 0)
    return misses


def others(totals: NDArray[Any]) -> NDArray[Any]:
    """Return the sum of all totals but each one, by adding, so that no digits cancel.

    The classes lie along the first axis.
    """
    if totals.dtype == object:
        return np.asarray(totals.sum(axis=0) - totals)
    below, above = np.zeros_like(totals), np.zeros_like(totals)
    np.cumsum(totals[:-1], axis=0, out=below[1:])
    above[:-1] = np.cumsum(totals[:0:-1], axis=0)[::-1]
    return np.asarray(below + above)


def beyond_chance(
    hits: NDArray[Any], by_row: NDArray[Any], by_column: NDArray[Any]
) -> NDArray[Any]:
    r"""Agreement beyond chance times the square of the total.

    .. math:: \sum_i (h_i N - r_i c_i) = \sum_i (h_i d_i - f_i g_i)

    with the agreements h on each class, its disagreements f by row and g by column, and the cases d
    that neither calls i. The right side keeps its digits where one cell is nearly all.
    """
    rows, columns = hits + by_row, hits + by_column
    neither = np.where(by_row < by_column, others(columns) - by_row, others(rows) - by_column)
    return np.asarray((hits * neither - by_row * by_column).sum(axis=0))


# --- of each class ----------------------------------------------------------------------------


def per_class_of(
    table: NDArray[Any],
    classes: Sequence[Hashable],
    average: Average | None = None,
    replace_undefined_by: float = math.nan,
) -> Any:
    """One-vs-rest kappas of a table, or an average of these; see :func:`per_class_kappa_score`."""
    if average not in (None, "macro", "micro", "weighted"):
        raise ValueError(f"average is {average!r}; give 'macro', 'micro', 'weighted' or None.")
    cells, rows, columns, total = sums_of(table)
    misses, k = off_diagonal(cells), len(classes)
    if average == "micro":
        if k == 1:
            return undefined("micro kappa", "there is one class only (0/0)", replace_undefined_by)
        return (k * number(cells.trace()) / total - 1) / (k - 1)
    observed = total * _exact(misses.sum(axis=0) + misses.sum(axis=1))
    expected = rows * others(columns) + columns * others(rows)
    pairs = zip(observed, expected, strict=True)
    kappas = np.array([(e - o) / e if e else replace_undefined_by for o, e in pairs])
    if not expected.all():
        names = [classes[i] for i in np.flatnonzero(expected == 0).tolist()]
        undefined(f"kappa of {names}", "the class takes all cases or none", replace_undefined_by)
    if average is None:
        return kappas
    support = table.sum(axis=1) if average == "weighted" else np.ones(k, dtype=int)
    known = kappas == kappas
    if not support[known].any():
        return math.nan
    return number((kappas[known] * support[known]).sum() / support[known].sum())
