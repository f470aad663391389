"""The AUK: the area under the kappa curve, its mirror image and its largest value."""

from __future__ import annotations

import math
from collections.abc import Hashable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics._numbers import undefined
from kappabook.metrics._ranking import points, turns, weight_at_scores
from kappabook.metrics._segments import kappa_of_weights, mean_kappa
from kappabook.metrics._validation.rates import as_prevalence, as_roc
from kappabook.metrics._validation.scores import as_cases
from kappabook.metrics.kappa_curve import kappa_at
from kappabook.metrics.roc import missing_class, roc_convex_hull

Column = NDArray[np.float64]

RULES = ("segment", "trapezoid")


def auk_score(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    pos_label: Hashable | None = None,
    sample_weight: ArrayLike | None = None,
    hull: bool = False,
    rule: str = "segment",
    replace_undefined_by: float = math.nan,
) -> float:
    r"""Area under the kappa curve: kappa averaged over the false positive rate.

    .. math:: \mathrm{AUK} = \int_0^1 \kappa(f) \, df

    It depends on which class is positive (see :func:`auk_swapped_from_roc`), and on the rule
    where scores tie; state both beside every value.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        Labels of two classes: integers, booleans or text.
    y_score : array-like of shape (n_samples,)
        Finite numbers, larger for more likely positive cases; integers are compared exactly.
    pos_label : label, optional
        The positive class; default 1 if the labels are among {0, 1} or {-1, 1}.
    sample_weight : array-like of shape (n_samples,), optional
        Finite and non-negative; a case of weight zero is left out. Weights from 1e-8 to 1e8 cost
        no digits (relative error below 1e-12), except with `hull`, whose corners are rates.
    hull : bool, default=False
        Take the convex hull of the ROC curve first.
    rule : {'segment', 'trapezoid'}, default='segment'
        'segment' integrates kappa exactly along each straight piece of the ROC curve, the curve
        that breaking ties at random has on average; 'trapezoid' joins the kappa values.
    replace_undefined_by : float, default=nan
        Returned, with UndefinedMetricWarning, when one class is missing.

    Returns
    -------
    float; 0 for a random ranking, AUC - 1/2 when the classes are equally frequent, and at most
    `perfect_auk` (by 'segment'; a coarse trapezoid can exceed even that).

    Raises
    ------
    ValueError
        Empty or unequal columns; more than two classes; `pos_label` absent from the data, or
        needed; scores that are not finite (the first is named); bad weights; an unknown rule.

    References
    ----------
    Kaymak, Ben-David and Potharst, eq. (21), p. 12.

    Examples
    --------
    >>> from kappabook import auk_score
    >>> auk_score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.25
    """
    _check_rule(rule)
    cases = as_cases(y_true, y_score, pos_label, sample_weight)
    if cases[2] is not None and not hull:
        negative, positive = weight_at_scores(cases)
        if missing := missing_class(np.cumsum(negative), np.cumsum(positive)):
            return undefined("AUK", missing, replace_undefined_by)
        mean, width = kappa_of_weights(negative, positive, trapezoid=rule == "trapezoid")
        return float(mean @ width)
    # The exact rule does not need the points inside a straight piece.
    few = rule == "segment" and cases[2] is None
    fps, tps = turns(cases) if few else points(cases)[:2]
    missing = missing_class(fps, tps)
    if missing:
        return undefined("AUK", missing, replace_undefined_by)
    negatives, positives = fps[-1], tps[-1]
    f, t = fps / negatives, tps / positives
    if hull:
        f, t = roc_convex_hull(f, t)
    total = negatives + positives
    kappa = _kappa_by_segment(f, t, positives / total, negatives / total, rule)
    return float(kappa @ np.diff(f))


def auk_from_roc(
    fpr: ArrayLike, tpr: ArrayLike, prevalence: float, *, rule: str = "segment"
) -> float:
    """AUK of a ROC curve of straight segments under any prevalence.

    The ROC curve does not depend on the prevalence; the AUK does. Scores from one population
    and the prevalence of another give the AUK to expect there, as long as the classes
    themselves look the same (prior shift).

    Parameters
    ----------
    fpr, tpr : array-like of shape (n_points,)
        From (0, 0) to (1, 1), never falling.
    prevalence : float
        Share of positive cases, strictly between 0 and 1.
    rule : {'segment', 'trapezoid'}, default='segment'
        As in :func:`auk_score`. The trapezoid of a hull's few corners is a poor integral.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        Rates outside [0, 1], falling, of unequal number or without an end; a prevalence
        outside (0, 1); an unknown rule.

    References
    ----------
    Kaymak, Ben-David and Potharst, eqs. (19) and (21), pp. 11-12.

    Examples
    --------
    The two rules differ where the ROC curve has long straight pieces:

    >>> from kappabook import auk_from_roc
    >>> round(auk_from_roc([0, 0.2, 1], [0, 0.6, 1], 0.1), 4)
    0.0963
    >>> round(auk_from_roc([0, 0.2, 1], [0, 0.6, 1], 0.1, rule="trapezoid"), 4)
    0.1233
    """
    f, _, kappa = _segments(fpr, tpr, prevalence, rule)
    return float(kappa @ np.diff(f))


