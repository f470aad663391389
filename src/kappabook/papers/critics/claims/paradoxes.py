"""The paradoxes: equal agreement, unequal kappa."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

import sympy as sp

from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Number, Statement
from kappabook.metrics import ConfusionMatrix
from kappabook.papers.critics.bounds import kappa_given_accuracy
from kappabook.papers.critics.claims import notes
from kappabook.papers.critics.claims.chance import COEFFICIENTS
from kappabook.papers.critics.claims.findings import (
    KEY,
    cells_and_margins,
    cells_from_total,
    proved,
    read_counts,
)
from kappabook.papers.critics.claims.symbols import BI, F1, MEANING, PABAK, PI, d, kappa
from kappabook.papers.shared.algebra import is_zero
from kappabook.papers.shared.findings import contested
from kappabook.transcription import read_number

# Byrt, Bishop and Carlin's identity, proved in prevalence_and_bias: here to be differentiated.
IDENTITY = (PABAK - PI**2 + BI**2) / (1 - PI**2 + BI**2)
# Rows of Table 3 of Shankar and Bangdiwala: the table that each has, and its columns.
SCENARIOS = {1: "a", 2: "b", 4: "c", 5: "d"}
MEASURES = ("agreement", "chance", "kappa", "b", "pabak", "ac1")


@check("feinstein1990.{letter}.*", letter="abcd")
def table_of_a_paradox(printed: Mapping[str, str], letter: str) -> Findings:
    """Check one of the four tables of Feinstein and Cicchetti."""
    name = f"feinstein1990.{letter}"
    table = read_counts(printed, name)
    if letter in "ab":
        yield from cells_and_margins(printed, name)
        yield f"{name}.chance", Finding(Number(table.chance_agreement))
    else:
        yield from cells_from_total(name, table, 100)
    yield f"{name}.agreement", Finding(Number(table.accuracy))
    yield f"{name}.kappa", Finding(Number(table.kappa))


@check("feinstein1990.first", "feinstein1990.second", "warrens2010.paradox")
def two_paradoxes(printed: Mapping[str, str]) -> Findings:
    """Check the paradoxes in general, and on the tables that show them."""
    a, b, c, d = (read_counts(printed, f"feinstein1990.{letter}") for letter in "abcd")
    first = prevalence_lowers_kappa() and _same_agreement_more_kappa(a, b)
    shown = "at given agreement and bias kappa falls with PI^2"
    yield "feinstein1990.first", contested(first, shown, notes.FIRST_PARADOX)
    second = bias_raises_kappa() and _same_agreement_more_kappa(d, c)
    shown = "at given agreement and prevalence kappa rises with BI^2"
    yield "feinstein1990.second", contested(second, shown, notes.SECOND_PARADOX)
    yield "warrens2010.paradox", Finding(Statement(bias_raises_kappa(), shown), note=notes.PENALTY)


@check("shankar2014.row{row}.{measure}", row=SCENARIOS, measure=MEASURES)
def scenario(printed: Mapping[str, str], row: int, measure: str) -> Finding:
    """Check a cell of Shankar and Bangdiwala's Table 3."""
    table = read_counts(printed, f"feinstein1990.{SCENARIOS[row]}")
    return Finding(Number(COEFFICIENTS[measure](table)), "inferred", notes.SCENARIO)


@check("cicchetti1990.*", "hripcsak2005.*")
def specific_agreement() -> Findings:
    """Check Cicchetti and Feinstein's two shares, and what they are to agreement and F1."""
    for name in ("p_pos", "p_neg"):
        share = proved("share of the mean number of such calls", verdict="definition")
        yield f"cicchetti1990.{name}", share
    weighted = proved("their mean, weighted by the mean margins", note=notes.SPECIFIC)
    yield "cicchetti1990.mean", weighted
    yield "hripcsak2005.f1", proved("2a/(2a + b + c), both")
    limit = is_zero(sp.limit(sp.cancel(MEANING[kappa]), d, sp.oo) - MEANING[F1])
    shown = "the limit of kappa as d grows"
    yield "hripcsak2005.limit", Finding(Statement(limit, shown), note=notes.F1)


@check("foody2020.*")
def range_at_one_accuracy(printed: Mapping[str, str]) -> Findings:
    """Check the kappas that Foody finds possible at an accuracy of 95 %."""
    low, high = kappa_given_accuracy(read_number(printed[f"{KEY}.foody2020.accuracy"]) / 100)
    # The accuracy whose smallest kappa this is: the formula of the smallest, solved.
    yield "foody2020.accuracy", Finding(Number(100 * (1 + low) / (1 - low)))
    yield "foody2020.low", Finding(Number(low), note=notes.LOWEST)
    yield "foody2020.high", Finding(Number(high), note=notes.HIGHEST)
    shown = f"{float(low):.3f} to {float(high):.3f}"
    yield "foody2020.abandon", contested(high - low > Fraction(9, 10), shown, notes.ABANDON)


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
