"""Disagreement instead: quantity and allocation, the names of kappa, and joined categories."""

from __future__ import annotations

from collections.abc import Mapping

import sympy as sp

from kappabook.algebra import is_zero, sides
from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Number, Proof, Statement
from kappabook.metrics import ConfusionMatrix
from kappabook.metrics.association import youden_index
from kappabook.metrics.companions import allocation_disagreement, quantity_disagreement
from kappabook.metrics.per_class import per_class_kappas
from kappabook.papers.critics.claims import notes
from kappabook.papers.critics.claims.cohen import DIAGNOSES
from kappabook.papers.critics.claims.findings import (
    YES_NO,
    cells_and_margins,
    proved,
    read_counts,
)
from kappabook.papers.critics.claims.symbols import CHANCE, MOST, corrected, kappa, p_o
from kappabook.papers.shared.findings import contested

Q, A, K_location, K_histogram = sp.symbols("Q A K_location K_histogram")
x, y = sp.symbols("x y", nonnegative=True)
# Two classes, errors x = yes-no and y = no-yes, with x >= y.
TWO_CLASSES = {Q: x - y, A: 2 * y, p_o: 1 - x - y}
LOCATION = {
    K_location: (p_o - CHANCE) / (MOST - CHANCE),
    K_histogram: (MOST - CHANCE) / (1 - CHANCE),
    kappa: corrected(p_o, CHANCE),
}
# One kappa: all errors of one kind, and errors that a swap would mend.
QUANTITY_ONLY = ConfusionMatrix([[50, 0], [20, 30]]).exact()
ALLOCATION_ONLY = ConfusionMatrix([[40, 10], [10, 40]]).exact()
FEWER_SWAPS = ConfusionMatrix([[42, 8], [8, 42]]).exact()
# What a class with x misses and y false alarms adds to the disagreements, counted twice.
QUANTITY, ALLOCATION = sp.Abs(x - y) / 2, sp.Min(x, y)
# Finley's hits and misses with 10 false alarms instead of 72.
FEWER_ALARMS = ConfusionMatrix([[28, 10], [23, 2742]], YES_NO).exact()
# Three classes, all equally often confused: every kappa against the rest is the same.
EVEN = ConfusionMatrix([[20, 5, 5], [5, 20, 5], [5, 5, 20]], DIAGNOSES).exact()
# Of a class with the shares r and c, what two raters agree on by chance: with their own margins,
# and with those that they share.
_row, _column = sp.symbols("r c")
_MEAN = (_row + _column) / 2
OWN_MARGINS = _row * _column + (1 - _row) * (1 - _column)
SHARED_MARGINS = _MEAN**2 + (1 - _MEAN) ** 2
_CLASSES = {name: sp.IndexedBase(name) for name in "xRC"}
_INDICES = {name: sp.Symbol(name, integer=True) for name in "ir"}
_N, _KHAT = sp.symbols("N KHAT")


@check("pontius2011.*")
def quantity_and_allocation() -> Findings:
    """Check Pontius and Millones: the two kinds of error, and what kappa hides of them."""
    yield "pontius2011.sum", proved("the errors, counted once", TWO_CLASSES)
    every = Statement(
        are_all_errors, (QUANTITY, ALLOCATION), (QUANTITY, 2 * ALLOCATION), "Q + A = 1 - p_o"
    )
    yield "pontius2011.any-number", Finding(every, note=notes.QUANTITY)
    shown = "the largest agreement of the margins cancels"
    yield "pontius2011.factors", proved(shown, LOCATION, notes.FACTORS)
    shown = f"kappa {float(QUANTITY_ONLY.kappa):g} with Q = 0.2, A = 0, and with Q = 0, A = 0.2"
    hidden = Statement(
        one_kappa_for_both, (QUANTITY_ONLY, ALLOCATION_ONLY), (QUANTITY_ONLY, FEWER_SWAPS), shown
    )
    yield "pontius2011.useless", contested(hidden, notes.DEATH, "checked")


@check("congalton1991.khat", "heidke1926.*")
def other_names() -> Findings:
    """Check that KHAT and Heidke's score are kappa."""
    khat = Proof(khat_is_kappa, "kappa in counts, for any number of classes")
    yield "congalton1991.khat", Finding(khat, note=notes.KHAT)
    yield "heidke1926.words", proved("hits beyond chance, of what chance leaves")
    yield "heidke1926.table", proved("2(ad - bc) over the same", verdict="definition")
    yield "heidke1926.kappa", proved("kappa under another name")


