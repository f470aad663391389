"""The paradoxes: equal agreement, unequal kappa."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import sympy as sp

from kappabook.algebra import is_zero
from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Number, Statement, Unjudged
from kappabook.metrics import ConfusionMatrix
from kappabook.papers.critics.bounds import kappa_given_accuracy
from kappabook.papers.critics.claims import notes
from kappabook.papers.critics.claims.chance import COEFFICIENTS, bangdiwala_b
from kappabook.papers.critics.claims.findings import (
    KEY,
    cells_and_margins,
    cells_from_agreement,
    proved,
    read_counts,
)
from kappabook.papers.critics.claims.symbols import BI, F1, MEANING, PABAK, PI, d, kappa
from kappabook.papers.shared.findings import contested
from kappabook.transcription import read_number

# Byrt, Bishop and Carlin's identity, proved in prevalence_and_bias: here to be differentiated.
IDENTITY = (PABAK - PI**2 + BI**2) / (1 - PI**2 + BI**2)
SIGNS_EXCHANGED = (PABAK + PI**2 - BI**2) / (1 + PI**2 - BI**2)
# Rows of Table 3 of Shankar and Bangdiwala: the table that each has, and its columns.
SCENARIOS = {1: "a", 2: "b", 4: "c", 5: "d"}
MEASURES = ("agreement", "chance", "kappa", "b", "pabak", "ac1")
# Another table with all that row 4 prints, B included; Feinstein and Cicchetti's has B = 5/12.
OF_SIXTY = ConfusionMatrix([[27, 10], [14, 9]]).exact()


@check("feinstein1990.{letter}.*", letter="abcd")
def table_of_a_paradox(printed: Mapping[str, str], letter: str) -> Findings:
    """Check one of the four tables of Feinstein and Cicchetti; the note says who quotes it."""
    quoted = notes.QUOTED_IN_GERSTMAN if letter in "ab" else notes.QUOTED_IN_WIKIPEDIA
    for claim, finding in _cells_and_measures(printed, letter):
        yield claim, replace(finding, note=quoted)


def _cells_and_measures(printed: Mapping[str, str], letter: str) -> Findings:
    name = f"feinstein1990.{letter}"
    table = read_counts(printed, name)
    if letter in "ab":
        yield from cells_and_margins(printed, name)
        yield f"{name}.chance", Finding(Number(table.chance_agreement))
    else:
        agreement = read_number(printed[f"{KEY}.{name}.agreement"])
        yield from cells_from_agreement(name, table, agreement)
    yield f"{name}.agreement", Finding(Number(table.accuracy))
    yield f"{name}.kappa", Finding(Number(table.kappa))


@check("feinstein1990.first", "feinstein1990.second", "warrens2010.paradox")
def two_paradoxes(printed: Mapping[str, str]) -> Findings:
    """Check the paradoxes in general, and on the tables that show them."""
    a, b, c, d = (read_counts(printed, f"feinstein1990.{letter}") for letter in "abcd")
    shown = "at given agreement and bias kappa falls with PI^2"
    first = Statement(prevalence_lowers, (IDENTITY, a, b), (IDENTITY, b, a), shown)
    yield "feinstein1990.first", contested(first, notes.FIRST_PARADOX)
    shown = "at given agreement and prevalence kappa rises with BI^2"
    second = Statement(bias_raises, (IDENTITY, d, c), (IDENTITY, c, d), shown)
    yield "feinstein1990.second", contested(second, notes.SECOND_PARADOX)
    in_general = Statement(rises_with_bias, (IDENTITY,), (SIGNS_EXCHANGED,), shown)
    yield "warrens2010.paradox", Finding(in_general, note=notes.PENALTY)


@check("shankar2014.row{row}.{measure}", row=SCENARIOS, measure=MEASURES)
def scenario(printed: Mapping[str, str], row: int, measure: str) -> Finding:
    """Check a cell of Shankar and Bangdiwala's Table 3."""
    table = read_counts(printed, f"feinstein1990.{SCENARIOS[row]}")
    if (row, measure) == (4, "b"):
        b = Number(bangdiwala_b(OF_SIXTY))
        return Finding(b, "inferred", notes.OTHER_CELLS, "contested")
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
    coefficients = MEANING[kappa], MEANING[PABAK]
    limit = Statement(
        tends_to_f1, coefficients[:1], coefficients[1:], "the limit of kappa as d grows"
    )
    yield "hripcsak2005.limit", Finding(limit, note=notes.F1)


@check("foody2020.*")
def range_at_one_accuracy(printed: Mapping[str, str]) -> Findings:
    """Check the kappas that Foody finds possible at an accuracy of 95 %."""
    accuracy = read_number(printed[f"{KEY}.foody2020.accuracy"]) / 100
    low, high = kappa_given_accuracy(accuracy)
    setting = Unjudged("the accuracy that the example takes")
    yield "foody2020.accuracy", Finding(setting, verdict="definition")
    yield "foody2020.low", Finding(Number(low), note=notes.LOWEST)
    yield "foody2020.high", Finding(Number(high), note=notes.HIGHEST)
    shown = f"{float(low):.3f} to {float(high):.3f}"
    wide = Statement(range_is_wide, (accuracy,), (Fraction(1, 2),), shown)
    yield "foody2020.abandon", contested(wide, notes.ABANDON)


def range_is_wide(accuracy: Fraction) -> bool:
    """Say whether the kappas of one accuracy range over more than 0.9."""
    low, high = kappa_given_accuracy(accuracy)
    return bool(high - low > Fraction(9, 10))


def tends_to_f1(coefficient: sp.Expr) -> bool:
    """Prove that a coefficient tends to F1 where the agreed negatives grow without bound."""
    return is_zero(sp.limit(sp.cancel(coefficient), d, sp.oo) - MEANING[F1])


def prevalence_lowers(formula: sp.Expr, even: ConfusionMatrix, skewed: ConfusionMatrix) -> bool:
    """Say whether kappa falls as the prevalence grows uneven: by its formula, and in two tables.

    Its slope by x = PI^2 is -(1 - PABAK)/(1 - x + BI^2)^2: never positive.
    """
    x = sp.Symbol("x")
    slope = sp.diff(formula.subs(PI**2, x), x)
    falls = is_zero(slope + (1 - PABAK) / (1 - x + BI**2) ** 2)
    return falls and _same_agreement_more_kappa(even, skewed)


def bias_raises(formula: sp.Expr, unequal: ConfusionMatrix, equal: ConfusionMatrix) -> bool:
    """Say whether kappa rises as the margins part: by its formula, and in two tables."""
    return rises_with_bias(formula) and _same_agreement_more_kappa(unequal, equal)


def rises_with_bias(formula: sp.Expr) -> bool:
    """Prove that kappa's slope by y = BI^2 is (1 - PABAK)/(1 - PI^2 + y)^2: never negative."""
    y = sp.Symbol("y")
    slope = sp.diff(formula.subs(BI**2, y), y)
    return is_zero(slope - (1 - PABAK) / (1 - PI**2 + y) ** 2)


def _same_agreement_more_kappa(more: ConfusionMatrix, less: ConfusionMatrix) -> bool:
    return bool(more.accuracy == less.accuracy and more.kappa > less.kappa)
