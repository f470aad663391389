"""How far kappa can go with the margins it is given."""

from __future__ import annotations

import numpy as np

from kappabook.metrics._numbers import Real, number, off_diagonal, others, undefined
from kappabook.metrics.confusion import ConfusionMatrix


def kappa_limits(confusion: ConfusionMatrix) -> tuple[Real, Real]:
    r"""Smallest and largest kappa that any table with these margins can have.

    Chance agreement is fixed by the margins, so kappa is extreme where the trace is:

    .. math:: \max P_o = \sum_i \min(p_{i\cdot}, p_{\cdot i}), \qquad
              \min P_o = \max\bigl(0, \; \max_i (p_{i\cdot} + p_{\cdot i} - 1)\bigr).

    Both are attained, with whole counts if the margins are whole. *Maximum:* put the smaller
    margin on each diagonal cell; row i or column i is then used up, and what is left of the
    others fits off the diagonal. *Minimum:* diagonal cell i holds at least what its row and
    column cannot put elsewhere, :math:`p_{i\cdot} + p_{\cdot i} - 1`, which is positive for one
    class at most, since the sum over two classes never exceeds 0. Fill that cell so far; in what
    remains, of size m, every class has a row and a column total that sum to m at most, and this
    is (by max-flow min-cut) the condition for a table with an empty diagonal. For two classes
    the smallest :math:`P_o` is :math:`|p_{1\cdot} + p_{\cdot 1} - 1|`.

    Parameters
    ----------
    confusion : ConfusionMatrix of shape (n_classes, n_classes)
        Only its margins matter.

    Returns
    -------
    lowest, highest : float, or Fraction from exact cells
        Both nan, with UndefinedMetricWarning, when one class takes all.

    References
    ----------
    Cohen (1960), p. 42, for the maximum.

    Examples
    --------
    >>> from kappabook import ConfusionMatrix, kappa_limits
    >>> kappa_limits(ConfusionMatrix([[40, 10], [20, 30]]))
    (-0.8, 0.8)
    """
    cells, rows, columns, total = confusion._numbers()
    expected = number(rows @ others(columns))
    if expected == 0:
        nan = undefined("the range of kappa", "no disagreement is possible with these margins")
        return nan, nan
    misses = off_diagonal(cells)
    # Without the diagonal, in which both margins share, their difference does not cancel.
    fewest = np.maximum(misses.sum(axis=1) - misses.sum(axis=0), 0).sum()
    most = min(total, *(others(rows) + others(columns)))
    lowest, highest = (
        (expected - total * disagreements) / expected for disagreements in (most, fewest)
    )
    return number(lowest), number(highest)
