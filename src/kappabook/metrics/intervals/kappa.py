"""One kappa: its interval and p-values, and the standard errors of the literature."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics.agreement import costs_of, crosstab
from kappabook.metrics.check import as_labels, as_weights, number
from kappabook.metrics.check_tables import Weights
from kappabook.metrics.confusion import ConfusionMatrix
from kappabook.metrics.intervals.dirichlet import SEED, posterior_kappas, valid_draws
from kappabook.metrics.intervals.distributions import (
    DrawnDistribution,
    NoDisagreement,
    Scale,
    StudentDistribution,
    valid_level,
)
from kappabook.metrics.intervals.gamma_limits import GammaLimits, Parts, kappa_parts
from kappabook.metrics.intervals.result import Distribution, Interval, Unknown

KappaMethod = Literal["dirichlet", "gamma", "fisher", "log"]
Values = NDArray[np.float64]

# Kinds of cases for which drawing takes about a second.
MOST_KINDS = 5000
# Below these the coverage of drawn 95 % intervals was measured to be less even; docs/intervals.md.
FEW_CASES, RARE_CLASS = 50, 5


def kappa_interval(
    y1: ArrayLike | ConfusionMatrix,
    y2: ArrayLike | None = None,
    *,
    labels: ArrayLike | None = None,
    weights: Weights = None,
    sample_weight: ArrayLike | None = None,
    method: KappaMethod | None = None,
    confidence_level: float = 0.95,
    n_draws: int | None = None,
    random_state: int | np.random.Generator = SEED,
) -> Interval:
    r"""Interval and p-values of Cohen's kappa, from two columns of labels or from their table.

    The cases are taken as a random sample: prevalence and margins vary with it. docs/intervals.md
    says how each method works and how often it covers.

    Parameters
    ----------
    y1, y2 : array-like of shape (n_samples,)
        Labels, as in :func:`kappabook.cohen_kappa_score`. Or one ConfusionMatrix, or its counts,
        as `y1` alone: whole numbers of cases, since shares do not say how many cases there were.
    labels, weights
        As in :func:`kappabook.cohen_kappa_score`; a table brings its labels.
    sample_weight : array-like of shape (n_samples,), optional
        Sampling weights: a case of weight 2 stands for two in the population but was seen once.
        The answer does not change when all weights are doubled. By 'dirichlet' the cases of a
        cell count as :math:`(\sum w)^2 / \sum w^2` of one weight.
    method : {'dirichlet', 'gamma', 'fisher', 'log'}, optional
        'dirichlet', the default without `weights`, draws tables that could have given these
        counts and takes the quantiles of their kappas. It covers as promised also where a class
        is rare, and kappa near 0 or near 1. 'gamma', the default with `weights`, has closed-form
        limits that hold on long scales and allow for costly errors which a small sample does not
        show. 'fisher' and 'log' are the large-sample intervals of the literature, kappa plus or
        minus z standard errors on the scale of :math:`\operatorname{artanh} \kappa` or
        :math:`-\log(1 - \kappa)`; if nobody disagreed, the exact binomial limit with the margins
        held. They need about five agreements by chance in every class. 'fisher' is not for a
        matrix of costs, which knows no lower bound of -1. For more than 5000 cells that are not
        0, where drawing is slow, the default is 'fisher'.
    confidence_level : float in (0, 1), default=0.95
        Coverage asked for.
    n_draws : int, optional
        Tables drawn by 'dirichlet': 50000, fewer in tables of more than 40 cells, at least 2000.
        With 50000 another seed moves the ends by about 1 % of the interval's half-width.
    random_state : int or numpy.random.Generator, default=1960
        Seed of the draws: the same table has the same answer. The other methods draw nothing.

    Returns
    -------
    Interval
        ``found.p_value(kappa0)`` tests any kappa. `standard_error` is that of Fleiss, Cohen and
        Everitt; nan stands where kappa is 0/0, and by 'fisher' and 'log' also where the formula
        sees no other outcome, for example because one rater used one class only.

    Raises
    ------
    ValueError
        As :func:`kappabook.cohen_kappa_score`; cells that are no whole numbers of cases; a method
        that does not fit.

    References
    ----------
    Fleiss, Cohen and Everitt (1969), Psychological Bulletin 72, pp. 323-327. Fay and Feuer
    (1997), Statistics in Medicine 16, pp. 791-801, for gamma limits. Kish (1965), Survey Sampling.

    Examples
    --------
    >>> from kappabook import ConfusionMatrix, kappa_interval
    >>> found = kappa_interval(ConfusionMatrix([[88, 10, 2], [14, 40, 6], [18, 10, 12]]))
    >>> round(found.estimate, 3), round(found.low, 2), round(found.high, 2)
    (0.492, 0.39, 0.59)
    >>> kappa_interval([0, 1, 2, 0, 1, 2] * 20, [0, 2, 1, 0, 0, 2] * 20, weights="linear")
    linear kappa 0.471, 95 % interval 0.353 to 0.571, method gamma
    """
    valid_level(confidence_level)
    valid_draws(n_draws)
    how = weights, method, confidence_level, n_draws, random_state
    if y2 is None:
        if labels is not None or sample_weight is not None:
            raise ValueError("labels and sample_weight go with two columns, not with a table.")
        confusion = counts_of(y1)
        return interval_of_sums(confusion, confusion.cells, *how)
    columns, names = (y1, y2), ("y1", "y2")
    if sample_weight is None:
        cells, classes = crosstab(*columns, labels=labels, names=names, weights=weights)  # type: ignore[arg-type]
        return interval_of_sums(ConfusionMatrix(cells, classes), cells, *how)
    pairs: Any = zip(columns, names, strict=True)
    given = [as_labels(y, name) for y, name in pairs]
    weight = as_weights(sample_weight, len(given[0]))
    weight = weight / weight.max()
    cells, classes = crosstab(  # with the order that ordered categories bring
        *columns,  # type: ignore[arg-type]
        labels=labels,
        sample_weight=weight,
        names=names,
        weights=weights,
    )
    squares, _ = crosstab(*given, labels=classes, sample_weight=weight**2, names=names)
    places = [places_of(y, classes) for y in given]
    kept = (places[0] >= 0) & (places[1] >= 0) & (weight > 0)
    cases = _Cases(places[0][kept], places[1][kept], None, weight[kept])
    return interval_of_sums(ConfusionMatrix(cells, classes), squares, *how, cases=cases)


def kappa_standard_error(
    table: ConfusionMatrix, *, weights: Weights = None, null: bool = False
) -> float:
    r"""Large-sample standard error of kappa, as Fleiss, Cohen and Everitt (1969) have it.

    .. math:: SE^2 = \frac{1}{n} \sum_{ij} p_{ij} \left[
        \frac{D_o (\bar w_{i\cdot} + \bar w_{\cdot j} - D_e) - w_{ij} D_e}{D_e^2} \right]^2

    with the costs w, :math:`D_o = \sum w_{ij} p_{ij}`, :math:`D_e = \sum w_{ij} p_{i\cdot}
    p_{\cdot j}`, :math:`\bar w_{i\cdot} = \sum_j w_{ij} p_{\cdot j}` and :math:`\bar w_{\cdot j} =
    \sum_i w_{ij} p_{i\cdot}`.

    Parameters
    ----------
    table : ConfusionMatrix
        Whole numbers of cases.
    weights
        As in :func:`kappabook.cohen_kappa_score`.
    null : bool, default=False
        True takes :math:`p_{ij} = p_{i\cdot} p_{\cdot j}` throughout. Kappa divided by that is the
        usual test of kappa = 0, and goes with no interval.

    Returns
    -------
    float
        nan if kappa is undefined.

    Raises
    ------
    ValueError
        Cells that are no whole numbers of cases; costs that do not fit.

    References
    ----------
    Fleiss, Cohen and Everitt (1969), Psychological Bulletin 72, pp. 323-327.

    Examples
    --------
    >>> from kappabook import ConfusionMatrix
    >>> table = ConfusionMatrix([[88, 10, 2], [14, 40, 6], [18, 10, 12]])
    >>> round(kappa_standard_error(table), 8), round(kappa_standard_error(table, null=True), 8)
    (0.05100182, 0.05197894)
    """
    table = counts_of(table)
    shares = (table.cells / number(table.total)).astype(float)
    if null:
        shares = np.outer(shares.sum(axis=1), shares.sum(axis=0))
    return deviation(shares, costs_of(weights, len(shares)).astype(float)) / math.sqrt(table.total)


# --- the pieces -----------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class _Cases:
    """Kinds of cases by both classes: how many of each, or their weights."""

    first: NDArray[np.intp]
    second: NDArray[np.intp]
    times: NDArray[Any] | None
    weight: Values | None

    @classmethod
    def of(cls, cells: NDArray[Any]) -> _Cases:
        first, second = np.nonzero(cells)
        return cls(first, second, cells[first, second].astype(float), None)

    def parts(self, costs: Values, least: float) -> Parts:
        return kappa_parts(
            self.first,
            self.second,
            costs,
            times=self.times,
            sample_weight=self.weight,
            least=least,
        )


def counts_of(table: Any) -> ConfusionMatrix:
    """Take a table of whole numbers of cases."""
    confusion = table if isinstance(table, ConfusionMatrix) else ConfusionMatrix(table)
    if confusion.is_probability:
        raise ValueError(
            "probabilities do not say how many cases there were; give a ConfusionMatrix of counts."
        )
    fractional = np.argwhere(confusion.cells % 1 != 0)
    if len(fractional):
        i, j = fractional[0]
        raise ValueError(
            f"cells[{i}, {j}] is {confusion.cells[i, j]}; weights do not say how many cases there "
            "were. Give counts, or two columns of labels and sample_weight."
        )
    return confusion


def interval_of_sums(
    confusion: ConfusionMatrix,
    squares: NDArray[Any],
    weights: Weights = None,
    method: KappaMethod | None = None,
    confidence_level: float = 0.95,
    n_draws: int | None = None,
    random_state: int | np.random.Generator = SEED,
    *,
    cases: _Cases | None = None,
) -> Interval:
    """Infer from the matrix and, for each cell, the sum of the squared weights of its cases.

    `cases` are needed for weights by 'gamma' only.
    """
    exact = costs_of(weights, confusion.n_classes)
    costs = exact.astype(float)
    bounded = weights is None or isinstance(weights, str)
    lowest = -1.0 if bounded else -math.inf
    method = method or _default(weights, int(np.count_nonzero(confusion.cells)))
    if method not in ("dirichlet", "gamma", "fisher", "log") or (
        method == "fisher" and not bounded
    ):
        raise ValueError(
            f"method is {method!r}; give 'dirichlet', 'gamma' or 'log', or, unless costs were a "
            "matrix, 'fisher'."
        )
    kappa = float(confusion.weighted_kappa(None if weights is None else exact))
    shares = (confusion.cells / number(confusion.total)).astype(float)
    n = float(confusion.total**2 / number(squares.sum()))
    psi = influence(shares, costs)
    error = math.sqrt((squares.astype(float) * psi**2).sum()) / float(confusion.total)
    present = np.flatnonzero(confusion.row_totals + confusion.column_totals)
    used = np.ix_(present, present)
    sums, squares = (x[used].astype(float) for x in (confusion.cells, squares))
    counts = {"the rows": _effective(sums, squares, 1), "the columns": _effective(sums, squares, 0)}
    said = caution(n, counts, [confusion.labels[i] for i in present])
    distribution: Distribution = Unknown()
    if math.isnan(kappa):
        pass
    elif method == "gamma":
        limits = GammaLimits((cases or _Cases.of(confusion.cells)).parts(costs, lowest))
        distribution, said = limits, limits.caution
    elif method == "dirichlet":
        table = sums, squares, None if weights is None else costs[used]
        draws = posterior_kappas(*table, n_draws, random_state, by_name=bounded)
        if not np.isnan(draws).all():  # one case of nearly all the weight: every table is 0/0
            scale: Scale = "fisher" if bounded else "log"
            distribution = DrawnDistribution(draws, kappa, scale, lowest, 1.0)
    elif kappa == 1:
        expected = float(shares.sum(axis=1) @ costs @ shares.sum(axis=0)) / float(costs.max())
        distribution = NoDisagreement(n, expected, lowest)
    elif error > 0 and not (bounded and kappa <= -1):
        distribution = StudentDistribution(kappa, error, method, lowest=lowest, highest=1.0)
    low, high = distribution.interval(confidence_level)
    return Interval(
        estimate=kappa,
        low=low,
        high=high,
        confidence_level=confidence_level,
        method=method,
        caution=said,
        standard_error=error,
        measure=measure_of(weights),
        n=n,
        distribution=distribution,
    )


def _default(weights: Weights, n_cells: int) -> KappaMethod:
    if weights is not None:
        return "gamma"
    return "fisher" if n_cells > MOST_KINDS else "dirichlet"


def measure_of(weights: Weights) -> str:
    """Name kappa by its costs."""
    if weights is None:
        return "kappa"
    return f"{weights} kappa" if isinstance(weights, str) else "kappa with costs"


def places_of(y: NDArray[Any], classes: list[Any]) -> NDArray[np.intp]:
    """Place of each label among the classes; -1 for any other."""
    found, codes = np.unique(y, return_inverse=True)
    at = {label: i for i, label in enumerate(classes)}
    return np.array([at.get(label, -1) for label in found.tolist()])[codes]


def influence(shares: Values, costs: Values) -> Values:
    r"""Influence on kappa of one more case in each cell, centred to mean zero.

    The derivative of :math:`\kappa = 1 - D_o / D_e` along cell (i, j): the term in brackets of
    :func:`kappa_standard_error`. nan if kappa is undefined; what rounding leaves of 0 is 0.
    """
    rows, columns = shares.sum(axis=1), shares.sum(axis=0)
    by_row, by_column = costs @ columns, rows @ costs
    expected, observed = float(rows @ by_row), float((costs * shares).sum())
    if expected == 0:
        return np.full(shares.shape, np.nan)
    pull = observed / expected * np.add.outer(by_row, by_column) / expected
    values = pull - (costs + observed) / expected
    rounding = 16 * np.finfo(float).eps * float(np.max(pull))
    return np.where(np.abs(values) <= rounding, 0.0, values)


def deviation(shares: Values, costs: Values) -> float:
    """Return the standard deviation of one case's influence: the standard error times root n."""
    return math.sqrt((shares * influence(shares, costs) ** 2).sum())


