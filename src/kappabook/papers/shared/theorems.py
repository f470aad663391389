"""What holds for kappa of any table, whatever the document: proved once, with sympy."""

from __future__ import annotations

from functools import cache

import sympy as sp

from kappabook.algebra import is_zero, sides


@cache
def kappa_is_bounded() -> bool:
    r"""Prove that kappa is at least -1, for any number of classes; at most 1 is plain.

    With r and c the shares of a class in rows and columns, s their mean, d its agreement and
    :math:`u = 1 + d - r - c` the share of cases in neither its row nor its column,

    .. math:: s + d - 2 r c = s u + (1 - s) d + (r - c)^2 / 2,

    in which nothing on the right is negative. Summed over the classes the left side is
    :math:`1 + P_o - 2 P_e`, which is (1 + kappa)(1 - P_e).
    """
    r, c, d = sp.symbols("r c d")
    s = (r + c) / 2
    parts = s * (1 + d - r - c) + (1 - s) * d + (r - c) ** 2 / 2
    return bool(sp.expand(s + d - 2 * r * c - parts) == 0)


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
