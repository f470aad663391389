"""An AUK for more than two classes: one class against the rest, or every pair."""

from __future__ import annotations

from itertools import combinations
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics._numbers import number
from kappabook.metrics._validation.labels import as_labels
from kappabook.metrics.auk import auk_score, perfect_auk

Scheme = Literal["ovr", "ovo"]


def multiclass_auk_score(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    scheme: Scheme = "ovr",
) -> float:
    r"""Mean of binary AUKs, each as a share of the perfect classifier's.

    .. math:: \text{ovr: } \sum_c p_c \, \frac{\mathrm{AUK}_c}{\mathrm{AUK}^*(p_c)}, \qquad
              \text{ovo: } \frac{1}{k(k-1)} \sum_{i \ne j}
              \frac{\mathrm{AUK}_{i|j}}{\mathrm{AUK}^*(p_{i|j})}

    :math:`\mathrm{AUK}_c` ranks class c against the rest by its score; :math:`\mathrm{AUK}_{i|j}`
    ranks the cases of classes i and j by the score of i, with i positive. Without the division the
    values for different numbers of classes are not comparable: the AUK's largest value,
    :math:`\mathrm{AUK}^*`, falls with the prevalence. Random scores have 0, perfect ones 1.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        Labels; every class must occur.
    y_score : array-like of shape (n_samples, n_classes)
        One finite score per class, larger for more likely cases.
    labels : array-like of shape (n_classes,), optional
        The classes, in the order of the columns; default: those present, sorted.
    scheme : {'ovr', 'ovo'}, default='ovr'
        One against the rest, weighted by prevalence; or the plain mean over ordered pairs.

    Returns
    -------
    float, at most 1

    Raises
    ------
    ValueError
        Fewer than two classes, a class without cases, columns that do not fit, bad scores.

    References
    ----------
    Hand and Till (2001), Machine Learning 45, for the pairs. The normalisation is ours.

    Examples
    --------
    >>> import numpy as np
    >>> from kappabook.metrics.multiclass import multiclass_auk_score
    >>> y_true = [0, 1, 2, 0, 1, 2]
    >>> round(multiclass_auk_score(y_true, np.eye(3)[y_true]), 12)
    1.0
    """
    y = as_labels(y_true, "y_true")
    classes = sorted(set(y.tolist())) if labels is None else _listed(labels)
    scores = np.asarray(y_score, dtype=np.float64)
    if len(classes) < 2:
        raise ValueError(f"y_true has the classes {classes}; give cases of two or more.")
    if scores.shape != (len(y), len(classes)):
        raise ValueError(
            f"y_score has shape {scores.shape}; {len(y)} cases of {len(classes)} classes need "
            f"{(len(y), len(classes))}."
        )
    member = np.array([y == label for label in classes])
    for label, cases in zip(classes, member, strict=True):
        if not cases.any():
            raise ValueError(f"class {label!r} does not occur in y_true; leave it out of labels.")
    if scheme == "ovr":
        shares = [_share(cases, scores[:, c]) for c, cases in enumerate(member)]
        return float(np.average(shares, weights=member.mean(axis=1)))
    if scheme == "ovo":
        pairs = combinations(range(len(classes)), 2)
        return float(np.mean([_pair(member[i], member[j], scores[:, [i, j]]) for i, j in pairs]))
    raise ValueError(f"scheme is {scheme!r}; give 'ovr' or 'ovo'.")


def _listed(labels: ArrayLike) -> list[Any]:
    return [number(label) for label in np.asarray(labels).ravel()]


def _share(positive: NDArray[np.bool_], score: NDArray[np.float64]) -> float:
    """AUK as a share of the perfect classifier's at this prevalence."""
    return auk_score(positive, score) / perfect_auk(float(positive.mean()))


def _pair(
    first: NDArray[np.bool_], second: NDArray[np.bool_], scores: NDArray[np.float64]
) -> float:
    """Mean of both directions, among the cases of two classes."""
    either = first | second
    forward = _share(first[either], scores[either, 0])
    return (forward + _share(second[either], scores[either, 1])) / 2
