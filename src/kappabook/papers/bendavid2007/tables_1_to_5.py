"""Tables 1-5 and equations (1)-(3) of Sections 1 and 2: counts as fractions, letters in sympy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp
from numpy.typing import NDArray

from kappabook.audit.algebra import Meaning, follows, is_zero, sides
from kappabook.audit.computed import OfText, noted
from kappabook.audit.declared import computes
from kappabook.audit.printed import Printed
from kappabook.metrics import ConfusionMatrix
from kappabook.papers.shared.texts import gives
from kappabook.papers.shared.theorems import follows_for_many_classes

# --- Tables 1 and 2: counts ---------------------------------------------------------------------

GOOD_BAD = ("good", "bad", "total")
C1_C2 = ("c1", "c2", "total")


def from_others(cells: NDArray[Any]) -> NDArray[Any]:
    """Compute each of 3 x 3 cells from others, so that a slip in one of them cannot hide.

    A cell is its row's total less the other cell; a total is the sum of what it adds up.
    """
    inner, right = cells[:2, :2], cells[:2, 2:]
    rows = np.hstack([right - inner[:, ::-1], inner.sum(axis=1, keepdims=True)])
    return np.vstack([rows, np.append(inner.sum(axis=0), inner.sum())])


def read_cells(p: Printed, table: int, names: Sequence[str], read: Callable[[str], Any]) -> Any:
    """Read the cells and totals of one of Tables 1-5."""
    return np.array(
        [[read(p[f"table{table}.{row}.{column}"]) for column in names] for row in names],
        dtype=object,
    )


def by_id(table: int, names: Sequence[str], values: NDArray[Any]) -> dict[str, Any]:
    """Give each cell its id."""
    ids = (f"table{table}.{row}.{column}" for row in names for column in names)
    return dict(zip(ids, values.flat, strict=True))


@computes("table{}.*", each=(1, 2))
def counts(p: Printed, table: int) -> dict[str, Any]:
    """Tables 1 and 2: each number from others of its row or column."""
    return by_id(table, GOOD_BAD, from_others(read_cells(p, table, GOOD_BAD, Fraction)))


def matrix(p: Printed, table: int) -> ConfusionMatrix:
    """Read the four cells of Table 1 or 2."""
    names = GOOD_BAD[:2]
    return ConfusionMatrix(read_cells(p, table, names, str), names)


@computes("s1.table1-*")
def table_1(p: Printed) -> dict[str, Any]:
    """Section 1: the accuracy of Table 1."""
    x = matrix(p, 1)
    return {"s1.table1-accuracy": x.accuracy, "s1.table1-percent": 100 * x.accuracy}


@computes("s2.percent*", "s2.table2-*")
def table_2(p: Printed) -> dict[str, Any]:
    """Section 2: the worked example, with its sums and products."""
    x = matrix(p, 2)
    p_0, p_c = (p.number(f"s2.table2-{name}") for name in ("p0", "pc"))
    by_rounded = (p_0 - p_c) / (1 - p_c)
    return {
        "s2.percent": 100 * x.accuracy,
        "s2.percent-sum": gives(x.accuracy),
        "s2.table2-p0-sum": gives(x.accuracy),
        "s2.table2-p0": x.accuracy,
        "s2.table2-pc-sum": gives(x.chance_agreement),
        "s2.table2-pc": x.chance_agreement,
        "s2.table2-kappa-quotient": gives(by_rounded),
        "s2.table2-kappa": noted(x.kappa, rounded=by_rounded),
    }


# --- equations (1) to (3) -----------------------------------------------------------------------

P_0, p_0, P_c, p_c, K = sp.symbols("P_0 p_0 P_c p_c K")
EQ1 = {p_0: P_0, p_c: P_c, K: 1 - (1 - P_0) / (1 - P_c)}


@computes("eq?", "s2.eq2-divisor", "s2.eq3-totals")
def equations(p: Printed) -> dict[str, Any]:
    """Equations (1)-(3), for any number of classes, and the symbols of the totals."""
    eq2 = p["eq2"]
    for_many_classes = OfText(
        lambda text: follows_for_many_classes(text, "x", "N"),
        "follows for any number of classes",
    )
    return {
        "eq1": EQ1,
        "eq2": for_many_classes,
        "eq3": for_many_classes,
        "s2.eq2-divisor": OfText(
            lambda text: turns_into_probabilities(text, eq2), "gives both halves of (1)"
        ),
        # Row and column totals, as in the line after (2).
        "s2.eq3-totals": lambda text: sorted(text.split(", ")) == ["x_.i", "x_i."],
    }


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


# --- Tables 3 to 5: letters ---------------------------------------------------------------------

ALPHA, BETA = sp.symbols("alpha beta", positive=True)
LETTERS = {symbol.name: symbol for symbol in (ALPHA, BETA)}


def expression(text: str) -> sp.Expr:
    """Parse a printed cell of Tables 3-5."""
    (value,) = sides(text, LETTERS)
    return value


@computes("table{}.*", each=(3, 4, 5))
def letters(p: Printed, table: int) -> dict[str, Any]:
    """Tables 3-5: each expression from others of its row or column."""
    values = by_id(table, C1_C2, from_others(read_cells(p, table, C1_C2, expression)))
    return {name: is_expression(value) for name, value in values.items()}


def is_expression(value: sp.Expr) -> OfText:
    """Ask of a printed cell whether it is this expression."""
    return OfText(lambda text: bool(sp.expand(expression(text) - value) == 0), str(value))


def agreement(p: Printed, table: int) -> dict[sp.Symbol, sp.Expr]:
    """Return what P_0, P_c and K of a table of letters are, under both spellings of the paper."""
    x = sp.Matrix(read_cells(p, table, C1_C2[:2], expression))
    rows, columns = x * sp.ones(2, 1), x.T * sp.ones(2, 1)
    accuracy = sp.cancel(x.trace() / sum(x))
    chance = sp.cancel(rows.dot(columns) / sum(x) ** 2)
    kappa = sp.cancel(1 - (1 - accuracy) / (1 - chance))
    measures = {P_0: accuracy, p_0: accuracy, P_c: chance, p_c: chance, K: kappa}
    return measures | {ALPHA: ALPHA, BETA: BETA}


def under(meaning: Meaning, condition: str) -> Meaning:
    """Narrow the meanings to where a printed condition 'a = b' of letters holds."""
    left, right = sides(condition, LETTERS)
    return {name: value.subs(right, left) for name, value in meaning.items()}


@computes("s2.perfect-*")
def perfect_agreement(p: Printed) -> dict[str, Any]:
    """Section 2: what it works out for Table 3."""
    meaning, condition = agreement(p, 3), p["s2.perfect-condition"]
    chance = sides(p["s2.perfect-pc"], {**LETTERS, "p_c": p_c})[-1]
    return {
        "s2.perfect-p0": meaning,
        "s2.perfect-pc": noted(under(meaning, condition), without=str(meaning[P_c])),
        "s2.perfect-pc-bound": int(sp.limit(chance, BETA, sp.oo)),
        "s2.perfect-condition": OfText(
            is_where(chance - meaning[P_c]), "exactly where the printed p_c is that of Table 3"
        ),
        "s2.perfect-kappa": meaning,
    }


@computes("s2.disagreement-*")
def total_disagreement(p: Printed) -> dict[str, Any]:
    """Section 2: what it works out for Table 4."""
    meaning, condition = agreement(p, 4), p["s2.disagreement-condition"]
    unequal = Fraction(str(meaning[K].subs({ALPHA: 3, BETA: 1})))
    return {
        "s2.disagreement-p0": meaning,
        "s2.disagreement-pc": meaning,
        "s2.disagreement-kappa": noted(meaning, unequal=unequal),
        "s2.disagreement-condition": OfText(is_where(meaning[K] + 1), "the only zero of K + 1"),
        "s2.disagreement-special": under(meaning, condition),
    }


@computes("s2.random-p?", "s2.random-kappa")
def random_classification(p: Printed) -> dict[str, Any]:
    """Section 2: what it works out for Table 5."""
    meaning = agreement(p, 5)
    return {
        "s2.random-p0": meaning,
        "s2.random-pc": meaning,
        "s2.random-kappa": puts_numbers_into_eq1(meaning),
    }


def puts_numbers_into_eq1(meaning: Meaning) -> OfText:
    """Ask of 'K = a/b = k' whether it has the numerator, the denominator and the value of (1)."""

    def puts(text: str) -> bool:
        above, _, below = text.split("=")[1].partition("/")
        halves = (f"P_0 - P_c = {above}", f"1 - P_c = {below}", text)
        return all(follows(half, meaning) for half in halves)

    halves = meaning[P_0] - meaning[P_c], 1 - meaning[P_c]
    return OfText(puts, "{} over {}".format(*map(sp.cancel, halves)))


def is_where(difference: sp.Expr) -> Callable[[str], bool]:
    """Ask of a printed condition 'a = b' whether the difference vanishes exactly there.

    The difference must be a power of a - b, times something positive or negative throughout.
    """

    def vanishes(text: str) -> bool:
        left, right = sides(text, LETTERS)
        if left == right:
            return False
        rest, power = sp.factor(difference), 0
        while power < 2 and sp.cancel(rest.subs(ALPHA, sp.solve(left - right, ALPHA)[0])) == 0:
            rest, power = sp.factor(sp.cancel(rest / (left - right))), power + 1
        return power > 0 and (rest.is_positive or rest.is_negative) is True

    return vanishes
