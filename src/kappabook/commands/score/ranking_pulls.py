"""How hard each case pulls on AUC, AUK and H, for cases that fit into memory."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kappabook.commands.score.auk_pulls import auk_pulls
from kappabook.metrics.check_scores import Cases
from kappabook.metrics.hand import cost_shares, expected_loss
from kappabook.metrics.intervals.auc import placements
from kappabook.metrics.roc import points, roc_convex_hull

Values = NDArray[np.float64]
# Hand's Beta(2, 2).
SEVERITY = (2.0, 2.0)
_STEP = 1e-5


def pulls_on_auc(cases: Cases) -> Values:
    """Pull of each case on the AUC: its placement, DeLong's."""
    positive, _, weight = cases
    found = placements(cases)
    share = _share(positive, weight)
    pulls = np.empty(len(positive))
    pulls[positive] = (found.above - found.area) / share
    pulls[~positive] = (found.below - found.area) / (1 - share)
    return pulls


def pulls_on_auk(cases: Cases) -> Values:
    """Pull of each case on the AUK; see :mod:`kappabook.commands.score.auk_pulls`."""
    positive, score, weight = cases
    fps, tps, thresholds = points(cases)
    p = _share(positive, weight)
    found = auk_pulls(fps / fps[-1], tps / tps[-1], p)
    place = np.searchsorted(-thresholds[1:], -score)
    pulls = np.empty(len(positive))
    for of_class, table, share, lean in (
        (positive, found.of_positives, p, 1 - p),
        (~positive, found.of_negatives, 1 - p, -p),
    ):
        own = table[place[of_class]]
        mean = np.average(own, weights=None if weight is None else weight[of_class])
        pulls[of_class] = (own - mean) / share + lean * found.by_prevalence
    return pulls


def pulls_on_h(cases: Cases) -> Values:
    """Pull of each case on H, the corners of the hull held: its expected cost, less the mean."""
    positive, score, weight = cases
    fps, tps, thresholds = points(cases)
    f, t, p = fps / fps[-1], tps / tps[-1], _share(positive, weight)
    corners = roc_convex_hull(f, t)
    called_at = np.searchsorted(corners[0] + corners[1], (f + t)[1:] * (1 - 1e-14))
    corner = np.minimum(called_at[np.searchsorted(-thresholds[1:], -score)], len(corners[0]) - 1)
    return h_pulls(corners, p, positive, corner)


def h_pulls(
    corners: tuple[Values, Values], p: float, positive: NDArray[np.bool_], corner: NDArray[np.intp]
) -> Values:
    """Pull on H of cases that are called positive from a corner of the hull on."""
    on_alarms, on_misses = cost_shares(*corners, p, *SEVERITY)
    alarms = np.cumsum(on_alarms[::-1])[::-1][corner]
    misses = np.append(0.0, np.cumsum(on_misses))[corner]
    loss, useless = expected_loss(*corners, p, *SEVERITY), _useless(p)
    slope = (_useless(p + _STEP * p * (1 - p)) - _useless(p - _STEP * p * (1 - p))) / (
        2 * _STEP * p * (1 - p)
    )
    own = np.where(positive, misses, alarms)
    return np.asarray(-(own - loss) / useless + loss / useless**2 * slope * (positive - p))


def _useless(p: float) -> float:
    """Compute the expected loss without a score."""
    ends = np.array([0.0, 1.0])
    return expected_loss(ends, ends, p, *SEVERITY)


def _share(positive: NDArray[np.bool_], weight: Values | None) -> float:
    return float(np.average(positive, weights=weight))
