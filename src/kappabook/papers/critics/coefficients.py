"""Other coefficients: other chances, other names of kappa, and disagreement in its place."""

from __future__ import annotations

from typing import Any

import sympy as sp

from kappabook.audit.algebra import is_zero, sides
from kappabook.audit.computed import OfText, holds
from kappabook.audit.declared import computes
from kappabook.audit.printed import Printed
from kappabook.metrics import ConfusionMatrix
from kappabook.papers.critics.tables import (
    AC1,
    CHANCE,
    COEFFICIENTS,
    DIAGNOSES,
    MEANING,
    MOST,
    OUTCOMES,
    PABAK,
    YES_NO,
    a,
    b,
    c,
    corrected,
    d,
    kappa,
    m,
    margins,
    measured,
    p_o,
    pi,
    read_table,
    tied,
)
from kappabook.papers.shared import theorems
from kappabook.papers.shared.theorems import is_a_mean_over_classes

# What two raters say of one class: shares r and c of the cases, and the mean of the two.
_row, _column, _hit = theorems.r, theorems.c, theorems.d
_SHARED = (_row + _column) / 2

# --- other chances: Scott, Gwet, Krippendorff, Bennett's S --------------------------------------

# Two independent raters with the margin m, and two raters who each say yes to half of the cases.
INDEPENDENT = {m: m, AC1: corrected(m**2 + (1 - m) ** 2, 2 * m * (1 - m))}
HALF_AND_HALF = {d: a, c: b}
UNIFORM = ConfusionMatrix([[40, 10], [10, 40]], YES_NO).exact()
# What a class adds to chance: of pi, and (two classes) of AC1.
CHANCE_OF_PI, CHANCE_OF_AC1 = _SHARED**2, _SHARED * (1 - _SHARED)


@computes("scott1955.*", "gwet2008.*", "krippendorff2004.small-sample")
def scott_and_gwet(printed: Printed) -> dict[str, Any]:
    """Scott, Gwet and Krippendorff: their definitions, and AC1 of two who answer at random."""
    names = "scott1955.chance", "scott1955.pi", "gwet2008.chance", "gwet2008.ac1"
    return {
        **dict.fromkeys((*names, "krippendorff2004.small-sample"), MEANING),
        "gwet2008.independent": INDEPENDENT,
    }


@computes("zwick1986.*")
def zwick(printed: Printed) -> dict[str, Any]:
    """Zwick: how kappa, pi and S are related."""
    table = read_table(printed, "feinstein1990.d")
    values = ", ".join(f"{name} {float(x):.2f}" for name, x in kappa_pi_and_s(table).items())
    return {
        "zwick1986.gap": MEANING,
        "zwick1986.pi-below": holds(
            never_exceeds_kappa, (CHANCE_OF_PI,), (CHANCE_OF_AC1,), "pi <= kappa", "proved"
        ),
        "zwick1986.uniform": tied(HALF_AND_HALF, kappa, pi, PABAK),
        "zwick1986.differ": holds(
            lambda x: len(set(kappa_pi_and_s(x).values())) == 3, (table,), (UNIFORM,), values
        ),
    }


def never_exceeds_kappa(share_of_chance: sp.Expr) -> bool:
    """Say whether a coefficient with this chance, class by class, is never above kappa.

    Pi's squared mean margin exceeds kappa's product of margins by a quarter of a square. So pi's
    chance is at least kappa's, for any number of classes, and agreement beyond chance falls as
    chance rises: its slope is -(1 - p_o)/(1 - p_e)^2.
    """
    observed, chance = sp.symbols("o e")
    more_chance = is_zero(share_of_chance - _row * _column - (_row - _column) ** 2 / 4)
    slope = sp.diff(corrected(observed, chance), chance)
    return more_chance and is_zero(slope + (1 - observed) / (1 - chance) ** 2)


def kappa_pi_and_s(table: ConfusionMatrix) -> dict[str, Any]:
    """Kappa, pi and S, which is PABAK for two classes."""
    names = {"kappa": "kappa", "pi": "pi", "S": "pabak"}
    return {name: COEFFICIENTS[key](table) for name, key in names.items()}


@computes("gwet2019.*")
def gwet_2019(printed: Printed) -> dict[str, Any]:
    """Gwet: two abstractors, three classes, six coefficients."""
    name = "gwet2019.table"
    wanted = "agreement", "kappa", "pi", "ac1", "brennan-prediger", "alpha"
    return measured(name, read_table(printed, name, OUTCOMES), *wanted)


@computes("krippendorff2004.news.*")
def krippendorff(printed: Printed) -> dict[str, Any]:
    """Krippendorff: two observers of ten articles."""
    name = "krippendorff2004.news"
    table = read_table(printed, name)
    return {f"{name}.total": table.total, **measured(name, table, "alpha")}


# --- disagreement in place of kappa: Pontius and Millones ---------------------------------------

Q, A, K_location, K_histogram = sp.symbols("Q A K_location K_histogram")
x, y = sp.symbols("x y", nonnegative=True)
# Two classes, errors x = yes-no and y = no-yes, with x >= y.
TWO_CLASSES = {Q: x - y, A: 2 * y, p_o: 1 - x - y}
LOCATION = {
    K_location: (p_o - CHANCE) / (MOST - CHANCE),
    K_histogram: (MOST - CHANCE) / (1 - CHANCE),
    kappa: corrected(p_o, CHANCE),
}
# What a class with x misses and y false alarms adds to the disagreements, counted twice.
QUANTITY, ALLOCATION = sp.Abs(x - y) / 2, sp.Min(x, y)


