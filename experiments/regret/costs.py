"""The ratios of costs over which the plan averages: a false alarm costs 1, a miss r."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

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
