"""The paradoxes: equal agreement, unequal kappa."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import sympy as sp

from kappabook.ledger import Finding, Number, Statement
from kappabook.metrics import ConfusionMatrix
from kappabook.metrics.companions import pabak
from kappabook.papers.critics import notes
from kappabook.papers.critics.chance import gwet_ac1
from kappabook.papers.critics.symbols import BI, F1, MEANING, PABAK, PI, kappa, proof
from kappabook.papers.critics.symbols import d as both_no
from kappabook.papers.critics.tables import (
    KEY,
    Findings,
    Printed,
    cells_from_margins,
    cells_from_total,
    read_counts,
    remembered,
)
from kappabook.papers.shared.algebra import is_zero
from kappabook.transcription import read_number

# Byrt, Bishop and Carlin's identity, proved in prevalence_bias: here a formula to differentiate.
IDENTITY = (PABAK - PI**2 + BI**2) / (1 - PI**2 + BI**2)
# Rows of Table 3 of Shankar and Bangdiwala, and the table that each has.
SCENARIOS = {1: "a", 2: "b", 4: "c", 5: "d"}


def checks(printed: Printed) -> Findings:
    """Check the tables of Feinstein and Cicchetti, and who took them further."""
    tables = {letter: read_counts(printed, f"feinstein1990.{letter}") for letter in "abcd"}
    for letter in "ab":
        yield from cells_from_margins(printed, f"feinstein1990.{letter}")
    for letter in "cd":
        yield from cells_from_total(f"feinstein1990.{letter}", tables[letter], 100)
    yield from _two_paradoxes(*tables.values())
    yield from _specific_agreement()
    for number, letter in SCENARIOS.items():
        yield from _scenario(f"shankar2014.row{number}", tables[letter])
    percent = read_number(printed[f"{KEY}.foody2020.accuracy"])
    yield from _range_at_one_accuracy(percent / 100)


@remembered
def _two_paradoxes(
    a: ConfusionMatrix, b: ConfusionMatrix, c: ConfusionMatrix, d: ConfusionMatrix
) -> Findings:
    for letter, table in zip("abcd", (a, b, c, d), strict=True):
        yield f"feinstein1990.{letter}.agreement", Finding(Number(table.accuracy))
        yield f"feinstein1990.{letter}.kappa", Finding(Number(table.kappa))
    for letter, table in (("a", a), ("b", b)):
        yield f"feinstein1990.{letter}.chance", Finding(Number(table.chance_agreement))
    first = prevalence_lowers_kappa() and _same_agreement_more_kappa(a, b)
    shown = "at given agreement and bias kappa falls with PI^2"
    yield (
        "feinstein1990.first",
        Finding(Statement(first, shown), "proved", notes.FIRST_PARADOX, "contested"),
    )
    second = bias_raises_kappa() and _same_agreement_more_kappa(d, c)
    shown = "at given agreement and prevalence kappa rises with BI^2"
    yield (
        "feinstein1990.second",
        Finding(Statement(second, shown), "proved", notes.SECOND_PARADOX, "contested"),
    )
    yield "warrens2010.paradox", Finding(Statement(bias_raises_kappa(), shown), note=notes.PENALTY)


@remembered
def _specific_agreement() -> Findings:
    """Check Cicchetti and Feinstein's two shares, and what they are to agreement and F1."""
    for name in ("p_pos", "p_neg"):
        share = proof("share of the mean number of such calls")
        yield f"cicchetti1990.{name}", Finding(share, verdict="definition")
    weighted = proof("their mean, weighted by the mean margins")
    yield "cicchetti1990.mean", Finding(weighted, note=notes.SPECIFIC)
    yield "hripcsak2005.f1", Finding(proof("2a/(2a + b + c), both"))
    shown = "the limit of kappa as d grows"
    yield "hripcsak2005.limit", Finding(Statement(kappa_tends_to_f1(), shown), note=notes.F1)


@remembered
def _scenario(name: str, table: ConfusionMatrix) -> Findings:
    """Check a row of Shankar and Bangdiwala's Table 3."""
    for measure, value in {
        "agreement": table.accuracy,
        "chance": table.chance_agreement,
        "kappa": table.kappa,
        "b": bangdiwala_b(table),
        "pabak": pabak(table),
        "ac1": gwet_ac1(table),
    }.items():
        yield f"{name}.{measure}", Finding(Number(value), "inferred", notes.SCENARIO)


@remembered
def _range_at_one_accuracy(accuracy: Fraction) -> Findings:
    """Check the kappas that Foody finds possible at an accuracy of 95 %."""
    low, high = kappas_at(accuracy)
    yield "foody2020.accuracy", Finding(Number(100 * _accuracy_of(low)))
    yield "foody2020.low", Finding(Number(low), note=notes.LOWEST)
    yield "foody2020.high", Finding(Number(high), note=notes.HIGHEST)
    varied = Statement(high - low > Fraction(9, 10), f"{float(low):.3f} to {float(high):.3f}")
    yield "foody2020.abandon", Finding(varied, "proved", notes.ABANDON, "contested")


# --- measures and theorems --------------------------------------------------------------------


def bangdiwala_b(table: ConfusionMatrix) -> Fraction:
    """Bangdiwala's B: the squared hits, over the products of the margins."""
    hits = table.cells.diagonal()
    return Fraction((hits**2).sum()) / Fraction(table.row_totals @ table.column_totals)


def kappas_at(accuracy: Fraction) -> tuple[Fraction, Fraction]:
    """Smallest and largest kappa of two classes at a given accuracy, by Byrt's identity.

    Kappa falls with PI^2, at most p_o^2, and rises with BI^2, at most (1 - p_o)^2. Both ends are
    attained: all hits in one class, and the errors shared; the hits shared, and the errors of one
    kind.
    """
    plain, one_class, one_error = 2 * accuracy - 1, accuracy**2, (1 - accuracy) ** 2
    return (plain - one_class) / (1 - one_class), (plain + one_error) / (1 + one_error)


def _accuracy_of(lowest: Fraction) -> Fraction:
    """Return the accuracy whose smallest kappa this is: -(1 - p_o)^2/(1 - p_o^2), solved."""
    return (1 + lowest) / (1 - lowest)


def _same_agreement_more_kappa(more: ConfusionMatrix, less: ConfusionMatrix) -> bool:
    return bool(more.accuracy == less.accuracy and more.kappa > less.kappa)


@cache
def prevalence_lowers_kappa() -> bool:
    """Kappa's slope by x = PI^2 is -(1 - PABAK)/(1 - x + BI^2)^2: never positive."""
    x = sp.Symbol("x")
    formula = IDENTITY.subs(PI**2, x)
    return is_zero(sp.diff(formula, x) + (1 - PABAK) / (1 - x + BI**2) ** 2)


@cache
def bias_raises_kappa() -> bool:
    """Kappa's slope by y = BI^2 is (1 - PABAK)/(1 - PI^2 + y)^2: never negative."""
    y = sp.Symbol("y")
    formula = IDENTITY.subs(BI**2, y)
    return is_zero(sp.diff(formula, y) - (1 - PABAK) / (1 - PI**2 + y) ** 2)


@cache
def kappa_tends_to_f1() -> bool:
    """As the agreed negatives grow without bound, kappa tends to F1."""
    return is_zero(sp.limit(sp.cancel(MEANING[kappa]), both_no, sp.oo) - MEANING[F1])
