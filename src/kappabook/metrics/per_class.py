"""One kappa per class: each class against the rest, and the averages of them."""

from __future__ import annotations

import math
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics._counts import count_pairs
from kappabook.metrics._numbers import Real, number, off_diagonal, others, undefined
from kappabook.metrics.confusion import ConfusionMatrix

Average = Literal["macro", "micro", "weighted"]


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
    """Cohen's kappa of every class against the rest, or an average of these.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n_samples,)
        Labels: integers, booleans or strings.
    labels : array-like of shape (n_classes,), optional
        The classes, in the order of the result; as in `cohen_kappa_score`, cases with any other
        label are left out.
    average : {None, 'macro', 'micro', 'weighted'}, default=None
        None returns one kappa per class; for the others see :func:`per_class_kappas`.
    sample_weight : array-like of shape (n_samples,), optional
        Finite and non-negative.
    replace_undefined_by : float, default=nan
        As in :func:`per_class_kappas`.

    Returns
    -------
    ndarray of shape (n_classes,), in the order of `labels` or sorted; a float with `average`.

    Raises
    ------
    ValueError
        Columns that cannot be read, as in `cohen_kappa_score`; an unknown `average`.

    See Also
    --------
    per_class_kappas : The same from a confusion matrix, with the formulas.

    References
    ----------
    Cohen (1960), for two classes.

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
    cells, classes = count_pairs(y_true, y_pred, labels=labels, sample_weight=sample_weight)
    kappas = per_class_kappas(
        ConfusionMatrix(cells, classes), average=average, replace_undefined_by=replace_undefined_by
    )
    return np.asarray(kappas, dtype=float) if average is None else float(kappas)


def per_class_kappas(
    confusion: ConfusionMatrix,
    *,
    average: Average | None = None,
    replace_undefined_by: float = math.nan,
) -> Any:
    r"""One-vs-rest kappas of a confusion matrix, or an average of these.

    With :math:`r_c, c_c` the shares of true and of predicted class c,

    .. math:: \kappa_c = 1 - \frac{r_c + c_c - 2 p_{cc}}{r_c + c_c - 2 r_c c_c}.

    Weighted by these denominators (see :func:`one_vs_rest_disagreement`), their mean is exactly
    the kappa of the whole matrix. The averages offered here are other numbers:

    - ``'macro'``: the plain mean over the classes;
    - ``'weighted'``: the mean weighted by the support of the true class, :math:`r_c`;
    - ``'micro'``: the kappa of the sum of the k one-vs-rest tables,
      :math:`(P_o - 1/k)/(1 - 1/k)`: the S of Bennett, Alpert and Goldstein, blind to the margins.

    Parameters
    ----------
    confusion : ConfusionMatrix of shape (n_classes, n_classes)
    average : {None, 'macro', 'micro', 'weighted'}, default=None
        How to average, if at all.
    replace_undefined_by : float, default=nan
        Stands, with UndefinedMetricWarning, for the kappa of a class that takes all cases or
        none. While it is nan, averages leave such classes out; an average over no class is nan.

    Returns
    -------
    ndarray of shape (n_classes,), of Fractions from exact cells; one number with `average`.

    Raises
    ------
    ValueError
        An unknown `average`.

    References
    ----------
    Fleiss (1971), section on categories, for the idea; Bennett, Alpert and Goldstein (1954).

    Examples
    --------
    >>> from kappabook import ConfusionMatrix
    >>> from kappabook.metrics.per_class import per_class_kappas
    >>> films = ConfusionMatrix([[4, 0, 0], [0, 2, 2], [0, 2, 2]])
    >>> per_class_kappas(films)
    array([1.  , 0.25, 0.25])
    >>> per_class_kappas(films, average="micro"), films.kappa
    (0.5, 0.5)
    """
    if average not in (None, "macro", "micro", "weighted"):
        raise ValueError(f"average is {average!r}; give 'macro', 'micro', 'weighted' or None.")
    if average == "micro":
        return _bennett_s(confusion, replace_undefined_by)
    observed, expected = one_vs_rest_disagreement(confusion)
    classes = zip(observed, expected, strict=True)
    kappas = np.array([(e - o) / e if e else replace_undefined_by for o, e in classes])
    if not expected.all():
        names = [confusion.labels[int(i)] for i in np.flatnonzero(expected == 0)]
        undefined(f"kappa of {names}", "the class takes all cases or none", replace_undefined_by)
    if average is None:
        return kappas
    support = confusion.row_totals if average == "weighted" else np.ones_like(kappas, dtype=int)
    return _mean(kappas, support)


def one_vs_rest_disagreement(confusion: ConfusionMatrix) -> tuple[NDArray[Any], NDArray[Any]]:
    r"""Observed and expected disagreement of each class with the rest.

    .. math:: o_c = r_c + c_c - 2 p_{cc}, \quad e_c = r_c + c_c - 2 r_c c_c, \quad
              \kappa_c = 1 - o_c / e_c

    Summed over the classes they are :math:`2(1 - P_o)` and :math:`2(1 - P_c)`, hence the identity
    :math:`\kappa = \sum_c e_c \, \kappa_c / \sum_c e_c`. Both come on one scale: shares for
    weights, squared totals for counts.

    Parameters
    ----------
    confusion : ConfusionMatrix of shape (n_classes, n_classes)

    Returns
    -------
    observed, expected : ndarrays of shape (n_classes,)

    References
    ----------
    By algebra from the definition of kappa, Cohen (1960).

    Examples
    --------
    >>> from kappabook import ConfusionMatrix
    >>> from kappabook.metrics.per_class import one_vs_rest_disagreement
    >>> observed, expected = one_vs_rest_disagreement(ConfusionMatrix([[4, 1], [1, 4]]))
    >>> 1 - observed.sum() / expected.sum(), ConfusionMatrix([[4, 1], [1, 4]]).kappa
    (0.6, 0.6)
    """
    cells, rows, columns, total = confusion._numbers()
    misses = off_diagonal(cells)
    observed = total * (misses.sum(axis=0) + misses.sum(axis=1))
    return observed, rows * others(columns) + columns * others(rows)


def _bennett_s(confusion: ConfusionMatrix, replace_undefined_by: float) -> Real:
    k = confusion.n_classes
    if k == 1:
        return undefined("micro kappa", "there is one class only (0/0)", replace_undefined_by)
    return (k * confusion.accuracy - 1) / (k - 1)


def _mean(kappas: NDArray[Any], support: NDArray[Any]) -> Any:
    """Mean of the defined kappas; nan if there is none."""
    known = kappas == kappas
    if not support[known].any():
        return math.nan
    return number((kappas[known] * support[known]).sum() / support[known].sum())
