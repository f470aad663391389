"""What holds for kappa of any table, whatever the document: proved once, with sympy."""

from __future__ import annotations

from functools import cache

import sympy as sp

from kappabook.papers.shared.algebra import is_zero, sides


@cache
def kappa_is_bounded(classes: int = 3) -> bool:
    r"""Prove that kappa is at least -1, for so many classes; at most 1 is plain.

    With s the mean and d the agreement of class i, r and c its shares, and
    :math:`u_i = 1 + d_i - r_i - c_i` the share of cases in neither its row nor its column,

    .. math:: 1 + P_o - 2 P_e = \sum_i \left( s_i u_i + (1 - s_i) d_i + (r_i - c_i)^2 / 2 \right),

    in which nothing is negative. That is (1 + kappa)(1 - P_e); the identity needs only that the
    shares of rows and of columns sum to one, so it holds for any number of classes.
    """
    rows, columns = (_shares(name, classes) for name in "rc")
    agreed = sp.symbols(f"d1:{classes + 1}")
    gap = 1 + sum(agreed) - 2 * sum(r * c for r, c in zip(rows, columns, strict=True))
    parts = [
        s * (1 + d - 2 * s) + (1 - s) * d + (r - c) ** 2 / 2
        for r, c, d in zip(rows, columns, agreed, strict=True)
        for s in [(r + c) / 2]
    ]
    return bool(sp.expand(gap - sum(parts)) == 0)


def _shares(name: str, classes: int) -> list[sp.Expr]:
    free = sp.symbols(f"{name}1:{classes}")
    return [*free, 1 - sum(free)]


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
