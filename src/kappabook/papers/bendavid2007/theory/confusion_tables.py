"""Tables 1-5, each cell from the others; what the text works out from Tables 1 and 2."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import sympy as sp

from kappabook.algebra import sides
from kappabook.checks import Findings, check, derived
from kappabook.ledger import Finding, Number, Proof, Statement
from kappabook.metrics import ConfusionMatrix
from kappabook.papers.bendavid2007.printed.keys import KEY
from kappabook.papers.bendavid2007.printed.tables import number
from kappabook.transcription import LedgerError, read_number

GOOD_BAD = ("good", "bad")
C1_C2 = ("c1", "c2")
TOTAL = "total"

ALPHA, BETA = sp.symbols("alpha beta", positive=True)
NAMES = {symbol.name: symbol for symbol in (ALPHA, BETA)}


@check("table{n}.{row}.{column}", n=(1, 2), row=(*GOOD_BAD, TOTAL), column=(*GOOD_BAD, TOTAL))
def counts(printed: Mapping[str, str], n: int, row: str, column: str) -> Finding:
    """Compute each number of Tables 1 and 2 from others of its row or column."""
    return Finding(Number(_from_others(printed, n, row, column, GOOD_BAD, read_number)))


@check("table{n}.{row}.{column}", n=(3, 4, 5), row=(*C1_C2, TOTAL), column=(*C1_C2, TOTAL))
def letters(printed: Mapping[str, str], n: int, row: str, column: str) -> Finding:
    """Compute each expression of Tables 3-5 from others of its row or column."""
    value = _from_others(printed, n, row, column, C1_C2, expression)
    return Finding(Proof(_equals, str(value), (value,)))


def _from_others(
    printed: Mapping[str, str],
    n: int,
    row: str,
    column: str,
    names: tuple[str, str],
    read: Callable[[str], Any],
) -> Any:
    """Compute a cell from its row's total and other cell; a total from the cells it adds up."""

    def cell(r: str, c: str) -> Any:
        return read(printed[f"{KEY}.table{n}.{r}.{c}"])

    if TOTAL not in (row, column):
        (other,) = set(names) - {column}
        return cell(row, TOTAL) - cell(row, other)
    rows = names if row == TOTAL else (row,)
    columns = names if column == TOTAL else (column,)
    return sum(cell(r, c) for r in rows for c in columns)


def expression(text: str) -> sp.Expr:
    """Parse a printed cell of Tables 3-5."""
    (value,) = sides(text, NAMES)
    return value


def _equals(text: str, value: sp.Expr) -> bool:
    return bool(sp.expand(expression(text) - value) == 0)


# --- Tables 1 and 2: numbers ------------------------------------------------------------------


@derived
def read_table(printed: Mapping[str, str], number: int) -> ConfusionMatrix:
    """Make the exact matrix of Table 1 or 2 from its four printed cells."""
    cells = [[printed[f"{KEY}.table{number}.{r}.{c}"] for c in GOOD_BAD] for r in GOOD_BAD]
    try:
        return ConfusionMatrix(cells, GOOD_BAD)
    except ValueError as error:
        raise LedgerError(f"{KEY}.table{number}: {error}") from None


@check("s1.table1-*")
def table_1(printed: Mapping[str, str]) -> Findings:
    """Check what the introduction says of Table 1."""
    matrix = read_table(printed, 1)
    yield "s1.table1-total", Finding(Number(matrix.total))
    yield "s1.table1-accuracy", Finding(Number(matrix.accuracy))
    yield "s1.table1-percent", Finding(Number(100 * matrix.accuracy))
    shown = "a coin is expected to hit half"
    yield "s1.table1-coin", Finding(Statement(hits_like_a_coin, (matrix,), (BETTER,), shown))
    note = "An independent guesser is expected to produce this. That this one guessed does not "
    note += "follow."
    shown = "every cell is the product of its margins"
    yield (
        "s1.table1-chance",
        Finding(Statement(is_product_of_margins, (matrix,), (BETTER,), shown), note=note),
    )
    shown = "kappa 0, and the accuracy of the majority"
    yield "s1.table1-no-value", Finding(Statement(adds_nothing, (matrix,), (BETTER,), shown))


# Table 1 with three hits for each error, in place of one.
BETTER = ConfusionMatrix([[375, 125], [125, 375]]).exact()


def hits_like_a_coin(matrix: ConfusionMatrix) -> bool:
    """Say whether a table has the accuracy that a fair coin expects of two classes."""
    return bool(matrix.accuracy == ConfusionMatrix([[1, 1], [1, 1]]).exact().accuracy)


def is_product_of_margins(matrix: ConfusionMatrix) -> bool:
    """Say whether every cell is what an independent guesser with these margins expects."""
    products = np.outer(matrix.row_margins, matrix.column_margins)
    return bool((matrix.cells / matrix.total == products).all())


def adds_nothing(matrix: ConfusionMatrix) -> bool:
    """Say whether kappa is 0, and accuracy that of whoever names the larger class."""
    return bool(matrix.kappa == 0 and matrix.accuracy == max(matrix.row_margins))


@check("s2.percent", "s2.percent-sum", "s2.table2-*", "s2.instead*")
def table_2(printed: Mapping[str, str]) -> Findings:
    """Check the worked example of Section 2."""
    matrix = read_table(printed, 2)
    accuracy, chance, kappa = matrix.accuracy, matrix.chance_agreement, matrix.kappa
    p_0, p_c = (number(printed, f"s2.table2-{name}") for name in ("p0", "pc"))
    by_rounded = (p_0 - p_c) / (1 - p_c)
    yield "s2.percent", Finding(Number(100 * accuracy))
    for name in ("s2.percent-sum", "s2.table2-p0-sum"):
        yield name, Finding(Proof(_is_number, f"= {accuracy}", (accuracy,)))
    yield "s2.table2-p0", Finding(Number(accuracy))
    yield "s2.table2-pc-sum", Finding(Proof(_is_number, f"= {chance}", (chance,)))
    yield "s2.table2-pc", Finding(Number(chance))
    quotient = Proof(_is_number, "(1) with the printed P_0 and P_c", (by_rounded,))
    yield "s2.table2-kappa-quotient", Finding(quotient)
    note = f"From the rounded P_0 and P_c it is {float(by_rounded):.4f}, exactly "
    note += f"{float(kappa):.4f}; both round to the same two decimals."
    yield "s2.table2-kappa", Finding(Number(kappa), note=note)
    yield "s2.instead", Finding(Number(kappa))
    yield "s2.instead-of", Finding(Number(accuracy))


def _is_number(text: str, value: object) -> bool:
    """Say whether a printed sum, product or quotient of numbers has this very value."""
    (number,) = sides(text, {})
    return bool(sp.Rational(str(value)) == number)
