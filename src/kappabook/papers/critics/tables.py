"""A table of two classes in symbols, and the critics' printed tables with their coefficients."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from operator import attrgetter
from typing import Any

import sympy as sp

from kappabook.audit.printed import Printed
from kappabook.metrics import ConfusionMatrix
from kappabook.metrics.companions import pabak

# The four cells, in counts: yes-yes, yes-no, no-yes, no-no. The first rater, or the truth, has the
# rows; the second, or the classifier, the columns.
a, b, c, d = CELLS = sp.symbols("a b c d", positive=True)
TP, FN, FP, TN = sp.symbols("TP FN FP TN")
N, p, q, m = sp.symbols("N p q m")
p_o, p_e, kappa = sp.symbols("p_o p_e kappa")
PABAK, PI, BI = sp.symbols("PABAK PI BI")
p_pos, p_neg, F1 = sp.symbols("p_pos p_neg F1")
p_s, pi, p_g, AC1, alpha = sp.symbols("p_s pi p_g AC1 alpha")
J, M, MCC, HSS, C, E = sp.symbols("J M MCC HSS C E")

_N = a + b + c + d
# Shares of yes by rows and by columns, and the mean of the two.
_p, _q = (a + b) / _N, (a + c) / _N
_m = (_p + _q) / 2


def corrected(observed: Any, chance: Any) -> Any:
    """Return the agreement beyond chance as a share of what chance leaves; exact, or in symbols."""
    return 1 - (1 - observed) / (1 - chance)


# Two raters by their shares alone, p <= q: chance, and the largest agreement, where every yes of
# the first is one of the second.
CHANCE = p * q + (1 - p) * (1 - q)
MOST = 1 - (q - p)

_p_o = (a + d) / _N
_p_e = _p * _q + (1 - _p) * (1 - _q)
_kappa = corrected(_p_o, _p_e)
_p_s = _m**2 + (1 - _m) ** 2
_p_g = 2 * _m * (1 - _m)

MEANING: dict[sp.Symbol, sp.Expr] = {
    **dict(zip((TP, FN, FP, TN), CELLS, strict=True)),
    N: _N,
    p: _p,
    q: _q,
    m: _m,
    p_o: _p_o,
    p_e: _p_e,
    kappa: _kappa,
    # Kappa of the table whose agreements, and whose disagreements, are made equal.
    PABAK: sp.cancel(
        _kappa.subs(
            {a: (a + d) / 2, d: (a + d) / 2, b: (b + c) / 2, c: (b + c) / 2}, simultaneous=True
        )
    ),
    PI: (a - d) / _N,
    BI: (b - c) / _N,
    # Of the mean number of yes (no) of the two raters, the share on which both say it.
    p_pos: a / ((a + b + a + c) / 2),
    p_neg: d / ((c + d + b + d) / 2),
    # Harmonic mean of precision and recall.
    F1: 2 / ((a + c) / a + (a + b) / a),
    p_s: _p_s,
    pi: corrected(_p_o, _p_s),
    p_g: _p_g,
    AC1: corrected(_p_o, _p_g),
    # The 2N ratings are drawn without replacement.
    alpha: 1 - (1 - _p_o) / ((1 - _p_s) * 2 * _N / (2 * _N - 1)),
    J: a / (a + b) - c / (c + d),
    M: a / (a + c) - b / (b + d),
    MCC: (a * d - b * c) / sp.sqrt((a + b) * (c + d) * (a + c) * (b + d)),
    C: a + d,
    E: _N * _p_e,
    HSS: 2 * (a * d - b * c) / ((a + b) * (b + d) + (a + c) * (c + d)),
}


def tied(cells: Mapping[sp.Symbol, sp.Expr], *names: sp.Symbol) -> dict[sp.Symbol, sp.Expr]:
    """Return what the named symbols mean, or all, where the cells are tied to each other."""
    meaning = {name: MEANING[name].subs(cells, simultaneous=True) for name in names or MEANING}
    return {name: sp.cancel(value) for name, value in meaning.items()} | dict(cells)


# --- printed tables -------------------------------------------------------------------------------

YES_NO = ("yes", "no")
DIAGNOSES = ("personality", "neurosis", "psychosis")
OUTCOMES = ("ectopic", "aiu", "niu")


def read_table(printed: Printed, name: str, labels: Sequence[str] = YES_NO) -> ConfusionMatrix:
    """Make the exact matrix of a table from its cells, ``<name>.<row>-<column>``.

    Raises
    ------
    ValueError
        A cell is no number, or the cells make no table; with the name.
    """
    try:
        cells = [[printed.number(f"{name}.{row}-{column}") for column in labels] for row in labels]
        return ConfusionMatrix(cells, labels)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


def margins(name: str, table: ConfusionMatrix) -> dict[str, Any]:
    """Add up a table of yes and no, so that a slip in a cell or in a total cannot hide."""
    rows = zip(table.labels, table.row_totals, strict=True)
    columns = zip(table.labels, table.column_totals, strict=True)
    return {
        **{f"{name}.{label}-total": total for label, total in rows},
        **{f"{name}.total-{label}": total for label, total in columns},
        f"{name}.total": table.total,
    }


def shares_of_both(table: ConfusionMatrix) -> list[Fraction]:
    """Share of each label among all that both raters say."""
    said = (table.row_totals + table.column_totals).tolist()
    return [Fraction(x) / (2 * Fraction(table.total)) for x in said]


def scott_pi(table: ConfusionMatrix) -> Fraction:
    """Scott's pi: chance agrees as two labels do that are drawn from what both say."""
    agreed = Fraction(sum(table.cells.diagonal().tolist())) / Fraction(table.total)
    chance = sum(share**2 for share in shares_of_both(table))
    return (agreed - chance) / (1 - chance)


def krippendorff_alpha(table: ConfusionMatrix) -> Fraction:
    """Krippendorff's alpha: of all 2 n labels two are drawn, the first is not put back."""
    ratings = 2 * Fraction(table.total)
    return 1 - (1 - scott_pi(table)) * (ratings - 1) / ratings


def gwet_ac(table: ConfusionMatrix) -> Fraction:
    """Gwet's AC1: raters guess in a share of the cases that is largest if labels are even."""
    shares = shares_of_both(table)
    agreed = Fraction(sum(table.cells.diagonal().tolist())) / Fraction(table.total)
    chance = sum((share * (1 - share) for share in shares), Fraction()) / (len(shares) - 1)
    return (agreed - chance) / (1 - chance)


def bangdiwala_b(table: ConfusionMatrix) -> Fraction:
    """Bangdiwala's B: the squared hits, over the products of the margins."""
    hits = table.cells.diagonal()
    return Fraction((hits**2).sum() / (table.row_totals @ table.column_totals))


# By the name that the critics' tables give them.
COEFFICIENTS: dict[str, Callable[[ConfusionMatrix], Fraction | float]] = {
    "agreement": attrgetter("accuracy"),
    "chance": attrgetter("chance_agreement"),
    "kappa": attrgetter("kappa"),
    "pi": scott_pi,
    "ac1": gwet_ac,
    "alpha": krippendorff_alpha,
    "b": bangdiwala_b,
    "pabak": pabak,
    "brennan-prediger": pabak,
}


def measured(name: str, table: ConfusionMatrix, *names: str) -> dict[str, Any]:
    """Compute some of the coefficients of a table, by claim."""
    return {f"{name}.{one}": COEFFICIENTS[one](table) for one in names}
