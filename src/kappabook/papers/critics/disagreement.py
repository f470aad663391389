"""Disagreement instead: quantity and allocation, the names of kappa, and joined categories."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import sympy as sp

from kappabook.ledger import Finding, Number, Proof, Statement
from kappabook.metrics import ConfusionMatrix
from kappabook.metrics.association import youden_index
from kappabook.metrics.companions import allocation_disagreement, quantity_disagreement
from kappabook.papers.critics import notes
from kappabook.papers.critics.agreement import DIAGNOSES
from kappabook.papers.critics.symbols import corrected, p, p_o, proof, q
from kappabook.papers.critics.tables import (
    Findings,
    Printed,
    cells_from_margins,
    read_counts,
    remembered,
)
from kappabook.papers.shared.algebra import is_zero, sides

Q, A, K_location, K_histogram, kappa = sp.symbols("Q A K_location K_histogram kappa")
x, y = sp.symbols("x y", nonnegative=True)
# Two classes, errors x = yes-no and y = no-yes, with x >= y.
TWO_CLASSES = {Q: x - y, A: 2 * y, p_o: 1 - x - y}
# The largest agreement that margins p <= q allow is 1 - (q - p).
_MOST = 1 - (q - p)
_CHANCE = p * q + (1 - p) * (1 - q)
LOCATION = {
    K_location: (p_o - _CHANCE) / (_MOST - _CHANCE),
    K_histogram: (_MOST - _CHANCE) / (1 - _CHANCE),
    kappa: corrected(p_o, _CHANCE),
}
# One kappa: all errors of one kind, and errors that a swap would mend.
QUANTITY_ONLY = ConfusionMatrix([[50, 0], [20, 30]]).exact()
ALLOCATION_ONLY = ConfusionMatrix([[40, 10], [10, 40]]).exact()
_CLASSES = {name: sp.IndexedBase(name) for name in "xRC"}
_INDICES = {name: sp.Symbol(name, integer=True) for name in "ir"}
_N, _KHAT = sp.symbols("N KHAT")


def checks(printed: Printed) -> Findings:
    """Check Pontius and Millones, Congalton, Heidke on Finley's tornadoes, Maclure and Willett."""
    yield from _identities()
    yield from cells_from_margins(printed, "finley1884.march")
    yield from _finley(read_counts(printed, "finley1884.march"))
    yield from _joined_categories(read_counts(printed, "cohen1968.table1", DIAGNOSES))


@remembered
def _identities() -> Findings:
    yield "pontius2011.sum", Finding(proof("the errors, counted once", TWO_CLASSES))
    every = Statement(quantity_and_allocation_are_all(), "Q + A = 1 - p_o")
    yield "pontius2011.any-number", Finding(every, note=notes.QUANTITY)
    factors = proof("the largest agreement of the margins cancels", LOCATION)
    yield "pontius2011.factors", Finding(factors, note=notes.FACTORS)
    same_kappa = ALLOCATION_ONLY.kappa == QUANTITY_ONLY.kappa
    shown = f"kappa {float(QUANTITY_ONLY.kappa):g} with Q = 0.2, A = 0, and with Q = 0, A = 0.2"
    hidden = Statement(bool(same_kappa and _shares_apart()), shown)
    yield "pontius2011.useless", Finding(hidden, "proved", notes.DEATH, "contested")
    khat = Proof(khat_is_kappa, "kappa in counts, for any number of classes")
    yield "congalton1991.khat", Finding(khat, note=notes.KHAT)
    yield "heidke1926.words", Finding(proof("hits beyond chance, of what chance leaves"))
    yield "heidke1926.table", Finding(proof("2(ad - bc) over the same"), verdict="definition")
    yield "heidke1926.kappa", Finding(proof("kappa under another name"))
    mean = Statement(kappa_is_a_mean_over_classes(), "weights r + c - 2rc")
    yield "maclure1987.mean", Finding(mean, note=notes.MEAN)


