"""Disagreement instead: quantity and allocation, the names of kappa, and joined categories."""

from __future__ import annotations

from collections.abc import Mapping

import sympy as sp

from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Number, Proof, Statement
from kappabook.metrics import ConfusionMatrix
from kappabook.metrics.association import youden_index
from kappabook.metrics.companions import allocation_disagreement, quantity_disagreement
from kappabook.metrics.per_class import per_class_kappas
from kappabook.papers.critics.claims import notes
from kappabook.papers.critics.claims.cohen import DIAGNOSES
from kappabook.papers.critics.claims.findings import (
    cells_and_margins,
    proved,
    read_counts,
)
from kappabook.papers.critics.claims.symbols import CHANCE, MOST, corrected, kappa, p_o
from kappabook.papers.shared.algebra import is_zero, sides
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
_CLASSES = {name: sp.IndexedBase(name) for name in "xRC"}
_INDICES = {name: sp.Symbol(name, integer=True) for name in "ir"}
_N, _KHAT = sp.symbols("N KHAT")


@check("pontius2011.*")
def quantity_and_allocation() -> Findings:
    """Check Pontius and Millones: the two kinds of error, and what kappa hides of them."""
    yield "pontius2011.sum", proved("the errors, counted once", TWO_CLASSES)
    every = Statement(quantity_and_allocation_are_all(), "Q + A = 1 - p_o")
    yield "pontius2011.any-number", Finding(every, note=notes.QUANTITY)
    shown = "the largest agreement of the margins cancels"
    yield "pontius2011.factors", proved(shown, LOCATION, notes.FACTORS)
    pure = allocation_disagreement(QUANTITY_ONLY), quantity_disagreement(ALLOCATION_ONLY)
    hidden = ALLOCATION_ONLY.kappa == QUANTITY_ONLY.kappa and pure == (0, 0)
    shown = f"kappa {float(QUANTITY_ONLY.kappa):g} with Q = 0.2, A = 0, and with Q = 0, A = 0.2"
    yield "pontius2011.useless", contested(hidden, shown, notes.DEATH)


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
    observed, never = table.column_totals, table.column_margins[1]
    for score, value in {
        "accuracy": table.accuracy,
        "never": never,
        "false-alarms": false_alarms / table.row_totals[0],
        "threat": hits / (table.row_totals[0] + observed[0] - hits),
        "discriminant": youden_index(ConfusionMatrix(table.cells.T)),
    }.items():
        yield f"finley1884.{score}", Finding(Number(100 * value))
    better = bool(never > table.accuracy and table.kappa > 0)
    statement = Statement(better, f"kappa {float(table.kappa):.3f} against 0")
    yield "finley1884.never-better", Finding(statement, note=notes.FINLEY)


@check("maclure1987.*")
def joined_categories(printed: Mapping[str, str]) -> Findings:
    """Join two of Cohen's three diagnoses, in each of the three ways."""
    mean = Statement(kappa_is_a_mean_over_classes(), "weights r + c - 2rc")
    yield "maclure1987.mean", Finding(mean, note=notes.MEAN)
    table = read_counts(printed, "cohen1968.table1", DIAGNOSES)
    kappas = per_class_kappas(table)
    shown = ", ".join(f"{name} {float(k):.3f}" for name, k in zip(DIAGNOSES, kappas, strict=True))
    joined = Statement(
        bool(min(kappas) < table.kappa < max(kappas)),
        f"{float(table.kappa):.3f} becomes: {shown} against the rest",
    )
    yield "maclure1987.categories", Finding(joined, note=notes.CATEGORIES)


def quantity_and_allocation_are_all() -> bool:
    """Prove Q + A = 1 - p_o for any number of classes.

    A class with x misses and y false alarms adds |x - y|/2 to Q and min(x, y) to A, together
    (x + y)/2; and every error is a miss of one class and a false alarm of another.
    """
    together = sp.Abs(x - y) / 2 + sp.Min(x, y) - (x + y) / 2
    more = sp.Symbol("z", nonnegative=True)
    cases = ({x: y + more}, {y: x + more})
    return all(sp.simplify(together.subs(case)) == 0 for case in cases)


def kappa_is_a_mean_over_classes() -> bool:
    """Kappa is the mean of the classes' one-vs-rest kappas, with positive weights.

    With hit h and margins r, c a class has the kappa 2(h - rc)/(r + c - 2rc). Summed, numerators
    are 2(p_o - p_c) and denominators 2(1 - p_c).
    """
    h, row, column = sp.symbols("h r c")
    chance = row * column + (1 - row) * (1 - column)
    of_class = corrected(1 - row - column + 2 * h, chance)
    return is_zero(of_class - 2 * (h - row * column) / (row + column - 2 * row * column))


def khat_is_kappa(text: str) -> bool:
    """Prove KHAT for any number of classes: kappa, multiplied through by N^2."""
    name, value = sides(text, {**_CLASSES, **_INDICES, "N": _N, "KHAT": _KHAT})
    i, r = _INDICES["i"], _INDICES["r"]
    hits = sp.Sum(_CLASSES["x"][i, i], (i, 1, r))
    products = sp.Sum(_CLASSES["R"][i] * _CLASSES["C"][i], (i, 1, r))
    return bool(name == _KHAT) and is_zero(value - corrected(hits / _N, products / _N**2))
