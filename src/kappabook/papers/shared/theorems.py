"""What holds for kappa of any table, whatever the document: proved once, with sympy."""

from __future__ import annotations

from functools import cache
from math import nan
from typing import Any

import sympy as sp

from kappabook.audit.algebra import is_zero, sides
from kappabook.metrics import ConfusionMatrix

# Shares of one class among the true ones and among the predicted ones, and of its hits.
r, c, d = sp.symbols("r c d")


@cache
def kappa_is_bounded() -> bool:
    r"""Prove that kappa is at least -1, for any number of classes; at most 1 is plain.

    With r and c the shares of a class in rows and columns, s their mean, d its agreement and
    :math:`u = 1 + d - r - c` the share of cases in neither its row nor its column,

    .. math:: s + d - 2 r c = s u + (1 - s) d + (r - c)^2 / 2,

    in which nothing on the right is negative. Summed over the classes the left side is
    :math:`1 + P_o - 2 P_e`, which is (1 + kappa)(1 - P_e).
    """
    s = (r + c) / 2
    parts = s * (1 + d - r - c) + (1 - s) * d + (r - c) ** 2 / 2
    return bool(sp.expand(s + d - 2 * r * c - parts) == 0)


def ends_of_kappa() -> tuple[Any, Any]:
    """Return the least and the largest kappa: nothing lies beyond, and two tables attain them.

    Both are nan if that is not so.
    """
    wrong, right = (ConfusionMatrix(x).exact().kappa for x in ([[0, 1], [1, 0]], [[1, 0], [0, 1]]))
    return (wrong, right) if kappa_is_bounded() and (wrong, right) == (-1, 1) else (nan, nan)


@cache
def is_a_mean_over_classes(of_class: sp.Expr) -> bool:
    """Prove that kappa is the mean of its classes' kappas, with the weights r + c - 2 r c.

    `of_class` is the kappa of a class against the rest, in r, c and d. Times its weight it is
    2 (d - r c). Summed over the classes the first is the weighted sum of the kappas, the second
    2 (P_o - P_e); and the weights, which are positive, sum to 2 (1 - P_e). The quotient is kappa,
    for any number of classes.
    """
    return is_zero(of_class * (r + c - 2 * r * c) - 2 * (d - r * c))


@cache
def auc_is_an_expected_loss() -> bool:
    r"""Prove Hand's lemma: the expected least loss is 2pq (1 - AUC), over the cases' thresholds.

    At slope s of a concave curve a threshold is best where a false positive has the share
    c = ps/(ps + q) of the cost. The cases' scores pass it at the rate q + ps per unit of f, with
    the loss c q f + (1 - c) p (1 - t). Their product is pq (s f + 1 - t), and both the integral
    of s f = f dt/df and that of 1 - t are 1 - AUC: by parts, d(f (t - 1)) = (t - 1) df + s f df.
    """
    f, t, p, s = sp.symbols("f t p s")
    g = sp.Function("g")
    q, share = 1 - p, p * s / (p * s + 1 - p)
    loss = share * q * f + (1 - share) * p * (1 - t)
    by_parts = sp.diff(f * (g(f) - 1), f) - (f * sp.diff(g(f), f) - (1 - g(f)))
    return is_zero((q + p * s) * loss - p * q * (s * f + 1 - t)) and is_zero(by_parts)


@cache
def follows_for_many_classes(text: str, cell: str = "p", cases: str = "") -> bool:
    """Prove a printed ``P_c = ...`` or ``K = ...`` for any number I of classes.

    Parameters
    ----------
    text : str
        The equation; ``r[i]`` and ``c[i]`` are the totals of row and column i, and ``x[i]``, if
        it is no cell, a total whose dots the text lost.
    cell : str
        The letter of the cells, such as ``p[i, i]``.
    cases : str
        The name of the number of cases; without one, the cells are probabilities.
    """
    i, last = sp.symbols("i I", integer=True)
    names = {name: sp.IndexedBase(name) for name in {*"rcx", cell}}
    total = sp.Symbol(cases, positive=True) if cases else sp.Integer(1)
    hits = sp.Sum(names[cell][i, i], (i, 1, last)) / total
    chance = sp.Sum(names["r"][i] * names["c"][i], (i, 1, last)) / total**2
    known = {sp.Symbol("P_c"): chance, sp.Symbol("K"): (hits - chance) / (1 - chance)}
    named = {str(symbol): symbol for symbol in (i, last, total, *known) if symbol != 1}
    name, value = sides(text, names | named)
    return name in known and is_zero(value - known[name])