@check("finley1884.*")
def tornado_forecasts(printed: Mapping[str, str]) -> Findings:
    """Check Finley's forecasts and their scores; rows are the forecasts."""
    yield from cells_and_margins(printed, "finley1884.march")
    table = read_counts(printed, "finley1884.march")
    hits, false_alarms = table["yes", "yes"], table["yes", "no"]
    observed = table.column_totals
    for score, value in {
        "accuracy": table.accuracy,
        "never": table.column_margins[1],
        "false-alarms": false_alarms / table.row_totals[0],
        "threat": hits / (table.row_totals[0] + observed[0] - hits),
        "discriminant": youden_index(ConfusionMatrix(table.cells.T)),
    }.items():
        yield f"finley1884.{score}", Finding(Number(100 * value))
    shown = f"kappa {float(table.kappa):.3f} against 0"
    better = Statement(never_is_more_accurate, (table,), (FEWER_ALARMS,), shown)
    yield "finley1884.never-better", Finding(better, note=notes.FINLEY)


@check("maclure1987.*")
def joined_categories(printed: Mapping[str, str]) -> Findings:
    """Join two of Cohen's three diagnoses, in each of the three ways."""
    mean = Statement(
        kappa_is_a_mean_over_classes, (OWN_MARGINS,), (SHARED_MARGINS,), "weights r + c - 2rc"
    )
    yield "maclure1987.mean", Finding(mean, note=notes.MEAN)
    table = read_counts(printed, "cohen1968.table1", DIAGNOSES)
    kappas = per_class_kappas(table)
    shown = ", ".join(f"{name} {float(k):.3f}" for name, k in zip(DIAGNOSES, kappas, strict=True))
    shown = f"{float(table.kappa):.3f} becomes: {shown} against the rest"
    joined = Statement(joining_raises_or_lowers, (table,), (EVEN,), shown)
    yield "maclure1987.categories", Finding(joined, note=notes.CATEGORIES)


def one_kappa_for_both(quantity: ConfusionMatrix, allocation: ConfusionMatrix) -> bool:
    """Say whether two tables have one kappa, and each only one kind of disagreement."""
    pure = allocation_disagreement(quantity), quantity_disagreement(allocation)
    return quantity.kappa == allocation.kappa and pure == (0, 0)


def never_is_more_accurate(table: ConfusionMatrix) -> bool:
    """Say whether "never" is more accurate than forecasts (the rows) of a positive kappa."""
    return bool(table.column_margins[1] > table.accuracy and table.kappa > 0)


def joining_raises_or_lowers(table: ConfusionMatrix) -> bool:
    """Say whether joining all classes but one gives a higher kappa for one, a lower for another."""
    kappas = per_class_kappas(table)
    return bool(min(kappas) < table.kappa < max(kappas))


def are_all_errors(quantity: sp.Expr, allocation: sp.Expr) -> bool:
    """Prove Q + A = 1 - p_o for any number of classes.

    A class with x misses and y false alarms adds |x - y|/2 to Q and min(x, y) to A, together
    (x + y)/2; and every error is a miss of one class and a false alarm of another.
    """
    together = quantity + allocation - (x + y) / 2
    more = sp.Symbol("z", nonnegative=True)
    cases = ({x: y + more}, {y: x + more})
    return all(sp.simplify(together.subs(case)) == 0 for case in cases)


def kappa_is_a_mean_over_classes(chance: sp.Expr) -> bool:
    """Kappa is the mean of the classes' one-vs-rest kappas, with positive weights.

    With hit h and margins r, c a class has the kappa 2(h - rc)/(r + c - 2rc). Summed, numerators
    are 2(p_o - p_c) and denominators 2(1 - p_c).
    """
    h, product = sp.Symbol("h"), _row * _column
    of_class = corrected(1 - _row - _column + 2 * h, chance)
    return is_zero(of_class - 2 * (h - product) / (_row + _column - 2 * product))


def khat_is_kappa(text: str) -> bool:
    """Prove KHAT for any number of classes: kappa, multiplied through by N^2."""
    name, value = sides(text, {**_CLASSES, **_INDICES, "N": _N, "KHAT": _KHAT})
    i, r = _INDICES["i"], _INDICES["r"]
    hits = sp.Sum(_CLASSES["x"][i, i], (i, 1, r))
    products = sp.Sum(_CLASSES["R"][i] * _CLASSES["C"][i], (i, 1, r))
    return bool(name == _KHAT) and is_zero(value - corrected(hits / _N, products / _N**2))
