"""Other definitions of chance: Scott's pi, Gwet's AC1, Krippendorff's alpha, Bennett's S."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import sympy as sp

from kappabook.ledger import Finding, Number, Statement
from kappabook.metrics import ConfusionMatrix
from kappabook.metrics.companions import pabak
from kappabook.papers.critics import notes
from kappabook.papers.critics.symbols import (
    AC1,
    MEANING,
    PABAK,
    a,
    b,
    c,
    corrected,
    d,
    given,
    kappa,
    m,
    pi,
    proof,
)
from kappabook.papers.critics.tables import (
    KEY,
    Findings,
    Printed,
    cells_from_agreement,
    cells_from_total,
    read_counts,
    remembered,
)
from kappabook.papers.shared.algebra import is_zero
from kappabook.transcription import read_number

OUTCOMES = ("ectopic", "aiu", "niu")
# Two independent raters with the margin m, and two raters who each say yes to half of the cases.
INDEPENDENT = {m: m, AC1: corrected(m**2 + (1 - m) ** 2, 2 * m * (1 - m))}
HALF_AND_HALF = {d: a, c: b}
# 10 000 cases, 100 errors of one kind: the margins differ beyond doubt, by one in a hundred.
ONE_SIDED = ConfusionMatrix([[5000, 0], [100, 4900]]).exact()


def checks(printed: Printed) -> Findings:
    """Check Scott (1955), Zwick, Gwet, and Krippendorff."""
    yield from _theorems()
    example = read_counts(printed, "feinstein1990.d")
    yield from _on_feinsteins_tables(example, read_counts(printed, "feinstein1990.b"))

    name = "gwet2019.table"
    table = read_counts(printed, name, OUTCOMES)
    agreement = read_number(printed[f"{KEY}.{name}.agreement"])
    yield from cells_from_agreement(name, table, agreement)
    yield from _coefficients(name, table)

    name = "krippendorff2004.news"
    articles = int(read_number(printed[f"{KEY}.{name}.total"]))
    table = read_counts(printed, name)
    yield from cells_from_total(name, table, articles)
    yield f"{name}.total", Finding(Number(table.total))
    yield f"{name}.alpha", Finding(Number(krippendorff_alpha(table)))


@remembered
def _theorems() -> Findings:
    shared = proof("both raters share the mean margins")
    yield "scott1955.chance", Finding(shared, verdict="definition")
    yield "scott1955.pi", Finding(proof("agreement beyond that chance"), verdict="definition")
    yield "zwick1986.gap", Finding(proof("half the squared difference of the margins"))
    never_above = Statement(pi_never_exceeds_kappa(), "pi <= kappa")
    yield "zwick1986.pi-below", Finding(never_above, note=notes.PI_BELOW)
    uniform = given({name: MEANING[name] for name in (kappa, pi, PABAK)}, HALF_AND_HALF)
    yield "zwick1986.uniform", Finding(proof("p = q = 1/2", uniform))
    statistic, agreement = mcnemar(ONE_SIDED), float(ONE_SIDED.accuracy)
    shown = f"McNemar's chi-squared {float(statistic):g}, agreement {agreement:g}"
    rejected = Statement(bool(statistic > 11 and agreement > 0.9), shown)
    yield "zwick1986.homogeneity", Finding(rejected, "proved", notes.HOMOGENEITY, "contested")
    yield "gwet2008.chance", Finding(proof("2m(1 - m)"), verdict="definition")
    yield "gwet2008.ac1", Finding(proof("agreement beyond that chance"), verdict="definition")
    above_zero = proof("positive unless m = 1/2", INDEPENDENT)
    yield "gwet2008.independent", Finding(above_zero, note=notes.INDEPENDENT_AC1)
    yield "krippendorff2004.small-sample", Finding(proof("2N ratings, drawn without replacement"))


@remembered
def _on_feinsteins_tables(example: ConfusionMatrix, skewed: ConfusionMatrix) -> Findings:
    values = (Fraction(example.kappa), scott_pi(example), Fraction(pabak(example)))
    shown = "kappa {:.2f}, pi {:.2f}, S {:.2f}".format(*map(float, values))
    yield "zwick1986.differ", Finding(Statement(len(set(values)) == 3, shown), note=notes.DIFFER)
    shown = f"{float(gwet_ac1(skewed)):.2f} where kappa is {float(skewed.kappa):.2f}"
    stable = Statement(gwet_ac1(skewed) > Fraction(skewed.kappa), shown)
    yield "gwet2008.stable", Finding(stable, "proved", notes.STABLE, "contested")


@remembered
def _coefficients(name: str, table: ConfusionMatrix) -> Findings:
    for measure, value in {
        "agreement": table.accuracy,
        "kappa": table.kappa,
        "pi": scott_pi(table),
        "ac1": gwet_ac1(table),
        "brennan-prediger": pabak(table),
        "alpha": krippendorff_alpha(table),
    }.items():
        yield f"{name}.{measure}", Finding(Number(value))


# --- measures ---------------------------------------------------------------------------------


def _corrected(observed: float | Fraction, chance: Fraction) -> Fraction:
    return 1 - (1 - Fraction(observed)) / (1 - chance)


def scott_pi(table: ConfusionMatrix) -> Fraction:
    """Scott's pi of an exact table: chance with the mean margins, squared."""
    shared = (table.row_margins + table.column_margins) / 2
    return _corrected(table.accuracy, shared @ shared)


def gwet_ac1(table: ConfusionMatrix) -> Fraction:
    """Gwet's AC1 of an exact table: chance is the mean of m(1 - m) over the other classes."""
    shared = (table.row_margins + table.column_margins) / 2
    return _corrected(table.accuracy, shared @ (1 - shared) / (table.n_classes - 1))


def krippendorff_alpha(table: ConfusionMatrix) -> Fraction:
    """Krippendorff's nominal alpha of two raters without gaps, from an exact table of counts."""
    beyond = scott_pi(table)
    return beyond + (1 - beyond) / (2 * Fraction(table.total))


def mcnemar(table: ConfusionMatrix) -> Fraction:
    """McNemar's chi-squared of a table of two classes: (b - c)^2/(b + c)."""
    first, second = table.cells[0, 1], table.cells[1, 0]
    return Fraction((first - second) ** 2) / Fraction(first + second)


@cache
def pi_never_exceeds_kappa() -> bool:
    """Class by class, the squared mean margin exceeds the product by a quarter of a square.

    So pi's chance is at least kappa's, for any number of classes, and agreement beyond chance
    falls as chance rises: its slope is -(1 - p_o)/(1 - p_e)^2.
    """
    row, column, observed, chance = sp.symbols("r c o e")
    more_chance = is_zero(((row + column) / 2) ** 2 - row * column - (row - column) ** 2 / 4)
    slope = sp.diff(corrected(observed, chance), chance)
    return more_chance and is_zero(slope + (1 - observed) / (1 - chance) ** 2)
