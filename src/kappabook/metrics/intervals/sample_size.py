"""How many cases a kappa needs: a planning value, from what one expects to find."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtri

from kappabook.metrics.check import as_float_table
from kappabook.metrics.check_scores import as_real, as_share
from kappabook.metrics.intervals.distributions import quantile
from kappabook.metrics.intervals.kappa import deviation

Values = NDArray[np.float64]

_ROUNDING = 1e-6


def kappa_sample_size(
    margins: ArrayLike,
    kappa: float,
    *,
    half_width: float | None = None,
    kappa0: float | None = None,
    power: float = 0.8,
    confidence_level: float = 0.95,
) -> int:
    r"""Cases that two raters must label for an interval, or a test, of Cohen's kappa.

    For an interval of kappa plus or minus `half_width`, or to tell `kappa` from `kappa0` with the
    power wanted by a two-sided test at level 1 - `confidence_level`:

    .. math:: n = \left( \frac{z_{1 - \alpha/2} \, \tau(\kappa)}{h} \right)^2, \qquad
              n = \left( \frac{z_{1 - \alpha/2} \, \tau(\kappa_0) + z_{power} \, \tau(\kappa)}
                              {\kappa - \kappa_0} \right)^2

    with :math:`\tau^2 / n` the large-sample variance of kappa (Fleiss, Cohen and Everitt 1969).

    Margins and kappa give one table of two classes, but many of three and more. Here the table is
    a mixture of chance and of the most agreement that the margins allow, in the shares that give
    this kappa. For equal margins that is :math:`p_{ij} = \kappa \, [i = j] \, p_i + (1 - \kappa)
    \, p_i p_j`: errors go to classes as chance would send them.

    It is a plan: kappa and margins are guesses, and in half of the studies the interval comes out
    wider than planned. docs/raters.md has how :func:`kappabook.kappa_interval` kept the plan (to
    6 %; power .74 to .83 for .8), and what stopping as soon as an interval is narrow enough does
    to its coverage (.90 at kappa .8).

    Parameters
    ----------
    margins : float or array-like of shape (n_classes,) or (2, n_classes)
        Shares of the classes expected, one row for both raters or a row for each; a single number
        is the share of one of two classes.
    kappa : float
        The kappa expected.
    half_width : float in (0, 1), optional
        Half the width of the interval wanted.
    kappa0 : float, optional
        The kappa to be told from `kappa`. Exactly one of `half_width` and `kappa0` is given.
    power : float in (0, 1), default=0.8
        With `kappa0`: the probability of finding the difference.
    confidence_level : float in (0, 1), default=0.95
        Of the interval; 1 minus the level of the test.

    Returns
    -------
    int, at least 2.

    Raises
    ------
    ValueError
        For margins that are no shares or leave one class, a kappa that they do not allow, kappa 1
        with a half-width (no variance), kappa = kappa0, and both or neither of the two aims.

    References
    ----------
    Flack, Afifi, Lachenbruch and Schouten (1988), Psychometrika 53, pp. 321-325. Cantor (1996),
    Psychological Methods 1, pp. 150-153, for two classes.

    Examples
    --------
    >>> from kappabook import kappa_sample_size
    >>> kappa_sample_size(0.3, 0.6, half_width=0.1)
    296
    >>> kappa_sample_size([0.5, 0.5], 0.7, kappa0=0.4)
    64
    """
    if (half_width is None) == (kappa0 is None):
        raise ValueError(
            "give half_width, for an interval, or kappa0, for a test: exactly one of them."
        )
    rows, columns = _margins(margins)
    kappa = as_real(kappa, "kappa", "give a number such as 0.6")
    z = quantile(confidence_level)
    spread = _deviation(rows, columns, kappa, "kappa")
    if half_width is not None:
        half_width = as_share(half_width, "half_width", "0.1, half of the width")
        if spread == 0:
            raise ValueError(
                f"kappa is {kappa}: of perfect agreement the formula sees no variance. Give the "
                "lowest kappa that you would still expect."
            )
        return _whole((z * spread / half_width) ** 2)
    power = as_share(power, "power", "0.8")
    kappa0 = as_real(kappa0, "kappa0", "give a number such as 0.4")
    if kappa == kappa0:
        raise ValueError(
            f"kappa and kappa0 are both {kappa}; no number of cases tells a value from itself."
        )
    null = _deviation(rows, columns, kappa0, "kappa0")
    return _whole(((z * null + float(ndtri(power)) * spread) / (kappa - kappa0)) ** 2)


def _whole(n: float) -> int:
    """Round up, but not what rounding errors added."""
    return max(2, math.ceil(n - 1e-9))


def _margins(margins: ArrayLike) -> tuple[Values, Values]:
    """Two rows of shares that sum to 1."""
    given = as_float_table(margins, "margins", "shares")
    if given.ndim == 0:
        given = np.array([given, 1 - given])
    if given.ndim > 2 or given.shape[-1] < 2 or (given.ndim == 2 and len(given) != 2):
        raise ValueError(
            f"margins have shape {given.shape}; give the shares of the classes, in one row for "
            "both raters or in two."
        )
    for row in np.atleast_2d(given):
        bad = row[~((row >= 0) & (row <= 1))]
        if len(bad):
            raise ValueError(f"margins hold {bad[0]:g}; shares lie in [0, 1].")
        if abs(row.sum() - 1) > _ROUNDING:
            raise ValueError(f"margins {row.tolist()} sum to {row.sum():g}; shares sum to 1.")
    rows, columns = np.broadcast_to(given, (2, given.shape[-1]))
    if rows @ columns > 1 - 1e-12:
        raise ValueError(
            f"margins {given.tolist()} leave one class; kappa is undefined there. Both raters must "
            "use two classes or more."
        )
    return rows / rows.sum(), columns / columns.sum()


def planned_table(rows: Values, columns: Values, kappa: float, name: str = "kappa") -> Values:
    """Mix chance with the most agreement of these margins, shape (n_classes, n_classes)."""
    chance, both = np.outer(rows, columns), np.minimum(rows, columns)
    left = rows - both, columns - both
    rest = left[0].sum()
    best = np.diag(both) + (np.outer(*left) / rest if rest > 0 else 0.0)
    largest = (both.sum() - rows @ columns) / (1 - rows @ columns)
    if not kappa <= largest + _ROUNDING:
        raise ValueError(
            f"{name} is {kappa:g}; with these margins kappa is at most {largest:.4g}. Lower it, or "
            "give both raters the same margins."
        )
    share = kappa / largest if largest > 0 else 0.0
    table: Values = (1 - share) * chance + share * best
    if table.min() < -1e-12:
        raise ValueError(
            f"{name} is {kappa:g}; with these margins, errors as chance sends them allow no less "
            f"than {_least(chance, best, largest):.4g}."
        )
    return np.clip(table, 0, None)


def _least(chance: Values, best: Values, largest: float) -> float:
    """Return the kappa at which a cell of the mixture is empty."""
    more = best > chance
    return -float((chance[more] / (best[more] - chance[more])).min()) * largest


def _deviation(rows: Values, columns: Values, kappa: float, name: str) -> float:
    if not -1 <= kappa <= 1:
        raise ValueError(f"{name} is {kappa}; kappa lies between -1 and 1.")
    table = planned_table(rows, columns, kappa, name)
    return deviation(table, 1 - np.eye(len(table))) if kappa < 1 else 0.0
