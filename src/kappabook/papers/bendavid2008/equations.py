"""The algebra of a binary table of probabilities: Table 1, eqs. (1)-(16), A.1-A.4."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from functools import cache

import sympy as sp

from kappabook.algebra import Meaning, follows, is_zero, sides
from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Number, Proof, Unjudged
from kappabook.papers.shared.theorems import follows_for_many_classes

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

RATES = {**MEANING, FPR: FP / MEANING[N], TPR: TP / MEANING[P]}

# With P = N = 1/2, only TP and FP are free.
_HALF = {FN: sp.Rational(1, 2) - TP}
EQUAL_CLASSES = {**{name: value.subs(_HALF) for name, value in MEANING.items()}, **_HALF}

# m equally frequent classes, guessed at random.
RANDOM_GUESS = {P_0: sp.Sum(1 / m * 1 / m, (sp.Symbol("i"), 1, m)).doit()}


def prove(text: str) -> bool:
    """Say whether a printed equation follows from the definitions of Table 1."""
    return follows(text, MEANING)


def _proof(meaning: Meaning = MEANING, shown: str = "follows from the definitions") -> Proof:
    return Proof(follows, shown, (meaning,))


@check("eq*", "s4.fpr", "s4.tpr", "s4.special-pc", "s4.eq14-source")
def equations() -> Findings:
    """Check (1)-(16): those that fix a name, and those that follow."""
    many_classes = Proof(follows_for_many_classes, "follows for any number of classes")
    yield "eq1", Finding(_proof(shown="1 - (1 - P_0)/(1 - P_c)"), verdict="definition")
    yield "eq2", Finding(many_classes, verdict="definition")
    yield "eq3", Finding(many_classes, damaged=True)
    yield "eq4", Finding(_proof(shown="TP + FN is the first row, P"), damaged=True)
    for number, total in ((5, "second row"), (6, "first column"), (7, "second column")):
        yield f"eq{number}", Finding(_proof(shown=f"the {total} of Table 1"), verdict="definition")
    yield "eq8", Finding(_proof())
    for name in ("fpr", "tpr"):
        yield f"s4.{name}", Finding(_proof(RATES), verdict="definition")
    yield "eq9", Finding(Unjudged("names f"), verdict="definition")
    yield "eq10", Finding(_proof())
    yield "s4.special-pc", Finding(Number(Fraction(str(EQUAL_CLASSES[P_c].simplify()))))
    empty = (
        "True, but nothing new: its fraction is P_bar, so it says TP = P_bar - FP, or (6); and it "
    )
    yield "eq11", Finding(_proof(), note=f"{empty}is 0/0 at P = N = 0.5.")
    yield "eq12", Finding(_proof(shown="trace of Table 1"), verdict="definition")
    yield "eq13", Finding(_proof())
    yield "eq14", Finding(_proof(shown="+ FP, by solving (13)"))
    yield "s4.eq14-source", Finding(Number(source_of("TP = P_bar*(1 - K)*(1 - 2*N) + K*P + FP")))
    yield "eq15", Finding(_proof(EQUAL_CLASSES))
    yield "eq16", Finding(_proof(EQUAL_CLASSES))


@check("a{section}.step*", section=(1, 2, 3, 4))
def appendix(section: int) -> Findings:
    """Check every step of A.1 to A.4."""
    for step in range(1, (7, 4, 3, 4)[section - 1] + 1):
        yield f"a{section}.step{step}", Finding(_proof())


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


def decides(known: Collection[sp.Symbol], wanted: sp.Symbol, meaning: Meaning = MEANING) -> bool:
    """Say whether a measure of Table 1 is fixed when some of TP, FP and N are known."""
    value = sp.cancel(meaning[wanted].subs(FN, 1 - N - TP))
    return bool(value.free_symbols <= set(known))


def sees_true_negatives(measure: sp.Symbol) -> bool:
    """At fixed TP and FP, moving cases from FN to TN changes a measure that sees them."""
    return bool(sp.cancel(sp.diff(MEANING.get(measure, measure), FN)) != 0)
