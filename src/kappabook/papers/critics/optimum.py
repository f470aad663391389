"""Where kappa wants the cut on a calibrated probability, derived, and what that presumes.

A probability is calibrated when a share pi of the cases with probability pi is positive. Then the
table of every cut follows from the distribution of the probabilities alone, and so does the cut
at which kappa is largest. That such measures are maximised by one cut on the probability, and
that the cut depends on the value attained, is known in general: Koyejo et al. (2014) for ratios
of linear functions of the table, Lipton et al. (2014) for F1. Nothing here is new but the drawing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import sympy as sp

# Share of positives p, share called positive q, hits tp; kappa attained k; the cut, and the
# density of the probabilities there.
p, q, tp, k, cut, density = sp.symbols("p q tp k cut g", positive=True)

# Measures of a table with given p, as functions of what the cut moves: tp and q.
MEASURES: dict[str, sp.Expr] = {
    "accuracy": 1 - p - q + 2 * tp,
    "kappa": 2 * (tp - p * q) / (p + q - 2 * p * q),
    "f1": 2 * tp / (p + q),
    "youden": tp / p - (q - tp) / (1 - p),
}


@cache
def stationary_cut(measure: str) -> sp.Expr:
    r"""Cut at which a measure is stationary, in terms of p and of the value k it has there.

    Raising the cut by dc takes :math:`g(c)\,dc` of the cases from the positive calls, a share c
    of them hits: :math:`q' = -g(c)` and :math:`tp' = -c\,g(c)`. The derivative of the measure is
    set to 0, the measure itself to k, and what remains is solved for c.

    Parameters
    ----------
    measure : {'accuracy', 'kappa', 'f1', 'youden'}

    Examples
    --------
    >>> stationary_cut("accuracy"), stationary_cut("youden"), stationary_cut("f1")
    (1/2, p, k/2)
    >>> sp.expand(stationary_cut("kappa") - ((1 - k) * p + k / 2))
    0
    """
    value = MEASURES[measure]
    hits = sp.solve(sp.Eq(value, k), tp)[0]
    return sp.simplify(sp.solve(_derivative(value).subs(tp, hits), cut)[0])


def _derivative(value: sp.Expr) -> sp.Expr:
    return sp.diff(value, q) * -density + sp.diff(value, tp) * -cut * density


@cache
def slope_over_distance(measure: sp.Expr) -> sp.Expr:
    r"""Divide the derivative of a measure in the cut by the distance of the cut from kappa's.

    .. math:: \frac{d\kappa}{dc} = \frac{2\,g(c)}{p + q - 2pq}
                                   \Bigl((1 - \kappa) p + \tfrac\kappa2 - c\Bigr)

    The factor, returned, is positive for kappa. So kappa rises while the cut is below
    :math:`h = (1 - \kappa) p + \kappa / 2` and falls while it is above; and where they meet h is
    level (kappa is stationary) while the cut grows, so they meet once: no second maximum, whatever
    the distribution.
    """
    return sp.factor(_derivative(measure) / ((1 - measure) * p + measure / 2 - cut))


def cost_ratio(at: float) -> float:
    """Cost of a false positive in units of a miss, for which this cut has least expected cost.

    Examples
    --------
    >>> cost_ratio(0.5), cost_ratio(0.1)
    (1.0, 0.11111111111111112)
    """
    return at / (1 - at)


def optimal_cut(measure: str, prevalence: float) -> Callable[[float], float]:
    """Return the best cut of a measure as a function of the value it attains there."""
    return sp.lambdify(k, stationary_cut(measure).subs(p, prevalence), "math")  # type: ignore[no-any-return]
