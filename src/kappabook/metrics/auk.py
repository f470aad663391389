"""The AUK: the area under the kappa curve, its mirror image and its largest value."""

from __future__ import annotations

import math
from collections.abc import Hashable
from itertools import permutations
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics.check import as_labels, as_weights, number, undefined, valid_labels
from kappabook.metrics.check_scores import Cases, as_cases, as_prevalence, as_roc
from kappabook.metrics.rates import kappa_at, mean_kappa, mean_kappa_between
from kappabook.metrics.roc import missing_class, points, roc_convex_hull

Column = NDArray[np.float64]

RULES = ("segment", "trapezoid")


def auk_score(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    pos_label: Hashable | None = None,
    sample_weight: ArrayLike | None = None,
    rule: str = "segment",
    hull: bool = False,
    normalize: bool = False,
    multi_class: Literal["ovr", "ovo"] | None = None,
    labels: ArrayLike | None = None,
    replace_undefined_by: float = math.nan,
) -> float:
    r"""Area under the kappa curve: kappa averaged over the false positive rate.

    .. math:: \mathrm{AUK} = \int_0^1 \kappa(f) \, df

    It depends on which class is positive (see :func:`auk_swapped_from_roc`), and on the rule
    where scores tie; state both beside every value. With `multi_class` it is a mean of such areas,

    .. math:: \text{ovr: } \sum_c p_c \, \mathrm{AUK}_c, \qquad
              \text{ovo: } \frac{1}{k(k-1)} \sum_{i \ne j} \mathrm{AUK}_{i|j};

    :math:`\mathrm{AUK}_c` ranks class c against the rest by its score, and
    :math:`\mathrm{AUK}_{i|j}` the cases of classes i and j by the score of i, with i positive.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        Labels of two classes: integers, booleans or text. With `multi_class` every class occurs.
    y_score : array-like of shape (n_samples,), or (n_samples, n_classes) with `multi_class`
        Finite numbers, larger for more likely (positive) cases.
    pos_label : label, optional
        The positive class; default 1 if the labels are among {0, 1} or {-1, 1}.
    sample_weight : array-like of shape (n_samples,), optional
        Finite and non-negative; a case of weight zero is left out.
    rule : {'segment', 'trapezoid'}, default='segment'
        'segment' integrates kappa exactly along each straight piece of the ROC curve, the curve
        that breaking ties at random has on average; 'trapezoid' joins the kappa values.
    hull : bool, default=False
        Take the convex hull of the ROC curve first.
    normalize : bool, default=False
        Divide each area by that of the perfect classifier, :func:`perfect_auk`: 0 is chance, 1 is
        perfect. Without it values of different prevalence, or of different numbers of classes, are
        not comparable, since the largest AUK falls with the prevalence.
    multi_class : {'ovr', 'ovo'}, optional
        One against the rest, weighted by prevalence; or the plain mean over ordered pairs.
    labels : array-like of shape (n_classes,), optional
        With `multi_class`: the classes in the order of the columns; default: those present, sorted.
    replace_undefined_by : float, default=nan
        Returned, with UndefinedMetricWarning, when one of two classes is missing.

    Returns
    -------
    float; 0 for a random ranking, AUC - 1/2 when the classes are equally frequent, and at most
    `perfect_auk` (by 'segment'; a coarse trapezoid can exceed even that).

    Raises
    ------
    ValueError
        Empty or unequal columns; more than two classes without `multi_class`; `pos_label` absent
        from the data, or needed; scores that are not finite, or not distinct as float64 (the first
        is named); bad weights; an unknown rule. With `multi_class` also fewer than two classes, a
        class twice or without cases, columns that do not fit, a `pos_label`.

    References
    ----------
    Kaymak, Ben-David and Potharst, eq. (21), p. 12. Hand and Till (2001), Machine Learning 45, for
    the pairs. The normalisation is our own.

    Examples
    --------
    >>> from kappabook import auk_score
    >>> auk_score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.25
    >>> auk_score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], normalize=True)
    0.5
    >>> scores = [[5, 1, 1], [1, 5, 1], [1, 1, 5], [4, 2, 1]]
    >>> round(auk_score(["a", "b", "c", "a"], scores, multi_class="ovr", normalize=True), 12)
    1.0
    """
    _check_rule(rule)
    options: dict[str, Any] = {"rule": rule, "hull": hull, "normalize": normalize}
    if multi_class is not None:
        if pos_label is not None:
            raise ValueError(
                f"pos_label is {pos_label!r}; with multi_class each class is positive in its turn. "
                "Leave out one of the two."
            )
        return _of_several_classes(y_true, y_score, labels, sample_weight, multi_class, **options)
    if labels is not None:
        raise ValueError("labels name the columns of several classes; give multi_class too.")
    if getattr(y_score, "ndim", 1) == 2 and np.shape(y_score)[1] > 1:
        raise ValueError(
            f"y_score has shape {np.shape(y_score)}; give one column, for example "
            "predict_proba(X)[:, 1], or for several classes multi_class='ovr' or 'ovo'."
        )
    cases = as_cases(y_true, y_score, pos_label, sample_weight)
    positive, _, weight = cases
    if weight is None:
        m = float(np.count_nonzero(positive))
        n = len(positive) - m
    else:
        m, n = float(weight @ positive), float(weight @ ~positive)
    if missing := missing_class(n, m):
        return undefined("AUK", missing, replace_undefined_by)
    return _auk(cases, **options)


