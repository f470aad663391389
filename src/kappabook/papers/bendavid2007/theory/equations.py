"""Equations (1), (2) and (3), for any number of classes, and the words around them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import sympy as sp

from kappabook.algebra import follows, is_zero, sides
from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Proof, Statement, Unjudged
from kappabook.papers.bendavid2007.printed.keys import AVERAGE, DATASETS, KEY
from kappabook.papers.bendavid2007.printed.tables import number
from kappabook.papers.shared.findings import contested
from kappabook.papers.shared.theorems import follows_for_many_classes

P_0, p_0, P_c, p_c, K = sp.symbols("P_0 p_0 P_c p_c K")
EQ1 = {p_0: P_0, p_c: P_c, K: 1 - (1 - P_0) / (1 - P_c)}


def turns_into_probabilities(divisor: str, eq2: str) -> bool:
    """Say whether both halves of (2), over this divisor, are those of (1).

    Counts are x, row totals r, column totals c; there are N cases and I classes.
    """
    i, last = sp.symbols("i I", integer=True)
    n, (x, r, c) = sp.Symbol("N", positive=True), map(sp.IndexedBase, "xrc")
    accuracy = sp.Sum(x[i, i], (i, 1, last)) / n
    chance = sp.Sum(r[i] * c[i], (i, 1, last)) / n**2
    names = {str(symbol): symbol for symbol in (i, last, n, x, r, c, K)}
    (over,) = sides(divisor, names)
    halves = sides(eq2, names)[-1].as_numer_denom()
    wanted = accuracy - chance, 1 - chance
    return all(is_zero(half / over - one) for half, one in zip(halves, wanted, strict=True))


@check("eq?", "s2.p0", "s2.pc", "s2.eq2-symbols", "s2.eq3-totals")
def equations() -> Findings:
    """Check (1)-(3) and what the text says of their symbols."""
    note = "p_0 and p_c here are P_0 and P_c in the next line."
    first = Proof(follows, "1 - (1 - P_0)/(1 - P_c)", (EQ1,))
    yield "eq1", Finding(first, note=note, verdict="definition")
    for name, shown in (
        ("eq2", "follows from (1) and (3)"),
        ("eq3", "follows for any number of classes"),
    ):
        yield name, Finding(Proof(follows_for_many_classes, shown, ("x", "N")))
    for name, shown in (
        ("p0", "names accuracy"),
        ("pc", "names chance agreement"),
        ("eq2-symbols", "names the counts"),
    ):
        yield f"s2.{name}", Finding(Unjudged(shown), "none", verdict="definition")
    yield "s2.eq3-totals", Finding(Proof(_names_row_and_column, "x_i., x_.i"), damaged=True)


def _names_row_and_column(text: str) -> bool:
    """Say whether two symbols are the row and the column total of the line after (2)."""
    return sorted(text.split(", ")) == ["x_.i", "x_i."]


@check("s2.eq2-divisor")
def divisor(printed: Mapping[str, str]) -> Finding:
    """Divide both halves of (2) by the printed divisor."""
    eq2 = printed[f"{KEY}.eq2"]
    return Finding(Proof(turns_into_probabilities, "gives both halves of (1)", (eq2,)))


@check("s2.hit-by-chance")
def hit_by_chance(printed: Mapping[str, str]) -> Finding:
    """Name the data sets of Table 7 whose average P_c exceeds the average accuracy."""
    rows = (*DATASETS, AVERAGE)
    chances, accuracies = (
        tuple(number(printed, f"table7.{row}.{name}") for row in rows)
        for name in ("chance", "accuracy")
    )
    above = [DATASETS[name] for name, p, a in zip(rows, chances, accuracies, strict=True) if p > a]
    note = (
        "For: it is the probability that a guesser who is independent of the truth, with the "
        "classifier's margins, hits. Against: that is a share of all cases, and can exceed the "
        f"share of hits, as Table 7 has it for {' and '.join(above)}; no part of the hits can be "
        "larger than the hits."
    )
    shown = "P_c is a share of all cases, not of the hits"
    larger = Statement(exceeds_somewhere, (chances, accuracies), (accuracies, accuracies), shown)
    return contested(larger, note)


def exceeds_somewhere(chances: Sequence[Fraction], accuracies: Sequence[Fraction]) -> bool:
    """Say whether some chance is larger than the accuracy beside it, so no part of the hits."""
    return any(p > a for p, a in zip(chances, accuracies, strict=True))
