"""Tables 3-5, in symbols: what the text works out for agreement, disagreement and guessing."""

from __future__ import annotations

from collections.abc import Mapping

import sympy as sp

from kappabook.algebra import Meaning, follows, sides
from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Number, Proof, Statement
from kappabook.papers.bendavid2007.printed.keys import KEY
from kappabook.papers.bendavid2007.theory.confusion_tables import (
    ALPHA,
    BETA,
    C1_C2,
    NAMES,
    expression,
    read_table,
)
from kappabook.papers.bendavid2007.theory.equations import P_0, K, P_c, p_0, p_c


def read_letters(printed: Mapping[str, str], number: int) -> sp.Matrix:
    """Make the symbolic matrix of Table 3, 4 or 5 from its four printed cells."""
    start = f"{KEY}.table{number}"
    return sp.Matrix(2, 2, [expression(printed[f"{start}.{r}.{c}"]) for r in C1_C2 for c in C1_C2])


def agreement(table: sp.Matrix) -> Meaning:
    """Return what P_0, P_c and K of a table are, under both spellings of the paper."""
    total = sum(table)
    accuracy = sp.cancel(table.trace() / total)
    chance = sp.cancel(sum(sum(table.row(i)) * sum(table.col(i)) for i in range(2)) / total**2)
    kappa = sp.cancel(1 - (1 - accuracy) / (1 - chance))
    return {P_0: accuracy, p_0: accuracy, P_c: chance, p_c: chance, K: kappa}


def proves(text: str, meaning: Meaning) -> bool:
    """Say whether a printed equation with alpha and beta holds in the table of that meaning."""
    return follows(text, {**meaning, ALPHA: ALPHA, BETA: BETA})


def proves_under(text: str, condition: str, meaning: Meaning) -> bool:
    """Say whether a printed equation holds where a printed condition 'a = b' does."""
    left, right = sides(condition, NAMES)
    if left == right or not {left, right} <= {ALPHA, BETA}:
        return False
    narrowed = {name: value.subs(right, left) for name, value in meaning.items()}
    return follows(text, {**narrowed, left: left, right: left})


def _equation(meaning: Meaning, shown: str) -> Proof:
    return Proof(proves, shown, (meaning,))


@check("s2.perfect-*")
def perfect_agreement(printed: Mapping[str, str]) -> Findings:
    """Check what Section 2 works out for Table 3."""
    meaning = agreement(read_letters(printed, 3))
    chance = sides(printed[f"{KEY}.s2.perfect-pc"], {**NAMES, "p_c": p_c})[-1]
    yield "s2.perfect-p0", Finding(_equation(meaning, "1"))
    condition = printed[f"{KEY}.s2.perfect-condition"]
    under = Proof(proves_under, "1/2, where alpha = beta", (condition, meaning))
    yield "s2.perfect-pc", Finding(under, note=_PERFECT_PC.format(meaning[P_c]))
    limit = Number(int(sp.limit(chance, BETA, sp.oo)))
    yield "s2.perfect-pc-bound", Finding(limit, "proved", _BOUND, "contested")
    difference = chance - meaning[P_c]
    where = Proof(_is_where, "exactly where the printed p_c is the P_c of Table 3", (difference,))
    note = "Read as the condition of the p_c before it. The K = 1 that follows needs none: it "
    note += "holds for all positive alpha and beta."
    yield "s2.perfect-condition", Finding(where, note=note)
    yield "s2.perfect-kappa", Finding(_equation(meaning, "1 for all alpha, beta"))


_PERFECT_PC = (
    "This holds under the condition that the copy has right after it. Without it the P_c of "
    "Table 3 is {}; if the condition was meant for the K that follows alone, the printed p_c "
    "lacks one."
)
_BOUND = (
    "For: no chance agreement is negative, and 0 is the infimum of the printed expression. "
    "Against: the P_c of Table 3 is never below 1/2, its value at alpha = beta."
)


@check("s2.disagreement-*")
def total_disagreement(printed: Mapping[str, str]) -> Findings:
    """Check what Section 2 works out for Table 4."""
    meaning = agreement(read_letters(printed, 4))
    unequal = meaning[K].subs({ALPHA: 3, BETA: 1})
    yield "s2.disagreement-p0", Finding(_equation(meaning, "0"))
    yield "s2.disagreement-pc", Finding(_equation(meaning, str(meaning[P_c])))
    note = f"So with classes of three quarters and one quarter K = {float(unequal):.2g}."
    yield "s2.disagreement-kappa", Finding(_equation(meaning, str(meaning[K])), note=note)
    where = Proof(_is_where, "the only zero of K + 1", (meaning[K] + 1,))
    yield "s2.disagreement-condition", Finding(where)
    equal = {name: value.subs(BETA, ALPHA) for name, value in meaning.items()}
    yield "s2.disagreement-special", Finding(_equation(equal, str(sp.cancel(equal[K]))))


@check("s2.random-table1", "s2.random-p0", "s2.random-pc", "s2.random-kappa")
def random_classification(printed: Mapping[str, str]) -> Findings:
    """Check what Section 2 works out for Table 5."""
    table = read_letters(printed, 5)
    meaning = agreement(table)
    counts = tuple(int(count) for count in read_table(printed, 1).cells.flat)
    witness = (counts[0] + 1, *counts[1:]), table
    a_case = Statement(is_a_case_of, (counts, table), witness, f"alpha = {min(counts)}")
    yield "s2.random-table1", Finding(a_case)
    yield "s2.random-p0", Finding(_equation(meaning, "1/2"))
    yield "s2.random-pc", Finding(_equation(meaning, "1/2"))
    yield "s2.random-kappa", Finding(Proof(_puts_numbers_into_eq1, "0/0.5", (meaning,)))


def is_a_case_of(counts: tuple[int, ...], table: sp.Matrix) -> bool:
    """Say whether some positive alpha turns the letters of a table into these counts."""
    found = sp.solve([cell - count for cell, count in zip(table, counts, strict=True)], [ALPHA])
    return bool(found)


def _puts_numbers_into_eq1(text: str, meaning: Meaning) -> bool:
    """Say whether 'K = a/b = k' has the numerator, the denominator and the value of (1)."""
    above, _, below = text.split("=")[1].partition("/")
    halves = (f"P_0 - P_c = {above}", f"1 - P_c = {below}", text)
    return all(proves(half, meaning) for half in halves)


def _is_where(text: str, difference: sp.Expr) -> bool:
    """Say whether a printed condition 'a = b' is exactly where the difference vanishes.

    The difference must be a power of a - b, times something positive or negative throughout.
    """
    left, right = sides(text, NAMES)
    if left == right:
        return False
    rest, power = sp.factor(difference), 0
    while power < 2 and sp.cancel(rest.subs(ALPHA, sp.solve(left - right, ALPHA)[0])) == 0:
        rest, power = sp.factor(sp.cancel(rest / (left - right))), power + 1
    return power > 0 and (rest.is_positive or rest.is_negative) is True