def _auk(cases: Cases, *, rule: str, hull: bool, normalize: bool) -> float:
    """AUK of cases of both classes."""
    if cases[2] is None and rule == "segment" and not hull:
        p, auk = _auk_of_counts(cases)
    else:
        fps, tps, _ = points(cases)
        f, t, p = fps / fps[-1], tps / tps[-1], float(tps[-1] / (fps[-1] + tps[-1]))
        if hull:
            f, t = roc_convex_hull(f, t)
        auk = float(_kappa_by_segment(f, t, p, rule) @ np.diff(f))
    return auk / perfect_auk(p) if normalize else auk


def _auk_of_counts(cases: Cases) -> tuple[float, float]:
    """Prevalence, and AUK of unweighted cases, without an order of all of them.

    The negatives between two positives are one level piece of the ROC curve, those that tie with a
    positive one sloping piece. Where the curve is steep there is nothing to add.
    """
    positive, score, _ = cases
    of_positives, of_negatives = np.compress(positive, score), np.compress(~positive, score)
    of_positives.sort()
    of_negatives.sort()
    m, n = len(of_positives), len(of_negatives)
    first = np.flatnonzero(np.append(True, of_positives[1:] != of_positives[:-1]))
    distinct = of_positives[first]
    below = up_to = np.searchsorted(of_negatives, distinct)  # how many negatives
    if (of_negatives[np.minimum(below, n - 1)] == distinct).any():
        up_to = np.searchsorted(of_negatives, distinct, side="right")
    level = np.append(first, m)
    pieces = (
        (np.append(0, up_to), level, np.append(below, n), level),
        (below, first, up_to, level[1:]),
    )
    p, q, auk = m / (m + n), n / (m + n), 0.0
    for x0, y0, x1, y1 in pieces:  # from negatives and positives below to those below
        wide = np.flatnonzero(x1 > x0)
        x0, y0, x1, y1 = x0[wide], y0[wide], x1[wide], y1[wide]
        start, end = ((n - x1) / n, (m - y1) / m), ((n - x0) / n, (m - y0) / m)
        auk += float(mean_kappa_between(start, end, p, q) @ ((x1 - x0) / n))
    return p, auk


def _of_several_classes(
    y_true: ArrayLike,
    y_score: ArrayLike,
    labels: ArrayLike | None,
    sample_weight: ArrayLike | None,
    scheme: str,
    **options: Any,
) -> float:
    """Mean of binary AUKs: of each class against the rest, or of each ordered pair."""
    if scheme not in ("ovr", "ovo"):
        raise ValueError(f"multi_class is {scheme!r}; give 'ovr' or 'ovo'.")
    y, scores = as_labels(y_true, "y_true"), np.asarray(y_score)
    if labels is None:
        classes = sorted(set(y.tolist()))
    else:
        given = [number(label) for label in np.asarray(labels).ravel()]
        classes = list(valid_labels(given, len(given)))
    if len(classes) < 2:
        raise ValueError(f"y_true has the classes {classes}; give cases of two or more.")
    if scores.shape != (len(y), len(classes)):
        raise ValueError(
            f"y_score has shape {scores.shape}; {len(y)} cases of {len(classes)} classes need "
            f"{(len(y), len(classes))}."
        )
    weight = np.ones(len(y)) if sample_weight is None else as_weights(sample_weight, len(y))
    member = np.array([(y == label) & (weight > 0) for label in classes])
    for label, cases in zip(classes, member, strict=True):
        if not cases.any():
            raise ValueError(f"class {label!r} does not occur in y_true; leave it out of labels.")

    def area(i: int, rest: NDArray[np.bool_]) -> float:
        """AUK of class i, ranked by its own score against the rest."""
        among = member[i] | rest
        w = None if sample_weight is None else weight[among]
        return _auk(as_cases(member[i][among], scores[among, i], None, w), **options)

    k = len(classes)
    if scheme == "ovr":
        everyone: NDArray[np.bool_] = np.logical_or.reduce(member)
        return float(np.average([area(i, everyone) for i in range(k)], weights=member @ weight))
    return float(np.mean([area(i, member[j]) for i, j in permutations(range(k), 2)]))


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
    f, t, p = *as_roc(fpr, tpr), as_prevalence(prevalence)
    return float(_kappa_by_segment(f, t, p, rule) @ np.diff(f))


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
    f, t, p = *as_roc(fpr, tpr), as_prevalence(prevalence)
    return float(_kappa_by_segment(f, t, p, rule) @ np.diff(t))


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


def _check_rule(rule: str) -> None:
    if rule not in RULES:
        raise ValueError(f"rule is {rule!r}; give one of {', '.join(map(repr, RULES))}.")


def _kappa_by_segment(f: Column, t: Column, p: float, rule: str) -> Column:
    """Mean of kappa on each segment: exact, or the mean of its ends."""
    _check_rule(rule)
    if rule == "segment":
        return mean_kappa(f, t, p, 1 - p)
    kappa = kappa_at(f, t, p)
    return (kappa[1:] + kappa[:-1]) / 2
