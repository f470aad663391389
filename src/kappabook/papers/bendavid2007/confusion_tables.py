"""Tables 1-5, each cell from the others; what the text works out from Tables 1 and 2."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
import sympy as sp

from kappabook.ledger import Finding, Number, Proof, Statement
from kappabook.metrics import ConfusionMatrix
from kappabook.papers.bendavid2007.keys import KEY
from kappabook.papers.bendavid2007.printed import Findings, once_per_texts
from kappabook.papers.shared.algebra import sides
from kappabook.transcription import LedgerError, read_number

GOOD_BAD = ("good", "bad")
C1_C2 = ("c1", "c2")
TOTAL = "total"

ALPHA, BETA = sp.symbols("alpha beta", positive=True)
NAMES = {symbol.name: symbol for symbol in (ALPHA, BETA)}


@once_per_texts("table1.", "table2.", "table3.", "table4.", "table5.")
def cells(printed: Mapping[str, str]) -> Findings:
    """Compute each cell and total of Tables 1-5 from others of its row or column."""
    for number in (1, 2):
        table = {
            place: read_number(text) for place, text in _texts(printed, number, GOOD_BAD).items()
        }
        for (row, column), value in _from_others(table, GOOD_BAD).items():
            yield f"table{number}.{row}.{column}", Finding(Number(value))
    for number in (3, 4, 5):
        table = {p: expression(text) for p, text in _texts(printed, number, C1_C2).items()}
        for (row, column), value in _from_others(table, C1_C2).items():
            proof = Proof(partial(_equals, value=value), str(value))
            yield f"table{number}.{row}.{column}", Finding(proof)


def _texts(
    printed: Mapping[str, str], number: int, names: tuple[str, str]
) -> dict[tuple[str, str], str]:
    places = [(row, column) for row in (*names, TOTAL) for column in (*names, TOTAL)]
    return {place: printed[f"{KEY}.table{number}.{'.'.join(place)}"] for place in places}


def _from_others(
    cell: Mapping[tuple[str, str], Any], names: tuple[str, str]
) -> dict[tuple[str, str], Any]:
    """Compute every cell from others, so that a slip in one of them cannot hide."""
    a, b = names
    return {
        (a, a): cell[a, TOTAL] - cell[a, b],
        (a, b): cell[TOTAL, b] - cell[b, b],
        (b, a): cell[TOTAL, a] - cell[a, a],
        (b, b): cell[b, TOTAL] - cell[b, a],
        (a, TOTAL): cell[a, a] + cell[a, b],
        (b, TOTAL): cell[b, a] + cell[b, b],
        (TOTAL, a): cell[a, a] + cell[b, a],
        (TOTAL, b): cell[a, b] + cell[b, b],
        (TOTAL, TOTAL): cell[a, a] + cell[a, b] + cell[b, a] + cell[b, b],
    }


def expression(text: str) -> sp.Expr:
    """Parse a printed cell of Tables 3-5."""
    (value,) = sides(text, NAMES)
    return value


def _equals(text: str, value: sp.Expr) -> bool:
    return bool(sp.expand(expression(text) - value) == 0)


# --- Tables 1 and 2: numbers ------------------------------------------------------------------


def read_table(printed: Mapping[str, str], number: int) -> ConfusionMatrix:
    """Make the exact matrix of Table 1 or 2 from its four printed cells."""
    counts = [
        [printed[f"{KEY}.table{number}.{row}.{column}"] for column in GOOD_BAD] for row in GOOD_BAD
    ]
    try:
        return ConfusionMatrix(counts, GOOD_BAD)
    except ValueError as error:
        raise LedgerError(f"{KEY}.table{number}: {error}") from None


@once_per_texts("table1.", "s1.table1")
def table_1(printed: Mapping[str, str]) -> Findings:
    """Check what the introduction says of Table 1."""
    matrix = read_table(printed, 1)
    rows = matrix.row_margins
    is_product = bool((matrix.cells / matrix.total == np.outer(rows, matrix.column_margins)).all())
    yield "s1.table1-total", Finding(Number(matrix.total))
    yield "s1.table1-accuracy", Finding(Number(matrix.accuracy))
    yield "s1.table1-percent", Finding(Number(100 * matrix.accuracy))
    yield (
        "s1.table1-coin",
        Finding(
            Statement(
                ConfusionMatrix([[1, 1], [1, 1]]).exact().accuracy == matrix.accuracy,
                "a coin is expected to hit half",
            )
        ),
    )
    yield (
        "s1.table1-chance",
        Finding(
            Statement(is_product, "every cell is the product of its margins"),
            note="What an independent guesser is expected to produce; that this one guessed "
            "does not follow.",
        ),
    )
    no_better = matrix.kappa == 0 and matrix.accuracy == max(rows)
    yield (
        "s1.table1-no-value",
        Finding(Statement(bool(no_better), "kappa 0, and the accuracy of the majority")),
    )


@once_per_texts("table2.", "s2.percent", "s2.table2", "s2.instead")
def table_2(printed: Mapping[str, str]) -> Findings:
    """Check the worked example of Section 2."""
    matrix = read_table(printed, 2)
    accuracy, chance, kappa = matrix.accuracy, matrix.chance_agreement, matrix.kappa
    rounded = [printed[f"{KEY}.s2.table2-{name}"] for name in ("p0", "pc")]
    by_rounded = (read_number(rounded[0]) - read_number(rounded[1])) / (1 - read_number(rounded[1]))
    yield "s2.percent", Finding(Number(100 * accuracy))
    yield "s2.percent-sum", Finding(_sum_of(accuracy))
    yield "s2.table2-p0-sum", Finding(_sum_of(accuracy))
    yield "s2.table2-p0", Finding(Number(accuracy))
    yield "s2.table2-pc-sum", Finding(_sum_of(chance))
    yield "s2.table2-pc", Finding(Number(chance))
    yield (
        "s2.table2-kappa-quotient",
        Finding(Proof(partial(_is_number, value=by_rounded), "(1) with the printed P_0 and P_c")),
    )
    yield (
        "s2.table2-kappa",
        Finding(
            Number(kappa),
            note=f"From the rounded P_0 and P_c it is {float(by_rounded):.4f}, "
            f"exactly {float(kappa):.4f}; both print the same two decimals.",
        ),
    )
    yield "s2.instead", Finding(Number(kappa))
    yield "s2.instead-of", Finding(Number(accuracy))


def _sum_of(value: object) -> Proof:
    return Proof(partial(_is_number, value=value), f"= {value}")


def _is_number(text: str, value: object) -> bool:
    """Say whether a printed sum, product or quotient of numbers has this very value."""
    (number,) = sides(text, {})
    return bool(sp.Rational(str(value)) == number)
