"""How hard each case pulls on AUC, AUK and H: the derivative along the weight of the case."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kappabook.commands.score.matrix import Values
from kappabook.metrics.check_scores import Cases
from kappabook.metrics.hand import cost_shares, expected_loss
from kappabook.metrics.intervals.auc import placements
from kappabook.metrics.rates import mean_kappa
from kappabook.metrics.roc import points, roc_convex_hull

# Hand's Beta(2, 2).
SEVERITY = (2.0, 2.0)
_STEP = 1e-5
# Few thresholds make long segments, on which the derivatives bend.
_FEW, _NODES = 1000, (16, 2)


class Pulls(NamedTuple):
    """Pulls of the cases of each class at each threshold, not centred, and what is summed.

    `by_prevalence` is the integral of the derivative along the prevalence, `ends` are those of the
    other two derivatives so far, for the segments that follow.
    """

    of_positives: Values
    of_negatives: Values
    by_prevalence: float
    auk: float
    ends: tuple[float, float]


def auk_pulls(f: Values, t: Values, p: float, before: tuple[float, float] = (0.0, 0.0)) -> Pulls:
    r"""Find the pulls on successive segments of a ROC curve, which may be a part of one.

    With the kappa of a point of the ROC plane, :math:`\kappa(f, t, p)` (eq. (19) of the AUK paper),
    and :math:`\kappa_f, \kappa_t, \kappa_p` its derivatives, a further case with the score x moves
    the rates of its class, :math:`t(s)` or :math:`f(s)`, towards :math:`1[x \ge s]`. Hence

    .. math:: \psi^+(x) = \int \kappa_t \, (1[x \ge s] - t) \, df, \qquad
              \psi^-(x) = \int \kappa_f \, (1[x \ge s] - f) \, df + \kappa(x) - \mathrm{AUK},

    and, with m positives, n negatives and :math:`\pi = \int \kappa_p \, df`,

    .. math:: SE^2 = \frac{\operatorname{var} \psi^+}{m} + \frac{\operatorname{var} \psi^-}{n}
                   + \frac{p (1 - p) \, \pi^2}{m + n}.

    The derivation is our own. The first two terms are those of DeLong for the AUC; the third is
    there because the AUK depends on the prevalence, which is estimated. Within ties a case stands,
    on average, half-way.

    Parameters
    ----------
    f, t : ndarrays of shape (n_segments + 1,)
        Rates, never falling.
    p : float
        Share of the positives.
    before : (float, float)
        `ends` of the part before this one.
    """
    q, df, dt = 1 - p, np.diff(f), np.diff(t)
    nodes, weights = np.polynomial.legendre.leggauss(_NODES[len(df) > _FEW])
    sums = {name: np.zeros(len(df)) for name in ("t", "tu", "f", "fu")}
    by_prevalence = 0.0
    for node, weight in zip((nodes + 1) / 2, weights / 2, strict=True):
        here, there = f[:-1] + node * df, t[:-1] + node * dt
        called, rise = q * here + p * there, there - here
        room = p * (1 - called) + q * called
        scale, lean = 2 * p * q / room, (q - p) * rise / room
        by_t, by_f = scale * (1 - p * lean), -scale * (1 + q * lean)
        by_p = rise / room * (2 * (q - p) - scale * (1 - 2 * called + (q - p) * rise))
        sums["t"] += weight * by_t
        sums["f"] += weight * by_f
        sums["tu"] += weight * node * by_t
        sums["fu"] += weight * node * by_f
        by_prevalence += float(np.add.reduce(weight * by_p * df))
    kappa = mean_kappa(f, t, p, q)
    so_far_t = before[0] + np.cumsum(sums["t"] * df)
    so_far_f = before[1] + np.cumsum(sums["f"] * df)
    return Pulls(
        of_positives=sums["tu"] * df - so_far_t,
        of_negatives=sums["fu"] * df - so_far_f + kappa,
        by_prevalence=by_prevalence,
        auk=float(np.add.reduce(kappa * df)),
        ends=(float(so_far_t[-1]), float(so_far_f[-1])),
    )


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
    """Pull of each case on the AUK; see `auk_pulls`."""
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
    loss, blind, step = expected_loss(*corners, p, *SEVERITY), useless(p), _STEP * p * (1 - p)
    slope = (useless(p + step) - useless(p - step)) / (2 * step)
    own = np.where(positive, misses, alarms)
    return np.asarray(-(own - loss) / blind + loss / blind**2 * slope * (positive - p))


def useless(p: float) -> float:
    """Compute the expected loss without a score."""
    ends = np.array([0.0, 1.0])
    return expected_loss(ends, ends, p, *SEVERITY)


def _share(positive: NDArray[np.bool_], weight: Values | None) -> float:
    return float(np.average(positive, weights=weight))


PULLS = {"auc": pulls_on_auc, "auk": pulls_on_auk, "h": pulls_on_h}
