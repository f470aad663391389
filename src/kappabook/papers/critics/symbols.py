"""A table of two classes in symbols: what the critics' formulas are proved from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp

# The four cells, in counts: yes-yes, yes-no, no-yes, no-no. The first rater, or the truth, has the
# rows; the second, or the classifier, the columns.
a, b, c, d = CELLS = sp.symbols("a b c d", positive=True)
TP, FN, FP, TN = sp.symbols("TP FN FP TN")
N, p, q, m = sp.symbols("N p q m")
p_o, p_e, kappa = sp.symbols("p_o p_e kappa")
PABAK, PI, BI = sp.symbols("PABAK PI BI")
p_pos, p_neg, F1 = sp.symbols("p_pos p_neg F1")
p_s, pi, p_g, AC1, alpha = sp.symbols("p_s pi p_g AC1 alpha")
J, M, MCC, HSS, C, E = sp.symbols("J M MCC HSS C E")

_N = a + b + c + d
# Shares of yes by rows and by columns, and the mean of the two.
_p, _q = (a + b) / _N, (a + c) / _N
_m = (_p + _q) / 2


def corrected(observed: Any, chance: Any) -> Any:
    """Return the agreement beyond chance as a share of what chance leaves; exact, or in symbols."""
    return 1 - (1 - observed) / (1 - chance)


# Two raters by their shares alone, p <= q: chance, and the largest agreement, where every yes of
# the first is one of the second.
CHANCE = p * q + (1 - p) * (1 - q)
MOST = 1 - (q - p)

_p_o = (a + d) / _N
_p_e = _p * _q + (1 - _p) * (1 - _q)
_kappa = corrected(_p_o, _p_e)
_p_s = _m**2 + (1 - _m) ** 2
_p_g = 2 * _m * (1 - _m)

MEANING: dict[sp.Symbol, sp.Expr] = {
    **dict(zip((TP, FN, FP, TN), CELLS, strict=True)),
    N: _N,
    p: _p,
    q: _q,
    m: _m,
    p_o: _p_o,
    p_e: _p_e,
    kappa: _kappa,
    # Kappa of the table whose agreements, and whose disagreements, are made equal.
    PABAK: sp.cancel(
        _kappa.subs(
            {a: (a + d) / 2, d: (a + d) / 2, b: (b + c) / 2, c: (b + c) / 2}, simultaneous=True
        )
    ),
    PI: (a - d) / _N,
    BI: (b - c) / _N,
    # Of the mean number of yes (no) of the two raters, the share on which both say it.
    p_pos: a / ((a + b + a + c) / 2),
    p_neg: d / ((c + d + b + d) / 2),
    # Harmonic mean of precision and recall.
    F1: 2 / ((a + c) / a + (a + b) / a),
    p_s: _p_s,
    pi: corrected(_p_o, _p_s),
    p_g: _p_g,
    AC1: corrected(_p_o, _p_g),
    # The 2N ratings are drawn without replacement.
    alpha: 1 - (1 - _p_o) / ((1 - _p_s) * 2 * _N / (2 * _N - 1)),
    J: a / (a + b) - c / (c + d),
    M: a / (a + c) - b / (b + d),
    MCC: (a * d - b * c) / sp.sqrt((a + b) * (c + d) * (a + c) * (b + d)),
    C: a + d,
    E: _N * _p_e,
    HSS: 2 * (a * d - b * c) / ((a + b) * (b + d) + (a + c) * (c + d)),
}


def tied(cells: Mapping[sp.Symbol, sp.Expr], *names: sp.Symbol) -> dict[sp.Symbol, sp.Expr]:
    """Return what the named symbols mean, or all, where the cells are tied to each other."""
    meaning = {name: MEANING[name].subs(cells, simultaneous=True) for name in names or MEANING}
    return {name: sp.cancel(value) for name, value in meaning.items()} | dict(cells)
