r"""How hard each case pulls on the AUK.

With the kappa of a point of the ROC plane, :math:`\kappa(f, t, p)` (eq. (19) of the AUK paper), and
:math:`\kappa_f, \kappa_t, \kappa_p` its derivatives, a further case with the score x moves the
rates of its class, :math:`t(s)` or :math:`f(s)`, towards :math:`1[x \ge s]`. Hence

.. math:: \psi^+(x) = \int \kappa_t \, (1[x \ge s] - t) \, df, \qquad
          \psi^-(x) = \int \kappa_f \, (1[x \ge s] - f) \, df + \kappa(x) - \mathrm{AUK},

and, with m positives, n negatives and :math:`\pi = \int \kappa_p \, df`,

.. math:: SE^2 = \frac{\operatorname{var} \psi^+}{m} + \frac{\operatorname{var} \psi^-}{n}
               + \frac{p (1 - p) \, \pi^2}{m + n}.

The derivation is our own. The first two terms are those of DeLong for the AUC; the third is there
because the AUK depends on the prevalence, which is estimated. Within ties a case stands, on
average, half-way.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kappabook.metrics.rates import mean_kappa

Values = NDArray[np.float64]
# Few thresholds make long segments, on which the derivatives bend.
_FEW, _NODES = 1000, (16, 2)


@dataclass(frozen=True, eq=False)
class Pulls:
    """Pulls of the cases of each class at each threshold, not centred, and what is summed.

    Attributes
    ----------
    of_positives, of_negatives : ndarray of shape (n_segments,)
    by_prevalence : float
        The integral of the derivative along the prevalence.
    auk : float
    ends : (float, float)
        The integrals of the two derivatives so far, for the segments that follow.
    """

    of_positives: Values
    of_negatives: Values
    by_prevalence: float
    auk: float
    ends: tuple[float, float]


def auk_pulls(f: Values, t: Values, p: float, before: tuple[float, float] = (0.0, 0.0)) -> Pulls:
    """Find the pulls on successive segments of a ROC curve, which may be a part of one.

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
