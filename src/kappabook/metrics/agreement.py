"""Agreement corrected for chance: two columns of labels, their table, and kappa from it.

Labels become places in the classes (`places_of`), and places a table (`crosstab`); `kappa_of`
divides what disagreements cost by what they would cost by chance. Where the cost depends on the
distance of the classes alone, the margins are enough, and no table is made. All terms are positive,
so nothing cancels, and counts stay whole numbers until the one division.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import Any, Literal, NamedTuple, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics.check import (
    Column,
    Weights,
    as_classes,
    as_column,
    as_weights,
    common_scale,
    in_order,
    number,
    undefined,
    valid_costs,
)

__all__ = ["chance_agreement", "cohen_kappa_score", "per_class_kappa_score"]

Names = tuple[str, str]
Average = Literal["macro", "micro", "weighted"]

MOST_CLASSES = 10_000
# Integer labels that span at most this range, or twice the cases, are their own places.
_DENSE_RANGE = 1024


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
        return float(_corrected(*places.disagreement(weights), replace_undefined_by))
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


# --- from labels to a table -------------------------------------------------------------------


class Places(NamedTuple):
    """Two labels of each case, as places in the classes; weights, if any, one per case."""

    first: NDArray[np.intp]
    second: NDArray[np.intp]
    classes: Sequence[Any]
    weight: NDArray[np.float64] | None

    def shares(self) -> NDArray[np.float64] | None:
        """Each case's share of all weight; None without weights."""
        return None if self.weight is None else self.weight / self.weight.sum()

    def margins(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """Cases, or shares of all weight, of each class in the first column and in the second."""
        k, shares = len(self.classes), self.shares()
        return np.bincount(self.first, shares, k), np.bincount(self.second, shares, k)

    def disagreement(self, weights: str | None) -> tuple[Any, Any, Any]:
        """Find the sums of :func:`disagreement` for costs by name; no table is made."""
        rows, columns = map(_exact, self.margins())
        if weights is None:
            cost = self.first != self.second
        else:
            distance = self.first - self.second
            cost = np.abs(distance) if weights == "linear" else distance * distance
        expected, shares = number(_expected(rows, columns, weights)), self.shares()
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


def crosstab(
    y1: ArrayLike,
    y2: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
    names: Names = ("y_true", "y_pred"),
    weights: Weights = None,
) -> tuple[NDArray[Any], list[Any]]:
    """Count the cases, or add their weights, by both labels; return the table and its classes.

    Classes are those of `labels`, or of ordered categories, in their order; else those that occur,
    sorted. Cases with another label are left out. What `weights` are to be used is only asked to
    refuse text whose order is not known.
    """
    places = places_of(y1, y2, labels, sample_weight, names, ordered=True, weights=weights)
    k = len(places.classes)
    table = np.bincount(places.first * k + places.second, places.weight, k * k)
    return table.reshape(k, k), list(places.classes)


def places_of(
    y1: ArrayLike,
    y2: ArrayLike,
    labels: ArrayLike | None,
    sample_weight: ArrayLike | None,
    names: Names,
    *,
    ordered: bool = False,
    weights: Weights = None,
) -> Places:
    """Find the place of both labels of each case in the classes.

    The order of the classes counts if `ordered`, or with weights: ordered categories bring it, text
    has none, and no class is listed without a case.
    """
    ordered = ordered or weights is not None
    columns = as_column(y1, names[0]), as_column(y2, names[1])
    n1, n2 = (column.n_cases for column in columns)
    if n1 != n2:
        raise ValueError(
            f"{names[0]} has {n1} labels and {names[1]} has {n2}; "
            "they must describe the same cases."
        )
    if n1 == 0:
        raise ValueError(f"{names[0]} and {names[1]} are empty; give at least one case.")
    weight = None if sample_weight is None else as_weights(sample_weight, n1)
    with np.errstate(over="ignore"):
        if weight is not None and weight.sum() == np.inf:
            raise ValueError(
                "the sum of sample_weight is beyond float64; divide the weights by their largest."
            )
    wanted = None if labels is None else as_classes(labels)
    if ordered:
        wanted = _in_their_order(wanted, columns, names)
    places = Places(*_encoded(*columns, names), weight)
    if wanted is not None:
        places = _chosen(places, wanted, names, all_of_them=labels is None)
    elif ordered or len(places.classes) > MOST_CLASSES:
        places = _occurring(places)
    if len(places.classes) > MOST_CLASSES:
        raise ValueError(
            f"{names[0]} and {names[1]} have {len(places.classes)} different labels, and more than "
            f"{MOST_CLASSES} classes are refused. Are they identifiers, or scores?"
        )
    several_words = isinstance(places.classes[0], str) and len(places.classes) > 2
    if isinstance(weights, str) and several_words and wanted is None:
        raise ValueError(
            f"weights={weights!r} needs the order of the classes, and {places.classes[0]!r} is "
            "text: give labels with all classes in their order, or ordered categories."
        )
    return places


def _in_their_order(
    wanted: list[Any] | None, columns: tuple[Column, Column], names: Names
) -> list[Any] | None:
    """Take the classes from ordered categories, which those given must not contradict."""
    if wanted is None:
        return common_scale(columns, names)
    for column, name in zip(columns, names, strict=True):
        if column.scale and not in_order(wanted, column.scale):
            raise ValueError(
                f"labels={wanted} contradict the ordered categories {column.scale} of {name}; "
                "leave labels out, or give unordered categories."
            )
    return wanted


def _encoded(
    first: Column, second: Column, names: Names
) -> tuple[NDArray[np.intp], NDArray[np.intp], Sequence[Any]]:
    """Place of each label in the sorted classes of both columns; some may not occur."""
    if first.is_text != second.is_text:
        kinds = ["text" if column.is_text else "numbers" for column in (first, second)]
        raise ValueError(
            f"{names[0]} holds {kinds[0]} and {names[1]} {kinds[1]}; '1' and 1 are different "
            "labels. Convert one of them, for example with numpy.asarray(y).astype(str)."
        )
    if not first.is_text and first.places is None and second.places is None:
        low = min(int(first.values.min()), int(second.values.min()))
        high = max(int(first.values.max()), int(second.values.max()))
        if high - low < max(_DENSE_RANGE, 2 * first.n_cases):
            above = (_above(column.values, low, high) for column in (first, second))
            return *above, range(low, high + 1)  # type: ignore[return-value]
    (labels1, places1), (labels2, places2) = _distinct(first), _distinct(second)
    classes = sorted({*labels1, *labels2})
    at = {label: i for i, label in enumerate(classes)}
    moved1, moved2 = (np.array([at[x] for x in labels]) for labels in (labels1, labels2))
    return moved1[places1], moved2[places2], classes


def _above(labels: NDArray[Any], low: int, high: int) -> NDArray[np.intp]:
    wide = labels.astype(np.int64 if high < 2**63 else np.uint64, copy=False)
    return (wide - wide.dtype.type(low) if low else wide).astype(np.intp, copy=False)


def _distinct(column: Column) -> tuple[list[Any], NDArray[Any]]:
    """Different labels, in any order, and the place of each case's label among them."""
    if column.places is not None:
        return column.values.tolist(), column.places
    if not column.is_text:
        different, places = np.unique(column.values, return_inverse=True)
        return different.tolist(), places
    labels = column.values.tolist()
    at = {label: i for i, label in enumerate(dict.fromkeys(labels))}
    return list(map(str, at)), np.fromiter(map(at.__getitem__, labels), np.intp, len(labels))


def _occurring(places: Places) -> Places:
    """Leave out the classes that no case has."""
    k = len(places.classes)
    occurs = np.bincount(places.first, minlength=k) + np.bincount(places.second, minlength=k) > 0
    if occurs.all():
        return places
    at = np.cumsum(occurs) - 1
    classes = [places.classes[i] for i in np.flatnonzero(occurs).tolist()]
    return places._replace(first=at[places.first], second=at[places.second], classes=classes)


def _chosen(places: Places, wanted: list[Any], names: Names, *, all_of_them: bool) -> Places:
    """Keep the cases whose labels are both wanted, in the order wanted."""
    at = {label: i for i, label in enumerate(wanted)}
    place = np.array([at.get(label, -1) for label in places.classes])
    first, second, weight = place[places.first], place[places.second], places.weight
    kept = (first >= 0) & (second >= 0)
    if not kept.all():
        if all_of_them:
            i = int(np.argmin(kept))
            side = 0 if first[i] < 0 else 1
            label = places.classes[(places.first, places.second)[side][i]]
            raise ValueError(
                f"{names[side]}[{i}] is {label!r}, which is not among the ordered categories "
                f"{wanted} of the other column; give labels, or the same categories to both."
            )
        first, second = first[kept], second[kept]
        weight = None if weight is None else weight[kept]
    if not (len(first) if weight is None else weight.any()):
        found = _occurring(places).classes
        shown = ", ".join(map(repr, found[:20])) + (", ..." if len(found) > 20 else "")
        raise ValueError(
            f"no case has both its {names[0]} and its {names[1]} in labels={wanted}; "
            f"the labels present are [{shown}]."
        )
    return Places(first, second, wanted, weight)


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


disagreement_costs = costs_of  # the name of before, until nobody uses it


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
    """Return the sum of all totals but each one, by adding, so that no digits cancel."""
    if totals.dtype == object:
        return np.asarray(totals.sum() - totals)
    before, after = np.cumsum(totals)[:-1], np.cumsum(totals[::-1])[:-1][::-1]
    return np.asarray(np.append(0.0, before) + np.append(after, 0.0))


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