def auk_swapped_from_roc(
    fpr: ArrayLike, tpr: ArrayLike, prevalence: float, *, rule: str = "segment"
) -> float:
    r"""AUK with the other class as the positive one, :math:`\int_0^1 \kappa \, dt`.

    Swapping the classes turns (f, t) into (1 - t, 1 - f) and leaves kappa as it is, so the
    same kappas are averaged over the true positive rate.

    Parameters
    ----------
    fpr, tpr, prevalence, rule
        As in :func:`auk_from_roc`, for the class that was positive.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        As :func:`auk_from_roc`.

    References
    ----------
    Our own; from Kaymak, Ben-David and Potharst, eq. (21), p. 12.

    Examples
    --------
    >>> from kappabook import auk_swapped_from_roc
    >>> round(auk_swapped_from_roc([0, 0.2, 1], [0, 0.6, 1], 0.1), 4)
    0.131
    """
    _, t, kappa = _segments(fpr, tpr, prevalence, rule)
    return float(kappa @ np.diff(t))


def perfect_auk(prevalence: float) -> float:
    r"""AUK of the classifier that never errs: the largest AUK under this prevalence.

    .. math:: \mathrm{AUK}^* = \frac{2p \, (-\ln 2p - (1 - 2p))}{(1 - 2p)^2}, \qquad
              \mathrm{AUK}^* = \tfrac12 \text{ at } p = \tfrac12

    It rises from 0 for a vanishing positive class to 2 - 2 ln 2 = 0.614. It is evaluated as
    the one segment from (0, 1) to (1, 1), free of the formula's 0/0 near one half.

    Parameters
    ----------
    prevalence : float
        Share of positive cases, strictly between 0 and 1.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        A prevalence outside (0, 1).

    References
    ----------
    Our own; Kaymak, Ben-David and Potharst, eq. (21), p. 12, integrated.

    Examples
    --------
    >>> from kappabook import perfect_auk
    >>> perfect_auk(0.5), round(perfect_auk(0.11), 4)
    (0.5, 0.2655)
    """
    p = as_prevalence(prevalence)
    return float(mean_kappa(np.array([0.0, 1.0]), np.array([1.0, 1.0]), p, 1 - p)[0])


def normalized_auk(auk: float, prevalence: float) -> float:
    """AUK as a share of the perfect classifier's; 1 is perfect, 0 is chance.

    Parameters
    ----------
    auk : float
        By the rule 'segment'.
    prevalence : float
        Share of positive cases, strictly between 0 and 1.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        A prevalence outside (0, 1).

    References
    ----------
    The normalisation is our own.

    Examples
    --------
    >>> from kappabook import normalized_auk
    >>> normalized_auk(0.25, 0.5)
    0.5
    """
    return auk / perfect_auk(prevalence)


def _check_rule(rule: str) -> None:
    if rule not in RULES:
        raise ValueError(f"rule is {rule!r}; give one of {', '.join(map(repr, RULES))}.")


def _segments(
    fpr: ArrayLike, tpr: ArrayLike, prevalence: float, rule: str
) -> tuple[Column, Column, Column]:
    """Rates at the corners of a ROC curve, and the mean of kappa between them."""
    _check_rule(rule)
    f, t = as_roc(fpr, tpr)
    p = as_prevalence(prevalence)
    return f, t, _kappa_by_segment(f, t, p, 1 - p, rule)


def _kappa_by_segment(f: Column, t: Column, p: float, q: float, rule: str) -> Column:
    """Mean of kappa on each segment: exact, or the mean of its ends."""
    if rule == "segment":
        return mean_kappa(f, t, p, q)
    kappa = kappa_at(f, t, p)
    return (kappa[1:] + kappa[:-1]) / 2
