"""Equations (1), (2) and (3), for any number of classes, and the words around them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial

import sympy as sp

from kappabook.ledger import Finding, Proof, Statement
from kappabook.papers.bendavid2007.keys import DATASETS, KEY
from kappabook.papers.bendavid2007.printed import Findings, once_per_texts
from kappabook.papers.shared.algebra import follows, is_zero, sides
from kappabook.transcription import read_number

P_0, p_0, P_c, p_c, K = sp.symbols("P_0 p_0 P_c p_c K")
EQ1 = {p_0: P_0, p_c: P_c, K: 1 - (1 - P_0) / (1 - P_c)}

# Counts x, row totals r, column totals c, N cases, I classes.
N = sp.Symbol("N", positive=True)
_NAMES = {name: sp.IndexedBase(name) for name in "xrc"}
_NAMES |= {"i": sp.Symbol("i", integer=True), "I": sp.Symbol("I", integer=True)}
_NAMES |= {"N": N, "K": K, "P_c": P_c}
_BOUNDS = (_NAMES["i"], 1, _NAMES["I"])
HITS = sp.Sum(_NAMES["x"][_NAMES["i"], _NAMES["i"]], _BOUNDS)
PRODUCTS = sp.Sum(_NAMES["r"][_NAMES["i"]] * _NAMES["c"][_NAMES["i"]], _BOUNDS)

# The shares of the cases: each count over N.
ACCURACY = HITS / N
CHANCE = PRODUCTS / N**2
_MEANING = {P_c: CHANCE, K: (ACCURACY - CHANCE) / (1 - CHANCE)}


@cache
def follows_for_many_classes(text: str) -> bool:
    """Prove (2) or (3) for any number of classes, from (1) and the margins."""
    name, value = sides(text, _NAMES)
    return name in _MEANING and is_zero(value - _MEANING[name])


@cache
def turns_into_probabilities(divisor: str, eq2: str) -> bool:
    """Say whether both halves of (2), over this divisor, are those of (1)."""
    (over,) = sides(divisor, _NAMES)
    numerator, denominator = sides(eq2, _NAMES)[-1].as_numer_denom()
    return is_zero(numerator / over - (ACCURACY - CHANCE)) and is_zero(
        denominator / over - (1 - CHANCE)
    )


@once_per_texts("eq", "s2.eq", "s2.p0", "s2.pc", "s2.hit-by-chance", "table7.")
def equations(printed: Mapping[str, str]) -> Findings:
    """Check (1)-(3) and what the text says of their symbols."""
    yield (
        "eq1",
        Finding(
            Proof(partial(follows, meaning=EQ1), "1 - (1 - P_0)/(1 - P_c)"),
            note="p_0 and p_c here are P_0 and P_c in the next line.",
            verdict="definition",
        ),
    )
    for name, shown in (("p0", "names accuracy"), ("pc", "names chance agreement")):
        yield f"s2.{name}", Finding(Statement(True, shown), verdict="definition")
    yield "eq2", Finding(Proof(follows_for_many_classes, "follows from (1) and (3)"))
    yield "s2.eq2-symbols", Finding(Statement(True, "names the counts"), verdict="definition")
    eq2 = printed[f"{KEY}.eq2"]
    yield (
        "s2.eq2-divisor",
        Finding(Proof(partial(turns_into_probabilities, eq2=eq2), "gives both halves of (1)")),
    )
    yield "eq3", Finding(Proof(follows_for_many_classes, "follows for any number of classes"))
    yield (
        "s2.eq3-totals",
        Finding(Proof(_names_row_and_column, "x_i., x_.i"), damaged=True),
    )
    yield "s2.hit-by-chance", _hit_by_chance(printed)


def _names_row_and_column(text: str) -> bool:
    """Say whether two symbols are the row and the column total of the line after (2)."""
    return sorted(text.split(", ")) == ["x_.i", "x_i."]


def _hit_by_chance(printed: Mapping[str, str]) -> Finding:
    """Name the data sets of Table 7 whose average P_c exceeds the average accuracy."""
    above = [
        DATASETS[name.split(".")[2]]
        for name, text in printed.items()
        if name.endswith(".chance")
        and read_number(text) > read_number(printed[name.removesuffix("chance") + "accuracy"])
    ]
    return Finding(
        Statement(bool(above), "P_c is a share of all cases, not of the hits"),
        note="For: it is the probability that a guesser who is independent of the truth, with "
        "the classifier's margins, hits. Against: that is a share of all cases, and can exceed "
        f"the share of hits, as Table 7 has it for {' and '.join(above)}; no part of the hits "
        "can be larger than the hits.",
        verdict="contested",
    )
