"""An AUK for more than two classes: one class against the rest, or every pair."""

from __future__ import annotations

from itertools import permutations
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics._numbers import number
from kappabook.metrics._validation.columns import as_weights
from kappabook.metrics._validation.labels import as_labels, valid_labels
from kappabook.metrics.auk import auk_score, perfect_auk

Scheme = Literal["ovr", "ovo"]


def multiclass_auk_score(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
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
        The classes, each once, in the order of the columns; default: those present, sorted.
    sample_weight : array-like of shape (n_samples,), optional
        Finite and non-negative; a case of weight zero is left out. The prevalences are weighted
        too.
    scheme : {'ovr', 'ovo'}, default='ovr'
        One against the rest, weighted by prevalence; or the plain mean over ordered pairs.

    Returns
    -------
    float, at most 1.

    Raises
    ------
    ValueError
        Fewer than two classes, a class twice or without cases, columns that do not fit, bad scores
        or weights.

    References
    ----------
    Hand and Till (2001), Machine Learning 45, for the pairs. The normalisation is ours.

    Examples
    --------
    >>> import numpy as np
    >>> from kappabook import multiclass_auk_score
    >>> y_true = [0, 1, 2, 0, 1, 2]
    >>> round(multiclass_auk_score(y_true, np.eye(3)[y_true]), 12)
    1.0
    """
    if scheme not in ("ovr", "ovo"):
        raise ValueError(f"scheme is {scheme!r}; give 'ovr' or 'ovo'.")
    y = as_labels(y_true, "y_true")
    classes = sorted(set(y.tolist())) if labels is None else _listed(labels)
    scores = np.asarray(y_score)
    if len(classes) < 2:
        raise ValueError(f"y_true has the classes {classes}; give cases of two or more.")
    if scores.shape != (len(y), len(classes)):
        raise ValueError(
            f"y_score has shape {scores.shape}; {len(y)} cases of {len(classes)} classes need "
            f"{(len(y), len(classes))}."
        )
    weight = np.ones(len(y)) if sample_weight is None else as_weights(sample_weight, len(y))
    weight = weight / weight.max()
    member = np.array([(y == label) & (weight > 0) for label in classes])
    for label, cases in zip(classes, member, strict=True):
        if not cases.any():
            raise ValueError(f"class {label!r} does not occur in y_true; leave it out of labels.")
    # Without weights the areas are counted, which is exact.
    given = None if sample_weight is None else weight
    if scheme == "ovr":
        everyone = np.logical_or.reduce(member)
        shares = [_share(cases, everyone, scores[:, c], given) for c, cases in enumerate(member)]
        mean = np.average(shares, weights=member @ weight)
    else:
        pairs = permutations(range(len(classes)), 2)
        mean = np.mean(
            [_share(member[i], member[i] | member[j], scores[:, i], given) for i, j in pairs]
        )
    return min(1.0, float(mean))


def _listed(labels: ArrayLike) -> list[Any]:
    classes = [number(label) for label in np.asarray(labels).ravel()]
    return list(valid_labels(classes, len(classes)))


def _share(
    positive: NDArray[np.bool_],
    among: NDArray[np.bool_],
    score: NDArray[Any],
    weight: NDArray[np.float64] | None,
) -> float:
    """AUK among some of the cases, as a share of the perfect classifier's at this prevalence."""
    positive, score = positive[among], score[among]
    weight = None if weight is None else weight[among]
    prevalence = float(np.average(positive, weights=weight))
    return auk_score(positive, score, sample_weight=weight) / perfect_auk(prevalence)
