"""Where to cut: the threshold, the slope and the probability at which kappa is largest."""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics.check import as_weights
from kappabook.metrics.check_scores import as_rates, as_scores, in_range
from kappabook.metrics.rates import kappa_at
from kappabook.metrics.roc import counts_at_thresholds, missing_class

Column = NDArray[np.float64]

# Kappas that differ by less are equal. Each is rounded by less than half of this: rates by half an
# epsilon each, their difference too, which 2p(1-p)/c < 2 then stretches, and the quotient.
_TIE = 16 * np.finfo(np.float64).eps


@dataclass(frozen=True, eq=False)
class KappaOptimum:
    """All thresholds at which kappa is largest.

    Attributes
    ----------
    threshold : float
        The one to use: the middle of the widest plateau of finite width (the highest of them,
        if several are equally wide). If only the two trivial rules are optimal (kappa is 0):
        the lowest score when positives are more frequent, else infinity, so that the majority
        class is predicted throughout.
    kappa : float
        Kappa there.
    thresholds : ndarray of shape (n_optima,)
        Every optimal threshold of the curve, falling; infinity calls nothing positive.
    plateaus : tuple of (low, high), one per optimal threshold
        Every cut with low < cut <= high makes the same decisions as that threshold (a case is
        called positive when its score is at least the cut).
    """

    threshold: float
    kappa: float
    thresholds: Column
    plateaus: tuple[tuple[float, float], ...]


def kappa_optimal_threshold(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    pos_label: Hashable | None = None,
    sample_weight: ArrayLike | None = None,
) -> KappaOptimum:
    """Find every threshold at which kappa is largest, and one to use.

    All distinct scores are tried. The recommended threshold lies between two scores, which
    suits new cases; it can be given to
    ``sklearn.model_selection.FixedThresholdClassifier(model, threshold=...)``. Kappa on the
    cases that chose the threshold is too hopeful: judge it on others.

    Parameters
    ----------
    y_true, y_score, pos_label, sample_weight
        As in :func:`kappabook.auk_score`.

    Returns
    -------
    KappaOptimum

    Raises
    ------
    ValueError
        As :func:`kappabook.auk_score`; a missing class is an error too.

    References
    ----------
    Kaymak, Ben-David and Potharst, section 7, pp. 13-14.

    Examples
    --------
    >>> from kappabook import kappa_optimal_threshold
    >>> best = kappa_optimal_threshold([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> best.kappa, best.thresholds
    (0.5, array([0.8 , 0.35]))
    >>> best.plateaus
    ((0.4, 0.8), (0.1, 0.35))
    >>> round(best.threshold, 3)
    0.6
    """
    fps, tps, thresholds = counts_at_thresholds(
        y_true, y_score, pos_label=pos_label, sample_weight=sample_weight
    )
    if missing := missing_class(fps[-1], tps[-1]):
        raise ValueError(f"{missing}; no threshold separates one class from itself.")
    kappa = kappa_at(fps / fps[-1], tps / tps[-1], tps[-1] / (fps[-1] + tps[-1]))
    best = float(kappa.max())
    optimal = np.flatnonzero(kappa >= best - _TIE)
    below = np.append(thresholds[1:], -np.inf)[optimal]
    plateaus = tuple(zip(below.tolist(), thresholds[optimal].tolist(), strict=True))
    return KappaOptimum(
        _middle_of_widest(plateaus, majority_positive=bool(tps[-1] > fps[-1])),
        best,
        thresholds[optimal],
        plateaus,
    )


def _middle_of_widest(
    plateaus: tuple[tuple[float, float], ...], *, majority_positive: bool
) -> float:
    finite = [(low, high) for low, high in plateaus if math.isfinite(low) and math.isfinite(high)]
    if not finite:
        # The ends of the curve, both optimal: everything (the last) or nothing (the first).
        return plateaus[-1][1] if majority_positive else plateaus[0][1]
    # Halves first: the difference of two large scores may overflow.
    low, high = max(finite, key=lambda plateau: plateau[1] / 2 - plateau[0] / 2)
    middle = low / 2 + high / 2
    return middle if low < middle <= high else high


