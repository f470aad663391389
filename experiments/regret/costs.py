"""What errors cost, a false alarm 1 and a miss r; and the ratios over which the plan averages."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Column = NDArray[np.float64]

MIDPOINTS = 16
# Of each prior: the range of r, and whether it is in units of (1 - p) / p.
PRIORS: Mapping[str, tuple[float, float, bool]] = {
    "A": (1.0, 99.0, False),
    "B": (0.1, 10.0, False),
    "C": (0.1, 10.0, True),
}
CURVE = 10.0 ** (np.arange(-12, 13) / 6)


def prior_ratios(prior: str, prevalence: float) -> Column:
    """Return the cost ratios over which a prior averages, all equally likely."""
    low, high, anchored = PRIORS[prior]
    middle = (np.arange(MIDPOINTS) + 0.5) / MIDPOINTS
    ratios = np.exp(math.log(low) + middle * math.log(high / low))
    return np.asarray(ratios * ((1 - prevalence) / prevalence if anchored else 1))


def all_ratios(prevalence: float) -> Column:
    """Return the ratios of the three priors, then those of the curve."""
    return np.concatenate([*(prior_ratios(prior, prevalence) for prior in PRIORS), CURVE])


def summarised(costs: Column) -> Column:
    """Average costs at `all_ratios` (the last axis) under each prior; keep the curve's."""
    n = len(PRIORS) * MIDPOINTS
    head = costs[..., :n].reshape(*costs.shape[:-1], len(PRIORS), MIDPOINTS)
    return np.concatenate([head.mean(axis=-1), costs[..., n:]], axis=-1)


def normalised_cost(
    misses: ArrayLike, false_alarms: ArrayLike, ratio: ArrayLike, positives: float, negatives: float
) -> Any:
    r"""Return the cost of errors, divided by that of the better trivial classifier.

    .. math:: \frac{FP + r \, FN}{\min(r P, N)}

    Parameters
    ----------
    misses, false_alarms, ratio : array-like
        FN, FP and r, of shapes that go together.
    positives, negatives : float
        P and N.

    Raises
    ------
    ValueError
        A ratio that is not positive and finite (0 and infinity make one error free, so that a
        trivial classifier costs nothing); a class without cases.

    Examples
    --------
    >>> from experiments.regret.costs import normalised_cost
    >>> float(normalised_cost(2, 10, 5, 20, 80))
    0.25
    """
    r = np.asarray(ratio, dtype=np.float64)
    bad = r[~((r > 0) & (r < np.inf))]
    if bad.size:
        raise ValueError(f"cost ratio {bad[0]}; give one above 0 and below infinity.")
    if positives <= 0 or negatives <= 0:
        raise ValueError(
            f"{positives} positives and {negatives} negatives; costs need cases of both classes."
        )
    spent = np.asarray(false_alarms, dtype=np.float64) + r * np.asarray(misses, dtype=np.float64)
    return spent / np.minimum(r * positives, negatives)
