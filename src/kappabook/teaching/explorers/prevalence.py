"""One prevalence: the AUK of two fixed ROC curves, and where their order reverses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq

from kappabook.metrics import auk_from_roc
from kappabook.metrics.roc import auc_from_roc

Column = NDArray[np.float64]
Curve = tuple[Column, Column]

SHARES = np.linspace(0.01, 0.99, 99)

# Two classifiers, made up: one is right about the clear cases, the other misses few.
CURVES: dict[str, Curve] = {
    "cautious": (np.array([0, 0.05, 0.3, 1]), np.array([0, 0.55, 0.78, 1])),
    "eager": (np.array([0, 0.15, 0.35, 1]), np.array([0, 0.52, 0.95, 1])),
}


@dataclass(frozen=True, eq=False)
class Pair:
    """Two named ROC curves and what does not change with the slider.

    Attributes
    ----------
    names : tuple of two str
    curves : tuple of two (fpr, tpr)
    auc : tuple of two floats
    auks : tuple of two ndarrays of shape (n_shares,)
        The AUK of each under every prevalence of `SHARES`.
    crossings : tuple of floats, rising
        Every prevalence at which the order of the AUKs reverses. They are found between
        neighbouring shares, so two that lie closer may be missed.
    """

    names: tuple[str, str]
    curves: tuple[Curve, Curve]
    auc: tuple[float, float]
    auks: tuple[Column, Column]
    crossings: tuple[float, ...]


def pair_of_curves(curves: Mapping[str, Curve] = CURVES) -> Pair:
    """Compare two ROC curves under every prevalence.

    Raises
    ------
    ValueError
        Not two curves, or rates that are no ROC curve.

    Examples
    --------
    >>> from kappabook.teaching import pair_of_curves
    >>> [round(p, 4) for p in pair_of_curves().crossings]
    [0.3125]
    """
    if len(curves) != 2:
        raise ValueError(
            f"curves holds {len(curves)} ROC curves, {list(curves)}; give two, by name: "
            "{'one': (fpr, tpr), 'two': (fpr, tpr)}."
        )
    (name_one, one), (name_two, two) = curves.items()
    auks = [np.array([auk_from_roc(*curve, p) for p in SHARES]) for curve in (one, two)]

    def gap(p: float) -> float:
        return auk_from_roc(*one, p) - auk_from_roc(*two, p)

    gaps = auks[0] - auks[1]
    between = np.flatnonzero(gaps[1:] * gaps[:-1] < 0)
    on_a_share = np.flatnonzero((gaps[1:-1] == 0) & (gaps[:-2] * gaps[2:] < 0)) + 1
    crossings = [float(brentq(gap, SHARES[i], SHARES[i + 1])) for i in between]
    first, second = ((np.array(f), np.array(t)) for f, t in (one, two))
    return Pair(
        (name_one, name_two),
        (first, second),
        (auc_from_roc(*one), auc_from_roc(*two)),
        (auks[0], auks[1]),
        tuple(sorted([*crossings, *SHARES[on_a_share].tolist()])),
    )


@dataclass(frozen=True)
class PrevalenceState:
    """Two ROC curves under one prevalence.

    Attributes
    ----------
    auk_one, auk_two : float
        Under this prevalence, by the exact rule ('segment').
    auc_one, auc_two : float
        Under any.
    larger : str
        The name of the curve whose AUK is larger, or "neither".
    crossing : float or "nowhere"
        The smallest prevalence at which their order reverses.
    """

    auk_one: float
    auk_two: float
    auc_one: float
    auc_two: float
    larger: str
    crossing: float | str


def prevalence_state(prevalence: float, pair: Pair) -> PrevalenceState:
    """Compare the AUKs of two ROC curves under a prevalence.

    Examples
    --------
    >>> from kappabook.teaching import pair_of_curves, prevalence_state
    >>> pair = pair_of_curves()
    >>> prevalence_state(0.1, pair).larger, prevalence_state(0.9, pair).larger
    ('cautious', 'eager')
    """
    one, two = (auk_from_roc(*curve, prevalence) for curve in pair.curves)
    larger = "neither" if abs(one - two) < 1e-9 else pair.names[int(one < two)]
    crossing = next(iter(pair.crossings), "nowhere")
    return PrevalenceState(one, two, *pair.auc, larger, crossing)
