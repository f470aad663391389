"""Standard errors, test and interval of one kappa."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.stats import norm

from kappabook.metrics._labels import as_weights, count_pairs
from kappabook.metrics._numbers import Table, number
from kappabook.metrics._standard_error import chance_table, cost_matrix, deviation, influence
from kappabook.metrics.confusion import ConfusionMatrix

Status = Literal["regular", "no disagreement", "no variance", "undefined"]


@dataclass(frozen=True)
class KappaInference:
    r"""Kappa with its two standard errors, and what follows from them.

    Attributes
    ----------
    kappa : float
        The estimate.
    standard_error : float
        For intervals: large-sample standard error at the kappa found.
    null_standard_error : float
        For the test of kappa = 0 only: the standard error if truth and prediction were
        independent. It makes wrong intervals.
    n : float
        Number of cases; with sample weights :math:`(\sum w)^2 / \sum w^2`.
    z, p_value : float
        kappa / null_standard_error, and its two-sided normal p-value.
    expected_disagreement : float
        :math:`1 - P_c`, or the expected cost as a share of the largest cost.
    bounded : bool
        Whether kappa cannot fall below -1; False for a matrix of costs.
    status : {'regular', 'no disagreement', 'no variance', 'undefined'}
        'no disagreement': kappa is 1. 'no variance': the formula sees no other outcome, for
        example because one rater used one class only, and gives no interval. 'undefined': 0/0.
    """

    kappa: float
    standard_error: float
    null_standard_error: float
    n: float
    z: float
    p_value: float
    expected_disagreement: float
    bounded: bool
    status: Status

    def confidence_interval(
        self, confidence_level: float = 0.95, *, method: Literal["fisher", "log"] | None = None
    ) -> tuple[float, float]:
        r"""Interval that stays in [-1, 1]; for a matrix of costs, at or below 1.

        .. math:: \text{fisher: } \tanh\bigl(\operatorname{artanh} \kappa \pm
                  z \, SE / (1 - \kappa^2)\bigr), \qquad
                  \text{log: } 1 - (1 - \kappa) \exp\bigl(\pm z \, SE / (1 - \kappa)\bigr)

        When nobody disagreed, the standard error is 0 and says nothing. The lower end is then
        :math:`1 - \bigl(1 - (\alpha/2)^{1/n}\bigr) / (1 - P_c)`: the exact binomial limit for
        the disagreement, with the margins held.

        Parameters
        ----------
        confidence_level : float in (0, 1), default=0.95
            Coverage asked for.
        method : {'fisher', 'log'}, optional
            Default: 'fisher' where kappa is bounded by -1, else 'log'.

        Returns
        -------
        low, high : float
            nan if the status is 'no variance' or 'undefined'.
        """
        method = method or ("fisher" if self.bounded else "log")
        if method not in ("fisher", "log") or (method == "fisher" and not self.bounded):
            raise ValueError(
                f"method is {method!r}; give 'log', or 'fisher' for kappas not weighted by a matrix."
            )
        z = quantile(confidence_level)
        if self.status == "no disagreement":
            reach = 1 - ((1 - confidence_level) / 2) ** (1 / self.n)
            return max(
                1 - reach / self.expected_disagreement, -1.0 if self.bounded else -math.inf
            ), 1.0
        if self.status != "regular":
            return math.nan, math.nan
        if method == "fisher":
            centre, step = math.atanh(self.kappa), z * self.standard_error / (1 - self.kappa**2)
            return math.tanh(centre - step), math.tanh(centre + step)
        loss = 1 - self.kappa
        factor = math.exp(z * self.standard_error / loss)
        low = 1 - loss * factor
        return max(low, -1.0) if self.bounded else low, 1 - loss / factor


def kappa_inference(
    confusion: ConfusionMatrix, *, weights: str | Table | None = None
) -> KappaInference:
    r"""Standard error, null standard error, test and interval of kappa from counts.

    .. math:: SE^2 = \frac{1}{n} \sum_{ij} p_{ij} \left[
        \frac{D_o (\bar w_{i\cdot} + \bar w_{\cdot j} - D_e) - w_{ij} D_e}{D_e^2} \right]^2

    with the costs w, :math:`D_o = \sum w_{ij} p_{ij}`, :math:`D_e = \sum w_{ij} p_{i\cdot}
    p_{\cdot j}`, :math:`\bar w_{i\cdot} = \sum_j w_{ij} p_{\cdot j}` and :math:`\bar w_{\cdot j} =
    \sum_i w_{ij} p_{i\cdot}`. The null standard error is the same with
    :math:`p_{ij} = p_{i\cdot} p_{\cdot j}` throughout.

    The cases are taken as a random sample: prevalence and margins vary with it.

    Parameters
    ----------
    confusion : ConfusionMatrix of shape (n_classes, n_classes)
        Whole numbers of cases.
    weights : {'linear', 'quadratic'} or array-like of shape (n_classes, n_classes), optional
        As in `cohen_kappa_score`; asymmetric costs are handled as they are.

    Returns
    -------
    KappaInference

    Raises
    ------
    ValueError
        Probabilities or fractional weights: they do not say how many cases there were.

    References
    ----------
    Fleiss, Cohen and Everitt (1969), Psychological Bulletin 72, pp. 323-327.

    Examples
    --------
    >>> from kappabook import ConfusionMatrix
    >>> from kappabook.metrics.inference import kappa_inference
    >>> found = kappa_inference(ConfusionMatrix([[88, 10, 2], [14, 40, 6], [18, 10, 12]]))
    >>> round(found.standard_error, 8), round(found.null_standard_error, 8)
    (0.05100182, 0.05197894)
    >>> low, high = found.confidence_interval()
    >>> round(low, 3), round(high, 3)
    (0.386, 0.584)
    """
    if confusion.is_probability:
        raise ValueError(
            "probabilities do not say how many cases there were; give a ConfusionMatrix of counts."
        )
    fractional = np.argwhere(confusion.cells % 1 != 0)
    if len(fractional):
        i, j = fractional[0]
        raise ValueError(
            f"cells[{i}, {j}] is {confusion.cells[i, j]}; weights do not say how many cases there "
            "were. Give counts, or labels and sample_weight to kappa_inference_from_predictions."
        )
    return _infer(confusion, confusion.cells, weights)


def kappa_inference_from_predictions(
    y1: ArrayLike,
    y2: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    weights: str | Table | None = None,
    sample_weight: ArrayLike | None = None,
) -> KappaInference:
    r"""Do the same from two columns of labels, with a weight for each case if wanted.

    Sample weights are sampling weights: a case of weight 2 stands for two in the population but
    was seen once. Hence :math:`SE^2 = \sum_s w_s^2 \psi_s^2 / (\sum_s w_s)^2`, which does not
    change when all weights are doubled, and the null standard error uses the effective number of
    cases :math:`(\sum w)^2 / \sum w^2` (Kish 1965).

    Parameters
    ----------
    y1, y2, labels, weights, sample_weight
        As in `cohen_kappa_score`.

    Returns
    -------
    KappaInference

    Examples
    --------
    >>> from kappabook.metrics.inference import kappa_inference_from_predictions
    >>> found = kappa_inference_from_predictions([0, 1, 2, 0, 1, 2], [0, 2, 1, 0, 0, 2])
    >>> round(found.kappa, 8), round(found.standard_error, 8)
    (0.25, 0.2576941)
    """
    if sample_weight is not None:
        sample_weight = as_weights(sample_weight, len(np.asarray(y1)))
        sample_weight = sample_weight / sample_weight.max()
    names = ("y1", "y2")
    cells, classes = count_pairs(y1, y2, labels=labels, sample_weight=sample_weight, names=names)
    squares = cells
    if sample_weight is not None:
        squares, _ = count_pairs(
            y1, y2, labels=classes, sample_weight=sample_weight**2, names=names
        )
    return _infer(ConfusionMatrix(cells, classes), squares, weights)


def _infer(
    confusion: ConfusionMatrix, squares: NDArray[Any], weights: str | Table | None
) -> KappaInference:
    """`squares` holds the sum of the squared weights of the cases in each cell."""
    costs = cost_matrix(weights, confusion.n_classes)
    kappa = float(confusion.weighted_kappa(costs))
    total, effective = float(confusion.total), float(confusion.total**2 / number(squares.sum()))
    error = math.sqrt((squares.astype(float) * influence(confusion, costs) ** 2).sum()) / total
    chance = chance_table(confusion)
    null_error = deviation(chance, costs) / math.sqrt(effective)
    z = kappa / null_error if null_error else math.nan
    expected = float((costs * chance.cells).sum() / costs.max()) if costs.any() else 0.0
    return KappaInference(
        kappa=kappa,
        standard_error=error,
        null_standard_error=null_error,
        n=effective,
        z=z,
        p_value=float(2 * norm.sf(abs(z))),
        expected_disagreement=expected,
        bounded=weights is None or isinstance(weights, str),
        status=_status(kappa, error),
    )


def _status(kappa: float, error: float) -> Status:
    if math.isnan(kappa):
        return "undefined"
    if kappa == 1:
        return "no disagreement"
    return "regular" if error > 0 else "no variance"


def quantile(confidence_level: float) -> float:
    """Normal quantile of a two-sided interval, after checking the level."""
    if not 0 < confidence_level < 1:
        raise ValueError(f"confidence_level is {confidence_level}; give a share such as 0.95.")
    return float(norm.ppf((1 + confidence_level) / 2))