def iso_kappa_slope(fpr: ArrayLike, tpr: ArrayLike, prevalence: ArrayLike) -> Column:
    r"""Slope of the line of equal kappa through a point of the ROC plane.

    .. math:: 1 + \frac{(1 - 2p)(t - f)}{p + (1 - 2p) f}

    Lines of equal kappa are straight. Where a smooth ROC curve has this slope kappa is
    stationary: to the left of the best point the curve is steeper, to the right flatter.

    Parameters
    ----------
    fpr, tpr, prevalence
        As in :func:`kappabook.kappa_at`; they broadcast.

    Returns
    -------
    ndarray of the broadcast shape; 1 at prevalence 1/2.

    Raises
    ------
    ValueError
        A value outside its range, which is named.

    References
    ----------
    Kaymak, Ben-David and Potharst, eq. (26), p. 14.

    Examples
    --------
    >>> from kappabook import iso_kappa_slope
    >>> float(iso_kappa_slope(0.60, 0.928, 0.11).round(2))
    1.44
    """
    f, t, p = in_range(fpr=fpr, tpr=tpr, prevalence=prevalence)
    return np.asarray(1 + (1 - 2 * p) * (t - f) / (p * (1 - f) + (1 - p) * f))


@dataclass(frozen=True)
class KappaOptimalProbability:
    """The cut on a calibrated probability that maximises kappa of the expected table.

    Attributes
    ----------
    cut : float
        Call a case positive when its probability is at least this; (1 - k) p + k / 2.
    kappa : float
        k, the kappa reached: that of the expected confusion matrix.
    prevalence : float
        p, the mean probability.
    """

    cut: float
    kappa: float
    prevalence: float

    @property
    def false_positive_cost_share(self) -> float:
        """Cost of a false positive over the sum of both error costs that leads to this cut.

        Least expected cost calls a case positive when its probability is at least that share;
        so maximising kappa acts as if errors cost this much. The share lies between p (at
        kappa 0) and 1/2 (at kappa 1) and depends on the classifier.
        """
        return self.cut


def kappa_optimal_probability(
    y_prob: ArrayLike, *, sample_weight: ArrayLike | None = None
) -> KappaOptimalProbability:
    r"""Cut a calibrated probability so that kappa of the expected confusion matrix is largest.

    With a of the cases true positives, and :math:`\hat p` called positive,
    :math:`\kappa = 2(a - p \hat p) / (p + \hat p - 2 p \hat p)`. If its largest value is k, then
    :math:`2(a - p \hat p) - k (p + \hat p - 2 p \hat p)` is at most 0, and 0 at the optimum.
    A case of probability :math:`\pi` adds to it :math:`2\pi - 2p - k(1 - 2p)`, and should be
    called positive when that is at least 0:

    .. math:: \pi \ge (1 - k) \, p + k / 2.

    The largest kappa is found exactly, over all cuts between the sorted probabilities.

    Parameters
    ----------
    y_prob : array-like of shape (n_samples,)
        Probabilities of the positive class, taken to be calibrated.
    sample_weight : array-like of shape (n_samples,), optional
        Finite and non-negative.

    Returns
    -------
    KappaOptimalProbability

    Raises
    ------
    ValueError
        Probabilities outside [0, 1], none, or all 0 or all 1; bad weights.

    References
    ----------
    The argument above is our own.

    Examples
    --------
    >>> from kappabook import kappa_optimal_probability
    >>> best = kappa_optimal_probability([0.05, 0.1, 0.2, 0.7, 0.95])
    >>> round(best.cut, 4), round(best.kappa, 4), round(best.prevalence, 4)
    (0.4708, 0.7083, 0.4)
    """
    prob = as_rates(as_scores(y_prob, "y_prob"), "y_prob")
    if len(prob) == 0:
        raise ValueError("y_prob is empty; give at least one probability.")
    weight = np.ones(len(prob)) if sample_weight is None else as_weights(sample_weight, len(prob))
    order = np.argsort(prob)[::-1]
    prob, share = prob[order], weight[order] / weight.max()
    share /= share.sum()
    positive, negative = share * prob, share * (1 - prob)
    p, q = positive.sum(), negative.sum()
    if p == 0 or q == 0:
        raise ValueError(f"y_prob is {int(q == 0)} everywhere; kappa needs both classes.")
    tps, fps = np.cumsum(positive), np.cumsum(negative)
    kappa = 2 * (q * tps - p * fps) / (p * (1 - tps - fps) + q * (tps + fps))
    best = min(1.0, max(0.0, float(kappa.max())))
    return KappaOptimalProbability(float((1 - best) * p + best / 2), best, float(p))
