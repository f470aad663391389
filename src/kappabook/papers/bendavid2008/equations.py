"""The algebra of a binary table of probabilities: Table 1, eqs. (1)-(16), A.1-A.4."""

from __future__ import annotations

from functools import cache

import sympy as sp

from kappabook.papers.shared.algebra import follows, is_zero, sides

TP, FN, FP, TN = sp.symbols("TP FN FP TN")
P, N, P_bar, N_bar = sp.symbols("P N P_bar N_bar")
P_0, P_c, K = sp.symbols("P_0 P_c K")
FPR, TPR = sp.symbols("FPR TPR")
m = sp.Symbol("m", positive=True, integer=True)

# Table 1: three cells are free, the fourth completes them to one; the margins are sums of cells.
TABLE_1 = sp.Matrix([[TP, FN], [FP, 1 - TP - FN - FP]])
_ACCURACY = TABLE_1.trace()
_CHANCE = sum(sum(TABLE_1.row(i)) * sum(TABLE_1.col(i)) for i in range(2))

MEANING = {
    TN: TABLE_1[1, 1],
    P: sum(TABLE_1.row(0)),
    N: sum(TABLE_1.row(1)),
    P_bar: sum(TABLE_1.col(0)),
    N_bar: sum(TABLE_1.col(1)),
    P_0: _ACCURACY,
    P_c: _CHANCE,
    K: 1 - (1 - _ACCURACY) / (1 - _CHANCE),
}

# With P = N = 1/2, only TP and FP are free.
_HALF = {FN: sp.Rational(1, 2) - TP}
EQUAL_CLASSES = {**{name: value.subs(_HALF) for name, value in MEANING.items()}, **_HALF}

# m equally frequent classes, guessed at random.
RANDOM_GUESS = {P_0: sp.Sum(1 / m * 1 / m, (sp.Symbol("i"), 1, m)).doit()}

# Many classes: cells p, row margins r, column margins c; x is a margin that lost its dots.
_INDEXED = {name: sp.IndexedBase(name) for name in "prcx"}
_INDEXED |= {"i": sp.Symbol("i", integer=True), "I": sp.Symbol("I", integer=True)}
_BOUNDS = (_INDEXED["i"], 1, _INDEXED["I"])
HITS = sp.Sum(_INDEXED["p"][_INDEXED["i"], _INDEXED["i"]], _BOUNDS)
CHANCE = sp.Sum(_INDEXED["r"][_INDEXED["i"]] * _INDEXED["c"][_INDEXED["i"]], _BOUNDS)


@cache
def follows_for_many_classes(text: str) -> bool:
    """Prove (2) or (3) for any number of classes, from (1) and the margins."""
    name, value = sides(text, {**_INDEXED, "P_c": P_c, "K": K})
    expected = {P_c: CHANCE, K: (HITS - CHANCE) / (1 - CHANCE)}
    return is_zero(value - expected[name])


@cache
def source_of(corrected: str) -> int:
    """Return the number of the one equation that, solved for TP, gives the text."""
    names = {symbol.name: symbol for symbol in MEANING} | {"FP": FP, "TP": TP}
    _, wanted = sides(corrected, names)
    equations = {
        10: (P_c, (TP + FP) * (1 - 2 * N) + N),
        11: (TP, (P * P_bar + N * N_bar - N) / (1 - 2 * N) - FP),
        12: (P_0, TP + TN),
        13: (K, (TP - FP - P_bar * (1 - 2 * N)) / (P - P_bar * (1 - 2 * N))),
    }
    found = [
        number
        for number, (left, right) in equations.items()
        for solution in sp.solve(left - right, TP)
        if is_zero(solution - wanted)
    ]
    (number,) = found
    return number


@cache
def kappa_is_bounded() -> bool:
    """Prove -1 <= K <= 1: both gaps, times a positive denominator, have no negative term.

    (K + 1) is, up to its denominator, (FN - FP)^2 plus products of cells with positive
    coefficients; (1 - K) is FP + FN times the total.
    """
    total = TP + FN + FP + TN
    chance = (TP + FN) * (TP + FP) + (FP + TN) * (FN + TN)
    above = sp.expand((TP + TN) * total - chance + total**2 - chance - (FN - FP) ** 2)
    below = sp.expand(total**2 - (TP + TN) * total)
    return all(c > 0 for gap in (above, below) for c in sp.Poly(gap, TP, FN, FP, TN).coeffs())


@cache
def kappa_sees_true_negatives() -> bool:
    """At fixed TP and FP, moving cases from FN to TN changes kappa and leaves TP as it is."""
    return bool(sp.cancel(sp.diff(MEANING[K], FN)) != 0)


def prove(text: str) -> bool:
    """Say whether a printed equation follows from the definitions of Table 1."""
    return follows(text, MEANING)
