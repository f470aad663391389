r"""The ROC curves of one AUC whose AUK is smallest and largest, and why they are.

One more unit of true positive rate at the point (f, t) is worth

.. math:: \frac{\partial \kappa}{\partial t} = \frac{2p(1-p) \, m}{c^2}, \qquad
          m = p + (1-2p) f, \quad c = m + p(1-2p)(t - f).

For every prevalence this worth falls as f grows. Along t it falls when p < 1/2 and rises when
p > 1/2. With a given AUC the area under the ROC curve is fixed; all that can be done is to move
it about, and the extremes put it where it is worth most or least.

*p < 1/2.* Area is worth most at the lower left. Take any other curve of the same AUC and class.
The curve that rises late (a step; if concave, one corner at the top) differs from it by area
moved to the upper right, and so is lowest. The curve that jumps and then stays level (if
concave, runs straight to (1, 1)) differs from it by area moved to the lower left, and so is
highest. Both moves cross the other curve once, which makes the comparison immediate.

*p > 1/2.* The late riser is now highest: for steps because on the rectangles exchanged the mean
worth at the upper right is at least 2p(1-p)/(p^2 + (1-p)^2 + b), at the lower left at most
2p(1-p)/(p + b), with the same b, and p^2 + (1-p)^2 <= p. For concave curves kappa is convex in
t, so the highest has at most two corners; that it has one is checked by search (the tests
repeat it), not proved. The lowest curve equalises the worth: it follows the arc on which the
worth is constant, from level 0 up to level 1. Among concave curves, which cannot follow that
convex arc, the first-order conditions leave a jump and one corner at the top, (0, v), (h, 1).
"""

from __future__ import annotations

import numpy as np

from kappabook.metrics.bounds import (
    Curve,
    arc_ends,
    area_beside_arc,
    as_auc,
    corners,
    on_arc,
    straight_extremes,
)
from kappabook.metrics.check_scores import as_prevalence

# Points drawn on the one extremal curve that is not made of straight pieces.
_ARC_POINTS = 1025


def auk_extremal_curves(
    auc: float, prevalence: float, *, concave: bool = True
) -> tuple[Curve, Curve]:
    """ROC curves with this AUC whose AUK is the smallest and the largest possible.

    Parameters
    ----------
    auc, prevalence, concave
        As in :func:`kappabook.auk_bounds`.

    Returns
    -------
    (fpr, tpr), (fpr, tpr)
        The lowest and the highest curve, as corners from (0, 0) to (1, 1). For prevalence
        above 1/2 and ``concave=False`` the lowest is a smooth arc, given by 1025 of its points
        (its AUC and AUK then hold to about 1e-6).

    Raises
    ------
    ValueError
        As :func:`kappabook.auk_bounds`.

    References
    ----------
    Our own.

    Examples
    --------
    >>> from extremal_curves import auk_extremal_curves
    >>> low, high = auk_extremal_curves(0.75, 0.11)
    >>> low
    (array([0. , 0.5, 1. ]), array([0., 1., 1.]))
    >>> high
    (array([0., 0., 1.]), array([0. , 0.5, 1. ]))
    """
    auc, p = as_auc(auc, concave), as_prevalence(prevalence)
    low, high = straight_extremes(auc, p, concave)
    if p > 0.5 and not concave:
        low = _arc_points(area_beside_arc(auc, p)[1], p)
    return low, high


def _arc_points(k: float, p: float) -> Curve:
    f, t = on_arc(np.linspace(*arc_ends(k, p), _ARC_POINTS), k, p)
    f, t = np.maximum.accumulate(f), np.maximum.accumulate(t)
    return corners((0, 0), (f[0], 0), *zip(f.tolist(), t.tolist(), strict=True), (f[-1], 1), (1, 1))