def caution(n: float, counts: dict[str, NDArray[Any]], labels: list[Any], least: int = 88) -> str:
    """Name the numbers that make a drawn interval less sure, or nothing.

    `counts` holds the cases of each class, by the name of who says the class.
    """
    reasons = [f"{n:.3g} cases are fewer than {FEW_CASES}"] if n < FEW_CASES else []
    who, fewest = min(counts.items(), key=lambda item: float(item[1].min()))
    if fewest.min() < RARE_CLASS:
        rarest = int(np.argmin(fewest))
        reasons.append(
            f"class {labels[rarest]!r} has {fewest[rarest]:.3g} cases in {who}, fewer than "
            f"{RARE_CLASS}"
        )
    if not reasons:
        return ""
    return f"{'; '.join(reasons)}: a 95 % interval may cover {least} %, and is often too wide"


def _effective(sums: Values, squares: Values, axis: int) -> Values:
    return effective(sums.sum(axis=axis), squares.sum(axis=axis))


def effective(sums: NDArray[Any], squares: NDArray[Any]) -> Values:
    r"""Effective number of cases, :math:`(\sum w)^2 / \sum w^2`; 0 where there is none."""
    out = np.zeros_like(sums, dtype=float)
    np.divide(sums**2, squares, out=out, where=sums > 0)
    return out