@computes("pontius2011.*")
def pontius_and_millones(printed: Printed) -> dict[str, Any]:
    """Pontius and Millones: two kinds of error, and the factors of kappa."""
    once, twice = (QUANTITY, ALLOCATION), (QUANTITY, 2 * ALLOCATION)
    return {
        "pontius2011.sum": TWO_CLASSES,
        "pontius2011.any-number": holds(are_all_errors, once, twice, "Q + A = 1 - p_o", "proved"),
        "pontius2011.factors": LOCATION,
    }


def are_all_errors(quantity: sp.Expr, allocation: sp.Expr) -> bool:
    """Prove Q + A = 1 - p_o for any number of classes.

    A class with x misses and y false alarms adds |x - y|/2 to Q and min(x, y) to A, together
    (x + y)/2; and every error is a miss of one class and a false alarm of another.
    """
    together = quantity + allocation - (x + y) / 2
    more = sp.Symbol("z", nonnegative=True)
    cases = ({x: y + more}, {y: x + more})
    return all(sp.simplify(together.subs(case)) == 0 for case in cases)


# --- kappa under other names, and what it was said of first -------------------------------------

# Finley's hits and misses with 10 false alarms instead of 72.
FEWER_ALARMS = ConfusionMatrix([[28, 10], [23, 2742]], YES_NO).exact()


@computes("congalton1991.*", "heidke1926.*")
def other_names(printed: Printed) -> dict[str, Any]:
    """Congalton's KHAT and Heidke's score are kappa."""
    names = "heidke1926.words", "heidke1926.table", "heidke1926.kappa"
    khat = OfText(khat_is_kappa, "kappa in counts, for any number of classes")
    return {"congalton1991.khat": khat, **dict.fromkeys(names, MEANING)}


def khat_is_kappa(text: str) -> bool:
    """Prove KHAT for any number of classes: kappa, multiplied through by N^2."""
    i, last = sp.symbols("i r", integer=True)
    total, khat = sp.symbols("N KHAT")
    cells, rows, columns = (sp.IndexedBase(name) for name in "xRC")
    named = {"i": i, "r": last, "N": total, "KHAT": khat, "x": cells, "R": rows, "C": columns}
    name, value = sides(text, named)
    hits = sp.Sum(cells[i, i], (i, 1, last))
    products = sp.Sum(rows[i] * columns[i], (i, 1, last))
    return bool(name == khat) and is_zero(value - corrected(hits / total, products / total**2))


@computes("finley1884.*")
def finley(printed: Printed) -> dict[str, Any]:
    """Finley's forecasts of tornadoes, and their scores; rows are the forecasts."""
    table = read_table(printed, "finley1884.march")
    hits, false_alarms = table["yes", "yes"], table["yes", "no"]
    forecast, observed = table.row_totals[0], table.column_totals[0]
    scores = {
        "accuracy": table.accuracy,
        "never": table.column_margins[1],
        "false-alarms": false_alarms / forecast,
        "threat": hits / (forecast + observed - hits),
        "discriminant": hits / observed - false_alarms / table.column_totals[1],
    }
    return {
        **margins("finley1884.march", table),
        **{f"finley1884.{name}": 100 * score for name, score in scores.items()},
        "finley1884.never-better": holds(
            lambda table: table.column_margins[1] > table.accuracy and table.kappa > 0,
            (table,),
            (FEWER_ALARMS,),
            f"kappa {float(table.kappa):.3f} against 0",
        ),
    }


# --- joined categories: Maclure and Willett -----------------------------------------------------

# What two raters agree on of one class by chance: with their own shares, or with the mean.
OWN_MARGINS = _row * _column + (1 - _row) * (1 - _column)
SHARED_MARGINS = _SHARED**2 + (1 - _SHARED) ** 2
# Three classes, all equally often confused: every kappa against the rest is the same.
EVEN = ConfusionMatrix([[20, 5, 5], [5, 20, 5], [5, 5, 20]], DIAGNOSES).exact()


@computes("maclure1987.*")
def maclure_and_willett(printed: Printed) -> dict[str, Any]:
    """Join two of Cohen's three diagnoses, in each of the three ways."""
    table = read_table(printed, "cohen1968.table1", DIAGNOSES)
    joined = zip(DIAGNOSES, table.per_class_kappas(), strict=True)
    shown = ", ".join(f"{name} {float(one):.3f}" for name, one in joined)
    return {
        "maclure1987.mean": holds(
            kappa_is_a_mean, (OWN_MARGINS,), (SHARED_MARGINS,), "weights r + c - 2rc", "proved"
        ),
        "maclure1987.categories": holds(
            joining_raises_or_lowers,
            (table,),
            (EVEN,),
            f"{float(table.kappa):.3f} becomes: {shown} against the rest",
        ),
    }


def kappa_is_a_mean(chance: sp.Expr) -> bool:
    """Prove it of the kappas of a class against the rest, where chance agrees so often."""
    return is_a_mean_over_classes(corrected(1 - _row - _column + 2 * _hit, chance))


def joining_raises_or_lowers(table: ConfusionMatrix) -> bool:
    """Say whether joining all classes but one gives a higher kappa for one, a lower for another."""
    kappas = table.per_class_kappas()
    return bool(min(kappas) < table.kappa < max(kappas))