@remembered
def _finley(table: ConfusionMatrix) -> Findings:
    """Check the scores of Finley's tornado forecasts; rows are the forecasts."""
    hits, false_alarms = table["yes", "yes"], table["yes", "no"]
    observed = table.column_totals
    truth_in_rows = ConfusionMatrix(table.cells.T).exact()
    for score, value in {
        "accuracy": table.accuracy,
        "never": observed[1] / table.total,
        "false-alarms": false_alarms / table.row_totals[0],
        "threat": hits / (table.row_totals[0] + observed[0] - hits),
        "discriminant": youden_index(truth_in_rows),
    }.items():
        yield f"finley1884.{score}", Finding(Number(100 * Fraction(value)))
    better = Statement(
        bool(observed[1] / table.total > table.accuracy and table.kappa > 0),
        f"kappa {float(table.kappa):.3f} against 0",
    )
    yield "finley1884.never-better", Finding(better, note=notes.FINLEY)


@remembered
def _joined_categories(table: ConfusionMatrix) -> Findings:
    """Join two of Cohen's three diagnoses, in each of the three ways."""
    kappas = {name: Fraction(one_vs_rest(table, i).kappa) for i, name in enumerate(DIAGNOSES)}
    whole = Fraction(table.kappa)
    shown = ", ".join(f"{name} {float(value):.3f}" for name, value in kappas.items())
    both_ways = min(kappas.values()) < whole < max(kappas.values())
    joined = Statement(both_ways, f"{float(whole):.3f} becomes: {shown} against the rest")
    yield "maclure1987.categories", Finding(joined, note=notes.CATEGORIES)


def _shares_apart() -> bool:
    """Say whether the two tables are all quantity, and all allocation."""
    pure = allocation_disagreement(QUANTITY_ONLY), quantity_disagreement(ALLOCATION_ONLY)
    return pure == (0, 0)


def one_vs_rest(table: ConfusionMatrix, i: int) -> ConfusionMatrix:
    """Join all classes but one."""
    hit, row, column = table.cells[i, i], table.row_totals[i], table.column_totals[i]
    rest = table.total - row - column + hit
    return ConfusionMatrix([[hit, row - hit], [column - hit, rest]]).exact()


@cache
def quantity_and_allocation_are_all() -> bool:
    """Prove Q + A = 1 - p_o for any number of classes.

    A class with x misses and y false alarms adds |x - y|/2 to Q and min(x, y) to A, together
    (x + y)/2; and every error is a miss of one class and a false alarm of another.
    """
    together = sp.Abs(x - y) / 2 + sp.Min(x, y) - (x + y) / 2
    more = sp.Symbol("z", nonnegative=True)
    cases = ({x: y + more}, {y: x + more})
    return all(sp.simplify(together.subs(case)) == 0 for case in cases)


@cache
def kappa_is_a_mean_over_classes() -> bool:
    """Kappa is the mean of the classes' one-vs-rest kappas, with positive weights.

    With hit h and margins r, c a class has the kappa 2(h - rc)/(r + c - 2rc). Summed, numerators
    are 2(p_o - p_c) and denominators 2(1 - p_c).
    """
    h, row, column = sp.symbols("h r c")
    agreement = 1 - row - column + 2 * h
    chance = row * column + (1 - row) * (1 - column)
    of_class = corrected(agreement, chance)
    return is_zero(of_class - 2 * (h - row * column) / (row + column - 2 * row * column))


@cache
def khat_is_kappa(printed: str) -> bool:
    """Prove KHAT for any number of classes: kappa, multiplied through by N^2."""
    names = {**_CLASSES, **_INDICES, "N": _N, "KHAT": _KHAT}
    name, value = sides(printed, names)
    i, r = _INDICES["i"], _INDICES["r"]
    hits = sp.Sum(_CLASSES["x"][i, i], (i, 1, r))
    products = sp.Sum(_CLASSES["R"][i] * _CLASSES["C"][i], (i, 1, r))
    wanted = corrected(hits / _N, products / _N**2)
    return bool(name == _KHAT) and is_zero(value - wanted)
